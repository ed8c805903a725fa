"""Servers in processes of their own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(port: int, path: str, body: Any = None) -> Any:
    """What a server answers.

    Raises:
        OSError: when it does not, or breaks off in the middle.
    """
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()
    except HTTPException as error:
        raise ConnectionAbortedError("the server broke off") from error


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server in a process of its own that answers; nothing is left of it afterwards, whatever happened."""
    with subprocess.Popen(command, env=os.environ | environment, stderr=subprocess.DEVNULL) as server:
        try:
            wait(server, port)
            yield server
            server.terminate()
            server.wait(30)
        finally:
            server.kill()


def faked(folder: Path, port: int, *database: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """A server with the fake reader, see `killed`."""
    return running(
        [sys.executable, str(Path(__file__).with_name("killed.py")), str(folder), str(port), *database], port
    )


def served(folder: Path, port: int, *flags: str, **environment: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """The server as it is."""
    command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--data", str(folder), *flags]
    return running(command, port, **environment)


def wait(server: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + 60
    while True:
        with suppress(OSError):
            ask(port, "/healthz")
            return
        assert server.poll() is None, "the server ended by itself"
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.1)
