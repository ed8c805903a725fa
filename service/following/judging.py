"""Tables of Trash seen by a camera put before the referee: what may be misread accuses nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.observation import Seen, Side
from rules.trash.options import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict
from service.following.discards import Discards
from service.following.tied import tied
from service.following.turns import returned

TOO_OFTEN = "trash.seen_too_often"
MISSED = 2.5
"""Seconds the discard pile must have been hidden for a whole turn to have gone unseen."""


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
    missed = pile.longest > MISSED or (unread and _placing(before.table, after.table) > 1)
    verdict = _refereed(before.table, after.table, same, missed, turn, rules)
    if verdict.rule == "trash.no_change" and turn is not None:
        # Nothing is different, but a card was seen to come and go: the top discard was taken and put back.
        below = pile.cards[-2] if len(pile.cards) > 1 else Seen.empty()
        other = explain(Table(before.table.layouts, below), after.table, rules, player=turn, turns=1)
        put_back = other.rule == "trash.playable_discarded"
        return other if put_back else returned(turn, after.table.discard)
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
    if verdict.rule == TOO_OFTEN and str(verdict.params["card"]) in twice:
        tries = [
            _refereed(_unread(before.table, spot), _unread(after.table, spot), same, missed, turn, rules)
            for spot in _showing(after.table, str(verdict.params["card"]))
        ]
        verdict = next((one for one in tries if one.legal), next((one for one in tries if not one.illegal), verdict))
    return verdict


def _placing(before: Table, after: Table) -> int:
    """How many players have cards turned up that lay face down before."""
    return sum(
        any(one.side is Side.DOWN and other.side is Side.UP for one, other in zip(row, now, strict=False))
        for row, now in zip(before.layouts, after.layouts, strict=False)
    )


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
    player, slot = spot
    rows = [list(row) for row in table.layouts]
    if rows[player][slot].side is Side.UP:
        rows[player][slot] = Seen.up()
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
