"""What is allowed in Chase the Ace, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.ace.moves import Draw, Exchange, Keep, Move
from rules.cards import Card, Rank
from rules.deals import Deal
from rules.errors import RulesError

if TYPE_CHECKING:
    from rules.ace.state import State


def verify(state: State, move: Exchange | Keep | Draw) -> None:
    """Raise unless a player who is in the deal may make the move.

    Raises:
        RulesError: the rule that forbids it.
    """
    _verify_turn(state, move.player)
    if isinstance(move, Exchange):
        _verify_exchange(state, move.player)
    elif isinstance(move, Draw):
        _verify_draw(state, move)


def verify_cards(state: State, cards: tuple[Card, ...]) -> None:
    """Raise unless these can be the next deal's cards.

    Raises:
        RulesError: ``ace.deal_size``, ``card.…``.
    """
    expected = len(state.lives.playing)
    if len(cards) != expected:
        raise RulesError("ace.deal_size", {"found": len(cards), "expected": expected})
    state.rules.cards.check(cards)


def immune(state: State, seat: int) -> bool:
    """Whether a king lies face up before this player."""
    card = state.cards[seat]
    return card is not None and card.rank is Rank.KING


def partner(state: State, player: int) -> int | None:
    """The seat that this player would exchange with; None where a king blocks it.

    With the option to pass on, the next without a king, the dealer being the last that can be asked: whoever sits
    beyond has decided already, and would be left without a decision on the card received.
    """
    seat = player
    while seat != state.dealer:
        seat = state.lives.following(seat)
        if not immune(state, seat):
            return seat
        if not state.rules.pass_on:
            return None
    return None


def _verify_turn(state: State, player: int) -> None:
    assert state.turn is not None, "a deal is being played"
    if immune(state, player):
        raise RulesError("ace.king_keeps", {"player": player + 1})
    if player != state.turn:
        order = state.lives.clockwise(state.dealer)
        if order.index(player) < order.index(state.turn):
            raise RulesError("ace.second_decision", {"player": player + 1})
        raise RulesError("ace.turn", {"player": player + 1, "turn": state.turn + 1})


def _verify_exchange(state: State, player: int) -> None:
    if player == state.dealer:
        raise RulesError("ace.dealer_exchange", {"player": player + 1})
    if partner(state, player) is None:
        neighbour = state.lives.following(player)
        raise RulesError("ace.immune", {"player": player + 1, "neighbour": neighbour + 1})


def _verify_draw(state: State, move: Draw) -> None:
    if move.player != state.dealer:
        raise RulesError("ace.draw_not_dealer", {"player": move.player + 1, "dealer": state.dealer + 1})
    if move.card is not None and move.card not in state.rest:
        raise RulesError("ace.not_in_rest", {"card": move.card.code})


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of a state: iterable, and ``move in state.legal_moves`` asks for one.

    What chance decides stands once, as `Deal` or `Draw` by the game's seed; any other deal of the right cards, and the
    draw of any card of the rest, is legal too.
    """

    state: State

    def __iter__(self) -> Iterator[Move]:
        state = self.state
        if state.turn is None:
            if not state.over:
                yield Deal()
            return
        yield Keep(state.turn)
        if state.turn == state.dealer:
            yield Draw(state.turn)
        elif partner(state, state.turn) is not None:
            yield Exchange(state.turn)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Deal | Draw | Exchange | Keep) and self.state.can(move)

    def __bool__(self) -> bool:
        return not self.state.over
