"""The server: ``create_app(settings)`` puts the API, the page and what is kept together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from fastapi import FastAPI
from starlette.middleware import Middleware

from service.api import (
    corrections,
    decks,
    description,
    games,
    gin,
    health,
    matches,
    phototables,
    problems,
    readings,
    showdowns,
    source,
    streams,
    tables,
    tallies,
    trash,
)
from service.api.keys import KeyCheck, keys_for
from service.api.middleware import Door, Guard, Limits
from service.api.pictures import Pictures
from service.api.pool import Pool, Reader, ReaderFactory
from service.api.static import page_routes
from service.api.thinking import Thinking
from service.matches import MatchService
from service.metrics import Metrics
from service.scorebook import ScoreBook
from service.settings import Settings
from service.storage import Store
from service.tables.hub import Hub, default_watch
from service.tables.watch import WatchFactory
from vision.profile import load_profile
from vision.types import DeckProfile

log = logging.getLogger("kibitz.server")

DESCRIPTION = """
Reads real playing cards off pictures and live tables, scores hands and checks moves of Trash, Gin rummy, Stop the Bus
and Chase the Ace.

Cards are codes: rank `A 2 … 10 J Q K` and suit `C D H S`, as in `10H`; a joker is `JOKER`. Lists of cards are lists of
codes or one text. Every error is a problem detail (RFC 9457) that names the field, the value and the rule. Sentences
come in English, French or German: by the member `lang` where there is one, else by the header `Accept-Language`.
"""


def readers_of(settings: Settings) -> ReaderFactory:
    """Makes readers with the installed weights, and with the decks taught to this server."""

    def make(deck: str | None, threads: int | None) -> Reader:
        from models import load_reader

        known = None if deck is None else cast(DeckProfile, load_profile(deck, settings.decks))
        return load_reader(known, threads)

    return make


def create_app(
    settings: Settings | None = None,
    reader_factory: ReaderFactory | None = None,
    watch_factory: WatchFactory = default_watch,
) -> FastAPI:
    """The whole server as an ASGI application.

    Args:
        settings: what it may do; None takes the defaults.
        reader_factory: makes a reader of pictures for a deck profile and a number of threads; None: the real one.
        watch_factory: makes the engine that watches a live table.
    """
    settings = settings or Settings()
    settings.data.mkdir(parents=True, exist_ok=True)
    metrics = Metrics()
    pool = Pool(reader_factory or readers_of(settings), settings.readers, settings.queue, settings.reader_threads)
    keys = keys_for(settings)
    store = Store(settings.database_url)
    store.migrate()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool.warm()
        await app.state.hub.restore()
        log.info("started", extra={"host": settings.host, "port": settings.port, "keys": keys.needed})
        try:
            yield
        finally:
            app.state.stopping = True
            await app.state.hub.stop()
            pool.close()
            app.state.thinking.close()
            store.close()
            log.info("stopped")

    app = FastAPI(
        title="Kibitz",
        version=health.program_version(),
        description=DESCRIPTION,
        license_info={"name": "AGPL-3.0-only", "identifier": "AGPL-3.0-only"},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        generate_unique_id_function=lambda route: route.name,
        middleware=[
            Middleware(Door, observe=metrics.observe),
            Middleware(Guard, settings=settings),
            # Before the keys: those who try out keys are held to the limits too.
            Middleware(Limits, settings=settings, full=pool.refusal),
            Middleware(KeyCheck, keys=keys),
        ],
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.pool = pool
    app.state.keys = keys
    app.state.pictures = Pictures(settings, pool, metrics)
    app.state.store = store
    app.state.thinking = Thinking()
    app.state.matches = MatchService(store)
    app.state.scores = ScoreBook(store)
    app.state.hub = Hub(settings, store, pool, metrics, app.state.matches, watch_factory)
    app.state.senders = {}
    app.state.stopping = False
    metrics.gauge("kibitz_tables_open", "Live tables in memory.", lambda: app.state.hub.open)
    metrics.gauge("kibitz_pool_held", "Pictures being read or waiting.", lambda: pool.held)

    problems.install(app)
    for router in (
        health,
        readings,
        games,
        gin,
        tallies,
        trash,
        showdowns,
        phototables,
        matches,
        tables,
        streams,
        decks,
        corrections,
        source,
    ):
        # Taken over one by one: an included router is gone through twice for every request.
        app.router.routes.extend(router.router.routes)
    app.router.routes.extend(page_routes())
    description.install(app)
    return app
