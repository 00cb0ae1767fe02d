"""A forger's tools: a capsule taken apart, changed, and made whole again as far as he can."""

import copy
from typing import Any

from iacta.domain.kernel.proof.canonical import encode, parse
from iacta.domain.kernel.proof.merkle import leaf_hash, root_of
from iacta.domain.kernel.proof.record import ZERO
from tests.support.keys import SIGNER, Signer


class Forgery:
    """A capsule as plain data. ``events`` hold their hashes."""

    def __init__(self, data: bytes) -> None:
        lines = [parse(line) for line in data.splitlines()]
        self.head = lines[0]
        self.items = lines[1:-2]
        self.openings: dict[str, Any] = lines[-2]["openings"]
        self.checkpoint: str = lines[-1]["checkpoint"]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in order."""
        return [item["event"] for item in self.items]

    def event(self, seq: int) -> dict[str, Any]:
        """An event by its place."""
        event: dict[str, Any] = self.items[seq - 1]["event"]
        return event

    def with_effect(self, kind: str, nth: int = 0) -> dict[str, Any]:
        """The nth event that holds an effect of this type."""
        return [event for event in self.events if any(e["type"] == kind for e in event["effects"])][
            nth
        ]

    def effect(self, kind: str, nth: int = 0) -> dict[str, Any]:
        """The nth effect of this type."""
        found = [e for event in self.events for e in event["effects"] if e["type"] == kind]
        effect: dict[str, Any] = found[nth]
        return effect

    def with_draw(self, chain: str, nth: int = 0) -> dict[str, Any]:
        """The nth event that draws on a chain."""
        return [event for event in self.events if any(d["chain"] == chain for d in event["draws"])][
            nth
        ]

    def draw(self, chain: str, nth: int = 0) -> dict[str, Any]:
        """The nth draw on a chain."""
        found = [d for event in self.events for d in event["draws"] if d["chain"] == chain]
        draw: dict[str, Any] = found[nth]
        return draw

    def renumber(self) -> "Forgery":
        """Number the events anew, as after one was taken out."""
        for seq, event in enumerate(self.events, 1):
            event["seq"] = seq
        return self

    def rehash(self) -> "Forgery":
        """Compute every hash and link anew."""
        prev = ZERO
        for event in self.events:
            event["prev"] = prev
            bare = {name: value for name, value in event.items() if name != "hash"}
            prev = event["hash"] = leaf_hash(encode(bare)).hex()
        return self

    def sign(self, signer: Signer = SIGNER) -> "Forgery":
        """Sign a checkpoint over all events, as whoever holds ``signer`` can."""
        leaves = [bytes.fromhex(event["hash"]) for event in self.events]
        campaign = self.head["campaign"]["id"]
        self.checkpoint = signer.checkpoint(campaign, len(leaves), root_of(leaves))
        self.head["key"] = signer.key.text()
        return self

    def whole(self, signer: Signer = SIGNER) -> "Forgery":
        """Recompute hashes, root and signature: the work of a server that lies."""
        return self.rehash().sign(signer)

    def bytes(self) -> bytes:
        """The capsule's bytes."""
        lines = [
            self.head,
            *self.items,
            {"openings": self.openings},
            {"checkpoint": self.checkpoint},
        ]
        return b"".join(encode(line) + b"\n" for line in lines)

    def copy(self) -> "Forgery":
        """Another one like it."""
        return copy.deepcopy(self)
