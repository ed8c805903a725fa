"""Corrections and, where the owner keeps them, their pictures as material to learn from."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from service.storage.schema import Correction, Picture
from service.storage.store import Store, new_id


@dataclass(frozen=True)
class KeptPicture:
    """A picture with its cards as corrected."""

    id: str
    kind: str
    width: int
    height: int
    data: bytes
    cards: list[dict[str, Any]]


@dataclass(frozen=True)
class KeptCorrection:
    """What a user said a card is."""

    id: str
    table: str | None
    at: float
    body: dict[str, Any]
    picture: str | None

    def to_json(self) -> dict[str, Any]:
        """The correction as clients get it."""
        return {
            "id": self.id,
            "table": self.table,
            "at": self.at,
            "picture_kept": self.picture is not None,
            **self.body,
        }


class Corrections:
    """The corrections of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(
        self,
        body: dict[str, Any],
        table: str | None = None,
        picture: tuple[str, int, int, bytes, list[dict[str, Any]]] | None = None,
    ) -> KeptCorrection:
        """Keep a correction.

        Args:
            body: ``card``, ``read``, ``corners`` and what the card is called at its table.
            table: the live table it was made at.
            picture: kind ("jpeg"), width, height, bytes, and all the picture's cards as they are now held to be.
        """
        now = time.time()
        with self.store.write() as session:
            kept = None
            if picture is not None:
                kind, width, height, data, cards = picture
                kept = hashlib.sha256(data).hexdigest()
                row = session.get(Picture, kept)
                if row is None:
                    session.add(
                        Picture(
                            id=kept, kind=kind, width=width, height=height, data=data, cards={"cards": cards}, at=now
                        )
                    )
                else:
                    row.cards = {"cards": cards}
                session.flush()
            made = Correction(id=new_id(), live_table=table, at=now, body=body, picture=kept)
            session.add(made)
            session.flush()
            return KeptCorrection(made.id, made.live_table, made.at, made.body, made.picture)

    def listed(self, table: str | None = None, limit: int = 1000) -> list[KeptCorrection]:
        """Corrections, oldest first; of one table or of all."""
        query = select(Correction).order_by(Correction.at, Correction.id).limit(limit)
        if table is not None:
            query = query.where(Correction.live_table == table)
        with self.store.read() as session:
            return [KeptCorrection(r.id, r.live_table, r.at, r.body, r.picture) for r in session.scalars(query)]

    def pictures(self) -> Iterator[KeptPicture]:
        """Every picture kept, one at a time: together they may be more than fits in memory."""
        with self.store.read() as session:
            ids = list(session.scalars(select(Picture.id).order_by(Picture.at, Picture.id)))
        for each in ids:
            with self.store.read() as session:
                row = session.get(Picture, each)
                if row is not None:
                    yield KeptPicture(row.id, row.kind, row.width, row.height, row.data, row.cards["cards"])
