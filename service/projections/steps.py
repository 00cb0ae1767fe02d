"""Steps for viewers: each event in words, with its dice and the change of the view."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.fold import (
    Campaign,
    decode_effect,
    decode_effect_change,
    seat_views,
    view,
)
from iacta.domain.kernel.contract.system import Story, System
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.record import Event
from iacta.service.projections.patch import diff
from iacta.service.projections.rolls import proof_class

ANSWERS = {
    "yes": "agrees to open the seals",
    "no": "does not agree to open the seals yet",
    "object": "objects to opening the seals",
}


class Step(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """One event as a viewer shows it."""

    seq: int
    at: str
    by: str
    for_: str
    text: tuple[str, ...]
    dice: tuple[Mapping[str, Any], ...]
    patch: tuple[Mapping[str, Any], ...]
    marks: tuple[Mapping[str, Any], ...]


def make_step(
    before: tuple[Campaign, Mapping[str, Any]],
    after: tuple[Campaign, Mapping[str, Any]],
    event: Event,
    system: System,
    known: Mapping[str, Any],
) -> Step:
    """The step of an event, from campaign and view before and after it.

    ``known``: the hidden values that its audience may see.
    """
    story = narrate(event, before[0], after[0], system, known)
    dice = tuple(dice_of(event, known))
    marks = list(story.marks)
    if any(draw["chain"] == "entered" for draw in event.draws):
        marks.append({"kind": "entered"})
    return Step(
        event.seq,
        event.at,
        event.by,
        event.for_,
        story.text,
        dice,
        tuple(diff(before[1], after[1])),
        tuple(marks),
    )


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
    campaign: Campaign, system: System, audience: str, known: Mapping[str, Any]
) -> dict[str, Any]:
    """An audience's view; before the first event nothing is seen."""
    if campaign.game is None:
        return {}
    return view(campaign, system, audience, known)


def narrate(
    event: Event,
    before: Campaign,
    state: Campaign,
    system: System,
    known: Mapping[str, Any],
) -> Story:
    """An event in words for an audience."""
    ahead: list[str] = []
    behind: list[str] = []
    marks: list[Mapping[str, Any]] = []
    game: list[Any] = []
    for plain in event.effects:
        effect = decode_effect(system, plain)
        story = _kernel(effect, event, state, system)
        if story is None:
            game.append(effect)
            continue
        (behind if game else ahead).extend(story.text)
        marks += story.marks
        if isinstance(effect, fx.Ruled):
            game += [decode_effect_change(system, change) for change in effect.changes]
    told = Story(())
    if game:
        # After a rewind the game's own effects start from where it has gone back to.
        start = state if any(one["type"] == "rewound" for one in event.effects) else before
        told = system.narrate(start.game or system.state_type(), game, known)
    text = (*ahead, *told.text, *behind, *_entered(event))
    return Story(text or ("Nothing changes.",), (*told.marks, *marks))


def _sentence(text: str) -> str:
    """What somebody wrote, with a full stop unless it ends with a sign of its own."""
    return text if text.endswith((".", "!", "?", "…", ")", "”", '"')) else f"{text}."


def _entered(event: Event) -> list[str]:
    """Who saw the dice that were entered."""
    return [
        f"Dice entered by the referee; witness: {_sentence(draw['witness'])}"
        for draw in event.draws
        if draw["chain"] == "entered"
    ]


def _name(role: str, state: Campaign, system: System) -> str:
    for seat in seat_views(state, system):
        if role == f"seat:{seat.seat}":
            return seat.title
    return {"referee": "The referee", "observer": "An observer"}.get(role, "The service")


def _forked(effect: fx.Forked, state: Campaign, system: System) -> Iterator[str]:
    """How a fork begins; what was lost before it is told first."""
    if effect.restored is not None:
        lost = effect.restored.lost
        events = "1 signed event is" if lost == 1 else f"{lost or 'no'} signed events are"
        yield f"A backup was restored; {events} known to be lost."
    kept = " The hidden order is kept." if effect.keep_order else ""
    seen = f" Something hidden had been seen.{kept}" if effect.seen else ""
    if effect.carries:
        seen = " What is hidden and undealt is drawn anew."
    yield f"Forked after event {effect.at}.{seen}"
    for text, seats in (
        ("Agreed: {}.", [seat for seat, _ in effect.consents]),
        ("Seats that keep their holders: {}.", effect.held),
    ):
        if seats:
            yield text.format(", ".join(_name(f"seat:{seat}", state, system) for seat in seats))
    yield "Dice are new."


def _agreed(who: str, effect: fx.ForkConsented) -> str:
    if effect.withdrawn:
        return f"{who} no longer agrees to a fork after event {effect.at}."
    return (
        f"{who} agrees to a fork after event {effect.at}: from the first hidden thing that is "
        "drawn or played, each branch tells about the other what play tells."
    )


def _kernel(effect: Any, event: Event, state: Campaign, system: System) -> Story | None:
    """A kernel effect in words; none for the game's own."""
    who = _name(event.acting, state, system)
    match effect:
        case fx.CampaignCreated():
            scenario = system.scenario(effect.scenario)
            return Story((f"A campaign of {system.title} is founded: {scenario.title}.",))
        case fx.Forked():
            mark = {"kind": "fork", "at": effect.at, "parent": effect.parent}
            return Story(tuple(_forked(effect, state, system)), (mark,))
        case fx.Rewound():
            agreed = [_name(f"seat:{seat}", state, system) for seat in effect.consents]
            more = f" Agreed: {', '.join(agreed)}." if agreed else ""
            text = f"Rewound to event {effect.to}. Dice after it are new.{more}"
            return Story(
                (text, f"Reason: {_sentence(effect.reason)}"),
                ({"kind": "rewind", "to": effect.to},),
            )
        case fx.Consented():
            return Story((f"{who} agrees to a rewind to event {effect.to}.",))
        case fx.ForkConsented():
            return Story((_agreed(who, effect),))
        case fx.ForkMade():
            return Story((f"Another branch begins after event {effect.at}: {effect.child}.",))
        case fx.Extended():
            return Story((f"The {effect.chain} dice chain is extended by {effect.links} links.",))
        case fx.Opened():
            return Story(())
        case fx.SealsAgreed():
            return Story((f"{who} {ANSWERS[effect.agree]}.",))
        case fx.SealsOpened():
            return Story(("The seals are opened: everything hidden is shown.",))
        case fx.Ruled():
            text = f"Ruling: {_sentence(effect.text)}"
            return Story((text, f"Reason: {_sentence(effect.reason)}"), ({"kind": "ruling"},))
        case fx.Annotated():
            return Story((f"On event {effect.seq}: {effect.text}",))
        case fx.SeatClaimed():
            return Story((f"{_name('seat:' + effect.seat, state, system)} takes the seat.",))
        case fx.SeatHandedOver():
            how = " by the server's operator" if event.by == "service" else ""
            whose = _name(effect.role, state, system)
            return Story((f"{whose}: handed over to a new holder{how}.",))
        case fx.Resigned():
            return Story((f"{_name('seat:' + effect.seat, state, system)} resigns.",))
        case fx.EditionAdopted():
            return Story((f"Edition {effect.edition} of the rules is adopted.",))
        case fx.Concluded():
            names = [_name(f"seat:{seat}", state, system) for seat in effect.winners]
            won = f" Won by {' and '.join(names)}." if names else ""
            return Story(
                (f"The campaign is over.{won}", f"Reason: {_sentence(effect.reason)}"),
                ({"kind": "end"},),
            )
    return None


def step_plain(step: Step) -> dict[str, Any]:
    """A step as plain data."""
    plain: dict[str, Any] = to_plain(step)
    return plain


def told_of(step: Step) -> dict[str, Any]:
    """What a capsule tells of an event besides its record."""
    plain = step_plain(step)
    return {name: plain[name] for name in ("text", "patch", "marks")}
