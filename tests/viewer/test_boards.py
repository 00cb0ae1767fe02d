"""What an option lets one choose stands on the board, in every game."""

import json
import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from iacta.domain.kernel.contract.choices import fill
from tests.support.choosing import read_option
from tests.support.environment import Below
from tests.support.play import Game
from tests.viewer.bundle import hosted
from tests.viewer.conftest import Window

PLACED = {
    "civil-war": {"/to", "/units", "/leaders", "/attacker", "/defender"},
    "de-bello-punico": {"/unit", "/units", "/to", "/shooter", "/target", "/attacker", "/support"},
    "naval-battle": {"/square", "/to", "/target", "/name"},
    "samnite-wars": {"/region", "/card", "/cards", "/effort/ally", "/effort/battle"},
}
"""Places of commands that are filled from the board."""
GAMES = {
    "civil-war": ("rubicon", 2),
    "de-bello-punico": ("trebbia", 2),
    "naval-battle": ("actium", 2),
    "samnite-wars": ("standard", 3),
}
EVENTS, LOOKS = 60, 4
ENDS = {"decline", "concede", "let-pass", "call-off"}
"""What would end a battle before it has begun."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of every game."""
    with hosted(tmp_path_factory.mktemp("boards")) as server:
        yield server.url


@pytest.fixture(scope="module")
def table(chromium: Browser, server: str) -> Iterator[Window]:
    """A browser's window on it."""
    window = Window(chromium, server)
    yield window
    window.context.close()


def awaited(game: Game) -> list[tuple[str, list[dict[str, Any]]]]:
    """The roles that are awaited, each with the game's own options."""
    found = []
    for waiting in game.campaign()["waiting"]:
        seat = waiting["seat"]
        role = seat if seat == "referee" else f"seat:{seat}"
        own = [one for one in game.options(role) if not one["id"].startswith("campaign.")]
        own = [one for one in own if one["id"] not in ENDS]
        found.append(
            (
                role,
                [
                    one
                    for one in own
                    if not any(kind in str(one.get("choices")) for kind in ("schema", "list_of"))
                ],
            )
        )
    return found


def choosable(options: list[dict[str, Any]], places: set[str]) -> set[str]:
    """The ids that may be chosen first."""
    return {
        item["value"]
        for option in options
        for pointer, choice in option.get("choices", {}).items()
        if pointer in places
        for item in choice.get("one_of", choice.get("some_of", []))
        if isinstance(item["value"], str)
    }


@pytest.mark.parametrize("system", PLACED)
def test_what_may_be_chosen_stands_on_the_board(system: str, server: str, table: Window) -> None:
    scenario, seats = GAMES[system]
    below, looks = Below(f"boards of {system}"), 0
    with httpx.Client(base_url=server, timeout=60) as http:
        names = [{"name": f"Player {n}"} for n in range(seats)]
        body = {"system": system, "scenario": scenario, "name": "Boards", "seats": names}
        made = http.post("/v1/campaigns", json={**body, "visibility": "public"})
        game = Game(http, made.json()).claim_all()
        for _ in range(EVENTS):
            turns = [(role, own) for role, own in awaited(game) if own]
            if not turns or looks == LOOKS:
                break
            role, own = turns[below(len(turns))]
            if wanted := choosable(own, PLACED[system]):
                looks += 1
                assert wanted - on_board(table, game, role) == set()
            command = fill(read_option(own[below(len(own))]), below)
            game.post(role, "/commands", {"command": command})
    assert looks == LOOKS


DRAW = """async ([system, json]) => {
  const told = JSON.parse(json);
  const base = document.querySelector("script[type=module]").src;
  const [renderer, { render }] = await Promise.all(
    [`systems/${system}.js`, "vendor/lit-html/lit-html.js"].map(
      (name) => import(new URL(name, base))));
  const failed = [];
  for (const { role, ...given } of told)
    for (const part of ["board", "panel", "thumb", "headline", "summary"])
      try {
        const { view } = given, seats = view?.seats ?? [];
        const all = { ...given, seats, tables: [], source: "server" };
        const ctx = { ...all, lit: () => true, inside: () => true };
        const drawn = part === "summary"
          ? view?.game && renderer.summary?.(view) : renderer[part]?.(ctx);
        if (["board", "panel", "thumb"].includes(part))
          render(drawn ?? "", document.createElement("div"));
      } catch (error) {
        failed.push([role, given.step.seq, part, String(error)]);
      }
  return failed;
}"""
"""Draws steps, given as JSON, by a renderer, and tells what it could not draw."""
NOTHING = {"seq": 0, "text": [], "dice": [], "marks": [], "patch": None, "event": None}


@pytest.mark.parametrize("system", PLACED)
def test_every_audience_has_its_board_from_the_first_event_on(
    system: str, server: str, table: Window
) -> None:
    """Who may see less has the same board with less on it; before the first event it is empty."""
    scenario, seats = GAMES[system]
    below = Below(f"audiences of {system}")
    with httpx.Client(base_url=server, timeout=60) as http:
        names = [{"name": f"Player {n}"} for n in range(seats)]
        body = {"system": system, "scenario": scenario, "name": "Audiences", "seats": names}
        made = http.post("/v1/campaigns", json={**body, "visibility": "public"})
        game = Game(http, made.json()).claim_all()
        for _ in range(8 if os.environ.get("IACTA_SOAK") else 4):
            role, own = next((role, own) for role, own in awaited(game) if own)
            game.post(role, "/commands", {"command": fill(read_option(own[0]), below)})
        told: list[dict[str, Any]] = []
        for role in game.tokens:
            steps = game.get(role, "/steps").json()["items"]
            views = [{}, *(state(game, role, step["seq"]) for step in steps)]
            told.append({"role": role, "view": {}, "before": None, "step": NOTHING})
            told.append({"role": role, "view": None, "before": None, "step": steps[0]})
            told += [
                {"role": role, "view": after, "before": before, "step": step}
                for before, after, step in zip(views, views[1:], steps, strict=False)
            ]
    assert {one["role"] for one in told} >= {"nobody", "referee"}
    assert len(told) > 8 * len(game.tokens)
    page = table.page()
    page.goto("/icon.svg")
    page.goto("/")
    assert page.evaluate(DRAW, [system, json.dumps(told)]) == []
    page.close()


def state(game: Game, role: str, at: int) -> Any:
    """The view of a role after an event."""
    return game.get(role, "/state", params={"at": at}).json()["view"]


def on_board(table: Window, game: Game, role: str) -> set[str]:
    """The ids that a part of the board stands for, as a role that is awaited sees it."""
    page = table.page()
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens[role]}")
    expect(page.locator("[data-option]").first).to_be_visible()
    expect(page.locator(".board [data-ids]").first).to_be_attached()
    found = page.eval_on_selector_all(
        ".board [data-ids]",
        "els => els.flatMap((el) => el.dataset.ids.split(' ').map(decodeURIComponent))",
    )
    page.close()
    return set(found)
