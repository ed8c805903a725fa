"""What several looks at one card say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rules.cards import CARDS, JOKER, Card
from vision.types import SeenCard

_NAMES: tuple[Card, ...] = (*CARDS, JOKER)
_PLACE: Mapping[Card, int] = {card: place for place, card in enumerate(_NAMES)}

_FLOOR = 1e-4
"""No single look rules a card out for good."""

_AGAIN = 0.6
"""Weight of every look after the first: looks at one card under one light are related."""

_HINT = 0.25
"""Probability of the likeliest card under which nothing is known yet."""

_STEADY = 6
"""Looks at one picture that are averaged; more would hardly change the mean."""

_MOST = 3.0
"""Total weight of all looks at one card."""


@dataclass
class Evidence:
    """Chances of the cards one card may be, added up over looks that really were different.

    Attributes:
        weight: of the looks so far, at most 3.
    """

    weight: float = 0.0
    _sum: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(_NAMES)))
    _last: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(_NAMES)))
    _weight: float = 0.0
    _looks: int = 0

    def again(self, card: SeenCard) -> None:
        """Another look at the picture counted last: no new witness, but the same one less disturbed by noise."""
        if self._looks == 0:
            self.add(card)
            return
        if self._looks >= _STEADY:
            return
        said = np.log(chances(card))
        self._looks += 1
        mean = self._last + (said - self._last) / self._looks
        self._sum += self._weight * (mean - self._last)
        self._last = mean

    def clearer(self, card: SeenCard) -> None:
        """The same picture read at another scale: the clearer reading counts alone, where both can be of one card."""
        best = self.decided()[1]
        if card.confidence > best and (best < _HINT or self.agreement(card) > 0.3):
            self.weight, self._sum = 0.0, np.zeros(len(_NAMES))
            self.add(card)

    def add(self, card: SeenCard) -> None:
        """Count one more look."""
        weight = min(1.0 if self.weight == 0 else _AGAIN, _MOST - self.weight)
        if weight <= 0:
            # The newest looks keep a say: the oldest fade.
            self._sum *= (_MOST - _AGAIN) / _MOST
            weight, self.weight = _AGAIN, _MOST - _AGAIN
        self._last, self._weight, self._looks = np.log(chances(card)), weight, 1
        self._sum += weight * self._last
        self.weight += weight

    def posterior(self) -> npt.NDArray[np.float64]:
        """Probabilities of the 52 cards and the joker."""
        scaled = np.exp(self._sum - self._sum.max())
        return np.asarray(scaled / scaled.sum(), dtype=np.float64)

    def agreement(self, card: SeenCard) -> float:
        """How well a look fits what is known: 1 and more where both find the same card likeliest, 0 sure of others."""
        mine, its = self.posterior(), chances(card)
        return float((mine * its).sum() / (mine.max() * its.max()))

    def decided(self, named: float = 0.5) -> tuple[Card | None, float, dict[Card, float]]:
        """The likeliest card (None under `named`), its probability, and the candidates, likeliest first."""
        posterior = self.posterior()
        order = np.argsort(-posterior)[:6]
        candidates = {_NAMES[k]: float(posterior[k]) for k in order if posterior[k] >= 0.01}
        best = float(posterior[order[0]])
        return (_NAMES[order[0]] if best >= named else None), best, candidates


def chances(card: SeenCard) -> npt.NDArray[np.float64]:
    """One look's probabilities of the 52 cards and the joker; what the look leaves open is spread evenly."""
    out = np.zeros(len(_NAMES))
    listed = dict(card.candidates)
    if card.card is not None:
        listed[card.card] = max(listed.get(card.card, 0.0), card.confidence)
    for name, chance in listed.items():
        out[_PLACE[name]] = chance
    total = out.sum()
    if total > 1:
        out /= total
    missing = out == 0
    out[missing] = max(0.0, 1.0 - out.sum()) / max(int(missing.sum()), 1)
    out = np.maximum(out, _FLOOR)
    return np.asarray(out / out.sum(), dtype=np.float64)
