"""The replay: stepping, scrubbing, playing, the log, links, and the two renderers."""

import itertools
import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.servers import until
from tests.viewer.conftest import Motion, Watched, jump
from tests.viewer.fixture_server import BAD_PATCH, ODD, SEATED, Fixture

CAMPAIGN = f"/#/campaigns/{SEATED}"


@pytest.fixture
def motion() -> Motion:
    """A reader who did not ask for less of it."""
    return "no-preference"


def at(page: Page, seq: int) -> None:
    """The replay stands at this event: on the ruler, in the log and in the address."""
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
    expect(page.locator(".log [aria-current=step]")).to_have_attribute("data-seq", str(seq))
    expect(page).to_have_url(re.compile(rf"\?at={seq}\b"))


def test_opens_at_the_last_step(page: Page) -> None:
    """A campaign without a step in its address opens where it stands now."""
    page.goto(CAMPAIGN)
    at(page, 42)
    expect(page).to_have_title("Event 42, Alea, a civil war by post · Iacta")
    expect(page.locator(".awaited")).to_contain_text("Republican: move")


def test_keys_step_through_events_and_turns(page: Page) -> None:
    """Arrows step, Home and End go to the ends, Page Up and Down to the turns."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    for key, seq in [
        ("ArrowRight", 17), ("ArrowLeft", 16), ("PageUp", 9), ("PageUp", 1), ("PageDown", 9),
        ("PageDown", 21), ("End", 42), ("ArrowRight", 42), ("Home", 1), ("ArrowLeft", 1),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at(page, seq)


def test_keys_lead_to_battles_and_throws_and_obey_the_filter(page: Page, fixture: Fixture) -> None:
    """The arrows go from one event that the log shows to the next."""
    battles = [
        step["seq"]
        for step in fixture.items
        if any(mark["kind"] == "battle" for mark in step["marks"])
    ]
    throws = [step["seq"] for step in fixture.items if step["dice"]]
    assert len(battles) > 1
    assert len(throws) > len(battles)
    page.goto(f"{CAMPAIGN}?at=1")
    at(page, 1)
    for key, seq in [
        ("b", battles[0]), ("b", battles[1]), ("Shift+B", battles[0]), ("Home", 1),
        ("d", next(seq for seq in throws if seq > 1)), ("End", 42), ("Shift+D", throws[-1]),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at(page, seq)
    page.get_by_label("Show", exact=True).select_option("battle")
    page.locator("#ruler").focus()
    page.keyboard.press("Home")
    for seq in battles:
        page.keyboard.press("ArrowRight")
        at(page, seq)


def test_buttons(page: Page) -> None:
    """Each button of the transport goes where it says."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    for name, seq in [
        ("First event", 1), ("Turn back", 9), ("Previous event", 15), ("Next event", 17),
        ("Turn forward", 21), ("Last event", 42),
    ]:  # fmt: skip
        jump(page, 16)
        at(page, 16)
        page.get_by_role("button", name=name).click()
        at(page, seq)


def test_keys_are_silent_while_typing(page: Page) -> None:
    """Typing into the search moves nothing."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("year ")
    for key in ("ArrowLeft", "Home", "PageUp", " "):
        page.keyboard.press(key)
    page.locator("#q").fill("")
    at(page, 16)
    page.locator("#k").focus()
    page.keyboard.press("ArrowRight")
    at(page, 16)


def test_holding_a_button_repeats_without_motion(page: Page) -> None:
    """A button held down goes on stepping, and nothing is animated."""
    page.goto(f"{CAMPAIGN}?at=2")
    at(page, 2)
    expect(page.locator("#live")).to_be_empty()
    page.get_by_role("button", name="Next event").hover()
    page.mouse.down()
    beyond = re.compile(r"^([7-9]|[1-4]\d)$")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", beyond)
    expect(page.locator(".replay")).not_to_have_class(re.compile("moves"))
    page.mouse.up()
    # Where it stands is announced only once it stands still.
    expect(page.locator("#live")).to_contain_text("of 42")
    here = int(page.locator("#ruler").get_attribute("aria-valuenow") or 0)
    at(page, here)


def test_scrubbing_follows_the_pointer_without_motion(page: Page) -> None:
    """Dragging along the ruler goes to the event under the pointer."""
    page.goto(f"{CAMPAIGN}?at=16")
    box = page.locator("#ruler").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + 40, steps=4)
    at(page, 42)
    expect(page.locator(".replay")).not_to_have_class(re.compile("moves"))
    page.mouse.move(box["x"] + 8, box["y"] + 40, steps=4)
    page.mouse.up()
    at(page, 1)


def test_play_advances_and_pauses(page: Page) -> None:
    """Play steps by itself; a step back, or the button again, stops it."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#ruler")).not_to_have_attribute("aria-valuenow", "16")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at(page, int(page.locator("#ruler").get_attribute("aria-valuenow") or 0))


def test_each_step_is_announced(page: Page) -> None:
    """A polite live region says where one is and what happened."""
    page.goto(f"{CAMPAIGN}?at=15")
    at(page, 15)
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    page.keyboard.press("ArrowRight")
    expect(live).to_contain_text("Event 16 of 42. Caesar crosses the strait and beats Pompeius.")


def test_a_single_step_moves_and_reduced_motion_does_not(page: Page) -> None:
    """One step settles; a reader who asked for less motion sees none."""
    page.goto(f"{CAMPAIGN}?at=14")
    at(page, 14)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay")).to_have_class(re.compile("moves"))
    until(lambda: page.evaluate("document.getAnimations().length") == 0, "the step settles")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    at(page, 16)
    expect(page.locator(".replay")).not_to_have_class(re.compile("moves"))
    assert page.evaluate("document.getAnimations().length") == 0


def test_log_in_words_with_dice(page: Page) -> None:
    """The log has sentences, drawn dice, turns, what was undone and what was entered."""
    page.goto(f"{CAMPAIGN}?at=16")
    row = page.locator(".log [data-seq='16']")
    expect(row).to_contain_text("Caesar crosses the strait and beats Pompeius.")
    expect(row.get_by_role("img", name="d6: 5")).to_be_visible()
    expect(page.locator(".log [data-seq='13']")).to_have_class(re.compile("undone"))
    expect(page.locator(".log [data-seq='13']")).to_contain_text("Undone by 14.")
    jump(page, 18)
    expect(page.locator(".log .year b").filter(has_text="48 BC")).to_be_visible()
    entered = page.locator(".log [data-seq='18']")
    expect(entered).to_contain_text("Entered by hand, not proven.")
    expect(entered.locator(".die.entered")).to_have_count(1)
    jump(page, 11)
    page.locator(".log [data-seq='10']").click()
    at(page, 10)


def test_log_search_and_filter(page: Page) -> None:
    """Search and filter leave what matches, and say how much."""
    page.goto(f"{CAMPAIGN}?at=16")
    page.get_by_role("searchbox").fill("pompeius")
    expect(page.locator(".log .ev")).to_have_count(3)
    expect(page.locator(".log .foot").first).to_have_text("3 events of 42")
    page.get_by_role("searchbox").fill("")
    page.locator("#k").select_option("battle")
    expect(page.locator(".log .ev")).to_have_count(3)
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.locator(".log")).to_contain_text("Nothing in the log matches.")


def test_combat_is_one_argument(page: Page) -> None:
    """Forces, die, table and result can be added up; column, row and cell are lit."""
    page.goto(f"{CAMPAIGN}?at=16")
    why = page.locator(".why")
    expect(why.get_by_role("heading")).to_have_text("Caesar crosses the strait and beats Pompeius.")
    expect(why.locator(".sides")).to_contain_text("Caesar attacks7 Legio, 1 Equites; quality 2⅞")
    numbers = [int(t.replace("−", "-")) for t in why.locator(".sum dd").all_inner_texts()]
    assert sum(numbers[:-1]) == numbers[-1] == 6
    expect(why.locator(".crt thead .litc")).to_have_text("1/1")
    expect(why.locator(".crt thead .from")).to_contain_text("4/5")
    expect(why.locator(".crt tbody .litr").first).to_have_text("6")
    expect(why.locator(".crt td.hit")).to_have_text("½/A")
    assert why.locator(".crt td").count() == 120
    expect(why.locator(".faces .hit")).to_have_text("5")
    expect(why).to_contain_text("Caesar wins on 4 faces in 6.")
    page.locator(".in-words > summary").click()
    expect(page.locator(".board .zone.lit .zn")).to_have_text([
        re.compile("Macedonia"), re.compile("Epirus"),
    ])  # fmt: skip


def test_stair_divides_the_printed_winners(page: Page) -> None:
    """Every column has one step of the stair, the first column included."""
    page.goto(f"{CAMPAIGN}?at=16")
    expect(page.locator(".crt .st")).to_have_count(10)
    expect(page.locator(".crt .sl")).to_have_count(9)


def test_year_event_adds_up(page: Page) -> None:
    """The year's event shows both dice, their sum and what the table says."""
    page.goto(f"{CAMPAIGN}?at=9")
    why = page.locator(".why")
    expect(why.locator(".sum dd")).to_have_text(["5", "7", "12"])
    expect(why).to_contain_text("Gifts to the legions")


def test_fallback_shows_any_view_as_tables(page: Page) -> None:
    """A system without a renderer is shown as tables; what changed is lit; markup stays text."""
    page.goto(f"/#/campaigns/{ODD}?at=2")
    board = page.locator(".board")
    expect(board.locator("table.any").first).to_contain_text("<b>Etruscans</b>")
    expect(board.locator("td.lit")).to_have_text("5")
    expect(board.locator(".terms .lit")).to_contain_text("Treasury 11")
    expect(board).to_contain_text("sealed")
    expect(page.locator(".why")).to_contain_text("sealed from you")
    expect(page.locator(".log [data-seq='1']")).to_contain_text("The <i>first</i> war begins.")
    expect(page.locator(".awaited")).to_contain_text("Appia: lay an effort")
    page.keyboard.press("ArrowRight")
    expect(board.locator("tr.lit")).to_contain_text("Umbrians")


def test_a_patch_that_does_not_fit_is_said(page: Page) -> None:
    """What cannot be shown is an error in words, and the log stays."""
    page.goto(f"/#/campaigns/{BAD_PATCH}?at=2")
    expect(page.get_by_role("alert")).to_contain_text("The view of event 2 cannot be made")
    expect(page.locator(".log .ev")).to_have_count(3)


def test_a_link_to_a_step_is_followed_in_place(page: Page, fixture: Fixture) -> None:
    """Another step of the same campaign in the address moves there without reading anew."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    page.evaluate(f"location.hash = '#/campaigns/{SEATED}?at=30'")
    at(page, 30)
    assert sum("/steps?" in path and "after=0" in path for _, path, _ in fixture.requests) == 1


COUNTED = """() => {
  const own = history.replaceState.bind(history);
  window.written = { addresses: 0, titles: 0 };
  history.replaceState = (...given) => { window.written.addresses += 1; own(...given); };
  new MutationObserver(() => { window.written.titles += 1; }).observe(
    document.querySelector("title"), { childList: true });
}"""


def test_address_and_title_are_written_once_stepping_pauses(page: Page) -> None:
    """The browser is told where one stands, not where one passed."""
    page.clock.install()
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    expect(page).to_have_title(re.compile("^Event 16, "))
    # What the page began as it opened is over. Timers that are begun from here on run when the
    # clock is let go, however long drawing takes.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate(COUNTED)
    for seq in (17, 18, 19):
        page.keyboard.press("ArrowRight")
        page.clock.run_for(20)
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
    assert page.evaluate("written") == {"addresses": 0, "titles": 0}
    page.clock.resume()
    at(page, 19)
    expect(page).to_have_title(re.compile("^Event 19, "))
    assert page.evaluate("written") == {"addresses": 1, "titles": 1}


def test_a_jump_leaves_nothing_of_the_rows_that_stood_there(page: Page, fixture: Fixture) -> None:
    """Their elements bear other rows; neither focus nor what was unfolded is handed on."""
    for seq in (1, 42):
        item = fixture.items[seq - 1]
        item["dice"] = [{**next(one for one in fixture.items if one["dice"])["dice"][0]}] * 7
    page.goto(f"{CAMPAIGN}?at=1")
    at(page, 1)
    page.locator(".log .many summary").click()
    page.locator(".log .many .die").first.wait_for()
    page.locator(".log .ev .n").first.focus()
    page.evaluate("document.querySelectorAll('.log .ev').forEach((li) => { li.stood = true; })")
    jump(page, 42)
    at(page, 42)
    rows = page.locator(".log .ev")
    assert any(rows.evaluate_all("all => all.map((li) => li.stood === true)"))
    expect(page.locator(".log .many")).to_have_count(1)
    expect(page.locator(".log .many[open]")).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body")


def test_an_address_given_in_the_moment_of_a_step_is_followed(page: Page) -> None:
    """The replay writes its own address a moment after a step; who asks for another gets that."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    page.evaluate(
        f"""location.hash = '#/campaigns/{SEATED}?at=30';
        history.replaceState(null, '', '#/campaigns/{SEATED}?at=17')"""
    )
    at(page, 30)
    expect(page).to_have_url(re.compile("at=30$"))


def test_news_arrives(page: Page, fixture: Fixture) -> None:
    """One who stands at the tail is taken along; one who does not is told."""
    page.goto(CAMPAIGN)
    at(page, 42)
    expect(page.locator(".pos .eyes")).not_to_have_class(re.compile("cut"))
    fixture.wait_for_stream()
    fixture.publish({**fixture.items[-1], "seq": 43, "text": ["Brutus waits."], "marks": []})
    at(page, 43)
    expect(page.locator("#live")).to_contain_text("Event 43 of 43. Brutus waits.")
    page.keyboard.press("Home")
    fixture.publish({**fixture.items[-1], "seq": 44, "text": ["He waits on."], "marks": []})
    expect(page.locator(".log")).to_contain_text("There is more.")
    at(page, 1)
    page.get_by_role("button", name="Go to the last event").click()
    at(page, 44)


def test_a_pane_of_a_phone_has_the_bar_above_it(page: Page) -> None:
    """However far the page is scrolled behind it, nothing of that is seen between the two."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{CAMPAIGN}?at=16")
    page.locator("#show-log").click()
    page.wait_for_function(
        "() => { scrollTo(0, document.documentElement.scrollHeight); return scrollY > 0; }"
    )
    page.get_by_role("button", name="Share").locator("visible=true").click()
    expect(page.locator(".pane")).to_be_visible()
    expect(page.locator(".bar")).to_be_in_viewport(ratio=1)


def test_forks_are_named_and_can_be_chosen(page: Page) -> None:
    """The branch of a fork is on the ruler and in the list of branches."""
    page.goto(f"{CAMPAIGN}?at=16")
    expect(page.locator(".ruler .fl")).to_have_text("If Curio had lived")
    lines = ["This line", "Fork at 20: If Curio had lived"]
    expect(page.locator(".pos").get_by_label("Branch").locator("option")).to_have_text(lines)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".pos").get_by_label("Branch")).to_be_hidden()
    expect(page.locator(".log").get_by_label("Branch").locator("option")).to_have_text(lines)


def test_names_of_forks_do_not_run_into_each_other(page: Page, fixture: Fixture) -> None:
    """Each is cut to the room up to the next fork; all of it is in its title."""
    long = "What if Pompeius had stayed in Rome and fought for it street by street"
    fixture.sample = {**fixture.sample, "campaign": {**fixture.sample["campaign"]}}
    fixture.sample["campaign"]["forks"] = [
        {"id": SEATED, "name": f"{long}, {at}", "at": at} for at in (30, 5, 12)
    ]
    page.goto(f"{CAMPAIGN}?at=16")
    expect(page.locator(".ruler g title")).to_have_text([f"{long}, {at}" for at in (5, 12, 30)])
    boxes = page.locator(".ruler .fl").evaluate_all(
        "list => list.map(e => e.getBoundingClientRect()).map(r => [r.left, r.right])"
    )
    assert len(boxes) >= 2
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(boxes))
    ruler = page.locator("#ruler").bounding_box()
    assert ruler is not None
    assert boxes[-1][1] <= ruler["x"] + ruler["width"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1280, 720)])
def test_a_low_window_keeps_the_ruler_and_its_keys(page: Page, width: int, height: int) -> None:
    """A laptop's screen is lower than the page; the transport stays in sight and Home goes home."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    expect(page.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("End")
    at(page, 42)


def test_the_event_is_whole_in_the_log(page: Page, fixture: Fixture) -> None:
    """Wherever one goes, the lit event is in sight, if it is not higher than the log."""
    for i in range(10, 42, 3):
        fixture.items[i] = {**fixture.items[i], "text": ["A long report.", "He waits. " * 120]}
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{CAMPAIGN}?at=1")
    for seq in range(1, 43 if os.environ.get("IACTA_SOAK") else 23):
        at(page, seq)
        cut = page.evaluate(
            """() => { const box = document.querySelector('.log ol');
            const e = box.querySelector('[aria-current]');
            const b = box.getBoundingClientRect(), r = e.getBoundingClientRect();
            return r.height < b.height - 52 && (r.top < b.top - 1 || r.bottom > b.bottom + 1); }"""
        )
        assert not cut, seq
        page.keyboard.press("ArrowRight")


def test_a_toast_does_not_move_the_board(page: Page) -> None:
    """What is said of a copied link lies over the board, and goes with the next step."""
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    before = page.locator(".board").bounding_box()
    page.get_by_role("button", name="Copy a link to this event").click()
    expect(page.locator(".sheet-note")).to_be_visible()
    assert page.locator(".board").bounding_box() == before
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sheet-note")).to_have_count(0)


def test_everything_comes_from_this_server(page: Page, base: str, watched: Watched) -> None:
    """Nothing remote is asked for, and no policy is broken."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{CAMPAIGN}?at=16")
    at(page, 16)
    assert asked
    assert all(url.startswith(base) for url in asked)
    assert watched.complaints == []


LONG = 400


def test_a_campaign_of_one_event_has_no_keys_that_lead_nowhere(
    page: Page, fixture: Fixture
) -> None:
    """It says what happens next instead."""
    told = page.locator(".time .go")
    page.goto(CAMPAIGN)
    expect(told.get_by_role("button", name="Play")).to_be_visible()
    del fixture.items[1:]
    page.reload()
    expect(told).to_have_text("One event so far; the next ones are told here.")
    expect(told.get_by_role("button")).to_have_count(0)


@pytest.fixture
def long(fixture: Fixture) -> Fixture:
    """A war of 400 events, some told in a word and some at length."""
    told = list(fixture.items)
    for seq in range(len(told) + 1, LONG + 1):
        text = [f"Event {seq}.", "A long report. " * (seq * 7 % 40)]
        fixture.items.append({**told[5 + seq % 30], "seq": seq, "text": text, "patch": []})
    return fixture


HIDDEN = """() => {
  const box = document.querySelector('.log ol'), row = box.querySelector('[aria-current]');
  const b = box.getBoundingClientRect(), r = row.getBoundingClientRect();
  return r.top < b.top - 1 || r.bottom > b.bottom + 1; }"""


def moved(page: Page, before: int) -> int:
    """Where the replay stands after it has moved; the log's row of that event is in sight."""
    ruler = page.locator("#ruler")
    expect(ruler).not_to_have_attribute("aria-valuenow", str(before))
    seq = int(ruler.get_attribute("aria-valuenow") or 0)
    at(page, seq)
    assert not page.evaluate(HIDDEN), (before, seq)
    return seq


def test_the_current_event_is_never_out_of_sight_in_a_long_log(page: Page, long: Fixture) -> None:
    """After a link, a click on the ruler, a turn, an end, a search and its end."""
    page.goto(f"{CAMPAIGN}?at=200")
    seq = moved(page, 0)
    box = page.locator("#ruler").bounding_box()
    assert box
    for share in (0.9, 0.1, 0.62, 0.35, 0.97, 0.5):
        page.mouse.click(box["x"] + box["width"] * share, box["y"] + 30)
        seq = moved(page, seq)
    for key in ("Home", "PageDown", "PageDown", "End", "PageUp", "ArrowLeft"):
        page.keyboard.press(key)
        seq = moved(page, seq)
    page.goto(f"{CAMPAIGN}?at=311")
    seq = moved(page, seq)
    page.get_by_label("Search the log").fill("Event 3")
    expect(page.locator(".log .ev.here")).to_be_in_viewport()
    expect(page.locator(".log .foot").first).to_contain_text("events of 400")
    page.get_by_label("Search the log").fill("")
    expect(page.get_by_text("events of 400")).to_have_count(0)
    assert not page.evaluate(HIDDEN)


def test_a_long_log_stands_on_the_page_only_where_it_is_seen(page: Page, long: Fixture) -> None:
    """The list is as high as all its rows; scrolled by hand it stays there, and shows them."""
    page.goto(f"{CAMPAIGN}?at=200")
    at(page, 200)
    rows = page.locator(".log .ev")
    assert 10 < rows.count() < 80
    page.locator(".log ol").evaluate("box => box.scrollTo(0, 0)")
    expect(page.locator(".log [data-seq='1']")).to_be_in_viewport()
    page.locator(".log ol").evaluate("box => box.scrollTo(0, box.scrollHeight)")
    expect(page.locator(f".log [data-seq='{LONG}']")).to_be_in_viewport()
    expect(page.locator(".log [aria-current]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    at(page, 201)
    assert not page.evaluate(HIDDEN)


def test_crowded_battles_are_bars_and_the_nearest_is_meant(page: Page, long: Fixture) -> None:
    """A mark for each would be one black band; a click leads to a battle beside it, if one is."""
    marks = next(item["marks"] for item in long.items if item["marks"][:1] == [{"kind": "battle"}])
    long.items = [{**item, "marks": marks if item["seq"] % 2 else []} for item in long.items]
    page.goto(f"{CAMPAIGN}?at=200")
    at(page, 200)
    expect(page.locator("#ruler [data-crowded]")).to_have_count(1)
    expect(page.locator("#ruler .bt")).to_have_count(1)
    box = page.locator("#ruler").bounding_box()
    assert box
    for seq in (301, 51):
        where = 8 + (seq - 1) / (LONG - 1) * (box["width"] - 16)
        page.mouse.click(box["x"] + where, box["y"] + 30)
        at(page, seq)


def test_many_remarks_are_one_drawing_and_few_of_them_stand_in_a_row(
    page: Page, long: Fixture
) -> None:
    """The ruler has not a mark for each; an event's row has not every word, and says how many."""
    for item in long.items[30:]:
        on = 25 if item["seq"] % 2 else item["seq"] - 1
        said = {"type": "annotated", "seq": on, "text": f"Remark {item['seq']}."}
        item["event"] = {**item["event"], "effects": [said]}
    page.goto(f"{CAMPAIGN}?at=25")
    at(page, 25)
    expect(page.locator("#ruler .rk")).to_have_count(1)
    expect(page.locator("#ruler .rk[data-crowded]")).to_have_count(1)
    row = page.locator(".log [data-seq='25']")
    expect(row.locator(".remark .t")).to_have_count(12)
    expect(row).to_contain_text("Remark 399.")
    expect(row).to_contain_text("and 173 earlier remarks")
    assert len(long.items) == LONG
