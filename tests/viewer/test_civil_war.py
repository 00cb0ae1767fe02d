"""The civil war on the map: what is drawn, where it stands, and that it stays readable."""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.viewer import fixture_server
from tests.viewer.conftest import alters, jump, overflow, settled
from tests.viewer.fixture_server import SEATED, VIEWER, Fixture

HERE = Path(__file__).parent
CAMPAIGN = f"/#/campaigns/{SEATED}"
TOLD = json.loads((HERE / "civil_war_steps.json").read_text())
FIRST = next(op["value"] for op in TOLD["items"][0]["patch"] if op["path"] == "/game")
ZONES = [zone["name"] for zone in FIRST["zones"]]
SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}


@pytest.fixture
def kept() -> object:
    """The page of the war: most tests only look."""
    return "war"


@pytest.fixture
def war(fixture: Fixture) -> Fixture:
    """The first forty-eight events of a war played by bots on the map of `rubicon`."""
    fixture.items = list(TOLD["items"])
    fixture.sample = {**fixture.sample, "view": TOLD["view"]}
    return fixture


def reset(war: Fixture, game: dict[str, Any]) -> None:
    """Begin with this game instead; nothing happens after it."""
    first = TOLD["items"][0]
    patch = [{**op, "value": game} if op["path"] == "/game" else op for op in first["patch"]]
    war.items = [{**first, "patch": patch}]


def show(page: Page, at: int, size: str = "wide") -> None:
    """Go to an event and wait for its map."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    if page.url == "about:blank":
        page.goto(f"{CAMPAIGN}?at={at}")
    else:
        jump(page, at)
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))
    expect(page.locator("cw-map .zones [data-zone]")).to_have_count(len(ZONES))
    settled(page)


def boxes(page: Page, selector: str) -> dict[str, tuple[float, float, float, float]]:
    """Left, top, right, bottom of each drawn thing by the name it carries."""
    told = page.locator(selector).evaluate_all(
        """els => els.map(el => {
          const r = el.getBoundingClientRect();
          const d = el.closest('[data-stack]') ?? el;
          const name = d.dataset.stack ?? d.dataset.control ?? d.dataset.name;
          return [name, r.left, r.top, r.right, r.bottom];
        })"""
    )
    return {name: tuple(box) for name, *box in told}


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """True if two boxes share more than a pixel each way."""
    return (
        min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1
    )  # fmt: skip


def near(point: tuple[float, float], box: tuple[float, ...], by: float) -> bool:
    """True if a point is no farther than this from a box's middle."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5 <= by)


def test_the_map_data_is_what_the_script_draws(tmp_path: Path) -> None:
    """Run again, the script gives the committed file to the byte, and a small one."""
    again = tmp_path / "map-data.js"
    script = VIEWER / "geo" / "draw.py"
    subprocess.run([sys.executable, str(script), str(again)], check=True, timeout=60)
    kept = (VIEWER / "systems" / "civil-war" / "map-data.js").read_bytes()
    assert again.read_bytes() == kept
    assert len(kept) < 150_000


def test_all_zones_are_drawn_marked_and_named(page: Page, war: Fixture) -> None:
    """Each zone has its area, one mark and its name, and none lies outside the map's pane."""
    show(page, 2)
    for attribute in ("zone", "control", "name"):
        names = page.locator(f"[data-{attribute}]").evaluate_all(
            f"els => els.map(e => e.dataset.{attribute})"
        )
        assert sorted(names) == sorted(ZONES), attribute
    pane = page.locator("cw-map").bounding_box()
    assert pane
    for name, box in boxes(page, "[data-control]").items():
        assert pane["x"] <= box[0] < box[2] <= pane["x"] + pane["width"], name
        assert pane["y"] <= box[1] < box[3] <= pane["y"] + pane["height"], name


def test_control_is_colour_pattern_and_letter(page: Page, war: Fixture) -> None:
    """Owned land is tinted with its owner's pattern; every mark of an owner bears his letter."""
    show(page, 2)
    fills = page.locator("cw-map .own").evaluate_all(
        "els => els.map(e => [e.dataset.owner, getComputedStyle(e.firstElementChild).fill])"
    )
    patterns = dict(fills)
    assert '"#cw-map-1"' in patterns["caesarian"]
    assert '"#cw-map-2"' in patterns["republican"]
    assert '"#cw-map-3"' in patterns["Parthi"]
    for number in (1, 2, 3):
        assert page.locator(f"#cw-map-{number} > *").count() > 0
    letters = {"caesarian": "C", "republican": "R", None: ""}
    for zone in FIRST["zones"]:
        if not zone["people"]:
            mark = page.locator(f"[data-control='{zone['name']}']")
            assert mark.text_content() == letters[zone["control"]], zone["name"]


def test_a_march_is_an_arrow_between_its_zones(page: Page, war: Fixture) -> None:
    """The ink arrow leaves the mark of the first zone and its tip reaches the mark of the last."""
    show(page, 3)
    way = page.locator("cw-map [data-way='Cisalpina Picenum']")
    expect(way).to_have_count(1)
    ends = way.locator(".arrow").evaluate(
        """p => [0, p.getTotalLength()].map(n => {
          const q = new DOMPoint(...Object.values(
            (({x, y}) => ({x, y}))(p.getPointAtLength(n)))).matrixTransform(p.getScreenCTM());
          return [q.x, q.y];
        })"""
    )
    marks = boxes(page, "[data-control]")
    assert near(tuple(ends[0]), marks["Cisalpina"], 14)
    assert near(tuple(ends[1]), marks["Picenum"], 24)
    expect(page.locator("cw-map .ring")).to_have_count(1)
    assert "Cisalpina" in page.locator(".why .route").inner_text()


def test_a_voyage_goes_by_its_seas(page: Page, war: Fixture) -> None:
    """A fleet's arrow runs over the seas it names, which are lit."""
    show(page, 30)
    expect(page.locator("cw-map .way.sail")).to_have_count(1)
    expect(page.locator("cw-map .lit-sea")).to_have_count(1)
    expect(page.locator("cw-map .lit-sea")).to_have_text("MareHadriaticum")


def test_the_stack_that_marched_slides_from_where_it_was(page: Page, war: Fixture) -> None:
    """A moved stack is known by the place it left, in both directions."""
    show(page, 3)
    came = page.locator("[data-stack='Picenum caesarian']")
    expect(came).to_have_attribute("data-move", "Cisalpina caesarian")
    show(page, 2)
    left = page.locator("[data-stack='Cisalpina caesarian']")
    expect(left).to_have_attribute("data-move", "Cisalpina caesarian")


def test_a_battle_is_ringed_and_its_forces_are_heavier(page: Page, war: Fixture) -> None:
    """The zone fought over is lit; the stacks in it are drawn as acting."""
    show(page, 15)
    expect(page.locator("cw-map .ring")).to_have_count(1)
    acting = page.locator("cw-map .ctr.now").evaluate_all("els => els.map(e => e.dataset.stack)")
    assert sorted(acting) == ["Picenum caesarian", "Picenum republican"]
    expect(page.locator(".why .crt td.hit")).to_have_count(1)


def test_strengths_are_the_sums_of_the_units(page: Page, war: Fixture) -> None:
    """The number on a counter is the strength of that side's army or fleet in the zone."""
    show(page, 1)
    for zone in FIRST["zones"]:
        told: dict[str, int] = {}
        for unit in zone["units"]:
            fleet = " fleet" if unit["kind"] == "naves" else ""
            name = f"{zone['name']} {unit['side']}{fleet}"
            told[name] = told.get(name, 0) + unit["sp"]
        for name, strength in told.items():
            assert page.locator(f"[data-stack='{name}'] .num").text_content() == str(strength), name


WAR = """async () => {
  const [{ controller }, { context }, { sceneOf }] = await Promise.all(
    ["/app.js", "/context.js", "/systems/civil-war/scene.js"].map((name) => import(name)));
  const map = document.querySelector("cw-map"), { replay } = controller.showing;
  const middles = new Map();
  const told = { steps: 0, stacks: 0, moved: [], astray: [], overlaps: [], cut: [] };
  const inside = (el, at) => el.isPointInFill(at.matrixTransform(el.getScreenCTM().inverse()));
  for (let at = 1; at <= replay.steps.length; at++) {
    const ctx = context({ replay, at });
    map.scene = sceneOf(ctx.view.game, ctx);
    const land = document.getElementById("cw-land"), boxes = [];
    // Enlarged, the map goes on beyond its window.
    const pane = map.closest("board-zoom").whole ? map.getBoundingClientRect() : null;
    const sheet = map.querySelector("svg.ground use.land");
    for (const el of map.querySelectorAll("[data-stack]")) {
      const name = el.dataset.stack, zone = el.dataset.card.split(" ")[0];
      const face = el.querySelector(":scope > .face") ?? el.querySelector("rect");
      const r = face.getBoundingClientRect(), fleet = name.endsWith(" fleet");
      const middle = new DOMPoint(r.left + r.width / 2 - (fleet ? 3 : 0), r.top + r.height / 2);
      const was = middles.get(name);
      if (was && Math.hypot(was.x - middle.x, was.y - middle.y) > 2.5) told.moved.push([at, name]);
      if (!was) middles.set(name, middle);
      const area = map.querySelector(`[data-zone="${zone}"]`);
      const ashore = land.isPointInFill(middle.matrixTransform(sheet.getScreenCTM().inverse()));
      if (!inside(area, middle) || ashore === fleet) told.astray.push([at, name]);
      for (const [other, o] of boxes)
        if (Math.min(o.right, r.right) - Math.max(o.left, r.left) > 1
            && Math.min(o.bottom, r.bottom) - Math.max(o.top, r.top) > 1)
          told.overlaps.push([at, name, other]);
      boxes.push([name, r]);
      told.stacks++;
    }
    for (const el of pane ? map.querySelectorAll("[data-stack], text") : []) {
      const r = el.getBoundingClientRect();
      if (Math.min(r.left - pane.left, pane.right - r.right) < -1
          || Math.min(r.top - pane.top, pane.bottom - r.bottom) < -1)
        told.cut.push([at, el.dataset.stack ?? el.textContent]);
    }
    told.steps++;
  }
  return told;
}"""
"""Draws every step of the war that is shown, and tells which counters stand wrongly."""


RESTS = """() => {
  const { x, y, width } = document.querySelector("cw-map [data-stack]").getBoundingClientRect(),
    here = [x, y, width].join();
  globalThis.stood = globalThis.stoodAt === here ? globalThis.stood + 1 : 0;
  globalThis.stoodAt = here;
  return globalThis.stood >= 10;
}"""
"""Whether the map has stood where it is for ten frames: it is fitted once its page has its size."""


@alters
@pytest.mark.parametrize("size", SIZES)
def test_over_a_whole_war_counters_stand_in_their_zones_and_keep_their_places(
    page: Page, size: str
) -> None:
    """Armies on their zone's land, fleets on its sea, none over another, cut or moved aside."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/#/samples/civil-war?at=1")
    expect(page.locator("cw-map [data-stack]").first).to_be_attached()
    page.wait_for_function(RESTS)
    told = page.evaluate(WAR)
    assert told["steps"] > 100
    assert told["stacks"] > 10 * told["steps"]
    assert (told["moved"], told["astray"], told["overlaps"], told["cut"]) == ([], [], [], [])


@pytest.mark.parametrize("size", SIZES)
def test_nothing_hides_anything(page: Page, war: Fixture, size: str) -> None:
    """No counter lies on another, on a zone's mark or on a zone's name."""
    for at in (2, 15, 31, 48):
        show(page, at, size)
        faces = boxes(page, "cw-map .face")
        for kind, others in (
            ("counter", faces),
            ("mark", boxes(page, "cw-map [data-control] > rect:first-of-type")),
            ("name", boxes(page, "cw-map [data-name]")),
        ):
            for name, face in faces.items():
                for other, box in others.items():
                    if kind != "counter" or other != name:
                        assert not overlap(face, box), (at, kind, name, other)


def test_an_arrow_lies_under_the_names(page: Page, war: Fixture) -> None:
    """The zone that an army marches to can be read."""
    march = next(
        item["event"]["seq"]
        for item in TOLD["items"]
        if any(effect["type"] == "civil-war.marched" for effect in item["event"]["effects"])
    )
    show(page, march)
    drawn = page.locator("cw-map :is(.way, .zl)").evaluate_all(
        "els => els.map(el => el.matches('.way') ? 'way' : 'name')"
    )
    assert drawn == sorted(drawn, reverse=True)
    assert set(drawn) == {"way", "name"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_nothing_overflows_and_no_text_is_small(
    page: Page, war: Fixture, size: str, theme: str
) -> None:
    """The page is as wide as the screen; no text is drawn under 12 px, on the map or off it."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for at in (2, 15, 31):
        show(page, at, size)
        assert overflow(page) <= 0
        small = page.evaluate(
            """() => [...document.querySelectorAll('.board *, .why *')].filter(el =>
              [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim())
              && el.closest('svg.die, title') === null
              && parseFloat(getComputedStyle(el).fontSize)
                 * (el.ownerSVGElement ? el.getScreenCTM().a : 1) < 11.99)
              .map(el => el.textContent.trim())"""
        )
        assert small == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_on_the_map(page: Page, war: Fixture, theme: str) -> None:
    """Names on land and at sea, letters on marks, strengths on counters: 4.5 to 1 at least."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    show(page, 2)
    low = page.evaluate(
        """() => {
          const rgb = (name) => {
            const el = document.createElement('i');
            el.style.color = `var(${name})`;
            document.body.append(el);
            const c = getComputedStyle(el).color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255);
            el.remove();
            return c.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
              .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
          };
          const pairs = [['--ink', '--land'], ['--ink', '--sea'], ['--ink-2', '--land'],
            ['--ink-2', '--sea'], ['--sea-ink', '--sea'], ['--ink', '--sheet'],
            ['--ink', '--lit'], ['--f3', '--land'], ['--ink-2', '--sheet']];
          return pairs.map(([a, b]) => { const [x, y] = [rgb(a), rgb(b)].sort((p, q) => q - p);
            return [a, b, (x + .05) / (y + .05)]; }).filter(([, , r]) => r < 4.5);
        }"""
    )
    assert low == []


@alters
def test_on_a_phone_the_map_is_centred_on_the_step_and_can_be_dragged(
    page: Page, war: Fixture
) -> None:
    """The end of the march is in sight; a drag moves the map; the next step is in sight again."""
    show(page, 28, "phone")
    pane = page.locator("cw-map").bounding_box()
    assert pane

    def inside() -> bool:
        end = page.locator("cw-map .ring").bounding_box()
        assert end
        return (
            pane["x"] < end["x"] and end["x"] + end["width"] < pane["x"] + pane["width"]
            and pane["y"] < end["y"] and end["y"] + end["height"] < pane["y"] + pane["height"]
        )  # fmt: skip

    page.wait_for_function(
        """() => { const pane = document.querySelector('cw-map').getBoundingClientRect();
        const r = document.querySelector('cw-map [data-focus]').getBoundingClientRect();
        return document.querySelector('board-zoom').zoom.scale > 2
          && r.left >= pane.left && r.right <= pane.right
          && r.top >= pane.top && r.bottom <= pane.bottom; }"""
    )
    assert inside()
    before = boxes(page, "[data-control]")["Citerior"]
    page.mouse.move(200, pane["y"] + 150)
    page.mouse.down()
    page.mouse.move(80, pane["y"] + 130, steps=4)
    page.mouse.up()
    settled(page)
    after = boxes(page, "[data-control]")["Citerior"]
    assert (round(before[0] - after[0]), round(before[1] - after[1])) == (120, 20)
    sheet = page.locator("cw-map .sheet").first
    where = sheet.get_attribute("transform")
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("searchbox").fill("march")
    expect(page.locator(".log")).not_to_contain_text("The year's event")
    assert sheet.get_attribute("transform") == where
    page.get_by_role("tab", name="Board").click()
    settled(page)
    page.locator("board-zoom").focus()
    after = boxes(page, "[data-control]")["Citerior"]
    page.keyboard.press("Shift+ArrowLeft")
    settled(page)
    assert round(boxes(page, "[data-control]")["Citerior"][0] - after[0]) == 40
    page.locator(".go button").nth(4).click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "29")
    settled(page)
    focus = page.locator("cw-map [data-focus]").first.bounding_box()
    assert focus
    assert pane["x"] <= focus["x"]
    assert focus["x"] + focus["width"] <= pane["x"] + pane["width"]


@alters
def test_the_cartouche_tells_points_segment_and_event(page: Page, war: Fixture) -> None:
    """What is not on the map stands in its corner, and in words for those who read it."""
    show(page, 15)
    box = page.locator(".cartouche")
    expect(box.locator(".points > span > b")).to_have_text(["2", "16"])
    expect(box.locator(".segments li")).to_have_count(6)
    expect(box.locator(".segments .on")).to_have_count(1)
    expect(box.locator(".points .lab")).to_have_text(
        [
            "control points",
            "19 points win the war; otherwise the Republicans win after the last year",
        ]
    )
    expect(box).to_contain_text("Unrest in the cities")
    page.get_by_text("In words: what each region needs").click()
    expect(page.locator(".in-words .zone.lit .zn").first).to_be_visible()


def test_in_words_an_army_is_as_strong_as_on_the_map(page: Page, war: Fixture) -> None:
    """The ships that lie beside it do not fight with it. What each region needs comes first."""
    show(page, 4, "phone")
    page.get_by_text("In words: what each region needs").click()
    words = page.locator(".in-words")
    expect(words.locator("table.regions caption")).to_be_visible()
    rows = words.locator(".zone").evaluate_all(
        "all => all.map((e) => [e.querySelector('.zn').textContent.split(',')[0].trim(),"
        " [...e.querySelectorAll('.stk > b')].map((b) => +b.textContent).sort((a, b) => a - b)])"
    )
    labels = page.locator("[data-strength]").evaluate_all(
        "all => all.map((e) => e.getAttribute('aria-label'))"
    )
    armies: dict[str, list[int]] = {}
    for label in labels:
        if found := re.match(r"(.+), \w+: strength (\d+)", label or ""):
            armies.setdefault(found[1], []).append(int(found[2]))
    told = {zone: strengths for zone, strengths in rows if zone in armies}
    assert len(told) > 3
    assert told == {zone: sorted(armies[zone]) for zone in told}
    page.get_by_text("In words: what each region needs").click()


def test_on_a_phone_the_cartouche_says_what_the_event_does(page: Page, war: Fixture) -> None:
    """A finger sees no title."""
    show(page, 15, "phone")
    told = page.locator(".cartouche .ev-line small")
    expect(told).to_be_visible()
    expect(told).to_have_text("Faction Leaders go to, and stay in, their nearest controlled city")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_what_the_points_are_is_said_beside_them(page: Page, war: Fixture, size: str) -> None:
    """Two bare numbers would be anything."""
    show(page, 15, size)
    number = page.locator(".cartouche .points > span > b").last.bounding_box()
    label = page.locator(".cartouche .points .lab").first.bounding_box()
    assert number is not None
    assert label is not None
    assert number["y"] < label["y"] + label["height"] / 2 < number["y"] + number["height"]


@alters
def test_an_illness_names_whom_it_struck(
    page: Page, war: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CW E4, CW E1: not "the leader"; and TB tells what it is."""
    tb = {"term": "TB", "meaning": "Tactical Bonus."}
    monkeypatch.setattr(fixture_server, "GLOSSARY", [*fixture_server.GLOSSARY, tb])
    game = json.loads(json.dumps(FIRST))
    master = next(one for one in game["leaders"] if one["faction"] == "republican")
    event = {
        "number": 4,
        "title": "The master of Roma falls ill",
        "text": "the leader stays in the zone, dies if driven out; the TB does not count there",
    }
    game |= {"event": event, "in_force": [event]}
    rest = "stays in the zone, dies if driven out; the TB does not count there"
    for ill, who in ((True, f"{master['name']} (Republican)"), (False, "the leader")):
        master["ill"] = ill
        reset(war, game)
        page.goto("about:blank")
        show(page, 1, "phone")
        told = page.locator(".cartouche .ev-line small")
        expect(told).to_have_text(f"{who} {rest}")
        expect(told.locator(".code")).to_have_text("TB")


@pytest.mark.parametrize(("at", "leaves"), [(15, "They leave Picenum."), (33, "It leaves Narb")])
def test_who_leaves_the_field_is_one_unit_or_several(
    page: Page, war: Fixture, at: int, leaves: str
) -> None:
    """CW 8.4.2W: two turned over are not "it"."""
    show(page, at)
    expect(page.locator(".argument")).to_contain_text(leaves)


@pytest.mark.parametrize("size", SIZES)
def test_a_region_is_named_on_its_land_over_nothing_else(
    page: Page, war: Fixture, size: str
) -> None:
    """Where there is room; not where one of its zones has its name."""
    for at in (2, 31):
        show(page, at, size)
        named, covers = page.evaluate(
            """() => {
              const all = (selector) => [...document.querySelectorAll(`cw-map ${selector}`)],
                box = (el) => el.getBoundingClientRect(),
                meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
                  a.top < b.bottom - 4 && b.top < a.bottom - 4,
                names = all(".regionname");
              return [
                names.map((el) => el.textContent),
                names.flatMap((el) => all(":is(.zl, .ldr, .face, .cl, .seaname)")
                  .filter((other) => meet(box(el), box(other)))
                  .map((other) => `${el.textContent} over ${other.textContent}`)),
              ];
            }"""
        )
        zones = {zone["name"] for zone in FIRST["zones"]}
        assert named
        assert {*named} <= {zone["region"] for zone in FIRST["zones"]} - zones
        assert covers == []


@alters
def test_the_card_of_a_stack_says_which_rule_keeps_a_leader(page: Page, war: Fixture) -> None:
    """CW E6: he has his whole allowance, and may not use it."""
    game = json.loads(json.dumps(FIRST))
    (caesar,) = (one for one in game["leaders"] if one["name"] == "Caesar")
    caesar["kept"] = "CW E6"
    reset(war, game)
    show(page, 1)
    page.locator("[data-stack='Cisalpina caesarian']").click()
    card = page.locator("board-card")
    expect(card.locator("h3")).to_contain_text("in Italia: Caesarian")
    expect(card.locator("p", has_text="Caesar")).to_contain_text("kept in place, CW E6")
    expect(card.locator("p", has_text="Curio")).to_contain_text("MA left")


@pytest.mark.parametrize("size", SIZES)
def test_a_leaders_name_stands_at_no_other_counter(page: Page, war: Fixture, size: str) -> None:
    """Beside another's it would be read as his; "+4" would be read as a modifier."""
    show(page, 2, size)
    apart = page.locator("cw-map .ldr").evaluate_all(
        """names => names.map((el) => {
          const box = (e) => e.getBoundingClientRect(), a = box(el);
          const away = (b) => Math.max(b.left - a.right, a.left - b.right,
            b.top - a.bottom, a.top - b.bottom);
          const all = [...document.querySelectorAll("cw-map .ctr > .face")];
          return [el.textContent, ...all.map((face) => away(box(face))).sort((x, y) => x - y)];
        })"""
    )
    assert any(" and " in name for name, *_ in apart)
    for name, own, other, *_ in apart:
        assert own < 5 < other, name


@pytest.mark.parametrize("size", SIZES)
def test_a_stack_tells_who_leads_it(page: Page, war: Fixture, size: str) -> None:
    """The chief at least, and over no zone's name."""
    show(page, 2, size)
    if size == "phone":
        expect(page.locator(".zoom-small")).to_be_attached()
    unnamed, covered = page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)],
            names = all("cw-map .ldr"),
            box = (el) => el.getBoundingClientRect(),
            meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
              a.top < b.bottom - 4 && b.top < a.bottom - 4,
            chiefs = all("cw-map .ctr:has(.star)")
              .map((el) => el.ariaLabel.split("; ")[1].split(", ")[0]),
            told = names.map((el) => el.textContent.replace(/ and \\d+$/, ""));
          return [
            chiefs.filter((one) => !told.includes(one)),
            names.filter((el) => all("cw-map .zl").some((zone) => meet(box(el), box(zone))))
              .map((el) => el.textContent),
          ];
        }"""
    )
    assert (unnamed, covered) == ([], [])


@alters
def test_an_event_that_favours_a_side_names_it(page: Page, war: Fixture) -> None:
    """CW E10: not "the opponent", beside a log that says who."""
    items = json.loads(json.dumps(war.items))
    for effect in (one for item in items for one in item["event"]["effects"]):
        if effect["type"] == "civil-war.year-event-rolled":
            effect.update(total=10, in_force=[10])
        if effect["type"] == "civil-war.initiative-taken":
            effect["segments"] = [*effect["segments"], "caesarian"]
            effect["notes"] = ["CW E10: the Caesarians have one more at the end"]
    war.items = items
    rolled = next(one for one in items if "year-event-rolled" in json.dumps(one["event"]))
    show(page, rolled["event"]["seq"])
    expect(page.locator(".w-res .odds")).to_have_text(
        "the Caesarian has one more segment, the last of the year"
    )


def test_regions_show_what_is_held_of_what_is_needed(page: Page, war: Fixture) -> None:
    """The printed columns of control against the map; what suffices is marked."""
    show(page, 3)
    rows = page.locator(".regions tbody tr")
    expect(rows).to_have_count(len(FIRST["regions"]))
    gallia = rows.filter(has_text="Gallia").locator("td")
    expect(gallia.nth(1)).to_have_text("zones: 5/5")
    expect(gallia.nth(1)).to_have_class("first enough")
    expect(gallia.nth(4)).to_have_text("zones: 0/5")
    expect(gallia.nth(4)).to_have_class("first ")


def plain() -> dict[str, Any]:
    """The game as a scenario without a map document has it."""
    bare = {"at": None, "cities": [], "people": None, "contested": False}
    return {**FIRST, "map": None, "zones": [{**zone, **bare} for zone in FIRST["zones"]],
            "segment": None, "points": {}}  # fmt: skip


@alters
def test_zones_without_a_map_document_are_on_the_map_by_name(page: Page, war: Fixture) -> None:
    """The names are enough: areas, marks and stacks, but no seas and no cities."""
    reset(war, plain())
    show(page, 1)
    expect(page.locator("cw-map .ctr").first).to_be_visible()
    expect(page.locator("cw-map .seaname, cw-map .city")).to_have_count(0)


@alters
def test_zones_that_are_nowhere_make_a_register(page: Page, war: Fixture) -> None:
    """A zone of another name without a place: the whole board is the register."""
    game = plain()
    game["zones"] = [{**game["zones"][0], "name": "Hibernia"}, *game["zones"][1:]]
    reset(war, game)
    page.goto(f"{CAMPAIGN}?at=1")
    expect(page.locator(".board .zn").first).to_be_visible()
    expect(page.locator(".board")).to_contain_text("Hibernia")
    expect(page.locator("cw-map")).to_have_count(0)


@alters
def test_a_zone_of_a_referees_map_is_put_where_it_says(page: Page, war: Fixture) -> None:
    """A zone that the drawn map lacks stands at its own degrees, north of Gaul here."""
    game = {**FIRST, "zones": [*FIRST["zones"], {
        **FIRST["zones"][0], "name": "Britannia", "at": [-120, 5200], "units": [], "cities": [],
    }]}  # fmt: skip
    reset(war, game)
    show(page, 1)
    marks = boxes(page, "[data-control]")
    assert marks["Britannia"][3] < marks["Armorica"][1]
    assert marks["Lusitania"][0] < marks["Britannia"][0] < marks["Germani"][0]


@alters
def test_a_scenario_without_zones_says_so(page: Page, war: Fixture) -> None:
    """The table's desk: leaders and events, and a word that there is no map."""
    reset(war, {**plain(), "zones": [], "regions": []})
    page.goto(f"{CAMPAIGN}?at=1")
    expect(page.locator(".board")).to_contain_text("This scenario has no map")
    expect(page.locator("cw-map")).to_have_count(0)


def test_what_is_said_in_words_lies_over_nothing(page: Page, war: Fixture) -> None:
    """Its facts lie over none of one another, and all of it stands beside the map."""
    show(page, 40)
    page.get_by_text("In words: what each region needs").click()
    expect(page.locator(".cw-side > section").first).to_be_visible()
    settled(page)
    facts = page.locator(".cw-side > section").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((r) => [r.x, r.y, r.right, r.bottom])"
    )
    assert len(facts) > 3
    for a, b in itertools.combinations(facts, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    (words,) = boxes_of(page, ".in-words")
    (pane,) = boxes_of(page, ".cw-map > board-zoom")
    assert pane[2] <= words[0]
    assert pane[2] - pane[0] > 400
    expect(page.locator(".cartouche")).to_be_hidden()


def test_the_map_at_a_battle_has_the_height_that_its_argument_leaves(
    page: Page, war: Fixture
) -> None:
    """At 1440 by 900: its head is one brief line, so that the map is the larger pane."""
    show(page, 35)
    (pane,) = boxes_of(page, ".cw-map > board-zoom")
    assert pane[3] - pane[1] >= 430


def boxes_of(page: Page, selector: str) -> list[list[float]]:
    """Left, top, right, bottom of what a selector finds."""
    found: list[list[float]] = page.locator(selector).evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((r) => [r.x, r.y, r.right, r.bottom])"
    )
    return found
