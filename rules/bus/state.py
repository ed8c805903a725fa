"""A game of Stop the Bus at one moment, and what may be done in it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.bus.legal import LegalMoves, dealt, verify, verify_cards
from rules.bus.moves import Exchange, Move, Stick, Stop
from rules.bus.options import PACK, Rules
from rules.bus.position import Status, format_position, parse_position, status
from rules.bus.value import HAND, MOST, Showdown, score, value
from rules.bus.view import View
from rules.cards import Card
from rules.deals import Deal, Dealing

Cards = Card | Iterable[Card]


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a deal.

    Attributes:
        showdown: all hands, in the order of `seats`.
        seats: the seats whose hands these are.
        losers: the seats that lose a life.
    """

    showdown: Showdown
    seats: tuple[int, ...]
    losers: tuple[int, ...]

    def __str__(self) -> str:
        """Points by player and who loses, players counted from 1: ``showdown 1=20 2=31 loses 1``."""
        points = (f"{seat + 1}={hand.value}" for seat, hand in zip(self.seats, self.showdown.hands, strict=True))
        losers = " ".join(str(seat + 1) for seat in self.losers)
        return f"showdown {' '.join(points)} loses {losers or 'none'}"


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made.

    Attributes:
        move: the move; a deal with the cards that were dealt.
        before: the state it was made in.
        after: the state it led to.
        ended: the showdown, where the move ended the deal.
    """

    move: Move
    before: State
    after: State
    ended: Ended | None = None


@dataclass(frozen=True, slots=True)
class State(Dealing[Played]):
    """A game between two moves; immutable. Seats are numbered from 0, clockwise.

    Attributes:
        rules: the options.
        hands: by seat, three cards each; empty between deals and for players who are out.
        table: the three cards face up on the table; empty between deals.
        stopped: the seat that has stopped the bus in this deal.
    """

    GAME: ClassVar[str] = "bus"

    rules: Rules
    hands: tuple[tuple[Card, ...], ...] = ()
    table: tuple[Card, ...] = ()
    stopped: int | None = None

    @classmethod
    def start(cls, rules: Rules | None = None, *, dealer: int | None = None, seed: int | None = None) -> State:
        """A game before its first deal; see `rules.deals`.

        Raises:
            RulesError: ``bus.no_player`` for a dealer who is no player.
        """
        rules = rules or Rules()
        return cls.begun(rules, dealer, seed, hands=((),) * rules.players)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to move, or the deal to come."""
        return LegalMoves(self)

    def status(self) -> Status:
        """Why the position is impossible; no flag for one that can be."""
        return status(self)

    def view(self, player: int | None) -> View:
        """What a player sees, or with None an onlooker: the other hands and the seed are not in it.

        Raises:
            RulesError: ``bus.no_player``.
        """
        if player is not None:
            self._verify_player(player, self.rules.players)
        moves = tuple(self.legal_moves) if player is not None and player == self.turn else ()
        hands = tuple(hand if seat == player else (None,) * len(hand) for seat, hand in enumerate(self.hands))
        return View(
            player, self.rules, self.lives, self.dealer, self.deal, hands, self.table, self.turn, self.stopped, moves
        )

    def shuffled(self) -> Deal:
        """The deal that the game's seed shuffles next."""
        pack = list(PACK.cards())
        random.Random(f"deal {self.deal} {self.seed}").shuffle(pack)
        return Deal(tuple(pack[: dealt(self)]))

    def play(self, move: Move) -> Played:
        """Make a move.

        Raises:
            IllegalMove: as `verify`.
        """
        self.verify(move)
        if isinstance(move, Deal):
            return self._deal(move if move.cards else self.shuffled())
        hands, table, stopped = self.hands, self.table, self.stopped
        if isinstance(move, Exchange):
            # The cards change places, so that nothing else on the table moves.
            swap = dict(zip((*move.give, *move.take), (*move.take, *move.give), strict=True))
            hand = tuple(swap.get(card, card) for card in hands[move.player])
            hands = (*hands[: move.player], hand, *hands[move.player + 1 :])
            table = tuple(swap.get(card, card) for card in table)
        elif isinstance(move, Stop):
            stopped = move.player
        turn = self.lives.following(move.player)
        after = replace(self, hands=hands, table=table, stopped=stopped, turn=turn)
        if turn == stopped or (isinstance(move, Exchange) and after._shows_31((move.player,))):
            return after._end(move, self)
        return Played(move, self, after)

    def _deal(self, move: Deal) -> Played:
        order = self.lives.clockwise(self.dealer)
        hands: list[tuple[Card, ...]] = [()] * self.rules.players
        cards = iter(move.cards)
        table: tuple[Card, ...] = ()
        for _ in range(HAND):
            for seat in order:
                hands[seat] = (*hands[seat], next(cards))
            table = (*table, next(cards))
        after = replace(self, hands=tuple(hands), table=table, turn=order[0])
        if after._shows_31(order):
            return after._end(move, self)
        return Played(move, self, after)

    def _shows_31(self, seats: Iterable[int]) -> bool:
        return self.rules.end_at_31 and any(value(self.hands[seat], self.rules).points == MOST for seat in seats)

    def _end(self, move: Move, before: State) -> Played:
        seats = self.lives.playing
        showdown = score([self.hands[seat] for seat in seats], self.rules)
        losers = tuple(seats[index] for index in showdown.losers)
        lives = self.lives.after(losers, dog=self.rules.dog)
        bare = ((),) * self.rules.players
        after = State(self.rules, lives, lives.following(self.dealer), self.deal + 1, seed=self.seed, hands=bare)
        return Played(move, before, after, Ended(showdown, seats, losers))

    def verify_exchange(self, give: Cards, take: Cards, player: int | None = None) -> None:
        """Raise `IllegalMove` unless these cards of the hand can be exchanged for these of the table."""
        self.verify(Exchange(self._turn(player), give, take))

    def can_exchange(self, give: Cards, take: Cards, player: int | None = None) -> bool:
        """Whether these cards of the hand can be exchanged for these of the table."""
        return self.can(Exchange(self._turn(player), give, take))

    def exchange(self, give: Cards, take: Cards, player: int | None = None) -> Played:
        """Exchange one card of the hand for one of the table, or all three."""
        return self.play(Exchange(self._turn(player), give, take))

    def verify_stop(self, player: int | None = None) -> None:
        """Raise `IllegalMove` unless the bus can be stopped now."""
        self.verify(Stop(self._turn(player)))

    def can_stop(self, player: int | None = None) -> bool:
        """Whether the bus can be stopped now."""
        return self.can(Stop(self._turn(player)))

    def stop(self, player: int | None = None) -> Played:
        """Stop the bus."""
        return self.play(Stop(self._turn(player)))

    def verify_stick(self, player: int | None = None) -> None:
        """Raise `IllegalMove` unless the player may stick."""
        self.verify(Stick(self._turn(player)))

    def can_stick(self, player: int | None = None) -> bool:
        """Whether the player may stick."""
        return self.can(Stick(self._turn(player)))

    def stick(self, player: int | None = None) -> Played:
        """Keep the hand, after somebody has stopped the bus."""
        return self.play(Stick(self._turn(player)))

    def _verify_cards(self, cards: tuple[Card, ...]) -> None:
        verify_cards(self, cards)

    def _verify_move(self, move: Exchange | Stop | Stick) -> None:
        verify(self, move)

    def __str__(self) -> str:
        return format_position(self)

    @classmethod
    def parse(cls, text: str, rules: Rules) -> State:
        """The position in notation, as `str` writes it; it may be an impossible one: see `status`.

        Raises:
            RulesError: ``bus.position`` naming the part that cannot be read; ``card.unknown`` naming what is no card.
        """
        return cls(rules, **parse_position(text, rules.players))
