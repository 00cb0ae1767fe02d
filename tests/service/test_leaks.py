"""The leak test over HTTP: what a seat must not know changes nothing that it is told.

Two servers in worlds that are alike play the same commands; in one of them two hidden things have
each other's place, and what others choose in secret differs. As long as the watcher may know the
same of both, every endpoint, the stream too, answers it alike: status, headers, length and body,
once what is random has numbers by first appearance.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.accept import accept
from iacta.domain.kernel.campaign.event import Accepted
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.dice import NeedsDice
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.dry_runs import DryRun, Stopped
from tests.conformance.subjects import SUBJECTS, WATCHES
from tests.service.watching import leak_in
from tests.support.play import Game, bidding
from tests.support.servers import app_of
from tests.systems import tally

TALLY = WATCHES["tally"]
KEYS = ("tally", "samnite-wars")
"""The systems with most to hide, at every commit; the soak takes all (`test_service_long`)."""
replace = msgspec.structs.replace


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_a_seat_is_told_nothing_that_it_must_not_know(key: str, tmp_path: Path) -> None:
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    assert leak_in(tmp_path, WATCHES[key], system, enough=3) == ""


def test_a_referee_who_sees_no_hands_is_told_nothing_of_them(tmp_path: Path) -> None:
    """Of Tally, where a card is drawn at every turn; the soak takes all."""
    watch = replace(TALLY, watcher="referee")
    assert leak_in(tmp_path, watch, tally.SYSTEM, enough=2) == ""


# --- planted leaks ------------------------------------------------------------------------------

SPIED: dict[str, Any] = {}


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
    def odds_key(effects: Any) -> Any:
        spied = sum(value == "sword" for value in SPIED.values())
        return {**tally.odds_key(effects), "swords": spied}

    return replace(tally.SYSTEM, odds_key=odds_key)


def a_label() -> System:
    def narrate(before: Any, effects: Any, known: Any) -> Any:
        return tally.narrate(before, effects, SPIED)

    return replace(tally.SYSTEM, narrate=narrate)


@pytest.mark.parametrize("planted", [a_count, an_option, an_errors_detail, a_label])
def test_a_leak_planted_in_a_system_is_found(
    planted: Callable[[], System], tmp_path: Path, spied: None
) -> None:
    assert leak_in(tmp_path, TALLY, planted(), enough=20) != ""


def test_an_opening_shown_to_everyone_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_them(self: Vault, role: str, at: int, *, all_seats: bool = False) -> Any:
        return {digest: entry.opening for digest, entry in self.items()}

    monkeypatch.setattr(Vault, "seen_by", all_of_them)
    assert leak_in(tmp_path, TALLY, tally.SYSTEM, enough=20) != ""


@pytest.mark.parametrize("what", ["header", "length", "count"])
def test_a_leak_planted_in_the_service_is_found(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spied: None
) -> None:
    from iacta.service.http import reading

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
    assert leak_in(tmp_path, TALLY, tally.SYSTEM, enough=20) != ""


def test_a_dry_run_that_is_not_blind_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seeing(self: DryRun, request: Any) -> Accepted:
        context = replace(self._context, blind=False)
        try:
            return accept(self.campaign, request, context)
        except NeedsDice:
            raise Stopped from None

    monkeypatch.setattr(DryRun, "_accept", seeing)
    assert "dry run" in leak_in(tmp_path, TALLY, tally.SYSTEM, enough=20)


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
        game.agree()
        assert game.campaign()["seals_opened"]
        assert len({frozenset(openings(game, role)) for role in game.tokens}) == 1
        for audience in ("public", "referee", "seat:east"):
            for path in ("/state", "/steps", "/capsule", "/audit"):
                answer = game.get("nobody", path, params={"audience": audience})
                assert answer.status_code == 200
        audit = game.get("nobody", "/audit").json()
        assert audit["ok"]
        assert {one["number"]: one["result"] for one in audit["checks"]}[7] == "pass"
