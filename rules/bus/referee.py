"""The referee of Stop the Bus: what a camera sees of the table's cards between turns, and of all hands at the end.

Everything is judged over every card that a `Seen` allows: legal where all possibilities are, illegal where none is.
A place that could not be made out may hold nothing at all, which is never right; so it leaves no verdict of legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, cast

from rules import lives
from rules.bus.options import PACK, Rules
from rules.bus.value import ABOVE, HAND, number, score
from rules.bus.worlds import Domain, Worlds
from rules.cards import Card
from rules.distinct import distinct
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.verdict import Verdict

_ALL: Final = frozenset(PACK.cards())


def _domain(seen: Seen) -> Domain:
    """The cards that may lie there, of those in the pack."""
    return seen.possible & _ALL if seen.side is Side.UP else _ALL


def _foreign(places: Sequence[Seen]) -> str | None:
    """A place that shows nothing of the pack: a joker."""
    return next((str(seen) for seen in places if seen.side is Side.UP and not seen.possible & _ALL), None)


def explain(before: Sequence[Seen], after: Sequence[Seen]) -> Verdict:
    """Whether the three table cards can have changed like this in one turn: none, one or three of them.

    Where on the table a card lies means nothing.

    Args:
        before: the three places at the last settled table.
        after: the three places now.

    Returns:
        A verdict whose explanation has ``changed``, the numbers of cards that may have changed, and, where every card
        is certain, ``taken`` and ``laid``; ``missing`` and ``missing_before`` name the places (from 1) not made out.

    Raises:
        RulesError: ``bus.table_places`` unless three places are given each time.
    """
    for places in (before, after):
        if len(places) != HAND:
            raise RulesError("bus.table_places", {"found": len(places)})
    for when, places in (("before", before), ("after", after)):
        for place, seen in enumerate(places, start=1):
            if seen.side in (Side.DOWN, Side.EMPTY):
                rule = "bus.table_down" if seen.side is Side.DOWN else "bus.table_empty"
                return Verdict("illegal", rule, {"when": when, "place": place})
        if joker := _foreign(places):
            return Verdict("illegal", "pack.foreign", {"card": joker})
        if distinct([_domain(seen) for seen in places]) is None:
            return Verdict("illegal", "bus.table_twice", {"when": when, "cards": [str(seen) for seen in places]})
    counts = sorted(_changes([_domain(seen) for seen in before], [_domain(seen) for seen in after]))
    explanation: dict[str, object] = {"changed": counts}
    was, now = [seen.certain for seen in before], [seen.certain for seen in after]
    certain = None not in was and None not in now
    if certain:
        explanation |= {
            "taken": [card.code for card in was if card is not None and card not in now],
            "laid": [card.code for card in now if card is not None and card not in was],
        }
    if counts == [2]:
        if certain:
            return Verdict(
                "illegal", "bus.table_two", {key: explanation[key] for key in ("taken", "laid")}, explanation
            )
        return Verdict("illegal", "bus.table_two_unread", {}, explanation)
    missing = [place for place, seen in enumerate(after, start=1) if not seen.exact]
    missing_before = [place for place, seen in enumerate(before, start=1) if not seen.exact]
    if 2 in counts or any(seen.side is Side.UNKNOWN for seen in (*before, *after)):
        explanation |= {"missing": missing, "missing_before": missing_before}
        rule = "bus.table_unknown" if 2 in counts else "bus.table_covered"
        return Verdict("cannot tell", rule, {"changed": counts}, explanation)
    if certain and counts != [0]:
        rule = "bus.table_one" if counts == [1] else "bus.table_three"
        return Verdict("legal", rule, {key: explanation[key] for key in ("taken", "laid")}, explanation)
    return Verdict("legal", "bus.table_same" if counts == [0] else "bus.table_fits", {"changed": counts}, explanation)


def _changes(before: Sequence[Domain], after: Sequence[Domain]) -> set[int]:
    """How many of the cards can have changed, over all that the places may hold."""
    return {HAND - len(kept) for kept in _matchings() if _keeps(before, after, kept)}


def _matchings() -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way for some of three cards to be found again among three."""
    for size in range(HAND + 1):
        for old in combinations(range(HAND), size):
            for new in permutations(range(HAND), size):
                yield tuple(zip(old, new, strict=True))


def _keeps(before: Sequence[Domain], after: Sequence[Domain], kept: Sequence[tuple[int, int]]) -> bool:
    """Whether exactly these cards can be the same before and after, all others being different ones."""
    old, new = {pair[0] for pair in kept}, {pair[1] for pair in kept}
    places = [before[a] & after[b] for a, b in kept]
    places += [domain for place, domain in enumerate(before) if place not in old]
    places += [domain for place, domain in enumerate(after) if place not in new]
    return all(places) and distinct(places) is not None


def showdown(hands: Sequence[Sequence[Seen]], rules: Rules | None = None) -> Verdict:
    """Who loses a life when these hands are shown, as far as the cards were made out.

    A hand of which fewer than three cards were seen has others that were not. Every card lies face up at the showing,
    so one seen face down is merely not known yet.

    Returns:
        A verdict: legal where every possibility has the same losers, its explanation a showdown
        (``{"hands": [{"cards", "points", "kind"}], "losers"}``); cannot tell otherwise, with ``losers`` None, the
        ``possible_losers``, and for a hand whose worth is open ``points`` None and ``possible_points``, ``kind`` None
        and ``possible_kinds``; illegal where a card would be there twice, or a place is empty or shows nothing of the
        pack.

    Raises:
        RulesError: ``bus.hands`` or ``bus.nth_hand_size`` for too few or too many hands, or cards in one.
    """
    rules = rules or Rules()
    if not 1 <= len(hands) <= 16:
        raise RulesError("bus.hands", {"found": len(hands)})
    full: list[tuple[Seen, ...]] = []
    for place, hand in enumerate(hands, start=1):
        if len(hand) > HAND:
            params = {"hand": place, "cards": [str(seen) for seen in hand], "found": len(hand)}
            raise RulesError("bus.nth_hand_size", params)
        if Seen.empty() in hand:
            held = [str(seen) for seen in hand if seen != Seen.empty()]
            return Verdict("illegal", "bus.nth_hand_size", {"hand": place, "cards": held, "found": len(held)})
        full.append((*hand, *[Seen.unknown()] * (HAND - len(hand))))
    for hand in full:
        if joker := _foreign(hand):
            return Verdict("illegal", "pack.foreign", {"card": joker})
    cards = [[seen.certain for seen in hand] for hand in full]
    known = [tuple(card for card in hand if card is not None) for hand in cards]
    try:
        PACK.check(card for hand in known for card in hand)
    except RulesError as error:
        return Verdict("illegal", error.rule, error.params)
    if all(len(hand) == HAND for hand in known):
        return _decided(known, rules)
    return _open(full, rules)


def unfinished(verdict: Verdict, shown: int, playing: int) -> Verdict:
    """The verdict on a showing where hands may still be missing: who loses cannot be told, what is illegal is.

    Args:
        verdict: on the hands that lie open.
        shown: how many these are.
        playing: how many players may still be in the game.
    """
    return lives.unfinished(verdict, "bus.hands_missing", shown, playing)


def _decided(hands: Sequence[tuple[Card, ...]], rules: Rules) -> Verdict:
    shown = score(hands, rules)
    return _losing(list(shown.losers), shown.to_json(), rules)


def _losing(losers: list[int], explanation: dict[str, object], rules: Rules) -> Verdict:
    hands = cast(list[dict[str, object]], explanation["hands"])
    if len(hands) == 1 and rules.brag:
        return Verdict("legal", "bus.worth_brag", {"kind": hands[0]["kind"]}, explanation)
    if len(hands) == 1 and hands[0]["points"] == ABOVE:
        return Verdict("legal", "bus.worth_most", {}, explanation)
    if len(hands) == 1:
        return Verdict("legal", "bus.worth", {"points": hands[0]["points"], "kind": hands[0]["kind"]}, explanation)
    if not losers:
        return Verdict("legal", "bus.nobody_loses", {}, explanation)
    numbers = [index + 1 for index in losers]
    rule = "bus.loses" if len(losers) == 1 else "bus.lose_together"
    return Verdict("legal", rule, {"hands": numbers}, explanation)


def _open(hands: Sequence[tuple[Seen, ...]], rules: Rules) -> Verdict:
    """The verdict where some card is not certain."""
    worlds = Worlds([tuple(_domain(seen) for seen in hand) for hand in hands], rules)
    if not worlds.exist():
        cards = [str(seen) for hand in hands for seen in hand if seen.side is Side.UP]
        return Verdict("illegal", "bus.shown_twice", {"cards": cards})
    # Who loses comes first: it is what a search that takes too long must not leave open.
    possible = [index for index in range(len(hands)) if worlds.can_lose(index)]
    escapes = any(worlds.can_escape(index) for index in possible)
    shown = []
    for index, hand in enumerate(hands):
        groups = worlds.possible(index)
        points = sorted({number(point) for group in groups for point in group.points})
        kinds = list(dict.fromkeys(group.kind for group in groups))
        entry: dict[str, object] = {
            "cards": [str(seen) for seen in hand],
            "points": points[0] if len(points) == 1 else None,
            "kind": kinds[0] if len(kinds) == 1 else None,
        }
        if len(points) > 1:
            entry["possible_points"] = points
        if len(kinds) > 1:
            entry["possible_kinds"] = kinds
        shown.append(entry)
    # In the Brag form a hand alone is told by its name, whatever decides between hands of one name.
    names = {group.kind if rules.brag else group.key for group in worlds.hands[0]}
    alone = len(hands) == 1 and len(names) > 1
    if not alone and not escapes:
        return _losing(possible, {"hands": shown, "losers": possible}, rules)
    explanation: dict[str, object] = {"hands": shown, "losers": None, "possible_losers": possible}
    unread = [index + 1 for index, hand in enumerate(hands) if any(seen.certain is None for seen in hand)]
    if alone:
        if rules.brag:
            named = list(dict.fromkeys(group.kind for group in worlds.hands[0]))
            return Verdict("cannot tell", "bus.worth_brag_unknown", {"kinds": named}, explanation)
        worths = [number(group.key[0]) for group in worlds.hands[0]]
        if ABOVE in worths:
            return Verdict("cannot tell", "bus.worth_unknown_most", {"worths": worths[:-1]}, explanation)
        return Verdict("cannot tell", "bus.worth_unknown", {"worths": worths}, explanation)
    return Verdict("cannot tell", "bus.showdown_unknown", {"hands": unread}, explanation)
