"""What lies on a table before anyone looks at it, and the dealer who hands out cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from datasets.composer.view import Sheet
from datasets.deck import Deck


@dataclass(frozen=True)
class LaidCard:
    """A card on the table; `code` names the face even when it lies face down."""

    deck: Deck
    code: str
    up: bool
    sheet: Sheet


@dataclass(frozen=True)
class LaidThing:
    """A flat object that is no card: paper, a phone, a coin.

    Attributes:
        texture: (h, w, 4) uint8 BGRA.
        sheet: where it lies.
        height: how high it stands, for its shadow, in card heights.
    """

    texture: NDArray[np.uint8]
    sheet: Sheet
    height: float = 0.02


@dataclass(frozen=True)
class LaidHand:
    """A human hand or forearm: capsules in table coordinates, drawn in order.

    Attributes:
        bones: (N, 6) float64: x, y of both ends and the radius at each end, in card heights.
        nails: indices of the bones whose second end carries a nail.
        skin: BGR colour.
        sleeve: BGR colour of the sleeve, which covers the first bone; None for a bare arm.
        lift: height above the table.
    """

    bones: NDArray[np.float64]
    nails: tuple[int, ...]
    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int] | None
    lift: float = 0.1


Item = LaidCard | LaidThing | LaidHand


@dataclass
class Dealer:
    """Hands out cards of one pack (or two) and remembers how they are bent.

    Attributes:
        deck: the pack in play.
        rng: source of chance.
        second: another pack whose cards are mixed in, or None.
        jokers: whether jokers are dealt.
        bend: typical sagitta of the cards' bend, in card heights; 0 for flat cards.
    """

    deck: Deck
    rng: np.random.Generator
    second: Deck | None = None
    jokers: bool = False
    bend: float = 0.0
    down_rate: float = 0.0
    _left: list[tuple[Deck, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        image = self.deck.back()
        self.width = image.shape[1] / image.shape[0]
        self._measure()
        self._shuffle()

    def _measure(self) -> None:
        """How much of a card's left and top edge must show for its index to be seen."""
        texture = self.deck.back().shape[0]
        rights, bottoms, heights = [], [], []
        plain = [code for code in self.deck.codes() if code != "JOKER"]
        for code in (plain[0], plain[min(9, len(plain) - 1)], plain[-1]):
            for mark in self.deck.face(code).marks:
                x, y = mark.quad[:, 0], mark.quad[:, 1]
                if x.mean() < texture * self.width / 2 and y.mean() < texture / 2:
                    rights.append(float(x.max()) / texture)
                    bottoms.append(float(y.max()) / texture)
                    heights.append(float(y.max() - y.min()) / texture)
        # A deck with no index at the top left gets the usual proportions.
        self.strip = max(rights, default=0.16)
        self.drop = max(bottoms, default=0.24)
        self.index_height = float(np.median(heights)) if heights else 0.17

    def _shuffle(self) -> None:
        pool = [(self.deck, code) for code in self.deck.codes() if self.jokers or code != "JOKER"]
        if self.second is not None:
            pool += [(self.second, code) for code in self.second.codes() if self.jokers or code != "JOKER"]
        order = self.rng.permutation(len(pool))
        self._left = [pool[i] for i in order]
        jokers = [i for i, (_, code) in enumerate(self._left) if code == "JOKER"]
        if jokers and self.rng.random() < 0.6:
            # Left to chance a joker would lie on the table far more seldom than it needs to be learnt.
            joker = self._left.pop(jokers[0])
            self._left.insert(len(self._left) - int(self.rng.integers(0, 8)), joker)

    def card(
        self, x: float, y: float, angle: float = 0.0, up: bool | None = None, lean: float = 0.0, lift: float = 0.0
    ) -> LaidCard:
        """Deal the next card to a place on the table; an exhausted pack is shuffled again."""
        if not self._left:
            self._shuffle()
        deck, code = self._left.pop()
        if up is None:
            up = bool(self.rng.random() >= self.down_rate)
        image = deck.back()
        width = image.shape[1] / image.shape[0]
        return LaidCard(deck, code, up, self._bent(Sheet(x, y, angle, width, lift=lift, lean=lean)))

    def _bent(self, sheet: Sheet) -> Sheet:
        rng = self.rng
        if self.bend <= 0 or rng.random() < 0.15:
            return sheet
        corners = [0.0] * 4
        if rng.random() < 0.12:
            corners[int(rng.integers(4))] = float(rng.uniform(0.02, 0.15))
        along = 0.0 if rng.random() < 0.5 else np.pi / 2
        return replace(
            sheet,
            curl=float(rng.normal(0, self.bend)),
            curl_angle=float(along + rng.normal(0, 0.15)),
            corners=(corners[0], corners[1], corners[2], corners[3]),
        )


def moved_hand(hand: LaidHand, dx: float, dy: float, turn: float = 0.0) -> LaidHand:
    """The same hand after turning the table about its origin and moving it."""
    sine, cosine = np.sin(turn), np.cos(turn)
    bones = hand.bones.copy()
    for first in (0, 2):
        x, y = hand.bones[:, first], hand.bones[:, first + 1]
        bones[:, first] = x * cosine - y * sine + dx
        bones[:, first + 1] = x * sine + y * cosine + dy
    return replace(hand, bones=bones)


def moved(item: Item, dx: float, dy: float, turn: float = 0.0) -> Item:
    """The same item after turning the table about its origin and moving it."""
    if isinstance(item, LaidHand):
        return moved_hand(item, dx, dy, turn)
    sine, cosine = np.sin(turn), np.cos(turn)
    sheet = item.sheet
    return replace(
        item,
        sheet=replace(
            sheet,
            x=sheet.x * cosine - sheet.y * sine + dx,
            y=sheet.x * sine + sheet.y * cosine + dy,
            angle=sheet.angle + turn,
        ),
    )
