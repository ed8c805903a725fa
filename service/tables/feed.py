"""The events of one table: written first, then handed to whoever waits for them, from any number on."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

from service.commentary import line
from service.metrics import Metrics
from service.storage.events import KeptEvent, KeptTable, Tables

_RING = 512
_PAGE = 500
SPOKEN = ("card", "turn", "verdict", "hand", "score", "camera", "problem", "match")


class Feed:
    """Events of a table.

    Args:
        kept: the table as it is in the store.
        tables: where its events are written.
        run: does blocking work of the store.
        metrics: counts events.
    """

    def __init__(self, kept: KeptTable, tables: Tables, run: Callable[..., Any], metrics: Metrics) -> None:
        self.last = kept.last
        self.closed = kept.closed is not None
        self.stopped = False
        self._table = kept.id
        self._tables, self._run, self._metrics = tables, run, metrics
        self._changed = asyncio.Condition()
        self._ring: deque[KeptEvent] = deque(maxlen=_RING)
        self._unwritten: list[dict[str, Any]] = []

    async def write(
        self, events: list[dict[str, Any]], state: dict[str, Any] | None, lang: str, close: bool = False
    ) -> None:
        """Put events on disk, then let those who wait have them; what the disk did not take goes with the next."""
        for told in events:
            # The commentary's line goes with the event: an overlay only has to show it.
            if told["kind"] in SPOKEN and "text" not in told:
                told["text"] = line(told, lang)
        self._unwritten += events
        if not self._unwritten and not close:
            return
        kept: list[KeptEvent] = await self._run(self._tables.append, self._table, list(self._unwritten), state, close)
        self._unwritten.clear()
        for each in kept:
            self._metrics.events.labels(each.kind).inc()
        async with self._changed:
            self._ring.extend(kept)
            self.last += len(kept)
            self.closed = self.closed or close
            self._changed.notify_all()

    async def after(self, number: int) -> AsyncIterator[list[KeptEvent]]:
        """The events after a number, in order, without a gap: those kept, then each as it comes; ends on closing."""
        cursor = number
        while True:
            batch = await self._since(cursor)
            if batch:
                cursor = batch[-1].id
                yield batch
                continue
            async with self._changed:
                if cursor >= self.last:
                    if self.closed or self.stopped:
                        return
                    await self._changed.wait()

    async def _since(self, cursor: int) -> list[KeptEvent]:
        if self._ring and self._ring[0].id <= cursor + 1:
            return [each for each in self._ring if each.id > cursor][:_PAGE]
        if cursor >= self.last:
            return []
        found: list[KeptEvent] = await self._run(self._tables.after, self._table, cursor, _PAGE)
        return found

    async def stop(self) -> None:
        """End every stream: the server stops."""
        async with self._changed:
            self.stopped = True
            self._changed.notify_all()
