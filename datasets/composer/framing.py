"""Where the camera is put for a layout."""

from __future__ import annotations

import numpy as np

from datasets.composer.items import Dealer, Item, LaidCard
from datasets.composer.view import View

# Index heights in pixels that scenes are made for.
INDEX_HEIGHTS = (7.0, 140.0)


def aim(rng: np.random.Generator, items: list[Item], dealer: Dealer, size: tuple[int, int], layout: str) -> View:
    """A camera that sees the layout, at a scale that spreads index heights evenly over `INDEX_HEIGHTS`."""
    cards = [item for item in items if isinstance(item, LaidCard)]
    # A table without cards is looked at from as near or as far as one with them.
    wide = float(rng.uniform(0.3, 3.0))
    places = np.array([(card.sheet.x, card.sheet.y) for card in cards] or [(-wide, -wide), (wide, wide)])
    turn = float(rng.choice([0.0, 1.0, 2.0], p=[0.62, 0.2, 0.18]))
    turn = {0.0: rng.normal(0, 0.12), 1.0: rng.choice([-1, 1, 2]) * np.pi / 2 + rng.normal(0, 0.1)}.get(
        turn, rng.uniform(-np.pi, np.pi)
    )
    steep = rng.random()
    if layout in ("held_fan", "shown"):
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
    smallest = fit * float(rng.choice([0.15, 0.4, 0.8], p=[0.08, 0.27, 0.65]))
    largest = min(fit * float(rng.choice([1.0, 2.0, 4.5], p=[0.4, 0.35, 0.25])), 1.15 * max(size))
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
