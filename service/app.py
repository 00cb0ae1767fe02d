"""The application: everything put together."""

import asyncio
import importlib.metadata
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from functools import lru_cache
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.errors import BadRecord, CorruptLog, Refused
from iacta.service.campaigns import sandbox_tasks
from iacta.service.campaigns.engine import Engine
from iacta.service.campaigns.ingest import sweep
from iacta.service.campaigns.seals import SealOpener
from iacta.service.entropy import Host, LinkStore, SystemHost
from iacta.service.errors import Damaged, Problem, Unusable, not_ready, parameter_error
from iacta.service.http import (
    campaigns,
    catalogue,
    commands,
    docs,
    forks,
    odds,
    pages,
    proof,
    reading,
    seats,
    sharing,
    stream,
    viewer,
)
from iacta.service.http.address import Proxies
from iacta.service.http.admit import admit
from iacta.service.http.answers import problem_answer, refusal_problem
from iacta.service.http.context import Context
from iacta.service.http.envelope import RequestEnvelope
from iacta.service.http.negotiate import Compression
from iacta.service.http.openapi import contract_bytes
from iacta.service.http.throttle import Throttle, rates_of
from iacta.service.projections import snapshots, words
from iacta.service.sandbox.child import Bounds
from iacta.service.sandbox.pool import Sandbox
from iacta.service.sandbox.slots import available_memory, slot_count
from iacta.service.settings import MIB, Settings
from iacta.service.signing import load_signer
from iacta.service.store import migrate
from iacta.service.store.database import Database, DatabaseDown
from iacta.service.store.mark import Mark
from iacta.service.store.read import encrypted_chains, pinned
from iacta.service.streaming import Hub
from iacta.service.streaming.notices import Notices
from iacta.service.systems import discover, games
from iacta.service.viewer import ViewerFiles

log = structlog.get_logger()

_ENDPOINTS = (
    *(campaigns, forks, seats, commands, odds, reading),
    *(stream, proof, catalogue, docs, pages),
)
HANDLERS: list[Any] = [handler for module in _ENDPOINTS for handler in module.HANDLERS]
METHODS = sorted({method for handler in HANDLERS for method in handler.http_methods})

COMPRESSION = CompressionConfig(
    "gzip",
    gzip_compress_level=4,
    minimum_size=1_400,
    exclude=[r"/stream$"],
    middleware_class=Compression,
)
"""Options and steps repeat themselves: they shrink to a twentieth. A stream must not wait."""


def _on_problem(request: Request[Any, Any, Any], problem: Problem) -> Response[bytes]:
    return problem_answer(request, problem)


def _on_refusal(request: Request[Any, Any, Any], refusal: Refused) -> Response[bytes]:
    system: AnySystem | None = request.scope["state"].get("system")
    return problem_answer(request, refusal_problem(refusal, system))


def _on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Litestar's own refusals: routing, methods, parameters. Its faults are ours."""
    if error.status_code >= 500:
        return _on_fault(request, error)
    if isinstance(error, ValidationException):
        extra = error.extra if isinstance(error.extra, list) else []
        fields = [parameter_error(str(one.get("key")), str(one.get("message"))) for one in extra]
        problem = Problem("invalid-request", "A parameter is malformed.", errors=fields)
    elif error.status_code == 405:
        allow = {"Allow": ", ".join(_methods(request))}
        detail = "The method is not supported here."
        problem = Problem("method-not-allowed", detail, headers=allow)
    elif error.status_code == 404:
        problem = Problem("not-found", "Nothing is here.")
    elif error.status_code == 413:
        problem = Problem("too-large", "The body is too large.")
    else:
        problem = Problem("invalid-request", str(error.detail))
    return problem_answer(request, problem)


def _methods(request: Request[Any, Any, Any]) -> list[str]:
    """The methods that an address takes."""
    methods = []
    path = "/" + request.scope["path"].strip("/")  # as the router itself reads it
    for method in METHODS:
        with suppress(HTTPException):
            request.app.asgi_router.handle_routing(path=path, method=method)
            methods += ["GET", "HEAD"] if method == "GET" else [method]
    return methods


def _on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: logged in full, answered without details."""
    log.error("fault", exc_info=error)
    detail = "This is our fault. It is not known whether anything was recorded."
    return problem_answer(request, Problem("internal-error", detail))


def _on_damage(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Stored rows that cannot be used: a fault of one campaign, which is named."""
    if not isinstance(error, Damaged):
        campaign = str(request.path_params.get("campaign_id", ""))
        error = Damaged(campaign, f"a stored record cannot be used ({type(error).__name__})")
    log.error("damaged", campaign=error.campaign, what=error.what)
    detail = f"Campaign {error.campaign}: {error.what}."
    return problem_answer(request, Problem("damaged", detail))


def _on_database(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The database does not answer."""
    why = str(getattr(error, "orig", None) or error).partition("\n")[0]
    log.error("database", error=type(error).__name__, why=why)
    return problem_answer(request, not_ready("Try again in a moment.", 5))


def _described() -> Litestar:
    """Litestar's own description, from which the contract starts.

    It is of another application, which never runs: one that describes itself also serves that.
    """
    config = OpenAPIConfig(title="Iacta", version="1", use_handler_docstrings=True)
    return Litestar(HANDLERS, openapi_config=config, logging_config=None)


def bounds_of(settings: Settings) -> Bounds:
    """What a sandboxed process may use. Raises `Unusable`."""
    limits, text = settings.limits, settings.sandbox_mib
    memory = limits.sandbox_bytes
    if text:
        if not text.isascii() or not text.isdigit() or not 256 <= int(text) <= MIB:
            raise Unusable("IACTA_SANDBOX_MIB is a number of MiB, 256 at least")
        memory = int(text) * MIB
    return Bounds(memory, limits.sandbox_cpu_seconds, limits.sandbox_seconds)


@contextmanager
def _engine(settings: Settings, systems: Mapping[str, AnySystem], host: Host) -> Iterator[Engine]:
    """The engine on its database, compared with its mark. Raises `Unusable`."""
    with closing(Database(settings.url)) as database:
        if database.is_sqlite:
            migrate.upgrade(database)
        elif migrate.current(database) != migrate.newest():
            raise Unusable("the database schema is not this version's: run `iacta migrate`")
        links = LinkStore(settings.links_key)
        links.check(encrypted_chains(database))
        signer = load_signer(settings, pinned(database))
        mark = Mark(settings.mark_file)
        with closing(Engine(database, systems, signer, host, links, mark)) as engine:
            try:
                engine.check()
            except Problem as problem:  # readers are served, and `/health/ready` says why only they
                log.error("read-only", why=problem.detail)
            yield engine


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def create_app(
    settings: Settings,
    *,
    systems: Mapping[str, AnySystem] | None = None,
    host: Host | None = None,
    loader: str = "iacta.service.systems:discover",
) -> Litestar:
    """The service. At its start an embedded database is brought up to date.

    ``loader`` names the function that gives the systems in sandboxed processes.
    """
    here = discover() if systems is None else systems
    bounds = bounds_of(settings)
    hub = Hub(settings.limits)
    files = ViewerFiles(games().values())
    files.version()
    proxies = Proxies(settings.proxies)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:  # closes all that was opened, whatever fails
            engine = stack.enter_context(_engine(settings, here, host or SystemHost()))
            database = engine.database
            engine.listeners.append(hub.wake_all)
            shared = None if database.is_sqlite else database
            throttle = Throttle(rates_of(settings.limits), shared=shared)
            sweep(engine)
            sandbox = Sandbox(
                slot_count(available_memory()),
                settings.limits.sandbox_waiting,
                settings.limits.sandbox_each,
                bounds,
                [sandbox_tasks.__name__, *(game.package for game in games().values())],
            )
            app.state.context = Context(settings, engine, hub, throttle, sandbox, loader)
            stack.callback(app.state.context.work_pool.close)
            for system in here.values():
                snapshots.shape_of(system)  # reckoned once, and not while somebody waits
                words.version(system)  # of the files that were imported, not of a later upgrade's
            hub.start()
            stack.callback(Notices(database, hub).close)
            stack.callback(hub.stop)
            opening = asyncio.create_task(SealOpener(engine).run())
            stack.push_async_callback(_end, opening)
            yield

    app = Litestar(
        [*HANDLERS, *viewer.handlers(files, games().values()), *sharing.handlers(files)],
        lifespan=[lifespan],
        before_request=admit,
        logging_config=None,
        exception_handlers={
            Problem: _on_problem,
            Refused: _on_refusal,
            HTTPException: _on_http,
            **dict.fromkeys(DatabaseDown, _on_database),
            Damaged: _on_damage,
            CorruptLog: _on_damage,
            BadRecord: _on_damage,
            Exception: _on_fault,
        },
        openapi_config=None,
        compression_config=COMPRESSION,
        request_max_body_size=None,
    )
    version = importlib.metadata.version("iacta")
    app.state.contract = lru_cache(1)(lambda: contract_bytes(_described(), here, version))
    app.asgi_handler = RequestEnvelope(app.asgi_handler, proxies)
    return app
