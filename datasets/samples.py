"""The project's own sample pictures: a Gin table after a knock, a hand of ten, a Trash layout, two showings.

Everything comes from fixed seeds. The decks are painted from generator seeds of `WITHHELD`; no training draws its decks
from these, so the pictures show decks that no network of ours has seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import surfaces
from datasets.composer import hands
from datasets.composer.canvas import Canvas
from datasets.composer.compose import Light, lay, truths
from datasets.composer.items import Item, LaidCard, moved
from datasets.composer.tables import laid
from datasets.composer.view import Sheet, View
from datasets.deck import Deck
from datasets.painter import paint_deck
from datasets.scene import Scene

# Generator seeds of decks kept for samples and demonstrations.
WITHHELD = range(7_700_000, 7_700_100)
SIZE = (1600, 1200)
KNOCKER = ("3S 4S 5S 6S", "9C 9D 9H", "AH", "2D", "5C")
DEFENDER = ("10C 10H 10S", "4D 5D 6D", "2S", "7S", "QH", "KC")
HAND = ["4H", "5H", "6H", "7H", "JC", "JD", "JS", "KS", "3D", "2C"]
# None for a card that lies face down.
TRASH = ("AH", None, "3C", None, "JD", "6S", None, None, "9H", "10D")


# Stop the Bus, the near hand and the far one; Chase the Ace, from the near player clockwise, of a pack of 32.
BUS = ("10H QH 4H", "KS 7S 6D")
ACE = ("QH", "KD", "8S", "10C")


@dataclass(frozen=True)
class Sample:
    """A picture, its truth, the name it is stored under and the quality of its JPEG."""

    name: str
    scene: Scene
    quality: int = 90


def samples() -> list[Sample]:
    """The sample pictures, always the same."""
    return [
        Sample("gin_knock", gin_knock()),
        Sample("hand", hand()),
        Sample("trash", trash()),
        Sample("bus", bus(), 70),
        Sample("ace", ace(), 70),
    ]


def gin_knock(number: int = 35) -> Scene:
    """Both hands after a knock, melds and deadwood apart, the defender's seen from the knocker's side.

    Args:
        number: of the withheld deck, 0 to 99.
    """
    rng = np.random.default_rng(1)
    deck = _deck(number)
    near = _groups(rng, deck, KNOCKER, 0.235, 0.27)
    far = _groups(rng, deck, DEFENDER, 0.235, 0.27)
    items = [moved(item, 0.0, -1.22, np.pi + 0.02) for item in far] + [moved(item, 0.03, 1.08, -0.015) for item in near]
    width = deck.back().shape[1] / 700
    items += [_card(rng, deck, "7D", False, -0.62 + 0.003 * k, -0.07 - 0.004 * k, 0.03) for k in range(5)]
    items += [_card(rng, deck, "8C", True, -0.62 + width * 1.2, -0.07, -0.06)]
    view = _view((0.0, 0.02), 285.0, tilt=0.42)
    return _photograph(rng, items, surfaces.wood, 22, view, "gin_table")


def hand() -> Scene:
    """Ten cards held in a fan."""
    rng = np.random.default_rng(2)
    deck = _deck(31)
    items: list[Item] = []
    for k, code in enumerate(HAND):
        turn = (k - 4.5) * 0.135
        items.append(_card(rng, deck, code, True, 1.25 * np.sin(turn), 0.75 - 1.25 * np.cos(turn), turn))
    held = hands.holding(np.random.default_rng(6), 0.05, -0.12, 0.1, fingers=0)
    items.append(replace(held, skin=(140, 170, 214)))
    view = _view((0.05, -0.35), 560.0, tilt=0.12)
    return _photograph(rng, items, surfaces.felt, 11, view, "held_fan")


def trash() -> Scene:
    """A Trash layout with stock and discard pile."""
    rng = np.random.default_rng(3)
    deck = _deck(19)
    width = deck.back().shape[1] / 700
    items: list[Item] = []
    for slot, code in enumerate(TRASH):
        x, y = (slot % 5 - 2) * width * 1.22, (slot // 5 - 0.5) * 1.16 + 0.35
        items.append(_card(rng, deck, code or "7C", code is not None, x, y, float(rng.normal(0, 0.02))))
    items += [_card(rng, deck, "8D", False, -0.6 * width + 0.003 * k, -1.47 - 0.004 * k, 0.02) for k in range(5)]
    items.append(_card(rng, deck, "4S", True, 0.65 * width, -1.47, 0.0))
    items.append(_card(rng, deck, "QC", True, 0.67 * width, -1.46, 0.06))
    view = _view((0.0, -0.24), 315.0, tilt=0.3)
    return _photograph(rng, items, surfaces.felt, 23, view, "trash")


def bus() -> Scene:
    """Two hands of Stop the Bus as they are shown, each before its player, and the rest of the pack."""
    rng = np.random.default_rng(4)
    deck = _deck(44)
    near, far = (_groups(rng, deck, (cards,), 0.46, 0.0) for cards in BUS)
    items = [moved(item, 0.12, -1.15, np.pi - 0.03) for item in far] + [moved(item, -0.05, 1.02, 0.02) for item in near]
    items += [_card(rng, deck, "2C", False, -0.9 + 0.003 * k, -0.06 - 0.004 * k, 0.1) for k in range(6)]
    return _photograph(rng, items, surfaces.wood, 31, _view((0.0, 0.0), 290.0, tilt=0.36), "bus")


def ace() -> Scene:
    """The cards of four players of Chase the Ace, each turned to its player, round the rest of the pack."""
    rng = np.random.default_rng(5)
    deck = _deck(52)
    seats = (
        (0.05, 1.16, 0.02),
        (-1.35, 0.06, np.pi / 2 - 0.05),
        (-0.04, -1.12, np.pi + 0.04),
        (1.38, -0.03, -np.pi / 2),
    )
    items: list[Item] = [_card(rng, deck, code, True, *seat) for code, seat in zip(ACE, seats, strict=True)]
    items += [_card(rng, deck, "7C", False, 0.02 + 0.003 * k, 0.01 - 0.004 * k, -0.12) for k in range(6)]
    return _photograph(rng, items, surfaces.plain, 27, _view((0.0, 0.0), 300.0, tilt=0.34), "ace")


def _deck(number: int) -> Deck:
    return paint_deck(np.random.default_rng(WITHHELD[number]))


def _card(rng: np.random.Generator, deck: Deck, code: str, up: bool, x: float, y: float, angle: float) -> LaidCard:
    image = deck.back()
    width = image.shape[1] / image.shape[0]
    return LaidCard(deck, code, up, Sheet(float(x), float(y), float(angle), width, curl=float(rng.normal(0, 0.006))))


def _groups(rng: np.random.Generator, deck: Deck, groups: Sequence[str], gap: float, apart: float) -> list[Item]:
    """Groups of overlapping cards in a row, centred on the origin."""
    image = deck.back()
    width = image.shape[1] / image.shape[0]
    items: list[Item] = []
    x = 0.0
    for group in groups:
        for code in group.split():
            items.append(_card(rng, deck, code, True, x, float(rng.normal(0, 0.012)), float(rng.normal(0, 0.015))))
            x += gap
        x += apart + (width - gap if len(group.split()) > 1 else 0.0)
    middle = max(item.sheet.x for item in items if isinstance(item, LaidCard)) / 2
    return [moved(item, -middle, 0.0) for item in items]


def _view(centre: tuple[float, float], scale: float, tilt: float) -> View:
    return View(SIZE, centre, 5.5, scale * 5.5, tilt=tilt, roll=0.01, aim=(SIZE[0] / 2, SIZE[1] / 2))


def _photograph(
    rng: np.random.Generator, items: Sequence[Item], surface: surfaces.Surface, seed: int, view: View, layout: str
) -> Scene:
    """Lay the items on a table and photograph them as a good phone does in daylight."""
    table = laid(surface(np.random.default_rng(seed), SIZE), view)
    canvas = Canvas(table, view)
    lay(rng, canvas, items, Light(direction=-2.2, length=0.9, softness=0.015, darkness=0.45))
    height, width = canvas.image.shape[:2]
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    falling = np.clip((0.98 - 0.14 * x - 0.16 * y) * 255, 0, 255).astype(np.uint8)
    image = cv2.multiply(canvas.image, cv2.merge([falling] * 3), scale=1 / 255)
    image = cv2.GaussianBlur(image, (0, 0), 0.7)
    noise = surfaces.grain(rng, SIZE, 2.0, 0.5)
    finished: NDArray[np.uint8] = np.asarray(cv2.add(image, cv2.merge([noise] * 3), dtype=cv2.CV_8U), dtype=np.uint8)
    return Scene(finished, truths(canvas, items, finished), layout)


def write_samples(folder: Path) -> list[Path]:
    """Write every sample as NAME.jpg with its truth as NAME.json; gives the pictures' paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for sample in samples():
        path = folder / f"{sample.name}.jpg"
        if not cv2.imwrite(str(path), sample.scene.image, [cv2.IMWRITE_JPEG_QUALITY, sample.quality]):
            raise OSError(f"{path} could not be written")
        path.with_suffix(".json").write_text(json.dumps(sample.scene.to_json()) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    for written in write_samples(Path(__file__).parents[1] / "service" / "samples"):
        print(written)
