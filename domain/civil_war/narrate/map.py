"""The war on the map as sentences: marches, voyages, negotiations, retreats, the war's end."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, assert_never

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.narrate import adjustments
from iacta.domain.civil_war.narrate.combat import chosen, seat_name
from iacta.domain.civil_war.rules.board import Board, land
from iacta.domain.civil_war.rules.ways import may_cross, may_enter, storms_close_the_sea
from iacta.domain.civil_war.state import SEATS, RetreatDue, State, Unit, words
from iacta.domain.kernel.contract.words import listed, number, sentence

INITIATIVE = " have the initiative"
"""after who begins the year, whose year's event may have waited for a choice"""
FIGHT_FOLLOWS = "The fight follows when the marches end."
"""after the first march or landing among enemies in a zone, which throws no dice. CW-41"""
OUTLASTED = "they have outlasted the war"
"""recorded of the seat that wins after the last year, whatever the points. CW-62"""


def marks(effect: Any) -> list[Mapping[str, Any]]:
    """The marks of an effect in the log: a list of {kind, label, note}."""
    match effect:
        case fx.PeopleSettled() if effect.ended:
            return [{"kind": "death"}]
        case fx.Retreated() if effect.taken:
            return [{"kind": "death"}]
        case fx.LeadersFled() if any(flight.to is None for flight in effect.leaders):
            return [{"kind": "death"}]
        case fx.ControlSettled() if effect.zones or effect.cities:
            return [{"kind": "conquest"}]
        case _:
            return []


def describe(state: State, effect: fx.MapEffect) -> list[str]:
    """The sentences of one effect."""
    match effect:
        case fx.Deployed():
            on = sum(1 for unit in effect.units if unit.status == "map")
            return [f"{on} units take the field, {len(effect.units) - on} are kept ready."]
        case fx.InitiativeTaken():
            return _initiative(effect)
        case fx.SuccessorNamed():
            who = seat_name(effect.faction)
            return [f"{effect.leader}, with PC {effect.pc}, leads {who} from now on."]
        case fx.SegmentBegun():
            who = _capital(seat_name(effect.seat))
            return [f"{who} have segment {effect.number} of {effect.of}."]
        case fx.LeaderReturned():
            way = words.listed_way(state, effect.route)
            verb = "sails" if effect.ships else "goes"
            bound = "" if effect.to == effect.goal else f", bound for {effect.goal}"
            return [f"Unrest: {effect.leader} {verb} {way}{bound}."]
        case fx.Marched():
            return _marched(state, effect)
        case fx.Sailed():
            return _sailed(state, effect)
        case fx.Courted():
            does = f"wins over the {effect.people}"
            if not effect.won:
                does = f"negotiates with the {effect.people} in vain"
            sum_ = f"die {effect.face} + PC {effect.pc} = {effect.total}"
            return [f"{effect.leader} {does}: {sum_}, {effect.needed} or more needed."]
        case fx.PeopleSettled():
            return _people(state, effect)
        case fx.MarchesEnded():
            if not effect.contested:
                return [f"{_capital(seat_name(effect.seat))} end their segment."]
            fields = listed([words.place(state, zone) for zone in effect.contested])
            who = _capital(seat_name(effect.seat))
            return [f"{who} end their marches and will attack in {fields}."]
        case fx.RetreatAwaited(due):
            who = _capital(seat_name(due.seat) if due.units else words.band(state, due.leaders))
            goals = listed([words.place(state, zone) for zone in due.to], "or")
            return [f"{who} may retreat from {words.place(state, due.zone)} to {goals}."]
        case _:
            return _after(state, effect)


def _after(state: State, effect: fx.AfterEffect) -> list[str]:
    match effect:
        case fx.Retreated():
            return _retreated(state, effect)
        case fx.FleetLeft():
            return _left_port(state, effect)
        case fx.LeadersFled():
            return _fled(state, effect)
        case fx.ControlSettled():
            return adjustments.settled(state, effect)
        case fx.Rallied():
            verb = words.agree(effect.units, "come")
            return [sentence(f"{chosen(state, effect.units)} {verb} home")]
        case fx.Recruited():
            return adjustments.recruited(state, effect)
        case fx.WarWon():
            return won(state, effect)
        case _:
            assert_never(effect)


def won(state: State, effect: fx.WarWon) -> list[str]:
    """Who wins and why; the points once, be they the reason or not."""
    points = sentence(_points(effect.points))
    if effect.winner is None:
        return [f"The war ends undecided: {effect.reason}.", points]
    who = _capital(seat_name(effect.winner))
    more, less = sorted(effect.points.values(), reverse=True)
    if effect.reason == f"{more} control points":
        return [f"{who} win: {effect.reason} to {less or 'none'}."]
    short = ""
    if effect.reason == OUTLASTED and state.terms is not None:
        beaten = next(seat_name(seat) for seat in SEATS if seat != effect.winner)
        short = f", with {beaten} short of {state.terms.victory} control points"
    return [f"{who} win: {effect.reason}{short}.", points]


def die(names: Sequence[str]) -> str:
    """`Achillas dies`, `Achillas and Cleopatra VII die`."""
    return f"{listed(names)} {words.agree(names, 'die')}"


def _capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def _points(points: Mapping[str, int]) -> str:
    """Whose they are is said: `control points: the Caesarians 2, the Republicans 16`."""
    return f"control points: {', '.join(f'{seat_name(seat)} {points[seat]}' for seat in SEATS)}"


def _initiative(effect: fx.InitiativeTaken) -> list[str]:
    notes = dict(note.split(": ", 1) for note in effect.notes)
    given = notes.pop("CW-36", "")
    points = [sentence(_points(effect.points))]
    if given:
        why = f": {given}"
    elif effect.faces:
        dice = listed([str(face) for face in effect.faces])
        why = f", by the dice {dice}" if len(effect.faces) > 1 else f", by a die of {dice}"
    else:
        why, points = f", with {adjustments.ahead(effect.points)}", []
    lines = [f"{_capital(seat_name(effect.seat))}{INITIATIVE}{why}.", *points]
    lines += [sentence(_noted(note)) for note in notes.values()]
    return [*lines, *_order(effect.segments)]


def _order(segments: Sequence[str]) -> list[str]:
    """Whose the segments are, one by one, if they do not alternate as they mostly do."""
    if not segments:
        return ["There are no segments this year."]
    if all(one != other for one, other in pairwise(segments)):
        return []
    order = ", ".join(seat_name(seat).removeprefix("the ") for seat in segments)
    return [f"Segments: {order}."]


def _noted(note: str) -> str:
    """A note of the record as the log says it."""
    told = note.replace("each seat", "each side")
    return told.replace("one more at the end", "one more segment, the last")


def _force(state: State, units: Sequence[str], leaders: Sequence[str]) -> str:
    """`Caesar with three Legio units`, `Curio`, `two Equites units`, `Levy 7`.

    Who does not lead the units comes after them: `two Legio units with Juba I`.
    """
    led = words.leading(state, leaders, units)
    others = [name for name in leaders if name not in led]
    if not units or not leaders:
        return words.band(state, leaders) if leaders else _units(state, units)
    force = f"{words.band(state, led)} with {chosen(state, units)}" if led else _units(state, units)
    if not others:
        return force
    return f"{force} {'and' if led else 'with'} {words.band(state, others)}"


def _units(state: State, ids: Sequence[str]) -> str:
    """Units by kind; a single one by its name, and whose it is if both sides have such."""
    one = state.unit(ids[0]) if len(ids) == 1 else None
    if one is None:
        return chosen(state, ids)
    sides = {other.side for other in state.units if _such(other) == _such(one)}
    name = words.unit_name(one)
    return f"{seat_name(one.side)}' {name}" if len(sides) > 1 else name


def _such(unit: Unit) -> str:
    """A unit's name without its number."""
    name = words.unit_name(unit)
    return name.rpartition(" ")[0] or name


def _does(state: State, units: Sequence[str], leaders: Sequence[str], verb: str) -> str:
    """A verb in the number of a Force: of its leaders, or else its units; `Cohorts 3` are many."""
    led = words.leading(state, leaders, units)
    if not led and _is_plural(state, units):
        return verb
    return words.agree(led or units, verb)


def _is_plural(state: State, units: Sequence[str]) -> bool:
    """Whether units are many, or one by a plural name."""
    return len(units) != 1 or _units(state, units).rpartition(" ")[0].endswith("s")


def _marched(state: State, effect: fx.Marched) -> list[str]:
    verb = _does(state, effect.units, effect.leaders, "march")
    force = [*map(state.unit, effect.units), *map(state.leader, effect.leaders)]
    on = " on" if all(one is not None and one.spent for one in force) else ""
    who = _force(state, effect.units, effect.leaders)
    named = {words.kind_of(unit) for key in effect.units if (unit := state.unit(key))}
    side = "" if effect.side in SEATS or effect.side in named else f" of the {effect.side}"
    way = words.listed_way(state, effect.route)
    start = words.place(state, effect.zone)
    march = f"{who}{side} {verb}{on} from {start} {way}{_joined(state, effect)}"
    board = Board(state)
    foes, there = board.enemies_in(effect.to, effect.side), board.units_in(effect.to, effect.side)
    fight = [FIGHT_FOLLOWS] if effect.units and land(foes) and not land(there) else []
    return [sentence(march), *_left_behind(state, effect), *fight]


def _joined(state: State, effect: fx.Marched) -> str:
    """Whom a march joins: the first of the side's leaders where it ends."""
    there = [one.name for one in state.leaders_in(effect.to) if one.side == effect.side]
    return f", joining {words.ranked(state, there)[0]}" if there else ""


def _left_behind(state: State, effect: fx.Marched) -> list[str]:
    """Whom a march takes the last units from: leaders, or a zone that counts for its region."""
    gone = {*effect.units, *effect.leaders}
    rest = [one for one in land(state.units_in(effect.zone)) if one.id not in gone]
    if not effect.units or any(one.side == effect.side for one in rest):
        return []
    leaders = [one.name for one in state.leaders_in(effect.zone) if one.side == effect.side]
    if stay := [name for name in leaders if name not in gone]:
        return [f"{words.band(state, stay)} {words.agree(stay, 'stay')} behind alone."]
    zone = next(one for one in state.zones if one.name == effect.zone)
    if rest or zone.region is None or zone.control != effect.seat:
        return []
    return [f"Nobody stays in {words.place(state, effect.zone)}."]


def _sailed(state: State, effect: fx.Sailed) -> list[str]:
    aboard = _force(state, effect.units, effect.leaders)
    ships = _units(state, effect.ships)
    whose = f"{seat_name(effect.seat)}' "
    if ships.startswith(whose):
        aboard = aboard.removeprefix(whose)
    who = f"{ships}, carrying {aboard}," if aboard else ships
    verb = f"{words.agree(effect.ships, 'sail')} to"
    foes = Board(state).enemies_in(effect.to, effect.seat)
    if effect.against_enemies:
        afloat = foes and not land(foes)
        beside = "beside enemy Naves" if afloat else "among enemies"
        verb = f"{words.agree(effect.ships, 'land')} {beside} in"
    goal, start = words.place(state, effect.to), words.place(state, effect.zone)
    lines = [sentence(f"{who} {verb} {goal}, from {start} by {listed(effect.route[1:-1])}")]
    if effect.against_enemies and bool(effect.units) == bool(land(foes)):
        lines.append(FIGHT_FOLLOWS)
    met = effect.intercepted
    if met is not None:
        end = "catch" if met.caught else "miss"
        hunts = end if met.enemy > 1 else f"{end}es"
        fleet = f"{number(met.enemy)} hostile Naves in {met.sea} {hunts}"
        prey = "the one that sails" if met.own == 1 else f"the {number(met.own)} that sail"
        lines.append(sentence(f"{fleet} {prey}: {met.face} rolled, caught on 1 or 2"))
    if effect.reduced:
        lines.append(f"Reduced: {chosen(state, effect.reduced)}.")
    if effect.sunk:
        lines.append(f"Sunk: {chosen(state, effect.sunk)}.")
    return lines


def _people(state: State, effect: fx.PeopleSettled) -> list[str]:
    if effect.ally:
        line = f"The {effect.people} are allied to {seat_name(effect.ally)} from now on."
    elif effect.at_war:
        before = state.people(effect.people)
        leader = seat_name(effect.led_by or "referee")
        line = f"The {effect.people} go to war, led by {leader}{_cause(effect)}."
        if before and before.at_war:
            line = f"The {effect.people}, at war, are now led by {leader}{_cause(effect)}."
    else:
        line = f"The {effect.people} are pacified{_cause(effect)}."
    return [
        line,
        *([f"{die(effect.ended)}, as the table of leaders has it."] if effect.ended else []),
    ]


def _cause(effect: fx.PeopleSettled) -> str:
    """Why a people turns; the record names the year's event without a verb."""
    by_event = effect.reason == "the event of the year"
    return ", as the year's event has it" if by_event else f": {effect.reason}"


def _retreated(state: State, effect: fx.Retreated) -> list[str]:
    lines = []
    start = words.place(state, effect.zone)
    nowhere = f"nowhere to go{_hindrance(state, effect)}"
    who = _force(state, effect.units, effect.leaders)
    if who:
        where = words.place(state, str(effect.to or effect.harbour))
        beside = [step.to for step in Board(state).atlas.neighbours(effect.zone)]
        way = "to" if effect.to in beside else "by sea to"
        verb = _does(state, effect.units, effect.leaders, "fall")
        lines.append(sentence(f"{who} {verb} back from {start} {way} {where}{_why(state, effect)}"))
    if effect.fleet:
        verb = words.agree(effect.fleet, "sail")
        goal = words.place(state, str(effect.harbour))
        lines.append(sentence(f"{_units(state, effect.fleet)} {verb} to {goal}"))
    if effect.eliminated:
        have = ("have", "are") if _is_plural(state, effect.eliminated) else ("has", "is")
        lost = _units(state, effect.eliminated)
        lines.append(sentence(f"{lost} in {start} {have[0]} {nowhere} and {have[1]} lost"))
    if effect.taken:
        have = ("has", "is") if len(effect.taken) == 1 else ("have", "are")
        taken = f"{listed(words.ranked(state, effect.taken))} in {start}"
        lines.append(f"{taken} {have[0]} {nowhere} and {have[1]} captured and killed.")
    return lines


def _why(state: State, effect: fx.Retreated) -> str:
    """Who chose the way of a retreat, or that there was no other. CW-47."""
    if effect.to is None:
        return ""
    if any(isinstance(due, RetreatDue) and due.zone == effect.zone for due in state.pending):
        choose = "chooses" if effect.seat == "referee" else "choose"
        return f", as {seat_name(effect.seat)} {choose}"
    return ", the only way open"


def _hindrance(state: State, effect: fx.Retreated) -> str:
    """Why a Force has nowhere to go, unless enemies are all around."""
    if _crowded(state, effect):
        return ", for want of room,"
    afloat = any(unit.kind == "naves" for key in effect.eliminated if (unit := state.unit(key)))
    return ", as storms close the sea," if afloat and storms_close_the_sea(state) else ""


def _crowded(state: State, effect: fx.Retreated) -> bool:
    """Whether a Force is lost although a zone beside it is open: none has room. CW-39, CW-47."""
    board, side, zone = Board(state), effect.side, effect.zone
    lost = [unit for key in effect.eliminated if (unit := state.unit(key))]
    return bool(effect.to is None and land(lost)) and any(
        may_cross(board, side, zone, step) and may_enter(board, side, step.to, armed=False)
        for step in board.atlas.neighbours(zone)
    )


def _left_port(state: State, effect: fx.FleetLeft) -> list[str]:
    whose = seat_name(effect.seat)
    ships = f"{chosen(state, effect.ships)} of {whose}"
    if len(effect.ships) == 1 and (ship := state.unit(effect.ships[0])):
        ships = f"{whose}' {words.unit_name(ship)}"
    port = words.place(state, effect.zone)
    if effect.harbour is None:
        verb = "is" if len(effect.ships) == 1 else "are"
        why = "as storms close the sea" if storms_close_the_sea(state) else "with no port to go to"
        return [sentence(f"{ships} {verb} lost in {port}, {why}")]
    who = f"{ships}, carrying {words.band(state, effect.leaders)}," if effect.leaders else ships
    goal = words.place(state, effect.harbour)
    return [sentence(f"{who} must leave {port} for {goal}: the enemy holds the coast (CW-46)")]


def _fled(state: State, effect: fx.LeadersFled) -> list[str]:
    ways: dict[tuple[str, str | None, str], list[str]] = {}
    for flight in effect.leaders:
        leader = state.leader(flight.leader)
        how = "ill and alone" if leader is not None and leader.ill else "alone"
        ways.setdefault((flight.zone, flight.to, how), []).append(flight.leader)
    lines = []
    for (zone, to, how), names in ways.items():
        end = f"{'is' if len(names) == 1 else 'are'} captured and killed"
        if to is not None:
            end = f"{words.agree(names, 'get')} away to {words.place(state, to)}"
        where = words.place(state, zone)
        lines.append(
            f"{listed(words.ranked(state, names))}, {how} among enemies in {where}, {end}."
        )
    return lines
