"""Commands to a campaign: repeats, staleness, decision, one event each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.accept import Accepted, accept, keep
from iacta.domain.kernel.campaign.requests import (
    Entered,
    Request,
    parse_command,
    recorded,
    specs_of,
)
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import NeedsDice
from iacta.domain.kernel.proof.errors import BatchDraws, Conflict, NotKnown, Refused
from iacta.domain.kernel.proof.record import Event, shown
from iacta.domain.kernel.proof.seals import Opening, Sealed
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns import forks
from iacta.service.campaigns.engine import Batch, Engine, Live, Means
from iacta.service.campaigns.lineage import shown_elsewhere
from iacta.service.campaigns.reading import sees_all
from iacta.service.entropy import World
from iacta.service.errors import Problem
from iacta.service.store.read import CampaignRow, Reader


class Order(msgspec.Struct, frozen=True):
    """A command as a client sends it, with its key if it named one."""

    command: Any
    entropy: str = ""
    for_: str = ""
    entered: Entered | None = None
    key: str = ""
    """made by the server before the command is queued, where the sender named none: a batch that
    must be run again finds what the first run committed"""


class Answer(msgspec.Struct, frozen=True):
    """What a command made. ``event``: its JSON with ``hash``; ``made``: not a repeat."""

    seq: int
    event: bytes
    openings: Mapping[str, Opening]
    made: bool


class Committed(msgspec.Struct, frozen=True):
    """Answers with the head and the checkpoint that cover them."""

    answers: tuple[Answer, ...]
    head: CampaignRow
    refused: Refused | Problem | None = None


def new_key(world: World) -> str:
    """A key for a sender who named none."""
    return f"auto-{world.random(16).hex()}"


def visible(
    event: Event, vault: Vault, role: str, at: int, *, all_seats: bool
) -> dict[str, Opening]:
    """The openings of an event's sealed values that a role may see after event ``at``."""
    mine = seals.find([event.command, event.draws, event.effects])
    return {
        digest: vault.get(digest).opening
        for digest in mine
        if vault.visible(digest, role, at, all_seats=all_seats)
    }


def execute(
    batch: Batch, row: CampaignRow, role: str, order: Order, if_match: int | None
) -> Callable[[], Committed]:
    """Run one command in a batch. Raises `Refused` or `Problem`."""
    system = batch.engine.folds.system(row)
    answer = _repeat(batch, row, role, order, system)
    if answer is None:
        check_open(batch.engine, batch.tx, row, if_match)
        live = batch.live(row)
        _check_branches(batch, row, order)
        accepted = _accept(batch, row, live, role, order, system)
        batch.append(row, live, accepted)
        answer = _answer(live, role, accepted)
    return _after(batch, row.id, (answer,))


def check_open(engine: Engine, reader: Reader, row: CampaignRow, if_match: int | None) -> None:
    """`read-only` unless the campaign is played on here; `stale` if its head is another."""
    if row.kind != "live":
        raise forks.read_only(engine, reader, row)
    if if_match is not None and if_match != row.seq:
        raise Problem(
            "stale", f"The head is event {row.seq}.", head={"seq": row.seq, "hash": row.hash}
        )


def _check_branches(batch: Batch, row: CampaignRow, order: Order) -> None:
    """Refuse to play again with secrets that another branch has shown."""
    rewinds = isinstance(order.command, dict) and order.command.get("type") == "campaign.rewind"
    if rewinds and shown_elsewhere(batch.tx, batch.engine.folds, row):
        raise Conflict("another branch has opened its seals, and shown what is hidden here")


def _after(
    batch: Batch,
    campaign_id: str,
    answers: Sequence[Answer],
    refused: Refused | Problem | None = None,
) -> Callable[[], Committed]:
    def committed() -> Committed:
        row = batch.tx.campaign(campaign_id)
        assert row is not None
        return Committed(tuple(answers), row, refused)

    return committed


def _request(role: str, order: Order) -> Request:
    for_ = f"seat:{order.for_}" if order.for_ else ""
    return Request(role, order.command, order.key, order.entropy, for_, order.entered)


def _accept(
    batch: Batch, row: CampaignRow, live: Live, role: str, order: Order, system: System
) -> Accepted:
    means = Means(batch, row, live)
    request = _request(role, order)
    return accept(live.campaign, request, system, live.vault, means, batch.past(row))


def _answer(live: Live, role: str, accepted: Accepted) -> Answer:
    openings = visible(
        accepted.event,
        live.vault,
        role,
        accepted.event.seq,
        all_seats=sees_all(live.campaign),
    )
    return Answer(accepted.event.seq, shown(accepted.record, accepted.hash), openings, True)


def _repeat(
    batch: Batch, row: CampaignRow, role: str, order: Order, system: System
) -> Answer | None:
    """The answer that the key has had already, if it was the same command."""
    stored = batch.tx.by_key(row.id, role, order.key)
    if stored is None:
        return None
    live = batch.live(row)
    event = stored.event()
    if not _same(event, role, order, system, live.vault):
        raise Problem("idempotency-mismatch", "This key has made another event.")
    openings = visible(event, live.vault, role, row.seq, all_seats=sees_all(live.campaign))
    return Answer(stored.seq, shown(stored.record, stored.hash), openings, False)


def _same(event: Event, role: str, order: Order, system: System, vault: Vault) -> bool:
    try:
        spec, command = parse_command(specs_of(system), order.command)
    except Refused:
        return False
    members = {
        name: Sealed(event.command[name]["sealed"])
        for name in spec.secret
        if isinstance(event.command.get(name), dict) and "sealed" in event.command[name]
    }
    for name, seal in members.items():
        given = to_plain(getattr(command, name))
        if seal.sealed not in vault or vault.get(seal.sealed).opening.value != given:
            return False
    entered = None
    if event.draws and event.draws[0]["chain"] == "entered":
        draw = event.draws[0]
        entered = Entered(draw["witness"], tuple(die["face"] for die in draw["dice"]))
    return (
        recorded(command, members) == event.command
        and event.entropy == order.entropy
        and event.for_ == (f"seat:{order.for_}" if order.for_ else "")
        and entered == order.entered
    )


def until_refused(
    batch: Batch, row: CampaignRow, role: str, orders: Sequence[Order], if_match: int | None
) -> Callable[[], Committed]:
    """Run commands in order until one is refused; what came before it stands.

    ``if_match`` is asked of the first that is no repeat.
    """
    answers: list[Answer] = []
    refused: Refused | Problem | None = None
    for index, order in enumerate(orders):
        here = batch.tx.campaign(row.id)
        assert here is not None
        try:
            answers += execute(batch, here, role, order, if_match)().answers
        except (Refused, Problem) as error:
            if isinstance(error, Refused):
                error.pointer = f"/commands/{index}{error.pointer}"
            if not answers:
                raise
            refused = error
            break
        if answers[-1].made:
            if_match = None  # the batch itself has moved the head
    return _after(batch, row.id, answers, refused)


class _Dry(Means):
    """Means without dice."""

    def link(self, chain: str) -> tuple[int, bytes]:
        """Refuse to draw."""
        raise NeedsDice(chain)


def all_or_none(
    batch: Batch, row: CampaignRow, role: str, orders: Sequence[Order], if_match: int | None
) -> Callable[[], Committed]:
    """Run commands in order, or none of them. Only the last may draw."""
    system = batch.engine.folds.system(row)
    repeats = [_repeat(batch, row, role, order, system) for order in orders]
    if all(repeats):
        return _after(batch, row.id, [answer for answer in repeats if answer])
    if any(repeats):
        raise Problem("idempotency-mismatch", "Some of these keys have made events, others not.")
    keys = [order.key for order in orders]
    if len(set(keys)) != len(keys):
        raise Problem("idempotency-mismatch", "A key stands twice in the batch.")
    check_open(batch.engine, batch.tx, row, if_match)
    for order in orders:
        _check_branches(batch, row, order)
    live = batch.live(row)
    ahead = Live(live.campaign, Vault(dict(live.vault.items())))
    ahead.chains.update(live.chains)
    done = _decide_all(batch, row, ahead, role, orders, system)
    answers = []
    for accepted in done:
        batch.append(row, live, accepted)
        answers.append(_answer(live, role, accepted))
    return _after(batch, row.id, answers)


def _decide_all(
    batch: Batch,
    row: CampaignRow,
    ahead: Live,
    role: str,
    orders: Sequence[Order],
    system: System,
) -> list[Accepted]:
    done: list[Accepted] = []
    states = {ahead.campaign.seq: ahead.campaign}
    older = batch.past(row)
    for index, order in enumerate(orders):
        last = index == len(orders) - 1
        means = Means(batch, row, ahead) if last else _Dry(batch, row, ahead)
        request = _request(role, order)
        try:
            accepted = accept(
                ahead.campaign,
                request,
                system,
                ahead.vault,
                means,
                lambda seq: states.get(seq) or older(seq),
                blind=not last,
            )
        except (NeedsDice, NotKnown):
            # What it would draw or open could be read off the refusal of a later command.
            detail = f"command {index + 1} of {len(orders)} would draw or open what is hidden"
            raise BatchDraws(detail, pointer=f"/commands/{index}") from None
        except Refused as refusal:
            refusal.pointer = f"/commands/{index}{refusal.pointer}"
            raise
        keep(ahead.vault, accepted)
        ahead.campaign = states[accepted.campaign.seq] = accepted.campaign
        done.append(accepted)
    return done
