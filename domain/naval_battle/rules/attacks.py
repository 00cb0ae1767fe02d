"""Combat: each stack rams, shoots or boards, once per turn. NV 5, NV 6, NV 7, NV 8.

There is no defensive fire (NV 5.1), and no flank attack (NV 5.2).
"""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.naval_battle.effects import Attack, Attacked, CaptureAwaited
from iacta.domain.naval_battle.rules import abilities, board, sinking
from iacta.domain.naval_battle.rules.attack_dice import Fight, roll_attack
from iacta.domain.naval_battle.rules.checks import tables_of
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import CaptureDue, Fleet, Mode, Seat, State, Unit, other


def beside(state: State, fleet: Fleet) -> list[Fleet]:
    """The enemy fleets that a fleet may ram, or its ground unit board. NV 6.1, NV 8.1."""
    return board.neighbours(state, fleet, other(fleet.control))


def shot_at(state: State, fleet: Fleet) -> list[Fleet]:
    """The enemy fleets in range with an active ground unit to hit. NV 7.1, NB-4."""
    return [one for one in board.in_range(state, fleet) if abilities.active(state, one) is not None]


def ram(play: Unfolding, seat: Seat, name: str, at: str, dice: Dice) -> None:
    """Ship against ship in Phalanx; passengers are unharmed. NV 6.1, NV 6.2, NV 6.4, NB-3."""
    state = play.state
    fleet = _striking(state, seat, name)
    target = _target(at, beside(state, fleet), "NV 6.1", f"{at} is not adjacent to {name}")
    table = (tables_of(state), "combat", "Phalanx")
    fight = roll_attack(fleet, [target], table, state.switches, dice, f"{name} rams {at}")
    play.add(_attacked("ram", fleet, fleet, target, "Phalanx", fight))
    if not fight.defenders:  # NV 6.3, NV 6.5
        sinking.sink(play, target.name, dice)
    if fight.lost:  # NV 6.6: the attacker's passengers suffer nothing but this, NV 6.7
        sinking.sink(play, name, dice)


def volley(play: Unfolding, seat: Seat, name: str, at: str, dice: Dice) -> None:
    """Ship against the active ground unit, no fleet. NV 5.3, NV 7.1, NV 7.2, NV 7.3, NV 7.4."""
    state = play.state
    fleet = _striking(state, seat, name)
    detail = f"{name} has no target on {at}"
    target = _target(at, shot_at(state, fleet), "NB-4", detail)
    unit = abilities.active(state, target)
    assert unit is not None
    table = (tables_of(state), "fire", "Fire")
    fight = roll_attack(fleet, [unit], table, state.switches, dice, f"{name} shoots at {unit.name}")
    play.add(_attacked("volley", fleet, fleet, target, "Fire", fight))
    sinking.free_prize(play, target.name)


def boarders(state: State, seat: Seat, name: str, mode: Mode) -> tuple[Fleet, Unit]:
    """A fleet and its ground unit that boards; `RuleViolation` if it may not. NV 8.1, NV 4.4."""
    fleet = abilities.own_fleet(state, name, seat)
    unit = abilities.may_board(state, fleet)
    if unit is None:
        detail = f"no unit on {name} may board: one attack per turn, after a passed check"
        raise RuleViolation("NV 5.6", detail, pointer="/command/fleet")
    if mode not in abilities.modes(unit):
        detail = f"{unit.name} cannot attack in {mode}"
        raise RuleViolation("NV 8.4", detail, pointer="/command/mode")
    return fleet, unit


def defenders(state: State, target: Fleet) -> list[Fleet | Unit]:
    """Ground units from the top, then the hull; a prize has its captor alone. NV 8.6, NB-5, NB-16.

    Baggage does not count (NV 8.7); the next unit below comes up at once (NV 8.8).
    """
    deck = state.deck(target)
    return [*deck] if abilities.is_prize(target) else [*deck, target]


def board_ship(play: Unfolding, seat: Seat, name: str, at: str, mode: Mode, dice: Dice) -> None:
    """The active ground unit boards and fights each defender in turn. NV 8.5, NV 8.10."""
    state = play.state
    fleet, unit = boarders(state, seat, name, mode)
    target = _target(at, beside(state, fleet), "NV 8.1", f"{at} is not adjacent to {name}")
    table = (tables_of(state), "combat", mode)
    against = defenders(state, target)
    fight = roll_attack(unit, against, table, state.switches, dice, f"{unit.name} boards {at}")
    play.add(_attacked("boarding", fleet, unit, target, mode, fight))
    if fight.lost:
        sinking.free_prize(play, name)
    sinking.free_prize(play, at)
    if fight.defenders or abilities.is_prize(target):
        return
    if fleet.captor:  # NB-24: a captor does not leave its prize
        sinking.sink(play, at, dice)
    else:
        play.add(CaptureAwaited(CaptureDue(seat, unit.name, name, at)))


def _attacked(
    attack: Attack, fleet: Fleet, unit: Fleet | Unit, target: Fleet, row: str, fight: Fight
) -> Attacked:
    hull = any(blow.did == "killed" and blow.on == target.name for blow in fight.blows)
    return Attacked(
        attack=attack,
        seat=fleet.control,
        fleet=fleet.name,
        unit=unit.name,
        target=target.name,
        row=row,
        dice=unit.factor,
        blows=tuple(fight.blows),
        beaten=hull,
    )


def _striking(state: State, seat: Seat, name: str) -> Fleet:
    """A fleet that may itself attack; `RuleViolation` otherwise. NV 5.6, NV 9.4."""
    fleet = abilities.own_fleet(state, name, seat)
    if not abilities.may_strike(fleet):
        detail = f"{name} may not attack: one attack per turn, after a passed check"
        raise RuleViolation("NV 5.6", detail, pointer="/command/fleet")
    return fleet


def _target(name: str, found: list[Fleet], rule: str, detail: str) -> Fleet:
    for fleet in found:
        if fleet.name == name:
            return fleet
    raise RuleViolation(rule, detail, pointer="/command/target")
