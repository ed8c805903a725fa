"""Cards of a taught deck known by their whole faces."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import CARDS
from tests.vision.fakes import TABLE as CLOTH
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from tests.vision.printed import lay, printed, whole_pack
from vision.corners import Group
from vision.cover import Cover
from vision.portraits import PIXELS, SIZE, Portraits, consulted, drawn, faces, unpacked
from vision.profile import SIZE as DESCRIBED
from vision.profile import Profile
from vision.reading import Reader
from vision.types import Floats, Image


@pytest.fixture(scope="module")
def pack() -> Portraits:
    image, quads = whole_pack()
    cut, _ = faces(image, quads, [[]] * 52)
    return drawn([[patch] for patch in cut])


def test_a_face_is_known_either_way_up_in_another_light(pack: Portraits) -> None:
    rng = np.random.default_rng(3)
    right = 0
    for number in range(52):
        image: Image = np.full((300, 300, 3), (90, 60, 120), np.uint8)
        quad = card_quad(150, 150, 80, float(rng.uniform(0, 360)))
        lay(image, printed(number), quad, light=float(rng.uniform(0.4, 0.9)))
        noisy = np.clip(image + rng.normal(0, 15, image.shape), 0, 255).astype(np.uint8)
        off = quad + rng.normal(0, 1.0, (4, 2)).astype(np.float32)
        says = pack.likelihoods(*faces(noisy, off[None], [[]]))
        right += int(says.argmax()) == number
    assert right >= 50


def test_what_lies_over_a_card_does_not_count(pack: Portraits) -> None:
    right = 0
    for number in range(52):
        image: Image = np.full((300, 300, 3), CLOTH, np.uint8)
        under, over = card_quad(130, 150, 100), card_quad(180, 150, 100)
        lay(image, printed(number), under)
        lay(image, printed((number + 7) % 52), over)
        cut, seen = faces(image, under[None], [[over]])
        assert 0.4 < seen.mean() < 0.6
        right += int(pack.likelihoods(cut, seen).argmax()) == number
    assert right >= 47


@pytest.mark.parametrize(
    "outline",
    [
        card_quad(-60, 150, 100),
        card_quad(150, 150, 10),
        np.zeros((4, 2), np.float32),
        np.array([[0, 0], [100, 100], [100, 0], [0, 100]], np.float32),
    ],
    ids=["outside the picture", "tiny", "no area", "crossed"],
)
def test_what_is_not_seen_says_nothing(pack: Portraits, outline: Floats) -> None:
    image, _ = whole_pack()
    assert not pack.likelihoods(*faces(image[:300, :300], outline[None], [[]])).any()


def test_a_card_without_a_portrait_is_not_ruled_out(pack: Portraits) -> None:
    pictures = pack.pictures.copy()
    pictures[20] = 0
    image, quads = whole_pack()
    says = Portraits(pictures).likelihoods(*faces(image, quads[[20, 21]], [[], []]))
    assert pack.chances(says)[0, 20] > 1 / 104
    assert says[1].argmax() == 21


def test_only_doubtful_cards_are_asked(pack: Portraits) -> None:
    image, quads = whole_pack()
    groups = [Group([0], quads[5], 0.9, face=0), Group([1], quads[6], 0.9, face=1), Group([], quads[7], 0.9, face=2)]
    table = np.full((3, 54), 1e-6)
    table[0, 30] = 1.0
    table[1, [6, 9]] = 0.45, 0.55
    table[2, :52] = 1 / 52
    cover = Cover(groups, quads[5:8], quads[:0], image.shape)
    out = consulted(pack, image, groups, table, cover, alone=True)
    assert np.array_equal(out[0], table[0])
    assert out[1].argmax() == 6
    assert out[2].argmax() == 7
    assert out.sum(axis=1) == pytest.approx(table.sum(axis=1))


def test_portraits_of_a_file_say_the_same(pack: Portraits) -> None:
    stored = pack.packed()
    assert stored.shape == (52, SIZE)
    assert np.abs(unpacked(stored, 8.0).pictures - pack.pictures).max() < 0.01


def test_no_portraits_say_nothing() -> None:
    image, quads = whole_pack()
    nobody = drawn([[] for _ in range(52)])
    assert not nobody.known.any()
    assert not nobody.likelihoods(*faces(image, quads[:2], [[], []])).any()
    cut, seen = faces(image, quads[:0], [])
    assert cut.shape == (0, 96, 64, 3)
    assert seen.shape == (0, PIXELS)


def test_a_card_of_which_no_index_was_found_is_named_by_its_face(pack: Portraits) -> None:
    table = Table(400, 300)
    quad = card_quad(200, 150, 100)
    lay(table.image, printed(17), quad)
    table.faces.append(quad)
    plain = Reader(FakeDetector(table), FakeReader()).read(table.image)
    assert [card.card for card in plain.cards] == [None]
    blank = Profile("x", None, np.zeros(DESCRIBED, np.float32), np.ones(DESCRIBED, np.float32), portraits=pack)
    knowing = Reader(FakeDetector(table), FakeReader(), deck_profile=blank)
    reading = knowing.read(table.image)
    assert [card.card for card in reading.cards] == [CARDS[17]]
    assert reading.cards[0].confidence > 0.5
