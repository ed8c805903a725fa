"""What was followed at a live table, kept as matches that can be replayed like those played by API."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from rules.errors import RulesError
from service.matches import MatchService
from service.sentences import say
from service.storage.events import KeptTable

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class Records:
    """Keeps the records of live tables.

    Args:
        matches: where they are kept.
    """

    def __init__(self, matches: MatchService) -> None:
        self.matches = matches

    def keep(self, table: KeptTable, texts: Sequence[str], lang: str) -> list[dict[str, Any]]:
        """Keep every record that the rules can replay, each as one match; blocks.

        A table followed to its end has one record for each stretch without a fault. A stretch goes by the same id
        however often it is kept, so that nothing is there twice; of games whose hands stay hidden nothing can be
        replayed, and nothing is kept.

        Returns:
            What to tell of each match that is new or has grown: its id, name, moves and whether it is over.
        """
        told = []
        for number, text in enumerate(texts, start=1):
            name = (table.name or say("match.name", lang)) + (f" ({number})" if number > 1 else "")
            try:
                kept = self.matches.keep_record(text, name[:100], _id(table.id, number))
            except RulesError:
                continue
            if kept is not None:
                told.append(
                    {
                        "match": kept.kept.id,
                        "name": name[:100],
                        "moves": len(kept.moves),
                        "over": kept.over,
                        "sentence": say("match.kept", lang, name=name[:100], moves=len(kept.moves)),
                    }
                )
        return told


def _id(table: str, number: int) -> str:
    digest = hashlib.sha256(f"{table} {number}".encode()).digest()
    return "".join(_LETTERS[byte % 32] for byte in digest[:16])
