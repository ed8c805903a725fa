"""A small bounded pool for the referee's longer thoughts, so that the loop answers others meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from service.api.problems import Problem
from service.api.sentences import said

T = TypeVar("T")


class Thinking:
    """Runs short computations in threads.

    Args:
        workers: computations at once.
        waiting: computations that may wait; one more is refused.
    """

    def __init__(self, workers: int = 2, waiting: int = 64) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinking")
        self._room = workers + waiting
        self._held = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Await a computation.

        Raises:
            Problem: ``too-many`` when too many wait.
        """
        if self._held >= self._room:
            raise Problem("too-many", said("server.thinking"), {"Retry-After": "1"})
        self._held += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._held -= 1

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
