"""What a referee's ruling may change, and what it may not."""

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import Conflict, CorruptLog, Invalid, Refused, RuleViolation
from tests.domain.civil_war.given import at, begun, leader, ruled, unit


def test_units_are_numbered_where_they_have_no_name() -> None:
    """CW-23: u1, u2 …, past what is taken."""
    state = ruled(begun(), unit("Roma"), unit("Roma", id="u2"), unit("Roma"))
    assert [one.id for one in state.units] == ["u1", "u2", "u3"]


def test_units_are_flipped_moved_crossed_and_removed() -> None:
    """CW 7.2: each change does what it says."""
    state = ruled(begun(), unit("Roma", id="a"), unit("Roma", id="b"))
    state = ruled(state, ch.FlipUnit("a"), ch.MoveUnits(("a",), "Epirus", crossed=True))
    assert (state.unit("a").reduced, state.unit("a").crossed) == (True, True)
    assert [one.id for one in state.units_in("Epirus")] == ["a"]
    state = ruled(state, ch.SetCrossed(("a",), False), ch.RemoveUnit("b"))
    assert not state.unit("a").crossed
    assert state.unit("b") is None


def test_a_unit_in_the_reserve_can_be_brought_back() -> None:
    """CW-15: placing it again is the referee's recruitment until Adjustments."""
    state = ruled(begun(), unit("Roma", id="a"))
    kept = msgspec.structs.replace(state.unit("a"), status="reserve")
    state = ruled(state.with_units(kept), unit("Epirus", id="a"))
    assert [(one.id, one.zone, one.status) for one in state.units] == [("a", "Epirus", "map")]


def test_a_leader_gets_place_faction_and_values() -> None:
    """CW L2: who comes without a faction needs one."""
    state = ruled(begun(), leader("Caesar", "Cisalpina", 4, 9, True))
    caesar = state.leader("Caesar")
    assert (caesar.zone, caesar.tb, caesar.pc, caesar.faction_leader) == ("Cisalpina", 4, 9, True)
    assert ruled(state, ch.PlaceLeader("Caesar", tb=1)).leader("Caesar").zone == "Cisalpina"
    turned = ruled(state, ch.PlaceLeader("Labienus", faction="caesarian"))
    assert turned.leader("Labienus").faction == "caesarian"
    with pytest.raises(Invalid):
        ruled(state, leader("Pansa", "Roma"))
    assert ruled(state, ch.PlaceLeader("Pansa", faction="republican")).leader("Pansa").status == (
        "in-play"
    )


def test_roma_is_zone_and_region_in_one() -> None:
    """CW R1: control of the one is control of the other."""
    for change in (
        ch.SetControl(zone="Roma", seat="caesarian"),
        ch.SetControl(region="Roma", seat="caesarian"),
    ):
        state = ruled(begun(), change)
        assert state.zone("Roma").control == state.region("Roma").control == "caesarian"
    asia = ruled(begun(), ch.SetControl(region="Asia", seat="republican"))
    assert asia.region("Asia").control == "republican"
    assert asia.zone("Asia").control is None


IMPOSSIBLE = [
    (unit("Utopia"), Invalid),
    (unit("Roma", "gauls"), Invalid),
    (unit("Roma", "Galli"), Invalid),
    (unit("Roma", kind="people"), Invalid),
    (unit("Roma", kind="people", people="Picti"), Invalid),
    (unit("Roma", id="a"), Conflict),
    (ch.RemoveUnit("z"), Invalid),
    (ch.FlipUnit("z"), Invalid),
    (ch.FlipUnit("gone"), Conflict),
    (ch.MoveUnits(("a",), "Utopia"), Invalid),
    (ch.MoveUnits(("a",), "Epirus", ("Octavianus",)), Conflict),
    (ch.MoveUnits(("a",), "Epirus", ("Cicero",)), Invalid),
    (ch.SetCrossed(("z",), True), Invalid),
    (leader("Cicero", "Roma"), Invalid),
    (leader("Caesar", "Utopia"), Invalid),
    (ch.PlaceLeader("Juba I", faction="caesarian"), Conflict),
    (leader("Curio", "Roma"), Conflict),
    (ch.RemoveLeader("Curio"), Conflict),
    (ch.SetControl(seat="caesarian"), Invalid),
    (ch.SetControl(zone="Roma", region="Roma"), Invalid),
    (ch.SetControl(zone="Utopia"), Invalid),
    (ch.SetControl(region="Utopia"), Invalid),
    (ch.SetPeople("Picti"), Invalid),
    (ch.SetEvent(11, True), Invalid),
    (ch.SetEvent(4, True), Invalid),
    (ch.SetEvent(5, True), Conflict),
    (ch.SetEvent(3, False), Conflict),
]


def position() -> State:
    """A unit on the map, one in the Reserve, a dead leader, an event in force."""
    state = ruled(begun(), unit("Roma", id="a"), unit("Roma", id="gone"), ch.RemoveLeader("Curio"))
    kept = msgspec.structs.replace(state.unit("gone"), status="reserve")
    return ruled(state.with_units(kept), ch.SetEvent(5, True))


@pytest.mark.parametrize(("change", "error"), IMPOSSIBLE)
def test_the_impossible_is_refused(change: ch.AnyChange, error: type[Refused]) -> None:
    """CW-32: and a form with bounds keeps out the rest."""
    with pytest.raises(error):
        SYSTEM.check_change(position(), change)


def test_cw_32_a_desk_takes_no_units() -> None:
    """CW-32: the scenario `table` has no map."""
    with pytest.raises(RuleViolation) as refused:
        SYSTEM.check_change(begun("table"), unit("Roma"))
    assert refused.value.rule == "CW-32"


def test_folding_an_impossible_change_is_a_corrupt_log() -> None:
    """CW-32: a recorded change that meets no unit, leader, zone or people."""
    for change in (
        ch.FlipUnit("z"),
        ch.RemoveLeader("Cicero"),
        ch.MoveUnits(("z",), "Roma"),
        unit("Utopia"),
        ch.SetControl(zone="Utopia"),
        ch.SetPeople("Picti"),
        leader("Curio", "Roma"),
    ):
        with pytest.raises(CorruptLog):
            SYSTEM.evolve(position(), change)


def test_a_ruling_may_empty_a_phase_and_the_year_goes_on() -> None:
    """CW-22: when the last who was due is gone, checking all moves on without a die."""
    from iacta.domain.civil_war import commands as cmd
    from tests.domain.civil_war.given import event, folded, when

    state = at(begun(), -43)
    state = folded(state, event(state, 7))
    for name in ("Ahenobarbus", "Caesar", "Cato", "Labienus", "Pompeius"):
        state = ruled(state, ch.RemoveLeader(name))
    assert state.phase == "deaths"
    assert folded(state, when(state, cmd.CheckLeaderDeaths())).phase == "combats"
