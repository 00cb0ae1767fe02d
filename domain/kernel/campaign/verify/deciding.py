"""Deciding a whole record again (check 10), but for what was decided before."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from iacta.domain.kernel.campaign.facts import effect_tags
from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.recheck import Mismatch, decide_again
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.campaign.verify.chains import first_effect
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.campaign.verify.revisited import Revisited
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import seals
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
    """What is kept of an earlier check of the same log by the same rules.

    After a check that does not fail, ``decided`` is what to keep of it.
    """

    def __init__(self, decided: Decided | None) -> None:
        self.decided = decided


def decide_all_again(
    findings: Findings,
    items: Sequence[Item],
    values: Mapping[str, Any],
    systems: Systems | None,
    before: Before | None = None,
) -> None:
    """Check 10: the rules give what is recorded."""
    created = first_effect(items[0].event)
    system = (systems or {}).get(str(created.get("system")))
    if system is None:
        findings.done(10, "the rules are not installed", "not-run")
        return
    if any(findings.report.check(number).result == "fail" for number in (2, 3, 4)):
        findings.done(10, "the record itself fails a check", "not-run")
        return
    unknown = _unknown_effect(items, system)
    if unknown:
        findings.done(10, f"not folded: the rules do not know the effect {unknown}", "not-run")
        return
    _decide(findings, items, values, system, before)


def _decide(
    findings: Findings,
    items: Sequence[Item],
    values: Mapping[str, Any],
    system: AnySystem,
    before: Before | None,
) -> None:
    done = _still(items, values, before)
    counts = Counter(count=done.count, hidden=done.hidden, other=done.other) if done else Counter()
    past = Revisited(item.event for item in items)
    campaign = Campaign()
    for item in items:  # all are folded: no state that was kept elsewhere is trusted
        event = item.event
        after = _folded(campaign, item, system, past)
        if done is None or event.seq > done.seq:
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
        last = items[-1]
        known = _known(items, values)
        before.decided = Decided(last.event.seq, last.hash, known, count, hidden, other)
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
    items: Sequence[Item], values: Mapping[str, Any], before: Before | None
) -> Decided | None:
    """What was decided before, if this record begins with the same events and no more of what
    they seal is at hand.
    """
    done = before.decided if before else None
    if done is None or done.seq > len(items) or items[done.seq - 1].hash != done.hash:
        return None
    return done if _known(items[: done.seq], values) == done.known else None


def _known(items: Sequence[Item], values: Mapping[str, Any]) -> str:
    """A digest of which of the values that some events seal are at hand; empty if none is."""
    if not values:
        return ""
    sealed = (digest for item in items for digest in seals.digests_of(item.record))
    return fingerprint(sorted(digest for digest in sealed if digest in values))


def _unknown_effect(items: Sequence[Item], system: AnySystem) -> str:
    """The first type of effect that neither the kernel nor the game knows, if there is one."""
    tags = effect_tags(system)
    for item in items:
        for effect in item.event.effects:
            if effect["type"] not in tags:
                return str(effect["type"])
    return ""


def _edition(event: Event, before: Campaign) -> str:
    """The edition that decides an event: the one that it begins with or adopts, if it does."""
    first = first_effect(event)
    if first.get("type") in ("campaign-created", "edition-adopted"):
        return str(first["edition"])
    return before.edition
