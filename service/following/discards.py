"""A discard pile followed from its top: a draw uncovers what lay below, a discard ends a turn."""

from __future__ import annotations

from collections.abc import Sequence

from rules.observation import Seen, Side

_DEPTH = 60
_TAKEN = 2
_FEW = 4
"""Cards that one read in part may be, such as those of a rank: seldom is the one among them that lay there before."""


class Discards:
    """The pile as far as it was seen.

    Attributes:
        cards: from the bottom to the top.
        longest: seconds for which the pile was hidden at a stretch since the last turn.
        laid: whether a card was laid on it since.
    """

    def __init__(self, cards: Sequence[Seen] = (), numbers: Sequence[int] = ()) -> None:
        self.cards = list(cards)
        # Cards known from before a restart have no track; any new number is none of theirs.
        self._numbers = list(numbers) or [-1 - place for place in range(len(self.cards))]
        self.longest = 0.0
        self.laid = False
        self._drawn = False
        self._hidden: float | None = None

    def turned(self) -> None:
        """A turn was judged: the next begins."""
        self._drawn, self.laid, self.longest = False, False, 0.0

    def hidden(self, time: float) -> None:
        """The pile cannot be seen at this time."""
        self._hidden = time if self._hidden is None else self._hidden
        self.longest = max(self.longest, time - self._hidden)

    def seen(self, top: Seen, number: int | None) -> bool:
        """What lies on top, and the number of its track; whether a card was discarded."""
        self._hidden = None
        if top.side is Side.EMPTY or number is None:
            if len(self.cards) == 1:
                self.cards, self._numbers, self._drawn = [], [], True
            return False
        # One turn takes one card at most: what lay deeper and seems to be on top is another of that name, one of them
        # misread.
        if number in self._numbers[-_TAKEN:]:
            if self._numbers[-1] != number:
                self._pop()
            self.cards[-1] = top if top.exact else self.cards[-1]
            return False
        # A card the tracker lost and found again has another number, and may still be the same.
        known = top.certain
        if self.cards and self._found_again(top):
            self._numbers[-1] = number
            return False
        if len(self.cards) > 1 and known is not None and self.cards[-2].certain == known and not self._drawn:
            self._pop()
            self._numbers[-1] = number
            return False
        self.cards.append(top)
        self._numbers.append(number)
        del self.cards[:-_DEPTH], self._numbers[:-_DEPTH]
        self.laid = True
        return True

    def _found_again(self, top: Seen) -> bool:
        """Whether what is seen is in all likelihood the card that lies there, read as well as before or less surely."""
        lying = self.cards[-1].certain
        return lying is not None and lying in top.possible and len(top.possible) <= _FEW

    def _pop(self) -> None:
        self.cards.pop()
        self._numbers.pop()
        self._drawn = True
