"""HTTP/1.1 by hand for benchmarks: what a client costs must not be counted as what the server costs."""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path


def request(path: str, body: bytes, kind: str) -> bytes:
    """An HTTP/1.1 POST as bytes."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def upload(path: str, picture: bytes) -> bytes:
    """A POST of a picture as a form."""
    mark = "benchmark-benchmark"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'.encode()
    return request(path, head + picture + f"\r\n--{mark}--\r\n".encode(), f"multipart/form-data; boundary={mark}")


@dataclass
class Answer:
    """An answer: its status, the seconds after which to come again, and its body."""

    status: int
    wait: float
    body: bytes


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> Answer:
    """Send a request on a connection that stays open, and take the answer."""
    writer.write(message)
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    told = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    body = await reader.readexactly(int(told["content-length"]))
    return Answer(int(lines[0].split()[1]), float(told.get("retry-after", 0)), body)


@dataclass
class Rate:
    """What came of asking for some time.

    Attributes:
        each: answers with status 200 a second.
        counts: answers by status.
        cpu: seconds of processor time the server spent on one answer.
    """

    each: float
    cpu: float
    counts: dict[int, int] = field(default_factory=dict)


async def rate(port: int, process: int, message: bytes, clients: int, seconds: float) -> Rate:
    """Ask with so many clients at once, each for its next answer when it has one."""
    counts: dict[int, int] = {}
    end = time.perf_counter() + seconds

    async def one() -> None:
        while time.perf_counter() < end:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            wait = 0.0
            while not wait and time.perf_counter() < end:
                answer = await ask(reader, writer, message)
                counts[answer.status] = counts.get(answer.status, 0) + 1
                wait = answer.wait * random.uniform(0.3, 1)
            writer.close()
            # Clients that come back when they are told to, and not all at the same moment, on a new connection.
            await asyncio.sleep(min(wait, max(0.0, end - time.perf_counter())))

    start, before = time.perf_counter(), cpu(process)
    await asyncio.gather(*(one() for _ in range(clients)))
    spent = cpu(process) - before
    return Rate(counts.get(200, 0) / (time.perf_counter() - start), spent / max(1, sum(counts.values())), counts)


def cpu(process: int) -> float:
    """Seconds of processor time a process has spent so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Resident memory of a process in MB."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024
