"""What serving costs: ``python -m tests.benchmarks.serving [rules] [photo] [live] [crowd] [paint]``.

Starts the real server with the trained networks and prints a table. Each figure of pictures stands beside the library's
own call on the same picture, the two taken in turn, as medians: what else the machine does meanwhile falls on both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.asyncio.client import connect

from tests.benchmarks.wire import ask, memory, rate, request, upload

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "gin_knock.jpg"
HANDS = {"knocker": "3S 4S 5S 6S 9H 9D 9C AC 2D 4H", "defender": "JH QH KH 8S 8D 8C 7S 5D 10C 6D"}
RULES = {
    "Chase the Ace showdowns": request("/v1/ace/showdown", b'{"cards": "KH 3S 9D"}', "application/json"),
    "Gin hands scored": request("/v1/gin/score", json.dumps(HANDS).encode(), "application/json"),
}
PARTS = ("rules", "photo", "live", "crowd", "paint")


def row(what: str, goal: str, figure: str) -> None:
    """One line of the table."""
    print(f"| {what} | {goal} | {figure} |", flush=True)


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


async def timed(work: Awaitable[object]) -> float:
    """The time of some work in milliseconds."""
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1000


async def rules(port: int, process: int) -> None:
    """Calls that need no picture, from eight clients; a second, and a second of processor time."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in RULES}
    for _ in range(5):
        for name, message in RULES.items():
            told = await rate(port, process, message, 8, 2)
            assert set(told.counts) == {200}, told.counts
            found[name].append((told.each, told.cpu))
    for name, each in found.items():
        wall, spent = (statistics.median(column) for column in zip(*each, strict=True))
        row(f"{name}, one process", "2,000/s", f"{wall:,.0f}/s; {1 / spent:,.0f} in a second of its processor time")


def beside(what: str, limit: int, own: list[float], over: list[float]) -> None:
    """Print the server's times beside the library's, taken in turn."""
    more = statistics.median(b - a for a, b in zip(own, over, strict=True))
    figure = f"{statistics.median(over):.1f} ms, the library {statistics.median(own):.1f} ms: {more:+.1f} ms"
    row(what, f"within {limit} ms of the library", figure)


async def photo(port: int, library: Library) -> None:
    """One photo after the other, in turn with the library."""
    message = upload("/v1/readings", library.picture)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await ask(reader, writer, message)
    own, over = [], []
    for _ in range(20):
        own.append(library.photo())
        over.append(await timed(ask(reader, writer, message)))
    beside("one photo over HTTP", 15, own, over)


async def live(port: int, library: Library) -> None:
    """The time from a frame sent to its answer, in turn with the library."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    made = await ask(reader, writer, request("/v1/tables", b'{"game": "gin", "packs": 1}', "application/json"))
    table = json.loads(made.body)["id"]
    own, over = [], []
    async with connect(f"ws://127.0.0.1:{port}/v1/tables/{table}/frames", compression=None) as socket:

        async def show(frame: bytes) -> None:
            await socket.send(frame)
            assert json.loads(await socket.recv())["type"] == "seen"

        for number in range(90):
            over.append(await timed(show(library.frames[number % len(library.frames)])))
            own.append(library.frame())
    # The first frames are looked at whole; then the table is known and still.
    beside("one live frame over WebSocket", 20, own[30:], over[30:])


async def crowd(port: int, process: int, library: Library) -> None:
    """Fifty clients at once, in turn with the library reading one picture after another."""
    message = upload("/v1/readings", library.picture)
    bare: list[float] = []
    many: list[float] = []
    counts: dict[int, int] = {}
    held = [memory(process)]
    for _ in range(3):
        spent = [library.photo() for _ in range(12)]
        bare.append(1000 * len(spent) / sum(spent))
        told = await rate(port, process, message, 50, 15)
        many.append(told.each)
        counts.update({status: counts.get(status, 0) + count for status, count in told.counts.items()})
        held.append(memory(process))
    alone, together = statistics.median(bare), statistics.median(many)
    figure = f"{together:.2f}/s, the library {alone:.2f}/s: {together / alone:.0%}"
    row("photos from 50 clients at once", "90 % of the bare reader's", figure)
    row(
        "answers to them",
        "200 and 429 alone",
        ", ".join(f"{count} × {status}" for status, count in sorted(counts.items())),
    )
    row("memory, before and after each of three rounds", "flat", " ".join(f"{each} MB" for each in held))


COLD = """new Promise((resolve) => {
  let largest = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) largest = each.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    resolve({ first, largest, bytes: all.reduce((sum, each) => sum + each.transferSize, 0), files: all.length });
  }, 600);
})"""


def paint(port: int) -> None:
    """The page in Chromium with nothing in its cache."""
    from tests.service.browser import CHROMIUM, Browser

    if CHROMIUM is None:
        row("first useful paint of the page", "under 500 ms and 200 kB", "not measured: no Chromium is installed")
        return
    found = []
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            browser.size(1280, 860)
            browser.call("Network.enable")
            browser.call("Network.setCacheDisabled", cacheDisabled=True)
            for number in range(8):
                browser.open("about:blank")
                browser.open(f"http://127.0.0.1:{port}/?{number}")
                browser.until("document.querySelector('.drop h2')")
                found.append(browser.run(COLD))
        finally:
            browser.close()
    first, largest = (statistics.median(each[name] for each in found) for name in ("first", "largest"))
    size = max(each["bytes"] for each in found)
    figure = f"first {first:.0f} ms, largest {largest:.0f} ms; {size / 1000:.0f} kB in {found[0]['files']} files"
    row("paint of the page, cold", "under 500 ms, 200 kB", figure)


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """A server on a port of its own, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "service", "serve", "--port", "0", "--data", folder]
        environment = os.environ | {"KIBITZ_LOG_LEVEL": "warning"}
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert server.stderr is not None
        port = int(next(line for line in server.stderr if "Kibitz is at" in line).rstrip("/\n").rsplit(":", 1)[1])
        try:
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(30)
            server.stderr.close()


def main(parts: list[str]) -> None:
    """Start the server and print the table."""
    chosen = parts or list(PARTS)
    library = Library(SAMPLE.read_bytes()) if {"photo", "live", "crowd"} & set(chosen) else None
    print(f"{os.cpu_count()} cores; load of the machine before: {os.getloadavg()[0]:.1f}\n")
    row("what", "goal", "measured")
    row("---", "---", "---")
    with served() as (port, process):
        if "rules" in chosen:
            asyncio.run(rules(port, process))
        if "paint" in chosen:
            paint(port)
        if library is not None:
            if "photo" in chosen:
                asyncio.run(photo(port, library))
            if "live" in chosen:
                asyncio.run(live(port, library))
            if "crowd" in chosen:
                asyncio.run(crowd(port, process, library))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    asked = options.parse_args().parts
    if unknown := [part for part in asked if part not in PARTS]:
        options.error(f"no part is named {', '.join(unknown)}: {', '.join(PARTS)}")
    main(asked)
