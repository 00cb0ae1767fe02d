"""Connections: how many, from whom, how long one may wait, how much it may send at once.

Uvicorn ends idle connections, but neither half-sent headers nor a body that drips on after its
answer, nor does it count by address. Here every state of a connection in which the sender is
awaited has a deadline that no byte moves, and the table gives a new connection the place of one
that waits. Its parser in C bounds neither a head nor how many requests follow one another, nor
does it miss a `Host`: that is done here.
"""

import asyncio
import resource
from collections import defaultdict
from typing import Any, Literal
from urllib.parse import unquote

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from iacta.service.http.address import Proxies, counted
from iacta.service.settings import Limits

RESERVED = 128  # files that the process opens beside its connections
HEAD_BYTES = 32 * 1024  # of a request's first line and headers
SEPARATORS = len(": \r\n")  # of a header
AHEAD = 64  # requests that may be sent before the answer to the first of them
Phase = Literal["new", "idle", "header", "busy", "drain"]
Reading = Literal["head", "body", ""]
PHASES: dict[Reading, Phase] = {"head": "header", "body": "drain", "": "idle"}
"""What a connection awaits while nothing is answered, by the part of a request that arrives."""


def places(limits: Limits) -> int:
    """How many connections there may be, given how many files the process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limits.connections if files < 0 else max(8, min(limits.connections, files - RESERVED))


class Table:
    """All connections of a server, by address. Proxies that the operator names have no share."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits, self._proxies = limits, proxies
        self._most = places(limits)
        self._by_address: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0

    def enter(self, connection: "Connection") -> bool:
        """Take a connection in, if need be in place of one that waits; whether it was possible."""
        address = connection.address
        mine = self._by_address[address]
        full = len(mine) >= self.limits.connections_per_address and address not in self._proxies
        if full and not _replace(mine):
            return False
        if self._count >= self._most and not self._make_room():
            return False
        self._by_address[address][connection] = None
        self._count += 1
        return True

    def awaits(self, connection: "Connection") -> None:
        """A connection awaits its sender: from now on, so it comes after those that do already."""
        mine = self._by_address.get(connection.address, {})
        if connection in mine:
            mine[connection] = mine.pop(connection)

    def _make_room(self) -> bool:
        """End a connection that waits, of the address that has most."""
        crowds = sorted(self._by_address.values(), key=len, reverse=True)
        return any(_replace(crowd) for crowd in crowds)

    def leave(self, connection: "Connection") -> None:
        """Forget a connection, if it is known."""
        mine = self._by_address.get(connection.address, {})
        if connection in mine:
            del mine[connection]
            self._count -= 1
        if not mine:
            self._by_address.pop(connection.address, None)


def _replace(connections: dict["Connection", None]) -> bool:
    """End the connection that has awaited its sender longest; whether there was one.

    One that never sent a whole request goes first.
    """
    waiting = [one for one in connections if one.phase != "busy"]
    if waiting:
        next((one for one in waiting if one.cycle is None), waiting[0]).abort()
    return bool(waiting)


class Malformed(Exception):
    """A request that the parser takes and nobody should."""


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with deadlines and a place in the table."""

    def __init__(self, *given: Any, table: Table, **more: Any) -> None:
        super().__init__(*given, **more)
        self.table = table
        self.address = ""
        self.phase: Phase = "new"
        self._drained = 0
        self._reading: Reading = ""  # of the request that is being sent
        self._head = 0  # bytes of its parts that are there
        self._since = 0  # bytes read since the last of them
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place, or end at once."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.address = counted(self.client[0]) if self.client else ""
        if self.table.enter(self):
            self._await_sender()
        else:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.table.leave(self)
        self._set_deadline(None)
        self._set_stalled(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; past its answer, no more of a body than the longest that is ever read."""
        if self.phase == "drain":
            self._drained += len(data)
            if self._drained > self.table.limits.import_bytes:
                self.abort()
                return
        self._since += len(data)
        super().data_received(data)
        if self._reading == "head" and self._since > HEAD_BYTES:
            self.send_400_response("The headers are too long.")
            return
        self._await_sender()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; amid an answer there is no place for another."""
        if self._now_in() == "busy":
            self.abort()
        else:
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._reading, self._head, self._since = "head", 0, 0

    def on_url(self, url: bytes) -> None:
        """Take an address, or a part of it."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what comes as one after a body is passed over."""
        if self._reading == "head":
            self._count(len(name) + len(value) + SEPARATORS)
            super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head, self._since = self._head + size, 0
        if self._head > HEAD_BYTES:
            raise Malformed("the headers are too long")

    def on_headers_complete(self) -> None:
        """Answer a request, if it is a whole one (RFC 9112, 3.2) and not too far ahead."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise Malformed("one Host is needed")
        if len(self.pipeline) >= AHEAD:
            raise Malformed("too many requests at once")
        raw, _, query = self.url.partition(b"?")
        path = unquote(raw.decode("ascii"))
        self._reading, self.url = "body", b"/"  # its own reading loses by what host one asked
        super().on_headers_complete()
        self.scope["path"], self.scope["raw_path"] = self.root_path + path, raw
        self.scope["query_string"] = query

    def on_message_complete(self) -> None:
        """The request is there."""
        self._reading = ""
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Await the next request, or the rest of this one."""
        super().on_response_complete()
        self._await_sender()

    def pause_writing(self) -> None:
        """Give a reader that takes nothing some time."""
        super().pause_writing()
        self._set_stalled(self.table.limits.idle_seconds)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._set_stalled(None)

    def abort(self) -> None:
        """End the connection now, whatever is under way."""
        self.table.leave(self)
        self.transport.abort()

    def _await_sender(self) -> None:
        """Set the deadline of the phase that begins; within one it stays as it is."""
        phase = self._now_in()
        if phase == self.phase:
            return
        self.phase, self._drained = phase, 0
        limits = self.table.limits
        if phase == "busy":
            self._set_deadline(None)
            return
        self._set_deadline(limits.idle_seconds if phase == "idle" else limits.header_seconds)
        self.table.awaits(self)

    def _now_in(self) -> Phase:
        if self.cycle is not None and not self.cycle.response_complete:
            return "busy"
        return PHASES[self._reading]

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        end = self.transport.close  # what was answered still goes out
        self._deadline = None if seconds is None else self.loop.call_later(seconds, end)

    def _set_stalled(self, seconds: float | None) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = None if seconds is None else self.loop.call_later(seconds, self.abort)
