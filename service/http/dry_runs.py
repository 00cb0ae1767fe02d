"""Dry runs of batches: what commands would do, from the caller's view alone, within a budget."""

from collections.abc import Hashable

import msgspec
from litestar import Response

from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.campaign.waiting import awaited
from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.dry_runs import DryRun, DryRunResult, try_commands
from iacta.service.campaigns.work_pool import Budget
from iacta.service.http.admit import COUNTED, take
from iacta.service.http.answers import json_answer, json_bytes, refusal_problem, refused_at
from iacta.service.http.body import if_match
from iacta.service.http.context import CampaignAccess, HttpRequest, context
from iacta.service.http.expensive import playable_campaign, run_while_connected
from iacta.service.http.models.play import Options, PostBatch
from iacta.service.http.offers import offers, withheld_from
from iacta.service.store.read import Reader


class _EncodedResult(msgspec.Struct, frozen=True):
    """A dry run with its large parts in JSON already: that is made in the worker's thread."""

    result: DryRunResult
    items: bytes
    options: bytes


async def try_batch(request: HttpRequest, campaign_id: str, body: PostBatch) -> Response[bytes]:
    """Answer a dry run. Nothing is recorded, and no link of a chain is read."""
    here = context(request)
    match = if_match(request)
    await take(here, request.scope["state"]["sender"], COUNTED["odds"][0])

    def ready(reader: Reader) -> tuple[CampaignAccess, Vault, Hashable]:
        access = playable_campaign(request, reader, campaign_id, match)
        commands = encode([[one.command, one.for_, to_plain(one.entered)] for one in body.commands])
        row, role = access.row, access.caller.role
        return access, access.vault, ("dry run", row.id, row.hash, role, body.options, commands)

    access, vault, key = await here.read(ready)

    def work(budget: Budget) -> _EncodedResult:
        return _try_commands(access, vault, body, budget)

    encoded = await run_while_connected(request, lambda: here.work_pool.run(key, work))
    return _answer(request, access, body.mode, encoded)


def _try_commands(
    access: CampaignAccess, vault: Vault, body: PostBatch, budget: Budget
) -> _EncodedResult:
    """Try the commands, in a worker's thread."""
    role, system = access.caller.role, access.system
    now = access.context.engine.host.now()
    run = DryRun(access.campaign, vault, system, role, _past(access), now)
    requests = [
        Request(
            role,
            one.command,
            "dry-run",
            for_=f"seat:{one.for_}" if one.for_ else "",
            entered=one.entered,
        )
        for one in body.commands
    ]
    result = try_commands(run, requests, budget.spent)
    options = None
    if body.options:
        options = run.mask_digests(_options(run, body.commands[-1].for_))
    return _EncodedResult(result, json_bytes(result.items), json_bytes(options))


def _options(run: DryRun, for_: str | None) -> Options:
    """What the caller could do now, in a seat's name if they may act for it."""
    campaign, system, role = run.campaign, run.system, run.role
    if role != "referee" or for_ is None or campaign.seat(for_) is None:
        for_ = None
    known = known_to(run.vault, campaign, role)
    items = offers(campaign, system, role, known, for_)
    withheld = withheld_from(campaign, system, for_)
    return Options(campaign.seq, awaited(campaign, system), items, withheld)


def _past(access: CampaignAccess) -> Past:
    """Earlier states of the campaign: a rewind asks for one, so each is read when it is asked."""

    def state(seq: int) -> Campaign:
        with access.context.database.reading() as connection:
            return access.context.engine.folds.state_at(Reader(connection), access.row, seq)

    return state


def _answer(
    request: HttpRequest, access: CampaignAccess, mode: str, encoded: _EncodedResult
) -> Response[bytes]:
    """All-or-none, a refusal is the answer; until-refused, it ends the items."""
    result, refused = encoded.result, None
    if result.refused is not None:
        if mode == "all-or-none" or not result.items:
            raise result.refused
        refused = refused_at(
            request, len(result.items), refusal_problem(result.refused, access.system)
        )
    return json_answer(
        {
            "at": access.at,
            "items": msgspec.Raw(encoded.items),
            "stopped": result.stopped,
            "out_of_time": result.out_of_time,
            "refused": refused,
            "options": msgspec.Raw(encoded.options),
        }
    )
