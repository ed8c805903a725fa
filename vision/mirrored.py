"""Whether a camera hands out a mirror image, told by how its frames read as sent and turned over.

A mirrored index is no index: it is found badly, placed on the wrong corner of its card and read as another or as none,
and seldom does it read as what it is, mirrored. But one of the two ways a card reads clearly, and the other way it does
not; cards that look the same in a mirror say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.cards import Card
from vision.geometry import centres, near
from vision.types import Floats, Reading, SeenCard

_MIRRORED = 1.2
"""How much clearer cards at different places must read turned over, added up, for the camera to mirror. Few do, and
some prints, courts above all, read no worse in a mirror: it takes three cards."""

_STRAIGHT = 0.8
"""The same for those that read as sent: they only end the comparing."""

_ONE_CARD = 0.45
"""What one card says at most."""

_AT_ONCE = 3
"""Cards of one look that count each."""

_CLEAR = 0.9
"""Confidence of a card that reads clearly."""

_SAME = 0.1
"""Up to here both ways read alike, ..."""

_TRIES = 12
"""... and after so many looks in a row that did, frames are compared no more."""

_MOST = 20
"""Comparisons after which it is taken to be as it looks: each costs as much as the look itself."""

_ONE_PLACE = 0.7
"""Distance in card widths up to which two looks are at one place: again at a card that lies still is no second one."""

_OFTEN = 2
"""Comparisons of one place, of which the last counts."""


@dataclass
class _Place:
    """Where cards were compared, how often, what that said last, and which card read the clearest.

    Attributes:
        name: of that card, turned over.
        sent: of that card as sent, where it was read clearly.
    """

    centre: Floats
    worth: float = 0.0
    compared: int = 0
    name: Card | None = None
    sent: Card | None = None


@dataclass
class Mirrored:
    """Compares looks both ways until it is known, and again when a frame says by itself that it is mirrored.

    Args:
        straight: whether the frames are taken to be straight; only one that says otherwise is compared.
    """

    straight: bool = False
    _places: list[_Place] = field(default_factory=list)
    _tries: int = 0
    _compared: int = 0

    @property
    def on(self) -> bool:
        """Whether the camera shows a mirror image."""
        return self._worth() >= _MIRRORED

    @property
    def known(self) -> bool:
        """Whether cards have told which way round the picture is, or so many told nothing that it is taken as sent."""
        return self.on or self._worth() < -_SAME or self._given_up()

    @property
    def doubted(self) -> bool:
        """Whether cards were compared, and it is not known yet."""
        return self._compared > 0 and not self.known

    def _given_up(self) -> bool:
        return max(self._tries - _TRIES, self._compared - _MOST) >= 0

    def note(self, sent: Reading, turned: Callable[[], Reading]) -> bool:
        """Take a look at a frame as it was sent; whether it was compared.

        Args:
            sent: what it showed.
            turned: looks at the same part of the frame turned over.
        """
        clearest = _clearest(sent)
        if clearest is None:
            return False
        place = self._at(clearest)
        doubted = _says_so(sent)
        if doubted:
            self._tries = 0
        elif self._worth() <= -_STRAIGHT or self._given_up() or place.compared >= _OFTEN:
            return False
        over = turned()
        better, count = _clearer(over, sent)
        self._tries = 0 if abs(better) > _SAME else self._tries + 1
        place.worth = min(max(better, -_ONE_CARD), _ONE_CARD) * min(count, _AT_ONCE)
        place.compared += 1
        place.sent = clearest.card if clearest.confidence >= _CLEAR else place.sent
        place.name = (_clearest(over) or clearest).card
        self._compared += 1
        return True

    def _worth(self) -> float:
        """What all places say; a card that moved about and reads clearer turned over each time is one card."""
        against = sum(min(place.worth, 0.0) for place in self._places) - _STRAIGHT * self.straight
        best: dict[Card | None, float] = {}
        for place in self._places:
            best[place.name] = max(best.get(place.name, 0.0), place.worth)
        return against + sum(best.values())

    def _at(self, card: SeenCard) -> _Place:
        """The place of a card: one that was compared before, or a new one, as for a card laid on another."""
        for place in reversed(self._places):
            another = card.confidence >= _CLEAR and place.sent is not None and place.sent != card.card
            if not another and near(card.corners, place.centre, _ONE_PLACE):
                return place
        self._places.append(_Place(centres(card.corners)))
        return self._places[-1]


def _clearest(reading: Reading) -> SeenCard | None:
    """The card facing up that is read the surest."""
    return max((card for card in reading.cards if card.side == "up"), key=lambda card: card.confidence, default=None)


def _says_so(reading: Reading) -> bool:
    """Whether most of several cards say that they are mirrored; one alone may well be misread."""
    return reading.mirrored and sum(card.side == "up" for card in reading.cards) >= 2


def _clearer(one: Reading, other: Reading) -> tuple[float, int]:
    """How much clearer the cards of one reading are than those of another, on average, -1 to 1, and how many are."""
    mine, its = (
        sorted((card.confidence for card in reading.cards if card.side == "up"), reverse=True)
        for reading in (one, other)
    )
    if max([*mine, *its], default=0.0) < _CLEAR:
        return 0.0, 0
    # What is found the wrong way comes in pieces, each a card of its own: only the clearest count.
    count = max(1, min(len(mine), len(its)))
    if one.mirrored != other.mirrored:
        # Large indices read either way, and show which way round they are printed.
        return (-1.0 if one.mirrored else 1.0), count
    return (sum(mine[:count]) - sum(its[:count])) / count, count
