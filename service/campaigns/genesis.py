"""Creating and forking campaigns, and recording what no command does."""

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign import genesis as kernel_genesis
from iacta.domain.kernel.campaign.event import Accepted, Context, build_event
from iacta.domain.kernel.campaign.requests import Request, converted
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.kernel.proof.merkle import frontier_nodes
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns import forks
from iacta.service.campaigns.commands import new_key
from iacta.service.campaigns.engine import (
    Batch,
    Engine,
    LiveCampaign,
    NewEnvironment,
    context_of,
    row_for,
)
from iacta.service.campaigns.names import check_name
from iacta.service.entropy import new_id
from iacta.service.store import access
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import pack


def create(batch: Batch, command: cmd.Create, name: str, visibility: str) -> CampaignRow:
    """Found a campaign. Raises `Refused`."""
    row, accepted = build_genesis(batch.engine, command, name, visibility)
    batch.tx.add_campaign(row)
    return _begin(batch, row, accepted)


def build_genesis(
    engine: Engine, command: cmd.Create, name: str, visibility: str
) -> tuple[CampaignRow, Accepted]:
    """The head and first event of a new campaign; nothing is written. Raises `Refused`."""
    system = engine.systems.get(command.system)
    if system is None:
        raise Invalid(f"there is no system {command.system!r}", pointer="/system")
    check_name(name, "/name")
    for index, seat in enumerate(command.seats):
        check_name(seat.name, f"/seats/{index}/name")
    campaign_id = new_id(engine.host)
    row = row_for(campaign_id, system.key, name, visibility, key=engine.signer.key.text())
    accepted = kernel_genesis.create(
        campaign_id,
        engine.signer.key.name,
        command,
        Context(system, NewEnvironment(engine)),
        new_key(engine.host),
    )
    return row, accepted


def _begin(batch: Batch, row: CampaignRow, accepted: Accepted) -> CampaignRow:
    """Append a campaign's first own event."""
    # Where nothing was ever hidden, there is no opening to be read.
    vault = batch.tx.vault(row) if accepted.campaign.last_secret_seq else Vault()
    live = LiveCampaign(Campaign(), vault)
    batch.engine.cache(row.id, live)
    batch.append(row, live, accepted)
    return row


def fork(batch: Batch, parent: CampaignRow, role: str, command: cmd.Fork, name: str) -> CampaignRow:
    """Begin a campaign after event ``at`` of another. Raises `Refused` or `Problem`.

    ``role``: who asks; ``service`` is the operator. Where nothing is hidden anybody may, and the
    fork carries nothing; else see `forks.carried`.
    """
    engine = batch.engine
    system = engine.folds.system(parent)
    # What came without HTTP is held to what HTTP would take.
    converted(name, cmd.Name, "/name")
    check_name(name, "/name")
    converted(to_plain(command), cmd.Fork, "")
    if command.at > parent.seq:
        raise Invalid(f"there is no event {command.at}", pointer="/at")
    head = engine.folds.state_at(batch.tx, parent, parent.seq)
    then = engine.folds.state_at(batch.tx, parent, command.at)
    secret = forks.has_new_secrets(then, head)
    carried = forks.carried(batch, parent, head, role, command) if secret else forks.Carried()
    child_id = new_id(engine.host)
    nodes = [batch.tx.node(parent, *place) for place in frontier_nodes(command.at)]
    row = row_for(
        child_id,
        parent.system,
        name,
        parent.visibility,
        shard=parent.shard,
        parent_id=parent.id,
        fork_at=command.at,
        seq=command.at,
        hash=then.hash,
        frontier=pack(tuple(nodes)),
        key=engine.signer.key.text(),
    )
    accepted = kernel_genesis.fork(
        then,
        child_id,
        command,
        Context(system, NewEnvironment(engine)),
        new_key(engine.host),
        # Of what was hidden all is known now, or other branches tell of it.
        seen=then.last_secret_seq > 0 or head.last_secret_seq > command.at,
        by="service" if role == "service" else "referee",
        carried=carried,
    )
    batch.tx.add_campaign(row)
    for holder, token_hash in carried.tokens:
        access.add_token(batch.tx, child_id, holder, token_hash, accepted.event.at)
    if secret:
        _note(batch, parent, child_id, command.at)
    return _begin(batch, row, accepted)


def _note(batch: Batch, parent: CampaignRow, child_id: str, at: int) -> None:
    """Record in the parent that a fork which carries secrets was made."""
    if parent.kind == "live":
        note = cmd.NoteFork(child_id, at)
        record(batch, parent, "referee", note, fx.ForkMade(child_id, at))
    else:
        access.continue_in(batch.tx, parent.id, child_id)
        batch.note("forked", parent.id)


def record(
    batch: Batch,
    row: CampaignRow,
    by: str,
    command: cmd.Claim | cmd.HandOver | cmd.NoteFork,
    effect: fx.KERNEL,
) -> None:
    """Record what was done other than by a posted command."""
    if row.kind != "live":
        raise forks.read_only(batch.engine, batch.tx, row)
    live = batch.live(row)
    engine = batch.engine
    accepted = build_event(
        live.campaign,
        Request(by, None, new_key(engine.host)),
        to_plain(command),
        [effect],
        context_of(batch, row, live),
    )
    batch.append(row, live, accepted)
