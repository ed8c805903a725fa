"""Artwork decks: indices found where they are printed, variants that keep their marks true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.artwork import HEIGHT, Artwork, ArtworkError, load_artwork
from datasets.deck import CODES, Face
from datasets.painter import PaintedDeck, deck_painter
from datasets.painter.index import IndexPrinter
from datasets.painter.suits import SuitStyle
from datasets.variant import artwork_variant, recoloured_back

ART = Path(__file__).resolve().parents[3] / "shared" / "data" / "train" / "art"


def overlap(
    first: np.ndarray[tuple[int, ...], np.dtype[np.float32]], second: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> float:
    """Intersection over union of two upright boxes given by their corners."""
    low = np.maximum(first.min(0), second.min(0))
    high = np.minimum(first.max(0), second.max(0))
    common = float(np.prod(np.maximum(high - low, 0)))
    return common / (float(np.prod(np.ptp(first, axis=0))) + float(np.prod(np.ptp(second, axis=0))) - common)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PaintedDeck]:
    """A folder of pictures of a plain deck whose marks are known."""
    folder = tmp_path_factory.mktemp("art")
    deck = PaintedDeck(np.random.default_rng(2), faces=())
    style = replace(
        deck.index.style,
        rank_height=0.09,
        suit_height=0.07,
        gap=0.2,
        beside=False,
        four_corners=False,
        court_suit=True,
        centred=True,
        embolden=0,
        hollow=0,
        outline=0,
        slant=0.0,
        bend=0.0,
        clear=False,
        left=0.035,
        top=0.04,
        squeeze=1.0,
    )
    deck.index = IndexPrinter(style, SuitStyle.random(np.random.default_rng(1), None), deck.width, deck.height)
    deck.palette = replace(
        deck.palette,
        stock=(250.0, 250.0, 250.0),
        suits={"C": (20.0, 20.0, 20.0), "S": (20.0, 20.0, 20.0), "D": (30.0, 20.0, 200.0), "H": (30.0, 20.0, 200.0)},
        sheen=0.0,
    )
    deck.pips.style = replace(deck.pips.style, kind="pips", ace="plain")
    deck.court = replace(deck.court, kind="letter")
    deck.wear = replace(deck.wear, edge=0.0, dirt=0.0, scratches=0, soft=0.0)
    deck.language, deck.glyphs = "en", {}
    deck.ground = replace(deck.ground, kind="plain", frame=0.0, bars=False, corner_suits=False)
    for code in CODES:
        cv2.imwrite(str(folder / f"{code}.png"), deck.face(code).image)
    cv2.imwrite(str(folder / "BACK.png"), deck.back())
    return folder, deck


@pytest.fixture(scope="module")
def art(printed: tuple[Path, PaintedDeck]) -> Artwork:
    """That folder, loaded."""
    return load_artwork(printed[0])


def test_indices_are_found_where_they_were_printed(printed: tuple[Path, PaintedDeck], art: Artwork) -> None:
    deck = printed[1]
    assert art.codes() == CODES
    good = 0
    for code in CODES:
        face, truth = art.face(code), deck.face(code)
        assert [mark.glyph for mark in face.marks] == [code[:-1]] * 2
        assert [mark.suit for mark in face.marks] == [code[-1]] * 2
        for mark, true in zip(face.marks, truth.marks, strict=True):
            good += overlap(mark.quad, true.quad) > 0.8
            # The order of the corners too: the first is the index's own top left.
            assert np.abs(mark.quad[0] - true.quad[0]).max() < 15
    assert good >= 100, f"only {good} of 104 indices found well"


@pytest.mark.parametrize("seed", range(4))
def test_a_variant_has_every_card_with_its_marks_inside(art: Artwork, seed: int) -> None:
    variant = artwork_variant(art, np.random.default_rng(seed))
    for code in ("AS", "10D", "KC"):
        face: Face = variant.face(code)
        height, width = face.image.shape[:2]
        assert height == HEIGHT
        assert len(face.marks) == 2
        for mark in face.marks:
            assert (mark.quad >= -1).all()
            assert (mark.quad <= [width, height]).all()
    again = artwork_variant(art, np.random.default_rng(seed))
    assert np.array_equal(variant.face("AS").image, again.face("AS").image)
    assert variant.back().shape == variant.face("AS").image.shape


def test_a_back_of_artwork_comes_in_other_colours_with_the_same_print(art: Artwork) -> None:
    rng = np.random.default_rng(8)
    drawn = [recoloured_back(art, rng, (140, 200)) for _ in range(8)]
    assert {one.shape for one in drawn} == {(200, 140, 3)}
    means = np.array([one.reshape(-1, 3).mean(axis=0) for one in drawn])
    assert np.ptp(means, axis=0).max() > 40
    again = recoloured_back(art, np.random.default_rng(8), (140, 200))
    assert np.array_equal(again, drawn[0])


def test_painted_decks_borrow_the_artworks_courts(printed: tuple[Path, PaintedDeck]) -> None:
    paint = deck_painter([printed[0]])
    kinds = {paint(np.random.default_rng(seed)).court.kind for seed in range(20)}
    assert "artwork" in kinds
    decks = (paint(np.random.default_rng(seed)) for seed in range(200))
    deck = next(deck for deck in decks if deck.court.kind == "artwork" and not deck.palette.dark)
    assert len(deck.face("KH").marks) in (2, 4)
    # Without artwork the same generator state never asks for it.
    assert deck_painter([])(np.random.default_rng(0)).court.kind != "artwork"


def test_the_index_can_be_taken_out(art: Artwork) -> None:
    bare = art.without_index("7S")
    for mark in art.face("7S").marks:
        left, top = mark.quad.min(0).astype(int)
        right, bottom = mark.quad.max(0).astype(int)
        middle = bare[top + 2 : bottom - 1, left + 2 : right - 1, :3].astype(int)
        rank_left, rank_top = mark.rank_quad.min(0).astype(int) + 2
        rank_right, rank_bottom = mark.rank_quad.max(0).astype(int) - 1
        assert np.abs(bare[rank_top:rank_bottom, rank_left:rank_right, :3].astype(int) - art.stock).max() < 30
        assert middle.size


def test_a_folder_without_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtworkError, match="AC"):
        load_artwork(tmp_path)


def test_a_broken_picture_is_named(printed: tuple[Path, PaintedDeck], tmp_path: Path) -> None:
    for path in printed[0].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "3H.png").write_bytes(b"no picture")
    with pytest.raises(ArtworkError, match=r"3H\.png"):
        Artwork(tmp_path).face("3H")


def test_a_card_that_is_none_is_refused(art: Artwork) -> None:
    with pytest.raises(KeyError):
        art.face("11S")


@pytest.mark.skipif(not ART.is_dir(), reason="the artwork folder ../shared/data/train/art is absent")
def test_real_artwork_has_two_indices_per_card() -> None:
    folders = sorted(path for path in ART.iterdir() if path.is_dir())
    assert folders
    for folder in folders:
        art = load_artwork(folder)
        for code in ("2C", "10H", "QD", "AS"):
            marks = art.face(code).marks
            assert len(marks) == 2, (folder.name, code)
            width = art.face(code).image.shape[1]
            for mark in marks:
                assert mark.suit_quad is not None
                tall = float(np.ptp(mark.rank_quad[:, 1]))
                assert 0.03 * HEIGHT < tall < 0.2 * HEIGHT, (folder.name, code)
                assert float(np.ptp(mark.quad[:, 0])) < 0.3 * width, (folder.name, code)
