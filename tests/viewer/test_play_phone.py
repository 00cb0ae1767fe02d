"""A seat's turn on a phone, by touch: nothing is left behind, out of sight or pressed unasked."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from iacta.domain.kernel.contract.choices import fill
from tests.support.choosing import read_option
from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import until
from tests.viewer.conftest import PHONE, SLIDES, WIDE, in_sight, overflow, settled, sit_down

Sit = Callable[[Game], Page]


@pytest.fixture
def sit(played_page: Page) -> Sit:
    """Open a game's page on a phone, as the seat that is awaited first."""
    return lambda game: sit_down(played_page, game, size=PHONE)


@pytest.fixture
def war(http: httpx.Client) -> Game:
    """The first marches of the civil war."""
    return found(http, "civil-war", "rubicon").claim_all().until("segments")


def march(page: Page) -> None:
    """Begin the march of the largest stack, by the list."""
    unfold(page)
    page.locator("[data-option^='march:Cisalpina:']").first.click()
    expect(page.locator("[data-question='/to'] .pick").first).to_be_visible()


def marched(game: Game, role: str) -> None:
    """March somewhere, in another window of the same player."""
    way = next(one for one in game.options(role) if one["id"].startswith("march:"))
    command = fill(read_option(way), Below("march"))
    game.do(role, **{"type_" if name == "type" else name: it for name, it in command.items()})


def headline(game: Game, role: str) -> str:
    """What the last event is told as."""
    step = game.get(role, f"/steps?after={game.seq - 1}").json()["items"][0]
    return str(step["text"][0])


def control(zone: str) -> str:
    """What marks on the map who controls a zone."""
    return f"[data-control='{zone}']"


def unfold(page: Page) -> None:
    """Show every group of the list."""
    page.locator(".may .fold[aria-expanded=false]").evaluate_all("all => all.map((b) => b.click())")


def moved(page: Page, number: int) -> str:
    """Fill a unit's move, begun on the board; the unit's id."""
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    name = page.locator(".board .unit.offered").nth(number).get_attribute("data-unit")
    page.locator(f".board .unit[data-unit='{name}']").dispatch_event("click")
    expect(page.locator(".orders .lab")).to_contain_text("Only orders for")
    page.locator("[data-option=move]").click()
    page.locator("[data-question='/to'] select").select_option(index=1)
    expect(page.locator("[data-question='/facing'], [data-later]:enabled").first).to_be_visible()
    facings = page.locator("[data-question='/facing'] .pick:not([disabled])")
    if facings.count():
        facings.first.click()
    expect(page.locator("[data-later]")).to_be_enabled()
    return str(name)


def test_what_is_picked_is_told_above_its_orders(sit: Sit, field: Game) -> None:
    """A finger cannot point at a counter: its values stand with what may be done with it."""
    page = sit(field)
    expect(page.locator(".about-picked")).to_have_count(0)
    counter = page.locator(".board .unit.offered").first
    name = str(counter.get_attribute("data-unit"))
    counter.dispatch_event("click")
    picked = page.locator(".orders .about-picked")
    expect(picked.locator("h3")).to_contain_text(name)
    expect(picked.locator("dt", has_text="Movement")).to_be_visible()
    assert overflow(page) == 0
    page.get_by_role("button", name="Show all").click()
    expect(picked).to_have_count(0)
    page.set_viewport_size({"width": 1440, "height": 900})
    counter.dispatch_event("click")
    expect(page.locator(".orders .lab")).to_contain_text("Only orders for")
    expect(picked).to_be_hidden()
    expect(counter).to_be_visible()


def test_who_is_left_behind_is_named_where_it_is_sent(sit: Sit, war: Game) -> None:
    """Leaders need not go: where none is taken the foot names their question."""
    page = sit(war)
    march(page)
    expect(page.locator(".lasts .skipped.wanting")).to_contain_text("Still to choose: The zone")
    page.locator("[data-question='/to'] .pick").first.click()
    leaders = "[data-question='/leaders']"
    page.locator(".company summary").click()
    page.locator(leaders).get_by_role("button", name="Clear").click()
    skipped = page.locator(".lasts .skipped")
    expect(skipped).to_contain_text("Sent without: the leaders who go with them")
    expect(skipped).to_have_class("skipped")  # it bars nothing
    assert in_sight(page, ".lasts .skipped")
    skipped.get_by_role("button").click()
    expect(page.locator(f"{leaders} button").first).to_be_focused()
    page.locator(leaders).get_by_role("button", name="All").click()
    expect(skipped).to_have_count(0)
    expect(page.locator(".act [data-send]")).to_be_enabled()


def test_a_stack_that_is_spread_out_leaves_the_buttons_in_reach(sit: Sit, war: Game) -> None:
    """A unit is taken off on the sheet, and the order sent, with nothing closed between."""
    page = sit(war)
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    sheet = page.locator(".fan")

    def spread() -> bool:
        page.locator(".board .offered").first.dispatch_event("click")
        return sheet.count() > 0

    until(spread, "the stack is lit, and spread out")
    sheet.locator(".pick").first.click()
    expect(sheet.locator("[aria-pressed=false]")).to_have_count(1)
    page.locator("[data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()


def test_who_looks_back_is_told_so_and_led_to_what_is_now(sit: Sit, war: Game) -> None:
    """Nothing is ordered on a board that shows what was; the log stands where it was opened."""
    page = sit(war)
    page.locator("#tab-log").click()
    until(lambda: in_sight(page, "#tab-log"), "the log is where it was opened")
    page.locator("[data-go=prev]").click()
    call = page.locator(".call")
    expect(call).to_contain_text("You look back to event")
    page.locator("#tab-orders").click()
    expect(call).to_contain_text("Your turn")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".orders")).to_contain_text("You look back")
    expect(page.locator("[data-option]")).to_have_count(0)
    page.locator(".orders").get_by_role("button", name="Back to now").click()
    march(page)


def test_what_came_of_an_order_stays_when_others_go_on(sit: Sit, war: Game) -> None:
    """It is told until the next order is begun, with the way to what came after it."""
    page = sit(war)
    seat = war.campaign()["waiting"][0]["seat"]
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    told = page.locator(".flash.ok")
    expect(told).to_contain_text("Sent and recorded")
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    expect(told).not_to_contain_text("Since your order")
    expect(told.locator(".came")).to_be_visible()  # the panel that tells it is far below
    war.do("referee", "campaign.annotate", text="A dispatch.", seq=1)
    expect(page.locator(".tabs sup").last).to_have_text(str(war.seq))
    others = told.locator(".gone-on li")
    expect(others).to_have_count(0)  # a note is no headline, and there is nothing to look at
    heads = []
    for _ in range(4):
        marched(war, f"seat:{seat}")
        heads.append(headline(war, f"seat:{seat}"))
    expect(others).to_have_text(heads)  # few are all told, one's own first, as it came to pass
    expect(told.locator(".came")).to_be_visible()
    expect(told.locator("summary")).to_have_count(0)
    marched(war, f"seat:{seat}")
    heads.append(headline(war, f"seat:{seat}"))
    fold = told.locator("summary")
    expect(fold).to_contain_text("5 events since your order")
    expect(others.locator("visible=true")).to_have_text(heads[-3:])
    fold.click()
    expect(others.locator("visible=true")).to_have_text(heads)
    others.nth(1).get_by_role("button").click()  # each leads to its event
    expect(page.locator(".call")).to_contain_text(f"event {war.seq - 3} of {war.seq}.")
    # What is looked at is told, and not what came of the order; back again, it is the board first.
    expect(told).to_have_count(0)
    page.locator(".call").get_by_role("button", name="Back to now").click()
    expect(told).to_be_visible()
    until(lambda: in_sight(page, ".call"), "whose turn it is stands above the board")
    page.locator("#tab-orders").click()
    unfold(page)
    page.locator(".may [data-option^='march:']").first.click()
    expect(told).to_have_count(0)
    assert war.campaign()["waiting"][0]["seat"] == seat


def test_what_others_do_before_the_answer_is_read_is_told_after_ones_own(
    sit: Sit, war: Game
) -> None:
    """However fast they are: one's own order is the headline, and then what came after it."""
    page = sit(war)
    seat = war.campaign()["waiting"][0]["seat"]
    before = war.seq

    def answer(route: Route) -> None:
        """Others act once it is recorded, before the page hears of it."""
        given = route.fetch()
        if war.seq == before + 1:
            marched(war, f"seat:{seat}")
        route.fulfill(response=given)

    page.route(re.compile(r"/(commands|command-batches)$"), answer)
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    told = page.locator(".flash.ok")
    expect(told.locator(".gone-on li")).to_have_count(1)
    expect(told.locator(".gone-on li")).to_have_text(headline(war, f"seat:{seat}"))
    own = war.get(f"seat:{seat}", f"/steps?after={before}").json()["items"][0]
    expect(told.locator(".came")).to_contain_text(own["text"][0])
    expect(told.get_by_text("Sent and recorded")).to_have_count(1)
    assert war.seq == before + 2
    expect(told.locator(".gone-on")).to_be_visible()
    page.set_viewport_size(WIDE)  # there the panel tells it, right under the notice
    expect(page.locator(".why h2").first).to_have_text(headline(war, f"seat:{seat}"))
    expect(told.locator(".gone-on")).to_be_hidden()


def test_who_looks_at_what_came_since_has_the_orders_again_at_its_end(sit: Sit, war: Game) -> None:
    """The buttons come back by themselves, and the map is where it was left."""
    page = sit(war)
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    told = page.locator(".flash.ok")
    expect(told).to_contain_text("Sent and recorded")
    for _ in range(2):
        marched(war, f"seat:{war.campaign()['waiting'][0]['seat']}")
    expect(told.locator(".gone-on li")).to_have_count(2)
    settled(page)
    place = page.evaluate(PLACE)
    told.locator(".gone-on button").first.click()
    expect(page.locator(".do-foot")).to_have_count(0)
    page.locator("[data-go=first]").click()
    settled(page)
    page.locator("board-zoom").evaluate(
        "(el) => el.querySelector('.zoomed').dispatchEvent("
        "new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }))"
    )
    until(lambda: page.evaluate(PLACE) != place, "the map has gone elsewhere")
    page.locator("[data-go=last]").click()
    expect(page.locator(".do-foot .btn").first).to_be_visible()
    expect(page.locator(".time")).to_be_hidden()
    expect(page.locator(".call")).to_contain_text("Your turn")
    settled(page)
    assert page.evaluate(PLACE) == place


def test_who_opens_a_past_event_comes_back_to_a_map_that_can_be_read(
    sit: Sit, played_page: Page, war: Game
) -> None:
    """It had no size when they began to look back: that is no place to come back to."""
    played_page.set_viewport_size(PHONE)
    token = war.tokens["seat:caesarian"]
    played_page.goto(f"/#/campaigns/{war.id}?token={token}&as=seat:caesarian&at=2")
    played_page.get_by_role("button", name="Back to now").click()
    expect(played_page.locator(".ctr.offered").first).to_be_attached()
    settled(played_page)
    read, *_ = played_page.evaluate(PLACE)
    assert read == sit(war).evaluate(PLACE)[0] > 1
    assert played_page.evaluate(STRONGEST)


def test_of_two_orders_for_a_stack_neither_is_the_thing_to_do(sit: Sit, war: Game) -> None:
    """To march all or a leader alone: one who picks a stack has said nothing of it."""

    def two(route: Route) -> None:
        answer = route.fetch()
        made = answer.json()
        kept = ("march:Cisalpina", "travel:Cisalpina", "end-marches")
        items = [one for one in made["items"] if str(one["id"]).startswith(kept)]
        firsts = {str(one["id"]).split(":")[0]: one for one in reversed(items)}
        made["items"] = [one for one in items if one in firsts.values()]
        route.fulfill(response=answer, json=made)

    sit(war).route("**/options*", two)
    page = sit(war)
    page.reload()
    page.locator(".board [data-place][data-ids='Cisalpina'].offered").first.dispatch_event("click")
    foot = page.locator(".do-foot .btn")
    expect(foot).to_have_text(
        [re.compile("March from"), re.compile("Move .* alone"), re.compile("Cancel")]
    )
    expect(page.locator(".do-foot .do")).to_have_count(0)
    foot.last.click()
    expect(page.locator(".board .picked")).to_have_count(0)


def test_where_the_bar_has_the_one_thing_to_do_there_is_no_empty_list(sit: Sit, war: Game) -> None:
    """The heading says what it is; a desk has its button under it."""

    def one(route: Route) -> None:
        answer = route.fetch()
        made = answer.json()
        made["items"] = [item for item in made["items"] if item["id"] == "end-marches"]
        route.fulfill(response=answer, json=made)

    page = sit(war)
    page.route("**/options*", one)
    page.reload()
    expect(page.locator(".do-foot [data-end]")).to_be_visible()
    expect(page.locator("#what-may small:visible")).to_have_text("End the segment")
    expect(page.locator(".orders ul.may")).to_have_count(0)
    page.set_viewport_size(WIDE)
    expect(page.locator(".orders [data-end]")).to_be_visible()
    expect(page.locator("#what-may small:visible")).to_have_count(0)


def test_a_phone_folds_what_a_throw_is_made_of(sit: Sit, http: httpx.Client) -> None:
    """What came of it is read at once; its sum and its proof are a tap away."""
    below = Below("fight")
    game = found(http, "civil-war", "rubicon").claim_all()
    while not any("civil-war.attack" in one["kinds"] for one in game.campaign()["waiting"]):
        assert game.step(below)
    page = sit(game)
    page.locator("[data-option^='attack:']").first.click()
    page.locator(".act [data-throw]").click()
    told = page.locator(".flash.ok")
    expect(told.locator(".came")).to_be_visible()
    expect(told.locator(".fallen .die").first).to_be_visible()
    receipt = told.get_by_role("button", name="Receipt")
    expect(receipt).to_be_hidden()
    expect(told.locator(".reasons")).to_be_hidden()
    told.locator("summary", has_text="The whole calculation").click()
    expect(receipt).to_be_visible()
    expect(told.locator(".reasons")).to_be_visible()


def test_the_small_map_is_gone_while_an_order_is_composed(sit: Sit, war: Game) -> None:
    """The map moves with the order: nothing jumps over what one looks at."""
    page = sit(war)
    corner = page.locator(".zoom-corner")
    page.locator(".board").get_by_role("button", name="Larger (+)").click()
    expect(corner).to_have_css("display", "block")
    march(page)
    expect(corner).to_have_css("display", "none")
    page.keyboard.press("Escape")
    expect(corner).to_have_css("display", "block")


def test_the_head_of_who_looks_back_is_as_high_at_every_event(sit: Sit, war: Game) -> None:
    """With one figure more its button does not go to another line, and the page does not jump."""
    while war.seq < 12:
        war.do("referee", "campaign.annotate", text="A dispatch.", seq=1)
    page = sit(war)
    head = page.locator(".now-line")
    highs = set()
    for at in (9, 10):
        page.goto(f"/#/campaigns/{war.id}?as=seat:{war.campaign()['waiting'][0]['seat']}&at={at}")
        expect(page.locator(".call")).to_contain_text(f"event {at} of {war.seq}.")
        settled(page)
        highs.add(head.evaluate("(el) => el.getBoundingClientRect().height"))
    assert len(highs) == 1


def test_a_sealed_order_is_told_to_its_owner_alone(sit: Sit, http: httpx.Client) -> None:
    """Before it is laid and once it is, the page does not say that everybody reads it."""
    game = found(http, "de-bello-punico", "trebbia").claim_all().until("command")
    page = sit(game)
    page.locator("[data-option^='place:']").first.click()
    page.locator(".act .q.open .pick").first.click()
    act = page.locator(".act")
    expect(act).to_contain_text("Your own log will read")
    expect(act).not_to_contain_text("The log will read")
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok .came")).to_contain_text("Only you are told this.")


def test_each_button_keeps_its_place_and_its_name(sit: Sit, field: Game) -> None:
    """What added the first order adds the second: it never becomes the one that drops it."""
    page = sit(field)

    def buttons() -> list[tuple[str, float]]:
        """Their names from left to right; where the first ones begin."""
        all_ = page.locator(".act .lasts .btn").evaluate_all(
            "all => all.map((b) => [b.innerText.trim(), b.getBoundingClientRect().left])"
        )
        return sorted(((name, left) for name, left in all_), key=lambda one: one[1])

    moved(page, 0)
    first = buttons()
    page.locator("[data-later]").click()
    expect(page.locator(".olist > li")).to_have_count(1)
    moved(page, 3)
    second = buttons()
    assert [name for name, _ in first] == ["Add to my orders", "Cancel", "Send"]
    assert [name for name, _ in second] == ["Add to my orders", "Cancel", "Send 2 orders"]
    assert [left for _, left in first] == [left for _, left in second]
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_contain_text(re.compile(r"no\. \d+ and \d+ in"))
    assert overflow(page) == 0


def test_what_is_composed_is_found_and_the_list_is_whole_again(sit: Sit, field: Game) -> None:
    """After an order is added nothing narrows the list; "Orders" leads to one's orders."""
    page = sit(field)
    things = page.locator("#what-may small").inner_text()
    name = moved(page, 0)
    expect(page.locator(".orders .lab")).to_contain_text(f"Only orders for {name}.")
    expect(page.locator("#what-may small")).not_to_have_text(things)
    page.locator("[data-later]").click()
    expect(page.locator(".olist > li")).to_have_count(1)
    expect(page.locator(".orders .lab")).not_to_contain_text("Only orders for")
    expect(page.locator(".orders .note:text('Nothing matches')")).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    page.locator(".do-foot .bring").click()
    expect(page.locator("#your-orders")).to_be_focused()
    until(lambda: in_sight(page, "#your-orders"), "the orders are in sight")


def test_the_end_of_a_phase_stands_beside_the_way_to_the_list(sit: Sit, war: Game) -> None:
    """What leads to the list is gone where the list is in sight."""
    page = sit(war)
    bring, end = page.locator(".do-foot [data-bring]"), page.locator(".do-foot .btn").last
    expect(bring).to_contain_text("Choose an order or begin on the board")
    assert in_sight(page, "[data-bring] small")
    expect(end).to_contain_text("End the")
    bring.click()
    expect(bring).to_be_hidden()
    expect(end).to_be_visible()
    end.click()
    expect(end).to_contain_text("press again")


PLACE = """() => Object.values(document.querySelector("board-zoom").zoom).map(Math.round)"""
"""Where the board stands, and how much it is enlarged."""

SEEN = """(selector) => {
  const board = document.querySelector("board-zoom"),
    pane = board.getBoundingClientRect();
  return [...board.querySelectorAll(selector)]
    .map((el) => el.getBoundingClientRect())
    .filter((r) => r.left >= pane.left && r.right <= pane.right && r.top >= pane.top &&
      r.bottom <= pane.bottom).length;
}"""
"""How many of what a selector finds are whole in the board's window."""

COVERED = """() => {
  const board = document.querySelector("board-zoom"),
    pane = board.getBoundingClientRect(),
    small = [...board.querySelectorAll(".zoom-small")].find((el) =>
      el.checkVisibility({ visibilityProperty: true })),
    boxes = (els) => els.map((el) => el.getBoundingClientRect()),
    meet = (a, b) =>
      a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1,
    // A people's land is larger than what may lie over it.
    counters = boxes([...board.querySelectorAll("[data-card]:not(.target)")])
      .filter((r) => meet(r, pane))
      .map(({ left, right, top, bottom }) => ({
        left: Math.max(left, pane.left),
        right: Math.min(right, pane.right),
        top: Math.max(top, pane.top),
        bottom: Math.min(bottom, pane.bottom),
      }));
  return boxes([...document.querySelectorAll(".zoom-keys button"), ...(small ? [small] : [])])
    .flatMap((over) => counters.filter((counter) => meet(counter, over))).length;
}"""
"""How many counters lie under a key of the board, or its small map where that is shown."""

NAMES_COVERED = """() => {
  const small = document.querySelector(".zoom-small"),
    over = small?.checkVisibility({ visibilityProperty: true }) && small.getBoundingClientRect(),
    meet = (a, b) =>
      a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  return [...(over ? document.querySelectorAll("board-zoom text[data-place]") : [])]
    .filter((name) => meet(name.getBoundingClientRect(), over))
    .map((name) => name.textContent);
}"""
"""The names of places that lie under the small map, where that is shown."""


FARTHEST = """() => {
  const { left } = document.querySelector("board-zoom").getBoundingClientRect(),
    away = (el) => Math.abs(el.getBoundingClientRect().left - left);
  return [...document.querySelectorAll("board-zoom [data-card]:not(.target)")]
    .toSorted((a, b) => away(b) - away(a))[0];
}"""
"""The counter that stands farthest to one side."""

WITHIN = """(el) => {
  const { left, right } = document.querySelector("board-zoom").getBoundingClientRect(),
    box = el.getBoundingClientRect();
  return box.left >= left && box.right <= right;
}"""
SCROLLED = """() => {
  const { scrollLeft, scrollTop } = document.querySelector("board-zoom");
  return [scrollLeft, scrollTop];
}"""


def test_the_small_map_hides_no_name(sit: Sit, war: Game) -> None:
    """A zone that an order goes to is read on the map, wherever that is moved to."""
    page, seen = sit(war), set()
    for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.locator("board-zoom").focus()
        for _ in range(4):
            page.keyboard.press(f"Shift+{arrow}")
            settled(page)
            assert page.evaluate(NAMES_COVERED) == []
            seen.add(page.locator(".zoom-small").is_visible())
    assert seen == {True, False}, "it is shown where it has room, and only there"


def test_a_board_comes_to_what_takes_the_focus_and_is_not_scrolled_away(
    sit: Sit, war: Game
) -> None:
    """It is moved there as by hand: a map is drawn for the window in which it stands."""
    page = sit(war)
    settled(page)
    far = page.evaluate_handle(FARTHEST)
    assert not page.evaluate(WITHIN, far)
    far.evaluate("(el) => el.scrollIntoView()")
    assert page.evaluate(SCROLLED) == [0, 0]
    page.keyboard.press("Tab")
    far.evaluate("(el) => { el.tabIndex = -1; el.focus(); }")
    settled(page)
    assert page.evaluate(SCROLLED) == [0, 0]
    assert page.evaluate(WITHIN, far)


BOARDS = [
    ("de-bello-punico", "trebbia", "move"),
    ("civil-war", "rubicon", "segments"),
    ("naval-battle", "actium", "command"),
    ("samnite-wars", "standard", "etcetera"),
]


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize(("system", "scenario", "phase"), BOARDS)
def test_the_keys_of_a_board_cover_no_counter(
    sit: Sit, http: httpx.Client, system: str, scenario: str, phase: str, size: ViewportSize
) -> None:
    """As it opens and enlarged; a key that is pressed keeps its place."""
    page = sit(found(http, system, scenario).claim_all().until(phase))
    page.set_viewport_size(size)
    larger = page.get_by_role("button", name="Larger")
    larger.scroll_into_view_if_needed()
    settled(page)
    assert page.evaluate(COVERED) == 0
    before = larger.bounding_box()
    for _ in range(3):
        larger.click()
        settled(page)
        assert page.evaluate(COVERED) == 0
    assert larger.bounding_box() == before
    for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.locator("board-zoom").focus()
        for _ in range(3):
            page.keyboard.press(f"Shift+{arrow}")
        settled(page)
        assert page.evaluate(COVERED) == 0


@pytest.mark.parametrize(
    ("scenario", "phase"), [("trebbia", "set-up"), ("trebbia", "move"), ("zama", "set-up")]
)
def test_a_field_opens_where_one_has_most_to_do(
    sit: Sit, http: httpx.Client, scenario: str, phase: str
) -> None:
    """Not between the armies, with both cut off; its smallest letters can be read."""
    page = sit(found(http, "de-bello-punico", scenario).claim_all().until(phase))
    expect(page.locator(".board .unit.offered").first).to_be_attached()
    until(lambda: page.evaluate(SEEN, ".unit.offered") >= 5, "units to choose are in sight")
    height = page.locator(".dbp-field .ab").first.evaluate(
        "el => parseFloat(getComputedStyle(el).fontSize) * el.getScreenCTM().a"
    )
    assert height > 10.5


def test_a_field_on_which_nothing_is_asked_opens_on_an_army(sit: Sit, http: httpx.Client) -> None:
    """In the middle of all, between the armies, there is nothing."""
    page = sit(found(http, "de-bello-punico", "zama").claim_all().until("command"))
    until(lambda: page.evaluate(SEEN, ".unit") >= 10, "an army is in sight")


def test_the_map_shows_where_it_goes(sit: Sit, war: Game) -> None:
    """Wherever the map stood before, the zone that was chosen is in its window.

    How far one marches lies with the weather: the goals are those that there are.
    """
    page = sit(war)
    march(page)
    goals = page.locator("[data-question='/to'] .pick")
    zones = [text.split(":")[0] for text in goals.all_inner_texts()]
    places = [i for i, zone in enumerate(zones) if page.locator(control(zone)).count()]
    for i in (places[0], places[-1]):
        zone = zones[i]
        if goals.count() == 1:
            page.get_by_text("Choose another").click()
        goals.nth(i).click()
        expect(goals.and_(page.locator("[aria-pressed=true]"))).to_contain_text(zone)
        until(
            lambda zone=zone: page.evaluate(SEEN, control(zone)) == 1,
            f"{zone} is in sight",
        )


def test_what_is_composed_ends_at_the_maps_edge(sit: Sit, field: Game) -> None:
    """However far it leads, nothing of it lies on what stands beside the map."""
    page = sit(field)
    moved(page, 0)
    expect(page.locator(".ghosts .way")).to_have_count(1)
    clip, pane = page.locator(".ghosts > svg"), page.locator("board-zoom")

    def ends() -> bool:
        """Whether it is cut where the map is, which may move until the page has come to rest."""
        edges = clip.evaluate("el => ['y', 'height'].map((name) => Number(el.getAttribute(name)))")
        within, board = pane.bounding_box(), page.locator(".board").bounding_box()
        assert within is not None
        assert board is not None
        return bool(edges == pytest.approx([within["y"] - board["y"], within["height"]]))

    until(ends, "it ends where the map does")
    assert clip.evaluate("el => getComputedStyle(el).overflow") == "hidden"


def test_after_sending_it_is_seen_whose_turn_it_is(sit: Sit, war: Game) -> None:
    """With what came of it; the summary of the war does not stand between map and order."""
    page = sit(war)
    march(page)
    expect(page.locator(".cartouche")).to_be_hidden()
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    unfold(page)
    page.locator("[data-option='end-marches']").click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok .came")).to_contain_text("end their")
    until(lambda: in_sight(page, ".call"), "the call is in sight")
    assert in_sight(page, ".flash p")
    assert page.locator(".call").evaluate("el => el.clientHeight") < 48
    expect(page.locator(".cartouche")).to_be_visible()


def touch(at: Locator, event: str) -> None:
    """Let a finger do something there."""
    box = at.bounding_box()
    assert box is not None
    place = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}
    more = {"detail": 1} if event == "click" else {"isPrimary": True}
    at.dispatch_event(event, {"pointerType": "touch", **place, **more})


def test_help_is_a_sheet_over_the_whole_page(sit: Sit, war: Game) -> None:
    """It is led to from above the orders, and nothing can be pressed beside it."""
    page = sit(war)
    unfold(page)
    page.locator("#what-may ~ .lab").get_by_role("button", name="How this game goes").click()
    pane = page.get_by_label("Help", exact=True)
    expect(pane).to_be_visible()
    page.evaluate("document.querySelector('.guide').scrollTo(0, 9999)")
    assert page.evaluate(
        """() => [[195, 8], [195, innerHeight - 8]].every(
          ([x, y]) => document.elementFromPoint(x, y).closest(".guide"))"""
    )
    pane.get_by_role("button", name="Close").click()
    expect(pane).to_have_count(0)


def test_a_code_outside_of_a_control_is_told_by_a_tap(sit: Sit, war: Game) -> None:
    """What is picked is told in codes, and nothing there is pressed."""
    page = sit(war)
    page.locator(".board .ctr.offered").first.dispatch_event("click")
    code = page.locator(".about-picked [data-code]").first
    touch(code, "click")
    expect(page.locator("#code-note")).to_be_visible()


def test_every_die_that_fell_is_drawn(sit: Sit, http: httpx.Client) -> None:
    """A fleet checks for more ships than a line of dice holds: many are drawn small."""
    game = found(http, "naval-battle", "actium").claim_all().until("command")
    page = sit(game)
    page.locator("[data-option=check]").click()
    page.locator("[data-throw]").click()
    told = page.locator(".flash.ok")
    expect(told.locator(".came")).to_contain_text("pass")
    draws = game.get("referee", f"/events/{game.seq}").json()["event"]["draws"]
    thrown = sum(len(draw["dice"]) for draw in draws)
    expect(told.locator(".fallen .die")).to_have_count(thrown)
    assert overflow(page) == 0


def test_an_end_that_a_game_names_first_is_the_main_button(sit: Sit, http: httpx.Client) -> None:
    """Out of each other's reach, who is in combat has nothing else of use to do."""
    game = found(http, "naval-battle", "actium").claim_all().until("combat")
    seat = game.campaign()["waiting"][0]["seat"]
    first = game.options(f"seat:{seat}")[0]
    assert first["title"].startswith("End combat")
    page = sit(game)
    foot = page.locator(".do-foot")
    expect(foot.locator(".btn.do")).to_contain_text("End combat")
    expect(foot.locator("[data-bring]")).to_have_count(1)


def test_a_finger_that_rests_on_a_code_is_told_it(sit: Sit, war: Game) -> None:
    """It chooses nothing, and the tap that closes the note presses nothing under it."""
    page = sit(war)
    unfold(page)
    row = page.locator(".may [data-option=end-marches]")
    code, note = row.locator("[data-code='CW-41']"), page.locator("#code-note")
    touch(code, "pointerdown")
    expect(note).to_contain_text("After marching")
    touch(code, "pointerup")
    touch(code, "click")
    expect(note).to_be_visible()
    for event in ("pointerdown", "pointerup", "click"):
        touch(code, event)
    expect(note).to_be_hidden()
    expect(page.locator(".act")).to_have_count(0)
    for event in ("pointerdown", "pointerup", "click"):
        touch(code, event)
    page.locator(".act .lab [data-code='CW-41']").click()
    expect(note).to_contain_text("After marching")


def test_odds_that_rest_on_what_is_hidden_are_asked_for_once(sit: Sit, http: httpx.Client) -> None:
    """Until something happens the answer is known."""
    below = Below("fight")
    game = found(http, "civil-war", "rubicon").claim_all()
    while not any("civil-war.attack" in one["kinds"] for one in game.campaign()["waiting"]):
        assert game.step(below)
    page = sit(game)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/odds") else None)
    problem = {"type": "about:blank", "title": "Forbidden", "status": 403, "detail": "Unseen."}
    page.route(
        "**/odds",
        lambda route: route.fulfill(
            status=403, content_type="application/problem+json", json=problem
        ),
    )
    for _ in range(2):
        page.locator(".may [data-option^=attack]").first.click()
        expect(page.locator(".act")).to_contain_text("Something that lies face down decides it")
        page.keyboard.press("Escape")
        expect(page.locator(".act")).to_have_count(0)
    assert len(asked) == 1


UNDER = """([x, y]) => {
  const met = document.elementFromPoint(x, y)?.closest("button:not(:disabled)");
  return met ? met.innerText.trim().split("\\n")[0] : "";
}"""
"""What a second tap of the same finger would press, by the first line of its name."""


def tap_leads_to(page: Page, button: Locator, name: str) -> None:
    """Tap a button; what comes to lie under the finger is called so."""
    box = button.bounding_box()
    assert box is not None
    button.click()
    settled(page)
    place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    until(lambda: page.evaluate(UNDER, place) == name, f"{name!r} lies under the finger")


def test_a_second_tap_sends_and_ends_nothing(sit: Sit, field: Game) -> None:
    """What leads on stands where "Add", "Send" and the way to the list stood."""
    page = sit(field)
    moved(page, 0)
    tap_leads_to(page, page.locator("[data-later]"), "Orders")
    moved(page, 3)
    tap_leads_to(page, page.locator(".act [data-send]"), "Choose an order")
    tap_leads_to(page, page.locator(".do-foot [data-bring]"), "")


def test_who_chooses_on_the_board_stays_there_until_it_is_whole(
    sit: Sit, http: httpx.Client
) -> None:
    """The page stands still under the finger; then it is in sight what would come of it."""
    page = sit(found(http, "naval-battle", "actium").claim_all().until("movement"))
    fleet = page.locator(".board .ship .offered[aria-label$=': 1 to do']").first
    fleet.scroll_into_view_if_needed()
    settled(page)
    before = page.evaluate("scrollY")
    fleet.dispatch_event("click")
    expect(page.locator(".act .q.open[data-question='/to']")).to_be_attached()
    settled(page)
    assert page.evaluate("scrollY") == before
    assert in_sight(page, "[data-ask='/to']")
    page.locator(".board .target.offered").first.dispatch_event("click")
    until(lambda: in_sight(page, ".act h2"), "the order is in sight")


CUT = """() => {
  const cut = (el) => {
    el.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, bottom } = el.getBoundingClientRect(),
      met = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 8, y));
    return !met.every((one) => el.contains(one));
  };
  return [...document.querySelectorAll(".orders .may button, .orders summary, .act .pick")]
    .filter((el) => el.checkVisibility() && !el.disabled && cut(el))
    .map((el) => el.innerText);
}"""
"""Which buttons are not whole where the browser has brought them into sight."""


@pytest.mark.parametrize("width", [390, 1100, 1440])
def test_what_is_brought_into_sight_is_whole_above_what_is_pinned(
    sit: Sit, field: Game, width: int
) -> None:
    """By keys every row of the list and of the form is reached, the last ones too."""
    page = sit(field)
    page.set_viewport_size({"width": width, "height": 844})
    settled(page)
    assert page.evaluate(CUT) == []
    page.locator("[data-option=march]").click()
    page.locator(".company summary").click()
    expect(page.locator("[data-question='/units'] .pick").first).to_be_visible()
    settled(page)
    assert page.evaluate(CUT) == []


LOOSE = """() => {
  const edges = (el) => el.getBoundingClientRect(),
    card = edges(document.querySelector("board-card")),
    board = edges(document.querySelector(".board")),
    meet = (a, b) =>
      a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const over = [...document.querySelectorAll(".bar, .now-line, .lasts, .do-foot, .orders button")]
    .filter((el) => el.checkVisibility() && meet(edges(el), card))
    .map((el) => el.className);
  const out = card.left < board.left - 1 || card.right > board.right + 1 ||
    card.top < board.top - 1 || card.bottom > board.bottom + 1;
  return out ? [...over, "out of the board"] : over;
}"""
"""What a counter's card lies over that is no part of the board."""


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize(("system", "scenario", "phase"), BOARDS)
def test_a_counters_card_stays_on_the_board(
    sit: Sit, http: httpx.Client, system: str, scenario: str, phase: str, size: ViewportSize
) -> None:
    """Not over the page's head, and not over what sends, wherever the counter stands."""
    page = sit(found(http, system, scenario).claim_all().until(phase))
    page.set_viewport_size(size)
    page.locator("board-zoom").scroll_into_view_if_needed()
    settled(page)
    counters = page.locator("board-zoom [data-card]")
    for number in (0, counters.count() // 2, counters.count() - 1):
        counters.nth(number).dispatch_event("contextmenu")
        expect(page.locator("board-card")).to_be_visible()
        assert page.evaluate(LOOSE) == []
        page.keyboard.press("Escape")
        expect(page.locator("board-card")).to_be_hidden()


SCORES = [
    (0, {"Rout Points": "Defeat by Rout Points"}),
    (
        2,
        {
            "Stratagems": "for tactical superiority",
            "panic": "half or less",
            "points": "eliminated or captured decide",
        },
    ),
    (3, {"Treasury": "spent by the Consul", "regions": "a Consul of six regions"}),
]


@pytest.mark.parametrize(("board", "words"), SCORES, ids=["punic", "sea", "samnite"])
def test_what_the_score_counts_is_told_by_a_tap(
    sit: Sit, http: httpx.Client, board: int, words: dict[str, str]
) -> None:
    """Who does not know a game learns there what decides it."""
    system, scenario, phase = BOARDS[board]
    page = sit(found(http, system, scenario).claim_all().until(phase))
    for word, told in words.items():
        label = page.locator(".code", has_text=word).locator("visible=true").first
        label.scroll_into_view_if_needed()
        touch(label, "click")
        expect(page.locator("#code-note")).to_contain_text(told)


def test_news_under_the_finger_swallow_no_send(sit: Sit, war: Game) -> None:
    """What is pressed while the list is read anew is sent, or one is told what came between."""
    page = sit(war)
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    send = page.locator(".act [data-send]")
    expect(send).to_be_enabled()
    held: list[Route] = []
    page.route(re.compile(r"/options\b"), lambda route: held.append(route))
    box = send.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    war.do("referee", "campaign.annotate", text="A dispatch.", seq=1)
    expect(page.locator(".orders[aria-busy=true]")).to_be_attached()
    page.mouse.up()
    expect(page.locator("body[data-sending]")).to_be_attached()
    page.unroute(re.compile(r"/options\b"))  # what was held goes on
    flash = page.locator(".flash.bad")
    expect(flash).to_contain_text("Something happened while you composed.")
    flash.get_by_role("button", name="Send again").click()
    expect(page.locator(".flash.ok")).to_be_visible()


def test_what_is_pressed_while_an_answer_is_awaited_is_begun_after_it(sit: Sit, war: Game) -> None:
    """Who is quicker than the line loses no press; what was refused is looked at first."""
    page = sit(war)
    march(page)
    page.locator("[data-question='/to'] .pick").first.click()
    unfold(page)
    held: list[Route] = []
    page.route("**/commands", lambda route: held.append(route))
    page.locator(".act [data-send]").click()
    page.locator("[data-option='end-marches']").click()
    expect(page.locator("body[data-sending]")).to_be_attached()
    expect(page.locator(".act")).to_have_count(0)
    page.unroute("**/commands")  # what was held goes on
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".act")).to_contain_text("End the marches")


def test_only_what_marches_slides_however_the_page_has_moved(sit: Sit, war: Game) -> None:
    """The page grows shorter as the order is sent, and news stand above the board."""
    page = sit(war)
    page.emulate_media(reduced_motion="no-preference")
    march(page)
    page.locator("[data-question='/to'] .pick", has_text="Picenum").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    settled(page)
    stood, place = page.evaluate(SLIDES), page.evaluate(PLACE)
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".board [data-focus]").first).to_be_attached()
    settled(page)
    slid = page.evaluate("slid")
    assert "Cisalpina caesarian" in slid
    assert len(slid) < 5
    for name, start in slid.items():
        assert start == pytest.approx(stood[name], abs=2), name
    assert page.evaluate(PLACE) == place


def test_an_order_begins_where_it_is_read(sit: Sit, war: Game) -> None:
    """At the page's top, or under the board that answers it; its button is in reach."""
    page = sit(war)
    height = page.evaluate("innerHeight")
    page.locator("[data-option='end-marches']").click()
    expect(page.locator(".act blockquote")).to_be_visible()
    until(lambda: abs(top(page, ".act")) < height / 8, "the order is at the page's top")
    assert in_sight(page, ".act h2")
    assert in_sight(page, ".act [data-send]")
    page.get_by_role("button", name="Cancel").click()
    march(page)
    until(lambda: in_sight(page, "[data-question='/to'] .pick"), "the first goal is in sight")
    assert in_sight(page, ".act h2")
    assert top(page, ".act") > height / 3
    assert top(page, "board-zoom") > -1


@pytest.mark.parametrize("height", [640, 700, 844])
def test_over_an_order_stands_the_board_and_no_strip_of_the_page(
    sit: Sit, war: Game, height: int
) -> None:
    """Whatever the height of the window, of whose turn it is no stub is left at its top."""
    page = sit(war)
    page.set_viewport_size({"width": 390, "height": height})
    march(page)
    until(lambda: top(page, ".act") > 0, "the order is brought below the board")
    chip = page.locator(".yours").bounding_box()
    assert chip is not None
    assert chip["y"] >= 0 or chip["y"] + chip["height"] <= 0


def test_over_an_order_of_cards_no_strip_of_the_page_is_left(sit: Sit, http: httpx.Client) -> None:
    """Right above the hand that it chooses from, it begins at the window's top."""
    page = sit(found(http, "samnite-wars", "standard").claim_all().until("efforts"))
    page.locator(".may [data-option^='lay-effort']").first.click()
    until(lambda: abs(top(page, ".act")) < 1, "the order is at the window's top")
    assert page.locator(".yours").evaluate("(el) => el.getBoundingClientRect().bottom") <= 0


def test_a_sheet_goes_up_to_the_windows_top(sit: Sit, war: Game) -> None:
    """However far the page was scrolled, no strip of it is left above."""
    page = sit(war)
    page.evaluate("scrollTo(0, 90)")
    page.get_by_role("button", name="Notes", exact=True).click()
    page.evaluate("scrollTo(0, 110)")
    assert top(page, ".pane") == 0
    page.locator(".pane").get_by_role("button", name="Close").click()
    expect(page.locator(".pane")).to_have_count(0)


STRONGEST = """() => {
  const pane = document.querySelector("board-zoom").getBoundingClientRect(),
    [first] = [...document.querySelectorAll(".ctr.offered")]
      .sort((a, b) => b.dataset.strength - a.dataset.strength),
    { left, right, top, bottom } = first.getBoundingClientRect();
  return left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom;
}"""
"""Whether the strongest counter that may act is whole in the board's window."""


def gone_east(page: Page) -> None:
    """Move the board by hand until nothing that may act is in its window."""
    page.locator("board-zoom").focus()
    for _ in range(16):
        page.keyboard.press("Shift+ArrowRight")
    settled(page)
    assert page.evaluate(SEEN, ".offered:not([data-zone])") == 0


def strong_alone(page: Page) -> None:
    """The strongest stands alone and out of sight, where more stand together elsewhere."""
    page.locator(".ctr.offered[data-stack^='Mauri']").evaluate("el => (el.dataset.strength = 99)")
    assert not page.evaluate(STRONGEST)


def pass_by(game: Game) -> None:
    """Both sides end their next segment, in other windows."""
    for _ in range(2):
        game.do(f"seat:{game.campaign()['waiting'][0]['seat']}", "civil-war.end-marches")


def test_as_a_turn_begins_the_map_comes_to_the_strongest_that_may_act(sit: Sit, war: Game) -> None:
    """Wherever it was moved while the other side acted."""
    page = sit(war)
    until(lambda: bool(page.evaluate(STRONGEST)), "as one sits down")
    gone_east(page)
    strong_alone(page)
    pass_by(war)
    expect(page.locator(".call")).to_contain_text("segment 3")
    until(lambda: bool(page.evaluate(STRONGEST)), "as the next segment begins")


def test_what_comes_after_a_turn_began_leaves_the_map_there(sit: Sit, war: Game) -> None:
    """As a note to an event, or news that were read after what may be done."""
    page = sit(war)
    gone_east(page)
    strong_alone(page)
    pass_by(war)
    until(lambda: bool(page.evaluate(STRONGEST)), "as the next segment begins")
    settled(page)
    before = page.evaluate(PLACE)
    page.evaluate("document.querySelector('board-zoom').step = 99")
    settled(page)
    assert page.evaluate(PLACE) == before


def test_a_turn_that_begins_moves_no_map_that_is_held(sit: Sit, war: Game) -> None:
    """Under a finger it stays."""
    page = sit(war)
    board = page.locator("board-zoom")
    gone_east(page)
    board.dispatch_event("pointerdown", {"isPrimary": True, "bubbles": True})
    before = page.evaluate(PLACE)
    pass_by(war)
    expect(page.locator(".call")).to_contain_text("segment 3")
    settled(page)
    assert page.evaluate(PLACE) == before


def test_where_recruits_are_asked_for_the_map_comes_there(sit: Sit, levy: Game) -> None:
    """It is the only thing to do: what it concerns is in sight before it is opened."""
    (item,) = [
        one
        for one in levy.options(f"seat:{levy.campaign()['waiting'][0]['seat']}")
        if one["id"].startswith("recruit:")
    ]
    zones = [zone["value"] for zone in item["choices"]["/zone"]["one_of"]]
    page = sit(levy)
    until(
        lambda: any(page.evaluate(SEEN, control(zone)) for zone in zones),
        "a zone of them is in sight",
    )


def test_where_a_battle_is_asked_for_the_map_comes_there(sit: Sit, war: Game) -> None:
    """No counter may act there; it is the zone that is chosen."""
    page = sit(war)
    to_battle(page)
    gone_east(page)
    war.do("seat:caesarian", "civil-war.end-marches")
    expect(page.locator(".call")).to_contain_text("Combats")
    until(lambda: page.evaluate(SEEN, control("Picenum")) == 1, "the zone is in sight")


def to_battle(page: Page) -> None:
    """Let the largest stack march to where enemies stand."""
    march(page)
    page.locator("[data-question='/to'] .pick", has_text="Picenum").click()
    page.locator(".act [data-send]:enabled").click()
    expect(page.locator(".act")).to_have_count(0)
    expect(page.locator(".do-foot button", has_text="End the marches and fight")).to_be_visible()
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()


def test_the_end_of_the_marches_leads_to_the_odds_of_the_one_battle(sit: Sit, war: Game) -> None:
    """To open it decides nothing; to throw does, and no second tap of a finger throws."""
    page = sit(war)
    to_battle(page)
    seq = war.seq
    end = page.locator(".do-foot button", has_text="End the marches and fight")
    end.click()
    expect(end).to_contain_text("press again to end")
    end.click()
    expect(page.locator(".act h2")).to_contain_text("Attack the Republicans in Picenum")
    throw = page.locator(".act [data-throw]")
    expect(throw).to_be_enabled()
    until(lambda: in_sight(page, ".act .bars .pr, .act .odds"), "the odds are in sight")
    throw.dispatch_event("click", {"detail": 2})
    settled(page)
    assert war.seq == seq + 1
    throw.click()
    expect(page.locator(".flash.ok")).to_contain_text("Picenum")
    assert war.seq > seq + 1


def top(page: Page, selector: str) -> float:
    """Where on the screen it begins."""
    settled(page)
    return float(page.locator(selector).evaluate("el => el.getBoundingClientRect().top"))


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_what_is_awaited_is_read_whole(sit: Sit, war: Game, width: int) -> None:
    """On a narrow page on a second line; nothing of it is cut."""
    page = sit(war)
    page.set_viewport_size({"width": width, "height": 844})
    settled(page)
    words = page.locator(".call > b")
    expect(words).to_have_text(re.compile("^Marches in segment 1 of [0-9]+$"))
    assert words.evaluate("el => el.scrollWidth <= el.clientWidth || !el.clientWidth")
    assert words.evaluate("el => getComputedStyle(el).whiteSpace") == "normal"
    assert page.locator(".call").evaluate("el => el.clientHeight") < 48
    assert overflow(page) == 0


def test_a_march_is_drawn_to_where_its_counter_will_stand(sit: Sit, war: Game) -> None:
    """The middle of a zone's shape may lie in the sea."""
    page = sit(war)
    march(page)
    goal = page.locator("[data-question='/to'] .pick").first
    zone = goal.inner_text().split(":")[0]
    goal.click()
    expect(page.locator(".ghosts .tip")).to_have_count(1)
    until(lambda: far(page, zone) < 2, "it leads to the army's own place")


def far(page: Page, zone: str) -> float:
    """How far the tip of what is drawn is from the Caesarians' place in a zone, in px."""
    return float(
        page.evaluate(
            """(zone) => {
              const tip = document.querySelector(".ghosts .tip").getScreenCTM(),
                stand = document
                  .querySelector(`[data-stand="${zone}"][data-seat=caesarian]`)
                  .getBoundingClientRect();
              return Math.hypot(tip.e - stand.left, tip.f - stand.top) - stand.width;
            }""",
            zone,
        )
    )


def test_recruits_are_drawn_where_their_counter_will_stand(sit: Sit, levy: Game) -> None:
    """The land's edges enclose half of its neighbours."""
    page = sit(levy)
    seat = levy.campaign()["waiting"][0]["seat"]
    page.locator("[data-option^='recruit:']").first.click()
    goal = page.locator("[data-question='/zone'] .pick").first
    zone = goal.inner_text().strip()
    goal.click()
    ghost = page.locator(".ghosts rect")
    expect(ghost).to_have_count(1)
    settled(page)
    drawn = ghost.bounding_box()
    stand = page.locator(f"[data-stand='{zone}'][data-seat={seat}]").bounding_box()
    assert drawn is not None
    assert stand is not None
    assert abs(drawn["x"] + drawn["width"] / 2 - stand["x"]) < 6
    assert abs(drawn["y"] + drawn["height"] / 2 - stand["y"]) < 6
    assert drawn["width"] < 60


def won(route: Route) -> None:
    """Let the attacker win, whichever dice fell."""
    answer = route.fetch()
    made = answer.json()
    for effect in made["step"]["event"]["effects"]:
        if effect["type"] == "civil-war.combat-resolved":
            effect["winner"] = "attacker"
    route.fulfill(response=answer, json=made)


def march_to_picenum(page: Page) -> None:
    """Caesar's army marches to where enemies are."""
    march(page)
    page.locator("[data-question='/to'] .pick", has_text="Picenum").click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()


def attack_in_picenum(page: Page, answer: Callable[[Route], None]) -> None:
    """The marches are ended and the battle is thrown; ``answer`` is what the server says of it."""
    unfold(page)
    page.locator("[data-option='end-marches']").click()
    page.locator(".act [data-send]").click()
    page.route("**/commands", answer)
    page.locator("[data-option^='attack:Picenum']").click()
    page.locator(".act [data-throw]").click()


def test_who_wins_a_zone_is_told_when_it_passes(sit: Sit, war: Game) -> None:
    """The count of points stays as it is until the year's end: that is said with the victory."""
    page = sit(war)
    march_to_picenum(page)
    expect(page.locator(".flash .came")).not_to_contain_text("passes to")
    attack_in_picenum(page, won)
    later = "Picenum passes to the Caesarians at the year’s end if they alone stand there."
    came = page.locator(".flash .came")
    expect(came).to_contain_text(later)
    expect(page.locator(".w-res")).to_contain_text(later)
    # What was lost is told with who won; what has figures in it is the reckoning.
    expect(came).to_contain_text("The defender: ")
    expect(came).not_to_contain_text("is read on")


SETTLED = ("Adjustments. Control points: the Caesarians 4, the Republicans 11.", "48 BC ends.")


def ending_the_year(*before: str) -> Callable[[Route], None]:
    """An answer whose event ends the year, and what else came of it."""

    def last(route: Route) -> None:
        answer = route.fetch()
        made = answer.json()
        made["step"]["text"] += [*before, *SETTLED]
        route.fulfill(response=answer, json=made)

    return last


def test_what_the_years_end_changed_is_told_with_its_last_battle(sit: Sit, war: Game) -> None:
    """It was folded away among the reasons of the battle, and nobody saw that the year was over."""
    page = sit(war)
    march_to_picenum(page)
    attack_in_picenum(page, ending_the_year())
    told = f"The year ends with {' '.join(SETTLED)}"
    expect(page.locator(".flash .came")).to_contain_text(told)


def test_what_the_years_end_changed_is_told_unfolded_and_once(sit: Sit, war: Game) -> None:
    """With whatever ended it: what else came of that may be folded."""
    page = sit(war)
    page.route("**/commands", ending_the_year("Ships sail. " * 20))
    march_to_picenum(page)
    came = page.locator(".flash .came")
    expect(came.locator("> small")).to_have_text(f"The year ends with {' '.join(SETTLED)}")
    expect(came.locator("details")).to_contain_text("Ships sail.")
    expect(came.locator("details")).not_to_contain_text("Control points")


def test_a_board_that_is_drawn_by_itself_tells_nothing_of_what_is_sent(sit: Sit, war: Game) -> None:
    """Its map slid while an answer came, and for a frame the page looked as if none was awaited."""
    page = sit(war)
    still = page.evaluate(
        """() => {
          document.body.setAttribute("data-sending", "");
          document.querySelector(".board").dispatchEvent(
            new Event("board-drawn", { bubbles: true }));
          return document.body.hasAttribute("data-sending");
        }"""
    )
    assert still


def test_a_long_list_folds_to_what_was_chosen(sit: Sit, http: httpx.Client) -> None:
    """What was chosen stands alone under what is ordered; from there one chooses anew."""
    war = found(http, "civil-war", "rubicon").claim_all().until("segments")
    while "Foul weather" in war.get("seat:caesarian", "/steps").text:  # fewer are in reach
        war = found(http, "civil-war", "rubicon").claim_all().until("segments")
    page = sit(war)
    march(page)
    goals, other = page.locator("[data-question='/to'] .pick"), page.get_by_text("Choose another")
    more = page.locator("[data-question='/to'] summary")
    every = [text.strip() for text in goals.all_text_contents()]
    expect(other).to_have_count(0)
    goals.nth(1).click()
    expect(goals).to_have_text([every[1]])
    expect(goals).to_be_focused()
    expect(more).to_be_hidden()
    other.click()
    expect(goals).to_have_text(every)
    expect(goals.last).to_be_hidden()
    expect(page.locator("[data-question='/to']")).to_have_class(re.compile(r"\bopen\b"))
    expect(more).to_have_text(f"{len(every) - 6} more")
    more.click()
    goals.last.click()
    expect(goals).to_have_text([every[-1]])
    expect(goals).to_be_visible()


def test_what_adding_an_order_does_is_said_where_it_could_be_sent(sit: Sit, war: Game) -> None:
    """Once, while it is chosen between sending it and keeping it; who composes has seen it."""
    page = sit(war)
    march(page)
    page.locator("[data-question='/to'] .pick", has_text="Picenum").click()
    told = page.locator(".lasts p.final")
    expect(told).to_contain_text("Added, it waits to be sent with others.")
    expect(page.locator("[data-later]")).to_have_class(re.compile("quiet"))
    page.locator("[data-later]").click()
    expect(page.locator(".olist > li")).to_have_count(1)
    # What may be done is read anew after it: only then is the list the one that is chosen from.
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    page.locator("[data-option^='march:Narbonensis:']").first.click()
    page.locator("[data-question='/to'] .pick", has_text="Cisalpina").click()
    expect(told).to_have_text("Once sent, they are in the log for good.")
    expect(page.locator("[data-later]")).not_to_have_class(re.compile("quiet"))


def test_who_goes_along_is_one_line_while_all_do(sit: Sit, war: Game) -> None:
    """Where they go is what is asked; who is left out stays in sight."""
    page = sit(war)
    march(page)
    along = page.locator(".company")
    expect(along.locator("summary")).to_contain_text("With all 6 units and all ")
    expect(along.locator(".pick").first).to_be_hidden()
    along.locator("summary").click()
    along.locator("[data-question='/units'] .pick").first.click()
    expect(along.locator("summary")).to_contain_text("With 5 of 6 units")
    expect(along.locator(".pick").first).to_be_visible()


def from_the_list(page: Page, how: str) -> None:
    """March to Celtica, begun in the list, and let it be sent or kept."""
    page.locator(
        ".may [data-option^='march:Cisalpina:'], .may [data-option^='march:Narbonensis:']"
    ).first.click()
    goal = page.locator("[data-question='/to'] .pick", has_text="Celtica")
    expect(page.locator("[data-question='/to'] .pick").first).to_be_visible()
    if not goal.is_visible():
        page.locator("[data-question='/to'] summary").click()
    goal.click()
    expect(page.locator(".act .lasts")).to_contain_text("in the log for good")
    page.locator(f".act {how}:enabled").click()
    expect(page.locator(".act")).to_have_count(0)
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    settled(page)


def test_what_came_of_it_is_in_sight_wherever_it_was_sent_from(sit: Sit, war: Game) -> None:
    """From the list, and from the foot with others, as from the board."""
    page = sit(war)
    from_the_list(page, "[data-send]")
    assert in_sight(page, ".call")
    assert in_sight(page, ".flash p")
    from_the_list(page, "[data-later]")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator(".do-foot [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    settled(page)
    assert in_sight(page, ".call")
    assert in_sight(page, ".flash p")


def test_one_goes_on_in_the_list_after_what_was_kept_there(sit: Sit, war: Game) -> None:
    """The next march is one tap."""
    page = sit(war)
    from_the_list(page, "[data-later]")
    assert in_sight(page, "#what-may")
    assert page.evaluate("scrollY") > 300


def test_words_of_the_game_tell_what_they_mean_where_they_stand(sit: Sit, war: Game) -> None:
    """As abbreviations do: the phase at the head of the page, a word in a form."""
    page = sit(war)
    page.locator(".now-line [data-code='Movement and combat']").click()
    expect(page.locator("#code-note")).to_contain_text("E segments")


def test_the_vacuus_tells_what_it_is_where_it_is_chosen(sit: Sit, http: httpx.Client) -> None:
    """A marker that misleads is told where it is laid."""
    page = sit(found(http, "de-bello-punico", "trebbia").claim_all().until("command"))
    page.locator(".may [data-option]").first.click()
    expect(page.locator(".act .pick [data-code=Vacuus]")).to_have_count(1)


def test_who_only_answers_is_not_told_that_it_is_their_turn(sit: Sit, http: httpx.Client) -> None:
    """A proposal is answered in the other side's turn."""
    game = found(http, "naval-battle", "actium").claim_all().until("movement")
    mover = game.campaign()["waiting"][0]["seat"]
    game.do(f"seat:{mover}", "naval-battle.call-off")
    expect(sit(game).locator(".yours")).to_contain_text("Your answer")


def attacked(route: Route) -> None:
    """Let who is awaited be one who only stands or withdraws."""
    answer = route.fetch()
    found = answer.json()
    for one in found["waiting"]:
        one["kinds"] = ["de-bello-punico.stand", "de-bello-punico.withdraw"]
    route.fulfill(response=answer, json=found)


def test_who_is_attacked_answers(played_page: Page, field: Game) -> None:
    """BP 10.1, BP 10.4: the turn is the attacker's."""
    played_page.route("**/options*", attacked)
    page = sit_down(played_page, field, size=PHONE)
    expect(page.locator(".yours")).to_contain_text("Your answer")


def test_what_a_line_of_a_result_opens_is_said(sit: Sit, http: httpx.Client) -> None:
    """A triangle alone tells nobody what is under it."""
    page = sit(found(http, "naval-battle", "actium").claim_all().until("command"))
    page.locator(".do-foot .btn.do").click()
    page.locator(".act [data-throw]").click()
    expect(page.locator(".flash.ok details").last.locator("summary")).to_contain_text(
        "Where its dice come from"
    )


@pytest.fixture
def levy(http: httpx.Client) -> Game:
    """The first recruits of the civil war, before which nobody marched."""
    game = found(http, "civil-war", "rubicon").claim_all()
    below = Below("levy")
    while "civil-war.recruit" not in (due := game.campaign()["waiting"][0])["kinds"]:
        if "civil-war.end-marches" in due["kinds"]:
            game.do(f"seat:{due['seat']}", "civil-war.end-marches")
        else:
            assert game.step(below)
    return game


def test_one_press_recruits_all_that_may_be_raised(sit: Sit, levy: Game) -> None:
    """As many of each kind as the option allows, in the first zone; one may still choose."""
    page, before = sit(levy), levy.seq
    seat = levy.campaign()["waiting"][0]["seat"]
    (way,) = (one for one in levy.options(f"seat:{seat}") if one["id"].startswith("recruit:"))
    choices = {**way["choices"], **way["choices"]["/zone"]["one_of"][0].get("choices", {})}
    most = {
        pointer.strip("/"): min(one["max"], len(one["some_of"]))
        for pointer, one in choices.items()
        if "some_of" in one
    }
    assert sum(most.values()) > 2
    usual = page.locator(".do-foot [data-usual]")
    for kind, number in most.items():
        expect(usual).to_contain_text(f"{number} {kind.capitalize()}")
    expect(page.locator(".do-foot").get_by_role("button", name="Choose yourself")).to_be_visible()
    usual.click()
    expect(page.locator(".flash.ok")).to_be_visible()
    sent = levy.events(f"seat:{seat}")[before]["command"]
    assert {kind: len(sent[kind]) for kind in most} == most
    assert sent["zone"] == way["choices"]["/zone"]["one_of"][0]["value"]


def test_what_is_still_to_choose_is_said_in_the_foot_in_few_words(
    sit: Sit, http: httpx.Client
) -> None:
    """How many may be is said at the question: cut off in the foot it meant another thing."""
    page = sit(found(http, "samnite-wars", "standard").claim_all().until("efforts"))
    page.locator(".may [data-option='lay-effort']").click()
    expect(page.locator(".act")).to_contain_text("no more than one of each kind")
    expect(page.locator(".lasts .skipped")).to_have_text("Still to choose: The cards that fight")


def test_a_form_keeps_its_place_under_the_finger(sit: Sit, levy: Game) -> None:
    """What is pressed stays where it is, and the foot is as high at every step."""
    page = sit(levy)
    page.locator("[data-option^='recruit:']").first.click()
    foot = page.locator(".act .lasts")
    expect(foot).to_contain_text("Still to choose: Where the units are raised")
    high = foot.bounding_box()
    legio = page.locator("[data-question='/legio'] .pick").nth(1)
    for pick in (page.locator("[data-question='/equites'] .pick").first, legio):
        pick.evaluate("(el) => el.scrollIntoView({ block: 'start' })")
        before = pick.bounding_box()
        pick.click()
        expect(pick).to_have_attribute("aria-pressed", "true")
        settled(page)
        assert pick.bounding_box() == before
        assert foot.bounding_box() == high
    zone = page.locator("[data-question='/zone'] .pick").nth(1)
    zone.scroll_into_view_if_needed()
    before = zone.bounding_box()
    zone.click()
    expect(foot).to_contain_text("Sent without: Naves to raise or restore")
    settled(page)
    assert zone.bounding_box() == before
    assert foot.bounding_box() == high
    assert overflow(page) == 0


def test_what_is_waited_for_is_said_once(sit: Sit, http: httpx.Client) -> None:
    """Where no turn is counted yet its name is the phase's, be it one's own or the other's."""
    page = sit(found(http, "naval-battle", "actium").claim_all().until("deployment"))
    said = page.locator(".now-line").get_by_text("Setting up", exact=True)
    expect(said).to_have_count(1)
    page.locator("[data-option='form-line']").click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".call")).to_contain_text("Waiting for")
    expect(said).to_have_count(1)


@pytest.mark.parametrize(
    ("system", "scenario", "phase", "words"),
    [
        ("de-bello-punico", "trebbia", "move", "Advance the whole army"),
        ("naval-battle", "actium", "movement", "All fleets ahead"),
    ],
)
def test_the_foot_orders_all_at_one_press(
    sit: Sit, http: httpx.Client, system: str, scenario: str, phase: str, words: str
) -> None:
    """It lays what the list's button lays, one line or one fleet is the list's; nothing is sent."""
    game = found(http, system, scenario).claim_all().until(phase)
    page, before = sit(game), game.seq
    foot, orders = page.locator(".do-foot"), page.locator(".olist > li")
    expect(foot.locator(".do")).to_have_text([words])
    foot.locator(".do").click()
    expect(orders.nth(1)).to_be_attached()
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    at_the_foot = orders.all_inner_texts()
    foot.get_by_role("button", name="Undo").click()
    expect(orders).to_have_count(0)
    page.locator(".lay [data-lay]").click()
    expect(orders).to_have_count(len(at_the_foot))
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    assert orders.all_inner_texts() == at_the_foot
    assert game.seq == before


def test_one_press_orders_a_whole_line_ahead(sit: Sit, http: httpx.Client) -> None:
    """Composed, and not sent: each is taken back singly, all of them by one undoing."""
    game = found(http, "naval-battle", "actium").claim_all().until("movement")
    page = sit(game)
    seat = game.campaign()["waiting"][0]["seat"]
    moves = [one for one in game.options(f"seat:{seat}") if one["id"].startswith("move:")]
    lay, orders = page.locator(".lay [data-lay]"), page.locator(".olist > li")
    page.locator("[data-bring]").click()
    lay.click()
    expect(orders).to_have_count(len(moves))
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    expect(lay).to_have_count(0)
    assert game.seq == game.campaign()["head"]["seq"]
    page.locator(".do-foot").get_by_role("button", name="Undo").click()
    expect(orders).to_have_count(0)
    lay.click()
    expect(orders).to_have_count(len(moves))
    page.get_by_role("button", name="Take out order 1").click()
    expect(orders).to_have_count(len(moves) - 1)
    page.locator(".do-foot [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    sent = [one["command"] for one in game.events(f"seat:{seat}")[-len(moves) + 1 :]]
    start = {one["command"]["fleet"]: one["title"].split()[-1] for one in moves}
    for command in sent:
        assert command["to"][0] == start[command["fleet"]][0]
        ahead = int(command["to"][1:]) - int(start[command["fleet"]][1:])
        assert ahead > 0 if seat == "active" else ahead < 0
