"""The referee of Trash on tables written as text: what the command line and the web service are given."""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import RulesError
from rules.trash.options import Rules
from rules.trash.picture import check_table
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict


def check_text(
    layouts: str | Sequence[str],
    *,
    discard: str | None = None,
    slots: Sequence[int] | None = None,
    rules: Rules | None = None,
    over: bool = False,
) -> Verdict:
    """The verdict on one picture written as text.

    Args:
        layouts: one text for each layout: ``"AS ?? 3H JD --"`` (``??`` face down, ``--`` unknown, ``5?`` a rank alone,
            ``8H/6H`` one of several).
        discard: the top of the discard pile, ``..`` for none; not given, it is not judged.
        slots: how many slots each layout should have; None takes them as they are.
        rules: the options in play.
        over: whether the hand is over.

    Raises:
        CardError: naming the place that cannot be read.
        RulesError: for a card that is not in the packs in play, or sizes that do not go with the layouts.
    """
    return check_table(Table.parse(layouts, discard), slots, rules, over=over)


def explain_text(
    before: str | Sequence[str],
    after: str | Sequence[str],
    *,
    discard_before: str | None = None,
    discard_after: str | None = None,
    slots: Sequence[int] | None = None,
    rules: Rules | None = None,
    player: int | None = None,
    turns: int = 2,
    over: bool = False,
    stock: int | None = None,
) -> Verdict:
    """The verdict on a change written as text: see `rules.trash.referee.explain`.

    Args:
        before: one text for each layout of the first picture.
        after: the same for the second one.
        discard_before: the top of the discard pile, ``..`` for none; not given, it is unknown.
        discard_after: the same in the second picture.
        slots: how many slots each layout of the first picture should have; None takes them as they are.
        rules: the options in play.
        player: whose turn it was, an index of the layouts.
        turns: how many turns in a row may explain the change.
        over: whether the hand was known to be over before.
        stock: cards in the stock before the change.

    Raises:
        CardError: naming the place that cannot be read.
        RulesError: for pictures that cannot be compared, sizes that are not those given, or a card that is not in the
            packs in play.
    """
    first = Table.parse(before, discard_before)
    if slots is not None and tuple(slots) != first.sizes:
        raise RulesError("trash.wrong_size", {"found": list(first.sizes), "slots": list(slots)})
    second = Table.parse(after, discard_after)
    return explain(first, second, rules, player=player, turns=turns, over=over, stock=stock)
