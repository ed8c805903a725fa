"""Making ready in a background thread what a training takes next, so that the network never waits for it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Background(Generic[Item]):
    """Takes items from an endless generator in a thread of its own, and keeps `depth` of them ready."""

    def __init__(self, items: Generator[Item, None, None], depth: int = 4) -> None:
        self._items = items
        self._ready: queue.Queue[Item | BaseException] = queue.Queue(depth)
        self._stop = threading.Event()
        self.waited = 0.0
        """Seconds that was waited for items so far."""
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            for item in self._items:
                self._put(item)
                if self._stop.is_set():
                    return
        except BaseException as error:  # the trainer must hear of it, or it waits for ever
            self._put(error)
        finally:
            # Processes that make the items end with it.
            self._items.close()

    def _put(self, item: Item | BaseException) -> None:
        while not self._stop.is_set():
            try:
                self._ready.put(item, timeout=0.5)
                return
            except queue.Full:
                continue

    def next(self) -> Item:
        """The next item; raises what went wrong in the thread."""
        asked = time.monotonic()
        item = self._ready.get()
        self.waited += time.monotonic() - asked
        if isinstance(item, BaseException):
            raise item
        return item

    def close(self) -> None:
        """Stop the thread."""
        self._stop.set()
        self._thread.join(timeout=5)
