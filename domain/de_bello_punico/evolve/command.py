"""The strategic phase, initiative, and the passing of phases and turns: state + effect → state."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve.lookups import pop_pending
from iacta.domain.de_bello_punico.state import Marker, Placement, State
from iacta.domain.de_bello_punico.state.pending import InitiativePending, Throw
from iacta.domain.kernel.contract.roster import exchanged
from iacta.domain.kernel.proof.errors import require

FORGOTTEN: dict[str, frozenset[str]] = {
    "elephants": frozenset({"commanded"}),
    "move": frozenset({"furious"}),
    "volley": frozenset({"moved", "stopped", "hastened", "commanded"}),
    "recover": frozenset(
        {"no-attack", "charge", "attacked", "supported", "withdrew", "point", "commanded"}
    ),
}
"""Which marks are gone when a phase begins; a turn's beginning clears all of them."""


def command(state: State, effect: fx.TurnEffect) -> State:
    """The state after such an effect; nothing for any other."""
    match effect:
        case fx.PhaseBegun():
            return _phase(state, effect)
        case fx.TurnBegun():
            require(effect.turn == state.turn + 1 and effect.turn <= state.turns, "no such turn")
            return replace(
                state,
                phase="command",
                turn=effect.turn,
                first=None,
                side=None,
                placements=(),
                markers=(),
                charges=0,
                checks=0,
                units=exchanged(
                    state.units,
                    "id",
                    (
                        replace(one, marks=(), spent=0)
                        for one in state.units
                        if one.marks or one.spent
                    ),
                ),
            )
        case fx.MarkerPlaced():
            require(state.phase == "command", "no markers are placed now")
            placed = Marker(effect.side, effect.box, effect.marker)
            return replace(state, markers=(*state.markers, placed))
        case fx.PlacementLaid():
            require(all(one.side != effect.side for one in state.placements), "placed already")
            laid = Placement(effect.side, effect.boxes, effect.vacuus)
            return replace(state, placements=(*state.placements, laid))
        case fx.MarkersShown():
            return _show(state, effect)
        case fx.MarkerUsed():
            return _use(state, effect)
        case fx.InitiativeRolled():
            throws = tuple(map(Throw, effect.sides, effect.faces))
            rolled = InitiativePending(throws, effect.bonus, effect.window)
            return replace(state, pending=(rolled, *state.pending))
        case fx.InitiativeResolved():
            after = pop_pending(state, InitiativePending)
            if effect.winner is None:
                return after
            return replace(after, phase="order", side=effect.winner)
        case fx.OrderChosen():
            require(state.phase == "order" and state.first is None, "the order is chosen")
            return replace(state, first=effect.first)
        case _:
            assert_never(effect)


def _show(state: State, effect: fx.MarkersShown) -> State:
    """The new seals take the place of those under which the markers were placed. BP-12."""
    mine = [one for one in state.markers if one.side == effect.side]
    left = tuple(one for one in state.placements if one.side != effect.side)
    shown = [Marker(effect.side, one.box, one.marker.sealed) for one in effect.markers]
    require(state.phase == "command" and bool(shown), "no markers are shown now")
    require(not {one.seal for one in mine} & {one.seal for one in shown}, "they are shown already")
    if state.alternate:
        require(sorted(one.box for one in mine) == sorted(one.box for one in shown), "other boxes")
    else:
        require(left != state.placements, "nothing was placed")
    others = [one for one in state.markers if one.side != effect.side]
    return replace(state, markers=(*others, *shown), placements=left)


def _use(state: State, effect: fx.MarkerUsed) -> State:
    used = [one for one in state.markers if one.seal == effect.marker and not one.used]
    require(len(used) == 1 and used[0].side == effect.side, "there is no such marker to use")
    shown = replace(used[0], worth=effect.worth)
    return replace(state, markers=tuple(shown if one is used[0] else one for one in state.markers))


def _phase(state: State, effect: fx.PhaseBegun) -> State:
    require((state.phase, state.side) != (effect.phase, effect.side), "this phase has begun")
    gone = FORGOTTEN.get(effect.phase, frozenset())
    units, leaders = state.units, state.leaders
    if gone:
        rested = effect.phase in ("elephants", "volley")
        left = (
            replace(
                one,
                marks=tuple(mark for mark in one.marks if mark not in gone),
                spent=0 if rested else one.spent,
            )
            for one in units
            if one.marks or (rested and one.spent)
        )
        units = exchanged(units, "id", left)
        if rested:
            leaders = tuple(replace(one, moved=False) if one.moved else one for one in leaders)
    return replace(state, phase=effect.phase, side=effect.side, units=units, leaders=leaders)
