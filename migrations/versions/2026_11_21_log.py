"""The log and what is kept beside it."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_log"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table, and the one shard that there is."""
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("parent_id", sa.String(36), nullable=True),
        sa.Column("fork_at", sa.BigInteger, nullable=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("frontier", sa.LargeBinary, nullable=False),
        sa.Column("checkpoint", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_table(
        "chains",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("anchor", sa.String(64), primary_key=True),
        sa.Column("chain", sa.String(8), nullable=False),
        sa.Column("links", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("stored", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pos", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("campaign_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.UniqueConstraint("campaign_id", "seq", name="events_campaign_seq"),
        sa.UniqueConstraint("campaign_id", "by", "key", name="events_campaign_by_key"),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("campaign_id", sa.String(36), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("claimed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_invitations_campaign_id", "invitations", ["campaign_id"])
    op.create_table(
        "listing",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("awaited", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "openings",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("to", sa.Text, nullable=False),
        sa.Column("opening", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "published",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rolls",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("roll", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pos", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("campaign_id", sa.String(36), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
    )
    op.create_index("ix_tokens_campaign_id", "tokens", ["campaign_id"])
    op.execute("INSERT INTO shards (shard, pos) VALUES (0, 0)")


def downgrade() -> None:
    """Drop every table: the log is lost."""
    op.drop_table("tokens")
    op.drop_table("snapshots")
    op.drop_table("shards")
    op.drop_table("rolls")
    op.drop_table("published")
    op.drop_table("openings")
    op.drop_table("nodes")
    op.drop_table("listing")
    op.drop_table("invitations")
    op.drop_table("events")
    op.drop_table("chains")
    op.drop_table("campaigns")
