"""The leak test over HTTP: what a seat must not know changes nothing that it is told.

Two servers in worlds that are alike, but for the sealed chain, play the same commands; what others
choose in secret differs too. As long as north may know the same of both, every endpoint answers it
alike: status, headers, length and body, once what is random has numbers by first appearance.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from domain.kernel.errors import RuleViolation
from domain.kernel.system import System
from domain.kernel.vault import Vault
from tests.service.told import anonymous, everything
from tests.support.play import Game, bidding
from tests.support.servers import app_of, systems
from tests.support.world import ScriptedWorld
from tests.systems import tally

WATCHER = "seat:north"
ATTEMPTS: tuple[dict[str, Any], ...] = (
    {"type": "tally.bid", "bid": 9},
    {"type": "tally.roll"},
    {"type": "tally.roll", "card": "catapult"},
    {"type": "tally.answer", "card": "catapult"},
    {"type": "tally.pass", "x": 1},
    {"type": "tally.set-up"},
    {"type": "campaign.open-seals"},
)
OTHER = "other 53"
"""Names a sealed chain that deals north what the chain called one deals, and others other cards."""


@contextmanager
def pair(folder: Path, system: System = tally.SYSTEM, other: str = OTHER) -> Iterator[list[Game]]:
    """A game of Tally on each of two servers, dealt from different sealed chains."""
    with ExitStack() as stack:
        games = []
        for name in ("one", other):
            app = app_of(folder / name, world=ScriptedWorld(sealed=name), games=systems(system))
            games.append(bidding(stack.enter_context(TestClient(app))))
        assert games[0].tokens == games[1].tokens
        yield games


def may_know(game: Game) -> Any:
    """What the watcher may know of what is hidden: its own hand, told by its own view."""
    view = game.get(WATCHER, "/state").json()["view"]
    return [
        (board["hand"], board["bid"])
        for board in view["game"]["boards"]
        if board["seat"] == "north"
    ]


def hidden(game: Game) -> list[Any]:
    """What is hidden from the watcher: hands and bids, as those who hold them see them."""
    found = []
    for seat in ("east", "south"):
        boards = game.get(f"seat:{seat}", "/state").json()["view"]["game"]["boards"]
        found += [(one["hand"], one["bid"]) for one in boards if one["seat"] == seat]
    return found


def told(game: Game) -> Iterator[tuple[str, httpx.Response]]:
    """Everything that the watcher can ask, and everything it can try in vain."""
    yield from everything(game, WATCHER)
    yield from everything(game, "nobody")
    for number, command in enumerate(ATTEMPTS):
        yield f"try {number}", game.post(WATCHER, "/commands", {"command": command})
        yield f"odds {number}", game.post(WATCHER, "/odds", {"command": command})
        stale = {"If-Match": '"1"'}
        yield (
            f"stale {number}",
            game.post(WATCHER, "/commands", {"command": command}, headers=stale),
        )
        batch = {"mode": "all-or-none", "commands": [{"command": command}] * 2}
        yield f"batch {number}", game.post(WATCHER, "/command-batches", batch)
    for command in (
        {"type": "tally.bid", "bid": 2},
        {"type": "tally.roll"},
        {"type": "tally.pass"},
    ):
        yield f"odds {command}", game.post(WATCHER, "/odds", {"command": command})
        for seat in ("east", "north"):
            body = {"command": command, "for": seat}
            yield f"for {seat} {command}", game.post(WATCHER, "/odds", body)
            yield f"for {seat} {command}", game.post(WATCHER, "/commands", body)
    key = {"Idempotency-Key": "auto-of-another"}
    yield "key", game.post(WATCHER, "/commands", {"command": {"type": "none"}}, headers=key)
    yield "fork", game.post(WATCHER, "/forks", {"at": 1, "name": "x"})
    yield "tokens", game.post(WATCHER, "/tokens", {"role": "seat:east"})
    yield "list", game.http.get("/v1/campaigns")


def first_difference(games: list[Game]) -> str:
    left, right = games
    for (what, mine), (_, theirs) in zip(told(left), told(right), strict=True):
        if anonymous(mine) != anonymous(theirs):
            return what
    assert left.seq == right.seq
    return ""


def leak_in(folder: Path, system: System = tally.SYSTEM, other: str = OTHER) -> str:
    """Play two games side by side; the first answer that differs and must not, or nothing."""
    with pair(folder, system, other) as games:
        assert may_know(games[0]) == may_know(games[1]), "OTHER was to deal north the same"
        assert hidden(games[0]) != hidden(games[1]), "the games were to differ in what is hidden"
        found = first_difference(games)
        if found:
            return f"dealt: {found}"
        for game, bid in zip(games, (1, 3), strict=True):
            game.do("seat:east", "tally.bid", bid=bid)
        found = first_difference(games)
        if found:
            return f"another's bid: {found}"
        for game in games:
            game.do(WATCHER, "tally.bid", bid=4, entropy_="alea")
        found = first_difference(games)
        return f"one's own bid: {found}" if found else ""


def test_a_seat_is_told_nothing_that_it_must_not_know(tmp_path: Path) -> None:
    assert leak_in(tmp_path) == ""


# --- planted leaks ------------------------------------------------------------------------------

SPIED: dict[str, Any] = {}
replace = msgspec.structs.replace


def swords(state: Any) -> int:
    """How many swords lie in hands other than the watcher's: what a careless author could read."""
    return sum(
        [SPIED.get(digest) for digest in board.dealt].count("sword") * (index + 1)
        for index, board in enumerate(state.boards)
        if board.seat != "north"
    )


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every opening at hand, as in a careless service."""
    honest = Vault.add

    def add(self: Vault, digest: str, entry: Any) -> None:
        SPIED[digest] = entry.opening.value
        honest(self, digest, entry)

    monkeypatch.setattr(Vault, "add", add)
    yield
    SPIED.clear()


def a_count() -> System:
    def view(state: Any, audience: str, known: Any) -> Any:
        honest = tally.view(state, audience, known)
        return replace(honest, left=honest.left + swords(state))

    return replace(tally.SYSTEM, view=view)


def an_option() -> System:
    def options(state: Any, role: str, known: Any) -> Any:
        return [
            replace(one, rule=f"TY {swords(state)}") for one in tally.options(state, role, known)
        ]

    return replace(tally.SYSTEM, options=options)


def an_errors_detail() -> System:
    def decide(state: Any, command: Any, role: str, dice: Any, secrets: Any) -> Any:
        if getattr(command, "bid", 0) == 9:
            raise RuleViolation("TY 2", f"too much, against {swords(state)} swords")
        return tally.decide(state, command, role, dice, secrets)

    return replace(tally.SYSTEM, decide=decide)


def an_odds_answer() -> System:
    def outcome(effects: Any) -> Any:
        spied = sum(value == "sword" for value in SPIED.values())
        return {**tally.outcome(effects), "swords": spied}

    return replace(tally.SYSTEM, outcome=outcome)


def a_label() -> System:
    def narrate(before: Any, effects: Any, known: Any) -> Any:
        return tally.narrate(before, effects, SPIED)

    return replace(tally.SYSTEM, narrate=narrate)


@pytest.mark.parametrize("planted", [a_count, an_option, an_errors_detail, a_label])
def test_a_leak_planted_in_a_system_is_found(
    planted: Callable[[], System], tmp_path: Path, spied: None
) -> None:
    assert leak_in(tmp_path, planted()) != ""


def test_an_opening_shown_to_everyone_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_them(self: Vault, role: str, at: int, *, all_seats: bool = False) -> Any:
        return {digest: entry.opening for digest, entry in self.items()}

    honest = Vault.seen_by
    monkeypatch.setattr(Vault, "seen_by", all_of_them)
    try:
        with pair(tmp_path) as games:
            assert first_difference(games) != ""
    finally:
        monkeypatch.setattr(Vault, "seen_by", honest)


@pytest.mark.parametrize("what", ["header", "length", "count"])
def test_a_leak_planted_in_the_service_is_found(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spied: None
) -> None:
    from service.http import reading

    honest = reading.json_answer

    def swords_of(content: Any) -> int:
        digests = [one for one in SPIED if one in msgspec.json.encode(content).decode()]
        return sum(SPIED[one] == "sword" for one in digests)

    def leaking(content: Any, status: int = 200, headers: Any = None) -> Any:
        answer = honest(content, status, headers)
        if isinstance(content, dict) and "items" in content:
            count = swords_of(content)
            if what == "header":
                answer.headers["x-cards"] = str(count)
            elif what == "length":
                answer.content += b" " * count
            else:
                return honest({**content, "hidden": count}, status, headers)
        return answer

    monkeypatch.setattr(reading, "json_answer", leaking)
    with pair(tmp_path) as games:
        assert first_difference(games) != ""


# --- who sees what ------------------------------------------------------------------------------


def openings(game: Game, role: str) -> set[str]:
    """The digests that a role is given openings of, by every way it may ask."""
    events = game.get(role, "/events").json()["items"]
    found = {digest for item in events for digest in item["openings"]}
    one_by_one = {
        digest
        for item in events
        for digest in game.get(role, f"/events/{item['event']['seq']}").json()["openings"]
    }
    assert one_by_one == found
    lines = game.get(role, "/capsule").text.splitlines()
    assert set(json.loads(lines[-2])["openings"]) >= found
    return found


@pytest.mark.parametrize("sees", ["public", "all"])
def test_the_referee_sees_hands_only_where_the_option_says_so(sees: str, tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http, options={"referee_sees": sees}, visibility="public")
        game.do("seat:east", "tally.bid", bid=2)
        seen = {role: openings(game, role) for role in game.tokens}
        assert len(seen["seat:north"]) == 3
        assert len(seen["seat:east"]) == 4, "three cards and the bid"
        assert seen["nobody"] == seen["observer"] == set()
        assert not seen["seat:north"] & seen["seat:east"]
        hands = {
            role: [
                one["hand"] is not None
                for one in game.get(role, "/state").json()["view"]["game"]["boards"]
            ]
            for role in game.tokens
        }
        assert hands["seat:north"] == [True, False, False]
        assert hands["nobody"] == hands["observer"] == [False] * 3
        if sees == "all":
            assert hands["referee"] == [True] * 3
            assert seen["referee"] >= seen["seat:north"] | seen["seat:east"] | seen["seat:south"]
            answer = game.get("referee", "/state", params={"audience": "seat:east"})
            assert answer.json()["view"]["game"]["boards"][1]["hand"]
        else:
            assert seen["referee"] == set()
            assert hands["referee"] == [False] * 3
            assert (
                game.get("referee", "/state", params={"audience": "seat:east"}).status_code == 403
            )


def test_odds_are_asked_from_the_callers_view_alone(tmp_path: Path) -> None:
    """A referee who sees no hands cannot weigh a seat's card: the refusal says nothing of it."""
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http)
        for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
            game.do(f"seat:{seat}", "tally.bid", bid=bid)
        hand = game.get("seat:north", "/state").json()["view"]["game"]["boards"][0]["hand"]
        absent = next(card for card in ("sword", "shield", "sling", "cat") if card not in hand)
        answers = [
            game.post(
                "referee",
                "/odds",
                {"command": {"type": "tally.roll", "card": card}, "for": "north"},
            )
            for card in (hand[0], absent)
        ]
        told = [(one.status_code, one.json()["detail"]) for one in answers]
        assert told[0] == told[1]
        own = game.post("seat:north", "/odds", {"command": {"type": "tally.roll", "card": hand[0]}})
        assert own.status_code == 200


def test_a_campaign_over_shows_everything_once_its_seals_are_opened(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http, visibility="public").until("over", "bots")
        assert game.campaign()["status"] == "concluded"
        assert game.get("nobody", "/state", params={"audience": "seat:east"}).status_code == 401
        game.do("referee", "campaign.open-seals")
        assert game.campaign()["seals_opened"]
        assert len({frozenset(openings(game, role)) for role in game.tokens}) == 1
        for audience in ("public", "referee", "seat:east"):
            for path in ("/state", "/steps", "/capsule", "/audit"):
                answer = game.get("nobody", path, params={"audience": audience})
                assert answer.status_code == 200
        audit = game.get("nobody", "/audit").json()
        assert audit["ok"]
        assert {one["number"]: one["result"] for one in audit["checks"]}[7] == "pass"
