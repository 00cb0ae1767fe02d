"""The guide to a game with secrets is a game: played, refused and seen as the guide says."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.package.installing import Environment
from tests.package.playing import Playing
from tests.support.environment import Below
from tests.support.servers import Process
from tests.viewer.clicker import Clicker


@pytest.fixture(scope="module")
def dealt(server: Process) -> Iterator[Playing]:
    """A campaign of Lots in which the lots are dealt, and losers draw."""
    with httpx.Client(base_url=server.url) as http:
        game = Playing(http, system="lots", scenario="urn", name="Fair", options={"refill": True})
        assert game.send("south", type="lots.deal").status_code == 201
        yield game


def sides(game: Playing, reader: str) -> list[Any]:
    """North's and South's side as somebody sees them."""
    audience = "referee" if reader == "referee" else f"seat:{reader}"
    return list(game.get(f"/state?audience={audience}", reader)["view"]["game"]["sides"])


def lots(game: Playing, seat: str) -> list[int]:
    """The lots that a seat is offered to lay."""
    items = game.get("/options", seat)["items"]
    offered = [one for one in items if one["command"]["type"] == "lots.lay"]
    return [one["value"] for item in offered for one in item["choices"]["/lot"]["one_of"]]


def test_a_round_of_the_guides_game_is_played_and_taken_back(dealt: Playing) -> None:
    """Each sees its own hand, the second lot turns both up, and the loser draws.

    A rewind past a draw gives the urn a new order.
    """
    for seat, other in (("north", 1), ("south", 0)):
        seen = sides(dealt, seat)
        assert sorted(seen[1 - other]["hand"]) == lots(dealt, seat)
        assert (seen[other]["hand"], seen[other]["held"]) == (None, 4)
    assert [side["hand"] for side in sides(dealt, "referee")] == [None, None]
    ours, theirs = lots(dealt, "north")[0], lots(dealt, "south")[0]
    refused = dealt.send("north", type="lots.lay", lot=theirs)
    assert (refused.status_code, refused.json()["rule"]["id"]) == (422, "LO 2")
    assert dealt.send("north", type="lots.lay", lot=ours).status_code == 201
    assert dealt.get()["waiting"][0]["seat"] == "south"
    told = dealt.get("/steps?audience=seat:south&after=2", "south")["items"][-1]["text"]
    assert told[0] == "North lays a lot face down."
    laid = dealt.send("south", type="lots.lay", lot=theirs).json()["event"]["effects"]
    (shown,) = (one for one in laid if one["type"] == "lots.shown")
    winner, loser = ("north", "south") if ours > theirs else ("south", "north")
    assert (shown["north"], shown["south"], shown["winner"]) == (ours, theirs, winner)
    thrown = dealt.send(winner, type="lots.throw").json()["event"]
    assert [one["type"] for one in thrown["effects"]] == ["lots.dealt", "lots.scored"]
    assert len(lots(dealt, loser)) == 4
    assert len(lots(dealt, winner)) == 3
    drawn = dealt.get()["head"]["seq"]
    back = dealt.send("referee", type="campaign.rewind", to=drawn - 1, reason="Both agree.")
    effects = [one["type"] for one in back.json()["event"]["effects"]]
    assert effects == ["rewound", "lots.shuffled"]


def test_a_game_without_a_renderer_is_shown_and_played(chromium: Browser, server: Process) -> None:
    """Its board is tables, its orders are forms, and nothing is missed."""
    page, complaints = chromium.new_page(base_url=server.url), []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with httpx.Client(base_url=server.url) as http:
        game = Playing(http, system="lots", scenario="urn", name="By tables")
        assert game.send("south", type="lots.deal").status_code == 201
        player = Clicker(page, Below("lots"))
        page.goto(f"/#/campaigns/{game.id}?token={game.tokens['north']}&as=seat:north")
        expect(page.locator(".board")).to_contain_text("Sides")
        player.settle()
        player.command()
        assert game.get()["head"]["seq"] > 2
    page.close()
    assert complaints == []


def test_bots_play_the_guides_game(installed: Environment) -> None:
    assert installed.run("iacta", "check-game", "lots").endswith("\nno fault found\n")
