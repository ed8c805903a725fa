"""Two sights of one card that has not moved: what one look leaves open the other may tell."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cards import Card
from rules.observation import Seen, Side
from rules.trash.options import Rules
from rules.trash.table import Table


def tied(before: Table, after: Table, same: Mapping[tuple[int, int], bool], rules: Rules) -> tuple[Table, Table]:
    """Both tables, with every face-up card that was followed from one to the other shown alike in both.

    Where another card was laid on one that lay open, neither can be the other as long as there is one of each. What
    lies face down now did so before, for no card is turned back.

    A card that lay still takes no part in the turn, so that whichever of its possible cards it is does not matter, as
    long as all of them are wild or none is: then one stands for all. Otherwise it is left open where the turn's discard
    may depend on it.

    Args:
        before: the last settled table.
        after: the one now.
        same: for (player, slot), from 0, whether the very same card lies there; left out where that is not known.
        rules: the options in play.
    """
    rows_before = [
        [
            other if one.side is Side.UNKNOWN and other.side is Side.DOWN else one
            for one, other in zip(*rows, strict=True)
        ]
        for rows in zip(before.layouts, after.layouts, strict=True)
    ]
    rows_after = [list(row) for row in after.layouts]
    shown = {one.certain for row in (*before.layouts, *after.layouts) for one in row if one.certain is not None}
    shown |= {one.certain for one in (before.discard, after.discard) if one.certain is not None}
    for (player, slot), still in same.items():
        one, other = rows_before[player][slot], rows_after[player][slot]
        if not still:
            rows_before[player][slot], rows_after[player][slot] = _apart(one, other, rules)
            continue
        if one.side is not Side.UP or other.side is not Side.UP or (one == other and one.exact):
            continue
        possible = one.possible & other.possible or other.possible
        stands = _stands_for(possible, slot + 1, after.discard, shown, rules)
        rows_before[player][slot] = rows_after[player][slot] = stands
        if stands.certain is not None:
            shown.add(stands.certain)
    return (
        Table(tuple(tuple(row) for row in rows_before), before.discard),
        Table(tuple(tuple(row) for row in rows_after), after.discard),
    )


def _apart(one: Seen, other: Seen, rules: Rules) -> tuple[Seen, Seen]:
    """Two sights of two different cards, one of which was laid on the other."""
    if one.side is not Side.UP or other.side is not Side.UP:
        return one, other
    card = other.certain or one.certain
    if card is None or rules.pack.count(card) != 1 or one.certain == other.certain:
        return one, other
    left_before, left_after = one.possible - {card}, other.possible - {card}
    if card == other.certain and left_before:
        one = Seen.cards(left_before)
    elif card == one.certain and left_after:
        other = Seen.cards(left_after)
    return one, other


def _stands_for(possible: frozenset[Card], slot: int, discard: Seen, shown: set[Card], rules: Rules) -> Seen:
    wild = {card for card in possible if rules.wild(card)}
    asked = discard.side is Side.UP and any(card.rank == slot for card in discard.possible)
    if wild and wild != possible and asked:
        return Seen.cards(possible)
    # A card in its right place is the likelier reading, and no other place may show it.
    free = sorted(possible - shown - wild) or sorted(possible - shown) or sorted(possible)
    right = [card for card in free if rules.fits(card, slot)]
    return Seen.card((right or free)[0])
