"""``kibitz serve``: the page, the API and live tables, in one process."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import uvicorn

from service.settings import SettingError, Settings, describe, load_settings


@click.command(short_help="Serve the web page, the HTTP API and live tables.")
@click.option("--host", metavar="ADDRESS", help="Address to listen on (127.0.0.1: this machine only).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (8765; 0: any free one).")
@click.option(
    "--tls", is_flag=True, default=None, help="HTTPS with a certificate made here; shows a QR code for phones."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of what is kept.")
@click.option(
    "--database", metavar="URL", help="postgresql://user:password@host/name; SQLite in the data folder if not given."
)
@click.option("--settings", "file", type=click.Path(dir_okay=False, path_type=Path), help="TOML file of settings.")
@click.option("--list-settings", is_flag=True, help="List every setting with its variable and default, and stop.")
@click.option("--log", type=click.Choice(("text", "json")), help="Form of the log.")
def serve(file: Path | None, list_settings: bool, **flags: Any) -> None:
    """Serve the page, the API under /v1 and live tables until stopped with Ctrl+C.

    Listens to this machine alone unless told otherwise; on a network it asks for a key, which it makes and prints where
    none is set. Settings come from a TOML file, then variables KIBITZ_..., then these options.
    """
    if list_settings:
        _print_settings()
        return
    try:
        settings = load_settings(file, flags=flags)
    except SettingError as error:
        raise click.UsageError(str(error)) from None
    _run(settings)


def _print_settings() -> None:
    for name, variable, default, text in describe():
        click.echo(f"{name:<18} {variable:<26} {default:<24} {text}")


def _run(settings: Settings) -> None:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from service import logs
    from service.api.app import create_app

    try:
        make_url(settings.database_url)
    except (ArgumentError, ValueError):
        raise click.UsageError("setting database: must be postgresql://user:password@host:port/name") from None
    # Before anything is logged or brought up to date: most often the server that holds the port is the one wanted.
    _check_free(settings)
    logs.set_up(settings.log, settings.log_level)
    try:
        app = create_app(settings)
    except OSError as error:
        raise click.UsageError(f"data folder {settings.data}: {error.strerror}") from None
    except SQLAlchemyError as error:
        # The URL may hold a password: only the driver's own words are shown.
        raise click.UsageError(f"database: {getattr(error, 'orig', None) or type(error).__name__}") from None
    extra: dict[str, Any] = {}
    if settings.certificate is not None:
        extra = {"ssl_certfile": settings.certificate, "ssl_keyfile": settings.certificate_key}
    elif settings.tls:
        from service.tls import certificate

        cert, key = certificate(settings.data, (settings.host, *settings.allowed_hosts))
        extra = {"ssl_certfile": cert, "ssl_keyfile": key}
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=max(1, int(settings.stop_seconds)),
        # A client that never finishes its headers or keeps an idle connection must not hold on for long.
        timeout_keep_alive=10,
        limit_concurrency=1000,
        ws_max_size=settings.frame_bytes,
        ws_max_queue=4,
        # JPEG frames do not get smaller by packing, only later.
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=32 * 1024,
        **extra,
    )
    server = _Announcing(config, settings, app.state.keys.plain, app.state.hub.stop)
    # A port that has been taken since makes uvicorn log it and leave by itself.
    with suppress(KeyboardInterrupt, SystemExit):
        server.run()
    if not server.started:
        raise _not_free(settings)


def _check_free(settings: Settings) -> None:
    """Raise `click.UsageError` where the port cannot be listened on."""
    if settings.port == 0:
        return
    try:
        places = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError:
        raise _not_free(settings) from None
    for family, kind, protocol, _, address in places:
        try:
            probe = socket.socket(family, kind, protocol)
        except OSError:
            # An address of a kind that this machine does not have is passed over by the server too.
            continue
        with probe:
            if os.name == "posix":
                # As the server does: a port left just now is free. On Windows it would be one that is in use.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                probe.bind(address)
            except OSError:
                raise _not_free(settings) from None


def _not_free(settings: Settings) -> click.UsageError:
    return click.UsageError(f"cannot listen on {settings.host} port {settings.port}: it is in use or not allowed")


def _address(host: str, port: int, secure: bool) -> str:
    bracketed = f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{bracketed}:{port}/"


class _Announcing(uvicorn.Server):
    """Says where it is reached once it is; lets go of live tables first when it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        settings: Settings,
        key: str | None,
        stop_streams: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self.settings = settings
        self.key = key
        self.stop_streams = stop_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so: the port may have been the system's choice."""
        await super().startup(sockets)
        # What is there now stays: the collector need not go through it again and again.
        gc.collect()
        gc.freeze()
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            announce(self.settings, port, bool(self.config.ssl_certfile), self.key)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: streams that would go on for ever end now, requests in hand are finished."""
        await self.stop_streams()
        await super().shutdown(sockets)


def announce(settings: Settings, port: int, secure: bool, key: str | None) -> None:
    """Print where the server is reached, and on a network its key and a QR code that opens it on a phone."""
    from service.tls import addresses, fingerprint

    if settings.loopback:
        click.echo(f"Kibitz is at {_address('localhost', port, secure)}", err=True)
        return
    everywhere = settings.host in ("0.0.0.0", "::", "")
    reached = addresses() if everywhere else [settings.host]
    for host in reached[:4] or ["localhost"]:
        click.echo(f"Kibitz is at {_address(host, port, secure)}", err=True)
    if key is None:
        return
    click.echo(f"Key: {key}", err=True)
    if reached:
        import segno

        click.echo("Open it on a phone in the same network:", err=True)
        segno.make(f"{_address(reached[0], port, secure)}#key={key}", error="l").terminal(sys.stderr, compact=True)
    if secure and settings.certificate is None:
        click.echo(
            "The browser will warn of a certificate it does not know; it is this one, with SHA-256 fingerprint\n"
            f"{fingerprint(settings.data / 'certificate.pem')}",
            err=True,
        )
    elif not secure:
        click.echo("Without --tls a phone's browser keeps its camera to itself; choosing photos works.", err=True)
