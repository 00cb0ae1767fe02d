"""The step that comes with the answer to a command: its sender's own, and only if asked for."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.service.campaigns.reading import Folds
from iacta.service.http.context import Context
from tests.conformance.subjects import SUBJECTS
from tests.support.environment import Below
from tests.support.play import Game, bidding, found
from tests.support.servers import app_of, problem, systems


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server with every game."""
    games = systems(*(one.system for one in SUBJECTS))
    with TestClient(app_of(tmp_path, games=games)) as client:
        yield client


def read(game: Game, role: str, seq: int) -> Any:
    """The step of an event, as a role reads it."""
    (step,) = game.get(role, "/steps", params={"after": seq - 1, "limit": 1}).json()["items"]
    return step


def bid(number: int) -> dict[str, Any]:
    """A bid, which is sealed."""
    return {"command": {"type": "tally.bid", "bid": number}}


@pytest.mark.parametrize("key", [one.system.key for one in SUBJECTS])
def test_the_step_is_the_one_that_its_sender_reads(key: str, http: httpx.Client) -> None:
    """Of every system: whoever acts is told the step that `/steps` tells them."""
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    game, below = found(http, key, system.scenarios[-1].key).claim_all(), Below("told")
    for _ in range(15):
        waiting = game.campaign()["waiting"]
        if not waiting:
            break
        seat = waiting[below(len(waiting))]["seat"]
        role = seat if seat == "referee" else f"seat:{seat}"
        command = game.choose(role, below)
        made = game.post(role, "/commands", {"command": command, "entropy": "e", "step": True})
        assert made.status_code == 201, made.text
        body = made.json()
        assert body["step"] == read(game, role, body["event"]["seq"])


def test_nobody_who_does_not_ask_is_told_one(http: httpx.Client) -> None:
    game = bidding(http)
    assert "step" not in game.post("seat:north", "/commands", bid(1)).json()
    batch = {"mode": "all-or-none", "commands": [bid(1)]}
    (item,) = game.post("seat:east", "/command-batches", batch).json()["items"]
    assert "step" not in item


def test_a_referee_who_acts_for_a_seat_is_told_the_referees_step(http: httpx.Client) -> None:
    """A bid that the referee may not see once it is laid is sealed in the step, too."""
    game = bidding(http)
    body = {**bid(1), "for": "north", "step": True}
    made = game.post("referee", "/commands", body).json()
    seq = made["event"]["seq"]
    assert made["step"] == read(game, "referee", seq)
    assert made["step"] != read(game, "seat:north", seq)


def test_a_repeat_tells_the_step_of_the_event_that_the_first_became(http: httpx.Client) -> None:
    game, keyed = bidding(http), {"Idempotency-Key": "a"}
    first = game.post("seat:north", "/commands", {**bid(1), "step": True}, headers=keyed)
    game.post("seat:east", "/commands", bid(1))
    again = game.post("seat:north", "/commands", {**bid(1), "step": True}, headers=keyed)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["step"] == first.json()["step"]


@pytest.mark.parametrize("mode", ["all-or-none", "until-refused"])
def test_each_event_of_a_batch_has_its_step(mode: str, http: httpx.Client) -> None:
    game = bidding(http)
    notes = [{"command": {"type": "campaign.annotate", "seq": 1, "text": t}} for t in ("a", "b")]
    body = {"mode": mode, "step": True, "commands": [*notes, bid(1)]}
    items = game.post("seat:north", "/command-batches", body).json()["items"]
    seqs = [item["event"]["seq"] for item in items]
    assert [item["step"] for item in items] == [read(game, "seat:north", seq) for seq in seqs]


def test_the_steps_of_a_batch_are_folded_to_once(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many events it made; a repeat in it may be of long ago."""
    game, folded = bidding(http), list[int]()
    note = {"type": "campaign.annotate", "seq": 1, "text": "x"}
    keyed = [{"command": note, "key": key} for key in ("first", "second")]
    game.post("seat:north", "/command-batches", {"mode": "until-refused", "commands": keyed})
    batch = [*keyed[1:], *[{"command": note}] * 100, *keyed[:1]]
    body = {"mode": "until-refused", "step": True, "commands": batch}
    fold = Folds._next

    def counted(self: Any, *given: Any) -> Any:
        folded.append(given[-1].seq)
        return fold(self, *given)

    monkeypatch.setattr(Folds, "_next", counted)
    items = game.post("seat:north", "/command-batches", body).json()["items"]
    monkeypatch.undo()
    assert len(folded) < 3 * len(batch)
    seqs = [item["event"]["seq"] for item in items]
    assert [item["step"] for item in items] == [read(game, "seat:north", seq) for seq in seqs]


def test_a_command_does_not_wait_for_long_readers(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its event stands, so its sender hears of it at once, and reads the step later."""
    game, waited = bidding(http), list[bool]()
    read = Context.read

    async def noted(self: Context, work: Any, limiter: Any = None) -> Any:
        waited.append(limiter is None)
        return await read(self, work, limiter or self.looking)

    monkeypatch.setattr(Context, "read", noted)
    here = http.app.state.context  # type: ignore[attr-defined]
    monkeypatch.setattr(here, "reads", SimpleNamespace(available_tokens=0))
    made = game.post("seat:north", "/commands", {**bid(1), "step": True})
    assert made.status_code == 201
    assert "step" not in made.json()
    assert not any(waited)


def test_what_is_only_tried_has_no_step(http: httpx.Client) -> None:
    body = {"mode": "all-or-none", "dry_run": True, "step": True, "commands": [bid(1)]}
    answer = bidding(http).post("seat:north", "/command-batches", body)
    assert problem(answer, "invalid-request")["errors"][0]["pointer"] == "/step"


def test_a_command_whose_step_cannot_be_told_stands(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that fails at telling what happened does not undo it, nor hide that it happened."""
    from iacta.service.http import commands

    def fails(*given: Any) -> Any:
        raise ZeroDivisionError("the game's")

    game = bidding(http)
    monkeypatch.setattr(commands, "steps_after", fails)
    made = game.post("seat:north", "/commands", {**bid(1), "step": True})
    assert made.status_code == 201
    assert "step" not in made.json()
    assert made.json()["event"]["seq"] == game.seq
