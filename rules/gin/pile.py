"""What may have happened around the discard pile: the possible histories behind the cards seen on its top.

A covered card was either taken by the player who covered it or lies buried for the rest of the hand: nobody can take it
any more. Which of the two is mostly not seen, so a world leaves it open until something depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from rules.cards import Card
from rules.gin.position import HAND

Entry: TypeAlias = tuple[Card | None, int | None]
"""A card put on the pile (``None``: not seen) and who may have taken it since (``None``: nobody, it lies there)."""


@dataclass(frozen=True, slots=True)
class World:
    """One possible history of a hand, as far as the pile shows it.

    Player 0 is the non-dealer, or the first seen to move.

    Attributes:
        stack: what lay on the pile, bottom first; the last lies on top.
        held: the cards each player is known to hold, by having taken them.
        turn: who is in turn.
        ready: whether that player has taken the top card and not discarded yet.
        barred: the card just taken, which may not be discarded.
        offer: whether the first upcard has not been decided on yet.
        bottom: whether the stack is the whole pile; if not, cards never seen may lie under it.
        dead: cards not in the stack that are known to lie buried for the rest of the hand.
    """

    stack: tuple[Entry, ...]
    held: tuple[frozenset[Card], frozenset[Card]] = (frozenset(), frozenset())
    turn: int = 0
    ready: bool = False
    barred: Card | None = None
    offer: bool = False
    bottom: bool = False
    dead: frozenset[Card] = frozenset()

    @property
    def top(self) -> Card | None:
        """The card on top; ``None`` when the pile is empty or its top was not seen."""
        return self.stack[-1][0] if self.stack else None


def first_upcard(card: Card) -> World:
    """The history of a hand that begins with this upcard."""
    return World(((card, None),), offer=True, bottom=True)


def amid(card: Card, dead: frozenset[Card] = frozenset()) -> World:
    """A hand that is first seen with this card on the pile, whatever came before; these cards lie buried."""
    return World(((card, None),), dead=dead)


def _holding(world: World, player: int, cards: frozenset[Card]) -> tuple[frozenset[Card], frozenset[Card]]:
    return (cards, world.held[1]) if player == 0 else (world.held[0], cards)


def _gain(world: World, player: int, card: Card | None) -> World:
    if card is None:
        return world
    return replace(world, held=_holding(world, player, world.held[player] | {card}))


def takes(world: World) -> Iterator[World]:
    """The player in turn takes the top card: one world for each card that may appear under it."""
    if world.ready or not world.stack:
        return
    # The first upcard goes to the non-dealer or, when that player passes, to the dealer.
    for player in (0, 1) if world.offer else (world.turn,):
        card = world.top
        taken = replace(world, stack=world.stack[:-1], turn=player, ready=True, barred=card, offer=False)
        yield from _uncover(_gain(taken, player, card))


def _uncover(world: World) -> Iterator[World]:
    """Settle which card lies on top now: those above it must have been taken when they were covered."""
    while world.stack:
        card, taker = world.stack[-1]
        yield replace(world, stack=(*world.stack[:-1], (card, None)))
        if taker is None:
            return
        world = _gain(replace(world, stack=world.stack[:-1]), taker, card)
    yield world


def readies(world: World) -> Iterator[World]:
    """The player in turn has taken the top card or drawn, and is about to discard."""
    if world.ready:
        yield world
        return
    covered = (*world.stack[:-1], (world.top, 0 if world.offer else world.turn)) if world.stack else ()
    # In turn, or after two passes, the upcard may have been taken or not.
    yield replace(
        world, stack=covered, turn=0 if world.offer else world.turn, ready=True, barred=world.top, offer=False
    )
    if world.offer:
        took = replace(world, stack=world.stack[:-1], turn=1, ready=True, barred=world.top, offer=False)
        yield _gain(took, 1, world.top)


BARRED: Final = "gin.put_back"
BURIED: Final = "gin.buried"
FOREIGN: Final = "gin.other_hand"
STRANGE: Final = "gin.no_turn"


def refuse_discard(world: World, card: Card) -> str | None:
    """Why the player about to discard cannot discard this card: a rule's id; ``None`` when it is possible."""
    me = world.turn
    if card is world.barred:
        return BARRED
    if card in world.held[1 - me]:
        return FOREIGN
    if card in world.held[me]:
        return None
    if card in world.dead:
        return BURIED
    for lying, taker in world.stack:
        if lying is card:
            return None if taker == me else BURIED if taker is None else FOREIGN
    # A hand of ten known cards has no unseen one to discard.
    return STRANGE if len(world.held[me]) > HAND else None


def discards(world: World, card: Card | None) -> World:
    """The player about to discard does; ``None`` for a card not seen, and never seen on the pile before."""
    me = world.turn
    stack = tuple(entry for entry in world.stack if card is None or entry[0] is not card)
    return replace(
        world,
        stack=(*stack, (card, None)),
        held=_holding(world, me, world.held[me] - {card}) if card is not None else world.held,
        turn=1 - me,
        ready=False,
        barred=None,
    )


def unseen_turns(world: World, card: Card) -> Iterator[World]:
    """The player in turn plays a whole turn whose discard was not seen, if this card can come to the top after it."""
    for ready in readies(world):
        if len(ready.held[ready.turn]) <= HAND:
            unknown = discards(ready, None)
            # Which card was discarded unseen matters later, not for the next card on top: with a card that nothing is
            # known of every card can come up that can come up at all.
            if not any(True for _ in after_turn(unknown, card)):
                continue
            yield unknown
        known = ready.held[ready.turn] | {card for card, taker in ready.stack if card and taker == ready.turn}
        for unseen in sorted(known):
            if refuse_discard(ready, unseen) is None:
                yield discards(ready, unseen)


def shows(world: World, card: Card) -> World | None:
    """The world in which its top card is this one; ``None`` when it is another."""
    if world.top is card:
        return world
    if world.stack and world.top is None and not places(world, card):
        # The card that was not seen.
        return replace(world, stack=(*world.stack[:-1], (card, None)))
    if not world.stack and not world.bottom and not places(world, card):
        return replace(world, stack=((card, None),))
    return None


def places(world: World, card: Card) -> bool:
    """Whether the card is known to lie in the pile or to be in a hand."""
    return (
        card in world.dead or any(card in held for held in world.held) or any(lying is card for lying, _ in world.stack)
    )


def buried(world: World) -> frozenset[Card]:
    """The cards that can never be on top again in this hand, however many turns are played.

    A covered card that was not taken shows again only when everything above it is taken away; so of two such cards the
    lower is buried. The player about to discard covers the top without taking it.
    """
    found, blocked = set(world.dead), world.ready
    for card, taker in reversed(world.stack[:-1]):
        if taker is None:
            if blocked and card is not None:
                found.add(card)
            blocked = True
    return frozenset(found)


def after_turn(world: World, card: Card) -> Iterator[World]:
    """The worlds in which this card came to the top by one discard, or by the top card's being taken."""
    for ready in readies(world):
        if refuse_discard(ready, card) is None:
            yield discards(ready, card)
    for taken in takes(world):
        shown = shows(taken, card)
        if shown is not None and taken.barred is not card:
            yield shown


def after_emptying(world: World) -> Iterator[World]:
    """The worlds in which the last card of the pile was just taken."""
    for taken in takes(world):
        if not taken.stack:
            yield taken
