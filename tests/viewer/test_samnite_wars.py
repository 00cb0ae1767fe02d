"""Samnite Wars in a real Chromium: ten peoples, hidden hands, efforts that add up, nothing cut off.

The steps were played by bots over the game's own rules. To play them anew after a change of the
view: ``python -m tests.viewer.test_samnite_wars``.
"""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.viewer import fixture_server
from tests.viewer.conftest import FONTS, PHONE, jump, overflow, settled
from tests.viewer.fixture_server import SEATED, VIEWER, Fixture, Handler

FILE = Path(__file__).with_name("samnite_wars.json")
GAMES = json.loads(FILE.read_text(encoding="utf-8"))
PEOPLES = [
    "Latins", "Etruscans", "Samnites", "Campanians", "Gauls",
    "Umbrians", "Messapians", "Lucanians", "Bruttians", "Tarentines",
]  # fmt: skip
OWN = "seat:fabius"


def sample(game: str, audience: str) -> dict[str, Any]:
    """One of the games as an audience gets it."""
    kept = GAMES[game]
    told = zip(kept["events"], kept[audience], strict=True)
    items = [{**event, **step, "event": event} for event, step in told]
    return {
        "campaign": {**kept["campaign"], "id": SEATED},
        "view": {}, "items": items, "bare": "", "capsule": "", "key": "",
    }  # fmt: skip


@pytest.fixture
def game() -> str:
    """Which game is shown: `four` players through two battles, or `eight` at the beginning."""
    return "four"


@pytest.fixture
def audience() -> str:
    """Through whose eyes; a test parametrizes it."""
    return "public"


@pytest.fixture
def kept(game: str, audience: str) -> object:
    """The page of this game and audience: every test only looks."""
    return game, audience


@pytest.fixture
def fixture(game: str, audience: str, monkeypatch: pytest.MonkeyPatch) -> Fixture:
    """The stand-in server with this game, its printed tables, and a token for the seat."""
    monkeypatch.setitem(fixture_server.TOKENS, "tok-own", OWN)
    answer = Handler.api

    def api(self: Handler, parts: list[str], query: dict[str, str]) -> None:
        if parts == ["systems", "samnite-wars", "tables"]:
            self.json({"items": GAMES["tables"]})
        else:
            answer(self, parts, query)

    monkeypatch.setattr(Handler, "api", api)
    return Fixture(sample(game, audience))


Show = Callable[[int], Page]


@pytest.fixture
def show(page: Page, audience: str) -> Show:
    """Open the replay at an event, as the audience."""

    def to(seq: int) -> Page:
        if page.url == "about:blank":
            token = "&token=tok-own" if audience == OWN else ""
            page.goto(f"/#/campaigns/{SEATED}?at={seq}{token}")
        else:
            jump(page, seq)
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
        expect(page.locator(".sw")).to_be_visible()
        settled(page)
        return page

    return to


def seq_of(effect: str, game: str = "four", nth: int = 0) -> int:
    """The event of the game with the nth effect of this type."""
    found = [
        event["seq"]
        for event in GAMES[game]["events"]
        if any(one["type"] == f"samnite-wars.{effect}" for one in event["effects"])
    ]
    return int(found[nth])


def seq_of_step(*steps: str) -> int:
    """The event after which the game first waits in one of these steps."""
    for event in GAMES["four"]["events"]:
        begun = [e for e in event["effects"] if e["type"] == "samnite-wars.phase-begun"]
        if begun and begun[-1]["step"] in steps:
            return int(event["seq"])
    raise AssertionError(steps)


def effect_of(seq: int, effect: str) -> dict[str, Any]:
    """That effect of an event."""
    event = GAMES["four"]["events"][seq - 1]
    return next(dict(e) for e in event["effects"] if e["type"] == f"samnite-wars.{effect}")


def numbers(cells: Locator) -> list[int]:
    """The whole numbers in these elements."""
    return [int(text.replace("−", "-")) for text in cells.all_inner_texts()]


def battles(fits: Callable[[dict[str, Any]], bool]) -> list[int]:
    """The events of the battles in which both sides played cards and that fit."""
    return [
        event["seq"]
        for event in GAMES["four"]["events"]
        for effect in event["effects"]
        if effect["type"] == "samnite-wars.battle-fought"
        if effect["rome"].get("cards") and effect["enemy"].get("cards") and fits(effect)
    ]


def laid_before(seq: int) -> str:
    """Who laid an effort in the event before this one, and leads the enemy; else nobody."""
    events = GAMES["four"]["events"][: seq - 1]
    laid = [e["seat"] for e in events[-1]["effects"] if e["type"] == "samnite-wars.effort-laid"]
    led = [e["enemy"] for event in events for e in event["effects"] if "enemy-named" in e["type"]]
    return laid[0] if laid == led[-1:] else ""


CONQUERED = seq_of("conquered")
BATTLES = battles(lambda fought: True)
FOUGHT = next(s for s in BATTLES if s < CONQUERED and f"seat:{laid_before(s)}" == OWN)
LAID = FOUGHT - 1
ANOTHER = next(seq for seq in BATTLES if seq != FOUGHT)
TIED = battles(lambda fought: len(fought["rounds"]) == 2)[0]
OPENED = [
    event["seq"]
    for event in GAMES["four"]["events"]
    if any(one["type"] == "samnite-wars.window-opened" for one in event["effects"])
]
WAR = next(
    event["seq"]
    for event in GAMES["four"]["events"]
    for effect in event["effects"]
    if effect["type"] == "samnite-wars.event-rolled"
    if effect["event"]["rolled"] == effect["event"]["kind"] == "war"
)


def test_the_map_draws_ten_peoples(show: Show) -> None:
    """Each people has its name, and as many places for tokens as it needs."""
    page = show(2)
    names = page.locator(".sw-map .zl").all_text_contents()
    assert [re.sub(r"[A-Z]+$", "", name).strip() for name in names] == PEOPLES
    expect(page.locator(".sw-map .tok:not(.no)")).to_have_count(1)
    expect(page.locator(".sw-map .tok.no")).to_have_count(11)
    told = page.locator(".sw-map li").all_text_contents()
    assert "Latins, civilized: controlled by Rome." in told
    assert "Samnites, semi-civilized: 0 of 3 tokens, bordering the Republic." in told
    assert "Tarentines, civilized, Hellenized: free." in told
    for path in page.locator(".sw-map #sw-land, .sw-map .border").all():
        assert len(path.get_attribute("d") or "") > 1000
    expect(page.locator(".sw-map .held")).to_have_count(1)


def test_borders_are_lit_while_a_campaign_may_be_chosen(show: Show) -> None:
    """In the choice between peace and a campaign the ways out of Rome are lit; not otherwise."""
    page = show(seq_of_step("peace", "raids"))
    expect(page.locator(".sw-map .link.may.now")).to_have_count(3)
    expect(page.locator(".sw-map .front")).to_have_count(1)
    page = show(FOUGHT)
    expect(page.locator(".sw-map .link.may")).to_have_count(3)
    expect(page.locator(".sw-map .link.may.now, .sw-map .front")).to_have_count(0)


def test_the_keyboard_stands_in_a_region_by_its_own_edge(show: Show, page: Page) -> None:
    """And not in a box that crosses the regions around it."""
    show(seq_of_step("peace"))
    page.locator(".sw-map board-zoom").focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    region = page.locator(".sw-map .target:focus-visible")
    expect(region).to_have_css("outline-style", "none")
    expect(region).to_have_css("stroke-width", "5px")
    expect(page.locator(".sw-map .target:not(:focus)").first).to_have_css("stroke", "none")
    # The page is that of all tests here, and where the focus is decides what an arrow key does.
    page.evaluate("document.activeElement.blur()")


def test_a_conquest_puts_a_token_on_the_map(show: Show) -> None:
    """The region is ringed, it gets Rome's token, and the count goes up."""
    region = effect_of(CONQUERED, "conquered")["region"]
    page = show(CONQUERED - 1)
    expect(page.locator(".tally")).to_contain_text("regions 1 of 6")
    expect(page.locator(".sw-map .glow")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tally")).to_contain_text("regions 2 of 6")
    expect(page.locator(".sw-map .tok:not(.no)")).to_have_count(2)
    expect(page.locator(".sw-map .glow.lit")).to_have_count(1)
    expect(page.locator(f".sw-map .zl:text-matches('^{region}')")).not_to_have_class(
        re.compile("people")
    )
    expect(page.locator(".sw-players .won")).to_have_text(f"took {region}")


def test_hands_are_hidden_from_everyone(show: Show) -> None:
    """A spectator sees backs and counts, and no name of any card that was not shown."""
    page = show(2)
    expect(page.locator(".sw .card")).to_have_count(0)
    expect(page.locator(".sw-players .held")).to_have_text(["10 cards"] * 4)
    expect(page.locator(".sw-players .backs i")).to_have_count(40)
    own = sample("four", OWN)["items"]
    held = names_in_hand(own[1]["patch"])
    assert len(held) == 10
    text = page.locator("main.board").inner_text()
    assert not [name for name in held - set(PEOPLES) if name in text]


def names_in_hand(value: Any) -> set[str]:
    """The cards of hands in a patch: what has a name and a note."""
    if isinstance(value, list):
        return {name for one in value for name in names_in_hand(one)}
    if not isinstance(value, dict):
        return set()
    if {"name", "note"} <= value.keys():
        return {value["name"]}
    return names_in_hand(list(value.values()))


@pytest.mark.parametrize("audience", [OWN])
def test_a_hand_is_shown_to_its_owner(show: Show) -> None:
    """His cards lie face up with kind, force and condition; the others' stay backs."""
    page = show(2)
    held = names_in_hand(sample("four", OWN)["items"][1]["patch"])
    expect(page.locator(".sw-hand")).to_have_count(1)
    assert set(page.locator(".card h4").all_inner_texts()) == held
    expect(page.locator(".card .emblem path:first-child")).to_have_count(10)
    kinds = page.locator(".card .kind").all_inner_texts()
    words = "Ally|Strategy|Troops|Weapon|Battle|Conquest|Victory|Defeat|Peace|Special"
    assert [kind for kind in kinds if not re.fullmatch(words, kind)] == []
    forces = [c for c in kinds if c in ("Strategy", "Troops", "Weapon", "Battle")]
    expect(page.locator(".card header b")).to_have_count(len(forces))


def test_efforts_are_backs_until_both_are_laid(show: Show) -> None:
    """One has laid: his side is a back, the other's is waited for, and no force is told."""
    page = show(LAID)
    expect(page.locator(".hand-line")).to_have_count(0)
    expect(page.locator(".unseen.laid")).to_have_text("laid, face down")
    expect(page.locator(".unseen:not(.laid)")).to_have_text("not laid yet")
    expect(page.locator(".sums strong")).to_have_text(["?", "?"])
    expect(page.locator(".slip")).to_have_count(0)
    expect(page.locator(".sw-players .asked")).to_have_text(["has laid", "to lay"])


@pytest.mark.parametrize("audience", [OWN])
def test_his_hand_is_in_sight_during_a_battle(show: Show) -> None:
    """The cards stand below the two efforts; by name they stand beside the step."""
    page = show(LAID)
    line = page.locator(".hand-line")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line.locator("h3")).to_have_text("Fabius’s hand")
    assert line.locator("b").all_inner_texts() == page.locator(".sw-hand h4").all_inner_texts()
    expect(line.locator(".laid")).to_have_count(page.locator(".sw-hand .laid").count())


@pytest.mark.parametrize("audience", [OWN])
def test_on_a_phone_it_is_said_above_all_who_he_is_and_who_is_consul(show: Show) -> None:
    """The players stand far below there, and in sight on a desk."""
    page = show(LAID)
    line = page.locator(".sw-who")
    expect(line).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(line).to_be_visible()
    others = r"Consul: \w+, \d+\s+PT\s*\.\s+Foes?: \w+, \d+\s+PT(?:\s+and\s+\w+, \d+\s+PT)?\s*\."
    you = r"You: (leader of .+|Consul|Foe|ally of .+), \d+\s+PT\s*\."
    gold = r"Rome’s Treasury: \d+ gold\."
    expect(line).to_contain_text(re.compile(rf"^\s*{you}\s+{others}\s*{gold}\s*$"))


def test_who_may_discard_is_told_what_for(show: Show) -> None:
    """Above the hand: what is discarded is drawn anew."""
    page = show(seq_of_step("etcetera"))
    expect(page.locator(".sw-way .note")).to_have_text(
        ["Hands are filled to ten at the next turn."]
    )
    expect(show(FOUGHT).locator(".sw-way .note")).to_have_count(0)


@pytest.mark.parametrize("audience", [OWN])
def test_his_own_effort_is_shown_to_him_before(show: Show) -> None:
    """He sees what he has laid, and that it is face down for the others."""
    page = show(LAID)
    mine = effect_of(FOUGHT, "battle-fought")["enemy"]["cards"]
    expect(page.locator(".scale .enemy .slip b")).to_have_text([c["name"] for c in mine])
    expect(page.locator(".scale .rome.unseen")).to_have_text("not laid yet")
    expect(page.locator(".card.laid h4")).to_have_count(len(mine))
    expect(page.locator(".card.laid em").first).to_have_text("laid, face down")


@pytest.mark.parametrize("seq", [FOUGHT, ANOTHER])
def test_efforts_add_up(show: Show, seq: int) -> None:
    """Each card is the sum of its parts, each column the sum of its cards."""
    page, fought = show(seq), effect_of(seq, "battle-fought")
    for side in ("rome", "enemy"):
        shown = page.locator(f".scale .{side} .slip")
        total = numbers(page.locator(f".{side}.total strong"))
        assert [sum(numbers(shown.locator("> i")))] == total
        expect(shown.locator("b")).to_have_text([card["name"] for card in fought[side]["cards"]])
        for slip in page.locator(f".scale .{side} .slip:not(.no)").all():
            parts = [re.match(r"[+−]?\d+", t) for t in slip.locator(".adds").all_inner_texts()]
            assert all(parts)
            force = sum(int(p.group().replace("−", "-")) for p in parts if p)
            assert [force] == numbers(slip.locator("> i"))
            assert re.search(r"SW[- ]", slip.inner_text())
    expect(page.locator(".scale tbody th")).to_have_count(5)
    expect(page.locator(".total.won.lit")).to_have_class(re.compile(fought["winner"]))
    expect(page.locator(".sw-step h2")).to_contain_text(
        "Rome beats" if fought["winner"] == "rome" else "beat Rome"
    )


def test_a_row_compares_both_sides(show: Show) -> None:
    """Between two cards of a kind stands which of them counts more."""
    page = show(FOUGHT)
    for row in page.locator(".scale tbody tr").all():
        rome = sum(numbers(row.locator(".rome .slip > i")))
        enemy = sum(numbers(row.locator(".enemy .slip > i")))
        sign = "=" if rome == enemy else ">" if rome > enemy else "<"
        expect(row.locator("th em")).to_have_text(sign)


def test_a_tie_is_broken_by_drawn_dice(show: Show) -> None:
    """Every round's two dice are drawn in the step that threw them, and told afterwards."""
    rounds = effect_of(TIED, "battle-fought")["rounds"]
    assert len(rounds) == 2
    page = show(TIED)
    faces = [d.get_attribute("aria-label") for d in page.locator(".tie .die").all()]
    assert faces == [f"d6: {face}" for one in rounds for face in one]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tie .die")).to_have_count(0)
    expect(page.locator(".tie")).to_contain_text(f"Rome {rounds[-1][0]},")


def test_the_event_goes_from_roll_to_result(show: Show) -> None:
    """The dice, what each table says, and what came of it; the printed rows are lit."""
    event = effect_of(WAR, "event-rolled")["event"]
    page = show(WAR)
    dice = [d.get_attribute("aria-label") for d in page.locator(".way .die").all()]
    assert dice == [f"d10: {event['face']}", f"d10: {event['region_face']}"]
    way = page.locator(".way li")
    expect(way.first).to_contain_text("War")
    expect(way.nth(1)).to_contain_text(PEOPLES[event["region_face"] - 1])
    expect(way.last).to_have_text(f"War with the {event['region']}")
    rolled = page.locator(".printed .hit.lit th").all_text_contents()
    assert [int(re.sub(r"\D", "", text)) for text in rolled] == [
        event["face"],
        event["region_face"],
    ]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".printed .hit.lit")).to_have_count(0)


def test_a_window_names_who_has_to_choose_and_who_has(show: Show) -> None:
    """All are asked at first; who has chosen moves over, what he chose stays unseen."""
    seq = seq_of("window-opened")
    page = show(seq)
    answers = page.locator(".window .answers li")
    expect(answers).to_have_count(1)
    expect(answers.locator(".f")).to_have_count(4)
    expect(page.locator(".sw-players .asked:not(.done)")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(answers).to_have_count(2)
    expect(answers.last).to_contain_text(re.compile(r"Have chosen\s+\w\s+\w{3,}"))
    expect(page.locator(".sw-players .asked.done")).to_have_text("has chosen")
    # The players say so in sight of it, but on a phone.
    expect(answers.first).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(answers.first).to_be_visible()


@pytest.mark.parametrize("audience", [OWN])
def test_who_may_play_is_told_what_and_to_who_may_not_nothing_is_told(show: Show) -> None:
    """By the reader's own hand alone; nothing of the kind is told of the others."""
    said = set()
    for seq in OPENED:
        page = show(seq)
        fits = page.locator(".card.may h4").all_inner_texts()
        told = [f"Play {' or '.join(fits)}, or pass."] if fits else []
        expect(page.locator(".window .pass")).to_have_text(told)
        expect(page.locator(".window .answers li", has_text="To choose")).to_have_count(0)
        said.add(bool(fits))
    assert said == {True, False}


def test_a_spectator_is_told_of_no_hand_what_fits(show: Show) -> None:
    for seq in OPENED:
        page = show(seq)
        expect(page.locator(".window")).to_have_count(1)
        expect(page.locator(".window .pass")).to_have_count(0)


def test_many_cards_that_may_be_played_are_unfolded_by_name(show: Show) -> None:
    """All of them, none as one of so many more."""
    opened = {seq: effect_of(seq, "window-opened") for seq in OPENED}
    seq, cards = max(
        ((seq, [*one["cards"], *one.get("claims", ())]) for seq, one in opened.items()),
        key=lambda found: len(found[1]),
    )
    page = show(seq)
    folded = page.locator(".window details")
    expect(folded.locator("summary")).to_have_text(
        f"{len(cards)} cards may be played after the battle"
    )
    expect(folded.locator("p")).not_to_be_visible()
    folded.locator("summary").click()
    assert [card for card in cards if card not in folded.locator("p").inner_text()] == []


def test_what_pt_are_is_told_where_one_points_at_them(show: Show) -> None:
    """By the game's own glossary, as every code."""
    page = show(2)
    page.keyboard.press("ArrowRight")
    codes = page.locator(".sw-players .pt .code")
    expect(codes).to_have_text(["PT"] * 4)
    codes.nth(1).hover()
    expect(page.locator("#code-note")).to_contain_text("Prestige tokens")


@pytest.mark.parametrize("audience", [OWN])
def test_a_new_turn_is_seen_from_its_top(show: Show, page: Page) -> None:
    """What was scrolled to stays within a turn, and not beyond it."""
    page.set_viewport_size({"width": 1440, "height": 600})
    begun = seq_of("turn-begun", nth=1)
    show(begun - 2)
    table = page.locator(".sw-table")
    scrolled = "el => el.scrollTop > 0"
    table.evaluate("el => el.scrollTo(0, 60)")
    show(begun - 1)
    assert table.evaluate(scrolled)
    show(begun)
    assert not table.evaluate(scrolled)


def test_the_hand_comes_first_while_an_order_is_open_in_a_battle(show: Show, page: Page) -> None:
    """Where one chooses from it, beside the order; else the battle does."""
    show(FOUGHT)
    found = page.evaluate(
        """() => {
          const replay = document.querySelector(".replay"),
            top = (s) => document.querySelector(s).getBoundingClientRect().top,
            above = () => top(".sw-own") < top(".sw-turn"),
            before = above();
          replay.classList.add("ordering");
          replay.dataset.acting = "";
          const then = above();
          replay.classList.remove("ordering");
          delete replay.dataset.acting;
          return [before, then];
        }"""
    )
    assert found == [False, True]


@pytest.mark.parametrize("size", [(1440, 900), (1440, 780), (390, 844)])
def test_no_word_on_the_map_lies_on_a_token(show: Show, page: Page, size: tuple[int, int]) -> None:
    """In a high frame and a low one, in peace, in battle, and where a token was just laid."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for seq in STEPS:
        show(seq)
        assert page.evaluate(COVERED) == [], seq


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_what_the_signs_mean_stands_beside_the_map(
    show: Show, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(2)
    key, frame = page.locator(".sw-map .key"), page.locator(".sw-map .frame").bounding_box()
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box is not None
    assert frame is not None
    assert box["y"] >= frame["y"] + frame["height"]


COVERED = """() => [...document.querySelectorAll(".sw-map .zl")].flatMap((text) => {
  const t = text.getBoundingClientRect(), thin = t.height / 4;
  return [...document.querySelectorAll(".sw-map :is(.tok, .ring, .glow)")].filter((circle) => {
    const c = circle.getBoundingClientRect(), r = c.width / 2,
      [x, y] = [c.left + r, c.top + r],
      dx = Math.max(t.left - x, 0, x - t.right),
      dy = Math.max(t.top + thin - y, 0, y - t.bottom + thin);
    return Math.hypot(dx, dy) < r;
  }).map((circle) => text.textContent + " " + circle.getAttribute("class"));
})"""


def test_dice_that_count_together_have_their_sum_beside_them(show: Show) -> None:
    """Both are drawn; those of a tie are compared, not added."""
    told = GAMES["four"]["public"]
    wars = [[d["face"] for d in step["dice"] if d["for"] == "PT of the war"] for step in told]
    won, war = next((seq, faces) for seq, faces in enumerate(wars, 1) if faces)
    page = show(won)
    line = page.locator(".w-die li", has_text="PT of the war")
    expect(line.locator(".die")).to_have_count(len(war))
    expect(line).to_contain_text(f"{' + '.join(map(str, war))} = {sum(war)}, PT of the war")
    expect(page.locator(".w-die li").filter(has_text="=")).to_have_count(1)


def test_what_may_come_of_a_roll_is_called_as_the_tables_call_it(show: Show) -> None:
    """The event table's own words, and PT."""
    page = show(WAR)
    outcomes = [
        {"event": "peace"}, {"winner": "enemy", "prestige": {"fabius": 3}},
    ]  # fmt: skip
    said = page.evaluate(
        """all => import('/systems/samnite-wars.js').then(({ outcome }) =>
            all.map(one => outcome(one, { seats: [] })))""",
        outcomes,
    )
    assert said[0] in page.locator(".printed").first.all_inner_texts()[0]
    assert said[0] == "Peace (Pax Romana)"
    assert said[1].startswith("The enemy wins; ")
    assert said[1].endswith(": 3 PT")


def test_what_a_step_moved_is_reckoned(show: Show) -> None:
    """Prestige and gold with reason and rule; the last total is what the player then has."""
    page = show(CONQUERED)
    rows = page.locator(".accounts tbody tr")
    moved = [
        e for e in GAMES["four"]["events"][CONQUERED - 1]["effects"]
        if e["type"] in ("samnite-wars.prestige-changed", "samnite-wars.treasury-changed")
    ]  # fmt: skip
    expect(rows).to_have_count(len(moved))
    assert numbers(rows.locator("td:not(.then)")) == [e["change"] for e in moved]
    assert numbers(rows.locator(".then b")) == [e["total"] for e in moved]
    expect(rows.first).to_contain_text(moved[0]["rule"])


@pytest.mark.parametrize("game", ["eight"])
def test_eight_players_are_told_apart(show: Show) -> None:
    """Four patterns for eight players: the letter and the name tell them apart."""
    page = show(2)
    marks = page.locator(".sw-players .f").all()
    letters = [mark.inner_text() for mark in marks]
    assert len(set(letters)) == len(letters) == 8
    assert len({mark.get_attribute("class") for mark in marks}) == 4
    expect(page.locator(".sw-players .consul")).to_have_count(1)


STEPS = [2, WAR, LAID, FOUGHT, CONQUERED - 1, CONQUERED]


@pytest.mark.parametrize("audience", ["public", OWN])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_overflows_and_no_text_is_small(show: Show, page: Page, width: int) -> None:
    """No step scrolls sideways or cuts a card's text, with fonts a tenth larger too.

    Nothing is set below 12 pixels, on the map as it is scaled too.
    """
    page.set_viewport_size({"width": width, "height": 844})
    for seq in STEPS:
        show(seq)
        assert page.evaluate(SMALL) == [], seq
        for size in FONTS:
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert overflow(page) <= 0, (seq, size)
            assert page.evaluate(OVERFLOWING) == [], (seq, size)
        page.evaluate("document.documentElement.style.fontSize = ''")


OVERFLOWING = """() => [...document.querySelectorAll(
  ".sw-table, .sw-players li, .slip, .card, .sw-step, .tally, .total > div, .scale th, .way")]
  .filter((el) => el.scrollWidth > el.clientWidth + 1)
  .map((el) => el.className + ": " + el.innerText)"""


@pytest.mark.parametrize(("game", "width"), [("eight", 1440), ("eight", 1024), ("eight", 390)])
def test_eight_players_fit(show: Show, page: Page, width: int) -> None:
    """The widest table fits every page."""
    page.set_viewport_size({"width": width, "height": 844})
    show(2)
    assert overflow(page) <= 0
    assert page.evaluate(OVERFLOWING) == []


SMALL = """() => [...document.querySelectorAll("main.board *, .why *")].filter((el) =>
  [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && el.getClientRects().length
).filter((el) => {
  const m = el.getScreenCTM?.(), scale = m ? Math.hypot(m.a, m.b) : 1;
  return parseFloat(getComputedStyle(el).fontSize) * scale < 11.99;
}).map((el) => el.textContent)"""


STYLED = ":is(main.board, .why) [style]:not(board-zoom, .zoomed, board-card)"


def test_nothing_is_styled_inline(show: Show) -> None:
    """The service's policy forbids it; what is enlarged is moved by the browser's own means."""
    page = show(FOUGHT)
    expect(page.locator(STYLED)).to_have_count(0)


def test_the_map_is_what_the_script_draws(tmp_path: Path) -> None:
    """The data in the repository are the script's, byte for byte."""
    name = "viewer.systems.samnite-wars.draw_italy"
    drawn = tmp_path / "italy.js"
    subprocess.run([sys.executable, "-m", name, str(drawn)], cwd=VIEWER.parent, check=True)
    assert drawn.read_bytes() == (VIEWER / "systems/samnite-wars/italy.js").read_bytes()


# --- how the games were played -----------------------------------------------------------------


def played(seats: int, events: int) -> dict[str, Any]:
    """A game of bots, as everyone and as the first seat gets it."""
    from iacta.service.projections.steps import make_step, view_of
    from tests.support.environment import Below, ScriptedEnvironment
    from tests.support.table import Table

    system = importlib.import_module("iacta.domain.samnite_wars").SYSTEM
    named = [{"seat": seat.seat, "name": seat.title} for seat in system.seats[:seats]]
    table = Table.found(system, seats=named, environment=ScriptedEnvironment("m281"))
    below = Below(f"{seats}-281")
    while len(table.events) < events and table.step(below, "shrewd"):
        pass
    kept: dict[str, Any] = {"events": []}
    for made in table.events:
        event = msgspec.to_builtins(made.event)
        members = {k: event[k] for k in ("seq", "at", "by", "for", "command", "effects")}
        kept["events"].append({**members, "hash": made.hash})
    for audience in ("public", OWN):
        before, steps = {}, []
        for seq, made in enumerate(table.events, 1):
            known = table.vault.known_to(audience, seq, all_seats=False)
            after = view_of(table.states[seq], system, audience, known)
            pair = (table.states[seq - 1], before), (table.states[seq], after)
            step = msgspec.to_builtins(make_step(*pair, made.event, system, known))
            steps.append({k: step[k] for k in ("text", "dice", "patch", "marks")})
            before = after
        kept[audience] = steps
        kept["campaign"] = {
            "name": "The growth of the Republic", "system": system.key, "scenario": "standard",
            "status": "open", "seats": before["seats"], "lineage": [], "forks": [],
        }  # fmt: skip
    return kept


def main() -> None:
    """Play both games and keep them."""
    tables = importlib.import_module("iacta.domain.samnite_wars").SYSTEM.tables
    shown = [
        {"key": t.key, "title": t.title, "rule": t.rule, "corner": t.corner, "notes": t.notes,
         "columns": t.columns, "rows": [{"label": r.label, "cells": r.cells} for r in t.rows]}
        for t in tables if t.key in ("events", "regions")
    ]  # fmt: skip
    games = {"tables": shown, "four": played(4, 60), "eight": played(8, 3)}
    FILE.write_text(json.dumps(games, separators=(",", ":"), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
