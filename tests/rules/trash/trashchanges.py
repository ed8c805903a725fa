"""Changes of a table as a camera would see them: from random games, with faults put in and with places hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.cards import Card
from rules.observation import Seen
from rules.trash import Phase, Rules, State
from rules.trash.table import Table


@dataclass(frozen=True)
class Change:
    """Two settled tables of a game, with the state at the first and the player who moved first in between."""

    rules: Rules
    state: State
    before: Table
    after: Table
    player: int
    turns: int


def random_rules(chance: random.Random) -> Rules:
    """Options of all kinds."""
    players = chance.choice((2, 2, 2, 3, 4, 5))
    look = chance.random() < 0.4
    return Rules(
        players=players,
        packs=chance.choice((None, None, (players + 3) // 4)),
        wilds=chance.choice((frozenset((11,)), frozenset((13,)), frozenset((11, 12)), frozenset((11, 12, 13)))),
        jokers=chance.choice((0, 0, 1, 2)),
        second_look=look,
        free_draws=look and players == 2 and chance.random() < 0.5,
        start=chance.choice(("winner", "clockwise")),
    )


def settled_states(rules: Rules, seed: int) -> Iterator[State]:
    """The states of a random match between turns; piles are drawn from the way people do, mostly where it helps."""
    chance = random.Random(seed)
    state = State.start(rules, seed)
    for _ in range(3000):
        if state.over:
            return
        moves = list(state.legal_moves)
        if state.phase is Phase.DRAW and state.top is not None and not state.open_slots(state.player, state.top):
            moves = moves[:1] if chance.random() < 0.9 else moves
        state = state.play(chance.choice(moves)).after
        if state.phase is not Phase.PLAY:
            yield state


def changes(rules: Rules, seed: int) -> Iterator[Change]:
    """Every change of one and of two turns in a random match."""
    earlier: State | None = None
    last: State | None = None
    for state in settled_states(rules, seed):
        if state.layouts and state.hands and last is not None and last.hands == state.hands:
            if last.phase is Phase.DRAW:
                yield Change(rules, last, Table.of(last), Table.of(state), last.player, 1)
            else:
                yield Change(rules, last, Table.of(last), Table.of(state), last.player, 0)
            if earlier is not None and earlier.hands == state.hands and earlier.phase is Phase.DRAW:
                yield Change(rules, earlier, Table.of(earlier), Table.of(state), earlier.player, 2)
        earlier, last = last, state


def blurred(table: Table, chance: random.Random, share: float) -> Table:
    """The table with some of its places read badly or not at all."""

    def see(seen: Seen) -> Seen:
        if chance.random() >= share:
            return seen
        card = seen.certain
        kind = chance.random()
        if card is None or kind < 0.3:
            return Seen.unknown()
        if kind < 0.7 and card.rank is not None:
            return Seen.rank(card.rank)
        return Seen.cards({card, Card(chance.randint(1, 13), chance.choice("CDHS"))})

    return Table(tuple(tuple(map(see, layout)) for layout in table.layouts), see(table.discard))


def with_slot(table: Table, player: int, slot: int, seen: Seen) -> Table:
    """The table with another card in a slot."""
    rows = [list(layout) for layout in table.layouts]
    rows[player][slot - 1] = seen
    return Table(tuple(map(tuple, rows)), table.discard)


def with_discard(table: Table, seen: Seen) -> Table:
    """The table with another card on the discard pile."""
    return Table(table.layouts, seen)


def shown(table: Table) -> set[Card]:
    """The cards seen for certain."""
    places = [seen for layout in table.layouts for seen in layout]
    return {seen.certain for seen in (*places, table.discard) if seen.certain is not None}
