"""The committed networks on pictures they were not trained on: composed tables from unused seeds, and real photos."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import paint_deck
from datasets.scene import PlacedCard
from models.evaluate import load_labels
from models.evaluate.matching import judge
from models.load import NETWORKS, load_reader, weights_folder
from vision.detector import OnnxDetector
from vision.reading import Reader

DEV = Path(__file__).parents[3] / "shared" / "data" / "dev"

pytestmark = pytest.mark.skipif(
    not all((weights_folder() / name).is_file() for name in NETWORKS),
    reason="no trained weights here",
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader(threads=1)


def legible(card: PlacedCard) -> bool:
    """Whether an index of the card is large and plain enough for a person to read at a glance."""
    heights = [float(np.linalg.norm(index.quad[3] - index.quad[0])) for index in card.indices]
    return any(tall >= 16 and index.contrast >= 50 for tall, index in zip(heights, card.indices, strict=True))


def test_composed_grids_are_read(reader: Reader) -> None:
    rng = np.random.default_rng(20_001)
    decks, backgrounds = Decks(paint=paint_deck, reuse=1), Backgrounds([])
    right = wrong = shown = 0
    for _ in range(12):
        scene = compose(rng, decks, backgrounds, layout="grid", size=(1024, 768))
        clear = [card for card in scene.cards if card.side == "up" and card.visible > 0.95 and legible(card)]
        truth = Counter(card.code for card in scene.cards)
        cards = reader.read(scene.image).cards
        seen = Counter(str(card.card) for card in cards if card.card is not None and card.confidence >= 0.9)
        wrong += (seen - truth).total()
        right += (seen & Counter(card.code for card in clear)).total()
        shown += len(clear)
    assert shown > 60
    assert right >= 0.8 * shown
    # Cards that are not legible count here too, if they are named as if they were.
    assert wrong <= 0.04 * shown


@pytest.mark.skipif(not DEV.is_dir(), reason="the labelled photos are not here")
def test_rows_of_real_cards_are_read(reader: Reader) -> None:
    photos = [photo for photo in load_labels(DEV / "tables") if photo.layout.startswith("row")][:5]
    outcomes = [judge(photo, reader.read(photo.path)) for photo in photos]
    assert sum(outcome.faces.right for outcome in outcomes) >= 0.9 * sum(photo.cards.total() for photo in photos)
    assert sum(outcome.faces.confident for outcome in outcomes) == 0


def test_the_detector_is_what_the_code_expects(reader: Reader) -> None:
    detector = reader.detector
    assert isinstance(detector, OnnxDetector)
    raw = detector.infer(np.full((1, 3, 96, 160), 0.4, np.float32))
    assert raw.shape == (1, 28, 12 * 20 + 6 * 10 + 3 * 5)
    assert raw[0, :4].min() >= 0
    assert raw[0, :4].max() <= 1
