"""The state of a match of Trash, from the first deal to the end: what may be done, and doing it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from rules.cards import Card
from rules.errors import IllegalMove, RulesError
from rules.trash.legal import LegalMoves
from rules.trash.moves import Deal, Discard, Draw, Look, Move, Pile, Place, TimeUp
from rules.trash.notation import format_position, parse_position
from rules.trash.options import FREE_DRAWS, FULL_LAYOUT, Rules
from rules.trash.position import Phase, Position, Slot, Status
from rules.trash.refusals import refusal
from rules.trash.steps import Dealt, Discarded, Drawn, Looked, Placed, Step, TimeCalled


@dataclass(frozen=True)
class State(Position):
    """A position of a match and everything that may be done in it. Immutable: each move gives a new state.

    For every move there is ``verify_…`` (raises `IllegalMove`, saying why), ``can_…`` and the move itself, which
    returns a frozen record of what happened with the state after it; `verify`, `can` and `play` take move values.
    """

    @classmethod
    def start(
        cls,
        rules: Rules | None = None,
        seed: int | None = None,
        *,
        first: int | None = None,
        sizes: Sequence[int] | None = None,
    ) -> Self:
        """A match before its first deal.

        Args:
            rules: the options in play.
            seed: what shuffles and the lot are made from. Without one, hidden cards are unknown until moves name
                them: a match as it is followed from outside.
            first: who plays first, counted from 0; None draws lots.
            sizes: slots of each layout, when a match is taken up in its course; ten each otherwise.

        Raises:
            RulesError: for a player that is not in the game, or sizes that do not fit it.
        """
        rules = rules or Rules()
        if first is None:
            first = int(random.Random(seed).random() * rules.players)
        if not 0 <= first < rules.players:
            raise RulesError("trash.no_player", {"player": first + 1, "players": rules.players})
        slots = (FULL_LAYOUT,) * rules.players if sizes is None else tuple(sizes)
        least = 1 if rules.end_slots is None else rules.end_slots + 1
        if len(slots) != rules.players or not all(least <= size <= FULL_LAYOUT for size in slots):
            raise RulesError("trash.sizes", {"sizes": slots, "players": rules.players, "least": least})
        return cls(rules=rules, seed=seed, sizes=slots, first=first, player=first)

    def verify(self, move: Move) -> None:
        """Raise `IllegalMove`, saying why, unless the move is legal."""
        refused = refusal(self, move)
        if refused is not None:
            raise IllegalMove(*refused, move=str(move), position=str(self))

    def can(self, move: Move) -> bool:
        """Whether the move is legal."""
        return refusal(self, move) is None

    def play(self, move: Move) -> Step:
        """Make a move.

        Raises:
            IllegalMove: saying why it is refused.
        """
        self.verify(move)
        match move:
            case Draw():
                return self._draw(move)
            case Place():
                return self._place(move)
            case Discard():
                return self._discard(move)
            case Look():
                return self._look(move)
            case Deal():
                return self._deal(move)
            case TimeUp():
                after = replace(self, time_called=True)
                return TimeCalled(after if self.phase is not Phase.DEAL else after._smallest_wins())

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: an iterable that also answers ``in``."""
        return LegalMoves(self)

    def __str__(self) -> str:
        """The position in text; `parse` reads it back."""
        return format_position(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The state written by `str`. Cards may lie as a fault has left them: in a wrong slot, a wild discarded.

        Raises:
            RulesError: naming what cannot be read; ``trash.impossible`` for a position that play cannot lead to.
        """
        state = cls(**parse_position(text))
        impossible = state.status() & ~(Status.WRONG_SLOT | Status.WILD_DISCARDED)
        if impossible:
            raise RulesError("trash.impossible", {"flags": [flag.name for flag in impossible]})
        return state

    def verify_draw(self, player: int, pile: Pile) -> None:
        """Raise `IllegalMove` unless the player may draw from the pile."""
        self.verify(Draw(player, pile))

    def can_draw(self, player: int, pile: Pile) -> bool:
        """Whether the player may draw from the pile."""
        return self.can(Draw(player, pile))

    def draw(self, player: int, pile: Pile) -> Drawn:
        """Draw the top card of a pile; raises `IllegalMove`."""
        self.verify_draw(player, pile)
        return self._draw(Draw(player, pile))

    def verify_place(self, player: int, card: Card, slot: int) -> None:
        """Raise `IllegalMove` unless the player may place the card in the slot."""
        self.verify(Place(player, card, slot))

    def can_place(self, player: int, card: Card, slot: int) -> bool:
        """Whether the player may place the card in the slot."""
        return self.can(Place(player, card, slot))

    def place(self, player: int, card: Card, slot: int) -> Placed:
        """Place the card in hand and take up what lies there; raises `IllegalMove`."""
        self.verify_place(player, card, slot)
        return self._place(Place(player, card, slot))

    def verify_discard(self, player: int, card: Card) -> None:
        """Raise `IllegalMove` unless the player may discard the card."""
        self.verify(Discard(player, card))

    def can_discard(self, player: int, card: Card) -> bool:
        """Whether the player may discard the card."""
        return self.can(Discard(player, card))

    def discard(self, player: int, card: Card) -> Discarded:
        """Discard the unplayable card in hand, which ends the turn; raises `IllegalMove`."""
        self.verify_discard(player, card)
        return self._discard(Discard(player, card))

    def verify_look(self, player: int, cards: Sequence[Card] | None = None) -> None:
        """Raise `IllegalMove` unless the player may turn these cards up; None stands for the cards as they lie."""
        self.verify(self._as_they_lie(player, cards))

    def can_look(self, player: int, cards: Sequence[Card] | None = None) -> bool:
        """Whether the player may turn these cards up; None stands for the cards as they lie."""
        return self.can(self._as_they_lie(player, cards))

    def look(self, player: int, cards: Sequence[Card] | None = None) -> Looked:
        """After a hand, turn up what lies face down; raises `IllegalMove`."""
        move = self._as_they_lie(player, cards)
        self.verify(move)
        return self._look(move)

    def verify_deal(self, order: Sequence[Card] | None = None) -> None:
        """Raise `IllegalMove` unless the next hand may be dealt, in this order if one is given."""
        self.verify(Deal(None if order is None else tuple(order)))

    def can_deal(self, order: Sequence[Card] | None = None) -> bool:
        """Whether the next hand may be dealt, in this order if one is given."""
        return self.can(Deal(None if order is None else tuple(order)))

    def deal(self, order: Sequence[Card] | None = None) -> Dealt:
        """Deal the next hand; raises `IllegalMove`."""
        move = Deal(None if order is None else tuple(order))
        self.verify(move)
        return self._deal(move)

    def _as_they_lie(self, player: int, cards: Sequence[Card] | None) -> Look:
        if cards is None and 0 <= player < len(self.layouts):
            cards = [slot.card for slot in self.layouts[player] if not slot.up and slot.card is not None]
        return Look(player, tuple(cards or ()))

    def _deal(self, move: Deal) -> Dealt:
        order = self._shuffled(self.rules.pack.cards()) if move.order is None else move.order
        layouts, dealt = [], 0
        for size in self.sizes:
            layouts.append(tuple(Slot(card, False) for card in order[dealt : dealt + size]))
            dealt += size
        after = replace(
            self,
            hands=self.hands + 1,
            layouts=tuple(layouts),
            stock=tuple(reversed(order[dealt:])),
            discards=(),
            player=self.first,
            phase=Phase.DRAW,
            winner=None,
            shuffles=self.shuffles + 1,
        )
        return Dealt(after.hands, after)

    def _shuffled(self, cards: Sequence[Card | None]) -> tuple[Card | None, ...]:
        """The cards in a random order made from the seed; without one, cards nobody knows."""
        if self.seed is None:
            return (None,) * len(cards)
        # Only `random` itself is the same in every version of Python, so the exchange of cards is written out.
        chance = random.Random(f"{self.seed}/{self.shuffles}").random
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = int(chance() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _draw(self, move: Draw) -> Drawn:
        free = self.free_draws - (self.phase is Phase.LOOK)
        if move.pile is Pile.STOCK:
            card = self.stock[-1]
            after = replace(
                self, stock=self.stock[:-1], hand=card, drawn_unseen=True, phase=Phase.PLAY, free_draws=free
            )
        else:
            card = self.discards[-1]
            after = replace(self, discards=self.discards[:-1], hand=card, drawn_unseen=False, phase=Phase.PLAY)
        return Drawn(move.player, move.pile, card, after)

    def _place(self, move: Place) -> Placed:
        player, place = move.player, move.slot - 1
        layout = self.layouts[player]
        taken = layout[place].card
        laid = (*layout[:place], Slot(move.card, True), *layout[place + 1 :])
        layouts = (*self.layouts[:player], laid, *self.layouts[player + 1 :])
        after = replace(self, layouts=layouts, hand=taken, drawn_unseen=False)
        if not after.complete(player):
            return Placed(player, move.card, move.slot, taken, False, after)
        after = replace(after, hand=None, discards=(*self.discards, taken))
        after = after._hand_won(player) if self.winner is None else after._drop(player)._next_look()
        return Placed(player, move.card, move.slot, taken, True, after)

    def _discard(self, move: Discard) -> Discarded:
        discards = (*self.discards, move.card)
        stock = self.stock
        shuffles = self.shuffles
        if not stock:
            stock, discards, shuffles = self._shuffled(discards[:-1]), discards[-1:], shuffles + 1
        phase, player = Phase.DRAW, (self.player + 1) % self.rules.players
        if self.winner is not None:
            phase, player = Phase.LOOK, self.player
        after = replace(
            self,
            discards=discards,
            stock=stock,
            hand=None,
            drawn_unseen=False,
            phase=phase,
            player=player,
            shuffles=shuffles,
        )
        return Discarded(move.player, move.card, shuffles != self.shuffles, after)

    def _hand_won(self, player: int) -> Self:
        rules = self.rules
        won = replace(self, winner=player)
        if len(self.layouts[player]) == 1:
            return replace(won, phase=Phase.OVER, winners=(player,))
        won = won._drop(player)
        if rules.end_slots is not None and won.sizes[player] <= rules.end_slots:
            return replace(won, phase=Phase.OVER, winners=(player,))
        if not rules.second_look:
            return won._hand_over()
        others = tuple((player + step) % rules.players for step in range(1, rules.players))
        return replace(won, looking=others)._next_look()

    def _drop(self, player: int) -> Self:
        """One slot fewer for the player, who keeps the last one."""
        if self.sizes[player] == 1:
            return self
        return replace(self, sizes=(*self.sizes[:player], self.sizes[player] - 1, *self.sizes[player + 1 :]))

    def _next_look(self) -> Self:
        if not self.looking:
            return self._hand_over()
        free = FREE_DRAWS if self.rules.free_draws else 0
        return replace(self, phase=Phase.LOOK, player=self.looking[0], looking=self.looking[1:], free_draws=free)

    def _look(self, move: Look) -> Looked:
        player, named = move.player, iter(move.cards)
        laid = tuple(slot if slot.up else Slot(next(named), True) for slot in self.layouts[player])
        after = replace(self, layouts=(*self.layouts[:player], laid, *self.layouts[player + 1 :]))
        if after.complete(player):
            after = after._drop(player)
        return Looked(player, move.cards, after.sizes != self.sizes, after._next_look())

    def _hand_over(self) -> Self:
        rules = self.rules
        over = replace(self, looking=(), free_draws=0)
        if rules.end_slots is not None and min(self.sizes) <= rules.end_slots:
            down = tuple(player for player, size in enumerate(self.sizes) if size <= rules.end_slots)
            return replace(over, phase=Phase.OVER, winners=down)
        if self.time_called or (rules.end_deals is not None and self.hands >= rules.end_deals):
            return over._smallest_wins()
        assert self.winner is not None
        first = self.winner if rules.start == "winner" else (self.first + 1) % rules.players
        return replace(over, phase=Phase.DEAL, player=first, first=first)

    def _smallest_wins(self) -> Self:
        least = min(self.sizes)
        winners = tuple(player for player, size in enumerate(self.sizes) if size == least)
        return replace(self, phase=Phase.OVER, winners=winners)
