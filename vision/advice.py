"""What to do about a photo that cannot be read well: which card is too small or blurred, or what all of it lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.types import Reading, SeenCard

Fault = Literal["small", "blurred", "glare", "covered", "dark", "bright"]
WholeFault = Literal["dark", "bright", "blurred", "empty"]

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
        "dark": "{which} lies in too little light: turn on a lamp.",
        "bright": "{which} is overexposed: take the photo with less light.",
    },
    "fr": {
        "small": "{which} est trop petite pour être lue : photographiez de plus près.",
        "blurred": "{which} est floue : tenez l'appareil immobile et laissez-le faire la mise au point.",
        "glare": "{which} est prise dans un reflet : tournez la lampe ou inclinez l'appareil.",
        "covered": "{which} montre trop peu de son coin : découvrez-le.",
        "dark": "{which} manque de lumière : allumez une lampe.",
        "bright": "{which} est surexposée : photographiez avec moins de lumière.",
    },
    "de": {
        "small": "{which} ist zu klein zum Lesen: aus größerer Nähe fotografieren.",
        "blurred": "{which} ist unscharf: die Kamera ruhig halten und scharf stellen lassen.",
        "glare": "{which} liegt im Glanzlicht: die Lampe drehen oder die Kamera neigen.",
        "covered": "{which} zeigt zu wenig von ihrer Ecke: aufdecken.",
        "dark": "{which} liegt im Dunkeln: eine Lampe einschalten.",
        "bright": "{which} ist überbelichtet: mit weniger Licht fotografieren.",
    },
}
_WHOLE: dict[str, dict[WholeFault, str]] = {
    "en": {
        "dark": "The picture is too dark, and no card is found in it: turn on a lamp.",
        "bright": "The picture is overexposed, and no card is found in it: take the photo with less light.",
        "blurred": "The picture is blurred, and no card is found in it: hold the camera still and let it focus.",
        "empty": "No card is found in the picture: take the photo from closer, with the corners of the cards in sight.",
    },
    "fr": {
        "dark": "L'image est trop sombre, et aucune carte n'y est trouvée : allumez une lampe.",
        "bright": "L'image est surexposée, et aucune carte n'y est trouvée : photographiez avec moins de lumière.",
        "blurred": "L'image est floue, et aucune carte n'y est trouvée : tenez l'appareil immobile et laissez-le faire "
        "la mise au point.",
        "empty": "Aucune carte n'est trouvée dans l'image : photographiez de plus près, les coins des cartes en vue.",
    },
    "de": {
        "dark": "Das Bild ist zu dunkel, und keine Karte ist darin zu finden: eine Lampe einschalten.",
        "bright": "Das Bild ist überbelichtet, und keine Karte ist darin zu finden: mit weniger Licht fotografieren.",
        "blurred": "Das Bild ist unscharf, und keine Karte ist darin zu finden: die Kamera ruhig halten und scharf "
        "stellen lassen.",
        "empty": "Im Bild ist keine Karte zu finden: aus größerer Nähe fotografieren, die Ecken der Karten im Blick.",
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
        out.append(Advice(number, _fault(card, reading), unique))
    return out


def _fault(card: SeenCard, picture: Reading) -> Fault:
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
    return picture.fault or "covered"


def sentences(reading: Reading, lang: str = "en") -> Sequence[str]:
    """The advice as sentences, in order of the cards; one on the whole picture where no card is found in it."""
    if not reading.cards:
        return [_WHOLE[lang][reading.fault or "empty"]]
    return [advice.sentence(lang) for advice in advise(reading)]


def _ordinal(number: int, lang: str) -> str:
    if lang == "de":
        return f"{number}."
    if lang == "fr":
        return "1re" if number == 1 else f"{number}e"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
