"""The legal options of a seat: one per kind of command, with units and hexes as choices."""

from typing import assert_never

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.options import combat
from iacta.domain.de_bello_punico.options.dice import as_they_lie
from iacta.domain.de_bello_punico.options.move import moving
from iacta.domain.de_bello_punico.options.parts import TURNS, end, item, places, some_units
from iacta.domain.de_bello_punico.rules import (
    elephants,
    leaders,
    points,
    recovery,
    set_up,
    strategy,
)
from iacta.domain.de_bello_punico.standing import waiting
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import (
    AdvancePending,
    AttackPending,
    LeaderDue,
    LeaderWithdrawal,
    PursuitPending,
    RollPending,
)
from iacta.domain.kernel.contract.choices import (
    Alternative,
    ChooseOne,
    Option,
    integer,
    one_of,
    option,
    some_of,
)
from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, listed


def options(state: State, role: str, known: Known) -> list[Option]:
    """The options of a role; the referee acts for a seat with the seat's own."""
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
            return [option(cmd.RollInitiative, "Roll for the initiative", "BP 5")]
        case "order":
            orders = one_of(("first", "second"))
            title = "Choose to be First or Second player"
            return [option(cmd.ChooseOrder, title, "BP 5", {"/order": orders})]
        case "elephants":
            return _elephants(state, known)
        case "stampede":
            if not elephants.furious_units(state):
                return [end("the movement of furious elephants")]
            units = [
                item(state, unit, to=_runs(state, unit)) for unit in elephants.furious_units(state)
            ]
            choices = {"/unit": one_of(units)}
            return [option(cmd.Stampede, "Move furious elephants", "BP 15.1", choices)]
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
    rule = set_up.RULES[state.scenario]
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
        (cmd.Shift, "Set up a unit in another hex that is printed for its type", rule, shifts),
        (cmd.SeatLeader, "Set up the leader with another unit", rule, seats),
        (cmd.HoldOut, "Hold back a Numidian unit, to enter later", "BP 17.1.3c", hidden),
    )
    return [
        option(cmd.Ready, "Finish setting up: the army may stay as it stands", rule),
        *(
            option(kind, title, number, {"/unit": one_of(units)})
            for kind, title, number, units in offers
            if units
        ),
    ]


WORTHS = {
    "point": "a Command Point",
    "vacuus": "the Vacuus, a blank, to mislead",
}
USES = {
    "initiative": "+1 to the die",  # BP 4.2
    "combat": "+1 to the die of a unit that fights within command range",  # BP 4.3
    "recovery": "a unit loses 1 Disorder",  # BP 4.4
    "cavalry": "no pursuit, or a pursuer returns",  # BP 4.5
    "movement": "+1 MP for three units of a type",  # BP 4.6
    "furor": "two mercenary charges",  # BP 4.7
    "elephants": "a roll against two enemy elephant units",  # BP 4.8
    "fortuna": "throw one die again",  # BP 4.9
}
"""What a Command Point in a box is good for."""


def _place(state: State, side: SideKey, known: Known) -> list[Option]:
    """The next marker; nothing for who does not see which ones are left."""
    if not all(one.seal in known for one in strategy.placed_markers(state, side)):
        return []
    left = strategy.markers_left(state, side, known)
    markers = {"/marker": one_of(Alternative(one, WORTHS[one]) for one in left)}
    place, blank = _place_words(state, side, left), left == ("vacuus",)
    return [
        option(
            cmd.Place,
            f"{place} in {words.BOXES[box]}" + ("" if blank else f": {USES[box]}"),
            "BP 4.1",
            markers,
            key=box,
            box=box,
        )
        for box in strategy.open_boxes(state, side)
    ]


def _place_words(state: State, side: SideKey, left: tuple[str, ...]) -> str:
    """What a side has left to place, and that one of it is placed now."""
    count = strategy.marker_count(state, side) - len(strategy.placed_markers(state, side))
    if count == 1:
        return f"Place the last marker, {'a Command Point' if 'point' in left else 'the Vacuus'},"
    kept = [count_of(count - 1, "Command Point"), "one blank"]
    held = listed(kept) if "vacuus" in left else count_of(count, "Command Point")
    return f"Of {held}, place one"


def _place_all(state: State, side: SideKey) -> Option:
    count = strategy.marker_count(state, side)
    held = count_of(count - 1, "Command Point")
    boxes = [
        Alternative(box, words.BOXES[box])
        for box in state.army(side).boxes
        for _ in range(strategy.box_capacity(box))
    ]
    return option(
        cmd.PlaceAll,
        f"Place {held} and the Vacuus, a blank, in secret: say which it is, from 0",
        "BP-12",
        {"/boxes": some_of(boxes, count, count), "/vacuus": integer(0, count - 1)},
    )


def _elephants(state: State, known: Known) -> list[Option]:
    found = []
    units = elephants.targets(state)
    if units and elephants.may_pay(state, known):
        title = "Spend an Elephants point: one roll against one or two elephant units"
        if elephants.at_once(state) == 1:
            cost = "the second of a spent point" if state.checks else "one point for two"
            title = f"Roll against an enemy elephant unit: {cost}"
        choice = some_units(state, units, 1, min(elephants.at_once(state), len(units)))
        found.append(option(cmd.Goad, title, "BP 4.8", {"/units": choice}))
    return [*found, end("the rolls against elephants")]


def _runs(state: State, unit: Unit) -> ChooseOne:
    goals = {
        hex_: set(facings) for hex_, facings in elephants.stampede_reach(state, unit).goals.items()
    }
    goals.setdefault(unit.place, set()).add(unit.facing)
    return one_of(
        Alternative(
            hex_, f"to {hex_}", {"/facing": one_of(TURNS[turn] for turn in sorted(facings))}
        )
        for hex_, facings in goals.items()
    )


def _recovery(state: State, side: SideKey, known: Known) -> list[Option]:
    units = recovery.recoverable_units(state, side)
    if not units or not points.usable_points(state, side, "recovery", known):
        return []
    title = "Remove a point of Disorder from a unit"
    choice = one_of(item(state, unit) for unit in units)
    return [option(cmd.Rally, title, "BP 4.4", {"/unit": choice})]


def _pending(state: State, side: SideKey, known: Known) -> list[Option]:
    first = state.pending[0]
    if isinstance(first, RollPending):
        found = [option(cmd.Accept, f"Accept the die: {as_they_lie(state, first)}", "BP-26")]
        if points.usable_points(state, side, "fortuna", known):
            title = "Spend the Fortuna point: reroll the die"
            found.append(option(cmd.Reroll, title, "BP 4.9"))
        return found
    match first:
        case AttackPending():
            return combat.answers(state, first)
        case LeaderWithdrawal():
            title = f"Withdraw {words.leader(state, first.side)}"
            ways = places(leaders.retreats(state, first.side))
            return [option(cmd.Withdraw, title, "BP 13", {"/to": ways})]
        case AdvancePending():
            found = [
                option(
                    cmd.Occupy,
                    f"{words.unit(state, first.unit)} advance to {first.hex}",
                    "BP 10.8",
                    {"/facing": one_of(TURNS)},
                )
            ]
            if first.optional:
                title = f"{words.unit(state, first.unit)} do not advance"
                found.append(option(cmd.Stay, title, "BP 10.8.1"))
            return found
        case PursuitPending():
            found = [option(cmd.Pursue, f"{words.unit(state, first.unit)} pursue", "BP 14")]
            if points.usable_points(state, side, "cavalry", known):
                found.append(
                    option(cmd.Hold, "Spend a Cavalry point: prevent the pursuit", "BP 4.5")
                )
            return found
        case LeaderDue():
            raise AssertionError("a leader's roll was not made at once")
        case _:
            assert_never(first)
