"""Tokens and invitations as stored: hashes only."""

from collections.abc import Collection

import sqlalchemy as sa

from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.write import Writer


def add_token(tx: Writer, campaign_id: str, role: str, token_hash: str) -> None:
    """Keep a new token of a role."""
    tx.add_row(t.tokens, {"campaign_id": campaign_id, "hash": token_hash, "role": role})


def tokens(reader: Reader, campaign_id: str) -> list[tuple[str, str]]:
    """Role and hash of every token of a campaign."""
    c = t.tokens.c
    query = sa.select(c.role, c.hash).where(c.campaign_id == campaign_id)
    return [(row.role, row.hash) for row in reader.connection.execute(query.order_by(c.hash))]


def revoke(tx: Writer, hashes: Collection[str]) -> None:
    """Forget tokens, in every campaign that knows them."""
    tx.connection.execute(t.tokens.delete().where(t.tokens.c.hash.in_(hashes)))


def add_invitation(tx: Writer, campaign_id: str, seat: str, code_hash: str) -> None:
    """Keep a seat's invitation."""
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
    """Nobody claims this seat any more. The hashes of its invitations."""
    c = t.invitations.c
    mine = (c.campaign_id == campaign_id, c.seat == seat)
    tx.connection.execute(t.invitations.update().where(*mine).values(claimed=True))
    return list(tx.connection.execute(sa.select(c.hash).where(*mine)).scalars())


def continue_in(tx: Writer, campaign_id: str, child_id: str) -> None:
    """Keep that a campaign which a restored backup left behind has had its one fork."""
    tx.add_row(t.continuations, {"campaign_id": campaign_id, "child_id": child_id})
