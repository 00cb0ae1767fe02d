"""Time, random bytes, and the secret links at rest."""

import datetime
import re
import secrets
from collections.abc import Iterable
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from iacta.domain.kernel.proof.dice import LINKS, Chain, make_chain
from iacta.service.errors import Problem, Unusable


class Host(Protocol):
    """The clock and the source of random bytes; scripted in tests."""

    def now(self) -> str:
        """The time, as a record writes it."""

    def today(self) -> str:
        """The day of `now`, as ``YYYY-MM-DD``."""

    def random(self, size: int) -> bytes:
        """Fresh random bytes."""

    def links(self) -> int:
        """How many links a new chain has."""


class SystemHost:
    """The system's clock and generator."""

    def now(self) -> str:
        """See `Host`."""
        now = datetime.datetime.now(datetime.UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def today(self) -> str:
        """See `Host`."""
        return self.now()[:10]

    def random(self, size: int) -> bytes:
        """See `Host`."""
        return secrets.token_bytes(size)

    def links(self) -> int:
        """See `Host`."""
        return LINKS


def new_id(host: Host) -> str:
    """A UUIDv7 (RFC 9562), lower case."""
    when = int(datetime.datetime.fromisoformat(host.now()).timestamp() * 1000)
    noise = int.from_bytes(host.random(10), "big")
    value = (
        when << 80 | 0x7 << 76 | (noise >> 68 & 0xFFF) << 64 | 0b10 << 62 | noise & (1 << 62) - 1
    )
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


_KEY = re.compile("[0-9a-fA-F]{64}")
ENCRYPTED = b"\1"
"""with which an encrypted chain begins"""
UNREADABLE = "The coming dice are stored encrypted, and cannot be read:"


class LinkStore:
    """Secret links in their stored form: plain, or AES-GCM under the configured key."""

    def __init__(self, key: str = "") -> None:
        if key and not _KEY.fullmatch(key):
            raise Unusable("IACTA_LINKS_KEY is not 64 hex digits")
        self._cipher = AESGCM(bytes.fromhex(key)) if key else None

    def check(self, stored: Iterable[tuple[str, bytes]]) -> None:
        """`Unusable` if none of these encrypted chains, an anchor and its bytes each, can be read.

        More than one is asked, since one alone may be damaged.
        """
        refusals = []
        for anchor, data in stored:
            try:
                self.decode(anchor, 0, data)
            except Problem as refusal:
                refusals.append(refusal.detail)
            else:
                return
        if refusals:
            raise Unusable(refusals[0])

    def make(self, host: Host) -> Chain:
        """A fresh chain."""
        return make_chain(host.random(32), host.links())

    def encode(self, chain: Chain) -> bytes:
        """What is written to the database."""
        plain = b"".join(chain.stored)
        if self._cipher is None:
            return b"\0" + plain
        nonce = secrets.token_bytes(12)
        return ENCRYPTED + nonce + self._cipher.encrypt(nonce, plain, chain.anchor.encode())

    def decode(self, anchor: str, links: int, data: bytes) -> Chain:
        """A chain from what was written. `Problem` if it was encrypted under another key."""
        plain = data[1:]
        if data[:1] == ENCRYPTED:
            if self._cipher is None:
                raise Problem("not-ready", f"{UNREADABLE} IACTA_LINKS_KEY is not set.")
            try:
                plain = self._cipher.decrypt(data[1:13], data[13:], anchor.encode())
            except (InvalidTag, ValueError):
                detail = f"{UNREADABLE} IACTA_LINKS_KEY is not the key that they were stored under."
                raise Problem("not-ready", detail) from None
        stored = tuple(plain[i : i + 32] for i in range(0, len(plain), 32))
        return Chain(links, stored, anchor)
