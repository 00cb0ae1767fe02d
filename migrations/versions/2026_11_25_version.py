"""A version of what writers keep of heads and tokens between their batches."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_25_version"
down_revision = "2026_11_23_claims"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody keeps anything yet."""
    with op.batch_alter_table("shards") as shards:
        shards.add_column(sa.Column("version", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Older versions keep nothing."""
    with op.batch_alter_table("shards") as shards:
        shards.drop_column("version")
