"""A server to be killed: ``python tests/service/killed.py FOLDER PORT [DATABASE]``. Scene n shows the n-th card."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import uvicorn

from rules.cards import CARDS
from service.api.app import create_app
from service.settings import Settings
from tests.service.fakes import FakeReader, FakeWatch, Scenes, row


def pictures(scenes: Scenes) -> list[bytes]:
    """A picture of each card, the same in every process."""
    return [scenes.picture(row(card.code, 100), ".jpg") for card in CARDS]


if __name__ == "__main__":
    known = Scenes()
    pictures(known)
    settings = Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), database="".join(sys.argv[3:4]))
    app = create_app(settings, lambda deck, threads: FakeReader(known), FakeWatch)
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=settings.port,
        log_level="warning",
        timeout_graceful_shutdown=2,
        ws_max_size=settings.frame_bytes,
    )
