"""Where the game stands: year, phase, who is awaited and for what."""

from domain.civil_war.rules import death, entry
from domain.civil_war.state import FIRST_YEAR, SEATS, Leader, LossesDue, State
from domain.kernel.system import Label, Outcome, Phase, Standing, Waiting

PHASE_TITLES = {
    "event": "A: the year's event",
    "entry": "C: leaders enter",
    "deaths": "D: natural death",
    "combats": "E: combats",
}


def year_label(year: int) -> str:
    """A year as it is called: -49 is 49 BC."""
    return f"{-year} BC"


def standing(state: State) -> Standing:
    """The turn, the phase, who is awaited, and whether the war is over."""
    if state.phase == "":
        return Standing(None, None, ())
    turn = Label(state.year - FIRST_YEAR + 1, year_label(state.year))
    if state.phase == "over":
        return Standing(turn, None, (), Outcome("the war's years are over", ()))
    return Standing(turn, Phase(state.phase, PHASE_TITLES[state.phase]), waiting(state))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who is awaited. A roll that belongs to nobody in particular awaits the referee. CW-28."""
    if state.pending:
        return tuple(
            Waiting(due.seat, "losses to choose", ("civil-war.choose-losses",))
            if isinstance(due, LossesDue)
            else Waiting(due.seat, f"deserters in {due.region}", ("civil-war.choose-desertion",))
            for due in state.pending
        )
    match state.phase:
        case "event":
            return (_referee("the year's event", "roll-year-event"),)
        case "entry":
            return (_referee(_names(entry.undecided(state)), "enter-leaders"),)
        case "deaths":
            kinds = ("check-leader-death", "check-leader-deaths")
            return (_referee(_names(death.due(state)), *kinds),)
        case _:
            return _combats(state)


def _names(leaders: list[Leader]) -> str:
    return ", ".join(leader.name for leader in leaders) or "leaders"


def _referee(what: str, *kinds: str) -> Waiting:
    return Waiting("referee", what, tuple(f"civil-war.{kind}" for kind in kinds))


def _combats(state: State) -> tuple[Waiting, ...]:
    if state.scenario == "table":
        return (_referee("combats, or the end of the year", "adjudicate-combat", "close-year"),)
    attackers = tuple(
        Waiting(seat, "combats", ("civil-war.resolve-combat",))
        for seat in SEATS
        if any(side == seat for _, side, _ in quarrels(state))
    )
    return (_referee("combats, or the end of the year", "resolve-combat", "close-year"), *attackers)


def quarrels(state: State) -> list[tuple[str, str, str]]:
    """Zone, attacking side, defending side of every combat that could be fought. CW-33."""
    found = []
    for zone in state.zones:
        ready = [unit for unit in state.units_in(zone.name) if not unit.must_leave]
        sides = list(dict.fromkeys(unit.side for unit in ready))
        found += [(zone.name, one, other) for one in sides for other in sides if one != other]
    return found
