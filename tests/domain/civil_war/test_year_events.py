"""Phase A: the fifteen events."""

from collections import Counter

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import DesertionDue
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import (
    begun,
    event,
    field,
    fight,
    folded,
    leader,
    none_of,
    of,
    reasons,
    rows,
    ruled,
    unit,
    when,
)


def status(state: object, key: str) -> tuple[bool, str]:
    """Whether a unit is reduced, and where it is kept."""
    found = state.unit(key)  # type: ignore[attr-defined]
    return found.reduced, found.status


def test_cw_e0_adds_a_d6_and_a_d10_read_from_zero() -> None:
    """CW E0, CW-1: 6 and 0 make event 6."""
    rolled = of(fx.YearEventRolled, when(begun(), cmd.RollYearEvent(), 6, 0))
    assert rolled == fx.YearEventRolled(-49, 6, 0, 6, (6,))


def test_cw_1_spans_fifteen_events_with_the_printed_chances() -> None:
    """CW-1: over all 60 throws the totals fall as often as was counted by hand."""
    state = begun()
    fallen = Counter(
        of(
            fx.YearEventRolled,
            when(state, cmd.RollYearEvent(), d6, d10, *((1, 1) if d6 + d10 == 11 else ())),
        ).total
        for d6 in range(1, 7)
        for d10 in range(10)
    )
    assert fallen == {int(row["total"]): int(row["sixtieths"]) for row in rows("events.csv")}


@pytest.mark.parametrize("row", rows("events.csv"), ids=lambda row: row["total"])
def test_lasting_events_are_in_force_until_the_year_is_closed(row: dict[str, str]) -> None:
    """CW E2, CW E6, CW E7, CW E8, CW E9, CW E10 and the others that last."""
    total = int(row["total"])
    state = ruled(begun(), ch.SetControl(zone="Roma", seat="caesarian"))
    state = ruled(state, leader("Caesar", "Epirus", chief=True))
    effects = event(state, total, *((2, 2) if total == 11 else ()))
    after = folded(state, effects)
    assert after.in_force == ((total,) if row["lasts"] == "yes" else ())
    assert folded(after, when(after, cmd.CloseYear())).in_force == ()


def test_cw_e1_reduces_roma_and_makes_its_faction_leader_ill() -> None:
    """CW E1, CW-13: reduced units stay as they are, other zones are spared."""
    state = ruled(
        begun(),
        unit("Roma", id="fresh"),
        unit("Roma", id="worn", reduced=True),
        unit("Etruria", id="far"),
        leader("Caesar", "Roma", tb=4, chief=True),
        leader("Curio", "Roma", tb=2),
    )
    effects = event(state, 1)
    assert of(fx.UnitsReduced, effects) == fx.UnitsReduced("CW E1", ("fresh",))
    assert of(fx.LeadersIll, effects) == fx.LeadersIll("CW E1", ("Caesar",))
    after = folded(state, effects)
    assert [status(after, key)[0] for key in ("fresh", "worn", "far")] == [True, True, False]
    assert after.in_force == (4,)


def test_cw_e3_is_one_against_romans_who_fight_others() -> None:
    """CW E3, CW EN, CW-19: subtracted if they attack, added if they defend, void among Romans."""
    state = ruled(begun("table"), ch.SetEvent(3, True))
    romans, numidae = field(), field(kind="people", people="Numidae")
    assert reasons(fight(romans, numidae, 3, state, year_events=True)) == {"CW E3": -1}
    assert reasons(fight(numidae, romans, 3, state, year_events=True)) == {"CW E3": 1}
    assert reasons(fight(romans, romans, 3, state, year_events=True)) == {}
    assert reasons(fight(numidae, numidae, 3, state, year_events=True)) == {}
    assert reasons(fight(romans, numidae, 3, state)) == {}


def test_cw_e4_strikes_the_faction_leader_who_controls_roma() -> None:
    """CW E4: wherever the leader is; the other faction's leader is well."""
    state = ruled(
        begun(),
        ch.SetControl(zone="Roma", seat="republican"),
        leader("Caesar", "Roma", chief=True),
        leader("Pompeius", "Epirus", chief=True),
    )
    assert of(fx.LeadersIll, event(state, 4)).leaders == ("Pompeius",)


def test_cw_16_event_4_without_such_a_leader_does_nothing() -> None:
    """CW-16: nobody controls Roma, or its controller has no Faction Leader."""
    for state in (begun(), ruled(begun(), ch.SetControl(region="Roma", seat="caesarian"))):
        effects = event(state, 4)
        assert none_of(fx.LeadersIll, effects)
        assert folded(state, effects).in_force == ()


def test_cw_e5_is_two_for_germans_and_celts() -> None:
    """CW E5, CW-18: one unit is enough, and it counts once a side."""
    state = ruled(begun("table"), ch.SetEvent(5, True))
    germani, galli = field(3, kind="people", people="Germani"), field(kind="people", people="Galli")
    assert reasons(fight(germani, field(), 3, state, year_events=True)) == {"CW E5": 2}
    assert reasons(fight(field(), galli, 3, state, year_events=True)) == {"CW E5": -2}
    both = fight(germani, galli, 3, state, year_events=True)
    assert [modifier.value for modifier in both.modifiers] == [2, -2]
    assert both.modified_die == 3


def test_cw_5_event_10_needs_somebody_in_control_of_roma() -> None:
    """CW-5: it is not in force while nobody controls Roma."""
    assert folded(begun(), event(begun(), 10)).in_force == ()


def test_unpopular_is_the_faction_leader_who_controls_roma() -> None:
    """CW E10, CW-5: a seat without one is not; by the switch unpopularity it is."""
    held = ch.SetControl(zone="Roma", seat="republican")
    chief = leader("Pompeius", "Epirus", chief=True)
    assert folded(begun(), event(ruled(begun(), held), 10)).in_force == ()
    assert folded(begun(), event(ruled(begun(), held, chief), 10)).in_force == (10,)
    state = ruled(begun(unpopularity="seat"), held)
    effects = event(state, 10)
    assert folded(state, effects).in_force == (10,)
    idle = SYSTEM.narrate(begun(), event(begun(), 10), {}).text
    assert "No Faction Leader controls Roma: nothing happens." in idle


def test_cw_e11_doubles_cancel() -> None:
    """CW E11: equal dice cost nobody anything."""
    state = ruled(begun(), ch.SetControl(region="Asia", seat="caesarian"), unit("Syria"))
    effects = event(state, 11, 5, 5)
    assert of(fx.DesertionRolled, effects) == fx.DesertionRolled((5, 5), ())
    assert none_of(fx.LegioDeserted, effects)


def gallia(**values: int) -> object:
    """Three Legio units and one Auxilia unit of Caesar's in Gallia, which he controls."""
    return ruled(
        begun(),
        ch.SetControl(region="Gallia", seat="caesarian"),
        unit("Belgica", id="a"),
        unit("Belgica", id="b"),
        unit("Belgica", id="c", **values),
        unit("Belgica", kind="auxilia", id="d"),
        unit("Belgica", "republican", id="e"),
    )


def test_cw_29_equal_legio_desert_without_a_choice() -> None:
    """CW E11, CW-15, CW-29: the first two of three like Legio go to the Reserve."""
    state = gallia()
    effects = event(state, 11, 1, 6)
    assert of(fx.DesertionRolled, effects).regions == ("Gallia", "Africa")
    assert of(fx.LegioDeserted, effects) == fx.LegioDeserted("Gallia", "caesarian", ("a", "b"))
    after = folded(state, effects)
    assert [status(after, key)[1] for key in "abc"] == ["reserve", "reserve", "map"]


def test_cw_3_takes_what_is_there_and_nothing_from_nobody() -> None:
    """CW-3: one Legio unit goes alone; a region without a controller loses nothing."""
    state = ruled(
        begun(),
        ch.SetControl(region="Graecia", seat="republican"),
        unit("Epirus", "republican", id="only"),
        unit("Syria", "republican", id="safe"),
    )
    effects = event(state, 11, 4, 5)
    assert of(fx.LegioDeserted, effects).units == ("only",)


def test_cw_3_sicilia_cannot_be_hit() -> None:
    """CW-3: no face of the die is Sicilia."""
    state = begun()
    hit = {
        region
        for first in range(1, 7)
        for second in range(1, 7)
        for region in of(fx.DesertionRolled, event(state, 11, first, second)).regions
    }
    assert hit == {row["region"] for row in rows("desertion.csv")}
    assert "Sicilia" not in hit


def test_cw_29_unlike_legio_are_the_controllers_choice() -> None:
    """CW-29: the phase waits for the controller, and only the controller or the referee answers."""
    state = gallia(sp=7)
    after = folded(state, event(state, 11, 1, 6))
    assert after.phase == "event"
    assert after.pending == (DesertionDue("caesarian", "Gallia", 2, ("a", "b", "c")),)
    with pytest.raises(NotYourTurn):
        when(after, cmd.ChooseDesertion(("a", "c")), role="seat:republican")
    with pytest.raises(OutOfPhase):
        when(after, cmd.RollYearEvent())
    with pytest.raises(Conflict):
        ruled(after, ch.RemoveUnit("a"))
    for wrong in (("a",), ("a", "a"), ("a", "d"), ("a", "b", "c")):
        with pytest.raises(RuleViolation) as refused:
            when(after, cmd.ChooseDesertion(wrong), role="seat:caesarian")
        assert refused.value.rule == "CW-29"
    effects = when(after, cmd.ChooseDesertion(("a", "c")), role="seat:caesarian")
    assert effects[0] == fx.LegioDeserted("Gallia", "caesarian", ("a", "c"))
    assert folded(after, effects).phase == "combats"


def test_deserters_are_told_apart_by_where_they_stand_and_under_whom() -> None:
    """CW-29: six legions alike in strength are a choice between places and commanders."""
    state = ruled(
        gallia(),
        unit("Celtica", id="x"),
        ch.PlaceLeader(leader="Caesar", zone="Celtica", faction="caesarian"),
    )
    after = folded(state, event(state, 11, 1, 6))
    (chosen,) = SYSTEM.options(after, "seat:caesarian", {})
    assert chosen.title == "Choose which two legions desert in Gallia"
    places = [one.title.partition(": ")[0] for one in chosen.choices["/units"].alternatives]
    assert places == ["Belgica", "Belgica", "Belgica", "Celtica, under Caesar"]


def test_cw_29_both_regions_may_wait_for_a_choice() -> None:
    """CW-29: one answer leaves the other choice open; the units tell which one is meant."""
    state = ruled(
        gallia(sp=7),
        ch.SetControl(region="Italia", seat="republican"),
        *(unit("Etruria", "republican", id=f"r{sp}", sp=sp) for sp in (1, 2, 3)),
    )
    after = folded(state, event(state, 11, 3, 1))
    assert [due.seat for due in after.pending] == ["republican", "caesarian"]
    after = folded(after, when(after, cmd.ChooseDesertion(("b", "c"))))
    assert [due.region for due in after.pending] == ["Italia"]
    assert folded(after, when(after, cmd.ChooseDesertion(("r1", "r3")))).phase == "combats"


def test_cw_e12_is_one_for_legio_against_others() -> None:
    """CW E12, CW-19: it takes a Legio, and an enemy without Romans."""
    state = ruled(begun("table"), ch.SetEvent(12, True))
    parthi = field(kind="people", people="Parthi")
    assert reasons(fight(field(), parthi, 3, state, year_events=True)) == {"CW E12": 1}
    assert reasons(fight(parthi, field(), 3, state, year_events=True)) == {"CW E12": -1}
    horse = field(kind="equites")
    assert reasons(fight(horse, parthi, 3, state, year_events=True)) == {}
    assert reasons(fight(field(), field(), 3, state, year_events=True)) == {}


def test_cw_e13_strikes_the_region_asia_pontici_and_aegyptii() -> None:
    """CW E13, CW-14: fresh units are reduced, reduced ones away until the year is closed."""
    zones = ("Asia", "Syria", "Pontici", "Aegyptii", "Parthi")
    state = ruled(
        begun(),
        *(unit(zone, id=zone.lower()) for zone in zones),
        unit("Cilicia", "republican", id="worn", reduced=True),
        leader("Caesar", "Asia", chief=True),
    )
    effects = event(state, 13)
    assert of(fx.UnitsWithdrawn, effects).units == ("worn",)
    assert of(fx.UnitsReduced, effects).units == ("asia", "syria", "aegyptii", "pontici")
    after = folded(state, effects)
    assert status(after, "worn") == (True, "away")
    assert not after.leader("Caesar").ill
    closed = when(after, cmd.CloseYear())
    assert of(fx.YearClosed, closed).returned == ("worn",)
    assert status(folded(after, closed), "worn") == (True, "map")


def test_cw_e14_turns_the_parthi_about() -> None:
    """CW E14: from peace to war, and from war to peace."""
    state = begun()
    assert of(fx.PeopleTurned, event(state, 14)) == fx.PeopleTurned("Parthi", True)
    war = ruled(state, ch.SetPeople("Parthi", at_war=True))
    assert of(fx.PeopleTurned, event(war, 14)) == fx.PeopleTurned("Parthi", False)
    assert not folded(war, event(war, 14)).people("Parthi").at_war


def test_cw_e15_reduces_germans_and_celts_and_weighs_on_them() -> None:
    """CW E15, CW-6: reduced ones stay reduced, others are untouched; 1 against in battle."""
    state = ruled(
        begun(),
        unit("Germani", "Germani", "people", people="Germani", id="g"),
        unit("Belgica", "caesarian", "people", people="Galli", id="c"),
        unit("Belgica", "caesarian", "people", people="Belgae", id="w", reduced=True),
        unit("Numidae", "Numidae", "people", people="Numidae", id="n"),
        unit("Belgica", id="legio"),
    )
    effects = event(state, 15)
    assert of(fx.UnitsReduced, effects) == fx.UnitsReduced("CW E15", ("g", "c"))
    assert status(folded(state, effects), "w") == (True, "map")
    desk = ruled(begun("table"), ch.SetEvent(15, True))
    galli = field(2, kind="people", people="Galli")
    assert reasons(fight(galli, field(), 3, desk, year_events=True)) == {"CW E15": -1}
    assert reasons(fight(field(), galli, 3, desk, year_events=True)) == {"CW E15": 1}


def test_the_event_is_rolled_once_a_year() -> None:
    """CW E0: a second roll is out of phase."""
    after = folded(begun(), event(begun(), 7))
    with pytest.raises(OutOfPhase):
        when(after, cmd.RollYearEvent())
