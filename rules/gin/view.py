"""What one player may know of a position: nothing of the stock, and of the other hand only what was seen taken."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import Card
from rules.gin.melds import cards_of
from rules.gin.moves import BigGin, Knock, Move
from rules.gin.position import Phase, Position
from rules.gin.rules import Rules
from rules.gin.score import Showdown


@dataclass(frozen=True, slots=True)
class View:
    """A position as one player sees it.

    Attributes:
        rules: the options.
        player: who looks, 0 or 1.
        dealer: who dealt.
        turn: who is to move.
        phase: what they have to do.
        hand: the player's own cards.
        opponent: how many cards the other player holds.
        known: those of the other's cards that are known: taken from the pile and kept, or all of them once shown.
        stock: how many cards the stock holds.
        pile: the discard pile, its top last.
        upcard: the first upcard.
        limit: the most deadwood to knock with in this hand.
        passes: how many players passed on the first upcard.
        taken: the card just taken from the pile by the player in turn.
        drawn: the card the player has just drawn; ``None`` when the other drew.
        out: how a player went out, with the melds laid out.
        showdown: the score, when there is one.
        legal_moves: the player's own moves, empty out of turn; melds may be declared with them.
    """

    rules: Rules
    player: int
    dealer: int
    turn: int
    phase: Phase
    hand: tuple[Card, ...]
    opponent: int
    known: tuple[Card, ...]
    stock: int
    pile: tuple[Card, ...]
    upcard: Card
    limit: int
    passes: int
    taken: Card | None
    drawn: Card | None
    out: Knock | BigGin | None
    showdown: Showdown | None
    legal_moves: tuple[Move, ...]


def view(state: Position, player: int, legal_moves: tuple[Move, ...] = ()) -> View:
    """The position as a player sees it, with that player's legal moves."""
    other = 1 - player
    # The knocker lays the whole hand out at once; the defender when showing.
    shown = state.showdown is not None or (state.phase is Phase.SHOW and state.turn == player)
    return View(
        rules=state.rules,
        player=player,
        dealer=state.dealer,
        turn=state.turn,
        phase=state.phase,
        hand=cards_of(state.hands[player]),
        opponent=state.hands[other].bit_count(),
        known=cards_of(state.hands[other] if shown else state.known[other]),
        stock=len(state.stock),
        pile=state.pile,
        upcard=state.upcard,
        limit=state.limit,
        passes=state.passes,
        taken=state.taken,
        drawn=state.drawn if state.turn == player else None,
        out=state.out,
        showdown=state.showdown,
        legal_moves=legal_moves if state.turn == player else (),
    )
