"""The viewer as the service itself serves it, on a campaign that was played."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.play import bearer
from tests.support.servers import Running, served
from tests.viewer.conftest import Window, overflow, settled

COMBAT = {
    "type": "civil-war.adjudicate-combat",
    "attacker": {
        "units": [{"kind": "legio", "sp": 4, "quality": 2, "reduced": False}] * 3,
        "leaders": [],
    },
    "defender": {
        "units": [{"kind": "legio", "sp": 3, "quality": 2, "reduced": False}] * 3,
        "leaders": [],
    },
    "crossing": True,
    "outside_republic": False,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of this checkout."""
    with served(tmp_path_factory.mktemp("served") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def campaign(server: Running) -> dict[str, str]:
    """A campaign with a year's event and a combat: id, tokens, an invitation."""
    founding = {"system": "civil-war", "scenario": "table", "name": "Alea", "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=founding).json()
    held = {
        "id": made["campaign"]["id"],
        "referee": made["tokens"]["referee"],
        "caesarian": made["invitations"]["caesarian"],
    }
    for command in ({"type": "civil-war.roll-year-event"}, COMBAT):
        send(server, held, command)
    return held


def send(server: Running, campaign: dict[str, str], command: object) -> None:
    """A command of the referee."""
    path = f"{server.url}/v1/campaigns/{campaign['id']}/commands"
    body = {"command": command, "entropy": "alea"}
    answer = httpx.post(path, json=body, headers=bearer(campaign["referee"]))
    assert answer.status_code == 201, answer.text


@pytest.fixture(scope="module")
def window(chromium: Browser, server: Running) -> Iterator[Window]:
    """A window on this server."""
    window = Window(chromium, server.url)
    yield window
    window.context.close()


@pytest.fixture
def page(window: Window) -> Iterator[Page]:
    """A page that must not complain: no console error, no broken policy."""
    page, complaints = window.page(), []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def test_a_campaign_is_found_in_the_list_and_verified(page: Page, campaign: dict[str, str]) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("Alea")).first.click()
    expect(page).to_have_url(re.compile(campaign["id"]))
    expect(page.locator("#ruler")).to_have_attribute("aria-valuemax", re.compile(r"\d+"))
    page.get_by_role("button", name=re.compile("^Verify")).click()
    for number in (1, 2, 3, 4, 5, 6, 8, 9):
        check = page.locator(f"[data-check='{number}']")
        expect(check).to_have_attribute("data-result", "pass")


def test_a_combat_is_shown_on_the_printed_table(page: Page, campaign: dict[str, str]) -> None:
    page.goto(f"/#/campaigns/{campaign['id']}?at=3")
    expect(page.get_by_text("Combat table").first).to_be_visible()
    expect(page.locator("table.crt td.hit")).to_have_count(1)


def test_an_invitation_claims_a_seat_once_and_leaves_no_code(
    page: Page, campaign: dict[str, str]
) -> None:
    page.goto(f"/#/campaigns/{campaign['id']}?invite={campaign['caesarian']}")
    page.get_by_role("button", name=re.compile("Claim|Take", re.IGNORECASE)).click()
    expect(page.get_by_role("button", name=re.compile("Caesarian")).first).to_be_visible()
    assert campaign["caesarian"] not in page.url


def test_a_dead_token_leaves_a_public_campaign_readable(window: Window, server: Running) -> None:
    """Somebody whose seat was handed over reads what everyone reads, and is told why."""
    founding = {"system": "civil-war", "scenario": "table", "name": "Cast", "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=founding).json()
    campaign = f"campaigns/{made['campaign']['id']}"
    code = {"invitation": made["invitations"]["caesarian"]}
    claimed = httpx.post(f"{server.url}/v1/{campaign}/claims", json=code).json()
    page = window.page()
    page.goto(f"/#/{campaign}?token={claimed['token']}")
    expect(page.locator(".lab.seen")).to_have_text("Seen by Caesarian")
    expect(page).to_have_url(re.compile("as=seat"))
    path, referee = f"{server.url}/v1/{campaign}/tokens", bearer(made["tokens"]["referee"])
    httpx.post(path, json={"role": "seat:caesarian"}, headers=referee).raise_for_status()
    page.reload()
    expect(page.locator(".lab.seen")).to_have_text("Seen by Everyone")
    expect(page.locator(".sheet-note")).to_contain_text("for Caesarian is no longer good")
    page.close()


def test_once_the_seals_are_open_everyone_looks_through_every_seat(
    page: Page, server: Running
) -> None:
    founding = {"system": "samnite-wars", "scenario": "standard", "name": "Fate"}
    made = httpx.post(f"{server.url}/v1/campaigns", json={**founding, "visibility": "public"})
    held = {"id": made.json()["campaign"]["id"], "referee": made.json()["tokens"]["referee"]}
    path = f"/#/campaigns/{held['id']}"
    send(server, held, {"type": "samnite-wars.set-up"})
    page.goto(f"{path}?at=2&as=seat:fabius")
    expect(page.get_by_text("You hold no token for that view")).to_be_visible()
    eyes = page.get_by_role("group", name="Seen by").get_by_role("button")
    expect(eyes).to_have_count(1)
    send(server, held, {"type": "campaign.conclude", "reason": "A test.", "winners": []})
    send(server, held, {"type": "campaign.open-seals"})
    page.goto("/")
    page.goto(f"{path}?at=2")
    expect(eyes).to_have_count(3)
    eyes.nth(1).click()
    expect(page.locator(".lab.seen")).to_have_text("Seen by Fabius")
    asked = {"at": 2, "audience": "seat:fabius"}
    state = httpx.get(f"{server.url}/v1/campaigns/{held['id']}/state", params=asked).json()
    (hand,) = [one["hand"] for one in state["view"]["game"]["players"] if one["seat"] == "fabius"]
    for card in hand:
        expect(
            page.locator(".board .card").get_by_text(card["name"], exact=True).first
        ).to_be_visible()


def test_who_is_awaited_is_called(page: Page, campaign: dict[str, str]) -> None:
    """At the last event, through their own eyes; nobody else is. Before it they look back."""
    path = f"/#/campaigns/{campaign['id']}"
    page.goto(path)
    expect(page.locator(".awaited")).to_contain_text("Referee: combats")
    expect(page.locator(".call")).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{path}?token={campaign['referee']}")
    expect(page.locator(".call")).to_contain_text("Your turn")
    page.keyboard.press("Home")
    expect(page.locator(".call")).to_contain_text("You look back to event 1 of")


def test_news_of_a_running_campaign_arrive(
    page: Page, server: Running, campaign: dict[str, str]
) -> None:
    page.goto(f"/#/campaigns/{campaign['id']}")
    ruler = page.locator("#ruler")
    expect(ruler).to_have_attribute("aria-valuemax", re.compile(r"\d+"))
    before = int(ruler.get_attribute("aria-valuemax") or 0)
    send(server, campaign, {"type": "campaign.annotate", "seq": 1, "text": "News."})
    expect(ruler).to_have_attribute("aria-valuemax", str(before + 1))
    expect(page.locator(".log").get_by_text("News.").first).to_be_visible()


def test_a_saved_campaign_replays_and_verifies_from_its_file_alone(
    page: Page, server: Running, campaign: dict[str, str], tmp_path: Path
) -> None:
    path = f"{server.url}/v1/campaigns/{campaign['id']}/capsule?steps=true"
    saved = tmp_path / "alea.jsonl"
    saved.write_bytes(httpx.get(path).content)
    page.goto("/#/capsule")
    page.route("**/v1/**", lambda route: route.abort())
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a file").click()
    chosen.value.set_files(saved)
    expect(page.locator("#ruler")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Verify")).click()
    expect(page.locator("[data-check='5']")).to_have_attribute("data-result", "pass")
    expect(page.locator("[data-check='9']")).to_have_attribute("data-result", "not-confirmed")


def test_the_reference_needs_nothing_from_elsewhere(page: Page, server: Running) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs/reference")
    expect(page.get_by_role("heading", name="Iacta").first).to_be_visible()
    ours = (f"{server.url}/", "data:", "blob:")
    assert [url for url in asked if not url.startswith(ours)] == []


@pytest.mark.parametrize("path", ["/docs", "/docs/your-own-game", "/problems"])
def test_pages_to_read_are_shown_under_the_strict_policy(path: str, page: Page) -> None:
    """With the viewer's colours, and nothing wider than the window."""
    page.goto(path)
    expect(page.get_by_role("link", name="Documentation").first).to_be_visible()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(247, 244, 236)"
    page.set_viewport_size({"width": 390, "height": 800})
    assert overflow(page) == 0


def test_the_policy_forbids_what_is_not_our_own(server: Running) -> None:
    policy = httpx.get(server.url).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_capsule_of_the_service_is_the_one_that_the_viewer_reads(
    server: Running, campaign: dict[str, str]
) -> None:
    path = f"{server.url}/v1/campaigns/{campaign['id']}/capsule?steps=true"
    head, view, *events = httpx.get(path).text.splitlines()[:-2]
    assert json.loads(head)["iacta"] == "capsule"
    assert set(json.loads(view)) == {"view", "tables"}
    assert all({"event", "text", "patch", "marks"} == set(json.loads(one)) for one in events)


def asked_for(page: Page, path: str) -> set[str]:
    """The modules that a page asks the server for until its board or list stands."""
    asked: set[str] = set()
    page.on(
        "request", lambda request: asked.update(re.findall(r"assets/\w+/(.+\.js)", request.url))
    )
    page.goto(path)
    expect(page.locator("#app:is([data-page=replay], [data-page=new])")).to_be_visible()
    settled(page)
    return asked


def test_a_page_asks_for_what_it_needs_and_for_no_other_page(page: Page) -> None:
    asked = asked_for(page, "/#/samples/naval-battle?at=2")
    games = {found[1] for path in asked if (found := re.match(r"systems/([\w-]+)", path))}
    assert games == {"_fallback", "naval-battle"}
    assert not {p for p in asked if p.startswith("play/")} - {"play/playing.js"}
    others = {
        "list.js",
        "pages/new.js",
        "pages/qr.js",
        "proof.js",
        "receipt.js",
        "verify/verify.js",
    }
    assert not asked & others
    page.get_by_role("button", name=re.compile("^Verify")).click()
    expect(page.locator("[data-check='5']")).to_have_attribute("data-result", "pass")
    assert "proof.js" in asked


def test_the_form_of_a_campaign_asks_for_no_board(page: Page) -> None:
    asked = asked_for(page, "/#/new")
    expect(page.locator(".system .thumb")).to_have_count(4)
    assert "systems/civil-war/glance.js" in asked
    boards = {"systems/civil-war.js", "systems/civil-war/board.js", "systems/samnite-wars/map.js"}
    assert not asked & {*boards, "parts/zoom.js", "log.js"}


def test_a_page_that_is_left_before_its_part_has_come_draws_nothing(page: Page) -> None:
    held: list[Route] = []
    page.goto("/")
    expect(page.locator("#app")).to_have_attribute("data-page", "list")
    page.route("**/pages/found.js", lambda route: held.append(route))
    page.evaluate("location.hash = '#/new'")
    expect(page.get_by_role("heading", name="Reading the page")).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(page.locator("#app")).to_have_attribute("data-page", "list")
    for route in held:
        route.continue_()
    page.evaluate("""async () => {
      const main = document.querySelector("script[src$='main.js']").src;
      await import(new URL("pages/found.js", main));
    }""")
    settled(page)
    expect(page.locator("#app")).to_have_attribute("data-page", "list")
    expect(page).to_have_url(re.compile("#/$"))
    expect(page.locator("#found")).to_have_count(0)


def test_a_part_that_cannot_be_loaded_is_asked_for_again(window: Window) -> None:
    page = window.page()
    page.goto("/")
    expect(page.locator("#app")).to_have_attribute("data-page", "list")
    page.route("**/pages/found.js", lambda route: route.abort())
    page.evaluate("location.hash = '#/new'")
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    page.unroute("**/pages/found.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="New campaign").first).to_be_visible()
    page.close()
