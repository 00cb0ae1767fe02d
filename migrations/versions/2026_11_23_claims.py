"""Which token a used code became, so that a claim whose answer was lost can be repeated."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_claims"
down_revision = "2026_11_23_parents"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A code that is here has become none: used ones went at once."""
    with op.batch_alter_table("transfers") as transfers:
        transfers.add_column(sa.Column("became", sa.String(64), nullable=True))


def downgrade() -> None:
    """Used codes go: without the column they would be taken for unused ones."""
    op.execute(sa.text("DELETE FROM transfers WHERE became IS NOT NULL"))
    with op.batch_alter_table("transfers") as transfers:
        transfers.drop_column("became")
