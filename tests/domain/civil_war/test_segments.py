"""The turn on the map: initiative, segments, and the events that change them."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import OutOfPhase
from tests.domain.civil_war.given import begun, event, folded, leader, none_of, of, ruled, when
from tests.domain.civil_war.war import AFLOAT, bare, end_of_year, folk, replace, segment, unit

C, R = "caesarian", "republican"


def year(*changes: object, at: int = -48, **switches: object) -> State:
    """The event phase of a year on a bare board."""
    return ruled(replace(bare(**switches), year=at), *changes)


def owning(seat: str, *regions: str) -> tuple[ch.SetControl, ...]:
    """A seat controls regions."""
    return tuple(ch.SetControl(region=name, seat=seat) for name in regions)


def taken(state: State, total: int, *faces: int) -> fx.InitiativeTaken:
    """Phase B after the event ``total``."""
    return of(fx.InitiativeTaken, event(state, total, *faces))


def test_cw_36_more_control_points_have_the_initiative() -> None:
    """CW-36, CW-34: they move first, then the seats by turns."""
    state = year(*owning(R, "Italia"), *owning(C, "Gallia", "Hispania"))
    found = taken(state, 12)
    assert (found.seat, found.faces, found.points) == (R, (), {C: 4, R: 5})
    assert found.segments == (R, C, R, C, R, C)


@pytest.mark.parametrize(("face", "seat"), [(2, C), (5, R)])
def test_cw_36_a_tie_is_broken_by_one_die(face: int, seat: str) -> None:
    """CW-36: even is Caesarian; the die belongs to the event that ends phase A."""
    assert taken(year(), 12, face).seat == seat
    assert taken(year(), 12, face).faces == (face,)


def test_cw_36_the_switch_lets_both_roll() -> None:
    """CW-36: a tie is rolled again."""
    found = taken(year(initiative="roll"), 12, 3, 3, 2, 6)
    assert (found.seat, found.faces) == (R, (3, 3, 2, 6))


def test_cw_36_the_set_up_gives_the_first_years_initiative() -> None:
    """CW-36: at the Rubicon Caesar moves first, with far fewer points."""
    found = taken(begun("rubicon"), 12)
    assert (found.seat, found.segments[0]) == (C, C)
    assert found.points[R] > found.points[C]


def test_cw_e7_a_hard_winter_drops_the_last_segment() -> None:
    """CW E7, CW-4: of six the sixth."""
    assert taken(year(*owning(C, "Italia")), 7).segments == (C, R, C, R, C)


def test_cw_e8_omens_take_one_segment_of_each() -> None:
    """CW E8, CW-35: the holder's first; four are left."""
    state = year(*owning(R, "Italia"))
    assert taken(state, 8).segments == (R, C, R, C)
    told = SYSTEM.narrate(state, event(state, 8), {}).text
    assert "Each side has one segment fewer." in told


def test_cw_e10_romes_master_has_an_opponent_with_one_more() -> None:
    """CW E10, CW-5, CW-67: at the end of phase E; void while nobody has Roma, city or not."""
    head = leader("Caesar", "Cisalpina", chief=True)
    state = year(*owning(C, "Italia"), ch.SetControl(zone="Roma", seat=C), head)
    assert taken(state, 10).segments == (C, R, C, R, C, R, R)
    told = SYSTEM.narrate(state, event(state, 10), {}).text
    assert "The Republicans have one more segment, the last." in told
    assert taken(ruled(state, ch.SetCity("Roma", None)), 10).segments[-1] == R
    assert taken(year(*owning(C, "Italia")), 10).segments == (C, R, C, R, C, R)


def test_cw_34_segments_follow_one_another_to_the_end_of_the_year() -> None:
    """CW-34, CW-2: ending the marches without a combat ends the segment."""
    state = segment(unit("Cisalpina", id="a"), *AFLOAT, order=(C, R), year=-40)
    moved = folded(state, when(state, cmd.March("Cisalpina", "Picenum", ("a",))))
    effects = when(moved, cmd.EndMarches(), role=f"seat:{C}")
    assert [type(one) for one in effects] == [fx.MarchesEnded, fx.SegmentBegun]
    after = folded(moved, effects)
    assert (after.active, after.segment, after.unit("a").spent) == (R, 2, 0)
    last = when(after, cmd.EndMarches(), role=f"seat:{R}")
    assert [type(one) for one in last] == [fx.MarchesEnded, fx.ControlSettled, fx.YearClosed]
    assert folded(after, last).year == -39


def test_cw_e6_a_faction_leader_travels_to_the_nearest_city_and_stays() -> None:
    """CW E6, CW-63: with the whole MA by the shortest way, at the start of the seat's segments."""
    state = replace(
        year(
            unit("Picenum", id="p"),
            unit("Celtica", id="a"),
            leader("Caesar", "Celtica", chief=True),
            ch.SetCity("Ravenna", C),
            *owning(C, "Gallia"),
        ),
        year=-49,
    )
    effects = event(state, 6)
    back = of(fx.LeaderReturned, effects)
    assert (back.leader, back.route, back.cost) == ("Caesar", ("Celtica", "Cisalpina"), 2)
    after = folded(state, effects)
    assert after.leader("Caesar").zone == "Cisalpina"
    assert after.unit("a").zone == "Celtica"
    with pytest.raises(Exception, match=r"keeps .* in place") as error:
        when(after, cmd.March("Cisalpina", "Picenum", (), ("Caesar",)))
    assert error.value.rule == "CW E6"


def test_the_end_of_the_marches_is_told_before_the_battles_it_brings() -> None:
    """CW-41: no battle is fought yet, and no dice are thrown."""
    state = segment(unit("Picenum", id="p"), unit("Picenum", side=R, id="q"))
    told = SYSTEM.narrate(state, when(state, cmd.EndMarches()), {}).text
    assert told == ("The Caesarians end their marches and will attack in Picenum.",)


def test_cw_e6_as_far_as_ma_allows_then_on_in_the_next_segment() -> None:
    """CW E6: three MA of Pompeius's, the fourth step later; not through enemies (CW-63)."""
    state = segment(
        leader("Pompeius", "Syria", chief=True),
        ch.SetCity("Corfinium", R),
        in_force=(6,),
        order=(C, R, C, R),
    )
    first = when(state, cmd.EndMarches(), role=f"seat:{C}")
    back = of(fx.LeaderReturned, first)
    assert (back.cost, back.goal) == (2, "Picenum")
    after = folded(state, first)
    after = folded(after, when(after, cmd.EndMarches(), role=f"seat:{R}"))
    second = of(fx.LeaderReturned, when(after, cmd.EndMarches(), role=f"seat:{C}"))
    assert (second.zone, second.goal) == (back.to, "Picenum")


def test_cw_16_without_a_friendly_city_the_leader_stays() -> None:
    """CW-16: event 6 does nothing then; the sick do not travel either (CW-17)."""
    homeless = segment(leader("Caesar", "Celtica", chief=True), in_force=(6,), order=(R, C))
    assert none_of(fx.LeaderReturned, when(homeless, cmd.EndMarches()))
    free = ruled(homeless, ch.PlaceLeader("Caesar", zone="Celtica"), unit("Celtica", id="l"))
    march = cmd.March("Celtica", "Narbonensis", ("l",), ("Caesar",))
    assert of(fx.Marched, when(replace(free, segments=(C, R)), march)).leaders == ("Caesar",)
    ill = ruled(homeless, ch.SetCity("Ravenna", C), ch.PlaceLeader("Caesar", ill=True))
    assert none_of(fx.LeaderReturned, when(ill, cmd.EndMarches()))
    well = ruled(homeless, ch.SetCity("Ravenna", C))
    assert of(fx.LeaderReturned, when(well, cmd.EndMarches())).to == "Cisalpina"


def test_cw_61_a_faction_without_its_leader_names_another() -> None:
    """CW-61: the highest PC in phase C, never a king."""
    state = ruled(year(at=-44), ch.RemoveLeader("Caesar"), *owning(C, "Italia"))
    state = folded(state, event(state, 12))
    effects = when(state, cmd.EnterLeaders(), 2, 2)
    named = [one for one in effects if isinstance(one, fx.SuccessorNamed)]
    assert [(one.faction, one.leader) for one in named] == [(C, "Octavianus"), (R, "Pompeius")]
    after = folded(state, effects)
    assert after.leader("Octavianus").faction_leader


def test_cw_60_a_leader_who_enters_joins_the_faction_leader() -> None:
    """CW-60: kings and queens go home."""
    state = begun("rubicon")
    entered = of(fx.LeadersEntered, event(state, 12)).leaders
    assert {one.name: one.zone for one in entered}["Cleopatra VII"] == "Aegyptii"
    told = SYSTEM.narrate(state, event(state, 12), {}).text
    assert (
        "Cleopatra VII and Achillas appear in the land of the Aegyptii; Orodes II and Pacorus &"
        " Surena in the land of the Parthi; Pharnaces II in the land of the Pontici."
    ) in told
    later = replace(state, year=-48, event=None)
    entered = of(fx.LeadersEntered, event(later, 12)).leaders
    told = SYSTEM.narrate(later, event(later, 12), {}).text
    assert any(line.endswith("enter the war for the Republicans in Roma.") for line in told)
    zones = {one.name: one.zone for one in entered}
    assert (zones["Cassius"], zones["Bassus"]) == ("Roma", "Cisalpina")
    headless = ruled(later, ch.PlaceLeader("Pompeius", faction_leader=False))
    entered = of(fx.LeadersEntered, event(headless, 12)).leaders
    assert {one.name: one.zone for one in entered}["Cassius"] == "Citerior"


def test_cw_e13_who_left_play_comes_back_with_the_next_year() -> None:
    """CW E13, CW-14: away through every segment of the year, back reduced at its end."""
    state = year(
        unit("Syria", id="s", reduced=True),
        unit("Asia", id="a"),
        *AFLOAT,
        *owning(C, "Italia"),
        at=-49,
    )
    after = folded(state, event(state, 13))
    assert (after.unit("s").status, after.unit("a").reduced) == ("away", True)
    for _ in range(6):
        assert after.unit("s").status == "away"
        after = folded(after, when(after, cmd.EndMarches()))
        while after.pending or after.recruiting:
            after = folded(after, when(after, cmd.Recruit(after.recruiting[0])))
    assert (after.year, after.unit("s").status, after.unit("s").reduced) == (-48, "map", True)


def crowded(room: int, *away: object) -> tuple[State, fx.YearClosed, tuple[str, ...]]:
    """A year's end, and its words: ``away`` are due back in Syria, with ``room`` for so many."""
    stack = [unit("Syria", id=f"s{number}") for number in range(20 - room)]
    state = end_of_year(*stack)
    there = {one.id for one in state.units}
    state = ruled(state, *away)
    state = replace(
        state,
        units=tuple(
            one if one.id in there else replace(one, status="away", reduced=True)
            for one in state.units
        ),
    )
    effects = when(state, cmd.EndMarches())
    text = SYSTEM.narrate(state, effects, {}).text
    return folded(state, effects), of(fx.YearClosed, effects), text


def test_cw_66_who_finds_no_room_leaves_the_map_the_weakest_first() -> None:
    """CW-66, CW-39: a Roman to the Reserve, a people's unit to its box; ships take no room."""
    after, closed, text = crowded(
        2,
        unit("Syria", id="weak", quality=1),
        ch.SetPeople("Numidae", ally=C),
        folk("Syria", "Numidae", C, id="rider", quality=1, sp=1),
        unit("Syria", id="good", quality=3),
        unit("Syria", kind="naves", id="ship"),
        unit("Syria", id="fair", quality=2),
    )
    assert (closed.returned, closed.unplaced) == (("good", "ship", "fair"), ("weak", "rider"))
    assert "Without a place to come back to, and out of play: two units in Syria." in text
    found = {key: after.unit(key).status for key in ("good", "fair", "ship", "weak", "rider")}
    assert found == {
        "good": "map", "fair": "map", "ship": "map", "weak": "reserve", "rider": "box"
    }  # fmt: skip


def test_cw_66_with_room_everybody_comes_back() -> None:
    """CW-66: nobody leaves the map for want of room that there is; each side has its own."""
    foes = (unit("Parthi", R, id="foe1"), unit("Parthi", R, id="foe2"))
    _, closed, _ = crowded(1, unit("Syria", id="last"), *foes)
    assert (closed.returned, closed.unplaced) == (("last", "foe1", "foe2"), ())


def test_the_desks_commands_are_not_due_on_the_map() -> None:
    """CW-34: a combat is an attack there, a year closes by itself."""
    state = segment(unit("Roma", id="a"))
    for command in (cmd.ResolveCombat("Roma", ("a",), ("b",)), cmd.CloseYear()):
        with pytest.raises(OutOfPhase):
            when(state, command)
    for command in (cmd.EndMarches(), cmd.Attack("Roma", R), cmd.Retreat("Roma")):
        with pytest.raises(OutOfPhase):
            when(begun("zones"), command)
