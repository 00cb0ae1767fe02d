"""Who may attack whom, and how the defender may answer. BP 10, BP 10.1."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import combat, leaders, points, support
from iacta.domain.de_bello_punico.rules.movement import own
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import Leader, State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey, leader_id, other
from iacta.domain.de_bello_punico.state.pending import AttackPending, LeaderWithdrawal
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation

EACH_POINT = 2
"""charges for a Furor point. BP 4.7, BP-22"""


def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemy units in a unit's front that it may attack now. BP 10."""
    if why_not_attack(unit):
        return []
    found = (state.at.get(hex_) for hex_ in state.grid.front(unit.place, unit.facing))
    return [one for one in found if one is not None and one.side != unit.side]


def leader_ahead(state: State, unit: Unit) -> Leader | None:
    """An enemy leader alone in a unit's front, whom it may attack now. BP-51."""
    ahead = () if why_not_attack(unit) else state.grid.front(unit.place, unit.facing)
    if not any(state.alone.get(hex_, unit.side) != unit.side for hex_ in ahead):
        return None
    return state.leader(other(unit.side))


def why_not_attack(unit: Unit) -> tuple[str, str] | None:
    """Why a unit may not attack: the rule and the reason."""
    if not unit.steady:
        return "BP 11", "they are in panic or not on the field"
    for mark, rule, reason in (
        ("attacked", "BP 10", "they have attacked in this impulse"),
        ("no-attack", "BP 8.2", "they left an enemy zone of control"),
        ("finis", "BP 15.1", "they do not fight this turn"),  # but are fought: BP-46
    ):
        if mark in unit.marks:
            return rule, reason
    return None


def any_attack(state: State, side: str | None) -> bool:
    """Whether a side can attack at all."""
    return any(
        unit.side == side and (targets(state, unit) or leader_ahead(state, unit))
        for unit in state.units
        if unit.here
    )


def can_charge(state: State, unit: Unit, known: Mapping[str, Any]) -> bool:
    """Whether mercenaries can charge: a charge is left, or a Furor point. BP 15.2, BP 4.1.1.

    No charge hits a unit in panic (BP 11.1.2) or is made without a leader (BP 13).
    """
    if unit.type != "mercenaries" or unit.side != "carthage" or "point" in unit.marks:
        return False
    left = state.charges and state.commands("carthage")
    return bool(left or points.usable_points(state, "carthage", "furor", known))


def attack(
    play: Unfolding, side: SideKey, key: str, target: str, helpers: Sequence[str], charge: bool
) -> None:
    """Declare an attack; it is fought at once if the defender has no answer. BP 10, BP 10.1."""
    state = play.state
    unit = own(state, side, key, "/command/attacker")
    barrier = why_not_attack(unit)
    if barrier is not None:
        raise RuleViolation(*barrier, pointer="/command/attacker")
    victim = next((one for one in targets(state, unit) if one.id == target), None)
    alone = leader_ahead(state, unit) if target == leader_id(other(side)) else None
    if victim is None and alone is None:
        detail = f"the attacker's front does not reach {words.unit(state, target)}"
        raise RuleViolation("BP 10", detail, pointer="/command/target")
    support.check(state, unit, helpers)
    if charge and (victim is None or victim.panicked):
        rule = "BP 11.1.2" if victim else "BP-51"
        detail = f"no combat with {words.unit(state, target)} is fought, so there is no charge"
        raise RuleViolation(rule, detail, pointer="/command/charge")
    charges = _charge(play, unit) if charge else state.charges
    play.add(fx.AttackDeclared(key, target, tuple(helpers), charge, charges))
    if alone is not None:
        _drive_off(play, unit, alone)
    elif victim is not None and victim.panicked:
        _cut_down(play, unit, victim)
    elif not may_answer(play.state):
        combat.roll(play, ())


def _charge(play: Unfolding, unit: Unit) -> int:
    """Use a charge, buying two with a Furor point if need be; returns how many remain. BP 15.2."""
    if unit.type != "mercenaries" or unit.side != "carthage":
        raise RuleViolation(
            "BP 15.2", "only Carthage's mercenaries may charge", pointer="/command/charge"
        )
    if "point" in unit.marks:
        detail = f"{words.unit(play.state, unit.id)} have already been given a Command Point"
        raise RuleViolation("BP 4.1.1", detail, pointer="/command/charge")
    if not play.state.commands("carthage"):
        raise RuleViolation("BP 13", points.NO_LEADER)
    if play.state.charges:
        return play.state.charges - 1
    points.spend(play, "carthage", "furor")
    return EACH_POINT - 1


def _cut_down(play: Unfolding, unit: Unit, victim: Unit) -> None:
    """Eliminate an attacked unit in panic without dice. BP 11.1.2."""
    place = victim.place
    play.add(fx.AttackDropped(unit.id, victim.id))
    leaders.lose_unit(play, victim.id)
    play.add(fx.UnitEliminated(victim.id, "BP 11.1.2", "they are attacked in panic"))
    combat.follow_up(play, unit.id, place)


def _drive_off(play: Unfolding, unit: Unit, leader: Leader) -> None:
    """A leader who is attacked alone withdraws, and the attacker follows. BP 13, BP-51."""
    assert leader.hex is not None
    play.add(fx.AttackDropped(unit.id, leader_id(leader.side)), fx.LeaderMustWithdraw(leader.side))
    combat.follow_up(play, unit.id, leader.hex)


def faster(state: State, unit: Unit, attacker: Unit) -> bool:
    """Whether a unit can withdraw: a higher printed allowance; by a switch, a leader. BP-5."""
    mine, theirs = state.values[unit.type].movement, state.values[attacker.type].movement
    led = state.switches.leaders == "with units" and state.rider(unit.id) is not None
    return mine > theirs or led


def withdrawal_hexes(state: State) -> list[str]:
    """The hexes into which the attacked unit may withdraw. BP 10.1, BP-6; not a Finis, BP 15.1."""
    due = state.declared_attack
    if due is None:
        return []
    unit, attacker = state.by_id[due.target], state.by_id[due.attacker]
    gone = [one for one in state.units if one.side == unit.side and "withdrew" in one.marks]
    spent = bool(gone) if state.switches.withdrawals == "per side" else unit in gone
    if spent or "finis" in unit.marks or not faster(state, unit, attacker):
        return []
    grid = state.grid
    return [
        hex_
        for hex_ in grid.rear(unit.place, unit.facing)
        if state.vacant(hex_, unit.side) and grid.passable(hex_)
    ]


def may_answer(state: State) -> bool:
    """Whether the defender has a choice: a hex to withdraw to, or support. BP-40."""
    due = state.declared_attack
    if due is None:
        return False
    return bool(withdrawal_hexes(state) or support.supporters(state, state.by_id[due.target]))


def _attack_to_answer(state: State, side: str) -> AttackPending:
    due = state.declared_attack
    if due is None:
        raise OutOfPhase("no attack is waiting for a response")
    if state.by_id[due.target].side != side:
        raise NotYourTurn("only the defender responds to an attack")
    return due


def stand(play: Unfolding, side: SideKey, helpers: Sequence[str]) -> None:
    """Stand against the attack. BP 10.4."""
    due = _attack_to_answer(play.state, side)
    support.check(play.state, play.state.by_id[due.target], helpers)
    combat.roll(play, tuple(helpers))


def withdraw(play: Unfolding, side: SideKey, to: str) -> None:
    """Withdraw, facing away; the attack is spent and the attacker follows up. BP 10.1, BP-6."""
    first = play.state.pending[0] if play.state.pending else None
    if isinstance(first, LeaderWithdrawal) and first.side == side:
        leaders.withdraw(play, side, to)
        return
    due = _attack_to_answer(play.state, side)
    if to not in withdrawal_hexes(play.state):
        detail = f"{words.unit(play.state, due.target)} cannot withdraw to {to}"
        raise RuleViolation("BP 10.1", detail, pointer="/command/to")
    place = play.state.by_id[due.target].place
    facing = play.state.grid.direction(place, to)
    assert facing is not None
    play.add(fx.Withdrew(due.target, place, to, facing))
    combat.follow_up(play, due.attacker, place)


def commit(play: Unfolding, side: SideKey, keys: Sequence[str]) -> None:
    """Commit a Command Point to each unit for this impulse. BP 4.3, BP-14, BP-25."""
    state = play.state
    if side != committing_side(state):
        raise NotYourTurn("the attacker commits first, then the defender")
    able = [unit.id for unit in committable(state, side)]
    for index, key in enumerate(keys):
        pointer = f"/command/units/{index}"
        if key not in able:
            detail = f"{words.unit(state, key)} are not within command range"
            raise RuleViolation("BP 4.3", detail, pointer=pointer)
        if key in keys[:index]:
            detail = f"{words.unit(state, key)} are listed twice"
            raise RuleViolation("BP 4.1.1", detail, pointer=pointer)
    if keys:
        points.spend(play, side, "combat", len(keys))
    play.add(fx.PointsCommitted(side, tuple(keys)))


def committing_side(state: State) -> SideKey | None:
    """The side that commits points now, the attacker first. BP 4.3."""
    if state.side is None or state.phase not in ("attack-points", "defence-points"):
        return None
    return state.side if state.phase == "attack-points" else other(state.side)


def committable(state: State, side: str) -> list[Unit]:
    """The units within command range: one point for each. BP 4.1.1, BP-14."""
    return leaders.units_in_range(state, side)
