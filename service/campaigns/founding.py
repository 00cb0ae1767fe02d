"""Creating, forking, claiming and handing over campaigns."""

from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign import genesis as found
from iacta.domain.kernel.campaign.accept import Accepted, seal_event
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.campaign.requests import Request, explain
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.kernel.proof.merkle import frontier_nodes
from iacta.service.campaigns import forks
from iacta.service.campaigns.commands import new_key
from iacta.service.campaigns.engine import Batch, Live, Means, row_for
from iacta.service.campaigns.names import check_name
from iacta.service.entropy import new_id
from iacta.service.store import access
from iacta.service.store.read import CampaignRow
from iacta.service.store.write import pack


def create(batch: Batch, command: cmd.Create, name: str, visibility: str) -> CampaignRow:
    """Found a campaign. Raises `Refused`."""
    engine = batch.engine
    system = engine.systems.get(command.system)
    if system is None:
        raise Invalid(f"there is no system {command.system!r}", pointer="/system")
    check_name(name, "/name")
    for index, seat in enumerate(command.seats):
        check_name(seat.name, f"/seats/{index}/name")
    campaign_id = new_id(engine.world)
    row = row_for(campaign_id, system.key, name, visibility, key=engine.signer.key.text())
    accepted = found.create(
        campaign_id,
        engine.signer.key.name,
        command,
        system,
        Means(batch, row),
        new_key(engine.world),
    )
    batch.tx.add_campaign(row)
    return _begin(batch, row, accepted)


def _begin(batch: Batch, row: CampaignRow, accepted: Accepted) -> CampaignRow:
    """Take a campaign's first own event into the batch."""
    live = Live(Campaign(), batch.tx.vault(row))
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
    _check(name, cmd.Name, "/name")
    check_name(name, "/name")
    _check(to_plain(command), cmd.Fork, "")
    if command.at > parent.seq:
        raise Invalid(f"there is no event {command.at}", pointer="/at")
    head = engine.folds.at(batch.tx, parent, parent.seq)
    then = engine.folds.at(batch.tx, parent, command.at)
    secret = forks.hides(then, head)
    carried = forks.carried(batch, parent, head, role, command) if secret else forks.Carried()
    child_id = new_id(engine.world)
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
    accepted = found.fork(
        then,
        child_id,
        command,
        system,
        Means(batch, row),
        new_key(engine.world),
        # Of what was hidden all is known now, or other branches tell of it.
        seen=bool(then.hidden) or head.hidden > command.at,
        by="service" if role == "service" else "referee",
        held=carried.held,
        consents=carried.consents,
        restored=carried.restored,
    )
    batch.tx.add_campaign(row)
    for holder, token_hash in carried.tokens:
        access.add_token(batch.tx, child_id, holder, token_hash)
    if secret:
        _note(batch, parent, child_id, command.at)
    return _begin(batch, row, accepted)


def _note(batch: Batch, parent: CampaignRow, child_id: str, at: int) -> None:
    """Keep, with a fork that carries secrets, that it was made."""
    if parent.kind == "live":
        note = cmd.NoteFork(child_id, at)
        record(batch, parent, "referee", note, fx.ForkMade(child_id, at))
    else:
        access.continue_in(batch.tx, parent.id, child_id)
        batch.note("forked", parent.id)


def _check(plain: Any, shape: Any, pointer: str) -> None:
    """`Invalid` unless what came without HTTP has the form that HTTP asks for."""
    try:
        msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        detail, where = explain(error)
        raise Invalid(detail, pointer=pointer + where) from None


def record(
    batch: Batch,
    row: CampaignRow,
    by: str,
    command: cmd.Claim | cmd.HandOver | cmd.NoteFork,
    effect: fx.KERNEL,
) -> None:
    """Record what was done by other ways than a posted command."""
    if row.kind != "live":
        raise forks.read_only(batch.engine, batch.tx, row)
    live = batch.live(row)
    engine = batch.engine
    accepted = seal_event(
        live.campaign,
        live.campaign.id,
        Request(by, None, new_key(engine.world)),
        to_plain(command),
        [],
        [to_plain(effect)],
        Means(batch, row, live),
        engine.folds.system(row),
        batch.past(row),
    )
    batch.append(row, live, accepted)
