"""A table in the browser: a campaign, and for each seat a browser of its own."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.support.browser import hasty, scripted, unpainted
from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import Process, Running
from tests.viewer.clicker import Clicker

CONTRACT = Path(__file__).parents[2] / "openapi" / "openapi.json"
THREE = [{"name": seat, "seat": seat} for seat in ("fabius", "papirius", "claudius")]
GAMES = [
    ("civil-war", "rubicon", {}, (1440, 900)),
    ("de-bello-punico", "trebbia", {}, (1440, 900)),
    ("naval-battle", "actium", {}, (390, 844)),
    ("samnite-wars", "standard", {"seats": THREE}, (1440, 900)),
]


class Seats:
    """A campaign with a browser for each role that plays it."""

    def __init__(
        self,
        chromium: Browser,
        game: Game,
        seed: str,
        size: tuple[int, int] = (1440, 900),
        hand: type[Clicker] = Clicker,
        avoid: tuple[str, ...] = (),
        absent: tuple[str, ...] = (),
    ) -> None:
        """Open a page for each; the ``absent`` come when they are awaited."""
        self.game, self.below, self._hand = game, Below(seed), hand
        self._avoid, self._size, self._chromium = avoid, size, chromium
        self.complaints: list[str] = []
        self.players: dict[str, Clicker] = {}
        self._contexts = contextlib.ExitStack()
        for role, token in game.tokens.items():
            if token is not None and role != "observer" and role not in absent:
                self._come(role, token)

    def _come(self, role: str, token: str) -> None:
        """Open a browser for a role."""
        context = self._chromium.new_context(
            viewport={"width": self._size[0], "height": self._size[1]},
            base_url=str(self.game.http.base_url),
            reduced_motion="reduce",
        )
        self._contexts.callback(context.close)
        unpainted(context)
        hasty(context)
        page = context.new_page()
        scripted(page, str(self.below(2**32)))
        self.players[role] = self._open(page, role, token)

    def _open(self, page: Page, role: str, token: str) -> Clicker:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        player = self._hand(page, self.below, self._avoid)
        page.goto(f"/#/campaigns/{self.game.id}?token={token}&as={role}")
        return player

    def _console(self, message: ConsoleMessage) -> None:
        # An order that is tried may be refused, and odds may rest on what the seat cannot see.
        if message.type == "error" and not re.search(r"status of (403|422)", message.text):
            self.complaints.append(message.text)

    def awaited(self) -> tuple[str, int] | None:
        """One who is awaited, and how long the log is; None once it is over."""
        where = self.game.campaign()
        if where["status"] != "open" or not where["waiting"]:
            return None
        seat = where["waiting"][self.below(len(where["waiting"]))]["seat"]
        return seat if seat == "referee" else f"seat:{seat}", int(where["head"]["seq"])

    def play(self, most: int) -> int:
        """Let them play until so many commands are sent or it is over; how many were."""
        began = self.game.seq
        while (turn := self.awaited()) and turn[1] - began < most:
            role, seq = turn
            token = self.game.tokens[role]
            if role not in self.players and token is not None:
                self._come(role, token)
            self.players[role].command(seq)
        return self.game.seq - began

    def close(self) -> None:
        """Close every browser."""
        self._contexts.close()


def paths() -> list[tuple[str, re.Pattern[str]]]:
    """Every method and path of the contract."""
    contract: dict[str, Any] = json.loads(CONTRACT.read_text(encoding="utf-8"))
    return [
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)))
        for path, methods in contract["paths"].items()
        for method in methods
    ]


def only_the_contract(seats: Seats) -> None:
    """Only what the contract has was asked, with the seat's own token, and nothing done unasked."""
    contract = paths()
    for role, player in seats.players.items():
        assert player.asked.tokens <= {"", f"Bearer {seats.game.tokens[role]}"}
        for request in player.asked.sent:
            path = urlsplit(request.url).path
            assert any(m == request.method and p.fullmatch(path) for m, p in contract), path
        assert len(player.asked.commands) == player.sends


@contextlib.contextmanager
def played(server: Process | Running, chromium: Browser, *what: Any, **how: Any) -> Iterator[Seats]:
    """A game, played on by ``prepare``, with its browsers; none may complain."""
    system, scenario, members = what
    prepare = how.pop("prepare", lambda _: None)
    with httpx.Client(base_url=server.url, timeout=60) as http:
        game = found(http, system, scenario, **members).claim_all()
        prepare(game)
        seats = Seats(chromium, game, **how)
        try:
            yield seats
            assert seats.complaints == [], seats.complaints
            only_the_contract(seats)
        finally:
            seats.close()
