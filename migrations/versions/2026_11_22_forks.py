"""Tokens by campaign and hash, so that forks know them too; the one fork of what a backup left."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_forks"
down_revision = "2026_11_22_mark"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A token is of as many campaigns as hold its hash."""
    op.create_table(
        "tokens_of",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(40), nullable=False),
    )
    op.execute(
        "INSERT INTO tokens_of (campaign_id, hash, role) SELECT campaign_id, hash, role FROM tokens"
    )
    op.drop_table("tokens")
    op.rename_table("tokens_of", "tokens")
    op.create_index("ix_tokens_hash", "tokens", ["hash"])
    op.create_table(
        "continuations",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("child_id", sa.String(36), nullable=False),
    )


def downgrade() -> None:
    """A token is of the oldest campaign that it was made for."""
    op.drop_table("continuations")
    op.create_table(
        "tokens_of",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("campaign_id", sa.String(36), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
    )
    op.execute(
        "INSERT INTO tokens_of (hash, campaign_id, role) SELECT hash, campaign_id, role"
        " FROM tokens WHERE NOT EXISTS (SELECT 1 FROM tokens AS older"
        " WHERE older.hash = tokens.hash AND older.campaign_id < tokens.campaign_id)"
    )
    op.drop_table("tokens")
    op.rename_table("tokens_of", "tokens")
    op.create_index("ix_tokens_campaign_id", "tokens", ["campaign_id"])
