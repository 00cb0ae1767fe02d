"""Seats: claiming, handing over, who one is."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.params import FromPath

from iacta.service import auth
from iacta.service.auth.handover import hand_over
from iacta.service.campaigns import handover
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem, not_found
from iacta.service.http import models
from iacta.service.http.admit import forgive
from iacta.service.http.answers import json_answer
from iacta.service.http.body import read_body
from iacta.service.http.context import Asked, Context, context, resolve
from iacta.service.http.describe import BODY, TOKEN, describe
from iacta.service.store import access
from iacta.service.store.read import Reader


@post(
    "/v1/campaigns/{campaign_id:str}/claims",
    **describe(
        "claimSeat",
        "Claim a seat with an invitation",
        "seats",
        body=models.Claim,
        example={"invitation": "the-code-of-the-link"},
        returns={201: models.TokenIssued},
        problems=(*BODY, "conflict", "read-only"),
        token=False,
        rate="claims",
    ),
)
async def claim_seat(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """The invitation is used up: a second claim is a conflict, so a stolen one is noticed.

    The seat is taken in every live branch that shares its secrets, under the same token.
    """
    here = context(request)
    if not auth.is_id(campaign_id):
        raise not_found()
    limits = here.settings.limits
    body = await read_body(request, models.Claim, limits, limits.claim_bytes)
    issued = await here.write(
        lambda batch: _claim(batch, here, campaign_id, body.invitation), alone=True
    )
    forgive(request)
    return json_answer(issued, 201)


def _claim(
    batch: Batch, here: Context, campaign_id: str, code: str
) -> Callable[[], models.TokenIssued]:
    tx = batch.tx
    row = tx.campaign(campaign_id) if auth.is_id(campaign_id) else None
    found = access.invitation(tx, campaign_id, auth.hash_token(code)) if row else None
    if row is None or found is None:
        raise Problem("not-found", "There is no such invitation.")
    seat, claimed = found
    if claimed or batch.engine.mark.holds("used", auth.hash_token(code)):
        raise Problem("conflict", "The invitation was claimed before.")
    token = auth.new_token(batch.engine.world)
    handover.claim(batch, row, seat, auth.hash_token(token))
    return lambda: models.TokenIssued(token, f"seat:{seat}")


@post(
    "/v1/campaigns/{campaign_id:str}/tokens",
    **describe(
        "replaceToken",
        "Replace a role's tokens",
        "seats",
        body=models.NewToken,
        example={"role": "observer"},
        returns={201: models.TokenIssued},
        problems=(*BODY, *TOKEN, "read-only"),
        rate="playing",
        roles=("referee",),
    ),
)
async def replace_token(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """For the referee: a new token, the old ones revoked; the hand-over is in the log.

    A seat's new token holds in every live branch that shares its secrets, an event in each.
    """
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, models.NewToken, limits, limits.claim_bytes)
    issued = await here.write(
        lambda batch: _replace(request, batch, campaign_id, body.role), alone=True
    )
    return json_answer(issued, 201)


def _replace(
    request: Asked, batch: Batch, campaign_id: str, role: str
) -> Callable[[], models.TokenIssued]:
    row, caller = resolve(request, batch.tx, campaign_id)
    auth.require(caller, "referee")
    token = hand_over(batch, row, role, "referee")
    return lambda: models.TokenIssued(token, role)


@get(
    "/v1/campaigns/{campaign_id:str}/whoami",
    **describe(
        "whoami",
        "The caller's role",
        "seats",
        returns={200: models.Whoami},
        problems=("unauthorized",),
    ),
)
async def whoami(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """Which role the token has in this campaign."""
    here = context(request)

    def work(reader: Reader) -> models.Whoami:
        _, caller = resolve(request, reader, campaign_id)
        return models.Whoami(caller.role, caller.seat)

    return json_answer(await here.read(work))


HANDLERS = [claim_seat, replace_token, whoami]
