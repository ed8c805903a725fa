"""Gin hands off photos: what they are worth, and whether unread cards matter.

Which card lies in whose hand says `service.spreads`; scoring is `rules.gin`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import comb, prod
from typing import Any, Final

from rules.cards import CARDS, Card
from rules.errors import RulesError
from rules.gin.hand import Hand
from rules.gin.position import HAND
from rules.gin.possible import Possibility, Possible, possible_hands, possible_scores
from rules.gin.rules import Rules
from rules.gin.score import Showdown
from rules.observation import Seen
from service.sentences import say
from service.spreads import Lying, Role, Spread

MOST_WAYS: Final = 300
"""Ways to fill in unread cards that are tried; beyond that the answer is "cannot tell" without a list."""
_MOST_LEFT_OUT: Final = 40
"""Choices of what is no card that are tried."""
_LEAST: Final = 0.02
"""Chance of a name that nothing speaks for, of all such names together; and of the opposite of what all speaks for."""
_SELDOM: Final = 0.02
"""How many times as often as other hands those are laid open that their knocker may not knock with: a card read as the
one of two that forbids it is more often misread."""
_TOLD: Final = 0.97
"""Chance from which one outcome of several is told: that of a card is 0.9, and several may be in doubt."""

Found = Possible[Showdown] | Possible[Hand]


@dataclass(frozen=True)
class _Way:
    """The hands with some of what was found taken for no card.

    Attributes:
        laid: the hands so.
        odds: how likely, compared to other such ways.
        read: whether only what could not be read is left out.
    """

    laid: Spread
    odds: float
    read: bool


def judge(
    laid: Spread, rules: Rules, upcard: Card | None = None, lang: str = "en", knocked: bool = False
) -> dict[str, Any]:
    """What the hands are worth: one answer where every way to name the unread cards agrees, else "cannot tell".

    One outcome of several is told too, with the likeliest other, where it is all but certain.

    Where a hand of a pair has too many cards, and no way to name them makes that legal, something in it is no card:
    printing, a pip, or a card found once more. That is what could not be read, and what was read least surely; where
    the score depends on which of it, all scores are possible.

    Args:
        laid: the hands.
        rules: the options in play.
        upcard: the first upcard, where Oklahoma asks for it.
        lang: of the sentences.
        knocked: whether the hand taken for the knocker's is known to have knocked.

    Returns:
        ``verdict``, ``rule``, ``sentence``, ``score`` (the JSON of ``kibitz score gin``, or null), ``possible``
        outcomes where they differ, each with its ``chance``, ``cards`` and ``hands`` as laid out.
    """
    seldom = _SELDOM if knocked else 1.0
    found = _found(laid, rules, upcard, MOST_WAYS)
    if not isinstance(found, RulesError) and not _refused(found):
        return _body(laid, _weighed(found, seldom), lang)
    ways = list(_ways(laid))
    tried = [(way, _found(way.laid, rules, upcard, MOST_WAYS // len(ways))) for way in ways]
    hands = [(way, worth) for way, worth in tried if not isinstance(worth, RulesError)]
    if all(_refused(worth) for _, worth in hands):
        return _body(laid, found, lang)
    merged = _weighed(_merged([(way.odds, worth) for way, worth in hands]), seldom)
    told = _told_of(merged)
    if told is None and len(ways) > 1:
        body = _body(laid, merged, lang)
        said = "gin.too_many"
    else:
        able = [way for way, worth in hands if told is None or _allows(worth, told)]
        way = max(able, key=lambda each: each.odds)
        laid.cards = way.laid.cards
        body = _body(laid, merged, lang)
        said = "gin.left_out" if way.read else "gin.least_sure"
    return body | {"sentence": f"{body['sentence']} {say(said, lang)}"}


def _ways(laid: Spread) -> Iterator[_Way]:
    """What may be left out of hands of too many cards so that ten stay of each; nothing where no hand is one."""
    over = [role for role in laid.roles if len(laid.of(role)) > HAND]
    if "hand" in laid.roles or not over:
        return
    choices: list[list[tuple[Lying, ...]]] = []
    for role in over:
        cards = laid.of(role)
        unread = [card for card in cards if not card.named and not card.fixed]
        unsure = [card for card in cards if card.named and not card.sure]
        more = len(cards) - HAND
        among, taken = (unread, more) if len(unread) >= more else (unsure, more - len(unread))
        if len(among) < taken or comb(len(among), taken) > _MOST_LEFT_OUT:
            return
        always = () if among is unread else tuple(unread)
        choices.append([(*always, *some) for some in combinations(among, taken)])
    if prod(map(len, choices)) > _MOST_LEFT_OUT:
        return
    for parts in product(*choices):
        out = {card.id: card for part in parts for card in part}
        cards = [replace(card, role=None) if card.id in out else replace(card) for card in laid.cards]
        odds = prod(_odds(card) for card in out.values())
        yield _Way(replace(laid, cards=cards), odds, not any(card.named for card in out.values()))


def _odds(card: Lying) -> float:
    """That it is not what it looks like, against that it is."""
    chance = min(max(max(card.chances.values(), default=0.0), _LEAST), 1 - _LEAST)
    return (1 - chance) / chance


def _found(laid: Spread, rules: Rules, upcard: Card | None, most: int) -> Found | RulesError:
    """All that the hands may be worth, or why they are no hands."""
    # A card of the discard pile is in no hand.
    times = Counter(card.best for card in laid.cards if card.sure)
    repeated = next((card for card, count in times.items() if card is not None and count > 1), None)
    if repeated is not None:
        return RulesError("gin.same_card", {"card": repeated.code})
    hands = {role: laid.of(role) for role in laid.roles}
    seen = {role: [_seen(card) for card in cards] for role, cards in hands.items()}

    rows = list(hands.values())

    def likely(hand: int, place: int, card: Card) -> float:
        return _chance(rows[hand][place], card)

    try:
        if "hand" in seen:
            return possible_hands(seen["hand"], rules, upcard=upcard, most=most, likely=likely)
        return possible_scores(seen["knocker"], seen["defender"], rules, upcard=upcard, most=most, likely=likely)
    except RulesError as error:
        return error


def _seen(card: Lying) -> Seen:
    return Seen.up() if card.possible is None else Seen.cards(card.possible)


def _chance(lying: Lying, card: Card) -> float:
    if lying.sure:
        return 1.0
    if card in lying.chances:
        return max(lying.chances[card], _LEAST / len(CARDS))
    rest = max(1 - sum(lying.chances.values()), _LEAST)
    return rest / (len(CARDS) - len(lying.chances))


def _refused(found: Found | RulesError) -> bool:
    return isinstance(found, RulesError) or (found.certain is not None and found.certain.worth is None)


def _merged(found: Sequence[tuple[float, Found]]) -> Found:
    """What is possible where one of several is the case, each with its odds."""
    if len(found) == 1:
        return found[0][1]
    total = sum(odds for odds, _ in found)
    gathered: dict[object, Possibility[Any]] = {}
    for odds, each in sorted(found, key=lambda pair: -pair[0]):
        for one in each.possibilities:
            chance = odds / total * one.chance
            before = gathered.setdefault(_value(one), replace(one, count=0, chance=0.0))
            gathered[_value(one)] = replace(before, count=before.count + one.count, chance=before.chance + chance)
    ordered = tuple(sorted(gathered.values(), key=lambda one: -one.chance))
    return Possible(ordered, sum(each.tried for _, each in found), all(each.complete for _, each in found))


def _weighed(found: Found, seldom: float) -> Found:
    """The same with outcomes that the rules refuse so many times as likely against the others."""
    every: Sequence[Possibility[Any]] = found.possibilities
    if found.certain is not None:
        return found
    chances = [(1.0 if one.worth is not None else seldom) * one.chance for one in every]
    # What was not tried may be anything.
    total = sum(chances) + max(1 - sum(one.chance for one in every), 0.0)
    weighed = [replace(one, chance=chance / total) for one, chance in zip(every, chances, strict=True)]
    return Possible(tuple(sorted(weighed, key=lambda one: -one.chance)), found.tried, found.complete)


def _told_of(found: Found) -> Possibility[Any] | None:
    """The outcome that is told: the only one, or one that is all but certain."""
    first = found.possibilities[0]
    return first if found.certain is not None or first.chance >= _TOLD else None


def _allows(found: Found, outcome: Possibility[Any]) -> bool:
    return any(_value(one) == _value(outcome) for one in found.possibilities)


def _value(one: Possibility[Any]) -> object:
    worth, refusal = one.worth, one.refusal
    if isinstance(worth, Showdown):
        return worth.ending, worth.winner, worth.points
    return None if refusal is None else refusal.rule


def _body(laid: Spread, found: Found | RulesError, lang: str) -> dict[str, Any]:
    body: dict[str, Any]
    worth: Showdown | Hand | None = None
    if isinstance(found, RulesError):
        body = _refusal(found, lang)
    elif (outcome := _told_of(found)) is None:
        body = found.verdict.to_json(lang) | {"score": None, "possible": _outcomes(found, lang)}
        body.pop("explanation")
    else:
        worth = outcome.worth
        body = _told(outcome, lang)
        if found.certain is None:
            body["possible"] = _outcomes(found, lang)
            body["sentence"] += " " + say("gin.all_but_certain", lang, percent=int(100 * outcome.chance))
        members = [card for role in laid.roles for card in laid.of(role)]
        for card, code in zip(members, (each for cards in outcome.cards for each in cards), strict=True):
            card.best = code if card.possible is not None else card.best
    letters = _letters(laid, worth)
    body["cards"] = [card.to_json(letters) for card in laid.cards]
    body["hands"] = [
        {"role": role, "side": laid.sides.get(role), "points": _points(worth, role)} for role in laid.roles
    ]
    return body


def _outcomes(found: Found, lang: str) -> list[dict[str, Any]]:
    return [_told(each, lang) | {"chance": round(each.chance, 4)} for each in found.possibilities]


def _refusal(error: RulesError, lang: str) -> dict[str, Any]:
    return {"verdict": "illegal", "rule": error.rule, "sentence": error.sentence(lang), "score": None}


def _told(found: Possibility[Showdown] | Possibility[Hand], lang: str) -> dict[str, Any]:
    if found.worth is None:
        assert found.refusal is not None, "a hand is worth something or refused"
        return _refusal(found.refusal, lang)
    worth = found.worth
    return {"verdict": "legal", "rule": worth.rule, "sentence": worth.sentence(lang), "score": worth.to_json()}


def _points(worth: Showdown | Hand | None, role: Role) -> int | None:
    if isinstance(worth, Showdown):
        return worth.knocker.points if role == "knocker" else worth.defender.points
    return None if worth is None else worth.points


def _letters(laid: Spread, found: Showdown | Hand | None) -> dict[int, str]:
    """Number the melds over both hands and say of every card which it is in."""
    if found is None:
        return {}
    parts = [found] if isinstance(found, Hand) else [found.knocker, found.defender]
    melds = [meld for part in parts for meld in part.melds]
    owner = {card: number for number, meld in enumerate(melds) for card in meld}
    layoffs = () if isinstance(found, Hand) else found.defender.layoffs
    owner |= {layoff.card: owner[layoff.meld[0]] for layoff in layoffs}
    for card in laid.cards:
        if card.role is not None and card.best is not None:
            card.meld = owner.get(card.best)
            card.laid_off = any(layoff.card == card.best for layoff in layoffs)
    return {number: "ABCDEFGH"[number] for number in range(len(melds))}
