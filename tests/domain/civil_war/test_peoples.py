"""Peoples: war and peace, alliance, who leads them, and what becomes of their units."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from tests.domain.civil_war.given import begun, event, folded, leader, none_of, of, ruled, when
from tests.domain.civil_war.war import bare, end_of_year, folk, replace, segment, unit

C, R = "caesarian", "republican"


def parthi(*changes: object) -> State:
    """The event phase of a year, the Parthi at home."""
    state = ruled(replace(bare(), year=-40), ch.SetControl(region="Italia", seat=C))
    return ruled(
        state, folk("Parthi", "Parthi", id="p1"), folk("Parthi", "Parthi", id="p2"), *changes
    )


def test_cw_e14_at_peace_the_parthi_declare_war_and_are_led() -> None:
    """CW E14, CW-50: through the year, by the opponent of who has more of their neighbours."""
    state = parthi(ch.SetControl(zone="Syria", seat=C))
    effects = event(state, 14)
    settled = of(fx.PeopleSettled, effects)
    assert (settled.at_war, settled.led_by, settled.rule) == (True, R, "CW E14")
    order = ("caesarian", "republican")
    after = replace(folded(state, effects), phase="segments", segments=order, segment=2)
    after = ruled(after, ch.SetSpent(0, ("p1",)))
    march = when(
        replace(after, units=tuple(replace(u, ma=4) for u in after.units)),
        cmd.March("Parthi", "Syria", ("p1",)),
        role=f"seat:{R}",
    )
    assert of(fx.Marched, march).side == "Parthi"


def test_cw_e14_at_war_they_are_pacified_and_go_home() -> None:
    """CW E14: those abroad too."""
    state = parthi(ch.SetPeople("Parthi", at_war=True), ch.MoveUnits(("p1",), "Syria"))
    effects = event(state, 14)
    settled = of(fx.PeopleSettled, effects)
    assert (settled.at_war, settled.home, settled.boxed) == (False, ("p1",), ())
    assert folded(state, effects).unit("p1").zone == "Parthi"


def test_cw_e14_a_boxed_host_comes_home_for_the_war() -> None:
    """CW E14, CW-54: unless strangers stand there."""
    state = parthi()
    state = replace(state, units=tuple(replace(u, status="box") for u in state.units))
    assert of(fx.Rallied, event(state, 14)).units == ("p1", "p2")
    held = ruled(state, unit("Parthi", id="a"))
    assert none_of(fx.Rallied, event(held, 14))


def test_cw_50_the_lead_passes_with_the_neighbours() -> None:
    """CW-50: in phase B of each year."""
    state = parthi(ch.SetPeople("Parthi", at_war=True), ch.SetControl(zone="Pontici", seat=R))
    assert state.people("Parthi").led_by == "republican"
    settled = of(fx.PeopleSettled, event(state, 12))
    assert (settled.led_by, settled.rule) == (C, "CW-50")


def test_cw_51_who_provoked_the_war_never_leads_the_people() -> None:
    """CW-51, CW-50: whoever controls the adjacent zones."""
    came = segment(unit("Illyricum", R, id="r"), folk("Germani", "Germani"), order=(R, C))
    order = cmd.March("Illyricum", "Germani", ("r",))
    settled = of(fx.PeopleSettled, when(came, order, role=f"seat:{R}"))
    assert (settled.led_by, settled.provoked_by) == (C, R)
    state = parthi(ch.SetPeople("Parthi", at_war=True), ch.SetControl(zone="Pontici", seat=R))
    angry = [replace(one, provoked_by=C) if one.name == "Parthi" else one for one in state.peoples]
    assert none_of(fx.PeopleSettled, event(replace(state, peoples=tuple(angry)), 12))


def test_cw_50_a_led_people_keeps_to_its_land_and_the_republic() -> None:
    """CW-50: not into another's home, not where its leader's own seat stands."""
    state = segment(
        folk("Parthi", "Parthi", id="p", ma=4),
        unit("Syria", id="own"),
        ch.SetPeople("Parthi", at_war=True),
        order=(R, C),
    )
    state = replace(
        state,
        peoples=tuple(
            replace(one, led_by=R) if one.name == "Parthi" else one for one in state.peoples
        ),
    )
    order = cmd.March("Parthi", "Pontici", ("p",))
    with pytest.raises(RuleViolation) as refused:
        when(state, order, role=f"seat:{R}")
    assert refused.value.rule == "CW-50"
    assert of(
        fx.Marched, when(state, cmd.March("Parthi", "Syria", ("p",)), role=f"seat:{R}")
    ).halted
    friendly = ruled(state, ch.RemoveUnit("own"), unit("Syria", R, id="r"))
    with pytest.raises(RuleViolation):
        when(friendly, cmd.March("Parthi", "Syria", ("p",)), role=f"seat:{R}")


def embassy(*changes: object) -> State:
    """Pompeius in Africa, the Numidae at peace next to him."""
    return segment(
        leader("Pompeius", "Africa", pc=8, chief=True),
        folk("Numidae", "Numidae", id="n"),
        ch.PlaceLeader("Juba I", zone="Numidae"),
        *changes,
        order=(R, C),
    )


@pytest.mark.parametrize(("face", "won"), [(4, False), (5, True), (6, True)])
def test_cw_52_a_faction_leader_wins_a_people_over(face: int, won: bool) -> None:
    """CW-52: d6 and PC of 13; units and leaders follow; the MA is spent."""
    state = embassy()
    effects = when(state, cmd.Court("Pompeius", "Numidae"), face, role=f"seat:{R}")
    asked = of(fx.Courted, effects)
    assert (asked.total, asked.needed, asked.won) == (face + 8, 13, won)
    after = folded(state, effects)
    assert after.leader("Pompeius").spent == 3
    assert after.unit("n").side == (R if won else "Numidae")
    assert after.leader("Juba I").side == (R if won else "Numidae")
    with pytest.raises(Conflict):
        when(after, cmd.Court("Pompeius", "Numidae"))
    assert SYSTEM.odds_key(effects) == {"won": won}
    told = str(SYSTEM.narrate(state, effects, {}).text)
    does = "wins over the Numidae" if won else "negotiates with the Numidae in vain"
    assert f"Pompeius {does}: die {face} + PC 8 = {face + 8}, 13 or more needed." in told


def test_cw_52_only_a_faction_leader_next_to_a_people_at_peace() -> None:
    """CW-52: refused otherwise, and offered only then."""
    offered = [one.id for one in SYSTEM.options(embassy(), f"seat:{R}", {})]
    assert "court:Pompeius:Numidae" in offered
    for state, people in (
        (embassy(ch.PlaceLeader("Pompeius", faction_leader=False)), "Numidae"),
        (embassy(ch.PlaceLeader("Pompeius", zone="Roma")), "Numidae"),
        (embassy(ch.PlaceLeader("Pompeius", ill=True)), "Numidae"),
        (embassy(ch.SetPeople("Numidae", at_war=True)), "Numidae"),
        (embassy(), "Parthi"),
    ):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.Court("Pompeius", people), role=f"seat:{R}")
        assert refused.value.rule == "CW-52"


def test_cw_l3_allegiance_and_pacification_end_leaders() -> None:
    """CW L3: Achillas with both, Juba I with pacification alone."""
    state = segment(
        leader("Caesar", "Syria", pc=9, chief=True),
        folk("Aegyptii", "Aegyptii", id="e"),
        ch.PlaceLeader("Achillas", zone="Aegyptii"),
    )
    effects = when(state, cmd.Court("Caesar", "Aegyptii"), 6)
    assert of(fx.PeopleSettled, effects).ended == ("Achillas",)
    assert folded(state, effects).leader("Achillas").status == "dead"
    joined = when(embassy(), cmd.Court("Pompeius", "Numidae"), 6)
    assert of(fx.PeopleSettled, joined).ended == ()
    assert {"kind": "death"} in SYSTEM.narrate(state, effects, {}).marks


def thapsus(*changes: object) -> State:
    """The year's last segment, Caesar's Legio in the land of Juba, who is Pompey's ally."""
    return end_of_year(
        ch.SetPeople("Numidae", ally=R),
        unit("Numidae", id="c"),
        folk("Africa", "Numidae", R, id="n"),
        ch.PlaceLeader("Juba I", zone="Africa"),
        *changes,
    )


def test_cw_53_whose_home_is_held_is_pacified() -> None:
    """CW-53, CW L3: at Adjustments; its units leave the map, Juba dies."""
    effects = when(thapsus(), cmd.EndMarches())
    settled = of(fx.PeopleSettled, effects)
    assert (settled.rule, settled.at_war, settled.ally) == ("CW-53", False, None)
    assert (settled.boxed, settled.ended) == (("n",), ("Juba I",))
    after = folded(thapsus(), effects)
    assert (after.unit("n").status, after.unit("n").side) == ("box", "Numidae")
    assert after.leader("Juba I").status == "dead"
    assert after.zone("Numidae").control == C


def test_cw_53_leaders_of_a_pacified_people_go_home() -> None:
    """CW-53, CW E14: with their units."""
    away = ch.PlaceLeader("Pacorus & Surena", zone="Syria")
    state = parthi(ch.SetPeople("Parthi", at_war=True), away)
    effects = event(state, 14)
    assert of(fx.PeopleSettled, effects).leaders == ("Pacorus & Surena",)
    assert folded(state, effects).leader("Pacorus & Surena").zone == "Parthi"


def test_cw_53_an_empty_home_is_held_by_nobody() -> None:
    """CW-53: control of former years does not pacify a people that is abroad."""
    held = ch.SetControl(zone="Parthi", seat=R)
    war = ch.SetPeople("Parthi", at_war=True)
    state = end_of_year(war, held, folk("Syria", "Parthi", id="p"))
    assert none_of(fx.PeopleSettled, when(state, cmd.EndMarches()))
    manned = ruled(state, unit("Parthi", R, id="r"))
    assert of(fx.PeopleSettled, when(manned, cmd.EndMarches())).rule == "CW-53"


def test_cw_66_units_of_a_people_at_peace_do_not_come_back_abroad() -> None:
    """CW-66, CW-55: they go to the box; who is at peace holds nothing."""
    state = end_of_year(folk("Bithynia", "Pontici", id="p", reduced=True), unit("Bithynia", id="a"))
    taken = of(fx.ControlSettled, when(state, cmd.EndMarches())).zones
    assert [(one.zone, one.seat) for one in taken] == [("Bithynia", C)]
    away = [replace(one, status="away") if one.id == "p" else one for one in state.units]
    state = replace(state, units=tuple(away))
    effects = when(state, cmd.EndMarches())
    assert of(fx.YearClosed, effects).unplaced == ("p",)
    assert folded(state, effects).unit("p").status == "box"


def test_cw_53_units_do_not_come_back_to_a_home_that_is_lost() -> None:
    """CW-53, CW-66: withdrawn by the plague, they go to the box with the others."""
    held = (ch.SetControl(zone="Aegyptii", seat=R), unit("Aegyptii", R, id="r"))
    war = ch.SetPeople("Aegyptii", at_war=True)
    state = end_of_year(war, *held, folk("Aegyptii", "Aegyptii", id="e"))
    away = [replace(one, status="away") if one.id == "e" else one for one in state.units]
    state = replace(state, units=tuple(away))
    effects = when(state, cmd.EndMarches())
    assert of(fx.PeopleSettled, effects).rule == "CW-53"
    assert folded(state, effects).unit("e").status == "box"


def test_cw_54_a_people_that_holds_its_home_rallies_a_unit() -> None:
    """CW-54: one a year, never where strangers stand or rule."""
    state = end_of_year(folk("Germani", "Germani", id="g1"), folk("Germani", "Germani", id="g2"))
    state = replace(state, units=tuple(replace(one, status="box") for one in state.units))
    assert of(fx.Rallied, when(state, cmd.EndMarches())).units == ("g1",)
    held = ruled(state, ch.SetControl(zone="Germani", seat=C))
    assert none_of(fx.Rallied, when(held, cmd.EndMarches()))


def test_cw_54_a_full_home_takes_nobody_back() -> None:
    """CW-54, CW-39: an ally's army may stand there."""
    army = [unit("Numidae", C, id=f"c{number}") for number in range(20)]
    ally = ch.SetPeople("Numidae", ally=C)
    state = end_of_year(ally, folk("Numidae", "Numidae", C, id="n"), *army[:-1])
    boxed = [replace(one, status="box") if one.id == "n" else one for one in state.units]
    state = replace(state, units=tuple(boxed))
    assert of(fx.Rallied, when(state, cmd.EndMarches())).units == ("n",)
    assert none_of(fx.Rallied, when(ruled(state, army[-1]), cmd.EndMarches()))


def test_cw_66_a_pacified_home_takes_as_many_as_it_has_room_for() -> None:
    """CW-66, CW-39: of a great host abroad the rest go to the box."""
    host = [folk("Syria", "Parthi", id=f"h{number}") for number in range(20)]
    state = parthi(ch.SetPeople("Parthi", at_war=True), *host)
    settled = of(fx.PeopleSettled, event(state, 14))
    assert (len(settled.home), settled.boxed) == (18, ("h18", "h19"))


def test_cw_e14_of_a_great_boxed_host_as_many_rise_as_have_room() -> None:
    """CW E14, CW-39: the others wait in the box."""
    state = parthi(*(folk("Parthi", "Parthi", id=f"h{number}") for number in range(19)))
    state = replace(
        state,
        units=tuple(
            one if one.id in ("p1", "p2") else replace(one, status="box") for one in state.units
        ),
    )
    assert len(of(fx.Rallied, event(state, 14)).units) == 18


def test_a_rulings_peace_moves_sides_on_the_map() -> None:
    """CW-50: the referee's change is followed by units and leaders."""
    state = ruled(begun("rubicon"), ch.SetPeople("Numidae"))
    assert {one.side for one in state.units if one.people == "Numidae"} == {"Numidae"}
    assert state.leader("Juba I").faction is None
    allied = ruled(state, ch.SetPeople("Numidae", ally=C))
    assert {one.side for one in allied.units if one.people == "Numidae"} == {C}
    assert allied.leader("Juba I").side == C
