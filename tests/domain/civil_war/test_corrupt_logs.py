"""An effect that is impossible in the state it meets is a corrupt log, never passed over."""

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import Chart, RetreatDue, State
from iacta.domain.kernel.proof.errors import CorruptLog
from tests.domain.civil_war.given import at, begun, field, fight, folded, leader, ruled, unit, when
from tests.domain.civil_war.war import segment


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
    (combats(), fx.YearClosed(-43, -42, (), ("c1",))),
]


def afield() -> State:
    """The first segment of a year: a unit and a leader in Roma, an enemy in Etruria."""
    return segment(
        unit("Roma", id="c1", ma=3),
        unit("Roma", kind="naves", id="n1", ma=3),
        unit("Etruria", "republican", id="r1", ma=3),
        leader("Caesar", "Roma", pc=9),
    )


MARCH = fx.Marched(
    seat="caesarian",
    side="caesarian",
    zone="Roma",
    to="Campania",
    route=("Roma", "Campania"),
    cost=1,
    units=("c1",),
    leaders=(),
    crossed=False,
    over=None,
    halted=False,
)
SAIL = fx.Sailed(
    seat="caesarian",
    zone="Roma",
    to="Campania",
    route=("Roma", "Mare Tyrrhenum", "Campania"),
    cost=1,
    ships=("n1",),
    units=("c1",),
    leaders=(),
    against_enemies=False,
    intercepted=None,
    reduced=(),
    sunk=(),
)
COURT = fx.Courted(
    seat="caesarian",
    leader="Caesar",
    people="Numidae",
    zone="Roma",
    face=4,
    pc=9,
    total=13,
    needed=13,
    won=True,
)
PEACE = fx.PeopleSettled(
    people="Numidae", at_war=False, ally=None, led_by=None, rule="CW-53", reason=""
)
SETTLED = fx.ControlSettled(-48, (), (), (), {}, ())
DUE = RetreatDue("caesarian", "Roma", "caesarian", ("c1",), (), ("Campania",))

MAP_CASES = [
    (combats(), fx.Deployed(Chart(), begun("rubicon").terms, (), ()), None),
    (begun("rubicon"), fx.Deployed(Chart(), begun("rubicon").terms, (), ()), None),
    (afield(), fx.InitiativeTaken(-48, "caesarian", {}, (), ("caesarian",), ()), None),
    (afield(), fx.SuccessorNamed("republican", "Caesar", 9), None),
    (
        ruled(afield(), leader("Caesar", "Roma", chief=True)),
        fx.SuccessorNamed("caesarian", "Caesar", 9),
        None,
    ),
    (afield(), fx.SegmentBegun(1, 2, "caesarian"), None),
    (afield(), fx.SegmentBegun(2, 3, "republican"), None),
    (afield(), fx.SegmentBegun(2, 2, "caesarian"), None),
    (afield(), fx.LeaderReturned("Caesar", "Picenum", "Roma", "Roma", (), 1), None),
    (afield(), fx.LeaderReturned("Caesar", "Roma", "Utopia", "Utopia", (), 1), None),
    (afield(), MARCH, {"seat": "republican"}),
    (afield(), MARCH, {"to": "Utopia"}),
    (afield(), MARCH, {"units": ("r1",)}),
    (afield(), MARCH, {"units": ()}),
    (afield(), MARCH, {"cost": 4}),
    (afield(), MARCH, {"leaders": ("Pompeius",)}),
    (afield(), SAIL, {"ships": ()}),
    (afield(), SAIL, {"ships": ("c1",)}),
    (afield(), SAIL, {"seat": "republican"}),
    (afield(), SAIL, {"sunk": ("r9",)}),
    (afield(), COURT, {"total": 12}),
    (afield(), COURT, {"face": 7, "total": 16}),
    (afield(), COURT, {"won": False}),
    (afield(), PEACE, {}),
    (afield(), PEACE, {"people": "Hobbits"}),
    (afield(), PEACE, {"at_war": True, "boxed": ("c9",)}),
    (afield(), PEACE, {"at_war": True, "ended": ("Spartacus",)}),
    (afield(), fx.MarchesEnded("caesarian", 2, ()), None),
    (afield(), fx.MarchesEnded("republican", 1, ()), None),
    (afield(), fx.RetreatAwaited(DUE), None),
    (
        afield(),
        fx.Retreated(
            seat="caesarian",
            zone="Roma",
            side="caesarian",
            to="Campania",
            units=("c1",),
            leaders=(),
        ),
        None,
    ),
    (
        afield(),
        fx.Retreated(
            seat="caesarian", zone="Roma", side="caesarian", to=None, units=("c1",), leaders=()
        ),
        None,
    ),
    (
        afield(),
        fx.Retreated(
            seat="caesarian", zone="Roma", side="caesarian", to=None, units=(), leaders=("Caesar",)
        ),
        None,
    ),
    (
        afield(),
        fx.Retreated(
            seat="caesarian",
            zone="Roma",
            side="caesarian",
            to=None,
            units=(),
            leaders=(),
            fleet=("n1",),
        ),
        None,
    ),
    (afield(), fx.LeadersFled((fx.Flight("Caesar", "Asia", "Roma"),)), None),
    (afield(), SETTLED, {}),
    (ruled(afield(), ch.SetSegments()), SETTLED, {"year": -47}),
    (ruled(afield(), ch.SetSegments()), SETTLED, {"zones": (fx.ZoneTaken("Utopia", None, ""),)}),
    (afield(), fx.Rallied(("c1",)), None),
    (afield(), fx.Recruited("Italia", "caesarian", "Roma", (), ()), None),
    (afield(), fx.WarWon(None, "", {}), None),
    (afield(), fx.YearClosed(-48, -47, ()), None),
]


@pytest.mark.parametrize(("state", "effect", "members"), MAP_CASES)
def test_the_impossible_on_the_map_is_a_corrupt_log(
    state: State, effect: fx.AnyEffect, members: dict[str, object] | None
) -> None:
    """CW-34: as anywhere."""
    if members is not None:
        effect = msgspec.structs.replace(effect, **members)
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(state, effect)


@pytest.mark.parametrize("effect", [MARCH, SAIL, COURT, fx.MarchesEnded("caesarian", 1, ())])
def test_what_was_possible_once_is_not_possible_twice(effect: fx.AnyEffect) -> None:
    """CW-37, CW-42, CW-52: the same order is not folded again."""
    after = SYSTEM.evolve(afield(), effect)
    assert after != afield()
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(after, effect)


@pytest.mark.parametrize(("state", "effect"), CASES)
def test_the_impossible_is_a_corrupt_log(state: State, effect: fx.AnyEffect) -> None:
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


def test_a_combat_on_a_physical_map_must_add_up_too() -> None:
    """CW-32: even where it changes nothing."""
    wrong = msgspec.structs.replace(fight(field(), field(), 3), modified_die=4)
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(begun("table"), wrong)
