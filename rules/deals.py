"""Games of deals in which the lowest hand loses a life: who deals, whose turn it is, and how a position is written.

Stop the Bus and Chase the Ace share this. Players are numbered by seat from 0, clockwise, and counted from 1 in text.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from rules.cards import Card, format_cards
from rules.errors import IllegalMove, RulesError
from rules.lives import Lives

P = TypeVar("P")

# Python reads no number of more digits.
_NUMBER: Final = re.compile(r"[0-9]{1,4300}")
_TURN: Final = re.compile(r"player\s+([1-9]\d{0,8})\s*:\s*(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Deal:
    """Dealing the next deal.

    Attributes:
        cards: in the order in which the game deals them. Empty: shuffled by the game's seed.
    """

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"deal {format_cards(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Dealing(ABC, Generic[P]):
    """A game between two moves; immutable. Each game's own `State` adds the cards, and `P` is its record of a move.

    Attributes:
        rules: the options.
        lives: who is in the game, with how many lives.
        dealer: the seat that dealt this deal, or is to deal the next.
        deal: number of that deal, from 1.
        turn: the seat to move; None between deals and after the game.
        seed: what the packs of this game are shuffled by.
    """

    GAME: ClassVar[str]
    """What the names of the game's rules begin with."""

    rules: Any
    lives: Lives
    dealer: int
    deal: int = 1
    turn: int | None = None
    seed: int = 0

    @classmethod
    def begun(cls, rules: Any, dealer: int | None, seed: int | None, **bare: Any) -> Self:
        """A game before its first deal.

        Args:
            rules: the options.
            dealer: the first dealer; None draws one by lot.
            seed: what packs are shuffled by; None takes one at random.
            bare: how the game says that nobody holds a card.

        Raises:
            RulesError: ``….no_player`` for a dealer who is no player.
        """
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        if dealer is None:
            dealer = random.Random(f"lot {seed}").randrange(rules.players)
        cls._verify_player(dealer, rules.players)
        return cls(rules, Lives.start(rules.players, rules.lives), dealer, seed=seed, **bare)

    @property
    def winner(self) -> int | None:
        """The seat that has won the game, or None."""
        return self.lives.winner

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return self.lives.winner is not None

    def verify(self, move: Any) -> None:
        """Raise unless the move is legal.

        Raises:
            IllegalMove: with the move, the position and the rule.
        """
        try:
            if isinstance(move, Deal):
                self._verify_deal(move.cards)
            else:
                self._verify_turn(move.player)
                self._verify_move(move)
        except RulesError as error:
            raise IllegalMove(error.rule, error.params, move=str(move), position=str(self)) from None

    def can(self, move: Any) -> bool:
        """Whether the move is legal; see `verify`."""
        try:
            self.verify(move)
        except IllegalMove:
            return False
        return True

    @abstractmethod
    def play(self, move: Any) -> P:
        """Make a move.

        Raises:
            IllegalMove: as `verify`.
        """

    def verify_deal(self, cards: Iterable[Card] = ()) -> None:
        """Raise `IllegalMove` unless these cards can be dealt now."""
        self.verify(Deal(tuple(cards)))

    def can_deal(self, cards: Iterable[Card] = ()) -> bool:
        """Whether these cards can be dealt now."""
        return self.can(Deal(tuple(cards)))

    def deal_cards(self, cards: Iterable[Card] = ()) -> P:
        """Deal these cards, or shuffled ones; see `Deal`."""
        return self.play(Deal(tuple(cards)))

    @abstractmethod
    def _verify_cards(self, cards: tuple[Card, ...]) -> None:
        """Raise unless the next deal can be of these cards."""

    @abstractmethod
    def _verify_move(self, move: Any) -> None:
        """Raise unless a player in the game may make a move, no deal, in this deal."""

    def _verify_deal(self, cards: tuple[Card, ...]) -> None:
        if self.over:
            raise RulesError(f"{self.GAME}.over")
        if self.turn is not None:
            raise RulesError(f"{self.GAME}.dealt_already")
        if cards:
            self._verify_cards(cards)

    def _verify_turn(self, player: int) -> None:
        """Raise unless a deal is being played, and the player is in it."""
        if self.over:
            raise RulesError(f"{self.GAME}.over")
        if self.turn is None:
            raise RulesError(f"{self.GAME}.not_dealt")
        self._verify_player(player, self.rules.players)
        if player not in self.lives.playing:
            raise RulesError(f"{self.GAME}.out", {"player": player + 1})

    @classmethod
    def _verify_player(cls, player: int, players: int) -> None:
        """Raise ``….no_player`` for a seat that is none."""
        if not 0 <= player < players:
            raise RulesError(f"{cls.GAME}.no_player", {"player": player + 1, "players": players})

    def _turn(self, player: int | None) -> int:
        """The seat meant: whoever is to move, unless one is named."""
        return (self.turn or 0) if player is None else player


def action(text: str) -> tuple[int, str] | None:
    """The player and what follows in a move written as ``player 1: ...``; None for what is written otherwise."""
    turn = _TURN.fullmatch(text.strip())
    return None if turn is None else (int(turn[1]) - 1, turn[2])


def impossible(state: Dealing[Any], named: Iterable[int], cards: Sequence[Card]) -> Iterator[str]:
    """What cannot be of a position, as members of its game's `Status`.

    Args:
        state: whose seats are as many as there are players.
        named: the seats that it names.
        cards: that are dealt.
    """
    rules, lives = state.rules, state.lives
    if not lives.playing:
        yield "NOBODY"
        return
    if any(seat not in lives.playing for seat in named):
        yield "PLAYER_OUT"
    if max(lives.left) > rules.lives:
        yield "LIVES"
    if not lives.dogs_possible(dog=rules.dog, together=rules.ties_together):
        yield "DOGS"
    if state.over and (state.turn is not None or cards):
        yield "OVER"
    if len(set(cards)) != len(cards):
        yield "CARD_TWICE"


def written(state: Any, cards: Iterable[str], seats: Mapping[str, int | None]) -> str:
    """A position in notation.

    Args:
        state: a `Dealing`, or what one player sees of it, which has no seed.
        cards: the parts that say which cards lie where.
        seats: by name what else is said by a seat, the turn first; None where nothing is.
    """
    parts = [f"deal {state.deal}", f"dealer {state.dealer + 1}", f"lives {state.lives}", *cards]
    parts += [f"{name} {seat + 1}" for name, seat in seats.items() if seat is not None]
    seed = getattr(state, "seed", None)
    return "; ".join(parts if seed is None else [*parts, f"seed {seed}"])


def read(rule: str, text: str, cards: Mapping[str, Callable[[str], Any]], seats: Iterable[str]) -> dict[str, Any]:
    """The parts of a position that `written` wrote, by name.

    Args:
        rule: of the game, that a position is written so.
        text: the position.
        cards: by name how a part that says which cards lie where is read.
        seats: names of what else is said by a seat.

    Raises:
        RulesError: that rule, naming the part that cannot be read or is missing; what `cards` raise.
    """
    counted = {"dealer", *seats}
    fields: dict[str, Any] = {}
    for part in text.split(";"):
        name, _, rest = part.strip().partition(" ")
        if name in cards:
            fields[name] = cards[name](rest)
        elif name == "lives":
            fields[name] = Lives.parse(rest)
        elif name in {"deal", "seed"} | counted and _NUMBER.fullmatch(rest):
            fields[name] = int(rest) - (name in counted)
        else:
            raise RulesError(rule, {"part": part.strip()})
    for name in ("deal", "dealer", "lives"):
        if name not in fields:
            raise RulesError(rule, {"part": name})
    return fields
