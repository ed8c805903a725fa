"""Tables as `datasets` lays and films them, handed to the zones as the cards that a picture of them shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.composer.items import Dealer, Item, LaidCard
from datasets.composer.view import Sheet, View
from datasets.film.beats import Pose, Script
from datasets.film.stage import aim
from rules.cards import Card
from tests.datasets.plain import PlainDeck
from vision.types import SeenCard

SIZE = (1280, 720)
WIDTH = 2.5 / 3.5
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
QUARTER = {"near": "left", "left": "far", "far": "right", "right": "near"}


@dataclass(frozen=True)
class Placed:
    """A card that lies open to view: where, what it shows ("??" for its back), and the place it lies at."""

    sheet: Sheet
    code: str
    place: str


def played(script: Script) -> list[Placed]:
    """The top card of every place after the last change of a film's script."""
    lying: dict[str, tuple[int, Pose]] = {script.places[piece]: (piece, script.start[piece]) for piece in script.order}
    for change in script.changes:
        if change.piece is None:
            lying.pop(change.place, None)
        else:
            lying[change.place] = (change.piece, change.pose)
    return [
        Placed(
            Sheet(pose.x, pose.y, float(np.deg2rad(pose.angle)), WIDTH), script.codes[piece] if pose.up else "??", place
        )
        for place, (piece, pose) in lying.items()
        if not place.startswith(("hand ", "out "))
    ]


def quarter_turned(cards: Sequence[Placed]) -> list[Placed]:
    """The table turned by a quarter: who sat near sits at the left."""
    out = []
    for card in cards:
        sheet, (head, _, rest) = card.sheet, card.place.partition(" ")
        turned = replace(sheet, x=-sheet.y, y=sheet.x, angle=sheet.angle + np.pi / 2)
        out.append(Placed(turned, card.code, f"{QUARTER.get(head, head)} {rest}".strip()))
    return out


def laid(items: Sequence[Item]) -> list[Placed]:
    """What a composed layout shows of its cards; of a pile its top."""
    cards = [item for item in items if isinstance(item, LaidCard)]
    # Cards that lie on others are lifted: what lies under the top of a pile is not counted as seen.
    hidden = {
        k
        for k, one in enumerate(cards)
        for other in cards[k + 1 :]
        if other.sheet.lift > 0 and np.hypot(one.sheet.x - other.sheet.x, one.sheet.y - other.sheet.y) < 0.4
    }
    return [Placed(card.sheet, card.code if card.up else "??", "") for k, card in enumerate(cards) if k not in hidden]


def dealer(seed: int) -> Dealer:
    """Hands out flat cards of a plain deck, none of them a joker."""
    return Dealer(PlainDeck(), np.random.default_rng([seed, 7]))


def camera(rng: np.random.Generator, cards: Sequence[Placed]) -> View:
    """A camera as films have it, tilted by up to 43 degrees, that sees all the cards."""
    spots = np.array([(card.sheet.x, card.sheet.y) for card in cards])
    (left, far), (right, near) = spots.min(axis=0) - 0.7, spots.max(axis=0) + 0.7
    return aim(rng, (float(left), float(far), float(right), float(near)), SIZE)


def seen(cards: Sequence[Placed], rng: np.random.Generator, jitter: float) -> list[SeenCard]:
    """The cards as a picture shows them.

    Args:
        cards: on the table.
        rng: source of chance for the camera and the errors.
        jitter: standard deviation of each corner, and of the whole outline, as a share of the card's height.
    """
    view = camera(rng, cards)
    out = []
    for card in cards:
        quad = view.project(card.sheet.place(CORNERS))
        height = float(np.linalg.norm(quad[[2, 3]].mean(axis=0) - quad[[0, 1]].mean(axis=0)))
        quad = quad + rng.normal(0, 1, 2) * jitter * height + rng.normal(0, 1, (4, 2)) * jitter * height
        if card.code == "??":
            out.append(SeenCard(None, "down", 0.97, quad.astype(np.float32)))
        else:
            name = Card.parse(card.code)
            out.append(SeenCard(name, "up", 0.99, quad.astype(np.float32), candidates={name: 0.99}))
    return out
