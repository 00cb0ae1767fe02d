"""Creating, forking, claiming and handing over campaigns."""

from typing import Any

import msgspec

from domain.kernel import commands as cmd
from domain.kernel import effects as fx
from domain.kernel import found
from domain.kernel.accept import Accepted, seal_event
from domain.kernel.campaign import Campaign
from domain.kernel.canonical import to_plain
from domain.kernel.errors import Invalid
from domain.kernel.merkle import frontier_nodes
from domain.kernel.requests import Request, explain
from service.campaigns.commands import new_key
from service.campaigns.engine import Batch, Live, Means, row_for
from service.campaigns.names import check_name
from service.campaigns.reading import sees_all
from service.entropy import new_id
from service.errors import Problem
from service.store.read import CampaignRow
from service.store.write import pack


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
    """Begin a campaign after event ``at`` of another. Raises `Refused` or `Problem`."""
    engine = batch.engine
    system = engine.folds.system(parent)
    _check(name, cmd.Name, "/name")
    check_name(name, "/name")
    _check(to_plain(command), cmd.Fork, "")
    if command.at > parent.seq:
        raise Invalid(f"there is no event {command.at}", pointer="/at")
    head = engine.folds.at(batch.tx, parent, parent.seq)
    if head.hidden and not head.seals_opened and not (role == "referee" and sees_all(head)):
        raise Problem(
            "forbidden", "While something is hidden, only a referee who sees it may fork."
        )
    then = engine.folds.at(batch.tx, parent, command.at)
    seen = head.hidden > command.at
    child_id = new_id(engine.world)
    nodes = [batch.tx.node(parent, *place) for place in frontier_nodes(command.at)]
    row = row_for(
        child_id,
        parent.system,
        name,
        parent.visibility,
        parent_id=parent.id,
        fork_at=command.at,
        seq=command.at,
        hash=then.hash,
        frontier=pack(tuple(nodes)),
        key=engine.signer.key.text(),
    )
    means = Means(batch, row)
    key = new_key(engine.world)
    accepted = found.fork(then, child_id, command, system, means, key, seen=seen)
    batch.tx.add_campaign(row)
    return _begin(batch, row, accepted)


def _check(plain: Any, shape: Any, pointer: str) -> None:
    """`Invalid` unless what came without HTTP has the form that HTTP asks for."""
    try:
        msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        detail, where = explain(error)
        raise Invalid(detail, pointer=pointer + where) from None


def record(
    batch: Batch, row: CampaignRow, by: str, command: cmd.Claim | cmd.HandOver, effect: fx.KERNEL
) -> None:
    """Record what the claims and tokens endpoints did."""
    if row.kind != "live":
        raise Problem("read-only", "The campaign is only kept here: fork it to play on.")
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
