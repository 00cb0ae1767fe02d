"""Advance, pursuit, and the points that prevent it. BP 10.8, BP 14, BP 4.5."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import combat, leaders, points
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey, other
from iacta.domain.de_bello_punico.state.pending import AdvancePending, PursuitPending
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation


def advance_due(state: State, side: str) -> AdvancePending:
    """The advance that a side must make or decline. BP 10.8."""
    first = state.pending[0] if state.pending else None
    if not isinstance(first, AdvancePending):
        raise OutOfPhase("no advance is due")
    if state.by_id[first.unit].side != side:
        raise NotYourTurn("only the attacker advances")
    return first


def occupy(play: Unfolding, side: SideKey, facing: int) -> None:
    """Enter the vacated hex, with any facing. BP 10.8."""
    due = advance_due(play.state, side)
    start = play.state.by_id[due.unit].place
    play.add(fx.Advanced(due.unit, start, due.hex, facing))


def stay(play: Unfolding, side: SideKey) -> None:
    """Do not advance, a choice that only heavy infantry has. BP 10.8.1."""
    due = advance_due(play.state, side)
    if not due.optional:
        raise RuleViolation("BP 10.8", f"{words.unit(play.state, due.unit)} must advance")
    play.add(fx.Stayed(due.unit))


def pursuit_due(state: State, side: str) -> PursuitPending:
    """The pursuit that a side may still prevent. BP 4.5."""
    first = state.pending[0] if state.pending else None
    if not isinstance(first, PursuitPending):
        raise OutOfPhase("no pursuit is due")
    if state.by_id[first.unit].side != side:
        raise NotYourTurn("only the pursuer's side decides")
    return first


def may_hold(unit: Unit) -> bool:
    """Whether a unit may be kept from pursuing: it has had no point in this impulse. BP 4.1.1."""
    return "commanded" not in unit.marks


def hold(play: Unfolding, side: SideKey) -> None:
    """Spend a Cavalry point: no pursuit; an attacker then advances. BP 4.5, BP 10.8."""
    due = pursuit_due(play.state, side)
    if not may_hold(play.state.by_id[due.unit]):
        raise RuleViolation(
            "BP 4.1.1",
            f"{words.unit(play.state, due.unit)} have already been given a Command Point",
        )
    points.spend(play, side, "cavalry")
    play.add(fx.PursuitHeld(due.unit))
    if due.attacked:
        combat.follow_up(play, due.unit, due.route[0])


def pursue(play: Unfolding, due: PursuitPending) -> None:
    """Follow the fleeing unit by its route to an enemy zone or unit, or off the field. BP 14.

    No friend of the pursuer stands there: the fugitive could not have passed (BP 11.1.2). A
    pursuer off the field costs no Rout Points (BP 16.1.2), and a leader stays behind (BP-51).
    """
    state, unit = play.state, play.state.by_id[due.unit]
    zone = state.zones[other(unit.side)]
    path = [unit.place]
    off = due.off
    for hex_ in due.route:
        beside = state.grid.direction(path[-1], hex_) is not None
        if not beside or not state.vacant(hex_, unit.side):
            off = False
            break
        path.append(hex_)
        if hex_ in zone:
            off = False
            break
    facing = unit.facing
    if len(path) > 1:
        facing = state.grid.direction(path[-2], path[-1]) or 0
    if off:
        leaders.join_nearest(play, due.unit)
    play.add(fx.Pursued(due.unit, tuple(path), facing, off))
