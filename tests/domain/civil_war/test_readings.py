"""Printed sentences that can be read in two ways, and the switches that choose."""

from typing import Any

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import RuleViolation
from tests.domain.civil_war.given import (
    begun,
    event,
    field,
    fight,
    folded,
    leader,
    none_of,
    of,
    ruled,
    when,
)
from tests.domain.civil_war.war import end_of_year, replace, segment, unit

C, R = "caesarian", "republican"


def test_a_fraction_is_a_portion_of_the_defeated_sides_units() -> None:
    """CW 8.4.2F, CW-73: ½ of nine by default; by the letter ½ of one's own two."""
    forces = field(2, sp=9), field(9, sp=2, reduced=True)
    for portion, lost in (("defeated", 2), ("victor", 1)):
        resolved = fight(*forces, 6, begun("table", portion=portion))
        assert (resolved.result.attacker, resolved.winner) == ("1/2", "attacker")
        losses = resolved.losses.attacker
        assert len(losses.reduced) + losses.owner_chooses == lost


def test_no_more_units_are_affected_than_the_defeated_force_has() -> None:
    """CW-73: the cap of the letter, ½ of six against two."""
    forces = field(6), field(2, sp=12)
    resolved = fight(*forces, 6, begun("table", portion="victor"))
    assert (resolved.result.attacker, resolved.odds) == ("1/2", "1/1")
    assert len(resolved.losses.attacker.reduced) == 2


def sardinia(**more: Any) -> State:
    """Caesar on Sardinia, unrest in the cities, and none of his own on the island."""
    return segment(
        leader("Caesar", "Sardinia", chief=True),
        ch.PlaceLeader("Caesar", pc=9),
        ch.SetCity("Pisae", C),
        in_force=(6,),
        order=(R, C),
        **more,
    )


def test_as_rapidly_as_possible_is_by_sea_from_an_island() -> None:
    """CW E6, CW-63: with his ships to the nearest port with a city; without them he stays."""
    state = sardinia()
    assert none_of(fx.LeaderReturned, when(state, cmd.EndMarches()))
    after = folded(state, when(state, cmd.EndMarches()))
    ruled_in = ruled(after, unit("Sardinia", id="l"))
    with pytest.raises(RuleViolation) as error:
        when(ruled_in, cmd.March("Sardinia", "Etruria", ("l",), ("Caesar",)))
    assert error.value.rule == "CW-63"
    state = ruled(state, unit("Sardinia", kind="naves", id="n"))
    effects = when(state, cmd.EndMarches())
    back = of(fx.LeaderReturned, effects)
    assert (back.to, back.ships, back.route[1]) == ("Etruria", ("n",), "Mare Tyrrhenum")
    after = folded(state, effects)
    assert (after.leader("Caesar").zone, after.unit("n").zone) == ("Etruria", "Etruria")
    told = SYSTEM.narrate(state, effects, {}).text
    assert any(line.startswith("Unrest: Caesar sails") for line in told)


@pytest.mark.parametrize(("side", "returns"), [(C, True), (R, False)])
def test_removed_for_this_turn_units_do_not_return_beside_an_enemy(
    side: str, returns: bool
) -> None:
    """CW E13, CW-66: the zone was taken meanwhile: they go to the Reserve."""
    state = ruled(end_of_year(), unit("Syria", id="out"), unit("Syria", side, id="there"))
    state = state.with_units(replace(state.unit("out"), status="away", reduced=True))
    effects = when(state, cmd.EndMarches())
    closed = of(fx.YearClosed, effects)
    assert (closed.returned == ("out",)) is returns
    assert folded(state, effects).unit("out").status == ("map" if returns else "reserve")


def fled(storms: str) -> fx.LeadersFled:
    """Sardinia is lost in a year of storms."""
    state = segment(
        leader("Cato", "Sardinia"),
        unit("Sardinia", id="c"),
        unit("Roma", R, id="r"),
        in_force=(9,),
        order=(C, R),
        storms=storms,
    )
    found: fx.LeadersFled = of(fx.LeadersFled, when(state, cmd.EndMarches()))
    return found


def test_naval_movement_is_prohibited_to_those_who_flee_too() -> None:
    """CW E9, CW-69: no flight by sea; the switch storms prohibits voyages only."""
    assert fled("all").leaders[0].to is None
    assert fled("voyages").leaders[0].to == "Roma"


def test_naval_movement_is_prohibited_to_a_beaten_fleet_too() -> None:
    """CW E9, CW-69: it is lost in port."""
    for storms, harbour in (("all", None), ("voyages", "Campania")):
        state = segment(
            unit("Roma", id="c"),
            unit("Roma", R, "naves", id="n"),
            in_force=(9,),
            order=(C, R),
            storms=storms,
        )
        assert of(fx.FleetLeft, when(state, cmd.EndMarches())).harbour == harbour


def test_never_is_no_shield_against_an_e() -> None:
    """CW-74, CW 8.4.2L: the table says never of Cleopatra; her Force suffers E."""
    state = segment(
        *(unit("Syria", id=f"c{n}", sp=9, quality=3) for n in range(6)),
        unit("Syria", R, id="r", sp=1, quality=1),
        ch.SetPeople("Aegyptii", ally=R),
        leader("Cleopatra VII", "Syria"),
        leader("Caesar", "Syria", tb=3),
        order=(C, R),
    )
    state = folded(state, when(state, cmd.EndMarches()))
    resolved = of(fx.CombatResolved, when(state, cmd.Attack("Syria", R), 4))
    assert (resolved.result.defender, resolved.eliminated_leaders) == ("E", ("Cleopatra VII",))
    told = SYSTEM.narrate(state, [resolved], {}).text
    assert "Cleopatra VII dies with the Force." in told


def test_on_a_tie_of_pc_the_better_commander_leads() -> None:
    """CW-61: Cato, M. Brutus and S. Pompeius have 6 each; then TB, then the table's order."""
    state = replace(
        ruled(
            replace(begun("rubicon"), year=-46),
            ch.RemoveLeader("Pompeius"),
            ch.PlaceLeader("Scipio", pc=6, tb=1),
        ),
        phase="event",
    )
    assert state.leader("Cato").pc == 6
    effects = event(state, 12)
    named = of(fx.SuccessorNamed, effects)
    assert (named.faction, named.leader) == (R, "M. Brutus")


def test_a_ruling_that_ends_a_leader_says_so() -> None:
    """CW L3: allegiance of the Aegyptii is the end of Achillas; the log says that he dies."""
    state = segment(leader("Achillas", "Aegyptii"))
    change = ch.SetPeople("Aegyptii", ally=C)
    story = SYSTEM.narrate(state, [change], {})
    assert story.text[-1] == "Achillas dies, as the table of leaders has it."
    assert {"kind": "death"} in story.marks


def ides(face: int, *changes: Any, switch: str = "conspiracy") -> tuple[State, list[Any]]:
    """The year's event of 44 BC, with Caesar master of Roma."""
    state = ruled(
        replace(begun("rubicon", ides=switch), year=-44, first_year=-45),
        ch.SetControl(zone="Roma", seat=C),
        *changes,
    )
    return state, event(state, 12, *(() if switch == "none" else (face,)))


@pytest.mark.parametrize(("face", "killed"), [(4, True), (5, False)])
def test_on_the_ides_of_march_a_low_die_kills_caesar(face: int, killed: bool) -> None:
    """CW-72: his friends among the conspirators go over; without the switch nothing is rolled."""
    state, effects = ides(face)
    struck = of(fx.Conspired, effects)
    assert (struck.killed, struck.face) == (killed, face)
    after = folded(state, effects)
    assert (after.leader("Caesar").status == "dead") is killed
    turned = {"D. Brutus", "Trebonius"} if killed else set()
    assert {one.name for one in struck.turned} == turned
    for name in turned:
        assert (after.leader(name).faction, after.leader(name).zone) == (R, "Roma")
    assert SYSTEM.odds_key(effects)["killed"] is killed
    story = SYSTEM.narrate(state, effects, {})
    assert ({"kind": "death"} in story.marks) is killed
    assert any("the Ides of March" in line for line in story.text)
    assert none_of(fx.Conspired, ides(face, switch="none")[1])


def test_the_ides_need_a_master_of_roma() -> None:
    """CW-72: not while the Republicans hold it."""
    state = replace(begun("rubicon", ides="conspiracy"), year=-44, first_year=-45)
    assert none_of(fx.Conspired, event(state, 12))


def test_the_names_of_the_events_are_marked_as_ours() -> None:
    """CW E1: the figures are printed, names and words are not."""
    for number in range(1, 16):
        rule = next(one for one in SYSTEM.rulebook.rules if one.number == f"CW E{number}")
        assert "name is ours" in rule.note
    table = next(one for one in SYSTEM.tables if one.key == "events")
    assert any("our words" in note for note in table.notes)


@pytest.mark.parametrize("number", ["CW 7.2", "CW 8.5.2", "CW 9"])
def test_what_the_source_only_names_is_left_out(number: str) -> None:
    """CW 7.2, CW 8.5.2, CW 9: the ledger says what stands in their place."""
    rule = next(one for one in SYSTEM.rulebook.rules if one.number == number)
    assert rule.status == "left-out"
    assert "CW-" in rule.note
