"""The referee of Trash: whether a settled table, or the change from one to the next, can come from legal play.

Every place may be certain, face down, one of several cards, or unknown. A verdict is given only where every world that
the two pictures allow has the same: *legal* when in each of them some legal course of play leads from the first to the
second (for some arrangement of the cards nobody sees), *illegal* when in none of them one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.errors import RulesError
from rules.observation import Seen
from rules.trash.domains import DOWN, Box, Spot, deck_of, holds, single
from rules.trash.doubts import doubt
from rules.trash.effort import Effort, TooOpen
from rules.trash.faults import Faults
from rules.trash.nextdeal import Winner, dealt_over, winners
from rules.trash.options import Rules
from rules.trash.stories import Stories
from rules.trash.story import Game, Story
from rules.trash.table import Table
from rules.trash.telling import explanation, seen_changes, sentence_of
from rules.verdict import Verdict

STEPS = 400
"""What a verdict may cost, in layouts looked at; far more than real tables need."""


def explain(
    before: Table,
    after: Table,
    rules: Rules | None = None,
    *,
    player: int | None = None,
    turns: int = 2,
    over: bool = False,
    stock: int | None = None,
    same_cards: bool = True,
    steps: int = STEPS,
) -> Verdict:
    """Whether the change from one settled table to the next can come from legal play, and by which moves.

    One turn is tried first, then two successive players' turns. With a single layout, one turn of that player is meant.
    Layouts of other sizes are those of the next hand, where that may have been dealt; then who won the last one begins.

    Args:
        before: the first settled table. It is taken as it is, faults included: only the change is judged.
        after: the second one, with the same layouts.
        rules: the options in play.
        player: whose turn it was, an index of the layouts; None finds out.
        turns: how many turns in a row may explain the change, 1 or 2.
        over: whether the hand was known to be over before. A complete layout tells as much by itself. A loser's layout
            seen alone may then have been dealt anew with as many slots as it had.
        stock: cards in the stock before the change, where that is known. It matters when the discards may have been
            shuffled into a new stock between two turns.
        same_cards: take a face-up card that lies in the same place in both pictures, is of the same rank in both, and
            as far as its suit can be read may be the same card, to be the same. Otherwise a card read without its suit
            may have been exchanged for another, and no verdict is given.
        steps: what the verdict may cost before it is given up as ``trash.too_open``.

    Returns:
        The verdict. Its explanation holds ``player``, ``placements`` and ``discard``, and for a legal change ``turns``
        and ``turned_up`` (see `rules.trash.telling.explanation`); for ``cannot tell`` it holds ``missing``, the places
        that would have to be known, and ``possible``, a legal course of play if there is one.

    Raises:
        RulesError: for pictures that cannot be compared, or a card that is not in the packs in play.
    """
    rules = rules or Rules()
    if turns not in (1, 2):
        raise RulesError("options.range", {"option": "turns", "least": 1, "most": 2, "value": turns})
    _comparable(before, after, rules, player)
    if before.sizes != after.sizes:
        won = winners(before, after, rules)
        if not won:
            raise RulesError("trash.sizes_differ", {"before": before.sizes, "after": after.sizes})
        return _since_deal(won, after, rules, turns, steps)
    deck = deck_of(rules)
    game = Game(rules, deck, before.sizes, player, turns, over, stock)
    whole = Box.of(before, after, deck, tie=same_cards)
    box = whole.settled(deck)
    story = None
    effort = Effort(steps)
    try:
        if box is not None:
            story = _story(box, game, effort)
        if box is None or story is None:
            return _illegal(whole, game)
        path: list[Spot] = []
        if _explained(box, game, effort, path, story):
            told = explanation(story, box, game)
            rule, params = sentence_of(story, told)
            return Verdict("legal", rule, params, told)
    except TooOpen:
        path = []
    return _open(path, whole, game, None if story is None or box is None else explanation(story, box, game))


def _since_deal(won: Sequence[Winner], after: Table, rules: Rules, turns: int, steps: int) -> Verdict:
    """The verdict on what was played since the next hand was dealt: who won the last one begins, where that is so."""
    dealt = Table(tuple((Seen.down(),) * size for size in after.sizes), Seen.empty())
    if after == dealt:
        return Verdict("legal", "trash.new_deal", {}, {"player": None, "placements": [], "discard": None})
    if rules.start != "winner" or any(winner.player is None for winner in won):
        return explain(dealt, after, rules, turns=turns, steps=steps)
    found = [(winner, explain(dealt, after, rules, player=winner.player, turns=turns, steps=steps)) for winner in won]
    first = found[0][1]
    if all(verdict.illegal for _, verdict in found):
        free = explain(dealt, after, rules, turns=turns, steps=steps)
        # With somebody else to begin nothing would be wrong.
        return free if free.illegal else Verdict("illegal", "trash.not_first", {}, {**first.explanation, "fault": {}})
    if all(verdict.verdict == first.verdict for _, verdict in found):
        return first
    for winner, verdict in found:
        if verdict.legal and not winner.unsure:
            return verdict
    for _, verdict in found:
        if verdict.verdict == "cannot tell":
            return verdict
    winner, verdict = next((winner, verdict) for winner, verdict in found if verdict.legal)
    told = dict(verdict.explanation)
    changes = {"player": told["player"], "placements": told["placements"], "discard": told["discard"]}
    player, slots = winner.player or 0, list(winner.unsure)
    missing = [{"player": player, "slot": slot, "when": "before"} for slot in slots]
    params: dict[str, object] = {"player": player + 1, "slots": slots, "count": len(slots)}
    return Verdict("cannot tell", "trash.unseen_slots", params, changes | {"missing": missing, "possible": told})


def _comparable(before: Table, after: Table, rules: Rules, player: int | None) -> None:
    found = len(before.layouts)
    if found != len(after.layouts):
        raise RulesError("trash.layouts_differ", {"before": found, "after": len(after.layouts)})
    if found not in (1, rules.players):
        raise RulesError("trash.layouts_players", {"found": found, "players": rules.players})
    if player is not None and not 0 <= player < found:
        raise RulesError("trash.no_player", {"player": player + 1, "players": found})
    for size in (*before.sizes, *after.sizes):
        if not 1 <= size <= 10:
            raise RulesError("trash.wrong_size", {"found": size, "slots": "1 - 10"})


def _story(box: Box, game: Game, effort: Effort) -> Story | None:
    """A legal course of play for some world of the box; None when there is none for any."""
    for story in Stories(box, game, effort):
        effort.spend()
        if holds(story.places(box), game.deck.copies):
            return story
    return None


def _explained(box: Box, game: Game, effort: Effort, path: list[Spot], story: Story | None = None) -> bool:
    """Whether every world of the box has a legal course of play; if not, `path` gets the places that decide it."""
    story = story or _story(box, game, effort)
    if story is None:
        return False
    doubtful = doubt(story, box, game)
    if doubtful is None:
        return True
    spot, cards = doubtful
    path.append(spot)
    # Where two places have to show the same card, one is made certain first. Otherwise what the story does not explain
    # comes first: that is where a fault is, if there is one.
    pinned = single(cards) and cards < DOWN and not single(box.seen(spot) & ~cards)
    for part in (cards, ~cards) if pinned else (~cards, cards):
        narrowed = box.narrowed(spot, part).settled(game.deck)
        if narrowed is not None and not _explained(narrowed, game, effort, path):
            return False
    path.pop()
    return True


def _illegal(box: Box, game: Game) -> Verdict:
    if dealt_over(box, game):
        # No turn has cards turned back: what is wrong is what was played since.
        box, game = box.dealt(), game.dealt()
    (rule, params), player = Faults(box, game).first()
    told = seen_changes(box, game)
    if player is not None:
        told["player"] = player
    return Verdict("illegal", rule, params, told | {"fault": params})


def _open(path: Sequence[Spot], box: Box, game: Game, possible: dict[str, Any] | None) -> Verdict:
    """The verdict ``cannot tell``, with what is missing."""
    last = len(box.before) - 1
    missing: list[dict[str, Any]] = []
    slots: dict[int, set[int]] = {}
    tops: set[str] = set()
    for spot in dict.fromkeys(path):
        when = "after" if spot.after else "before"
        if spot.at == last:
            tops.add(when)
            missing.append({"discard": when})
            continue
        player = max(player for player in range(len(game.sizes)) if game.start(player) <= spot.at)
        slots.setdefault(player, set()).add(spot.at - game.start(player) + 1)
        missing.append({"player": player, "slot": spot.at - game.start(player) + 1, "when": when})
    told = seen_changes(box, game) | {"missing": missing, "possible": possible}
    params: dict[str, object] = {}
    if slots:
        first = min(slots)
        params = {"player": first + 1, "slots": sorted(slots[first]), "count": len(slots[first])}
    if tops:
        params["when"] = "both" if len(tops) == 2 else min(tops)
    rule = "trash.too_open"
    if slots or tops:
        rule = "trash.unseen_both" if slots and tops else "trash.unseen_slots" if slots else "trash.unseen_discard"
    return Verdict("cannot tell", rule, params, told)
