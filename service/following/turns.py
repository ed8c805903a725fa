"""Turns of Trash as the referee explains them, told one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.observation import Seen
from rules.trash.table import Table
from rules.trash.telling import NO_CARD
from rules.verdict import Verdict
from service.following.base import alike


def parts(verdict: Verdict, turns: Sequence[dict[str, Any]]) -> list[tuple[Verdict, dict[str, Any]]]:
    """One verdict for each turn: two turns explained together are told one by one."""
    if len(turns) < 2 or not verdict.legal:
        return [(verdict, dict(verdict.explanation))]
    out = []
    for turn in turns:
        slots = [one["slot"] for one in turn["placements"]]
        cards = [one["card"] for one in turn["placements"]] or [NO_CARD]
        params = {
            "player": turn["player"] + 1, "cards": cards, "slots": slots, "count": len(slots),
            "discard": turn["discard"] or str(Seen.up()),
        }  # fmt: skip
        rule = "trash.turn_won" if turn["won"] else "trash.turn" if slots else "trash.turn_discard"
        out.append((Verdict("legal", rule, params, {"turns": [turn]}), turn))
    return out


def returned(player: int, discard: Seen) -> Verdict:
    """The verdict on a turn that took the top discard and put it back."""
    turn = returning(player, discard)
    params: dict[str, object] = {"player": player + 1, "cards": [NO_CARD], "discard": str(discard)}
    told = {"player": player, "placements": [], "discard": str(discard), "turns": [turn], "turned_up": []}
    return Verdict("legal", "trash.turn_discard", params, told)


def returning(player: int, discard: Seen) -> dict[str, Any]:
    """That turn as the referee's explanations tell one."""
    return {
        "player": player, "from": "discard", "drawn": str(discard), "placements": [], "discard": str(discard),
        "won": False, "free_draw": False, "reshuffled": False,
    }  # fmt: skip


def same_share(before: Table, after: Table) -> float:
    """Share of places that can be unchanged."""
    pairs = [
        (one, other)
        for rows in zip(before.layouts, after.layouts, strict=True)
        for one, other in zip(*rows, strict=True)
    ]
    return sum(alike(one, other) for one, other in pairs) / max(len(pairs), 1)
