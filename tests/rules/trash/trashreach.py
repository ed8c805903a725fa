"""Every table that legal play can lead to, by trying every move for every card that the hidden ones may be.

This is the referee's yardstick: it knows nothing of boxes and stories, only the moves of `State`, on packs so small
that all of play can be tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import permutations, product

from rules.cards import Card, parse_cards
from rules.observation import Seen
from rules.trash import Discard, Look, Move, Phase, Placed, Rules, Slot, State
from rules.trash.table import Table


class SmallPack:
    """A few cards in place of whole packs."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = tuple(sorted(cards))
        self._counts = Counter(cards)

    def cards(self) -> tuple[Card, ...]:
        return self._cards

    def count(self, card: Card) -> int:
        return self._counts[card]

    def __len__(self) -> int:
        return len(self._cards)


def small_rules(cards: str, **options: object) -> Rules:
    """Rules played with these few cards."""

    class Small(Rules):
        @cached_property
        def pack(self) -> SmallPack:  # type: ignore[override]
            return SmallPack(parse_cards(cards))

        __eq__ = object.__eq__
        __hash__ = object.__hash__

    return Small(**options)  # type: ignore[arg-type]


Certain = tuple[tuple[tuple[Card | None, ...], ...], Card | None]
"""A table of which everything is seen: for each layout the cards, None for face down; the top of the pile or None."""


def as_table(certain: Certain) -> Table:
    layouts, top = certain
    rows = tuple(tuple(Seen.down() if card is None else Seen.card(card) for card in layout) for layout in layouts)
    return Table(rows, Seen.empty() if top is None else Seen.card(top))


def possible(certain: Certain, rules: Rules) -> bool:
    """Whether the packs hold the cards that are seen."""
    layouts, top = certain
    counts = Counter(card for layout in layouts for card in layout if card is not None)
    if top is not None:
        counts[top] += 1
    return all(many <= rules.pack.count(card) for card, many in counts.items())


def _complete(layout: tuple[Card | None, ...], rules: Rules) -> bool:
    return all(card is not None and rules.fits(card, slot) for slot, card in enumerate(layout, start=1))


def reachable(certain: Certain, rules: Rules, *, player: int | None = None, turns: int = 2) -> frozenset[Certain]:
    """Every table that none, one or several successive turns may leave, with what may follow a hand."""
    layouts = certain[0]
    found = {certain}
    winners = [one for one, layout in enumerate(layouts) if _complete(layout, rules)]
    for origin in _origins(certain, rules):
        if winners:
            for winner in winners:
                found |= _after_hand(origin, winner, rules)
            continue
        movers = range(len(layouts)) if player is None else [player]
        for mover in movers:
            ends = {replace(origin, player=mover, phase=Phase.DRAW)}
            for _ in range(turns):
                ends = {end for state in ends for end in _turn_ends(state)}
                for end in ends:
                    found |= _tables(end)
                ends = {end for end in ends if end.phase is Phase.DRAW}
    return frozenset(found)


def _origins(certain: Certain, rules: Rules) -> Iterator[State]:
    """The table with every choice of face-down cards and every number of cards in its stock and under its top discard.

    The face-down cards are chosen at the outset, as they cannot be what has been shuffled from the discards since. The
    stock's are left open: a draw takes any card that is not elsewhere.
    """
    layouts, top = certain
    seen = Counter(card for layout in layouts for card in layout if card is not None)
    if top is not None:
        seen[top] += 1
    hidden = sum(card is None for layout in layouts for card in layout)
    unseen = Counter(rules.pack.cards()) - seen
    for chosen in set(permutations(sorted(unseen.elements()), hidden)):
        cards = iter(chosen)
        slots = tuple(
            tuple(Slot(next(cards), False) if card is None else Slot(card, True) for card in layout)
            for layout in layouts
        )
        yield from _piles(slots, top, rules)


def _piles(slots: tuple[tuple[Slot, ...], ...], top: Card | None, rules: Rules) -> Iterator[State]:
    layouts = slots
    others = len(rules.pack) - sum(map(len, layouts))
    for discards in range(1, others + 1) if top is not None else (0,):
        pile: tuple[Card | None, ...] = (None,) * (discards - 1) + ((top,) if top is not None else ())
        yield State(
            rules=rules,
            seed=None,
            sizes=tuple(map(len, layouts)),
            first=0,
            hands=1,
            layouts=slots,
            stock=(None,) * (others - discards),
            discards=pile,
        )


def _afters(state: State, move: Move) -> list[State]:
    """The states after a move; the card left over by the last placement of a layout may not lie on the pile yet."""
    step = state.play(move)
    if isinstance(step, Placed) and step.completed:
        return [step.after, replace(step.after, discards=step.after.discards[:-1])]
    return [step.after]


def _moves(state: State) -> Iterator[Move]:
    """The legal moves, but for a wild's discard.

    With every slot closed and one of them wrong, a wild has nowhere to go; it may not be discarded even so.
    """
    return (move for move in state.legal_moves if not (isinstance(move, Discard) and state.rules.wild(move.card)))


def _turn_ends(state: State) -> set[State]:
    """Every state in which a turn begun here can end."""
    ends: set[State] = set()
    seen: set[State] = set()
    todo = [state]
    while todo:
        now = todo.pop()
        for move in _moves(now):
            for after in _afters(now, move):
                if after in seen:
                    continue
                seen.add(after)
                if after.phase is Phase.PLAY:
                    todo.append(after)
                else:
                    ends.add(after)
    return ends


def _after_hand(origin: State, winner: int, rules: Rules) -> set[Certain]:
    """What may be seen after a hand that was over already."""
    # The card left over by the last placement is laid on the pile now, if it was not before.
    laid = [replace(origin, discards=(*origin.discards, None), stock=origin.stock[1:])] if origin.stock else []
    found: set[Certain] = set()
    for state in (origin, *laid):
        won = replace(state, winner=winner, phase=Phase.DEAL)
        last = len(origin.layouts[winner]) - 1 <= (rules.end_slots or 0)
        if rules.second_look and not last:
            others = tuple((winner + step) % rules.players for step in range(1, rules.players))
            # Where a card lies in a wrong slot the loser has looked already, and where all lie right there is no more
            # to draw for.
            loser = origin.layouts[others[0]]
            looked = origin.complete(others[0]) or any(
                slot.up and slot.card is not None and not rules.fits(slot.card, number)
                for number, slot in enumerate(loser, start=1)
            )
            free = 3 if rules.free_draws and not looked else 0
            won = replace(won, phase=Phase.LOOK, player=others[0], looking=others[1:], free_draws=free)
        found |= _tables(won)
    return found


def _tables(end: State) -> set[Certain]:
    """What may be seen once a turn has ended so, and while the hand is cleared up if it was won."""
    states: set[State] = set()
    fresh = {end}
    while fresh:
        states |= fresh
        step: set[State] = set()
        for one in fresh:
            if one.winner is None or one.phase not in (Phase.LOOK, Phase.PLAY):
                continue
            for move in _moves(one):
                for after in _afters(one, move):
                    # Cards are turned up one by one, so some may still lie face down.
                    step |= _partly(one, after) if isinstance(move, Look) else {after}
        fresh = step - states
    found: set[Certain] = set()
    for state in states:
        if state.phase is not Phase.PLAY:
            layouts = tuple(tuple(slot.card if slot.up else None for slot in layout) for layout in state.layouts)
            found |= {(layouts, top) for top in _tops(state)}
    return found


def _partly(before: State, after: State) -> set[State]:
    player = before.player
    choices = [
        [new] if old.up else [old, new] for old, new in zip(before.layouts[player], after.layouts[player], strict=True)
    ]
    return {
        replace(after, layouts=(*before.layouts[:player], tuple(layout), *before.layouts[player + 1 :]))
        for layout in product(*choices)
    }


def _tops(state: State) -> set[Card | None]:
    if not state.discards:
        return {None}
    top = state.discards[-1]
    return set(state.unseen()) if top is None else {top}
