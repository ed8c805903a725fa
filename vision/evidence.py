"""What several looks at one card say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rules.cards import CARDS, JOKER, Card, Suit
from vision.types import SeenCard

Chances = npt.NDArray[np.float64]

_NAMES: tuple[Card, ...] = (*CARDS, JOKER)
_PLACE: Mapping[Card, int] = {card: place for place, card in enumerate(_NAMES)}

_FLOOR = 1e-4
"""No single look rules a card out for good."""

_AGAIN = 0.3
"""Weight of every look but the clearest: one print under one light is misread alike in all of them."""

_MOST = 1.2
"""Weight of all looks but the clearest together."""

HINT = 0.25
"""Probability of the likeliest card under which nothing is known yet."""

_STEADY = 6
"""Looks at one picture that are averaged. Of more the newest count for most: light changes, cameras come to rest."""

_SUIT = 0.7
"""Share of all wrong names that have the right rank, ..."""

_COLOUR = 0.7
"""... and of those the share that has the right colour too."""

_KEPT = 8
"""Looks that are remembered."""


def _likely_confusions() -> npt.NDArray[np.float64]:
    """(53, 53) for each name the other suits of its rank, as likely as they are taken for it."""
    out = np.zeros((len(_NAMES), len(_NAMES)))
    for one, name in enumerate(CARDS):
        for other, taken in enumerate(CARDS):
            if name.suit is not None and taken.suit is not None and name.rank == taken.rank and name != taken:
                out[one, other] = _COLOUR if name.suit.red == taken.suit.red else (1 - _COLOUR) / 2
    return out


_NEAR = _likely_confusions()

_COURTS = tuple(
    np.array([_PLACE[card] for card in CARDS if card.suit is suit and card.rank and card.rank.face]) for suit in Suit
)
"""Places of each suit's courts among the chances."""


@dataclass(eq=False)
class _Look:
    """The mean of what was read from one picture: (53,) logarithms of chances, and how many readings it has weighed."""

    said: Chances
    count: int = 1

    @property
    def clear(self) -> float:
        return float(self.said.max())


@dataclass
class Evidence:
    """Chances of the cards one card may be, added up over looks that really were different."""

    _looks: list[_Look] = field(default_factory=list)

    def again(self, card: SeenCard) -> None:
        """Another look at the picture counted last: no new witness, but the same one less disturbed by noise."""
        if not self._looks:
            self.add(card)
            return
        last = self._looks[-1]
        last.count = min(last.count + 1, _STEADY)
        last.said = last.said + (np.log(chances(card)) - last.said) / last.count

    def clearer(self, card: SeenCard) -> None:
        """The same picture read at another scale, where that shows it better and both can be of one card."""
        best = self.decided()[1]
        if card.confidence > best and (best < HINT or self.agreement(card) > 0.3):
            # What is read at the usual scale goes on being averaged with the look before.
            self._looks.insert(max(len(self._looks) - 1, 0), _Look(np.log(chances(card))))

    def add(self, card: SeenCard) -> None:
        """Count one more look."""
        self._looks.append(_Look(np.log(chances(card))))
        if len(self._looks) > _KEPT:
            # The newest keep a say, and of the others the clearest.
            self._looks.remove(min(self._looks[:-2], key=lambda look: look.clear))

    def posterior(self, left: Chances | None = None) -> Chances:
        """Probabilities of the 52 cards and the joker; `left`, (53,), says what other cards leave of their names."""
        if not self._looks:
            return np.full(len(_NAMES), 1 / len(_NAMES))
        first, *others = sorted(self._looks, key=lambda look: -look.clear)
        total = first.said.copy()
        if others:
            weight = min(_AGAIN, _MOST / len(others))
            total += weight * np.sum([look.said for look in others], axis=0)
            _one_letter(total, [look.said for look in self._looks])
        scaled = np.exp(total - total.max())
        if left is not None:
            scaled *= left
        return np.asarray(scaled / scaled.sum(), dtype=np.float64)

    def agreement(self, card: SeenCard) -> float:
        """How well a look fits what is known: 1 and more where both find the same card likeliest, 0 sure of others."""
        mine, its = self.posterior(), chances(card)
        return float((mine * its).sum() / (mine.max() * its.max()))

    def decided(self, left: Chances | None = None, named: float = 0.5) -> tuple[Card | None, float, dict[Card, float]]:
        """The likeliest card (None under `named`), its probability, and the candidates, likeliest first."""
        posterior = self.posterior(left)
        order = np.argsort(-posterior)[:6]
        candidates = {_NAMES[k]: float(posterior[k]) for k in order if posterior[k] >= 0.01}
        best = float(posterior[order[0]])
        return (_NAMES[order[0]] if best >= named else None), best, candidates


def _one_letter(total: Chances, looks: Sequence[Chances]) -> None:
    """Let no court be likelier than another of its suit by more than the clearest of the looks says, in place.

    A V is a jack or a queen by the language of its pack. Where the court alone tells, it tells all looks the same.

    Args:
        total: (53,) logarithms of chances after all looks.
        looks: the same of each.
    """
    for courts in _COURTS:
        top = courts[total[courts].argmax()]
        apart = np.max([said[top] - said[courts] for said in looks], axis=0)
        total[courts] = np.maximum(total[courts], total[top] - np.maximum(apart, 0.0))


def place(card: Card) -> int:
    """Where a card stands among the chances."""
    return _PLACE[card]


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
    rest = max(0.0, 1.0 - out.sum())
    if rest and missing.any():
        spread = np.where(missing, 1.0 / missing.sum(), 0.0)
        likeliest = max(listed, key=lambda name: listed[name], default=None)
        # A name given alone is wrong in its suit before all, and there in the one of the same colour.
        near = np.zeros(len(_NAMES)) if likeliest is None or likeliest is JOKER else _NEAR[_PLACE[likeliest]] * missing
        if near.any():
            spread = (1 - _SUIT) * spread + _SUIT * near / near.sum()
        out += rest * spread
    out = np.maximum(out, _FLOOR)
    return np.asarray(out / out.sum(), dtype=np.float64)
