"""The land and the sea that a war has to reckon with: retreats, straits, fleets, kings, flights."""

from typing import Any

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import overland
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import RuleViolation
from tests.domain.civil_war.given import begun, folded, leader, none_of, of, reasons, ruled, when
from tests.domain.civil_war.war import end_of_year, folk, replace, segment, unit

C, R = "caesarian", "republican"
SEAT = f"seat:{C}"


def refused(state: State, command: Any) -> str:
    """The rule that forbids a command of the Caesarians."""
    with pytest.raises(RuleViolation) as error:
        when(state, command, role=SEAT)
    return error.value.rule


def fought(*changes: Any, **more: Any) -> State:
    """The Caesarians have marched."""
    state = segment(*changes, order=(C, R), **more)
    return folded(state, when(state, cmd.EndMarches(), role=SEAT))


def beaten_in_etruria(*changes: Any) -> Any:
    """Four Legio units beat one in Etruria; what comes of it."""
    state = fought(
        *(unit("Etruria", id=f"c{n}") for n in range(4)), unit("Etruria", R, id="r"), *changes
    )
    return when(state, cmd.Attack("Etruria", R), 2, role=SEAT)


def test_the_beaten_fall_back_on_their_own_and_not_forward() -> None:
    """CW-47: their own zone first, else nobody's, and the enemy's only if there is no other."""
    roma, picenum = (ch.SetControl(zone=name, seat=C) for name in ("Roma", "Picenum"))
    own = ch.SetControl(zone="Cisalpina", seat=R)
    assert of(fx.Retreated, beaten_in_etruria(roma, picenum, own)).to == "Cisalpina"
    assert of(fx.Retreated, beaten_in_etruria(roma, picenum)).to == "Cisalpina"
    lost = ch.SetControl(zone="Cisalpina", seat=C)
    forward = of(fx.RetreatAwaited, beaten_in_etruria(roma, picenum, lost)).due.to
    assert forward == ("Roma", "Cisalpina", "Picenum")


def test_the_home_of_an_enemy_people_is_no_refuge_while_another_is_open() -> None:
    """CW-47: the king whose people beat them lives there."""
    state = fought(
        *(unit("Mauri", id=f"c{n}") for n in range(4)),
        unit("Mauri", R, id="r"),
        ch.SetPeople("Numidae", ally=C),
        ch.SetPeople("Mauri", ally=C),
    )
    assert of(fx.Retreated, when(state, cmd.Attack("Mauri", R), 2)).to == "Ulterior"


def test_a_rout_conquers_nothing() -> None:
    """CW-55: units that fell back into a zone take it only once they have marched again."""
    held = ch.SetControl(zone="Picenum", seat=C)
    state = end_of_year(unit("Picenum", R, id="r"), unit("Asia", id="a"), held)
    assert folded(state, when(state, cmd.EndMarches())).zone("Picenum").control == R
    routed = changed(state, "r", fell_back=True)
    after = folded(routed, when(routed, cmd.EndMarches()))
    assert after.zone("Picenum").control == C
    assert not after.unit("r").fell_back
    shown = SYSTEM.view(routed, "public", {})
    assert next(one for one in shown.zones if one.name == "Picenum").units[0].fell_back


def test_a_rout_takes_no_city() -> None:
    """CW-55, CW-56: not in a zone of its own either; the Legio that was there before takes one."""
    held = ch.SetControl(zone="Picenum", seat=C)
    theirs = [ch.SetCity(name, R) for name in ("Ancona", "Corfinium")]
    state = end_of_year(unit("Picenum", id="a"), unit("Picenum", id="b"), held, *theirs)
    for routed, taken in ((state, 2), (changed(state, "b", fell_back=True), 1)):
        after = folded(routed, when(routed, cmd.EndMarches()))
        assert [after.city(name).control for name in ("Ancona", "Corfinium")].count(C) == taken


def changed(state: State, key: str, **members: Any) -> State:
    """The state with one unit changed."""
    unit_ = state.unit(key)
    assert unit_ is not None
    return state.with_units(replace(unit_, **members))


def test_hostile_naves_close_a_strait_to_who_has_none_there() -> None:
    """CW-38: to a march, and to a retreat; one Naves unit of one's own opens it."""
    guard = unit("Sicilia", R, "naves", id="n")
    march = cmd.March("Apulia", "Sicilia", ("a",))
    over = segment(unit("Apulia", id="a"))
    assert of(fx.Marched, when(over, march, role=SEAT)).over == "Fretum Siculum"
    closed = ruled(over, guard)
    assert refused(closed, march) == "CW-38"
    opened = ruled(closed, unit("Apulia", kind="naves", id="own"))
    assert of(fx.Marched, when(opened, march, role=SEAT)).crossed
    assert "Sicilia" not in overland(Board(closed), C, "Apulia", 9, armed=False)


def test_mountains_cost_two_ma_and_are_no_water() -> None:
    """CW-38, CW 8.6f: over the Alps, and nobody has crossed a river there."""
    state = segment(unit("Cisalpina", id="a"))
    marched = of(fx.Marched, when(state, cmd.March("Cisalpina", "Narbonensis", ("a",))))
    assert (marched.cost, marched.crossed, marched.over) == (2, False, None)
    told = SYSTEM.narrate(state, [marched], {}).text[0]
    assert told == "A marches from Cisalpina to Narbonensis, over the Alpes."


def test_every_crossing_on_the_way_is_told() -> None:
    """CW-37: not only that of the last step."""
    state = segment(unit("Apulia", id="a", ma=9))
    told = SYSTEM.narrate(state, when(state, cmd.March("Apulia", "Etruria", ("a",))), {}).text[0]
    assert told == "A marches from Apulia through Picenum to Etruria."
    far = SYSTEM.narrate(state, when(state, cmd.March("Apulia", "Celtica", ("a",))), {}).text[0]
    assert far.endswith("to Celtica, over the Alpes.")


def test_a_march_to_or_from_a_people_names_their_land() -> None:
    """CW-37: nobody marches from the Germani themselves."""
    state = segment(unit("Germani", id="a"), unit("Celtica", id="b"))
    for start, to, told in (("Germani", "Celtica", "from"), ("Celtica", "Germani", "to")):
        march = when(state, cmd.March(start, to, (state.units_in(start)[0].id,)))
        assert f" {told} the land of the Germani" in SYSTEM.narrate(state, march, {}).text[0]


def test_naves_do_not_fight_legions() -> None:
    """CW-46: they leave port, with the leaders there, for one of their own on that sea."""
    state = segment(
        unit("Picenum", id="c"),
        unit("Picenum", R, "naves", id="n"),
        leader("Menas", "Picenum"),
        ch.SetControl(zone="Epirus", seat=R),
        order=(C, R),
    )
    effects = when(state, cmd.EndMarches(), role=SEAT)
    assert of(fx.MarchesEnded, effects).contested == ()
    gone = of(fx.FleetLeft, effects)
    assert gone == fx.FleetLeft(R, "Picenum", ("n",), ("Menas",), "Epirus")
    assert none_of(fx.CombatResolved, effects)
    after = folded(state, effects)
    assert (after.unit("n").zone, after.leader("Menas").zone) == ("Epirus", "Epirus")
    told = SYSTEM.narrate(state, effects, {}).text
    ships = "The Republicans' N, carrying Menas,"
    assert f"{ships} must leave Picenum for Epirus: the enemy holds the coast (CW-46)." in told
    assert SYSTEM.narrate(state, effects, {}).beat.seat == C  # who ended the segment


def test_naves_without_a_port_to_go_to_are_lost() -> None:
    """CW-46: their zone's seas have no port free of enemies."""
    ports = ("Cisalpina", "Apulia", "Illyricum", "Epirus", "Achaia")
    state = segment(
        unit("Picenum", id="c"),
        unit("Picenum", R, "naves", id="n"),
        *(unit(zone, id=zone.lower()) for zone in ports),
        order=(C, R),
    )
    effects = when(state, cmd.EndMarches(), role=SEAT)
    assert of(fx.FleetLeft, effects).harbour is None
    assert folded(state, effects).unit("n").status == "reserve"
    told = SYSTEM.narrate(state, effects, {}).text
    assert "The Republicans' N is lost in Picenum, with no port to go to." in told


def test_naves_in_a_year_of_storms_are_lost_where_they_lie() -> None:
    """CW-69: there are ports, and the log says what keeps them from one."""
    placed = unit("Picenum", id="c"), unit("Picenum", R, "naves", id="n")
    state = segment(*placed, order=(C, R), in_force=(9,))
    told = SYSTEM.narrate(state, when(state, cmd.EndMarches(), role=SEAT), {}).text
    ship = "The Republicans' N is lost in Picenum"
    assert f"{ship}, as storms close the sea." in told


def test_fleets_fight_fleets() -> None:
    """CW-46, CW-41: Naves alone against Naves alone is a combat."""
    state = fought(unit("Creta", kind="naves", id="a"), unit("Creta", R, "naves", id="b"))
    resolved = of(fx.CombatResolved, when(state, cmd.Attack("Creta", R), 6, role=SEAT))
    assert (resolved.attacker.ids, resolved.defender.ids) == (("a",), ("b",))


def test_naves_alone_do_not_land_among_enemies() -> None:
    """CW-46: nor in the land of a people at peace; with somebody to land they do."""
    state = segment(
        unit("Apulia", kind="naves", id="n"),
        unit("Apulia", id="l"),
        unit("Epirus", R, id="r"),
        unit("Achaia", R, "naves", id="s"),
    )
    assert refused(state, cmd.Sail("Apulia", "Epirus", 1)) == "CW-46"
    assert of(fx.Sailed, when(state, cmd.Sail("Apulia", "Epirus", 1, ("l",)), role=SEAT))
    assert of(fx.Sailed, when(state, cmd.Sail("Apulia", "Achaia", 1), role=SEAT))
    landings = {
        goal: choice.choices["/ships"].alternatives[0].choices["/units"].min
        for choice in SYSTEM.options(state, SEAT, {})
        if choice.id.startswith("sail:")
        for goal in choice.choices["/to"].values
    }
    assert (landings["Epirus"], landings["Achaia"], landings["Picenum"]) == (1, 0, 0)


def test_one_cohort_from_the_sea_is_not_the_attacker() -> None:
    """CW-26, CW 8.6f: the crossing counts once half of the units have crossed."""
    for crossed, counts in ((1, False), (2, True)):
        state = fought(
            *(unit("Epirus", id=f"c{n}") for n in range(4)),
            ch.SetCrossed(tuple(f"c{n}" for n in range(crossed)), True),
            unit("Epirus", R, id="r"),
        )
        resolved = of(fx.CombatResolved, when(state, cmd.Attack("Epirus", R), 3, role=SEAT))
        assert ("CW 8.6f" in reasons(resolved)) is counts


JUBA = (
    ch.SetPeople("Numidae", ally=C),
    unit("Africa", id="l"),
    folk("Africa", "Numidae", C, id="n"),
    leader("Juba I", "Africa", tb=3),
)


def test_kings_lead_only_their_own() -> None:
    """CW-70: Romans and a people march apart, the king with his; nobody else heeds his TB."""
    state = segment(*JUBA)
    assert refused(state, cmd.March("Africa", "Numidae", ("l", "n"))) == "CW-70"
    assert refused(state, cmd.March("Africa", "Numidae", ("l",), ("Juba I",))) == "CW-70"
    led = of(fx.Marched, when(state, cmd.March("Africa", "Numidae", ("n",), ("Juba I",))))
    assert led.leaders == ("Juba I",)
    offered = [
        ({*one.choices["/units"].values}, {*one.choices["/leaders"].values})
        for one in SYSTEM.options(state, SEAT, {})
        if one.id.startswith("march:") and "/leaders" in one.choices
    ]
    assert offered
    assert all(group == ({"n"}, {"Juba I"}) for group in offered)
    mixed = fought(*JUBA, unit("Africa", R, id="r"))
    resolved = of(fx.CombatResolved, when(mixed, cmd.Attack("Africa", R), 3, role=SEAT))
    assert "CW 8.6a" not in reasons(resolved)
    own = ruled(segment(*JUBA, unit("Africa", R, id="r"), order=(C, R)), ch.RemoveUnit("l"))
    own = folded(own, when(own, cmd.EndMarches(), role=SEAT))
    resolved = of(fx.CombatResolved, when(own, cmd.Attack("Africa", R), 3, role=SEAT))
    assert reasons(resolved)["CW 8.6a"] == 3


def test_roman_leaders_lead_an_allys_units_too() -> None:
    """CW-70: on the march, in combat, and aboard beside the king, as the note says."""
    state = segment(*JUBA, leader("Curio", "Africa", tb=2), unit("Africa", kind="naves", id="ship"))
    led = of(fx.Marched, when(state, cmd.March("Africa", "Numidae", ("n",), ("Curio",))))
    assert led.leaders == ("Curio",)
    offered = [one for one in SYSTEM.options(state, SEAT, {}) if one.id.startswith("march:")]
    groups = [one.choices["/leaders"].values for one in offered if "/leaders" in one.choices]
    assert ["Curio", "Juba I"] in [sorted(group) for group in groups]
    assert refused(state, cmd.March("Africa", "Numidae", (), ("Curio", "Juba I"))) == "CW-37"
    aboard = cmd.Sail("Africa", "Cyrenaica", 1, (), ("Curio", "Juba I"))
    assert of(fx.Sailed, when(state, aboard, role=SEAT)).leaders == ("Curio", "Juba I")
    own = fought(*JUBA[:1], *JUBA[2:3], leader("Curio", "Africa", tb=2), unit("Africa", R, id="r"))
    resolved = of(fx.CombatResolved, when(own, cmd.Attack("Africa", R), 3, role=SEAT))
    assert reasons(resolved)["CW 8.6a"] == 2
    assert "Roman leaders go with Romans or with an ally's units" in note("CW-70")


def note(number: str) -> str:
    """What the ledger says of a rule."""
    return next(one.note for one in SYSTEM.rulebook.rules if one.number == number)


def test_a_peoples_units_stay_near_their_home() -> None:
    """CW-71: two zones, a strait counting as one more, on the march and aboard."""
    state = segment(
        *JUBA, unit("Africa", kind="naves", id="ship"), unit("Apulia", R, id="elsewhere")
    )
    state = ruled(state, ch.SetSpent(0, ("n",)))
    assert of(fx.Marched, when(state, cmd.March("Africa", "Cyrenaica", ("n",)))).cost == 1
    assert refused(state, cmd.March("Africa", "Aegyptii", ("n",))) == "CW-71"
    assert refused(state, cmd.Sail("Africa", "Sicilia", 1, ("n",))) == "CW-71"
    assert refused(state, cmd.Sail("Africa", "Sicilia", 1, (), ("Juba I",))) == "CW-71"
    assert of(fx.Sailed, when(state, cmd.Sail("Africa", "Sicilia", 1, ("l",)), role=SEAT))
    for one in SYSTEM.options(state, SEAT, {}):
        if "n" in str(one.choices.get("/units", "")) and "Numidae" in one.id:
            assert "Sicilia" not in one.choices["/to"].values


def test_a_flight_has_a_range() -> None:
    """CW-49: as far as the leader's MA, or to a port on a sea of the zone, else captured."""
    alone = (leader("Dolabella", "Cilicia"), unit("Cilicia", R, id="r"))
    far = segment(*alone, unit("Cisalpina", id="c"), order=(R, C))
    assert of(fx.LeadersFled, when(far, cmd.EndMarches())).leaders[0].to is None
    near = segment(*alone, unit("Syria", id="c"), order=(R, C))
    assert of(fx.LeadersFled, when(near, cmd.EndMarches())).leaders[0].to == "Syria"
    empty = segment(*alone, ch.SetControl(zone="Asia", seat=C), order=(R, C))
    assert of(fx.LeadersFled, when(empty, cmd.EndMarches())).leaders[0].to == "Asia"


def test_leaders_who_flee_together_are_told_together() -> None:
    """CW-49: one sentence for three, and who is captured is said to die."""
    three = ("Bibulus", "Cassius", "G. Pompeius")
    state = segment(
        *(leader(name, "Picenum") for name in three),
        unit("Picenum", id="c"),
        unit("Campania", R, id="r"),
        order=(C, R),
    )
    told = SYSTEM.narrate(state, when(state, cmd.EndMarches()), {}).text
    assert (
        "Bibulus, Cassius and G. Pompeius, alone among enemies in Picenum, get away to Campania."
        in told
    )
    lost = ruled(state, ch.RemoveUnit("r"))
    told = SYSTEM.narrate(lost, when(lost, cmd.EndMarches()), {}).text
    assert any(line.endswith("are captured and killed.") for line in told)


def test_an_embassy_that_cannot_succeed_is_not_offered() -> None:
    """CW-52: with a PC of 6 no die reaches 13; it is refused, too."""
    court = cmd.Court("Cato", "Germani")
    for pc, possible in ((6, False), (7, True)):
        state = segment(leader("Cato", "Celtica", pc=pc, chief=True), order=(R, C))
        offered = [one.id for one in SYSTEM.options(state, f"seat:{R}", {})]
        assert ("court:Cato:Germani" in offered) is possible
        if not possible:
            with pytest.raises(RuleViolation, match="PC is too low") as error:
                when(state, court)
            assert error.value.rule == "CW-52"


def test_mauretania_is_not_numidia() -> None:
    """CW-64: its kings were Caesar's when Juba was the Republic's; the strait is theirs."""
    state = begun("rubicon")
    assert [state.people(name).ally for name in ("Mauri", "Numidae")] == [C, R]
    assert state.zone("Mauri").people == "Mauri"
    ways = overland(Board(state), R, "Ulterior", 9, armed=True)
    assert ways["Mauri"].over == "Fretum Gaditanum"
    assert ways["Mauri"].enemies


@pytest.mark.parametrize("scenario", ["rubicon", "dyrrhachium", "ides"])
def test_there_are_celts_for_the_events_to_strike(scenario: str) -> None:
    """CW E5, CW E15, CW-64: allied ones, from the first year."""
    state = begun(scenario)
    celts = {one.name for one in state.peoples if one.nationality == "celtic"}
    there = {one.people for one in state.units if one.status == "map"} & celts
    assert there
    assert all(state.people(name).ally for name in there)
