"""A position of Trash: where every card lies and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Flag, StrEnum, auto
from typing import NamedTuple, Self

from rules.cards import CARDS, JOKER, Card
from rules.trash.options import FREE_DRAWS, FULL_LAYOUT, Rules


class Slot(NamedTuple):
    """A slot of a layout.

    Attributes:
        card: the card that lies there, None when it lies face down and is not known.
        up: whether it lies face up.
    """

    card: Card | None
    up: bool


class Phase(StrEnum):
    """What is to come."""

    DEAL = "deal"
    """The hand is over, or the match has not begun: the next hand is dealt."""
    DRAW = "draw"
    """The player in turn draws."""
    PLAY = "play"
    """The player in turn has a card in hand, to place or to discard."""
    LOOK = "look"
    """After a hand, the player turns up what lies face down, drawing before it where free draws are left."""
    OVER = "over"
    """The match is over."""


class Status(Flag):
    """Why a position is impossible; no flag when it is not."""

    VALID = 0
    TOO_MANY_OF_A_CARD = auto()
    """A card occurs more often than the packs in play hold it."""
    WRONG_NUMBER_OF_CARDS = auto()
    """The cards on the table are not as many as the packs in play."""
    WRONG_LAYOUT_SIZE = auto()
    """A layout has another number of slots than its player's."""
    WRONG_SLOT = auto()
    """A face-up card lies in a slot that is not its own and is no wild."""
    WILD_DISCARDED = auto()
    """A wild lies on the discard pile before the hand is won."""
    ALREADY_WON = auto()
    """The hand goes on though a layout is complete."""
    NO_WINNER = auto()
    """The hand is over though no layout is complete."""
    WRONG_HAND = auto()
    """A card is in hand that should not be, or none is that should."""
    NO_STOCK = auto()
    """There is no card left to draw."""
    SEATS = auto()
    """A player is named who is not in the game, or there are more or fewer layouts or sizes than players."""
    WRONG_TURN = auto()
    """What comes next cannot come at this point, or not for this player."""


@dataclass(frozen=True)
class Position:
    """Where every card lies and what comes next. Immutable.

    Cards nobody knows (in a player's view, or on a table watched by a camera) are None.

    Attributes:
        rules: the options in play.
        seed: what shuffles are made from; None when the cards dealt are not known beforehand.
        sizes: slots of each player's layout, from the next deal on where a hand has just ended.
        first: who plays first in this hand, or in the next one between hands.
        hands: hands dealt so far.
        layouts: the slots of each player.
        stock: from the bottom to the top.
        discards: from the bottom to the top.
        hand: the card in hand; None when there is none (see `phase`) or it is not known.
        drawn_unseen: whether the card in hand comes from the stock, so that only its player has seen it.
        player: whose turn it is; also who looks, after a hand.
        phase: what comes next.
        winner: who won the hand, once it is won.
        looking: who looks after the player, in order.
        free_draws: free draws left to the player.
        time_called: whether the fixed time is over.
        shuffles: shuffles made so far; with the seed it gives the next one.
        winners: who won the match, once it is over.
    """

    rules: Rules
    seed: int | None
    sizes: tuple[int, ...]
    first: int
    hands: int = 0
    layouts: tuple[tuple[Slot, ...], ...] = ()
    stock: tuple[Card | None, ...] = ()
    discards: tuple[Card | None, ...] = ()
    hand: Card | None = None
    drawn_unseen: bool = False
    player: int = 0
    phase: Phase = Phase.DEAL
    winner: int | None = None
    looking: tuple[int, ...] = ()
    free_draws: int = 0
    time_called: bool = False
    shuffles: int = 0
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.phase is Phase.OVER

    @property
    def top(self) -> Card | None:
        """The top of the discard pile; None when there is none or it is not known."""
        return self.discards[-1] if self.discards else None

    def complete(self, player: int) -> bool:
        """Whether every slot of the player shows its number or a wild."""
        return all(
            slot.up and slot.card is not None and self.rules.fits(slot.card, number)
            for number, slot in enumerate(self.layouts[player], start=1)
        )

    def open_slots(self, player: int, card: Card) -> tuple[int, ...]:
        """The slots of the player, counted from 1, in which the card may be placed; empty for an unplayable card."""
        layout = self.layouts[player]
        if self.rules.wild(card):
            return tuple(number for number, slot in enumerate(layout, start=1) if not slot.up)
        number = 0 if card.rank is None else card.rank.value
        if number > len(layout):
            return ()
        there = layout[number - 1]
        return (number,) if not there.up or (there.card is not None and self.rules.wild(there.card)) else ()

    def known(self) -> Iterator[Card]:
        """Every card whose place is known."""
        for layout in self.layouts:
            for slot in layout:
                if slot.card is not None:
                    yield slot.card
        yield from (card for card in (*self.stock, *self.discards, self.hand) if card is not None)

    def unseen(self) -> Counter[Card]:
        """How many copies of each card are among those whose place is not known."""
        left = Counter({card: self.rules.pack.count(card) for card in (*CARDS, JOKER)})
        left.subtract(self.known())
        return +left

    def view(self, player: int | None = None) -> Self:
        """The position as a player knows it, or an onlooker.

        Nobody has seen the face-down cards and the stock; a card drawn from the stock is seen by its player only.
        The seed is left out, as it would tell every card.
        """
        hidden = self.phase is Phase.PLAY and self.drawn_unseen and player != self.player
        return replace(
            self,
            seed=None,
            layouts=tuple(tuple(slot if slot.up else Slot(None, False) for slot in layout) for layout in self.layouts),
            stock=(None,) * len(self.stock),
            hand=None if hidden else self.hand,
        )

    def status(self) -> Status:
        """Why the position is impossible: no flag for every position that legal play leads to."""
        rules = self.rules
        begun = bool(self.hands or self.layouts)
        named = (self.player, self.first, self.winner, *self.looking, *self.winners)
        if any(player is not None and not 0 <= player < rules.players for player in named):
            return Status.SEATS
        if len(self.sizes) != rules.players or len(self.layouts) != (rules.players if begun else 0):
            return Status.SEATS
        found = self._turn_faults()
        counts = Counter(self.known())
        if any(many > rules.pack.count(card) for card, many in counts.items()):
            found |= Status.TOO_MANY_OF_A_CARD
        # Who comes down to the slots that end the game by looking waits for the others to look.
        least = 1 if self.over else (rules.end_slots or 0) + (self.phase is not Phase.LOOK or rules.end_slots is None)
        if not all(least <= size <= FULL_LAYOUT for size in self.sizes):
            found |= Status.WRONG_LAYOUT_SIZE
        if not begun:
            cards = (*self.stock, *self.discards)
            return found | Status.WRONG_NUMBER_OF_CARDS if cards or self.hand is not None else found
        places = sum(map(len, self.layouts)) + len(self.stock) + len(self.discards) + (self.phase is Phase.PLAY)
        if places != len(rules.pack):
            found |= Status.WRONG_NUMBER_OF_CARDS
        in_play = self.phase in (Phase.DRAW, Phase.PLAY) and self.winner is None
        drops = {len(layout) - size for layout, size in zip(self.layouts, self.sizes, strict=True)}
        if not drops <= ({0} if in_play else {0, 1}):
            found |= Status.WRONG_LAYOUT_SIZE
        if in_play or not rules.second_look:
            found |= self._faults()
        complete = [self.complete(player) for player in range(len(self.layouts))]
        if in_play and any(complete):
            found |= Status.ALREADY_WON
        if not in_play and not (self.winner is not None and complete[self.winner]):
            found |= Status.NO_WINNER
        if in_play and any(card is not None and rules.wild(card) for card in self.discards):
            found |= Status.WILD_DISCARDED
        if self.hand is not None and self.phase is not Phase.PLAY:
            found |= Status.WRONG_HAND
        if self.phase is Phase.DRAW and not self.stock:
            found |= Status.NO_STOCK
        return found

    def _turn_faults(self) -> Status:
        """Whether what comes next can come at this point."""
        rules, won = self.rules, self.winner is not None
        losing = won and self.player != self.winner
        possible = {
            Phase.DEAL: won or not (self.hands or self.layouts),
            Phase.DRAW: bool(self.layouts) and not won,
            Phase.PLAY: bool(self.layouts) and (not won or (losing and rules.free_draws)),
            Phase.LOOK: losing and rules.second_look,
            Phase.OVER: bool(self.winners),
        }[self.phase]
        after = losing and self.phase in (Phase.PLAY, Phase.LOOK)
        most = FREE_DRAWS if after and rules.free_draws else 0
        fits = (
            (after or not self.looking)
            and 0 <= self.free_draws <= most
            and (self.over or not self.winners)
            and (rules.end_time or not self.time_called)
        )
        return Status.VALID if possible and fits else Status.WRONG_TURN

    def _faults(self) -> Status:
        for layout in self.layouts:
            for number, slot in enumerate(layout, start=1):
                if slot.up and (slot.card is None or not self.rules.fits(slot.card, number)):
                    return Status.WRONG_SLOT
        return Status.VALID
