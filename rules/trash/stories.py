"""What can have happened between two settled tables: every legal course of play, those that need the least first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.trash.arrange import Arrangement, Task
from rules.trash.domains import ANY_CARD, NOTHING
from rules.trash.layouts import ENDS, Layouts
from rules.trash.nextdeal import dealt_alike
from rules.trash.options import FREE_DRAWS
from rules.trash.story import Source, Story, Top, Turn

_IDLE: Final = Task(open=True)
_WINS: Final = Task(turn=True, complete=True)


class Stories(Layouts):
    """Every legal course of play that leads from the first picture of a box to the second."""

    def __iter__(self) -> Iterator[Story]:
        if not self.moved:
            yield from self._nothing()
        game = self.game
        if not game.over:
            movers = self.players if game.player is None else (game.player,)
            for player in movers:
                yield from self._turn(player)
            for player in movers:
                yield from self._win(player)
            if game.turns > 1 and len(self.players) > 1:
                for player in movers:
                    yield from self._two_turns(player)
        yield from self._after_hand()
        dealt = dealt_alike(self.box, game)
        if dealt is not None:
            for story in Stories(self.box.dealt(), game.dealt(), self.effort):
                yield replace(story, dealt=dealt)

    def _nothing(self) -> Iterator[Story]:
        tops = [Top.SAME] if self.old & self.new & ANY_CARD else []
        if self.old & self.new & NOTHING:
            tops.append(Top.NONE)
        for top in tops:
            for layouts in self._others({}, Task()):
                yield Story((), layouts, top, over=True)

    def _draws(self) -> Iterator[tuple[Source, int]]:
        yield Source.STOCK, 0
        if self.old & ANY_CARD:
            yield Source.TOP, self.old & ANY_CARD

    def _turn(self, player: int) -> Iterator[Story]:
        """One turn that does not win."""
        if not self.moved <= {player} or not self.new & ANY_CARD:
            return
        if not (self._can_end(player, self.new) and self._rest_can({player}, _IDLE)):
            return
        for source, draw in self._draws():
            for layout in self._ended(player, draw, self.new & ANY_CARD):
                stock = source is Source.STOCK
                for layouts in self._others({player: layout}, _IDLE):
                    yield Story(
                        (Turn(player, source),),
                        layouts,
                        Top.LAID,
                        allowed=layout.unplayable,
                        beneath=stock,
                        drawn=None if stock else player,
                    )

    def _win(self, player: int) -> Iterator[Story]:
        """One turn that wins the hand, and what may follow."""
        look = self.game.looks(player)
        if not look and not self.moved <= {player}:
            return
        if not self.can(player, _WINS):
            return
        if not (look and self.game.rules.free_draws) and not self._rest_can({player}, Task(look=look, open=True)):
            return
        for source, draw in self._draws():
            stock = source is Source.STOCK
            for layout in self.layout(player, Task(turn=True, complete=True, draw=draw)):
                turn = Turn(player, source, won=True)
                task = Task(look=look, open=True)
                for tail, layouts, allowed in self._afterwards({player: layout}, task, 1 if stock else 0):
                    for top in self._tops(stock, allowed):
                        drawn = self._again(tail, layouts) if stock else player
                        beneath = top is Top.LAID and drawn is None
                        yield Story((turn, *tail), layouts, top, allowed=allowed, beneath=beneath, drawn=drawn)

    def _again(self, tail: tuple[Turn, ...], layouts: tuple[Arrangement, ...]) -> int | None:
        """Who placed the card seen on the pile before, when it was drawn again from the new stock."""
        return next((turn.player for turn in tail if layouts[turn.player].drawn is not None), None)

    def _tops(self, stock: bool, allowed: int) -> Iterator[Top]:
        """What the pile may show after a win: its last card need not lie there yet, and may be any."""
        if self.new & allowed:
            yield Top.LAID
        if allowed != ANY_CARD:
            return
        if stock and self.old & self.new & ANY_CARD:
            yield Top.SAME
        if self.new & NOTHING and ((not stock and self.game.one_discard()) or self.old & NOTHING):
            yield Top.NONE

    def _afterwards(
        self, given: dict[int, Arrangement], task: Task, drawn: int = 0
    ) -> Iterator[tuple[tuple[Turn, ...], tuple[Arrangement, ...], int]]:
        """What the layouts not given may do after the hand, with what the discard pile may show then.

        Args:
            given: the layouts that are settled.
            task: what is asked of the others.
            drawn: cards that the turn that won took from the stock.
        """
        for layouts in self._others(given, task):
            yield (), layouts, ANY_CARD
        left = [player for player in self.players if player not in given]
        if not (task.look and self.game.rules.free_draws) or len(left) != 1:
            return
        # A win does not have the discards shuffled: where it took the last card of the stock, there is none to draw.
        if self.game.stock is not None and self.game.stock <= drawn:
            return
        # Turning cards up explains every change but a number on a wild: that takes a free draw. Where a card lies
        # wrongly they have been turned up already, and no draw is left.
        (loser,) = left
        base = Task(turn=True, right=not task.open, open=task.open)
        yield from self._free_draws(given, Turn(loser, Source.STOCK, free=True), base)
        emptied = self.game.runs_out(drawn + FREE_DRAWS - 1)
        if emptied and self.old & ANY_CARD and all(layout.drawn is None for layout in given.values()):
            # A free draw took the last card of the stock, and a later one what the pile showed before.
            again = Turn(loser, Source.RESHUFFLED, free=True)
            yield from self._free_draws(given, again, replace(base, again=True, late=True, draw=self.old & ANY_CARD))

    def _free_draws(
        self, given: dict[int, Arrangement], turn: Turn, base: Task
    ) -> Iterator[tuple[tuple[Turn, ...], tuple[Arrangement, ...], int]]:
        for layout in self._drawn_free(turn.player, base):
            unplayable = ANY_CARD if layout.task.complete else layout.unplayable
            yield (turn,), self._all(given, turn.player, layout), unplayable

    def _after_hand(self) -> Iterator[Story]:
        """The hand was over: what is left face down is turned up, free draws are played."""
        winners: list[tuple[dict[int, Arrangement], bool]] = [
            ({player: layout}, self.game.looks(player))
            for player in self.players
            for layout in self.layout(player, Task(complete=True))
        ]
        if self.game.over:
            winners.append(({}, self.game.rules.second_look))
        for given, look in winners:
            task = Task(look=look)
            if not task.look and not self.moved <= set(given):
                continue
            for tail, layouts, allowed in self._afterwards(given, task):
                for top in self._tops(True, allowed):
                    drawn = self._again(tail, layouts)
                    beneath = top is Top.LAID and drawn is None
                    yield Story(tail, layouts, top, allowed=allowed, beneath=beneath, drawn=drawn, over=True)

    def _two_turns(self, player: int) -> Iterator[Story]:
        """A turn that does not win and the next player's."""
        second = (player + 1) % len(self.players)
        look = self.game.looks(second)
        if not look and not self.moved <= {player, second}:
            return
        both = {player, second}
        plain = self.moved <= both and bool(self.new & ANY_CARD) and self._rest_can(both, _IDLE)
        if plain and self.can(player, ENDS) and self._can_end(second, self.new):
            for first, layout in self._first_turns(player, look=False):
                yield from self._second_turn(first, layout, second)
        wins = self.can(player, replace(ENDS, look=look)) and self.can(second, _WINS)
        if wins and self._rest_can(both, Task(look=look, open=True)):
            for first, layout in self._first_turns(player, look=look):
                yield from self._second_win(first, layout, second)
        if look and self.game.rules.free_draws and self.can(second, _WINS):
            yield from self._draws_again(player, second)

    def _first_turns(self, player: int, *, look: bool) -> Iterator[tuple[Turn, Arrangement]]:
        for source, draw in self._draws():
            for layout in self._ended(player, draw, self.game.deck.cards, look=look):
                yield Turn(player, source), layout
        if self.game.player is not None and self.old & ANY_CARD:
            # The top was taken and laid back, so nothing is to be seen of that turn.
            for show in self._shows(player, self.old, look=look):
                for layout in self.layout(player, Task(look=look, complete=False, show=show)):
                    if layout.unplayable & self.old:
                        yield Turn(player, Source.TOP, returned=True), layout

    def _links(self, first: Turn, layout: Arrangement) -> Iterator[tuple[Source, int]]:
        """Where the second turn's card may come from."""
        yield Source.STOCK, 0
        if first.returned:
            yield Source.TOP, self.old & layout.earlier
            return
        yield Source.TOP, layout.earlier
        # The first turn took the last card of the stock: what the pile showed before is in the new stock.
        if first.source is Source.STOCK and self.game.runs_out(1) and self.old & ANY_CARD:
            yield Source.RESHUFFLED, self.old & ANY_CARD

    def _second_turn(self, first: Turn, layout: Arrangement, player: int) -> Iterator[Story]:
        for source, draw in self._links(first, layout):
            for after in self._ended(player, draw, self.new & ANY_CARD):
                for layouts in self._others({first.player: layout, player: after}, _IDLE):
                    yield self._joined(first, Turn(player, source), layouts, Top.LAID, after.unplayable)
            if source is Source.RESHUFFLED and self.old & self.new & ANY_CARD:
                # That card was drawn and discarded again.
                for show in self._shows(player, self.old & self.new, look=False):
                    for after in self.layout(player, Task(complete=False, show=show)):
                        if after.unplayable & self.old & self.new & ANY_CARD:
                            for layouts in self._others({first.player: layout, player: after}, _IDLE):
                                yield self._joined(first, Turn(player, source), layouts, Top.SAME, after.unplayable)

    def _second_win(self, first: Turn, layout: Arrangement, player: int) -> Iterator[Story]:
        task = Task(look=self.game.looks(player), open=True)
        for source, draw in self._links(first, layout):
            for after in self.layout(player, Task(turn=True, complete=True, draw=draw)):
                for layouts in self._others({first.player: layout, player: after}, task):
                    turn = Turn(player, source, won=True)
                    for top, allowed in self._tops_of_two(first, source, layout):
                        yield self._joined(first, turn, layouts, top, allowed)

    def _draws_again(self, player: int, second: int) -> Iterator[Story]:
        """A turn that does not win, the next player's that does, and free draws of the first one.

        Left out is what needs no free draw: where it completes no layout, everything may have been placed in the turn,
        but for one that took and returned the top, and the pile may show any card after a win.
        """
        game, old = self.game, self.old & ANY_CARD
        base = Task(turn=True, look=True, again=True)
        ways = [(Turn(player, Source.STOCK), base)]
        if old:
            ways.append((Turn(player, Source.TOP), replace(base, draw=old)))
            if game.player is not None:
                ways.append((Turn(player, Source.TOP, returned=True), replace(base, idle=True)))
            ways.append((Turn(player, Source.STOCK), replace(base, draw=old, late=True)))
        for first, task in ways:
            for layout in self._drawn_free(player, task):
                if first.returned and not layout.earlier & old:
                    continue
                if layout.task.complete or task.idle or task.late:
                    yield from self._win_before(first, layout, second)

    def _win_before(self, first: Turn, layout: Arrangement, player: int) -> Iterator[Story]:
        """A second turn that wins, before free draws of the first player."""
        loser, late = first.player, layout.task.late
        for source, draw in self._links(first, layout):
            drawn = [first.source, source].count(Source.TOP)
            taken = 2 - drawn
            shuffled = first.source is Source.STOCK and self.game.runs_out(1)
            if self.game.stock is not None and self.game.stock <= taken and not shuffled:
                continue
            if late and (source is Source.RESHUFFLED or not (shuffled or self.game.runs_out(taken + FREE_DRAWS - 1))):
                continue
            free = Turn(loser, Source.RESHUFFLED if late else Source.STOCK, free=True)
            for after in self.layout(player, Task(turn=True, complete=True, draw=draw)):
                layouts = self._all({player: after}, loser, layout)
                tops: Iterable[tuple[Top, int]] = [(Top.LAID, layout.unplayable)]
                if layout.task.complete:
                    tops = self._tops_of_two(first, source, layout)
                for top, allowed in tops:
                    story = self._joined(first, Turn(player, source, won=True), layouts, top, allowed)
                    drawer = loser if late else story.drawn
                    yield replace(story, turns=(*story.turns, free), drawn=drawer, beneath=story.beneath and not late)

    def _tops_of_two(self, first: Turn, source: Source, layout: Arrangement) -> Iterator[tuple[Top, int]]:
        """What the pile may show after the second of two turns has won."""
        old, new = self.old, self.new
        if new & ANY_CARD:
            yield Top.LAID, ANY_CARD
        if first.returned:
            if source is Source.STOCK and old & new & layout.earlier:
                yield Top.SAME, layout.earlier
        elif source is not Source.TOP:
            if new & layout.earlier:
                yield Top.FIRST, layout.earlier
        elif first.source is Source.STOCK and old & new & ANY_CARD and self.game.stock != 1:
            # With the last card of the stock drawn it would have been shuffled into the new one.
            yield Top.SAME, ANY_CARD
        # The pile held one card only, or was shuffled into the stock but for one.
        emptied = self.game.one_discard() if first.source is Source.TOP else self.game.runs_out(1)
        gone = emptied or old & NOTHING
        if source is Source.TOP and new & NOTHING and gone:
            yield Top.NONE, 0

    def _joined(self, first: Turn, second: Turn, layouts: tuple[Arrangement, ...], top: Top, allowed: int) -> Story:
        """The story of two turns: where the pile's cards have gone."""
        laid = layouts[first.player].earlier
        drawn = None
        if first.returned:
            drawn = second.player if second.source is Source.TOP else None
            beneath = second.source is Source.STOCK and top is not Top.SAME
            unseen = link = 0
        else:
            if first.source is Source.TOP:
                drawn = first.player
            elif second.source is Source.RESHUFFLED and layouts[second.player].drawn is not None:
                drawn = second.player
            beneath = drawn is None and top is not Top.SAME
            covered = second.source is not Source.TOP and top is not Top.FIRST
            unseen = laid if covered else 0
            link = laid if second.source is Source.TOP else 0
        returned = laid if first.returned else ANY_CARD
        return Story((first, second), layouts, top, allowed, beneath, drawn, unseen, link, returned)
