"""Take pictures of every page, for looking at: ``make shots ARGS="--game civil-war --kind turn"``.

Real games on a real server: forks of the games that the viewer ships, at events worth looking at.
Each kind of page is taken at two widths, in both themes, as ``game-kind-width-theme.png``;
index.html holds them all, and ``sheet-<game>.png`` is a photograph of a game's part of it.
"""

import argparse
import contextlib
import html
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.browser import chromium_running
from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import serving
from tests.viewer.clicker import Clicker
from tests.viewer.conftest import COUNTED, settled
from tests.viewer.samples import SAMPLES, restored

OUT = Path(__file__).parents[2] / "build" / "shots"
WIDTHS = {1440: 900, 390: 844}
THEMES = ("light", "dark")
MOST = 6_000
"""px of a page that is taken as a whole"""
PATIENCE = 10_000
"""ms that a page may take"""
DROP = """async ([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })
    );
}"""


@dataclass(frozen=True)
class Moments:
    """What of a game is worth looking at: events, and options by the beginning of their ids."""

    turn: int | str  #: the event after which, or the phase in which a seat has much to choose from
    order: str
    answers: int  #: questions that are answered before the order is looked at
    throw: int | str  #: the same of a throw
    thrown: str
    battle: int
    quiet: int


GAMES = {
    "civil-war": Moments(27, "march:", 1, 34, "attack", 35, 20),
    "de-bello-punico": Moments(28, "move", 1, 97, "attack", 98, 29),
    "naval-battle": Moments(31, "move", 1, 38, "ram", 40, 32),
    "samnite-wars": Moments("efforts", "lay-effort", 1, "event", "roll-event", 49, 43),
}

NAMES = {
    "civil-war": "The war by mail",
    "de-bello-punico": "Trebbia on Tuesdays",
    "naval-battle": "Off Actium",
    "samnite-wars": "Two consuls",
}


@dataclass
class Stage:
    """A browser at a server that has every game, and the game whose pages are looked at."""

    http: httpx.Client
    context: BrowserContext
    samples: dict[str, str]
    game: str = "civil-war"
    narrow: bool = False
    page: Page = field(init=False)

    def fresh(self) -> None:
        """Open a page in which nothing is kept."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: tell(f"    {error}"))
        self.page.goto("/icon.svg")
        self.page.evaluate("localStorage.clear()")

    def go(self, address: str) -> None:
        """Open a page and wait until it is read."""
        self.page.goto(address)
        self.page.wait_for_selector("#app[data-page]:not([data-page=loading])")
        settled(self.page)

    @property
    def moments(self) -> Moments:
        """Of the game that is looked at."""
        return GAMES[self.game]

    def played(self, at: int | str, system: str = "") -> Game:
        """A fork of the game that is shipped; where hands are hidden, one that is dealt anew."""
        system = system or self.game
        name = NAMES[system]
        if isinstance(at, str):
            two = [{"name": one.title(), "seat": one} for one in ("fabius", "papirius")]
            game = found(self.http, system, name=name, scenario="standard", seats=two)
            return game.claim_all().until(at)
        body = {"at": at, "name": name}
        parent = self.samples[system]
        answer = self.http.post(f"/v1/campaigns/{parent}/forks", json=body)
        assert answer.status_code == 201, answer.text
        return Game(self.http, answer.json()).claim_all()

    def hold(self, *games: Game, role: str | None = None) -> None:
        """Let the browser hold a role of each: the one that is awaited, unless another is named."""
        held = {}
        for game in games:
            one = role or awaited(game)
            held[game.id] = {one: game.tokens[one]}
        self.page.evaluate("held => localStorage.setItem('iacta.tokens', held)", json.dumps(held))

    def sit(self, game: Game, role: str | None = None) -> Clicker:
        """At the table, as the one who is awaited unless told otherwise."""
        role = role or awaited(game)
        self.hold(game, role=role)
        player = Clicker(self.page, Below("shots"))
        self.go(f"/#/campaigns/{game.id}?as={role}")
        player.settle()
        return player

    def choose(self, player: Clicker, option: str) -> None:
        """Begin an order from the list."""
        row = self.page.locator(f".may [data-option^='{option}']").first
        if not row.is_visible():
            for fold in self.page.locator(".may .fold[aria-expanded=false], .aside summary").all():
                fold.click()
        row.dispatch_event("click") if row.is_hidden() else row.click()
        player.settle()


def tell(text: str) -> None:
    """Say what a page complained of, or where the pictures are."""
    sys.stderr.write(f"{text}\n")


def awaited(game: Game) -> str:
    """The first who is awaited."""
    seat = game.campaign()["waiting"][0]["seat"]
    return seat if seat == "referee" else f"seat:{seat}"


def empty(stage: Stage) -> None:
    """Home, without a game of one's own."""
    stage.go("/")


def home(stage: Stage) -> None:
    """Home, with a game of each kind."""
    stage.hold(*(stage.played(GAMES[one].turn, one) for one in GAMES))
    stage.go("/")


def new(stage: Stage) -> None:
    """A campaign that is founded."""
    stage.go("/#/new")


def seats(stage: Stage) -> None:
    """Its seats and their links, at first."""
    game = found(stage.http, "samnite-wars", "standard", name="Four consuls")
    stage.hold(game, role="referee")
    given = json.dumps({game.id: game.invitations})
    stage.page.evaluate("given => localStorage.setItem('iacta.invitations', given)", given)
    stage.go(f"/#/campaigns/{game.id}/seats")


def invitation(stage: Stage) -> None:
    """An invitation as its player opens it."""
    game = found(stage.http, stage.game, "rubicon", name="The Rubicon by mail")
    (seat, code), *_ = game.invitations.items()
    stage.go(
        f"/#/campaigns/{game.id}?invite={code}&seat={seat}&by=Ann"
        "&name=The+Rubicon+by+mail&game=civil-war&scenario=rubicon"
        "&seats=caesarian.republican"
    )


def turn(stage: Stage) -> None:
    """A seat's turn, nothing chosen yet."""
    stage.sit(stage.played(stage.moments.turn))


def tray(stage: Stage) -> None:
    """What one may do, where a phone brings it."""
    stage.sit(stage.played(stage.moments.turn))
    foot = stage.page.locator(".do-foot .bring")
    if foot.is_visible():
        foot.click()
    else:
        stage.page.locator(".orders").evaluate("el => el.scrollTo(0, el.scrollHeight)")


def order(stage: Stage) -> None:
    """An order that is half filled."""
    player = stage.sit(stage.played(stage.moments.turn))
    stage.choose(player, stage.moments.order)
    for _ in range(stage.moments.answers):
        player.answer(player.see())
        player.settle()
    stage.page.evaluate("scrollTo(0, 0)")


def odds(stage: Stage) -> Clicker:
    """Before the throw."""
    player = stage.sit(stage.played(stage.moments.throw))
    stage.choose(player, stage.moments.thrown)
    player.fill(player.see())
    stage.page.evaluate("scrollTo(0, 0)")
    return player


def thrown(stage: Stage) -> None:
    """What came of a throw."""
    player = odds(stage)
    player.send()
    stage.page.evaluate("scrollTo(0, 0)")


def laid(stage: Stage) -> None:
    """What is chosen to lie face down."""
    player = stage.sit(stage.played(stage.moments.turn))
    stage.choose(player, "lay-effort")
    player.fill(player.see())
    stage.page.evaluate("scrollTo(0, 0)")


def desk(option: str) -> Callable[[Stage], None]:
    """A deed of the referee that is begun."""

    def look(stage: Stage) -> None:
        player = stage.sit(stage.played(stage.moments.turn), "referee")
        stage.choose(player, option)
        field = stage.page.locator(".act textarea")
        if field.count():
            field.first.fill("A Legio that fell back over the river stood in Etruria, not in Roma.")
        target = stage.page.locator("[data-question='/to'] input")
        if target.count():
            target.fill("20")
            target.blur()
        player.settle()
        stage.page.evaluate("scrollTo(0, 0)")

    return look


def dice(stage: Stage) -> None:
    """Dice of a table, entered by the referee."""
    game = found(stage.http, "civil-war", "rubicon", name="At the club",
                 options={"entered_dice": True}).claim_all()  # fmt: skip
    player = stage.sit(game, "referee")
    stage.choose(player, "roll-year-event")
    stage.page.locator("[data-entering]").click()
    stage.page.locator(".entry .pick").nth(3).click()
    player.settle()
    stage.page.evaluate("scrollTo(0, 0)")


def replay(moment: str) -> Callable[[Stage], None]:
    """The game that is shipped, at a moment."""

    def look(stage: Stage) -> None:
        at = 1 if moment == "start" else getattr(stage.moments, moment)
        stage.go(f"/#/samples/{stage.game}?at={at}")

    return look


def log(stage: Stage) -> None:
    """The log, and why it came so, where a phone shows them one by one."""
    replay("battle")(stage)
    if stage.narrow:
        stage.page.locator("#show-log").click()


def why(stage: Stage) -> None:
    """What a battle adds up to."""
    replay("battle")(stage)
    if stage.narrow:
        stage.page.locator("#show-why").click()


def counter(stage: Stage) -> None:
    """A counter, told in full."""
    replay("battle")(stage)
    cards = stage.page.locator(".board [data-card]")
    cards.nth(cards.count() // 2).dispatch_event("click")


def zoom(stage: Stage) -> None:
    """The board enlarged, with its small map."""
    replay("battle")(stage)
    for _ in range(4):
        stage.page.keyboard.press("+")
        settled(stage.page)


def result(stage: Stage) -> None:
    """A finished war."""
    stage.go(f"/#/samples/{stage.game}")
    stage.page.wait_for_selector("#verdict")


def fork(stage: Stage) -> None:
    """A fork that is made."""
    stage.go(f"/#/campaigns/{stage.samples[stage.game]}/fork?at={stage.moments.battle}")


def proof(stage: Stage) -> None:
    """All checks of a game."""
    replay("battle")(stage)
    stage.page.locator(".proof-button").click()
    stage.page.locator(".proof details").first.wait_for()
    stage.page.locator(".proof summary").first.click()


def die(stage: Stage) -> None:
    """A die followed from its seed."""
    why(stage)
    stage.page.locator(".why .prove:visible").first.click()
    stage.page.wait_for_selector(".thrown .lines > li:nth-child(4)")


def share(stage: Stage) -> None:
    """Passing an event on."""
    stage.go(f"/#/campaigns/{stage.samples[stage.game]}?at={stage.moments.battle}")
    if stage.narrow:
        stage.page.locator("#show-log").click()
    stage.page.get_by_role("button", name="Share").locator("visible=true").click()


def keys(stage: Stage) -> None:
    """The list of keys."""
    replay("battle")(stage)
    stage.page.keyboard.press("?")


def receipt(stage: Stage) -> None:
    """A receipt that is dropped on the page."""
    campaign = stage.samples[stage.game]
    text = stage.http.get(f"/v1/campaigns/{campaign}/events/{stage.moments.battle}/receipt").text
    stage.go("/")
    stage.page.evaluate(DROP, [text, "battle.receipt"])
    stage.page.wait_for_selector(".checks li")


def wrong_file(stage: Stage) -> None:
    """A file that is none of ours."""
    stage.go("/")
    stage.page.evaluate(DROP, ["A letter.", "letter.txt"])
    stage.page.wait_for_selector("#app[data-page=error]")


def dead_link(stage: Stage) -> None:
    """A link that leads nowhere."""
    stage.go("/#/nowhere")


def docs(stage: Stage) -> None:
    """A page of the documentation."""
    stage.page.goto("/docs/your-own-client")


ALL = tuple(GAMES)
ONE = ("civil-war",)
KINDS: dict[str, tuple[tuple[str, ...], Callable[[Stage], object]]] = {
    "home-empty": (ONE, empty),
    "home": (ONE, home),
    "new": (ONE, new),
    "seats": (ONE, seats),
    "invitation": (ONE, invitation),
    "turn": (ALL, turn),
    "tray": (ALL, tray),
    "order": (ALL, order),
    "odds": (ALL, odds),
    "thrown": (ALL, thrown),
    "laid": (("samnite-wars",), laid),
    "desk-rule": (ONE, desk("campaign.rule")),
    "desk-rewind": (ONE, desk("campaign.rewind")),
    "desk-dice": (ONE, dice),
    "desk-annotate": (ONE, desk("campaign.annotate")),
    "battle": (ALL, replay("battle")),
    "why": (ALL, why),
    "log": (ALL, log),
    "quiet": (ALL, replay("quiet")),
    "start": (ALL, replay("start")),
    "counter": (ALL, counter),
    "zoom": (ALL, zoom),
    "result": (ALL, result),
    "fork": (ONE, fork),
    "proof": (ONE, proof),
    "die": (ONE, die),
    "share": (ONE, share),
    "keys": (ONE, keys),
    "receipt": (ONE, receipt),
    "wrong-file": (ONE, wrong_file),
    "dead-link": (ONE, dead_link),
    "docs": (ONE, docs),
}


@contextlib.contextmanager
def served() -> Iterator[tuple[httpx.Client, dict[str, str]]]:
    """A server that has every game the viewer ships, and their ids."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with contextlib.redirect_stdout(None):
            samples = {one.system: restored(data, one) for one in SAMPLES}
        with serving(data) as server, httpx.Client(base_url=server.url, timeout=60) as http:
            yield http, samples


def take(
    browser: Browser,
    kinds: list[str],
    games: list[str],
    widths: list[int],
    out: Path,
) -> int:
    """Photograph them; how many kinds could not be reached."""
    lost = 0
    out.mkdir(parents=True, exist_ok=True)
    with served() as (http, samples):
        for width in widths:
            context = browser.new_context(
                viewport={"width": width, "height": WIDTHS[width]}, base_url=str(http.base_url),
                reduced_motion="reduce", has_touch=width < 500,
                is_mobile=width < 500, device_scale_factor=2 if width < 500 else 1,
            )  # fmt: skip
            context.set_default_timeout(PATIENCE)
            context.add_init_script(COUNTED)
            for kind in kinds:
                for game in (one for one in KINDS[kind][0] if one in games):
                    stage = Stage(http, context, samples, game, width < 500)
                    stage.fresh()
                    try:
                        KINDS[kind][1](stage)
                        shoot(stage.page, out, f"{game}-{kind}-{width}", full=width < 500)
                    except Exception as error:
                        lost += 1
                        said = str(error).split("Call log")[0].strip()
                        tell(f"{game}-{kind}-{width}: {said}")
                        stage.page.screenshot(path=out / f"{game}-{kind}-{width}-light.png")
                    stage.page.close()
            context.close()
    return lost


def shoot(page: Page, out: Path, name: str, *, full: bool) -> None:
    """At rest, in both themes; what a phone must scroll to, once more as a whole."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        settled(page)
        page.screenshot(path=out / f"{name}-{theme}.png")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    tall = int(page.evaluate("document.documentElement.scrollHeight"))
    if full and WIDTHS[390] + 20 < tall < MOST:
        page.screenshot(path=out / f"{name}-whole.png", full_page=True)


SHEET = """<!doctype html><meta charset="utf-8"><title>Iacta, every page</title>
<style>body{margin:16px;font:14px sans-serif;background:#888}h2{clear:both;margin:24px 0 8px}
div{display:flex;gap:12px;align-items:start;margin-bottom:16px}figure{margin:0}
img{display:block;height:340px;max-width:560px;object-fit:cover;object-position:top}</style>"""


def sheets(browser: Browser, out: Path) -> None:
    """The contact sheet, and a photograph of each game's part."""
    parts = {}
    for game in GAMES:
        rows = []
        for kind in KINDS:
            names = [f"{game}-{kind}-{w}-{t}.png" for w in WIDTHS for t in (*THEMES, "whole")]
            figures = [
                f'<figure><a href="{one}"><img src="{one}" alt=""></a>{html.escape(one[:-4])}'
                for one in names
                if (out / one).exists()
            ]
            if figures:
                rows.append(f"<div>{''.join(figures)}</div>")
        if rows:
            parts[game] = f"<h2>{game}</h2>{''.join(rows)}"
    (out / "index.html").write_text(SHEET + "".join(parts.values()), encoding="utf-8")
    page = browser.new_page(viewport={"width": 2000, "height": 1000})
    for game, part in parts.items():
        one = out / "sheet.html"
        one.write_text(SHEET + part, encoding="utf-8")
        page.goto(one.as_uri())
        page.screenshot(path=out / f"sheet-{game}.png", full_page=True)
        one.unlink()
    page.close()


def main() -> int:
    """Read what is asked for, and take it."""
    parser = argparse.ArgumentParser(prog="make shots", description=__doc__)
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--game", action="append", choices=list(GAMES))
    parser.add_argument("--width", action="append", type=int, choices=list(WIDTHS))
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    with chromium_running() as browser:
        lost = take(
            browser,
            asked.kind or list(KINDS),
            asked.game or list(GAMES),
            asked.width or list(WIDTHS),
            asked.out,
        )
        sheets(browser, asked.out)
    tell(str(asked.out / "index.html"))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
