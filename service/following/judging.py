"""Tables of Trash seen by a camera put before the referee: what may be misread accuses nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from rules.observation import Seen, Side
from rules.trash.options import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict
from service.following.discards import Discards
from service.following.tied import tied
from service.following.turns import returned, returning

TOO_OFTEN = "trash.seen_too_often"
MISSED = 2.5
"""Seconds the discard pile must have been hidden for a whole turn to have gone unseen."""

_ALIKE = 4
"""Cards that one nearly made out may be: those of a rank, or a few that look alike."""
_Spot = tuple[str, tuple[int, int] | None]


@dataclass(frozen=True)
class Sight:
    """A table after a turn.

    Attributes:
        table: as it was read.
        doubted: as whoever is accused would have it.
    """

    table: Table
    doubted: Table


def judged(
    before: Sight,
    after: Sight,
    same: Mapping[tuple[int, int], bool],
    pile: Discards,
    turn: int | None,
    rules: Rules,
    twice: Collection[str] = (),
) -> Verdict:
    """What the referee says of the change from one table to another.

    Args:
        before: the last table judged.
        after: the one now.
        same: for (player, slot), from 0, whether the very same card lies there; left out where that is not known.
        pile: of the discards, with the one that ended the turn.
        turn: whose it is, from 0; None where that is not known.
        rules: the options in play.
        twice: cards of which it was said that more are seen than there are in play: that is not said again.

    Raises:
        RulesError: for tables that cannot be compared.
    """
    # Every discard was seen, unless the pile was hidden for long enough to hold another turn, or two players placed
    # cards while it showed one that could not be read: another such card laid on it makes no difference to be seen.
    lain = pile.cards[-2] if len(pile.cards) > 1 else None
    unread = lain is not None and lain.side is Side.UP and lain.certain is None
    missed = pile.longest > MISSED or (unread and len(placing(before.table, after.table)) > 1)
    verdict = _refereed(before.table, after.table, same, missed, turn, rules)
    if verdict.rule == "trash.no_change" and turn is not None:
        # Nothing is different, but a card was seen to come and go: the top discard was taken and put back.
        below = pile.cards[-2] if len(pile.cards) > 1 else Seen.empty()
        fault = _playable(Table(before.table.layouts, below), after.table.discard, turn, rules)
        return fault or returned(turn, after.table.discard)
    if verdict.illegal:
        # Nobody is accused for what may as well be a card misread. A card that cannot be made out may be the one that
        # lay there before.
        known = {
            (player, slot): still
            for (player, slot), still in same.items()
            if still or after.doubted.layouts[player][slot].certain is not None
        }
        other = _refereed(before.doubted, after.doubted, known, missed, turn, rules)
        verdict = verdict if other.illegal else other
    if verdict.verdict == "cannot tell":
        verdict = _favoured(verdict, before.table, after.table, same, missed, turn, rules) or verdict
    if verdict.rule == TOO_OFTEN and str(verdict.params["card"]) in twice:
        tries = [
            _refereed(_unread(before.table, spot), _unread(after.table, spot), same, missed, turn, rules)
            for spot in _showing(after.table, str(verdict.params["card"]))
        ]
        verdict = next((one for one in tries if one.legal), next((one for one in tries if not one.illegal), verdict))
    return _with_discards(verdict, before.table, pile, missed, rules) if verdict.legal else verdict


def _playable(before: Table, top: Seen, player: int, rules: Rules) -> Verdict | None:
    """The fault of a player who discards a card that he could have placed; None where he could not, or it is unsure."""
    verdict = explain(before, Table(before.layouts, top), rules, player=player, turns=1)
    return verdict if verdict.rule == "trash.playable_discarded" else None


def _with_discards(verdict: Verdict, before: Table, pile: Discards, missed: bool, rules: Rules) -> Verdict:
    """A legal verdict with what the pile shows that two tables do not.

    A card that came to light below one that was taken is not the winner's discard. And where a turn passed and the pile
    was in sight, the top discard was taken up and put back.
    """
    turns = [dict(turn) for turn in cast("Sequence[Mapping[str, Any]]", verdict.explanation.get("turns") or ())]
    if missed or not turns:
        return verdict
    told = dict(verdict.explanation)
    if turns[-1]["won"] and not pile.laid:
        turns[-1]["discard"] = told["discard"] = None
    first, top = turns[0], before.discard
    passed = not first["placements"] and first["discard"] is None and not first["won"]
    if passed and top.certain is not None:
        player = int(first["player"])
        if _playable(Table(before.layouts, Seen.empty()), top, player, rules) is None:
            turns[0] = returning(player, top)
    return Verdict(verdict.verdict, verdict.rule, verdict.params, told | {"turns": turns})


def _favoured(
    verdict: Verdict,
    before: Table,
    after: Table,
    same: Mapping[tuple[int, int], bool],
    missed: bool,
    turn: int | None,
    rules: Rules,
) -> Verdict | None:
    """The legal verdict on a turn that only hangs on which of a few alike cards was read; None where it does not.

    A card nearly made out is taken for the one of its few candidates that the rules explain, as an onlooker takes it;
    what was not seen at all stays unknown.
    """
    choices: list[list[tuple[_Spot, Seen]]] = []
    for missing in cast("Sequence[Mapping[str, Any]]", verdict.explanation.get("missing") or ()):
        place = (int(missing["player"]), int(missing["slot"]) - 1) if "slot" in missing else None
        when = str(missing["when"] if place else missing["discard"])
        table = before if when == "before" else after
        seen = table.discard if place is None else table.layouts[place[0]][place[1]]
        if seen.side is not Side.UP or len(seen.possible) > _ALIKE:
            return None
        choices.append([((when, place), Seen.card(card)) for card in sorted(seen.possible)])
    for chosen in product(*choices) if choices else ():
        tables = {"before": before, "after": after}
        for (when, place), card in chosen:
            # A card that was turned over where it lies is the same one, and showed nothing before.
            still = place is not None and same.get(place, False) and _open(before, place) and _open(after, place)
            for each in ("before", "after") if still else (when,):
                tables[each] = _shown(tables[each], place, card)
        other = _refereed(tables["before"], tables["after"], same, missed, turn, rules)
        if other.legal:
            return other
    return None


def placing(before: Table, after: Table) -> list[int]:
    """The players, from 0, who have cards turned up that lay face down before."""
    return [
        player
        for player, (row, now) in enumerate(zip(before.layouts, after.layouts, strict=False))
        if any(one.side is Side.DOWN and other.side is Side.UP for one, other in zip(row, now, strict=False))
    ]


def _showing(table: Table, card: str) -> list[tuple[int, int]]:
    """The slots (player, slot) that show a card."""
    return [
        (player, slot)
        for player, row in enumerate(table.layouts)
        for slot, one in enumerate(row)
        if one.certain is not None and str(one.certain) == card
    ]


def _unread(table: Table, spot: tuple[int, int]) -> Table:
    """The table with a card in one slot that shows its face and cannot be read."""
    return _shown(table, spot, Seen.up()) if _open(table, spot) else table


def _open(table: Table, place: tuple[int, int]) -> bool:
    """Whether a slot shows a face."""
    return table.layouts[place[0]][place[1]].side is Side.UP


def _shown(table: Table, place: tuple[int, int] | None, seen: Seen) -> Table:
    """The table with one slot (player, slot) showing something else; None: the discard pile."""
    if place is None:
        return Table(table.layouts, seen)
    rows = [list(row) for row in table.layouts]
    rows[place[0]][place[1]] = seen
    return Table(tuple(tuple(row) for row in rows), table.discard)


def _refereed(
    before: Table, after: Table, same: Mapping[tuple[int, int], bool], missed: bool, turn: int | None, rules: Rules
) -> Verdict:
    before, after = tied(before, after, same, rules)
    verdict = explain(before, after, rules, player=turn, turns=2 if missed else 1)
    if verdict.rule == "trash.out_of_turn":
        # Whoever was in turn may have taken the top discard and put it back under the hand.
        other = explain(before, after, rules, player=turn, turns=2)
        verdict = other if other.legal else verdict
    if verdict.illegal and turn is not None and missed:
        other = explain(before, after, rules)
        verdict = other if not other.illegal else verdict
    return verdict


def complete(table: Table, rules: Rules) -> bool:
    """Whether every slot of some layout shows a card that fits it."""
    return any(
        all(
            one.side is Side.UP and all(rules.fits(card, slot) for card in one.possible)
            for slot, one in enumerate(row, start=1)
        )
        for row in table.layouts
    )
