"""The arena: games are the same each time, go on where a file ends, and are counted soundly."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.balance.arena import Match, Played, play, read, series, share, wilson

MATCH = Match(system="naval-battle", scenario="supply", bots=("steady", "random"))


def without_time(played: Played) -> Played:
    return replace(played, seconds={})


def test_games_are_kept_and_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = [one.number for one in series(MATCH, 1, path)]
    then = [one.number for one in series(MATCH, 2, path)]
    assert (first, then) == ([0], [1])
    assert [without_time(one) for one in read(path)] == [
        without_time(play(MATCH, number)) for number in range(2)
    ]
    assert [one.seats["active"] for one in read(path)] == ["steady", "random"]
    assert {one.seed for one in read(path)} == {0}


def test_a_draw_is_everybodys() -> None:
    won = play(MATCH, 0)
    games = [replace(won, winners=("active",)), replace(won, winners=())]
    told = share(games, seat="active")
    assert (told.games, told.points, told.share, told.even) == (2, 1.5, 0.75, 0.5)


def test_the_interval_is_wilsons() -> None:
    """The figures of the paper's own form, worked out by hand for 60 of 100."""
    assert wilson(60, 100) == pytest.approx((0.5020, 0.6906), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
