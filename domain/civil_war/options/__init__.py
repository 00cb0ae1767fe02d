"""What a seat or the referee may do now, in a stable order."""

from collections.abc import Sequence

from iacta.domain.civil_war.options.map import on_the_map, recruiting
from iacta.domain.civil_war.rules import death, entry
from iacta.domain.civil_war.standing import quarrels
from iacta.domain.civil_war.state import DesertionDue, LossesDue, Pending, State, Unit
from iacta.domain.civil_war.state.words import unit_title
from iacta.domain.kernel.contract.system import Known, Option


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """The options of a role; nothing is hidden, so what is known makes no difference."""
    if role != "referee" and not role.startswith("seat:"):
        return ()
    if state.phase in ("", "over"):
        return ()
    own = [option for due in state.pending for option in _choice(state, due, role)]
    if not state.pending:
        own = _in_phase(state, role)
    return (*own, *_desk(state, role))


def _simple(kind: str, title: str, rule: str) -> Option:
    return Option(kind, title, rule, {"type": f"civil-war.{kind}"})


def _in_phase(state: State, role: str) -> list[Option]:
    match state.phase:
        case "event":
            return [_simple("roll-year-event", "Roll the year's event", "CW E0")]
        case "entry":
            names = ", ".join(leader.name for leader in entry.undecided(state))
            title = f"Roll for the faction of {names}" if names else "Let the leaders enter"
            return [_simple("enter-leaders", title, "CW L2")]
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
        Option(
            f"check-leader-death:{leader.name}",
            f"Check {leader.name}, who dies below {leader.number_due(state.year)}",
            "CW D1",
            {"type": "civil-war.check-leader-death", "leader": leader.name},
        )
        for leader in death.due(state)
    ]
    return [_simple("check-leader-deaths", "Check all who are due", "CW D1"), *single]


def _combats(state: State, role: str) -> list[Option]:
    found = []
    if state.scenario == "zones":
        found = [
            _attack(state, zone, side, enemy)
            for zone, side, enemy in quarrels(state)
            if role in ("referee", f"seat:{side}")
        ]
    if role == "referee":
        found.append(_simple("close-year", "Close the year", "CW-28"))
    return found


def _attack(state: State, zone: str, side: str, enemy: str) -> Option:
    ready = [unit for unit in state.units_in(zone) if not unit.must_leave]
    return Option(
        f"resolve-combat:{zone}:{side}:{enemy}",
        f"{side.capitalize()} attack on {enemy.capitalize()} in {zone}",
        "CW 8.4",
        {"type": "civil-war.resolve-combat", "zone": zone},
        {
            "/attacker": _some_of([unit for unit in ready if unit.side == side]),
            "/defender": _some_of([unit for unit in ready if unit.side == enemy]),
        },
    )


def _some_of(units: list[Unit], count: int | None = None) -> dict[str, object]:
    items = [{"value": unit.id, "title": unit_title(unit)} for unit in units]
    least, most = (1, min(len(units), 60)) if count is None else (count, count)
    return {"some_of": items, "min": least, "max": most}


def _choice(state: State, due: Pending, role: str) -> list[Option]:
    if role not in ("referee", f"seat:{due.seat}"):
        return []
    if not isinstance(due, LossesDue | DesertionDue):
        return [
            Option(
                f"retreat:{due.zone}:{goal}",
                f"Retreat from {due.zone} to {goal}",
                "CW-47",
                {"type": "civil-war.retreat", "to": goal},
            )
            for goal in due.to
        ]
    units = [unit for unit in state.units if unit.id in due.units]
    choices = {"/units": _some_of(units, due.count)}
    if isinstance(due, LossesDue):
        title = f"Choose {due.count} of the units that fought in {due.zone}"
        command = {"type": "civil-war.choose-losses"}
        return [Option("choose-losses", title, "CW 8.4.2F", command, choices)]
    title = f"Choose {due.count} Legio to desert in {due.region}"
    command = {"type": "civil-war.choose-desertion"}
    return [Option(f"choose-desertion:{due.region}", title, "CW-29", command, choices)]


def _desk(state: State, role: str) -> list[Option]:
    if role != "referee" or state.scenario != "table":
        return []
    return [
        Option(
            "adjudicate-combat",
            "Adjudicate a combat on somebody's table",
            "CW-32",
            {"type": "civil-war.adjudicate-combat"},
            {"": {"schema": "AdjudicateCombat"}},
        )
    ]
