"""Where the cards of a photo lie and whose they are, as a person says it: laid over what the picture let guess."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from service.sentences import say
from vision.lattice import SIDES
from vision.zones import Layout, TrashTable

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "places.unknown": "“{place}” is no place: write near 4 for a slot, discard or stock.",
        "places.no_layout": "No layout lies on the side {side}: the layouts lie on {found}.",
        "places.no_slot": "The layout {side} has {slots} slots: there is no slot {slot}.",
        "places.taken": "Cards {one} and {other} cannot both lie in one place: {place}.",
        "places.down": "Card {name} lies face down: the top of the discard pile lies face up.",
        "places.not_shown": "Card {name} is in no hand that is shown: it lies face down, or is no card of the game.",
        "places.twice": "Card {name} is in two hands.",
        "places.one_each": "Player {player} has {found} cards: in Chase the Ace everybody has one.",
        "places.no_hand": "There is no hand {hand}: {found} were found, and hand {next} would be a new one.",
        "places.no_player": "There is no player {player}: {found} cards are shown.",
    },
    "fr": {
        "places.unknown": "« {place} » n’est pas un emplacement : écrivez near 4 pour une case, discard ou stock.",
        "places.no_layout": "Il n’y a pas de tableau du côté {side} : il y en a {found}.",
        "places.no_slot": "Le tableau {side} a {slots} cases : il n’y a pas de case {slot}.",
        "places.taken": "Les cartes {one} et {other} ne peuvent être toutes deux au même endroit : {place}.",
        "places.down": "La carte {name} est face cachée : le dessus de la défausse est face visible.",
        "places.not_shown": "La carte {name} n’est d’aucune main montrée : elle est face cachée, ou n’est pas du jeu.",
        "places.twice": "La carte {name} est dans deux mains.",
        "places.one_each": "Le joueur {player} a {found} cartes : à Chase the Ace, chacun en a une.",
        "places.no_hand": "Il n’y a pas de main {hand} : on en a trouvé {found}, et la main {next} serait nouvelle.",
        "places.no_player": "Il n’y a pas de joueur {player} : {found} cartes sont montrées.",
    },
    "de": {
        "places.unknown": "„{place}“ ist kein Ort: near 4 für einen Platz schreiben, discard oder stock.",
        "places.no_layout": "Auf der Seite {side} liegt keine Auslage: Auslagen liegen auf {found}.",
        "places.no_slot": "Die Auslage {side} hat {slots} Plätze: Einen Platz {slot} gibt es nicht.",
        "places.taken": "Die Karten {one} und {other} können nicht beide an einem Ort liegen: {place}.",
        "places.down": "Karte {name} liegt verdeckt: Oben auf dem Ablagestapel liegt eine offene.",
        "places.not_shown": "Karte {name} ist in keinem gezeigten Blatt: Sie liegt verdeckt oder gehört nicht dazu.",
        "places.twice": "Karte {name} ist in zwei Blättern.",
        "places.one_each": "Spieler {player} hat {found} Karten: Bei Chase the Ace hat jeder eine.",
        "places.no_hand": "Ein Blatt {hand} gibt es nicht: {found} wurden gefunden, Blatt {next} wäre ein neues.",
        "places.no_player": "Einen Spieler {player} gibt es nicht: {found} Karten sind gezeigt.",
    },
}
"""What is wrong with what was said, by language and rule."""

PILES = ("discard", "stock")


class PlaceError(ValueError):
    """What was said of where a card lies cannot be.

    Attributes:
        rule: the id of its sentence.
        card: the name of the card at fault, None where it is no single one's.
    """

    def __init__(self, rule: str, card: str | None = None, **params: Any) -> None:
        self.rule, self.card = rule, card
        self._params = params if card is None else {"name": card} | params
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in ``en``, ``fr`` or ``de``."""
        if self.rule not in SENTENCES[lang]:
            return say(self.rule, lang, **self._params)
        return SENTENCES[lang][self.rule].format(**self._params)


def laid(table: TrashTable, places: Mapping[int, str], names: Mapping[int, str]) -> TrashTable:
    """A table of Trash with cards where a person says that they lie.

    A card that was taken to lie in such a place lies in none then, unless that is said too.

    Args:
        table: as it was found.
        places: by number of a card ``near 4`` for the fourth slot of the near layout, ``discard`` or ``stock``.
        names: what each of these cards is called.

    Raises:
        PlaceError: for a place that is none, or that two cards are to lie in.
    """
    said: dict[str | tuple[str, int], int] = {}
    for card, text in places.items():
        place = _place(table, text, names[card])
        if place in said:
            raise PlaceError("places.taken", names[card], one=names[said[place]], other=names[card], place=text)
        if place == "discard" and table.cards[card].side == "down":
            raise PlaceError("places.down", names[card])
        said[place] = card

    def there(place: str | tuple[str, int], found: int | None) -> int | None:
        return said.get(place, None if found in places else found)

    layouts = tuple(
        Layout(
            layout.side,
            tuple(there((layout.side, slot), card) for slot, card in enumerate(layout.slots, start=1)),
            layout.quads,
        )
        for layout in table.layouts
    )
    stock, discard = there("stock", table.stock), there("discard", table.discard)
    used = {stock, discard, *(card for layout in layouts for card in layout.slots)}
    others = tuple(card for card in range(len(table.cards)) if card not in used)
    return replace(table, layouts=layouts, stock=stock, discard=discard, others=others)


def _place(table: TrashTable, text: str, name: str) -> str | tuple[str, int]:
    """A pile, or a layout's side and one of its slots."""
    words = text.split()
    if len(words) == 1 and words[0] in PILES:
        return words[0]
    if len(words) != 2 or words[0] not in SIDES or not (words[1].isascii() and words[1].isdecimal()):
        raise PlaceError("places.unknown", name, place=text)
    side, slot = words[0], int(words[1][:9])
    sizes = {layout.side: len(layout.slots) for layout in table.layouts}
    if side not in sizes:
        raise PlaceError("places.no_layout", name, side=side, found=", ".join(sizes))
    if not 1 <= slot <= sizes[side]:
        raise PlaceError("places.no_slot", name, side=side, slots=sizes[side], slot=slot)
    return side, slot


def given_out(hands: Sequence[Sequence[str]], shown: Collection[str], known: Collection[str]) -> None:
    """Check hands that a person has put together.

    Args:
        hands: the names of the cards of each.
        shown: the cards that lie face up.
        known: all cards of the photo.

    Raises:
        PlaceError: for a card that is not there or not shown, or is in two hands.
    """
    seen = set[str]()
    for name in (name for hand in hands for name in hand):
        if name not in known:
            raise PlaceError("photo.no_card", name)
        if name not in shown:
            raise PlaceError("places.not_shown", name)
        if name in seen:
            raise PlaceError("places.twice", name)
        seen.add(name)


def one_each(hands: Sequence[Sequence[str]]) -> None:
    """Check that everybody has one card; `PlaceError` where somebody has none, or more."""
    for player, hand in enumerate(hands, start=1):
        if len(hand) != 1:
            raise PlaceError("places.one_each", player=player, found=len(hand))


def regrouped(hands: Sequence[Sequence[int]], moves: Mapping[int, int], names: Mapping[int, str]) -> list[list[int]]:
    """Hands of Stop the Bus with cards moved, each into the hand of that number, counted from 1.

    One number more than there are hands makes a new one; a hand without cards is none.

    Raises:
        PlaceError: for a hand that there is not.
    """
    found = [[card for card in hand if card not in moves] for hand in hands]
    for card, hand in sorted(moves.items(), key=lambda move: move[1]):
        if hand == len(found) + 1:
            found.append([])
        if not 1 <= hand <= len(found):
            raise PlaceError("places.no_hand", names[card], hand=hand, found=len(hands), next=len(hands) + 1)
        found[hand - 1].append(card)
    return [hand for hand in found if hand]


def reordered(order: Sequence[int], moves: Mapping[int, int], names: Mapping[int, str]) -> list[int]:
    """Cards of Chase the Ace with some given to other players, counted from 1: they change places with those there.

    Raises:
        PlaceError: for a player that there is not, or one who is given two cards.
    """
    found = list(order)
    given: dict[int, int] = {}
    for card, player in moves.items():
        if not 1 <= player <= len(found):
            raise PlaceError("places.no_player", names[card], player=player, found=len(found))
        if player in given:
            one, other = names[given[player]], names[card]
            raise PlaceError("places.taken", names[card], one=one, other=other, place=player)
        given[player] = card
        at = found.index(card)
        found[at], found[player - 1] = found[player - 1], card
    return found
