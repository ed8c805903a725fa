"""The server with the trained networks: what it says over HTTP is what the library says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from models import load_reader
from models.load import weights_folder
from service.api.app import create_app
from service.settings import Settings

pytestmark = pytest.mark.skipif(
    not (weights_folder() / "detector.onnx").is_file(), reason="the weights of the networks are not there"
)
SAMPLES = Path(str(files("service") / "samples"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), reader_threads=2)
    with TestClient(create_app(settings), "http://localhost") as client:
        yield client


def cards(reading: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(card["card"], card["side"], card["confidence"], card["corners"]) for card in reading["cards"]]


@pytest.mark.parametrize("name", ["hand.jpg", "trash.jpg", "bus.jpg", "ace.jpg"])
def test_a_picture_is_read_as_the_library_reads_it(client: TestClient, name: str) -> None:
    picture = (SAMPLES / name).read_bytes()
    answer = client.post("/v1/readings", files={"image": (name, picture)})
    assert answer.status_code == 200
    told = load_reader(threads=2).read(picture, name=name).to_json()
    assert cards(answer.json()) == cards(told)
    assert answer.json()["image"] == name


@pytest.mark.parametrize(
    ("game", "shown", "losers"),
    [("bus", [{"10H", "QH", "4H"}, {"KS", "7S", "6D"}], [1]), ("ace", [{"QH"}, {"KD"}, {"8S"}, {"10C"}], [2])],
)
def test_the_sample_of_a_showing_is_judged(
    client: TestClient, game: str, shown: list[set[str]], losers: list[int]
) -> None:
    """As the page does it: the picture that it offers is read, and the reading judged."""
    sample = client.get(f"/img/{game}.jpg").content
    reading = client.post("/v1/readings", files={"image": ("sample.jpg", sample)}, data={"packs": "1"}).json()
    verdict = client.post(f"/v1/{game}/table", json={"readings": [reading]}).json()
    assert verdict["verdict"] == "legal"
    assert [set(hand["cards"]) for hand in verdict["explanation"]["hands"]] == shown
    assert verdict["explanation"]["losers"] == losers


def test_the_sample_of_a_layout_is_judged(client: TestClient) -> None:
    reading = client.post("/v1/readings", files={"image": ("sample.jpg", client.get("/img/trash.jpg").content)}).json()
    verdict = client.post("/v1/trash/table", json={"readings": [reading]}).json()
    assert (verdict["verdict"], len(verdict["tables"][0]["layouts"][0]["slots"])) == ("legal", 10)


def test_a_table_is_watched_with_the_real_engine(client: TestClient) -> None:
    table = client.post("/v1/tables", json={"game": "trash", "rules": {"players": 2}}).json()["id"]
    # The camera may be turned on long after the table was opened.
    time.sleep(2.5)
    picture = (SAMPLES / "trash.jpg").read_bytes()
    with client.websocket_connect(f"ws://localhost/v1/tables/{table}/frames") as socket:
        for _ in range(40):
            socket.send_bytes(picture)
            told = socket.receive_json()
            assert told["type"] == "seen", told
            if told["view"]["cards"]:
                break
    assert len(told["view"]["cards"]) >= 10
    text = client.get(f"/v1/tables/{table}/events?once=1").text
    assert text.count("event: card") >= 10
    assert client.get("/readyz").json()["ready"] is True
