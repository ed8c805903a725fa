"""The referee of Chase the Ace: the kings turned up before play, and who loses when all cards are shown.

Everything is judged over every card that a `Seen` allows, no card twice; a rank is all that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from rules import lives
from rules.ace.options import Rules
from rules.ace.score import pack_shown, points
from rules.cards import Card, Rank
from rules.distinct import distinct
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.verdict import Verdict

Domain = frozenset[Card]

_KINGS: Final = Rank.KING


def kings(cards: Sequence[Seen], rules: Rules | None = None) -> Verdict:
    """Whether what lies before the players after the deal is right: face-down cards, and kings face up.

    Args:
        cards: the card of each player still in the game.
        rules: the options.

    Returns:
        A verdict whose explanation has ``immune``, the indices of those with a king, and ``possible_immune``, of those
        who may have one.

    Raises:
        RulesError: ``ace.cards`` for too few or too many cards.
    """
    pack = frozenset(pack_shown(rules or Rules(), len(cards)))
    up = {index: seen.possible & pack for index, seen in enumerate(cards) if seen.side is Side.UP}
    unknown = [index for index, seen in enumerate(cards) if seen.side is Side.UNKNOWN]
    immune = [index for index, domain in up.items() if domain and all(card.rank is _KINGS for card in domain)]
    possible = [index for index, domain in up.items() if any(card.rank is _KINGS for card in domain)]
    explanation = {"immune": immune, "possible_immune": sorted({*possible, *unknown})}
    for index, seen in enumerate(cards):
        if seen.side is Side.EMPTY:
            return Verdict("illegal", "ace.no_card", {"player": index + 1}, explanation)
        if index in up and index not in possible:
            return Verdict("illegal", "ace.not_king", {"player": index + 1, "card": str(seen)}, explanation)
    if distinct([_only(up[index], lambda card: card.rank is _KINGS) for index in possible]) is None:
        shown = [str(cards[index]) for index in possible]
        return Verdict("illegal", "ace.shown_twice", {"cards": shown}, explanation)
    open_to = [index + 1 for index in explanation["possible_immune"] if index not in immune]
    if open_to:
        return Verdict("cannot tell", "ace.kings_unknown", {"players": open_to}, explanation)
    if not immune:
        return Verdict("legal", "ace.no_kings", {}, explanation)
    return Verdict("legal", "ace.kings", {"players": [index + 1 for index in immune]}, explanation)


def _only(domain: Domain, meets: Callable[[Card], bool]) -> Domain:
    return frozenset(card for card in domain if meets(card))


def showdown(
    cards: Sequence[Seen],
    rules: Rules | None = None,
    *,
    dealer: int | None = None,
    drew: bool | None = None,
    immune: Collection[int] = (),
) -> Verdict:
    """Who loses a life when these cards are shown, as far as they were made out.

    Args:
        cards: the card of each player still in the game. One seen face down is merely not known yet.
        rules: the options.
        dealer: the index of the dealer's card; None where it is not known. It matters where a dealer who draws a king
            loses at once.
        drew: whether the dealer drew that card from the pack; None where it is not known.
        immune: the indices of those whose king lay open before play: they keep it, so nobody has drawn it.

    Returns:
        A verdict: legal where every possibility has the same losers, its explanation a showdown
        (``{"hands": [{"cards", "points"}], "losers"}``); cannot tell otherwise, with ``losers`` None, the
        ``possible_losers``, and for a card whose rank is open ``points`` None and ``possible_points``; illegal where a
        card would be there twice, is not in the pack, or is missing.

    Raises:
        RulesError: ``ace.cards`` for too few or too many cards; ``ace.no_player`` for a dealer who is not among them.
    """
    rules = rules or Rules()
    pack = pack_shown(rules, len(cards))
    if dealer is not None and not 0 <= dealer < len(cards):
        raise RulesError("ace.no_player", {"player": dealer + 1, "players": len(cards)})
    domains = []
    for index, seen in enumerate(cards):
        domain = frozenset(pack) & seen.possible if seen.side is Side.UP else frozenset(pack)
        if seen.side is Side.EMPTY:
            return Verdict("illegal", "ace.no_card", {"player": index + 1})
        if not domain:
            return Verdict("illegal", "pack.foreign", {"card": str(seen)})
        domains.append(domain)
    if distinct(domains) is None:
        return Verdict("illegal", "ace.shown_twice", {"cards": [str(seen) for seen in cards if seen.side is Side.UP]})
    hands = []
    for seen, ranks in zip(cards, _ranks_left(domains), strict=True):
        entry: dict[str, object] = {"cards": [str(seen)], "points": ranks[0] if len(ranks) == 1 else None}
        if len(ranks) > 1:
            entry["possible_points"] = ranks
        hands.append(entry)
    scenes = _drawn(len(cards), rules, dealer, drew, immune)
    worlds = [_Worlds(domains, rules.ties_together, drawn) for drawn in scenes]
    possible = [index for index in range(len(cards)) if any(world.can_lose(index) for world in worlds)]
    if not any(world.can_escape(index) for index in possible for world in worlds):
        verdict = _decided(possible, hands)
        drawn = all(world.king_drawn and not world.other for world in worlds)
        return replace(verdict, rule="ace.drew_king") if drawn else verdict
    explanation = {"hands": hands, "losers": None, "possible_losers": possible}
    unread = [index + 1 for index, entry in enumerate(hands) if entry["points"] is None]
    if not unread:
        return Verdict("cannot tell", "ace.drew_unknown", {}, explanation)
    return Verdict("cannot tell", "ace.showdown_unknown", {"hands": unread}, explanation)


def unfinished(verdict: Verdict, shown: int, playing: int) -> Verdict:
    """The verdict on a showing where cards may still be missing: who loses cannot be told, what is illegal is.

    Args:
        verdict: on the cards that lie open.
        shown: how many these are.
        playing: how many players may still be in the game.
    """
    return lives.unfinished(verdict, "ace.cards_missing", shown, playing)


def _decided(losers: list[int], hands: list[dict[str, object]]) -> Verdict:
    explanation = {"hands": hands, "losers": losers}
    if len(hands) == 1:
        return Verdict("legal", "ace.one_card", {}, explanation)
    if not losers:
        return Verdict("legal", "ace.nobody_loses", {}, explanation)
    rule = "ace.loses" if len(losers) == 1 else "ace.lose_together"
    return Verdict("legal", rule, {"hands": [index + 1 for index in losers]}, explanation)


def _ranks_left(domains: Sequence[Domain]) -> list[list[int]]:
    """What each card may count, from the least, when no card lies there twice."""
    # Cards that may be the same ones are asked for once.
    left: dict[Domain, list[int]] = {}
    for index, domain in enumerate(domains):
        if domain not in left:
            ranks = sorted({points(card) for card in domain})
            if len(ranks) > 1:
                others = [*domains[:index], *domains[index + 1 :]]
                ranks = [rank for rank in ranks if distinct([_only(domain, _same(rank)), *others]) is not None]
            left[domain] = ranks
    return [left[domain] for domain in domains]


def _drawn(
    count: int, rules: Rules, dealer: int | None, drew: bool | None, immune: Collection[int]
) -> list[int | None]:
    """Whose card may have been drawn from the pack, None for nobody's, where it matters."""
    # A card alone has nobody to lose to.
    if not rules.dealer_king or drew is False or count == 1:
        return [None]
    may: list[int | None] = [index for index in range(count) if index not in immune and dealer in (None, index)]
    return may if drew and may else [None, *may]


class _Worlds:
    """All that the cards shown may be, no card twice, with one of them drawn by the dealer or none."""

    def __init__(self, domains: Sequence[Domain], together: bool, drawn: int | None) -> None:
        self.domains = list(domains)
        self.together = together
        self.drawn = drawn
        # A king drawn decides at once; in all other worlds that card is no king.
        self.king_drawn = drawn is not None and self._with({drawn: lambda card: card.rank is _KINGS}, _any)
        if drawn is not None:
            self.domains[drawn] = _only(self.domains[drawn], lambda card: card.rank is not _KINGS)
        self.other = all(self.domains) and distinct(self.domains) is not None

    def can_lose(self, index: int) -> bool:
        """Whether there is a world in which this one loses a life."""
        if self.king_drawn and index == self.drawn:
            return True
        others = [other for other in range(len(self.domains)) if other != index]
        for rank in self._ranks(index):
            if not self.together:
                if others and self._with({index: _same(rank)}, _above(rank)):
                    return True
                continue
            # Those who tie for lowest all lose, unless everybody ties: somebody must have more.
            for better in others:
                if self._with({index: _same(rank), better: _above(rank)}, _above(rank - 1)):
                    return True
        return False

    def can_escape(self, index: int) -> bool:
        """Whether there is a world in which this one loses no life."""
        if self.king_drawn and index != self.drawn:
            return True
        others = [other for other in range(len(self.domains)) if other != index]
        for rank in self._ranks(index):
            same = _same(rank)
            if self.together and self._with({}, same):
                return True
            below = _below(rank if self.together else rank + 1)
            if any(self._with({index: same, other: below}, _any) for other in others):
                return True
        return False

    def _ranks(self, index: int) -> list[int]:
        return sorted({points(card) for card in self.domains[index]})

    def _with(self, conditions: dict[int, Callable[[Card], bool]], rest: Callable[[Card], bool]) -> bool:
        """Whether there is a world in which these cards meet their conditions, and all others meet `rest`."""
        places = []
        for index, domain in enumerate(self.domains):
            place = _only(domain, conditions.get(index, rest))
            if not place:
                return False
            places.append(place)
        return distinct(places) is not None


def _any(card: Card) -> bool:
    return True


def _same(rank: int) -> Callable[[Card], bool]:
    return lambda card: points(card) == rank


def _above(rank: int) -> Callable[[Card], bool]:
    return lambda card: points(card) > rank


def _below(rank: int) -> Callable[[Card], bool]:
    return lambda card: points(card) < rank
