"""Matches in the store: what is needed to replay them, and their moves one by one."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from service.storage.schema import Match, Move
from service.storage.store import Conflict, Missing, Store, changed, new_id


@dataclass(frozen=True)
class KeptMove:
    """A move as it is kept."""

    player: int | None
    text: str
    played: float


@dataclass(frozen=True)
class KeptMatch:
    """A match as it is kept."""

    id: str
    game: str
    name: str
    rules: dict[str, Any]
    start: dict[str, Any]
    version: int
    over: bool
    created: float
    updated: float
    moves: tuple[KeptMove, ...] = ()
    count: int = 0


def _kept(row: Match, moves: tuple[KeptMove, ...] = (), count: int | None = None) -> KeptMatch:
    return KeptMatch(
        row.id, row.game, row.name, row.rules, row.start, row.version, row.over, row.created, row.updated, moves,
        len(moves) if count is None else count,
    )  # fmt: skip


class Matches:
    """The matches of a store.

    Args:
        store: the database.
        games: what is kept here. Matches of anything else are not there.
    """

    def __init__(self, store: Store, games: Collection[str]) -> None:
        self.store = store
        self.games = frozenset(games)

    def create(
        self, game: str, name: str, rules: dict[str, Any], start: dict[str, Any],
        moves: tuple[KeptMove, ...] = (), over: bool = False, id: str | None = None,
    ) -> KeptMatch:  # fmt: skip
        """Keep a new match, with the moves already made in it; one of the same ``id`` makes room for it."""
        now = time.time()
        with self.store.write() as session:
            earlier = None if id is None else session.get(Match, id)
            if earlier is not None:
                session.delete(earlier)
                session.flush()
            row = Match(
                id=id or new_id(), game=game, name=name, rules=rules, start=start, version=len(moves), over=over,
                created=now, updated=now,
            )  # fmt: skip
            session.add(row)
            session.flush()
            for number, move in enumerate(moves, start=1):
                session.add(Move(match=row.id, number=number, player=move.player, text=move.text, played=move.played))
            return _kept(row, moves)

    def get(self, match: str) -> KeptMatch:
        """A match with its moves.

        Raises:
            Missing: no match has this id.
        """
        with self.store.read() as session:
            row = self._row(session, match)
            rows = session.scalars(select(Move).where(Move.match == match).order_by(Move.number))
            return _kept(row, tuple(KeptMove(each.player, each.text, each.played) for each in rows))

    def version(self, match: str) -> int:
        """How often a match was changed.

        Raises:
            Missing: no match has this id.
        """
        with self.store.read() as session:
            found = session.scalar(select(Match.version).where(Match.id == match, Match.game.in_(self.games)))
            if found is None:
                raise Missing(match)
            return found

    def listed(self, game: str | None = None, limit: int = 50, before: float | None = None) -> list[KeptMatch]:
        """Matches without their moves, the last changed first."""
        count = select(func.count()).select_from(Move).where(Move.match == Match.id).scalar_subquery()
        query = select(Match, count).where(Match.game.in_(self.games))
        query = query.order_by(Match.updated.desc(), Match.id).limit(limit)
        if game is not None:
            query = query.where(Match.game == game)
        if before is not None:
            query = query.where(Match.updated < before)
        with self.store.read() as session:
            return [_kept(row, count=moves) for row, moves in session.execute(query)]

    def _row(self, session: Session, match: str, lock: bool = False) -> Match:
        row = session.get(Match, match, with_for_update=lock)
        if row is None or row.game not in self.games:
            raise Missing(match)
        return row

    def _locked(self, session: Session, match: str, version: int) -> Match:
        row = self._row(session, match, lock=True)
        if row.version != version:
            raise changed(row.version, version)
        return row

    def add_moves(self, match: str, version: int, moves: tuple[KeptMove, ...], over: bool) -> tuple[int, float]:
        """Keep moves made on this version; the new version and when it was made.

        Raises:
            Missing: no match has this id.
            Conflict: it has another version by now.
        """
        with self.store.write() as session:
            row = self._locked(session, match, version)
            last = session.scalar(select(func.max(Move.number)).where(Move.match == match)) or 0
            for number, move in enumerate(moves, start=last + 1):
                session.add(Move(match=match, number=number, player=move.player, text=move.text, played=move.played))
            row.version, row.over, row.updated = version + 1, over, time.time()
            return row.version, row.updated

    def undo(self, match: str, version: int, count: int) -> int:
        """Take back the last moves of this version; the new version.

        Raises:
            Missing: no match has this id.
            Conflict: it has another version by now, or fewer moves.
        """
        with self.store.write() as session:
            row = self._locked(session, match, version)
            last = session.scalar(select(func.max(Move.number)).where(Move.match == match)) or 0
            if count > last:
                raise Conflict(f"the match has only {last} moves to take back", "match.few", moves=last)
            session.execute(delete(Move).where(Move.match == match, Move.number > last - count))
            row.version, row.over, row.updated = version + 1, False, time.time()
            return row.version

    def delete(self, match: str) -> None:
        """Forget a match.

        Raises:
            Missing: no match has this id.
        """
        with self.store.write() as session:
            session.delete(self._row(session, match))
