"""The strong bot: it marches for the year's end."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.bots.judgement import Judgement, _traits
from iacta.domain.civil_war.bots.positions import KEPT, LAST, LOST, SOONER
from iacta.domain.civil_war.bots.roads import SAIL
from iacta.domain.civil_war.bots.situation import FACES, STEADY, Temper
from iacta.domain.civil_war.bots.steady import (
    BATTLE,
    WORTH_IT,
    RatedCommand,
    _at_once,
    _divisions,
    _gain,
    _together,
    orders,
    steady_command,
)
from iacta.domain.civil_war.bots.strong import STRONG, candidates
from iacta.domain.civil_war.rules.ways import STORMS
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.given import leader
from tests.domain.civil_war.test_steady_bot import army, ruled_by
from tests.domain.civil_war.war import segment, unit

ROLE = "seat:caesarian"


def four_against(enemies: int, outlasts: str | None) -> State:
    """Four Legio in Narbonensis beside so many in Citerior, which alone is not theirs."""
    own = army("Narbonensis", 4, kind="auxilia")
    state = ruled_by(segment(*own, *army("Citerior", enemies, "republican")), "Citerior")
    assert state.terms is not None
    terms = msgspec.structs.replace(state.terms, outlasts=outlasts)
    return msgspec.structs.replace(state, terms=terms)


def best(state: State, bot: Any) -> dict[str, Any]:
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = bot(view, SYSTEM.options(state, ROLE, {}), ROLE, lambda _: 0)
    return dict(found if isinstance(found, dict) else found[0])


@pytest.mark.parametrize("outlasts", ["republican", None, "caesarian"])
def test_who_outlasts_the_war_gives_battle_as_who_has_to_win(outlasts: str | None) -> None:
    """Four faces of six win it: who would wait for five leaves armies idle for years."""
    state = four_against(3, outlasts)
    assert best(state, steady_command).get("to") == "Citerior"
    assert best(state, candidates).get("to") == "Citerior"


@pytest.mark.parametrize(
    ("victory", "order", "attacks"),
    [
        (3, ("republican", "caesarian"), True),
        (3, ("republican", "caesarian", "republican", "caesarian"), False),
        (9, ("republican", "caesarian"), False),
    ],
)
def test_whose_war_is_lost_at_the_year_s_end_dares_all_before_it(
    victory: int, order: tuple[str, ...], attacks: bool
) -> None:
    """Two leave their cities for even odds in Roma, which with Sicilia wins a war for 3 points."""
    own, enemy = army("Etruria", 2), army("Roma", 2, "republican")
    state = segment(*own, *enemy, order=order, number=2)
    zones = tuple(replace(one, control="republican") for one in state.zones)
    cities = tuple(replace(one, control="republican") for one in state.cities)
    assert state.terms is not None
    terms = replace(state.terms, outlasts="caesarian", victory=victory)
    state = replace(state, zones=zones, cities=cities, terms=terms)
    assert (best(state, candidates).get("to") == "Roma") == attacks


def test_battles_at_several_places_are_searched_and_nothing_else() -> None:
    state = segment(
        *army("Narbonensis", 6, kind="auxilia"),
        *army("Citerior", 1, "republican"),
        *army("Aquitania", 1, "republican"),
    )
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = candidates(view, SYSTEM.options(state, ROLE, {}), ROLE, lambda _: 0)
    assert {one["to"] for one in found} == {"Citerior", "Aquitania"}
    quiet = segment(*army("Narbonensis", 6, kind="auxilia"))
    view = msgspec.to_builtins(SYSTEM.view(quiet, ROLE, {}))
    assert len(candidates(view, SYSTEM.options(quiet, ROLE, {}), ROLE, lambda _: 0)) == 1


def test_who_has_to_win_marches_an_army_on() -> None:
    """14 in Cilicia and an enemy three zones away, whom the steady bot waits for; one holds it."""
    own, enemy = army("Cilicia", 14, kind="auxilia"), army("Achaia", 5, "republican")
    state = ruled_by(segment(*own, *enemy), "Achaia")
    assert len(best(state, steady_command)["units"]) == 1
    assert len(best(state, candidates)["units"]) == 13


def test_nobody_leaves_a_sick_head_alone_to_the_enemy() -> None:
    """CW E4, CW-49: Caesar may not go; so his army is worth more there."""
    caesar = ch.PlaceLeader("Caesar", zone="Celtica", faction_leader=True, ill=True)
    enemy = army("Aquitania", 3, "republican")
    state = segment(*army("Celtica", 1), *enemy, leader("Caesar", "Celtica"), caesar)
    seen = Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", STRONG)
    steady = Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", STEADY)
    assert not seen.safe("Celtica")
    alone, nobody = (("Celtica", [], [*who]) for who in (["Caesar"], []))
    assert seen.position_value(*alone) < seen.position_value(*nobody) - 100
    assert steady.position_value(*alone) == steady.position_value(*nobody)


@pytest.mark.parametrize(
    ("order", "number", "lasts"),
    [
        (("caesarian", "republican", "caesarian"), 1, SOONER),
        (("caesarian", "republican"), 1, LAST),
        (("republican", "caesarian"), 2, LAST),
    ],
)
def test_the_year_s_end_counts_as_far_as_it_will_last(
    order: tuple[str, ...], number: int, lasts: int
) -> None:
    """A third Legio takes Lusitania: Hispania gives 6 SP of points and 11 of recruits."""
    state = ruled_by(segment(*army("Ulterior", 3), order=order, number=number), "Lusitania")
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    for temper, value in ((STEADY, 0), (STRONG, 17 * FACES * lasts // 100)):
        judged = Judgement(view, "caesarian", temper)
        *rest, going = judged.own("Ulterior")
        assert judged.year_end("Ulterior", "Lusitania", rest, [going], []) == value


def judged(state: State, temper: Temper = STRONG) -> Judgement:
    return Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", temper)


def marches(state: State, goal: str, temper: Temper = STRONG) -> dict[int, int]:
    """What marches to a goal are worth, by how many units go."""
    found = orders(judged(state, temper), SYSTEM.options(state, ROLE, {}))
    return {len(one.command["units"]): one.value for one in found if one.command["to"] == goal}


@pytest.mark.parametrize(
    ("order", "needs"),
    [(("caesarian", "republican"), True), (("republican", "caesarian"), False)],
)
def test_what_is_held_needs_somebody_until_the_enemy_has_no_more_segments(
    order: tuple[str, ...], needs: bool
) -> None:
    """CW-55: control lasts. The steady bot goes back to have it counted once more.

    Nobody could come now, but they might from further away.
    """
    units = army("Celtica", 1)
    state = ruled_by(segment(*units, order=order, number=1 + order.index("caesarian")))
    for temper, needed in ((STRONG, needs), (STEADY, True)):
        seen = judged(state, temper)
        assert seen.safe("Celtica")
        there = seen.position_value("Celtica", seen.own("Celtica"), [])
        assert (there > seen.position_value("Celtica", [], [])) == needed


def test_who_is_in_danger_does_not_think_a_zone_safer_without_them() -> None:
    """Six could come to where one stands: the zone is lost as often with nobody there."""
    state = ruled_by(segment(*army("Celtica", 1), *army("Aquitania", 6, "republican")), "Aquitania")
    for temper, same in ((STRONG, True), (STEADY, False)):
        seen = judged(state, temper)
        assert seen.threat("Celtica", seen.own("Celtica"), []).wins == FACES
        assert (seen._held("Celtica", seen.own("Celtica"), FACES) > 0) == same
        assert seen._ungarrisoned_value("Celtica") == seen._shares["Celtica"] * FACES // 2


def test_what_the_year_s_end_would_give_counts_as_often_as_nobody_comes() -> None:
    """Lusitania completes Hispania; horse would drive out who go there.

    From Citerior, next door, they come; from Aquitania half of the time.
    """
    worth = []
    for where in (None, "Aquitania", "Citerior"):
        foes = army(where, 8, "republican", kind="equites", ma=4) if where else []
        seen = judged(ruled_by(segment(*army("Ulterior", 4), *foes), "Lusitania"))
        units = seen.own("Ulterior")
        party, rest = units[:2], units[2:]
        assert (seen.threat("Lusitania", party, []).wins == FACES) == bool(foes)
        worth.append(seen.year_end("Ulterior", "Lusitania", rest, party, []))
    safe, remote, beside = worth
    assert safe > remote > beside > 0


def test_what_would_be_lost_anyway_is_hardly_given_up() -> None:
    """Who leave Lusitania leave Hispania open, but horse could drive them out of it as well."""
    own = [*army("Lusitania", 3, kind="auxilia"), *army("Citerior", 2), *army("Ulterior", 1)]
    given_up = []
    for count in (1, 9):
        ships = [unit("Narbonensis", "republican", "naves", id=f"n{one}") for one in range(3)]
        enemy = [*army("Narbonensis", count, "republican"), *ships]
        seen = judged(
            ruled_by(segment(*own, *enemy, order=("caesarian", "republican")), "Narbonensis")
        )
        going, there = seen.own("Lusitania"), seen.own("Ulterior")
        assert (seen.threat("Lusitania", going, []).wins == FACES) == (count == 9)
        given_up.append(-seen.year_end("Lusitania", "Ulterior", [], [*there, *going], []))
    assert given_up[0] > given_up[1] > 0


def test_what_one_comes_closer_to_counts_as_often_as_nobody_comes() -> None:
    """Three in Celtica are closer to an enemy in Belgica, unless horse comes first."""
    own, enemy = army("Narbonensis", 3), army("Belgica", 1, "republican", sp=1, ma=1)
    strong = army("Aquitania", 8, "republican", kind="equites", ma=4)
    calm, threatened = segment(*own, *enemy), segment(*own, *enemy, *strong)
    for state, held in ((calm, True), (threatened, False)):
        seen = judged(state)
        assert (seen.lasting(9, "Celtica", seen.own("Narbonensis"), []) > 0) == held
        assert seen.lasting(-9, "Celtica", seen.own("Narbonensis"), []) == -9


def test_nobody_marches_on_to_a_battle_for_which_enough_have_come() -> None:
    """The steady bot sends all who can reach it."""
    enemy = army("Citerior", 4, "republican")
    for count, more in ((12, False), (4, True)):
        state = segment(*army("Citerior", count, kind="auxilia"), *enemy)
        assert judged(state).undecided("Citerior") == more
        assert judged(state, STEADY).undecided("Citerior")
    assert not judged(state).undecided("Aquitania")


def test_nobody_is_better_off_for_a_round_of_zones() -> None:
    """The steady bot is: what draws it in one of them is what it forgets of the next."""
    state = ruled_by(segment(*army("Narbonensis", 2)), "Celtica", "Cisalpina")

    def most(temper: Temper) -> int:
        seen = judged(state, temper)
        party, steps = seen.own("Narbonensis"), seen.roads.steps
        rounds = (
            (one, two, three)
            for one in seen.zones
            for two in steps.get(one, ())
            for three in steps[two]
            if one in steps[three]
        )
        return max(
            sum(seen.pull(*way, party, []) for way in pairwise((*around, around[0])))
            for around in rounds
        )

    assert most(STRONG) <= 0 < most(STEADY)


def test_what_is_not_settled_is_not_left() -> None:
    """Before the year's end a zone that one has come to is worth staying in. CW-55."""
    seen = judged(ruled_by(segment(*army("Lusitania", 2)), "Lusitania", "Achaia"))
    units = seen.own("Lusitania")
    staying, leaving = (seen.pull("Lusitania", "Ulterior", units[:1], rest) for rest in (units, []))
    assert leaving == staying - seen._unsettled("Lusitania") < staying
    assert judged(ruled_by(segment(*army("Lusitania", 2))))._unsettled("Lusitania") == 0


def test_a_lone_unit_is_not_drawn_to_what_is_far_away() -> None:
    """An army is; a unit that gets there is."""
    state = ruled_by(segment(*army("Cilicia", 8)), "Creta", "Achaia")
    seen = judged(state)
    units = seen.own("Cilicia")
    assert seen.pull("Cilicia", "Asia", units, units) > 0
    assert seen.pull("Cilicia", "Asia", units[:1], units) <= 0
    assert seen.pull("Macedonia", "Achaia", units[:1], units) > 0


def test_an_attack_over_mountains_is_none_over_water() -> None:
    """CW-38, CW-44: the steady bot fears both."""
    state = segment(*army("Narbonensis", 1))
    for zone, goal, wet in (("Narbonensis", "Citerior", False), ("Ulterior", "Mauri", True)):
        assert judged(state).crosses(zone, goal) == wet
        assert judged(state, STEADY).crosses(zone, goal)


def test_who_attacks_with_others_counts_on_those_who_may_come_and_on_more_than_enough() -> None:
    """CW-50: the Parthi and who leads them do not share a zone. Four faces of six will not do."""
    enemy = army("Citerior", 4, "republican")
    near, far = army("Narbonensis", 3, kind="auxilia"), army("Aquitania", 3, kind="auxilia")
    together = ruled_by(segment(*near, *far, *enemy), "Citerior")
    short = ruled_by(segment(*near, *far[:2], *enemy), "Citerior")
    for state, strongly, steadily in ((together, True, True), (short, False, True)):
        for temper, goes in ((STRONG, strongly), (STEADY, steadily)):
            assert (marches(state, "Citerior", temper)[3] > BATTLE) == goes
    seen = judged(together)
    seen.reach(SYSTEM.options(together, ROLE, {}))
    assert len(seen.reaching["Citerior"]) == 6
    units, crossing = seen.own("Narbonensis"), {"crossing": False}
    assert _together(seen, "Citerior", units, [], **crossing) > LOST
    foreign = [{**one, "side": "Parthi"} for one in units]
    assert _together(seen, "Citerior", foreign, [], **crossing) == LOST


def test_nothing_comes_before_those_who_join_an_attack_that_needs_them() -> None:
    """Three have marched to four; the search would weigh another battle against the others."""
    enemy = [*army("Citerior", 4, "republican"), *army("Lusitania", 1, "republican")]
    own = [*army("Citerior", 3, kind="auxilia"), *army("Narbonensis", 4, kind="auxilia")]
    more = army("Ulterior", 4, kind="auxilia")
    state = ruled_by(segment(*own, *more, *enemy), "Citerior", "Lusitania")
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = candidates(view, SYSTEM.options(state, ROLE, {}), ROLE, lambda _: 0)
    assert [one["to"] for one in found] == ["Citerior"]
    assert marches(state, "Lusitania")


def test_an_army_divides_where_fewer_hold_what_it_takes_and_what_it_leaves() -> None:
    """Two could come to either of the zones."""
    own, enemy = army("Aquitania", 9, kind="auxilia"), army("Lusitania", 2, "republican", ma=4)
    state = ruled_by(segment(*own, *enemy), "Narbonensis", "Lusitania")
    seen = judged(state)
    free = seen.own("Aquitania")
    hold = seen.holding("Narbonensis", free)
    assert 1 < hold < 9
    assert seen.threat("Narbonensis", free[:hold], []).wins <= 1
    assert seen.threat("Narbonensis", free[: hold - 1], []).wins > 1
    assert {hold, 9 - seen.holding("Aquitania", free)} <= {*marches(state, "Narbonensis")}
    assert {*marches(state, "Narbonensis", STEADY)} <= {1, 9}


def test_an_army_does_not_go_to_another_one_by_one() -> None:
    """Where the whole of it does about as well to go."""
    marches_of = [
        RatedCommand(value, {"to": "Celtica", "units": ["x"] * count})
        for value, count in ((30, 9), (40, 1))
    ]
    state = ruled_by(segment(*army("Aquitania", 1)), "Lusitania")
    strong, steady = judged(state), judged(state, STEADY)
    assert _at_once(strong, "Celtica", marches_of) == marches_of[:1]
    assert _at_once(strong, "Lusitania", marches_of) == marches_of  # where one is to take it
    assert _at_once(steady, "Celtica", marches_of) == marches_of
    marches_of.append(
        RatedCommand(35, {"to": "Celtica", "units": ["x"] * 8})
    )  # who leave one behind
    assert _at_once(strong, "Celtica", marches_of) == marches_of[2:]
    marches_of[0].value = marches_of[2].value = 10
    assert _at_once(strong, "Celtica", marches_of) == marches_of[1:2]


def test_a_people_does_not_march_for_what_it_does_not_take() -> None:
    """CW-55: it takes zones from the enemy, and none for the seat that leads it."""
    state = ruled_by(segment(*army("Syria", 4)), "Cilicia")
    free = replace(
        state,
        zones=tuple(
            replace(one, control=None) if one.name == "Bithynia" else one for one in state.zones
        ),
    )
    seen = judged(free)
    own = seen.own("Syria")
    parthi = [{**one, "side": "Parthi"} for one in own]
    assert seen._garrisoned_value("Bithynia", own) > 0 == seen._garrisoned_value("Bithynia", parthi)
    assert seen._garrisoned_value("Cilicia", own) > seen._garrisoned_value("Cilicia", parthi) > 0
    prizes = [seen._prizes(_traits(own, takes=takes)) for takes in (True, False)]
    assert [zone in prizes[0] for zone in ("Bithynia", "Cilicia")] == [True, True]
    assert [zone in prizes[1] for zone in ("Bithynia", "Cilicia")] == [False, True]


def test_leaders_without_an_army_ride_out_of_danger() -> None:
    """CW-49. The steady bot's stay unless there is an army to lead; who may not go is a loss."""
    enemy = army("Aquitania", 3, "republican")
    state = ruled_by(segment(leader("Caesar", "Celtica", chief=True), *enemy), "Aquitania")
    assert best(state, candidates)["leaders"] == ["Caesar"]
    assert judged(state).deserted(best(state, candidates)["to"], ["Caesar"]) == 0
    assert best(state, steady_command)["type"] == "civil-war.end-marches"
    ill = ch.PlaceLeader("Caesar", zone="Celtica", faction_leader=True, ill=True)
    kept = ruled_by(segment(leader("Caesar", "Celtica"), ill, *enemy), "Aquitania")
    lost = [judged(one).deserted("Celtica", ["Caesar"]) for one in (kept, state)]
    assert lost[0] == KEPT * lost[1] > 0


def test_leaders_fall_with_an_army_that_is_certain_to_be_beaten() -> None:
    """So nobody marches to share their fate, and nobody leaves them so few that it is theirs."""
    caesar, enemy = leader("Caesar", "Celtica"), army("Aquitania", 12, "republican")
    for count, lost in ((1, True), (12, False)):
        seen = judged(segment(*army("Celtica", count), caesar, *enemy))
        units, alone = seen.own("Celtica"), seen.deserted("Celtica", ["Caesar"])
        assert (seen.threat("Celtica", units, ["Caesar"]).wins == FACES) == lost
        led, unled = (seen.position_value("Celtica", units, who) for who in (["Caesar"], []))
        assert (led <= unled - alone < unled) == lost
    steady = judged(segment(*army("Celtica", 1), caesar, *enemy), STEADY)
    led, unled = (steady.position_value("Celtica", units[:1], who) for who in (["Caesar"], []))
    assert led == unled


@pytest.mark.parametrize(("enemies", "goes"), [(12, True), (1, False)])
def test_a_leader_leaves_a_post_that_is_certain_to_be_beaten(enemies: int, goes: bool) -> None:
    """Those who hold it may have to stay; the steady bot's leader stays with them."""
    caesar, enemy = (
        leader("Caesar", "Celtica", chief=True),
        army("Aquitania", enemies, "republican"),
    )
    state = ruled_by(segment(*army("Celtica", 1), caesar, *enemy), "Aquitania")
    options = [one for one in SYSTEM.options(state, ROLE, {}) if one.id == "travel:Celtica"]
    rides = [one.value > 0 for one in orders(judged(state), options)]
    assert any(rides) == goes
    assert orders(judged(state, STEADY), options) == []


def test_of_equal_orders_the_first_does_not_depend_on_how_options_are_listed() -> None:
    """Listing the options in another order changes no game."""
    state = segment(*army("Celtica", 4), *army("Belgica", 4), *army("Armorica", 4))
    options = SYSTEM.options(state, ROLE, {})
    given, turned = (orders(judged(state), listed) for listed in (options, options[::-1]))
    assert given == turned
    assert len({one.value for one in given}) < len(given), "some are equal"


def test_leaders_are_not_left_alone_at_the_year_s_end_either() -> None:
    """CW-49: who is beaten next to them falls back to where they are, and the next year begins."""
    pieces = leader("Caesar", "Celtica"), *army("Aquitania", 3, "republican")
    seen = judged(segment(*pieces, order=("republican", "caesarian"), number=2))
    assert seen.safe("Celtica")
    assert seen.deserted("Celtica", ["Caesar"]) > 0 == seen.deserted("Cilicia", ["Caesar"])


def test_a_zone_that_completes_a_region_is_not_left_open() -> None:
    """Africa needs both its zones, and the enemy could come to the one that is left."""
    own = [*army("Africa", 1), *army("Cyrenaica", 1, kind="auxilia")]
    horse = army("Aegyptii", 1, "republican", kind="equites", ma=4)
    for enemies, temper, loses in (
        ([], STRONG, False),
        (horse, STRONG, True),
        (horse, STEADY, False),
    ):
        seen = judged(ruled_by(segment(*own, *enemies)), temper)
        going, there = seen.own("Cyrenaica"), seen.own("Africa")
        left = seen.year_end("Cyrenaica", "Africa", [], [*there, *going], [])
        assert (left < 0) == loses
        assert seen.year_end("Cyrenaica", "Africa", going, there, []) == 0


def test_a_zone_is_not_left_open_beside_others_that_are() -> None:
    """Asia needs three of its four zones: the enemy could take one that is open, and then two."""
    own = [*army("Asia", 3), *army("Bithynia", 1, kind="auxilia")]
    horse = army("Pontici", 1, "republican", kind="equites", ma=4)
    given_up = []
    for more in [], army("Cilicia", 1, kind="auxilia"):
        seen = judged(ruled_by(segment(*own, *army("Syria", 1), *more, *horse)))
        going, there = seen.own("Bithynia"), seen.own("Asia")
        assert not seen.safe("Bithynia")
        assert not seen.safe("Cilicia")
        given_up.append(-seen.year_end("Bithynia", "Asia", [], [*there, *going], []))
    assert given_up[0] > given_up[1] > 0


def test_each_zone_that_lies_open_may_lose_the_points_that_win_the_war() -> None:
    """Whatever else the enemy could take as well: both are to be guarded, one after the other."""
    own = [*army("Africa", 1), *army("Sardinia", 1)]
    horse = [
        *army("Aegyptii", 1, "republican", kind="equites", ma=4),
        unit("Citerior", "republican", id="ship", kind="naves"),
        *army("Citerior", 1, "republican"),
    ]
    state = ruled_by(segment(*own, *horse, order=("caesarian", "republican")), "Citerior")
    assert state.terms is not None
    stakes = []
    reckoning = judged(state).reckoning
    assert reckoning is not None
    held = reckoning.holders.items()
    most = sum(one.points for one in state.regions if (one.name, "caesarian") in held)
    for victory in (most, 99):
        seen = judged(replace(state, terms=replace(state.terms, victory=victory)))
        stakes.append([seen.stakes[zone] for zone in ("Cyrenaica", "Sicilia")])
        assert not seen.safe("Cyrenaica")
        assert not seen.safe("Sicilia")
    assert all(one > other for one, other in zip(*stakes, strict=True))


def test_who_has_marched_marches_again_to_a_fight_alone() -> None:
    """All else is one march: nobody goes to a zone and back in a segment."""
    own, enemy = army("Celtica", 4), army("Armorica", 1, "republican", sp=1)
    state = ruled_by(segment(*own, *enemy), "Belgica", "Armorica")
    units = [replace(one, spent=1) if one.zone == "Celtica" else one for one in state.units]
    marched = replace(state, units=tuple(units))
    assert max(marches(state, "Belgica").values()) >= WORTH_IT
    assert max(marches(marched, "Belgica").values()) == LOST
    assert max(marches(marched, "Belgica", STEADY).values()) > LOST
    assert max(marches(marched, "Armorica").values()) > BATTLE


def test_who_is_lost_where_they_win_first_see_whether_to_withdraw() -> None:
    """One in Citerior, and horse beside it: four give the three who come a chance, six none."""
    own, enemy = army("Narbonensis", 3, kind="auxilia"), army("Citerior", 1, "republican", sp=1)
    for count, tempers in ((4, (STRONG, STEADY)), (6, (STEADY,))):
        horse = army("Ulterior", count, "republican", kind="equites", ma=4)
        state = ruled_by(segment(*own, *enemy, *horse), "Citerior")
        for temper in (STRONG, STEADY):
            first = max(marches(state, "Citerior", temper).values()) > BATTLE
            assert first == (temper in tempers)


@pytest.mark.parametrize(("temper", "counts"), [(STRONG, False), (STEADY, True)])
def test_a_garrison_counts_as_often_as_nobody_drives_it_out(
    monkeypatch: pytest.MonkeyPatch, temper: Temper, counts: bool
) -> None:
    """CW-57: Asia wants three Legio; horse could come to the first of them."""
    own, enemy = army("Macedonia", 4), army("Bithynia", 9, "republican", kind="equites", ma=4)
    seen = judged(ruled_by(segment(*own, *enemy), "Bithynia"), temper)
    party = seen.own("Macedonia")[:1]
    assert seen.threat("Asia", party, []).wins == FACES
    gains = []
    for worth in ({}, {"Asia": 100}):
        monkeypatch.setattr(seen, "garrison", lambda zone, _, worth=worth: worth.get(zone, 0))
        gains.append(_gain(seen, "Macedonia", "Asia", party, [], crossing=False))
    assert gains[1] - gains[0] == (100 if counts else 0)


@pytest.mark.parametrize(("temper", "counts"), [(STRONG, False), (STEADY, True)])
def test_who_would_be_beaten_holds_no_garrison(
    monkeypatch: pytest.MonkeyPatch, temper: Temper, counts: bool
) -> None:
    """So nobody stays beside an army that beats them to be counted at the year's end."""
    own, enemy = army("Asia", 2), army("Bithynia", 12, "republican", ma=3)
    seen = judged(ruled_by(segment(*own, *enemy), "Bithynia"), temper)
    party = seen.own("Asia")
    assert seen.threat("Asia", party, []).wins == FACES
    gains = []
    for worth in ({}, {"Asia": -100}):
        monkeypatch.setattr(seen, "garrison", lambda zone, _, worth=worth: worth.get(zone, 0))
        gains.append(_gain(seen, "Asia", "Macedonia", party, [], crossing=False))
    assert gains[1] - gains[0] == (-100 if counts else 0)


def test_one_of_an_army_takes_what_lies_open_beside_it() -> None:
    """The year's last segment but the enemy's: eight could come for it, and for much else."""
    own, enemy = army("Ulterior", 9), army("Aquitania", 8, "republican", kind="equites", ma=4)
    state = ruled_by(segment(*own, *enemy), "Lusitania", "Aquitania")
    for temper, goes in ((STRONG, True), (STEADY, False)):
        assert judged(state, temper).threat("Lusitania", [unit_of(state)], []).wins == FACES
        assert (marches(state, "Lusitania", temper)[1] >= WORTH_IT) == goes


def unit_of(state: State) -> dict[str, Any]:
    """The first of the Caesarians' units in Ulterior."""
    return dict(judged(state).own("Ulterior")[0])


def test_enemies_come_half_of_the_time_but_from_next_door() -> None:
    """To units, and to leaders without any; the steady bot does not see a difference."""
    for where, temper, often in (
        ("Aquitania", STRONG, 1),
        ("Citerior", STRONG, 2),
        ("Citerior", STEADY, 1),
    ):
        enemy = army(where, 12, "republican", kind="equites", ma=4)
        state = segment(*army("Celtica", 2), *enemy, leader("Caesar", "Celtica"))
        seen = judged(ruled_by(state, where), temper)
        units = seen.own("Celtica")
        after = seen.threat("Celtica", units, [])
        assert after.wins == FACES
        risk = after.taken - after.lost
        assert seen._danger("Celtica", units, [], after) == (FACES // often, risk // often)
        left = seen._alone(seen.leaders["Caesar"]) // often if temper.reckons else 0
        assert seen.deserted("Celtica", ["Caesar"]) == left


def test_a_sick_head_is_not_left_alone_by_the_enemy_either() -> None:
    """CW E4, CW-49: Pompeius in Aquitania cannot get away; one unit captures him."""
    ways = [unit("Celtica", id="one", kind="auxilia")]
    for ill in (True, False):
        head = ch.PlaceLeader("Pompeius", zone="Aquitania", faction_leader=True, ill=ill)
        state = ruled_by(segment(*ways, leader("Pompeius", "Aquitania"), head), "Belgica")
        assert (best(state, candidates).get("to") == "Aquitania") == ill


def test_a_people_s_units_are_not_feared_far_from_home() -> None:
    """CW-71: the Parthi come as far as Bithynia, two zones away; the steady bot does not know."""
    horse = {"people": "Parthi", "ma": 6}
    foes = [unit("Parthi", "Parthi", "people", id=f"p-{n}", **horse) for n in range(6)]
    state = ruled_by(segment(ch.SetPeople("Parthi", at_war=True), *foes))
    led = [replace(one, led_by="republican") for one in state.peoples if one.name == "Parthi"]
    others = [one for one in state.peoples if one.name != "Parthi"]
    for temper, feared in ((STRONG, False), (STEADY, True)):
        seen = judged(replace(state, peoples=(*others, *led)), temper)
        assert "Cilicia" in seen._threats
        assert ("Asia" in seen._threats) == feared


def test_some_of_an_army_win_a_zone_and_hold_it() -> None:
    """One would win Citerior, and all; horse in Ulterior would drive out a few."""
    own, enemy = army("Narbonensis", 12, kind="auxilia"), army("Citerior", 1, "republican", sp=1)
    horse = army("Ulterior", 3, "republican", kind="equites", ma=4)
    state = ruled_by(segment(*own, *enemy, *horse), "Citerior", "Ulterior")
    for temper, some in ((STRONG, True), (STEADY, False)):
        found = [one for one in marches(state, "Citerior", temper) if 2 < one < 12]
        assert bool(found) == some
        seen = judged(state, temper)
        for count in found:
            assert seen.threat("Citerior", seen.own("Narbonensis")[:count], []).wins <= 1


def test_one_goes_over_the_sea_to_what_lies_open() -> None:
    ships = [unit("Narbonensis", id=f"ship-{n}", kind="naves") for n in range(2)]
    own = army("Narbonensis", 2, kind="auxilia")
    state = ruled_by(segment(*ships, *own), "Sardinia")
    for temper, one_goes in ((STRONG, True), (STEADY, False)):
        assert (1 in marches(state, "Sardinia", temper)) == one_goes


def test_no_more_ships_sail_than_carry_the_few_who_go() -> None:
    """Unless a stronger fleet is on the way: one ship carries three units. CW-43"""
    ships = [unit("Narbonensis", id=f"ship-{n}", kind="naves") for n in range(4)]
    own, foe = army("Narbonensis", 9), unit("Citerior", "republican", id="foe", kind="naves")
    for enemy, sail in (([], 1), ([foe, replace(foe, id="foe-2")], 4)):
        seen = judged(ruled_by(segment(*ships, *own, *enemy), "Sardinia"))
        found = orders(seen, SYSTEM.options(segment(*ships, *own, *enemy), ROLE, {}))
        fleets = {
            len(one.command["units"]): one.command["ships"]
            for one in found
            if one.command["type"] == "civil-war.sail" and one.command["to"] == "Sardinia"
        }
        assert fleets[1] == sail
        assert fleets[9] == 4


def test_leaders_do_not_stay_with_who_will_be_beaten() -> None:
    """Two of ten stay in Citerior, where horse could come for them: all leaders go."""
    own = army("Citerior", 10)
    names = ["Caesar", "M. Antonius", "Labienus", "Curio"]
    leaders = [leader(name, "Citerior") for name in names]
    horse = army("Ulterior", 9, "republican", kind="equites", ma=4)
    for enemy, temper, all_ in ((horse, STRONG, True), ([], STRONG, False), (horse, STEADY, False)):
        seen = judged(segment(*own, *leaders, *enemy), temper)
        led = seen.escort("Citerior", seen.own("Citerior")[:7], names)
        assert ({*led} == {*names}) == all_


def test_who_is_beaten_with_nowhere_to_go_is_lost() -> None:
    """CW-48: Lusitania borders on Citerior and Ulterior."""
    own = army("Lusitania", 3)
    many = army("Citerior", 12, "republican", ma=3)
    other = army("Ulterior", 1, "republican", sp=1, ma=1)
    for enemy, temper, cornered in (
        ([*many, *other], STRONG, True),
        ([*many, *other], STEADY, False),
        (many, STRONG, False),
    ):
        seen = judged(segment(*own, *enemy), temper)
        units = seen.own("Lusitania")
        after = seen.threat("Lusitania", units, [])
        assert after.wins == FACES
        assert seen.cornered("Lusitania") == cornered
        assert (seen._danger("Lusitania", units, [], after)[1] == FACES * 12) == cornered


def test_an_army_may_leave_one_unit_where_no_more_would_hold_the_zone() -> None:
    """So it is compared with a march of all, and of as few as make a difference."""
    own, enemy = army("Aquitania", 5, kind="auxilia"), army("Ulterior", 20, "republican", ma=3)
    state = ruled_by(segment(*own, *enemy), "Ulterior")
    for temper, sizes in ((STRONG, {4}), (STEADY, set())):
        seen = judged(state, temper)
        free = seen.own("Aquitania")
        assert not seen.holding("Aquitania", free)
        assert {len(one) for one in _divisions(seen, "Aquitania", "Celtica", free)} >= sizes
        assert bool(_divisions(seen, "Aquitania", "Celtica", free)) == bool(sizes)


def test_a_zone_with_a_city_still_to_take_is_not_settled() -> None:
    """Nobody leaves it for another and comes back because it has nobody."""
    own = army("Belgica", 2, kind="auxilia")
    state = ruled_by(segment(*own))
    taken = replace(
        state,
        cities=tuple(
            replace(one, control="republican") if one.zone == "Belgica" else one
            for one in state.cities
        ),
    )
    for one, lacks in ((state, False), (taken, True)):
        seen = judged(one)
        assert seen.lacks("Belgica") == lacks
        assert not seen.wants("Belgica")
        assert (seen._unsettled("Belgica") > 0) == lacks


def test_a_leader_without_an_army_rides_towards_one() -> None:
    """The steady bot's waits for it where it is."""
    caesar = leader("Caesar", "Belgica")
    state = ruled_by(segment(caesar, *army("Achaia", 3, kind="auxilia")))
    for temper, rides in ((STRONG, True), (STEADY, False)):
        first = orders(judged(state, temper), SYSTEM.options(state, ROLE, {}))
        ways = [one for one in first if one.command["leaders"] == ["Caesar"]]
        away = judged(state).roads.distance
        near = away(ways[0].command["to"], "Achaia") < away("Belgica", "Achaia")
        assert (near and ways[0].value >= WORTH_IT) == rides


def test_no_more_go_than_are_needed_and_nobody_for_little() -> None:
    """Who has to win is as sparing of marches as the steady bot: no enemy could come yet."""
    state = ruled_by(segment(*army("Etruria", 6, kind="auxilia")))
    assert {*marches(state, "Picenum")} == {1}
    assert best(state, candidates)["type"] == "civil-war.end-marches"


def voyages(state: State, zone: str) -> dict[tuple[str, int], int]:
    """What voyages from a port are worth, by where they go and how many units are aboard."""
    found = orders(judged(state, STRONG), SYSTEM.options(state, ROLE, {}))
    sails = [one for one in found if one.command["type"] == "civil-war.sail"]
    return {
        (one.command["to"], len(one.command["units"])): one.value
        for one in sails
        if one.command["zone"] == zone
    }


def test_an_army_is_drawn_over_the_sea_by_who_has_ships_for_it() -> None:
    """Two Naves carry six, and in a year of storms nobody. CW-43, CW E9"""
    ships = [unit("Apulia", id=f"ship-{n}", kind="naves") for n in range(2)]
    units = [*ships, *army("Apulia", 6, kind="auxilia"), *army("Africa", 2, "republican")]
    seen, stormy = judged(segment(*units)), judged(segment(*units, in_force=(STORMS,)))
    overland = seen.distance("Apulia", "Africa")
    assert seen._march("Apulia", "Africa", 6) == SAIL < overland
    assert seen._march("Campania", "Africa", 6) == SAIL + seen.distance("Campania", "Apulia")
    assert seen._march("Apulia", "Africa", 7) == overland
    assert stormy._march("Apulia", "Africa", 6) == overland
    steady = judged(segment(*units), STEADY)
    assert steady._march("Apulia", "Africa", 6) == steady.distance("Apulia", "Africa") > SAIL


def test_ships_are_sent_to_an_army_that_waits_for_them_and_stay_with_it() -> None:
    ships = [unit("Sicilia", id=f"ship-{n}", kind="naves") for n in range(3)]
    more = [unit("Apulia", id=f"more-{n}", kind="naves") for n in range(3)]
    enemy = army("Africa", 3, "republican")
    own = army("Apulia", 7, kind="auxilia")
    state = ruled_by(segment(*ships, *own, *enemy), "Africa", "Cyrenaica")
    found = voyages(state, "Sicilia")
    assert max(found, key=lambda one: found[one]) == ("Apulia", 0)
    assert found["Apulia", 0] >= WORTH_IT
    assert all(value < WORTH_IT for (to, _), value in found.items() if to != "Apulia")
    served = ruled_by(segment(*ships, *more, *own, *enemy), "Africa", "Cyrenaica")
    assert voyages(served, "Sicilia")["Apulia", 0] < WORTH_IT
    few = ruled_by(segment(*ships, *own[:3], *enemy), "Africa", "Cyrenaica")
    assert voyages(few, "Sicilia")["Apulia", 0] < WORTH_IT


def test_armies_come_together_before_an_enemy_whom_none_beats_alone() -> None:
    """The steady bot waits for nothing of the kind."""
    enemy = army("Citerior", 7, "republican")
    one, other = army("Celtica", 6, kind="auxilia"), army("Cisalpina", 6, kind="auxilia")
    for units, temper, drawn in (
        ([*one, *other], STRONG, True),
        (one, STRONG, False),
        ([*one, *other], STEADY, False),
    ):
        seen = judged(ruled_by(segment(*units, *enemy), "Citerior"), temper)
        party = seen.own("Celtica")
        goals = {goal for _, goal in seen._nearest(_traits(party, takes=True), "Celtica")}
        assert ("Citerior" in goals) == drawn


def test_peoples_are_harder_to_beat_at_home() -> None:
    """CW 8.6b; the steady bot knows it not."""
    units = [*army("Syria", 4), *army("Parthi", 2, "Parthi", people="Parthi", kind="people")]
    state = segment(*units)
    at_war = tuple(
        replace(one, at_war=True, led_by="republican") if one.name == "Parthi" else one
        for one in state.peoples
    )
    state = replace(state, peoples=at_war)
    seen, steady = judged(state), judged(state, STEADY)
    ahead, hoped = (one.fight("Parthi", one.own("Syria"), []) for one in (seen, steady))
    assert (ahead.wins, ahead.lost) != (hoped.wins, hoped.lost)
    assert ahead.wins <= hoped.wins


def test_nobody_stays_to_negotiate_where_they_would_be_beaten() -> None:
    """CW-52: who negotiates does not march."""
    caesar = ch.PlaceLeader("Caesar", zone="Africa", pc=9, faction_leader=True)
    host = army("Numidae", 4, "Numidae", people="Numidae", kind="people")
    own, strong = army("Africa", 2), army("Cyrenaica", 12, "republican")

    def court(*units: Any) -> int:
        state = segment(*own, *host, *units, leader("Caesar", "Africa"), caesar)
        found = orders(judged(state, STRONG), SYSTEM.options(state, ROLE, {}))
        return next(one.value for one in found if one.command["type"] == "civil-war.court")

    assert court(*strong) < WORTH_IT <= court()


def test_who_sails_may_leave_as_many_as_hold_the_port() -> None:
    """Two could come to it."""
    ships = [unit("Apulia", id=f"ship-{n}", kind="naves") for n in range(3)]
    own, near = army("Apulia", 9, kind="auxilia"), army("Epirus", 2, "republican", ma=6)
    state = ruled_by(segment(*ships, *own, *near), "Sardinia", "Epirus")
    weakest = judged(state).free([one.id for one in own])[::-1]
    hold = judged(state).holding("Apulia", weakest)
    assert 0 < hold < 9
    assert {("Sardinia", 9), ("Sardinia", 9 - hold)} <= {*voyages(state, "Apulia")}


def test_a_patrol_goes_after_one_levy() -> None:
    """The army does not, if a few of its weakest are certain to win."""
    own = [*army("Narbonensis", 9, kind="auxilia", sp=5)]
    own += [unit("Narbonensis", id=f"levy-{n}", kind="auxilia", sp=3) for n in range(4)]
    enemy = army("Citerior", 1, "republican", sp=1, kind="auxilia")
    state = ruled_by(segment(*own, *enemy), "Citerior")
    assert len(best(state, candidates)["units"]) < 6


@pytest.mark.parametrize(("enemies", "army_goes"), [(1, False), (4, True)])
def test_an_army_does_not_take_the_place_of_a_patrol_that_is_certain_to_win(
    enemies: int, army_goes: bool
) -> None:
    """It does that of one that is not."""
    own = army("Narbonensis", 9, kind="auxilia")
    enemy = army("Citerior", enemies, "republican", sp=1)
    seen = judged(ruled_by(segment(*own, *enemy)))
    units = [one["id"] for one in seen.own("Narbonensis")]
    few, most = (
        RatedCommand(value, {"zone": "Narbonensis", "to": "Citerior", "units": going})
        for value, going in ((40, units[:1]), (30, units))
    )
    assert seen.certain(few.command) != army_goes
    assert _at_once(seen, "Citerior", [few, most]) == [most if army_goes else few]
    if not army_goes:
        few, more, much = (
            replace(one, value=value) for one, value in ((few, 40), (most, 60), (most, 70))
        )
        assert _at_once(seen, "Citerior", [few, more]) == [few], "it is spared for a little less"
        assert _at_once(seen, "Citerior", [few, much]) == [much]


def test_what_would_win_the_war_is_worth_a_long_march() -> None:
    """Half of what the year's end would give for it, to who reckons."""
    state = ruled_by(segment(*army("Ulterior", 3, kind="auxilia")), "Lusitania")
    strong, steady = judged(state), judged(state, STEADY)
    takers = [{"kind": "legio", "side": "caesarian", "fell_back": False}] * 2  # its garrison
    assert strong.reckoning is not None
    assert strong.regions["Hispania"]["needs"]["garrison"] == len(takers)
    gained = strong.reckoning.gain({"Lusitania": takers})
    worth = {
        seen: next(one.value for one in seen._offers if one.zone == "Lusitania")
        for seen in (strong, steady)
    }
    assert gained > 0
    assert worth[strong] == worth[steady] + FACES * (gained // 2)
    assert strong._crown("Germani") == 0


def test_armies_come_together_at_a_port_for_an_enemy_over_the_sea() -> None:
    """As many as the ships there carry. CW-43"""
    units = [*army("Apulia", 6, kind="auxilia"), *army("Picenum", 6, kind="auxilia")]
    enemy = army("Africa", 6, "republican")
    for count, drawn in ((4, True), (2, False), (0, False)):
        ships = [unit("Apulia", id=f"ship-{n}", kind="naves") for n in range(count)]
        seen = judged(ruled_by(segment(*ships, *units, *enemy), "Africa"))
        key = _traits(seen.free([one.id for one in units[:6]]), takes=True)
        assert ("Africa" in seen._prizes(key)) == drawn


def test_an_army_that_is_drawn_far_away_goes_by_steps() -> None:
    """To who reckons: Bithynia is nearer to Achaia, and Syria is not."""
    units = army("Cilicia", 8, kind="auxilia")
    state = ruled_by(segment(*units), "Achaia")

    def back(temper: Temper, goal: str, count: int) -> int:
        seen, spared = judged(state, temper), judged(state, replace(temper, back=0))
        way = ("Cilicia", goal, seen.own("Cilicia")[:count], [])
        return _gain(spared, *way, crossing=False) - _gain(seen, *way, crossing=False)

    assert back(STRONG, "Bithynia", 8) == 0
    assert back(STRONG, "Syria", 8) == STRONG.back
    assert back(STRONG, "Bithynia", 1) == back(STEADY, "Bithynia", 8) == STRONG.back
