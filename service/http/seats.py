"""Seats: claiming, handing over, moving to another device, whoami."""

from litestar import Response, delete, get, post
from litestar.params import FromPath

from iacta.service import auth
from iacta.service.auth import transfers
from iacta.service.auth.handover import hand_over
from iacta.service.auth.tokens import check_new, is_one_of
from iacta.service.campaigns import handover
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem, not_found
from iacta.service.http.admit import forgive
from iacta.service.http.answers import json_answer
from iacta.service.http.body import bearer, read_body
from iacta.service.http.context import HttpRequest, context, resolve
from iacta.service.http.describe import BODY, TOKEN, Media, describe
from iacta.service.http.models.seats import (
    ClaimSeat,
    NewToken,
    TokenIssued,
    TokenView,
    TransferStarted,
    Whoami,
)
from iacta.service.store import access
from iacta.service.store.read import Reader


@post(
    "/v1/campaigns/{campaign_id:str}/claims",
    **describe(
        "claimSeat",
        "Claim a seat",
        "seats",
        body=ClaimSeat,
        example={"invitation": "the-code-of-the-link"},
        returns={201: TokenIssued},
        problems=(*BODY, "conflict", "read-only"),
        security=(),
        rate="claims",
    ),
)
async def claim_seat(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """An invitation becomes the seat's token, once: a second claim is a conflict, so a stolen
    invitation is noticed. A code of `startTransfer` becomes a second token of its role, once too.

    A client that makes the `token` itself, and keeps it before it sends, loses nothing with an
    answer: the same claim with the same token again has the same answer.

    The seat is claimed in every live branch that shares its secrets, with the same token.
    """
    here = context(request)
    if not auth.is_id(campaign_id):
        raise not_found()
    limits = here.settings.limits
    body = await read_body(request, ClaimSeat, limits, limits.claim_bytes)
    match body:
        case ClaimSeat(invitation=str(code), transfer=None):
            use = _claim
        case ClaimSeat(invitation=None, transfer=str(code)):
            use = transfers.use_code
        case _:
            raise Problem("invalid-request", "Send either an invitation or a transfer.")
    # Made before the writer has its turn: run again after its commit, it finds this token.
    token = body.token or auth.new_token(here.engine.host)

    role = await here.write_alone(lambda batch: use(batch, campaign_id, code, token))
    forgive(request)
    return json_answer(TokenIssued(token, role), 201)


def _claim(batch: Batch, campaign_id: str, code: str, token: str) -> str:
    """Claim the seat of an invitation with a new token; the role. Raises `Problem`."""
    tx = batch.tx
    row = tx.campaign(campaign_id)
    invitation = access.invitation(tx, campaign_id, auth.hash_token(code)) if row else None
    if row is None or invitation is None:
        raise Problem("not-found", "There is no such invitation.")
    seat, claimed = invitation
    role = f"seat:{seat}"
    if claimed or batch.engine.mark.holds("used", auth.hash_token(code)):
        held = [one.hash for one in access.tokens_of(tx, row.id, role)]
        if not is_one_of(batch, token, held):
            raise Problem("conflict", "The invitation has already been used.")
        return role
    check_new(batch, token)
    handover.claim(batch, row, seat, auth.hash_token(token))
    return role


@post(
    "/v1/campaigns/{campaign_id:str}/tokens",
    **describe(
        "replaceToken",
        "Replace a role's tokens",
        "seats",
        body=NewToken,
        example={"role": "observer"},
        returns={201: TokenIssued},
        problems=(*BODY, *TOKEN, "read-only"),
        rate="playing",
        roles=("referee",),
    ),
)
async def replace_token(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """For the referee: the role gets a new token, its old ones are revoked, and the log records it.

    A seat's new token holds in every live branch that shares its secrets, with an event in each.
    """
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, NewToken, limits, limits.claim_bytes)

    def work(batch: Batch) -> TokenIssued:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee")
        return TokenIssued(hand_over(batch, row, body.role, "referee"), body.role)

    return json_answer(await here.write_alone(work), 201)


@get(
    "/v1/campaigns/{campaign_id:str}/whoami",
    **describe(
        "whoami",
        "The caller's role",
        "seats",
        returns={200: Whoami},
        problems=("unauthorized",),
    ),
)
async def whoami(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """Which role the token has in this campaign, and every token of that role.

    Without a token the role is `nobody`.
    """
    here = context(request)

    def work(reader: Reader) -> Whoami:
        row, caller = resolve(request, reader, campaign_id)
        sent = auth.hash_token(bearer(request) or "")
        mine = tuple(
            TokenView(transfers.token_id(one.hash), one.made, one.hash == sent)
            for one in access.tokens_of(reader, row.id, caller.role)
        )
        return Whoami(caller.role, caller.seat, mine)

    return json_answer(await here.read(work))


@post(
    "/v1/campaigns/{campaign_id:str}/transfers",
    **describe(
        "startTransfer",
        "Play on another device",
        "seats",
        returns={201: TransferStarted},
        problems=(*TOKEN, "conflict"),
        rate="playing",
        roles=("referee", "seat"),
    ),
)
async def start_transfer(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """A code that `claimSeat` exchanges for a second token of the caller's role, once and within
    ten minutes. A new code ends the one before.

    It is for a link to open there, behind the `#`, where it reaches no log. Observers share one
    token, which they can hand on as it is.
    """

    def work(batch: Batch) -> TransferStarted:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee", "seat")
        code = transfers.give_code(batch, row, caller, bearer(request) or "")
        return TransferStarted(code.text, code.until)

    return json_answer(await context(request).write_alone(work), 201)


@delete(
    "/v1/campaigns/{campaign_id:str}/tokens/{token_id:str}",
    **describe(
        "revokeToken",
        "Revoke a token of one's own role",
        "seats",
        returns={204: Media((), "It is revoked.")},
        problems=(*TOKEN, "conflict"),
        rate="playing",
        roles=("referee", "seat"),
    ),
)
async def revoke_token(
    request: HttpRequest, campaign_id: FromPath[str], token_id: FromPath[str]
) -> Response[None]:
    """For a device that is lost: its token is revoked in every branch. `whoami` lists the tokens.

    The last one of a role is not revoked. An observer's is shared by all who watch: the referee
    replaces it (`replaceToken`).
    """

    def work(batch: Batch) -> None:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee", "seat")
        transfers.revoke(batch, row, caller.role, token_id)

    await context(request).write_alone(work)
    return Response(None, status_code=204)


HANDLERS = [claim_seat, replace_token, whoami, start_transfer, revoke_token]
