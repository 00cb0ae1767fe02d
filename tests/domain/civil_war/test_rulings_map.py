"""What a referee may rule in a war on the map. CW-65."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.kernel.proof.errors import (
    Conflict,
    CorruptLog,
    Invalid,
    NotYourTurn,
    Refused,
    RuleViolation,
)
from tests.domain.civil_war.given import begun, folded, none_of, of, ruled, when
from tests.domain.civil_war.war import AFLOAT, folk, segment, unit

C, R = "caesarian", "republican"


def test_cw_65_a_segment_may_be_ended() -> None:
    """CW-65: the next begins with whole allowances."""
    state = ruled(segment(unit("Roma", id="a"), order=(C, R)), ch.SetSpent(2, ("a",)))
    after = ruled(state, ch.EndSegment())
    assert (after.active, after.segment, after.unit("a").spent) == (R, 2, 0)


def test_cw_65_after_the_last_one_the_referee_closes_the_year() -> None:
    """CW-65, CW-28: nobody else is awaited, Adjustments follow."""
    state = ruled(segment(unit("Roma", id="a"), *AFLOAT, order=(C,)), ch.EndSegment())
    assert state.active is None
    (waiting,) = SYSTEM.standing(state).waiting
    assert (waiting.seat, waiting.kinds) == ("referee", ("civil-war.close-year",))
    assert [one.id for one in SYSTEM.options(state, "referee", {})] == ["close-year"]
    assert SYSTEM.options(state, f"seat:{C}", {}) == ()
    effects = when(state, cmd.CloseYear())
    assert of(fx.ControlSettled, effects).zones[0].zone == "Roma"
    assert folded(state, effects).year == -47


def test_cw_65_the_segments_to_come_may_be_changed() -> None:
    """CW-65: what is past and on stays."""
    state = ruled(segment(order=(C, R, C)), ch.SetSegments((R, R)))
    assert (state.segments, state.active) == ((C, R, R), C)


def test_cw_65_nothing_is_ruled_on_a_segment_that_is_not_on() -> None:
    """CW-65: nor while a choice is pending."""
    for change in (ch.EndSegment(), ch.SetSegments((C,))):
        with pytest.raises(Conflict):
            SYSTEM.check_change(begun("rubicon"), change)
        with pytest.raises(CorruptLog):
            SYSTEM.evolve(begun("rubicon"), change)
    state = segment(
        *(unit("Africa", id=f"c{n}") for n in range(4)), unit("Africa", R, id="r"), order=(C, R)
    )
    state = folded(state, when(state, cmd.EndMarches()))
    state = ruled(state, *(ch.SetControl(zone=one, seat=R) for one in ("Numidae", "Cyrenaica")))
    due = folded(state, when(state, cmd.Attack("Africa", R), 1))
    assert due.pending
    with pytest.raises(Conflict):
        SYSTEM.check_change(due, ch.EndSegment())
    with pytest.raises(Conflict):
        SYSTEM.check_change(due, ch.MoveUnits(("r",), "Roma"))


def test_cities_and_what_is_spent_may_be_set() -> None:
    """CW-56, CW-38: pointed errors for what is not there."""
    state = segment(unit("Roma", id="a"))
    assert ruled(state, ch.SetCity("Capua", R)).city("Capua").control == R
    assert ruled(state, ch.SetSpent(3, ("a",), ("Caesar",))).leader("Caesar").spent == 3
    for change, pointer in (
        (ch.SetCity("Utopia"), "/city"),
        (ch.SetSpent(1, ("zz",)), "/units"),
        (ch.SetSpent(1, (), ("Spartacus",)), "/leaders/0"),
        (
            ch.PlaceUnit(
                zone="Roma", side="Numidae", kind="people", sp=3, quality=2, people="Aegyptii"
            ),
            "/people",
        ),
    ):
        with pytest.raises(Refused) as refused:
            SYSTEM.check_change(state, change)
        assert refused.value.pointer == pointer


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (ch.PlaceLeader("Juba I", zone="Numidae", faction_leader=True), "/faction_leader"),
        (ch.PlaceLeader("Octavianus", faction=C), "/zone"),
        (ch.SetPeople("Numidae", at_war=True, ally=R), "/ally"),
        (ch.PlaceUnit(zone="Roma", side=C, kind="legio", sp=3, quality=2), "/ma"),
        (ch.SetEvent(7, in_force=True), "/event"),
        (ch.SetEvent(8, in_force=True), "/event"),
        (ch.SetEvent(10, in_force=True), "/event"),
    ],
)
def test_a_ruling_that_would_leave_the_war_in_pieces_is_refused(
    change: object, pointer: str
) -> None:
    """CW-61, CW-60, CW-50, CW-38, CW-34: with what it stumbles on."""
    with pytest.raises(Refused) as refused:
        SYSTEM.check_change(segment(), change)
    assert refused.value.pointer == pointer


def test_no_people_changes_sides_while_a_choice_is_to_make() -> None:
    """CW-47, CW-50: its units may be what the choice is about."""
    state = segment(
        *(unit("Syria", id=f"c{n}", sp=9) for n in range(4)),
        folk("Syria", "Parthi"),
        ch.SetPeople("Parthi", at_war=True),
        ch.SetControl(zone="Cilicia", seat=R),
        order=(C, R),
    )
    state = folded(state, when(state, cmd.EndMarches()))
    due = folded(state, when(state, cmd.Attack("Syria", "Parthi"), 1))
    assert due.pending
    with pytest.raises(Conflict):
        SYSTEM.check_change(due, ch.SetPeople("Parthi", ally=R))


def test_a_unit_of_an_allied_people_is_placed_on_its_allys_side() -> None:
    """CW-50: nowhere else."""
    state = ruled(segment(), ch.SetPeople("Numidae", ally=R))
    with pytest.raises(Invalid):
        SYSTEM.check_change(state, folk("Roma", "Numidae"))
    assert ruled(state, folk("Roma", "Numidae", R, id="n")).unit("n").side == R


def test_a_ruling_on_control_leaves_a_region_without_recruits() -> None:
    """CW-59, CW-65: the referee goes past it."""
    state = segment(
        *(ch.SetControl(zone=zone, seat=C) for zone in ("Sicilia", "Sardinia")),
        ch.SetCity("Messana", C),
        unit("Sardinia", id="a", reduced=True),
        order=(C,),
    )
    asked = folded(state, when(state, cmd.EndMarches()))
    assert asked.recruiting == ("Sicilia",)
    with pytest.raises(NotYourTurn):
        when(asked, cmd.Recruit("Sicilia", "Sardinia"), role=f"seat:{R}")
    nobody = ruled(asked, ch.SetControl(region="Sicilia"))
    assert SYSTEM.standing(nobody).waiting[0].seat == "referee"
    (option,) = SYSTEM.options(nobody, "referee", {})
    assert option.command == {"type": "civil-war.recruit", "region": "Sicilia"}
    with pytest.raises(RuleViolation):
        when(nobody, cmd.Recruit("Sicilia", "Sardinia"))
    effects = when(nobody, cmd.Recruit("Sicilia"))
    assert of(fx.Recruited, effects).zone is None
    assert none_of(fx.Rallied, effects)


@pytest.mark.parametrize(
    "change",
    [ch.SetCity("Capua", R), ch.SetSegments((C, R)), ch.EndSegment(), ch.SetSpent(1, ("a",))],
)
def test_every_ruling_has_a_sentence(change: object) -> None:
    """CW-65: in the log."""
    state = segment(unit("Roma", id="a"))
    (line,) = SYSTEM.narrate(state, [change], {}).text
    assert line.endswith(".")
