"""Turns of Trash as the referee explains them, told one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.observation import Seen, Side
from rules.trash.table import Table
from rules.trash.telling import NO_CARD
from rules.verdict import Verdict
from service.following.base import alike

_KEPT, _OPEN_KEPT = 0.6, 0.5
"""Share of the places of a hand, and of the cards that lay open in them, that are as they were where it goes on."""


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


def same_hand(before: Table, after: Table) -> bool:
    """Whether what lies there can be the hand that was played: most places, and most cards that lay open, as they were.

    Dealt anew, most places show a back as before.
    """
    if before.sizes != after.sizes:
        return False
    pairs = [
        (one, other)
        for rows in zip(before.layouts, after.layouts, strict=True)
        for one, other in zip(*rows, strict=True)
    ]
    same = [alike(one, other) for one, other in pairs]
    open_ = [kept for kept, (one, _) in zip(same, pairs, strict=True) if one.side is Side.UP]
    return sum(same) > _KEPT * len(same) and sum(open_) >= _OPEN_KEPT * len(open_)
