"""The first tables: matches and moves, live tables and events, corrections and pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_updated", "matches", ["updated"])
    op.create_table(
        "moves",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("played", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_moves_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_moves"),
    )
    op.create_table(
        "live_tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("closed", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_live_tables"),
    )
    op.create_table(
        "events",
        sa.Column("live_table", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["live_table"], ["live_tables.id"], name="fk_events_live_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("live_table", "number", name="pk_events"),
    )
    op.create_table(
        "pictures",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pictures"),
    )
    op.create_table(
        "corrections",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("live_table", sa.String(32), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("picture", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(
            ["live_table"], ["live_tables.id"], name="fk_corrections_live_table", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["picture"], ["pictures.id"], name="fk_corrections_picture", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_corrections"),
    )
    op.create_index("ix_corrections_live_table", "corrections", ["live_table"])


def downgrade() -> None:
    """Drop the tables."""
    for name in ("corrections", "pictures", "events", "live_tables", "moves", "matches"):
        op.drop_table(name)
