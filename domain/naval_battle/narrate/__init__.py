"""Effects as sentences, written when read: the headline first, then the details."""

from collections.abc import Sequence
from typing import Any, assert_never

from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Change, Known, Story
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.evolve import evolve
from iacta.domain.naval_battle.narrate import fight
from iacta.domain.naval_battle.narrate.changes import describe as describe_change
from iacta.domain.naval_battle.standing import meaning
from iacta.domain.naval_battle.state import Seat, State
from iacta.domain.naval_battle.state.words import side

CASES = {
    "a": "Both sides may agree to fight",
    "b": "Supply comes by sea, and may be intercepted",
    "c": "A Force moves by sea, and may be intercepted",
}
BEGINS = {
    "reply": "Supply is cut, unless there is a battle for it.",
    "allocation": "Both sides choose who fights, and aboard what.",
    "bids": "Leaders may play stratagems for tactical superiority.",
    "combat": "The fleets are in their places, and may attack.",
    "reconstitution": "The victors may get lost units back.",
}
LEFT = {"escapes": "escapes", "battered": "escapes, battered", "lost": "is lost with all aboard"}


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """An event in words."""
    return tell(before, effects, evolve, _describe, _marks)


def _marks(state: State, effect: Any) -> list[Mark]:
    match effect:
        case fx.TurnBegun() if effect.turn != state.turn:
            return [{"kind": "chapter", "label": f"Turn {effect.turn}"}]
        case fx.Attacked():
            return [{"kind": "battle"}]
        case fx.FleetSunk():
            return [{"kind": "death"}] if any(not one.to for one in effect.jumps) else []
        case fx.Captured() | fx.Reverted() if effect.killed:
            return [{"kind": "death"}]
        case fx.BattleEnded():
            return [{"kind": "end"}]
        case _:
            return []


def _describe(state: State, after: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
    if isinstance(effect, Change):
        return [describe_change(state, effect)]
    match effect:
        case fx.Begun():
            names = listed([f"the {side.name}" for side in effect.sides])
            return [f"{effect.place}: {names} are in the hex.", f"{CASES[effect.case]}."]
        case fx.Agreed():
            return [sentence(f"{side(state, effect.seat)} want to fight")]
        case fx.Intercepted():
            if effect.leader:
                paid = count_of(effect.stratagems, "Military Stratagem")
                return [f"{effect.leader} intercepts, for {paid}."]
            which = "" if effect.force == "force" else f" with the {effect.force} Force"
            return [sentence(f"{side(state, effect.seat)} intercept the supply{which}")]
        case fx.BattleGiven():
            return [sentence(f"{side(state, effect.seat)} give battle for their supply")]
        case fx.PhaseBegun():
            return [BEGINS[effect.phase]] if effect.phase in BEGINS else []
        case fx.AllocationLaid():
            return [sentence(f"{side(state, effect.seat)} have chosen who fights")]
        case fx.AllocationsOpened():
            return [*_fleets(after, "active"), *_fleets(after, "reactive")]
        case fx.BidLaid():
            return [sentence(f"{side(state, effect.seat)} have bid their stratagems")]
        case fx.SuperiorityWon():
            return _superiority(state, effect)
        case fx.Deployed():
            return [_deployed(state, effect)]
        case fx.TurnBegun():
            return [f"Turn {effect.turn}: {side(state, effect.seat)}."]
        case fx.Checked():
            return fight.checked(state, effect)
        case fx.Routed():
            return [fight.routed(effect)]
        case fx.LeftBoard():
            return [_left(effect)]
        case fx.DoubleMoveBegun():
            return [sentence(f"{side(state, effect.seat)} use their double move")]
        case fx.Moved():
            return [f"{effect.fleet} moves from {effect.path[0]} to {effect.path[-1]}."]
        case fx.RallyRolled():
            return [fight.rallied(effect)]
        case fx.Attacked():
            return fight.attacked(effect)
        case fx.FleetSunk():
            return fight.sunk(effect)
        case fx.CaptureAwaited():
            due = effect.due
            return [f"{due.unit} holds {due.fleet}, and may take or sink it."]
        case fx.Captured():
            return fight.captured(state, effect)
        case fx.Reverted():
            return [fight.reverted(state, effect)]
        case fx.Panicked():
            return [_panicked(state, effect)]
        case fx.CallMade():
            return [sentence(f"{side(state, effect.seat)} propose to end the battle")]
        case fx.CallRefused():
            return [sentence(f"{side(state, effect.seat)} fight on")]
        case fx.BattleEnded():
            return _ended(state, after, effect)
        case fx.Converted():
            return [_converted(state, prize) for prize in effect.prizes]
        case fx.Reconstituted():
            return _reconstituted(effect)
        case fx.PassageDecided():
            verb = "let" if effect.allowed else "do not let"
            return [sentence(f"{side(state, effect.seat)} {verb} {_what(state)} through")]
        case fx.Withdrew():
            into = f"go into {state.side(effect.seat).port}"
            where = into if effect.into == "port" else "leave the hex"
            return [sentence(f"{side(state, effect.seat)} {where}")]
        case _:
            assert_never(effect)


def _what(state: State) -> str:
    return "supply" if state.case == "b" else "the moving Force"


def _fleets(after: State, seat: Seat) -> list[str]:
    fleets = [one for one in after.fleets if one.side == seat and one.status == "ready"]
    lines = [sentence(f"{side(after, seat)} fight with {count_of(len(fleets), 'fleet')}")]
    for fleet in fleets:
        carried = listed([*fleet.aboard, *fleet.leaders])
        lines.append(f"{fleet.name} carries {carried or 'nobody'}.")
    return lines


def _superiority(state: State, effect: fx.SuperiorityWon) -> list[str]:
    bids = zip(state.sides, effect.bids, strict=True)
    staked = [f"the {one.name} bid {number(bid)}" for one, bid in bids]
    tie = ", as the rule on ties has it" if effect.rule == "NV 2.10" else ""
    return [
        sentence(f"{side(state, effect.seat)} have tactical superiority{tie}"),
        sentence(listed(staked)),
    ]


def _deployed(state: State, effect: fx.Deployed) -> str:
    places = listed([f"{one.fleet} at {one.square}" for one in effect.places])
    return sentence(f"{side(state, effect.seat)} set up {places}")


def _left(effect: fx.LeftBoard) -> str:
    if effect.how == "through":
        return f"{effect.fleet} breaks through."
    verb = "flees" if effect.how == "fled" else "routs"
    return f"{effect.fleet} {verb} off its edge and {LEFT[effect.fate]}: the die is {effect.face}."


def _panicked(state: State, effect: fx.Panicked) -> str:
    share = f"{number(effect.controlled)} of {count_of(effect.original, 'fleet')}"
    return sentence(f"{side(state, effect.seat)} panic, with {share}")


def _ended(state: State, after: State, effect: fx.BattleEnded) -> list[str]:
    lines = [sentence(effect.reason)]
    if state.turn:
        credited = zip(state.sides, effect.points, strict=True)
        points = [f"the {one.name} are credited with {points} points" for one, points in credited]
        assert after.result is not None
        lines += [sentence(listed(points)), sentence(meaning(after, after.result))]
    if effect.through:
        lines.append(f"{listed(effect.through)} may sail on, and cannot be intercepted again.")
    return lines


def _converted(state: State, prize: fx.Conversion) -> str:
    fleet = state.fleet(prize.fleet)
    name = side(state, fleet.control) if fleet is not None else "its captors"
    if prize.discipline is None:
        return sentence(f"{prize.fleet} is lost, as {name} have no counter for it")
    return sentence(f"{prize.fleet} joins {name} as {_a(prize.discipline)} fleet")


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _reconstituted(effect: fx.Reconstituted) -> list[str]:
    back = [roll.name for roll in effect.rolls if roll.returns]
    lines = [f"{listed(back) or 'Nobody'} {'return' if len(back) > 1 else 'returns'}."]
    lines += [
        f"{roll.name}, {roll.row}: {roll.face}, {'returns' if roll.returns else 'stays lost'}."
        for roll in effect.rolls
    ]
    return lines
