"""An index of forks by their parent."""

from alembic import op

revision = "2026_11_23_parents"
down_revision = "2026_11_23_transfers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every page of a campaign asks for its forks."""
    op.create_index("campaigns_parent", "campaigns", ["parent_id", "fork_at"])


def downgrade() -> None:
    """Without it they are found all the same."""
    op.drop_index("campaigns_parent", "campaigns")
