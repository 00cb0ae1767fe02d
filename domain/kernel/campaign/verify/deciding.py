"""Deciding a whole record again (check 10), but for what was decided before."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from iacta.domain.kernel.campaign.facts import effect_tags
from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.recheck import Mismatch, decide_again
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.campaign.verify.chains import first_effect
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.campaign.verify.revisited import Revisited
from iacta.domain.kernel.campaign.verify.seals import Openings
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.canonical import fingerprint
from iacta.domain.kernel.proof.capsules import Item
from iacta.domain.kernel.proof.errors import NotKnown
from iacta.domain.kernel.proof.record import Event

Systems = Mapping[str, AnySystem]


class Decided(msgspec.Struct, frozen=True):
    """What deciding the events up to ``seq`` again has given.

    ``hash``: of the last of them, which covers all; ``known``: a digest of which of the values that
    they seal were at hand; ``count``, ``hidden``, ``other``: how many were decided, depend on what
    was hidden, and are of another edition.
    """

    seq: int
    hash: str
    known: str
    count: int
    hidden: int
    other: int


class Before:
    """What is kept of an earlier check of the same log by the same rules: what was ``decided``, and
    the ``state`` that these events have folded to.

    After a check that does not fail, it is what to keep of that.
    """

    def __init__(self, decided: Decided | None = None, state: Campaign | None = None) -> None:
        self.decided, self.state = decided, state

    @property
    def whole(self) -> tuple[Decided, Campaign] | None:
        """Both, if the state is that after the last event that was decided."""
        decided, state = self.decided, self.state
        if decided is None or state is None:
            return None
        same = (decided.seq, decided.hash) == (state.seq, state.hash)
        return (decided, state) if same else None


class Outline:
    """What a walk through the events tells of them, before they are decided again."""

    system: str
    """of the first event, of which there is one at least"""

    def __init__(self) -> None:
        self.effects: dict[str, None] = {}  # their types, as they first occur
        self.rewinds: list[tuple[int, int]] = []  # each with the event that it goes back to
        self.seq = 0

    def add(self, item: Item) -> None:
        """Take up the next event."""
        self.seq += 1
        if self.seq == 1:
            self.system = str(first_effect(item.event).get("system"))
        for effect in item.event.effects:
            self.effects.setdefault(effect["type"])
            if effect["type"] == "rewound":
                self.rewinds.append((self.seq, effect["to"]))


class Log(Protocol):
    """Events that can be read again."""

    def after(self, count: int) -> Iterable[Item]:
        """What follows the first ``count`` of them."""


def decide_all_again(
    findings: Findings,
    log: Log,
    outline: Outline,
    openings: Openings,
    systems: Systems | None,
    before: Before | None = None,
) -> None:
    """Check 10: the rules give what is recorded."""
    system = (systems or {}).get(outline.system)
    if system is None:
        findings.done(10, "the rules are not installed", "not-run")
        return
    if any(findings.report.check(number).result == "fail" for number in (2, 3, 4)):
        findings.done(10, "the record itself fails a check", "not-run")
        return
    tags = effect_tags(system)
    unknown = [kind for kind in outline.effects if kind not in tags]
    if unknown:
        findings.done(10, f"not folded: the rules do not know the effect {unknown[0]}", "not-run")
        return
    _decide(findings, log, outline, openings, system, before)


def _decide(
    findings: Findings,
    log: Log,
    outline: Outline,
    openings: Openings,
    system: AnySystem,
    before: Before | None,
) -> None:
    """The hashes are right: so of what has the hash that was kept, the state is known too.

    It is what was folded in that check, and nothing that is stored: a snapshot is not trusted.
    """
    values, counts = openings.values, Counter[str]()
    campaign, decided = Campaign(), 0
    past = Revisited(to for _, to in outline.rewinds)
    still = _still(log, outline, openings, before)
    if still is not None:
        done, state = still
        counts.update(count=done.count, hidden=done.hidden, other=done.other)
        decided = done.seq
        if not any(to < decided < seq for seq, to in outline.rewinds):
            campaign = past.add(state)
    for item in log.after(campaign.seq):
        event = item.event
        after = _folded(campaign, item, system, past)
        if event.seq > decided:
            try:
                folded = after if isinstance(after, Campaign) else None
                counts[_decided(campaign, event, system, values, past, folded)] += 1
            except Mismatch as error:
                findings.fail(10, str(error), event.seq)
                return
            except MemoryError:
                raise
            except Exception as error:  # what a forger wrote may trip the rules' code anywhere
                findings.fail(10, f"it cannot be decided: {error!r}", event.seq)
                return
        if not isinstance(after, Campaign):
            findings.fail(10, f"it cannot be folded: {after}", event.seq)
            return
        campaign = past.add(after)
    count, hidden, other = counts["count"], counts["hidden"], counts["other"]
    findings.report.counts.decided = count
    if before:
        known = _known(openings, campaign.seq)
        before.decided = Decided(campaign.seq, campaign.hash, known, count, hidden, other)
        before.state = campaign
    left = [f"{hidden} depend on what is still hidden"] if hidden else []
    if other:
        left.append(f"{other} are of an edition that is not installed")
    if left:
        findings.done(10, f"{count} commands; {'; '.join(left)}", "not-run")
    else:
        findings.done(10, f"{count} commands give the effects that are recorded")


def _folded(campaign: Campaign, item: Item, system: AnySystem, past: Past) -> Campaign | Exception:
    """The campaign after an event, or why there is none: what the rules say of it comes first."""
    try:
        return evolve(campaign, item.record, item.hash, system, past)
    except MemoryError:
        raise
    except Exception as error:  # what a forger wrote may trip any code
        return error


def _decided(
    campaign: Campaign,
    event: Event,
    system: AnySystem,
    values: Mapping[str, Any],
    past: Past,
    after: Campaign | None,
) -> Literal["count", "hidden", "other"]:
    """Which count of `Decided` an event belongs to; `Mismatch` if the rules give another."""
    if _edition(event, campaign) != system.edition:
        return "other"
    try:
        decide_again(campaign, event, system, values, past, after=after)
    except NotKnown:
        return "hidden"
    return "count"


def _still(
    log: Log, outline: Outline, openings: Openings, before: Before | None
) -> tuple[Decided, Campaign] | None:
    """What was decided before, and the state then, if this record begins with the same events and
    no more of what they seal is at hand.
    """
    kept = before.whole if before else None
    if kept is None or kept[1].seq > outline.seq:
        return None
    last = next(iter(log.after(kept[1].seq - 1)))
    if last.hash != kept[1].hash or _known(openings, kept[1].seq) != kept[0].known:
        return None
    return kept


def _known(openings: Openings, last: int) -> str:
    """A digest of which of the values that events up to ``last`` seal are at hand; empty if none
    is at all.
    """
    if not openings.values:
        return ""
    home = openings.home
    return fingerprint(sorted(digest for digest in openings.values if home[digest].seq <= last))


def _edition(event: Event, before: Campaign) -> str:
    """The edition that decides an event: the one that it begins with or adopts, if it does."""
    first = first_effect(event)
    if first.get("type") in ("campaign-created", "edition-adopted"):
        return str(first["edition"])
    return before.edition
