"""Running matches of gin that are kept by what each hand scored, for those who play with cards of their own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.gin import Rules
from service.games.options import build, differing
from service.storage import Conflict, Store
from service.storage.matches import KeptMatch, KeptMove, Matches
from service.storage.store import changed
from service.tally import GAME, Hand, Tally


@dataclass(frozen=True)
class Book:
    """A match as it is kept, and what its hands come to."""

    kept: KeptMatch
    tally: Tally


class ScoreBook:
    """Keeps running matches. Its methods block: call them in the store's threads."""

    def __init__(self, store: Store) -> None:
        self._matches = Matches(store, (GAME,))

    def begin(self, rules: Rules, players: Sequence[str]) -> Book:
        """A new match of these two players."""
        return self._book(self._matches.create(GAME, "", differing(rules), {"players": list(players)}))

    def get(self, match: str) -> Book:
        """A match as it is now.

        Raises:
            Missing: no match has this id.
        """
        return self._book(self._matches.get(match))

    def listed(self, limit: int) -> list[KeptMatch]:
        """The matches, the last changed first."""
        return self._matches.listed(limit=limit)

    def enter(self, match: str, hand: Hand, shown: str, version: int) -> Book:
        """Write a hand down.

        Args:
            match: the id.
            hand: what it scored.
            shown: the cards that lay there. Two deals never bring the same twenty: where they are in the match, it is
                the same hand once more.
            version: of the match that the caller knows.

        Raises:
            Missing: no match has this id.
            Conflict: it has changed since, is over, or has the hand already.
        """
        book = self.get(match)
        # Told before what else has changed: who asks once more, not knowing whether it was heard, learns that it was.
        for number, line in enumerate(book.tally.lines, start=1):
            if line.partition("#")[2].strip() == shown:
                raise Conflict(f"the hand stands there as number {number}", "tally.twice", number=number)
        if version != book.kept.version:
            raise changed(book.kept.version, version)
        if book.tally.match.over:
            raise Conflict("the match is over", "match.over")
        line = f"{hand}  # {shown}"
        tally = Tally(book.tally.rules, [*book.tally.lines, line])
        self._matches.add_moves(match, version, (KeptMove(hand.winner, line, time.time()),), tally.match.over)
        return self.get(match)

    def undo(self, match: str, version: int) -> Book:
        """Strike out the last hand.

        Raises:
            Missing: no match has this id.
            Conflict: it has changed since, or has no hand.
        """
        self._matches.undo(match, version, 1)
        return self.get(match)

    def delete(self, match: str) -> None:
        """Forget a match.

        Raises:
            Missing: no match has this id.
        """
        self._matches.delete(match)

    @staticmethod
    def _book(kept: KeptMatch) -> Book:
        return Book(kept, Tally(build(Rules, kept.rules), [move.text for move in kept.moves]))


def shown_cards(cards: Sequence[Mapping[str, Any]]) -> str:
    """The hands of a judged photo as one text, the same whoever of their cards is named first."""
    hands = [
        " ".join(sorted(card["card"] or "--" for card in cards if card["hand"] == role))
        for role in ("knocker", "defender")
    ]
    return " / ".join(hands)
