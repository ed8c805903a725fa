"""What serving costs: ``python -m tests.benchmarks.serving``. Starts the real server; prints one line for each figure.

Each figure over HTTP or WebSocket stands beside the library's own call in the same run, on the same picture.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

from websockets.asyncio.client import connect

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "gin_knock.jpg"
HANDS = {"knocker": "3S 4S 5S 6S 9H 9D 9C AC 2D 4H", "defender": "JH QH KH 8S 8D 8C 7S 5D 10C 6D"}


def request(path: str, body: bytes, kind: str) -> bytes:
    """An HTTP/1.1 POST as bytes."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def upload(path: str, picture: bytes) -> bytes:
    """A POST of a picture as a form."""
    mark = "benchmark-benchmark"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'.encode()
    return request(path, head + picture + f"\r\n--{mark}--\r\n".encode(), f"multipart/form-data; boundary={mark}")


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> tuple[int, float]:
    """Send a request on a connection that stays open; the answer's status, and when to come again."""
    writer.write(message)
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length"))
    await reader.readexactly(length)
    wait = next((float(line.split(":")[1]) for line in lines if line.lower().startswith("retry-after")), 0.0)
    return int(lines[0].split()[1]), wait


async def rate(port: int, message: bytes, clients: int, seconds: float) -> tuple[float, dict[int, int]]:
    """Answers a second with so many clients, and how many of each status."""
    counts: dict[int, int] = {}
    end = time.perf_counter() + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < end:
            status, wait = await ask(reader, writer, message)
            counts[status] = counts.get(status, 0) + 1
            # Clients that come back when they are told to, and not all at the same moment.
            await asyncio.sleep(min(wait * random.uniform(0.3, 1), max(0.0, end - time.perf_counter())))
        writer.close()

    start = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(clients)))
    return counts.get(200, 0) / (time.perf_counter() - start), counts


def memory(process: int) -> int:
    """Resident memory of a process in MB."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024


class Library:
    """The library's own calls on the same picture."""

    def __init__(self, picture: bytes) -> None:
        from models import load_reader
        from vision.tracker import Tracker

        self.picture = picture
        self.reader = load_reader(threads=os.cpu_count())
        self.frames = films(picture)
        self.tracker = Tracker(self.reader, packs=1)
        self.shown = 0
        self.photo()
        for _ in range(20):
            self.frame()

    def photo(self) -> float:
        """Milliseconds to read the picture."""
        start = time.perf_counter()
        self.reader.read(self.picture)
        return (time.perf_counter() - start) * 1000

    def frame(self) -> float:
        """Milliseconds to take in one more frame of a still table."""
        from vision.picture import load

        start = time.perf_counter()
        self.tracker.update(load(self.frames[self.shown % len(self.frames)]), self.shown / 15)
        self.shown += 1
        return (time.perf_counter() - start) * 1000


def films(picture: bytes) -> list[bytes]:
    """A camera's frames of the picture: the same table with other noise."""
    import cv2
    import numpy as np

    from vision.picture import load

    plain = load(picture)
    chance = np.random.default_rng(1)
    noisy = [np.clip(plain + chance.normal(0, 2, plain.shape), 0, 255).astype(np.uint8) for _ in range(8)]
    return [bytes(cv2.imencode(".jpg", each)[1]) for each in noisy]


async def served(port: int, process: int, library: Library) -> None:
    """Print every figure of a server, the library's own beside it, taken in turn."""
    score = request("/v1/gin/score", json.dumps(HANDS).encode(), "application/json")
    ace = request("/v1/ace/showdown", json.dumps({"cards": "KH 3S 9D"}).encode(), "application/json")
    for name, message in (("Chase the Ace showdowns", ace), ("Gin hands scored", score)):
        found = max([(await rate(port, message, 8, 2))[0] for _ in range(3)])
        print(f"{name}: {found:.0f} a second", flush=True)
    photo = upload("/v1/readings", library.picture)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await ask(reader, writer, photo)
    own, over = [], []
    for _ in range(20):
        own.append(library.photo())
        over.append(await timed(ask(reader, writer, photo)))
    print(f"one photo: library {statistics.median(own):.1f} ms, HTTP {statistics.median(over):.1f} ms", flush=True)
    await crowd(port, process, library, photo)
    await live(port, library)


async def timed(work: Awaitable[object]) -> float:
    """The time of some work in milliseconds."""
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1000


async def crowd(port: int, process: int, library: Library, photo: bytes) -> None:
    """Fifty clients at once, beside the library reading one picture after another."""
    before = memory(process)
    bare, many, counts = [], [], {}
    for _ in range(3):
        spent = [library.photo() for _ in range(12)]
        bare.append(1000 * len(spent) / sum(spent))
        found, told = await rate(port, photo, 50, 12)
        many.append(found)
        counts.update({status: counts.get(status, 0) + count for status, count in told.items()})
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))
    alone, together = statistics.median(bare), statistics.median(many)
    print(f"photos a second: library {alone:.2f}, fifty clients {together:.2f} ({together / alone:.0%})")
    print(f"answers: {answers}; memory {before} MB before, {memory(process)} MB after", flush=True)


async def live(port: int, library: Library) -> None:
    """The time from a frame sent to its answer, beside the library's own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request("/v1/tables", b'{"game": "gin", "packs": 1}', "application/json"))
    lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
    length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length"))
    table = json.loads(await reader.readexactly(length))["id"]
    own, over = [], []
    async with connect(f"ws://127.0.0.1:{port}/v1/tables/{table}/frames", compression=None) as socket:

        async def show(frame: bytes) -> None:
            await socket.send(frame)
            await socket.recv()

        for number in range(80):
            over.append(await timed(show(library.frames[number % len(library.frames)])))
            own.append(library.frame())
    still = statistics.median(own[30:]), statistics.median(over[30:])
    print(f"one live frame of a still table: library {still[0]:.1f} ms, WebSocket {still[1]:.1f} ms")


def main() -> None:
    """Start the server and print every figure."""
    library = Library(SAMPLE.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "service", "serve", "--port", "0", "--data", folder]
        environment = os.environ | {"KIBITZ_LOG_LEVEL": "warning"}
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert server.stderr is not None
        port = int(next(line for line in server.stderr if "Kibitz is at" in line).rstrip("/\n").rsplit(":", 1)[1])
        try:
            asyncio.run(served(port, server.pid, library))
        finally:
            server.terminate()
            server.wait(30)
            server.stderr.close()


if __name__ == "__main__":
    main()
