"""What is said, drawn and kept while the camera shows something else than the table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from service.live import TableWatch
from service.overlay import Overlay
from service.sentences import SENTENCES
from tests.vision.elsewhere import Scenes, black, title
from vision.types import Image

LAYOUT = {f"?{number}": (30 + 75 * (number % 5), 40 + 110 * (number // 5)) for number in range(10)}


def watched(table: Scenes, watch: TableWatch, seconds: float, time: float) -> tuple[list[tuple[str, str]], float]:
    """What was told of the camera and of cards, and the time after."""
    told = []
    for _ in range(round(25 * seconds)):
        for one in watch.frame(table.image(), time):
            if one["kind"] == "camera":
                told.append((one["after"]["state"], one["after"]["sentence"]))
            elif one["kind"] == "card":
                told.append((one["type"], one["kind"]))
        time += 0.04
    return told, time


@pytest.fixture
def begun() -> tuple[Scenes, TableWatch, float]:
    table = Scenes()
    table.cards = dict(LAYOUT)
    watch = TableWatch("trash", reader=table, slots=[10], lang="de")
    told, time = watched(table, watch, 1.5, 0.0)
    assert told == [("new", "card")] * 10
    return table, watch, time


@pytest.mark.parametrize("scene", [title, black])
def test_a_scene_shown_instead_is_said_once_and_so_is_the_table_seen_again(
    begun: tuple[Scenes, TableWatch, float], scene: Callable[[], Image]
) -> None:
    table, watch, time = begun
    before = watch.view()["cards"]
    table.shown = scene()
    told, time = watched(table, watch, 3.0, time)
    assert told == [("away", SENTENCES["de"]["camera.away"])]
    view = watch.view()
    assert view["away"] is True
    assert view["settled"] is False
    assert [card["id"] for card in view["cards"]] == [card["id"] for card in before]
    table.shown = None
    told, _ = watched(table, watch, 1.5, time)
    assert told == [("seen", SENTENCES["de"]["camera.seen"])]
    assert watch.view()["away"] is False


def test_a_moment_is_not_worth_a_word(begun: tuple[Scenes, TableWatch, float]) -> None:
    table, watch, time = begun
    table.shown = title()
    told, time = watched(table, watch, 0.8, time)
    table.shown = None
    again, _ = watched(table, watch, 1.0, time)
    assert told + again == []


def test_no_cards_are_drawn_over_another_scene(begun: tuple[Scenes, TableWatch, float]) -> None:
    table, watch, time = begun
    picture = table.image()
    assert np.any(Overlay().drawn(picture, watch.view(), []) != picture)
    table.shown = title()
    watched(table, watch, 0.5, time)
    assert np.array_equal(Overlay().drawn(picture, watch.view(), []), picture)
