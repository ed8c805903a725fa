"""How one layout can have changed: what became of each slot.

In a turn every card that is taken up is played at once. Whatever the order, a legal turn leaves a slot as it was, or a
number or a wild on what was face down, or a number on what was a wild, and every wild so taken up lies again on what
was face down. What is placed next is the card taken up before it: a card that nobody saw can be the one needed, and a
wild taken up is placed on the next face-down card. That leaves the order free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from rules.trash.domains import ANY_CARD, DOWN, NUMBERS, Deck
from rules.trash.effort import Effort


class Fate(IntEnum):
    """What became of a slot."""

    HIDDEN = 0
    """It was face down and still is."""
    SAME = 1
    """It shows the card that it showed."""
    NUMBER = 2
    """Its number was placed on the face-down card."""
    WILD = 3
    """A wild was placed on the face-down card."""
    OVER = 4
    """Its number was placed on a wild, which was taken up."""
    TURNED = 5
    """The face-down card was turned up after the hand."""


HIDDEN: Final = Fate.HIDDEN
SAME: Final = Fate.SAME
NUMBER: Final = Fate.NUMBER
WILD: Final = Fate.WILD
OVER: Final = Fate.OVER
TURNED: Final = Fate.TURNED
_FRESH: Final = (NUMBER, WILD, OVER)
_Choices: TypeAlias = list[tuple[Fate, int]]
"""What can have become of a slot, each with what it then shows."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a layout.

    Attributes:
        turn: whether cards may have been placed.
        look: whether face-down cards may have been turned up after the hand.
        complete: whether it must be complete afterwards (True), must not be before any look (False), either (None).
        open: whether it must have been incomplete before.
        right: whether every card that stays must be right in its slot.
        show: a slot that must show its number, 0 for none.
        draw: a set out of which the card drawn is, which was then placed; 0 when nothing is known of it.
        again: whether more was drawn after a first draw that ended with a discard: what completes the layout is then
            placed with a later draw.
        showed: a slot that must show its number when the first draw ends, 0 for none.
        late: whether the card of `draw` was drawn after the first draw.
        idle: whether the first draw placed nothing.
    """

    turn: bool = False
    look: bool = False
    complete: bool | None = None
    open: bool = False
    right: bool = False
    show: int = 0
    draw: int = 0
    again: bool = False
    showed: int = 0
    late: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way in which a layout can have changed.

    Attributes:
        fates: for each slot.
        cards: for each slot, what it may show now; 0 for face down.
        moved: wilds taken up and placed again, as pairs of slots counted from 0.
        drawn: the slot in which the card drawn was placed, when the task asked for it.
        unplayable: what could not be placed in the end.
        earlier: what can have been unplayable when the first draw ended.
        task: what was asked.
    """

    fates: tuple[Fate, ...]
    cards: tuple[int, ...]
    moved: tuple[tuple[int, int], ...]
    drawn: int | None
    unplayable: int
    earlier: int
    task: Task

    @property
    def placed(self) -> bool:
        """Whether any card was placed."""
        return any(fate in _FRESH for fate in self.fates)


def arrangements(
    before: Sequence[int], after: Sequence[int], tied: Sequence[bool], deck: Deck, task: Task, effort: Effort
) -> Iterator[Arrangement]:
    """Every way a layout can have changed that does what the task asks, those that need the least first.

    Args:
        before: for each slot, what it may have shown.
        after: for each slot, what it may show.
        tied: for each slot, whether it shows the same card as before whatever that is.
        deck: the cards in play.
        task: what is asked.
        effort: what may still be spent on it.

    Raises:
        TooOpen: when the effort is spent.
    """
    choices: list[_Choices] = []
    for at, (old, new, still) in enumerate(zip(before, after, tied, strict=True)):
        fates = _fates(at + 1, old, new, deck, task)
        if still:
            fates = [choice for choice in fates if choice[0] is SAME]
        if not fates:
            return
        choices.append(fates)
    _prune(choices, task)
    for left in _placed_rather(choices, task):
        for chosen in _product(left):
            effort.spend()
            for moved in _moves(chosen, before):
                yield from _finished(chosen, moved, before, deck, task)


def _fates(slot: int, old: int, new: int, deck: Deck, task: Task) -> _Choices:
    """What can have become of a slot, with what it then shows."""
    both = old & new & ANY_CARD
    number = new & NUMBERS[slot]
    if task.complete or task.right:
        both &= deck.fits(slot)
    shows = slot in (task.show, task.showed)
    if shows:
        # A card that lies there wrongly closes the slot as well.
        both &= ~deck.wild
    found: _Choices = []
    closed = task.complete is True or shows
    if old & new & DOWN and not closed:
        found.append((HIDDEN, 0))
    if both:
        found.append((SAME, both))
    if task.turn:
        if old & DOWN and number:
            found.append((NUMBER, number))
        if old & DOWN and new & deck.wild and not shows:
            found.append((WILD, new & deck.wild))
        if old & deck.wild and number:
            found.append((OVER, number))
    if task.look and old & DOWN and new & ANY_CARD and not closed:
        found.append((TURNED, new & ANY_CARD))
    return found


def _prune(choices: list[_Choices], task: Task) -> None:
    """Leave out what an untouched slot does as well: it uses no card, so nothing speaks against it.

    That is not so for the slot that must show its number, for one that may hold the card drawn, and for one that can
    take a wild where wilds may have been taken up.
    """
    taken = any(fate is OVER for fates in choices for fate, _ in fates)
    for at, fates in enumerate(choices):
        if fates[0][0] is HIDDEN and at + 1 not in (task.show, task.showed):
            choices[at] = [
                (fate, cards)
                for fate, cards in fates
                if fate is HIDDEN or cards & task.draw or (fate is WILD and taken)
            ]


def _placed_rather(choices: list[_Choices], task: Task) -> Iterator[list[_Choices]]:
    """The choices without cards turned up that may as well have been placed.

    Whatever can be where a card was turned up can be where the same card was placed: it shows the same, and closes its
    number to a discard or takes a wild that was taken up. Only a layout that is still to be completed after its turn
    must have a slot that was open then; where no other is, each that was left out is tried as the only one.
    """
    spared: dict[int, _Choices] = {}
    left = list(choices)
    for at, fates in enumerate(choices):
        turned = next((choice for choice in fates if choice[0] is TURNED), None)
        if turned and any(fate in (NUMBER, WILD) and cards == turned[1] for fate, cards in fates):
            spared[at] = [turned]
            left[at] = [choice for choice in fates if choice is not turned]
    yield left
    if task.complete is False and not any(all(fate in (HIDDEN, TURNED) for fate, _ in fates) for fates in left):
        for at, alone in spared.items():
            yield [*left[:at], alone, *left[at + 1 :]]


def _product(choices: Sequence[_Choices]) -> Iterator[list[tuple[Fate, int]]]:
    chosen = [fates[0] for fates in choices]
    open_slots = [at for at, fates in enumerate(choices) if len(fates) > 1]
    if not open_slots:
        yield chosen
        return
    at_choice = dict.fromkeys(open_slots, 0)
    while True:
        yield list(chosen)
        for at in open_slots:
            at_choice[at] = (at_choice[at] + 1) % len(choices[at])
            chosen[at] = choices[at][at_choice[at]]
            if at_choice[at]:
                break
        else:
            return


def _moves(chosen: Sequence[tuple[Fate, int]], before: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way the wilds taken up can lie again."""
    sources = [at for at, (fate, _) in enumerate(chosen) if fate is OVER]
    targets = [at for at, (fate, _) in enumerate(chosen) if fate is WILD]
    if len(sources) > len(targets):
        return
    yield from _pairs(sources, targets, chosen, before)


def _pairs(
    sources: list[int], targets: list[int], chosen: Sequence[tuple[Fate, int]], before: Sequence[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    if not sources:
        yield ()
        return
    tried = set()
    for target in targets:
        common = before[sources[0]] & chosen[target][1]
        # Targets that show the same make the same: one of them is enough.
        if not common or chosen[target][1] in tried:
            continue
        tried.add(chosen[target][1])
        rest = [other for other in targets if other != target]
        for pairs in _pairs(sources[1:], rest, chosen, before):
            yield ((sources[0], target), *pairs)


def _finished(
    chosen: Sequence[tuple[Fate, int]],
    moved: tuple[tuple[int, int], ...],
    before: Sequence[int],
    deck: Deck,
    task: Task,
) -> Iterator[Arrangement]:
    fates = tuple(fate for fate, _ in chosen)
    cards = [shown for _, shown in chosen]
    for source, target in moved:
        cards[target] &= before[source] & deck.wild
    variants = [cards]
    if task.complete is True:
        # The last placement was on a face-down card; without one the layout was complete before.
        if task.turn and not _leaves_one(fates, set(), task):
            return
    elif not any(fate in _open_fates(task) for fate in fates) and (task.open or task.complete is False):
        wrong = [
            (at, cards[at] & ~deck.fits(at + 1))
            for at, fate in enumerate(fates)
            if fate is SAME and cards[at] & ~deck.fits(at + 1)
        ]
        variants = [[*cards[:at], strange, *cards[at + 1 :]] for at, strange in wrong]
    landed = {target for _, target in moved}
    for shown in variants:
        if not task.draw:
            yield _arrangement(fates, shown, moved, None, deck, task)
            continue
        for at, fate in enumerate(fates):
            if task.again and not task.late and not _leaves_one(fates, {at}, task):
                continue
            if fate in _FRESH and at not in landed and shown[at] & task.draw:
                narrow = [*shown[:at], shown[at] & task.draw, *shown[at + 1 :]]
                yield _arrangement(fates, narrow, moved, at, deck, task)


def _open_fates(task: Task) -> tuple[Fate, ...]:
    """What can become of a slot that keeps the layout from being complete at the time the task speaks of."""
    return (HIDDEN, TURNED) if task.complete is False else (HIDDEN, TURNED, NUMBER, WILD)


def _arrangement(
    fates: tuple[Fate, ...],
    cards: Sequence[int],
    moved: tuple[tuple[int, int], ...],
    drawn: int | None,
    deck: Deck,
    task: Task,
) -> Arrangement:
    unplayable = earlier = deck.stuck | (deck.cards & deck.beyond(len(fates)))
    for at, fate in enumerate(fates):
        placed = fate is NUMBER or fate is OVER
        if placed or (fate is SAME and not cards[at] & deck.wild):
            unplayable |= deck.cards & NUMBERS[at + 1]
            if not (placed and task.again) or _early(at, fates, drawn, task):
                earlier |= deck.cards & NUMBERS[at + 1]
    return Arrangement(fates, tuple(cards), moved, drawn, unplayable, earlier, task)


def _early(at: int, fates: Sequence[Fate], drawn: int | None, task: Task) -> bool:
    """Whether a number may have been placed with the first of several draws, together with the card drawn.

    Every card placed closes one face-down slot, if need be with the wild that it takes up. Where the layout is complete
    in the end one such slot is left to a later draw.
    """
    if task.idle or (task.late and at == drawn):
        return False
    return _leaves_one(fates, {at} if task.late else {at, drawn}, task)


def _leaves_one(fates: Sequence[Fate], placed: set[int | None], task: Task) -> bool:
    """Whether the cards placed in these slots leave a face-down one open for the draw that completes the layout."""
    return task.complete is not True or fates.count(NUMBER) + fates.count(WILD) > len(placed - {None})
