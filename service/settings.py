"""What a server may be told: by a TOML file, by environment variables ``KIBITZ_...``, by flags; the last one counts."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

MOST_THREADS = 64
"""As many as the networks are given; with far more they cannot be loaded."""
_DATABASES = ("postgresql://", "postgres://", "postgresql+psycopg://", "sqlite://")


class SettingError(ValueError):
    """A setting that is unknown or has a value it cannot have; the message names it."""


def _data_folder() -> Path:
    """The folder of this user's data as the platform has it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "kibitz"


def _setting(default: Any, text: str) -> Any:
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True)
class Settings:
    """Every setting with its default. ``describe()`` lists them with their meaning.

    Raises:
        SettingError: on a value outside its bounds.
    """

    host: str = _setting("127.0.0.1", "address to listen on; anything but loopback asks for api_keys")
    port: int = _setting(8765, "port to listen on")
    data: Path = field(default_factory=_data_folder, metadata={"text": "folder of what is kept"})
    database: str = _setting(
        "", "SQLAlchemy URL; empty: SQLite in the data folder; postgresql://user:password@host/name"
    )
    api_keys: tuple[str, ...] = _setting((), "keys that open the API, separated by commas; empty: no key is asked")
    allowed_hosts: tuple[str, ...] = _setting((), "names this server is reached by, besides its address and localhost")
    tls: bool = _setting(False, "serve HTTPS with a certificate made here")
    certificate: Path | None = field(default=None, metadata={"text": "PEM file of a certificate of your own"})
    certificate_key: Path | None = field(default=None, metadata={"text": "PEM file of its private key"})
    upload_bytes: int = _setting(32 * 1024 * 1024, "largest picture accepted, in bytes")
    json_bytes: int = _setting(1024 * 1024, "largest other request body accepted, in bytes")
    frame_bytes: int = _setting(4 * 1024 * 1024, "largest live frame accepted, in bytes")
    picture_pixels: int = _setting(60_000_000, "largest picture accepted, in pixels")
    body_seconds: float = _setting(20.0, "longest wait for a whole request body, in seconds")
    reading_seconds: float = _setting(60.0, "longest wait for a picture to be read, in seconds")
    readers: int = _setting(1, "pictures read at once")
    reader_threads: int = _setting(0, "threads of each reading; 0: all cores shared out")
    queue: int = _setting(8, "pictures that may wait for a reader; one more is answered 429")
    rate: int = _setting(
        0,
        "requests a minute for each client address, in bursts of as many; 0: 1200, but none on loopback; -1: no limit",
    )
    tables: int = _setting(16, "live tables that may be open at once")
    cameras: tuple[str, ...] = _setting((), "camera hosts (names, addresses or networks) the server may open itself")
    keep_corrections: bool = _setting(False, "keep corrected pictures as training material")
    deck: str = _setting("", "profile of a taught deck, used unless a request names another")
    language: str = _setting("auto", "language of the indices: auto, en, fr, de or nl")
    log: str = _setting("text", "form of the log: text or json")
    log_level: str = _setting("info", "debug, info, warning or error")
    metrics: bool = _setting(True, "serve /metrics for Prometheus")
    source: str = _setting("/source", "where the program's source is offered, as its licence asks")
    stop_seconds: float = _setting(10.0, "time given to requests in hand when the server stops")

    def __post_init__(self) -> None:
        for name in ("upload_bytes", "json_bytes", "frame_bytes", "picture_pixels", "readers", "tables"):
            self._need(getattr(self, name) >= 1, name, "at least 1")
        for name in ("body_seconds", "reading_seconds"):
            self._need(getattr(self, name) > 0, name, "more than 0")
        for name in ("reader_threads", "queue", "stop_seconds"):
            self._need(getattr(self, name) >= 0, name, "0 or more")
        self._need(self.reader_threads <= MOST_THREADS, "reader_threads", f"{MOST_THREADS} or less")
        self._need(self.rate >= -1, "rate", "-1 or more")
        self._need(0 <= self.port <= 65535, "port", "from 0 to 65535")
        self._need(self.log in ("text", "json"), "log", "text or json")
        self._need(
            self.log_level in ("debug", "info", "warning", "error"), "log_level", "debug, info, warning or error"
        )
        self._need(self.language in ("auto", "en", "fr", "de", "nl"), "language", "auto, en, fr, de or nl")
        self._need(
            (self.certificate is None) == (self.certificate_key is None),
            "certificate_key",
            "given together with certificate",
        )
        # It may hold a password.
        self._need(
            not self.database or self.database.startswith(_DATABASES),
            "database",
            "postgresql://user:password@host/name, or empty",
            hide=True,
        )
        self._need(all(len(key) >= 16 for key in self.api_keys), "api_keys", "keys of 16 characters or more", hide=True)

    def _need(self, met: bool, name: str, wanted: str, *, hide: bool = False) -> None:
        if not met:
            given = "" if hide else f" {getattr(self, name)!r}"
            raise SettingError(f"setting {name}{given}: must be {wanted}")

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    @property
    def requests_a_minute(self) -> int | None:
        """How many requests a client address may send in a minute; None: any number."""
        if self.rate:
            return self.rate if self.rate > 0 else None
        return None if self.loopback else 1200

    @property
    def decks(self) -> Path:
        """The folder of taught decks; with the default data folder, the command line's own."""
        named = os.environ.get("KIBITZ_DECKS")
        return Path(named) if named else self.data / "decks"

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL, with the driver this project uses."""
        if not self.database:
            return f"sqlite:///{self.data / 'kibitz.db'}"
        if self.database.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + self.database.split("://", 1)[1]
        return self.database

    def with_values(self, values: Mapping[str, Any], origin: str) -> Settings:
        """These settings with others in place, each given as text or already of its type.

        Raises:
            SettingError: naming ``origin`` and the setting, when it is unknown or its value is of the wrong kind.
        """
        hints = get_type_hints(Settings)
        known = {each.name for each in fields(Settings)}
        changed = {}
        for name, value in values.items():
            if name not in known:
                raise SettingError(f"{origin}: no setting is named {name!r}")
            try:
                changed[name] = _convert(value, hints[name])
            except ValueError as error:
                raise SettingError(f"{origin}: setting {name}: {error}") from None
        return replace(self, **changed)


def _convert(value: Any, kind: Any) -> Any:
    """``value`` as ``kind``, which is one of the types used in ``Settings``."""
    if kind is bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            return value.lower() in ("1", "true", "yes", "on")
        raise ValueError(f"{value!r} is neither yes nor no")
    if kind in (int, float):
        if isinstance(value, bool):
            raise ValueError(f"{value!r} is not a number")
        try:
            if kind is int and isinstance(value, float) and not value.is_integer():
                raise ValueError(value)  # Python would cut it off
            return kind(value)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{value!r} is not {'a whole' if kind is int else 'a'} number") from None
    if kind == tuple[str, ...]:
        items = value.split(",") if isinstance(value, str) else value
        if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) for item in items):
            raise ValueError(f"{value!r} is not a list of texts")
        return tuple(item.strip() for item in items if item.strip())
    if not isinstance(value, (str, Path)):
        raise ValueError(f"{value!r} is not a text")
    if kind is str:
        return str(value)
    if not str(value) and kind is Path:
        raise ValueError(f"{value!r} names no folder")
    return Path(value).expanduser() if str(value) else None


def load_settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, flags: Mapping[str, Any] | None = None
) -> Settings:
    """Settings from the defaults, then a TOML file, then ``KIBITZ_...`` variables, then flags that were given.

    Args:
        file: the TOML file; None takes the one named by ``KIBITZ_SETTINGS``, if any.
        environment: the variables; None takes the process's own.
        flags: values from the command line; those that are None count as not given.

    Raises:
        SettingError: naming the file, variable or flag at fault.
    """
    variables = dict(os.environ if environment is None else environment)
    settings = Settings()
    named = variables.pop("KIBITZ_SETTINGS", None)
    path = file if file is not None else (Path(named) if named else None)
    if path is not None:
        try:
            settings = settings.with_values(tomllib.loads(path.read_text(encoding="utf-8-sig")), str(path))
        except OSError as error:
            raise SettingError(f"settings file {path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            # No TOML, no text, or a number of thousands of digits.
            raise SettingError(f"settings file {path}: {error}") from None
    names = {each.name for each in fields(Settings)}
    given = {key[7:].lower(): value for key, value in variables.items() if key.startswith("KIBITZ_")}
    # Variables of other parts (a test's database, say) share the prefix: only those that name a setting are read.
    settings = settings.with_values(
        {key: value for key, value in given.items() if key in names}, "environment KIBITZ_*"
    )
    return settings.with_values(
        {key: value for key, value in (flags or {}).items() if value is not None}, "command line"
    )


def describe() -> list[tuple[str, str, str, str]]:
    """Every setting as (name, variable, default, meaning), for the documentation and ``kibitz serve --settings``."""
    rows = []
    for each in fields(Settings):
        default = "(platform's data folder)" if each.name == "data" else _shown(each.default)
        rows.append((each.name, f"KIBITZ_{each.name.upper()}", default, each.metadata["text"]))
    return rows


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None or value == () else str(value)
