"""A hand of gin, from the deal to its end, as an immutable position.

Every operation comes in three: ``verify_draw`` raises and says why, ``can_draw`` asks, ``draw`` does it and returns a
`Step`, the frozen record of what happened, with the position after it. ``verify``, ``can`` and ``do`` take any move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.cards import Card, Pack
from rules.errors import IllegalMove, RulesError
from rules.gin import legal
from rules.gin.melds import mask_of
from rules.gin.moves import BigGin, Discard, Draw, Knock, Melds, Move, Pass, Show, Take
from rules.gin.notation import format_state, parse_fields
from rules.gin.position import HAND, Phase, Position
from rules.gin.rules import Rules
from rules.gin.score import Showdown
from rules.gin.status import Status, status
from rules.gin.view import View, view


@dataclass(frozen=True, slots=True)
class Step:
    """What an operation did.

    Attributes:
        player: who moved, 0 or 1.
        move: the move.
        card: the card taken, drawn or discarded, where there is one.
        state: the position after it.
        showdown: the score, when the move ended the hand with one.
    """

    player: int
    move: Move
    card: Card | None
    state: State
    showdown: Showdown | None = None


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position and what may be done in it; the fields are those of `Position`."""

    @classmethod
    def deal(cls, pack: Sequence[Card], rules: Rules | None = None, dealer: int = 0) -> State:
        """Deal from a shuffled pack, its top card first: one each in turn from the non-dealer, then the upcard.

        Raises:
            RulesError: ``pack.repeated``, ``pack.foreign`` or ``gin.pack`` when the cards are not one pack of 52.
        """
        Pack().check(pack)
        if len(pack) != 52:
            raise RulesError("gin.pack", {"size": len(pack)})
        first, second = mask_of(pack[0 : 2 * HAND : 2]), mask_of(pack[1 : 2 * HAND : 2])
        hands = (second, first) if dealer == 0 else (first, second)
        upcard = pack[2 * HAND]
        stock = tuple(reversed(pack[2 * HAND + 1 :]))
        return cls(rules or Rules(), dealer, 1 - dealer, Phase.OFFER, hands, stock, (upcard,), upcard)

    @classmethod
    def shuffled(cls, seed: int | str | random.Random, rules: Rules | None = None, dealer: int = 0) -> State:
        """Shuffle a pack and deal; the same seed gives the same deal."""
        source = seed if isinstance(seed, random.Random) else random.Random(seed)
        pack = list(Pack().cards())
        source.shuffle(pack)
        return cls.deal(pack, rules, dealer)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterable, with a length, and supporting ``in``."""
        return LegalMoves(self)

    def view(self, player: int) -> View:
        """What a player may know of the position."""
        return view(self, player, tuple(self.legal_moves) if player == self.turn else ())

    def status(self) -> Status:
        """Why the position is impossible; falsy when nothing is wrong with it."""
        return status(self)

    def __str__(self) -> str:
        return format_state(self)

    @classmethod
    def parse(cls, text: str) -> State:
        """The position that ``str`` wrote.

        Raises:
            RulesError: ``gin.position``, naming the part at fault, or ``gin.impossible`` with what is wrong.
        """
        return cls(**parse_fields(text))  # type: ignore[arg-type]

    def verify(self, move: Move) -> None:
        """Raise unless the move is legal.

        Raises:
            IllegalMove: naming the rule, with the move and the position.
        """
        refusal = legal.refusal(self, move)
        if refusal is not None:
            rule, params = refusal
            raise IllegalMove(rule, params, move=str(move), position=str(self))

    def can(self, move: Move) -> bool:
        """Whether the move is legal."""
        return legal.refusal(self, move) is None

    def do(self, move: Move) -> Step:
        """Make a move.

        Raises:
            IllegalMove: when it is not legal.
        """
        self.verify(move)
        after, card = legal.play(self, move)
        return Step(self.turn, move, card, after, after.showdown)

    def after(self, move: Move) -> State:
        """The position after a move.

        Raises:
            IllegalMove: when it is not legal.
        """
        return self.do(move).state

    def verify_take(self) -> None:
        """Raise unless the top discard or the upcard may be taken."""
        self.verify(Take())

    def can_take(self) -> bool:
        """Whether the top discard or the upcard may be taken."""
        return self.can(Take())

    def take(self) -> Step:
        """Take the top discard or the upcard."""
        return self.do(Take())

    def verify_pass(self) -> None:
        """Raise unless the player may pass on the first upcard."""
        self.verify(Pass())

    def can_pass(self) -> bool:
        """Whether the player may pass on the first upcard."""
        return self.can(Pass())

    def pass_(self) -> Step:
        """Pass on the first upcard."""
        return self.do(Pass())

    def verify_draw(self) -> None:
        """Raise unless the player may draw from the stock."""
        self.verify(Draw())

    def can_draw(self) -> bool:
        """Whether the player may draw from the stock."""
        return self.can(Draw())

    def draw(self) -> Step:
        """Draw from the stock."""
        return self.do(Draw())

    def verify_discard(self, card: Card) -> None:
        """Raise unless the card may be discarded."""
        self.verify(Discard(card))

    def can_discard(self, card: Card) -> bool:
        """Whether the card may be discarded."""
        return self.can(Discard(card))

    def discard(self, card: Card) -> Step:
        """Discard a card and end the turn."""
        return self.do(Discard(card))

    def verify_knock(self, card: Card, melds: Melds | None = None) -> None:
        """Raise unless the player may go out with this discard and, if given, these melds."""
        self.verify(Knock(card, melds))

    def can_knock(self, card: Card, melds: Melds | None = None) -> bool:
        """Whether the player may go out with this discard and, if given, these melds."""
        return self.can(Knock(card, melds))

    def knock(self, card: Card, melds: Melds | None = None) -> Step:
        """Discard a card and go out: a knock, or gin when the melds leave nothing."""
        return self.do(Knock(card, melds))

    def verify_big_gin(self, melds: Melds | None = None) -> None:
        """Raise unless the player may go out with all eleven cards melded."""
        self.verify(BigGin(melds))

    def can_big_gin(self, melds: Melds | None = None) -> bool:
        """Whether the player may go out with all eleven cards melded."""
        return self.can(BigGin(melds))

    def big_gin(self, melds: Melds | None = None) -> Step:
        """Go out with all eleven cards melded."""
        return self.do(BigGin(melds))

    def verify_show(self, melds: Melds | None = None, layoffs: Iterable[Card] | None = None) -> None:
        """Raise unless the defender may lay these melds out and these cards off."""
        self.verify(Show(melds, None if layoffs is None else tuple(layoffs)))

    def can_show(self, melds: Melds | None = None, layoffs: Iterable[Card] | None = None) -> bool:
        """Whether the defender may lay these melds out and these cards off."""
        return self.can(Show(melds, None if layoffs is None else tuple(layoffs)))

    def show(self, melds: Melds | None = None, layoffs: Iterable[Card] | None = None) -> Step:
        """Lay the defender's melds out and cards off, which ends the hand."""
        return self.do(Show(melds, None if layoffs is None else tuple(layoffs)))


class LegalMoves:
    """The legal moves of a position.

    Iterating gives every move that leaves arranging melds to the score; ``in`` also knows those that declare melds or
    layoffs, of which there may be many.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._moves: tuple[Move, ...] | None = None

    def _found(self) -> tuple[Move, ...]:
        # A list asks for the length before it iterates: the moves are found once.
        if self._moves is None:
            self._moves = tuple(legal.moves(self._state))
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._found())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, (Take, Pass, Draw, Discard, Knock, BigGin, Show)) and self._state.can(move)

    def __len__(self) -> int:
        return len(self._found())

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self))}>"
