"""Which scenes a detector has left to learn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.train.hard import wrong_share
from models.train.ring import Truth, indices_alone
from vision.geometry import UNIT
from vision.types import Sightings


def quad(x: float, y: float, width: float, height: float) -> np.ndarray:
    return (UNIT * (width, height) + (x, y)).astype(np.float32)


FACE, BACK, INDEX = quad(100, 100, 100, 140), quad(300, 100, 100, 140), quad(106, 106, 16, 30)


def truth(**changes: object) -> Truth:
    """A face with one index beside a back, all in sight."""
    index = indices_alone([INDEX], [FACE], [np.ones(2, np.float32)], ["7"], ["H"], [])
    lain = replace(
        index,
        cards=np.stack([FACE, BACK]),
        card_class=np.array([1, 2]),
        card_visible=np.ones(2, np.float32),
        pips_known=np.zeros(2, np.bool_),
    )
    return replace(lain, **changes)  # type: ignore[arg-type]


def sightings(faces: list[np.ndarray], backs: list[np.ndarray], indices: list[np.ndarray], score: float) -> Sightings:
    said = {}
    for kind, quads in (("face", faces), ("back", backs), ("index", indices)):
        said[f"{kind}_quads"] = np.array(quads, np.float32).reshape(-1, 4, 2)
        said[f"{kind}_scores"] = np.full(len(quads), score, np.float32)
    return Sightings(**said, index_cards=np.zeros((len(indices), 4, 2), np.float32))


@pytest.mark.parametrize(
    ("faces", "backs", "indices", "score", "share"),
    [
        ([FACE], [BACK], [INDEX], 0.9, 0.0),
        ([FACE], [BACK], [INDEX], 0.4, 1.0),
        ([FACE], [], [INDEX], 0.9, 1 / 3),
        ([FACE + 8], [BACK], [INDEX + 3], 0.9, 0.0),
        ([FACE + 30], [BACK], [INDEX], 0.9, 1 / 3),
        ([FACE, quad(300, 300, 100, 140)], [BACK], [INDEX], 0.9, 1 / 4),
        ([FACE], [BACK], [INDEX, quad(400, 20, 16, 30)], 0.9, 1 / 4),
        ([FACE, BACK], [], [INDEX], 0.9, 2 / 4),
    ],
    ids=["right", "faint", "missed", "near", "askew", "face in vain", "index in vain", "other side"],
)
def test_what_is_missed_and_what_is_seen_in_vain(
    faces: list[np.ndarray], backs: list[np.ndarray], indices: list[np.ndarray], score: float, share: float
) -> None:
    assert wrong_share(sightings(faces, backs, indices, score), truth(), 1.0) == pytest.approx(share)


def test_what_is_small_or_half_covered_need_not_be_found_but_may_be() -> None:
    nothing, everything = sightings([], [], [], 0.9), sightings([FACE], [BACK], [INDEX], 0.9)
    covered = truth(card_visible=np.full(2, 0.5, np.float32), index_visible=np.full((1, 2), 0.5, np.float32))
    for found in (nothing, everything):
        assert wrong_share(found, covered, 1.0) == 0
    assert wrong_share(nothing, truth(), 0.25) == 0
    left_open = truth(ignore=np.stack([quad(280, 280, 140, 180)]))
    again = sightings([FACE, quad(300, 300, 100, 140)], [BACK], [INDEX, quad(340, 340, 16, 30)], 0.9)
    assert wrong_share(again, left_open, 1.0) == 0
