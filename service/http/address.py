"""Whom limits count, an IPv6 sender by its /64; by what address a proxy was asked."""

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from litestar.connection import ASGIConnection

from iacta.service.errors import Unusable

NETWORK = 64
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Headers = list[tuple[bytes, bytes]]
FORWARDED = b"x-forwarded-for"
SCHEMES = {b"http": "http", b"https": "https"}
NAME = re.compile(rb"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The sender's address as limits count it; empty if the server knows none."""
    return counted(request.client.host if request.client else "")


@lru_cache(1024)
def counted(host: str) -> str:
    """An address as limits count it; anything else as it is."""
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address.packed, NETWORK), strict=False))
    return host if address is None else str(address)


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


class Proxies:
    """The proxies that the operator names, by address or network. Raises `Unusable`."""

    def __init__(self, named: Iterable[str]) -> None:
        try:
            self._networks = [ipaddress.ip_network(one) for one in named]
        except ValueError as error:
            raise Unusable(f"IACTA_PROXIES takes addresses and networks: {error}") from None

    def __contains__(self, host: str) -> bool:
        address = _address(host) if self._networks else None
        return address is not None and any(address in network for network in self._networks)

    def client(self, host: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Who sent a request that came from ``host``.

        Each proxy appends whom it heard, so it is the last address that is not a proxy's own. What
        stands before that address, or before what is no address, may be forged by the sender.
        """
        if host not in self:
            return host
        forwarded = b",".join(value for name, value in headers if name == FORWARDED)
        for text in reversed(forwarded.decode("latin-1").split(",")):
            address = _address(text)
            if address is None:
                break
            host = str(address)
            if host not in self:
                break
        return host

    def asked(self, host: str, scheme: str, headers: Headers) -> tuple[str, Headers]:
        """By what scheme, and at what `Host`, the request that came from ``host`` was first sent.

        Of several proxies it is what the first one was asked.
        """
        if host not in self:
            return scheme, headers
        told = {name: value.split(b",")[0].strip() for name, value in reversed(headers)}
        server = told.get(b"x-forwarded-host", b"")
        if NAME.fullmatch(server):
            headers = [(b"host", server), *(one for one in headers if one[0] != b"host")]
        return SCHEMES.get(told.get(b"x-forwarded-proto", b"").lower(), scheme), headers
