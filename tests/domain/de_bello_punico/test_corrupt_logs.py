"""An effect that is impossible in the state it meets is a corrupt log, never passed over."""

from typing import Any

import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import (
    CombatPending,
    LeaderDue,
    LeaderWithdrawal,
    Throw,
    VolleyPending,
)
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.seals import Sealed
from tests.domain.de_bello_punico.given import battle, begun, leader, marker, setup, unit

KEY = "de-bello-punico"


def field(**more: Any) -> State:
    """r1 before k1, a leader and a used marker."""
    return battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1110"),
        unit("k1", "infantry", "1009"),
        unit("k2", "light-cavalry", "1001", fate="pursuing"),
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "combat"),),
        **more,
    )


FIGHTER = fx.Fighter("r1", "rome", "1010", 3, (fx.Modifier(5, "Combat Points", "BP 10.3"),), 8, 0)
OTHER = fx.Fighter("k1", "carthage", "1009", 3, (fx.Modifier(4, "Combat Points", "BP 10.3"),), 7, 1)
ROLLED = CombatPending("r1", "k1", (), (), False, (Throw("rome", 3), Throw("carthage", 3)), ())
VOLLEY = VolleyPending("r1", "k1", 1, 2, (Throw("rome", 3),), ("rome",))

SEAL, AGAIN = Sealed("new"), Sealed(marker("rome", "combat").seal)

CASES: list[tuple[State, Any]] = [
    (field(), fx.UnitShifted("r1", "1011", "1012")),
    (field(), fx.UnitShifted("r1", "1010", "1009")),
    (field(), fx.UnitHeldOut("k2")),
    (field(), fx.SideReady("rome")),
    (field(), fx.LeaderSeated("carthage", "k1")),
    (field(), fx.TurnBegun(9)),
    (field(turn=16), fx.TurnBegun(17)),
    (field(), fx.MarkerPlaced("rome", "combat", "x")),
    (field(), fx.MarkersShown("rome", ())),
    (field(phase="command"), fx.MarkersShown("rome", ())),
    (field(phase="command"), fx.MarkersShown("rome", (fx.PlacedMarker("furor", SEAL),))),
    (field(phase="command"), fx.MarkersShown("rome", (fx.PlacedMarker("combat", AGAIN),))),
    (field(), fx.MarkersShown("rome", (fx.PlacedMarker("combat", SEAL),))),
    (field(), fx.MarkerUsed("rome", "combat", "no-such", 1)),
    (field(), fx.MarkerUsed("carthage", "combat", "point-rome-combat-1", 1)),
    (field(), fx.PhaseBegun("combat", "rome")),
    (field(), fx.InitiativeResolved((1, 2), "rome")),
    (field(), fx.OrderChosen("rome", "rome")),
    (field(), fx.Rerolled("rome", 1, 2)),
    (field(pending=(VOLLEY,)), fx.Rerolled("carthage", 3, 2)),
    (field(pending=(VOLLEY,)), fx.Rerolled("rome", 5, 2)),
    (field(), fx.ElephantResolved("k1", 5, "enraged")),
    (
        field(),
        fx.UnitMoved(
            unit="r1", path=("1011", "1010"), facing=0, cost=1, no_attack=False, charge=False
        ),
    ),
    (
        field(),
        fx.UnitMoved(
            unit="r1", path=("1010", "1008"), facing=0, cost=1, no_attack=False, charge=False
        ),
    ),
    (
        field(),
        fx.UnitMoved(
            unit="r1", path=("1010", "1009"), facing=0, cost=1, no_attack=False, charge=False
        ),
    ),
    (
        field(),
        fx.UnitMoved(
            unit="k2", path=("1001", "1002"), facing=0, cost=1, no_attack=False, charge=False
        ),
    ),
    (field(), fx.UnitsHastened("rome", ("k2",))),
    (field(), fx.UnitLeft("k2", "1001", 1, 0)),
    (field(), fx.UnitEntered("r1", "1001", 3, 1, "BP 14.1")),
    (field(), fx.UnitEntered("k2", "1009", 3, 1, "BP 14.1")),
    (field(), fx.Disordered("r1", 1, 3, 4, "BP 10.6", "")),
    (field(), fx.Panicked("k2", "carthage", 1, 1)),
    (field(), fx.UnitFled("k1", ("1009", "1008"), 0, "field")),
    (field(), fx.UnitEliminated("k2", "BP 11.1.2", "")),
    (field(), fx.LeaderMoved("rome", ("1010", "1010"), "r1")),
    (field(), fx.LeaderMoved("carthage", ("1009", "1008"))),
    (field(), fx.LeaderMoved("rome", ("1011", "1012"))),
    (field(), fx.LeaderMoved("rome", ("1010", "9999"))),
    (field(), fx.LeaderMustWithdraw("carthage")),
    (field(pending=(LeaderWithdrawal("rome"),)), fx.LeaderMustWithdraw("rome")),
    (field(), fx.LeaderTaken("carthage", "Hannibal", 5, 5)),
    (field(), fx.LeaderLeft("carthage", "Hannibal")),
    (field(), fx.LeaderRolled("rome", 1, ())),
    (field(pending=(LeaderDue("rome"),)), fx.LeaderResolved("rome", "Scipio", 1, True, 5, 5)),
    (field(), fx.VolleyResolved("r1", "k1", 2, 2, True)),
    (field(pending=(VOLLEY,)), fx.VolleyResolved("r1", "k1", 2, 3, True)),
    (field(), fx.PointsCommitted("rome", ("r9",))),
    (field(), fx.AttackDeclared("k2", "r1", (), False, 0)),
    (field(), fx.AttackDropped("r1", "k1")),
    (field(), fx.Withdrew("k1", "1009", "1008", 0)),
    (
        field(),
        fx.CombatRolled(
            attacker="r1",
            target="k1",
            support=(),
            defence=(),
            charge=False,
            sides=("rome", "carthage"),
            faces=(1, 2),
            window=(),
        ),
    ),
    (field(), fx.CombatResolved(FIGHTER, OTHER, 1, False, "r1")),
    (
        field(pending=(ROLLED,)),
        fx.CombatResolved(fx.Fighter("r1", "rome", "1010", 3, (), 9, 0), OTHER, 2, False, "r1"),
    ),
    (field(), fx.Advanced("r1", "1010", "1009", 0)),
    (field(), fx.Stayed("r1")),
    (field(), fx.Pursued("r1", ("1010",), 0, False)),
    (field(), fx.PursuitHeld("r1")),
    (field(), fx.Recovered("r1", 0)),
    (field(), ch.RemoveUnit("k2")),
    (field(), ch.SetDisorder("r9", 1)),
    (field(), ch.PlaceUnit("r1", "1009", 0)),
    (field(), ch.PlaceUnit("r1", "9999", 0)),
    (field(), ch.PlaceUnit("r9", "1201", 0)),
]


@pytest.mark.parametrize(
    ("state", "effect"),
    CASES,
    ids=[f"{n}-{type(case[1]).__name__}" for n, case in enumerate(CASES)],
)
def test_the_impossible_is_a_corrupt_log(state: State, effect: Any) -> None:
    """BP 7, BP 10: state is never silently kept."""
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(state, effect)


def test_a_battle_begins_once_and_nothing_comes_before() -> None:
    """BP 17."""
    (began,) = SYSTEM.begin(setup("zama"))
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(begun(), began)
    for _, effect in CASES:
        with pytest.raises(CorruptLog):
            SYSTEM.evolve(SYSTEM.state_type(), effect)


def test_a_combat_that_adds_up_is_folded() -> None:
    """BP 10.2: the same effect where it belongs is no corrupt log."""
    state = field(pending=(ROLLED,))
    assert SYSTEM.evolve(state, fx.CombatResolved(FIGHTER, OTHER, 1, False, "r1")).pending == ()
