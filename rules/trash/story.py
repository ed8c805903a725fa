"""The values of a course of play: who took which turn, and where the cards have gone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from rules.trash.arrange import Arrangement
from rules.trash.domains import ANY_CARD, NOTHING, Box, Deck
from rules.trash.options import Rules


class Source(Enum):
    """Where the card that began a turn came from."""

    STOCK = "stock"
    TOP = "discard"
    RESHUFFLED = "reshuffled"
    """From the stock, where the discards, the top seen before among them, had just been shuffled into it."""


class Top(Enum):
    """What the discard pile shows afterwards."""

    LAID = "laid"
    """A card laid on it since."""
    SAME = "same"
    """The card it showed before."""
    FIRST = "first"
    """The card that the first of two turns ended with."""
    NONE = "none"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn.

    Attributes:
        player: whose, counted from 0.
        source: where its card came from.
        won: whether it won the hand.
        free: whether it was a free draw after the hand.
        returned: whether it took the top of the discard pile and laid it back.
    """

    player: int
    source: Source
    won: bool = False
    free: bool = False
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """What is known of the game apart from the two pictures.

    Attributes:
        rules: the options in play.
        deck: the cards in play.
        sizes: slots of the layouts seen.
        player: who was to move, None when that is to be found out.
        turns: how many turns in a row may explain a change, 1 or 2.
        over: whether the hand is known to have been over before.
        stock: cards in the stock before the change, None when not known.
    """

    rules: Rules
    deck: Deck
    sizes: tuple[int, ...]
    player: int | None
    turns: int
    over: bool
    stock: int | None

    def looks(self, winner: int) -> bool:
        """Whether what is left face down is turned up after a player has won a hand: not if that wins the game."""
        rules, size = self.rules, self.sizes[winner]
        last = size == 1 or (rules.end_slots is not None and size - 1 <= rules.end_slots)
        return rules.second_look and not last

    def runs_out(self, draws: int) -> bool:
        """Whether one of so many draws may take the last card of the stock."""
        return self.stock is None or self.stock <= draws

    def one_discard(self) -> bool:
        """Whether the discard pile may have held a single card before the change.

        With the stock counted and every layout in view the rest is the pile, but for a card that the player who won the
        hand may not have laid on it yet.
        """
        if self.stock is None or len(self.sizes) < self.rules.players:
            return True
        left = len(self.rules.pack) - sum(self.sizes) - self.stock
        return left <= 1 or (left == 2 and self.over)

    def dealt(self) -> Game:
        """The game once the next hand has been dealt to layouts of the same sizes."""
        return replace(self, player=None, over=False, stock=None)

    def start(self, player: int) -> int:
        """Where a player's slots begin in a picture."""
        return sum(self.sizes[:player])


@dataclass(frozen=True, slots=True)
class Story:
    """One legal course of play.

    Attributes:
        turns: the turns played, in order; none when nothing happened or only cards were turned up after the hand.
        layouts: what became of each layout.
        top: what the discard pile shows afterwards.
        allowed: what it may show there.
        beneath: whether the card it showed before still lies in it, covered.
        drawn: the player in whose layout that card was placed, None when it was not.
        unseen: what the card may be that the first turn ended with and that is covered now; 0 when there is none.
        link: what the second turn's first card may be when it is the one that the first ended with.
        returned: what the card seen on the pile before may be when the first turn took and returned it.
        over: whether the hand was over before.
        dealt: where the next hand was dealt before anything else happened, a place of the first picture and what it
            must have shown for that; None when it was not.
    """

    turns: tuple[Turn, ...]
    layouts: tuple[Arrangement, ...]
    top: Top
    allowed: int = ANY_CARD
    beneath: bool = False
    drawn: int | None = None
    unseen: int = 0
    link: int = 0
    returned: int = ANY_CARD
    over: bool = False
    dealt: tuple[int, int] | None = None

    def played(self, box: Box) -> Box:
        """The box with the table at which the course of play begins: as it was, or just dealt."""
        return box if self.dealt is None else box.dealt()

    def places(self, box: Box) -> list[int]:
        """What the cards that must be there at once may be: the layouts, the pile's top, and what it covers."""
        box = self.played(box)
        old, new = box.before[-1], box.after[-1]
        found = [cards for layout in self.layouts for cards in layout.cards if cards]
        if self.top is Top.SAME:
            found.append(old & new & self.allowed)
        elif self.top is not Top.NONE:
            found.append(new & self.allowed)
        if self.beneath and not old & NOTHING:
            found.append(old & self.returned)
        if self.unseen:
            found.append(self.unseen)
        return found
