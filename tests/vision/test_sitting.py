"""A pack named by indices and faces together."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rules.cards import CARDS
from tests.vision.printed import whole_pack
from vision.examples import shown
from vision.profile import load_profile
from vision.sitting import Looks, named
from vision.teaching import teach
from vision.types import DIRECTIONS, GLYPHS, SUITS, Floats, Image, Index, IndexReading, Reading, SeenCard

PACK = [str(card) for card in CARDS]


def read(code: str, quad: Floats, rng: np.random.Generator) -> Index:
    """An index that reads clearly."""
    glyphs, suits = np.full(len(GLYPHS), 0.001, np.float32), np.full(len(SUITS), 0.005, np.float32)
    glyphs[GLYPHS.index(code[:-1])], suits[SUITS.index(code[-1])] = 0.979, 0.98
    way = np.eye(len(DIRECTIONS), dtype=np.float32)[0]
    features = rng.normal(0, 1, 128).astype(np.float32)
    return Index(quad, None, None, 0.9, IndexReading(glyphs, suits, way, quad, features=features))


@cache
def sitting(seed: int, deck: int = 1, mute: int = 0) -> tuple[Reading, Image]:
    """A pack in some order, read; of the last `mute` cards no index was found."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(52).tolist()
    image, quads = whole_pack(deck, order)
    cards = [
        SeenCard(None, "up", 0.5, quad, indices=() if row >= 52 - mute else (read(PACK[number], quad, rng),))
        for row, (number, quad) in enumerate(zip(order, quads, strict=True))
    ]
    return Reading(image.shape[1], image.shape[0], tuple(cards)), image


def test_cards_whose_indices_were_not_found_are_named_by_their_faces() -> None:
    readings, pictures = zip(*(sitting(seed, mute=12) for seed in range(3)), strict=True)
    alone = shown(readings)
    cards, portraits = named(readings, Looks(readings, pictures))
    assert len(alone) == 3 * 40
    assert len(cards) >= 3 * 52 - 4
    for one in cards:
        order = np.random.default_rng(one.picture).permutation(52)
        assert one.card == order[one.place]
    assert portraits is not None
    assert portraits.known.all()


@pytest.mark.parametrize("decks", [(1,), (1, 2), (1, 2, 3)], ids=["one picture", "two decks", "three decks"])
def test_pictures_that_do_not_bear_each_other_out_give_no_portraits(decks: tuple[int, ...]) -> None:
    readings, pictures = zip(*(sitting(seed, deck) for seed, deck in enumerate(decks)), strict=True)
    cards, portraits = named(readings, Looks(readings, pictures))
    assert portraits is None
    assert len(cards) == 52 * len(decks)


def test_frames_of_a_video_are_held_out_together() -> None:
    readings, pictures = zip(*(sitting(seed) for seed in (0, 0, 0, 1, 1, 1)), strict=True)
    parts = Looks(readings, pictures).parts
    assert sorted(set(parts)) == [0, 1, 2, 3]
    assert parts == sorted(parts)


def test_without_pictures_only_indices_are_learned_from() -> None:
    readings = [sitting(seed)[0] for seed in range(2)]
    cards, portraits = named(readings, None)
    assert len(cards) == 104
    assert portraits is None


def test_portraits_are_taught_and_kept(tmp_path: Path) -> None:
    readings, pictures = zip(*(sitting(seed) for seed in range(2)), strict=True)
    profile = teach("mine", readings, pictures=iter(pictures)).profile
    assert profile.portraits is not None
    assert profile.save(tmp_path).stat().st_size < 200_000
    again = load_profile("mine", tmp_path).portraits
    assert again is not None
    assert again.worth == profile.portraits.worth
    assert np.abs(again.pictures - profile.portraits.pictures).max() < 0.01
