"""Rates that several processes share."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_door"
down_revision = "2026_11_22_forks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of allowances, empty: every bucket is full."""
    op.create_table(
        "allowances",
        sa.Column("bucket", sa.String(64), primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Drop it: each process counts for itself."""
    op.drop_table("allowances")
