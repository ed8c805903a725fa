"""Composes pictures of tables with cards, with their exact truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer import hands, layouts
from datasets.composer.canvas import Canvas
from datasets.composer.capture import capture, moire
from datasets.composer.decks import DeckSource
from datasets.composer.framing import aim
from datasets.composer.items import Dealer, Item, LaidCard, LaidHand, LaidThing, moved
from datasets.composer.light import glare, illuminate
from datasets.composer.tables import table
from datasets.composer.things import some_thing
from datasets.composer.truth import card_truth
from datasets.composer.view import View
from datasets.scene import PlacedCard, Scene

if TYPE_CHECKING:  # the backgrounds are made of the composer's surfaces
    from datasets.backgrounds import Backgrounds

LAYOUTS: tuple[str, ...] = tuple(layouts.WEIGHTS)
SIZES: tuple[tuple[int, int], ...] = (
    (1024, 768), (1024, 576), (768, 1024), (1024, 1024), (1280, 960), (1280, 720), (720, 1280), (960, 1280)
)  # fmt: skip
# Layouts held up before the camera, in front of a room that is out of focus.
HELD = ("held_fan", "shown")
_SIZE_WEIGHTS = np.array([0.3, 0.17, 0.15, 0.13, 0.08, 0.07, 0.03, 0.07])


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
    if layout in HELD:
        down = 0.0
        bend = max(bend, 0.01)
    return Dealer(deck, rng, second, jokers=bool(rng.random() < 0.35), bend=bend, down_rate=down)


def _surrounded(rng: np.random.Generator, items: list[Item], dealer: Dealer, view: View, layout: str) -> list[Item]:
    """Add more groups of cards, things and hands to a table."""
    half = max(view.size) / view.scale / 2
    below: list[Item] = [*_things(rng, view, layout)]
    above: list[Item] = []
    if layout not in ("empty", "single", *HELD, "whole_pack", "deal") and rng.random() < 0.3 and half > 1.5:
        for _ in range(int(rng.integers(1, 4))):
            extra = layouts.WEIGHTS[str(rng.choice(["few", "heap", "spread", "cascade", "piles", "fan"]))][0](dealer)
            place = np.array(view.centre) + rng.uniform(-half, half, 2)
            group = [moved(item, float(place[0]), float(place[1]), float(rng.uniform(-np.pi, np.pi))) for item in extra]
            (below if rng.random() < 0.7 else above).extend(group)
    if layout in HELD and rng.random() < 0.9:
        above.append(hands.holding(rng, 0.0, float(rng.uniform(-0.42, -0.05)), float(rng.normal(0, 0.25))))
    if rng.random() < 0.08:
        for _ in range(int(rng.integers(1, 3))):
            place = np.array(view.centre) + rng.normal(0, 0.4, 2) * min(half, 2.5)
            above.append(some_thing(rng, float(place[0]), float(place[1]), small=True))
    if layout not in HELD and rng.random() < (0.09 if layout != "empty" else 0.25):
        for _ in range(int(rng.integers(1, 3))):
            place = np.array(view.centre) + rng.normal(0, 0.5, 2) * half
            above.append(hands.reaching(rng, float(place[0]), float(place[1]), float(rng.normal(-view.turn, 0.9))))
    return below + items + above


def _things(rng: np.random.Generator, view: View, layout: str) -> list[LaidThing]:
    """Things beside and under the cards."""
    most = 14 if layout == "empty" else 7 if rng.random() < 0.35 else 1
    count = int(rng.integers(0, most))
    half = np.array(view.size) / view.scale / 2 * (1.0, 1.0 / max(np.cos(view.tilt), 0.4))
    things: list[LaidThing] = []
    for _ in range(count):
        side = rng.uniform(-1.1, 1.1, 2) * half
        sine, cosine = np.sin(-view.turn), np.cos(-view.turn)
        x = view.centre[0] + side[0] * cosine - side[1] * sine
        y = view.centre[1] + side[0] * sine + side[1] * cosine
        things.append(some_thing(rng, float(x), float(y)))
    # The largest lie lowest.
    return sorted(things, key=lambda thing: -thing.sheet.width * thing.sheet.height)


def draw(
    rng: np.random.Generator,
    items: list[Item],
    backgrounds: Backgrounds,
    view: View,
    layout: str,
    index_height: float,
) -> Scene:
    """Draw what lies on a table, bottom to top, photograph it, and say what can be seen."""
    top = table(rng, backgrounds, view)
    if layout in HELD and rng.random() < 0.7:
        top = np.asarray(cv2.GaussianBlur(top, (0, 0), float(rng.uniform(1.5, 12.0))), dtype=np.uint8)
    canvas = Canvas(top, view)
    light = Light(
        direction=float(rng.uniform(0, 2 * np.pi)),
        length=float(rng.uniform(0.2, 1.6)),
        softness=float(rng.choice([0.006, 0.02, 0.06])),
        darkness=float(rng.uniform(0.1, 0.65)),
        paper=float(rng.uniform(0.9, 1.05)),
        gloss=float(rng.choice([0.0, 0.02, 0.06])),
    )
    lay(rng, canvas, items, light)
    image = illuminate(rng, canvas.image)
    if rng.random() < 0.22:
        image = glare(rng, image)
    if rng.random() < 0.06:
        image = moire(rng, image)
    image = capture(rng, image, index_height * view.scale)
    return Scene(image=image, cards=truths(canvas, items, image), layout=layout)


@dataclass(frozen=True)
class Light:
    """The main lamp: where it stands, and the shadows it throws.

    Attributes:
        direction: from which side it comes, radians in the table's plane.
        length: shadow's length over the height of what throws it.
        softness: blur of the shadow's edge in card heights.
        darkness: 0..1.
        paper: brightness of the cards.
        gloss: how differently cards shine that lie a little differently.
    """

    direction: float
    length: float = 0.7
    softness: float = 0.02
    darkness: float = 0.4
    paper: float = 1.0
    gloss: float = 0.01


def lay(rng: np.random.Generator, canvas: Canvas, items: Sequence[Item], light: Light) -> None:
    """Draw items bottom to top; item k is sheet k + 1 of the canvas."""
    for number, item in enumerate(items, start=1):
        if isinstance(item, LaidHand):
            hands.draw_hand(canvas, item, number, light.direction)
            continue
        sheet = item.sheet
        rise = 0.008 + 1.2 * sheet.lift + 0.5 * abs(sheet.curl)
        shade = (0.0, 0.0)
        if isinstance(item, LaidThing):
            rise += item.height
            texture, gain = item.texture, 1.0
        else:
            texture = item.deck.face(item.code).image if item.up else item.deck.back()
            gain = light.paper * float(rng.normal(1.0, 0.02 + light.gloss))
            # A bent card turns one side to the lamp and the other away.
            facing = light.direction - sheet.angle - sheet.curl_angle
            slope = 3.0 * sheet.curl * float(np.cos(facing)) + float(rng.normal(0, light.gloss))
            shade = (float(slope * np.cos(sheet.curl_angle)), float(slope * np.sin(sheet.curl_angle)))
        x, y = (-np.cos(light.direction), -np.sin(light.direction)) * np.array(rise * light.length)
        canvas.sheet(texture, item.sheet, number, gain, (float(x), float(y), light.softness, light.darkness), shade)


def truths(canvas: Canvas, items: Sequence[Item], image: NDArray[np.uint8]) -> list[PlacedCard]:
    """The truth of every card drawn by `lay`, in the finished picture."""
    return [
        card_truth(canvas, item, number, image)
        for number, item in enumerate(items, start=1)
        if isinstance(item, LaidCard)
    ]
