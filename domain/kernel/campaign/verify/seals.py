"""Openings, and what the end has to show (checks 6 and 7)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.verify.chains import wrong_face
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.campaign.verify.shapes import check_dice
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.capsules import Capsule
from iacta.domain.kernel.proof.record import Event

Home = dict[str, Event]
"""The event that sealed a value, by the value's digest."""


def check_openings(findings: Findings, capsule: Capsule) -> tuple[Home, dict[str, Any]]:
    """Check 6; returns what is sealed, and by digest the hidden values that openings show."""
    home: Home = {}
    for item in capsule.items:
        for digest in seals.digests_of(item.record):
            if digest in home:
                findings.fail(6, "a digest that occurs elsewhere", item.event.seq)
            home[digest] = item.event
    values: dict[str, Any] = {}
    given = [
        (None, digest, msgspec.to_builtins(opening)) for digest, opening in capsule.openings.items()
    ]
    for item in capsule.items:
        for effect in item.event.effects:
            if effect["type"] == "opened":
                given += [(item.event.seq, *pair) for pair in effect["openings"].items()]
    for seq, digest, opening in given:
        wrong = _wrong_opening(home, digest, opening)
        if not wrong and seq is not None and home[digest].seq > seq:
            wrong = "an opening of what is sealed later"
        if wrong:
            findings.fail(6, wrong, seq or (home[digest].seq if digest in home else None))
        else:
            values[digest] = opening["value"]
    findings.report.counts.sealed, findings.report.counts.openings = len(home), len(values)
    findings.done(
        6,
        f"{len(values)} of {len(home)} sealed values are open, and are what was sealed",
    )
    return home, values


def _wrong_opening(home: Home, digest: str, opening: Mapping[str, Any]) -> str:
    if digest not in home:
        return "an opening of nothing that is sealed here"
    salt, value = opening["salt"], opening["value"]
    if len(salt) != 32 or set(salt) - set("0123456789abcdef"):
        return "an opening's salt is not 16 bytes"
    if seals.names_sealed(value) and (
        seals.is_malformed(value) or any(True for _ in seals.digests_in(value))
    ):
        return "a sealed value contains a sealed value"
    event = home[digest]
    if seals.digest(event.campaign, event.seq, bytes.fromhex(salt), value) != digest:
        return "an opening is not what was sealed"
    return ""


def check_end(
    findings: Findings, events: Sequence[Event], home: Home, values: Mapping[str, Any]
) -> None:
    """Check 7: what has to hold once the seals are open."""
    ends = [
        (index, event.seq, effect)
        for index, event in enumerate(events)
        for effect in event.effects
        if effect["type"] == "seals-opened"
    ]
    over = _over(events)
    for index, event in enumerate(events):
        asked = over[index] and not (ends and index > ends[0][0])
        if not asked and any(effect["type"] == "seals-agreed" for effect in event.effects):
            findings.fail(7, "a seat answers when nobody is asked about the seals", event.seq)
    if not ends:
        findings.done(7, "the seals are not open yet", "not-run")
        return
    index, seq, effect = ends[0]
    if len(ends) > 1:
        findings.fail(7, "the seals are opened twice", ends[1][1])
    if not over[index + 1]:
        findings.fail(7, "the seals are opened before the end", seq)
    for digest, event in home.items():
        if digest not in values:
            findings.fail(7, "a sealed value has no opening", event.seq)
    for event in events:
        if event.seq > seq:
            if any(draw["chain"] == "sealed" for draw in event.draws):
                findings.fail(7, "a sealed draw after the seals are open", event.seq)
            for later in event.effects:
                if later["type"] == "rewound" and later["to"] < seq:
                    findings.fail(7, "a rewind to before the seals were opened", event.seq)
    try:
        _check_sealed_chains(findings, events, effect["last"], values, seq)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        findings.fail(7, f"malformed: {error}", seq)


def _over(events: Sequence[Event]) -> list[bool]:
    """Whether the campaign is over before the first event, and after each."""
    after: list[bool] = [False]
    for event in events:
        over = after[-1]
        for effect in event.effects:
            if effect["type"] == "concluded":
                over = True
            elif effect["type"] == "rewound":
                over = effect["to"] < len(after) and after[effect["to"]]
        after.append(over)
    return after


def _check_sealed_chains(
    findings: Findings,
    events: Sequence[Event],
    last: Mapping[str, str],
    values: Mapping[str, Any],
    end: int,
) -> None:
    anchor, by_anchor = "", dict[str, list[tuple[Event, Mapping[str, Any]]]]()
    for event in events:
        for draw in event.draws:
            if draw["chain"] == "sealed":
                by_anchor.setdefault(anchor, []).append((event, draw))
        for effect in event.effects:
            if effect["type"] in ("campaign-created", "forked"):
                anchor = effect["anchors"]["sealed"]["anchor"]
            elif effect["type"] == "dice-chain-extended" and effect["chain"] == "sealed":
                anchor = effect["anchor"]
    if last.keys() != by_anchor.keys():
        findings.fail(7, "the last links are not those of the chains drawn from", end)
        return
    faces = 0
    for anchor, link in last.items():
        value = bytes.fromhex(link)
        for event, drawn in reversed(by_anchor[anchor]):
            dice = values[drawn["dice"]["sealed"]]
            check_dice(dice, event.seq)
            wrong = wrong_face(event, "sealed", drawn["link"], value, dice)
            if wrong:
                findings.fail(7, wrong, event.seq)
            faces += len(dice)
            value = sha256(value)
        if value.hex() != anchor:
            findings.fail(7, "a last link does not lead to its anchor", end)
    findings.done(7, f"everything is open; {faces} hidden faces follow from their seeds")
