"""Rosters: tuples whose parts are found by their keys."""

import msgspec
import pytest

from iacta.domain.kernel.contract.roster import Found, Roster, exchanged, find, roster


class Ship(msgspec.Struct, frozen=True):
    name: str
    crew: int = 0
    home: str = ""


SHIPS = (Ship("Argo"), Ship("Pristis"), Ship("Chimaera"))


@pytest.mark.parametrize("ships", [SHIPS, roster(SHIPS, "name")], ids=["tuple", "roster"])
def test_a_part_is_found_by_its_key(ships: tuple[Ship, ...]) -> None:
    assert find(ships, "name", "Pristis") is SHIPS[1]
    assert find(ships, "name", "Scylla") is find(ships, "name", None) is None


@pytest.mark.parametrize("ships", [SHIPS, roster(SHIPS, "name")], ids=["tuple", "roster"])
def test_an_exchanged_part_stands_where_the_other_stood(ships: tuple[Ship, ...]) -> None:
    after = exchanged(ships, "name", (Ship("Pristis", 9),))
    assert after == (SHIPS[0], Ship("Pristis", 9), SHIPS[2])
    assert find(after, "name", "Pristis") == Ship("Pristis", 9)
    assert ships == SHIPS


def test_the_parts_of_a_roster_are_found_as_in_a_dict() -> None:
    found = Found(roster(SHIPS, "name"))
    assert found == {ship.name: ship for ship in SHIPS}
    assert "Scylla" not in found
    assert found.get("Scylla") is None
    with pytest.raises(KeyError):
        found["Scylla"]


def test_what_is_not_there_is_not_exchanged() -> None:
    with pytest.raises(KeyError):
        exchanged(SHIPS, "name", (Ship("Scylla"),))


@pytest.mark.parametrize("make", [tuple, lambda ships: roster(ships, "name")])
def test_of_two_with_one_key_the_first_is_found(make) -> None:  # type: ignore[no-untyped-def]
    assert find(make((*SHIPS, Ship("Argo", 5))), "name", "Argo") is SHIPS[0]


def test_a_part_is_found_by_another_key_than_the_roster_s() -> None:
    ships = roster((Ship("Argo", home="Iolcus"), Ship("Pristis", home="Troy")), "name")
    assert find(ships, "home", "Troy") is ships[1]
    assert find(ships, "home", "Argo") is None
    assert roster(ships, "home").places == {"Iolcus": 0, "Troy": 1}
    assert exchanged(ships, "home", (Ship("Scylla", home="Troy"),))[1].name == "Scylla"
    assert find(ships, "name", "Argo") is ships[0]


def test_a_roster_is_compared_and_written_as_a_tuple() -> None:
    ships = roster(SHIPS, "name")
    assert type(ships) is Roster
    assert (ships, hash(ships)) == (SHIPS, hash(SHIPS))
    assert msgspec.json.encode(ships) == msgspec.json.encode(SHIPS)
