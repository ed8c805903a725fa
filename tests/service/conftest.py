from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

from service.api.app import create_app
from service.settings import Settings
from tests.service.browser import Browser
from tests.service.fakes import FakeReader, FakeWatch, Scenes
from tests.service.killed import pictures
from tests.service.servers import faked, free_port
from vision.types import SeenCard

POSTGRES = os.environ.get("KIBITZ_TEST_POSTGRES", "")


@pytest.fixture
def scenes() -> Scenes:
    return Scenes()


@pytest.fixture
def reader(scenes: Scenes) -> FakeReader:
    return FakeReader(scenes)


@pytest.fixture
def serve(tmp_path: Path, reader: FakeReader) -> Iterator[Callable[..., TestClient]]:
    """Start the server with these settings; a second start finds the same data."""
    clients: list[TestClient] = []

    def start(base: str = "http://localhost", **values: Any) -> TestClient:
        settings = Settings(**{"data": tmp_path / "data", **values})
        client = TestClient(
            create_app(settings, lambda deck, threads: reader, FakeWatch), base, raise_server_exceptions=False
        )
        client.__enter__()
        clients.append(client)
        return client

    yield start
    for client in clients:
        reader.hold.set()
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Callable[..., TestClient]) -> TestClient:
    return serve()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    if not POSTGRES:
        pytest.skip("KIBITZ_TEST_POSTGRES names no PostgreSQL server; .ci/postgres starts one")
    url = "postgresql+psycopg://" + POSTGRES.split("://", 1)[1]
    name = f"kibitz_{os.getpid()}_{os.urandom(4).hex()}"
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield url.rsplit("/", 1)[0] + "/" + name
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the fake reader, whose scenes are known."""
    port = free_port()
    with faked(tmp_path_factory.mktemp("data"), port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the browser's camera sees: the king of spades for a while, then another card, over and over."""
    file = tmp_path_factory.mktemp("film") / "camera.mjpeg"
    frames = pictures(Scenes())[-1:-3:-1]
    file.write_bytes(b"".join(frame * 40 for frame in frames))
    return file


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory, film: Path) -> Iterator[Browser]:
    """A browser is started once, which takes longer than most tests of a page."""
    browser = Browser(tmp_path_factory.mktemp("browser"), film)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def browser(started: Browser) -> Iterator[Browser]:
    """A browser that knows of no page of other tests: their servers are gone."""
    yield started
    started.open("about:blank")
    started.call("Network.clearBrowserCookies")


@pytest.fixture
def quiet(browser: Browser) -> Iterator[None]:
    """No page may complain: no error, nothing its policy forbids."""
    browser.complaints.clear()
    browser.forgiven = ()
    browser.size(1280, 860)
    yield
    browser.run("1")
    assert [each for each in browser.complaints if not any(code in each for code in browser.forgiven)] == []


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Scenes]]:
    """A server and the scenes its reader knows, to which any may be added."""
    scenes, port = Scenes(), free_port()
    settings = Settings(data=tmp_path_factory.mktemp("data"), port=port)
    app = create_app(settings, lambda deck, threads: FakeReader(scenes), FakeWatch)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server ended by itself"
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}", scenes
    server.should_exit = True
    thread.join(30)


@pytest.fixture
def page(table: tuple[str, Scenes], browser: Browser) -> Iterator[Browser]:
    """The page of photos, for gin, in English."""
    browser.open(f"{table[0]}/?{time.monotonic()}#/score")
    browser.until("document.querySelector('.drop button')")
    yield browser
    browser.run("localStorage.clear()")
    # What the server refuses in these tests is no complaint, though it be told late.
    browser.forgiven = ("409", "415", "422")


@pytest.fixture
def shot(table: tuple[str, Scenes], tmp_path: Path) -> Callable[[str, list[SeenCard]], Path]:
    """Make a photo of cards."""

    def make(name: str, cards: list[SeenCard]) -> Path:
        file = tmp_path / name
        file.write_bytes(table[1].picture(cards))
        return file

    return make
