"""Whether a course of play explains every world of a box, or only some: then on which place it depends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rules.trash.arrange import HIDDEN, NUMBER, OVER, SAME, TURNED, WILD, Arrangement, Fate
from rules.trash.domains import ANY_CARD, DOWN, NOTHING, NUMBERS, Box, Deck, Spot, members, single
from rules.trash.story import Game, Source, Story, Top

Doubt: TypeAlias = tuple[Spot, int]
"""A place of the box, and a part of its set that should be looked at by itself."""


def doubt(story: Story, box: Box, game: Game) -> Doubt | None:
    """Something the story takes for granted that is not so in every world of the box; None when it explains them all.

    The worlds in which it is so and those in which it is not are both in the box, so both parts are smaller.
    """
    if story.dealt is not None:
        at, cards = story.dealt
        if box.before[at] & ~cards:
            return Spot(False, at), cards
        box = story.played(box)
    for player, layout in enumerate(story.layouts):
        for found in _of_layout(layout, box, game.start(player), game.deck):
            return found
    return _of_top(story, box, game) or _of_drawn(story, box, game) or _of_copies(story, box, game)


def _of_layout(layout: Arrangement, box: Box, start: int, deck: Deck) -> Iterator[Doubt]:
    task = layout.task
    for slot, fate in enumerate(layout.fates, start=1):
        at = start + slot - 1
        old, new = box.before[at], box.after[at]
        yield from _of_slot(fate, at, slot, box, deck)
        if fate is SAME and (task.complete or task.right):
            yield from _unless_within(old, deck.fits(slot), Spot(False, at))
        if fate is SAME and slot in (task.show, task.showed):
            yield from _unless_within(old, ~deck.wild, Spot(False, at))
        if fate is SAME and not layout.cards[slot - 1] & deck.wild:
            yield from _unless_within(new, ~deck.wild, Spot(False, at))
    for source, target in layout.moved:
        one, two = box.before[start + source], box.after[start + target]
        if not (single(one) and single(two)):
            spot = Spot(True, start + target) if single(one) else Spot(False, start + source)
            common = one & two & deck.wild
            yield spot, common & -common
    closing = (HIDDEN, TURNED) if task.complete is False else (HIDDEN, TURNED, NUMBER, WILD)
    asked = task.open or task.complete is False
    if asked and task.complete is not True and not any(fate in closing for fate in layout.fates):
        stays = [start + at for at, fate in enumerate(layout.fates) if fate is SAME]
        if not any(not box.before[at] & deck.fits(at - start + 1) for at in stays):
            at = next(at for at in stays if layout.cards[at - start] & ~deck.fits(at - start + 1))
            yield Spot(False, at), ANY_CARD & ~deck.fits(at - start + 1)


def _of_slot(fate: Fate, at: int, slot: int, box: Box, deck: Deck) -> Iterator[Doubt]:
    old, new = box.before[at], box.after[at]
    if fate is SAME:
        if at not in box.tied and not (single(old) and single(new)):
            common = old & new & ANY_CARD
            yield (Spot(True, at) if single(old) else Spot(False, at)), common & -common
        return
    yield from _unless_within(old, deck.wild if fate is OVER else DOWN, Spot(False, at))
    shown = {HIDDEN: DOWN, NUMBER: NUMBERS[slot], WILD: deck.wild, OVER: NUMBERS[slot], TURNED: ANY_CARD}
    yield from _unless_within(new, shown[fate], Spot(True, at))


def _unless_within(cards: int, allowed: int, spot: Spot) -> Iterator[Doubt]:
    if cards & ~allowed:
        yield spot, allowed


def _of_top(story: Story, box: Box, game: Game) -> Doubt | None:
    last = len(box.before) - 1
    old, new = box.before[last], box.after[last]
    if story.returned != ANY_CARD and old & ~story.returned:
        return Spot(False, last), story.returned
    if story.top is Top.SAME or (story.top is Top.NONE and story.over):
        if last not in box.tied and not (single(old) and single(new)):
            common = old & new
            return (Spot(True, last) if single(old) else Spot(False, last)), common & -common
        return (Spot(False, last), story.allowed) if old & ~(story.allowed | NOTHING) else None
    if story.top is Top.NONE:
        if new != NOTHING:
            return Spot(True, last), NOTHING
        # Nothing is left where the only card was taken, where there was none, or where the pile was shuffled and the
        # second turn took the card left of it; free draws take none of the pile's.
        shuffled = len(story.turns) > 1 and not story.turns[1].free and game.runs_out(1)
        return (Spot(False, last), NOTHING) if story.drawn is None and old != NOTHING and not shuffled else None
    return (Spot(True, last), story.allowed) if new & ~story.allowed else None


def _of_drawn(story: Story, box: Box, game: Game) -> Doubt | None:
    """The card drawn from the pile is one that was placed."""
    last = len(box.before) - 1
    if story.drawn is not None:
        layout = story.layouts[story.drawn]
        if layout.drawn is None:
            return None
        at = game.start(story.drawn) + layout.drawn
        old, new = box.before[last], box.after[at]
        if not (single(old) and single(new)):
            common = old & new
            return (Spot(True, at) if single(old) else Spot(False, last)), common & -common
    if story.link:
        second = story.turns[1].player
        placed = story.layouts[second].drawn
        if placed is not None and not story.turns[0].returned:
            at = game.start(second) + placed
            if box.after[at] & ~story.link:
                return Spot(True, at), story.link
    return None


def _of_copies(story: Story, box: Box, game: Game) -> Doubt | None:
    """The cards that lie covered are not needed elsewhere."""
    last = len(box.before) - 1
    old = box.before[last]
    own, fresh, kept = _shown(story, game)
    # After a win the pile may show what it showed before, too.
    unchanged = story.top is Top.LAID and story.allowed == ANY_CARD and sum(not turn.free for turn in story.turns) < 2
    if story.top in (Top.LAID, Top.FIRST):
        (own if unchanged else fresh).append(Spot(True, last))
    copies = game.deck.copies
    if story.beneath:
        for card in members(old):
            bit = 1 << card.index
            new = [spot for spot in fresh if box.after[spot.at] & bit]
            # Where a card that the first turn placed is the one needed twice, it was drawn from the pile.
            if new and len(new) + sum(1 for spot in kept if box.after[spot.at] & bit) >= copies[card.index]:
                return _first_open(box, bit, [Spot(False, last), *new, *kept])
    if story.unseen:
        shown = [*own, *fresh, *kept]
        for card in members(story.unseen):
            bit = 1 << card.index
            many = sum(1 for spot in shown if box.after[spot.at] & bit) + (story.beneath and bool(old & bit))
            if many < copies[card.index]:
                return None
        return _first_open(box, 0, [Spot(False, last), *shown])
    return None


def _shown(story: Story, game: Game) -> tuple[list[Spot], list[Spot], list[Spot]]:
    """The slots that show a card: placed by a first turn that drew from the stock, new by other means, and kept."""
    first = story.turns[0] if story.turns else None
    # What was placed by free draws later cannot have been drawn from the pile.
    again = first is not None and any(turn.player == first.player for turn in story.turns[1:])
    mover = None
    if first and first.source is Source.STOCK and not (first.free or again) and story.drawn is None:
        mover = first.player
    own: list[Spot] = []
    fresh: list[Spot] = []
    kept: list[Spot] = []
    for player, layout in enumerate(story.layouts):
        landed = {target for _, target in layout.moved}
        for at, fate in enumerate(layout.fates):
            spot = Spot(True, game.start(player) + at)
            if fate is SAME or at in landed:
                kept.append(spot)
            elif fate is not HIDDEN:
                (own if player == mover and fate is not TURNED else fresh).append(spot)
    return own, fresh, kept


def _first_open(box: Box, bit: int, spots: list[Spot]) -> Doubt | None:
    """The first of the places that is not certain, with the card in question or any of its set."""
    for spot in spots:
        cards = box.seen(spot)
        if not single(cards):
            return spot, bit & cards or cards & -cards
    return None
