"""The field as a grid. BP 2.1, BP 8."""

import pytest

from iacta.domain.de_bello_punico.documents import FIELDS
from iacta.domain.de_bello_punico.state.grid import Grid, grid_of
from tests.domain.de_bello_punico.given import begun


@pytest.fixture
def grid() -> Grid:
    return begun().grid


@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("0505", ["0504", "0604", "0605", "0506", "0405", "0404"]),
        ("0605", ["0604", "0705", "0706", "0606", "0506", "0505"]),
    ],
)
def test_neighbours_go_clockwise_from_the_north(grid: Grid, hex_: str, around: list[str]) -> None:
    """BP 2.1: even columns stand half a hex lower."""
    assert [grid.neighbour(hex_, way) for way in range(6)] == around
    assert [grid.direction(hex_, one) for one in around] == list(range(6))
    assert all(grid.distance(hex_, one) == 1 for one in around)


def test_front_and_rear_are_three_hexes_each(grid: Grid) -> None:
    """BP 8: together they are all six neighbours, the middle one first."""
    front, rear = grid.front("0505", 0), grid.rear("0505", 0)
    assert front == ("0504", "0604", "0404")
    assert rear == ("0506", "0405", "0605")


def test_the_edge_of_the_field_has_no_neighbours(grid: Grid) -> None:
    """BP 2.1."""
    assert grid.neighbour("0101", 0) is None
    assert grid.front("0101", 0) == ()
    assert grid.front("0101", 2) == ("0201", "0102")


@pytest.mark.parametrize(
    ("a", "b", "far"), [("0101", "0109", 8), ("0101", "0905", 8), ("0310", "0707", 5)]
)
def test_distance(grid: Grid, a: str, b: str, far: int) -> None:
    """BP 13: a command range is counted in hexes."""
    assert grid.distance(a, b) == grid.distance(b, a) == far


@pytest.mark.parametrize("field", FIELDS.fields, ids=lambda field: field.scenario)
def test_every_passable_hex_has_a_way_to_both_edges(field) -> None:  # type: ignore[no-untyped-def]
    """BP 11.1: nobody of ours is trapped."""
    grid = grid_of(field)
    dry = {number for number, key in enumerate(grid.ids) if grid.passable(key)}
    assert set(grid.way_out("rome")) == set(grid.way_out("carthage")) == dry


def test_the_way_out_counts_terrain_and_the_last_step() -> None:
    """BP 17.1.1: a river hex at the Trebbia costs 2; to leave the edge costs 1."""
    grid = begun("trebbia").grid
    ways = grid.way_out("rome")
    assert ways[grid.index["1018"]] == 1
    assert ways[grid.index["1017"]] == 3
    assert ways[grid.index["1016"]] == 4
