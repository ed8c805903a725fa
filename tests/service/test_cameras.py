"""Cameras that the server opens itself: real HTTP on loopback, allowed by the owner, and led nowhere else."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.sentences import say
from service.settings import Settings
from service.tables.addresses import allowed
from service.tables.http import HttpCapture
from tests.service.fakes import Scenes, row
from vision.capture import CameraError


class Web(ThreadingHTTPServer):
    """A camera's own server. ``answers`` are by path; every request's path and headers are kept."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str = "127.0.0.1") -> None:
        super().__init__((host, 0), _Handler)
        self.answers: dict[str, Callable[[_Handler], None]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.running = True
        self.gone = threading.Event()

    def url(self, path: str = "/", host: str | None = None) -> str:
        return f"http://{host or self.server_address[0]}:{self.server_port}{path}"  # type: ignore[str-bytes-safe]


class _Handler(BaseHTTPRequestHandler):
    server: Web

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        self.server.answers[self.path](self)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def web(host: str = "127.0.0.1") -> Iterator[Web]:
    server = Web(host)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.running = False
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def camera() -> Iterator[Web]:
    with web() as server:
        yield server


def stream(pictures: list[bytes], boundary: str = "frame", told: bool = True, lengths: bool = True) -> Any:
    """Motion JPEG: each picture for a while, the last for ever. Cameras differ in how they write it."""

    def answer(request: _Handler) -> None:
        request.send_response(200)
        dashes = "" if told else "--"
        request.send_header("Content-Type", f"multipart/x-mixed-replace;boundary={dashes}{boundary}")
        request.end_headers()
        number = 0
        try:
            while request.server.running:
                picture = pictures[min(number // 5, len(pictures) - 1)]
                length = f"Content-Length: {len(picture)}\r\n" if lengths else ""
                head = f"--{boundary}\r\nContent-Type: image/jpeg\r\n{length}\r\n"
                request.wfile.write(head.encode() + picture + b"\r\n")
                number += 1
                time.sleep(0.01)
        except OSError:
            request.server.gone.set()

    return answer


def plain(data: bytes, kind: str = "image/jpeg", status: int = 200, **headers: str) -> Any:
    def answer(request: _Handler) -> None:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    return answer


def moved(place: str) -> Any:
    return plain(b"", status=302, Location=place)


def opened(client: TestClient, address: str, **more: Any) -> str:
    answer = client.post("/v1/tables", json={"game": "gin", "camera": address, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def told(client: TestClient, table: str, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The table's events, once there are enough of them."""
    deadline = time.monotonic() + 30
    while True:
        text = client.get(f"/v1/tables/{table}/events?once=1").text
        events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
        if enough(events):
            return events
        assert time.monotonic() < deadline, events
        time.sleep(0.05)


def names(events: list[dict[str, Any]]) -> list[str]:
    return [each["after"]["card"] for each in events if each["kind"] == "card" and each["after"]]


def states(events: list[dict[str, Any]]) -> list[str]:
    return [each["after"]["state"] for each in events if each["kind"] == "camera"]


@pytest.mark.parametrize("told_", [True, False])
@pytest.mark.parametrize("lengths", [True, False])
def test_a_motion_jpeg_camera_is_watched(
    serve: Callable[..., TestClient], scenes: Scenes, camera: Web, told_: bool, lengths: bool
) -> None:
    pictures = [scenes.picture(row(codes, 100), ".jpg") for codes in ("2C", "2C 5H")]
    camera.answers["/video"] = stream(pictures, told=told_, lengths=lengths)
    client = serve(cameras=("127.0.0.1",))
    table = opened(client, camera.url("/video"))
    assert names(told(client, table, lambda events: len(names(events)) == 2)) == ["2C", "5H"]
    assert client.get(f"/v1/tables/{table}/frame").headers["content-type"] == "image/jpeg"
    # A table that is closed lets go of its camera.
    client.post(f"/v1/tables/{table}/close")
    assert camera.gone.wait(10)


def test_a_camera_that_gives_one_picture_at_a_time(
    serve: Callable[..., TestClient], scenes: Scenes, camera: Web
) -> None:
    camera.answers["/shot.jpg"] = plain(scenes.picture(row("2C 5H", 100), ".jpg"))
    client = serve(cameras=("127.0.0.0/8",))
    table = opened(client, camera.url("/shot.jpg"))
    told(client, table, lambda events: names(events) == ["2C", "5H"])
    deadline = time.monotonic() + 20
    while len(camera.asked) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_redirect_to_an_allowed_place_is_followed(
    serve: Callable[..., TestClient], scenes: Scenes, camera: Web
) -> None:
    camera.answers["/"] = moved("/live/video")
    camera.answers["/live/video"] = stream([scenes.picture(row("2C", 100), ".jpg")])
    client = serve(cameras=("127.0.0.1",))
    table = opened(client, camera.url("/"))
    told(client, table, lambda events: names(events) == ["2C"])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_a_place_that_is_not_allowed_is_not(
    serve: Callable[..., TestClient], scenes: Scenes, camera: Web, status: int
) -> None:
    with web("127.0.0.2") as secret:
        secret.answers["/"] = stream([scenes.picture(row("2C", 100), ".jpg")])
        camera.answers["/"] = plain(b"", status=status, Location=secret.url())
        client = serve(cameras=("127.0.0.1",))
        table = opened(client, camera.url(), lang="fr")
        events = told(client, table, lambda events: states(events) != [])
        assert (states(events), names(events)) == (["failed"], [])
        assert events[0]["text"].endswith(say("camera.failed", "fr"))
        assert "127.0.0" not in json.dumps(events)
        assert camera.asked
        assert secret.asked == []


@pytest.mark.parametrize(
    "place", ["file:///etc/passwd", "ftp://127.0.0.1/", "rtsp://127.0.0.1/", "http://169.254.169.254/", "", "//["]
)
def test_a_redirect_to_something_else_is_refused(camera: Web, place: str) -> None:
    camera.answers["/"] = moved(place)
    settings = Settings(cameras=("127.0.0.1",))
    with pytest.raises(CameraError):
        HttpCapture(allowed(camera.url(), settings.cameras), settings)


def test_a_ring_of_redirects_ends(camera: Web) -> None:
    camera.answers["/"] = moved("/")
    settings = Settings(cameras=("127.0.0.1",))
    with pytest.raises(CameraError):
        HttpCapture(allowed(camera.url(), settings.cameras), settings)
    assert len(camera.asked) < 10


def test_the_host_is_asked_by_its_name_at_the_address_that_was_checked(
    scenes: Scenes, camera: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera.answers["/video?size=2"] = stream([scenes.picture(row("2C", 100), ".jpg")])
    settings = Settings(cameras=("localhost",))
    address = camera.url("/video?size=2", "anna:secret%21@localhost")
    known = allowed(address, settings.cameras)
    # From now on the name stands for another machine, and no name is looked up again.
    monkeypatch.setattr("socket.getaddrinfo", _real_only_for_numbers())
    capture = HttpCapture(known, settings)
    good, image = capture.read()
    capture.release()
    assert good
    assert image.shape == (480, 640, 3)
    headers = camera.asked[0][1]
    assert headers["Host"] == f"localhost:{camera.server_port}"
    assert headers["Authorization"] == "Basic YW5uYTpzZWNyZXQh"


def _real_only_for_numbers() -> Any:
    import socket

    real = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        assert host.replace(".", "").isdigit(), f"{host} is looked up again"
        return real(host, *rest, **more)

    return look_up


@pytest.mark.parametrize(
    ("answer", "reads"),
    [
        (plain(b"<html>", "text/html"), None),
        (plain(b"", status=401), None),
        (plain(b"x" * 2000), False),
        (stream([b"x" * 500]), False),
        (stream([b"\xff\xd8\xff" + b"x" * 30_000]), False),
    ],
    ids=["a page", "a login", "no picture", "no pictures", "too large"],
)
def test_what_is_no_camera(camera: Web, answer: Any, reads: bool | None) -> None:
    camera.answers["/"] = answer
    settings = Settings(cameras=("127.0.0.1",), frame_bytes=20_000)
    address = allowed(camera.url(), settings.cameras)
    if reads is None:
        with pytest.raises(CameraError):
            HttpCapture(address, settings)
    else:
        capture = HttpCapture(address, settings)
        assert capture.read() == (False, None)
        capture.release()


def test_a_broken_picture_is_passed_over_and_one_of_too_many_pixels_never_decoded(scenes: Scenes, camera: Web) -> None:
    good = scenes.picture(row("2C", 100), ".jpg")
    huge = scenes.picture(row("2C", 100), ".jpg", (800, 700))
    camera.answers["/"] = stream([good[: len(good) // 2], huge, good])
    settings = Settings(cameras=("127.0.0.1",), picture_pixels=640 * 480)
    capture = HttpCapture(allowed(camera.url(), settings.cameras), settings)
    done, image = capture.read()
    capture.release()
    assert done
    assert image.shape == (480, 640, 3)


def test_a_camera_that_goes_and_comes_back(serve: Callable[..., TestClient], scenes: Scenes, camera: Web) -> None:
    first, second = (scenes.picture(row(codes, 100), ".jpg") for codes in ("2C", "2C 5H"))
    camera.answers["/"] = plain(first)
    client = serve(cameras=("127.0.0.1",))
    table = opened(client, camera.url())
    told(client, table, lambda events: names(events) == ["2C"])
    camera.answers["/"] = plain(b"", status=503)
    told(client, table, lambda events: states(events) == ["lost"])
    camera.answers["/"] = plain(second)
    events = told(client, table, lambda events: len(names(events)) == 2)
    assert states(events) == ["lost", "back"]
    assert names(events) == ["2C", "5H"]


def test_a_camera_that_is_not_there_yet_is_told_once_and_tried_again(
    serve: Callable[..., TestClient], scenes: Scenes, camera: Web
) -> None:
    camera.answers["/"] = plain(b"", status=503)
    client = serve(cameras=("127.0.0.1",))
    table = opened(client, camera.url())
    told(client, table, lambda events: states(events) == ["failed"])
    deadline = time.monotonic() + 20
    while len(camera.asked) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    camera.answers["/"] = plain(scenes.picture(row("2C", 100), ".jpg"))
    events = told(client, table, lambda events: names(events) == ["2C"])
    assert states(events) == ["failed", "back"]
