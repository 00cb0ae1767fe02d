"""Combat: two dice, the sums, Disorder, and what follows. BP 10.2, BP 10.6, BP 10.8, BP 14."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import fortuna, modifiers, morale
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import ARMS
from iacta.domain.de_bello_punico.state.pending import CombatPending
from iacta.domain.kernel.contract.copies import copied

WILD = (5, 6)
"""natural faces that cost charging mercenaries 1 Disorder. BP 15.2, BP-22"""
FREE_TO_STAY = ("triarii", "hastati", "principes", "veterans")
"""types that need not advance. BP 10.8.1"""


def roll(play: Unfolding, defence: tuple[str, ...]) -> None:
    """Roll both dice. BP 10.2."""
    due = play.state.declared_attack
    assert due is not None
    sides = (play.state.by_id[due.attacker].side, play.state.by_id[due.target].side)
    faces = (
        play.dice.roll("d6", f"combat, attacker {due.attacker}"),
        play.dice.roll("d6", f"combat, defender {due.target}"),
    )
    window = fortuna.may_reroll(play.state, sides)
    play.add(copied(fx.CombatRolled, due, defence=defence, sides=sides, faces=faces, window=window))


def damage(attack: int, defence: int) -> tuple[int, int]:
    """Disorder of attacker and defender from their totals. BP 10.6, BP-7, BP-8."""
    if attack == defence:
        return 1, 1
    high, low = max(attack, defence), min(attack, defence)
    points = 2 if _doubled(high, low) else 1
    return (0, points) if attack > defence else (points, 0)


def _doubled(high: int, low: int) -> bool:
    """At least double; a low total of 0 or less is doubled by anything above 0. BP-7."""
    return high > 0 and high >= 2 * low


def outcome(state: State, rolled: CombatPending) -> fx.CombatResolved:
    """The totals of both dice as they lie, and the Disorder that they bring. BP 10.6."""
    attacker, target = state.by_id[rolled.attacker], state.by_id[rolled.target]
    mine, theirs = (throw.face for throw in rolled.throws)
    plus = modifiers.attacking(state, attacker, target, len(rolled.support), rolled.charge)
    minus = modifiers.defending(state, target, len(rolled.defence))
    total = mine + sum(one.value for one in plus)
    against = theirs + sum(one.value for one in minus)
    hurt, harm = damage(total, against)
    winner = None if total == against else (attacker.id if total > against else target.id)
    return fx.CombatResolved(
        fx.Fighter(attacker.id, attacker.side, attacker.place, mine, plus, total, hurt),
        fx.Fighter(target.id, target.side, target.place, theirs, minus, against, harm),
        abs(total - against),
        2 in (hurt, harm),
        winner,
    )


def resolve(play: Unfolding, rolled: CombatPending) -> None:
    """Compare totals, apply Disorder, then advance or pursue. BP 10.6."""
    found = outcome(play.state, rolled)
    attacker, target = (play.state.by_id[one.unit] for one in (found.attacker, found.defender))
    mine, place = found.attacker.face, found.defender.hex
    hurt, harm = found.attacker.disorder, found.defender.disorder
    winner = found.winner
    play.add(found)
    seen = len(play.effects)
    reason = "equal totals" if winner is None else "beaten in combat"
    if hurt:
        morale.disorder(play, attacker.id, hurt, "BP 10.6", reason)
    if harm:
        morale.disorder(play, target.id, harm, "BP 10.6", reason)
    if rolled.charge and mine in WILD:
        morale.disorder(play, attacker.id, 1, "BP 15.2", f"a charge on a natural {mine}")
    for pursuer, fled in ((attacker.id, target.id), (target.id, attacker.id)):
        if chase(play, pursuer, fled, seen, attacked=pursuer == attacker.id):
            return
    follow_up(play, attacker.id, place)


def chase(play: Unfolding, pursuer: str, fled: str, seen: int, *, attacked: bool) -> bool:
    """Whether cavalry has caused panic in cavalry since an effect, and so must pursue it. BP 14."""
    horse, beaten = play.state.by_id[pursuer], play.state.by_id[fled]
    if not (horse.steady and ARMS[horse.type] == ARMS[beaten.type] == "horse"):
        return False
    for effect in play.effects[seen:]:
        if isinstance(effect, fx.UnitFled) and effect.unit == fled:
            off = effect.ends == "edge"
            play.add(fx.PursuitDue(unit=pursuer, route=effect.path, off=off, attacked=attacked))
            return True
    return False


def follow_up(play: Unfolding, attacker: str, place: str) -> None:
    """The attacker enters the vacated hex, or may stay if heavy infantry. BP 10.8, BP 10.8.1."""
    unit = play.state.by_id[attacker]
    if not unit.steady or place in play.state.at:
        return
    optional = unit.type in FREE_TO_STAY
    play.add(fx.AdvanceDue(attacker, place, optional))
