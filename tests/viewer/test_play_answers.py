"""Every way in which a server may answer a player: nothing is lost, nothing thrown twice."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import Running
from tests.viewer.axe import hurdles
from tests.viewer.bundle import hosted
from tests.viewer.conftest import Window, overflow

SENDS = re.compile(r"/v1/campaigns/[^/]+/commands$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of this checkout."""
    with hosted(tmp_path_factory.mktemp("answers") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def window(chromium: Browser, server: Running) -> Iterator[Window]:
    """A window on this server."""
    window = Window(chromium, server.url)
    yield window
    window.context.close()


@pytest.fixture
def game(server: Running) -> Iterator[Game]:
    """Samnite Wars before the first dice, which the referee throws."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        yield found(http, "samnite-wars", "standard").claim_all()


@pytest.fixture
def page(window: Window, game: Game) -> Iterator[Page]:
    """The referee's page."""
    page = window.page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens['referee']}&as=referee")
    yield page
    page.close()


def prepare(page: Page) -> None:
    """Open the first dice, ready to be thrown."""
    page.locator("[data-option=set-up]").click()
    expect(page.locator("[data-throw]")).to_be_enabled()


def answer(status: int, slug: str, title: str, **more: Any) -> Callable[[Route], None]:
    """A problem in place of the server's answer; the command does not reach it."""
    headers = {"content-type": "application/problem+json", **more.pop("headers", {})}
    body = {"type": f"/problems/{slug}", "title": title, "status": status, "detail": "No.", **more}
    return lambda route: route.fulfill(status=status, headers=headers, body=json.dumps(body))


def thrown(request: Request) -> tuple[str | None, Any]:
    """What a request brings to the dice: its key and its entropy."""
    body = json.loads(request.post_data or "{}")
    return request.headers.get("idempotency-key"), body["entropy"]


def test_a_server_that_refuses_wins_no_other_throw(page: Page, game: Game) -> None:
    """Key and entropy are the same after every answer, or none, and after a reload."""
    sent: list[tuple[str | None, Any]] = []
    page.on("request", lambda r: sent.append(thrown(r)) if SENDS.search(r.url) else None)
    flash, again = page.locator(".flash.bad"), page.locator("[data-send]")
    prepare(page)
    page.route(SENDS, answer(422, "rule-violation", "Not allowed by the rules"))
    page.locator("[data-throw]").click()
    expect(flash).to_contain_text("It is refused")
    page.route(SENDS, answer(503, "not-ready", "The server is not ready"))
    again.click()
    expect(flash).to_contain_text("Nothing is thrown twice")
    page.route(SENDS, lambda route: route.abort())
    flash.get_by_role("button", name="Ask again").click()
    expect(page.locator("[data-send]:not([disabled])")).to_be_visible()
    page.reload()
    expect(page.locator(".olist > li")).to_have_count(1)
    page.unroute(SENDS)
    again.click()
    expect(page.locator(".flash.ok")).to_contain_text("checked")
    assert len(sent) == 4
    assert len(set(sent)) == 1
    assert game.campaign()["head"]["seq"] == game.seq
    (event,) = game.get("referee", f"/events?after={game.seq - 1}").json()["items"]
    assert (event["event"]["key"], event["event"]["entropy"]) == sent[0]


def test_an_order_taken_back_after_a_refusal_leaves_its_entropy_to_the_next(page: Page) -> None:
    sent: list[tuple[str | None, Any]] = []
    page.on("request", lambda r: sent.append(thrown(r)) if SENDS.search(r.url) else None)
    prepare(page)
    page.route(SENDS, answer(422, "rule-violation", "Not allowed by the rules"))
    page.locator("[data-throw]").click()
    page.get_by_role("button", name="Take it back").click()
    prepare(page)
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.bad")).to_contain_text("It is refused")
    (first, one), (second, other) = sent
    assert first != second
    assert one == other


def test_what_is_composed_stays_in_the_browser(page: Page, game: Game) -> None:
    """Until it is sent the server is only asked what would come of it, and nobody is told."""
    others = ("seat:fabius", "seat:papirius", "observer")
    before = [game.get(role, path).content for role in others for path in ("/options", "/events")]
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    prepare(page)
    page.get_by_role("button", name="Add to my orders").click()
    expect(page.locator(".olist > li")).to_have_count(1)
    (draft,) = page.evaluate("Object.values(JSON.parse(localStorage.getItem('iacta.drafts')))")
    (order,) = draft["orders"]
    assert asked
    for request in asked:
        told = f"{request.url} {request.all_headers()} {request.post_data}"
        assert order["entropy"] not in told
        assert order["key"] not in told
        tried = json.loads(request.post_data or "{}").get("dry_run")
        assert request.method == "GET" or tried or request.url.endswith("/odds")
    assert before == [
        game.get(role, path).content for role in others for path in ("/options", "/events")
    ]


def test_an_answer_that_is_lost_is_found_in_the_log(page: Page, game: Game) -> None:
    """The server took it, the line broke: the news bring the event; it is not sent again."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    before = game.seq
    prepare(page)
    page.route(SENDS, lose)
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_contain_text(f"no. {before + 1} in the log")
    expect(page.locator(".olist")).to_have_count(0)
    assert game.seq == before + 1


def test_what_went_unanswered_is_asked_for_again_once_the_line_is_back(
    page: Page, game: Game
) -> None:
    """By itself, with the key and the entropy of the first time."""
    sent: list[tuple[str | None, Any]] = []
    page.on("request", lambda r: sent.append(thrown(r)) if SENDS.search(r.url) else None)
    before = game.seq
    prepare(page)
    page.route(SENDS, lambda route: route.abort())
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.bad")).to_contain_text("Nothing is thrown twice")
    page.unroute(SENDS)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".flash.ok")).to_contain_text(f"no. {before + 1} in the log")
    assert len(sent) == 2
    assert len(set(sent)) == 1


def test_of_what_throws_nothing_no_throw_is_spoken(page: Page, game: Game) -> None:
    """A remark that went unanswered is asked for again like anything else."""
    page.get_by_text("Notes, consents, resigning").click()
    page.locator("[data-option='campaign.annotate']").click()
    page.locator(".act select.event").select_option(index=1)
    page.locator(".act textarea").fill("A word.")
    page.route(SENDS, lambda route: route.abort())
    page.locator(".act [data-send]").click()
    flash = page.locator(".flash.bad")
    expect(flash).to_contain_text("Nothing is done twice: “Ask again” sends the same command.")
    expect(flash).not_to_contain_text("thrown")


def test_the_answer_to_what_was_sent_shows_its_step(page: Page, game: Game) -> None:
    """Nothing else is asked for it, whichever is first, the answer or the news of it."""
    read: list[str] = []
    prepare(page)
    page.on("request", lambda r: read.append(r.url) if "/steps" in r.url else None)
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_contain_text("checked")
    expect(page.locator(".pos b")).to_have_text(str(game.seq))
    assert read == []


def test_a_step_that_the_answer_could_not_tell_is_read(page: Page, game: Game) -> None:
    def without(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        assert body.pop("step")["seq"] == game.seq
        route.fulfill(response=response, json=body)

    prepare(page)
    page.route(SENDS, without)
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_contain_text("checked")
    expect(page.locator(".pos b")).to_have_text(str(game.seq))


def test_what_happened_meanwhile_is_told_and_the_order_kept(page: Page, game: Game) -> None:
    prepare(page)
    page.route("**/stream**", lambda _: None)  # the news are late
    page.reload()
    expect(page.locator("[data-throw]")).to_be_enabled()
    game.do("seat:fabius", "campaign.annotate", seq=1, text="A word.")
    page.locator("[data-throw]").click()
    flash = page.locator(".flash.bad")
    expect(flash).to_contain_text("Something happened while you composed")
    expect(flash).to_contain_text("Your order still holds. Nothing was sent.")
    flash.get_by_role("button", name="Send again").click()
    expect(page.locator(".flash.ok")).to_be_visible()


@pytest.mark.parametrize(
    ("how", "words", "button"),
    [
        (answer(401, "unauthorized", "Authentication required"), "no longer good", "everyone"),
        (answer(409, "campaign-concluded", "The campaign is over"), "It is over", "Drop"),
        (answer(409, "read-only", "The campaign is read-only"), "to be read only", "Drop"),
    ],
)
def test_what_stops_all_orders_says_what_can_still_be_done(
    page: Page, how: Callable[[Route], None], words: str, button: str
) -> None:
    prepare(page)
    page.route(SENDS, how)
    page.locator("[data-throw]").click()
    flash = page.locator(".flash.bad")
    expect(flash).to_contain_text(words)
    flash.get_by_role("button", name=re.compile(button)).click()
    expect(flash).to_have_count(0)


def test_a_server_that_wants_rest_gets_it(page: Page) -> None:
    """The button counts down, and does not press itself."""
    prepare(page)
    headers = {"retry-after": "1"}
    page.route(SENDS, answer(429, "rate-limited", "Too many requests", headers=headers))
    page.locator("[data-throw]").click()
    again = page.locator(".flash.bad").get_by_role("button", name=re.compile("Send again"))
    expect(again).to_be_disabled()
    expect(page.locator(".do-foot [data-send]")).to_be_disabled()
    page.unroute(SENDS)
    expect(again).to_be_enabled()
    again.click()
    expect(page.locator(".flash.ok")).to_be_visible()


def test_whose_turn_it_is_and_what_was_thrown_are_told(page: Page) -> None:
    live = page.locator("#live")
    expect(live).to_have_text(re.compile("^Your turn: the .* deal"))
    expect(page).to_have_title(re.compile(r"^\(your turn\)"))
    prepare(page)
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".flash.ok .fallen .die").first).to_be_visible()
    expect(live).to_have_text(re.compile(r"^Waiting for|^Event 4 of 4"))


UNSEEN = """
  Object.defineProperty(document, "hidden", { get: () => true });
  globalThis.requestAnimationFrame = () => 0;
  globalThis.told = [];
  globalThis.Notification = class {
    static permission = "granted";
    constructor(title, { body }) { told.push(`${title}: ${body}`); }
  };
"""
"""A tab behind others, as a browser has it: no frames. It may notify."""


def test_a_tab_that_is_not_looked_at_tells_that_it_is_ones_turn(window: Window, game: Game) -> None:
    """In its title, its icon and a notification, once the others have played."""
    game.do("referee", "samnite-wars.set-up")

    def awaited() -> list[str]:
        return [one["seat"] for one in game.campaign()["waiting"]]

    seat = next(seat for seat in game.invitations if seat not in awaited())
    page, below = window.page(), Below("elsewhere")
    page.add_init_script(UNSEEN)
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens[f'seat:{seat}']}&as=seat:{seat}")
    expect(page).to_have_title(re.compile("Alea"))
    assert page.evaluate("told") == []
    while seat not in awaited():
        assert game.step(below)
    expect(page).to_have_title(re.compile(r"^\(your turn\) Alea"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "icon-turn.svg")
    (told,) = page.evaluate("told")
    assert told.startswith("Your turn: Alea: ")
    page.close()


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "light"), ((390, 844), "dark")])
def test_no_serious_hurdle(page: Page, game: Game, size: tuple[int, int], theme: Any) -> None:
    """By axe, with the tray open, an order half filled, and after a throw; nothing overflows."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)

    def hindered() -> list[str]:
        """All but that the side of the board lies in no landmark."""
        return [one for one in hurdles(page) if not one.startswith("region: ")]

    expect(page.locator("[data-option=set-up]")).to_be_visible()
    assert hindered() == []
    prepare(page)
    assert hindered() == []
    assert overflow(page) == 0
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert hindered() == []
    assert overflow(page) == 0
