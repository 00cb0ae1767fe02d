"""Dry runs: what commands would do, told beforehand, and nothing recorded or given away."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.contract.choices import ChooseBySchema, ChooseList, fill
from iacta.domain.kernel.proof.seals import digests_in, reveal
from iacta.service.campaigns.engine import LiveEnvironment
from iacta.service.campaigns.work_pool import WorkPool
from tests.conformance.subjects import SUBJECTS
from tests.support.choosing import read_option
from tests.support.environment import Below
from tests.support.play import Game, bidding, desk, found
from tests.support.servers import AMPLE, app_of, problem, unchanged

NOTE = "campaign.annotate"
ZEROS = "0" * 64
ENOUGH = 8
"""commands of a game whose dry run told all, so that no more are looked at"""
ROLL = {"command": {"type": "civil-war.roll-year-event"}}
NONSENSE = {"command": {"type": NOTE, "seq": 99, "text": "x"}}


def dry(
    game: Game, *commands: Mapping[str, Any], role: str = "referee", **more: Any
) -> httpx.Response:
    headers = more.pop("headers", {})
    body = {"mode": "until-refused", "dry_run": True, "commands": list(commands), **more}
    return game.post(role, "/command-batches", body, headers=headers)


def note(text: str, **beside: Any) -> dict[str, Any]:
    return {"command": {"type": NOTE, "seq": 1, "text": text}, **beside}


def bid(amount: int, **beside: Any) -> dict[str, Any]:
    return {"command": {"type": "tally.bid", "bid": amount}, **beside}


# --- it tells what then happens -----------------------------------------------------------------


def without_new(plain: Any, before: str) -> Any:
    """Plain data, with the digests that were not there before taken out."""
    text = json.dumps(plain)
    new = {digest for digest in re.findall("[0-9a-f]{64}", text) if digest not in before}
    return json.loads(re.sub("[0-9a-f]{64}", lambda m: ZEROS if m[0] in new else m[0], text))


def happened(game: Game, role: str, item: Mapping[str, Any], before: str) -> dict[str, Any]:
    """What an event did, as a dry run of its command has to have told it."""
    event = item["event"]
    mine = {
        digest: item["openings"][digest]["value"]
        for digest in digests_in(event["effects"])
        if digest in item["openings"] and digest not in before
    }
    params = {"after": event["seq"] - 1}
    (step,) = game.get(role, "/steps", params=params).json()["items"]
    return {
        "effects": without_new(reveal(event["effects"], mine), before),
        "text": step["text"],
        "patch": without_new(step["patch"], before),
    }


def moments(game: Game, most: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who sends what, while the awaited play: before each command, which is then sent."""
    below = Below("dry")
    for _ in range(most):
        where = game.campaign()
        if where["status"] != "open" or not where["waiting"]:
            return
        seat = where["waiting"][below(len(where["waiting"]))]["seat"]
        role = seat if seat == "referee" else f"seat:{seat}"
        options = [read_option(item) for item in game.options(role)]
        items = [
            one
            for one in options
            if not one.command["type"].startswith("campaign.")
            and not any(
                isinstance(choice, ChooseBySchema | ChooseList) for choice in one.choices.values()
            )
        ]
        if not items:
            return
        yield role, dict(fill(items[below(len(items))], below))


@pytest.mark.parametrize("key", [subject.system.key for subject in SUBJECTS])
def test_a_dry_run_tells_what_then_happens(key: str, http: httpx.Client, url: str) -> None:
    """Of every system: effects, words, patch and options are those of the event that is made."""
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    game = found(http, key, system.scenarios[-1].key).claim_all()
    told = 0
    for role, command in moments(game, 60):
        sent = {"command": command, "entropy": "e"}
        tried = dry(game, sent, role=role, options=True)
        assert tried.status_code == 200, tried.text
        body = tried.json()
        assert body["at"] == game.seq
        assert (body["refused"], body["out_of_time"]) == (None, False)
        before = game.get(role, "/events", headers={"Accept": "application/x-ndjson"}).text
        made = game.post(role, "/commands", sent).json()
        throws_or_opens = bool(made["event"]["draws"]) or any(
            effect["type"] == "opened" for effect in made["event"]["effects"]
        )
        if body["stopped"] is None:
            assert not throws_or_opens
            assert body["items"] == [happened(game, role, made, before)]
            after = game.get(role, "/options").json()
            for waiting in (*body["options"]["waiting"], *after["waiting"]):
                waiting.pop("since", None)  # a dry run has no time of its own
            assert body["options"] == without_new(after, before)
            told += 1
            if told == ENOUGH:
                return
        else:
            assert (body["stopped"], body["items"]) == (0, [])
    assert told > 3, "the game hardly does anything without dice"


def test_each_command_stands_on_those_before_it(http: httpx.Client) -> None:
    game = bidding(http)
    body = dry(game, note("a"), bid(1), bid(2), role="seat:north").json()
    assert [one["text"][-1] for one in body["items"]] == [
        "On event 1: a",
        body["items"][1]["text"][-1],
    ]
    assert body["refused"]["index"] == 2
    assert body["refused"]["problem"]["type"] == "/problems/conflict"
    assert body["refused"]["problem"]["errors"][0]["pointer"].startswith("/commands/2")


def test_a_rewind_may_be_tried(http: httpx.Client) -> None:
    game = desk(http)
    game.do("referee", "civil-war.roll-year-event")
    back = {"command": {"type": "campaign.rewind", "to": 1, "reason": "Misread."}}
    body = dry(game, note("a"), back, ROLL).json()
    assert [one["effects"][0]["type"] for one in body["items"]] == ["annotated", "rewound"]
    assert body["stopped"] == 2
    game.do("referee", "campaign.rewind", to=1, reason="Misread.")
    (step,) = game.get("referee", "/steps", params={"after": 2}).json()["items"]
    assert body["items"][1]["patch"] == step["patch"]


# --- nothing is recorded, drawn or thrown -------------------------------------------------------


def test_nothing_is_recorded_and_no_chance_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_of(tmp_path / "data")
    with TestClient(app) as http:
        game, table = bidding(http), desk(http)

        def never(*_: Any) -> Any:
            raise AssertionError("a dry run reaches for what it must not")

        engine = app.state.context.engine
        for name in ("link", "salt", "chain", "last_links"):
            monkeypatch.setattr(LiveEnvironment, name, never)
        monkeypatch.setattr(engine.host, "random", never)
        monkeypatch.setattr(engine, "submit", never)
        with unchanged(f"sqlite:///{tmp_path / 'data' / 'iacta.sqlite'}"):
            for mode in ("until-refused", "all-or-none"):
                first = dry(game, bid(1), note("a"), role="seat:north", options=True, mode=mode)
                again = dry(game, bid(1), note("a"), role="seat:north", options=True, mode=mode)
                assert first.status_code == 200
                assert len(first.json()["items"]) == 2
                assert first.content == again.content
                assert dry(table, note("a"), ROLL, mode=mode).json()["stopped"] == 1


def test_what_would_be_sealed_has_no_digest_and_is_its_sender_s(http: httpx.Client) -> None:
    game = bidding(http)
    before = game.get("referee", "/events").text.replace(ZEROS, "")
    own = dry(game, bid(2), role="seat:north", options=True)
    assert {one for one in re.findall("[0-9a-f]{64}", own.text) if one not in before} == {ZEROS}
    laid = own.json()["items"][0]["effects"][0]
    assert (laid["seat"], laid["bid"]) == ("north", ZEROS)
    # A referee who sees no hands is not shown again what they themselves laid for a seat.
    answers = [dry(game, bid(amount, **{"for": "north"})) for amount in (0, 3)]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content


# --- where it stops -----------------------------------------------------------------------------


def test_one_answer_for_what_draws_what_opens_and_what_cannot_be_seen(http: httpx.Client) -> None:
    hands_seen = bidding(http, options={"referee_sees": "all"})
    not_seen = bidding(http)
    for game in (hands_seen, not_seen):
        game.do("seat:north", "tally.bid", bid=3)
        game.do("seat:east", "tally.bid", bid=1)
    last = {**bid(0), "for": "south"}
    opens = dry(hands_seen, last)
    hidden = dry(not_seen, last)
    table = desk(http)
    while table.seq < not_seen.seq:
        table.do("referee", NOTE, seq=1, text="x")
    draws = dry(table, ROLL)
    assert opens.status_code == hidden.status_code == draws.status_code == 200
    assert opens.content == hidden.content == draws.content
    assert draws.json() == {
        "at": table.seq,
        "items": [],
        "stopped": 0,
        "out_of_time": False,
        "refused": None,
        "options": None,
    }


def test_what_rests_on_a_hand_that_is_not_seen_is_not_tried(http: httpx.Client) -> None:
    """Held or not: a referee who sees no hands is stopped alike, and is not refused."""
    game = bidding(http)
    for seat, amount in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=amount)
    answers = [
        dry(game, {"command": {"type": "tally.roll", "card": card}, "for": "north"})
        for card in ("sword", "shield", "sling", "cat")
    ]
    assert {one.content for one in answers} == {answers[0].content}
    assert (answers[0].json()["stopped"], answers[0].json()["refused"]) == (0, None)


def test_nothing_after_it_is_tried(http: httpx.Client) -> None:
    """Not even whether it would be refused, from which the die could be read off."""
    game = desk(http)
    for mode in ("until-refused", "all-or-none"):
        body = dry(game, note("a"), ROLL, NONSENSE, mode=mode).json()
        assert (len(body["items"]), body["stopped"], body["refused"]) == (1, 1, None)


def test_the_opening_of_the_seals_is_not_tried(http: httpx.Client) -> None:
    game = bidding(http)
    game.do("referee", "campaign.conclude", reason="Enough.")
    assert dry(game, {"command": {"type": "campaign.open-seals"}}).json()["stopped"] == 0


def test_the_options_are_those_after_the_last_that_was_tried(http: httpx.Client) -> None:
    game = bidding(http)
    body = dry(game, bid(1), {"command": {"type": "none"}}, role="seat:north", options=True).json()
    assert body["options"]["at"] == game.seq + 1
    assert "tally.bid" in [one["command"]["type"] for one in game.options("seat:north")]
    assert "tally.bid" not in [one["command"]["type"] for one in body["options"]["items"]]
    nothing = dry(desk(http), ROLL, options=True).json()
    assert nothing["options"]["at"] == nothing["at"]


# --- refusals -----------------------------------------------------------------------------------


def test_a_refusal_is_told_as_the_batch_itself_would(http: httpx.Client, url: str) -> None:
    game = desk(http)
    tried = dry(game, note("a"), NONSENSE, note("b")).json()["refused"]
    alone = dry(game, NONSENSE, note("a"))
    whole = dry(game, note("a"), NONSENSE, mode="all-or-none")
    assert problem(alone, "invalid-request")["errors"][0]["pointer"] == ("/commands/0/command/seq")
    assert problem(whole, "invalid-request")["errors"][0]["pointer"] == ("/commands/1/command/seq")
    body = {"mode": "until-refused", "commands": [note("a"), NONSENSE, note("b")]}
    meant = game.post("referee", "/command-batches", body).json()["refused"]
    for one in (tried, meant):
        del one["problem"]["request_id"]
    assert tried == meant


def test_who_may_not_send_may_not_try(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    problem(dry(game, bid(1), role="observer"), "forbidden")
    problem(dry(game, bid(1), role="nobody"), "unauthorized")
    problem(dry(game, {**bid(1), "for": "east"}, role="seat:north"), "forbidden")


def test_a_dry_run_minds_if_match_and_no_key(http: httpx.Client) -> None:
    game = desk(http)
    game.do("referee", NOTE, seq=1, text="a", headers={"Idempotency-Key": "used"})
    problem(dry(game, note("a"), headers={"If-Match": '"1"'}), "stale")
    body = dry(game, note("b", key="used"), note("c", key="used"), headers={"If-Match": '"2"'})
    assert len(body.json()["items"]) == 2


def test_only_a_dry_run_has_options(http: httpx.Client, url: str) -> None:
    game = desk(http)
    with unchanged(url):
        body = {"mode": "all-or-none", "options": True, "commands": [note("a")]}
        refused = problem(game.post("referee", "/command-batches", body), "invalid-request")
    assert [one["pointer"] for one in refused["errors"]] == ["/options"]


def test_a_budget_that_is_spent_ends_it_and_says_so(tmp_path: Path) -> None:
    app = app_of(tmp_path / "data")
    with TestClient(app) as http:
        game = desk(http)
        ticks = itertools.count()
        limits = msgspec.structs.replace(AMPLE, odds_milliseconds=3_000)
        app.state.context.work_pool = WorkPool(limits, lambda: next(ticks), lambda seconds: None)
        body = dry(game, *[note("a")] * 9).json()
        tried = len(body["items"])
        assert 0 < tried < 9
        assert (body["stopped"], body["out_of_time"], body["refused"]) == (tried, True, None)


# --- with dice that were rolled outside ---------------------------------------------------------


def entering(http: httpx.Client) -> Game:
    """A war in which dice may be entered."""
    return found(http, "civil-war", "rubicon", options={"entered_dice": True}).claim_all()


def dice(*faces: int) -> dict[str, Any]:
    return {**ROLL, "for": "caesarian", "entered": {"witness": "both", "faces": list(faces)}}


def test_a_dry_run_with_entered_dice_tells_what_these_faces_do(
    http: httpx.Client, url: str
) -> None:
    game = entering(http)
    with unchanged(url):
        told = {faces: dry(game, dice(*faces)).json() for faces in ((4, 3), (2, 8))}
    assert [one["stopped"] for one in told.values()] == [None, None]
    texts = [one["items"][0]["text"] for one in told.values()]
    assert texts[0] != texts[1]
    assert game.post("referee", "/commands", dice(4, 3)).status_code == 201
    (step,) = game.get("referee", "/steps", params={"after": game.seq - 1}).json()["items"]
    assert (step["text"], step["patch"]) == (texts[0], told[4, 3]["items"][0]["patch"])


def test_faces_that_do_not_fit_are_refused_in_a_dry_run_too(http: httpx.Client) -> None:
    game = entering(http)
    for faces in ((4,), (4, 3, 1), (7, 3)):
        problem(dry(game, dice(*faces)), "entered-dice-mismatch")
    theirs = {name: value for name, value in dice(4, 3).items() if name != "for"}
    problem(dry(game, theirs, role="seat:caesarian"), "forbidden")


def test_entered_dice_stand_in_a_batch_that_is_sent(http: httpx.Client) -> None:
    game = entering(http)
    body = {"mode": "all-or-none", "commands": [dice(4, 3), note("so it fell")]}
    answer = game.post("referee", "/command-batches", body)
    assert answer.status_code == 201, answer.text
    first, _ = answer.json()["items"]
    assert [die["face"] for die in first["event"]["draws"][0]["dice"]] == [4, 3]


def test_options_after_a_dry_run_are_those_of_the_seat_that_is_acted_for(
    http: httpx.Client,
) -> None:
    """As the referee may ask for them once it is sent: from the referee's own view."""
    game = bidding(http)
    roll = bid(1, **{"for": "north"})
    after = dry(game, roll, options=True).json()["options"]
    own = dry(game, bid(1, **{"for": "north"}), note("x"), options=True).json()["options"]
    assert "withheld" in after
    assert "withheld" not in own
    game.do("referee", "tally.bid", bid=1, for_="north")
    now = game.get("referee", "/options", params={"for": "north"}).json()
    assert (after["items"], after["withheld"]) == (now["items"], now["withheld"])
    assert own["items"] != now["items"]


def test_a_seat_that_is_not_there_has_no_options_after_a_dry_run(http: httpx.Client) -> None:
    game = bidding(http)
    tried = dry(game, note("x"), bid(1, **{"for": "nobody"}), options=True).json()
    assert tried["refused"]["index"] == 1
    assert "withheld" not in tried["options"]
    mine = dry(game, bid(1, **{"for": "east"}), role="seat:north", options=True)
    problem(mine, "forbidden")
