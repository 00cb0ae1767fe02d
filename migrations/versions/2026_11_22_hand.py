"""Copies of a campaign by key, what is left of a deleted one, quotas."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_hand"
down_revision = "2026_11_22_seals"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every campaign that is here is its only copy, under its own id."""
    with op.batch_alter_table("campaigns") as campaigns:
        campaigns.add_column(sa.Column("campaign", sa.String(36), nullable=True))
        campaigns.add_column(sa.Column("reason", sa.Text, nullable=True))
        campaigns.add_column(sa.Column("opened", sa.BigInteger, nullable=True))
    op.execute("UPDATE campaigns SET campaign = id, key = trim(key)")
    with op.batch_alter_table("campaigns") as campaigns:
        campaigns.alter_column("campaign", existing_type=sa.String(36), nullable=False)
        campaigns.create_unique_constraint("campaigns_campaign_key", ["campaign", "key"])
    op.create_table(
        "quotas",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("sender", sa.String(64), primary_key=True),
        sa.Column("campaigns", sa.Integer, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Older code knows no copies, nothing hidden and nothing deleted: they become private."""
    op.execute(
        "UPDATE campaigns SET visibility = 'private'"
        " WHERE visibility = 'hidden' OR kind = 'deleted' OR id <> campaign"
    )
    op.drop_table("quotas")
    with op.batch_alter_table("campaigns") as campaigns:
        campaigns.drop_constraint("campaigns_campaign_key", type_="unique")
        campaigns.drop_column("opened")
        campaigns.drop_column("reason")
        campaigns.drop_column("campaign")
