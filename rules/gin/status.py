"""Why a position of gin is impossible."""

from __future__ import annotations

from enum import Flag, auto

from rules.cards import Card
from rules.errors import RulesError
from rules.gin.arrange import declared
from rules.gin.melds import BITS
from rules.gin.moves import Knock
from rules.gin.position import DEAD, HAND, STOCK, Phase, Position
from rules.gin.score import check_arrangement


class Status(Flag):
    """What is wrong with a position; several things may be. Falsy when nothing is."""

    VALID = 0
    REPEATED_CARD = auto()
    """A card lies in two places."""
    MISSING_CARD = auto()
    """A card of the pack lies nowhere, or a card lies there that is not of the pack."""
    HAND_SIZE = auto()
    """A hand has not the number of cards it has at this point of a turn."""
    STOCK_SIZE = auto()
    """The stock is larger than after the deal, or smaller than play leaves it."""
    PILE = auto()
    """The discard pile is empty where a card must lie on it, or the first upcard is not where it was left."""
    TURN = auto()
    """It is the turn of a player who cannot be in turn at this point."""
    TAKEN = auto()
    """A card is noted as taken, drawn or known that its player does not hold, or where none can be."""
    OUT = auto()
    """A player is noted as out without play having ended, with melds that do not allow it, or play has
    ended without anyone out or a dead stock."""


def status(state: Position) -> Status:
    """Everything that is wrong with a position."""
    found = Status.VALID
    for wrong, flag in (
        (_repeats(state), Status.REPEATED_CARD),
        (_misses(state), Status.MISSING_CARD),
        (_hand_sizes(state), Status.HAND_SIZE),
        (not _stock_fits(state), Status.STOCK_SIZE),
        (not _pile_fits(state), Status.PILE),
        (not _turn_fits(state), Status.TURN),
        (not _notes_fit(state), Status.TAKEN),
        (not _out_fits(state), Status.OUT),
    ):
        if wrong:
            found |= flag
    return found


def _bits(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        if not card.joker:
            mask |= BITS[card.index]
    return mask


def _repeats(state: Position) -> bool:
    first, second = state.hands
    count = first.bit_count() + second.bit_count() + len(state.stock) + len(state.pile)
    every = first | second | _bits(state.stock) | _bits(state.pile)
    jokers = sum(card.joker for card in (*state.stock, *state.pile))
    return count - jokers > every.bit_count()


def _misses(state: Position) -> bool:
    every = state.hands[0] | state.hands[1] | _bits(state.stock) | _bits(state.pile)
    return every.bit_count() < 52 or any(card.joker for card in (*state.stock, *state.pile))


def _hand_sizes(state: Position) -> bool:
    eleven = state.out is not None and not isinstance(state.out, Knock)
    for player, hand in enumerate(state.hands):
        more = state.phase is Phase.DISCARD and player == state.turn
        more |= state.phase in (Phase.SHOW, Phase.OVER) and eleven and player != state.turn
        if hand.bit_count() != HAND + more:
            return True
    return False


def _stock_fits(state: Position) -> bool:
    size = len(state.stock)
    if state.phase is Phase.OFFER:
        return size == STOCK
    # Before a draw at least one card above the dead ones is left: the player who left two has ended the hand.
    return (DEAD if state.phase is not Phase.DRAW else DEAD + 1) <= size <= STOCK


def _pile_fits(state: Position) -> bool:
    if state.phase is Phase.OFFER:
        return state.pile == (state.upcard,)
    if state.phase is Phase.DISCARD or (state.out is not None and not isinstance(state.out, Knock)):
        return True
    return bool(state.pile) and (not isinstance(state.out, Knock) or state.pile[-1] is state.out.card)


def _turn_fits(state: Position) -> bool:
    if state.turn not in (0, 1) or state.dealer not in (0, 1):
        return False
    if state.phase is Phase.OFFER:
        return state.passes in (0, 1) and state.turn == (1 - state.dealer if state.passes == 0 else state.dealer)
    if not 0 <= state.passes <= 2:
        return False
    return not state.stock_only or state.turn != state.dealer


def _notes_fit(state: Position) -> bool:
    for player in (0, 1):
        if state.known[player] & ~state.hands[player]:
            return False
    if state.phase is not Phase.DISCARD:
        return state.taken is None and state.drawn is None
    if (state.taken is None) == (state.drawn is None):
        return False
    card = state.taken or state.drawn
    assert card is not None, "one of the two is there"
    mine = not card.joker and bool(state.hands[state.turn] & BITS[card.index])
    return mine and (state.taken is None or bool(state.known[state.turn] & BITS[card.index]))


def _out_fits(state: Position) -> bool:
    if state.phase is Phase.SHOW:
        return state.reply is None and _may_be_out(state)
    if state.phase is Phase.OVER:
        if state.out is None:
            return state.reply is None and len(state.stock) == DEAD
        return state.reply is not None and state.showdown is not None and _may_be_out(state)
    return state.out is None and state.reply is None and state.showdown is None


def _may_be_out(state: Position) -> bool:
    """Whether the other player has gone out with melds that allow it."""
    if state.out is None or state.out.melds is None:
        return False
    try:
        laid = declared(state.hands[1 - state.turn], state.out.melds, "knocker")
        check_arrangement(laid, state.rules, state.upcard)
    except RulesError:
        return False
    return True
