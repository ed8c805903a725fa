"""The legal moves of a position of Trash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.cards import Card
from rules.trash.moves import Deal, Discard, Draw, Look, Move, Pile, Place, TimeUp
from rules.trash.position import Phase

if TYPE_CHECKING:
    from rules.trash.state import State


class LegalMoves:
    """The legal moves of a state: iterable, and ``move in legal_moves`` is answered without listing them.

    A deal is listed once, without its cards, though any order of the cards is legal. Where cards are not known, the
    moves are listed for every card it may be.
    """

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Draw | Place | Discard | Look | Deal | TimeUp) and self._state.can(move)

    def __iter__(self) -> Iterator[Move]:
        state = self._state
        if state.over:
            return
        yield from self._of_phase()
        if state.can(TimeUp()):
            yield TimeUp()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<legal moves: {'; '.join(map(str, self))}>"

    def _of_phase(self) -> Iterator[Move]:
        state, player = self._state, self._state.player
        match state.phase:
            case Phase.DEAL:
                yield Deal()
            case Phase.DRAW:
                if state.stock:
                    yield Draw(player, Pile.STOCK)
                if state.discards:
                    yield Draw(player, Pile.DISCARD)
            case Phase.PLAY:
                hands = sorted(state.unseen()) if state.hand is None else [state.hand]
                for card in hands:
                    slots = state.open_slots(player, card)
                    yield from (Place(player, card, slot) for slot in slots)
                    if not slots:
                        yield Discard(player, card)
            case Phase.LOOK:
                if state.free_draws and state.stock:
                    yield Draw(player, Pile.STOCK)
                hidden = [slot.card for slot in state.layouts[player] if not slot.up]
                yield from (Look(player, cards) for cards in _fillings(hidden, state.unseen()))


def _fillings(hidden: list[Card | None], unseen: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way the face-down cards may turn out to be."""
    if not hidden:
        yield ()
        return
    choices = [hidden[0]] if hidden[0] is not None else sorted(+unseen)
    for card in choices:
        if hidden[0] is None:
            unseen[card] -= 1
        for rest in _fillings(hidden[1:], unseen):
            yield (card, *rest)
        if hidden[0] is None:
            unseen[card] += 1
