"""Before the throw: the odds as bars, what is added and why, the worst, and that it is final."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.environment import Below
from tests.support.play import Game, found
from tests.viewer.clicker import Clicker
from tests.viewer.conftest import overflow

ROLL = "[data-option=roll-year-event]"


def told(probability: str, event: int, *faces: int, **more: Any) -> dict[str, Any]:
    """An outcome as the API answers it."""
    outcome = {"event": event, "factions": []}
    rest = {"faces": faces, "text": ["So it is written."], "swings": [], "ends": None}
    return {"probability": probability, "outcome": outcome, **rest, **more}


def swing(seat: str, before: int, after: int) -> dict[str, Any]:
    """A change of strength."""
    names = {"seat": seat, "title": "Strength", "unit": "SP"}
    return {**names, "before": before, "after": after, "loss": after < before}


def modifier(value: int, reason: str, of: str = "") -> dict[str, Any]:
    """A term of a sum."""
    return {"value": value, "reason": reason, "rule": "CW 8.6a", "of": of}


ODDS: dict[str, Any] = {
    "at": 1,
    "exact": True,
    "branches": 6,
    "told": "all",
    "text": ["It is read on 3/2.", "TB of Caesar: +2; a river: −1."],
    "modifiers": [modifier(2, "TB of Caesar"), modifier(-1, "a river")],
    "outcomes": [
        told("1/2", 3, 3, 4, 5, swings=[swing("republican", 9, 4)]),
        told("1/3", 7, 1, 2, swings=[swing("republican", 9, 8), swing("caesarian", 12, 5)]),
        told("1/6", 8, 6, ends={"reason": "so", "winners": ["caesarian"]}),
    ],
    "worst": 1,
}


@pytest.fixture(scope="module")
def game(http: httpx.Client) -> Game:
    """A war whose first event is to be rolled."""
    return found(http, "civil-war", "rubicon").claim_all()


@pytest.fixture
def page(played_page: Page) -> Page:
    """A page that complains of nothing."""
    return played_page


def ask(page: Page, game: Game, odds: dict[str, Any] | None = None) -> None:
    """Fill the roll as the Caesarian; ``odds`` in place of the server's."""
    if odds is not None:
        page.route("**/odds", lambda route: route.fulfill(json=odds))
    player = Clicker(page, Below("throw"))
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens['seat:caesarian']}&as=seat:caesarian")
    player.settle()
    page.locator(ROLL).click()
    player.settle()


def said(page: Page, selector: str) -> list[str]:
    """The words of each, in a line."""
    texts = page.locator(selector).all_inner_texts()
    return [" ".join(text.split()).replace(" :", ":") for text in texts]


def test_the_servers_odds_are_shown_as_bars_and_the_throw_is_said_to_be_final(
    page: Page, game: Game
) -> None:
    ask(page, game)
    assert len(said(page, ".bars > li")) == 7
    expect(page.locator(".act .exact")).to_contain_text("These chances are exact.")
    expect(page.locator(".lasts .final")).to_have_text(
        re.compile(r"^\s*Once thrown, it stands\.\s*$")
    )
    expect(page.locator(".act p.worst")).to_contain_text("At worst")


def test_what_is_sure_of_a_throw_is_one_line_and_how_it_is_read_is_folded(
    page: Page, game: Game
) -> None:
    """Who wins in any case is read at once; the columns are for who wants them."""
    lines = ["Caesar beats Pompeius.", "28 SP to 6 is read on 4/1.", "The attacker: no loss."]
    ask(page, game, {**ODDS, "text": lines})
    assert said(page, ".anyway > p") == lines[:1]
    fold = page.locator(".anyway details")
    expect(fold.locator("p").first).to_be_hidden()
    fold.locator("summary").click()
    assert said(page, ".anyway details p") == lines[1:]


@pytest.mark.parametrize("width", [1440, 390])
def test_what_is_at_stake_stands_beside_the_throw(page: Page, game: Game, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    ask(page, game, ODDS)
    assert said(page, ".certain .sum > div") == [
        "TB of Caesar CW 8.6a +2",
        "A river CW 8.6a −1",
        "Total +1",
    ]
    assert said(page, ".anyway > p") == ["It is read on 3/2."], "a modifier is told once"
    assert said(page, ".certain .anyway > p") == said(page, ".anyway > p"), "read as it adds up"
    assert said(page, ".bars .pr") == ["3 in 6 on 3 to 5:", "2 in 6 on 1 or 2:", "1 in 6 on 6:"]
    drawn = [dice.locator(".die").count() for dice in page.locator(".bars .pips").all()]
    assert drawn == [3, 2, 1], "the faces of a d6 are drawn"
    assert said(page, "p.worst") == ["At worst for you, 2 in 6 on 1 or 2: Strength 12 → to 5"]
    assert said(page, ".bars .swing") == [
        "Republican: Strength 9 → to 4",
        "Republican: Strength 9 → to 8",
    ], "what the worst costs stands over the bars alone"
    expect(page.locator(".bars")).to_contain_text("The game is over: You won.")
    assert overflow(page) == 0


def test_a_battle_says_who_loses_what_and_who_dies(page: Page, game: Game) -> None:
    """The column is told with what is certain; which of its cells is read matters to nobody."""
    lost = {
        "attacker": {"reduced": 0, "eliminated": 0},
        "defender": {"reduced": 2, "eliminated": 1},
    }
    fought = {"winner": "attacker", "column": "4/1", "losses": lost, "fallen": ["Cato"]}
    ask(page, game, {**ODDS, "outcomes": [{**told("1", 3), "outcome": fought}], "worst": None})
    assert said(page, ".bars > li p") == [
        "The attacker wins: the defender has 2 units reduced and 1 unit eliminated; Cato dies"
    ]


def fought(winner: str, faces: list[int], hurt: int) -> dict[str, Any]:
    """A battle's outcome on these faces, in which the defender has so many units reduced."""
    none = {"reduced": 0, "eliminated": 0}
    losses = {"attacker": none, "defender": {**none, "reduced": hurt}}
    outcome = {"winner": winner, "column": "2/1", "losses": losses}
    outcome["result"] = {"attacker": "R", "defender": "A"}
    return {**told(f"{len(faces)}/6", faces[0]), "faces": faces, "outcome": outcome}


def test_a_battle_says_first_how_often_each_side_wins(page: Page, game: Game) -> None:
    """Where several outcomes are one side's; where each stands alone, its own bar says it."""
    battle = [
        fought("attacker", [4, 5, 6], 2),
        fought("attacker", [2, 3], 1),
        fought("defender", [1], 0),
    ]
    ask(page, game, {**ODDS, "outcomes": battle, "worst": None})
    assert said(page, ".short span") == ["5 in 6 The attacker wins", "1 in 6 The defender wins"]
    assert said(page, ".bars > li p")[0].startswith("The attacker wins: the defender has")
    page.unroute("**/odds")
    ask(page, game, {**ODDS, "outcomes": battle[1:], "worst": None})
    assert said(page, ".short span") == []


def test_where_one_side_wins_in_any_case_that_is_said_once(page: Page, game: Game) -> None:
    battle = [fought("attacker", [3, 4, 5, 6], 2), fought("attacker", [1, 2], 1)]
    ask(page, game, {**ODDS, "outcomes": battle, "worst": None})
    assert said(page, ".short span") == ["certain The attacker wins"]
    assert said(page, ".bars > li p") == [
        "The defender has 2 units reduced",
        "The defender has 1 unit reduced",
    ]


def test_where_nothing_is_left_to_chance_no_outcomes_are_told(page: Page, game: Game) -> None:
    """As of points that are opened: what is certain is said, and that no die falls."""
    certain = {**told("1", 3), "outcome": {}}
    ask(page, game, {**ODDS, "branches": 1, "outcomes": [certain], "worst": None})
    expect(page.locator(".act .anyway")).to_contain_text("It is read on")
    expect(page.locator(".act .safe").first).to_have_text("No dice are thrown with it.")
    expect(page.locator(".bars, .act .exact")).to_have_count(0)


def test_the_worst_that_costs_nothing_and_stands_first_is_said_once(page: Page, game: Game) -> None:
    theirs = [
        {**one, "swings": [s for s in one["swings"] if s["seat"] == "republican"]}
        for one in ODDS["outcomes"]
    ]
    ask(page, game, {**ODDS, "outcomes": theirs, "worst": 0})
    assert said(page, "p.worst") == []
    expect(page.locator(".bars > li").first).to_have_class(re.compile("worst"))


def test_what_every_outcome_brings_is_said_once(page: Page, game: Game) -> None:
    leaders = {**swing("republican", 9, 10), "title": "Leaders in play"}
    each = [{**one, "swings": [leaders, *one["swings"]]} for one in ODDS["outcomes"]]
    ask(page, game, {**ODDS, "outcomes": each})
    assert said(page, ".always") == ["However it falls: Republican: Leaders in play 9 → to 10"]
    assert said(page, ".bars .swing") == [
        "Republican: Strength 9 → to 4",
        "Republican: Strength 9 → to 8",
    ]


def test_an_event_is_told_by_what_it_does(page: Page, game: Game) -> None:
    """Its name alone tells nothing."""
    ask(page, game, ODDS)
    expect(page.locator(".bars")).to_contain_text("A hard winter (event 7): one segment fewer")


def test_sums_of_several_are_told_apart(page: Page, game: Game) -> None:
    both = [modifier(2, "a hill", "attacker"), modifier(1, "cover", "defender")]
    ask(page, game, {**ODDS, "modifiers": both})
    assert said(page, ".certain .lab") == ["Attacker", "Defender"]
    assert len(said(page, ".certain .sum")) == 2


def test_the_worst_has_its_bar_however_rare_it_is(page: Page, game: Game) -> None:
    many = [told("1/10", number, 1) for number in range(3, 12)]
    rare = told("1/10", 12, 6, ends={"reason": "so", "winners": ["republican"]})
    ask(page, game, {**ODDS, "outcomes": [*many, rare], "worst": 9})
    assert len(said(page, ".bars > li")) == 2
    expect(page.locator(".bars .worst")).to_contain_text("The game is over: Republican won.")
    assert said(page, "p.worst") == ["At worst, 1 in 10 on 6: the game is lost."]


def test_many_that_are_as_likely_are_told_in_one(page: Page, game: Game) -> None:
    many = [told("1/10", number, 1) for number in range(3, 13)]
    ask(page, game, {**ODDS, "outcomes": many, "worst": None})
    assert said(page, ".bars .pr") == ["any of them:"]
    expect(page.locator(".bars summary")).to_have_text("10 outcomes")
    expect(page.locator(".bars")).to_contain_text("Each of them 1 in 10.")


def test_beside_a_board_the_panel_is_one_column(page: Page, http: httpx.Client) -> None:
    """What is certain takes a row of its own, and the button keeps its width."""
    game = found(http, "de-bello-punico", "trebbia").claim_all()
    role = f"seat:{game.campaign()['waiting'][0]['seat']}"
    stopped = {"items": [], "stopped": 0, "out_of_time": False, "refused": None, "options": None}
    page.route("**/odds", lambda route: route.fulfill(json=ODDS))
    page.route("**/command-batches", lambda route: route.fulfill(json={"at": 1, **stopped}))
    player = Clicker(page, Below("throw"))
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens[role]}&as={role}")
    player.settle()
    page.locator(".may [data-option=ready]").click()
    player.settle()
    odds, certain, button = (
        page.locator(selector).bounding_box() for selector in (".bars", ".certain", "[data-throw]")
    )
    assert odds is not None
    assert certain is not None
    assert button is not None
    assert abs(odds["width"] - certain["width"]) < 60
    assert button["width"] > 120


def test_n_leads_past_what_is_folded_to_the_first_again(page: Page, http: httpx.Client) -> None:
    game = found(http, "de-bello-punico", "trebbia").claim_all()
    role = f"seat:{game.campaign()['waiting'][0]['seat']}"
    player = Clicker(page, Below("n"))
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens[role]}&as={role}")
    player.settle()
    rows = page.locator(".may [data-option]:visible")
    assert 1 < rows.count() < page.locator(".may [data-option]").count(), "something is folded"
    rows.last.focus()
    page.keyboard.press("n")
    expect(rows.first).to_be_focused(timeout=5_000)
