"""The tree of forks as a page, and two of its lines side by side."""

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.environment import Below
from tests.support.play import Game, branch, found
from tests.viewer.axe import hurdles
from tests.viewer.conftest import overflow


@pytest.fixture(scope="module")
def lines(http: httpx.Client) -> tuple[Game, Game, int]:
    """A campaign, a fork of it that went on otherwise, and the last event that both share."""
    game = found(http, "civil-war", "rubicon", name="Alea", visibility="public").claim_all()
    first, second = Below("one way"), Below("another way")
    for _ in range(4):
        assert game.step(first)
    at = game.seq
    child = branch(game, at, "If Curio had lived", reason="He asked for it.").claim_all()
    for _ in range(14):
        assert game.step(first)
    while child.seq < game.seq - 1:
        assert child.step(second)
    return game, child, at


def beside(page: Page, lines: tuple[Game, Game, int], at: int) -> None:
    """Open both lines at an event."""
    game, child, _ = lines
    page.goto(f"/#/campaigns/{game.id}/beside/{child.id}?at={at}")
    expect(page.locator(".paired")).to_be_visible()


def fits(page: Page) -> None:
    """Hold a page to axe, wide and light, then on a phone and dark, where it is left light."""
    assert overflow(page) == 0
    assert hurdles(page) == []
    page.set_viewport_size({"width": 390, "height": 850})
    page.emulate_media(color_scheme="dark")
    assert overflow(page) == 0
    assert hurdles(page, "color-contrast", "aria-allowed-attr", "scrollable-region-focusable") == []
    page.emulate_media(color_scheme="light")


def zones(game: Game, seq: int) -> dict[str, str]:
    """Where each unit stands after an event."""
    told = game.get("nobody", f"/state?at={seq}").json()
    return {u["id"]: z["name"] for z in told["view"]["game"]["zones"] for u in z["units"]}


def test_the_tree_tells_every_line_with_its_links(
    played_page: Page, lines: tuple[Game, Game, int]
) -> None:
    """From the replay; the current one is marked; whose, at which event, why, how it stands."""
    page, (game, child, at) = played_page, lines
    page.goto(f"/#/campaigns/{game.id}?at=1")
    page.locator(".pos").get_by_role("link", name="Tree of forks").click()
    expect(page.locator(".branch")).to_have_count(2)
    here = page.locator(".branch[aria-current=true]")
    expect(here.get_by_role("link", name="Alea")).to_be_visible()
    other = page.locator("li li .branch")
    expect(other).to_contain_text(f"Forked after event {at}, by the referee")
    expect(other).to_contain_text("He asked for it.")
    expect(other).to_contain_text("Being played")
    expect(other).to_contain_text("Caesarian")
    expect(other.get_by_role("link", name="If Curio had lived")).to_have_attribute(
        "href", re.compile(rf"#/campaigns/{child.id}\?at={at}$")
    )
    fits(page)
    other.get_by_role("link", name="Side by side").click()
    expect(page).to_have_url(re.compile(rf"{game.id}/beside/{child.id}\?at={at + 1}$"))


def test_a_line_that_one_may_not_see_is_not_told(played_page: Page, http: httpx.Client) -> None:
    """Of a private parent only that there is one, as the API tells it."""
    game = found(http, "civil-war", "rubicon", name="A private war").claim_all()
    child = branch(game, 1, "Its fork")
    kept = json.dumps({child.id: {"referee": child.tokens["referee"]}})
    played_page.goto("/icon.svg")
    played_page.evaluate("x => localStorage.setItem('iacta.tokens', x)", kept)
    played_page.goto(f"/#/campaigns/{child.id}/forks")
    only = played_page.locator(".branch")
    expect(only).to_contain_text("of a campaign that you may not see")
    expect(only).to_contain_text("You: Referee.")
    expect(only).to_have_count(1)
    assert "A private war" not in played_page.content()


def test_two_lines_step_together_and_what_differs_is_marked_and_told(
    played_page: Page, lines: tuple[Game, Game, int]
) -> None:
    """The common past is one board; a unit that stands elsewhere is in the list and lit in both."""
    page, (game, child, at) = played_page, lines
    beside(page, lines, at - 1)
    boards, rows = page.locator(".line"), page.locator(".differences tbody tr")
    expect(page.locator(".where")).to_contain_text(f"both lines are one up to event {at}")
    expect(boards).to_have_count(1)
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile(rf"\?at={at}$"))
    expect(boards).to_have_count(1)
    page.keyboard.press("Shift+ArrowRight")
    expect(boards).to_have_count(2)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".said .n")).to_have_text([str(at + 2)] * 2)
    expect(page).to_have_url(re.compile(rf"\?at={at + 2}$"))
    assert "token" not in page.url
    end = child.campaign()["head"]["seq"]
    page.get_by_label("Event", exact=True).fill(str(end))
    here, there = zones(game, end), zones(child, end)
    moved = {unit for unit in here.keys() & there.keys() if here[unit] != there[unit]}
    assert moved
    for unit in moved:
        row = rows.filter(has_text=re.compile(rf"{re.escape(unit)},\s*place"))
        expect(row).to_have_text(
            re.compile(rf"{re.escape(here[unit])}\s*{re.escape(there[unit])}\s*$")
        )
    same = next(unit for unit in here if unit not in moved and there.get(unit) == here[unit])
    expect(rows.filter(has_text=re.compile(rf"{re.escape(same)},\s*place"))).to_have_count(0)
    for which in (0, 1):
        assert (
            page.locator(".line")
            .nth(which)
            .locator("[data-ids].apart")
            .evaluate_all(
                "(all, unit) => all.some((el) => el.dataset.ids.split(' ').includes(unit))",
                sorted(moved)[0],
            )
        )
    page.keyboard.press("Shift+ArrowRight")
    expect(boards.nth(1)).to_contain_text(f"This line ends at event {end}.")
    page.keyboard.press("Shift+ArrowLeft")
    boards.nth(1).get_by_role("link", name="Fork here").click()
    expect(page).to_have_url(re.compile(rf"{child.id}/fork\?at={end}$"))


def test_both_go_from_beat_to_beat(played_page: Page, lines: tuple[Game, Game, int]) -> None:
    """To where either line tells one, by key and by button; none of them is passed over."""
    page, (game, child, _) = played_page, lines
    beside(page, lines, 1)
    told = set()
    for one in (game, child):
        items = one.get("nobody", "/steps?limit=200").json()["items"]
        beats: list[list[dict[str, Any]]] = []
        for step in items:
            beat = next((m for m in step["marks"] if m["kind"] == "beat"), {})
            if beat.get("continues") and beats:
                beats[-1].append({"seq": step["seq"], **beat})
            else:
                beats.append([{"seq": step["seq"], **beat}])
        for beat in beats:
            label = [one["seq"] for one in beat if one.get("label")]
            told.add(label[-1] if label else beat[0]["seq"])
    stops = [1]
    number = page.locator("#both-at")
    for i in range(len(told)):
        if page.get_by_role("button", name="On, in both").is_disabled():
            break
        if i % 2:
            page.get_by_role("button", name="On, in both").click()
        else:
            page.keyboard.press("ArrowRight")
        expect(number).not_to_have_value(str(stops[-1]))
        stops.append(int(number.input_value()))
    assert stops == sorted(told | {1})
    assert len(stops) < max(game.seq, child.seq)
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_value(str(stops[-2]))


def test_what_came_since_one_looked_is_told_of_each_line(
    played_page: Page, lines: tuple[Game, Game, int]
) -> None:
    """Only of the line that one has looked at before; it goes once one has stepped through it."""
    page, (_, child, at) = played_page, lines
    beside(page, lines, at)
    seen = json.dumps({child.id: at + 2})
    page.evaluate("seen => localStorage.setItem('iacta.seen', seen)", seen)
    page.reload()
    news = page.locator(".since")
    expect(news).to_have_count(1)
    left = child.seq - at - 2
    expect(news).to_contain_text(f"If Curio had lived, {left} events since you looked:")
    news.get_by_role("button").click()
    expect(page.locator("#both-at")).to_have_value(str(child.seq))
    expect(news).to_have_count(0)
    # What was seen is kept with the address, a moment after the step.
    expect(page).to_have_url(re.compile(rf"\?at={child.seq}$"))
    page.goto("/icon.svg")
    beside(page, lines, at)
    expect(news.filter(has_text="If Curio had lived")).to_have_count(0)


def test_side_by_side_on_a_phone_one_line_is_shown_and_the_other_a_touch_away(
    played_page: Page, lines: tuple[Game, Game, int]
) -> None:
    page, at = played_page, lines[2]
    beside(page, lines, at + 2)
    fits(page)
    shown = page.locator(".line:visible")
    expect(shown).to_have_count(1)
    expect(shown.locator("> header h3")).to_have_text("Alea")
    page.get_by_role("button", name="If Curio had lived").click()
    expect(shown.locator("> header h3")).to_have_text("If Curio had lived")
    page.get_by_role("button", name="On, in both").click(modifiers=["Shift"])
    expect(shown.locator(".said .n")).to_have_text(str(at + 3))


def test_what_differs_is_found_in_any_game(page: Page, base: str) -> None:
    """A thing is known by its name: its order in a list is none of its differences."""
    page.goto(f"{base}/icon.svg")
    found = page.evaluate(
        """async () => {
          const { differences, unlike } = await import("/apart.js");
          const game = {
            treasury: 7,
            hand: { sealed: "ab" },
            zones: [
              { name: "Roma", units: [{ id: "legio-x", sp: 3 }], control: "rome" },
              { name: "Capua", units: [{ id: "legio-i", sp: 2 }], control: null },
            ],
          };
          const other = {
            treasury: 9,
            hand: { sealed: "cd" },
            zones: [
              { name: "Capua", control: null,
                units: [{ id: "legio-i", sp: 2 }, { id: "legio-x", sp: 3 }] },
              { name: "Roma", units: [], control: "rome" },
            ],
          };
          const view = (game) => ({ status: "open", seats: [], waiting: [], winners: [], game });
          return [differences(view(game), view(other)), differences(view(game), view(game)),
            unlike(game, other, "/game").map((op) => op.path)];
        }"""
    )
    told, none, paths = found
    assert [(d["what"], d["rows"]) for d in told if d["what"] != "Zones: Roma"] == [
        ("The game", [["treasury", "7", "9"]]),
        ("Units: legio-x", [["place", "Roma", "Capua"]]),
    ]
    assert none == []
    assert "/game/treasury" in paths
    assert not any(path.startswith("/game/zones/1") and "control" in path for path in paths)
