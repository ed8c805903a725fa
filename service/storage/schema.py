"""The tables of the database. A change here needs a migration in ``migrations/versions``."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
Json = dict[str, Any]


class Base(DeclarativeBase):
    """What every table shares: named constraints, so that migrations can speak of them on any database."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {Json: JSON}  # noqa: RUF012 - the name and the form are SQLAlchemy's


class Match(Base):
    """A match played by API or recorded at a live table."""

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_updated", "updated"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(200))
    rules: Mapped[Json]
    start: Mapped[Json]
    """Seed, first player, names of the players: with the moves, all of the match."""
    version: Mapped[int] = mapped_column(Integer, default=0)
    """Counts every change; a client that saw another one is told so."""
    over: Mapped[bool] = mapped_column(default=False)
    created: Mapped[float] = mapped_column(Float)
    updated: Mapped[float] = mapped_column(Float)


class Move(Base):
    """One move of a match, in its game's notation."""

    __tablename__ = "moves"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    player: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    played: Mapped[float] = mapped_column(Float)


class LiveTable(Base):
    """A table watched live: what it was opened with, and where it was at its last event."""

    __tablename__ = "live_tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(200))
    options: Mapped[Json]
    """Rules of the game, zones set by hand, deck profile, language, packs, camera address."""
    state: Mapped[Json]
    """The watch's own memory, as it was when the last event was written."""
    last: Mapped[int] = mapped_column(BigInteger, default=0)
    """Number of the last event."""
    created: Mapped[float] = mapped_column(Float)
    closed: Mapped[float | None] = mapped_column(Float)


class Event(Base):
    """One event of a live table, numbered from 1 without a gap."""

    __tablename__ = "events"

    live_table: Mapped[str] = mapped_column(ForeignKey("live_tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(32))
    at: Mapped[float] = mapped_column(Float)
    body: Mapped[Json]


class Correction(Base):
    """What a user said a card is; with its picture where the owner keeps pictures."""

    __tablename__ = "corrections"
    __table_args__ = (Index("ix_corrections_live_table", "live_table"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    live_table: Mapped[str | None] = mapped_column(ForeignKey("live_tables.id", ondelete="SET NULL"))
    at: Mapped[float] = mapped_column(Float)
    body: Mapped[Json]
    """``read`` and ``card`` codes, ``corners`` in the picture, the track or card number it is about."""
    picture: Mapped[str | None] = mapped_column(ForeignKey("pictures.id", ondelete="SET NULL"))


class Picture(Base):
    """An encoded picture kept with corrections, under the hash of its bytes."""

    __tablename__ = "pictures"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    width: Mapped[int] = mapped_column(Integer)
    height: Mapped[int] = mapped_column(Integer)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    cards: Mapped[Json]
    """The cards of the picture as read and corrected: ``{"cards": [...]}``."""
    at: Mapped[float] = mapped_column(Float)
