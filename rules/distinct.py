"""Choosing one card for each of several places without taking a card twice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.cards import Card


def distinct(places: Sequence[Collection[Card]]) -> tuple[Card, ...] | None:
    """A different card for each place out of those it may hold, or None where there are not enough to go round.

    Bipartite matching by augmenting paths (Kuhn 1955).
    """
    holder: dict[Card, int] = {}

    def find(place: int, tried: set[Card]) -> bool:
        for card in places[place]:
            # Where cards abound one that nobody holds is found at once.
            if card not in holder:
                holder[card] = place
                return True
        for card in places[place]:
            if card in tried:
                continue
            tried.add(card)
            if find(holder[card], tried):
                holder[card] = place
                return True
        return False

    for place in sorted(range(len(places)), key=lambda index: len(places[index])):
        if not find(place, set()):
            return None
    chosen = {place: card for card, place in holder.items()}
    return tuple(chosen[place] for place in range(len(places)))
