"""Prints, languages, calibration, advice: the parts that confidence is made of."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.cards import CARDS, Card
from rules.glyphs import Language
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision import prints
from vision.advice import advise, sentences
from vision.calibration import Calibration, CalibrationError, Evidence
from vision.language import NOTHING, Letters, chances, disputed, known, of_deck, posterior, spoken, weighed
from vision.paper import plain
from vision.reading import Reader
from vision.types import GLYPHS, SUITS, Index, IndexReading, Reading, SeenCard


def said(glyph: str, suit: str = "C", sure: float = 1.0) -> IndexReading:
    glyphs = np.full(len(GLYPHS), (1 - sure) / (len(GLYPHS) - 1), np.float32)
    suits = np.zeros(len(SUITS), np.float32)
    glyphs[GLYPHS.index(glyph)] = sure
    suits[SUITS.index(suit)] = 1
    quad = np.array([[0, 0], [10, 0], [10, 20], [0, 20]], np.float32)
    return IndexReading(glyphs, suits, np.array([1, 0, 0], np.float32), quad)


def sitting(table: Table) -> tuple[np.ndarray, prints.Seats]:
    found = table.sightings()
    return found.index_quads, prints.seats(found.index_quads, found.index_cards)


def test_every_corner_sits_in_the_same_place() -> None:
    table = Table(900, 500)
    for number, angle in enumerate((0, 35, 180, 270)):
        table.lay("4", "C", card_quad(120 + 200 * number, 250, 120, angle), corners=(0, 1, 2, 3))
    _, sat = sitting(table)
    assert sat.proper.all()
    assert np.ptp(sat.places, axis=0).max() < 0.01
    assert sat.right.tolist() == [False, True, False, True] * 4


def test_an_outline_gone_wrong_is_mended_by_the_others() -> None:
    table = Table(900, 500)
    for number in range(4):
        table.lay("4", "C", card_quad(120 + 200 * number, 250, 120, 10 * number))
    found = table.sightings()
    wrong = found.index_cards.copy()
    wrong[3] = wrong[3] * 0.4 + 100
    sat = prints.seats(found.index_quads, wrong)
    deck = prints.learn(sat, np.ones(8, bool))
    assert deck is not None
    assert deck.off(sat).tolist() == [number == 3 for number in range(8)]
    mended = prints.mended(found.index_quads, sat, deck, deck.off(sat))
    assert np.abs(mended.outlines[3] - found.index_cards[3]).max() < 3


def test_too_few_indices_teach_no_print() -> None:
    table = Table()
    table.lay("4", "C", card_quad(200, 200))
    _, sat = sitting(table)
    assert prints.learn(sat, np.ones(2, bool)) is None


def test_the_languages_of_letters() -> None:
    french = posterior([said("R"), said("V"), said("7")])
    assert max(french, key=lambda each: french[each]) is Language.FRENCH
    numbers = posterior([said("7"), said("9")])
    assert max(numbers, key=lambda each: numbers[each]) is Language.ENGLISH


def test_what_cannot_be_read_tells_nothing_however_much_there_is_of_it() -> None:
    # Blurred letters look a little like those most often seen, English ones.
    blurred = said("6", sure=0.3)
    blurred.glyphs[GLYPHS.index("J")] = 0.4
    german = [said("D"), said("D", "S"), said("B"), said("B", "S")]
    assert posterior([blurred] * 40) == pytest.approx(posterior([]))
    assert posterior([*german, *[blurred] * 40])[Language.GERMAN] > 0.9


def test_a_letter_is_disputed_that_is_two_ranks_in_the_languages_that_are_likely() -> None:
    knave = [said("V", "D")]
    assert disputed(knave, spoken(knave))
    assert not disputed(knave, spoken(knave, "fr"))
    assert not disputed([said("V", sure=0.3)], spoken(knave)), "it is hardly read"
    assert not disputed([said("D"), said("7")], dict.fromkeys(Language, 0.25)), "a queen in both"
    assert not disputed([], spoken([]))


def test_what_was_seen_weighs_languages() -> None:
    before = {Language.FRENCH: 0.5, Language.DUTCH: 0.4, Language.ENGLISH: 0.1, Language.GERMAN: 0.0}
    likelihoods = {Language.FRENCH: -1000.0, Language.DUTCH: -1000.0 + np.log(5), Language.ENGLISH: -2000.0}
    after = weighed(before, likelihoods)
    assert after == pytest.approx({Language.FRENCH: 0.2, Language.DUTCH: 0.8, Language.ENGLISH: 0, Language.GERMAN: 0})


def test_the_language_of_a_deck_that_is_known() -> None:
    knave = [said("V", "D")]
    assert spoken(knave, of_deck("auto", "nl"))[Language.DUTCH] > 0.95
    assert of_deck("auto", None) == "auto"
    assert of_deck("fr", "nl") == "fr", "who says what it is knows better"
    letters = Letters()
    for _ in range(3):
        letters.note([shown("R", "S", 0.99), shown("D", "S", 0.99), shown("R", "H", 0.99), shown("D", "H", 0.99)])
    assert spoken(knave, of_deck(letters.prior(), "fr"))[Language.FRENCH] > 0.99


def shown(glyph: str, suit: str, sure: float = 0.97, card: str | None = None) -> SeenCard:
    """A card with one index, named otherwise than by it if at all."""
    corners = np.zeros((4, 2), dtype=np.float32)
    index = Index(corners, glyph, suit, 0.6, said(glyph, suit, sure=sure))
    return SeenCard(None if card is None else Card.parse(card), "up", 0.9, corners, "index", indices=(index,))


def test_a_letter_seen_before_tells_what_another_means() -> None:
    knave = [said("V", "D")]
    assert spoken(knave)[Language.FRENCH] == pytest.approx(spoken(knave)[Language.DUTCH], abs=0.05)
    letters = Letters()
    for _ in range(3):
        letters.note([shown("R", "S")])
    assert spoken(knave, letters.prior())[Language.FRENCH] > 0.9
    assert spoken(knave, "nl")[Language.DUTCH] == 1


@pytest.mark.parametrize(("card", "tells"), [("2D", False), ("QD", True), (None, True)])
def test_a_letter_that_the_rest_of_its_card_contradicts_tells_nothing(card: str | None, tells: bool) -> None:
    letters = Letters()
    for _ in range(3):
        letters.note([shown("Q", "D", card=card)])
    told = letters.prior()[Language.ENGLISH] > Letters().prior()[Language.ENGLISH] + 0.1
    assert told == tells


def test_a_letter_read_once_or_of_one_card_alone_is_not_proof() -> None:
    letters = Letters()
    for _ in range(2):
        letters.note([shown("R", "S"), shown("R", "S"), shown("7", "H")])
    before = Letters().prior()
    assert letters.prior()[Language.FRENCH] == pytest.approx(before[Language.FRENCH])
    for _ in range(40):
        letters.note([shown("R", "S", sure=0.99)])
    alone = letters.prior()[Language.FRENCH]
    assert before[Language.FRENCH] < alone < 0.9
    for _ in range(40):
        letters.note([shown("R", "D"), shown("D", "H")])
    assert letters.prior()[Language.FRENCH] > 0.99


def test_chances_are_chances() -> None:
    readings = [said("8", sure=0.9), said("none"), said("illegible"), said("joker", "none"), said("K", "none")]
    rows = chances(readings, known("en"))
    assert rows.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert rows[0].argmax() == CARDS.index(Card.parse("8C"))
    assert rows[1, NOTHING] == pytest.approx(1.0, abs=1e-5)
    assert rows[2, :52] == pytest.approx([1 / 52 if suit == "C" else 0 for suit in "CDHS" * 13], abs=0.07)
    assert rows[3, 52] == pytest.approx(1.0, abs=1e-5)
    kings = [CARDS.index(Card.parse(f"K{suit}")) for suit in "CDHS"]
    assert rows[4, kings] == pytest.approx([0.25] * 4, abs=1e-5)


def test_a_foreign_letter_still_says_something_and_an_unknown_language_is_refused() -> None:
    rows = chances([said("R", "S")], known("en"))
    assert rows[0].argmax() == CARDS.index(Card.parse("KS"))
    with pytest.raises(ValueError, match="xx"):
        known("xx")


@pytest.mark.parametrize(
    ("others", "language", "name"),
    [
        ([], "en", "AD"),
        ([("A", "S")], "en", "10D"),
        ([("A", "S"), ("A", "H"), ("A", "C")], "fr", "10D"),
        ([("A", "S")], "fr", "AD"),
        ([("1", "S")], "en", "AD"),
        ([("A", "D"), ("1", "D")], "en", "AD"),
    ],
    ids=[
        "alone",
        "beside an A",
        "in French beside three",
        "in French",
        "of two packs' aces",
        "its own corners tell nothing",
    ],
)
def test_a_one_in_a_pack_that_prints_its_aces_a_is_half_a_ten(
    others: list[tuple[str, str]], language: str, name: str
) -> None:
    rows = chances([said("1", "D", 0.95), *(said(glyph, suit, 0.95) for glyph, suit in others)], known(language))
    assert str(CARDS[int(rows[0, :52].argmax())]) == name
    assert rows.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert all(str(CARDS[int(row[:52].argmax())])[0] == "A" for row in rows[1:])


def test_without_a_fit_confidence_is_the_chance_itself() -> None:
    assert Calibration().confidence(Evidence(margin=0.0)) == pytest.approx(0.5)
    assert Calibration().confidence(Evidence(margin=float(np.log(99)))) == pytest.approx(0.99)
    assert Calibration().back_confidence(0.7) == 0.7


CURVED = Calibration(
    bias=-1,
    margin=0.5,
    agreement=0.4,
    suit=0.2,
    height=0.3,
    sighting=0.1,
    curve=((-2.0, 0.1), (0.0, 0.6), (3.0, 0.99)),
    back=((0.3, 0.2), (0.9, 0.98)),
    vain=(-3.0, -2.0),
)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("margin", np.linspace(-15, 15, 31)),
        ("agreement", [-1, 0, 1]),
        ("suit", np.linspace(0, 1, 11)),
        ("height", np.geomspace(3, 300, 20)),
        ("sighting", np.linspace(0, 1, 11)),
    ],
)
def test_confidence_never_falls_where_evidence_grows(field: str, values: list[float]) -> None:
    base = {"margin": 1.0, "agreement": 0.0, "suit": 0.5, "height": 20.0, "sighting": 0.5}
    given = [CURVED.confidence(Evidence(**{**base, field: float(value)})) for value in values]
    assert (np.diff(given) >= 0).all()
    assert given[-1] > given[0]


def test_the_lower_a_score_the_likelier_it_was_sighted_in_vain() -> None:
    assert np.array_equal(Calibration().in_vain([0.2, 0.9]), [0, 0])
    given = CURVED.in_vain(np.linspace(0, 1, 11))
    assert (np.diff(given) <= 0).all()
    assert given[5] == pytest.approx(1 / (1 + np.exp(3)))
    assert CURVED.in_vain(np.zeros(0)).shape == (0,)


def test_what_was_sighted_in_vain_is_none_whatever_it_is_read_as() -> None:
    readings = [said("8", "H"), said("K", "S")]
    free, held = chances(readings, known("en")), chances(readings, known("en"), np.array([0.0, 0.4]))
    assert np.allclose(held[0], free[0])
    assert np.allclose(held[1, :NOTHING], 0.6 * free[1, :NOTHING])
    assert held[1, NOTHING] == pytest.approx(0.6 * free[1, NOTHING] + 0.4)


def test_calibration_is_kept_in_a_file(tmp_path: Path) -> None:
    CURVED.save(tmp_path / "calibration.json")
    assert Calibration.load(tmp_path / "calibration.json") == CURVED


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("no json", "is no calibration"),
        ("[]", "is no calibration"),
        (json.dumps({"foo": 1}), "is no calibration"),
        (json.dumps({"margin": -1}), "must not be negative"),
        (json.dumps({"curve": [[0, 0.5], [1, 0.4]]}), "must rise"),
        (json.dumps({"curve": [[0, 0.5], [0, 0.6]]}), "must rise"),
        (json.dumps({"vain": [0.5]}), "a bias and a weight"),
        (json.dumps({"vain": [0.5, 1.0]}), "not above 0"),
    ],
)
def test_bad_calibrations(content: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content)
    with pytest.raises(CalibrationError, match=complaint) as caught:
        Calibration.load(path)
    assert str(path) in str(caught.value)


def test_plain_paper_and_patterns() -> None:
    table = Table()
    table.turn_down(card_quad(200, 200, 150, 20), plain=True)
    table.turn_down(card_quad(450, 200, 150, 20))
    assert plain(table.image, table.backs[0])
    assert not plain(table.image, table.backs[1])
    outside = card_quad(-400, -400)
    assert plain(table.image, outside) in (True, False)


def test_advice_names_the_card_and_its_fault() -> None:
    table = Table(1000, 400)
    for number, width in enumerate((120, 120, 44)):
        table.lay("8", "H", card_quad(150 + 250 * number, 200, width))
    blur = {("8", "H"): {("8", "H"): 0.5, ("6", "H"): 0.5}}
    doubtful = Reader(FakeDetector(table), FakeReader(confusion=blur)).read(table.image, packs=3)
    found = advise(doubtful)
    assert [advice.card for advice in found] == [0, 1, 2]
    assert found[2].fault == "small"
    assert set(found[2].names[:2]) == {"8H", "6H"}
    english = sentences(doubtful)[2]
    assert "3rd card (perhaps 8♥/6♥" in english or "3rd card (perhaps 6♥/8♥" in english
    assert "closer" in english
    assert "troisième" not in sentences(doubtful, "fr")[2]
    assert "3e carte" in sentences(doubtful, "fr")[2]
    assert "3. Karte" in sentences(doubtful, "de")[2]


@pytest.mark.parametrize(
    ("fault", "one", "whole"),
    [
        ("dark", "The 1st card (perhaps 8♥) lies in too little light", "The picture is too dark"),
        ("bright", "The 1st card (perhaps 8♥) is overexposed", "The picture is overexposed"),
        ("blurred", "The 1st card (perhaps 8♥) is blurred", "The picture is blurred"),
        (None, "The 1st card (perhaps 8♥) shows too little of its corner", "No card is found in the picture"),
    ],
)
def test_advice_tells_what_is_wrong_with_all_of_the_picture(fault: Any, one: str, whole: str) -> None:
    unsure = SeenCard(Card.parse("8H"), "up", 0.6, card_quad(300, 300))
    assert [said.startswith(one) for said in sentences(Reading(900, 900, (unsure,), fault=fault))] == [True]
    assert [said.startswith(whole) for said in sentences(Reading(90, 90, fault=fault))] == [True]


@pytest.mark.parametrize(("x", "cut"), [(300, False), (890, True), (10, True), (60, False)])
def test_a_card_that_runs_off_the_picture_is_taken_from_farther_away(x: int, cut: bool) -> None:
    unsure = SeenCard(Card.parse("8H"), "up", 0.6, card_quad(x, 450, 120))
    sure = replace(unsure, confidence=0.99)
    (told,) = sentences(Reading(900, 900, (unsure, sure), fault="dark"))
    assert (told == "The 1st card (perhaps 8♥) runs off the picture: take the photo from farther away.") == cut


def test_sure_and_face_down_cards_need_no_advice() -> None:
    table = Table()
    table.lay("8", "H", card_quad(200, 300, 150))
    table.turn_down(card_quad(500, 300, 150))
    assert advise(Reader(FakeDetector(table), FakeReader()).read(table.image)) == []


def test_what_a_card_may_be() -> None:
    quad = card_quad(0, 0)
    eight, six = Card.parse("8H"), Card.parse("6H")
    assert SeenCard(eight, "up", 0.95, quad).possible() == {eight}
    assert SeenCard(None, "down", 0.95, quad).possible() is None
    assert SeenCard(eight, "up", 0.6, quad, candidates={eight: 0.6, six: 0.39}).possible() == {eight, six}
    assert SeenCard(None, "up", 0.3, quad, candidates={eight: 0.3, six: 0.29}).possible() is None
