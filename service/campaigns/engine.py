"""The engine: batches of commands on live campaigns, committed together."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec
import structlog

from iacta.domain.kernel.campaign.event import Accepted, Context, store_openings
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import merkle
from iacta.domain.kernel.proof.dice import Chain
from iacta.domain.kernel.proof.errors import Conflict, Refused
from iacta.domain.kernel.proof.notes import Checkpoint, origin
from iacta.domain.kernel.proof.seals import SALT_BYTES
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.lineage import sharing, shown_elsewhere
from iacta.service.campaigns.reading import Folds
from iacta.service.entropy import Host, LinkStore
from iacta.service.errors import Problem, Unusable
from iacta.service.projections import listing, rolls, snapshots
from iacta.service.signing import Signer
from iacta.service.store import tail
from iacta.service.store.commit import GroupCommit, Job
from iacta.service.store.database import Database
from iacta.service.store.kept import Held
from iacta.service.store.mark import Kind, Mark, Note
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import SHARD, Writer, unpack

log = structlog.get_logger()

MAX_LIVE = 256  # a state of the civil war alone takes 140 KB
T = TypeVar("T")


class LiveCampaign:
    """A campaign in the writer's memory: its fold, its openings, its coming links."""

    def __init__(self, campaign: Campaign, vault: Vault) -> None:
        self.campaign = campaign
        self.vault = vault
        self.chains: dict[str, Chain] = {}
        self.grown = 0  # bytes of the records that were appended since the last commit


class Batch:
    """One transaction's worth of commands."""

    def __init__(self, engine: "Engine", tx: Writer) -> None:
        self.engine = engine
        self.tx = tx
        self.touched: dict[str, AnySystem] = {}
        self.taken: set[str] = set()  # campaigns that an import has brought or extended
        self.noted: list[Note] = []
        self.connection = tx.connection.info  # still there when the connection is given back
        self._states: dict[tuple[str, int], Campaign] = {}

    def live(self, row: CampaignRow) -> LiveCampaign:
        """The current campaign, this batch's own events included."""
        live = self.engine.cached(row.id)
        if live is None or live.campaign.seq != row.seq:
            folds = self.engine.folds
            live = LiveCampaign(folds.state_at(self.tx, row, row.seq), self.tx.vault(row))
            self.engine.cache(row.id, live)
        return live

    def past(self, row: CampaignRow) -> Callable[[int], Campaign]:
        """States of the campaign before now, those of this batch's own events included."""

        def state(seq: int) -> Campaign:
            return self._states.get((row.id, seq)) or self.engine.folds.state_at(self.tx, row, seq)

        return state

    def note(self, kind: Kind, value: str) -> None:
        """Add a note to the mark once the batch is committed."""
        self.noted.append((kind, value))

    def append(self, row: CampaignRow, live: LiveCampaign, accepted: Accepted) -> None:
        """Append an accepted event to its campaign's log."""
        system, event = self.engine.folds.system(row), accepted.event
        packed = {name: self.engine.links.encode(chain) for name, chain in accepted.fresh.items()}
        for draw in event.draws:
            if draw["chain"] in live.campaign.chains:
                head = live.campaign.chains[draw["chain"]]
                self.tx.use_link(row.id, head.anchor, draw["link"])
        self.tx.append(row.id, accepted, packed)
        rolls.write(self.tx, row.id, event, system.cells(accepted.game_effects))
        store_openings(live.vault, accepted)
        live.campaign = self._states[row.id, event.seq] = accepted.campaign
        live.grown += len(accepted.record)
        live.chains.update({chain.anchor: chain for chain in accepted.fresh.values()})
        snapshots.write(self.tx, row, live.campaign, system)
        self.touched[row.id] = system


class NewEnvironment:
    """What the first decision of a campaign gets from outside (the kernel's `Environment`)."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine

    def now(self) -> str:
        """The clock."""
        return self._engine.host.now()

    def salt(self) -> bytes:
        """Random bytes, as many as a salt has."""
        return self._engine.host.random(SALT_BYTES)

    def chain(self) -> Chain:
        """A fresh chain."""
        return self._engine.links.make(self._engine.host)

    def link(self, chain: str) -> tuple[int, bytes]:
        """None: a campaign that begins throws no dice."""
        raise AssertionError("a link was drawn")

    def last_links(self, campaign: Campaign) -> dict[str, str]:
        """None: it opens nothing."""
        raise AssertionError("links were opened")

    def branches_ended(self, campaign: Campaign) -> str:
        """Never: it opens nothing."""
        raise AssertionError("branches were asked for")


class LiveEnvironment(NewEnvironment):
    """What any later decision gets from outside."""

    def __init__(self, batch: Batch, row: CampaignRow, live: LiveCampaign) -> None:
        super().__init__(batch.engine)
        self._batch, self._row, self._live = batch, row, live

    def link(self, chain: str) -> tuple[int, bytes]:
        """The next link of a chain."""
        head = self._live.campaign.chains[chain]
        k = head.used + 1
        return k, self._secret(self._live, head.anchor).link(k)

    def _secret(self, live: LiveCampaign, anchor: str) -> Chain:
        """A chain of this campaign or of what it shares; an imported copy keeps all its own."""
        if anchor not in live.chains:
            tx = self._batch.tx
            chains = (tx.chain(one.campaign_id, anchor) for one in tx.segments(self._row))
            row = next((row for row in chains if row is not None), None)
            if row is None:
                raise Conflict("this chain's links are not stored here")
            live.chains[anchor] = self._engine.links.decode(anchor, row.links, row.stored)
        return live.chains[anchor]

    def last_links(self, campaign: Campaign) -> dict[str, str]:
        """The last link drawn of every sealed chain."""
        last = {}
        for span in campaign.sealed:
            chain = self._secret(self._live, span.anchor)
            last[span.anchor] = chain.link(span.used).hex()
        return last

    def branches_ended(self, campaign: Campaign) -> str:
        """When the last other live campaign ended that shares, or shared, what is sealed here."""
        ancestors = {stretch.campaign for stretch in campaign.stretches}
        last = ""
        for other in sharing(self._batch.tx, self._row):
            ended = self._batch.live(other).campaign.ended
            if ended is None:
                raise Conflict("a campaign that shares these seals is not over")
            if other.id in ancestors:
                raise Conflict("the campaign it was forked from has to open its seals first")
            last = max(last, ended.at)
        # Until such a one had opened its seals, nobody here could answer.
        for other in shown_elsewhere(self._batch.tx, self._engine.folds, self._row):
            if other.kind == "live" and (ended := self._batch.live(other).campaign.ended):
                last = max(last, ended.at)
        return last


class Engine:
    """The entry point for everything that changes campaigns."""

    def __init__(
        self,
        database: Database,
        systems: Mapping[str, AnySystem],
        signer: Signer,
        host: Host,
        links: LinkStore,
        mark: Mark | None = None,
    ) -> None:
        self.database = database
        self.systems = systems
        self.signer = signer
        self.host = host
        self.links = links
        self.folds = Folds(systems)
        self.mark = mark or Mark()
        self.listeners: list[Callable[[Iterable[str]], None]] = []
        self._live: dict[str, LiveCampaign] = {}
        self._commit: GroupCommit[Batch] = GroupCommit(
            database, self._begin, self._finish, self._committed, self._failed, (Refused, Problem)
        )

    def submit(
        self, run: Callable[[Batch], Callable[[], Any]], *, alone: bool = False
    ) -> Future[Any]:
        """Queue work for the writer (see `GroupCommit.submit`)."""
        return self._commit.submit(run, alone=alone)

    def put(self, job: Job[Batch]) -> None:
        """Queue a job for the writer (see `GroupCommit.put`)."""
        self._commit.put(job)

    def submit_alone(self, work: Callable[[Batch], T]) -> Future[T]:
        """Queue work for a batch of its own. The future holds its result once that is durable."""
        return self.submit(answering(work), alone=True)

    def run(self, work: Callable[[Batch], T]) -> T:
        """Do work in a batch of its own; its result once that is durable."""
        return self.submit_alone(work).result()

    def held(self, campaign: str, token_hash: str) -> Held | None:
        """The copy and role of a token as the writer's last batches found them, if any did."""
        return self._commit.kept.tokens.get((campaign, token_hash))

    @property
    def alive(self) -> bool:
        """Whether the writer runs."""
        return self._commit.alive

    def close(self) -> None:
        """Finish what is queued."""
        self._commit.close()
        self.mark.close()

    def check(self) -> None:
        """Compare the database with the mark now, and not with the first command.

        Raises `Problem` if nothing may be written.
        """
        self.run(lambda batch: None)

    def mark_restored(self) -> int:
        """Make every live campaign read-only, as after a restored backup; returns how many."""
        with self.database.writing() as connection:
            count = tail.mark_as_copy(Writer(connection), self.host.now())
        self.check()
        return count

    def write_status(self) -> tuple[bool, str]:
        """Whether anything may be written, and a notice for the operator, empty if none."""
        try:
            with self.reading() as reader:
                why = tail.missing(reader, self.mark)
                return not why, why or tail.read_only_notice(reader)
        except (OSError, Unusable) as error:
            log.error("mark", error=str(error))
            return False, tail.UNREADABLE

    @contextlib.contextmanager
    def reading(self) -> Iterator[Reader]:
        """One view of the database, with a mark that holds nothing newer."""
        self.mark.refresh()
        with self.database.reading() as connection:
            yield Reader(connection)

    def cached(self, campaign_id: str) -> LiveCampaign | None:
        """A live campaign from the cache, if it is there. Called by the writer only."""
        return self._live.get(campaign_id)

    def cache(self, campaign_id: str, live: LiveCampaign) -> None:
        """Cache a live campaign. Called by the writer only."""
        self._live.pop(campaign_id, None)
        self._live[campaign_id] = live

    def checkpoint(self, row: CampaignRow) -> str:
        """A signed checkpoint of a campaign's head."""
        root = merkle.frontier_root(unpack(row.frontier))
        return self.signer.checkpoint(
            Checkpoint(origin(self.signer.key.name, row.campaign), row.seq, root)
        )

    def _begin(self, tx: Writer) -> Batch:
        batch = Batch(self, tx)
        batch.noted += tail.check_mark(tx, self.mark)
        return batch

    def _finish(self, batch: Batch) -> None:
        batch.noted += tail.store_notes(batch.tx, self.mark, batch.noted)
        for campaign_id, system in batch.touched.items():
            row = batch.tx.head(campaign_id)
            if row.kind == "live":
                batch.tx.sign(campaign_id, self.checkpoint(row))
            live = self._live[campaign_id]
            listing.write(batch.tx, row, live.campaign, system)

    def _committed(self, batch: Batch) -> None:
        self.mark.add(batch.noted)
        self.mark.add(tail.growth_notes(batch.tx, self.mark))
        batch.connection[tail.COMPARED] = True
        for campaign_id in batch.touched:
            live = self._live[campaign_id]
            self.folds.cache(campaign_id, live.campaign, live.grown)
            live.grown = 0
        for campaign_id in batch.taken:
            self._live.pop(campaign_id, None)
        while len(self._live) > MAX_LIVE:
            self._live.pop(next(iter(self._live)))
        changed = {*batch.touched, *batch.taken}
        if changed:
            heads = [batch.tx.campaign(campaign_id) for campaign_id in changed]
            campaigns = [head.campaign for head in heads if head is not None]
            for listener in self.listeners:
                listener(campaigns)

    def _failed(self, batch: Batch) -> None:
        for campaign_id in batch.touched:
            self._live.pop(campaign_id, None)


def answering(work: Callable[[Batch], T]) -> Callable[[Batch], Callable[[], T]]:
    """Work in the form that a job has: its result is its answer."""

    def run(batch: Batch) -> Callable[[], T]:
        result = work(batch)
        return lambda: result

    return run


def context_of(batch: Batch, row: CampaignRow, live: LiveCampaign) -> Context:
    """What the next event of a campaign in play is made with."""
    environment = LiveEnvironment(batch, row, live)
    return Context(batch.engine.folds.system(row), environment, live.vault, batch.past(row))


def row_for(
    campaign_id: str, system: str, name: str, visibility: str, **members: Any
) -> CampaignRow:
    """The head of a campaign that has no event of its own yet."""
    blank: dict[str, Any] = {
        "id": campaign_id,
        "campaign": campaign_id,
        "shard": SHARD,
        "system": system,
        "name": name,
        "visibility": visibility,
        "kind": "live",
        "parent_id": None,
        "fork_at": None,
        "seq": 0,
        "hash": "0" * 64,
        "frontier": b"",
        "checkpoint": "",
        "key": "",
    }
    return msgspec.convert({**blank, **members}, CampaignRow)
