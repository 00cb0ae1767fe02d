"""Two servers side by side, and a seat that is to notice no difference between them."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx

from iacta.domain.kernel.contract.choices import Option, fill
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.record import read_event
from tests.conformance.watch import Watch
from tests.service.disclosed import anonymous, everything, line
from tests.support.choosing import matches, read_option
from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.play import Game, found
from tests.support.servers import app_of, running, systems
from tests.support.swapping import swapping

PAIRS = 200
"""pairs of games after which the watcher has seen enough, or the test sees too little"""
WHOLE = (1, 3, 9)
"""moments, counted from those at which others' secrets differ, at which everything is asked"""


class Watched(Game):
    """A campaign on a server of its own, whose record and openings the test can look into."""

    def __init__(self, game: Game, app: Any, system: System) -> None:
        super().__init__(game.http, game.created)
        self.tokens, self.system, self.app = game.tokens, system, app
        self._engine = app.state.context.engine
        self._events: list[Any] = []
        self.sent: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}
        """the last command of each role, as it can be sent again"""

    def choices(self, role: str) -> list[Option]:
        """What a role may do in the game."""
        return [
            read_option(item)
            for item in self.options(role)
            if not item["command"]["type"].startswith("campaign.")
        ]

    @property
    def events(self) -> list[Any]:
        """The events so far, as `tests.support.table.Table` has them."""
        params = {"after": len(self._events), "limit": 100}
        for item in self.get("referee", "/events", params=params).json()["items"]:
            plain = {name: value for name, value in item["event"].items() if name != "hash"}
            self._events.append(SimpleNamespace(event=read_event(plain)))
        return self._events

    @property
    def vault(self) -> Any:
        """Every opening that the server holds."""
        return self._engine.cached(self.id).vault


@contextmanager
def pair(
    folder: Path, watch: Watch, system: System, number: int, **members: Any
) -> Iterator[list[Watched]]:
    """A campaign on each of two servers; on the second two hidden things have changed places."""
    with ExitStack() as stack:
        games = []
        for name, one in (("one", system), ("other", swapping(system, number))):
            app = app_of(folder / f"{number} {name}", host=ScriptedHost(), games=systems(one))
            server = stack.enter_context(running(app))
            http = stack.enter_context(httpx.Client(base_url=server.url, timeout=30))
            seats = [dict(seat) for seat in watch.seats]
            members["options"] = {"entered_dice": True, **members.get("options", {})}
            game = found(http, system.key, watch.scenario, seats=seats, **members).claim_all()
            games.append(Watched(game, app, one))
        assert games[0].tokens == games[1].tokens
        yield games


def hidden(game: Watched, watch: Watch) -> list[Any]:
    """What the other seats know and the watcher does not, as the server keeps it."""
    seq, others = game.seq, [role for role in game.tokens if role.startswith("seat:")]
    mine = game.vault.known_to(watch.watcher, seq, all_seats=False)
    return [
        value
        for role in others
        for digest, value in game.vault.known_to(role, seq, all_seats=False).items()
        if digest not in mine
    ]


def together(games: list[Watched], watcher: str, below: Below, elsewhere: Below) -> bool:
    """The same command in both; what others choose in secret may differ. False if there is none."""
    left, right = games
    if "campaign.reshuffle" in [
        kind for one in left.campaign()["waiting"] for kind in one["kinds"]
    ]:
        for game in games:
            game.do("referee", "campaign.reshuffle", entropy_="alea")
        return True
    secret = {spec.type for spec in left.system.commands if spec.secret}
    for waiting in left.campaign()["waiting"]:
        role = "referee" if waiting["seat"] == "referee" else f"seat:{waiting['seat']}"
        for option in left.choices(role):
            command = fill(option, below)
            twin = fill(option, elsewhere) if option.command["type"] in secret else command
            twin = command if role == watcher else twin
            if any(matches(theirs, twin) for theirs in right.choices(role)):
                for game, sent in ((left, command), (right, twin)):
                    again = {"command": sent, "entropy": "alea", "step": True}
                    keyed = {"Idempotency-Key": f"after-{game.seq}"}
                    game.sent[role] = again, keyed
                    answer = game.post(role, "/commands", again, headers=keyed)
                    assert answer.status_code == 201, answer.text
                return True
    return False


def side_by_side(
    folder: Path, watch: Watch, system: System, number: int
) -> Iterator[list[Watched]]:
    """Two games after each command, for as long as the watcher may know the same of both."""
    below, elsewhere = Below(f"both {number}"), Below(f"other {number}")
    with pair(folder, watch, system, number) as games:
        yield from onward(games, watch, below, elsewhere)


def onward(
    games: list[Watched], watch: Watch, below: Below, elsewhere: Below
) -> Iterator[list[Watched]]:
    """The games after each further command, as `side_by_side` has them."""
    left, right = games
    for _ in range(watch.commands):
        if watch.may_know(left, watch.watcher) != watch.may_know(right, watch.watcher):
            return
        yield games
        if left.campaign()["status"] != "open":
            return
        if not together(games, watch.watcher, below, elsewhere):
            return


def told(game: Watched, watch: Watch, whole: bool) -> Iterator[tuple[str, Any]]:
    """What the watcher is told now; ``whole``: by everything there is to ask."""
    role, seq = watch.watcher, game.seq
    others = [other for other in game.tokens if other.startswith("seat:") and other != role]
    if whole:
        audiences = ("public", "referee", role, others[0])
        yield from everything(game, role, audiences)
        yield from everything(game, "nobody", audiences)
        yield "fork", game.post(role, "/forks", {"at": seq, "name": "x"})
        if role != "referee":  # the referee may, and would
            yield "tokens", game.post(role, "/tokens", {"role": others[0]})
        yield "list", game.http.get("/v1/campaigns")
        key = {"Idempotency-Key": "auto-of-another"}
        yield "key", game.post(role, "/commands", {"command": {"type": "none"}}, headers=key)
    for path in ("", "/state", "/options", "/checkpoint", f"/events/{seq}"):
        yield path, game.get(role, path)
    yield from offered(game, role, whole)
    if role in game.sent:
        body, keyed = game.sent[role]
        yield "own command", game.post(role, "/commands", body, headers=keyed)
    yield "/steps", game.get(role, "/steps", params={"after": seq - 1})
    yield "/stream", line(game, role, after=0 if whole else seq - 1, until=seq)
    for number, command in enumerate(watch.attempts):
        yield f"odds {number}", game.post(role, "/odds", {"command": command})
        yield (
            f"stale {number}",
            game.post(role, "/commands", {"command": command}, headers={"If-Match": '"1"'}),
        )
        if whole:
            two = {"mode": "all-or-none", "commands": [{"command": command}, {"command": {}}]}
            yield f"batch {number}", game.post(role, "/command-batches", two)
            for other in others:
                seat, first = other.removeprefix("seat:"), other == others[0]
                yield from for_another(game, role, command, seat, first)
    yield from tried(game, watch, whole)


def offered(game: Watched, role: str, whole: bool) -> Iterator[tuple[str, httpx.Response]]:
    """The options in outline, one of them, of one thing, in a seat's name: what is seen or not."""
    seats = [one.removeprefix("seat:") for one in game.tokens if one.startswith("seat:")]
    for asked in ({}, *({"for": seat} for seat in seats)):
        if not whole and (role != "referee" or not asked):
            continue  # what a role may do itself is asked for anyway
        outline = game.get(role, "/options", params={**asked, "of": "*"})
        yield f"/options {asked} in outline", outline
        items = outline.json().get("items", [])
        seen = sorted({id_ for one in items for id_ in one["concerns"]})
        orders = [one["id"] for one in items[:2]]
        for thing in ("nothing of the kind", *orders, *seen) if whole else ():
            params = {**asked, "of": thing}
            yield f"/options {params}", game.get(role, "/options", params=params)


UNFIT = {"witness": "w", "faces": [1_000_000]}
"""dice that nothing takes"""


def for_another(
    game: Watched, role: str, command: Mapping[str, Any], seat: str, first: bool
) -> Iterator[tuple[str, httpx.Response]]:
    """A command in a seat's name, in every way that is certain to be refused."""
    what, body = f"{command} for {seat}", {"command": command, "for": seat}
    dice = {**body, "entered": UNFIT}
    yield f"entered {what}", game.post(role, "/commands", dice)
    if role != "referee":  # a referee's may be accepted
        yield what, game.post(role, "/commands", body)
    if first:
        yield f"odds {what}", game.post(role, "/odds", body)
        two = {"mode": "all-or-none", "commands": [body, dice]}
        yield f"batch {what}", game.post(role, "/command-batches", two)


def tried(game: Watched, watch: Watch, whole: bool) -> Iterator[tuple[str, Any]]:
    """Dry runs: by the watcher, and by a referee who sees no hands for the seat that is awaited.

    Where others have chosen in secret, that seat's command may be the one that opens everything.
    """
    campaign = game.campaign()
    awaited = [one["seat"] for one in campaign["waiting"] if one["seat"] != "referee"]
    if campaign["options"].get("referee_sees") == "all":
        awaited = []  # there the referee is told what the seats hold, and rightly so
    asked = {"mode": "until-refused", "dry_run": True, "options": whole}
    for number, command in enumerate(watch.attempts):
        mine = {**asked, "commands": [{"command": command}]}
        yield f"dry run {number}", game.post(watch.watcher, "/command-batches", mine)
        for seat in awaited[-1:]:
            one = {"command": command, "for": seat}
            theirs = {**asked, "commands": [one, {"command": command}]}
            what = f"dry run {number} for the awaited"
            yield what, game.post("referee", "/command-batches", theirs)
            if whole:
                yield f"odds {number} for the awaited", game.post("referee", "/odds", one)
                dice = {**one, "entered": {"witness": "w", "faces": [1]}}
                yield (
                    f"dry run {number} for the awaited, with dice",
                    game.post("referee", "/command-batches", {**asked, "commands": [dice]}),
                )


def apart(games: list[Watched]) -> bool:
    """Whether anything hidden differs: else there is nothing that could be told differently."""
    left, right = games
    return bool(left.vault.values() != right.vault.values())


def first_difference(games: list[Watched], watch: Watch, whole: bool) -> str:
    """What the watcher is told differently, or nothing."""
    left, right = games
    asked = zip(told(left, watch, whole), told(right, watch, whole), strict=True)
    for (what, mine), (_, theirs) in asked:
        if anonymous(mine) != anonymous(theirs):
            return what or "the campaign"
    assert left.seq == right.seq
    return ""


def leak_in(folder: Path, watch: Watch, system: System, enough: int) -> str:
    """Play pairs of games until others' secrets differed at ``enough`` moments.

    The first answer that differs and must not, or nothing.
    """
    seen = 0
    for number in range(1, PAIRS):
        for games in side_by_side(folder, watch, system, number):
            if not apart(games):
                continue
            differ = hidden(games[0], watch) != hidden(games[1], watch)
            seen += differ
            leak = first_difference(games, watch, differ and seen in WHOLE)
            if leak:
                return f"pair {number}, event {games[0].seq}: {leak}"
            if seen >= enough:
                return ""
    raise AssertionError("the games hardly differ: the test would see nothing")
