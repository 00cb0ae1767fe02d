"""What a seat may do now: one option for each kind of deed, its units and places as choices."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.de_bello_punico import words
from domain.de_bello_punico.options_move import moving
from domain.de_bello_punico.rules import (
    attacks,
    elephants,
    missiles,
    modifiers,
    points,
    recovery,
    set_up,
    strategy,
    support,
)
from domain.de_bello_punico.standing import KEY, waiting
from domain.de_bello_punico.state import (
    AdvancePending,
    AttackPending,
    PursuitPending,
    SideKey,
    State,
    Unit,
)
from domain.kernel.system import Known, Option

TURNS = [
    {"value": facing, "title": f"facing {name}"} for facing, name in enumerate(words.DIRECTIONS)
]


def options(state: State, role: str, known: Known) -> list[Option]:
    """The options of a seat; the referee acts for a seat with its own."""
    if state.phase in ("", "over"):
        return []
    side = role.removeprefix("seat:")
    mine = [one for one in waiting(state) if one.seat == side]
    if not mine:
        return []
    seat: SideKey = "rome" if side == "rome" else "carthage"
    if state.pending:
        return _pending(state, seat, known)
    return _in_phase(state, seat, known)


def simple(kind: str, title: str, rule: str, **members: Any) -> Option:
    """An option that can be posted as it is."""
    return Option(kind, title, rule, {"type": f"{KEY}.{kind}", **members})


def _option(kind: str, title: str, rule: str, choices: dict[str, Any], id_: str = "") -> Option:
    return Option(id_ or kind, title, rule, {"type": f"{KEY}.{kind}"}, choices)


def one_of(items: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A choice of one."""
    return {"one_of": list(items)}


def some_of(state: State, units: Sequence[Unit], most: int, least: int = 0) -> dict[str, Any]:
    """A choice of several units."""
    items = [{"value": unit.id, "title": _name(state, unit)} for unit in units]
    return {"some_of": items, "min": least, "max": min(most, len(items))}


def _name(state: State, unit: Unit) -> str:
    return f"{words.unit(state, unit.id)} on {unit.hex}"


def _places(hexes: Iterable[str]) -> dict[str, Any]:
    return one_of({"value": hex_, "title": f"to {hex_}"} for hex_ in hexes)


def _in_phase(state: State, side: SideKey, known: Known) -> list[Option]:
    match state.phase:
        case "set-up":
            return _set_up(state, side)
        case "command":
            return _place(state, side, known) if state.alternate else [_place_all(state, side)]
        case "initiative":
            return [simple("roll-initiative", "Roll for the initiative", "BP 5")]
        case "order":
            return [
                simple("choose-order", "Be First player", "BP 5", order="first"),
                Option(
                    "choose-order:second",
                    "Be Second player",
                    "BP 5",
                    {"type": f"{KEY}.choose-order", "order": "second"},
                ),
            ]
        case "elephants":
            return _elephants(state, known)
        case "stampede":
            return [_stampede(state)]
        case "move":
            return moving(state, side, known)
        case "volley":
            return [*_volleys(state, side), _end("the volleys")]
        case "attack-points" | "defence-points":
            return [_commit(state, side, known)]
        case "combat":
            return [*_attacks(state, side, known), _end("the combats")]
        case "recover":
            return [*_recovery(state, side, known), _end("the recovery")]
    return []


def _end(what: str) -> Option:
    return simple("end", f"End {what}", "BP 3.1")


def _set_up(state: State, side: SideKey) -> list[Option]:
    found = [simple("ready", "The set-up is done", "BP 17.1.2")]
    mine = [unit for unit in state.units if unit.side == side and unit.here]
    shifts = [
        {
            "value": unit.id,
            "title": _name(state, unit),
            "choices": {"/to": _places(spots)},
        }
        for unit in mine
        if (spots := set_up.free_spots(state, unit))
    ]
    if shifts:
        title = "Set a unit up in another hex of its type"
        found.append(_option("shift", title, "BP 17.1.2", {"/unit": one_of(shifts)}))
    leader = state.leader(side)
    assert leader is not None
    seats = [
        {"value": unit.id, "title": _name(state, unit)} for unit in mine if unit.id != leader.unit
    ]
    if seats:
        title = f"Set {leader.name} up with another unit"
        found.append(_option("seat-leader", title, "BP 17.1.2", {"/unit": one_of(seats)}))
    hidden = [
        {"value": unit.id, "title": _name(state, unit)}
        for unit in mine
        if set_up.may_hide(state, unit)
    ]
    if hidden:
        title = "Keep a Numidian unit out, to enter behind the Romans later"
        found.append(_option("hold-out", title, "BP 17.1.3c", {"/unit": one_of(hidden)}))
    return found


WORTHS = {"point": "a Command Point", "vacuus": "the Vacuus, worth nothing"}


def _place(state: State, side: SideKey, known: Known) -> list[Option]:
    left = strategy.in_hand(state, side, known)
    markers = one_of({"value": one, "title": WORTHS[one]} for one in left)
    return [
        Option(
            f"place:{box}",
            f"Place a marker in {words.BOXES[box]}",
            "BP 4.1",
            {"type": f"{KEY}.place", "box": box},
            {"/marker": markers},
        )
        for box in strategy.open_boxes(state, side)
    ]


def _place_all(state: State, side: SideKey) -> Option:
    count = strategy.total(state, side)
    boxes = [
        {"value": box, "title": words.BOXES[box]}
        for box in state.army(side).boxes
        for _ in range(strategy.room(box))
    ]
    return _option(
        "place-all",
        f"Place all {count} markers in secret; the Vacuus is the one so counted from 0",
        "BP-12",
        {
            "/boxes": {"some_of": boxes, "min": count, "max": count},
            "/vacuus": {"integer": {"min": 0, "max": count - 1}},
        },
    )


def _elephants(state: State, known: Known) -> list[Option]:
    found = []
    if state.checks or points.real(state, "rome", "elephants", known):
        cost = "the second of its point" if state.checks else "for a point, two units"
        units = [
            {"value": unit.id, "title": _name(state, unit)} for unit in elephants.targets(state)
        ]
        title = f"Roll for an enemy elephant unit: {cost}"
        found.append(_option("goad", title, "BP 4.8", {"/unit": one_of(units)}))
    return [*found, _end("the rolls against elephants")]


def _stampede(state: State) -> Option:
    units = []
    for unit in elephants.furious(state):
        goals = elephants.frenzy(state, unit).goals()
        goals.setdefault(unit.place, {})[unit.facing] = 0
        places = [
            {
                "value": hex_,
                "title": f"to {hex_}",
                "choices": {"/facing": one_of(TURNS[turn] for turn in sorted(facings))},
            }
            for hex_, facings in goals.items()
        ]
        units.append(
            {
                "value": unit.id,
                "title": _name(state, unit),
                "choices": {"/to": one_of(places)},
            }
        )
    return _option("stampede", "Lead furious elephants", "BP 15.1", {"/unit": one_of(units)})


def _volleys(state: State, side: SideKey) -> list[Option]:
    shooters = [
        {
            "value": unit.id,
            "title": _name(state, unit),
            "choices": {
                "/target": one_of(
                    {
                        "value": shot.target.id,
                        "title": f"{_name(state, shot.target)}: {shot.number} or less",
                    }
                    for shot in shots
                )
            },
        }
        for unit in state.units
        if unit.side == side and (shots := missiles.shots(state, unit))
    ]
    if not shooters:
        return []
    return [_option("shoot", "Shoot", "BP 9", {"/shooter": one_of(shooters)})]


def _commit(state: State, side: SideKey, known: Known) -> Option:
    most = len(points.real(state, side, "combat", known))
    units = attacks.committable(state, side)
    return _option(
        "commit",
        "Give units Command Points for this combat impulse, or none",
        "BP 4.3",
        {"/units": some_of(state, units, most)},
    )


def _attacks(state: State, side: SideKey, known: Known) -> list[Option]:
    attackers = [
        {
            "value": unit.id,
            "title": _name(state, unit),
            "choices": {
                "/target": one_of(_target(state, unit, target) for target in targets),
                "/support": some_of(state, support.supporters(state, unit), 3),
                "/charge": _charge(state, unit, known),
            },
        }
        for unit in state.units
        if unit.side == side and unit.here and (targets := attacks.targets(state, unit))
    ]
    if not attackers:
        return []
    return [_option("attack", "Attack", "BP 10", {"/attacker": one_of(attackers)})]


def _target(state: State, unit: Unit, target: Unit) -> dict[str, Any]:
    if target.panicked:
        return {"value": target.id, "title": f"{_name(state, target)}, in panic: cut down"}
    mine = sum(one.value for one in modifiers.attacking(state, unit, target, 0, False))
    theirs = sum(one.value for one in modifiers.defending(state, target, 0))
    behind = ", from behind" if modifiers.from_behind(state, unit, target) else ""
    title = f"{_name(state, target)}{behind}: {words.signed(mine)} against {words.signed(theirs)}"
    return {"value": target.id, "title": title}


def _charge(state: State, unit: Unit, known: Known) -> dict[str, Any]:
    ways = [{"value": False, "title": "without a charge"}]
    if attacks.can_charge(state, unit, known):
        ways.append({"value": True, "title": "in a mercenary charge, +2"})
    return {"one_of": ways}


def _recovery(state: State, side: SideKey, known: Known) -> list[Option]:
    units = recovery.shaken(state, side)
    if not units or not points.real(state, side, "recovery", known):
        return []
    items = [
        {"value": unit.id, "title": f"{_name(state, unit)}, Disorder {unit.disorder}"}
        for unit in units
    ]
    title = "Take a point of Disorder from a unit"
    return [_option("rally", title, "BP 4.4", {"/unit": one_of(items)})]


def _pending(state: State, side: SideKey, known: Known) -> list[Option]:
    first = state.pending[0]
    match first:
        case AttackPending():
            return _answers(state, first)
        case AdvancePending():
            found = [
                _option(
                    "occupy",
                    f"{words.unit(state, first.unit)} advances to {first.hex}",
                    "BP 10.8",
                    {"/facing": one_of(TURNS)},
                )
            ]
            if first.optional:
                title = f"{words.unit(state, first.unit)} stays"
                found.append(simple("stay", title, "BP 10.8.1"))
            return found
        case PursuitPending():
            found = [simple("pursue", f"{words.unit(state, first.unit)} pursues", "BP 14")]
            if points.real(state, side, "cavalry", known):
                found.append(simple("hold", "Spend a Cavalry point: no pursuit", "BP 4.5"))
            return found
    found = [simple("accept", "Let the die stand", "BP-26")]
    if points.real(state, side, "fortuna", known):
        found.append(simple("reroll", "Spend the Fortuna point: throw the die again", "BP 4.9"))
    return found


def _answers(state: State, due: AttackPending) -> list[Option]:
    target = state.by_id[due.target]
    helpers = support.supporters(state, target)
    met = f"the attack of {words.unit(state, due.attacker)} on {words.unit(state, target.id)}"
    found = [_option("stand", f"Meet {met}", "BP 10.4", {"/support": some_of(state, helpers, 3)})]
    ways = attacks.ways_back(state)
    if ways:
        found.append(_option("withdraw", f"Withdraw from {met}", "BP 10.1", {"/to": _places(ways)}))
    return found
