"""The sentences of what is seen: the same ids with the same parameters in every language, and none missing."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vision
from rules.cards import Card
from rules.catalogue import LANGUAGES, fields
from service import following
from tests.vision.fakes import card_quad
from vision.advice import advise, spread
from vision.catalogue import DOWN, sentence, sentences
from vision.errors import Remark
from vision.picture import PictureError
from vision.types import DIRECTIONS, GLYPHS, SUITS, Index, IndexReading, Reading, SeenCard
from vision.zones import OTHER_LAYOUTS, ZoneError


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_sentences(lang: str) -> None:
    english, other = sentences("en"), sentences(lang)
    assert list(english) == list(other)
    for rule, template in english.items():
        assert fields(template) == fields(other[rule]), rule
    assert lang in DOWN


def test_every_id_has_a_sentence_and_every_sentence_is_used() -> None:
    homes = (Path(vision.__file__).parent, Path(following.__file__).parent)
    sources = [path for home in homes for path in home.rglob("*.py") if "catalogue" not in path.parts]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    named = set(re.findall(r'"((?:reading|zones|advice|teach|marked)\.[a-z_]+)"', text))
    named |= {f"picture.{why}" for why in re.findall(r'PictureError\(.*, "(\w+)"', text)}
    faults = ("cut", "small", "blurred", "glare", "covered", "dark", "bright")
    named |= {f"advice.{fault}" for fault in faults} | {
        f"advice.all_{why}" for why in ("blurred", "dark", "bright", "empty")
    }
    named |= {f"advice.spread_{fault}" for fault in (*faults, "unread")}
    assert named == set(sentences("en"))


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no sentences in language 'it'"):
        sentence("zones.no_cards", {}, "it")


def test_errors_and_remarks_are_told_in_every_language() -> None:
    error = ZoneError(OTHER_LAYOUTS, found=1, players=2)
    assert str(error) == error.sentence("en")
    assert error.sentence("de") == (
        "1 Auslage liegt auf dem Tisch, erwartet werden 2 Spieler, jeder mit einer Auslage im Bild."
    )
    twice = Remark("reading.too_often", {"cards": ["JS", "10H"], "places": 2, "packs": 1})
    assert twice.sentence() == "J♠, 10♥ seen at 2 places, but only 1 pack in play."
    assert twice.sentence("de") == "B♠, 10♥ an 2 Stellen gesehen, verwendet wird aber nur 1 Kartenspiel."
    assert twice.sentence("fr") == "V♠, 10♥ : vu à 2 endroits, mais seulement 1 jeu en service."
    reading = Reading(10, 10, remarks=(twice,))
    assert reading.warnings == (twice.sentence(),)
    assert reading.to_json("de")["warnings"] == [twice.sentence("de")]


def test_the_name_of_a_picture_is_spelt_as_it_is() -> None:
    error = PictureError("hand.jpg", "missing")
    assert str(error) == "hand.jpg: no such file."
    assert error.sentence("fr") == "hand.jpg : ce fichier n’existe pas."


def test_advice_names_cards_as_the_language_prints_them() -> None:
    chances = {Card.parse("JS"): 0.4, Card.parse("QS"): 0.3}
    reading = Reading(800, 400, (SeenCard(None, "up", 0.4, card_quad(130, 200, 120), candidates=chances),))
    (advice,) = advise(reading)
    assert "(perhaps J♠/Q♠)" in advice.sentence("en")
    assert "(vielleicht B♠/D♠)" in advice.sentence("de")
    assert "(peut-être V♠/D♠)" in advice.sentence("fr")


def test_a_photo_of_a_spread_pack_is_advised_on_by_what_most_of_its_unread_cards_lack() -> None:
    cards = tuple(SeenCard(None, "up", 0.4, card_quad(130 + 140 * k, 200, 120)) for k in range(4))
    reading = Reading(800, 400, (SeenCard(None, "down", 0.9, card_quad(60, 60, 50)), *cards))
    assert spread(reading, {0, 1, 3}).sentence() is None
    few = spread(reading, {2})
    assert (few.named, few.open) == (1, 4)
    assert (
        few.sentence() == "1 of 4 open cards could be named; most others are covered at their corners: lay the "
        "cards apart."
    )
    dark = spread(replace(reading, fault="dark"), set())
    assert dark.sentence() == "0 of 4 open cards could be named; most others are in too little light: turn on a lamp."
    assert spread(Reading(800, 400), set()).sentence("de") == sentence("advice.all_empty", {}, "de")
    small = [replace(card, indices=(Index(card.corners, None, None, 0.3, read(9.0, 0.9)),)) for card in cards]
    assert "too small" in str(spread(replace(reading, cards=tuple(small)), {2}).sentence())
    # Where nothing is wrong with the photo, the print is what the reader finds hard.
    fine = [replace(card, indices=(Index(card.corners, None, None, 0.3, read(40.0, 0.9)),)) for card in cards]
    assert "another photo" in str(spread(replace(reading, cards=tuple(fine)), {2}).sentence())


def read(height: float, sharpness: float) -> IndexReading:
    """An index of a height in pixels, of which the reader can say nothing."""
    glyphs = np.full(len(GLYPHS), 1 / len(GLYPHS), np.float32)
    suits = np.full(len(SUITS), 1 / len(SUITS), np.float32)
    quad = np.array([[0, 0], [height, 0], [height, height], [0, height]], np.float32)
    directions = np.full(len(DIRECTIONS), 1 / len(DIRECTIONS), np.float32)
    return IndexReading(glyphs, suits, directions, quad, sharpness=sharpness)
