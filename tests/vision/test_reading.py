"""Pictures of colour-coded tables read from end to end, with stand-ins for the two networks."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rules.cards import JOKER, Card
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.calibration import Calibration
from vision.draw import annotated
from vision.picture import PictureError
from vision.profile import SIZE, Profile
from vision.reading import Reader
from vision.types import Floats, Image, IndexReading, Reading

HAND = [("A", "S"), ("10", "H"), ("K", "D"), ("7", "C"), ("6", "S")]


def grid(cards: list[tuple[str, str]], angle: float = 0.0) -> Table:
    table = Table(1000, 400)
    for number, (glyph, suit) in enumerate(cards):
        table.lay(glyph, suit, card_quad(110 + 180 * number, 200, 120, angle))
    return table


def reader(table: Table, **how: object) -> Reader:
    return Reader(FakeDetector(table), FakeReader(**how))  # type: ignore[arg-type]


def names(reading: Reading) -> list[str]:
    return [str(card.card) if card.card else ("down" if card.side == "down" else "?") for card in reading.cards]


@pytest.mark.parametrize("angle", [0, 17, 90, 180, 250])
def test_every_card_is_named_once_whatever_its_angle(angle: float) -> None:
    table = grid(HAND, angle)
    reading = reader(table).read(table.image)
    assert names(reading) == ["AS", "10H", "KD", "7C", "6S"]
    assert [len(card.indices) for card in reading.cards] == [2] * 5
    for card, quad in zip(reading.cards, table.faces, strict=True):
        turns = [np.abs(np.roll(quad, -turn, axis=0) - card.corners).max() for turn in (0, 2)]
        # Sides are fitted to edges in steps of a hundredth of the width of 120 pixels.
        assert min(turns) < 0.015 * 120
        assert card.corners_from == "face"


def test_a_six_seen_upside_down_is_no_nine() -> None:
    table = grid([("6", "S"), ("9", "H")])
    found = table.sightings()
    flipped = found.index_quads.copy()
    flipped[:2] = np.roll(flipped[:2], -2, axis=1)
    mended = reader(table).identify(table.image, flipped)
    assert [reading.turned for reading in mended] == [True, True, False, False]
    assert np.allclose([reading.quad for reading in mended], found.index_quads)
    assert [reading.glyph for reading in mended] == ["6", "6", "9", "9"]


def test_two_corners_of_one_card_are_one_card_also_without_its_face() -> None:
    table = Table()
    table.lay("Q", "H", card_quad(300, 300, 140, 33), face=False)
    (card,) = reader(table).read(table.image).cards
    assert str(card.card) == "QH"
    assert card.corners_from == "index"
    assert len(card.indices) == 2


def test_four_corners_of_one_card_are_one_card() -> None:
    table = Table()
    table.lay("5", "C", card_quad(250, 250, 150), corners=(0, 1, 2, 3))
    table.lay("J", "D", card_quad(500, 300, 150, 75), corners=(0, 1, 2, 3), face=False)
    reading = reader(table).read(table.image)
    assert sorted(names(reading)) == ["5C", "JD"]
    assert [len(card.indices) for card in reading.cards] == [4, 4]


def test_a_tight_fan_keeps_its_cards_apart() -> None:
    table = Table(900, 600)
    fan = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for number, glyph in enumerate(fan):
        last = number == len(fan) - 1
        quad = card_quad(250 + 28 * number, 320 - 3 * number, 170, -24 + 4 * number)
        table.lay(glyph, "H", quad, corners=(0, 2) if last else (0,), face=last)
    reading = reader(table).read(table.image)
    assert sorted(names(reading)) == sorted(f"{glyph}H" for glyph in fan)


def test_face_down_cards_and_cards_without_a_readable_index() -> None:
    table = Table(1000, 400)
    table.lay("8", "D", card_quad(150, 200))
    table.turn_down(card_quad(350, 200))
    table.lay("8", "C", card_quad(550, 200), corners=())
    reading = reader(table).read(table.image)
    assert names(reading) == ["8D", "down", "?"]
    assert [card.side for card in reading.cards] == ["up", "down", "up"]
    assert reading.cards[2].possible() is None


@pytest.mark.parametrize(("curve", "seen"), [((), 1), (((0.3, 0.1), (0.9, 0.45)), 0)])
def test_a_back_is_reported_when_it_is_likelier_than_not(curve: tuple[tuple[float, float], ...], seen: int) -> None:
    table = Table()
    table.turn_down(card_quad(300, 300, 140))
    made = Reader(FakeDetector(table), FakeReader(), Calibration(back=curve))  # type: ignore[arg-type]
    assert len(made.read(table.image).cards) == seen


def test_a_plain_white_back_needs_other_cards_to_vouch_for_it() -> None:
    alone = Table(1000, 400)
    alone.turn_down(card_quad(350, 200), plain=True)
    assert names(reader(alone).read(alone.image)) == []
    beside = Table(1000, 400)
    beside.lay("8", "D", card_quad(150, 200))
    beside.turn_down(card_quad(350, 200), plain=True)
    beside.turn_down(card_quad(700, 200, 240), plain=True)
    assert names(reader(beside).read(beside.image)) == ["8D", "down"]


@pytest.mark.parametrize(("wide", "tall", "seen"), [(100, 140, 1), (118, 118, 0)], ids=["a card", "a tile"])
def test_tiles_as_large_as_the_cards_on_them_are_no_cards_by_their_shape(wide: int, tall: int, seen: int) -> None:
    table = Table(1000, 450)
    for number, rank in enumerate("23456"):
        table.lay(rank, "D", card_quad(110 + 150 * number, 120))
    corners = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    table.turn_down(corners + np.float32((350, 260)))
    faint = Calibration(back=((0.3, 0.3), (0.9, 0.8)))
    made = Reader(FakeDetector(table), FakeReader(), faint)  # type: ignore[arg-type]
    assert names(made.read(table.image)).count("down") == seen


def test_jokers_by_their_faces_and_by_their_indices() -> None:
    table = Table(1000, 400)
    table.lay("8", "D", card_quad(150, 200))
    table.lay("joker", "none", card_quad(350, 200))
    table.jokers.append(card_quad(550, 200))
    reading = reader(table).read(table.image)
    assert names(reading) == ["8D", "JOKER", "JOKER"]
    assert reading.cards[1].card is JOKER


@pytest.mark.parametrize(("glyph", "joker"), [("K", False), ("J", True)])
def test_a_picture_with_a_clear_rank_is_no_joker_but_for_the_letter_its_word_begins_with(
    glyph: str, joker: bool
) -> None:
    table = Table(1000, 400)
    table.lay("8", "D", card_quad(150, 200))
    table.lay(glyph, "none", card_quad(550, 200))
    table.jokers.append(card_quad(550, 200))
    cards = reader(table).read(table.image).cards
    assert [card.card is JOKER for card in cards] == [False, joker]
    assert joker or {str(name)[0] for name in cards[1].candidates} == {"K"}


@pytest.mark.parametrize(("score", "corners", "joker"), [(0.7, (0, 2), False), (0.7, (0,), True), (0.95, (0, 2), True)])
def test_a_picture_with_a_j_in_two_corners_that_is_surer_a_face_than_a_joker_is_a_jack(
    score: float, corners: tuple[int, ...], joker: bool
) -> None:
    table = Table(1000, 400, joker_score=score)
    table.lay("8", "D", card_quad(150, 200))
    table.lay("J", "none", card_quad(550, 200), corners=corners)
    table.jokers.append(card_quad(550, 200))
    cards = reader(table).read(table.image).cards
    assert [card.card is JOKER for card in cards] == [False, joker]
    assert joker or {str(name)[0] for name in cards[1].candidates} == {"J"}


def test_where_no_jokers_are_in_play_what_looks_like_one_is_another_card() -> None:
    """A jack whose suit stands beside its picture; an index that looks like the word; a picture, and nothing else."""
    table = Table(1200, 400)
    table.lay("8", "D", card_quad(150, 200))
    table.lay("J", "none", card_quad(350, 200))
    table.jokers.append(card_quad(350, 200))
    table.lay("joker", "none", card_quad(550, 200))
    table.jokers.append(card_quad(750, 200))
    assert names(reader(table).read(table.image)) == ["8D", "JOKER", "JOKER", "JOKER"]
    cards = reader(table).read(table.image, jokers=False).cards
    assert [None if card.card is None else str(card.card) for card in cards[:1]] == ["8D"]
    assert {str(name)[0] for name in (*cards[1].candidates, cards[1].card) if name is not None} == {"J"}
    assert [card.card for card in cards[2:]] == [None]
    assert JOKER not in cards[2].candidates


def test_equal_cards_mean_two_packs_unless_one_pack_was_said() -> None:
    table = grid([("8", "H"), ("8", "H"), ("3", "C")])
    seen = reader(table).read(table.image)
    assert names(seen) == ["8H", "8H", "3C"]
    assert seen.packs == 2
    assert any("8♥" in warning and "2 packs" in warning for warning in seen.warnings)
    strict = reader(table).read(table.image, packs=1)
    assert strict.packs == 1
    assert any("8♥" in warning for warning in strict.warnings)
    sure = [card for card in strict.cards if str(card.card) == "8H" and card.confidence >= 0.9]
    assert not sure
    assert names(strict)[2] == "3C"
    assert strict.cards[2].confidence > 0.9


def test_an_ambiguous_card_is_left_unknown_with_its_candidates() -> None:
    table = grid([("8", "H"), ("3", "C")])
    fake = FakeReader(confusion={("8", "H"): {("8", "H"): 0.4, ("6", "H"): 0.4, ("9", "H"): 0.2}})
    reading = Reader(FakeDetector(table), fake).read(table.image)
    unknown = reading.cards[0]
    assert unknown.card is None
    assert unknown.side == "up"
    assert {str(card) for card in list(unknown.candidates)[:3]} == {"8H", "6H", "9H"}
    assert sum(unknown.candidates.values()) <= 1.0001
    possible = unknown.possible()
    assert possible is not None
    assert {Card.parse("8H"), Card.parse("6H"), Card.parse("9H")} <= possible


def test_a_name_taken_elsewhere_lowers_confidence_and_hardly_raises_it() -> None:
    # The same doubtful index, alone and beside a clear 8H: with one pack the 8H is taken, yet 6H does not become sure.
    doubtful = {("5", "H"): {("8", "H"): 0.55, ("6", "H"): 0.45}}
    alone = grid([("5", "H")])
    beside = grid([("5", "H"), ("8", "H")])
    first = Reader(FakeDetector(alone), FakeReader(confusion=doubtful)).read(alone.image, packs=1).cards[0]
    second = Reader(FakeDetector(beside), FakeReader(confusion=doubtful)).read(beside.image, packs=1).cards
    by_itself = first.candidates[Card.parse("6H")]
    assert str(second[1].card) == "8H"
    assert second[0].card in (None, Card.parse("6H"))
    assert second[0].confidence < 0.75
    assert second[0].candidates[Card.parse("8H")] <= 0.5
    assert by_itself < 0.5


@pytest.mark.parametrize(
    ("courts", "language", "ranks"),
    [("VDR", "fr", "JQK"), ("BDK", "de", "JQK"), ("BVH", "nl", "JQK"), ("JQK", "en", "JQK")],
)
def test_courts_in_four_languages(courts: str, language: str, ranks: str) -> None:
    table = grid([(glyph, suit) for glyph, suit in zip(courts, "CDH", strict=True)])
    reading = reader(table).read(table.image)
    assert names(reading) == [f"{rank}{suit}" for rank, suit in zip(ranks, "CDH", strict=True)]
    assert reading.language == language


def test_the_language_decides_what_a_v_is() -> None:
    table = grid([("V", "C"), ("1", "H")])
    assert names(reader(table).read(table.image, language="fr")) == ["JC", "AH"]
    assert names(reader(table).read(table.image, language="nl")) == ["QC", "AH"]


def test_an_empty_table_is_no_error() -> None:
    table = Table()
    reading = reader(table).read(table.image)
    assert reading.cards == ()
    assert reading.warnings == ()


def test_json_as_promised() -> None:
    table = grid(HAND)
    table.turn_down(card_quad(900, 110, 110))
    reading = reader(table).read(table.image, name="hand.jpg")
    told = json.loads(json.dumps(reading.to_json()))
    assert told["image"] == "hand.jpg"
    assert (told["width"], told["height"]) == (1000, 400)
    assert {"detect", "read", "assemble", "total"} <= set(told["milliseconds"])
    assert told["milliseconds"]["total"] >= told["milliseconds"]["detect"]
    assert told["stray"] == []
    up = [card for card in told["cards"] if card["side"] == "up"]
    down = [card for card in told["cards"] if card["side"] == "down"]
    assert len(down) == 1
    assert down[0]["card"] is None
    for card in up:
        assert 0 < card["confidence"] < 1
        assert len(card["corners"]) == 4
        assert {"quad", "glyph", "suit", "confidence"} == set(card["indices"][0])


def test_stages_one_by_one_give_the_same_cards() -> None:
    table = grid(HAND)
    stages = reader(table)
    found = stages.sight(table.image)
    assert names(stages.settle(table.image, found, stages.identify(table.image, found.index_quads))) == names(
        stages.read(table.image)
    )


def test_a_reading_for_each_index_is_asked_for() -> None:
    table = grid(HAND)
    with pytest.raises(ValueError, match="0 readings for 10 indices"):
        reader(table).settle(table.image, table.sightings(), [])


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ({"packs": 0}, "0 packs"),
        ({"packs": 9}, "9 packs"),
        ({"packs": True}, "True packs"),
        ({"language": "xx"}, "no language 'xx'"),
    ],
)
def test_bad_options(how: dict[str, object], complaint: str) -> None:
    table = Table()
    with pytest.raises(ValueError, match=complaint):
        reader(table).read(table.image, **how)  # type: ignore[arg-type]


def test_a_bad_picture_is_a_picture_error() -> None:
    with pytest.raises(PictureError, match=r"nowhere\.jpg: no such file"):
        reader(Table()).read("nowhere.jpg")


def test_a_mirrored_picture_is_noticed() -> None:
    class Mirrored(FakeReader):
        def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
            glyphs, suits, ways, features = super().probabilities(patches)
            ways[:] = (0.02, 0.02, 0.96)
            return glyphs, suits, ways, features

    table = grid(HAND)
    reading = Reader(FakeDetector(table), Mirrored()).read(table.image)
    assert reading.mirrored
    assert any("mirrored" in warning for warning in reading.warnings)


def test_a_deck_profile_is_asked() -> None:
    class Shifting:
        language = None
        portraits = None

        def adjusted(self, glyphs: Floats, suits: Floats, features: Floats, patches: Image) -> tuple[Floats, Floats]:
            assert features.shape == (len(glyphs), 128)
            assert patches.shape == (len(glyphs), 96, 64, 3)
            return np.roll(glyphs, 1, axis=1), suits

    table = grid([("7", "C")])
    reading = Reader(FakeDetector(table), FakeReader(), deck_profile=Shifting()).read(table.image)
    assert names(reading) == ["8C"]


def test_the_language_of_a_deck_that_is_known_says_what_a_letter_means() -> None:
    table = grid([("V", "C"), ("9", "H")])
    plain = Reader(FakeDetector(table), FakeReader()).read(table.image)
    taught = Profile("x", "nl", np.zeros(SIZE, np.float32), np.ones(SIZE, np.float32))
    reading = Reader(FakeDetector(table), FakeReader(), deck_profile=taught).read(table.image)
    assert "QC" not in names(plain)
    assert names(reading) == ["QC", "9H"]
    assert reading.language == "nl"


def test_drawing_leaves_the_picture_and_marks_the_cards() -> None:
    table = grid(HAND)
    table.turn_down(card_quad(940, 90, 60))
    before = table.image.copy()
    reading = reader(table).read(table.image)
    drawn = annotated(table.image, reading)
    assert np.array_equal(before, table.image)
    assert drawn.shape == before.shape
    for card in reading.cards:
        low, high = card.corners.min(axis=0).astype(int), card.corners.max(axis=0).astype(int)
        changed = (drawn != before).any(axis=2)[max(low[1], 0) : high[1], low[0] : high[0]]
        assert changed.mean() > 0.05


def test_a_small_picture_is_drawn_larger() -> None:
    table = Table(200, 160)
    table.lay("8", "D", card_quad(100, 80, 60))
    assert annotated(table.image, reader(table).read(table.image)).shape == (576, 720, 3)


def test_readings_know_their_own_height() -> None:
    reading = IndexReading(
        glyphs=np.ones(22, np.float32),
        suits=np.ones(5, np.float32),
        directions=np.ones(3, np.float32),
        quad=np.array([[0, 0], [10, 0], [10, 30], [0, 20]], np.float32),
    )
    assert reading.height == 25


@pytest.mark.parametrize(
    ("widths", "seen"), [((100,) * 2, 0), ((100,) * 3, 0), ((100,) * 4, 4), ((170, 100, 100, 100), 0)]
)
def test_faint_backs_vouch_for_each_other_when_they_are_several_of_one_size(widths: tuple[int, ...], seen: int) -> None:
    table = Table(1000, 500)
    for number, width in enumerate(widths):
        table.turn_down(card_quad(130 + 220 * number, 250, width))
    faint = Calibration(back=((0.3, 0.1), (0.9, 0.45)))
    made = Reader(FakeDetector(table), FakeReader(), faint)  # type: ignore[arg-type]
    assert len(made.read(table.image).cards) == seen


def test_faint_backs_are_given_to_who_weighs_them_over_time() -> None:
    table = Table()
    table.turn_down(card_quad(300, 300, 140))
    faint = Calibration(back=((0.3, 0.1), (0.9, 0.45)))
    made = Reader(FakeDetector(table), FakeReader(), faint)  # type: ignore[arg-type]
    found = table.sightings()
    assert made.settle(table.image, found, []).cards == ()
    (card,) = made.settle(table.image, found, [], faint=True).cards
    assert card.side == "down"
    assert card.confidence < 0.5
