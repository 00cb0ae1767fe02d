"""The first turn of one who was invited: few clicks, and what is to be done in sight."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from iacta.domain.kernel.contract.choices import fill
from tests.support.choosing import read_option
from tests.support.environment import Below
from tests.support.play import Game, found
from tests.viewer.conftest import PHONE, WIDE, in_sight, settled, sit_down
from tests.viewer.seats import THREE

Sit = Callable[..., Page]
TAKEN = "[aria-pressed=true]"


@pytest.fixture
def sit(played_page: Page) -> Sit:
    """Open a game's page as the seat that is awaited first."""
    return lambda game, size=WIDE: sit_down(played_page, game, size=size)


@pytest.fixture
def sea(http: httpx.Client) -> Game:
    """A naval battle that is fought for certain."""
    return found(http, "naval-battle", "actium").claim_all()


def last_command(game: Game) -> dict[str, Any]:
    """The command of the last event, as the referee reads it."""
    command: dict[str, Any] = game.get("referee", f"/events/{game.seq}").json()["event"]["command"]
    return command


def test_a_march_from_the_list_takes_the_whole_army(sit: Sit, http: httpx.Client) -> None:
    """The army, the goal, send; who shall stay is taken off."""
    war = found(http, "civil-war", "rubicon").claim_all().until("segments")
    page = sit(war)
    page.locator("[data-option^='march:Cisalpina:']").first.click()
    units = page.locator("[data-question='/units'] .pick")
    expect(page.locator("[data-question='/units'] .lab")).to_have_text(re.compile(r"All \d+ taken"))
    expect(units.first).to_be_hidden()
    army = units.count()
    expect(page.locator(f"[data-question='/units'] .pick{TAKEN}")).to_have_count(army)
    expect(page.locator(f"[data-question='/leaders'] .pick:not({TAKEN})")).to_have_count(0)
    expect(page.locator(".lasts .skipped")).to_have_text("Still to choose: The zone they march to")
    page.locator(".company summary").click()
    units.first.click()
    expect(units.first).to_be_visible()
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert len(last_command(war)["units"]) == army - 1


def test_the_next_line_advances_as_far_as_the_first(sit: Sit, field: Game) -> None:
    """The whole line goes, as many hexes as were said last: one click begins it, one sends it."""
    page = sit(field)
    page.locator("[data-option=march]").click()
    hexes = page.locator("[data-question='/hexes'] .pick")
    expect(hexes.first).to_have_text("1")
    expect(page.locator(f"[data-question='/hexes'] .pick{TAKEN}")).to_have_count(0)
    hexes.nth(1).click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    first = last_command(field)
    page.locator("[data-option=march]").click()
    expect(page.locator(f"[data-question='/hexes'] .pick{TAKEN}")).to_have_text("2")
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    second = last_command(field)
    assert second["hexes"] == first["hexes"] == 2
    assert not set(second["units"]) & set(first["units"])


def test_one_press_orders_a_whole_army_ahead(sit: Sit, field: Game) -> None:
    """Those behind follow those before them; who is left, the list of what may be done tells."""
    page, before = sit(field), field.seq
    side = awaited(field).removeprefix("seat:")
    units = field.get("referee", "/state").json()["view"]["game"]["units"]
    expect(page.locator(".lay [data-lay]")).to_have_text("Advance the whole army")
    # How far the enemy is, is said once: of those who are free to go.
    expect(page.locator(".orders").get_by_text("nearest enemy")).to_have_count(1)
    expect(page.locator("[data-option=march]")).to_contain_text("only 1")
    page.locator("[data-lay-less='3']").click()
    orders = page.locator(".olist > li")
    expect(orders).not_to_have_count(0)
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    expect(page.locator(".lay")).to_have_count(0)
    expect(page.locator("[data-option=march]")).to_have_count(0)
    assert field.seq == before
    ranks = orders.count()
    assert ranks > 1
    page.locator(".do-foot [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert kinds(field, before) == ["de-bello-punico.march"] * ranks
    events = field.events("referee")[before:]
    assert {one["command"]["hexes"] for one in events} == {3}
    marches = [set(one["command"]["units"]) for one in events]
    gone = set().union(*marches)
    assert len(gone) == sum(map(len, marches)) > len(marches[0])
    assert gone <= {one["id"] for one in units if one["side"] == side}


def test_a_counter_of_a_line_stands_for_all_of_it(sit: Sit, field: Game) -> None:
    """The title says how many go with it; who stays is taken off."""
    page = sit(field)
    march = page.locator("[data-option=march]")
    title = march.inner_text()
    page.locator(".board [data-ids].offered").first.dispatch_event("click")
    expect(page.locator(".orders .lab").first).to_contain_text("Only orders for")
    march.click()
    units = page.locator("[data-question='/units'] .pick")
    expect(page.locator("[data-question='/units'] .lab")).to_have_text(re.compile(r"All \d+ taken"))
    assert re.search(rf"\b{units.count()} of \d+ units", title)


@pytest.mark.parametrize(("size", "place"), [(WIDE, ".orders"), (PHONE, ".do-foot")])
def test_a_phase_with_nothing_left_to_do_is_ended_by_one_click(
    sit: Sit, sea: Game, size: ViewportSize, place: str
) -> None:
    """The button says what comes next; a proposal to end the battle stands below it."""
    page = sit(sea.until("combat"), size)
    end = page.locator("[data-end]:visible")
    expect(end).to_have_count(1)
    expect(end).to_contain_text("End combat")
    expect(end.locator("small")).to_contain_text("then the ")
    expect(end.locator("small")).to_contain_text(": command checks")
    assert in_sight(page, f"{place} [data-end]")
    before = sea.seq
    end.dispatch_event("click", {"detail": 2})  # the second tap of what stood there before
    expect(page.locator("body:not([data-sending]) .orders[aria-busy=false]")).to_be_visible()
    assert sea.seq == before
    end.click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert sea.seq == before + 1
    assert last_command(sea)["type"] == "naval-battle.end-combat"


def test_where_more_could_be_done_a_phone_ends_a_phase_by_two_presses(
    sit: Sit, http: httpx.Client
) -> None:
    """The first tells what is left, and whatever else is pressed takes it back."""
    war = found(http, "civil-war", "rubicon").claim_all().until("segments")
    page = sit(war, PHONE)
    end = page.locator(".do-foot .btn:has-text('End the segment')")
    before = war.seq
    end.click()
    expect(page.locator(".do-foot [data-end]")).to_contain_text("nobody has moved: press again")
    expect(page.locator(".do-foot .do")).to_have_count(1)  # it alone stands out
    expect(page.locator(".act")).to_have_count(0)
    page.locator(".do-foot [data-end]").dispatch_event("click", {"detail": 2})
    page.locator(".do-foot [data-bring]").click()
    page.locator(".may [data-option^='march:']").first.click()
    expect(page.locator(".act h2")).to_contain_text("March")
    page.keyboard.press("Escape")
    expect(page.locator(".do-foot [data-end]")).to_have_count(0)
    assert war.seq == before
    end.click()
    page.locator(".do-foot [data-end]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert last_command(war)["type"] == "civil-war.end-marches"


def test_a_phase_is_not_ended_unseen_where_what_comes_is_not_known(sit: Sit, sea: Game) -> None:
    """Without a line to ask by, the order is begun as any other."""
    page = sit(sea.until("movement"))
    before = sea.seq
    page.locator("[data-option='end-movement']").click()
    page.route("**/command-batches", lambda route: route.abort())
    page.locator(".act [data-send]").click()
    end = page.locator(".orders [data-end]")
    expect(end).to_contain_text("End combat")
    for _ in range(2):  # what was read for the first press is there for the second
        end.click()
        expect(page.locator(".act h2")).to_contain_text("End combat")
        page.keyboard.press("Escape")
        expect(page.locator(".act")).to_have_count(0)
    assert sea.seq == before + 1


def test_what_a_phase_begins_with_is_at_the_foot_of_a_phone(sit: Sit, sea: Game) -> None:
    """The whole fleet in line, and the double move, need no look below the board."""
    page = sit(sea.until("deployment"), PHONE)
    foot = page.locator(".do-foot .btn")
    expect(foot.last).to_have_text(re.compile("^ *Set up all .* fleets in line *$"))
    assert in_sight(page, ".do-foot .btn:last-child")


def test_of_two_things_each_is_at_the_foot_of_a_phone(sit: Sit, http: httpx.Client) -> None:
    """To keep or to buy, to play or to pass, with what it gives: no list is opened for it."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    page = sit(game, PHONE)
    foot = page.locator(".do-foot .btn")
    expect(foot).to_have_text(
        [
            re.compile(r"^ *Keep the \d+ gold 1 PT each as your turn ends *$"),
            re.compile("^ *Buy cards, 1 gold each a larger hand to play from *$"),
        ]
    )
    expect(page.locator(".do-foot .do")).to_have_count(0)
    assert in_sight(page, ".do-foot .btn:last-child")
    foot.last.click()
    expect(page.locator(".act h2")).to_contain_text("Buy cards")


def test_of_two_things_the_plain_one_is_done_by_two_presses_at_its_place(
    sit: Sit, http: httpx.Client
) -> None:
    """Where nothing of it is to be chosen no form is opened, and it is not done unseen."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    page, before = sit(game, PHONE), game.seq
    keep = page.locator(".do-foot .btn").first
    keep.click()
    expect(keep).to_contain_text("press again to send")
    expect(page.locator(".act")).to_have_count(0)
    page.locator(".do-foot .btn").last.click()  # thought better of it
    expect(page.locator(".act h2")).to_contain_text("Buy cards")
    page.keyboard.press("Escape")
    expect(keep).not_to_contain_text("press again")
    keep.click()
    expect(keep).to_contain_text("press again")
    assert game.seq == before
    keep.click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert last_command(game) == {"type": "samnite-wars.draw", "cards": 0}


def test_what_is_laid_by_two_presses_says_that_dice_may_fall(sit: Sit, http: httpx.Client) -> None:
    """The last to discard nothing begins what nobody can know."""
    game = found(http, "samnite-wars", "standard").claim_all().until("etcetera")
    _, other = game.campaign()["waiting"]
    game.do(f"seat:{other['seat']}", "samnite-wars.discard", cards=[])
    page = sit(game, PHONE)
    none = page.locator(".do-foot .btn").first
    none.click()
    expect(none).to_have_text(
        "Discard none if it is the last answer, dice may be thrown: press again to send"
    )
    none.click()
    expect(page.locator(".flash.ok")).to_be_visible()


def test_what_is_laid_is_asked_and_named_once(sit: Sit, http: httpx.Client) -> None:
    """The title says what is chosen; of dice is said whose answer they wait for, or nothing."""
    game = found(http, "samnite-wars", "standard").claim_all().until("etcetera")
    first, other = game.campaign()["waiting"]
    page = sit(game, PHONE)
    page.locator(".may [data-option='discard:some']").click()
    act = page.locator(".act")
    expect(act.locator(".q [role=status]")).to_contain_text("0 of 10 chosen, 1 to 5")
    act.locator(".pick").first.click()
    expect(act.locator(".laid dd")).to_be_visible()
    for again in ("legend", ".laid dt"):
        assert act.locator(again).bounding_box()["width"] <= 1  # type: ignore[index]
    expect(act).to_contain_text("Once all have answered, dice may be thrown. Still to answer:")
    expect(act).not_to_contain_text("all are opened")
    game.do(f"seat:{other['seat']}", "samnite-wars.discard", cards=[])
    expect(act).to_contain_text("With the last answer all are opened, and dice may be thrown.")
    expect(act).not_to_contain_text("odds")
    assert first["seat"] != other["seat"]


def test_who_answers_last_reads_what_they_did_before_what_others_did(
    sit: Sit, http: httpx.Client
) -> None:
    """Whose discards are opened with it, and who is Consul next, come after one's own."""
    game = found(http, "samnite-wars", "standard").claim_all().until("etcetera")
    _, other = (f"seat:{one['seat']}" for one in game.campaign()["waiting"])
    (some,) = (one for one in game.options(other) if one["id"] == "discard:some")
    game.do(other, "samnite-wars.discard", cards=[some["choices"]["/cards"]["some_of"][0]["value"]])
    page = sit(game, PHONE)
    none = page.locator(".do-foot .btn").first
    none.click()
    expect(none).to_contain_text("press again to send")
    none.click()
    told = page.locator(".flash.ok .came")
    expect(told).to_have_text(
        re.compile(r"^\s*Discard none\.\s*\w+ discards one card\.\s*Turn 2: \w+ is Consul\.")
    )


def test_a_line_of_its_own_is_ordered_from_the_list(sit: Sit, field: Game) -> None:
    """The foot of a phone orders all of them."""
    page = sit(field, PHONE)
    line = page.locator(".may [data-option=march]")
    expect(line).to_contain_text("Advance the line")
    expect(page.locator(".do-foot")).not_to_contain_text("Advance the line")
    assert in_sight(page, ".do-foot .btn:last-child")
    line.click()
    expect(page.locator(".act h2")).to_contain_text("Advance the line")


def test_the_next_marker_is_what_the_one_before_was(sit: Sit, http: httpx.Client) -> None:
    """Of the markers one alone is a blank: a box is pressed, and what is laid stands there."""
    game = found(http, "de-bello-punico", "trebbia").claim_all().until("command")
    page = sit(game)
    boxes = page.locator(".may [data-option^='place:']")
    boxes.first.click()
    marker = page.locator("[data-question='/marker'] .pick")
    expect(page.locator(f"[data-question='/marker'] .pick{TAKEN}")).to_have_count(0)
    marker.first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    game.do("seat:rome", "de-bello-punico.place", box="combat", marker="vacuus")
    boxes.nth(1).click()
    expect(page.locator(f"[data-question='/marker'] .pick{TAKEN}")).to_have_text("a Command Point")
    expect(page.locator(".act [data-send]")).to_be_enabled()


def test_on_a_phone_the_next_marker_is_chosen_where_the_one_before_was(
    sit: Sit, http: httpx.Client
) -> None:
    """The list stays in sight after each: no way leads back to it."""
    game = found(http, "de-bello-punico", "trebbia").claim_all().until("command")
    page = sit(game, PHONE)
    first = ".may [data-option^='place:']"
    page.locator(first).first.click()
    page.locator("[data-question='/marker'] .pick").first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_attached()
    game.do("seat:rome", "de-bello-punico.place", box="combat", marker="vacuus")
    expect(page.get_by_role("heading", name="Of three Command Points")).to_be_visible()
    assert in_sight(page, first)


def test_on_a_phone_what_came_of_the_last_marker_is_in_sight(sit: Sit, http: httpx.Client) -> None:
    """There is no such list to go on with."""
    game = found(http, "de-bello-punico", "trebbia").claim_all().until("command")
    left = {"rome": ["point", "point", "vacuus"], "carthage": ["point"] * 4}
    boxes = ("combat", "movement", "recovery", "cavalry")
    while left[seat := game.campaign()["waiting"][0]["seat"]]:
        box = boxes[len(left[seat]) - 1]
        game.do(f"seat:{seat}", "de-bello-punico.place", box=box, marker=left[seat].pop(0))
    page = sit(game, PHONE)
    page.locator(".may [data-option^='place:']").first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".flash.ok")).to_be_in_viewport()


def passing(route: Route) -> None:
    """Let nobody hold a card that fits: to pass is all there is."""
    answer = route.fetch()
    found = answer.json()
    found["items"] = [one for one in found["items"] if one["id"] == "answer"]
    route.fulfill(response=answer, json=found)


def test_who_is_awaited_next_for_the_same_is_named_together(
    sit: Sit, played_page: Page, http: httpx.Client
) -> None:
    """And the event tells by its rule what it brings."""
    game = found(http, "samnite-wars", "standard", seats=THREE).claim_all()
    game.do("referee", "samnite-wars.set-up")
    played_page.route("**/options*", passing)
    page = sit(game.until("event-cards"), PHONE)
    end = page.locator(".do-foot [data-end]")
    expect(end).to_have_text(re.compile(r"then \w+ and \w+: a card, or none\s*$"))
    rules = "Revolt: gain 3 PT|Peace: Pax Romana|Raids: fortify|War: win or lose 2d6 PT"
    page.locator(".sw-way [data-code]").first.click()
    expect(page.locator("#code-note")).to_contain_text(re.compile(rules))


def to_campaign(game: Game) -> Game:
    """Play on until the Consul may invade a region."""
    below = Below("campaign")
    while "campaign" not in [one["id"] for one in game.options(awaited(game))]:
        assert game.step(below)
    return game


def test_what_is_thrown_next_is_read_from_its_head(sit: Sit, http: httpx.Client) -> None:
    """Its odds come later and are long: the page went to their end, away from what was asked."""
    game = found(http, "samnite-wars", "standard", seats=THREE).claim_all()
    game.do("referee", "samnite-wars.set-up")
    page = sit(game, PHONE)
    keep = page.locator(".do-foot .btn").first
    keep.dispatch_event("click")
    expect(keep).to_contain_text("press again")
    keep.dispatch_event("click")
    expect(page.locator(".act")).to_contain_text("These chances are exact.")
    settled(page)
    assert in_sight(page, ".act h2")


def test_a_region_is_chosen_beside_the_map_of_a_phone(sit: Sit, http: httpx.Client) -> None:
    """One sees where it lies, and lights it there: the map comes before the hand."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    page = sit(to_campaign(game), PHONE)
    over = """() => document.querySelector(".sw-map").getBoundingClientRect().top
      < document.querySelector(".sw-own").getBoundingClientRect().top"""
    assert not page.evaluate(over)
    page.locator("[data-option=campaign]").click()
    region = page.locator("[data-question='/region'] .pick").first
    expect(region).to_contain_text("civilized")
    page.wait_for_function(over)
    assert in_sight(page, ".sw-map .target.offered")
    region.click()
    expect(page.locator(".sw-map .target.picked")).to_have_count(1)
    page.wait_for_function(over)


def test_the_gold_that_a_consul_decides_on_is_in_sight_of_a_phone(
    sit: Sit, http: httpx.Client
) -> None:
    """One figure: what the Treasury began with, before the first taxes, is called that."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    page = sit(game, PHONE)
    who = page.locator(".sw-who")
    gold = game.get("referee", "/state").json()["view"]["game"]["treasury"]
    expect(who).to_contain_text(f"Rome’s Treasury, yours to spend: {gold} gold.")
    assert in_sight(page, ".sw-who")
    expect(who).to_contain_text(re.compile(r"Foe: \w+, \d+\s+PT"))  # whom one plays against
    expect(page.locator(".sw-step h2")).to_contain_text("Starting PT")
    expect(page.locator(".sw-step h2")).not_to_contain_text("Treasury holds")
    expect(page.locator(".sw-step .sub")).to_contain_text(f"the Treasury holds {gold}.")
    who.locator("[data-code=PT]").first.click()
    expect(page.locator("#code-note")).to_contain_text("Prestige tokens")


def test_what_may_be_done_next_is_in_sight_of_a_map_that_was_enlarged(
    sit: Sit, http: httpx.Client
) -> None:
    """Who came nearer to find a goal sees after sending who may go next."""
    war = found(http, "civil-war", "rubicon").claim_all().until("segments")
    page = sit(war, PHONE)
    for _ in range(3):
        page.get_by_role("button", name="Larger").first.click()
    page.locator("[data-option^='march:Cisalpina:']").first.click()
    page.locator("[data-question='/to'] .pick").first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    page.wait_for_function(SEEN)


SEEN = """() => {
  const pane = document.querySelector("board-zoom").getBoundingClientRect();
  return [...document.querySelectorAll(".board .offered:not([data-place])")]
    .map((el) => el.getBoundingClientRect())
    .some((box) => box.left >= pane.left && box.right <= pane.right
      && box.top >= pane.top && box.bottom <= pane.bottom);
}"""
"""Whether a counter that may be chosen is in the map's window."""


HALTS = "The Merchantmen (mob, 4) halt."


def halting(route: Route) -> None:
    """Let somebody halt, whichever dice fell."""
    answer = route.fetch()
    made = answer.json()
    made["step"]["text"] = [made["step"]["text"][0], HALTS]
    route.fulfill(response=answer, json=made)


def test_who_halts_is_told_with_the_throw(sit: Sit, sea: Game) -> None:
    """On a phone the checks of each fleet stand far below: the line names who failed."""
    page = sit(sea.until("command"), PHONE)
    page.route("**/commands", halting)
    page.locator("[data-option=check]").click()
    page.locator(".act [data-throw]").click()
    expect(page.locator(".flash.ok .came")).to_contain_text(HALTS)


def test_a_check_is_told_before_the_throw_by_who_throws_and_what_it_bars(
    sit: Sit, sea: Game
) -> None:
    """One sees why so many dice fall, and what it is to be halted, whatever is rare."""

    def outcome(**checks: int) -> dict[str, Any]:
        rest = {"faces": [], "text": [], "swings": [], "ends": None}
        return {"probability": "1/2", "outcome": {"checks": checks}, **rest}

    some, more = outcome(P=13, H=1, D=1), outcome(P=12, F=2, R=1)
    odds = {"at": 1, "exact": True, "branches": 6, "told": "all", "text": [], "modifiers": []}
    page = sit(sea.until("command"))
    page.route(
        "**/odds",
        lambda route: route.fulfill(
            json={**odds, "outcomes": [some, more, outcome(P=15)], "worst": None}
        ),
    )
    page.locator("[data-option=check]").click()
    expect(page.locator(".act h2")).to_contain_text(re.compile(r"a die each for \w+ fleets and"))
    expect(page.locator(".bars > li > div > p")).to_have_text(
        [
            "13 of 15 pass, 1 halted (no move), 1 disrupted (no attack)",
            "12 of 15 pass, 2 failed (no move, no attack), 1 routed (flees)",
            "All 15 pass",
        ]
    )


def test_what_is_fought_for_is_told_of_each_side(sit: Sit, http: httpx.Client) -> None:
    """NV 12.4: of supply each side reads what it wants, and whether a draw is enough."""
    supply = found(http, "naval-battle", "supply").claim_all().until("allocation")
    expect(sit(supply).locator(".party .aim")).to_have_text(
        ["Want supply through: only if they win.", "Want supply cut: a draw is enough."]
    )


def test_the_bid_says_what_stratagems_are_for(sit: Sit, sea: Game) -> None:
    """Who does not know what else they are good for cannot say how many to bid."""
    page = sit(sea.until("bids"))
    page.locator("[data-option=bid]").click()
    expect(page.locator(".act .note").first).to_contain_text("no other use in the battle")


def test_what_stands_after_the_moves_is_none_of_them(sit: Sit, sea: Game) -> None:
    """A proposal to end the battle is set apart from the fleets under `Move`."""
    page = sit(sea.until("movement"))
    gaps = page.locator(".may > li").evaluate_all(
        """rows => rows.slice(1).map((row, i) => [
          Boolean(row.querySelector("[data-option='call-off']")),
          row.getBoundingClientRect().top - rows[i].getBoundingClientRect().bottom,
        ])"""
    )
    (apart,) = [gap for called, gap in gaps if called]
    assert apart >= 12


def test_a_double_move_that_moves_nothing_is_left_out(sit: Sit, sea: Game) -> None:
    """Where nothing is left to move the end is one press, and beside it a proposal to stop."""
    mover = f"seat:{sea.until('movement').campaign()['waiting'][0]['seat']}"
    for one in sea.options(mover):
        if one["id"].startswith("move:"):
            body = {"command": fill(read_option(one), Below("anywhere")), "entropy": "e"}
            assert sea.post(mover, "/commands", body).status_code == 201
    page = sit(sea)
    expect(page.locator("[data-end]:visible")).to_have_text(re.compile("End movement"))
    listed = page.locator(".may").first.locator("[data-option]")
    expect(listed).to_have_count(1)
    expect(listed).to_have_attribute("data-option", "call-off")


def test_a_fleet_with_only_baggage_aboard_stays_when_all_go_ahead(sit: Sit, sea: Game) -> None:
    """The treasure is worth points to the enemy and never fights."""
    sea.do("seat:reactive", "naval-battle.intercept", leader="Agrippa")
    for seat in ("active", "reactive"):
        lists = sea.options(f"seat:{seat}")[0]["choices"]["/ships"]["one_of"]
        sea.do(f"seat:{seat}", "naval-battle.allocate", ships=lists[0]["value"])
    for seat, bid in (("active", 1), ("reactive", 0)):
        sea.do(f"seat:{seat}", "naval-battle.bid", stratagems=bid)
    for seat in ("reactive", "active"):
        sea.do(f"seat:{seat}", "naval-battle.form-line")
    sea.do("seat:active", "naval-battle.check")
    page = sit(sea)
    expect(page.locator(".lay small")).to_contain_text("A fleet with only baggage aboard stays.")
    view = sea.get("referee", "/state").json()["view"]
    ahead = """async (view) => {
      const base = document.querySelector("script[type=module]").src;
      const { together } = await import(new URL("systems/naval-battle.js", base));
      return together(view, "active").orders.map(({ option }) => option);
    }"""
    orders = page.evaluate(ahead, view)
    fleets = [one["name"] for one in view["game"]["fleets"] if one["control"] == "active"]
    assert {*fleets} - {one.removeprefix("move:") for one in orders} == {"Merchantmen"}


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_the_usual_allocation_is_laid_by_one_press(sit: Sit, sea: Game, size: ViewportSize) -> None:
    """On the first screen: what it holds, that it is laid face down, and that one may choose."""
    page = sit(sea.until("allocation"), size)
    role, before, full = awaited(sea), sea.seq, told(sea)
    usual = page.locator("[data-usual]").locator("visible=true")
    expect(usual).to_have_text(
        re.compile(r"Lay the usual, face down\s+All your fleets, the strongest units on deck")
    )
    expect(page.locator(".lay small").last).to_have_text(
        f"{full}. Once laid, it stands. Or choose yourself:"
    )
    assert in_sight(page, ".lay small b")
    assert in_sight(page, "[data-option='allocate-as-proposed']")
    usual.click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert sea.seq == before + 1
    sides = sea.get(role, "/state").json()["view"]["game"]["sides"]
    (laid,) = [side["allocation"] for side in sides if side["allocation"]]
    told_so = [(one["fleet"], [*one["aboard"], *one["leaders"]]) for one in laid]
    assert full.endswith(", ".join(f"{fleet} ({', '.join(who)})" for fleet, who in told_so))


def test_a_ready_list_is_chosen_by_its_head(sit: Sit, sea: Game) -> None:
    """Who goes aboard which ship is told once of the one that is chosen: by the log that will be
    read, or with what is laid; and what it is to be on deck.
    """
    page = sit(sea.until("allocation"))
    page.locator("[data-option='allocate-as-proposed']").click()
    picks = page.locator("[data-question='/ships'] .pick")
    expect(picks.first).to_have_text("All your fleets, the strongest units on deck")
    picks.first.click()
    laid = page.locator(".laid details")
    expect(laid.locator("summary")).to_have_text("All your fleets, the strongest units on deck")
    ships = laid.locator("p")
    expect(ships).to_have_text(": ".join(told(sea).split(": ")[1:]))
    expect(ships).to_be_hidden()
    expect(page.locator(".act blockquote")).to_contain_text(" carries ")
    expect(page.locator(".act")).to_contain_text("stands on deck: it boards, and is shot at")
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    # The step's own list says it: no sentence above repeats it.
    expect(page.locator(".nb-step .loads li")).not_to_have_count(0)
    expect(page.locator(".nb-step")).not_to_contain_text(" carries ")
    page = sit(sea)
    page.locator("[data-option='allocate-as-proposed']").click()
    page.locator("[data-question='/ships'] .pick").first.click()
    expect(page.locator(".act blockquote")).to_have_count(0)
    expect(page.locator(".laid details p")).to_be_visible()
    # What both carry is more than a line says: how many fight stands before it.
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_contain_text("Sent and recorded")
    carried = page.locator(".flash.ok details small", has_text=" carries ")
    expect(carried).to_have_count(2)
    expect(carried.first).to_be_hidden()


def test_who_is_left_out_of_an_allocation_is_told_beside_its_list(
    sit: Sit, http: httpx.Client
) -> None:
    """Who sails where the list says; of whom it does not name, the sentence tells."""
    agreed = found(http, "naval-battle", "naulochus").claim_all().until("allocation")
    page = sit(agreed)
    page.locator("[data-option='allocate-as-proposed']").click()
    page.locator("[data-question='/ships'] .pick", has_text="Without light troops").click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".nb-step .loads li")).not_to_have_count(0)
    expect(page.locator(".nb-step > .odds")).to_have_text(re.compile("^Left out: "))


def told(game: Game) -> str:
    """The first ready list of the seat that is awaited, in full."""
    role = f"seat:{game.campaign()['waiting'][0]['seat']}"
    (ready,) = [one for one in game.options(role) if one["id"] == "allocate-as-proposed"]
    return str(ready["choices"]["/ships"]["one_of"][0]["title"])


def kinds(game: Game, since: int) -> list[str]:
    """The types of the commands after an event, as the referee reads them."""
    return [one["command"]["type"] for one in game.events("referee")[since:]]


def awaited(game: Game) -> str:
    """The role that is awaited first."""
    return f"seat:{game.campaign()['waiting'][0]['seat']}"


def test_units_are_moved_one_after_the_other_on_the_board_and_sent_at_once(
    sit: Sit, field: Game
) -> None:
    """A unit and its goal, the next unit and its goal, one press that sends both."""
    (move,) = [one for one in field.options(awaited(field)) if one["id"] == "move"]
    page, before = sit(field), field.seq
    first, second = move["choices"]["/unit"]["one_of"][:2]
    taken: set[str] = set()
    for unit in (first, second):
        goals = [one["value"] for one in unit["choices"]["/to"]["one_of"]]
        goal = next(one for one in goals[1:] if one not in taken)
        taken.add(goal)
        page.locator(f".board .offered[data-unit='{unit['value']}']").dispatch_event("click")
        page.locator(f".board .offered[data-place][data-ids='{goal}']").dispatch_event("click")
        page.locator("[data-question='/facing'] .pick").first.click()
        expect(page.locator(".lasts .safe")).to_contain_text("choose the next on the board")
    expect(page.locator("#your-orders")).to_contain_text("1 composed")
    assert field.seq == before
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert kinds(field, before) == ["de-bello-punico.move"] * 2
    assert last_command(field)["unit"] == second["value"]


def test_fleets_are_set_up_one_after_the_other_and_sent_at_once(sit: Sit, sea: Game) -> None:
    """What is whole is kept when the next of the list is begun; what is not is left."""
    page = sit(sea.until("deployment"))
    before = sea.seq
    rows = page.locator(".may [data-option^='place:']")
    rows.nth(1).click()
    rows.nth(0).click()
    expect(page.locator("#your-orders")).to_have_count(0)
    settled(page)
    page.locator(".board .offered[data-place]").first.dispatch_event("click")
    expect(page.locator(".lasts .safe")).to_contain_text("choose the next")
    rows.nth(1).click()
    expect(page.locator("#your-orders")).to_contain_text("1 composed")
    settled(page)
    page.locator(".board .offered[data-place]").first.dispatch_event("click")
    expect(page.locator(".lasts .safe")).to_contain_text("choose the next")
    page.locator(".may [data-option='form-line']").click()
    expect(page.locator("#your-orders")).to_contain_text("2 composed and the open one")
    expect(page.locator(".act [data-send]")).to_contain_text("Send 3 orders")
    # It is for all that are left: nothing is to be chosen next.
    expect(page.locator(".lasts .final")).to_be_visible()
    expect(page.locator(".lasts")).not_to_contain_text("choose the next")
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert kinds(sea, before) == [
        "naval-battle.place",
        "naval-battle.place",
        "naval-battle.form-line",
    ]


def test_a_line_is_marked_by_its_fleets_within_the_board(sit: Sit, sea: Game) -> None:
    """Each frame has its fleet's letters, as on the counter, and lies on the water."""
    page = sit(sea.until("deployment"))
    page.locator(".may [data-option='form-line']").click()
    marks = page.locator(".ghosts text")
    seat = awaited(sea).removeprefix("seat:")
    counters = page.locator(f".party[data-seat='{seat}'] .roll .body > b")
    expect(marks).to_have_count(counters.count())
    assert set(marks.all_text_contents()) == set(counters.all_text_contents())
    water = page.locator(".nb .water").bounding_box()
    assert water is not None
    for frame in page.locator(".ghosts rect").all():
        box = frame.bounding_box()
        assert box is not None
        assert box["x"] >= water["x"]
        assert box["x"] + box["width"] <= water["x"] + water["width"]


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("allocation", "Allocation"),
        ("bids", "Bids for superiority"),
        ("deployment", "Setting up"),
        ("command", "Command checks"),
    ],
)
def test_what_one_is_awaited_for_is_said_once(sit: Sit, sea: Game, phase: str, words: str) -> None:
    """The phase of the bar is not repeated beside whose turn it is, however it is written."""
    page = sit(sea.until(phase))
    told = page.locator(".now-line").get_by_text(re.compile(f"^{words}$", re.IGNORECASE))
    expect(told).to_have_count(1)


def test_of_a_march_of_many_each_way_is_in_a_fold(sit: Sit, field: Game) -> None:
    """What moved stands in a sentence; who wants each unit's way opens it."""
    page = sit(field)
    page.locator("[data-option=march]").click()
    page.locator("[data-question='/hexes'] .pick").first.click()
    page.locator(".act [data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    each = page.locator(".dbp-step details")
    expect(each.locator("summary")).to_have_text("Unit by unit")
    expect(each.locator("li")).to_have_count(len(last_command(field)["units"]))
    expect(each.locator("li").first).to_be_hidden()
    expect(page.locator(".dbp-step > .going")).to_have_count(0)
