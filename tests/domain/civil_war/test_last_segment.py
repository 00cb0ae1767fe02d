"""What the strong bot thinks of before a year's end: battles, guards, and who could still come."""

from typing import Any

from msgspec.structs import replace

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.positions import LOST
from iacta.domain.civil_war.bots.reckoning import WON
from iacta.domain.civil_war.bots.situation import FACES, STEADY, marched
from iacta.domain.civil_war.bots.steady import _gain, orders
from iacta.domain.civil_war.bots.strong import DESPERATE, STRONG, _fewest
from iacta.domain.civil_war.rules.ways import STORMS
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.given import leader
from tests.domain.civil_war.test_steady_bot import army, ruled_by
from tests.domain.civil_war.test_strong_bot import ROLE, judged
from tests.domain.civil_war.test_sweep import LAST, swept
from tests.domain.civil_war.war import segment, unit

SOON = {"order": ("caesarian", "republican")}
"""the last segment of the seat, with one of the enemy's to come"""
LATER = {"order": ("caesarian", "republican", "caesarian")}


def held_by_two(**when: Any) -> State:
    """Hispania is the enemy's by one weak unit in Citerior; ten Auxilia and a Legio are near."""
    own = [*army("Narbonensis", 10, kind="auxilia"), unit("Ulterior", id="ix")]
    enemy = [unit("Citerior", "republican", sp=1, id="weak")]
    return ruled_by(segment(*own, *enemy, unit("Lusitania", id="x"), **when), "Citerior")


def test_a_battle_that_wins_a_region_is_fought_by_as_few_as_are_certain_to_win() -> None:
    march = swept(held_by_two(**LAST))
    assert march is not None
    assert march["to"] == "Citerior"
    assert len(march["units"]) < 5


def test_of_the_marches_to_a_battle_the_smallest_that_is_certain_to_win_is_made() -> None:
    """Not that of the great army; which goes where no other is certain."""
    weak = unit("Citerior", "republican", sp=1, id="weak")
    own = [*army("Narbonensis", 14), *army("Ulterior", 4), unit("Lusitania", id="one", sp=1)]
    seen = judged(ruled_by(segment(*own, weak, **LATER), "Citerior"))
    great, small, one = (
        {"zone": zone, "to": "Citerior", "units": [unit["id"] for unit in seen.own(zone)]}
        for zone in ("Narbonensis", "Ulterior", "Lusitania")
    )
    assert _fewest(seen, [great, one, small]) == small
    assert _fewest(seen, [great, one]) == great


def test_who_fell_back_takes_what_they_march_to_and_not_where_they_stand() -> None:
    """CW-55: two who fell back into Ulterior take the empty Citerior, which wins Hispania."""
    own = [*army("Ulterior", 2), unit("Lusitania", id="l")]
    seen = judged(ruled_by(segment(*own, **LAST), "Citerior"))
    moved = [{**one, "fell_back": True} for one in seen.own("Ulterior")]
    assert seen.reckoning is not None
    assert seen.reckoning.gain({"Citerior": marched(moved)}) > 0
    assert seen.reckoning.gain({"Citerior": moved}) == 0


def test_the_beaten_are_reckoned_to_keep_their_region_garrisoned() -> None:
    """CW-57: a battle won in one zone of Hispania does not take its Legio out of the region."""
    own, enemy = army("Narbonensis", 10), army("Citerior", 2, "republican")
    state = ruled_by(segment(*own, *enemy, **LAST), "Citerior", "Ulterior", "Lusitania")
    seen = judged(state)
    there = seen.won("Citerior", seen.enemies("Citerior"))
    assert [one["fell_back"] for one in there] == [True, True]
    assert not any(one["fell_back"] for one in seen.enemies("Citerior"))


def test_whose_war_is_lost_gives_no_battle_by_which_nothing_is_won() -> None:
    """Three against ten in a zone that decides nothing stay where they are."""
    own, enemy = army("Narbonensis", 3), army("Belgica", 6, "republican")
    state = ruled_by(segment(*own, *enemy, **LAST), "Belgica")
    seen = judged(state, DESPERATE)
    party = seen.own("Narbonensis")
    assert seen.dares("Belgica", party, [])
    assert not judged(state).dares("Belgica", party, [])
    assert _gain(seen, "Narbonensis", "Belgica", party, [], crossing=False) == LOST


def test_nobody_raids_one_levy_to_be_destroyed_for_it_before_the_last_segment() -> None:
    """Three beat it, and ten next door would beat them; the last segment may raid."""
    enemy = [unit("Etruria", "republican", sp=1, id="levy"), *army("Campania", 10, "republican")]
    for when, forlorn in ((LATER, True), (SOON, False)):
        state = ruled_by(
            segment(*army("Cisalpina", 3), *enemy, **when), "Etruria", "Campania", "Roma"
        )
        seen = judged(state)
        assert seen.trapped("Etruria", seen.own("Cisalpina"), [])
        assert seen.is_forlorn("Etruria", seen.own("Cisalpina"), []) == forlorn
    assert not judged(state, STEADY).is_forlorn("Etruria", seen.own("Cisalpina"), [])


def test_a_battle_is_worth_what_those_who_are_beaten_could_have_taken() -> None:
    """The enemy in Campania could come to Roma, which wins the war, and nobody else could."""
    own = [*army("Apulia", 10), unit("Etruria", id="e"), unit("Roma", id="r", sp=1)]
    relief = []
    for more in ([], army("Picenum", 6, "republican")):
        state = ruled_by(
            segment(*own, *army("Campania", 3, "republican"), *more, **SOON), "Campania"
        )
        assert state.terms is not None
        state = replace(state, terms=replace(state.terms, victory=17))
        seen = judged(state)
        going = seen.own("Apulia")
        battle = seen.fight("Campania", going, [])
        assert ("Roma" in seen._relieved("Campania", battle)) == (not more)
        relief.append(seen.year_end("Apulia", "Campania", [], going, []))
    assert relief[0] > relief[1]


def test_an_army_beside_a_port_may_come_over_the_sea() -> None:
    """CW-43: with 1 MA left it goes aboard; the steady bot thinks of those in the port alone."""
    enemy = [
        *army("Africa", 3, "republican"),
        unit("Cyrenaica", "republican", "naves", id="n"),
    ]
    state = ruled_by(segment(*army("Achaia", 1), *enemy, **SOON), "Africa", "Cyrenaica")
    strong, steady = judged(state), judged(state, STEADY)
    assert strong.foes("Creta") is not None
    assert steady.foes("Creta") is None
    storms = ruled_by(
        segment(*army("Achaia", 1), *enemy, in_force=(STORMS,), **SOON), "Africa", "Cyrenaica"
    )
    assert judged(storms).foes("Creta") is None, "CW E9"


def test_a_sick_leader_is_guarded_against_who_would_probably_win() -> None:
    """CW E4: he dies where others get away; not only where it is certain."""
    caesar = ch.PlaceLeader("Caesar", zone="Celtica", faction_leader=True, ill=True)
    enemy = army("Aquitania", 8, "republican", kind="auxilia")
    state = segment(*army("Celtica", 6), *enemy, leader("Caesar", "Celtica"), caesar, **SOON)
    seen = judged(state)
    few = next(
        n
        for n in range(6, 0, -1)
        if STRONG.bold <= seen.threat("Celtica", seen.own("Celtica")[:n], ["Caesar"]).wins < FACES
    )
    units = seen.own("Celtica")[:few]
    well = Judgement(_well(seen.game), "caesarian", STRONG)
    assert seen.position_value("Celtica", units, ["Caesar"]) < well.position_value(
        "Celtica", units, ["Caesar"]
    )


def _well(game: Any) -> Any:
    """The same with every leader fit to march."""
    leaders = [{**one, "kept": None} for one in game["leaders"]]
    return {**game, "leaders": leaders}


def test_a_way_that_ends_among_enemy_ships_is_none_to_fall_back() -> None:
    """CW-47: a zone in which ships lie is closed to the beaten."""
    ships = unit("Campania", "republican", "naves", id="n")
    enemy = [*army("Picenum", 2, "republican"), unit("Sicilia", "republican", id="s")]
    for more, cornered in (([ships], True), ([], False)):
        seen = judged(segment(*army("Apulia", 2), *enemy, *more))
        assert seen.cornered("Apulia") == cornered


def test_before_the_enemys_last_segment_no_more_guard_a_zone_than_hold_it() -> None:
    """One enemy could land in Citerior, which Hispania needs: of twelve a few go."""
    enemy = [
        unit("Sardinia", "republican", id="r"),
        unit("Sardinia", "republican", "naves", id="n"),
    ]
    state = ruled_by(segment(*army("Ulterior", 12), *enemy, **SOON), "Sardinia")
    found = orders(judged(state), SYSTEM.options(state, ROLE, {}))
    guards = [one.command["units"] for one in found if one.command.get("to") == "Citerior"]
    assert [len(units) for units in guards] == [2]


def test_what_the_war_is_lost_by_is_guarded_at_any_risk() -> None:
    """A zone that wins the war for the enemy is worth more than the army that stands there."""
    own, enemy = army("Citerior", 8), army("Aquitania", 12, "republican")
    state = ruled_by(segment(*own, unit("Ulterior", id="u"), *enemy, **SOON), "Aquitania")
    assert state.terms is not None
    values = []
    for victory in (4, 99):
        seen = judged(replace(state, terms=replace(state.terms, victory=victory)))
        assert seen.threat("Citerior", seen.own("Citerior"), []).taken
        values.append(seen.position_value("Citerior", seen.own("Citerior"), []))
        assert (seen.stakes["Citerior"] >= WON // 2) == (victory == 4)
    assert values[0] > values[1]


def test_prizes_that_are_sure_to_be_won_draw_nobody() -> None:
    """Ten face one in Aquitania: those in Citerior go elsewhere."""
    state = ruled_by(
        segment(
            *army("Aquitania", 10), unit("Aquitania", "republican", id="r"), *army("Citerior", 4)
        ),
        "Aquitania",
    )
    prizes = {one.zone: one.value for one in judged(state)._offers}
    assert prizes["Aquitania"] == 0
    alone = ruled_by(segment(unit("Aquitania", "republican", id="r")), "Aquitania")
    assert {one.zone: one.value for one in judged(alone)._offers}["Aquitania"] > 0


def test_what_is_taken_at_the_year_s_end_is_at_stake_as_what_is_held() -> None:
    """One stands in the enemy's Citerior, which with Ulterior and Lusitania is Hispania."""
    enemy = army("Narbonensis", 3, "republican")
    own = [*army("Citerior", 1), unit("Ulterior", id="u")]
    seen = judged(ruled_by(segment(*own, *enemy, **SOON), "Citerior", "Narbonensis"))
    assert seen.stakes["Citerior"] > 0
    none = judged(ruled_by(segment(*own[1:], *enemy, **SOON), "Citerior", "Narbonensis"))
    assert none.stakes["Citerior"] == 0


def test_an_enemy_is_reckoned_to_come_with_the_legio_that_a_region_needs() -> None:
    """CW-57: Asia needs three: the enemy lacks one zone of it, and wins the war by it."""
    enemy = [*army("Bithynia", 3, "republican"), unit("Syria", "republican", id="s")]
    own = [unit("Cilicia", id="x"), unit("Asia", id="y")]
    state = ruled_by(segment(*own, *enemy, **SOON), "Bithynia", "Syria")
    assert state.terms is not None
    wins, never = (replace(state, terms=replace(state.terms, victory=most)) for most in (3, 99))
    assert judged(wins).stakes["Cilicia"] > judged(never).stakes["Cilicia"] > 0


def test_leaders_alone_who_have_nowhere_to_go_are_worth_a_march() -> None:
    """CW-49: Pompeius in Armorica gets away to a zone of his side in reach, and else is taken."""
    pompeius = leader("Pompeius", "Armorica", chief=True)
    for theirs, taken in (([], True), (["Aquitania"], False)):
        state = ruled_by(segment(*army("Celtica", 2), pompeius, **LATER), *theirs)
        seen = judged(state)
        assert (seen._captives("Armorica") > 0) == taken
        found = orders(seen, SYSTEM.options(state, ROLE, {}))
        goes = any(one.value > 50 and one.command.get("to") == "Armorica" for one in found)
        assert goes == taken
