"""Gin hands off photos: which card lies in whose hand, what the hands are worth, and whether unread cards matter.

Geometry is `vision.zones`' and scoring is `rules.gin`'s; here they meet with what a user has corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from rules.cards import Card
from rules.errors import RulesError
from rules.gin.hand import Hand
from rules.gin.position import HAND
from rules.gin.possible import Possibility, Possible, possible_hands, possible_scores
from rules.gin.rules import Rules
from rules.gin.score import Showdown
from rules.observation import Seen
from service.commentary import say
from vision import zones
from vision.types import SeenCard

Role = Literal["hand", "knocker", "defender"]
SIDES = ("near", "far", "left", "right", "first", "second")
MOST_WAYS = 300
"""Ways to fill in unread cards that are tried; beyond that the answer is "cannot tell" without a list."""
CERTAIN = 0.9


class SpreadError(ValueError):
    """The photos do not show one hand or two.

    Attributes:
        field: the input at fault.
        rule: what is wrong with it.
    """

    def __init__(self, field: str, rule: str, name: str = "", sides: Sequence[str] = ()) -> None:
        """Takes the name of a card that is none, and the sides asked for and there."""
        self.field, self.rule = field, rule
        self._name, self._sides = name, sides
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """What is wrong, in one of the languages of `rules.catalogue`."""
        sides = [say(f"side.{side}", lang) for side in self._sides]
        found = sides[1:2]
        for other in sides[2:]:
            found = [say("photo.and", lang, one=found[0], other=other)]
        return say(self.rule, lang, name=self._name, side="".join(sides[:1]), found="".join(found))


@dataclass
class Lying:
    """A card of a photo and whose it is.

    Attributes:
        id: ``picture.card``, both counted from 0, or ``added.side.place``.
        possible: the cards it may be; None: any.
        best: the likeliest of them.
        named: whether it was read as one card, though not surely.
    """

    id: str
    role: Role | None
    possible: frozenset[Card] | None
    best: Card | None
    fixed: bool = False
    named: bool = True
    meld: int | None = None
    laid_off: bool = False

    @property
    def sure(self) -> bool:
        """Whether it is one card and no other."""
        return self.possible is not None and len(self.possible) == 1

    def to_json(self, letters: Mapping[int, str]) -> dict[str, Any]:
        """The card as the page draws it."""
        return {
            "id": self.id,
            "card": None if self.best is None else self.best.code,
            "hand": self.role,
            "meld": self.meld,
            "letter": None if self.meld is None else letters[self.meld],
            "laid_off": self.laid_off,
            "unsure": not self.sure,
            "fixed": self.fixed,
        }


@dataclass
class Spread:
    """Photos with every card given to a hand."""

    cards: list[Lying]
    sides: dict[Role, str] = field(default_factory=dict)
    """Of each role the side its hand lies on."""

    def of(self, role: Role) -> list[Lying]:
        """The cards of one hand."""
        return [card for card in self.cards if card.role == role]

    @property
    def roles(self) -> list[Role]:
        """The hands there are."""
        return ["knocker", "defender"] if self.of("knocker") or self.of("defender") else ["hand"]


def spread(
    pictures: Sequence[Sequence[SeenCard]],
    knocker_side: str | None = None,
    fixes: Mapping[str, Card | None] | None = None,
    hands: Mapping[str, Role] | None = None,
    added: Mapping[str, Sequence[Card]] | None = None,
) -> Spread:
    """Give every card of one photo or two to a hand.

    Args:
        pictures: the cards of each photo; of two photos each shows one hand.
        knocker_side: where the knocker's hand lies: near, far, left or right in one photo, first or second of two.
            None: near, or the first.
        fixes: by card id what a user says it is; None: no card of a hand.
        hands: by card id the hand a user put it in.
        added: by the side of a hand the cards of it that a user sees and the reading did not find; their ids are
            ``added.side.place``, places counted from 0.

    Raises:
        SpreadError: there is no card, or no hand lies on that side.
    """
    fixes, hands = fixes or {}, hands or {}
    every: list[tuple[str, SeenCard]] = [
        (f"{number}.{place}", card) for number, cards in enumerate(pictures) for place, card in enumerate(cards)
    ]
    known = {name for name, _ in every}
    for name in (*fixes, *hands):
        if name not in known:
            raise SpreadError("fixes" if name in fixes else "hands", "photo.no_card", name)
    lying = [_lying(name, card, fixes) for name, card in every]
    # What is no card to the user is none to the geometry either; what the user named lies face up.
    there = [
        (each, replace(card, card=each.best, side="up") if each.fixed else card)
        for each, (_, card) in zip(lying, every, strict=True)
        if not (each.fixed and each.best is None)
    ]
    up = [each for each, card in there if card.side == "up"]
    if not up:
        raise SpreadError("image", "photo.no_cards", sides=["picture"])
    groups: dict[str, list[Lying]]
    if len(pictures) > 1:
        groups = {
            side: [each for each in up if each.id.startswith(f"{k}.")] for k, side in enumerate(("first", "second"))
        }
        for side, members in groups.items():
            if not members:
                raise SpreadError("image", "photo.no_cards", sides=[side])
    else:
        try:
            found = zones.gin([card for _, card in there])
        except (ValueError, ArithmeticError, np.linalg.LinAlgError):
            raise SpreadError("image", "photo.no_plane") from None
        groups = {hand.side: [there[place][0] for place in hand.cards] for hand in found}
    if len(groups) == 1:
        for each in next(iter(groups.values())):
            each.role = "hand"
        return _with(added, Spread(lying, {"hand": next(iter(groups))}))
    side = knocker_side or ("near" if "near" in groups else next(iter(groups)))
    if side not in groups:
        raise SpreadError("knocker_side", "photo.no_side", sides=[side, *groups])
    for place, members in groups.items():
        for each in members:
            each.role = "knocker" if place == side else "defender"
    for each in up:
        each.role = hands.get(each.id, each.role)
    return _with(added, Spread(lying, {"knocker": side, "defender": next(each for each in groups if each != side)}))


def _with(added: Mapping[str, Sequence[Card]] | None, laid: Spread) -> Spread:
    """The same with the cards that a user sees and the reading did not find."""
    roles = {side: role for role, side in laid.sides.items()}
    for side, cards in (added or {}).items():
        if side not in roles:
            raise SpreadError("added", "photo.no_side", sides=[side, *roles])
        laid.cards += [
            Lying(f"added.{side}.{place}", roles[side], frozenset((card,)), card, fixed=True)
            for place, card in enumerate(cards)
        ]
    return laid


def _lying(name: str, card: SeenCard, fixes: Mapping[str, Card | None]) -> Lying:
    if name in fixes:
        said = fixes[name]
        return Lying(name, None, frozenset((said,)) if said else None, said, fixed=True)
    best = card.card or (max(card.candidates, key=lambda each: card.candidates[each]) if card.candidates else None)
    return Lying(name, None, card.possible(CERTAIN), best, named=card.card is not None)


def _read(laid: Spread) -> Spread | None:
    """The same pair of hands without what could not be read in a hand of too many cards, where that leaves it ten.

    Printing, a pip, or a card found once more is read as no card there is; None where no hand has such a thing.
    """
    over = [role for role in laid.roles if len(laid.of(role)) > HAND]
    read = {role: [card for card in laid.of(role) if card.named] for role in over}
    if "hand" in laid.roles or not over or any(len(cards) != HAND for cards in read.values()):
        return None
    kept = {card.id for cards in read.values() for card in cards}
    return replace(
        laid,
        cards=[
            replace(card, role=None) if card.role in over and card.id not in kept else replace(card)
            for card in laid.cards
        ],
    )


def _seen(card: Lying) -> Seen:
    return Seen.up() if card.possible is None else Seen.cards(card.possible)


def _possible(laid: Spread, rules: Rules, upcard: Card | None) -> Possible[Showdown] | Possible[Hand]:
    hands = {role: [_seen(card) for card in laid.of(role)] for role in laid.roles}
    if "hand" in hands:
        return possible_hands(hands["hand"], rules, upcard=upcard, most=MOST_WAYS)
    return possible_scores(hands["knocker"], hands["defender"], rules, upcard=upcard, most=MOST_WAYS)


def judge(laid: Spread, rules: Rules, upcard: Card | None = None, lang: str = "en") -> dict[str, Any]:
    """What the hands are worth: one answer where every way to name the unread cards agrees, else "cannot tell".

    Of a pair of hands that no way to name them makes legal what could not be read is left out, where ten cards stay.

    Returns:
        ``verdict``, ``rule``, ``sentence``, ``score`` (the JSON of ``kibitz score gin``, or null), ``possible``
        outcomes where they differ, ``cards`` and ``hands`` as laid out.
    """
    read = _read(laid)
    body = _judged(laid, rules, upcard, lang)
    if read is None or body["verdict"] != "illegal":
        return body
    told = _judged(read, rules, upcard, lang)
    if told["verdict"] == "illegal":
        return body
    laid.cards = read.cards
    return told | {"sentence": f"{told['sentence']} {say('gin.left_out', lang)}"}


def _judged(laid: Spread, rules: Rules, upcard: Card | None, lang: str) -> dict[str, Any]:
    members = [card for role in laid.roles for card in laid.of(role)]
    # A card of the discard pile is in no hand.
    times = Counter(card.best for card in laid.cards if card.sure)
    repeated = next((card for card, count in times.items() if card is not None and count > 1), None)
    body: dict[str, Any]
    worth: Showdown | Hand | None = None
    try:
        if repeated is not None:
            raise RulesError("gin.same_card", {"card": repeated.code})
        found = _possible(laid, rules, upcard)
    except RulesError as error:
        body = _refused(error, lang)
    else:
        certain = found.certain
        if certain is None:
            body = found.verdict.to_json(lang) | {
                "score": None,
                "possible": [_told(each, lang) for each in found.possibilities],
            }
            body.pop("explanation")
        else:
            worth = certain.worth
            body = _told(certain, lang)
            for card, code in zip(members, (each for cards in certain.cards for each in cards), strict=True):
                card.best = code if card.possible is not None else card.best
    letters = _letters(laid, worth)
    body["cards"] = [card.to_json(letters) for card in laid.cards]
    body["hands"] = [
        {"role": role, "side": laid.sides.get(role), "points": _points(worth, role)} for role in laid.roles
    ]
    return body


def _refused(error: RulesError, lang: str) -> dict[str, Any]:
    return {"verdict": "illegal", "rule": error.rule, "sentence": error.sentence(lang), "score": None}


def _told(found: Possibility[Showdown] | Possibility[Hand], lang: str) -> dict[str, Any]:
    if found.worth is None:
        assert found.refusal is not None, "a hand is worth something or refused"
        return _refused(found.refusal, lang)
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
