"""The war on the map as sentences: marches, voyages, negotiations, retreats, Adjustments."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.narrate.combat import chosen, seat_name
from iacta.domain.civil_war.state import SEATS, State, words
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence


def marks(effect: Any) -> list[Mapping[str, Any]]:
    """The marks of an effect in the log: a list of {kind, label, note}."""
    match effect:
        case fx.PeopleSettled() if effect.ended:
            return [{"kind": "death"}]
        case fx.Retreated() if effect.taken:
            return [{"kind": "death"}]
        case fx.LeadersFled() if any(flight.to is None for flight in effect.leaders):
            return [{"kind": "death"}]
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
            how = f"by {listed(effect.route[1:-1])}, " if len(effect.route) > 2 else ""
            bound = "" if effect.to == effect.goal else f", bound for {effect.goal}"
            return [f"Unrest: {effect.leader} goes {how}to {effect.to}{bound}."]
        case fx.Marched():
            return _marched(state, effect)
        case fx.Sailed():
            return _sailed(state, effect)
        case fx.Courted():
            end = "and wins them over" if effect.won else "in vain"
            sum_ = f"{effect.face} + {effect.pc} = {effect.total}, {effect.needed} is needed"
            return [f"{effect.leader} negotiates with the {effect.people} {end}.", f"{sum_}."]
        case fx.PeopleSettled():
            return _people(state, effect)
        case fx.MarchesEnded():
            if not effect.contested:
                return [f"{_capital(seat_name(effect.seat))} end their segment."]
            fields = listed(effect.contested)
            return [f"{_capital(seat_name(effect.seat))} give battle in {fields}."]
        case fx.RetreatAwaited(due):
            who = _capital(seat_name(due.seat))
            goals = " or ".join(due.to)
            return [f"{who} choose{_s(due.seat)} the way of retreat from {due.zone}: {goals}."]
        case _:
            return _after(state, effect)


def _after(state: State, effect: fx.AfterEffect) -> list[str]:
    match effect:
        case fx.Retreated():
            return _retreated(state, effect)
        case fx.LeadersFled():
            return [
                f"{flight.leader}, alone among enemies in {flight.zone}, "
                + (f"gets away to {flight.to}." if flight.to else "is taken.")
                for flight in effect.leaders
            ]
        case fx.ControlSettled():
            return _control(effect)
        case fx.Rallied():
            return [sentence(f"peoples rally: {chosen(state, effect.units)}")]
        case fx.Recruited():
            return _recruited(state, effect)
        case fx.WarWon():
            points = _points(effect.points)
            if effect.winner is None:
                return [f"The war ends undecided: {effect.reason}, {points}."]
            who = _capital(seat_name(effect.winner))
            return [f"{who} win the war: {effect.reason}, {points}."]
        case _:
            assert_never(effect)


def _capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def _s(seat: str) -> str:
    return "" if seat in SEATS else "s"


def _points(points: Mapping[str, int]) -> str:
    return f"{points['caesarian']} to {points['republican']}"


def _initiative(effect: fx.InitiativeTaken) -> list[str]:
    why = f"with control points {_points(effect.points)}"
    if effect.faces:
        why += f", by the dice {listed([str(face) for face in effect.faces])}"
    order = ", ".join(seat_name(seat).removeprefix("the ") for seat in effect.segments)
    lines = [f"{_capital(seat_name(effect.seat))} have the initiative, {why}."]
    lines.append(f"Segments: {order}." if order else "There are no segments this year.")
    return [*lines, *(f"{note}." for note in effect.notes)]


def _force(state: State, units: Sequence[str], leaders: Sequence[str]) -> str:
    """`Caesar with three Legio`, `Curio`, `two Equites`."""
    if leaders and units:
        return f"{words.band(state, leaders)} with {chosen(state, tuple(units))}"
    return words.band(state, leaders) if leaders else chosen(state, tuple(units))


def _one(units: Sequence[str], leaders: Sequence[str]) -> bool:
    """Whether a Force takes a singular verb: one leader alone, or one unit alone."""
    return len(leaders or units) == 1


def _marched(state: State, effect: fx.Marched) -> list[str]:
    verb = "marches" if _one(effect.units, effect.leaders) else "march"
    over = f" over the {effect.over}" if effect.over else ""
    over = over or (" over the water" if effect.crossed else "")
    by = f" by {listed(effect.route[1:-1])}" if len(effect.route) > 2 else ""
    who = _force(state, effect.units, effect.leaders)
    side = "" if effect.side in SEATS else f" of the {effect.side}"
    line = sentence(f"{who}{side} {verb} from {effect.zone}{by}{over} to {effect.to}")
    return [line, f"It costs {effect.cost} MA."]


def _sailed(state: State, effect: fx.Sailed) -> list[str]:
    aboard = _force(state, effect.units, effect.leaders)
    ships = f"{number(len(effect.ships))} Naves"
    who = f"{ships} with {aboard} aboard" if aboard else ships
    verb = "land among enemies in" if effect.against_enemies else "sail to"
    seas = listed(effect.route[1:-1])
    lines = [sentence(f"{who} {verb} {effect.to}, from {effect.zone} by {seas}")]
    met = effect.intercepted
    if met is not None:
        end = "catches them" if met.caught else "misses them"
        lines.append(
            f"A fleet of {number(met.enemy)} Naves against {number(met.own)}"
            f" {end} in {met.sea}: {met.face}, caught on 1 or 2."
        )
    if effect.reduced:
        lines.append(f"{_capital(count_of(len(effect.reduced), 'fleet'))} reduced.")
    if effect.sunk:
        lines.append(f"{_capital(count_of(len(effect.sunk), 'fleet'))} sunk.")
    return lines


def _people(state: State, effect: fx.PeopleSettled) -> list[str]:
    if effect.ally:
        line = f"The {effect.people} stand with {seat_name(effect.ally)}: {effect.reason}."
    elif effect.at_war:
        before = state.people(effect.people)
        verb = "are led at war" if before and before.at_war else "go to war, led"
        line = f"The {effect.people} {verb} by {seat_name(effect.led_by or 'referee')}: "
        line += f"{effect.reason}."
    else:
        line = f"The {effect.people} are pacified: {effect.reason}."
    return [line, *(f"{name} is dead." for name in effect.ended)]


def _retreated(state: State, effect: fx.Retreated) -> list[str]:
    lines = []
    who = _force(state, effect.units, effect.leaders)
    if who:
        where = effect.to or effect.harbour
        verb = "falls" if _one(effect.units, effect.leaders) else "fall"
        lines.append(sentence(f"{who} {verb} back from {effect.zone} to {where}"))
    if effect.fleet:
        lines.append(sentence(f"{chosen(state, effect.fleet)} sail to {effect.harbour}"))
    if effect.eliminated:
        lost = chosen(state, effect.eliminated)
        lines.append(sentence(f"{lost} in {effect.zone} have nowhere to go and are lost"))
    if effect.taken:
        verb = "is" if len(effect.taken) == 1 else "are"
        lines.append(f"{listed(effect.taken)} {verb} taken in {effect.zone}.")
    return lines


def _control(effect: fx.ControlSettled) -> list[str]:
    lines = [f"Adjustments: control points {_points(effect.points)}."]
    for seat in (*SEATS, None):
        zones = [taken.zone for taken in effect.zones if taken.seat == seat]
        cities = [taken.city for taken in effect.cities if taken.seat == seat]
        if seat is None:
            if zones:
                lines.append(sentence(f"nobody holds {listed(zones)} any more"))
        elif zones or cities:
            places = listed(list(dict.fromkeys(zones + cities)))
            lines.append(sentence(f"{seat_name(seat)} take {places}"))
    for seat in SEATS:
        held = [one.region for one in effect.regions if one.seat == seat]
        if held:
            lines.append(sentence(f"{seat_name(seat)} control {listed(held)}"))
    return lines


def _recruited(state: State, effect: fx.Recruited) -> list[str]:
    if effect.seat is None or effect.zone is None:
        return [f"{effect.region} gives no recruits."]
    who = _capital(seat_name(effect.seat))
    lines = []
    if effect.raised:
        lines.append(f"{who} raise {chosen(state, effect.raised)} in {effect.zone}.")
    if effect.restored:
        lines.append(f"{who} restore {chosen(state, effect.restored)} in {effect.region}.")
    return lines or [f"{who} raise nobody in {effect.region}."]
