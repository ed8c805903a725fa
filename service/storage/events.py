"""Live tables and their events in the store. An event is handed on only after it is here."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from service.storage.schema import Event, LiveTable
from service.storage.store import Missing, Store, new_id


@dataclass(frozen=True)
class KeptTable:
    """A live table as it is kept."""

    id: str
    game: str
    name: str
    options: dict[str, Any]
    state: dict[str, Any]
    last: int
    created: float
    closed: float | None


@dataclass(frozen=True)
class KeptEvent:
    """An event as it is kept; ``id`` counts from 1 at each table."""

    id: int
    kind: str
    at: float
    body: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The event as clients get it."""
        return {"id": self.id, "at": self.at, **self.body}


def _table(row: LiveTable) -> KeptTable:
    return KeptTable(row.id, row.game, row.name, row.options, row.state, row.last, row.created, row.closed)


class Tables:
    """The live tables of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def create(self, game: str, name: str, options: dict[str, Any]) -> KeptTable:
        """Keep a new table."""
        with self.store.write() as session:
            row = LiveTable(
                id=new_id(), game=game, name=name, options=options, state={}, last=0, created=time.time(), closed=None
            )
            session.add(row)
            session.flush()
            return _table(row)

    def get(self, table: str) -> KeptTable:
        """A table.

        Raises:
            Missing: no table has this id.
        """
        with self.store.read() as session:
            row = session.get(LiveTable, table)
            if row is None:
                raise Missing(table)
            return _table(row)

    def listed(self, open_only: bool = False, limit: int = 100) -> list[KeptTable]:
        """Tables, the newest first."""
        query = select(LiveTable).order_by(LiveTable.created.desc(), LiveTable.id).limit(limit)
        if open_only:
            query = query.where(LiveTable.closed.is_(None))
        with self.store.read() as session:
            return [_table(row) for row in session.scalars(query)]

    def count_open(self) -> int:
        """How many tables are open."""
        with self.store.read() as session:
            return session.scalar(select(func.count()).select_from(LiveTable).where(LiveTable.closed.is_(None))) or 0

    def append(
        self, table: str, events: list[dict[str, Any]], state: dict[str, Any] | None = None, close: bool = False
    ) -> list[KeptEvent]:
        """Write events and the state they led to, in one transaction, and number them.

        Raises:
            Missing: no table has this id.
        """
        now = time.time()
        with self.store.write() as session:
            row = session.get(LiveTable, table, with_for_update=True)
            if row is None:
                raise Missing(table)
            kept = [
                KeptEvent(row.last + place, str(body.get("kind", "event"))[:32], now, body)
                for place, body in enumerate(events, start=1)
            ]
            if kept:
                rows = [
                    {"live_table": table, "number": each.id, "kind": each.kind, "at": each.at, "body": each.body}
                    for each in kept
                ]
                session.execute(insert(Event), rows)
            row.last += len(kept)
            if state is not None:
                row.state = state
            if close and row.closed is None:
                row.closed = now
            return kept

    def set_options(self, table: str, options: dict[str, Any]) -> None:
        """Change what a table is watched with.

        Raises:
            Missing: no table has this id.
        """
        with self.store.write() as session:
            row = session.get(LiveTable, table, with_for_update=True)
            if row is None:
                raise Missing(table)
            row.options = options

    def after(self, table: str, number: int, limit: int = 1000) -> list[KeptEvent]:
        """The events after this number, oldest first."""
        query = select(Event.number, Event.kind, Event.at, Event.body).where(Event.live_table == table)
        query = query.where(Event.number > number).order_by(Event.number).limit(limit)
        with self.store.read() as session:
            return [KeptEvent(*row) for row in session.execute(query)]

    def delete(self, table: str) -> None:
        """Forget a table and its events.

        Raises:
            Missing: no table has this id.
        """
        with self.store.write() as session:
            if session.get(LiveTable, table) is None:
                raise Missing(table)
            session.execute(delete(LiveTable).where(LiveTable.id == table))
