"""What happened: the frozen records that the moves of Trash return, each with the state after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rules.cards import Card
from rules.trash.moves import Pile

if TYPE_CHECKING:
    from rules.trash.state import State


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt; `hand` counts from 1."""

    hand: int
    after: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card was drawn; `card` is None where it is not known."""

    player: int
    pile: Pile
    card: Card | None
    after: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card was placed and another taken up.

    Attributes:
        player: who placed it, counted from 0.
        card: the card placed.
        slot: where, counted from 1.
        taken: the card taken up, None where it is not known.
        completed: whether that completed the layout, so that the card taken up was laid on the discard pile.
        after: the state after it.
    """

    player: int
    card: Card
    slot: int
    taken: Card | None
    completed: bool
    after: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded; `reshuffled` when the discards under it became the new stock."""

    player: int
    card: Card
    reshuffled: bool
    after: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class Looked:
    """What lay face down was turned up after a hand; `dropped` when the layout loses a slot for being right."""

    player: int
    cards: tuple[Card, ...]
    dropped: bool
    after: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The fixed time is over."""

    after: State = field(repr=False)


Step: TypeAlias = Dealt | Drawn | Placed | Discarded | Looked | TimeCalled
