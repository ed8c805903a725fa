"""Cards that lie on each other, as looks match them with those followed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.test_track import QUAD, look
from vision.confirmation import Confirmation
from vision.motion import Motion
from vision.piles import lifted, under, unearth, without_namesakes
from vision.table import TrackEvent
from vision.track import Track
from vision.types import Index, SeenCard


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


class Pile:
    """A queen of clubs known to lie under one of diamonds, both followed, and what looks say of it.

    The picture looks like that of the card that `lies` on top.
    """

    def __init__(self, packs: int = 1, lies: str = "QC") -> None:
        self.packs, self.lies, self.motion, self.time = packs, lies, Motion(), 0.0
        self.tracks = []
        for number, name in ((1, "QC"), (2, "QD")):
            self._frame(name)
            self.tracks.append(Track.begin(number, shown(name), 0.0, self.motion.patch(QUAD)))
        self.below, self.top = self.tracks
        for track in self.tracks:
            track.told = track.card()
        self.below.hidden_by = self.top.id

    def _frame(self, name: str) -> None:
        image = np.full((360, 640, 3), 60, np.uint8)
        print_ = np.random.default_rng(["QC", "QD"].index(name)).uniform(60, 240, (10, 9)).astype(np.uint8)
        image[60:160, 148:240] = cv2.resize(print_, (92, 100))[..., None]
        self.change = self.motion.update(image, self.time)

    def sees(self, *seen: tuple[Track, SeenCard]) -> list[TrackEvent]:
        """One look at some of the cards."""
        self.time += 0.1
        self._frame(self.lies)
        for track, card in seen:
            track.seen_at = self.time
            if track.hidden_by is None:
                track.see(card)
        nowhere, cards = np.zeros_like(self.change.dirty), [card for _, card in seen]
        confirmation = Confirmation(
            self.tracks, self.packs, self.motion, self.change, self.time, nowhere, ~nowhere, cards, False
        )
        return [event for track, card in seen for event in confirmation.found(track, card)]


def shown(name: str, corners: int = 2, shift: float = 0.0) -> SeenCard:
    """A card seen whole, by so many of its indices, or by the one that peeps out."""
    rank, suit = name
    places = [QUAD * 0.1 + shift, QUAD * 0.1 + 50][:corners]
    indices = tuple(Index(place.astype(np.float32), rank, suit, 0.99) for place in places)
    return replace(look(name, QUAD + np.float32(shift), index=corners == 1), indices=indices)


@pytest.mark.parametrize(
    ("packs", "above", "lies", "laid"),
    [(1, 1, "QC", True), (1, 2, "QC", False), (2, 1, "QC", False), (1, 1, "QD", False)],
)
def test_a_card_known_to_lie_buried_that_is_seen_whole_was_laid_on_the_pile(
    packs: int, above: int, lies: str, laid: bool
) -> None:
    """Of what lay on it a corner peeps out.

    Where that is seen whole too, or looks as it did, or the card has an equal, nothing is told.
    """
    pile = Pile(packs, lies)
    looks = [pile.sees((pile.below, shown("QC")), (pile.top, shown("QD", above, 6))) for _ in range(3)]
    told = [(str(event.before.card), str(event.after.card)) for events in looks for event in events]
    assert told == ([("QD", "QC")] if laid else [])
    assert not looks[0], "one look may be wrong"
    assert (pile.below.hidden_by, pile.top.hidden_by) == ((None, 1) if laid else (2, None))


def test_a_card_that_comes_to_light_is_the_one_that_lay_buried() -> None:
    """The queen of diamonds was taken off unseen, and the one of clubs is outlined anew: nothing of the old is left."""
    pile = Pile()
    anew = Track.begin(3, shown("QC", shift=3), 0.05, pile.motion.patch(QUAD))
    pile.tracks.append(anew)
    told = [event for _ in range(8) for event in pile.sees((anew, shown("QC", shift=3)))]
    assert [(event.type, event.id, str(event.before.card), str(event.after.card)) for event in told] == [
        ("update", 1, "QD", "QC")
    ]
    assert pile.tracks == [anew]
    assert anew.laid == 0.0


@pytest.mark.parametrize(("spread", "told"), [(True, []), (False, [("QD", "JS")])], ids=["both corners", "one of them"])
def test_what_peeps_out_under_a_card_come_to_light_with_both_its_corners_open_is_not_laid_there(
    spread: bool, told: list[tuple[str, str]]
) -> None:
    """The card on top was taken: by an index a jack from deeper down seems to lie where it did."""
    pile = Pile()
    first, last = (QUAD[0] + (QUAD - QUAD[0]) * 0.15).astype(np.float32), QUAD[2] + (QUAD - QUAD[2]) * np.float32(0.15)
    places = [first, last.astype(np.float32)] if spread else [first]
    whole = replace(look("QC"), indices=tuple(Index(place, "Q", "C", 0.99) for place in places))
    jack = replace(look("JS", QUAD + np.float32(8), index=True), indices=(Index(first + 8, "J", "S", 0.99),))
    anew = Track.begin(3, jack, 0.05, pile.motion.patch(QUAD))
    pile.tracks.append(anew)
    events = [event for _ in range(8) for event in pile.sees((pile.below, whole), (anew, jack))]
    assert [(str(event.before.card), str(event.after.card)) for event in events] == told


def test_of_a_pile_only_what_lay_on_a_card_that_comes_to_light_is_gone() -> None:
    patch = np.zeros((10, 3), np.float32)
    cards = [
        Track.begin(number, shown(name), 1.0 * number, patch) for number, name in enumerate(("5S", "QC", "9H", "QD"))
    ]
    for track in cards[:3]:
        track.hidden_by = 3
    anew = Track.begin(7, shown("QC"), 9.0, patch)
    tracks = [*cards, anew]
    unearth(tracks, cards[3], cards[1], anew)
    assert tracks == [cards[0], anew]
    assert (anew.id, anew.laid, cards[0].hidden_by) == (1, 1.0, 1)
    assert anew.seen.card == Card.parse("QC")
