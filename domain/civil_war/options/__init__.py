"""The legal options of a seat or the referee, in a stable order."""

from collections.abc import Sequence

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.options.map import on_the_map, recruiting, retreats, some_units
from iacta.domain.civil_war.rules import death, entry
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.standing import possible_combats
from iacta.domain.civil_war.state import DesertionDue, LossesDue, Pending, State, Unit
from iacta.domain.civil_war.state.words import unit_name, unit_values
from iacta.domain.kernel.contract.choices import (
    Alternative,
    ChooseBySchema,
    Option,
    option,
    some_of,
)
from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """The options of a role. Nothing is hidden in this game, so ``known`` is not used."""
    if role != "referee" and not role.startswith("seat:"):
        return ()
    if state.phase in ("", "over"):
        return ()
    own = [one for due in state.pending for one in _choice(state, due, role)]
    if not state.pending:
        own = _in_phase(state, role)
    return (*own, *_desk(state, role))


def _in_phase(state: State, role: str) -> list[Option]:
    match state.phase:
        case "event":
            return [option(cmd.RollYearEvent, "Roll the year's event", "CW E0")]
        case "entry":
            names = ", ".join(leader.name for leader in entry.without_faction(state))
            title = f"Roll for the faction of {names}" if names else "Enter leaders"
            return [option(cmd.EnterLeaders, title, "CW L2")]
        case "deaths":
            return _deaths(state)
        case "segments":
            return on_the_map(state, role)
        case "adjustments":
            return recruiting(state, role)
        case _:
            return _combats(state, role)


def _deaths(state: State) -> list[Option]:
    single = [
        option(
            cmd.CheckLeaderDeath,
            f"Check {leader.name}, who dies below {leader.number_due(state.year)}",
            "CW D1",
            key=leader.name,
            leader=leader.name,
        )
        for leader in death.leaders_due(state)
    ]
    return [option(cmd.CheckLeaderDeaths, "Check all leaders due", "CW D1"), *single]


def _combats(state: State, role: str) -> list[Option]:
    found = []
    if state.scenario == "zones":
        found = [
            _attack(state, zone, side, enemy)
            for zone, side, enemy in possible_combats(state)
            if role in ("referee", f"seat:{side}")
        ]
    if role == "referee":
        found.append(option(cmd.CloseYear, "Close the year", "CW-28"))
    return found


def _attack(state: State, zone: str, side: str, enemy: str) -> Option:
    ready = [unit for unit in state.units_in(zone) if not unit.must_leave]
    own = [unit for unit in ready if unit.side == side]
    theirs = [unit for unit in ready if unit.side == enemy]
    title = f"{side.capitalize()} attack on {enemy.capitalize()} in {zone}"
    choices = {
        "/attacker": some_units(own, 1, len(own)),
        "/defender": some_units(theirs, 1, len(theirs)),
    }
    key = f"{zone}:{side}:{enemy}"
    return option(cmd.ResolveCombat, title, "CW 8.4", choices, key=key, zone=zone)


def _choice(state: State, due: Pending, role: str) -> list[Option]:
    if role not in ("referee", f"seat:{due.seat}"):
        return []
    if not isinstance(due, LossesDue | DesertionDue):
        return retreats(Board(state), due)
    units = [unit for unit in state.units if unit.id in due.units]
    if isinstance(due, LossesDue):
        units.sort(key=lambda unit: (_hurt(unit), unit.quality))
        choices = {"/units": some_units(units, due.count, due.count)}
        title = (
            f"Choose {due.count} of the units that fought in {due.zone} to take losses; the first"
            " lose the least strength"
        )
        return [option(cmd.ChooseLosses, title, "CW 8.4.2F", choices)]
    places = [_posted(state, unit) for unit in sorted(units, key=lambda unit: unit.zone)]
    title = f"Choose which {count_of(due.count, 'legion')} desert in {due.region}"
    choices = {"/units": some_of(places, due.count, due.count)}
    return [option(cmd.ChooseDesertion, title, "CW-29", choices, key=due.region)]


def _hurt(unit: Unit) -> int:
    """The strength points that a unit loses to a hit. CW 8.4.2F."""
    return unit.strength if unit.reduced else unit.sp - unit.reduced_sp


def _posted(state: State, unit: Unit) -> Alternative:
    """A unit by the zone where it stands and the leader who commands there."""
    here = [one for one in state.leaders_in(unit.zone) if one.faction == unit.side]
    first = max(here, key=lambda one: (one.faction_leader, one.tb), default=None)
    under = f", under {first.name}" if first else ""
    return Alternative(unit.id, f"{unit.zone}{under}: {unit_name(unit)}, {unit_values(unit)}")


def _desk(state: State, role: str) -> list[Option]:
    if role != "referee" or state.scenario != "table":
        return []
    title = "Adjudicate a combat on the physical map"
    choices = {"": ChooseBySchema("AdjudicateCombat")}
    return [option(cmd.AdjudicateCombat, title, "CW-32", choices)]
