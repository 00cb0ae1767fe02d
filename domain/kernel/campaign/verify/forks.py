"""What a record says of forks, and of the seats' agreement to them (check 2)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.campaign.verify.chains import first_effect
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.proof.record import Event


def check_forks(findings: Findings, events: Sequence[Event]) -> None:
    """Check that forks carry what they may, and that seats agree to them themselves."""
    seats = _seats(events[0])
    for event in events:
        for effect in event.effects:
            wrong = _wrong(event, effect, seats)
            if wrong:
                findings.fail(2, wrong, event.seq)


def restored(events: Sequence[Event]) -> str:
    """What the report says first: after which restored backup the record goes on."""
    restored_after = ""
    for event in events:
        for effect in event.effects:
            if effect["type"] == "forked" and "restored" in effect:
                lost = effect["restored"]["lost"]
                noun = "event" if lost == 1 else "events"
                restored_after += f"forked from a restored backup, {lost} signed {noun} lost; "
    return restored_after


def _seats(first: Event) -> list[str]:
    created = first_effect(first)
    if created.get("type") != "campaign-created":
        return []
    return [seat["seat"] for seat in created["seats"]]


def _wrong(event: Event, effect: Mapping[str, Any], seats: Collection[str]) -> str:
    match effect["type"]:
        case "forked":
            return _forked(effect, seats)
        case "fork-consented":
            return _consented(event, effect)
        case "fork-made":
            return _made(event, effect)
    return ""


def _forked(effect: Mapping[str, Any], seats: Collection[str]) -> str:
    held, consents = effect.get("held", []), effect.get("consents", [])
    agreed = [seat for seat, _ in consents]
    if not (held or consents or "restored" in effect):
        return ""
    if not effect["seen"] or effect["keep_order"]:
        return "a fork that carries secrets keeps their order"
    if consents and "restored" in effect:
        return "nobody agrees to the fork of a restored backup"
    for named in (held, agreed):
        if len(set(named)) < len(named) or not set(named) <= set(seats):
            return "a fork names a seat twice, or one that is not there"
    if any(event <= effect["at"] for _, event in consents):
        return "a seat agrees to a fork before the event at which it is made"
    return ""


def _consented(event: Event, effect: Mapping[str, Any]) -> str:
    if event.by != f"seat:{effect['seat']}" or event.for_:
        return "a seat agrees to a fork by another's hand"
    return "" if effect["at"] < event.seq else "a seat agrees to a fork at an event to come"


def _made(event: Event, effect: Mapping[str, Any]) -> str:
    if event.command["type"] != "campaign.note-fork" or event.by != "referee":
        return "a fork is noted by another command, or by another than the referee"
    if effect["child"] == event.campaign or effect["at"] >= event.seq:
        return "a noted fork is of a later event, or of the campaign itself"
    return ""
