"""One live table: its newest frame, the engine that watches it, its events and those who wait for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from service.api.pool import Pool, Reader, ReaderMissing
from service.api.problems import Problem
from service.api.refusals import bad_picture
from service.api.sentences import said
from service.metrics import Metrics
from service.storage import Missing
from service.storage.events import KeptEvent, KeptTable, Tables
from service.tables.feed import Feed
from service.tables.records import Records
from service.tables.resumed import Resumed
from service.tables.watch import Lent, Opening, Watch, WatchFactory
from vision.picture import PictureError, load
from vision.types import Image

log = logging.getLogger("kibitz.table")
Listener = Callable[[dict[str, Any]], None]


@dataclass
class Offered:
    """A frame that waits to be looked at: encoded, or pixels of a camera the server opened."""

    picture: bytes | Image
    number: int
    at: float
    received: float = field(default_factory=time.perf_counter)


class Live:
    """A live table.

    Args:
        kept: as it is in the store.
        opening: what it is watched with.
        pool: where frames are looked at.
        tables: where its events are written.
        factory: makes the engine.
        metrics: counts frames and events.
        run: does blocking work of the store.
        records: where a game that was followed is kept as a match.
    """

    def __init__(
        self,
        kept: KeptTable,
        opening: Opening,
        pool: Pool,
        tables: Tables,
        factory: WatchFactory,
        metrics: Metrics,
        run: Callable[..., Any],
        records: Records,
    ) -> None:
        self.kept = kept
        self.opening = opening
        self.feed = Feed(kept, tables, run, metrics)
        self.deck: str | None = kept.options.get("deck") or None
        self.frame: tuple[bytes | Image, dict[str, Any]] | None = None
        self.listeners: set[Listener] = set()
        self._pool, self._factory, self._metrics = pool, factory, metrics
        self._run, self._records = run, records
        self._lent = Lent()
        self._watch: Watch | None = None
        self._busy = asyncio.Lock()
        self._pending: Offered | None = None
        self._wake = asyncio.Event()
        self._numbers = 0
        self._dropped = 0
        # The engine's time begins with its first frame and never goes back, whatever the system's clock does. Events
        # count from the opening of the table, over restarts.
        self._base = time.time()
        self._clock = 0.0
        self._highest = int(opening.state.get("highest", 0))
        self._worker: asyncio.Task[None] | None = None

    @property
    def last(self) -> int:
        """Number of the last event."""
        return self.feed.last

    @property
    def closed(self) -> bool:
        """Whether the table is closed for good."""
        return self.feed.closed

    @property
    def id(self) -> str:
        """The table's id."""
        return self.kept.id

    def offer(self, picture: bytes | Image) -> int:
        """Hand over a frame; one that still waits is dropped for it. Returns the frame's number."""
        self._numbers += 1
        if self._pending is not None:
            self._dropped += 1
            self._metrics.frames.labels("dropped").inc()
        self._pending = Offered(picture, self._numbers, time.time())
        self._wake.set()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name=f"table {self.id}")
        return self._numbers

    async def _work(self) -> None:
        while not (self.closed or self.feed.stopped):
            await self._wake.wait()
            self._wake.clear()
            offered, self._pending = self._pending, None
            if offered is None:
                continue
            try:
                told = await self._look(offered)
            except asyncio.CancelledError:
                raise
            except Problem as problem:
                self._metrics.frames.labels("refused").inc()
                told = {"type": "problem", "frame": offered.number, "problem": problem.body(lang=self.opening.lang)}
            except ReaderMissing as error:
                missing = Problem("unavailable", error.why).body(lang=self.opening.lang)
                told = {"type": "problem", "frame": offered.number, "problem": missing}
            except Missing:
                # The table was deleted under our hands.
                self.feed.closed = True
                return
            except Exception:
                log.exception("a frame failed", extra={"table": self.id})
                self._metrics.frames.labels("failed").inc()
                failure = Problem("internal", said("server.failed_frame")).body(lang=self.opening.lang)
                told = {"type": "problem", "frame": offered.number, "problem": failure}
            self._tell(told)

    def _tell(self, message: dict[str, Any]) -> None:
        for listener in tuple(self.listeners):
            listener(message)

    async def _look(self, offered: Offered) -> dict[str, Any]:
        async with self._busy:
            if self._watch is None:
                self._base, self._clock = offered.at, 0.0
            self._clock = max(self._clock + 0.001, offered.at - self._base)

            def work(reader: Reader) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any] | None, float]:
                start = time.perf_counter()
                self._lent.reader = reader
                try:
                    watch = self._engine()
                    image = (
                        offered.picture if not isinstance(offered.picture, bytes) else load(offered.picture, "frame")
                    )
                    events = watch.frame(image, self._clock)
                    view = watch.view()
                    return events, view, self._snapshot(watch, view) if events else None, time.perf_counter() - start
                finally:
                    self._lent.reader = None

            try:
                future = self._pool.submit(work, self.deck, live=True)
                events, view, state, seconds = await asyncio.wrap_future(future)
            except PictureError as error:
                raise bad_picture(error, None) from None
            await self._write(events, state)
            if any(told["kind"] == "score" and (told["after"] or {}).get("over") for told in events):
                await self._keep()
        self.frame = (offered.picture, view)
        self._metrics.frames.labels("seen").inc()
        self._metrics.event_seconds.observe(time.perf_counter() - offered.received)
        dropped, self._dropped = self._dropped, 0
        return {
            "type": "seen",
            "frame": offered.number,
            "dropped": dropped,
            "events": len(events),
            "milliseconds": round(seconds * 1000, 1),
            "view": view,
        }

    def _engine(self) -> Watch:
        """The engine, made at the first frame: only then is there a reader."""
        if self._watch is None:
            watch = self._factory(self.opening, self._lent)
            kept = self.opening.state
            self._watch = Resumed(watch, kept["lying"], kept["highest"]) if "lying" in kept else watch
        return self._watch

    def _snapshot(self, watch: Watch, view: dict[str, Any]) -> dict[str, Any]:
        """What is needed to go on after a restart: the engine's own memory, and the cards with their ids."""
        lying = [*view["cards"], *(watch.missing if isinstance(watch, Resumed) else ())]
        self._highest = max([self._highest, *(int(card["id"]) for card in lying)])
        return watch.state() | {"lying": lying, "highest": self._highest}

    async def _write(self, events: list[dict[str, Any]], state: dict[str, Any] | None, close: bool = False) -> None:
        """Write events, their times counted from the opening of the table."""
        for told in events:
            told["time"] = round(told["time"] + self._base - self.kept.created, 3)
        await self.feed.write(events, state, self.opening.lang, close)

    async def _keep(self) -> None:
        """Keep what was followed so far as matches, and tell so."""

        def work(reader: Reader) -> list[str]:
            self._lent.reader = reader
            try:
                return self._engine().record()
            finally:
                self._lent.reader = None

        try:
            texts = await asyncio.wrap_future(self._pool.submit(work, self.deck, live=True))
        except (ReaderMissing, Problem):
            return  # no engine, nothing followed
        kept = await self._run(self._records.keep, self.kept, texts, self.opening.lang)
        time_ = self.now()
        await self._write(
            [{"time": time_, "type": "new", "kind": "match", "before": None, "after": each} for each in kept], None
        )

    async def correct(
        self, card: int, code: str, seen: str | None, by: str
    ) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Obey a correction.

        Returns:
            The events that follow from it, and the card as it was before.

        Raises:
            Problem: ``not-found``: no such card lies there; ``conflict``: it is no longer what the user saw.
        """
        async with self._busy:
            if self.closed:
                raise Problem("over", said("table.closed"), rule="table.closed")

            def work(reader: Reader) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any], dict[str, Any]]:
                self._lent.reader = reader
                try:
                    watch = self._engine()
                    found = next((each for each in watch.view()["cards"] if each["id"] == card), None)
                    if found is None:
                        raise Problem("not-found", said("table.card", card=card), field="card", value=card)
                    before = dict(found)
                    shown = "down" if before["side"] == "down" else before["card"]
                    if seen is not None and seen != (shown or "?"):
                        raise Problem(
                            "conflict",
                            said("table.changed", shown=_placed(shown), seen=_placed(seen)),
                            field="seen",
                            value=seen,
                        )
                    events = watch.correct(card, code)
                    view = watch.view()
                    return events, before, view, self._snapshot(watch, view)
                finally:
                    self._lent.reader = None

            future = self._pool.submit(work, self.deck, live=True)
            try:
                events, before, view, state = await asyncio.wrap_future(future)
            except ReaderMissing as error:
                raise Problem("unavailable", error.why) from None
            shown = "down" if before["side"] == "down" else before["card"]
            told = {
                "time": self.now(),
                "type": "update",
                "kind": "correction",
                "before": {"card": card, "code": shown},
                "after": {"card": card, "code": code, "by": by},
            }
            await self._write([told, *events], state)
            if self.frame is not None:
                self.frame = (self.frame[0], view)
            self._tell({"type": "seen", "frame": self._numbers, "dropped": 0, "events": len(events) + 1, "view": view})
        return [told, *events], before

    def now(self) -> float:
        """The engine's time now, in seconds."""
        return max(self._clock, time.time() - self._base)

    async def note(self, event: dict[str, Any]) -> None:
        """Write an event that comes from elsewhere than the table, such as the camera's."""
        if not self.closed:
            async with self._busy:
                await self._write([event], None)

    async def reopen(self, opening: Opening, kept: KeptTable) -> None:
        """Watch with other options from here on."""
        async with self._busy:
            self.opening, self.kept, self._watch = opening, kept, None

    def events(self, after: int) -> AsyncIterator[list[KeptEvent]]:
        """The events after a number; see `Feed.after`."""
        return self.feed.after(after)

    async def close(self, *, for_good: bool) -> None:
        """Stop watching; ``for_good`` closes the table in the store too, with an event that says so."""
        if for_good and not self.closed:
            async with self._busy:
                # A table that was never looked at has nothing to keep.
                if self._watch is not None or self.opening.state:
                    await self._keep()
                end = {"time": self.now(), "type": "end", "kind": "table", "before": None, "after": None}
                await self._write([end], None, close=True)
        await self.feed.stop()
        if self._worker is not None:
            self._wake.set()
            self._worker.cancel()
        self._tell({"type": "closed" if self.closed else "stopped"})


def _placed(code: str | None) -> str:
    """A card as sentences take it: its code, or that it lies face down or has no name."""
    return "??" if code == "down" else "--" if code in (None, "?") else code
