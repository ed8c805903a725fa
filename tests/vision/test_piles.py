"""Cards that lie on each other, as looks match them with those followed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_track import QUAD, look
from vision.piles import without_namesakes
from vision.track import Track
from vision.types import Index


@pytest.mark.parametrize(
    ("below", "above", "corners", "laid"),
    [(2, True, 2, True), (2, True, 1, False), (2, False, 2, False), (None, True, 2, False)],
)
def test_what_lies_on_a_pile_is_not_its_namesake_of_another_pack_that_is_buried_there(
    below: int | None, above: bool, corners: int, laid: bool
) -> None:
    """Seen with two of its corners, while of the card that lay on top one corner peeps out. Else it may be that one."""
    corner = QUAD * 0.1
    mine = tuple(Index(corner + 50 * number, "8", "H", 0.99) for number in range(corners))
    eight = replace(look("8H"), indices=mine)
    king = replace(look("KS", QUAD + 6, index=above), indices=(Index(corner + 6, "K", "S", 0.99),))
    patch = np.zeros((10, 3), np.float32)
    tracks = [Track.begin(1, eight, 0.0, patch), Track.begin(2, king, 1.0, patch)]
    tracks[0].hidden_by = below
    kept = without_namesakes([(tracks[0], eight), (tracks[1], king)])
    assert [track.id for track, _ in kept] == ([2] if laid else [1, 2])
