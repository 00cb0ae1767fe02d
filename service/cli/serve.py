"""`iacta serve`: run the service."""

import contextlib
import ctypes
import gc
import math
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
import typer
import uvicorn
from litestar import Litestar

from iacta.service import log
from iacta.service.app import create_app
from iacta.service.cli.common import Data, ready, settings_for
from iacta.service.http.address import Proxies
from iacta.service.http.connections import Connection, Table
from iacta.service.settings import Settings

RARELY = 100  # ten times Python's own; fixed, so that many servers in one process do not add up
BACKLOG = 256  # connections that the system may queue until they are accepted

Port = Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")]


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. OSError names the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except (OSError, TypeError, UnicodeError) as error:
        sock.close()
        raise OSError(f"cannot listen on {host}:{port}: {error}") from None
    return sock


def url_of(sock: socket.socket) -> str:
    """The address to open."""
    host, port = sock.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def settle_collector() -> None:
    """Set the garbage collector for a process that has started and is to run for long.

    What exists by then stays: frozen, no full collection walks through it, which would hold
    up a request for a tenth of a second. States and answers hold no cycles, so that later full
    collections find next to nothing: they come a tenth as often.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARELY)


M_ARENA_MAX = -8


def share_arena() -> None:
    """Let all threads allocate from one arena, where the C library is glibc: mallopt(3).

    With one for each thread, memory that a thread has freed serves no other: over many requests a
    server grows by a tenth more. The interpreter's lock makes threads take turns anyway.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


class Server(uvicorn.Server):
    """Uvicorn that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call ``ready``."""
        await super().startup(sockets)
        settle_collector()
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would delay the shutdown, then stop."""
        here = getattr(getattr(self.config.app, "state", None), "context", None)
        if here is not None:
            here.hub.stop()
        await super().shutdown(sockets)


def configuration(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application; what proxies say is read by `RequestEnvelope` alone."""
    table = Table(settings.limits, Proxies(settings.proxies))
    connection: Any = partial(Connection, table=table)
    return uvicorn.Config(
        app,
        http=connection,
        ws="none",
        proxy_headers=False,
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        timeout_keep_alive=math.ceil(settings.limits.idle_seconds),
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def run(settings: Settings, sock: socket.socket, ready: Callable[[Server], None]) -> None:
    """Serve until stopped."""
    share_arena()
    server = Server(configuration(create_app(settings), settings), lambda: ready(server))
    # Uvicorn raises a signal again once it has shut down; then there is nothing left to end.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    name: Annotated[
        str | None, typer.Option(help="The server's name in checkpoints, such as example.org.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log warnings only.")] = False,
) -> None:
    """Serve the API and the viewer.

    Prints the address, and how a referee begins: creating a campaign gives its referee's
    token and the seats' invitations.
    """
    log.configure("warning" if quiet else "info")
    settings = settings_for(data)
    if name is not None:
        settings = msgspec.structs.replace(settings, name=name)
    # The service opens them again as it starts, where a failure is a traceback in the log.
    database, *_ = ready(settings, create=True)
    database.close()
    sock = bind(host, port)
    url = url_of(sock)

    def answering(_: Server) -> None:
        typer.echo(f"ready {url}")
        typer.echo(f"viewer     {url}/")
        typer.echo(f"docs       {url}/docs")
        typer.echo(f"referee    POST {url}/v1/campaigns answers with the referee's token")
        sys.stdout.flush()

    run(settings, sock, answering)
