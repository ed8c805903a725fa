"""Cards named by their faces, with a stand-in for the network that goes by the colour in their middle."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.samples import gin_knock
from models.load import NETWORKS, load_reader, weights_folder
from rules.cards import CARDS, Card
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision import facereader
from vision.corners import Group
from vision.cover import Cover
from vision.facereader import OnnxFaceReader, wiped
from vision.geometry import Doubles
from vision.network import NetworkError
from vision.reading import Reader
from vision.rectify import card_patches, to_input
from vision.types import Floats, Image

NO_INDICES = np.zeros((0, 4, 2), np.float32)
NO_BACKS = np.zeros((0, 4, 2), np.float32)
GREY = 128 / 255


class ByColour:
    """Takes the rank from the redness of a card's middle and the suit from its blueness, and is `sure` of both."""

    def __init__(self, sure: float = 0.97) -> None:
        self.sure = sure
        self.seen: list[Floats] = []

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        self.seen += list(inputs)
        middle = inputs[:, :, 56:72, 40:56].mean(axis=(2, 3)) * 255
        rank = np.clip(np.rint((middle[:, 0] - 40) / 15), 0, 12).astype(int)
        suit = np.clip(np.rint((middle[:, 2] - 40) / 50), 0, 3).astype(int)
        return self._chances(rank, 13), self._chances(suit, 4)

    def _chances(self, named: np.ndarray, count: int) -> Floats:
        out = np.full((len(named), count), (1 - self.sure) / (count - 1), np.float32)
        out[np.arange(len(named)), named] = self.sure
        return out


def painted(image: Image, quad: Floats, name: str) -> None:
    """Lay a card whose middle says in colours which it is."""
    place = CARDS.index(Card.parse(name))
    colour = (40 + 50 * (place % 4), 0, 40 + 15 * (place // 4))
    cv2.fillConvexPoly(image, quad.astype(np.int32), (240, 240, 240))
    inner = (quad - quad.mean(axis=0)) * 0.6 + quad.mean(axis=0)
    cv2.fillConvexPoly(image, inner.astype(np.int32), colour)


def chances(*names: str) -> Doubles:
    """One row: these cards alike; all 52 without any."""
    row = np.full(54, 1e-9)
    row[[CARDS.index(Card.parse(name)) for name in names] or range(52)] = 1.0
    return row / row.sum()


def asked(
    groups: list[Group],
    table: Doubles,
    image: Image,
    index_quads: Floats = NO_INDICES,
    backs: Floats = NO_BACKS,
    reader: ByColour | None = None,
    every: bool = True,
) -> Doubles:
    cover = Cover(groups, index_quads, backs, image.shape)
    return facereader.asked(reader or ByColour(), image, groups, table, index_quads, cover, every).weighed(table)


def named(row: Doubles) -> str:
    return str(CARDS[int(row[:52].argmax())])


@pytest.fixture
def table() -> Image:
    return np.full((600, 800, 3), 60, np.uint8)


@pytest.mark.parametrize("angle", [0.0, 35.0, 90.0, 200.0])
def test_a_face_that_shows_no_index_is_named(table: Image, angle: float) -> None:
    quad = card_quad(400, 300, 160, angle)
    painted(table, quad, "9H")
    out = asked([Group([], quad, 0.9, face=0)], chances()[None], table)
    assert named(out[0]) == "9H"
    assert 0.7 < out[0].max() < 1
    assert out.sum() == pytest.approx(1)


def test_a_face_decides_what_the_index_leaves_open_and_leaves_phantoms_as_likely(table: Image) -> None:
    quad = card_quad(400, 300, 160)
    painted(table, quad, "JD")
    before = chances("9D", "JD") * 0.6
    before[53] += 0.4
    mark = card_quad(350, 210, 20)[None]
    out = asked([Group([0], quad, 0.9)], before[None], table, mark)
    assert named(out[0]) == "JD"
    assert out[0, CARDS.index(Card.parse("JD"))] > 0.55
    assert out[0, 53] == pytest.approx(0.4, abs=1e-6)


@pytest.mark.parametrize(("name", "joker"), [("9H", False), ("KD", True)])
def test_pips_tell_against_a_joker_and_a_picture_does_not(table: Image, name: str, joker: bool) -> None:
    quad = card_quad(400, 300, 160)
    painted(table, quad, name)
    before = chances() * 0.7
    before[52] = 0.3
    out = asked([Group([], quad, 0.9, face=0)], before[None], table)
    assert (out[0, 52] > 0.3) == joker
    assert (out[0, 52] < 0.1) != joker
    assert named(out[0]) == name
    before = chances() * 0.2
    before[52] = 0.8
    assert (asked([Group([], quad, 0.9, face=0)], before[None], table)[0].argmax() == 52) == joker


def test_a_clear_index_outweighs_a_face(table: Image) -> None:
    quad = card_quad(400, 300, 160)
    painted(table, quad, "3C")
    before = chances("8S") * 0.985 + chances() * 0.015
    mark = card_quad(350, 210, 20)[None]
    out = asked([Group([0], quad, 0.9)], before[None], table, mark, reader=ByColour(0.6))
    assert named(out[0]) == "8S"


@pytest.mark.parametrize(
    ("index", "face", "name"),
    [("JC", "AC", "JC"), ("JC", "5C", "5C"), ("JC", "AH", "AH"), ("AC", "JC", "JC")],
    ids=["as an ace of its suit", "as another card", "as an ace of another suit", "as no ace"],
)
def test_a_single_large_pip_may_be_any_card_of_its_suit(table: Image, index: str, face: str, name: str) -> None:
    """Some decks print nothing else on all their cards."""
    quad = card_quad(400, 300, 160)
    painted(table, quad, face)
    before = chances(index) * 0.955 + chances(face) * 0.005 + chances() * 0.04
    mark = card_quad(350, 210, 20)[None]
    out = asked([Group([0], quad, 0.9, face=0)], before[None], table, mark, reader=ByColour(0.995))
    assert named(out[0]) == name


def test_a_single_pip_is_no_number_where_another_card_has_its_pips(table: Image) -> None:
    """A squarish A looks like an 8 in every corner."""
    quad, seven = card_quad(250, 300, 160), card_quad(550, 300, 160)
    painted(table, quad, "AH")
    painted(table, seven, "7S")
    marks = np.stack([card_quad(200, 210, 20), card_quad(500, 210, 20)])
    eight, ace = (CARDS.index(Card.parse(name)) for name in ("8H", "AH"))
    before = np.stack([chances("8H") * 0.999 + chances() * 0.001, chances("7S") * 0.999 + chances() * 0.001])
    groups = [Group([0], quad, 0.9, face=0), Group([1], seven, 0.9, face=1)]
    alone = asked(groups[:1], before[:1], table, marks[:1], reader=ByColour(0.995))[0]
    beside = asked(groups, before, table, marks, reader=ByColour(0.995))[0]
    assert alone[eight] > 0.9, "all cards of its deck may look so"
    assert beside[eight] < 0.9
    assert beside[ace] == np.delete(beside, eight).max()
    court = np.stack([chances("JH") * 0.999 + chances() * 0.001, before[1]])
    as_before = asked(groups, court, table, marks, reader=ByColour(0.995))[0]
    assert as_before[CARDS.index(Card.parse("JH"))] > 0.9, "courts may be a letter and a pip in any deck"


def test_a_face_counts_for_what_is_in_sight_of_it(table: Image) -> None:
    quad = card_quad(400, 300, 160)
    painted(table, quad, "JD")
    mark, cover = card_quad(350, 210, 20)[None], card_quad(490, 300, 160)[None]
    before = chances("9D", "JD")[None]

    def told(covered: Floats, face: int | None) -> float:
        out = asked([Group([0], quad, 0.9, face=face)], before, table, mark, covered, ByColour(0.6))
        return float(out[0, CARDS.index(Card.parse("JD"))])

    for face in (None, 0):
        assert 0.5 < told(cover, face) < told(NO_BACKS, face) - 0.02


def test_indices_that_are_sure_of_a_number_are_doubted_where_an_open_face_is_sure_of_a_court(table: Image) -> None:
    """A heavy H of a Dutch king looks like a 10 in both corners."""
    quad = card_quad(400, 300, 160)
    painted(table, quad, "KD")
    mark, ten = card_quad(350, 210, 20)[None], CARDS.index(Card.parse("10D"))
    before = (chances("10D") * 0.9999 + chances() * 0.0001)[None]
    surely = ByColour(0.999)
    open_ = asked([Group([0], quad, 0.9, face=0)], before, table, mark, reader=surely)[0]
    assert open_[ten] < 0.9
    assert open_[CARDS.index(Card.parse("KD"))] == np.delete(open_, ten).max()
    mostly_hidden = asked([Group([0], quad, 0.9, face=0)], before, table, mark, card_quad(450, 300, 160)[None], surely)
    assert mostly_hidden[0, ten] > 0.95
    painted(table, quad, "10D")
    assert asked([Group([0], quad, 0.9, face=0)], before, table, mark, reader=surely)[0, ten] > 0.9999


def test_in_a_hurry_sure_cards_and_at_any_time_those_hidden_tiny_or_outside_are_not_asked(table: Image) -> None:
    open_, reader = chances("9D", "JD"), ByColour()
    whole, under, tiny, outside = (
        card_quad(200, 300, 120),
        card_quad(500, 300, 120),
        card_quad(700, 100, 14),
        card_quad(-70, 300, 120),
    )
    groups = [Group([0], quad, 0.9) for quad in (whole, under, tiny, outside)]
    rows = np.stack([chances("7S"), open_, open_, open_])
    marks = np.stack([card_quad(150, 230, 10)])
    out = asked(groups, rows, table, marks, card_quad(500, 300, 110)[None], reader, every=False)
    assert reader.seen == []
    assert np.array_equal(out, rows)
    asked(groups, rows, table, marks, card_quad(500, 300, 110)[None], reader)
    assert len(reader.seen) == 1, "the sure one alone"


def test_a_card_shown_to_lie_over_another_is_asked_through_it(table: Image) -> None:
    """As on a pile, where the outline of the card beneath covers most of the one on top."""
    upper, lower = card_quad(400, 300, 160), card_quad(420, 310, 160, 4)
    painted(table, upper, "QC")
    on_upper, outside_upper = card_quad(350, 220, 20), card_quad(488, 300, 10)
    groups = [Group([0], upper, 0.9), Group([1], lower, 0.9)]
    rows = np.stack([chances("QC", "QS"), chances("4H")])
    assert named(asked(groups, rows, table, np.stack([on_upper, outside_upper]))[0]) == "QC"
    reader = ByColour()
    nowhere = np.stack([card_quad(30, 30, 10), card_quad(30, 60, 10)])
    asked(groups, rows, table, nowhere, reader=reader)
    assert reader.seen == [], "which lies over which is not known"


def test_indices_that_were_read_are_wiped_out(table: Image) -> None:
    quad, reader = card_quad(400, 300, 160), ByColour()
    painted(table, quad, "5D")
    mark = card_quad(345, 215, 20)
    asked([Group([0], quad, 0.9)], chances("5D", "6D")[None], table, mark[None], reader=reader)
    (patch,) = reader.seen
    grey = (np.abs(patch - GREY) < 0.01).all(axis=0)
    assert 0.005 < grey.mean() < 0.06
    assert grey[:40, :30].sum() > 0.9 * grey.sum()
    clean = card_patches(table, quad[None])
    assert np.array_equal(wiped(clean.copy(), quad[None], [NO_INDICES]), clean)


def test_a_picture_read_names_a_card_of_which_no_index_was_found() -> None:
    laid = Table(400, 300)
    quad = card_quad(200, 150, 110)
    laid.faces.append(quad)
    painted(laid.image, quad, "10S")
    detector = FakeDetector(laid)
    (unread,) = Reader(detector, FakeReader()).read(laid.image).cards
    assert (unread.card, unread.side) == (None, "up")
    (card,) = Reader(detector, FakeReader(), face_reader=ByColour()).read(laid.image).cards
    assert str(card.card) == "10S"


@pytest.mark.parametrize(("court", "language", "other"), [("JH", "fr", "JS"), ("QH", "nl", "QS"), ("7H", None, None)])
def test_one_court_that_is_known_tells_what_its_letter_means_on_the_others(
    court: str, language: str | None, other: str | None
) -> None:
    """A V is a jack in France and a queen in the Netherlands."""
    laid = Table(700, 400)
    known, unlike = card_quad(180, 200, 130), card_quad(500, 200, 130)
    laid.lay("V", "H", known)
    laid.lay("V", "S", unlike)
    painted(laid.image, (known - known.mean(axis=0)) * 0.3 + known.mean(axis=0), court)
    reading = Reader(FakeDetector(laid), FakeReader(), face_reader=ByColour()).read(laid.image)
    heart, spade = sorted(reading.cards, key=lambda card: card.corners[:, 0].mean())
    if other is None:
        assert spade.confidence < 0.6, "neither face is a court's"
        return
    assert (reading.language, str(heart.card), str(spade.card)) == (language, court, other)
    assert min(heart.confidence, spade.confidence) > 0.75


def test_how_likely_faces_are_on_the_cards_that_indices_name(table: Image) -> None:
    quads = [card_quad(200, 300, 140), card_quad(550, 300, 140)]
    for quad, name in zip(quads, ("JD", "QS"), strict=True):
        painted(table, quad, name)
    groups = [Group([], quad, 0.9, face=row) for row, quad in enumerate(quads)]

    def likelihood(*rows: Doubles) -> float:
        before = np.stack(rows)
        cover = Cover(groups, NO_INDICES, NO_BACKS, table.shape)
        return facereader.asked(ByColour(), table, groups, before, NO_INDICES, cover).likelihood(before)

    right, half, wrong = (likelihood(chances("JD"), chances(name)) for name in ("QS", "JS", "4H"))
    assert right > half + 2 > wrong + 2
    nothing = chances()
    nothing[:52], nothing[53] = 0, 1
    assert likelihood(nothing, nothing) == pytest.approx(0, abs=0.2), "of what is no card no face is expected"


def test_a_missing_or_another_network_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"faces\.onnx: no such network"):
        OnnxFaceReader(tmp_path / "faces.onnx")
    other = weights_folder() / "aligner.onnx"
    if not other.is_file():
        pytest.skip("no trained weights here")
    with pytest.raises(NetworkError, match=r"aligner\.onnx: the face reader has no output rank or suit"):
        OnnxFaceReader(other)


@pytest.mark.skipif(not all((weights_folder() / name).is_file() for name in NETWORKS), reason="no trained weights here")
def test_open_cards_of_the_sample_are_known_by_their_faces() -> None:
    scene = gin_knock()
    cards = [card for card in scene.cards if card.side == "up" and card.visible > 0.95]
    reader = load_reader(threads=1).face_reader
    assert reader is not None
    quads = np.stack([card.quad for card in cards]).astype(np.float32)
    marks = [np.stack([mark.quad for mark in card.indices]) for card in cards]
    for cut in (quads, np.roll(quads, 2, axis=1)):
        ranks, suits = reader.probabilities(to_input(wiped(card_patches(scene.image, cut), cut, marks)))
        said = [f"{CARDS[4 * r + s]}" for r, s in zip(ranks.argmax(axis=1), suits.argmax(axis=1), strict=True)]
        right = sum(name == card.code for name, card in zip(said, cards, strict=True))
        assert right >= 0.75 * len(cards), said
    empty = reader.probabilities(np.zeros((0, 3, 128, 96), np.float32))
    assert [part.shape for part in empty] == [(0, 13), (0, 4)]
