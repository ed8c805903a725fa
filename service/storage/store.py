"""The database: opened, brought to the present form, used from threads of its own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

P = ParamSpec("P")
T = TypeVar("T")


class Missing(LookupError):
    """Nothing is kept under this id."""


class Conflict(Exception):
    """It has changed since the caller looked; the message says how.

    Attributes:
        rule: what stands in the way: ``match.changed`` or ``match.few``.
        params: what fills the rule's sentence.
    """

    def __init__(self, message: str, rule: str, **params: Any) -> None:
        super().__init__(message)
        self.rule, self.params = rule, params


def changed(now: int, version: int) -> Conflict:
    """The refusal of a change to a version that is not the present one."""
    message = f"the match has changed since (version {now}, not {version})"
    return Conflict(message, "match.changed", now=now, version=version)


def new_id() -> str:
    """An id that cannot be guessed or counted up: 16 letters and digits."""
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _ in range(16))


class Store:
    """The database behind the server.

    Args:
        url: SQLAlchemy URL. A SQLite file's folder must exist.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = self._engine()
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="store")

    def _engine(self) -> Engine:
        if not self.sqlite:
            return create_engine(self.url, pool_pre_ping=True, pool_size=4, max_overflow=4)
        engine = create_engine(self.url, connect_args={"timeout": 30, "check_same_thread": False})

        @event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            # FULL: a transaction that was committed is on disk, whatever happens to the machine afterwards.
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

        @event.listens_for(engine, "begin")
        def _begin(connection: Any) -> None:
            # Writers queue up at the start; a transaction that reads first and writes later could fail half-way.
            connection.exec_driver_sql(
                "BEGIN IMMEDIATE" if not connection.get_execution_options().get("reads") else "BEGIN"
            )

        return engine

    def migrate(self) -> None:
        """Bring the database to the present form."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
        with self.engine.begin() as connection:
            if not self.sqlite:
                # Several servers may start at once on one database: one of them migrates, the others wait.
                connection.execute(text("SELECT pg_advisory_xact_lock(7239048)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that is on disk when the block ends, or not begun."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that only looks."""
        engine = self.engine.execution_options(reads=True)
        with Session(engine, expire_on_commit=False) as session:
            yield session

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Await ``work`` done in one of the store's threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **kwargs))

    def ping(self) -> None:
        """Ask the database something, to see that it answers."""
        with self.read() as session:
            session.execute(text("SELECT 1 FROM matches LIMIT 1"))

    def close(self) -> None:
        """Finish what is being written and let go of the database."""
        self._threads.shutdown(wait=True)
        self.engine.dispose()
