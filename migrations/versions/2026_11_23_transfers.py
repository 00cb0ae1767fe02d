"""When each token was made, and codes that move a role to another device."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_transfers"
down_revision = "2026_11_22_hand"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody knows when the tokens that are here were made; no code has been given out."""
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("made", sa.String(24), nullable=True))
    op.create_table(
        "transfers",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("campaign_id", sa.String(36), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, index=True),
        sa.Column("until", sa.String(24), nullable=False),
    )


def downgrade() -> None:
    """Codes end at once; the tokens that were made with them stay."""
    op.drop_table("transfers")
    with op.batch_alter_table("tokens") as tokens:
        tokens.drop_column("made")
