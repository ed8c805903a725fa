"""A camera that mirrors the picture is told by which way its frames read clearly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import paint_deck
from models.load import load_reader, weights_folder
from rules.cards import Card
from vision.mirrored import Mirrored
from vision.types import Reading, SeenCard

QUAD = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)


def reading(*chances: float, down: int = 0, mirrored: bool = False, at: int = 0, name: str | None = None) -> Reading:
    """Cards facing up that are named with these confidences, at the `at`-th place of a row, and face-down ones.

    Each place has cards of its own, unless a name is given.
    """
    quad = QUAD + np.float32([75 * at, 0])
    names = [Card.parse(name or f"{2 + number}{'CDHS'[at % 4]}") for number in range(len(chances))]
    up = [
        SeenCard(card if chance >= 0.5 else None, "up", chance, quad)
        for card, chance in zip(names, chances, strict=True)
    ]
    return Reading(640, 360, (*up, *[SeenCard(None, "down", 0.9, QUAD)] * down), mirrored=mirrored)


def looked(camera: Mirrored, sent: Reading, turned: Reading, times: int = 1) -> int:
    """How many of equal looks were compared."""
    return sum(camera.note(sent, lambda: turned) for _ in range(times))


def test_three_cards_that_read_turned_over_are_enough_and_two_are_not() -> None:
    camera = Mirrored()
    looked(camera, reading(0.5, 0.1, down=5), reading(0.99))
    looked(camera, reading(0.45, at=1), reading(0.99, down=5, at=1))
    assert not camera.on
    looked(camera, reading(0.5, at=2), reading(0.99, at=2))
    assert camera.on


def test_which_way_round_a_table_is_shown_is_known_by_the_first_card_that_tells() -> None:
    camera = Mirrored()
    assert not camera.known
    looked(camera, reading(0.99), reading(0.98))
    assert not camera.known, "an ace of spades reads as well in a mirror"
    looked(camera, reading(0.5, at=1), reading(0.99, at=1))
    assert not camera.known, "one card may be misread"
    looked(camera, reading(0.99, at=2), reading(0.2, at=2), times=2)
    looked(camera, reading(0.99, at=3), reading(0.2, at=3))
    assert camera.known
    assert not camera.on


def test_where_nothing_tells_it_is_taken_to_be_as_it_looks() -> None:
    camera = Mirrored()
    for at in range(14):
        looked(camera, reading(0.99, at=at), reading(0.98, at=at))
    assert camera.known
    assert not camera.on


def test_one_card_that_moves_about_stays_one() -> None:
    camera = Mirrored()
    for at in range(4):
        looked(camera, reading(0.4, at=at), reading(0.97, at=at, name="JH"))
    assert not camera.on


def test_one_card_never_is_however_often_it_is_looked_at() -> None:
    camera = Mirrored()
    assert looked(camera, reading(0.3), reading(0.99), times=50) == 2
    assert not camera.on


def test_a_card_laid_on_one_that_told_nothing_is_another() -> None:
    """All discards lie at one place."""
    camera = Mirrored()
    assert looked(camera, reading(0.99, name="10C"), reading(0.99, name="10C"), times=5) == 2
    assert not camera.known
    assert looked(camera, reading(0.99, name="6D"), reading(0.3, name="6D"), times=5) > 0
    assert camera.known
    assert not camera.on


def test_three_cards_of_one_look_are_enough() -> None:
    camera = Mirrored()
    looked(camera, reading(0.5, 0.4, 0.3), reading(0.99, 0.98, 0.97))
    assert camera.on


def test_a_table_that_reads_as_it_was_sent_is_soon_compared_no_more() -> None:
    camera = Mirrored()
    compared = [looked(camera, reading(0.99, at=at), reading(0.4, 0.3, 0.2)) for at in range(10)]
    assert compared == [1, 1] + [0] * 8
    assert not camera.on


def test_backs_and_unclear_cards_say_nothing() -> None:
    camera = Mirrored()
    assert looked(camera, reading(down=20), reading(0.99, down=20), times=10) == 0
    looked(camera, reading(0.1), reading(0.8), times=10)
    assert not camera.on


def test_pieces_found_in_a_mirrored_picture_do_not_outweigh_the_card_they_are_of() -> None:
    camera = Mirrored()
    looked(camera, reading(0.99), reading(0.6, 0.5, 0.5), times=3)
    assert not camera.on


def test_cards_that_look_alike_in_a_mirror_are_compared_for_a_while_only() -> None:
    camera = Mirrored()
    assert 5 < sum(looked(camera, reading(0.98, at=at), reading(0.97)) for at in range(100)) < 20
    assert not camera.on


def test_large_indices_that_read_either_way_tell_by_their_direction() -> None:
    camera = Mirrored()
    for at in range(3):
        looked(camera, reading(0.98, mirrored=True, at=at), reading(0.98, at=at))
    assert camera.on


def test_a_camera_turned_over_during_the_game_is_noticed() -> None:
    camera = Mirrored()
    looked(camera, reading(0.99, 0.99), reading(0.4, 0.4), times=5)
    looked(camera, reading(0.99, at=1), reading(0.4), times=5)
    # A single card that seems mirrored may be misread.
    assert looked(camera, reading(0.9, mirrored=True), reading(0.99), times=3) == 0
    for at in range(3):
        looked(camera, reading(0.6, 0.6, mirrored=True, at=at), reading(0.99, 0.99, at=at))
    assert camera.on


@pytest.mark.skipif(not (weights_folder() / "detector.onnx").is_file(), reason="no trained weights here")
def test_the_trained_networks_tell_a_mirrored_table_by_a_few_open_cards() -> None:
    rng, reader = np.random.default_rng(20_011), load_reader(threads=1)
    decks, backgrounds = Decks(paint=paint_deck, reuse=1), Backgrounds([])
    straight, mirrored = Mirrored(), Mirrored()
    for _ in range(6):
        image = compose(rng, decks, backgrounds, layout="few", size=(800, 600)).image
        sent, turned = (reader.read(one, live=True) for one in (image, np.asarray(cv2.flip(image, 1), dtype=np.uint8)))
        looked(straight, sent, turned)
        looked(mirrored, turned, sent)
    assert mirrored.on
    assert not straight.on
