"""What the strong bot expects of the year's end, against the printed needs of the regions."""

from typing import Any

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war.bots.reckoning import WON, Reckoning
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.test_steady_bot import army, ruled_by, seen
from tests.domain.civil_war.war import segment, unit

replace = msgspec.structs.replace
VALUES = {name: 10 * points for name, points in control.POINTS.items()}


def spain(*more: Any) -> State:
    """All is the Caesarians' but Lusitania; three Legio in Ulterior, two of them the garrison."""
    return ruled_by(segment(*army("Ulterior", 3), *more), "Lusitania")


def units(state: State, zone: str) -> list[dict[str, Any]]:
    (found,) = [one["units"] for one in seen(state)["zones"] if one["name"] == zone]
    return list(found)


def gain(state: State, moved: dict[str, list[dict[str, Any]]]) -> int:
    return Reckoning(seen(state), "caesarian", VALUES).gain(moved)


def test_the_last_zone_gives_its_region() -> None:
    """CW-55 to CW-57: a Legio takes Lusitania and Olisipo, and with it Hispania's 2 points."""
    state = spain()
    *rest, going = units(state, "Ulterior")
    assert gain(state, {"Ulterior": rest, "Lusitania": [going]}) == VALUES["Hispania"]
    assert gain(state, {"Ulterior": rest}) == 0


def test_without_its_garrison_a_region_is_lost() -> None:
    """CW-57: two Legio that leave Hispania leave nobody there who counts for it."""
    state = ruled_by(segment(*army("Ulterior", 2)))
    assert (
        gain(state, {"Ulterior": [], "Narbonensis": units(state, "Ulterior")})
        == -(VALUES["Hispania"])
    )


@pytest.mark.parametrize("more", [{"kind": "naves"}, {"fell_back": True}])
def test_who_takes_nothing_gives_nothing(more: dict[str, Any]) -> None:
    """CW-55: fleets do not, nor do units that fell back this year."""
    state = spain()
    (first, *_) = units(state, "Ulterior")
    assert gain(state, {"Lusitania": [first | more]}) == 0


def test_who_fell_back_takes_no_city() -> None:
    """CW-55, CW-56: Olisipo is the city that Hispania wants, in a zone that is held already."""
    state = spain()
    zones = tuple(
        replace(one, control="caesarian") if one.name == "Lusitania" else one for one in state.zones
    )
    state = replace(state, zones=zones)
    (first, *_) = units(state, "Ulterior")
    stands, fell = (
        Reckoning(seen(state), "caesarian", VALUES)
        ._post("Lusitania", [first | {"fell_back": back}])
        .cities["caesarian"]
        for back in (False, True)
    )
    assert stands > fell


def test_an_enemy_who_shares_the_zone_denies_it() -> None:
    state = spain(unit("Lusitania", "republican", id="enemy"))
    *rest, going = units(state, "Ulterior")
    there = units(state, "Lusitania")
    assert gain(state, {"Ulterior": rest, "Lusitania": [*there, going]}) == 0
    assert gain(state, {"Ulterior": rest, "Lusitania": [going]}) == VALUES["Hispania"]


def test_the_points_that_win_the_war_count_beside_what_they_are_worth() -> None:
    """CW-62: Roma, Sicilia and Hispania are 5 points."""
    state = spain()
    assert state.terms is not None
    state = replace(state, terms=replace(state.terms, victory=5))
    *rest, going = units(state, "Ulterior")
    moved = {"Ulterior": rest, "Lusitania": [going]}
    assert gain(state, moved) == VALUES["Hispania"] + WON


@pytest.mark.parametrize(("victory", "lost"), [(3, True), (4, False)])
def test_the_war_is_lost_where_the_enemy_would_have_the_points(victory: int, lost: bool) -> None:
    """CW-62: Roma and Sicilia, which need no garrison, are 3 points of the Caesarians'."""
    state = spain()
    assert state.terms is not None
    game = seen(replace(state, terms=replace(state.terms, victory=victory)))
    assert Reckoning(game, "republican", VALUES).is_lost() == lost
    assert not Reckoning(game, "caesarian", VALUES).is_lost()


def test_it_expects_what_the_year_s_end_brings() -> None:
    """The same control as the rules settle, zone by zone and region by region. CW 9."""
    state = spain(*army("Lusitania", 1), *army("Syria", 2, "republican"))
    settled = control.settle(state)
    after = msgspec.to_builtins(SYSTEM.view(state, "public", {}))
    reckoned = Reckoning(after, "caesarian", VALUES)
    assert {one.region: one.seat for one in settled.regions} == reckoned.holders
