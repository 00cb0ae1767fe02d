"""Tokens and invitations as stored: hashes only."""

import sqlalchemy as sa

from service.store import schema as t
from service.store.read import Reader
from service.store.write import Writer


def add_token(tx: Writer, campaign_id: str, role: str, token_hash: str) -> None:
    """Keep a new token of a role."""
    tx.add_row(t.tokens, {"hash": token_hash, "campaign_id": campaign_id, "role": role})


def revoke_tokens(tx: Writer, campaign_id: str, role: str) -> None:
    """Forget every token of a role."""
    c = t.tokens.c
    mine = t.tokens.delete().where(c.campaign_id == campaign_id, c.role == role)
    tx.connection.execute(mine)


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


def use_up(tx: Writer, campaign_id: str, seat: str) -> None:
    """Nobody claims this seat any more."""
    c = t.invitations.c
    mine = t.invitations.update().where(c.campaign_id == campaign_id, c.seat == seat)
    tx.connection.execute(mine.values(claimed=True))
