"""What to do about a photo that cannot be read well: which card is too small, blurred or glaring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.types import Reading, SeenCard

Fault = Literal["small", "blurred", "glare", "covered"]

_SURE = 0.9
_SMALL = 13.0
"""Height of an index in pixels under which even people mistake one for another."""
_BLURRED = 0.22
_GLARING = 0.25

_WHICH = {
    "en": "the {place} card{perhaps}",
    "fr": "la {place} carte{perhaps}",
    "de": "die {place} Karte{perhaps}",
}
_PERHAPS = {"en": " (perhaps {names})", "fr": " (peut-être {names})", "de": " (vielleicht {names})"}
_SENTENCES: dict[str, dict[Fault, str]] = {
    "en": {
        "small": "{which} is too small to read: take the photo from closer.",
        "blurred": "{which} is blurred: hold the camera still and let it focus.",
        "glare": "{which} lies in glare: turn the lamp or tilt the camera.",
        "covered": "{which} shows too little of its corner: uncover it.",
    },
    "fr": {
        "small": "{which} est trop petite pour être lue : photographiez de plus près.",
        "blurred": "{which} est floue : tenez l'appareil immobile et laissez-le faire la mise au point.",
        "glare": "{which} est prise dans un reflet : tournez la lampe ou inclinez l'appareil.",
        "covered": "{which} montre trop peu de son coin : découvrez-le.",
    },
    "de": {
        "small": "{which} ist zu klein zum Lesen: aus größerer Nähe fotografieren.",
        "blurred": "{which} ist unscharf: die Kamera ruhig halten und scharf stellen lassen.",
        "glare": "{which} liegt im Glanzlicht: die Lampe drehen oder die Kamera neigen.",
        "covered": "{which} zeigt zu wenig von ihrer Ecke: aufdecken.",
    },
}


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

    def sentence(self, lang: str = "en") -> str:
        """One sentence for a person, in "en", "fr" or "de"."""
        perhaps = _PERHAPS[lang].format(names="/".join(self.names)) if self.names else ""
        which = _WHICH[lang].format(place=_ordinal(self.card + 1, lang), perhaps=perhaps)
        sentence = _SENTENCES[lang][self.fault].format(which=which)
        return sentence[0].upper() + sentence[1:]


def advise(reading: Reading) -> list[Advice]:
    """For every card facing up that is not sure, what about the photo is the likeliest cause; sure ones need none."""
    out = []
    for number, card in enumerate(reading.cards):
        if card.side == "down" or (card.card is not None and card.confidence >= _SURE):
            continue
        names = [card.card, *card.candidates] if card.card is not None else list(card.candidates)
        unique = tuple(dict.fromkeys(str(name) for name in names))[:3]
        out.append(Advice(number, _fault(card), unique))
    return out


def _fault(card: SeenCard) -> Fault:
    readings = [index.reading for index in card.indices if index.reading is not None]
    if not readings:
        return "covered"
    best = max(readings, key=lambda reading: reading.height * (0.2 + reading.sharpness))
    if best.glare > _GLARING:
        return "glare"
    if best.height < _SMALL:
        return "small"
    if best.sharpness < _BLURRED:
        return "blurred"
    return "covered"


def sentences(reading: Reading, lang: str = "en") -> Sequence[str]:
    """The advice as sentences, in order of the cards."""
    return [advice.sentence(lang) for advice in advise(reading)]


def _ordinal(number: int, lang: str) -> str:
    if lang == "de":
        return f"{number}."
    if lang == "fr":
        return "1re" if number == 1 else f"{number}e"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
