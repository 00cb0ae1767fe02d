"""Tokens and invitations as stored: hashes only."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.write import Writer


class TokenRow(msgspec.Struct, frozen=True):
    """A token of a role. ``made``: when, if that was kept."""

    hash: str
    made: str | None


class TransferRow(msgspec.Struct, frozen=True):
    """A code that becomes a token. ``token``: the hash of the one that it was made with;
    ``became``: of the one that it became, if it was used.
    """

    campaign_id: str
    token: str
    until: str
    became: str | None


# Asked whenever a campaign is read, so built once.
_KNOWN_IN = (
    sa.select(t.tokens.c.campaign_id)
    .where(t.tokens.c.hash == sa.bindparam("hash"))
    .order_by(t.tokens.c.campaign_id)
)


def add_token(tx: Writer, campaign_id: str, role: str, token_hash: str, made: str) -> None:
    """Keep a new token of a role."""
    row = {"campaign_id": campaign_id, "hash": token_hash, "role": role, "made": made}
    tx.add_row(t.tokens, row)


def tokens(reader: Reader, campaign_id: str) -> list[tuple[str, str]]:
    """Role and hash of every token of a campaign."""
    c = t.tokens.c
    query = sa.select(c.role, c.hash).where(c.campaign_id == campaign_id)
    return [(row.role, row.hash) for row in reader.connection.execute(query.order_by(c.hash))]


def tokens_of(reader: Reader, campaign_id: str, role: str) -> list[TokenRow]:
    """The tokens of one role, the oldest first."""
    c = t.tokens.c
    query = sa.select(c.hash, c.made).where(c.campaign_id == campaign_id, c.role == role)
    rows = [TokenRow(row.hash, row.made) for row in reader.connection.execute(query)]
    return sorted(rows, key=lambda row: (row.made or "", row.hash))


def known_in(reader: Reader, token_hash: str) -> list[str]:
    """The campaigns that know a token, by their ids in the store."""
    return list(reader.connection.execute(_KNOWN_IN, {"hash": token_hash}).scalars())


def revoke(tx: Writer, hashes: Collection[str]) -> None:
    """Forget tokens, in every campaign that knows them."""
    tx.connection.execute(t.tokens.delete().where(t.tokens.c.hash.in_(hashes)))


def add_transfer(tx: Writer, code_hash: str, campaign_id: str, token_hash: str, until: str) -> None:
    """Keep a code that becomes a second token beside this one."""
    row = {"hash": code_hash, "campaign_id": campaign_id, "token": token_hash, "until": until}
    tx.add_row(t.transfers, row)


def transfer(reader: Reader, code_hash: str) -> TransferRow | None:
    """A code, if it is kept."""
    c = t.transfers.c
    query = sa.select(c.campaign_id, c.token, c.until, c.became).where(c.hash == code_hash)
    row = reader.connection.execute(query).one_or_none()
    return None if row is None else TransferRow(*row)


def use_transfer(tx: Writer, code_hash: str, token_hash: str) -> None:
    """Keep which token a code became."""
    c = t.transfers.c
    used = t.transfers.update().where(c.hash == code_hash)
    tx.connection.execute(used.values(became=token_hash))


def drop_transfers(tx: Writer, token_hash: str, now: str) -> None:
    """Forget the codes that were made with a token, and all whose time is over."""
    c = t.transfers.c
    tx.connection.execute(t.transfers.delete().where(sa.or_(c.token == token_hash, c.until <= now)))


def add_invitation(tx: Writer, campaign_id: str, seat: str, code_hash: str) -> None:
    """Store a seat's invitation."""
    row = {"hash": code_hash, "campaign_id": campaign_id, "seat": seat, "claimed": False}
    tx.add_row(t.invitations, row)


def invitation(reader: Reader, campaign_id: str, code_hash: str) -> tuple[str, bool] | None:
    """The seat of an invitation, and whether it was claimed."""
    c = t.invitations.c
    row = reader.connection.execute(
        sa.select(c.seat, c.claimed).where(c.hash == code_hash, c.campaign_id == campaign_id)
    ).one_or_none()
    return None if row is None else (row.seat, row.claimed)


def use_up(tx: Writer, campaign_id: str, seat: str) -> list[str]:
    """Use up a seat's invitations; returns their hashes."""
    c = t.invitations.c
    mine = (c.campaign_id == campaign_id, c.seat == seat)
    tx.connection.execute(t.invitations.update().where(*mine).values(claimed=True))
    return list(tx.connection.execute(sa.select(c.hash).where(*mine)).scalars())


def continue_in(tx: Writer, campaign_id: str, child_id: str) -> None:
    """Record that a campaign which a restored backup left behind was forked."""
    tx.add_row(t.continuations, {"campaign_id": campaign_id, "child_id": child_id})
