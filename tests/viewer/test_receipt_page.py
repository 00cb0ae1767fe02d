"""A receipt dropped on the page is told in words and checked; entered dice name their witness."""

import httpx
import pytest
from litestar.testing import TestClient
from playwright.sync_api import Page, expect

from iacta.domain.kernel.campaign.requests import Entered
from iacta.service.systems import discover
from tests.support.keys import SIGNER
from tests.support.play import ADJUDICATE, Game, desk
from tests.support.servers import app_of
from tests.support.table import Table
from tests.viewer.conftest import overflow
from tests.viewer.fixture_server import SEATED
from tests.viewer.test_pages import DROP, ready

WITNESS = "rolled at the club, seen by Marcus"


@pytest.fixture(scope="module")
def table() -> Table:
    """A desk with a roll, and one that was entered."""
    table = Table.found(discover()["civil-war"], "table", options={"entered_dice": True})
    table.do("referee", "civil-war.roll-year-event", entropy="alea")
    entered = Entered(WITNESS, (2,))
    table.do("referee", "civil-war.adjudicate-combat", entered=entered, **ADJUDICATE)
    return table


def dropped(page: Page, text: str) -> None:
    page.goto("/")
    ready(page)
    page.evaluate(DROP, [text, "roll.receipt"])


def checks(page: Page) -> list[str | None]:
    expect(page.locator(".checks li").first).to_be_visible()
    return [row.get_attribute("data-result") for row in page.locator(".checks li").all()]


@pytest.mark.parametrize("width", [1440, 390])
def test_a_dropped_receipt_says_who_rolled_what_and_when(
    page: Page, table: Table, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    event = table.events[1].event
    dropped(page, table.receipt(2))
    expect(page.get_by_role("heading", level=2, name="Receipt for event 2")).to_be_visible()
    said = page.locator("dl.receipt")
    expect(said).to_contain_text(event.campaign)
    expect(said).to_contain_text("Referee")
    expect(said).to_contain_text("civil-war.roll-year-event")
    assert said.locator("time").get_attribute("datetime") == event.at
    (first, *_) = event.draws[0]["dice"]
    expect(said).to_contain_text(f"d6: {first['face']}, for {first['for']}")
    expect(said).to_contain_text("with the sender’s entropy")
    assert checks(page) == ["pass", "pass", "not-confirmed"]
    expect(page.locator(".lead")).to_contain_text("who signed it is not confirmed")
    assert overflow(page) <= 0


def test_a_receipt_is_signed_by_the_key_that_the_reader_has(page: Page, table: Table) -> None:
    dropped(page, table.receipt(2))
    page.get_by_label("Verifier key").fill(SIGNER.key.text())
    page.get_by_role("button", name="Check again").click()
    expect(page.locator(".checks li").nth(2)).to_contain_text(f"signed by {SIGNER.key.name}")
    assert checks(page) == ["pass", "pass", "pass"]
    expect(page.locator(".lead")).to_contain_text("It holds")
    page.get_by_label("Verifier key").fill("nonsense")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator(".checks li").nth(2)).to_contain_text("not a verifier key")
    assert checks(page) == ["pass", "pass", "fail"]


def test_a_receipt_of_entered_dice_names_their_witness(page: Page, table: Table) -> None:
    dropped(page, table.receipt(3))
    expect(page.locator("dl.receipt")).to_contain_text(WITNESS)
    expect(page.locator("dl.receipt")).to_contain_text("2, entered by hand, not proven")


@pytest.mark.parametrize(
    ("old", "new", "told"), [("index 1", "index 0", True), ("extra ", "extra A", False)]
)
def test_a_receipt_that_was_changed_does_not_hold(
    old: str, new: str, told: bool, page: Page, table: Table
) -> None:
    dropped(page, table.receipt(2).replace(old, new, 1))
    assert checks(page) == ["fail"]
    expect(page.locator(".lead")).to_contain_text("It does not hold")
    expect(page.locator("dl.receipt")).to_have_count(int(told))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, str]:
    """Saved campaigns in which dice were entered, with and without text."""
    with TestClient(app_of(tmp_path_factory.mktemp("witness") / "data")) as http:
        game: Game = desk(http, options={"entered_dice": True})
        combat = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}
        game.do("referee", **combat)
        game.do("referee", **combat, entered_={"witness": WITNESS, "faces": [2]})
        answers: dict[bool, httpx.Response] = {
            steps: game.get("referee", "/capsule", params={"steps": str(steps).lower()})
            for steps in (True, False)
        }
        return {steps: answer.text for steps, answer in answers.items()}


@pytest.mark.parametrize("steps", [True, False])
def test_the_search_for_a_witness_finds_the_roll(
    page: Page, played: dict[bool, str], steps: bool
) -> None:
    dropped(page, played[steps])
    page.get_by_label("Search the log").fill("marcus")
    rows = page.locator(".log .ev")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(f"Dice entered by the referee; witness: {WITNESS}")


def test_an_invitation_shows_its_seat(page: Page) -> None:
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1&seat=republican")
    expect(page.locator(".state")).to_contain_text("Your side")
    expect(page.get_by_role("button", name="Play as Republican")).to_be_visible()


MARK = """async () => {
  const { seatMark } = await import("/parts/marks.js");
  const { render } = await import("/vendor/lit-html/lit-html.js");
  const box = document.createElement("div"), seats = [{ seat: "rome", title: "Rome" }];
  return ["rome", "referee"].map((seat) => {
    render(seatMark(seats, seat, false), box);
    return box.textContent;
  });
}"""


def test_the_referees_mark_is_not_that_of_a_seat(page: Page) -> None:
    page.goto("/")
    ready(page)
    assert page.evaluate(MARK) == ["R", "Ref"]


def test_the_list_names_scenarios_by_their_titles(page: Page) -> None:
    def systems(route: object) -> None:
        route.fulfill(  # type: ignore[attr-defined]
            json={"items": [{"system": "civil-war", "title": "Civil war", "seats": [],
                             "scenarios": [{"key": "rubicon", "title": "Crossing the Rubicon"}]}],
                  "next": None}
        )  # fmt: skip

    page.route("**/v1/systems", systems)
    page.goto("/")
    first = page.locator(".campaigns tbody tr").first
    expect(first).to_contain_text("Civil war, Crossing the Rubicon")
