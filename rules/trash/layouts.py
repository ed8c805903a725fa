"""How the layouts of two settled tables can have changed, by turns that end and by draws after the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.trash.arrange import Arrangement, Task, arrangements
from rules.trash.domains import ANY_CARD, DOWN, NUMBERS, Box
from rules.trash.effort import Effort
from rules.trash.story import Game

ENDS: Final = Task(turn=True, complete=False)
"""What a turn does that does not win the hand."""


class Layouts:
    """Every way in which the layouts of a box can have changed.

    Args:
        box: what the two pictures may show.
        game: what is known of the game apart from them.
        effort: what may still be spent on it.
    """

    def __init__(self, box: Box, game: Game, effort: Effort) -> None:
        self.box = box
        self.effort = effort
        self.game = game
        self.old = box.before[-1]
        self.new = box.after[-1]
        self.players = range(len(game.sizes))
        self._slots = [slice(game.start(player), game.start(player) + game.sizes[player]) for player in self.players]
        self._tied = [[at in box.tied for at in range(*slots.indices(len(box.before)))] for slots in self._slots]
        self._known: dict[tuple[int, Task], bool] = {}
        self.moved = {player for player in self.players if not self.can(player, Task())}

    def layout(self, player: int, task: Task) -> Iterator[Arrangement]:
        """Every way a player's layout can have changed that does what the task asks."""
        slots = self._slots[player]
        before, after, tied = self.box.before[slots], self.box.after[slots], self._tied[player]
        return arrangements(before, after, tied, self.game.deck, task, self.effort)

    def can(self, player: int, task: Task) -> bool:
        """Whether a player's layout can have changed so that it does what the task asks."""
        known = self._known.get((player, task))
        if known is None:
            known = self._known[player, task] = next(self.layout(player, task), None) is not None
        return known

    def _rest_can(self, movers: set[int], task: Task) -> bool:
        return all(self.can(player, task) for player in self.players if player not in movers)

    def _others(self, given: dict[int, Arrangement], task: Task) -> Iterator[tuple[Arrangement, ...]]:
        """All layouts together: those given, and every way the others do what the task asks."""
        left = [player for player in self.players if player not in given]
        if not left:
            yield tuple(given[player] for player in self.players)
            return
        for arrangement in self.layout(left[0], task):
            yield from self._others(given | {left[0]: arrangement}, task)

    def _all(self, given: dict[int, Arrangement], player: int, layout: Arrangement) -> tuple[Arrangement, ...]:
        everyone = given | {player: layout}
        return tuple(everyone[one] for one in self.players)

    def _shows(self, player: int, cards: int, *, look: bool) -> Iterator[int]:
        """Which slot has to show its number for one of the cards to be unplayable: 0 for none in particular.

        A slot that shows its number anyway need not be asked to.
        """
        deck, start = self.game.deck, self.game.start(player)
        anyway = deck.stuck | deck.beyond(self.game.sizes[player])
        asked = []
        for slot in range(1, self.game.sizes[player] + 1):
            old, new = self.box.before[start + slot - 1], self.box.after[start + slot - 1]
            if not new & (deck.wild | DOWN) and not (look and old & DOWN):
                anyway |= NUMBERS[slot]
            elif cards & NUMBERS[slot] and new & ANY_CARD & ~deck.wild:
                asked.append(slot)
        if cards & anyway:
            yield 0
        yield from asked

    def _can_end(self, player: int, discard: int) -> bool:
        """Whether a turn of a player can end with a discard out of a set, whatever else must be."""
        shows = self._shows(player, discard, look=False)
        return any(self.can(player, replace(ENDS, show=show)) for show in shows)

    def _ended(self, player: int, draw: int, discard: int, *, look: bool = False) -> Iterator[Arrangement]:
        """A turn of a player that ends with a discard out of a set."""
        # One way may leave several cards unplayable, and is then found for the number of each.
        found = set()
        for show in self._shows(player, discard, look=look):
            for layout in self.layout(player, Task(turn=True, look=look, complete=False, show=show, draw=draw)):
                way = (layout.fates, layout.cards, layout.moved, layout.drawn)
                if layout.unplayable & discard and way not in found:
                    found.add(way)
                    yield layout

    def _drawn_free(self, player: int, base: Task) -> Iterator[Arrangement]:
        """A layout after its player's free draws, the last of which ends with what the pile shows or completes it."""
        for task in self._tasks_before(player, base):
            for show in self._shows(player, self.new, look=True):
                for layout in self.layout(player, replace(task, look=True, complete=False, show=show)):
                    if layout.earlier and layout.unplayable & self.new:
                        yield layout
            yield from (layout for layout in self.layout(player, replace(task, complete=True)) if layout.earlier)

    def _tasks_before(self, player: int, base: Task) -> Iterator[Task]:
        """The task, with every slot that may have to show its number when the first of several draws ends."""
        if not base.again:
            yield base
            return
        for showed in self._shows(player, self.game.deck.cards, look=True):
            yield replace(base, showed=showed)
