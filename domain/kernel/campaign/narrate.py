"""The campaign's effects in sentences, around the game's own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.facts import decode_effect, decode_recorded_change
from iacta.domain.kernel.campaign.standing_answers import titled, worded
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.views import seat_views
from iacta.domain.kernel.contract.narration import Mark
from iacta.domain.kernel.contract.system import AnySystem, Beat, Story
from iacta.domain.kernel.contract.words import within
from iacta.domain.kernel.proof.record import Event

ANSWERS = {
    "yes": "agreed to open the seals",
    "no": "did not agree to open the seals yet",
    "object": "objected to opening the seals",
}

REASON = "Reason: "
WON = "Won by "
END: Mark = {"kind": "end"}

ALONE = {fx.CampaignCreated, fx.Forked, fx.Rewound, fx.Ruled}
"""Effects whose event opens a beat of its own, whatever the game makes of it."""
CLERICAL = {
    *(fx.SeatClaimed, fx.Extended, fx.Annotated, fx.Opened, fx.SealsAgreed, fx.SealsOpened),
    *(fx.StandingLaid, fx.StandingEnded),
}
"""Effects that are told with whatever came before them."""


def narrate(
    event: Event, before: Campaign, after: Campaign, system: AnySystem, known: Mapping[str, Any]
) -> Story:
    """An event in words, from the campaign before and after it.

    ``known``: the hidden values that its reader may see.
    """
    ahead: list[str] = []
    behind: list[str] = []
    marks: list[Mark] = []
    game: list[Any] = []
    own: list[fx.KERNEL] = []
    for plain in event.effects:
        effect = decode_effect(system, plain)
        if not isinstance(effect, fx.KERNEL):
            game.append(effect)
            continue
        own.append(effect)
        story = _narrate_effect(effect, event, after, system, known)
        (behind if game else ahead).extend(story.text)
        marks += story.marks
        if isinstance(effect, fx.Ruled):
            game += [decode_recorded_change(system, change) for change in effect.changes]
    of_game = Story(())
    if game:
        # After a rewind the game's own effects start from where it has gone back to.
        start = after if any(one["type"] == "rewound" for one in event.effects) else before
        state = start.game or system.state_type()
        of_game = system.narrate(state, game, known)
        if _answers(event, before, system):
            answer = system.narrate(state, game[:1], known).text
            of_game = _as_answer(of_game, answer, event)
    if END in of_game.marks:  # the game's own words have told who won
        behind = [line for line in behind if not line.startswith(WON)]
    text = (*ahead, *of_game.text, *behind, *_entered(event))
    told = {type(one) for one in own}
    beat = of_game.beat if game and not told & ALONE else _beat(event, told)
    return Story(text or ("Nothing changes.",), (*of_game.marks, *marks), beat)


def _beat(event: Event, told: set[type]) -> Beat:
    """The beat of an event that is the campaign's own."""
    seat = event.acting.removeprefix("seat:") if event.acting.startswith("seat:") else ""
    return Beat(seat, continues=bool(told) and told <= CLERICAL)


def _answers(event: Event, before: Campaign, system: AnySystem) -> bool:
    """Whether an event answers a window that was open before it."""
    seat = event.acting.removeprefix("seat:")
    return not event.command["type"].startswith("campaign.") and any(
        seat in window.asked(before.game) for window in system.windows
    )


def _as_answer(story: Story, answer: Sequence[str], event: Event) -> Story:
    """The story of an event that begins with an answer to a window, whose sentences are these.

    Without dice and consequences it goes on with the beat before it. A standing answer is told,
    if need be with what came of it, and said to be one.
    """
    beat, text = story.beat, story.text
    if text == tuple(answer) and not event.draws:
        seat = event.acting.removeprefix("seat:")
        beat = replace(beat or Beat(seat), continues=True)
    if event.by == "service" and answer:
        begins = answer[0].removesuffix(".")
        line = next((line for line in text if line.startswith(begins)), "")
        told = f"{(line or begins).removesuffix('.')} (by standing order)."
        text = tuple(told if one == line else one for one in text) if line else (*text, told)
    return Story(text, story.marks, beat)


def _sentence(text: str) -> str:
    """A player's text, with a full stop unless it ends with punctuation."""
    return text if text.endswith((".", "!", "?", "…", ")", "”", '"')) else f"{text}."


def _entered(event: Event) -> list[str]:
    """A sentence for each draw of entered dice, with its witness."""
    return [
        f"Dice entered by the referee; witness: {_sentence(draw['witness'])}"
        for draw in event.draws
        if draw["chain"] == "entered"
    ]


def _name(role: str, after: Campaign, system: AnySystem) -> str:
    for seat in seat_views(after, system):
        if role == f"seat:{seat.seat}":
            return seat.title
    return {"referee": "The referee", "observer": "An observer"}.get(role, "The service")


def _forked(effect: fx.Forked, after: Campaign, system: AnySystem) -> Iterator[str]:
    """How a fork begins; what was lost before it comes first."""
    if effect.restored is not None:
        lost = effect.restored.lost
        events = "1 signed event is" if lost == 1 else f"{lost or 'no'} signed events are"
        yield f"A backup was restored; {events} known to be lost."
    kept = " The hidden order is kept." if effect.keep_order else ""
    seen = f" Something hidden had been seen.{kept}" if effect.seen else ""
    if effect.carries:
        seen = " What is hidden and undealt is redrawn."
    yield f"Forked after event {effect.at}.{seen}"
    for text, seats in (
        ("Agreed: {}.", [seat for seat, _ in effect.consents]),
        ("Seats that keep their holders: {}.", effect.held),
    ):
        if seats:
            yield text.format(", ".join(_name(f"seat:{seat}", after, system) for seat in seats))
    yield "Dice are new."


def _agreed(who: str, effect: fx.ForkConsented) -> str:
    if effect.withdrawn:
        return f"{who} took back the agreement to a fork after event {effect.at}."
    return (
        f"{who} agreed to a fork after event {effect.at}: once something hidden is drawn "
        "or played, play in each branch reveals secrets of the other."
    )


def _narrate_effect(
    effect: fx.KERNEL, event: Event, after: Campaign, system: AnySystem, known: Mapping[str, Any]
) -> Story:
    """The sentences and marks of one of the campaign's own effects."""
    who = _name(event.acting, after, system)
    match effect:
        case fx.CampaignCreated():
            scenario = system.scenario(effect.scenario)
            return Story((f"A campaign of {system.title} is created: {scenario.title}.",))
        case fx.Forked():
            mark = {"kind": "fork", "at": effect.at, "parent": effect.parent}
            return Story(tuple(_forked(effect, after, system)), (mark,))
        case fx.Rewound():
            agreed = [_name(f"seat:{seat}", after, system) for seat in effect.consents]
            more = f" Agreed: {', '.join(agreed)}." if agreed else ""
            text = f"Rewound to event {effect.to}. Dice after it are new.{more}"
            return Story(
                (text, f"{REASON}{_sentence(effect.reason)}"),
                ({"kind": "rewind", "to": effect.to},),
            )
        case fx.Consented():
            return Story((f"{who} agreed to a rewind to event {effect.to}.",))
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
            return Story((text, f"{REASON}{_sentence(effect.reason)}"), ({"kind": "ruling"},))
        case fx.Annotated():
            return Story((f"On event {effect.seq}: {effect.text}",))
        case fx.StandingLaid():
            whose = _name(f"seat:{effect.seat}", after, system)
            what = titled(system, effect.window, effect.until)
            answer = worded(system, effect.window, known.get(effect.answer))
            more = f": {answer}" if answer else ""
            return Story((_sentence(f"{whose}: a standing answer to {what}{more}"),))
        case fx.StandingEnded():
            whose = _name(f"seat:{effect.seat}", after, system)
            what = titled(system, effect.window)
            if event.command["type"] == "campaign.stand-down":
                text = f"{whose}: the standing answer to {what} is withdrawn."
                return Story((text,))
            return Story((f"The standing answer of {within(whose)} to {what} ends.",))
        case fx.SeatClaimed():
            return Story((f"{_name('seat:' + effect.seat, after, system)}: the seat is taken.",))
        case fx.SeatHandedOver():
            how = " by the server's operator" if event.by == "service" else ""
            whose = _name(effect.role, after, system)
            return Story((f"{whose}: handed over to a new holder{how}.",))
        case fx.Resigned():
            return Story((f"{_name('seat:' + effect.seat, after, system)}: the seat is given up.",))
        case fx.EditionAdopted():
            return Story((f"Edition {effect.edition} of the rules is adopted.",))
        case fx.Concluded():
            names = [_name(f"seat:{seat}", after, system) for seat in effect.winners]
            won = [f"{WON}{' and '.join(map(within, names))}."] if names else []
            # Of what ends by its rules the game tells the reason, if in an event before this.
            ruled = event.command["type"] == "campaign.conclude"
            reason = [f"{REASON}{_sentence(effect.reason)}"] if ruled else []
            return Story(("The game is over.", *won, *reason), (END,))
        case _:
            assert_never(effect)
