"""The standing of the game: year, phase, and who must act."""

from functools import partial

from iacta.domain.civil_war.rules import control, death, entry
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.state import (
    SEATS,
    DesertionDue,
    Leader,
    LossesDue,
    Pending,
    RetreatDue,
    State,
)
from iacta.domain.kernel.contract.system import Label, Measure, Outcome, Phase, Standing, Waiting

PHASE_TITLES = {
    "event": "The year's event",
    "entry": "Leaders enter",
    "deaths": "Natural death",
    "combats": "Combats",
    "segments": "Movement and combat",
    "adjustments": "Adjustments",
}

_wait = partial(Waiting.of, "civil-war")


def year_label(year: int) -> str:
    """The label of a year: -49 is `49 BC`."""
    return f"{-year} BC"


def standing(state: State) -> Standing:
    """The turn, the phase, who must act, and the outcome once the war is over."""
    if state.phase == "":
        return Standing(None, None, ())
    turn = Label(state.year - state.first_year + 1, year_label(state.year))
    if state.phase == "over":
        winners = (state.winner,) if state.winner else ()
        return Standing(turn, None, (), Outcome(state.ended or "the war's years are over", winners))
    return Standing(turn, Phase(state.phase, PHASE_TITLES[state.phase]), waiting(state))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who must act, and on what. Rolls that belong to neither seat wait for the referee. CW-28."""
    if state.pending:
        return tuple(_choice(due) for due in state.pending)
    match state.phase:
        case "event":
            return (_referee("the year's event", "roll-year-event"),)
        case "entry":
            return (_referee(_names(entry.without_faction(state)), "enter-leaders"),)
        case "deaths":
            kinds = ("check-leader-death", "check-leader-deaths")
            return (_referee(_names(death.leaders_due(state)), *kinds),)
        case "segments":
            return _segment(state)
        case "adjustments":
            region = state.region(state.recruiting[0]) if state.recruiting else None
            who = region.control if region is not None and region.control else "referee"
            what = f"recruits in {state.recruiting[0]}" if state.recruiting else "recruits"
            return (_wait(who, what, "recruit"),)
        case _:
            return _combats(state)


def _choice(due: Pending) -> Waiting:
    if isinstance(due, LossesDue):
        return _wait(due.seat, "a choice of losses", "choose-losses")
    if isinstance(due, DesertionDue):
        return _wait(due.seat, f"deserters in {due.region}", "choose-desertion")
    return _wait(due.seat, f"the retreat from {due.zone}", "retreat")


def _segment(state: State) -> tuple[Waiting, ...]:
    """The active seat; the referee if a ruling has ended the last segment. CW-65."""
    seat = state.active
    if seat is None:
        return (_referee("the end of the year", "close-year"),)
    which = f"segment {state.segment} of {len(state.segments)}"
    if not state.fighting:
        kinds = ("march", "sail", "court", "end-marches")
        return (_wait(seat, f"marches in {which}", *kinds),)
    if Board(state).contested(seat):
        return (_wait(seat, f"combats in {which}", "attack"),)
    return (_wait(seat, f"the end of {which}", "end-marches"),)


def _names(leaders: list[Leader]) -> str:
    return ", ".join(leader.name for leader in leaders) or "leaders"


def _referee(what: str, *kinds: str) -> Waiting:
    return _wait("referee", what, *kinds)


def _combats(state: State) -> tuple[Waiting, ...]:
    if state.scenario == "table":
        return (_referee("combats, or the end of the year", "adjudicate-combat", "close-year"),)
    attacking = {side for _, side, _ in possible_combats(state)}
    attackers = tuple(
        _wait(seat, "combats", "resolve-combat") for seat in SEATS if seat in attacking
    )
    return (_referee("combats, or the end of the year", "resolve-combat", "close-year"), *attackers)


def possible_combats(state: State) -> list[tuple[str, str, str]]:
    """(zone, attacking side, defending side) of every combat that could be fought. CW-33."""
    found = []
    ready: dict[str, dict[str, None]] = {}
    for unit in state.units:
        if unit.status == "map" and not unit.must_leave:
            ready.setdefault(unit.zone, {})[unit.side] = None
    for zone in state.zones:
        sides = ready.get(zone.name, {})
        found += [(zone.name, one, other) for one in sides for other in sides if one != other]
    return found


def measures(state: State) -> tuple[Measure, ...]:
    """Control points decide the war (CW R1); the others are what a fight costs.

    What the victor has still to choose counts as lost (CW 8.4.2F), and who is beaten is worse off.
    """
    strength: dict[str, int] = {
        seat: sum(one.strength for one in state.units if one.side == seat and one.status == "map")
        for seat in SEATS
    }
    leaders: dict[str, int] = {
        seat: sum(one.faction == seat and one.status == "in-play" for one in state.leaders)
        for seat in SEATS
    }
    chosen = [due for due in state.pending if isinstance(due, LossesDue)]
    to_lose: dict[str, int] = {
        seat: sum(due.count for due in chosen if due.seat == seat) for seat in SEATS
    }
    leaving = {key for due in state.pending if isinstance(due, RetreatDue) for key in due.units}
    back: dict[str, int] = {
        seat: sum(
            unit.must_leave or unit.fell_back or unit.id in leaving
            for unit in state.units
            if unit.side == seat and unit.status == "map"
        )
        for seat in SEATS
    }
    return (
        Measure("Control points", "points", "more", control.points(state)),
        Measure("Strength on the map", "SP", "more", strength),
        Measure("Leaders in play", "leaders", "more", leaders),
        Measure("Losses to choose", "units", "less", to_lose),
        Measure("Units falling back", "units", "less", back),
    )
