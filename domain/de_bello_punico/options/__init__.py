"""What a seat may do now: one option for each kind of deed, its units and places as choices."""

from typing import Any

from iacta.domain.de_bello_punico.options import combat
from iacta.domain.de_bello_punico.options.move import moving
from iacta.domain.de_bello_punico.options.parts import (
    TURNS,
    end,
    item,
    one_of,
    option,
    places,
    simple,
)
from iacta.domain.de_bello_punico.rules import elephants, points, recovery, set_up, strategy
from iacta.domain.de_bello_punico.standing import waiting
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import KEY, SideKey
from iacta.domain.de_bello_punico.state.pending import AdvancePending, AttackPending, PursuitPending
from iacta.domain.kernel.contract.system import Known, Option


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


def _in_phase(state: State, side: SideKey, known: Known) -> list[Option]:
    match state.phase:
        case "set-up":
            return _set_up(state, side)
        case "command":
            return _place(state, side, known) if state.alternate else [_place_all(state, side)]
        case "initiative":
            return [simple("roll-initiative", "Roll for the initiative", "BP 5")]
        case "order":
            orders = [{"value": one, "title": one} for one in ("first", "second")]
            title = "Be First or Second player"
            return [option("choose-order", title, "BP 5", {"/order": one_of(orders)})]
        case "elephants":
            return _elephants(state, known)
        case "stampede":
            return _stampede(state)
        case "move":
            return moving(state, side, known)
        case "volley":
            return [*combat.volleys(state, side), end("the volleys")]
        case "attack-points" | "defence-points":
            return [combat.commit(state, side, known)]
        case "combat":
            return [*combat.attacks_now(state, side, known), end("the combats")]
        case "recover":
            return [*_recovery(state, side, known), end("the recovery")]
    return []


def _set_up(state: State, side: SideKey) -> list[Option]:
    own = [unit for unit in state.units if unit.side == side]
    mine = [unit for unit in own if unit.here]
    shifts = [
        item(state, unit, to=places(spots))
        for unit in own
        if unit.fate in ("", "held") and (spots := set_up.free_spots(state, unit))
    ]
    seats = [
        item(state, unit) for unit in mine if state.commands(side) and not state.rider(unit.id)
    ]
    hidden = [item(state, unit) for unit in mine if set_up.may_hide(state, unit)]
    offers = (
        ("shift", "Set a unit up in another hex of its type", "BP 17.1.2", shifts),
        ("seat-leader", "Set the leader up with another unit", "BP 17.1.2", seats),
        ("hold-out", "Keep a Numidian unit out, to enter later", "BP 17.1.3c", hidden),
    )
    return [
        simple("ready", "The set-up is done", "BP 17.1.2"),
        *(
            option(kind, title, rule, {"/unit": one_of(units)})
            for kind, title, rule, units in offers
            if units
        ),
    ]


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
    return option(
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
    units = [item(state, unit) for unit in elephants.targets(state)]
    if units and elephants.paid(state, known):
        cost = "the second of its point" if state.checks else "for a point, two units"
        title = f"Roll for an enemy elephant unit: {cost}"
        found.append(option("goad", title, "BP 4.8", {"/unit": one_of(units)}))
    return [*found, end("the rolls against elephants")]


def _stampede(state: State) -> list[Option]:
    if not elephants.furious(state):
        return [end("the leading of furious elephants")]
    units = [item(state, unit, to=_runs(state, unit)) for unit in elephants.furious(state)]
    choices = {"/unit": one_of(units)}
    return [option("stampede", "Lead furious elephants", "BP 15.1", choices)]


def _runs(state: State, unit: Unit) -> dict[str, Any]:
    goals = {hex_: set(facings) for hex_, facings in elephants.frenzy(state, unit).goals.items()}
    goals.setdefault(unit.place, set()).add(unit.facing)
    return one_of(
        {
            "value": hex_,
            "title": f"to {hex_}",
            "choices": {"/facing": one_of(TURNS[turn] for turn in sorted(facings))},
        }
        for hex_, facings in goals.items()
    )


def _recovery(state: State, side: SideKey, known: Known) -> list[Option]:
    units = recovery.shaken(state, side)
    if not units or not points.real(state, side, "recovery", known):
        return []
    title = "Take a point of Disorder from a unit"
    choice = one_of(item(state, unit) for unit in units)
    return [option("rally", title, "BP 4.4", {"/unit": choice})]


def _pending(state: State, side: SideKey, known: Known) -> list[Option]:
    first = state.pending[0]
    match first:
        case AttackPending():
            return combat.answers(state, first)
        case AdvancePending():
            found = [
                option(
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
