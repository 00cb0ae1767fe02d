"""The running service and the caller's access, for handlers."""

import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import structlog
from litestar import Request

from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.vault import Vault
from iacta.service import auth
from iacta.service.campaigns.engine import Batch, Engine, answering
from iacta.service.campaigns.work_pool import AnswerCache, WorkPool
from iacta.service.errors import Problem
from iacta.service.http.body import bearer, copy_key
from iacta.service.http.negotiate import weak_tag
from iacta.service.http.outbox import Outbox
from iacta.service.http.throttle import Throttle
from iacta.service.projections import words
from iacta.service.sandbox.pool import Sandbox
from iacta.service.settings import VERSION, Settings
from iacta.service.signing import trusted_keys
from iacta.service.store.database import READING
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.streaming import Hub

T = TypeVar("T")
SPOOLS = 4
PARSERS = 1  # it is work for one processor, so that more at once are no faster
LOOKS = 4
READS = READING - 2 * LOOKS  # so that a look, odds and the opening of seals find a connection free
HttpRequest = Request[Any, Any, Any]


class Context:
    """The running service."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        hub: Hub,
        throttle: Throttle,
        sandbox: Sandbox,
        loader: str,
    ) -> None:
        self.settings = settings
        self.engine, self.systems = engine, engine.systems
        self.database, self.signer = engine.database, engine.signer
        self._outbox = Outbox(engine)
        self.hub = hub
        self.throttle = throttle
        self.trusted = trusted_keys(settings, engine.signer)
        self.spooling = anyio.CapacityLimiter(SPOOLS)
        self.sandbox = sandbox
        self.loader = loader  # names what gives the systems in another process
        self.uploads = Counter[str]()  # by address
        self.ingest = anyio.Lock()
        self.work_pool = WorkPool(settings.limits)
        self.odds = AnswerCache(settings.limits.odds_kept_bytes)
        self.audits = AnswerCache(settings.limits.audits_kept_bytes)
        self.parsing = anyio.CapacityLimiter(PARSERS)
        self.looking = anyio.CapacityLimiter(LOOKS)
        self.reads = anyio.CapacityLimiter(READS)
        self.doubting = anyio.CapacityLimiter(1)
        self.catalogue: dict[str, bytes] = {}

    def is_creator(self, sent: str) -> bool:
        """Whether this is the key that the operator set for creating and importing."""
        wanted = self.settings.create_key
        return bool(wanted) and secrets.compare_digest(sent.encode(), wanted.encode())

    async def read(
        self, work: Callable[[Reader], T], limiter: anyio.CapacityLimiter | None = None
    ) -> T:
        """Run queries in one read transaction, off the event loop."""

        def run() -> T:
            with self.database.reading() as connection:
                return work(Reader(connection))

        return await anyio.to_thread.run_sync(run, limiter=limiter or self.reads)

    async def look(self, work: Callable[[Reader], T]) -> T:
        """Run a short query, which waits for none of the long ones."""
        return await self.read(work, self.looking)

    async def look_apart(self, work: Callable[[Reader], T]) -> T:
        """Run a short query for a sender who is doubted: it keeps nobody else's waiting."""
        return await self.read(work, self.doubting)

    async def write(self, run: Callable[[Batch], Callable[[], T]], *, alone: bool = False) -> T:
        """Run work in the writer and wait until it is durable."""
        return await self._outbox.send(run, alone=alone)

    async def write_alone(self, work: Callable[[Batch], T]) -> T:
        """Run work in a batch of its own; its result once that is durable."""
        return await self._outbox.send(answering(work), alone=True)


def context(request: HttpRequest) -> Context:
    """The running service."""
    running: Context = request.app.state.context
    return running


def resolve(
    request: HttpRequest, reader: Reader, campaign_id: str, *, key: str | None = None
) -> tuple[CampaignRow, auth.Caller]:
    """The copy of the campaign and the caller, bound to the log.

    ``key`` names the copy; in what is only read, the query does.
    """
    here = context(request)
    if request.method in ("GET", "HEAD"):
        key = copy_key(request)
    sent = bearer(request)
    token = None if sent and here.is_creator(sent) else sent  # the server's key is nobody's token
    row, caller = auth.resolve(
        reader, here.engine.mark, campaign_id, token, trusted=here.trusted, key=key
    )
    _bind(request, campaign_id, caller)
    request.scope["state"]["system"] = here.systems.get(row.system)
    return row, caller


def known(request: HttpRequest, campaign_id: str) -> auth.Caller | None:
    """The caller whose token the writer found good the last time, if the query names no copy."""
    here, sent = context(request), bearer(request)
    if sent is None or request.scope["query_string"]:
        return None
    caller = auth.known(here.engine, campaign_id, sent)
    if caller is not None:
        _bind(request, campaign_id, caller)
    return caller


def _bind(request: HttpRequest, campaign_id: str, caller: auth.Caller) -> None:
    structlog.contextvars.bind_contextvars(campaign=campaign_id, seat=caller.role)
    # Bound in another thread, it would not reach the request's log line, which reads it here.
    request.scope["state"]["who"] = {"campaign": campaign_id, "seat": caller.role}


class CampaignAccess:
    """A campaign as one caller may read it, at its head or after event ``at``."""

    def __init__(
        self, request: HttpRequest, reader: Reader, campaign_id: str, *, at: int | None = None
    ) -> None:
        self.context = context(request)
        self.reader = reader
        self.row, self.caller = resolve(request, reader, campaign_id)
        self.system = self.context.engine.folds.system(self.row)
        if at is not None and at > self.row.seq:
            raise Problem("not-found", f"There is no event {at} yet.")
        self.at = self.row.seq if at is None else at
        self.campaign: Campaign = self.context.engine.folds.state_at(reader, self.row, self.at)

    @property
    def vault(self) -> Vault:
        """The campaign's openings; nothing is read where nothing was ever hidden."""
        return self.reader.vault(self.row) if self.campaign.last_secret_seq else Vault()

    def tag(self, audience: str, at: int, *about: object) -> str:
        """An ETag of what an audience sees at event ``at``, and of all ``about`` the answer.

        It changes with the service and with the game, whose package has versions of its own, and
        once a longer file of a copy was imported: it may open more of the events before it.
        """
        row = self.row
        file = 0 if row.kind == "live" else row.seq
        versions = VERSION, words.version(self.system)
        return weak_tag(row.id, row.kind, file, audience, *versions, *about, at=at)

    def audience(self, asked: str | None) -> str:
        """The audience that the caller reads as."""
        now = self.context.engine.folds.state_at(self.reader, self.row, self.row.seq)
        return auth.resolve_audience(self.caller, asked, now)
