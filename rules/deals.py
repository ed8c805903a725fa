"""Games of deals in which the lowest hand loses a life: who deals, whose turn it is, and how a position is written.

Stop the Bus and Chase the Ace share this. Players are numbered by seat from 0, clockwise, and counted from 1 in text.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from rules.errors import IllegalMove, RulesError
from rules.lives import Lives

# Python reads no number of more digits.
_NUMBER: Final = re.compile(r"[0-9]{1,4300}")


@dataclass(frozen=True, slots=True)
class Dealing(ABC):
    """A game between two moves; immutable. Each game's own `State` adds the cards.

    Attributes:
        rules: the options.
        lives: who is in the game, with how many lives.
        dealer: the seat that dealt this deal, or is to deal the next.
        deal: number of that deal, from 1.
        turn: the seat to move; None between deals and after the game.
        seed: what the packs of this game are shuffled by.
    """

    NO_PLAYER: ClassVar[str]
    """The rule that a seat is a player's."""

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
            RulesError: `NO_PLAYER` for a dealer who is no player.
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

    @abstractmethod
    def verify(self, move: Any) -> None:
        """Raise unless the move is legal.

        Raises:
            IllegalMove: with the move, the position and the rule.
        """

    def can(self, move: Any) -> bool:
        """Whether the move is legal; see `verify`."""
        try:
            self.verify(move)
        except IllegalMove:
            return False
        return True

    @classmethod
    def _verify_player(cls, player: int, players: int) -> None:
        """Raise `NO_PLAYER` for a seat that is none."""
        if not 0 <= player < players:
            raise RulesError(cls.NO_PLAYER, {"player": player + 1, "players": players})

    def _turn(self, player: int | None) -> int:
        """The seat meant: whoever is to move, unless one is named."""
        return (self.turn or 0) if player is None else player


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
