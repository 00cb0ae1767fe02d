"""De Bello Punico in the viewer, as the service serves two battles that bots fought."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from iacta.domain.de_bello_punico.documents import FIELDS
from iacta.domain.de_bello_punico.state.grid import Grid, grid_of
from iacta.domain.de_bello_punico.state.keys import leader_id
from tests.support.servers import Running
from tests.viewer.bundle import hosted
from tests.viewer.conftest import Window, alters, jump, overflow, settled

GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"
BATTLES = ("trebbia", "zama")
SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}
Effect = dict[str, Any]


class Battle:
    """A battle on the server: its address, events and views."""

    def __init__(self, server: Running, scenario: str) -> None:
        """Import the golden game."""
        answer = httpx.post(
            f"{server.url}/v1/campaigns/import",
            content=(GOLDEN / f"de-bello-punico-{scenario}-rome-routs.jsonl").read_bytes(),
            headers={"Content-Type": "application/x-ndjson"},
            timeout=60,
        )
        assert answer.status_code == 201, answer.text
        self.origin = server.url
        self.url = f"{server.url}{answer.headers['location']}"
        self.id = self.url.rsplit("/", 1)[1]
        field = next(one for one in FIELDS.fields if one.scenario == scenario)
        self.grid: Grid = grid_of(field)
        self.events: list[dict[str, Any]] = []
        while items := self.get("events", after=len(self.events), limit=200)["items"]:
            self.events += [item["event"] for item in items]

    def get(self, path: str, **params: Any) -> Any:
        """What the API answers."""
        return httpx.get(f"{self.url}/{path}", params=params, timeout=60).json()

    def game(self, seq: int, audience: str = "public") -> dict[str, Any]:
        """The game's view after an event."""
        found: dict[str, Any] = self.get("state", at=seq, audience=audience)["view"]["game"]
        return found

    def first(
        self, kind: str, test: Callable[[Effect], bool] = lambda effect: True
    ) -> tuple[int, Effect]:
        """The first event with such an effect, and the effect."""
        return next(self.every(kind, test))

    def every(
        self, kind: str, test: Callable[[Effect], bool] = lambda effect: True
    ) -> Iterator[tuple[int, Effect]]:
        """All such, in order."""
        return (
            (event["seq"], effect)
            for event in self.events
            for effect in event["effects"]
            if effect["type"] == f"de-bello-punico.{kind}" and test(effect)
        )


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Battle]]:
    """Two battles, one with a river and hills, one with seventy counters and elephants.

    Golden games have the same id, so that each has a server of its own.
    """
    with ExitStack() as stack:
        found = {}
        for scenario in BATTLES:
            data = tmp_path_factory.mktemp(scenario) / "data"
            found[scenario] = Battle(stack.enter_context(hosted(data)), scenario)
        yield found


@pytest.fixture
def scenario() -> str:
    """Which battle is looked at; a test parametrizes it."""
    return "trebbia"


@pytest.fixture
def battle(battles: dict[str, Battle], scenario: str) -> Battle:
    """The battle that is looked at."""
    return battles[scenario]


@pytest.fixture
def audience() -> str:
    """Through whose eyes; a test parametrizes it."""
    return "public"


@pytest.fixture
def size() -> str:
    """How large the window is; a test parametrizes it."""
    return "wide"


@pytest.fixture(scope="module")
def window(chromium: Browser, battles: dict[str, Battle]) -> Iterator[Window]:
    """A window on both servers."""
    window = Window(chromium, *(battle.origin for battle in battles.values()))
    yield window
    window.context.close()


Opened = tuple[Page, list[str]]


def opened(window: Window, size: str) -> Opened:
    """A page of this size, and what it complains of."""
    width, height = SIZES[size]
    page, complaints = window.page(), list[str]()
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page, complaints


@pytest.fixture
def kept(scenario: str, audience: str, size: str) -> object:
    """The page of this battle, audience and size: most tests only look."""
    return scenario, audience, size


@pytest.fixture(scope="module")
def looked_at() -> dict[object, Opened]:
    """The pages that are kept open; they go with their window."""
    return {}


@pytest.fixture
def page(
    window: Window, size: str, kept: object, looked_at: dict[object, Opened]
) -> Iterator[Page]:
    """A page that must not complain, nor be wider than its window."""
    if kept is not None and kept not in looked_at:
        looked_at[kept] = opened(window, size)
    page, complaints = opened(window, size) if kept is None else looked_at[kept]
    yield page
    assert overflow(page) <= 0
    if kept is None:
        page.evaluate("localStorage.clear()")
        page.close()
    assert complaints == []


every_size = pytest.mark.parametrize("size", SIZES)
both_ends = pytest.mark.parametrize("size", ["wide", "phone"])
each_battle = pytest.mark.parametrize("scenario", BATTLES)
at_zama = pytest.mark.parametrize("scenario", ["zama"])


def show(page: Page, battle: Battle, seq: int, audience: str = "public") -> dict[str, Any]:
    """Open an event; the game's view after it."""
    if page.url.startswith(battle.origin):
        jump(page, seq)
    else:
        seen = "" if audience == "public" else f"&as={audience}"
        page.goto(f"{battle.origin}/#/campaigns/{battle.id}?at={seq}{seen}")
    expect(page.locator(".pos b")).to_have_text(str(seq))
    expect(page.locator(".dbp-field")).to_be_visible()
    settled(page)
    return battle.game(seq, audience)


def here(game: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The units on the field."""
    return {unit["id"]: unit for unit in game["units"] if unit["hex"] and not unit["fate"]}


def middles(page: Page, hexes: list[str]) -> list[list[float]]:
    """The middles of hexes in the drawing."""
    found: list[list[float]] = page.evaluate(
        """hexes => import('/systems/de-bello-punico/hexes.js').then(m => hexes.map(m.at))""", hexes
    )
    return found


def outcome(page: Page, told: dict[str, Any]) -> str:
    """An outcome of odds in the game's words."""
    found: str = page.evaluate(
        """told => import('/systems/de-bello-punico/outcome.js').then(({ outcome }) =>
            outcome(told, { view: null, seats: [] }))""",
        told,
    )
    return found


def figures(texts: list[str]) -> list[int]:
    """Numbers as they are set."""
    return [int(text.replace("\u2212", "-").replace("+", "")) for text in texts]


def points(line: Locator) -> list[list[float]]:
    """The points of a polyline."""
    text = line.get_attribute("points") or ""
    return [[float(number) for number in point.split(",")] for point in text.split()]


def close(one: list[float], other: list[float], by: float = 0.2) -> bool:
    """Whether two points are the same."""
    return abs(one[0] - other[0]) < by and abs(one[1] - other[1]) < by


@both_ends
@each_battle
def test_every_unit_stands_on_its_hex_and_faces_as_it_does(page: Page, battle: Battle) -> None:
    seq, _ = battle.first("panicked")
    units = here(show(page, battle, seq))
    drawn = page.locator(".dbp-field [data-unit]")
    expect(drawn).to_have_count(len(units))
    found = drawn.evaluate_all(
        """all => all.map(e => ({id: e.dataset.unit, place: e.getAttribute('transform'),
        wedge: e.querySelector('.front')?.getAttribute('transform') ?? null,
        face: e.querySelector('.cp')?.textContent ?? null, flag: !!e.querySelector('.flag'),
        pips: e.querySelectorAll('.pip').length, on: e.querySelectorAll('.pip.on').length}))"""
    )
    places = middles(page, [units[one["id"]]["hex"] for one in found])
    for one, middle in zip(found, places, strict=True):
        unit = units[one["id"]]
        at = [float(number) for number in re.findall(r"[\d.]+", one["place"])]
        assert close(at, middle), unit
        panicked = unit["panicked"]
        assert one["wedge"] == (None if panicked else f"rotate({unit['facing'] * 60})")
        assert one["face"] == (None if panicked else str(unit["strength"]))
        assert one["flag"] == panicked
        assert (one["pips"], one["on"]) == (
            unit["morale"], min(unit["disorder"], unit["morale"])
        )  # fmt: skip


def test_a_unit_says_all_that_is_so_after_the_step(page: Page, battle: Battle) -> None:
    seq, hurt = battle.first("disordered", lambda effect: effect["total"] < effect["morale"])
    unit = here(show(page, battle, seq))[hurt["unit"]]
    told = page.locator(f"[data-unit={unit['id']}]")
    for words in (
        f"{unit['title']} {unit['id']}",
        f"hex {unit['hex']}",
        f"Combat Points {unit['strength']}",
        f"Disorder {hurt['total']} of {hurt['morale']}",
    ):
        expect(told).to_have_attribute("aria-label", re.compile(re.escape(words)))
    expect(page.locator(f"[data-unit={unit['id']}] .pip.fresh")).to_have_count(hurt["points"])
    show(page, battle, seq - 1)
    before = f"Disorder {hurt['total'] - hurt['points']} of"
    expect(told).to_have_attribute("aria-label", re.compile(before))


def test_what_only_spends_a_point_is_not_said_to_do_nothing(page: Page, battle: Battle) -> None:
    """What the point does is told above, as what comes in any case."""
    show(page, battle, 1)
    assert outcome(page, {}) == "Nothing else comes of it"
    assert outcome(page, {"initiative": None}) == "A tie: both throw again"
    assert outcome(page, {"hit": False}) == "The volley misses"


def test_a_volley_that_fortuna_may_turn_is_told_by_what_it_would_do(
    page: Page, battle: Battle
) -> None:
    """Not by what its die shows."""
    show(page, battle, 1)
    told = outcome(page, {"hit": True, "stands": False})
    assert told == "The volley hits, unless it is rerolled"


@both_ends
def test_a_move_is_an_arrow_from_hex_to_hex(page: Page, battle: Battle) -> None:
    seq, moved = battle.first("unit-moved", lambda effect: len(effect["path"]) > 2)
    show(page, battle, seq)
    path = moved["path"]
    way = page.locator(f".way.move[data-path='{' '.join(path)}']")
    expect(way).to_have_count(1)
    drawn = points(way.locator(".ink"))
    assert len(drawn) == len(path)
    assert all(close(a, b) for a, b in zip(drawn[:-1], middles(page, path[:-1]), strict=True))
    assert close(drawn[-1], middles(page, path[-1:])[0], by=30)
    expect(page.locator(f"[data-lit='{path[0]}']")).to_have_count(1)
    expect(page.locator(f"[data-lit='{path[-1]}']")).to_have_count(1)
    expect(page.locator(f"[data-passed='{path[1]}']")).to_have_count(1)


@pytest.mark.parametrize("scenario", ["trebbia"])
def test_a_turn_in_place_shows_the_old_front_and_the_new(page: Page, battle: Battle) -> None:
    seq, turned = next(
        (event["seq"], effect)
        for event in battle.events
        for effect in event["effects"]
        if effect["type"].endswith("unit-moved")
        and len(effect["path"]) == 1
        and here(battle.game(event["seq"] - 1))[effect["unit"]]["facing"] != effect["facing"]
    )
    was = here(battle.game(seq - 1))[turned["unit"]]
    show(page, battle, seq)
    ghost = page.locator(f".way.turn[data-path='{turned['path'][0]}'] .was")
    expect(ghost).to_have_attribute("transform", f"rotate({was['facing'] * 60})")
    wedge = page.locator(f"[data-unit={turned['unit']}] .front")
    expect(wedge).to_have_attribute("transform", f"rotate({turned['facing'] * 60})")


@both_ends
@pytest.mark.parametrize("range_", [1, 2])
def test_a_volley_is_a_line_with_its_range_its_number_and_its_die(
    page: Page, battle: Battle, range_: int
) -> None:
    seq, shot = battle.first("volley-rolled", lambda effect: effect["range"] == range_)
    show(page, battle, seq)
    units = here(battle.game(seq - 1))
    shooter, target = units[shot["shooter"]], units[shot["target"]]
    line = page.locator(f".deed.volley[data-path='{shooter['hex']} {target['hex']}'] .ink")
    start, end = points(line)
    ends = middles(page, [shooter["hex"], target["hex"]])
    assert close(start, ends[0], by=25)
    assert close(end, ends[1], by=25)
    plate = page.locator(".plate")
    hexes = "1 hex" if range_ == 1 else "2 hexes"
    expect(plate).to_contain_text(f"{hexes}, \u2264 {shot['number']}")
    expect(plate.locator("circle")).to_have_count(shot["face"])
    row = page.locator(f".missiles [data-row='{shooter['type']} {range_}']")
    lit = page.locator(".missiles td.hit")
    expect(lit).to_have_count(1)
    expect(row.locator("td.hit")).to_have_attribute("data-target", target["type"])
    expect(lit).to_have_text(str(shot["number"]))


def test_the_end_of_a_volley_says_hit_or_miss(page: Page, battle: Battle) -> None:
    for hit in (True, False):
        seq, shot = battle.first("volley-resolved", lambda effect, hit=hit: effect["hit"] is hit)
        show(page, battle, seq)
        expect(page.locator(".plate")).to_contain_text("hit" if hit else "miss")
        expect(page.locator(".roll .word")).to_have_text("Hit" if hit else "Miss")
        expect(page.locator(".faces .w")).to_have_count(shot["number"])


@both_ends
def test_a_combat_adds_up(page: Page, battle: Battle) -> None:
    def helped(effect: Effect) -> bool:
        return any("support" in m["reason"] for m in effect["attacker"]["modifiers"])

    tests = (lambda effect: True, helped, lambda effect: effect["winner"] is None)
    for test in tests:
        seq, fought = battle.first("combat-resolved", test)
        show(page, battle, seq)
        for side, role in (("attacker", "attacks"), ("defender", "defends")):
            told = page.locator(f"[data-sum={role}]")
            shown = figures(told.locator("dd").all_text_contents())
            assert shown[-1] == sum(shown[:-1]) == fought[side]["total"]
            assert shown[0] == fought[side]["face"]
            for modifier in fought[side]["modifiers"]:
                expect(told).to_contain_text(modifier["reason"])
                expect(told).to_contain_text(modifier["rule"])
        verdict = page.locator(".verdict")
        if fought["winner"] is None:
            expect(verdict).to_contain_text("equal totals")
        else:
            expect(verdict).to_contain_text(f"difference {fought['difference']}")
            expect(verdict).to_contain_text("2 Disorder" if fought["doubled"] else "1 Disorder")


def behind(effect: Effect) -> bool:
    """Whether a combat came from behind."""
    return any(modifier["rule"] == "BP 10.5" for modifier in effect["attacker"]["modifiers"])


@at_zama
def test_an_attack_from_behind_is_marked_and_no_other(page: Page, battle: Battle) -> None:
    kinds = {unit["id"]: unit["type"] for unit in battle.game(len(battle.events))["units"]}

    def printed(effect: Effect) -> bool:
        """Mercenaries have no row in the table: theirs is a ruling, and told in a note."""
        return behind(effect) and kinds[effect["attacker"]["unit"]] != "mercenaries"

    seq, fought = battle.first("combat-resolved", printed)
    kind = kinds[fought["attacker"]["unit"]]
    show(page, battle, seq)
    blow = page.locator("[data-deed=strike]")
    hexes = f"{fought['attacker']['hex']} {fought['defender']['hex']}"
    expect(blow).to_have_attribute("data-path", hexes)
    expect(blow.locator(".back")).to_have_count(1)
    expect(page.locator(".sum .rear")).to_contain_text("attack from behind")
    expect(page.locator("[data-table=rear-attack] .hit dt")).to_have_text(
        re.compile(kind.replace("-", " "), re.IGNORECASE)
    )
    seq, _ = battle.first("combat-resolved", lambda effect: not behind(effect))
    show(page, battle, seq)
    expect(blow).to_have_count(1)
    expect(blow.locator(".back")).to_have_count(0)
    expect(page.locator("[data-table=rear-attack] .hit")).to_have_count(0)


def test_support_comes_from_the_hexes_of_the_supporters(page: Page, battle: Battle) -> None:
    seq, declared = battle.first("attack-declared", lambda effect: "support" in effect)
    units = here(battle.game(seq - 1))
    show(page, battle, seq)
    for key in declared["support"]:
        expect(page.locator(f"[data-help='{units[key]['hex']}']")).to_have_count(1)
    expect(page.locator(".dbp-field .help")).to_have_count(len(declared["support"]))


@both_ends
def test_a_flight_goes_hex_by_hex_and_off_the_field(page: Page, battle: Battle) -> None:
    seq, fled = battle.first("unit-fled", lambda effect: effect["ends"] == "edge")
    game = show(page, battle, seq)
    way = page.locator(f".way.flee[data-path='{' '.join(fled['path'])}'] .ink")
    drawn, last = points(way), middles(page, fled["path"][-1:])[0]
    assert len(drawn) == len(fled["path"]) + 1
    south = game["field"]["edges"]["rome" if fled["unit"].startswith("r") else "carthage"]
    assert drawn[-1][1] > last[1] + 20 if south == "south" else drawn[-1][1] < last[1] - 20
    expect(page.locator(f"[data-unit={fled['unit']}]")).to_have_count(0)
    expect(page.locator(f".chip.lit[data-off~={fled['unit']}]")).to_have_count(1)


@each_battle
def test_who_is_off_the_field_stands_at_his_edge(page: Page, battle: Battle) -> None:
    game = show(page, battle, battle.events[-1]["seq"])
    for side in ("rome", "carthage"):
        gone = {unit["id"] for unit in game["units"] if unit["side"] == side and unit["fate"]}
        chips = page.locator(f"[data-edge={side}] [data-off]")
        told = " ".join(chips.evaluate_all("all => all.map(e => e.dataset.off)")).split()
        assert len(told) == len(gone) > 0
        assert set(told) == gone


@both_ends
@at_zama
@alters
def test_zones_of_control_are_shown_on_demand(page: Page, battle: Battle) -> None:
    seq, _ = battle.first("panicked")
    game = show(page, battle, seq)
    expect(page.locator(".zoc path:visible")).to_have_count(0)
    box = page.get_by_role("checkbox", name="Zones of control, Rome")
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    drawn = page.locator(".zoc.rome path")
    expect(drawn.first).to_be_visible()
    expect(page.locator(".zoc.carthage path:visible")).to_have_count(0)
    for side in ("rome", "carthage"):
        wanted: dict[str, set[str]] = {}
        for unit in here(game).values():
            if unit["side"] == side and not unit["panicked"]:
                for hex_ in battle.grid.front(unit["hex"], unit["facing"]):
                    wanted.setdefault(hex_, set()).add(unit["id"])
        found = page.locator(f".zoc.{side} path").evaluate_all(
            "all => all.map(e => [e.dataset.zone, e.dataset.of])"
        )
        assert {hex_: set(of.split()) for hex_, of in found} == wanted
    page.keyboard.press("Space")
    expect(page.locator(".zoc path:visible")).to_have_count(0)


def test_a_leader_is_lit_by_name_and_as_the_target_of_an_attack(page: Page, battle: Battle) -> None:
    game = show(page, battle, battle.first("initiative-resolved")[0])
    found = page.locator(".leader").evaluate_all("all => all.map((e) => e.dataset.ids)")
    wanted = [f"{one['name']} {leader_id(one['side'])}" for one in game["leaders"] if one["hex"]]
    assert len(wanted) == 2
    assert sorted(map(unquote, found)) == sorted(wanted)


@alters
def test_command_range_is_shown_on_demand(page: Page, battle: Battle) -> None:
    game = show(page, battle, battle.first("initiative-resolved")[0])
    leader = next(one for one in game["leaders"] if one["side"] == "carthage")
    expect(page.locator(".reach path:visible")).to_have_count(0)
    page.get_by_role("checkbox", name=f"Command range of {leader['name']}").check()
    wash = page.locator(".reach.carthage .wash")
    expect(wash).to_be_visible()
    expect(page.locator(".reach.rome path:visible")).to_have_count(0)
    ids = battle.grid.ids
    within = "(e, all) => all.map(([x, y]) => e.isPointInFill(new DOMPoint(x, y)))"
    hits = wash.evaluate(within, middles(page, ids))
    inside = [one for one, hit in zip(ids, hits, strict=True) if hit]
    distance = battle.grid.distance
    wanted = [one for one in ids if distance(one, leader["hex"]) <= leader["range"]]
    assert inside == wanted
    assert 0 < len(wanted) < len(ids)


@pytest.mark.parametrize("audience", ["public", "seat:rome", "seat:carthage"])
def test_the_boxes_show_what_the_audience_may_see(
    page: Page, battle: Battle, audience: str
) -> None:
    seq, _ = battle.first("initiative-rolled")
    game = show(page, battle, seq - 1, audience)  # all are placed, and none is used
    for army in game["armies"]:
        own = audience == f"seat:{army['side']}"
        for box in army["boxes"]:
            cell = page.locator(f"[data-box='{army['side']} {box['box']}'] .ck")
            expect(cell).to_have_count(len(box["markers"]))
            for kind, worth in (("hid", None), ("on", "point"), ("vac", "vacuus")):
                wanted = sum(1 for marker in box["markers"] if marker["is"] == worth)
                expect(cell.and_(page.locator(f".{kind}"))).to_have_count(wanted)
        vacuus = page.locator(f"[data-box^='{army['side']} '] .vac")
        expect(vacuus).to_have_count(1 if own else 0)
        lacks = page.locator(".cmd thead th").count() - 1 - len(army["boxes"])
        row = page.locator(".cmd tbody tr").filter(
            has=page.locator(f"[data-box^='{army['side']}']")
        )
        expect(row.locator("td.none")).to_have_count(lacks)


@alters
def test_a_box_and_what_is_shown_of_the_field_say_what_they_are_for(
    page: Page, battle: Battle
) -> None:
    """BP 4.7, BP 8.2: "Furor" and "Zones" tell nobody who has not read the rules."""
    show(page, battle, battle.first("initiative-rolled")[0])
    note = page.locator("#code-note")
    for box in page.locator(".cmd thead .code").all():
        box.click()
        expect(note).to_contain_text(f"{box.inner_text()}: ")
        box.click()
    expect(page.locator(".cmd thead .code")).to_have_count(
        page.locator(".cmd thead th").count() - 1
    )
    for label, meaning in (
        ("Zones", "Zone of control: the front hexes"),
        ("Range", "command range"),
    ):
        page.locator(".show .code", has_text=label).first.hover()
        expect(note).to_contain_text(meaning)
    expect(page.locator(".cmd tbody small").first).to_contain_text("1 Vacuus")


@pytest.mark.parametrize(
    ("scenario", "terms"),
    [
        (
            "trebbia",
            [
                "Rome: 2 Command Points a turn, beaten at 12 Rout Points.",
                "Carthage: 4 Command Points a turn, beaten at 12 Rout Points.",
                "14 turns; a draw is won by Rome.",
            ],
        ),
        (
            "zama",
            [
                "Rome: 4 Command Points a turn, beaten at 16 Rout Points.",
                "Carthage: 4 Command Points a turn, beaten at 15 Rout Points.",
                "16 turns; a draw is won by neither side.",
            ],
        ),
    ],
)
def test_a_battle_begins_with_its_own_terms(page: Page, battle: Battle, terms: list[str]) -> None:
    """The table of all four battles is among the others."""
    show(page, battle, 1)
    assert page.locator(".after li").all_inner_texts()[-3:] == terms
    expect(page.locator(".dbp-step [data-table]")).to_have_count(0)
    page.locator(".dbp .more summary").first.click()
    corner = page.locator("[data-table=battles] thead th").first
    assert corner.inner_text() == "Battle"
    page.locator(".dbp .more summary").first.click()


COVERED = """() => [...document.querySelectorAll(".uid.named")].filter((id) => {
  const a = id.getBoundingClientRect();
  return a.width && [...document.querySelectorAll(".unit :is(.cp, .ab)")].some((figure) => {
    const b = figure.getBoundingClientRect();
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  });
}).map((id) => id.textContent)"""
"""The named ids that lie on a counter's letters or Combat Points."""


@pytest.mark.parametrize(("scenario", "seq"), [("trebbia", 56), ("zama", 100)])
def test_the_ids_of_a_long_line_lie_on_no_figures(page: Page, battle: Battle, seq: int) -> None:
    """The panel tells the ways of all; of a line, those that have room are named."""
    show(page, battle, seq)
    expect(page.locator(".uid.named:visible").first).to_be_visible()
    assert page.evaluate(COVERED) == []


def test_a_spent_point_is_lit(page: Page, battle: Battle) -> None:
    seq, used = battle.first("marker-used", lambda effect: effect["worth"] == 1)
    show(page, battle, seq)
    cell = page.locator(f"[data-box='{used['side']} {used['box']}']")
    expect(cell).to_have_class("now")
    lit = [
        one
        for one in battle.events[seq - 1]["effects"]
        if one["type"].endswith(".marker-used")
        and (one["side"], one["box"]) == (used["side"], used["box"])
    ]
    expect(cell.locator(".ck.used.fresh")).to_have_count(len(lit))


@at_zama
def test_elephants_are_read_on_their_table(page: Page, battle: Battle) -> None:
    seq, rolled = battle.first("elephant-resolved")
    show(page, battle, seq)
    row = page.locator("[data-table=elephants] tr.hit")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(str(rolled["face"]))
    expect(row).to_contain_text(rolled["result"])
    expect(page.locator(".plate")).to_contain_text(rolled["result"])
    expect(page.locator(".plate circle")).to_have_count(rolled["face"])


@both_ends
@at_zama
def test_rout_points_stand_on_their_ruler(page: Page, battle: Battle) -> None:
    seq, lost = battle.first("panicked", lambda effect: effect["points"] > 0)
    game = show(page, battle, seq)
    for army in game["armies"]:
        ruler = page.locator(f"[data-rout={army['side']}]")
        expect(ruler.locator("li")).to_have_count(army["limit"])
        expect(ruler.locator("li.on")).to_have_count(army["rout"])
        expect(ruler.locator("b")).to_have_text(f"{army['rout']} of {army['limit']}")
    fresh = page.locator(f"[data-rout={lost['side']}] li.fresh")
    assert fresh.count() >= lost["points"]
    expect(page.locator("[data-table=rout-points] .hit")).not_to_have_count(0)


@at_zama
def test_turn_and_impulse_are_marked(page: Page, battle: Battle) -> None:
    seq, _ = battle.first("attack-declared")
    game = show(page, battle, seq)
    expect(page.locator(".turns .on")).to_have_text(str(game["turn"]))
    expect(page.locator(".impulses [aria-current=step]")).to_have_text(re.compile("combat|points"))
    whose = {"rome": "Rome", "carthage": "Carthage"}[game["side"]]
    expect(page.locator(".impulses .acts .whose")).to_contain_text(whose)
    last = {"rome": "Carthage", "carthage": "Rome"}[game["first"]]
    of_last = page.locator(".impulses ol").last
    expect(of_last.locator(".whose")).to_contain_text(last)
    expect(of_last.locator("li:not(.whose)").nth(1)).to_have_text("enemy’s volley")
    show(page, battle, battle.first("volley-rolled")[0])
    now = page.locator(".impulses [aria-current=step]")
    expect(now).to_have_text("enemy’s volley")  # it stands in the row of the other, who is in phase


@pytest.mark.parametrize("size", ["phone", "middle"])
@pytest.mark.parametrize("kind", ["volley-rolled", "combat-resolved"])
@at_zama
def test_a_field_larger_than_its_pane_stands_at_the_step(
    page: Page, battle: Battle, kind: str
) -> None:
    show(page, battle, battle.first(kind)[0])
    page.wait_for_function(
        """() => { const pane = document.querySelector('.dbp-pan').getBoundingClientRect();
        return [...document.querySelectorAll('.dbp-field [data-focus]')].some(e => {
          const r = e.getBoundingClientRect();
          const x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
          return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom; }); }"""
    )


@pytest.mark.parametrize("size", ["phone", "middle"])
@at_zama
def test_a_field_on_which_nobody_fights_stands_at_an_army(page: Page, battle: Battle) -> None:
    """Initiative is rolled while the armies are far apart: between them is nothing to see."""
    show(page, battle, battle.first("initiative-resolved")[0])
    page.wait_for_function(
        """() => { const pane = document.querySelector('.dbp-pan').getBoundingClientRect();
        return [...document.querySelectorAll('.dbp-field .unit')].filter(e => {
          const r = e.getBoundingClientRect();
          return r.left >= pane.left && r.right <= pane.right
            && r.top >= pane.top && r.bottom <= pane.bottom; }).length >= 10; }"""
    )
    expect(page.locator(".dbp-field [data-focus]")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone"])
def test_the_fight_stays_in_sight_though_somebody_flees(page: Page, battle: Battle) -> None:
    """A flight may lead far; what is sought is where they fight."""
    fled = {seq for seq, _ in battle.every("unit-fled")}
    seq = next(seq for seq, _ in battle.every("combat-resolved") if seq in fled)
    show(page, battle, seq)
    expect(page.locator(".dbp-field [data-focus]")).to_have_count(2)
    page.wait_for_function(
        """() => { const pane = document.querySelector('.dbp-pan').getBoundingClientRect();
        return [...document.querySelectorAll('.dbp-field [data-focus]')]
          .map(e => e.getBoundingClientRect())
          .every(r => r.left >= pane.left && r.right <= pane.right
            && r.top >= pane.top && r.bottom <= pane.bottom); }"""
    )
    assert page.locator("[data-lit]").count() > 2


@every_size
@each_battle
def test_nothing_overflows(page: Page, battle: Battle) -> None:
    kinds = ("began", "unit-moved", "volley-resolved", "combat-resolved", "panicked", "pursued")
    firsts = [next(battle.every(kind), None) for kind in kinds]
    seqs = [first[0] for first in firsts if first]
    assert len(seqs) >= len(kinds) - 1, "a battle may end without a pursuit"
    for seq in seqs:
        show(page, battle, seq)
        assert overflow(page) <= 0
        wide = page.evaluate(
            """() => [...document.querySelectorAll('.dbp *')]
            .filter(e => !e.closest('.scroll, .wide-table, .zoomed, .vh'))
            .filter(e => e.getBoundingClientRect().width)
            .filter(e => e.getBoundingClientRect().right > innerWidth + .5)
            .map(e => e.outerHTML.slice(0, 80))"""
        )
        assert wide == []


INSIDE = """() => { const pane = document.querySelector('.dbp-pan').getBoundingClientRect();
    return [...document.querySelectorAll('.dbp-field [data-focus]')].every(e => {
      const r = e.getBoundingClientRect();
      return r.left >= pane.left && r.right <= pane.right
        && r.top >= pane.top && r.bottom <= pane.bottom; }); }"""

WHOLE = """() => {
    const [field, pane] = ['.dbp-field', '.dbp-pan'].map(
      name => document.querySelector(name).getBoundingClientRect());
    return ['x', 'y', 'width', 'height'].every(of => Math.abs(field[of] - pane[of]) < 0.5); }"""


@each_battle
@alters
def test_the_field_is_whole_and_enlarged_by_keys_with_the_step_in_sight(
    page: Page, battle: Battle
) -> None:
    """Enlarged, every counter is read and bears its id, and a small map shows where one is."""
    show(page, battle, battle.first("combat-resolved")[0])
    least = """() => Math.min(...[...document.querySelectorAll('.dbp-field .unit text, .uid')]
        .filter(e => e.getClientRects().length)
        .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a))"""
    page.wait_for_function(WHOLE)
    expect(page.locator(".zoom-small")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("+")
    expect(page.locator(".zoom-small i")).to_be_visible()
    expect(page.locator(".uid:visible")).to_have_count(page.locator(".unit").count())
    page.wait_for_function(INSIDE)
    assert page.evaluate(least) >= 12
    page.keyboard.press("0")
    expect(page.locator(".zoom-small")).to_have_count(0)
    page.wait_for_function(WHOLE)


def test_a_unit_that_the_text_names_bears_its_id(page: Page, battle: Battle) -> None:
    """What the text calls "Hastati r4" is found on the field by that id."""
    seq, combat = battle.first("combat-resolved")
    show(page, battle, seq)
    ids = set(page.locator(".uid.named:visible").all_text_contents())
    assert {combat[side]["unit"] for side in ("attacker", "defender")} & {
        u["id"] for u in battle.game(seq)["units"] if u["hex"] and not u["fate"]
    } <= ids
    assert len(ids) < page.locator(".unit").count()


@alters
def test_a_counter_is_told_on_hover_by_keys_and_by_tap(page: Page, battle: Battle) -> None:
    """Its card names its values, and does not lie over it."""
    seq, _ = battle.first("combat-resolved")
    show(page, battle, seq)
    card = page.locator("board-card")
    expect(card).to_be_hidden()
    unit = page.locator(".unit.now").first
    unit.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text(unit.get_attribute("data-unit") or "")
    expect(card).to_contain_text("Combat Points")
    expect(card.locator("[data-code=Disorder]").first).to_be_attached()
    told, by = card.bounding_box(), unit.bounding_box()
    assert told
    assert by
    assert (
        told["x"] >= by["x"] + by["width"] or told["x"] + told["width"] <= by["x"]
        or told["y"] >= by["y"] + by["height"] or told["y"] + told["height"] <= by["y"]
    )  # fmt: skip
    page.locator(".now-line").hover()
    expect(card).to_be_hidden()
    page.locator(".dbp-pan").focus()
    page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    unit.click()
    page.locator(".now-line").hover()
    expect(card).to_be_visible()


@each_battle
@alters
def test_the_whole_field_is_seen_and_read_on_a_desktop(page: Page, battle: Battle) -> None:
    for kind in ("began", "combat-resolved", "volley-rolled"):
        show(page, battle, battle.first(kind)[0])
        # one pixel below stands the shell's live region
        assert page.evaluate("document.documentElement.scrollHeight") <= 901
        pane = page.locator(".dbp-pan")
        assert pane.evaluate(
            "e => [e.scrollWidth <= e.clientWidth, e.scrollHeight <= e.clientHeight]"
        ) == [True, True]
        small = page.evaluate(
            """() => {
              const scale = e => e.closest('svg') ? e.getScreenCTM().a : 1;
              const size = e => parseFloat(getComputedStyle(e).fontSize) * scale(e);
              return [...document.querySelectorAll('.dbp *')]
                .filter(e => !e.closest('.unit, .key, .die') && !e.children.length)
                .filter(e => e.textContent.trim() && e.getClientRects().length && size(e) < 12)
                .map(e => [e.textContent, size(e)]);
            }"""
        )
        assert small == []
        points_ = page.locator(".unit .cp").first
        assert (
            points_.evaluate("e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a")
            >= 14
        )
