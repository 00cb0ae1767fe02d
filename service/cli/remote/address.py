"""Addresses of campaigns, as people copy them out of a browser or a mail."""

import re
from urllib.parse import parse_qs, urlsplit

import msgspec

_PLACE = re.compile(r"(?P<before>[^#]*?)/?(?:/v1|#)/campaigns/(?P<id>[0-9a-f-]{36})(?:/.*)?")


class Address(msgspec.Struct, frozen=True):
    """A campaign on a server; ``invitation``, ``seat`` and ``token`` are empty unless given."""

    server: str  #: where the server's API begins, before `/v1`
    campaign: str  #: its id
    invitation: str = ""  #: the code that claims a seat
    seat: str = ""  #: the seat that the link says it claims
    token: str = ""

    @property
    def api(self) -> str:
        """The campaign's address in the API."""
        return f"{self.server}/v1/campaigns/{self.campaign}"


def read_address(text: str) -> Address:
    """A campaign's page, its address in the API or an invitation link. Raises `ValueError`."""
    try:
        parts = urlsplit(text)
        host, named = parts.netloc, parts.hostname
    except ValueError:
        host, named = "", None
    if not named or parts.scheme not in ("http", "https") or "@" in host:
        raise ValueError("an address begins with http:// or https:// and names a server")
    page = urlsplit(parts.fragment)
    place = _PLACE.fullmatch(parts.path + (f"#{page.path}" if page.path else ""))
    if place is None:
        raise ValueError("the address names no campaign")
    given = {name: values[0] for name, values in parse_qs(page.query).items()}
    return Address(
        f"{parts.scheme}://{host.lower()}{place['before']}",
        place["id"],
        given.get("invite", ""),
        given.get("seat", ""),
        given.get("token", ""),
    )
