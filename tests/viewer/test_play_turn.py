"""A seat's turn on the page: what is asked, where it stands, and what the buttons say."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import until
from tests.viewer.conftest import PHONE, WIDE, Window, in_sight, overflow, settled, sit_down

Sit = Callable[[Game, str], Page]


@pytest.fixture
def sit(played_page: Page) -> Sit:
    """Open a game's page as a seat."""
    return lambda game, seat, size=WIDE: sit_down(played_page, game, seat, size)


@pytest.fixture
def battle(http: httpx.Client) -> Game:
    """A naval battle that both sides want."""
    game = found(http, "naval-battle", "naulochus").claim_all()
    for seat in ("active", "reactive"):
        game.do(f"seat:{seat}", "naval-battle.agree")
    return game


@pytest.fixture
def bids(battle: Game) -> Game:
    """The same once both have allocated: stratagems are bid."""
    return battle.until("bids")


def top(page: Page, selector: str) -> float:
    """Where the first of what a selector finds begins, in px from the top of the screen."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_a_sealed_bid_is_seen_by_its_owner_before_it_is_laid(sit: Sit, bids: Game) -> None:
    """Its number is told, and that others see none; what is filled by it stays in sight."""
    page = sit(bids, "active")
    page.locator("[data-option=bid]").click()
    expect(page.locator("[data-question='/stratagems'] legend")).to_have_text("How many to bid")
    expect(page.locator(".lasts .skipped")).to_have_text("Still to choose: How many to bid")
    send = page.locator(".act .lasts .btn").first
    before = top(page, ".act .lasts .btn")
    for number in ("0", "1"):
        page.locator("[data-question='/stratagems'] .pick").get_by_text(number, exact=True).click()
        expect(page.locator(".laid dd")).to_have_text(number)
    told = "The others see that you have laid something, not what."
    expect(page.locator(".act")).to_contain_text(told)
    expect(send).to_have_text("Lay it face down")
    assert top(page, ".act .lasts .btn") == before
    assert top(page, ".why > .act ~ *") < before
    send.click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert bids.get("seat:reactive", "/state").json()["view"]["game"]["sides"][0]["bid"] is None


def test_what_all_are_told_of_a_sealed_order_is_not_for_one_alone(sit: Sit, battle: Game) -> None:
    """Everybody reads that one has chosen."""
    page = sit(battle, "active")
    page.locator("[data-option='allocate-as-proposed']").click()
    page.locator("[data-question='/ships'] .pick").first.click()
    with page.expect_response(re.compile("/steps.*audience=public")):
        page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok .came")).to_contain_text("have chosen")
    settled(page)
    expect(page.locator(".flash.ok")).not_to_contain_text("Only you are told this.")


def test_no_throw_is_promised_where_none_is_known(sit: Sit, http: httpx.Client) -> None:
    """Cards are bought unseen: nobody can count what comes, and no die is drawn on the button."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    (waiting,) = game.campaign()["waiting"]
    page = sit(game, waiting["seat"])
    page.locator("[data-option='draw:some']").click()
    page.locator("[data-question='/cards'] .pick, [aria-label='One more']").first.click()
    expect(page.locator(".act .lasts .btn").first).to_be_enabled()
    expect(page.locator(".act .lasts .btn").first).to_have_text("Send")
    expect(page.locator("[data-throw]")).to_have_count(0)


def test_what_was_picked_on_the_board_is_chosen(sit: Sit, field: Game) -> None:
    """A unit is clicked, then what it shall do; the line comes first, the end last."""
    (waiting,) = field.campaign()["waiting"]
    page = sit(field, waiting["seat"])
    rows = page.locator(".sec > .may [data-option]")
    ids = rows.evaluate_all("rows => rows.map((row) => row.dataset.option)")
    assert (ids[0], ids[-1]) == ("march", "end")
    unit = next(
        item["value"]
        for option in field.options(f"seat:{waiting['seat']}")
        if option["id"] == "move"
        for item in option["choices"]["/unit"]["one_of"]
    )
    page.locator(f".board .offered[data-ids~='{unit}']").first.dispatch_event("click")
    expect(page.locator(".orders .lab")).to_contain_text("Only orders for")
    page.locator("[data-option=move]").click()
    expect(page.locator("[data-question='/unit'] option:checked")).to_contain_text(f" {unit} ")
    expect(page.locator("[data-question].open legend")).to_have_text("The hex it ends in")
    expect(page.locator(".lasts .skipped")).to_have_text("Still to choose: The hex it ends in")


def test_a_unit_is_clicked_and_then_where_it_goes(sit: Sit, field: Game) -> None:
    """No hex is lit before it is known what goes there; the second click begins the move."""
    (waiting,) = field.campaign()["waiting"]
    page = sit(field, waiting["seat"])
    expect(page.locator(".board .unit.offered").first).to_be_visible()
    expect(page.locator(".board .target.offered")).to_have_count(0)
    unit = page.locator(".board .unit.offered").first
    name = unit.get_attribute("data-unit")
    unit.dispatch_event("click")
    hexes = page.locator(".board .target.offered")
    expect(hexes.first).to_be_visible()
    goal = hexes.first.get_attribute("data-ids")
    hexes.first.dispatch_event("click")
    expect(page.locator("[data-question='/unit'] option:checked")).to_contain_text(f" {name} ")
    expect(page.locator("[data-question='/to']")).to_contain_text(str(goal))


def test_a_stack_is_clicked_and_then_a_zone(sit: Sit, http: httpx.Client) -> None:
    """All of it marches there, its leaders too; only the zones that it reaches are lit."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while not (marches := stacks(game)):
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    zone, goals = next(iter(marches.items()))
    stack = page.locator(f".ctr.offered[data-stack^='{zone}']").first
    stack.dispatch_event("click")
    expect(page.locator(f".zone-area.offered[data-zone='{goals[0]}']")).to_have_count(1)
    expect(page.locator(".zone-area:not(.offered)").first).to_be_attached()
    page.locator(f".zone-area[data-zone='{goals[0]}']").dispatch_event("click")
    expect(page.locator(".act h2")).to_contain_text(f"March from {zone}")
    expect(page.locator("[data-question='/to'] .pick[aria-pressed=true]")).to_contain_text(goals[0])
    expect(page.locator("[data-question='/units'] .pick[aria-pressed=false]")).to_have_count(0)
    expect(page.locator("[data-question='/leaders'] .pick[aria-pressed=false]")).to_have_count(0)


def test_a_long_list_of_orders_scrolls_by_itself(sit: Sit, http: httpx.Client) -> None:
    """What stands far down in it makes no page longer than the screen."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while not stacks(game):
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    column = page.locator(".orders")
    page.locator(".seldom > summary").click()
    assert column.evaluate("el => el.scrollHeight > el.clientHeight"), "the list is long"
    assert page.evaluate("document.scrollingElement.scrollHeight") == WIDE["height"]


def test_the_referees_head_is_one_line(played_page: Page, http: httpx.Client) -> None:
    """Whom the table waits for, the way to enter their orders, and in whose name one acts."""
    game = found(http, "civil-war", "rubicon").claim_all().until("segments")
    played_page.set_viewport_size(WIDE)
    played_page.goto(f"/#/campaigns/{game.id}?token={game.tokens['referee']}&as=referee")
    expect(played_page.get_by_role("button", name="Enter orders for")).to_be_visible()
    tops = played_page.locator(".now-line > :visible").evaluate_all(
        "all => all.map((el) => el.getBoundingClientRect()).map((r) => [r.top, r.bottom])"
    )
    assert max(top for top, _ in tops) < min(bottom for _, bottom in tops)


def test_where_an_order_leads_is_marked_before_it_is_whole(sit: Sit, http: httpx.Client) -> None:
    """The zone that was chosen is seen on the map while the units are still to be chosen."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while not (marches := stacks(game)):
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    zone, goals = next((z, to) for z, to in marches.items() if len(to) > 1)
    page.locator(f"[data-option^='march:{zone}:']").first.click()
    expect(page.locator("[data-question='/to'] .pick").first).to_be_visible()
    expect(page.locator(".ghosts .way")).to_have_count(0)
    page.locator(".company summary").click()
    page.locator("[data-question='/units']").get_by_role("button", name="Clear").click()
    page.locator("[data-question='/to'] .pick", has_text=goals[-1]).first.click()
    expect(page.locator(".ghosts .way")).to_have_count(1)
    expect(page.locator("[data-question='/units']")).to_have_class(re.compile("open"))
    expect(page.locator(".lasts .skipped")).to_have_text("Still to choose: The units that march")


def test_cards_of_a_hand_are_no_places_of_an_order(sit: Sit, http: httpx.Client) -> None:
    """What is chosen is marked on the card itself; no frame and no way lies over the hand."""
    game = found(http, "samnite-wars", "standard").claim_all().until("etcetera")
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    page.locator("[data-option='discard:some']").click()
    # An ally is called as the people's region, which is a place.
    page.locator("[data-question='/cards'] .pick", has_not_text="ally").first.click()
    expect(page.locator(".sw .card .picked").first).to_be_visible()
    expect(page.locator(".ghosts")).to_have_count(1)
    expect(page.locator(".ghosts :is(rect, path, circle)")).to_have_count(0)


def test_what_was_sent_leaves_nothing_lit_until_it_is_read_what_may_be_done(
    sit: Sit, field: Game
) -> None:
    """What could be chosen before may be gone."""
    page = sit(field, field.campaign()["waiting"][0]["seat"])
    lit, held = page.locator(".board .offered"), list[Route]()
    expect(lit.first).to_be_visible()
    page.locator("[data-option=end]").click()
    page.route(re.compile(r"/options\?"), lambda route: held.append(route))
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(lit).to_have_count(0)
    until(lambda: page.evaluate("true") and held, "they are asked for")
    for route in held:
        route.continue_()
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()


def test_an_order_that_cannot_stand_is_crossed_out_with_its_reason(
    sit: Sit, played_page: Page, field: Game
) -> None:
    """Where it stands in the list; the others are as they were."""
    page = sit(field, field.campaign()["waiting"][0]["seat"])
    page.locator("[data-option=end]").click()
    expect(page.locator("[data-later]")).to_be_enabled()
    page.locator("[data-later]").click()
    expect(page.locator(".olist > li")).to_have_count(1)
    expect(page.locator(".olist > .barred")).to_have_count(0)
    rule = {"id": "BP 3.1", "title": "The course of a turn"}
    refusal = {"type": "about:blank", "title": "Refused", "status": 422}
    page.route(
        "**/commands",
        lambda route: route.fulfill(
            status=422,
            content_type="application/problem+json",
            json={**refusal, "detail": "Rome has not moved.", "rule": rule},
        ),
    )
    page.locator(".do-foot [data-send]").click()
    order = page.locator(".olist > .barred")
    expect(order).to_contain_text("Refused. Rome has not moved.")
    expect(order).to_contain_text("BP 3.1: The course of a turn")
    line = order.locator(".what").evaluate("el => getComputedStyle(el).textDecorationLine")
    assert line == "line-through"


def test_what_the_panel_cuts_is_said_and_the_worst_is_told_once(
    sit: Sit, played_page: Page, http: httpx.Client
) -> None:
    """Before a throw: its heading is two lines at most, its column says that there is more."""
    below = Below("fight")
    game = found(http, "civil-war", "rubicon").claim_all()
    while not any("civil-war.attack" in one["kinds"] for one in game.campaign()["waiting"]):
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    page.locator(".may [data-option^=attack]").first.click()
    expect(page.locator(".bars > li").first).to_be_visible()
    heading = page.locator(".act h2")
    lines = "el => el.getBoundingClientRect().height / parseFloat(getComputedStyle(el).lineHeight)"
    assert heading.evaluate(lines) < 2.1
    outcomes = page.locator(".act > div:has(> .bars)")
    if outcomes.evaluate("el => el.scrollHeight > el.clientHeight + 4"):
        expect(outcomes.locator(".more-below span")).to_be_visible()
        foot, tab = outcomes.bounding_box(), outcomes.locator(".more-below span").bounding_box()
        assert foot is not None
        assert tab is not None
        assert abs(foot["y"] + foot["height"] - tab["y"] - tab["height"]) < 2, "nothing below it"
    worst = page.locator("p.worst .swing.own")
    if worst.count():
        expect(page.locator(".bars .worst .swing.own")).to_have_count(0)


def test_a_choice_brings_the_next_question_into_sight(sit: Sit, http: httpx.Client) -> None:
    """Where the answers to the first fill the panel; whose view it is, the switch alone tells."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while not stacks(game):
        assert game.step(below)
    seat = game.campaign()["waiting"][0]["seat"]
    page = sit(game, seat, {"width": 1440, "height": 520})
    expect(page.locator(".seen")).to_be_hidden()
    (longest, *_) = (
        one["id"]
        for one in game.options(f"seat:{seat}")
        if one["id"].startswith("march:") and 5 < len(one["choices"]["/to"]["one_of"]) < 13
    )
    page.locator(f"[data-option='{longest}']").click()
    goals = page.locator("[data-question='/to'] .pick")
    page.locator(".company summary").click()
    page.locator("[data-question='/units']").get_by_role("button", name="Clear").click()
    goals.first.evaluate("el => el.scrollIntoView({ block: 'start' })")
    assert not in_sight(page, "[data-question='/units'] legend")
    goals.first.click()
    until(lambda: in_sight(page, "[data-question='/units'] legend"), "the units are in sight")


LATE = """
const Real = ResizeObserver, held = [];
window.ResizeObserver = class extends Real {
  constructor(tell) {
    super((all) => all[0].target.matches("cw-map") ? held.push(() => tell(all)) : tell(all));
  }
};
window.measured = () => held.splice(0).forEach((tell) => tell());
"""
"""The map's size is told when ``measured`` is called."""


def test_a_map_that_is_drawn_after_its_options_is_lit(
    sit: Sit, played_page: Page, http: httpx.Client
) -> None:
    """It is drawn once it knows its room; the options may be there before."""
    played_page.add_init_script(LATE)
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while not stacks(game):
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"])
    expect(page.locator("cw-map .ctr")).to_have_count(0)
    page.evaluate("measured()")
    expect(page.locator(".ctr.offered").first).to_be_visible()


def test_on_a_phone_the_map_shows_what_the_order_is_about(sit: Sit, http: httpx.Client) -> None:
    """Wherever the map stood before, the zone that is marched from comes into its window."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("stack")
    while len(marches := stacks(game)) < 2:
        assert game.step(below)
    page = sit(game, game.campaign()["waiting"][0]["seat"], PHONE)
    folds = page.locator(".may .fold[aria-expanded=false]")
    folds.evaluate_all("folds => folds.forEach((fold) => fold.click())")
    for zone in marches:
        page.locator(f"[data-option^='march:{zone}:']").first.dispatch_event("click")
        expect(page.locator(".act h2")).to_contain_text(f"March from {zone}")
        until(lambda zone=zone: within(page, f"[data-control='{zone}']"), f"{zone} is on the map")
        page.keyboard.press("Escape")


IN_SIGHT = """() => {
  const pane = document.querySelector("board-zoom").getBoundingClientRect();
  return [...document.querySelectorAll(".ctr.offered")]
    .map((el) => el.getBoundingClientRect())
    .filter((r) => r.left >= pane.left && r.right <= pane.right &&
      r.top >= pane.top && r.bottom <= pane.bottom).length;
}"""


def test_on_a_phone_the_map_opens_where_something_may_be_done(sit: Sit, http: httpx.Client) -> None:
    """However far from it the last event happened."""
    game = found(http, "civil-war", "rubicon").claim_all().until("segments")
    page = sit(game, game.campaign()["waiting"][0]["seat"], PHONE)
    expect(page.locator(".ctr.offered").first).to_be_attached()
    until(lambda: page.evaluate(IN_SIGHT) > 0, "a counter that may be chosen is in sight")


def test_on_a_phone_odds_with_their_faces_fit(sit: Sit, http: httpx.Client) -> None:
    """Chances of many faces are longer than a phone has room beside their bars."""
    game = found(http, "samnite-wars", "standard").claim_all().until("event")
    page = sit(game, game.campaign()["waiting"][0]["seat"], PHONE)
    page.locator("[data-option=roll-event]").click()
    expect(page.locator(".bars .pr small").first).to_be_visible()
    assert overflow(page) == 0


def test_on_a_phone_what_came_of_a_throw_is_in_the_first_screen(
    sit: Sit, http: httpx.Client
) -> None:
    """However long the board is, a hand of ten cards for one."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    (waiting,) = game.campaign()["waiting"]
    page = sit(game, waiting["seat"], PHONE)
    page.locator("[data-option='draw:some']").click()
    page.locator("[data-question='/cards'] .pick, [aria-label='One more']").first.click()
    page.locator(".act .lasts .btn.do").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert in_sight(page, ".flash .came, .flash p")
    assert top(page, ".flash") < top(page, ".board")


def within(page: Page, selector: str) -> bool:
    """Whether the middle of what a selector finds is in the map's window."""
    el, pane = page.locator(selector).bounding_box(), page.locator("cw-map").bounding_box()
    return bool(
        el
        and pane
        and pane["x"] < el["x"] + el["width"] / 2 < pane["x"] + pane["width"]
        and pane["y"] < el["y"] + el["height"] / 2 < pane["y"] + pane["height"]
    )


def stacks(game: Game) -> dict[str, list[str]]:
    """Zones whose one stack can march as a whole, leaders and all, each with its goals."""
    (waiting, *_) = game.campaign()["waiting"]
    if waiting["seat"] == "referee":
        return {}
    options = game.options(f"seat:{waiting['seat']}")
    marches = [one for one in options if one["id"].startswith("march:")]
    zones = [one["command"]["zone"] for one in marches]
    return {
        one["command"]["zone"]: [item["value"] for item in one["choices"]["/to"]["one_of"]]
        for one in marches
        if zones.count(one["command"]["zone"]) == 1
        and "/leaders" in one["choices"]
        and 1 < len(one["choices"]["/units"]["some_of"]) <= one["choices"]["/units"]["max"]
    }


def test_on_a_phone_the_act_of_the_moment_is_at_the_foot(sit: Sit, field: Game) -> None:
    """What may be done is brought by the foot or the call line, what is composed sent from it."""
    (waiting,) = field.campaign()["waiting"]
    page = sit(field, waiting["seat"], PHONE)
    foot = page.locator(".do-foot [data-bring]")
    expect(foot).to_have_count(1)
    assert in_sight(page, ".do-foot .btn")
    assert top(page, "#what-may") > PHONE["height"] / 2
    assert top(page, "#what-may") < top(page, ".why > :not(.act, .flash)"), "the list comes first"
    foot.click()
    expect(page.locator("#what-may")).to_be_focused()
    until(lambda: top(page, "#what-may") < PHONE["height"] / 4, "the orders are scrolled to")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".yours").click()
    until(lambda: top(page, "#what-may") < PHONE["height"] / 4, "the orders are scrolled to")
    page.locator("[data-option=end]").click()
    expect(page.locator("[data-later]")).to_be_enabled()
    page.locator("[data-later]").click()
    expect(page.locator(".do-foot [data-send]")).to_have_text("Send 1 order")
    assert in_sight(page, ".do-foot [data-send]")
    assert overflow(page) == 0


def test_the_tabs_are_turned_by_arrows(sit: Sit, field: Game) -> None:
    """One stop for both; the one that is chosen names its panel."""
    page = sit(field, "rome")
    page.locator(".side [role=tab][aria-selected=true]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Log")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Log")).to_contain_text("Rome")
    expect(page.locator(".side [role=tab][tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel", name="Orders")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so(sit: Sit, table: Window, battle: Game) -> None:
    """The seat would be lost with the page: its tokens can be saved at once."""
    expect(sit(battle, "active").locator(".unkept")).to_have_count(0)
    page = table.page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    token = battle.tokens["seat:active"]
    page.goto(f"/#/campaigns/{battle.id}?token={token}&as=seat:active")
    expect(page.locator(".call .unkept")).to_contain_text("This browser keeps nothing")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save your tokens").click()
    assert token in saved.value.path().read_text(encoding="utf-8")
    page.close()
