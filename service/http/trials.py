"""Dry runs of batches: what commands would do, from the caller's view alone, within a budget."""

from collections.abc import Hashable

import msgspec
from litestar import Response

from iacta.domain.kernel.campaign.fold import Campaign, Past, standing
from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.asking import Budget
from iacta.service.campaigns.reading import known_to
from iacta.service.campaigns.trial import Trial, Tried, dry_run
from iacta.service.http import models
from iacta.service.http.admit import COUNTED, take
from iacta.service.http.answers import json_answer, json_bytes, of_refusal, raw, refused_at
from iacta.service.http.asking import at_play, while_asked
from iacta.service.http.body import if_match
from iacta.service.http.context import Asked, Standing, context
from iacta.service.http.offers import offers
from iacta.service.store.read import Reader


class _Told(msgspec.Struct, frozen=True):
    """A dry run with its large parts in JSON already: that is made in the worker's thread."""

    tried: Tried
    items: bytes
    options: bytes


async def try_batch(request: Asked, campaign_id: str, body: models.PostBatch) -> Response[bytes]:
    """Answer a dry run. Nothing is recorded, and no link of a chain is read."""
    here = context(request)
    match = if_match(request)
    await take(here, request.scope["state"]["sender"], COUNTED["odds"][0])

    def ready(reader: Reader) -> tuple[Standing, Vault, Hashable]:
        found = at_play(request, reader, campaign_id, match)
        commands = encode([[one.command, one.for_] for one in body.commands])
        row, role = found.row, found.caller.role
        return found, found.vault, ("dry run", row.id, row.hash, role, body.options, commands)

    found, vault, question = await here.read(ready)

    def work(budget: Budget) -> _Told:
        return _told(found, vault, body, budget)

    told = await while_asked(request, lambda: here.asking.ask(question, work))
    return _answer(request, found, body.mode, told)


def _told(found: Standing, vault: Vault, body: models.PostBatch, budget: Budget) -> _Told:
    """Try the commands, in a worker's thread."""
    role, system = found.caller.role, found.system
    now = found.context.engine.world.now()
    trial = Trial(found.campaign, vault, system, role, _past(found), now)
    requests = [
        Request(role, one.command, "dry-run", for_=f"seat:{one.for_}" if one.for_ else "")
        for one in body.commands
    ]
    tried = dry_run(trial, requests, budget.spent)
    options = None
    if body.options:
        campaign = trial.campaign
        items = offers(campaign, system, role, known_to(trial.vault, campaign, role))
        waiting = standing(campaign, system).waiting
        options = trial.shown(models.Options(campaign.seq, waiting, items))
    return _Told(tried, json_bytes(tried.items), json_bytes(options))


def _past(found: Standing) -> Past:
    """Earlier states of the campaign: a rewind asks for one, so each is read when it is asked."""

    def state(seq: int) -> Campaign:
        with found.context.database.reading() as connection:
            return found.context.engine.folds.at(Reader(connection), found.row, seq)

    return state


def _answer(request: Asked, found: Standing, mode: str, told: _Told) -> Response[bytes]:
    """All-or-none, a refusal is the answer; until-refused, it ends what is told."""
    tried, refused = told.tried, None
    if tried.refused is not None:
        if mode == "all-or-none" or not tried.items:
            raise tried.refused
        refused = refused_at(request, len(tried.items), of_refusal(tried.refused, found.system))
    return json_answer(
        {
            "at": found.at,
            "items": raw(told.items),
            "stopped": tried.stopped,
            "out_of_time": tried.late,
            "refused": refused,
            "options": raw(told.options),
        }
    )
