"""Chairs at one browser: the roles that it holds, and the seats that a referee acts for."""

import json
import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.environment import Below
from tests.support.play import Game, found
from tests.viewer.clicker import Clicker

WITHHELD = "it can come only from the seat itself"
Sit = Callable[..., Clicker]


@pytest.fixture
def sit(played_page: Page) -> Sit:
    """Open a game as a role, in a browser that holds other roles' tokens as well."""
    page = played_page

    def open_(game: Game, role: str, *also: str) -> Clicker:
        player = Clicker(page, Below("desk"))
        held = json.dumps({game.id: {one: game.tokens[one] for one in (role, *also)}})
        page.goto("/icon.svg")
        page.evaluate("held => localStorage.setItem('iacta.tokens', held)", held)
        page.goto(f"/#/campaigns/{game.id}?as={role}&at={game.seq}")
        player.settle()
        return player

    return open_


@pytest.fixture
def war(http: httpx.Client) -> Game:
    """A civil war once its first year's event is rolled."""
    game = found(http, "civil-war", "rubicon").claim_all()
    game.do("referee", "civil-war.roll-year-event")
    return game


def test_a_referee_enters_orders_for_a_seat(sit: Sit, war: Game) -> None:
    """The tray is what the referee may do in the seat's name, and so is the command sent."""
    (waiting, *_) = war.campaign()["waiting"]
    seat = waiting["seat"]
    player = sit(war, "referee")
    page = player.page
    chair = f"Enter orders for {seat.capitalize()}"
    page.get_by_label("In whose name you act").select_option(label=chair)
    expect(page.locator(".call")).to_contain_text(f"For {seat.capitalize()}")
    before = war.seq
    player.command()
    event = war.get("referee", f"/events/{before + 1}").json()["event"]
    assert (event["by"], event["for"]) == ("referee", f"seat:{seat}")
    assert player.asked.tokens <= {"", f"Bearer {war.tokens['referee']}"}
    page.get_by_label("In whose name you act").select_option(label="Act as referee")
    expect(page.locator("[data-option='campaign.rewind']")).to_be_attached()


def test_what_can_come_only_from_the_seat_is_said(sit: Sit, http: httpx.Client) -> None:
    game = found(http, "samnite-wars", "standard").claim_all()
    page = sit(game, "referee").page
    expect(page.locator(".withheld")).to_have_count(0)
    page.get_by_label("In whose name you act").select_option(label="Enter orders for Fabius")
    expect(page.locator(".withheld")).to_contain_text(WITHHELD)


def test_two_friends_at_one_browser_take_turns(sit: Sit, http: httpx.Client) -> None:
    """What anyone may do is offered to each; then the call line leads to who is awaited."""
    game = found(http, "civil-war", "rubicon").claim_all()
    player = sit(game, "seat:republican", "seat:caesarian")
    page = player.page
    expect(page.locator(".call")).to_contain_text("Anyone may act")
    player.command()
    below = Below("the year's event")
    while len(game.campaign()["waiting"]) > 1:  # some events are answered by both
        assert game.step(below)
    seat = game.campaign()["waiting"][0]["seat"]
    other = {"caesarian": "republican", "republican": "caesarian"}[seat]
    page.get_by_label("In whose name you act").select_option(label=f"Play as {other.capitalize()}")
    button = page.locator("[data-chair]")
    expect(button).to_have_text(f"Play as {seat.capitalize()}")
    button.click()
    expect(page.locator(".call")).to_contain_text(re.compile("Your (turn|answer)"))
    player.command()
    by = game.get("referee", f"/events/{game.seq}").json()["event"]["by"]
    assert by == f"seat:{seat}"


@pytest.mark.parametrize("role", ["referee", "seat:rome"])
def test_the_tray_reads_an_outline_and_what_is_opened(
    sit: Sit, http: httpx.Client, role: str
) -> None:
    """Everything at once is asked for only where an option names no unit or place."""
    game = found(http, "de-bello-punico", "trebbia").claim_all()
    player = sit(game, role)
    asked = [request.url for request in player.asked.sent if "/options" in request.url]
    assert asked
    assert all(url.endswith(("/options?of=*", "/options?of=%2A")) for url in asked)


def test_dice_are_entered_face_by_face(sit: Sit, http: httpx.Client) -> None:
    """Each die is named before its face, the last can be taken back, and a witness is told."""
    game = found(http, "civil-war", "rubicon", options={"entered_dice": True}).claim_all()
    player = sit(game, "referee")
    page, before = player.page, game.seq
    page.locator("[data-option=roll-year-event]").click()
    page.locator("[data-entering]").click()
    legend, send = page.locator(".entry legend"), page.locator("[data-enter]")
    expect(legend).to_have_text("Year event: one d6")
    faces = page.locator(".entry .pick")
    expect(faces).to_have_count(6)
    faces.nth(1).click()
    expect(page.locator(".entries li")).to_have_count(1)
    page.get_by_text("Take back the last").click()
    expect(page.locator(".entries li")).to_have_count(0)
    for _ in range(2):
        faces.nth(3).click()
        player.settle()
    expect(page.get_by_text("Every die is entered.")).to_be_visible()
    expect(send).to_be_disabled()
    foretold = page.locator("[data-with-these] p").all_inner_texts()
    assert game.seq == before
    page.locator("[data-witness]").fill("Both seats, over the telephone")
    send.click()
    expect(page.locator(".flash.ok")).to_contain_text("they prove nothing")
    event = game.get("referee", f"/events/{before + 1}").json()["event"]
    (draw,) = event["draws"]
    assert (draw["chain"], draw["witness"]) == ("entered", "Both seats, over the telephone")
    assert [(die["die"], die["face"]) for die in draw["dice"]] == [("d6", 4), ("d10_zero", 3)]
    assert game.seq == before + 1
    (step,) = game.get("referee", "/steps", params={"after": before}).json()["items"]
    assert foretold == step["text"][:-1], "all but the witness"


def test_a_roll_that_hides_something_cannot_be_entered(sit: Sit, http: httpx.Client) -> None:
    """It is said before the faces are all there; nothing was sent, and it can be thrown."""
    game = found(http, "samnite-wars", "standard", options={"entered_dice": True}).claim_all()
    player = sit(game, "referee")
    page, before = player.page, game.seq
    page.locator("[data-option=set-up]").click()
    page.locator("[data-entering]").click()
    faces, barred = page.locator(".entry .pick"), page.locator(".act [role=alert]")
    player.settle()
    for face in range(6):
        if barred.count():
            break
        faces.nth(face).click()
        player.settle()
    expect(barred).to_contain_text("cannot be entered here")
    expect(page.locator("[data-enter]")).to_be_disabled()
    assert game.seq == before
    page.get_by_text("Throw here instead").click()
    expect(page.locator("[data-throw]")).to_be_enabled()


def test_who_may_not_enter_dice_is_not_asked_to(sit: Sit, http: httpx.Client) -> None:
    """Without the switch, or as a seat, there is no such button."""
    open_ = found(http, "civil-war", "rubicon", options={"entered_dice": True}).claim_all()
    shut = found(http, "civil-war", "rubicon").claim_all()
    for game, role in ((open_, "seat:caesarian"), (shut, "referee")):
        page = sit(game, role).page
        page.locator("[data-option=roll-year-event]").click()
        expect(page.locator("[data-throw]")).to_be_enabled()
        expect(page.locator("[data-entering]")).to_have_count(0)


def test_a_command_box_is_a_place_to_lay_a_marker_in(sit: Sit, http: httpx.Client) -> None:
    """The panel draws the boxes: one's own are lit, the enemy's of the same name are not."""
    game = found(http, "de-bello-punico", "trebbia").claim_all().until("command")
    seat = game.campaign()["waiting"][0]["seat"]
    enemy = "rome" if seat == "carthage" else "carthage"
    player = sit(game, f"seat:{seat}")
    page = player.page
    boxes = page.locator(f"[data-box^='{seat} '] .offered")
    placed = [one for one in game.options(f"seat:{seat}") if one["id"].startswith("place:")]
    expect(boxes).to_have_count(len(placed))
    expect(page.locator(f"[data-box^='{enemy} '] .offered")).to_have_count(0)
    page.locator(f"[data-box='{seat} fortuna'] .offered").click()
    player.settle()
    page.locator(".act [data-question='/marker'] .pick").first.click()
    player.settle()
    page.locator("[data-send]").click()
    player.told()
    expect(page.locator(f"[data-box='{seat} fortuna'] .ck.on")).to_have_count(1)


def marching(game: Game) -> tuple[str, str]:
    """Play on until several units may march to a few places; their role, and the option."""
    below = Below("marching")
    for _ in range(40):
        for waiting in game.campaign()["waiting"]:
            role = f"seat:{waiting['seat']}"
            for option in game.options(role):
                asked = option.get("choices", {})
                units, goals = asked.get("/units", {}), asked.get("/to", {})
                picked = 1 < len(goals.get("one_of", [])) < 13
                if picked and len(units.get("some_of", [])) > 2:
                    return role, option["id"]
        assert game.step(below)
    raise AssertionError("nobody marches")


UNDER_GHOSTS = """() => {
  const middle = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const hexes = [...document.querySelectorAll(".board .target")].map((el) => [el, middle(el)]);
  return [...document.querySelectorAll(".ghosts .stand")].flatMap((ghost) => {
    const [x, y] = middle(ghost);
    return hexes
      .filter(([, [hx, hy]]) => Math.hypot(hx - x, hy - y) < 2)
      .map(([el]) => el.dataset.ids);
  });
}"""
"""The hexes in whose middle a ghost stands."""


def test_a_stack_is_spread_out_and_the_order_lies_on_the_board(sit: Sit, war: Game) -> None:
    """Units are taken beside their stack; until it is sent, nobody else can learn of the order."""
    role, option = marching(war)
    other = "seat:republican" if role == "seat:caesarian" else "seat:caesarian"
    before = war.get(other, "/options").content, war.seq
    player = sit(war, role)
    page = player.page
    page.locator(f"[data-option='{option}']").click()
    player.settle()
    page.locator(".company summary").click()
    page.locator("[data-question='/units']").get_by_role("button", name="Clear").click()
    page.locator(".act [data-question='/to'] .pick").first.click()
    expect(page.locator(".q.open[data-question='/units']")).to_be_visible()
    player.drawn()
    page.locator(".board .offered").first.click()
    taken = page.locator(".fan .pick")
    expect(taken.nth(1)).to_be_visible()
    expect(taken.nth(0)).to_be_focused()
    taken.nth(0).click()
    expect(taken.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-question='/units'] [aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".fan")).to_have_count(0)
    assert player.fill(player.see())
    expect(page.locator(".ghosts .way")).to_have_count(1)
    page.get_by_text("Add to my orders").click()
    player.settle()
    page.reload()
    player.settle()
    expect(page.locator(".ghosts .way")).to_have_count(1)
    assert player.asked.commands == []
    assert (war.get(other, "/options").content, war.seq) == before
    page.locator("[data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".ghosts")).to_have_count(0)


def test_a_line_is_seen_where_it_will_stand(sit: Sit, field: Game) -> None:
    """Each unit that advances, before it is sent and as long as the order is composed."""
    (waiting,) = field.campaign()["waiting"]
    role = f"seat:{waiting['seat']}"
    (march,) = [one for one in field.options(role) if one["id"] == "march"]
    units = [one["value"] for one in march["choices"]["/units"]["some_of"]]
    command = {**march["command"], "units": units, "hexes": 1}
    body = {"mode": "until-refused", "dry_run": True, "commands": [{"command": command}]}
    (told,) = field.post(role, "/command-batches", body).json()["items"]
    goals = sorted(op["value"] for op in told["patch"] if op["path"].endswith("/hex"))
    assert len(goals) > 1
    player = sit(field, role)
    page = player.page
    page.locator("[data-option=march]").click()
    player.settle()
    expect(page.locator(".ghosts")).to_have_count(0)
    page.locator("[data-question='/hexes'] .pick").first.click()
    stands = page.locator(".ghosts .stand")

    def standing() -> None:
        """Every ghost lies in the middle of its hex."""
        expect(stands).to_have_count(len(goals))
        assert sorted(page.evaluate(UNDER_GHOSTS)) == goals

    standing()
    page.locator("[data-later]").click()
    player.settle()
    standing()
    page.reload()
    player.settle()
    standing()
    assert player.asked.commands == []


def test_a_place_is_chosen_through_the_counter_that_stands_on_it(sit: Sit, field: Game) -> None:
    """A leader goes to a unit: the counter covers the hex that is lit."""
    (waiting,) = field.campaign()["waiting"]
    role = f"seat:{waiting['seat']}"
    (lead,) = [one for one in field.options(role) if one["id"] == "move-leader"]
    goals = [one["value"] for one in lead["choices"]["/to"]["one_of"]]
    player = sit(field, role)
    page = player.page
    page.locator("[data-option=move-leader]").click()
    player.settle()
    taken = page.locator(".dbp [data-unit]").evaluate_all("all => all.map((el) => el.dataset.hex)")
    to = next(goal for goal in goals if goal in taken)
    page.locator(f".dbp [data-unit][data-hex='{to}']").click()
    expect(page.locator("board-card.pinned")).to_have_count(0)  # nothing lies over what is asked
    expect(page.locator(".act .lasts").get_by_role("button", name="Send")).to_be_enabled()
    page.locator(".act .lasts").get_by_role("button", name="Send").click()
    player.settle()
    assert player.asked.commands[-1]["command"]["to"] == to


def test_a_rewind_shows_the_board_before_and_after(sit: Sit, war: Game) -> None:
    """What it undoes is named; the board can be looked at both ways before it is sent."""
    player = sit(war, "referee")
    page, head = player.page, war.seq
    page.locator("[data-option='campaign.rewind']").click()
    player.settle()
    told = page.get_by_label("The event, by what happened")
    page.locator("[data-question='/to'] .pick").nth(1).click()
    expect(told).to_have_value("2")
    told.select_option("1")
    expect(page.locator("[data-question='/to'] .pick[aria-pressed=true]")).to_have_text("1")
    page.locator(".act textarea").fill("Both seats agree.")
    player.settle()
    expect(page.locator(".undoes li")).to_have_count(head - 1)
    page.locator("[data-peek]").click()
    expect(page.locator(".pos b")).to_have_text("1")
    expect(page.locator(".act blockquote")).to_contain_text("Rewound to event 1")
    page.get_by_role("button", name=f"As it is, event {head}").click()
    expect(page.locator(".pos b")).to_have_text(str(head))
    page.locator("[data-peek]").click()
    page.locator("[data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator(".pos b")).to_have_text(str(head + 1))


def test_a_text_keeps_its_width_while_it_is_written(sit: Sit, war: Game) -> None:
    """What the log will say stands beside it once all is written; its place is kept for it."""
    player = sit(war, "referee")
    page = player.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-option='campaign.rule']").click()
    player.settle()
    texts, beside = page.locator(".act textarea"), page.locator(".act > div").nth(1)
    expect(beside).to_contain_text("The log will read")
    wide = texts.first.bounding_box()
    for text in texts.all():
        text.fill("Both seats agree.")
    player.settle()
    expect(beside.locator("blockquote")).to_contain_text("Both seats agree.")
    assert texts.first.bounding_box() == wide


def test_a_choice_with_nothing_beside_it_has_the_room(sit: Sit, war: Game) -> None:
    """Until it is made nothing can be foretold: it has the column where that will be, too."""
    role, option = marching(war)
    player = sit(war, role)
    page = player.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(f"[data-option='{option}']").click()
    player.settle()
    asked = page.locator(".act > div").first
    part = "el => el.clientWidth / el.parentElement.clientWidth"
    assert asked.evaluate(part) > 0.7
    page.locator(".act [data-question='/to'] .pick").first.click()
    player.settle()
    assert asked.evaluate(part) < 0.5


def test_a_number_is_taken_as_it_is_typed(sit: Sit, field: Game) -> None:
    """The press that sends it leaves the field, and changes nothing any more."""
    page = sit(field, "referee").page
    page.locator("[data-option='campaign.rewind']").click()
    page.locator(".act textarea").fill("Both seats agree.")
    page.locator(".stepper input").press_sequentially("1")
    expect(page.locator(".stepper input")).to_be_focused()
    expect(page.locator(".act blockquote")).to_contain_text("Rewound to event 1")


def test_the_seals_are_opened_from_the_tray(sit: Sit, http: httpx.Client) -> None:
    """Nobody counts its odds; it says that it cannot be taken back."""
    game = found(http, "samnite-wars", "standard").claim_all()
    game.do("referee", "samnite-wars.set-up")
    game.do("referee", "campaign.conclude", reason="Night fell.", winners=[])
    game.do("seat:papirius", "campaign.open-seals")
    player = sit(game, "seat:fabius")
    page = player.page
    page.locator("[data-option='campaign.open-seals.yes']").click()
    player.settle()
    expect(page.locator(".act .final")).to_contain_text("What is opened stays open.")
    page.locator("[data-send]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    assert game.campaign()["seals_opened"]
