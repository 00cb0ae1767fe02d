"""`iacta play --bot` against a running server."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from iacta.service.cli.remote.session import Session
from tests.cli.test_play import create, home, http, invitation, server
from tests.support.environment import Below
from tests.support.play import Game
from tests.support.player import lines, run

__all__ = ["home", "http", "server"]


class Enough(Exception):
    """The player leaves."""


class Opponent:
    """Who sits opposite the bot: acts at random whenever it waits, ``most`` times."""

    def __init__(self, game: Game, seat: str, most: int = 1_000) -> None:
        self.game, self.role, self._left = game, f"seat:{seat}", most
        self._below = Below(seat)

    def follow(self, _: Session, after: int) -> Iterator[dict[str, Any]]:
        """In place of waiting."""
        self._left -= 1
        if self._left < 0:
            raise Enough
        if self.game.campaign()["outcome"] is not None:
            self.game.do(self.role, "campaign.open-seals")
        else:
            command = self.game.choose(self.role, self._below)
            assert command is not None, "the bot waits for nothing"
            answer = self.game.post(self.role, "/commands", {"command": command, "entropy": "e"})
            assert answer.status_code == 201, answer.text
        yield from self.game.get(self.role, "/events", params={"after": after}).json()["items"]


def opposite(game: Game, monkeypatch: pytest.MonkeyPatch, most: int = 1_000) -> str:
    """Seat an opponent in the second seat; the first one's invitation link."""
    bot, other = game.invitations
    answer = game.http.post(f"{game.path}/claims", json={"invitation": game.invitations[other]})
    game.tokens[f"seat:{other}"] = answer.json()["token"]
    opponent = Opponent(game, other, most)
    monkeypatch.setattr(Session, "follow", lambda session, after: opponent.follow(session, after))
    return invitation(game, bot)


def test_a_bot_plays_a_seat_to_the_end_and_agrees_to_open_the_seals(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = create(http, "naval-battle", "naulochus")
    code, terminal = run(lines(), "play", opposite(game, monkeypatch), "--bot", "steady")
    assert code == 0, terminal.text
    assert "The game is over: " in terminal.text
    assert "WARNING" not in terminal.text
    assert "active" not in [one["seat"] for one in game.campaign()["waiting"]]
    played = [one for one in game.events("referee") if one["by"] == "seat:active"]
    assert {"campaign.open-seals"} < {one["command"]["type"] for one in played}
    assert len({one["entropy"] for one in played}) == len(played)


def test_a_bot_that_searches_deals_and_plays_by_what_its_seat_sees(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal waits for the referee, and anyone may make it."""
    game = create(http, "samnite-wars", "standard")
    link = opposite(game, monkeypatch, most=8)
    with pytest.raises(Enough):
        run(lines(), "play", link, "--bot", "strong")
    events = game.events("referee")
    types = [one["command"]["type"] for one in events]
    assert "samnite-wars.set-up" in types
    assert sum(one["by"] == "seat:fabius" for one in events) > 1


def test_a_bot_has_a_name_and_a_seat(http: httpx.Client) -> None:
    game = create(http, "naval-battle", "naulochus")
    link = invitation(game, "active")
    code, terminal = run(lines(), "play", link, "--bot", "caesar")
    assert (code, "there are: random, steady, strong" in terminal.text) == (2, True)
    code, _ = run(lines(), "play", link, "--bot", "steady", "--for", "reactive")
    assert code == 2
