"""Structured logs: one line for each happening, as text or as JSON, its fields named."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

_PLAIN = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in vars(record).items() if key not in _PLAIN}


def _when(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the record's own fields, and the trace of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, Any] = {
            "time": _when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        } | _fields(record)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextFormatter(logging.Formatter):
    """For a person: time, level, message, fields as name=value. Control characters cannot forge a second line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, and a trace after it where there is one."""
        fields = "".join(f" {key}={value}" for key, value in _fields(record).items())
        line = f"{_when(record)} {record.levelname:<7} {record.name}: {record.getMessage()}{fields}"
        line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _answered(record: logging.LogRecord) -> bool:
    """Whether a record says anything: of a WebSocket that is refused with an answer Uvicorn says that it got none."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


def set_up(form: str = "text", level: str = "info") -> None:
    """Send every log of the process to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").addFilter(_answered)
    # Every request has a line of ours already.
    logging.getLogger("uvicorn.access").disabled = True
