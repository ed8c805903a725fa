"""What may be done in a position of gin, why not, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

from rules.cards import Card
from rules.errors import RulesError
from rules.gin.arrange import best_arrangement, declared
from rules.gin.melds import BITS, cards_of, deadwood
from rules.gin.moves import BigGin, Discard, Draw, Knock, Melds, Move, Pass, Show, Take
from rules.gin.position import DEAD, Phase, Position
from rules.gin.score import Showdown, check_arrangement, may_go_out, score

Refusal: TypeAlias = tuple[str, Mapping[str, object]]

AnyPosition = TypeVar("AnyPosition", bound=Position)


def refusal(state: Position, move: Move) -> Refusal | None:
    """The rule that forbids a move, with its parameters; ``None`` when the move is legal."""
    phase = state.phase
    if phase is Phase.OVER:
        return "gin.over", {}
    if phase is Phase.SHOW:
        return _refuse_show(state, move) if isinstance(move, Show) else ("gin.knocked", {})
    if isinstance(move, Show):
        return "gin.show_early", {}
    if isinstance(move, Pass):
        return None if phase is Phase.OFFER else ("gin.pass_late", {})
    if isinstance(move, (Take, Draw)):
        return _refuse_draw(state, move)
    if phase is not Phase.DISCARD:
        return "gin.draw_first", {}
    if isinstance(move, BigGin):
        return _refuse_going_out(state, state.hands[state.turn], move.melds)
    card = move.card
    if card.joker or not state.hands[state.turn] & BITS[card.index]:
        return "gin.not_in_hand", {"card": card.code}
    if card is state.taken:
        return "gin.discard_taken", {"card": card.code}
    if isinstance(move, Discard):
        return None
    return _refuse_going_out(state, state.hands[state.turn] ^ BITS[card.index], move.melds)


def _refuse_draw(state: Position, move: Take | Draw) -> Refusal | None:
    if state.phase is Phase.DISCARD:
        return "gin.drawn_twice", {}
    if isinstance(move, Draw) and state.phase is Phase.OFFER:
        return "gin.upcard_first", {}
    if isinstance(move, Take) and state.stock_only:
        return "gin.stock_only", {"card": state.pile[-1].code}
    return None


def _refuse_going_out(state: Position, hand: int, melds: Melds | None) -> Refusal | None:
    eleven = hand.bit_count() == 11
    if melds is None:
        if eleven and state.rules.eleven_bonus is not None and deadwood(hand) == 0:
            return None
        if not eleven and may_go_out(hand, state.rules, state.limit):
            return None
    try:
        laid = best_arrangement(hand) if melds is None else declared(hand, melds, "knocker")
        check_arrangement(laid, state.rules, state.upcard)
    except RulesError as error:
        return error.rule, error.params
    return None


def _refuse_show(state: Position, move: Show) -> Refusal | None:
    if move.melds is None and move.layoffs is None:
        return None
    try:
        showdown(state, move)
    except RulesError as error:
        return error.rule, error.params
    return None


def moves(state: Position) -> Iterator[Move]:
    """The legal moves that declare nothing, in a fixed order."""
    phase = state.phase
    if phase is Phase.OFFER:
        yield Take()
        yield Pass()
    elif phase is Phase.DRAW:
        if not state.stock_only:
            yield Take()
        yield Draw()
    elif phase is Phase.DISCARD:
        hand, rules, limit = state.hands[state.turn], state.rules, state.limit
        free = hand if state.taken is None else hand & ~BITS[state.taken.index]
        cards = cards_of(free)
        for card in cards:
            yield Discard(card)
        least = deadwood(hand)
        # No discard takes away more than ten points, and petit gin leaves one card of ten at most.
        if least <= 10 + max(limit, 10 if rules.petit_gin else 0):
            for card in cards:
                if may_go_out(hand ^ BITS[card.index], rules, limit):
                    yield Knock(card)
        if rules.eleven_bonus is not None and least == 0:
            yield BigGin()
    elif phase is Phase.SHOW:
        yield Show()


def play(state: AnyPosition, move: Move) -> tuple[AnyPosition, Card | None]:
    """Make a legal move: the position after it, and the card taken, drawn or discarded."""
    me = state.turn
    if isinstance(move, Pass):
        phase = Phase.OFFER if state.passes == 0 else Phase.DRAW
        return replace(state, turn=1 - me, passes=state.passes + 1, phase=phase), None
    if isinstance(move, Take):
        card = state.pile[-1]
        return replace(
            state,
            phase=Phase.DISCARD,
            hands=_with(state.hands, me, state.hands[me] | BITS[card.index]),
            known=_with(state.known, me, state.known[me] | BITS[card.index]),
            pile=state.pile[:-1],
            taken=card,
        ), card
    if isinstance(move, Draw):
        card = state.stock[-1]
        hands = _with(state.hands, me, state.hands[me] | BITS[card.index])
        return replace(state, phase=Phase.DISCARD, hands=hands, stock=state.stock[:-1], drawn=card), card
    if isinstance(move, Show):
        return replace(state, phase=Phase.OVER, reply=move, showdown=showdown(state, move)), None
    if isinstance(move, BigGin):
        melds = _laid_melds(state, state.hands[me], move.melds)
        return replace(state, turn=1 - me, phase=Phase.SHOW, taken=None, drawn=None, out=BigGin(melds)), None
    card = move.card
    gone = ~BITS[card.index]
    hand = state.hands[me] & gone
    # The one whose draw leaves two cards in the stock may still go out, but not leave the other a turn.
    dead = isinstance(move, Discard) and len(state.stock) == DEAD
    return replace(
        state,
        turn=1 - me,
        phase=Phase.SHOW if isinstance(move, Knock) else Phase.OVER if dead else Phase.DRAW,
        hands=_with(state.hands, me, hand),
        known=_with(state.known, me, state.known[me] & gone),
        pile=(*state.pile, card),
        taken=None,
        drawn=None,
        out=Knock(card, _laid_melds(state, hand, move.melds)) if isinstance(move, Knock) else None,
    ), card


def _with(pair: tuple[int, int], player: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if player == 0 else (pair[0], value)


def _laid_melds(state: Position, hand: int, melds: Melds | None) -> Melds:
    """The melds that come to lie on the table: those declared, or the best against the other hand."""
    if melds is not None:
        return melds
    found = score(cards_of(hand), cards_of(state.hands[1 - state.turn]), state.rules, upcard=state.upcard)
    return found.knocker.melds


def showdown(state: Position, move: Show) -> Showdown:
    """The score of the hand when the defender, who is to move, shows like this.

    Raises:
        RulesError: when what is declared is none.
    """
    assert state.out is not None, "a hand is shown after someone has gone out"
    return score(
        cards_of(state.hands[1 - state.turn]),
        cards_of(state.hands[state.turn]),
        state.rules,
        upcard=state.upcard,
        knocker_melds=state.out.melds,
        defender_melds=move.melds,
        layoffs=move.layoffs,
    )
