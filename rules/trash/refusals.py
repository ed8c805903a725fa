"""Why a move of Trash is refused: the rule it breaks and what its sentence names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from rules.cards import Card
from rules.trash.moves import Deal, Discard, Draw, Look, Move, Pile, Place, TimeUp
from rules.trash.position import Phase, Position

Refusal: TypeAlias = tuple[str, Mapping[str, object]]


def refusal(position: Position, move: Move) -> Refusal | None:
    """The rule that a move breaks in a position with the parameters of its sentence; None when it is legal."""
    if position.phase is Phase.OVER:
        return "trash.game_over", {}
    match move:
        case Deal():
            return _deal(position, move)
        case TimeUp():
            return _time(position)
    if position.phase is Phase.DEAL:
        return "trash.not_dealt", {}
    if move.player != position.player:
        return "trash.out_of_turn", {"player": move.player + 1, "turn": position.player + 1}
    match move:
        case Draw():
            return _draw(position, move.pile)
        case Place():
            return _in_hand(position, move.card) or _place(position, move.card, move.slot)
        case Discard():
            return _in_hand(position, move.card) or _discard(position, move.card)
        case Look():
            return _look(position, move.cards)


def _deal(position: Position, move: Deal) -> Refusal | None:
    if position.phase is not Phase.DEAL:
        return "trash.hand_in_play", {}
    if move.order is not None and Counter(move.order) != Counter(position.rules.pack.cards()):
        return "trash.deal_cards", {"cards": len(position.rules.pack), "found": len(move.order)}
    return None


def _time(position: Position) -> Refusal | None:
    if not position.rules.end_time:
        return "trash.no_time", {}
    return ("trash.time_called", {}) if position.time_called else None


def _draw(position: Position, pile: Pile) -> Refusal | None:
    if position.phase is Phase.PLAY:
        return "trash.second_draw", {"player": position.player + 1}
    if position.phase is Phase.LOOK:
        if not position.free_draws:
            return "trash.no_free_draw", {"player": position.player + 1}
        if pile is Pile.DISCARD:
            return "trash.free_draw_pile", {}
    if pile is Pile.STOCK:
        return None if position.stock else ("trash.empty_stock", {})
    return None if position.discards else ("trash.empty_discards", {})


def _in_hand(position: Position, card: Card) -> Refusal | None:
    """A card that was neither drawn nor turned this turn."""
    if position.phase is not Phase.PLAY:
        return "trash.draw_first", {"player": position.player + 1, "card": str(card)}
    if position.hand is None:
        return None if position.unseen()[card] else ("trash.card_elsewhere", {"card": str(card)})
    if card is not position.hand:
        return "trash.not_in_hand", {"card": str(card), "held": str(position.hand)}
    return None


def _place(position: Position, card: Card, slot: int) -> Refusal | None:
    rules, layout = position.rules, position.layouts[position.player]
    size = len(layout)
    if rules.wild(card):
        if not 1 <= slot <= size:
            return "trash.wild_outside", {"card": str(card), "slot": slot, "slots": size}
        there = layout[slot - 1]
        if there.up:
            return "trash.wild_on_face_up", {"card": str(card), "slot": slot, "shown": str(there.card)}
        return None
    number = 0 if card.rank is None else card.rank.value
    if number > 10:
        return "trash.face_placed", {"card": str(card)}
    if number > size:
        return "trash.beyond_layout", {"card": str(card), "slots": size}
    if slot != number:
        return "trash.wrong_slot", {"card": str(card), "slot": slot, "belongs": number}
    there = layout[slot - 1]
    if there.up and not (there.card is not None and rules.wild(there.card)):
        return "trash.slot_shows", {"card": str(card), "slot": slot, "shown": str(there.card)}
    return None


def _discard(position: Position, card: Card) -> Refusal | None:
    slots = position.open_slots(position.player, card)
    if not slots:
        return None
    if position.rules.wild(card):
        return "trash.wild_discarded", {"card": str(card)}
    return "trash.playable_discarded", {"card": str(card), "slot": slots[0]}


def _look(position: Position, cards: tuple[Card, ...]) -> Refusal | None:
    if position.phase is not Phase.LOOK:
        return "trash.no_look", {"player": position.player + 1}
    hidden = [slot.card for slot in position.layouts[position.player] if not slot.up]
    if len(hidden) != len(cards):
        return "trash.look_number", {"player": position.player + 1, "hidden": len(hidden), "found": len(cards)}
    left = position.unseen()
    for named, lying in zip(cards, hidden, strict=True):
        if lying is not None and lying is not named:
            return "trash.look_card", {"card": str(named), "lying": str(lying)}
        if lying is None:
            if not left[named]:
                return "trash.card_elsewhere", {"card": str(named)}
            left[named] -= 1
    return None
