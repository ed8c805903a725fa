"""The discard pile told a second time: every deal of a small pack and every way to play it, one table at a time.

A position is (hands, stock, pile, turn, stage, taken); a set of positions stands for all that may be the case. Nothing
here comes from the package.
"""

from __future__ import annotations

from itertools import combinations


def deals(pack, upcard, size):
    """Every position after the deal: each hand any cards, player 0 to decide on the upcard."""
    rest = frozenset(pack) - {upcard}
    return {
        ((frozenset(first), frozenset(second)), rest - {*first, *second}, (upcard,), 0, "offer", None)
        for first in combinations(sorted(rest), size)
        for second in combinations(sorted(rest - {*first}), size)
    }


def silent(position):
    """What may happen without the pile's changing: a pass, a draw."""
    hands, stock, pile, turn, stage, _ = position
    if stage == "offer":
        yield (hands, stock, pile, 1 - turn, "offer" if turn == 0 else "must", None)
    if stage in ("draw", "must"):
        for card in stock:
            more = tuple(hand | {card} if player == turn else hand for player, hand in enumerate(hands))
            yield (more, stock - {card}, pile, turn, "discard", None)


def takes(position):
    hands, stock, pile, turn, stage, _ = position
    if stage in ("offer", "draw") and pile:
        more = tuple(hand | {pile[-1]} if player == turn else hand for player, hand in enumerate(hands))
        yield (more, stock, pile[:-1], turn, "discard", pile[-1])


def discards(position):
    hands, stock, pile, turn, stage, taken = position
    if stage == "discard":
        for card in hands[turn] - {taken}:
            less = tuple(hand - {card} if player == turn else hand for player, hand in enumerate(hands))
            yield (less, stock, (*pile, card), 1 - turn, "draw", None)


def closed(positions, step):
    """The positions and everything that steps lead to."""
    found, todo = set(positions), list(positions)
    while todo:
        for after in step(todo.pop()):
            if after not in found:
                found.add(after)
                todo.append(after)
    return found


def showing(positions, top):
    return {position for position in positions if (position[2][-1] if position[2] else None) == top}


def look(positions, top, turns=1):
    """The positions in which this card (``None``: no card) may lie on top at the next settled table.

    Between two tables: nothing that shows; failing that, the top is taken, or one turn is played to its discard;
    failing that, as many whole turns more as are said.
    """
    waiting = closed(positions, silent)
    same = showing(waiting, top)
    if same:
        return same
    for _ in range(turns):
        taken = {after for position in waiting for after in takes(position)}
        played = {after for position in waiting | taken for after in discards(position)}
        found = showing(taken, top) | showing(played, top)
        if found or top is None:
            return found
        waiting = closed(played, silent)
    return set()


def anytime(positions, top):
    """The positions with this card on top after any number of turns."""

    def step(position):
        yield from silent(position)
        yield from takes(position)
        yield from discards(position)

    return showing(closed(positions, step), top)
