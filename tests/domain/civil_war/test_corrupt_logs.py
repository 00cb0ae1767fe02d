"""An effect that is impossible in the state it meets is a corrupt log, never passed over."""

import msgspec
import pytest

from domain.civil_war import SYSTEM
from domain.civil_war import commands as cmd
from domain.civil_war import effects as fx
from domain.civil_war.state import State
from domain.kernel.errors import CorruptLog
from tests.domain.civil_war.given import at, begun, field, fight, folded, ruled, unit, when


def combats() -> State:
    """Phase E with a force of each side in Epirus."""
    return ruled(
        at(begun(), -43, "combats"),
        unit("Epirus", id="c1"),
        unit("Epirus", "republican", id="r1", reduced=True),
    )


def resolved() -> fx.CombatResolved:
    """A combat that was possible there."""
    (effect,) = when(combats(), cmd.ResolveCombat("Epirus", ("c1",), ("r1",)), 3)
    assert isinstance(effect, fx.CombatResolved)
    return effect


def changed(effect: fx.CombatResolved, **members: object) -> fx.CombatResolved:
    """The combat with other members."""
    return msgspec.structs.replace(effect, **members)


CASES = [
    (begun(), fx.YearEventRolled(-48, 3, 4, 7, ())),
    (begun(), fx.YearEventRolled(-49, 3, 4, 8, ())),
    (begun(), fx.YearEventRolled(-49, 7, 0, 7, ())),
    (combats(), fx.YearEventRolled(-43, 3, 4, 7, ())),
    (begun(), fx.UnitsReduced("CW E1", ("z",))),
    (combats(), fx.UnitsReduced("CW E1", ("r1",))),
    (combats(), fx.UnitsWithdrawn("CW E13", ("c1",))),
    (begun(), fx.LeadersIll("CW E4", ("Octavianus",))),
    (begun(), fx.DesertionRolled((1, 2), ("Gallia", "Hispania"))),
    (combats(), fx.LegioDeserted("Graecia", "caesarian", ("z",))),
    (begun(), fx.PeopleTurned("Parthi", False)),
    (begun(), fx.PeopleTurned("Picti", True)),
    (begun(), fx.PhaseBegun("deaths")),
    (begun(), fx.LeadersEntered(-49, ())),
    (at(begun(), -49, "entry"), fx.LeadersEntered(-49, (fx.Entrant("Caesar"),))),
    (at(begun(), -43, "deaths"), fx.LeaderChecked(-43, "Caesar", 2, 2, True)),
    (at(begun(), -43, "deaths"), fx.LeaderChecked(-43, "Octavianus", 2, 2, False)),
    (at(begun(), -43, "deaths"), fx.LeaderChecked(-43, "Caesar", 2, 11, False)),
    (combats(), fx.LeaderChecked(-43, "Caesar", 2, 2, False)),
    (begun(), fx.LeaderLeft(-49, "Orodes II")),
    (combats(), changed(resolved(), modified_die=9)),
    (combats(), changed(resolved(), die=7)),
    (combats(), changed(resolved(), eliminated_leaders=("Octavianus",))),
    (at(combats(), -43, "event"), resolved()),
    (begun(), fx.LossesChosen("Epirus", "caesarian", ("c1",), ())),
    (begun(), fx.YearClosed(-49, -48, ())),
    (combats(), fx.YearClosed(-43, -40, ())),
    (combats(), fx.YearClosed(-42, -41, ())),
    (combats(), fx.YearClosed(-43, -42, ("c1",))),
]


@pytest.mark.parametrize(("state", "effect"), CASES)
def test_the_impossible_is_a_corrupt_log(state: State, effect: fx.Fact) -> None:
    """CW E0: state is never silently kept."""
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(state, effect)


def test_the_war_begins_once() -> None:
    """CW-2: a second beginning is a corrupt log."""
    began = fx.Began("zones", begun().switches, -49, (), (), (), ())
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(begun(), began)


def test_a_fallen_unit_does_not_fall_again() -> None:
    """CW 8.4.2P: the same combat twice cannot be folded."""
    effect = msgspec.structs.replace(
        resolved(), losses=fx.SideLosses(fx.Losses((), (), 0), fx.Losses(("r1",), (), 0))
    )
    after = folded(combats(), [effect])
    with pytest.raises(CorruptLog):
        folded(after, [effect])


def test_a_combat_of_somebodys_table_must_add_up_too() -> None:
    """CW-32: even where it changes nothing."""
    wrong = msgspec.structs.replace(fight(field(), field(), 3), modified_die=4)
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(begun("table"), wrong)
