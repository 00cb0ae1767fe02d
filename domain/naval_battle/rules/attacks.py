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
    fight = roll_attack(
        fleet, [target], table, state.switches, dice, f"ram of {at} by {name}", ram=True
    )
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
    rule = "NB-4" if at in [one.name for one in board.in_range(state, fleet)] else "NV 7.1"
    target = _target(at, shot_at(state, fleet), rule, detail)
    unit = abilities.active(state, target)
    assert unit is not None
    table = (tables_of(state), "fire", "Fire")
    purpose = f"fire at {unit.name} by {name}"
    fight = roll_attack(fleet, [unit], table, state.switches, dice, purpose)
    play.add(_attacked("volley", fleet, fleet, target, "Fire", fight))


def boarders(state: State, seat: Seat, name: str, mode: Mode) -> tuple[Fleet, Unit]:
    """A fleet and its ground unit that boards; `Refused` if it may not. NV 8.1, NV 4.4."""
    fleet = abilities.own_fleet(state, name, seat)
    unit = abilities.may_board(state, fleet)
    if unit is None:
        rule, detail = abilities.why_no_boarding(state, fleet)
        raise RuleViolation(rule, detail, pointer="/command/fleet")
    if mode not in abilities.modes(unit):
        detail = f"{unit.name} cannot attack in {mode}"
        raise RuleViolation("NV 8.4", detail, pointer="/command/mode")
    return fleet, unit


def defenders(state: State, target: Fleet) -> list[Fleet | Unit]:
    """Ground units from the top, then the hull; a captor fights alone. NV 8.6, NB-5, NB-16.

    Baggage does not count (NV 8.7); the next unit below comes up at once (NV 8.8).
    """
    deck = state.deck(target)
    return [*deck] if deck and abilities.is_prize(target) else [*deck, target]


def board_ship(play: Unfolding, seat: Seat, name: str, at: str, mode: Mode, dice: Dice) -> None:
    """The active ground unit boards and fights each defender in turn. NV 8.5, NV 8.10."""
    state = play.state
    fleet, unit = boarders(state, seat, name, mode)
    target = _target(at, beside(state, fleet), "NV 8.1", f"{at} is not adjacent to {name}")
    table = (tables_of(state), "combat", mode)
    against = defenders(state, target)
    purpose = f"boarding of {at} by {unit.name}"
    fight = roll_attack(unit, against, table, state.switches, dice, purpose)
    play.add(_attacked("boarding", fleet, unit, target, mode, fight))
    if fight.defenders or target not in against:
        return
    if fleet.captor and state.switches.captors == "sink":  # NB-24
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
    """A fleet that may itself attack; `Refused` otherwise. NV 5.6, NV 9.4."""
    fleet = abilities.own_fleet(state, name, seat)
    if not abilities.may_strike(fleet):
        rule, detail = abilities.why_no_strike(fleet)
        raise RuleViolation(rule, detail, pointer="/command/fleet")
    return fleet


def _target(name: str, found: list[Fleet], rule: str, detail: str) -> Fleet:
    for fleet in found:
        if fleet.name == name:
            return fleet
    raise RuleViolation(rule, detail, pointer="/command/target")
