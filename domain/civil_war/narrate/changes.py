"""The changes of a ruling as sentences."""

from typing import assert_never

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.narrate.combat import seat_name
from iacta.domain.civil_war.rulebook import RULEBOOK
from iacta.domain.civil_war.state import State, words
from iacta.domain.kernel.contract.words import count_of, listed, sentence


def describe(state: State, change: ch.AnyChange) -> str:
    """The sentence for one change."""
    match change:
        case ch.PlaceUnit():
            return sentence(f"{_placed(change)} stands in {words.place(state, change.zone)}")
        case ch.RemoveUnit(key):
            return sentence(f"{_unit(state, key)} is taken out of the game")
        case ch.FlipUnit(key):
            unit = state.unit(key)
            turn = "restored" if unit is not None and unit.reduced else "reduced"
            return sentence(f"{_unit(state, key)} is {turn}")
        case ch.MoveUnits():
            who = listed([*change.leaders, count_of(len(change.units), "unit")])
            return sentence(f"{who} moved to {words.place(state, change.zone)}")
        case ch.SetCrossed():
            did = "crossed" if change.crossed else "did not cross"
            many = count_of(len(change.units), "unit")
            return sentence(f"{many} {did} a major river or a strait")
        case ch.PlaceLeader():
            return _leader(state, change)
        case ch.RemoveLeader():
            cause = f" ({change.cause})" if change.cause else ""
            return f"{change.leader} dies{cause}."
        case ch.SetControl():
            region = words.region(state, str(change.region))
            place = words.place(state, change.zone) if change.zone else region
            who = seat_name(change.seat) if change.seat else "nobody"
            return sentence(f"{who} in control of {place}")
        case ch.SetPeople():
            state_of = "at war" if change.at_war else "at peace"
            ally = f", allied to {seat_name(change.ally)}" if change.ally else ""
            return f"The {change.people} are {state_of}{ally}."
        case ch.SetEvent():
            holds = "is in force" if change.in_force else "is no longer in force"
            title = RULEBOOK.title(f"CW E{change.event}")
            return f"Event {change.event}, {title}, {holds}."
        case ch.SetCity():
            who = seat_name(change.seat) if change.seat else "nobody"
            return sentence(f"{who} in control of {change.city}")
        case ch.SetSegments():
            order = listed([seat_name(seat) for seat in change.seats])
            return f"The segments to come: {order or 'none'}."
        case ch.EndSegment():
            return "The segment is over."
        case ch.SetSpent():
            count = count_of(len(change.units), "unit")
            who = listed([*change.leaders, count])
            return sentence(f"{who} have spent {change.spent} MA")
        case _:
            assert_never(change)


def _placed(change: ch.PlaceUnit) -> str:
    """`one Legio unit of the Caesarians`, `one unit of the Galli for the Caesarians`."""
    if change.people:
        whose = "" if change.side == change.people else f" for {seat_name(change.side)}"
        return f"one unit of the {change.people}{whose}"
    return f"one {words.KINDS.get(change.kind, change.kind)} unit of {seat_name(change.side)}"


def _unit(state: State, key: str) -> str:
    unit = state.unit(key)
    return f"{words.unit_name(unit)} in {words.place(state, unit.zone)}" if unit else key


def _leader(state: State, change: ch.PlaceLeader) -> str:
    parts = []
    if change.zone is not None:
        parts.append(f"is in {words.place(state, change.zone)}")
    if change.faction is not None:
        parts.append(f"stands with {seat_name(change.faction)}")
    if change.tb is not None:
        parts.append(f"has TB {change.tb}")
    if change.pc is not None:
        parts.append(f"has PC {change.pc}")
    if change.faction_leader is not None:
        parts.append(f"is {'a' if change.faction_leader else 'no'} Faction Leader")
    if change.ill is not None:
        parts.append(f"is {'ill' if change.ill else 'well'}")
    return f"{change.leader} {listed(parts) or 'enters'}."
