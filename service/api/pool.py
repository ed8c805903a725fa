"""The bounded pool in which pictures are read: so many at once, so many waiting, one more is refused."""

from __future__ import annotations

import asyncio
import math
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Literal, Protocol, TypeVar

from service.api.problems import Problem
from service.api.sentences import Said, said
from vision.language import Told

T = TypeVar("T")
Packs = int | Literal["auto"]


class Reader(Protocol):
    """What reads a picture: ``vision.reading.Reader``, or a test's own."""

    def read(
        self, image: Any, packs: Packs = "auto", language: Told = "auto", live: Any = False, jokers: bool = True
    ) -> Any:
        """Read a picture (height, width, 3), uint8, BGR; of a live frame all, or the part that has changed."""


ReaderFactory = Callable[[str | None, int | None], Reader]


class ReaderMissing(Exception):
    """No reader could be loaded.

    Args:
        why: what is told of it.
    """

    def __init__(self, why: Said) -> None:
        super().__init__(why.sentence())
        self.why = why


class Pool:
    """Runs work with a reader in threads of its own.

    Args:
        factory: makes a reader for a deck profile (None: none) with so many threads.
        workers: readings at once.
        waiting: readings that may wait beyond those.
        threads: threads of each reading; 0 shares the cores out.
    """

    def __init__(self, factory: ReaderFactory, workers: int = 1, waiting: int = 8, threads: int = 0) -> None:
        self._factory = factory
        self._threads = threads or max(1, (os.cpu_count() or 1) // workers)
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="reader")
        self._room = workers + waiting
        self._workers = workers
        self._held = 0
        self._lock = threading.Lock()
        self._readers: dict[str | None, queue.SimpleQueue[Reader]] = {}
        self._made: dict[str | None, int] = {}
        self._seconds = 0.2  # running mean of one piece of work, for Retry-After
        self.error: str | None = None
        self.ready = False

    @property
    def held(self) -> int:
        """Pieces of work running or waiting."""
        return self._held

    def warm(self) -> Future[None]:
        """Load the first reader in the background; ``ready`` and ``error`` tell how it went."""
        return self._executor.submit(self._warm)

    def _warm(self) -> None:
        with suppress(ReaderMissing):  # the error is kept for whoever asks
            self._put(None, self._take(None))

    def _take(self, deck: str | None) -> Reader:
        with self._lock:
            idle = self._readers.setdefault(deck, queue.SimpleQueue())
        try:
            return idle.get_nowait()
        except queue.Empty:
            pass
        try:
            reader = self._factory(deck, self._threads)
        except FileNotFoundError as error:
            if deck is not None:
                raise Problem("not-found", said("deck.unknown", deck=deck), field="deck", value=deck) from error
            missing = ReaderMissing(said("reader.weights"))
            self.error = str(missing)
            raise missing from error
        except Exception as error:
            missing = ReaderMissing(said("reader.failed", error=type(error).__name__))
            if deck is None:
                self.error = str(missing)
            raise missing from error
        self.ready, self.error = True, None
        return reader

    def _put(self, deck: str | None, reader: Reader) -> None:
        with self._lock:
            # Readers of taught decks differ only in a small profile, yet each holds sessions: keep few of them.
            if deck is not None and deck not in self._made and len(self._made) >= 4:
                oldest = next(iter(self._made))
                self._made.pop(oldest)
                self._readers.pop(oldest, None)
            if deck is not None:
                self._made[deck] = 1
            self._readers.setdefault(deck, queue.SimpleQueue()).put(reader)

    def forget(self, deck: str) -> None:
        """Drop the readers of a deck profile that was taught anew or deleted."""
        with self._lock:
            self._readers.pop(deck, None)
            self._made.pop(deck, None)

    def refusal(self) -> Problem | None:
        """The problem ``too-many`` while the pool and its queue are full: known before a picture has been sent."""
        with self._lock:
            return self._refusal()

    def _refusal(self) -> Problem | None:
        if self._held < self._room:
            return None
        wait = max(1, min(60, math.ceil(self._seconds * self._held / self._workers)))
        sentence = said("pool.full", count=self._held)
        return Problem("too-many", sentence, {"Retry-After": str(wait)})

    def submit(self, work: Callable[[Reader], T], deck: str | None = None, *, live: bool = False) -> Future[T]:
        """Queue ``work``, a function of a reader.

        Args:
            work: what to do; it has the reader to itself meanwhile.
            deck: profile of a taught deck.
            live: a frame of a live table: each table has one at most in the pool, so it is always taken.

        Raises:
            Problem: ``too-many`` when the pool and its queue are full.
        """
        with self._lock:
            refusal = None if live else self._refusal()
            if refusal is not None:
                raise refusal
            self._held += 1

        def run() -> T:
            start = time.perf_counter()
            try:
                reader = self._take(deck)
                try:
                    return work(reader)
                finally:
                    self._put(deck, reader)
            finally:
                with self._lock:
                    self._held -= 1
                    self._seconds += 0.2 * (time.perf_counter() - start - self._seconds)

        try:
            return self._executor.submit(run)
        except RuntimeError:  # shut down
            with self._lock:
                self._held -= 1
            raise Problem("unavailable", said("pool.stopping")) from None

    async def run(self, work: Callable[[Reader], T], deck: str | None = None, seconds: float | None = None) -> T:
        """Await ``work``; its place in the queue is freed when it has really ended, whoever has given up on it.

        Raises:
            Problem: ``too-many``, ``unavailable`` (no reader) or ``timeout``.
        """
        future = self.submit(work, deck)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), seconds)
        except TimeoutError:
            # What still waits in the queue need not be done for nobody.
            if future.cancel():
                with self._lock:
                    self._held -= 1
            raise Problem("timeout", said("pool.slow", seconds=f"{seconds:g}")) from None
        except asyncio.CancelledError:
            if future.cancel():
                with self._lock:
                    self._held -= 1
            raise
        except ReaderMissing as error:
            raise Problem("unavailable", error.why) from None

    def close(self, *, wait: bool = True) -> None:
        """End the threads; queued work is dropped, running work is finished when ``wait``."""
        self._executor.shutdown(wait=wait, cancel_futures=True)
