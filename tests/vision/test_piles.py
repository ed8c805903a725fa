"""Cards that lie on each other, as looks match them with those followed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_track import QUAD, look
from vision.piles import lifted, under, without_namesakes
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


def test_a_card_that_comes_to_light_again_lies_no_higher_than_before() -> None:
    """A pile strewn about: beside the card that was taken off lies one that was laid on what comes to light there."""
    patch = np.zeros((10, 3), np.float32)
    six = Track.begin(1, look("6D"), 1.0, patch)
    queen = Track.begin(2, look("QH", QUAD + np.float32(30)), 5.0, patch)
    top = Track.begin(3, look("6H"), 9.0, patch)
    for track in (six, queen, top):
        track.told, track.seen_at = track.card(), 12.0
    six.hidden_by = top.id
    tracks = [six, queen, top]
    assert lifted(tracks, top, 12.0) is six
    assert six.first == 12.0, "that is since when it is seen as it is"
    next_on_both = Track.begin(4, look("2C", QUAD + np.float32(4)), 14.0, patch)
    assert max([six, queen], key=lambda track: track.laid) is queen
    assert under([six, next_on_both], next_on_both) is six
