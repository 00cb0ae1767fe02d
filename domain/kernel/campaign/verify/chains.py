"""Dice chains through a record, and the faces that follow from them (checks 4 and 5)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.dice import CHAINS, command_digest, next_face, stream
from iacta.domain.kernel.proof.record import Event


def first_effect(event: Event) -> Mapping[str, Any]:
    """An event's first effect in plain data; empty if it has none."""
    return event.effects[0] if event.effects else {}


class Chains:
    """Follows both dice chains through a record (checks 4 and 5)."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._last: dict[str, bytes | None] = {}
        self._used: dict[str, int] = {}
        self._links: dict[str, int] = {}
        self._seen: set[bytes] = set()

    def add(self, event: Event) -> None:
        """Check the next event's draws and anchors."""
        try:
            self._event(event)
        except (KeyError, TypeError, ValueError) as error:
            self._findings.fail(4, f"malformed: {error}", event.seq)

    def done(self) -> None:
        """There are no more events."""
        counts = self._findings.report.counts
        self._findings.done(4, "every link leads to its anchor, and none is left out")
        entered = f", {counts.entered} entered by hand" if counts.entered else ""
        self._findings.done(5, f"{counts.faces} faces follow from their seeds{entered}")

    def _event(self, event: Event) -> None:
        first = first_effect(event).get("type")
        if first in ("campaign-created", "forked") and event.draws:
            self._findings.fail(4, f"{first} draws dice", event.seq)
        due = [draw["chain"] for draw in event.draws if self._draw(event, draw)]
        for index, effect in enumerate(event.effects):
            match effect["type"]:
                case "campaign-created" | "forked":
                    if index or event.command["type"] not in (
                        "campaign.create",
                        "campaign.fork",
                    ):
                        self._findings.fail(4, "an anchor is replaced", event.seq)
                    for chain in CHAINS:
                        anchor = effect["anchors"][chain]
                        self._begin(chain, anchor["anchor"], anchor["links"], event.seq)
                case "dice-chain-extended":
                    if effect["chain"] not in due:
                        self._findings.fail(4, "a chain is extended before its end", event.seq)
                    else:
                        due.remove(effect["chain"])
                    self._begin(effect["chain"], effect["anchor"], effect["links"], event.seq)
        if due:
            self._findings.fail(4, "a chain ended and was not extended", event.seq)

    def _begin(self, chain: str, anchor: str, links: int, seq: int) -> None:
        first = bytes.fromhex(anchor)
        if first in self._seen:
            self._findings.fail(4, "an anchor that was used before", seq)
        self._seen.add(first)
        self._last[chain] = first
        self._used[chain] = 0
        self._links[chain] = links

    def _draw(self, event: Event, draw: Mapping[str, Any]) -> bool:
        """Whether this draw took its chain's last link."""
        chain = draw["chain"]
        if chain == "entered":
            self._findings.report.counts.entered += len(draw["dice"])
            return False
        if draw["link"] != self._used[chain] + 1:
            self._findings.fail(
                4, f"link {draw['link']} follows link {self._used[chain]}", event.seq
            )
        self._used[chain] = draw["link"]
        if chain == "open":
            seed = bytes.fromhex(draw["seed"])
            if sha256(seed) != self._last[chain]:
                self._findings.fail(4, "its seed does not lead to the anchor", event.seq)
            self._last[chain] = seed
            self._seen.add(seed)
            wrong = wrong_face(Thrown.of(event, draw), chain, seed, draw["dice"])
            if wrong:
                self._findings.fail(5, wrong, event.seq)
            self._findings.report.counts.faces += len(draw["dice"])
        return bool(draw["link"] == self._links[chain])


class Thrown(NamedTuple):
    """What of an event its faces follow from, beside the seed."""

    campaign: str
    link: int
    command: str  #: the digest of its command
    entropy: str

    @classmethod
    def of(cls, event: Event, draw: Mapping[str, Any]) -> "Thrown":
        """Of one of an event's draws."""
        return cls(event.campaign, draw["link"], command_digest(event.command), event.entropy)


def wrong_face(thrown: Thrown, chain: str, seed: bytes, dice: Sequence[Any]) -> str:
    """The first face that does not follow from the seed, in words; nothing if all do."""
    campaign, link, command, entropy = thrown
    source = stream(seed, campaign, chain, link, command, entropy)
    for number, die in enumerate(dice, 1):
        face = next_face(source, die["die"])
        if (list(face) if isinstance(face, tuple) else face) != die["face"]:
            return f"die {number} ({die['die']}) shows {die['face']}, the seed gives {face}"
    return ""
