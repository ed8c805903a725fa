"""A game of Chase the Ace at one moment, and what may be done in it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.ace.legal import LegalMoves, immune, partner, verify, verify_cards
from rules.ace.moves import Draw, Exchange, Keep, Move
from rules.ace.options import Rules
from rules.ace.position import Status, format_position, parse_position, status
from rules.ace.score import Showdown, score
from rules.ace.view import View
from rules.cards import Card
from rules.deals import Deal, Dealing


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a deal.

    Attributes:
        showdown: all cards, in the order of `seats`.
        seats: the seats whose cards these are.
        losers: the seats that lose a life.
    """

    showdown: Showdown
    seats: tuple[int, ...]
    losers: tuple[int, ...]

    def __str__(self) -> str:
        """Cards by player and who loses, players counted from 1: ``showdown 1=5H 2=KS loses 1``."""
        cards = (f"{seat + 1}={card}" for seat, card in zip(self.seats, self.showdown.cards, strict=True))
        losers = " ".join(str(seat + 1) for seat in self.losers)
        return f"showdown {' '.join(cards)} loses {losers or 'none'}"


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made.

    Attributes:
        move: the move; a deal with the cards that were dealt, a draw with the card that was drawn.
        before: the state it was made in.
        after: the state it led to.
        partner: of an exchange, the seat exchanged with.
        ended: the showdown, where the move ended the deal.
    """

    move: Move
    before: State
    after: State
    partner: int | None = None
    ended: Ended | None = None


@dataclass(frozen=True, slots=True)
class State(Dealing[Played]):
    """A game between two moves; immutable. Seats are numbered from 0, clockwise.

    Attributes:
        rules: the options.
        cards: by seat; None between deals and for players who are out. A king lies face up.
    """

    GAME: ClassVar[str] = "ace"

    rules: Rules
    cards: tuple[Card | None, ...] = ()

    @classmethod
    def start(cls, rules: Rules | None = None, *, dealer: int | None = None, seed: int | None = None) -> State:
        """A game before its first deal; see `rules.deals`.

        Raises:
            RulesError: ``ace.no_player`` for a dealer who is no player.
        """
        rules = rules or Rules()
        return cls.begun(rules, dealer, seed, cards=(None,) * rules.players)

    @property
    def immune(self) -> tuple[int, ...]:
        """The seats with a king face up."""
        return tuple(seat for seat in self.lives.playing if immune(self, seat))

    @property
    def rest(self) -> tuple[Card, ...]:
        """The cards of the pack that no player holds, in order."""
        return tuple(card for card in self.rules.cards if card not in self.cards)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to move, or the deal to come."""
        return LegalMoves(self)

    def status(self) -> Status:
        """Why the position is impossible; no flag for one that can be."""
        return status(self)

    def view(self, player: int | None) -> View:
        """What a player sees, or with None an onlooker: the other cards, kings apart, and the seed are not in it.

        Raises:
            RulesError: ``ace.no_player``.
        """
        if player is not None:
            self._verify_player(player, self.rules.players)
        moves = tuple(self.legal_moves) if player is not None and player == self.turn else ()
        cards = tuple(card if seat == player or immune(self, seat) else None for seat, card in enumerate(self.cards))
        return View(player, self.rules, self.lives, self.dealer, self.deal, cards, self.turn, moves)

    def shuffled(self) -> Deal:
        """The deal that the game's seed shuffles next."""
        pack = list(self.rules.cards)
        random.Random(f"deal {self.deal} {self.seed}").shuffle(pack)
        return Deal(tuple(pack[: len(self.lives.playing)]))

    def drawn(self, player: int) -> Draw:
        """The draw from the rest of the pack that the game's seed makes now."""
        return Draw(player, random.Random(f"draw {self.deal} {self.seed}").choice(self.rest))

    def play(self, move: Move) -> Played:
        """Make a move.

        Raises:
            IllegalMove: as `verify`.
        """
        self.verify(move)
        cards = list(self.cards)
        other = None
        if isinstance(move, Deal):
            move = move if move.cards else self.shuffled()
            order = self.lives.clockwise(self.dealer)
            for seat, card in zip(order, move.cards, strict=True):
                cards[seat] = card
            return replace(self, cards=tuple(cards))._go_on(order, move, self, None)
        if isinstance(move, Draw):
            move = move if move.card is not None else self.drawn(move.player)
            cards[move.player] = move.card
        elif isinstance(move, Exchange):
            other = partner(self, move.player)
            assert other is not None
            cards[move.player], cards[other] = cards[other], cards[move.player]
        order = self.lives.clockwise(self.dealer)
        left = order[order.index(move.player) + 1 :]
        return replace(self, cards=tuple(cards))._go_on(left, move, self, other)

    def _go_on(self, left: tuple[int, ...], move: Move, before: State, other: int | None) -> Played:
        """The move recorded: the first of these seats without a king is to move, or the deal has ended."""
        turn = next((seat for seat in left if not immune(self, seat)), None)
        if turn is not None:
            return Played(move, before, replace(self, turn=turn), other)
        seats = self.lives.playing
        drew = seats.index(move.player) if isinstance(move, Draw) else None
        cards = [card for card in self.cards if card is not None]
        showdown = score(cards, self.rules, drew=drew)
        losers = tuple(seats[index] for index in showdown.losers)
        lives = self.lives.after(losers, dog=self.rules.dog)
        bare = (None,) * self.rules.players
        after = State(self.rules, lives, lives.following(self.dealer), self.deal + 1, seed=self.seed, cards=bare)
        return Played(move, before, after, other, Ended(showdown, seats, losers))

    def verify_keep(self, player: int | None = None) -> None:
        """Raise `IllegalMove` unless the player may keep the card."""
        self.verify(Keep(self._turn(player)))

    def can_keep(self, player: int | None = None) -> bool:
        """Whether the player may keep the card."""
        return self.can(Keep(self._turn(player)))

    def keep(self, player: int | None = None) -> Played:
        """Keep the card."""
        return self.play(Keep(self._turn(player)))

    def verify_exchange(self, player: int | None = None) -> None:
        """Raise `IllegalMove` unless the player may exchange with the neighbour."""
        self.verify(Exchange(self._turn(player)))

    def can_exchange(self, player: int | None = None) -> bool:
        """Whether the player may exchange with the neighbour."""
        return self.can(Exchange(self._turn(player)))

    def exchange(self, player: int | None = None) -> Played:
        """Exchange with the left-hand neighbour."""
        return self.play(Exchange(self._turn(player)))

    def verify_draw(self, card: Card | None = None, player: int | None = None) -> None:
        """Raise `IllegalMove` unless the player may draw this card, or any."""
        self.verify(Draw(self._turn(player), card))

    def can_draw(self, card: Card | None = None, player: int | None = None) -> bool:
        """Whether the player may draw this card, or any."""
        return self.can(Draw(self._turn(player), card))

    def draw(self, card: Card | None = None, player: int | None = None) -> Played:
        """Replace the dealer's card by one of the rest of the pack."""
        return self.play(Draw(self._turn(player), card))

    def _verify_cards(self, cards: tuple[Card, ...]) -> None:
        verify_cards(self, cards)

    def _verify_move(self, move: Exchange | Keep | Draw) -> None:
        verify(self, move)

    def __str__(self) -> str:
        return format_position(self)

    @classmethod
    def parse(cls, text: str, rules: Rules) -> State:
        """The position in notation, as `str` writes it; it may be an impossible one: see `status`.

        Raises:
            RulesError: ``ace.position`` naming the part that cannot be read; ``card.unknown`` naming what is no card.
        """
        return cls(rules, **parse_position(text, rules.players))
