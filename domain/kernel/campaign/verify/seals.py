"""Openings, and what the end has to show (checks 6 and 7)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from iacta.domain.kernel.campaign.verify.chains import Thrown, wrong_face
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.campaign.verify.shapes import check_dice
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.record import Event
from iacta.domain.kernel.proof.seals import Opening


class Home(NamedTuple):
    """The event that sealed a value, and the campaign that it was recorded in."""

    seq: int
    campaign: str


class Openings:
    """Every digest is sealed once, and every opening is of what was sealed (check 6).

    ``home``: what is sealed where, by digest; ``values``: by digest the hidden values that openings
    show, once all is `done`.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._shown: list[tuple[int | None, str, Any]] = []
        self.home: dict[str, Home] = {}
        self.values: dict[str, Any] = {}

    def add(self, event: Event, record: bytes) -> None:
        """Take up what the next event seals and opens."""
        for digest in seals.digests_of(record):
            if digest in self.home:
                self._findings.fail(6, "a digest that occurs elsewhere", event.seq)
            self.home[digest] = Home(event.seq, event.campaign)
        for effect in event.effects:
            if effect["type"] == "opened":
                self._shown += [(event.seq, *pair) for pair in effect["openings"].items()]

    def done(self, beside: Mapping[str, Opening]) -> None:
        """There are no more events; ``beside`` them are these openings."""
        home, values = self.home, self.values
        given = [(None, digest, msgspec.to_builtins(opening)) for digest, opening in beside.items()]
        for seq, digest, opening in (*given, *self._shown):
            wrong = self._wrong(digest, opening)
            if not wrong and seq is not None and home[digest].seq > seq:
                wrong = "an opening of what is sealed later"
            if wrong:
                self._findings.fail(6, wrong, seq or (home[digest].seq if digest in home else None))
            else:
                values[digest] = opening["value"]
        counts = self._findings.report.counts
        counts.sealed, counts.openings = len(home), len(values)
        self._findings.done(
            6,
            f"{len(values)} of {len(home)} sealed values are open, and are what was sealed",
        )

    def _wrong(self, digest: str, opening: Mapping[str, Any]) -> str:
        if digest not in self.home:
            return "an opening of nothing that is sealed here"
        salt, value = opening["salt"], opening["value"]
        if len(salt) != 32 or set(salt) - set("0123456789abcdef"):
            return "an opening's salt is not 16 bytes"
        if seals.names_sealed(value) and (
            seals.is_malformed(value) or any(True for _ in seals.digests_in(value))
        ):
            return "a sealed value contains a sealed value"
        home = self.home[digest]
        if seals.digest(home.campaign, home.seq, bytes.fromhex(salt), value) != digest:
            return "an opening is not what was sealed"
        return ""


class _SealedDraw(NamedTuple):
    seq: int
    thrown: Thrown
    digest: str  #: of its dice


class End:
    """What has to hold once the seals are open (check 7)."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._over = bytearray(1)  # whether the campaign is over before the first event, after each
        self._ends: list[tuple[int, bool, Mapping[str, str]]] = []
        self._after: list[tuple[int, str]] = []
        self._anchor = ""
        self._draws: dict[str, list[_SealedDraw]] = {}  # by anchor

    def add(self, event: Event) -> None:
        """Take up the next event."""
        over = bool(self._over[-1])
        for draw in event.draws:
            if draw["chain"] == "sealed":
                one = _SealedDraw(event.seq, Thrown.of(event, draw), draw["dice"]["sealed"])
                self._draws.setdefault(self._anchor, []).append(one)
                if self._ends:
                    self._after.append((event.seq, "a sealed draw after the seals are open"))
        for effect in event.effects:
            match effect["type"]:
                case "concluded":
                    over = True
                case "rewound":
                    to = effect["to"]
                    over = to < len(self._over) and bool(self._over[to])
                    if self._ends and to < self._ends[0][0]:
                        self._after.append((event.seq, "a rewind to before the seals were opened"))
                case "seals-agreed" if self._ends or not self._over[-1]:
                    detail = "a seat answers when nobody is asked about the seals"
                    self._findings.fail(7, detail, event.seq)
        self._over.append(over)
        for effect in event.effects:
            match effect["type"]:
                case "campaign-created" | "forked":
                    self._anchor = effect["anchors"]["sealed"]["anchor"]
                case "dice-chain-extended" if effect["chain"] == "sealed":
                    self._anchor = effect["anchor"]
                case "seals-opened":
                    self._ends.append((event.seq, over, effect["last"]))

    def done(self, home: Mapping[str, Home], values: Mapping[str, Any]) -> None:
        """There are no more events; what is sealed, and what of it openings show, is known."""
        if not self._ends:
            self._findings.done(7, "the seals are not open yet", "not-run")
            return
        seq, over, last = self._ends[0]
        if len(self._ends) > 1:
            self._findings.fail(7, "the seals are opened twice", self._ends[1][0])
        if not over:
            self._findings.fail(7, "the seals are opened before the end", seq)
        for digest, sealed in home.items():
            if digest not in values:
                self._findings.fail(7, "a sealed value has no opening", sealed.seq)
        for later, wrong in self._after:
            self._findings.fail(7, wrong, later)
        try:
            self._chains(last, values, seq)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._findings.fail(7, f"malformed: {error}", seq)

    def _chains(self, last: Mapping[str, str], values: Mapping[str, Any], end: int) -> None:
        if last.keys() != self._draws.keys():
            self._findings.fail(7, "the last links are not those of the chains drawn from", end)
            return
        faces = 0
        for anchor, link in last.items():
            value = bytes.fromhex(link)
            for seq, thrown, digest in reversed(self._draws[anchor]):
                dice = values[digest]
                check_dice(dice, seq)
                wrong = wrong_face(thrown, "sealed", value, dice)
                if wrong:
                    self._findings.fail(7, wrong, seq)
                faces += len(dice)
                value = sha256(value)
            if value.hex() != anchor:
                self._findings.fail(7, "a last link does not lead to its anchor", end)
        self._findings.done(7, f"everything is open; {faces} hidden faces follow from their seeds")
