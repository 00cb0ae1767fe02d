"""Imports are stored a slice at a time."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_examine"
down_revision = "2026_11_22_door"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of imports that are under way, and of what broken ones have left."""
    op.create_table(
        "incoming",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("claim", sa.String(64), nullable=False),
    )
    op.create_table(
        "vacant",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("events", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them. Rows of an import that was broken off stay, and nothing shows them."""
    op.drop_table("vacant")
    op.drop_table("incoming")
