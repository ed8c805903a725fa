"""Table tops: made by chance, and cut out of photos without their cards."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.surfaces import SURFACES


@pytest.mark.parametrize("surface", [surface for surface, _ in SURFACES], ids=lambda s: s.__name__)
@pytest.mark.parametrize("size", [(320, 200), (201, 333)])
def test_every_surface_fills_its_size(surface, size) -> None:  # type: ignore[no-untyped-def]
    image = surface(np.random.default_rng(5), size)
    assert image.shape == (size[1], size[0], 3)
    assert image.dtype == np.uint8
    again = surface(np.random.default_rng(5), size)
    assert np.array_equal(image, again)


def test_printed_cloths_fill_their_size_and_others_stay_what_they_were() -> None:
    cloths = Backgrounds(printed=1.0)
    drawn = [cloths.sample(np.random.default_rng(seed), (201, 133)) for seed in range(8)]
    assert {(image.shape, image.dtype) for image in drawn} == {((133, 201, 3), np.dtype(np.uint8))}
    assert len({image.tobytes() for image in drawn}) == 8
    assert np.array_equal(drawn[0], cloths.sample(np.random.default_rng(0), (201, 133)))
    # None is what it would be without them: films and scenes of a seed stay the same.
    plain, told = (Backgrounds(**given).sample(np.random.default_rng(9), (64, 48)) for given in ({}, {"printed": 0.0}))
    assert np.array_equal(plain, told)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Green tables with one pure red card, labelled a little too tight."""
    (tmp_path / "images").mkdir()
    lines = []
    for name, (x, y) in {"a": (40, 60), "b": (180, 30)}.items():
        image = np.full((240, 320, 3), (40, 120, 40), dtype=np.uint8)
        cv2.rectangle(image, (x, y), (x + 70, y + 100), (0, 0, 255), -1)
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), image)
        box = {"card": "5H", "kind": "card", "xyxy": [x + 6, y + 6, x + 64, y + 94]}
        lines.append(json.dumps({"image": f"images/{name}.png", "width": 320, "height": 240, "boxes": [box]}))
    (tmp_path / "labels.jsonl").write_text("\n".join(lines))
    return tmp_path


def test_no_card_of_a_photo_shines_through(photos: Path) -> None:
    backgrounds = Backgrounds([photos], photo_share=1.0)
    for seed in range(20):
        image = backgrounds.sample(np.random.default_rng(seed), (400, 300)).astype(int)
        assert image.shape == (300, 400, 3)
        assert (image[:, :, 1] > image[:, :, 2]).all()


def test_photos_with_other_labels_are_passed_over(photos: Path) -> None:
    label = {"image": "images/a.png", "boxes": [{"card": "5H", "kind": "index", "xyxy": [0, 0, 9, 9]}]}
    (photos / "labels.jsonl").write_text(json.dumps(label))
    image = Backgrounds([photos], photo_share=1.0).sample(np.random.default_rng(2), (64, 64))
    assert image.shape == (64, 64, 3)


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"has no labels\.jsonl"):
        Backgrounds([tmp_path])
