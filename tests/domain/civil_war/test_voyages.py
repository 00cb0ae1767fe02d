"""Voyages from port to port, and fleets that lie in wait."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import RuleViolation
from tests.domain.civil_war.given import folded, leader, of, reasons, when
from tests.domain.civil_war.war import folk, segment, unit

SEAT = "seat:caesarian"


def brundisium(*changes: object, **more: object) -> State:
    """Antonius at Brundisium with two Naves units and four Legio units."""
    return segment(
        *(unit("Apulia", id=f"l{n}") for n in range(1, 5)),
        unit("Apulia", kind="naves", id="n1", sp=2),
        unit("Apulia", kind="naves", id="n2", sp=2, reduced=True),
        leader("M. Antonius", "Apulia", tb=2),
        *changes,
        **more,
    )


def refused(state: State, command: cmd.Sail) -> str:
    """The rule that forbids a voyage."""
    with pytest.raises(RuleViolation) as error:
        when(state, command, role=SEAT)
    return error.value.rule


def test_cw_42_a_voyage_goes_from_port_to_port() -> None:
    """CW-42: its route names the seas; whole ships go first; nobody goes on after it."""
    order = cmd.Sail("Apulia", "Epirus", 1, ("l1", "l2"), ("M. Antonius",))
    (sailed,) = when(brundisium(), order, role=SEAT)
    assert sailed.route == ("Apulia", "Mare Hadriaticum", "Epirus")
    assert (sailed.ships, sailed.cost, sailed.intercepted) == (("n1",), 1, None)
    after = folded(brundisium(), [sailed])
    assert [after.unit(key).zone for key in ("n1", "n2", "l1", "l3")] == [
        *("Epirus", "Apulia", "Epirus", "Apulia")
    ]
    assert after.leader("M. Antonius").zone == "Epirus"
    for command in (
        cmd.March("Epirus", "Macedonia", ("l1",)),
        cmd.Sail("Epirus", "Apulia", 1),
    ):
        with pytest.raises(RuleViolation):
            when(after, command, role=SEAT)


def test_cw_38_a_sea_costs_one_ma() -> None:
    """CW-38: three seas are as far as three MA go; foul weather shortens the voyage (CW E2)."""
    assert of(fx.Sailed, when(brundisium(), cmd.Sail("Apulia", "Asia", 1), role=SEAT)).route == (
        "Apulia",
        "Mare Ionium",
        "Mare Aegaeum",
        "Asia",
    )
    assert refused(brundisium(), cmd.Sail("Apulia", "Lusitania", 1)) == "CW-42"
    assert refused(brundisium(in_force=(2,)), cmd.Sail("Apulia", "Syria", 1)) == "CW-42"


def test_cw_e9_storms_forbid_every_voyage_of_the_year() -> None:
    """CW E9: refused, and not offered."""
    state = brundisium(in_force=(9,))
    assert refused(state, cmd.Sail("Apulia", "Epirus", 1)) == "CW E9"
    assert not any(one.id.startswith("sail:") for one in SYSTEM.options(state, SEAT, {}))
    assert any(one.id.startswith("sail:") for one in SYSTEM.options(brundisium(), SEAT, {}))


def test_cw_43_a_naves_carries_three_land_units() -> None:
    """CW-43: and there have to be as many ships."""
    four = ("l1", "l2", "l3", "l4")
    assert refused(brundisium(), cmd.Sail("Apulia", "Epirus", 1, four)) == "CW-43"
    assert of(fx.Sailed, when(brundisium(), cmd.Sail("Apulia", "Epirus", 2, four)))
    assert refused(brundisium(), cmd.Sail("Apulia", "Epirus", 3, four)) == "CW-42"
    assert refused(brundisium(), cmd.Sail("Apulia", "Epirus", 1, ("n2",))) == "CW-42"


def test_cw_44_a_landing_among_enemies_is_a_crossing() -> None:
    """CW-44, CW 8.6f: 1 against the attacker."""
    state = brundisium(unit("Epirus", "republican", id="r"))
    effects = when(state, cmd.Sail("Apulia", "Epirus", 1, ("l1", "l2")), role=SEAT)
    assert of(fx.Sailed, effects).against_enemies
    after = folded(state, effects)
    after = folded(after, when(after, cmd.EndMarches(), role=SEAT))
    fought = when(after, cmd.Attack("Epirus", "republican"), 6, role=SEAT)
    assert reasons(of(fx.CombatResolved, fought))["CW 8.6f"] == -1


def test_cw_44_a_landing_that_makes_war_is_a_crossing() -> None:
    """CW-44, CW-51: the people stands on its shore."""
    state = segment(
        unit("Syria", id="l"), unit("Syria", kind="naves", id="n"), folk("Aegyptii", "Aegyptii")
    )
    effects = when(state, cmd.Sail("Syria", "Aegyptii", 1, ("l",)), role=SEAT)
    assert of(fx.Sailed, effects).against_enemies
    assert folded(state, effects).unit("l").crossed


def test_cw_42_of_routes_as_short_the_least_watched_is_taken() -> None:
    """CW-42, CW-45: round by the Ionian sea, past nobody."""
    watch = (unit("Illyricum", "republican", "naves", id=f"b{n}", sp=2) for n in range(3))
    state = brundisium(*watch)
    (sailed,) = when(state, cmd.Sail("Apulia", "Epirus", 1), role=SEAT)
    assert (sailed.route[1], sailed.intercepted) == ("Mare Ionium", None)


def waited_for(**more: object) -> State:
    """Bibulus with three Naves units on the other side of the Adriatic."""
    watch = (unit("Epirus", "republican", "naves", id=f"b{n}", sp=2) for n in range(3))
    return brundisium(*watch, **more)


@pytest.mark.parametrize(("face", "caught"), [(1, True), (2, True), (3, False), (6, False)])
def test_cw_45_more_hostile_naves_lie_in_wait(face: int, caught: bool) -> None:
    """CW-45: on 1 or 2 whole ships are reduced, reduced ones sunk; who is aboard lands."""
    state = waited_for()
    (sailed,) = when(state, cmd.Sail("Apulia", "Illyricum", 2, ("l1",)), face, role=SEAT)
    assert sailed.intercepted == fx.Interception("Mare Hadriaticum", 3, 2, face, caught)
    after = folded(state, [sailed])
    assert after.unit("l1").zone == "Illyricum"
    assert after.unit("n1").reduced is caught
    assert after.unit("n2").status == ("reserve" if caught else "map")
    assert sailed.sunk == (("n2",) if caught else ())


def test_cw_45_nobody_waits_for_as_many_or_if_the_switch_says_so() -> None:
    """CW-45: two ships against two, and the switch interception."""
    even = brundisium(*(unit("Epirus", "republican", "naves", id=f"b{n}", sp=2) for n in range(2)))
    assert of(fx.Sailed, when(even, cmd.Sail("Apulia", "Illyricum", 2))).intercepted is None
    calm = waited_for(interception="none")
    assert of(fx.Sailed, when(calm, cmd.Sail("Apulia", "Illyricum", 1))).intercepted is None


def test_a_voyage_is_told_with_its_fleet() -> None:
    """CW-45: the die and what it means."""
    state = waited_for()
    effects = when(state, cmd.Sail("Apulia", "Illyricum", 2, ("l1",)), 2, role=SEAT)
    assert SYSTEM.narrate(state, effects, {}).text == (
        "Two Naves units, carrying L1, sail to Illyricum, from Apulia by Mare Hadriaticum.",
        "Three hostile Naves in Mare Hadriaticum catch the two that sail:"
        " 2 rolled, caught on 1 or 2.",
        "Reduced: one Naves unit.",
        "Sunk: one Naves unit.",
    )
    assert SYSTEM.odds_key(effects) == {"caught": True}


def test_a_landing_says_whether_only_ships_are_in_the_way() -> None:
    """CW-44, CW-46: where only Naves lie there is nobody to fight."""
    landing = cmd.Sail("Apulia", "Epirus", 2, ("l1", "l2"))
    for kind, among in (("naves", "beside enemy Naves"), ("legio", "among enemies")):
        state = brundisium(unit("Epirus", "republican", kind, id="r", sp=2))
        line, *fight = SYSTEM.narrate(state, when(state, landing, role=SEAT), {}).text
        ships = "Two Naves units, carrying two Legio units,"
        assert line == f"{ships} land {among} in Epirus, from Apulia by Mare Hadriaticum."
        follows = ["The fight follows when the marches end."]
        assert fight == (follows if kind == "legio" else [])


def test_a_fleet_that_says_whose_it_is_does_not_say_it_of_whom_it_carries() -> None:
    keys = ("c-fleet-1", "c-cohorts-1", "r-fleet-2", "r-cohorts-2")
    kinds = ("naves", "auxilia") * 2
    sides = ("caesarian",) * 2 + ("republican",) * 2
    units = zip(sides, kinds, keys, strict=True)
    state = segment(
        *(unit("Apulia" if key < "d" else "Asia", side, kind, id=key) for side, kind, key in units)
    )
    sailing = cmd.Sail("Apulia", "Epirus", 1, ("c-cohorts-1",))
    (line,) = SYSTEM.narrate(state, when(state, sailing, role=SEAT), {}).text
    assert line.startswith("The Caesarians' Fleet 1, carrying Cohorts 1, sails to Epirus")
