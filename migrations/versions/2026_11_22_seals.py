"""When the service is to open the seals of a campaign that is over."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_seals"
down_revision = "2026_11_22_examine"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the time to the list; campaigns of before are opened by a seat or the referee."""
    op.add_column("listing", sa.Column("seals_due", sa.String(24), nullable=True))
    op.create_index("ix_listing_seals_due", "listing", ["seals_due"])


def downgrade() -> None:
    """Take it out again."""
    op.drop_index("ix_listing_seals_due", "listing")
    op.drop_column("listing", "seals_due")
