"""Gin hands off photos: which card lies in whose hand.

Geometry is `vision.zones`'; here it meets with what a user has corrected. What the hands are worth says
`service.scoring`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from rules.cards import JOKER, Card
from service.sentences import say
from vision import zones
from vision.types import SeenCard

Role = Literal["hand", "knocker", "defender"]
SIDES = ("near", "far", "left", "right", "first", "second")
OPPOSITE = {"near": "far", "far": "near", "left": "right", "right": "left", "first": "second", "second": "first"}
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
        chances: how likely it is which card; what is missing to 1 is the chance of any other.
    """

    id: str
    role: Role | None
    possible: frozenset[Card] | None
    best: Card | None
    fixed: bool = False
    named: bool = True
    chances: Mapping[Card, float] = field(default_factory=dict)
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
    hands: Mapping[str, str] | None = None,
    added: Mapping[str, Sequence[Card]] | None = None,
) -> Spread:
    """Give every card of one photo or two to a hand.

    Args:
        pictures: the cards of each photo; of two photos each shows one hand. None where every card is in `added`.
        knocker_side: where the knocker's hand lies: near, far, left or right in one photo, first or second of two.
            None: near, or the first.
        fixes: by card id what a user says it is; None: no card of a hand.
        hands: by card id the hand a user put it in: its role, or the side it lies on. Cards said to be of another
            hand than the one that was found make a second, on the opposite side.
        added: by the side of a hand the cards of it that a user sees and the reading did not find; their ids are
            ``added.side.place``, places counted from 0. Opposite to the one hand found, or where none was, they make
            a hand of their own.

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
    added = {side: cards for side, cards in (added or {}).items() if cards}
    if not up and not added:
        raise SpreadError("image", "photo.no_cards", sides=["picture"])
    groups: dict[str, list[Lying]]
    if len(pictures) > 1:
        groups = {
            side: [each for each in up if each.id.startswith(f"{k}.")] for k, side in enumerate(("first", "second"))
        }
        for side, members in groups.items():
            if not members and side not in added:
                raise SpreadError("image", "photo.no_cards", sides=[side])
    elif not up:
        groups = {next(iter(added)): []}
    else:
        try:
            found = zones.gin([card for _, card in there])
        except (ValueError, ArithmeticError, np.linalg.LinAlgError):
            raise SpreadError("image", "photo.no_plane") from None
        groups = {hand.side: [there[place][0] for place in hand.cards] for hand in found}
    groups = _moved(groups, up, hands, added, knocker_side)
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
        if hands.get(each.id) in ("knocker", "defender"):
            each.role = "knocker" if hands[each.id] == "knocker" else "defender"
    return _with(added, Spread(lying, {"knocker": side, "defender": next(each for each in groups if each != side)}))


def _moved(
    groups: dict[str, list[Lying]],
    up: Sequence[Lying],
    hands: Mapping[str, str],
    added: Mapping[str, Sequence[Card]],
    knocker_side: str | None,
) -> dict[str, list[Lying]]:
    """The hands with every card that a user has put on another side; of one hand there are two then."""
    own = {each.id: side for side, members in groups.items() for each in members}
    sides = list(groups)
    if len(sides) == 1:
        sides.append(OPPOSITE[sides[0]])
        roles = {hands[each.id] for each in up if each.id in hands}
        # Who said only which cards the knocker holds holds the rest for the defender's.
        knocks = knocker_side or (sides[0] if "defender" in roles else sides[1])
        places = {"knocker": knocks, "defender": OPPOSITE[knocks], "hand": sides[0]}
    else:
        places = {}
    for each in up:
        said = hands.get(each.id)
        if said is None:
            continue
        side = places.get(said, said)
        if side in SIDES:
            if side not in sides:
                raise SpreadError("hands", "photo.no_side", sides=[side, *groups])
            own[each.id] = side
    moved = {side: [each for each in up if own.get(each.id) == side] for side in sides}
    return {side: members for side, members in moved.items() if members or side in added}


def _with(added: Mapping[str, Sequence[Card]], laid: Spread) -> Spread:
    """The same with the cards that a user sees and the reading did not find."""
    roles = {side: role for role, side in laid.sides.items()}
    for side, cards in added.items():
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
    # What looks like a joker is none in a hand of gin: another card, or no card at all.
    chances = {each: chance for each, chance in card.candidates.items() if each is not JOKER}
    if card.card is JOKER:
        return Lying(name, None, None, None, named=False, chances=chances)
    best = card.card or max(chances, key=lambda each: chances[each], default=None)
    possible = card.possible(CERTAIN)
    if possible is not None:
        possible = frozenset(possible - {JOKER}) or None
    return Lying(name, None, possible, best, named=card.card is not None, chances=chances)
