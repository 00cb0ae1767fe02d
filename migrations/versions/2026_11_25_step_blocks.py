"""Steps in words, kept by audience once they were told."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_25_step_blocks"
down_revision = "2026_11_25_version"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """They are told anew as they are asked for."""
    op.create_table(
        "step_blocks",
        sa.Column("campaign_id", sa.String(36), primary_key=True),
        sa.Column("audience", sa.String(40), primary_key=True),
        sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("pos", sa.BigInteger, nullable=False, index=True),
        sa.Column("steps", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Nothing is lost but time."""
    op.drop_table("step_blocks")
