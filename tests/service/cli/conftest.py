from __future__ import annotations

from typing import Any

import click
import pytest

import service.cli.read


@pytest.fixture
def photos(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Readings by picture name, and how each was asked for."""
    held: dict[str, Any] = {}
    asked: list[tuple[str, int, str, bool]] = []

    def read_picture(
        reader: object, name: str, packs: int, language: str, lang: str = "en", jokers: bool = True
    ) -> tuple[None, Any]:
        if name not in held:
            raise click.ClickException(f"{name}: no such file")
        asked.append((name, packs, language, jokers))
        return None, held[name]

    monkeypatch.setattr(service.cli.read, "open_reader", lambda deck=None, threads=None: object())
    monkeypatch.setattr(service.cli.read, "read_picture", read_picture)
    held["asked"] = asked
    return held
