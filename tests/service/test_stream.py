"""Server-Sent Events: in order, resumable, nothing lost between a page and the wait."""

import json
import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from iacta.service.http import stream
from iacta.service.settings import Limits
from iacta.service.store import write
from iacta.service.store.read import Reader
from iacta.service.store.write import NOTICE_BYTES, notice
from iacta.service.streaming import Hub
from tests.support.play import ADJUDICATE, Game, bearer, bidding, desk
from tests.support.servers import AMPLE, DEADLINE, Running, app_of, problem, running, until

COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}
LIMITS = Limits(creations_per_minute=99, streams=8)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(app_of(tmp_path / "data", limits=LIMITS)) as server:
        yield server


@pytest.fixture
def http(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        yield client


class Listener:
    """A reader of a stream, in a thread of its own."""

    def __init__(
        self,
        game: Game,
        role: str,
        headers: Any = None,
        source: str = "127.0.0.1",
        **params: Any,
    ) -> None:
        self._game, self._params, self._source = game, params, source
        self._headers = {**bearer(game.tokens[role]), **(headers or {})}
        self._items: queue.Queue[tuple[int, Any] | None] = queue.Queue()
        self._open = threading.Event()
        self.headers: httpx.Headers = httpx.Headers()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        assert self._open.wait(DEADLINE), "the stream did not open"

    def _listen(self) -> None:
        try:
            transport = httpx.HTTPTransport(local_address=self._source)
            base = self._game.http.base_url
            with httpx.Client(base_url=base, timeout=DEADLINE, transport=transport) as client:
                url = f"{self._game.path}/stream"
                stream = client.stream("GET", url, headers=self._headers, params=self._params)
                with stream as answer:
                    self.headers = answer.headers
                    seq = 0
                    for line in answer.iter_lines():
                        self._open.set()
                        if line.startswith("id: "):
                            seq = int(line[4:])
                        elif line.startswith("data: "):
                            self._items.put((seq, json.loads(line[6:])))
        except httpx.RemoteProtocolError:
            pass
        finally:
            self._open.set()
            self._items.put(None)

    def take(self, count: int) -> list[tuple[int, Any]]:
        """The next events."""
        found = []
        for _ in range(count):
            item = self._items.get(timeout=DEADLINE)
            assert item is not None, f"the stream ended after {len(found)} of {count}"
            found.append(item)
        return found

    def ended(self) -> None:
        """Assert that nothing more comes, and that the stream ends."""
        assert self._items.get(timeout=DEADLINE) is None
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive()


def seqs(items: list[tuple[int, Any]]) -> list[int]:
    assert all(seq == item["event"]["seq"] for seq, item in items)
    return [seq for seq, _ in items]


def revoke(game: Game, role: str) -> None:
    """End a stream by taking its token away; wakes it with one event."""
    assert game.post("referee", "/tokens", {"role": role}).status_code == 201


def test_events_arrive_in_order_with_what_their_reader_may_see(http: httpx.Client) -> None:
    game = bidding(http)
    first = game.seq
    listeners = {role: Listener(game, role) for role in ("seat:north", "seat:east", "observer")}
    game.do("seat:north", "tally.bid", bid=3)
    # Heard before the last bid is laid, which opens them all.
    heard = {role: listener.take(1) for role, listener in listeners.items()}
    for seat, bid in (("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    for role, listener in listeners.items():
        items = heard[role] + listener.take(2)
        assert seqs(items) == [first + 1, first + 2, first + 3]
        stored = game.get(role, "/events", params={"after": first}).json()["items"]
        assert [item["event"] for _, item in items] == [one["event"] for one in stored]
        bid = game.get(role, f"/events/{first + 1}").json()
        assert set(items[0][1]["openings"]) <= set(bid["openings"])
        assert bool(items[0][1]["openings"]) == (role == "seat:north")
        assert listener.headers["content-type"].startswith("text/event-stream")
        assert listener.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("how", ["after", "last-event-id", "both"])
def test_a_stream_takes_up_where_its_reader_left_it(how: str, http: httpx.Client) -> None:
    game = desk(http)
    for _ in range(5):
        game.do("referee", **COMBAT)
    params = {} if how == "last-event-id" else {"after": 1 if how == "both" else 3}
    headers = {} if how == "after" else {"Last-Event-ID": "3"}
    listener = Listener(game, "observer", headers, **params)
    assert seqs(listener.take(3)) == [4, 5, 6]
    game.do("referee", **COMBAT)
    assert seqs(listener.take(1)) == [7]


def test_a_stream_is_not_held_back_by_compression(http: httpx.Client) -> None:
    game = desk(http)
    listener = Listener(game, "referee", {"Accept-Encoding": "gzip"}, after=0)
    assert "content-encoding" not in listener.headers


def test_a_long_past_is_streamed_whole(http: httpx.Client) -> None:
    game = desk(http)
    notes = [{"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}] * 200
    for _ in range(2):
        game.post("referee", "/command-batches", {"mode": "all-or-none", "commands": notes})
    listener = Listener(game, "observer", after=0)
    assert seqs(listener.take(401)) == list(range(1, 402))


def test_nothing_is_lost_between_a_page_and_the_wait(
    server: Running, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event that is committed after a page was read, and before the wait, is not waited past."""
    game = desk(http)
    honest, rigged = stream.resolve, threading.Event()

    def resolve(*given: Any) -> Any:
        found = honest(*given)
        if rigged.is_set():
            rigged.clear()
            engine = server.app.state.context.engine
            from iacta.service.campaigns import commands as run

            def work(batch: Any) -> Any:
                here = batch.tx.campaign(game.id)
                order = run.Submission(
                    {"type": "campaign.annotate", "seq": 1, "text": "between"}, key="b"
                )
                return run.execute(batch, here, "referee", order, None)

            engine.submit(work).result(DEADLINE)
        return found

    monkeypatch.setattr(stream, "resolve", resolve)
    rigged.set()
    listener = Listener(game, "observer", after=1)
    (item,) = listener.take(1)
    assert item[1]["event"]["command"]["text"] == "between"
    assert not rigged.is_set()


def test_every_event_of_many_senders_arrives_once(server: Running, http: httpx.Client) -> None:
    game = desk(http)
    listeners = [Listener(game, "referee") for _ in range(3)]

    def send(count: int) -> None:
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
            mine = Game(client, game.created)
            for _ in range(count):
                mine.do("referee", **COMBAT)

    threads = [threading.Thread(target=send, args=(15,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for listener in listeners:
        assert seqs(listener.take(60)) == list(range(2, 62))
    for thread in threads:
        thread.join(DEADLINE)


def test_a_stream_ends_when_its_token_is_revoked(http: httpx.Client) -> None:
    game = bidding(http)
    listener = Listener(game, "seat:east")
    revoke(game, "seat:east")
    listener.ended()
    assert game.get("seat:east").status_code == 404


def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    with running(app_of(tmp_path / "data")) as server:
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as http:
            game = desk(http)
            listeners = [Listener(game, "referee") for _ in range(3)]
        began = time.monotonic()
        server.end()
        assert time.monotonic() - began < 4, "streams do not hold up the end"
        for listener in listeners:
            listener.ended()


def test_a_reader_who_leaves_is_forgotten(server: Running, http: httpx.Client) -> None:
    game = desk(http)
    hub = server.app.state.context.hub
    headers = bearer(game.tokens["referee"])
    with http.stream("GET", f"{game.path}/stream", headers=headers) as answer:
        lines = answer.iter_lines()  # a generator that is dropped would close the connection
        next(lines)
        until(lambda: hub.streams == 1, "the stream is counted")
    until(lambda: hub.streams == 0, "the stream is forgotten")


def test_there_is_a_limit_on_open_streams(server: Running, http: httpx.Client) -> None:
    game = desk(http)
    hub = server.app.state.context.hub
    kept = [Listener(game, "referee") for _ in range(LIMITS.streams)]
    until(lambda: hub.streams == LIMITS.streams, "all are open")
    answer = game.get("referee", "/stream")
    problem(answer, "not-ready")
    assert int(answer.headers["retry-after"]) > 0
    assert len(kept) == LIMITS.streams


SHARES = {
    "a stranger's address": ({"streams_per_address": 2}, None),
    "the strangers of a campaign": ({"streams_per_campaign": 2}, None),
    "a token": ({"streams_per_token": 2}, "seat:caesarian"),
    "the tokens of an address": ({"streams_per_holding_address": 2}, "seat:caesarian"),
}


@pytest.mark.parametrize("share", SHARES)
def test_nobody_has_more_than_a_share_of_the_streams(share: str, tmp_path: Path) -> None:
    given, role = SHARES[share]
    limits = msgspec.structs.replace(AMPLE, **given)
    with (
        running(app_of(tmp_path / "data", limits=limits)) as server,
        httpx.Client(base_url=server.url, timeout=DEADLINE) as http,
    ):
        game = desk(http, visibility="public").claim_all()
        hub = server.app.state.context.hub
        kept = [Listener(game, role or "nobody") for _ in range(2)]
        until(lambda: hub.streams == 2, "both are open")
        answer = game.get(role or "nobody", "/stream")
        problem(answer, "rate-limited")
        assert answer.headers["retry-after"] == "30"
        kept.append(Listener(game, "nobody" if role else "referee"))
        game.do("referee", **COMBAT)
        for listener in kept:
            assert seqs(listener.take(1)) == [game.seq]


def test_a_stranger_makes_room_for_a_seat_and_a_seat_for_nobody(tmp_path: Path) -> None:
    """The stranger whose address has most streams goes, at all others' addresses nobody does."""
    limits = msgspec.structs.replace(AMPLE, streams=4)
    with (
        running(app_of(tmp_path / "data", limits=limits)) as server,
        httpx.Client(base_url=server.url, timeout=DEADLINE) as http,
    ):
        game = desk(http, visibility="public").claim_all()
        hub = server.app.state.context.hub
        other = Listener(game, "nobody", source="127.0.0.2")
        crowd = [Listener(game, "nobody") for _ in range(3)]
        until(lambda: hub.streams == 4, "all are open")
        problem(game.get("nobody", "/stream"), "not-ready")
        seats = [Listener(game, "seat:caesarian")]
        crowd[0].ended()
        seats += [Listener(game, "seat:republican"), Listener(game, "referee")]
        crowd[1].ended()
        seats += [Listener(game, "observer")]
        until(lambda: hub.streams == 4, "as many as before")
        problem(game.get("referee", "/stream"), "not-ready")
        problem(game.get("nobody", "/stream"), "not-ready")
        game.do("referee", **COMBAT)
        for listener in seats:
            assert seqs(listener.take(1)) == [game.seq]
        for gone in (other, crowd[2]):
            gone.ended()


def test_many_at_once_take_no_more_places_than_there_are(tmp_path: Path) -> None:
    """Each looks for its place when it takes it, not before it has read its campaign."""
    limits = msgspec.structs.replace(AMPLE, streams_per_address=5)
    with running(app_of(tmp_path / "data", limits=limits)) as server:
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as http:
            game = desk(http, visibility="public")
        path, codes = f"{server.url}{game.path}/stream", []
        opened = threading.Barrier(25)

        def open_one() -> None:
            with httpx.Client(timeout=DEADLINE) as http, http.stream("GET", path) as answer:
                codes.append(answer.status_code)
                opened.wait(DEADLINE)

        threads = [threading.Thread(target=open_one) for _ in range(25)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        assert sorted(codes) == [200] * 5 + [429] * 20
        until(lambda: server.app.state.context.hub.streams == 0, "all places are given back")


def test_head_of_a_stream_ends_at_once(http: httpx.Client) -> None:
    game = desk(http)
    answer = http.head(f"{game.path}/stream", headers=bearer(game.tokens["referee"]), timeout=10)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_a_stream_that_has_heard_all_reads_the_head_alone(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bidding(http)
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    read: list[str] = []
    vault = Reader.vault

    def noted(self: Reader, row: Any) -> Any:
        read.append(row.id)
        return vault(self, row)

    monkeypatch.setattr(Reader, "vault", noted)
    headers = bearer(game.tokens["referee"])
    with http.stream("GET", f"{game.path}/stream", headers=headers) as answer:
        lines = (line for line in answer.iter_lines() if line.startswith(":"))
        assert [next(lines) for _ in range(3)] == [": iacta", ": still here", ": still here"]
    assert read == []


def test_a_database_that_blinks_ends_no_stream(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk(http)
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    honest, blinks = stream._page, iter(range(3))

    def page(*given: Any) -> Any:
        if next(blinks, None) is not None:
            raise OperationalError("select", {}, ConnectionError())
        return honest(*given)

    monkeypatch.setattr(stream, "_page", page)
    listener = Listener(game, "referee", after=0)
    assert seqs(listener.take(1)) == [1]
    assert next(blinks, None) is None, "it had blinked"


def test_a_stream_of_one_campaign_hears_nothing_of_another(http: httpx.Client) -> None:
    mine, theirs = desk(http), desk(http)
    listener = Listener(mine, "referee")
    theirs.do("referee", **COMBAT)
    mine.do("referee", **COMBAT)
    (item,) = listener.take(1)
    assert item[1]["event"]["campaign"] == mine.id


def test_a_notice_names_the_campaigns_or_tells_that_it_may_be_any() -> None:
    def heads(count: int) -> Any:
        return [SimpleNamespace(campaign=str(UUID(int=number))) for number in range(count)]

    assert notice(heads(2) * 2) == f"{UUID(int=0)} {UUID(int=1)}"
    assert 7_900 < len(notice(heads(216))) <= NOTICE_BYTES < 8_000
    assert notice(heads(217)) == ""


def test_an_event_of_another_process_wakes_a_stream(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers on one PostgreSQL: the streams of the campaign, and no other."""
    woken: list[tuple[Hub, str | None]] = []
    wake = Hub._wake

    def noted(self: Hub, campaign_id: str | None) -> None:
        woken.append((self, campaign_id))
        wake(self, campaign_id)

    monkeypatch.setattr(Hub, "_wake", noted)
    from tests.support.host import ScriptedHost

    one = app_of(tmp_path / "one", postgres, host=ScriptedHost("one"))
    other = app_of(tmp_path / "other", postgres, host=ScriptedHost("other"))
    with (
        running(one) as left,
        running(other) as right,
        httpx.Client(base_url=left.url) as near,
        httpx.Client(base_url=right.url) as far,
    ):
        game = desk(near)
        listener = Listener(game, "referee")
        there = Game(far, game.created)
        another = desk(far)
        there.do("referee", **COMBAT)
        assert seqs(listener.take(1)) == [2]
        hub = left.app.state.context.hub
        told = [campaign for one, campaign in woken if one is hub]
        assert {game.id, another.id} <= set(told)
        assert None not in told[told.index(another.id) :]
        with monkeypatch.context() as patch:
            patch.setattr(write, "NOTICE_BYTES", 0)
            there.do("referee", **COMBAT)
            assert seqs(listener.take(1)) == [3]
        assert (hub, None) in woken[len(told) :]
        game.do("referee", **COMBAT)
        assert seqs(listener.take(1)) == [4]
        stale = there.send("referee", **COMBAT, headers={"If-Match": '"2"'})
        problem(stale, "stale")
        key = {"Idempotency-Key": "k"}
        assert game.send("referee", **COMBAT, headers=key).status_code == 201
        assert there.send("referee", **COMBAT, headers=key).status_code == 200
        assert there.seq == game.seq == 5
