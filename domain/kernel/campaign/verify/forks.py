"""What a record says of forks, and of the seats' agreement to them (check 2)."""

from collections.abc import Collection, Mapping
from typing import Any

from iacta.domain.kernel.campaign.verify.chains import first_effect
from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.proof.record import Event


class Forks:
    """Forks carry what they may, and seats agree to them themselves.

    ``restored``: what the report says first, after which restored backup the record goes on.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._seats: Collection[str] | None = None
        self.restored = ""

    def add(self, event: Event) -> None:
        """Check the next event."""
        if self._seats is None:
            self._seats = _seats(event)
        for effect in event.effects:
            wrong = _wrong(event, effect, self._seats)
            if wrong:
                self._findings.fail(2, wrong, event.seq)
            if effect["type"] == "forked" and "restored" in effect:
                lost = effect["restored"]["lost"]
                noun = "event" if lost == 1 else "events"
                self.restored += f"forked from a restored backup, {lost} signed {noun} lost; "


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
