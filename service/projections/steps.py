"""Steps for viewers: each event in words, with its dice and the change of the view."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.kernel.campaign.narrate import narrate
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.views import view
from iacta.domain.kernel.contract.system import AnySystem, Beat
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.record import Event
from iacta.service.projections.patch import diff
from iacta.service.projections.rolls import proof_class


def make_step(
    before: tuple[Campaign, Mapping[str, Any]],
    after: tuple[Campaign, Mapping[str, Any]],
    event: Event,
    system: AnySystem,
    known: Mapping[str, Any],
) -> dict[str, Any]:
    """An event as a viewer shows it, from campaign and view before and after it.

    ``known``: the hidden values that its audience may see.
    """
    story = narrate(event, before[0], after[0], system, known)
    marks = [*story.marks, *_beat(story.beat)]
    if any(draw["chain"] == "entered" for draw in event.draws):
        marks.append({"kind": "entered"})
    step: dict[str, Any] = to_plain(
        {
            "seq": event.seq,
            "at": event.at,
            "by": event.by,
            "for": event.for_,
            "text": story.text,
            "dice": dice_of(event, known),
            "patch": list(diff(before[1], after[1])),
            "marks": marks,
        }
    )
    return step


def _beat(beat: Beat | None) -> list[dict[str, Any]]:
    """The mark of an event's place in the story, without the members that say nothing."""
    if beat is None:
        return []
    told = {"seat": beat.seat, "continues": beat.continues, "label": beat.headline}
    return [{"kind": "beat", **{name: value for name, value in told.items() if value}}]


def dice_of(event: Event, known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The dice of an event with their class; a face is null where it is sealed."""
    dice = []
    for draw in event.draws:
        chain = draw["chain"]
        proof = proof_class(event, chain)
        inner = draw["dice"]
        if chain == "sealed":
            inner = known.get(inner["sealed"])
            if inner is None:
                dice.append({"chain": chain, "die": "", "face": None, "for": "", "class": "sealed"})
                continue
        dice += [{"chain": chain, "class": proof, **die} for die in inner]
    return dice


def view_of(
    campaign: Campaign, system: AnySystem, audience: str, known: Mapping[str, Any]
) -> dict[str, Any]:
    """An audience's view; before the first event nothing is seen."""
    if campaign.game is None:
        return {}
    return view(campaign, system, audience, known)
