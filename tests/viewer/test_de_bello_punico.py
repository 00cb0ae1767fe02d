"""De Bello Punico in the viewer, as the service serves a battle that bots fought."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Process, serving

BATTLE = Path(__file__).parents[1] / "conformance" / "golden" / "de-bello-punico-trebbia-1.jsonl"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that has taken in a battle."""
    with serving(tmp_path_factory.mktemp("battles") / "data") as process:
        yield process


@pytest.fixture(scope="module")
def battle(server: Process) -> str:
    """The battle's address in the API."""
    answer = httpx.post(
        f"{server.url}/v1/campaigns/import",
        content=BATTLE.read_bytes(),
        headers={"Content-Type": "application/x-ndjson"},
        timeout=60,
    )
    assert answer.status_code == 201, answer.text
    return f"{server.url}{answer.headers['location']}"


@pytest.fixture(scope="module")
def events(battle: str) -> list[dict[str, Any]]:
    """Every event of the battle."""
    found: list[dict[str, Any]] = []
    while items := httpx.get(f"{battle}/events", params={"after": len(found), "limit": 200}).json()[
        "items"
    ]:
        found += [item["event"] for item in items]
    return found


def first(events: list[dict[str, Any]], kind: str) -> tuple[int, dict[str, Any]]:
    """The first event with an effect of a kind, and the effect."""
    return next(
        (event["seq"], effect)
        for event in events
        for effect in event["effects"]
        if effect["type"] == f"de-bello-punico.{kind}"
    )


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["wide", "phone"])
def page(chromium: Browser, server: Process, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that must not complain, nor be wider than its window."""
    width, height = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, base_url=server.url, reduced_motion="reduce"
    )
    page, complaints = context.new_page(), []
    page.set_default_timeout(30_000)
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert complaints == []


def show(page: Page, battle: str, seq: int) -> dict[str, Any]:
    """Open an event; the game's view after it."""
    page.goto(f"/#/campaigns/{battle.rsplit('/', 1)[1]}?at={seq}")
    expect(page.locator(".pos b")).to_have_text(str(seq))
    found: dict[str, Any] = httpx.get(f"{battle}/state", params={"at": seq}).json()["view"]["game"]
    return found


def test_every_unit_stands_on_its_hex_and_faces_as_it_does(
    page: Page, battle: str, events: list[dict[str, Any]]
) -> None:
    game = show(page, battle, first(events, "combat-resolved")[0])
    here = {unit["id"]: unit for unit in game["units"] if unit["hex"] and not unit["fate"]}
    drawn = page.locator(".dbp-field [data-unit]")
    expect(drawn).to_have_count(len(here))
    for place in drawn.evaluate_all(
        "all => all.map(e => ({id: e.dataset.unit, hex: e.dataset.hex, facing: e.dataset.facing}))"
    ):
        unit = here[place["id"]]
        assert (place["hex"], int(place["facing"])) == (unit["hex"], unit["facing"])


def test_a_move_is_an_arrow_along_its_path(
    page: Page, battle: str, events: list[dict[str, Any]]
) -> None:
    seq, moved = first(events, "unit-moved")
    show(page, battle, seq)
    way = page.locator(".dbp-field polyline.unit-moved:not(.case)").first
    points = (way.get_attribute("points") or "").split()
    assert len(points) == len(moved["path"])
    expect(page.locator(".dbp-field .hitx").first).to_be_visible()


def test_a_combat_adds_up(page: Page, battle: str, events: list[dict[str, Any]]) -> None:
    seq, fought = first(events, "combat-resolved")
    show(page, battle, seq)
    for side, told in zip(("attacker", "defender"), page.locator(".dbp .sum").all(), strict=False):
        figures = [
            int(text.replace("\u2212", "-").replace("+", ""))
            for text in told.locator("dd").all_text_contents()
        ]
        assert figures[-1] == sum(figures[:-1]) == fought[side]["total"]


def test_the_boxes_show_what_everyone_may_see(
    page: Page, battle: str, events: list[dict[str, Any]]
) -> None:
    seq, _ = first(events, "initiative-resolved")
    game = show(page, battle, seq)
    for army in game["armies"]:
        for box in army["boxes"]:
            cell = page.locator(f"[data-box='{army['side']} {box['box']}'] .ck")
            expect(cell).to_have_count(len(box["markers"]))
            hidden = sum(1 for marker in box["markers"] if marker["is"] is None)
            expect(cell.and_(page.locator(".hid"))).to_have_count(hidden)
    expect(page.locator(".dbp .track").first).to_contain_text(re.compile(r"\d+ of \d+"))
