"""A role on another device: a code that becomes a second token, once and within ten minutes."""

import datetime

import msgspec

from iacta.service.auth import Caller, hash_token, new_token
from iacta.service.auth.tokens import check_new, is_one_of
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem
from iacta.service.store import access
from iacta.service.store.rows import CampaignRow

LIFE = datetime.timedelta(minutes=10)
MOST_TOKENS = 16
"""of one role"""
ID_DIGITS = 16
NO_CODE = "There is no such code, or it was used, or its time is over."


class Code(msgspec.Struct, frozen=True):
    """A code, shown once, and the time at which it ends."""

    text: str
    until: str


def token_id(token_hash: str) -> str:
    """What names a token to those who have its role. Its text does not follow from it."""
    return token_hash[:ID_DIGITS]


def give_code(batch: Batch, row: CampaignRow, caller: Caller, token: str) -> Code:
    """A new code for the role of a token; the one that was made with it before ends."""
    _check_room(batch, row.id, caller.role)
    now, code = batch.engine.host.now(), new_token(batch.engine.host)
    ends = datetime.datetime.fromisoformat(now) + LIFE
    until = ends.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    maker = hash_token(token)
    access.drop_transfers(batch.tx, maker, now)
    access.add_transfer(batch.tx, hash_token(code), row.id, maker, until)
    return Code(code, until)


def use_code(batch: Batch, campaign_id: str, code: str, token: str) -> str:
    """Exchange a code for a new token; the role it is of. Raises `Problem`.

    It holds wherever the token does that the code was made with, and only while that one holds.
    The same code with the same token again is the same, until the code's time is over.
    """
    code_hash, mark, now = hash_token(code), batch.engine.mark, batch.engine.host.now()
    found = access.transfer(batch.tx, code_hash)
    row = batch.tx.campaign(found.campaign_id) if found else None
    if found is None or row is None or row.campaign != campaign_id or found.until <= now:
        raise Problem("not-found", NO_CODE)
    if found.became is not None:
        return _repeated(batch, row.id, token, found.became)
    role = batch.tx.token(row.id, found.token)
    if role is None or mark.holds("used", code_hash) or mark.holds("revoked", found.token):
        raise Problem("not-found", NO_CODE)
    _check_room(batch, row.id, role)
    check_new(batch, token)
    for holder in access.known_in(batch.tx, found.token):
        access.add_token(batch.tx, holder, role, hash_token(token), now)
    access.use_transfer(batch.tx, code_hash, hash_token(token))
    batch.note("used", code_hash)
    return role


def _repeated(batch: Batch, campaign_id: str, token: str, became: str) -> str:
    """The role of a token that a code became before; any other gets no code's answer."""
    role = batch.tx.token(campaign_id, became)
    if not is_one_of(batch, token, [became]) or role is None:
        raise Problem("not-found", NO_CODE)
    return role


def _check_room(batch: Batch, campaign_id: str, role: str) -> None:
    if len(access.tokens_of(batch.tx, campaign_id, role)) >= MOST_TOKENS:
        raise Problem("conflict", f"{role} has {MOST_TOKENS} tokens: revoke one first.")


def revoke(batch: Batch, row: CampaignRow, role: str, id_: str) -> None:
    """Revoke a token of a role, wherever it holds. `Problem`: it is none, or the role's last."""
    mine = access.tokens_of(batch.tx, row.id, role)
    revoked = [one.hash for one in mine if token_id(one.hash) == id_]
    if not revoked:
        raise Problem("not-found", "Your role has no such token.")
    for campaign_id in access.known_in(batch.tx, revoked[0]):
        if len(access.tokens_of(batch.tx, campaign_id, role)) < 2:
            raise Problem("conflict", "It is the last token of your role: nobody could go on.")
    access.revoke(batch.tx, revoked)
    batch.note("revoked", revoked[0])
