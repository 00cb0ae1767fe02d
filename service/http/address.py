"""Whom limits count: an address, an IPv6 one by its /64."""

import ipaddress
from typing import Any

from litestar import Request

NETWORK = 64


def address_of(request: Request[Any, Any, Any]) -> str:
    """The sender's address as limits count it; empty if the server knows none."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address.packed, NETWORK), strict=False))
    return str(address)
