"""The guide to a game of one's own is a game: built, installed beside Iacta, played and seen."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.package.installing import Environment
from tests.package.playing import Playing
from tests.support.servers import Process

CAPSULE = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def played(server: Process) -> Iterator[Playing]:
    """A campaign in which all but the last pebble were taken."""
    with httpx.Client(base_url=server.url) as http:
        game = Playing(http, system="pebbles", scenario="heap", name="Beach")
        for seat, count in zip(["north", "south"] * 2, (3, 3, 3, 2), strict=True):
            assert game.send(seat, type="pebbles.take", count=count).status_code == 201
        yield game


def test_the_game_of_the_guide_is_played_by_the_api_to_its_end(
    played: Playing, installed: Environment
) -> None:
    offered = played.get("/options", "north")["items"]
    (take, throw), more = offered[:2], offered[2:]
    assert take["choices"] == {"/count": {"integer": {"min": 1, "max": 1}}}
    assert all(one["id"].startswith("campaign.") for one in more)
    refused = played.send("north", type="pebbles.take", count=2)
    assert (refused.status_code, refused.json()["rule"]["id"]) == (422, "PB 2")
    assert played.send("south", type="pebbles.throw").json()["type"] == "/problems/not-your-turn"
    rolled = played.send("north", **throw["command"]).json()["event"]
    assert rolled["draws"][0]["dice"][0]["die"] == "d6"
    assert rolled["effects"][0]["count"] == 1
    outcome = played.get()["outcome"]
    assert outcome == {"reason": "the last pebble is taken", "winners": ["south"]}
    capsule = played.http.get(f"{played.path}/capsule", params={"steps": "true"})
    taken = played.http.post("/v1/campaigns/import", content=capsule.content, headers=CAPSULE)
    assert taken.status_code == 200, "a process of its own knows the game, too, and has checked it"
    (installed.folder / "beach.jsonl").write_bytes(capsule.content)
    report = json.loads(installed.run("iacta", "verify", "beach.jsonl", "--json"))
    checks = {check["number"]: check["result"] for check in report["checks"]}
    assert report["ok"]
    assert checks[10] == "pass", "the rules decided it again"


def test_the_game_of_the_guide_keeps_what_every_game_promises(installed: Environment) -> None:
    said = installed.run("iacta", "check-game", "pebbles").splitlines()
    assert [line.split(":")[0] for line in said[:3]] == [f"heap, game {n}" for n in (1, 2, 3)]
    assert said[3:] == ["no fault found"]


def test_bots_play_the_game_of_the_guide(installed: Environment) -> None:
    done = installed.run("iacta", "demo", "--once", "--system", "pebbles")
    assert "checked" in done


def test_the_viewer_draws_the_game_with_its_own_renderer(
    chromium: Browser, server: Process, played: Playing
) -> None:
    page, complaints = chromium.new_page(), []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.url}/#/campaigns/{played.id}?at=5")
    heap = page.locator(".board .pebbles")
    expect(heap.get_by_role("heading")).to_have_text("6 left")
    expect(heap.locator(".lit img")).to_have_count(6)
    shown = heap.locator("img").first
    expect(shown).to_have_js_property("naturalWidth", 44)
    expect(shown).to_have_css("margin-left", "4px")
    expect(page.locator(".why")).to_contain_text("South takes three pebbles; 6 left.")
    page.close()
    assert complaints == []


def test_the_games_own_guide_is_listed_and_shown(server: Process) -> None:
    listed = httpx.get(f"{server.url}/docs").text
    assert "<a href='/docs/pebbles/rules'>Pebbles: The rules of Pebbles</a>" in listed
    assert re.search(
        "<h1[^>]*>The rules of Pebbles</h1>", httpx.get(f"{server.url}/docs/pebbles/rules").text
    )
