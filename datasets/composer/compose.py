"""Composes pictures of tables with cards, with their exact truth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer import hands, layouts
from datasets.composer.canvas import Canvas
from datasets.composer.capture import capture, moire
from datasets.composer.decks import DeckSource
from datasets.composer.items import Dealer, Item, LaidCard, LaidHand, LaidThing, moved
from datasets.composer.light import glare, illuminate
from datasets.composer.truth import card_truth
from datasets.composer.view import View
from datasets.scene import Scene

if TYPE_CHECKING:  # the backgrounds are made of the composer's surfaces
    from datasets.backgrounds import Backgrounds

LAYOUTS: tuple[str, ...] = tuple(layouts.WEIGHTS)
SIZES: tuple[tuple[int, int], ...] = (
    (1024, 768), (1024, 576), (768, 1024), (1024, 1024), (1280, 960), (1280, 720), (720, 1280), (960, 1280)
)  # fmt: skip
_SIZE_WEIGHTS = np.array([0.3, 0.17, 0.15, 0.13, 0.08, 0.07, 0.03, 0.07])
# Index heights in pixels that scenes are made for.
INDEX_HEIGHTS = (7.0, 140.0)


def compose(
    rng: np.random.Generator,
    decks: DeckSource,
    backgrounds: Backgrounds,
    layout: str | None = None,
    size: tuple[int, int] | None = None,
) -> Scene:
    """Make one picture of a table.

    Args:
        rng: source of chance; the same state, decks and backgrounds give the same pixels.
        decks: where packs come from.
        backgrounds: where table tops come from.
        layout: one of `LAYOUTS`, or None for any.
        size: width and height in pixels, or None for any of the usual ones.

    Raises:
        ValueError: there is no such layout.
    """
    if layout is not None and layout not in layouts.WEIGHTS:
        raise ValueError(f"there is no layout {layout!r}; there are {', '.join(LAYOUTS)}")
    if layout is None:
        weights = np.array([weight for _, weight in layouts.WEIGHTS.values()], dtype=np.float64)
        layout = LAYOUTS[int(rng.choice(len(LAYOUTS), p=weights / weights.sum()))]
    if size is None:
        size = SIZES[int(rng.choice(len(SIZES), p=_SIZE_WEIGHTS / _SIZE_WEIGHTS.sum()))]
    dealer = _dealer(rng, decks, layout)
    items = layouts.WEIGHTS[layout][0](dealer)
    view = aim(rng, items, dealer, size, layout)
    items = _surrounded(rng, items, dealer, view, layout)
    return draw(rng, items, backgrounds, view, layout, dealer.index_height)


def _dealer(rng: np.random.Generator, decks: DeckSource, layout: str) -> Dealer:
    deck = decks.sample(rng)
    second = decks.sample(rng) if rng.random() < 0.15 else None
    bend = float(rng.choice([0.0, 0.008, 0.025, 0.06], p=[0.4, 0.3, 0.2, 0.1]))
    down = float(rng.choice([0.0, 0.1, 0.4], p=[0.72, 0.2, 0.08]))
    if layout == "held_fan":
        down = 0.0
        bend = max(bend, 0.01)
    return Dealer(deck, rng, second, jokers=bool(rng.random() < 0.35), bend=bend, down_rate=down)


def aim(
    rng: np.random.Generator, items: list[Item], dealer: Dealer, size: tuple[int, int], layout: str
) -> View:
    """A camera that sees the layout, at a scale that spreads index heights evenly over `INDEX_HEIGHTS`."""
    cards = [item for item in items if isinstance(item, LaidCard)]
    places = np.array([(card.sheet.x, card.sheet.y) for card in cards] or [(0.0, 0.0)])
    turn = float(rng.choice([0.0, 1.0, 2.0], p=[0.62, 0.2, 0.18]))
    turn = {0.0: rng.normal(0, 0.12), 1.0: rng.choice([-1, 1, 2]) * np.pi / 2 + rng.normal(0, 0.1)}.get(
        turn, rng.uniform(-np.pi, np.pi)
    )
    steep = rng.random()
    if layout == "held_fan":
        turn, tilt = float(rng.normal(0, 0.2)), abs(float(rng.normal(0, 0.25)))
    elif steep < 0.3:
        tilt = abs(float(rng.normal(0, 0.1)))
    elif steep < 0.88:
        tilt = float(rng.uniform(0.1, 0.95))
    else:
        tilt = float(rng.uniform(0.9, 1.3))
    probe = View(size, (0.0, 0.0), 1e6, 1e6, 0.0, float(turn))
    flat = probe.on_table(places)
    # Looked at from the side the layout is foreshortened by the cosine of the tilt.
    low, high = flat.min(axis=0) - 0.55, flat.max(axis=0) + 0.55
    reach = float(np.linalg.norm(high - low) / 2)
    across, down = high[0] - low[0], (high[1] - low[1]) * max(np.cos(tilt), 0.35)
    fit = min(size[0] / across, size[1] / down)
    mark = dealer.index_height
    smallest = fit * float(rng.choice([0.12, 0.35, 0.75], p=[0.1, 0.28, 0.62]))
    largest = min(fit * float(rng.choice([0.95, 1.6, 3.0], p=[0.5, 0.36, 0.14])), 1.15 * max(size))
    lowest = max(INDEX_HEIGHTS[0] / mark, min(smallest, largest))
    highest = max(min(largest, INDEX_HEIGHTS[1] / mark), lowest * 1.02)
    scale = float(np.exp(rng.uniform(np.log(lowest), np.log(highest))))
    centre = probe.centre
    if scale > fit * 1.05:
        centre = tuple(places[int(rng.integers(len(places)))] + rng.normal(0, 0.25, 2))
    else:
        back = -turn
        middle = (low + high) / 2
        centre = (
            float(middle[0] * np.cos(back) - middle[1] * np.sin(back)),
            float(middle[0] * np.sin(back) + middle[1] * np.cos(back)),
        )
    # The nearest card must stay well in front of the camera.
    distance = max(float(rng.uniform(2.2, 7.0)), reach * (0.9 + 1.2 * np.sin(tilt)))
    slack = np.maximum(np.array(size) - scale * np.array([across, down]), 0) / 2
    offset = rng.uniform(-1, 1, 2) * slack * float(rng.random() < 0.8)
    lens = (0.0, 0.0)
    if rng.random() < 0.3:
        lens = (float(rng.normal(-0.03, 0.05)), float(rng.normal(0, 0.015)))
    return View(
        size=size,
        centre=(float(centre[0]), float(centre[1])),
        distance=distance,
        focal=scale * distance,
        tilt=tilt,
        turn=float(turn),
        roll=float(rng.normal(0, 0.05)),
        aim=(size[0] / 2 + float(offset[0]), size[1] / 2 + float(offset[1])),
        lens=lens,
    )


def _surrounded(
    rng: np.random.Generator, items: list[Item], dealer: Dealer, view: View, layout: str
) -> list[Item]:
    """Add more groups of cards, things and hands to a table."""
    half = max(view.size) / view.scale / 2
    below: list[Item] = []
    above: list[Item] = []
    if layout not in ("empty", "single", "held_fan", "whole_pack", "deal") and rng.random() < 0.3 and half > 1.5:
        for _ in range(int(rng.integers(1, 4))):
            extra = layouts.WEIGHTS[str(rng.choice(["few", "heap", "spread", "cascade", "piles", "fan"]))][0](dealer)
            place = np.array(view.centre) + rng.uniform(-half, half, 2)
            group = [moved(item, float(place[0]), float(place[1]), float(rng.uniform(-np.pi, np.pi))) for item in extra]
            (below if rng.random() < 0.7 else above).extend(group)
    if layout == "held_fan" and rng.random() < 0.9:
        above.append(hands.holding(rng, 0.0, float(rng.uniform(-0.35, 0.05)), float(rng.normal(0, 0.25))))
    elif rng.random() < (0.09 if layout != "empty" else 0.25):
        for _ in range(int(rng.integers(1, 3))):
            place = np.array(view.centre) + rng.normal(0, 0.5, 2) * half
            above.append(hands.reaching(rng, float(place[0]), float(place[1]), float(rng.normal(-view.turn, 0.9))))
    return below + items + above


def draw(
    rng: np.random.Generator,
    items: list[Item],
    backgrounds: Backgrounds,
    view: View,
    layout: str,
    index_height: float,
) -> Scene:
    """Draw what lies on a table, bottom to top, photograph it, and say what can be seen."""
    canvas = Canvas(_table(rng, backgrounds, view), view)
    light = float(rng.uniform(0, 2 * np.pi))
    length, softness = float(rng.uniform(0.2, 1.6)), float(rng.choice([0.006, 0.02, 0.06]))
    darkness = float(rng.uniform(0.1, 0.65))
    paper = float(rng.uniform(0.9, 1.05))
    for number, item in enumerate(items, start=1):
        if isinstance(item, LaidHand):
            hands.draw_hand(canvas, item, number, light)
            continue
        rise = 0.008 + 1.2 * item.sheet.lift + 0.5 * abs(item.sheet.curl)
        if isinstance(item, LaidThing):
            rise += item.height
            texture, gain = item.texture, 1.0
        else:
            texture = item.deck.face(item.code).image if item.up else item.deck.back()
            gain = paper * float(rng.normal(1.0, 0.02))
        shift = (-np.cos(light) * rise * length, -np.sin(light) * rise * length)
        canvas.sheet(texture, item.sheet, number, gain, (float(shift[0]), float(shift[1]), softness, darkness))
    image = illuminate(rng, canvas.image)
    if rng.random() < 0.22:
        image = glare(rng, image)
    if rng.random() < 0.06:
        image = moire(rng, image)
    image = capture(rng, image, index_height * view.scale)
    cards = [
        card_truth(canvas, item, number, image)
        for number, item in enumerate(items, start=1)
        if isinstance(item, LaidCard)
    ]
    return Scene(image=image, cards=cards, layout=layout)


def _table(rng: np.random.Generator, backgrounds: Backgrounds, view: View) -> NDArray[np.uint8]:
    """The table as the camera sees it: sometimes laid in perspective, with a wall behind its far edge."""
    width, height = view.size
    flat = backgrounds.sample(rng, view.size)
    if view.tilt < 0.2 or rng.random() < 0.5:
        return flat
    straight = replace(view, lens=(0.0, 0.0), aim=(width / 2, height / 2), centre=(0.0, 0.0))
    reach = 0.5 * width / view.scale
    tall = reach * height / width
    corners = np.array([(-reach, -tall), (reach, -tall), (reach, tall), (-reach, tall)])
    matrix = cv2.getPerspectiveTransform(
        np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32),
        straight.on_table(corners).astype(np.float32),
    )
    return np.asarray(
        cv2.warpPerspective(flat, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        dtype=np.uint8,
    )
