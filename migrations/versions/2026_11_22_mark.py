"""What a database says of itself: whether it has a mark, and whether it is a copy."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_mark"
down_revision = "2026_11_21_log"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The first mark is due: no mark could have been there before."""
    op.create_table(
        "facts",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO facts (name, value) VALUES ('mark', 'due')")


def downgrade() -> None:
    """Drop it: the mark is no longer written, so that a later upgrade begins a new one."""
    op.drop_table("facts")
