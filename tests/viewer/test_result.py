"""A finished war opens on its result; the games that come with the viewer need no server."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import overflow
from tests.viewer.fixture_server import VIEWER

SHELF = json.loads((VIEWER / "samples" / "shelf.json").read_text(encoding="utf-8"))
SYSTEMS = ["civil-war", "samnite-wars", "de-bello-punico", "naval-battle"]
WON = {
    "civil-war": r"^The (Caesarians|Republicans) win the war\.$|^The war ends undecided\.$",
    "samnite-wars": r"^(Fabius|Papirius) wins the game\.$",
    "de-bello-punico": r"^(Rome|Carthage) wins the battle\.$|^The battle is drawn\.$",
    "naval-battle": r"^The (Antonians|Caesarians) win the battle\.$|^The battle is drawn\.$",
}
MEASURES = {
    "civil-war": ["Control points", "Strength on the map"],
    "samnite-wars": ["Prestige", "Regions under Rome"],
    "de-bello-punico": ["Rout Points", "Units on the field"],
    "naval-battle": ["Combat factors afloat", "Fleets afloat"],
}
LARGEST = 80_000


def test_every_game_has_a_small_sample() -> None:
    assert [one["system"] for one in SHELF] == SYSTEMS
    for one in SHELF:
        assert (VIEWER / "samples" / f"{one['system']}.capsule").stat().st_size <= LARGEST
        # The view is the one before its last step.
        last = [op["value"] for op in one["step"]["patch"] if op["path"] == "/status"]
        assert [one["view"]["status"], *last][-1] == "concluded"


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sample_opens_on_its_result_without_a_server(page: Page, system: str, width: int) -> None:
    """Who won and why, the course in curves and numbers, its swings with links into the replay."""
    page.set_viewport_size({"width": width, "height": 850})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/#/samples/{system}")
    expect(page.locator("#verdict")).to_have_accessible_name(re.compile(WON[system]))
    expect(page.locator(".why-won")).to_have_text(re.compile(r"\d+.*\.$"))
    for title in MEASURES[system]:
        expect(page.get_by_role("img", name=re.compile(f"^{title} from event"))).to_be_visible()
        expect(page.get_by_role("table", name=re.compile(f"^{title}"))).to_be_attached()
    assert overflow(page) == 0
    assert not [url for url in asked if "/v1/" in url]
    first = page.locator(".moments .what").first
    seq = (first.get_attribute("href") or "").split("at=")[1].split("&")[0]
    first.click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", seq)
    page.go_back()
    expect(page.locator("#verdict")).to_be_visible()
    page.get_by_role("link", name="Replay from the start").click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="Result").click()
    expect(page.locator("#verdict")).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_ledger_counts_every_face_by_who_threw_it(page: Page, system: str) -> None:
    """Against what the capsule holds; what is expected and the mean follow from the counts."""
    lines = gzip.decompress((VIEWER / "samples" / f"{system}.capsule").read_bytes()).splitlines()
    events = [one["event"] for one in map(json.loads, lines) if "event" in one]
    fell = Counter(
        (die["die"], (event["for"] or event["by"]).removeprefix("seat:"), die["face"])
        for event in events
        for draw in event["draws"]
        if isinstance(draw["dice"], list)  # else sealed
        for die in draw["dice"]
        if isinstance(die["face"], int)
    )
    page.goto(f"/#/samples/{system}")
    expect(page.locator(".ledger").first).to_be_visible()
    told = page.locator(".ledger tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.cells].slice(1).map(c => Number(c.textContent)))"
    )
    throwers = list(dict.fromkeys((die, who) for die, who, _ in fell))
    assert len(told) == len(throwers)
    for (die, who), row in zip(sorted(throwers, key=by_die(throwers)), told, strict=True):
        faces = range(10) if die == "d10_zero" else range(1, int(die[1:]) + 1)
        counts = [fell[die, who, face] for face in faces]
        total = sum(counts)
        mean = sum(face * n for face, n in zip(faces, counts, strict=True)) / total
        assert row[:-2] == counts
        assert row[-2:] == pytest.approx([total / len(counts), mean], abs=0.051)


def by_die(throwers: list[tuple[str, str]]) -> Callable[[tuple[str, str]], int]:
    """Dice in the order in which they were first thrown, and of each its throwers in theirs."""
    dice = list(dict.fromkeys(die for die, _ in throwers))
    return lambda one: dice.index(one[0])


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_swings_are_the_greatest_changes(page: Page, system: str) -> None:
    """In order of the events, and each tells what it changed."""
    page.goto(f"/#/samples/{system}")
    expect(page.locator(".moments li").first).to_be_visible()
    places = page.eval_on_selector_all(
        ".moments .what", "els => els.map((el) => Number(/at=(\\d+)/.exec(el.href)[1]))"
    )
    assert places == sorted(set(places))
    assert len(places) <= 5
    for change in page.locator(".moments .moved b").all_text_contents():
        before, after = change.split(" → ")
        assert before != after


def test_the_sample_is_proven_like_any_other(page: Page) -> None:
    page.goto("/#/samples/samnite-wars?at=3")
    page.get_by_role("button", name=re.compile("^Verify")).click()
    for number in (1, 2, 3, 4, 5, 6):
        check = page.locator(f"[data-check='{number}']")
        expect(check).to_have_attribute("data-result", "pass")


def test_a_result_leads_to_its_proof(page: Page) -> None:
    """Beside the board; what there is none of is not counted."""
    page.goto("/#/samples/civil-war")
    page.get_by_role("button", name=re.compile("^Verify")).click()
    counts = page.locator(".pane .counts")
    expect(counts).to_contain_text("events hashed")
    expect(counts).not_to_contain_text("sealed")
    expect(page.locator("main.board")).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_curve_says_a_number_where_it_changes(page: Page, system: str) -> None:
    """Once at the start, at each turn that brought another, and at the end beside its name."""
    page.goto(f"/#/samples/{system}")
    curve = page.locator(".curve").last
    expect(curve).to_be_attached()
    rows = curve.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].slice(1).map((c) => c.textContent))"
    )
    sides = list(zip(*rows, strict=True))
    few = len(rows) <= 9
    said = [
        value
        for side in sides
        for before, value in zip((None, *side[:-2]), side[:-1], strict=True)
        if few and value != before
    ]
    assert sorted(curve.locator("svg text.value").all_text_contents()) == sorted(said)
    assert curve.locator("svg .name .value").all_text_contents() == [side[-1] for side in sides]


def test_the_shelf_shows_every_sample_with_its_board(page: Page) -> None:
    page.goto("/")
    cards = page.locator(".shelf li")
    expect(cards).to_have_count(len(SYSTEMS))
    expect(cards.locator(".thumb")).to_have_count(len(SYSTEMS))
    cards.first.get_by_role("link").click()
    expect(page.locator("#verdict")).to_be_visible()
