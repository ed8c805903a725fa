"""What to do about a photo that cannot be read well: which card is too small or blurred, or what all of it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from vision.catalogue import sentence
from vision.geometry import in_picture
from vision.types import Reading, SeenCard

Fault = Literal["cut", "small", "blurred", "glare", "covered", "dark", "bright"]

_SURE = 0.9
_SMALL = 13.0
"""Height of an index in pixels under which even people mistake one for another."""
_BLURRED = 0.22
_GLARING = 0.25
_CUT = 0.85
"""Share of a card in the picture under which it runs off it."""
_ENOUGH = 0.75
"""Share of the open cards of a spread pack that have to be named, or the photo is better taken again."""


@dataclass(frozen=True)
class Advice:
    """Why one card of a reading could not be read surely.

    Attributes:
        card: its number in the reading, from 0.
        fault: what is wrong with the photo there.
        names: what the card may be, likeliest first, three at most.
    """

    card: int
    fault: Fault
    names: tuple[str, ...] = ()

    def sentence(self, lang: str = "en", number: int | None = None) -> str:
        """One sentence for a person, in "en", "fr" or "de"; `number` is the card's in a list, if that has others."""
        told = {"place": _ordinal(self.card + 1 if number is None else number, lang), "names": "/".join(self.names)}
        which = sentence("advice.which_perhaps" if self.names else "advice.which", told, lang)
        return sentence(f"advice.{self.fault}", {"which": which}, lang)


@dataclass(frozen=True)
class Spread:
    """What a photo of a spread pack shows.

    Attributes:
        named: cards that could be named.
        open: cards that lie open.
        fault: which sentence says what is wrong with the photo; None where most of the cards are named.
    """

    named: int
    open: int
    fault: str | None = None

    def sentence(self, lang: str = "en") -> str | None:
        """One sentence for a person, in "en", "fr" or "de"; None where the photo is good."""
        if self.fault is None:
            return None
        return sentence(f"advice.{self.fault}", {"named": self.named, "open": self.open}, lang)


def advise(reading: Reading) -> list[Advice]:
    """For every card facing up that is not sure, what about the photo is the likeliest cause; sure ones need none."""
    out = []
    for number, card in enumerate(reading.cards):
        if card.side == "down" or (card.card is not None and card.confidence >= _SURE):
            continue
        names = [card.card, *card.candidates] if card.card is not None else list(card.candidates)
        unique = tuple(dict.fromkeys(str(name) for name in names))[:3]
        out.append(Advice(number, _fault(card, reading) or "covered", unique))
    return out


def _fault(card: SeenCard, picture: Reading) -> Fault | None:
    """What is wrong with the photo at a card; None where nothing shows."""
    if in_picture(card.corners[None], (picture.width, picture.height))[0] < _CUT:
        return "cut"
    readings = [index.reading for index in card.indices if index.reading is not None]
    if not readings:
        return picture.fault or "covered"
    best = max(readings, key=lambda reading: reading.height * (0.2 + reading.sharpness))
    if best.glare > _GLARING:
        # Where all of a picture is burnt out, no tilting helps.
        return "bright" if picture.fault == "bright" else "glare"
    if best.height < _SMALL:
        return "small"
    # A dark picture looks blurred for its noise.
    if picture.fault != "dark" and best.sharpness < _BLURRED:
        return "blurred"
    return picture.fault


def sentences(reading: Reading, lang: str = "en") -> Sequence[str]:
    """The advice as sentences, in order of the cards; one on the whole picture where no card is found in it."""
    return [told for _, told in sentences_by_card(reading, lang)]


def sentences_by_card(reading: Reading, lang: str = "en") -> Sequence[tuple[int | None, str]]:
    """The same, each with the number of its card in the reading, from 0; None for the whole picture's."""
    if not reading.cards:
        return [(None, sentence(f"advice.all_{reading.fault or 'empty'}", {}, lang))]
    return [(advice.card, advice.sentence(lang)) for advice in advise(reading)]


def spread(reading: Reading, named: Collection[int]) -> Spread:
    """How much a photo of a spread pack shows, and what keeps it from showing more.

    Args:
        reading: of the photo.
        named: which of its cards that lie open could be named, counted from 0.
    """
    lying = [card for card in reading.cards if card.side == "up"]
    if not lying:
        return Spread(0, 0, f"all_{reading.fault or 'empty'}")
    if len(named) >= _ENOUGH * len(lying):
        return Spread(len(named), len(lying), None)
    faults = Counter(_fault(card, reading) for place, card in enumerate(lying) if place not in named)
    return Spread(len(named), len(lying), f"spread_{faults.most_common(1)[0][0] or 'unread'}")


def told(reading: Reading, lang: str = "en") -> dict[str, list[Any]]:
    """The sentences as JSON has them: ``advice``, and ``advice_cards`` with the card that each is about."""
    found = sentences_by_card(reading, lang)
    return {"advice": [words for _, words in found], "advice_cards": [card for card, _ in found]}


def _ordinal(number: int, lang: str) -> str:
    if lang == "de":
        return f"{number}."
    if lang == "fr":
        return "1re" if number == 1 else f"{number}e"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
