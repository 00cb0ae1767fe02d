"""Connections on real sockets: half-sent, idle, stalled, too many."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import structlog

from iacta.service.http import connections
from iacta.service.http.address import Proxies
from iacta.service.http.connections import Table, places
from iacta.service.settings import Limits
from tests.support.play import Game, bearer, desk
from tests.support.servers import AMPLE, DEADLINE, Running, app_of, running, until
from tests.support.sockets import answer, connect, ended, head

LIVE = head("GET", "/health/live")
SOON, NEVER = 0.3, 3_600.0


@contextmanager
def served(tmp_path: Path, **given: Any) -> Iterator[Running]:
    """A server with these limits of its connections."""
    limits = msgspec.structs.replace(
        AMPLE, **{"header_seconds": NEVER, "idle_seconds": NEVER, **given}
    )
    with running(app_of(tmp_path / "data", limits=limits), limits) as server:
        yield server


def halves(server: Running, count: int, source: str = "127.0.0.1") -> list[socket.socket]:
    """Connections that send half a request and no more."""
    found = [connect(server.url, source) for _ in range(count)]
    for one in found:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
    return found


def closed(sock: socket.socket) -> bool:
    """Whether the server has ended a connection by now."""
    sock.setblocking(False)
    try:
        return sock.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    finally:
        sock.settimeout(DEADLINE)


PARTS = {
    "nothing of its line": b"G",
    "its line": b"GET / HTTP/1.1\r\n",
    "half a header": b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ",
    "half a second request": LIVE + b"GET / HTTP/1.1\r\n",
}


@pytest.mark.parametrize("part", PARTS)
def test_headers_that_do_not_arrive_end_the_connection(part: str, tmp_path: Path) -> None:
    with served(tmp_path, header_seconds=SOON) as server, connect(server.url) as sock:
        sock.sendall(PARTS[part])
        got = ended(sock)
    assert got.count(b"HTTP/1.1 200") == (1 if "second" in part else 0)


def test_a_client_that_leaves_amid_its_body_is_no_fault_of_ours(tmp_path: Path) -> None:
    """Anybody could fill the log with faults else."""
    asked = head("POST", "/v1/campaigns", Content_Type="application/json", Content_Length="9")
    logs = structlog.testing.capture_logs()
    with logs as logged, served(tmp_path) as server, connect(server.url) as sock:
        sock.sendall(asked + b"{")
        sock.shutdown(socket.SHUT_RDWR)
        ended(sock)
    assert [one for one in logged if one["log_level"] != "info"] == []


def test_a_header_that_drips_does_not_prolong_its_time(tmp_path: Path) -> None:
    with served(tmp_path, header_seconds=SOON) as server, connect(server.url) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nX: ")
        over = threading.Event()

        def drip() -> None:
            while not over.wait(SOON / 10):
                try:
                    sock.sendall(b"x")
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            ended(sock)  # a TimeoutError if it never ends
        finally:
            over.set()
            thread.join(DEADLINE)


@pytest.mark.parametrize("first", [b"", LIVE])
def test_an_idle_connection_ends(first: bytes, tmp_path: Path) -> None:
    with served(tmp_path, idle_seconds=SOON) as server, connect(server.url) as sock:
        if first:
            sock.sendall(first)
            assert answer(sock)[0] == 200
        assert ended(sock) == b""


def test_a_body_that_drips_on_after_its_answer_ends_the_connection(tmp_path: Path) -> None:
    """Each of its bytes would else put off the end of an idle connection."""
    with served(tmp_path, header_seconds=SOON) as server, connect(server.url) as sock:
        sock.sendall(head("POST", "/v1/campaigns/x/commands", Content_Length="999999"))
        assert answer(sock)[0] == 404
        sock.sendall(b"x" * 10)
        assert ended(sock) == b""


def test_only_so_much_of_an_unread_body_is_taken(tmp_path: Path) -> None:
    with served(tmp_path, import_bytes=100_000) as server, connect(server.url) as sock:
        sock.sendall(head("POST", "/v1/campaigns/x/commands", Content_Length="99999999"))
        assert answer(sock)[0] == 404
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            sock.sendall(b"x" * 50_000_000)


def test_what_is_being_answered_has_no_deadline(tmp_path: Path) -> None:
    """A stream stays while connections around it end, and so does a body on its way."""
    with (
        served(tmp_path, header_seconds=SOON, idle_seconds=SOON) as server,
        httpx.Client(base_url=server.url) as http,
        ExitStack() as stack,
    ):
        game = desk(http)
        token = f"Bearer {game.tokens['referee']}"
        stream = stack.enter_context(connect(server.url))
        stream.sendall(head("GET", f"{game.path}/stream", Authorization=token))
        slow = stack.enter_context(connect(server.url))
        body = b'{"command":{"type":"campaign.annotate","seq":1,"text":"x"}}'
        slow.sendall(
            head(
                "POST", f"{game.path}/commands", Authorization=token,
                Content_Type="application/json", Content_Length=str(len(body)),
            )
            + body[:9]
        )  # fmt: skip
        for _ in range(3):
            with connect(server.url) as idle:
                assert ended(idle) == b""
        slow.sendall(body[9:])
        assert answer(slow)[0] == 201
        got = b""
        while b"id: 2" not in got:
            got += stream.recv(65_536)


def test_a_reader_that_takes_nothing_is_let_go(tmp_path: Path) -> None:
    """Its answer waits for it; the connection does not wait for ever."""
    with served(tmp_path, idle_seconds=SOON) as server:
        with httpx.Client(base_url=server.url) as http:
            game = desk(http)
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(DEADLINE)
        place = httpx.URL(server.url)
        sock.connect((place.host, place.port))
        with sock:
            hub = server.app.state.context.hub
            token = f"Bearer {game.tokens['referee']}"
            sock.sendall(head("GET", f"{game.path}/stream?after=0", Authorization=token))
            until(lambda: hub.streams == 1, "the stream is open")
            with httpx.Client(base_url=server.url, headers=bearer(game.tokens["referee"])) as http:
                notes = [
                    {"command": {"type": "campaign.annotate", "seq": 1, "text": "x" * 2_000}}
                ] * 200
                for _ in range(30):
                    http.post(
                        f"{game.path}/command-batches",
                        json={"mode": "all-or-none", "commands": notes},
                        timeout=DEADLINE,
                    )
                    if not hub.streams:
                        break
            until(lambda: hub.streams == 0, "the stream is given up")


REFUSED = {
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a length and chunks": (
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    "a folded header": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
    "a blank before the colon": b"GET / HTTP/1.1\r\nHost: x\r\nX : a\r\n\r\n",
    "a NUL": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
    "no HTTP": b"hello\r\n\r\n",
    "endless headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 8_000,
    "long headers in one read": head("GET", "/", X="y" * 20_000, Y="z" * 20_000),
    "an endless header": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 600_000,
    "an endless line": b"GET /" + b"x" * 40_000,
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_request_is_refused_and_the_connection_ends(case: str, tmp_path: Path) -> None:
    with served(tmp_path) as server, connect(server.url) as sock:
        sock.sendall(REFUSED[case])
        got = ended(sock)
    assert got.startswith(b"HTTP/1.1 400 "), got


def test_requests_that_follow_one_another_unasked_are_answered_in_order(tmp_path: Path) -> None:
    with served(tmp_path) as server, connect(server.url) as sock:
        sock.sendall(LIVE * 20 + head("GET", "/nowhere", Connection="close"))
        got = ended(sock)
    assert got.count(b"HTTP/1.1 200 ") == 20
    assert got.count(b"HTTP/1.1 404 ") == 1


def test_the_body_before_it_does_not_count_as_a_head(tmp_path: Path) -> None:
    """It comes in one read with the first bytes of the next request."""
    long = head("POST", "/nowhere", Content_Length="50000") + b"x" * 50_000
    with served(tmp_path) as server, connect(server.url) as sock:
        sock.sendall(long + LIVE[:20])
        assert answer(sock)[0] == 405
        sock.sendall(LIVE[20:])
        assert answer(sock)[0] == 200


def test_nobody_sends_requests_without_end_before_the_answer_to_the_first(tmp_path: Path) -> None:
    with served(tmp_path) as server, connect(server.url) as sock:
        sock.sendall(LIVE * 2_000)
        ended(sock)
        with connect(server.url) as other:
            other.sendall(LIVE)
            assert answer(other)[0] == 200


def test_what_stands_behind_a_chunked_body_is_no_header(tmp_path: Path) -> None:
    with served(tmp_path) as server, connect(server.url) as sock:
        request = head("POST", "/v1/campaigns/x/commands", Transfer_Encoding="chunked")
        last = head("GET", "/health/live", Connection="close")
        sock.sendall(request + b"0\r\nHost: y\r\n\r\n" + last)
        got = ended(sock)
    assert [got.count(b"HTTP/1.1 %d " % status) for status in (404, 200)] == [1, 1]


# --- how many ------------------------------------------------------------------------------------


def test_a_new_connection_takes_the_place_of_the_one_that_waited_longest(tmp_path: Path) -> None:
    """Thousands of half-sent headers hinder nobody, not even at their own address."""
    with served(tmp_path, connections_per_address=4) as server, ExitStack() as stack:
        steady = stack.enter_context(connect(server.url))
        steady.sendall(LIVE)
        assert answer(steady)[0] == 200
        slow = halves(server, 40)
        for one in slow:
            stack.enter_context(one)
        until(lambda: sum(map(closed, slow)) == 37, "all but the last three are ended")
        assert not any(map(closed, slow[-3:]))
        with connect(server.url) as sock:
            sock.sendall(LIVE)
            assert answer(sock)[0] == 200
        steady.sendall(LIVE)
        assert answer(steady)[0] == 200, "one that has spoken stays before those that have not"


def test_what_is_being_answered_keeps_its_place(tmp_path: Path) -> None:
    with (
        served(tmp_path, connections_per_address=3) as server,
        httpx.Client(base_url=server.url, limits=httpx.Limits(max_keepalive_connections=0)) as http,
        ExitStack() as stack,
    ):
        game = desk(http)
        hub = server.app.state.context.hub
        for _ in range(3):
            sock = stack.enter_context(connect(server.url))
            sock.sendall(
                head("GET", f"{game.path}/stream", Authorization=f"Bearer {game.tokens['referee']}")
            )
        until(lambda: hub.streams == 3, "the streams are open")
        with connect(server.url) as fourth:
            assert ended(fourth) == b""
        with connect(server.url, "127.0.0.2") as elsewhere:
            elsewhere.sendall(LIVE)
            assert answer(elsewhere)[0] == 200
        assert hub.streams == 3


def test_all_together_are_bounded_and_the_greatest_crowd_makes_room(tmp_path: Path) -> None:
    with served(tmp_path, connections=12) as server, ExitStack() as stack:
        alone = stack.enter_context(connect(server.url, "127.0.0.3"))
        alone.sendall(LIVE)
        assert answer(alone)[0] == 200
        crowd = halves(server, 30)
        for one in crowd:
            stack.enter_context(one)
        until(lambda: sum(map(closed, crowd)) == 19, "eleven of the crowd are left")
        assert len(server.server_state.connections) == 12
        newcomer = stack.enter_context(connect(server.url, "127.0.0.4"))
        newcomer.sendall(LIVE)
        assert answer(newcomer)[0] == 200
        alone.sendall(LIVE)
        assert answer(alone)[0] == 200


def test_there_are_fewer_connections_than_files_that_may_be_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(connections=2_000)
    for files, expected in ((1024, 896), (256, 128), (20_000, 2_000), (-1, 2_000), (64, 8)):
        monkeypatch.setattr(connections.resource, "getrlimit", lambda _, n=files: (n, n))
        assert places(limits) == expected


class Fake:
    """A connection as the table sees one."""

    def __init__(self, address: str) -> None:
        self.address, self.phase, self.cycle = address, "idle", None


def test_a_proxy_that_the_operator_names_has_no_share() -> None:
    limits = msgspec.structs.replace(AMPLE, connections_per_address=2, connections=50)
    table: Any = Table(limits, Proxies(["192.0.2.0/24"]))

    def busy(address: str) -> Any:
        one = Fake(address)
        one.phase = "busy"
        return one

    assert [table.enter(busy("192.0.2.7")) for _ in range(40)] == [True] * 40
    assert [table.enter(busy("198.51.100.1")) for _ in range(3)] == [True, True, False]


def test_a_connection_that_is_gone_leaves_nothing_behind(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.config.http_protocol_class.keywords["table"]  # type: ignore[attr-defined]
        for one in halves(server, 5):
            one.close()
        until(lambda: table._count == 0 and not table._by_address, "all are forgotten")


def test_a_client_that_breaks_the_protocol_while_it_is_answered_is_cut_off(tmp_path: Path) -> None:
    with served(tmp_path) as server, httpx.Client(base_url=server.url) as http:
        game: Game = desk(http)
        token = f"Bearer {game.tokens['referee']}"
        with connect(server.url) as sock:
            sock.sendall(
                head("GET", f"{game.path}/stream", Authorization=token, Transfer_Encoding="chunked")
            )
            until(lambda: server.app.state.context.hub.streams == 1, "the stream is open")
            sock.sendall(b"nonsense\r\n\r\n")
            ended(sock)
        assert http.get("/health/live").status_code == 200
