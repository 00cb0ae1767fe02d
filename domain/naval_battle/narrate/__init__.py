"""Effects as sentences, written when read: the headline first, then the details."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Change, Known, Story
from iacta.domain.kernel.contract.words import NUMBERS, count_of, listed, number, sentence
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.evolve import evolve
from iacta.domain.naval_battle.narrate import fight
from iacta.domain.naval_battle.narrate.beats import beat
from iacta.domain.naval_battle.narrate.changes import describe as describe_change
from iacta.domain.naval_battle.rules.allocation import available
from iacta.domain.naval_battle.rules.victory import score
from iacta.domain.naval_battle.standing import passage
from iacta.domain.naval_battle.state import Result, Seat, State, other
from iacta.domain.naval_battle.state.words import acts, be, is_plural, side, the, told

CASES = {
    "a": "both sides may agree to fight",
    "b": "{active} bring supply by sea, which {reactive} may intercept",
    "c": "{active} move by sea, and {reactive} may intercept them",
}
BEGINS = {
    "reply": "Supply is cut, unless there is a battle for it.",
    "allocation": "Both sides choose in secret who fights, and aboard which fleet.",
    "bids": "Leaders may bid stratagems for tactical superiority.",
    "reconstitution": "The victors may get lost units back.",
}

SAID_BY: Mapping[type, set[type]] = {
    fx.AllocationLaid: {fx.AllocationsOpened},
    fx.BidLaid: {fx.SuperiorityWon},
}
"""Effects left out when the event has another that covers them: effect → covered by."""


Load = tuple[str, Sequence[str], Sequence[str]]
"""a fleet, the units aboard it, the leaders aboard it"""


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """An event in words."""
    kinds = {type(effect) for effect in effects}
    rammed = any(isinstance(one, fx.Attacked) and one.attack == "ram" for one in effects)
    ran = [one for one in effects if isinstance(one, fx.Routed)]

    def lines(state: State, after: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
        if kinds & SAID_BY.get(type(effect), set()):
            return []
        if isinstance(effect, fx.Checked):
            return fight.checked(state, effect, ran)
        found = _describe(state, after, effect, rammed)
        if isinstance(effect, fx.AllocationLaid) and effect.allocation in known:
            found += _chosen(state, effect.seat, known[effect.allocation])
        return [f"{line[:1].upper()}{line[1:]}" for line in found]

    return tell(before, effects, evolve, lines, _marks, rank=_rank, beat=beat)


def _rank(effect: fx.AnyEffect | ch.AnyChange) -> int:
    """The end of a battle comes first; what is laid face down, and whose turn is next, last."""
    match effect:
        case fx.BattleEnded():
            return 0
        case fx.AllocationLaid() | fx.BidLaid() | fx.TurnBegun():
            return 2
        case _:
            return 1


def _marks(state: State, effect: Any) -> list[Mark]:
    """A turn begins with its first checks: the event before them still tells of what was."""
    match effect:
        case fx.Checked() if effect.seat == state.first:
            return [{"kind": "chapter", "label": f"Turn {state.turn}"}]
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


def _describe(
    state: State, after: State, effect: fx.AnyEffect | ch.AnyChange, rammed: bool
) -> list[str]:
    if isinstance(effect, Change):
        return [describe_change(state, effect)]
    match effect:
        case fx.Begun():
            names = listed([f"the {side.name}" for side in effect.sides])
            sides = {one.seat: f"the {one.name}" for one in effect.sides}
            case = sentence(CASES[effect.case].format(**sides))
            return [f"{effect.place}: {names} are in the hex.", case]
        case fx.Agreed():
            return [sentence(f"{side(state, effect.seat)} are ready to fight")]
        case fx.Intercepted():
            if effect.leader:
                paid = count_of(effect.stratagems, "Military Stratagem")
                return [f"{effect.leader} spends {paid} to intercept."]
            which = "" if effect.force == "force" else f" with the {effect.force} Force"
            return [sentence(f"{side(state, effect.seat)} intercept the supply{which}")]
        case fx.BattleGiven():
            return [sentence(f"{side(state, effect.seat)} give battle for their supply")]
        case fx.PhaseBegun():
            if effect.phase == "combat":
                who = side(state, state.mover or "")
                return [sentence(f"{who} end their movement")]
            return [BEGINS[effect.phase]] if effect.phase in BEGINS else []
        case fx.AllocationLaid():
            return [sentence(f"{side(state, effect.seat)} have chosen who fights")]
        case fx.AllocationsOpened():
            return _opened(after)
        case fx.BidLaid():
            return [sentence(f"{side(state, effect.seat)} have bid their stratagems")]
        case fx.SuperiorityWon():
            return _superiority(state, effect)
        case fx.Deployed():
            return _deployed(state, effect)
        case fx.TurnBegun():
            return _turn(state, effect)
        case fx.Checked() | fx.Routed():  # told together, in `lines`
            return []
        case fx.LeftBoard():
            return [_left(state, effect)]
        case fx.DoubleMoveBegun():
            who = side(state, effect.seat)
            return [
                sentence(f"{who} use their double move"),
                "Fleets that have not moved go twice as far this turn; prizes do not.",
            ]
        case fx.Moved():
            way = f"from {effect.path[0]} to {effect.path[-1]}"
            return [f"{acts(state, effect.fleet, 'move')} {way}."]
        case fx.RallyRolled():
            return [fight.rallied(state, effect)]
        case fx.Attacked():
            return fight.attacked(state, effect)
        case fx.FleetSunk():
            return fight.sunk(state, effect, rammed=rammed)
        case fx.CaptureAwaited():
            due = effect.due
            it = "them" if is_plural(state, due.fleet) else "it"
            holds = f"{told(state, due.unit, 'hold')} {the(state, due.fleet)}"
            return [f"{holds}, and may take or sink {it}."]
        case fx.Captured():
            return fight.captured(state, effect)
        case fx.Reverted():
            return fight.reverted(state, effect)
        case fx.Panicked():
            return [_panicked(state, effect)]
        case fx.CallMade():
            points = _points(*(score(state, seat) for seat in (effect.seat, other(effect.seat))))
            return [sentence(f"{side(state, effect.seat)} propose to end the battle at {points}")]
        case fx.CallRefused():
            return [sentence(f"{side(state, effect.seat)} fight on")]
        case fx.BattleEnded():
            return _ended(state, after, effect)
        case fx.Converted():
            return [_converted(state, prize) for prize in effect.prizes]
        case fx.Reconstituted():
            return _reconstituted(state, effect)
        case fx.PassageDecided():
            return _passage(state, effect)
        case fx.Withdrew():
            into = f"withdraw into {state.side(effect.seat).port}"
            where = into if effect.into == "port" else "leave the hex"
            return [sentence(f"{side(state, effect.seat)} {where}")]
        case _:
            assert_never(effect)


PASSAGES = {
    ("b", "active", True): "bring their supply through",
    ("b", "active", False): "do not bring their supply through",
    ("b", "reactive", True): "let the supply through",
    ("b", "reactive", False): "cut the supply",
    ("c", "active", True): "sail on",
    ("c", "active", False): "do not sail on",
    ("c", "reactive", True): "let the moving Force sail on",
    ("c", "reactive", False): "stop the moving Force",
}
"""What the winner does, by case, seat and choice. NV 12.3, NV 12.5."""


def _passage(state: State, effect: fx.PassageDecided) -> list[str]:
    does_what = PASSAGES[state.case, effect.seat, effect.allowed]
    lines = [sentence(f"{side(state, effect.seat)} {does_what}")]
    return [*lines, f"{_safe(state, effect.through)}."] if effect.through else lines


def _safe(state: State, fleets: Sequence[str]) -> str:
    names = listed([the(state, one) for one in fleets])
    return f"{names} cannot be intercepted again during this move"


def _opened(after: State) -> list[str]:
    """With how many fleets both sides fight, then what those of each carry."""
    ready = [one for one in after.fleets if one.status == "ready"]
    (one, other), counts = (
        after.sides,
        [sum(fleet.side == side.seat for fleet in ready) for side in after.sides],
    )
    there = f"{side(after, one.seat)} fight with {count_of(counts[0], 'fleet')}"
    lines = [sentence(f"{there}, {side(after, other.seat)} with {number(counts[1])}")]
    for seat in (one.seat, other.seat):
        own = [(fleet.name, fleet.aboard, fleet.leaders) for fleet in ready if fleet.side == seat]
        lines += _carry(after, own)
    return lines


def _carry(state: State, loads: Sequence[Load]) -> list[str]:
    """`Sosius' wing carries Legio XIX and Sosius; the Merchantmen the treasure.`"""
    parts: list[str] = []
    for fleet, aboard, leaders in loads:
        carried = listed([*(the(state, one) for one in aboard), *leaders]) or "nobody"
        carrier = the(state, fleet) if parts else told(state, fleet, "carry")
        parts.append(f"{carrier} {carried}")
    return [f"{'; '.join(parts)}."] if parts else []


def _chosen(state: State, seat: Seat, ships: Sequence[Mapping[str, Any]]) -> list[str]:
    """What one side has allocated, for those who may know, and who is left out. NV 2.1."""
    loads = [(str(one["fleet"]), one.get("aboard", ()), one.get("leaders", ())) for one in ships]
    taken = {name for fleet, aboard, leaders in loads for name in (fleet, *aboard, *leaders)}
    force = (one.name for group in available(state, seat) for one in group)
    out = [the(state, name) for name in force if name not in taken]
    stay = [sentence(f"left out: {listed(out)}")] if out else []
    return [*_carry(state, loads), *stay]


def _superiority(state: State, effect: fx.SuperiorityWon) -> list[str]:
    """The bids and what they bring. NV 2.11."""
    who, high, low = side(state, effect.seat), max(effect.bids), min(effect.bids)
    most = count_of(high, "stratagem")
    bids = f"by {most} to {number(low) if low else 'none'}"
    if high == low:
        bids = f"on a tie at {most}" if high else "on a tie, as neither side bids"
    gain = "they set up last, move first, and may once move twice as far"
    return [
        sentence(f"{who} have tactical superiority {bids}: {gain}"),
        "What was bid is spent.",
    ]


def _turn(state: State, effect: fx.TurnBegun) -> list[str]:
    """Whose part of a turn is over, and whose begins."""
    who = side(state, effect.seat)
    if not state.turn:
        return [f"Turn {effect.turn} begins with {who}."]
    over, begins = f"their part of turn {state.turn}", "theirs"
    if effect.turn != state.turn:
        over, begins = f"turn {state.turn}", f"turn {effect.turn}"
    return [sentence(f"{side(state, state.mover or '')} end {over}, and {who} begin {begins}")]


def _deployed(state: State, effect: fx.Deployed) -> list[str]:
    """A fleet and its square; of several how many they are, and whether some stood there before."""
    places = listed([f"{the(state, one.fleet)} at {one.square}" for one in effect.places])
    who, many = side(state, effect.seat), len(effect.places)
    if many == 1:
        return [sentence(f"{who} set up {places}")]
    there = any(one.side == effect.seat and one.square for one in state.fleets)
    fleets = f"the other {number(many)} fleets" if there else count_of(many, "fleet")
    return [sentence(f"{who} set up {fleets}"), sentence(places)]


def _left(state: State, effect: fx.LeftBoard) -> str:
    if effect.how == "through":
        return f"{told(state, effect.fleet, 'break')} through, and may sail on."
    plural = is_plural(state, effect.fleet)
    gets, own = ("get", "their") if plural else ("gets", "its")
    fate = {"lost": f"{be(state, effect.fleet)} lost with all aboard"}.get(
        effect.fate, f"{gets} away{', battered' if effect.fate == 'battered' else ''}"
    )
    verb = {"fled": "flee", "routed": "run"}[effect.how]
    away = f"{acts(state, effect.fleet, verb)} off {own} own edge"
    return f"{away} and {fate} (die {effect.face})."


def _panicked(state: State, effect: fx.Panicked) -> str:
    left = number(effect.controlled)
    share = f"{left} of {count_of(effect.original, 'fleet')} left"
    return sentence(f"{side(state, effect.seat)} panic, with {share}")


def _ended(state: State, after: State, effect: fx.BattleEnded) -> list[str]:
    if not state.turn:
        return [sentence(effect.reason)]
    assert after.result is not None
    # The record's "both sides agree to end it" would be read of the victory.
    agreed = "the battle ends by agreement"
    why = agreed if effect.ending == "agreed" else effect.reason
    lines = [sentence(f"{_won(state, effect)}: {why}")]
    if onward := _onward(after, after.result):
        lines.append(sentence(onward))
    return [*lines, f"{_safe(state, effect.through)}."] if effect.through else lines


def _won(state: State, effect: fx.BattleEnded) -> str:
    """Who wins, by how many points."""
    less, more = sorted(effect.points)
    points = _points(more, less)
    if effect.winner is None:
        return f"neither side wins, with {points.partition(' to ')[0]} each"
    return f"{side(state, effect.winner)} win, {points}"


def _points(one: int, two: int) -> str:
    """`twelve points to none`; both in digits where one has to be."""
    count = number if max(one, two) < len(NUMBERS) else str
    noun = "point" if one == 1 else "points"
    return f"{count(one) if one else 'no'} {noun} to {count(two) if two else 'none'}"


def _onward(after: State, result: Result) -> str:
    """What becomes of supply or of the moving Force, if any of it is left. NB-29."""
    moving = any(one.control == "active" and one.square for one in after.fleets)
    return passage(after, result) if after.case == "b" or moving or result.through else ""


def _converted(state: State, prize: fx.Conversion) -> str:
    fleet = state.fleet(prize.fleet)
    name = side(state, fleet.control) if fleet is not None else "its captors"
    if prize.discipline is None:
        lost = f"{the(state, prize.fleet)} {be(state, prize.fleet)} lost"
        return f"{lost}, as {name} have no counter to replace a prize."
    return f"{told(state, prize.fleet, 'join')} {name} as {_a(prize.discipline)} fleet."


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _returns(back: int, effect: fx.Reconstituted) -> str:
    """How many of the lost return: `both return`, `one returns`, `none returns`."""
    if back == len(effect.rolls) > 1:
        return "both return" if back == 2 else "all return"
    return f"{number(back) if back else 'none'} {'returns' if back < 2 else 'return'}"


def _reconstituted(state: State, effect: fx.Reconstituted) -> list[str]:
    back = sum(roll.returns for roll in effect.rolls)
    lost = count_of(len(effect.rolls), "lost unit")
    lines = [sentence(f"{side(state, effect.seat)} roll for {lost}: {_returns(back, effect)}")]
    for fate, back_ in (("back", True), ("lost for good", False)):
        rolls = [one for one in effect.rolls if one.returns == back_]
        names = [f"{the(state, one.name)} ({one.row}, die {one.face})" for one in rolls]
        lines += [sentence(f"{fate}: {listed(names)}")] if names else []
    return lines
