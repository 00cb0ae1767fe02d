"""Naval battle in a real Chromium: fleets on their squares, courses, dice on their rows, secrets.

The battle was played by bots over the game's own rules. To play it anew after a change of the
view: ``python -m tests.viewer.test_naval_battle``.
"""

import copy
import importlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.servers import until
from tests.viewer import fixture_server
from tests.viewer.conftest import FONTS, SLIDES, alters, jump, overflow, settled
from tests.viewer.fixture_server import SEATED, Fixture, Handler

FILE = Path(__file__).with_name("naval_battle.json")
GAME = json.loads(FILE.read_text(encoding="utf-8"))
EVENTS = GAME["events"]
ACTIVE, REACTIVE = "seat:active", "seat:reactive"


def sample(audience: str) -> dict[str, Any]:
    """The battle as an audience gets it; a seat's only as far as something is sealed."""
    told = zip(EVENTS, GAME[audience], strict=False)
    items = [{**event, **step, "event": {**event, "hash": ""}} for event, step in told]
    return {
        "campaign": {**GAME["campaign"], "id": SEATED},
        "view": {}, "items": items, "bare": "", "capsule": "", "key": "",
    }  # fmt: skip


@pytest.fixture
def audience() -> str:
    """Through whose eyes; a test parametrizes it."""
    return "public"


@pytest.fixture
def kept(audience: str) -> object:
    """The page of this audience: most tests only look."""
    return audience


@pytest.fixture
def fixture(audience: str, monkeypatch: pytest.MonkeyPatch) -> Fixture:
    """The stand-in server with this battle, its tables, and a token for the seat."""
    if audience != "public":
        monkeypatch.setitem(fixture_server.TOKENS, "tok-own", audience)
    answer = Handler.api

    def api(self: Handler, parts: list[str], query: dict[str, str]) -> None:
        if parts == ["systems", "naval-battle", "tables"]:
            self.json({"items": GAME["tables"]})
        else:
            answer(self, parts, query)

    monkeypatch.setattr(Handler, "api", api)
    return Fixture(sample(audience))


Show = Callable[[int], Page]


@pytest.fixture
def show(page: Page, audience: str) -> Show:
    """Open the replay at an event, as the audience."""

    def to(seq: int) -> Page:
        if page.url == "about:blank":
            token = "" if audience == "public" else "&token=tok-own"
            page.goto(f"/#/campaigns/{SEATED}?at={seq}{token}")
        else:
            jump(page, seq)
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
        expect(page.locator(".nb-board")).to_be_visible()
        settled(page)
        return page

    return to


def patched(view: Any, patch: list[dict[str, Any]]) -> Any:
    """A view after a patch of add, replace and remove."""
    root = {"": copy.deepcopy(view)}
    for one in patch:
        *way, last = ["", *one["path"].split("/")[1:]]
        at: Any = root
        for step in way:
            at = at[int(step) if isinstance(at, list) else step]
        if isinstance(at, list):
            index = len(at) if last == "-" else int(last)
            at[index : index + (one["op"] != "add")] = (
                [] if one["op"] == "remove" else [one["value"]]
            )
        elif one["op"] == "remove":
            del at[last]
        else:
            at[last] = one["value"]
    return root[""]


def views() -> list[Any]:
    """The public view after each event; the first is the one before all."""
    out: list[Any] = [{}]
    for step in GAME["public"]:
        out.append(patched(out[-1], step["patch"]))
    return out


VIEWS = views()


def having(test: Callable[[dict[str, Any]], bool]) -> list[tuple[int, dict[str, Any]]]:
    """Each event's number with its first effect that passes."""
    out = []
    for event in EVENTS:
        found = [effect for effect in event["effects"] if test(effect)]
        out += [(int(event["seq"]), found[0])] if found else []
    return out


def kind(name: str) -> list[tuple[int, dict[str, Any]]]:
    """Events with an effect of this type."""
    return having(lambda effect: effect["type"] == f"naval-battle.{name}")


def attacks(how: str) -> list[tuple[int, dict[str, Any]]]:
    """Events with an attack of this sort."""
    return [one for one in kind("attacked") if one[1]["attack"] == how]


def carried(effect: dict[str, Any]) -> list[str]:
    """Whom the blows of an attack fell on, one after another."""
    return list(dict.fromkeys(blow["on"] for blow in effect["blows"]))


MOVED, LAID, OPENED = kind("moved")[0][0], kind("allocation-laid"), kind("allocations-opened")[0][0]
BOARDED, BOARDING = next(one for one in attacks("boarding") if len(carried(one[1])) > 1)
TAKEN, CAPTURE = kind("captured")[0]
PANICKED, PANIC = kind("panicked")[0]
ENDED = kind("battle-ended")[0][0]
CENTRE = """(el) => {
  const water = document.querySelector(".nb .water").getBoundingClientRect();
  const box = el.getBoundingClientRect();
  const columns = document.querySelectorAll(".nb .lbl.top").length, side = water.width / columns;
  const x = Math.floor((box.x + box.width / 2 - water.x) / side);
  const y = Math.floor((water.bottom - box.y - box.height / 2) / side);
  return "abcdefghijkl"[x] + (y + 1);
}"""
APART = """all => all.flatMap((body) => {
  const box = (el) => el.getBoundingClientRect(), chk = box(body.querySelector(".chk"));
  const frame = box(body), beside = (b) => b.right <= chk.left || chk.right <= b.left;
  const above = (b) => b.bottom <= chk.top + 0.5 || chk.bottom <= b.top + 0.5;
  const apart = (b) => !b.width || beside(b) || above(b);
  const others = [...body.querySelectorAll(".hull, .cargo > *")].filter((el) => !apart(box(el)));
  const out = chk.left < frame.left || chk.right > frame.right;
  return others.length || out ? [body.textContent.trim()] : [];
})"""
COURSE = """(el) => {
  const rows = document.querySelectorAll(".nb .lbl.west").length;
  const name = ([x, y]) => "abcdefghijkl"[Math.floor(x / 100)] + (rows - Math.floor(y / 100));
  const points = (path) => [...path.getAttribute("d").matchAll(/(-?[\\d.]+) (-?[\\d.]+)/g)]
    .map(([, x, y]) => [Number(x), Number(y)]);
  const ink = points(el.querySelector(".ink")), tip = points(el.querySelector(".tip"));
  return [name(ink[0]), name(tip[1])];
}"""


def squares(seq: int) -> dict[str, str]:
    """Fleet → square of all on the board after an event."""
    fleets = VIEWS[seq]["game"]["fleets"]
    return {one["name"]: one["square"] for one in fleets if one["status"] == "board"}


def faces(dice: Locator) -> list[int]:
    """The faces that these dice are named by."""
    names = [str(die.get_attribute("aria-label")) for die in dice.all()]
    return [int(re.sub(r"^d6: ", "", name)) for name in names]


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_every_fleet_stands_on_its_square(show: Show, page: Page, width: int) -> None:
    """Each counter is drawn within the square that the view names, and none besides."""
    page.set_viewport_size({"width": width, "height": 844})
    for seq in (MOVED, BOARDED, PANICKED, ENDED):
        show(seq)
        ships = page.locator(".nb .ship")
        names = ships.evaluate_all("all => all.map((el) => el.dataset.move)")
        drawn = ships.locator(".ctr").evaluate_all(f"all => all.map({CENTRE})")
        assert dict(zip(names, drawn, strict=True)) == squares(seq), seq


def test_the_active_edge_is_below(show: Show) -> None:
    """Rank 1 is at the foot, and each edge is named."""
    page = show(MOVED)
    sides = {one["seat"]: one["name"] for one in VIEWS[MOVED]["game"]["sides"]}
    expect(page.locator(".nb .edge.far")).to_contain_text(f"The {sides['reactive']}’ edge")
    expect(page.locator(".nb .edge.near")).to_contain_text(f"The {sides['active']}’ edge")
    expect(page.locator(".nb .lbl.west").last).to_have_text("1")
    expect(page.locator(".nb .lbl.top").first).to_have_text("a")


def test_a_move_is_one_arrow_between_its_squares(show: Show) -> None:
    """From where the fleet was to where it is, and the way is told square by square."""
    for seq, moved in kind("moved")[:6]:
        page = show(seq)
        expect(page.locator(".nb .course")).to_have_count(1)
        ends = page.locator(".nb .course.move").evaluate(COURSE)
        assert ends == [moved["path"][0], moved["path"][-1]]
        expect(page.locator(".nb .ring")).to_have_count(2)
        expect(page.locator(".nb-step .way b")).to_have_text(moved["path"])


def test_the_double_move_is_told(show: Show) -> None:
    """On the board and in the panel while it is being used, and not otherwise."""
    begun = kind("double-move-begun")[0][0]
    seq = next(seq for seq, _ in kind("moved") if seq > begun)
    page = show(seq)
    expect(page.locator(".nb .double")).to_have_text("Double move")
    expect(page.locator(".nb-step .way")).to_contain_text("in the double move")
    page = show(MOVED)
    expect(page.locator(".nb .double")).to_have_count(0)


@pytest.mark.parametrize("how", ["ram", "volley", "boarding"])
def test_an_attack_is_drawn_from_ship_to_ship(show: Show, how: str) -> None:
    """Each sort of attack has a course of its own, from the attacker's square to the target's."""
    for seq, attack in attacks(how)[:3]:
        page, at = show(seq), squares(seq - 1)
        course = page.locator(f".nb .course.{how}").first
        assert course.evaluate(COURSE) == [at[attack["fleet"]], at[attack["target"]]]


def test_a_boarding_shows_each_die_and_the_row_it_was_read_on(show: Show) -> None:
    """Dice in order with their symbols; the row and every cell that was read are lit."""
    page = show(BOARDED)
    blows = BOARDING["blows"]
    assert faces(page.locator(".nb-step .blows:not(.end) .die")) == [b["face"] for b in blows]
    symbols = [blow["result"].replace("-", "–") for blow in blows]
    expect(page.locator(".nb-step .blows:not(.end) .sym")).to_have_text(symbols)
    table = page.locator(".nbt").first
    expect(table.locator("tbody th.litr")).to_have_text([BOARDING["row"]])
    hit = {blow["face"]: blow["result"].replace("-", "–") for blow in blows}
    shown = [re.sub(r"\s*×\d$", "", t) for t in table.locator("td.hit").all_inner_texts()]
    assert shown == [hit[face] for face in sorted(hit)]
    printed = next(one for one in GAME["tables"] if one["key"] == "combat")
    expect(table.locator("tbody tr")).to_have_count(len(printed["rows"]))


def test_blows_are_carried_over_and_add_up(show: Show) -> None:
    """A group for each defender in turn; dice thrown and not thrown make the attacker's dice."""
    page = show(BOARDED)
    groups = page.locator(".nb-step .blows:not(.end) h4 b")
    expect(groups).to_have_text(carried(BOARDING))
    expect(page.locator(".nb-step .blows h4").nth(1)).to_contain_text("carried over to")
    line = page.locator(".nb-step .adds").inner_text().split("\n")[0]
    parts, total = line.split(" = ")
    numbers = [int(re.match(r"\d+", part.strip()).group()) for part in parts.split(" + ")]  # type: ignore[union-attr]
    assert sum(numbers) == int(total.split()[0]) == BOARDING["dice"]


def test_an_attack_that_stops_says_why(show: Show) -> None:
    """An A flips the attacker, and the dice that are left are counted, with the reason."""
    seq, attack = next(
        one for one in kind("attacked")
        if one[1]["blows"][-1]["did"] == "attacker-flipped"
        and len(one[1]["blows"]) < one[1]["dice"]
    )  # fmt: skip
    page = show(seq)
    left = attack["dice"] - len(attack["blows"])
    expect(page.locator(".adds")).to_contain_text(f"{left} not thrown")
    expect(page.locator(".adds")).to_contain_text(f"Not thrown, as {attack['unit']} is flipped.")


def test_command_checks_show_every_die_and_cell(show: Show) -> None:
    """One die a unit, modifiers and sum told, each result's cell lit on the table used."""
    for seq, effect in [kind("checked")[0], kind("checked")[-1]]:
        page = show(seq)
        rows = page.locator(".nb-step .many li")
        expect(rows).to_have_count(len(effect["checks"]))
        for check in effect["checks"]:
            row = rows.filter(
                has_text=re.compile(rf"^\s*{check['result']}\s*{re.escape(check['name'])}")
            )
            assert faces(row.locator(".die")) == [check["face"]]
            for modifier in check["modifiers"]:
                expect(row).to_contain_text(modifier["reason"])
                expect(row).to_contain_text(f" {check['value']}")
        cells = {(check["row"], check["value"]) for check in effect["checks"]}
        expect(page.locator(".nbt td.hit")).to_have_count(len(cells))


def test_a_check_that_falls_below_the_table_says_its_least(show: Show) -> None:
    """One less two is told as below nothing, at least 1; above stands what P means."""
    seq, check, total = next(
        (seq, one, total)
        for seq, effect in kind("checked")
        for one in effect["checks"]
        if (total := one["face"] + sum(each["value"] for each in one["modifiers"])) < one["value"]
    )
    page = show(seq)
    row = page.locator(".nb-step .many li", has_text=check["name"])
    expect(row).to_contain_text(f"= {str(total).replace('-', '−')}, at least {check['value']}")
    expect(page.locator(".nb-step .blows h4").first).to_contain_text("P (passes)")


def test_a_check_s_letter_lies_over_nothing_else(show: Show, page: Page) -> None:
    """Nor is it cut, on a phone as on a wide page."""
    seq = next(
        seq
        for seq in range(MOVED, len(VIEWS))
        if any(
            one["status"] == "board" and one["check"] in ("H", "D") and one["aboard"]
            for one in VIEWS[seq]["game"]["fleets"]
        )
    )
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        show(seq)
        found = page.locator(".nb .ship .body:has(.chk)")
        expect(found.first).to_be_visible()
        assert found.evaluate_all(APART) == []


@alters
def test_the_legend_tells_every_sign_of_a_counter(show: Show) -> None:
    """Each letter of a check, each shape aboard, a flipped fleet, a prize and panic."""
    page = show(MOVED)
    legend = page.locator(".nb .legend")
    expect(legend.locator("ul")).to_be_hidden()
    legend.locator("summary").click()
    expect(legend.locator(".chk")).to_have_text(["H", "D", "F", "R", "P"])
    for sign in (".ctr.flipped", ".ctr .built", ".ctr .alarm", ".nb-star", ".pip .cut"):
        expect(legend.locator(sign).first).to_be_visible()
    strips = legend.locator(".strips", has=page.locator(".alarm"))
    expect(strips.locator(".strip")).to_have_count(3)
    assert strips.evaluate("el => el.scrollHeight <= el.clientHeight + 1")
    names = legend.locator("li > .pip ~ span").all_inner_texts()
    for word in ("heavy", "medium", "light", "baggage", "flipped"):
        assert any(word in name for name in names)
    assert overflow(page) == 0


def test_what_wins_is_told_until_it_is_over(show: Show) -> None:
    """Before the first order too; and what each side wants, what that takes, and what it costs."""
    for seq in (LAID[0][0], MOVED):
        page, game = show(seq), VIEWS[seq]["game"]
        active, reactive = (one["name"] for one in game["sides"])
        row = game["board"]["edges"]["reactive"]
        through = (
            f"A fleet that breaks through from row {row} sails on even if the battle is lost, but"
            f" scores for the {reactive} as if sunk."
        )
        expect(page.locator(".nb .affair")).to_contain_text("More points win")
        expect(page.locator(".nb .party .aim")).to_have_text(
            [
                f"To sail on with all: score more points than the {reactive}. {through}",
                f"To stop the {active}: score as many points as they, or more. {through}",
            ]
        )
    page = show(ENDED)
    expect(page.locator(".nb .affair")).not_to_contain_text("More points win")
    expect(page.locator(".nb .aim")).to_have_count(0)


def test_the_course_of_the_battle_is_a_chain(show: Show) -> None:
    """Before the first order one sees what comes, and of each turn where it stands."""
    phases = [""] + [view["game"]["phase"] for view in VIEWS[1:]]
    words = ["Allocation", "Bids", "Set-up", "Checks", "Movement", "Combat"]
    keys = ["allocation", "bids", "deployment", "command", "movement", "combat"]
    for done, key in enumerate(keys):
        chain = show(phases.index(key)).locator(".nb .stages li")
        expect(chain.locator("> span:not(.vh)")).to_have_text(words)
        expect(chain.locator(":scope.on > span").first).to_have_text(words[done])
        expect(chain.locator(":scope.done")).to_have_count(done)
    page = show(phases.index("occasion"))
    expect(page.locator(".nb .stages li")).to_have_count(len(words))
    expect(page.locator(".nb .stages .on")).to_have_count(0)
    expect(show(ENDED).locator(".nb .stages")).to_have_count(0)


def test_what_the_checks_decide_is_told_before_they_are_thrown(show: Show) -> None:
    """Who throws, and each letter with what it bars; then it is told of those who threw."""
    phases = [""] + [view["game"]["phase"] for view in VIEWS[1:]]
    due = show(phases.index("command")).locator(".nb .due")
    expect(due).to_contain_text("each fleet and each ground unit aboard throws a die")
    expect(due.locator(".chk")).to_have_text(["H", "D", "F", "R"])
    expect(due).to_contain_text("halted: attacks, but does not move")
    expect(show(phases.index("movement")).locator(".nb .due")).to_have_count(0)


@alters
def test_a_word_of_the_sides_is_explained(page: Page) -> None:
    """What one points at tells in a sentence what it is good for."""
    page.goto("/#/samples/naval-battle?at=20")
    settled(page)
    for word, told in (
        (".roll small .code >> nth=0", "imperator, veteran, recruit, mob, barbarian"),
        (".facts .code:text('Stratagems') >> nth=0", "The higher bid sets up last"),
        (".facts .code:text('Prizes') >> nth=0", "A prize is a fleet taken by boarders"),
        (".facts .code:text('Intercepts')", "costs one stratagem"),
        (".aim .code:text('breaks through') >> nth=0", "They sail on, whoever wins"),
    ):
        page.locator(f".nb {word}").click()
        expect(page.locator("#code-note")).to_contain_text(told)


@alters
def test_a_word_of_how_a_counter_stands_is_explained(page: Page) -> None:
    """Where it first stands: what the checks bring, and in the row of a fleet that is flipped."""
    for at, word in ((20, ".due .code:text-is('flipped')"), (60, ".roll .code:text-is('flipped')")):
        page.goto(f"/#/samples/naval-battle?at={at}")
        settled(page)
        page.locator(f".nb {word} >> nth=0").click()
        expect(page.locator("#code-note")).to_contain_text("hit again, it is lost")


def test_a_check_not_passed_is_told_alike_of_one_and_of_many(show: Show) -> None:
    """`Macedonian levies halted`: the view does not say which names are plurals."""
    said = {"H": "halted", "D": "disrupted", "F": "check failed"}
    for seq, effect in kind("checked"):
        amiss = [one for one in effect["checks"] if one["result"] in said]
        if not amiss:
            continue
        rows = show(seq).locator(".nb-step .many li")
        for check in amiss:
            words = f"{check['name']} {said[check['result']]}"
            expect(rows.filter(has_text=words)).to_have_count(1)
        return


@alters
def test_a_leader_s_name_stays_within_the_square(page: Page) -> None:
    """It covers no counter beside it, and is told in full."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/#/samples/naval-battle?at=20")
    names = page.locator(".nb .lead > span")
    expect(names.first).to_be_visible()
    settled(page)
    assert (
        names.evaluate_all(
            """all => all.filter((el) => {
          const square = el.closest(".stack").getBoundingClientRect();
          const box = el.parentElement.getBoundingClientRect();
          return box.left < square.left || box.right > square.right
            || el.scrollWidth > el.clientWidth;
        }).map((el) => el.textContent)"""
        )
        == []
    )


def test_what_a_side_has_is_told_in_words(show: Show) -> None:
    """What the battle is about, what stratagems are for, and what a prize may become."""
    page = show(LAID[0][0])
    game = VIEWS[LAID[0][0]]["game"]
    active, reactive = (one["name"] for one in game["sides"])
    told = f"The {active} move by sea, and the {reactive} intercept them"
    expect(page.locator(".nb .affair")).to_contain_text(told)
    expect(page.locator(".nb .facts").first).to_contain_text(
        "to bid for superiority and for nothing else"
    )
    expect(page.locator(".nb .facts").first).to_contain_text("1 veteran fleet, 1 recruit fleet")
    page = show(1)
    expect(page.locator(".nb .affair")).to_contain_text("may intercept them")
    page = show(MOVED)
    expect(page.locator(".nb .facts").first).not_to_contain_text("to bid for superiority")


def test_who_won_the_bid_stands_on_the_board_while_fleets_are_set_up(show: Show) -> None:
    """Whoever comes back then sees no event of the bids."""
    seq, won = kind("superiority-won")[0]
    game = VIEWS[seq]["game"]
    name = next(one["name"] for one in game["sides"] if one["seat"] == won["seat"])
    high, low = sorted(won["bids"], reverse=True)
    assert high > low
    page = show(seq)
    told = f"The {name} bid {high} to {low}: they set up last and move first."
    expect(page.locator(".nb-note")).to_contain_text(told)
    page = show(OPENED)
    expect(page.locator(".nb-note")).not_to_contain_text("move first")


@alters
def test_a_fleet_slides_from_where_it_stood_however_large_the_board_is(show: Show) -> None:
    """On an enlarged board a step is as long as it is drawn."""
    page = show(MOVED - 1)
    page.emulate_media(reduced_motion="no-preference")
    page.locator(".zoom-keys [aria-label^=Larger]").click()
    settled(page)
    stood = page.evaluate(SLIDES)
    page.keyboard.press("ArrowRight")
    until(lambda: page.evaluate("Object.keys(slid).length") > 0, "a fleet slides")
    for name, start in page.evaluate("slid").items():
        assert start == pytest.approx(stood[name], abs=3), name


def test_a_prize_shows_flag_and_hull(show: Show) -> None:
    """Whose flag above whose hull on the counter, and both in words."""
    page = show(TAKEN)
    fleet = next(f for f in VIEWS[TAKEN]["game"]["fleets"] if f["name"] == CAPTURE["fleet"])
    letters = {one["seat"]: one["name"][0] for one in VIEWS[TAKEN]["game"]["sides"]}
    ship = page.locator(f'.nb .ship[data-move="{fleet["name"]}"]')
    expect(ship.locator(".strips .flag")).to_have_text(letters[fleet["control"]])
    expect(ship.locator(".strips .built")).to_have_text(letters[fleet["owner"]])
    expect(
        page.locator(".roll li", has=page.get_by_text(fleet["name"], exact=True))
    ).to_contain_text("hull")


def test_a_beaten_fleet_awaits_a_choice(show: Show) -> None:
    """Who holds her and whose choice it is, in the step that beat her."""
    seq, awaited = kind("capture-awaited")[0]
    page = show(seq)
    expect(page.locator(".nb-step .fell")).to_contain_text(
        f"{awaited['due']['unit']} holds {awaited['due']['fleet']}"
    )
    expect(page.locator(".nb .course.boarding").last).to_be_visible()


def test_flipped_is_a_shape_and_a_word(show: Show) -> None:
    """A flipped fleet's counter differs from a full one's, and its roll says so."""
    page = show(TAKEN)
    fleets = [f for f in VIEWS[TAKEN]["game"]["fleets"] if f["status"] == "board"]
    flipped = [f["name"] for f in fleets if f["state"] == "flipped"]
    drawn = page.locator(".nb .ship:has(.ctr.flipped)").evaluate_all(
        "all => all.map((el) => el.dataset.move)"
    )
    assert sorted(drawn) == sorted(flipped)
    for name in flipped:
        row = page.locator(".roll > li", has=page.get_by_text(name, exact=True))
        expect(row.locator("div > small").first).to_contain_text("flipped")


@alters
def test_a_fleet_is_told_from_the_top(show: Show) -> None:
    """Its card names who is aboard in order, the active one marked; keys reach it."""
    page = show(MOVED)
    fleet = max(VIEWS[MOVED]["game"]["fleets"], key=lambda one: len(one["aboard"]))
    card = page.locator("board-card")
    expect(card).to_be_hidden()
    page.locator("board-zoom").focus()
    page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()
    expect(page.locator(".stack:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator(f'.nb .stack[data-card="{fleet["name"]}"]').click()
    aboard = [*fleet["aboard"], *fleet["leaders"]]
    assert len(aboard) > 1
    names = card.locator(".deck > li")
    expect(names).to_have_text([re.compile(re.escape(one["name"])) for one in aboard])
    active = next(one["name"] for one in fleet["aboard"] if one["active"])
    expect(card.locator(".deck > li", has_text="on deck")).to_contain_text(active)


def test_a_side_has_one_name_and_letter_everywhere(show: Show) -> None:
    """The page, the board and the log's marks call a side by the name that the battle gives it."""
    page = show(MOVED)
    sides = {one["name"] for one in VIEWS[MOVED]["game"]["sides"]}
    edges = page.locator(".nb .edge > span:last-child").all_inner_texts()
    assert all(any(name in text for name in sides) for text in edges)
    for part in (".now-line", "main.board", ".why"):
        expect(page.locator(part)).not_to_contain_text("active player")
    marks = set(page.locator(".nb .edge .f").all_inner_texts())
    assert marks == {name[0] for name in sides}
    assert set(page.locator(".log .f").all_inner_texts()) <= marks


def loaded(audience: str, seq: int) -> list[str]:
    """Who stands in the allocation that a seat has laid by an event."""
    view: Any = {}
    for step in GAME[audience][:seq]:
        view = patched(view, step["patch"])
    side = next(s for s in view["game"]["sides"] if f"seat:{s['seat']}" == audience)
    return [name for load in side["allocation"] for name in load["aboard"]]


@pytest.mark.parametrize("audience", ["public", ACTIVE, REACTIVE])
def test_an_allocation_is_seen_by_its_side_alone(show: Show, audience: str) -> None:
    """A back for everyone else, the loads for the side itself, until both are opened."""
    seq, effect = LAID[0]
    assert seq < OPENED
    page = show(seq)
    laid = page.locator(".nb-step .laid")
    if audience == f"seat:{effect['seat']}":
        expect(laid.locator(".back")).to_have_count(0)
        for name in loaded(audience, seq):
            expect(laid).to_contain_text(name)
        expect(laid).to_contain_text("seen by this side alone")
    else:
        expect(laid.locator(".back")).to_have_count(1)
        expect(laid).to_contain_text("sealed from you")
        expect(page.locator(".nb-why .loads")).to_have_count(0)


def test_bids_are_opened_together(show: Show) -> None:
    """A back while sealed; then both numbers, who has superiority, and by which rule."""
    page = show(kind("bid-laid")[0][0])
    expect(page.locator(".nb-step .back")).to_have_count(1)
    seq, won = kind("superiority-won")[0]
    page = show(seq)
    expect(page.locator(".nb-step .bid")).to_have_text([str(bid) for bid in won["bids"]])
    expect(page.locator(".nb-step .fell")).to_contain_text(won["rule"])
    expect(page.locator(".nb-step .lit")).to_have_count(1)


def test_panic_is_half_of_the_fleets(show: Show) -> None:
    """The track shows fleets controlled of those at first, and where panic begins."""
    page = show(PANICKED)
    side = page.locator(f".party[data-seat='{PANIC['seat']}']")
    expect(side.locator(".track .on")).to_have_count(PANIC["controlled"])
    expect(side.locator(".track")).to_contain_text("panicked")
    half = side.locator(".track .half").inner_text()
    assert int(half) == PANIC["original"] // 2 + 1
    flag = next(one["letter"] for one in VIEWS[PANICKED]["seats"] if one["seat"] == PANIC["seat"])
    for ship in page.locator(".nb .ship", has=page.locator(".flag", has_text=flag)).all():
        expect(ship.locator(".alarm")).to_have_text("!")


@alters
def test_points_add_up(show: Show) -> None:
    """Each side's points are the sum of the losses that are listed under them."""
    page = show(PANICKED)
    for side in VIEWS[PANICKED]["game"]["sides"]:
        gains = page.locator(f".party[data-seat='{side['seat']}'] .gains")
        gains.locator("summary").click()
        numbers = [int(text) for text in gains.locator("dd").all_inner_texts()]
        assert sum(numbers[:-1]) == (numbers[-1] if numbers else 0) == side["points"]


def test_the_end_says_who_won_and_why(show: Show) -> None:
    """Reason, winner and both sides' points."""
    page, result = show(ENDED), VIEWS[ENDED]["game"]["result"]
    outcome = page.locator(".outcome")
    expect(outcome).to_contain_text(result["reason"])
    names = {one["seat"]: one["name"] for one in VIEWS[ENDED]["game"]["sides"]}
    expect(outcome.locator("b")).to_have_text(f"The {names[result['winner']]} have won")
    points = [str(result["points"][seat]) for seat in ("active", "reactive")]
    expect(page.locator(".nb-step .versus.bids .bid")).to_have_text(points)


def test_what_is_lit_is_this_step(show: Show) -> None:
    """The roll lights who changed, and nothing stays lit in a step that changed nobody."""
    page = show(TAKEN)
    expect(page.locator(".roll > li.lit", has_text=CAPTURE["fleet"])).to_have_count(1)
    quiet = next(e["seq"] for e in EVENTS if e["seq"] > MOVED and len(e["effects"]) == 1
                 and e["effects"][0]["type"] == "naval-battle.phase-begun")  # fmt: skip
    page = show(int(quiet))
    expect(page.locator(".nb .lit")).to_have_count(0)
    expect(page.locator(".nb .course")).to_have_count(0)


STEPS = [
    1,
    LAID[0][0],
    OPENED,
    MOVED,
    kind("checked")[0][0],
    BOARDED,
    TAKEN,
    PANICKED,
    ENDED,
    len(EVENTS),
]


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_overflows_and_no_text_is_small(show: Show, page: Page, width: int) -> None:
    """No step scrolls sideways or cuts text, with fonts a tenth larger too; 12 px are the least."""
    page.set_viewport_size({"width": width, "height": 844})
    for seq in STEPS:
        show(seq)
        assert page.evaluate(SMALL) == [], seq
        for size in FONTS:
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert overflow(page) <= 0, (seq, size)
            assert page.evaluate(OVERFLOWING) == [], (seq, size)
        page.evaluate("document.documentElement.style.fontSize = ''")


@alters
def test_the_head_has_room_for_who_holds_a_seat(page: Page, fixture: Fixture) -> None:
    """Result and replay, as whom one looks and what was checked stand side by side on a phone."""
    fixture.tokens["tok-own"] = ACTIVE
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/#/campaigns/{SEATED}?at=1&token=tok-own")
    expect(page.locator(".bar .seats")).to_have_count(2)
    page.evaluate("document.documentElement.style.fontSize = '17.6px'")
    assert overflow(page) <= 0


OVERFLOWING = """() => [...document.querySelectorAll(
  ".nb-board, .nb-why, .nb-step, .nb-sides, .party, .roll li, .deck li, .blows li, " +
  ".nbt-box, .track, .edge, .opened, .ctr .body")]
  .filter((el) => el.checkVisibility() && el.scrollWidth > el.clientWidth + 1)
  .map((el) => `${el.className}: ${el.scrollWidth} ${el.textContent.slice(0, 60)}`)"""


def test_the_board_is_whole_on_a_phone(show: Show, page: Page) -> None:
    """All files and ranks are in sight at once, above the transport."""
    page.set_viewport_size({"width": 390, "height": 844})
    show(BOARDED)
    box, foot = page.locator(".nb .field").bounding_box(), page.locator(".time").bounding_box()
    assert box
    assert foot
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= foot["y"]


def test_a_board_without_fleets_leaves_a_phone_its_room(show: Show, page: Page) -> None:
    """Nobody can be set up before the bids: what is to be chosen is in sight, and a wide page's
    board says whose fleets are still away.
    """
    laid = LAID[0][0]
    page.set_viewport_size({"width": 390, "height": 844})
    show(laid)
    expect(page.locator(".nb .field")).to_be_hidden()
    expect(page.locator(".nb-empty")).to_contain_text("The board is empty")
    assert overflow(page) == 0
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".nb .field")).to_be_visible()
    expect(page.locator(".nb-empty")).to_be_hidden()
    ready = [f for f in VIEWS[OPENED]["game"]["fleets"] if f["status"] == "ready"]
    show(OPENED)
    note = page.locator(".nb-note")
    for side in VIEWS[OPENED]["game"]["sides"]:
        own = sum(one["control"] == side["seat"] for one in ready)
        expect(note).to_contain_text(f"the {side['name']} {own}")


SMALL = """() => [...document.querySelectorAll("main.board *, .why *")].filter((el) =>
  [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && el.getClientRects().length
).filter((el) => {
  const m = el.getScreenCTM?.(), scale = m ? Math.hypot(m.a, m.b) : 1;
  return parseFloat(getComputedStyle(el).fontSize) * scale < 11.99;
}).map((el) => el.textContent)"""


WALK = """async (last) => {
  const ruler = document.querySelector("#ruler"), seen = [];
  for (let seq = 2; seq <= last; seq += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    while (ruler.getAttribute("aria-valuenow") !== String(seq))
      await new Promise(requestAnimationFrame);
    seen.push([document.querySelector(".nb-step h2")?.textContent.trim(),
      document.querySelectorAll("main.board .tables, .why .say").length]);
  }
  return seen;
}"""
"""Goes on to the end: of each event its heading, and how much has fallen back to tables."""


@pytest.mark.long
def test_every_step_can_be_drawn(show: Show, page: Page) -> None:
    """From the first event to the last, none falls back to tables."""
    show(1)
    seen = page.evaluate(WALK, len(EVENTS))
    assert [heading for heading, _ in seen] == [step["text"][0] for step in GAME["public"][1:]]
    assert [seq for seq, (_, fallen) in enumerate(seen, 2) if fallen] == []


STYLED = ":is(main.board, .why) [style]:not(board-zoom, .zoomed, board-card)"


def test_nothing_is_styled_inline(show: Show) -> None:
    """The service's policy forbids it; what is enlarged is moved by the browser's own means."""
    page = show(BOARDED)
    expect(page.locator(STYLED)).to_have_count(0)


# --- how the battle was played ------------------------------------------------------------------

SCENARIO, SEED, RANDOM = "interception", "n6", 20
"""Of a hundred commands so many are any legal one, so that everything is seen once."""


def played() -> dict[str, Any]:
    """The battle, as everyone gets it; as either seat as long as something is sealed."""
    from iacta.service.projections.steps import make_step, view_of
    from tests.support.environment import Below
    from tests.support.table import Table

    system = importlib.import_module("iacta.domain.naval_battle").SYSTEM
    seats = [{"name": "Livia", "seat": "active"}, {"name": "Marcus", "seat": "reactive"}]
    table, below = Table.found(system, SCENARIO, seats=seats), Below(SEED)
    while table.step(below, "random" if below(100) < RANDOM else "steady"):
        pass

    def told(audience: str, most: int) -> list[dict[str, Any]]:
        out, before = [], (table.states[0], {})
        for seq, made in enumerate(table.events[:most], 1):
            known = table.vault.known_to(audience, seq, all_seats=False)
            after = (table.states[seq], view_of(table.states[seq], system, audience, known))
            step = msgspec.to_builtins(make_step(before, after, made.event, system, known))
            out.append({key: step[key] for key in ("text", "dice", "patch", "marks")})
            before = after
        return out

    events = [msgspec.to_builtins(made.event) for made in table.events]
    kept = [{k: e[k] for k in ("seq", "at", "by", "for", "command", "effects")} for e in events]
    opened = next(e["seq"] for e in kept if any("superiority" in f["type"] for f in e["effects"]))
    view = table.view("public")
    campaign = {k: view[k] for k in ("status", "turn", "phase", "waiting", "seats", "winners")}
    named = {"name": "Off Nova Carthago", "system": "naval-battle", "scenario": SCENARIO}
    return {
        "campaign": {**named, **campaign, "visibility": "public", "forks": [], "lineage": []},
        "tables": [msgspec.to_builtins(one) for one in system.tables],
        "events": kept,
        "public": told("public", len(kept)),
        ACTIVE: told(ACTIVE, opened),
        REACTIVE: told(REACTIVE, opened),
    }


def test_a_move_is_drawn_over_no_name(show: Show) -> None:
    """Its tip ends where the square begins: a leader's name stands within, at the edge."""
    named = [
        (seq, moved)
        for seq, moved in kind("moved")
        for one in VIEWS[seq]["game"]["fleets"]
        if one["name"] == moved["fleet"] and one["leaders"]
    ]
    seen = 0
    for seq, _ in named[:6]:
        page = show(seq)
        tip = page.locator(".nb .course.move .tip").bounding_box()
        assert tip is not None
        for name in page.locator(".nb-board .stack.now .lead").all():
            box = name.bounding_box()
            assert box is not None
            across = tip["x"] < box["x"] + box["width"] and box["x"] < tip["x"] + tip["width"]
            over = min(box["y"] + box["height"], tip["y"] + tip["height"])
            assert not across or over - max(box["y"], tip["y"]) <= 2
            seen += across
    assert seen


@alters
def test_an_attack_is_drawn_over_no_strip_and_no_name(page: Page) -> None:
    """Whose a fleet is and what it is called stay to be read, whichever side looks."""
    page.goto("/#/samples/naval-battle?at=40")
    course = page.locator(".nb .course.ram .ink")
    expect(course).to_have_count(1)
    for _ in range(2):
        settled(page)
        arrow = course.bounding_box()
        marks = page.locator(".nb-board .stack.now :is(.strips, .body b)")
        assert marks.count() == 4
        for mark in marks.all():
            box = mark.bounding_box()
            assert arrow is not None
            assert box is not None
            assert not (
                arrow["x"] < box["x"] + box["width"] - 2
                and box["x"] < arrow["x"] + arrow["width"]
                and arrow["y"] < box["y"] + box["height"]
                and box["y"] < arrow["y"] + arrow["height"]
            )
        page.keyboard.press("f")


if __name__ == "__main__":
    FILE.write_text(f"{json.dumps(played(), ensure_ascii=False, separators=(',', ':'))}\n")
