"""The strong bot: it marches for the year's end, and dares less where it only has to outlast."""

from typing import Any

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.bots.judgement import (
    ANSWERED,
    FACES,
    LAST,
    SOONER,
    Judgement,
)
from iacta.domain.civil_war.bots.situation import STEADY, Temper
from iacta.domain.civil_war.bots.steady import orders, steady_command
from iacta.domain.civil_war.bots.strong import CAUTIOUS, RESTLESS, candidates
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.given import leader
from tests.domain.civil_war.test_steady_bot import army, ruled_by
from tests.domain.civil_war.war import segment

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


@pytest.mark.parametrize(
    ("outlasts", "attacks"), [("republican", True), (None, True), ("caesarian", False)]
)
def test_who_outlasts_the_war_keeps_clear_of_danger(outlasts: str | None, attacks: bool) -> None:
    """A battle that four faces of six win is one for the steady bot, and for who has to win."""
    state = four_against(3, outlasts)
    assert best(state, steady_command).get("to") == "Citerior"
    assert (best(state, candidates).get("to") == "Citerior") == attacks


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


@pytest.mark.parametrize(("outlasts", "moves"), [("republican", True), ("caesarian", False)])
def test_who_has_to_win_marches_a_whole_army_on(outlasts: str, moves: bool) -> None:
    """14 in Cilicia and an enemy three zones away, whom the steady bot waits for."""
    own, enemy = army("Cilicia", 14, kind="auxilia"), army("Achaia", 5, "republican")
    state = ruled_by(segment(*own, *enemy), "Achaia")
    assert state.terms is not None
    terms = msgspec.structs.replace(state.terms, outlasts=outlasts)
    state = msgspec.structs.replace(state, terms=terms)
    assert len(best(state, steady_command)["units"]) == 1
    assert (len(best(state, candidates).get("units", ())) == 14) == moves


def test_nobody_leaves_a_sick_head_alone_to_the_enemy() -> None:
    """CW E4, CW-49: Caesar may not go; so his army is worth more there."""
    caesar = ch.PlaceLeader("Caesar", zone="Celtica", faction_leader=True, ill=True)
    enemy = army("Aquitania", 3, "republican")
    state = segment(*army("Celtica", 1), *enemy, leader("Caesar", "Celtica"), caesar)
    seen = Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", RESTLESS)
    steady = Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", STEADY)
    assert not seen.safe("Celtica")
    alone, nobody = (("Celtica", [], [*who]) for who in (["Caesar"], []))
    assert seen.position_value(*alone) < seen.position_value(*nobody) - 100
    assert steady.position_value(*alone) == steady.position_value(*nobody)


@pytest.mark.parametrize(
    ("order", "number", "lasts"),
    [
        (("caesarian", "republican", "caesarian"), 1, SOONER),
        (("caesarian", "republican"), 1, ANSWERED),
        (("republican", "caesarian"), 2, LAST),
    ],
)
def test_the_year_s_end_counts_as_far_as_it_will_last(
    order: tuple[str, ...], number: int, lasts: int
) -> None:
    """A third Legio takes Lusitania: Hispania gives 6 SP of points and 11 of recruits."""
    state = ruled_by(segment(*army("Ulterior", 3), order=order, number=number), "Lusitania")
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    for temper, value in ((STEADY, 0), (RESTLESS, 17 * FACES * lasts // 100)):
        judged = Judgement(view, "caesarian", temper)
        *rest, going = judged.own("Ulterior")
        assert judged.year_end("Ulterior", "Lusitania", rest, [going], []) == value


def judged(state: State, temper: Temper = RESTLESS) -> Judgement:
    return Judgement(msgspec.to_builtins(SYSTEM.view(state, ROLE, {})), "caesarian", temper)


def marches(state: State, goal: str, temper: Temper = RESTLESS) -> dict[int, int]:
    """What marches to a goal are worth, by how many units go."""
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = orders(view, SYSTEM.options(state, ROLE, {}), ROLE, temper)
    return {len(one.command["units"]): one.value for one in found if one.command["to"] == goal}


@pytest.mark.parametrize("order", [("caesarian", "republican"), ("republican", "caesarian")])
def test_what_is_held_already_needs_nobody_at_the_year_s_end(order: tuple[str, ...]) -> None:
    """CW-55: control lasts. The steady bot goes back to have it counted once more."""
    units = army("Celtica", 1)
    state = ruled_by(segment(*units, order=order, number=1 + order.index("caesarian")))
    for temper, same in ((CAUTIOUS, True), (RESTLESS, False)):
        seen = judged(state, temper)
        there = seen.position_value("Celtica", seen.own("Celtica"), [])
        assert (there == seen.position_value("Celtica", [], [])) == same


def test_who_is_in_danger_does_not_think_a_zone_safer_without_them() -> None:
    """Six could come to where one stands: the zone is lost as often with nobody there."""
    state = ruled_by(segment(*army("Celtica", 1), *army("Aquitania", 6, "republican")), "Aquitania")
    for temper, same in ((CAUTIOUS, True), (RESTLESS, False)):
        seen = judged(state, temper)
        assert seen.threat("Celtica", seen.own("Celtica"), []).wins == FACES
        assert (seen._held("Celtica", seen.own("Celtica"), FACES) > 0) == same
        assert seen._ungarrisoned_value("Celtica") == seen._shares["Celtica"] * FACES // 2


def test_what_the_year_s_end_would_give_counts_as_often_as_nobody_comes() -> None:
    """Lusitania completes Hispania; horse from Aquitania would drive the one there out again."""
    own, enemy = army("Ulterior", 3), army("Aquitania", 8, "republican", kind="equites", ma=4)
    seen = judged(ruled_by(segment(*own), "Lusitania"), CAUTIOUS)
    *rest, going = seen.own("Ulterior")
    assert seen.year_end("Ulterior", "Lusitania", rest, [going], []) > 0
    seen = judged(ruled_by(segment(*own, *enemy), "Lusitania"), CAUTIOUS)
    assert seen.threat("Lusitania", [going], []).wins == FACES
    assert seen.year_end("Ulterior", "Lusitania", rest, [going], []) == 0


def test_what_one_comes_closer_to_counts_as_often_as_nobody_comes() -> None:
    """Three in Celtica are closer to an enemy in Belgica, unless horse comes first."""
    own, enemy = army("Narbonensis", 3), army("Belgica", 1, "republican", sp=1, ma=1)
    strong = army("Aquitania", 8, "republican", kind="equites", ma=4)
    calm, threatened = segment(*own, *enemy), segment(*own, *enemy, *strong)
    for state, held in ((calm, True), (threatened, False)):
        seen = judged(state, CAUTIOUS)
        assert (seen.lasting(9, "Celtica", seen.own("Narbonensis"), []) > 0) == held
        assert seen.lasting(-9, "Celtica", seen.own("Narbonensis"), []) == -9
