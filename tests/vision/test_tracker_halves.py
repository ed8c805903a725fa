"""The tracker where a hand, an edge or the cloth leaves of a card only a part to see, or makes something else of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, names, play
from vision.table import TrackEvent
from vision.tracker import Tracker
from vision.types import Image, Reading, SeenCard


class Corners(Table):
    """Of some cards only an index is found, as it peeps out under another or from behind a hand."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.peeping: list[tuple[str, float, float]] = []
        self.outlined: dict[str, float] = {}
        self.courts: set[str] = set()
        self.unseen: set[str] = set()
        self.sure: dict[str, float] = {}
        self.wide: dict[str, float] = {}

    def index(self, code: str, at: tuple[float, float], sure: float) -> None:
        """From now on a card is found that seems to lie there by its index alone, however surely that is read."""
        self.peeping.append((code, *at))
        self.sure[code] = sure

    def lay(self, out: Image, name: str) -> None:
        super().lay(out, name)
        if name in self.courts:
            x, y = self.cards[name]
            cv2.rectangle(out, (x + 14, y + 10), (x + WIDE - 14, y + TALL - 10), (90, 40, 30), -1)

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        extra = []
        for code, x, y in self.peeping:
            corners = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + TALL], [x, y + TALL]], np.float32)
            known = Card.parse(code)
            sure = self.outlined.get(code, self.sure.get(code, 0.97))
            placed = "face" if code in self.outlined else "index"
            extra.append(SeenCard(known, "up", sure, corners, placed, candidates={known: sure}))
        found = [card for card in reading.cards if card.side == "down" or card.card is not None]
        for name, more in self.wide.items():
            # The outline begins so many pixels too far to the left.
            found = [
                replace(card, corners=card.corners - np.float32([(more, 0), (0, 0), (0, 0), (more, 0)]))
                if str(card.card) == name
                else card
                for card in found
            ]
        hidden = [self.quad(name).mean(axis=0) for name in self.unseen]
        found = [card for card in found if all(np.hypot(*(card.corners.mean(axis=0) - at)) > 9 for at in hidden)]
        return replace(reading, cards=(*extra, *found))


def told(events: list[TrackEvent]) -> list[tuple[str, str, str]]:
    """Events by their type and the names of the cards before and after."""
    return [
        (event.type, str(event.before and event.before.card), str(event.after and event.after.card)) for event in events
    ]


@pytest.fixture
def cornered() -> tuple[Corners, Tracker, float]:
    table = Corners()
    table.cards = {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "?2": (440, 60), "9C": (200, 220)}
    tracker = Tracker(table, packs=1)
    _, time = play(table, tracker, 1.0, 0.0)
    return table, tracker, time


def test_a_card_that_peeps_out_under_a_new_one_is_not_laid_on_it(cornered: tuple[Corners, Tracker, float]) -> None:
    table, tracker, time = cornered
    table.cards["QD"] = (204, 223)
    # The nine of clubs below is seen by one corner and taken for another suit.
    table.peeping = [("9S", 199, 221)]
    events, time = play(table, tracker, 2.5, time)
    assert told(events) == [("update", "9C", "QD")]
    assert names(tracker, table, time) == ["5H", "??", "??", "KS", "QD"]


def test_a_card_that_peeps_out_beside_a_back_is_not_laid_where_that_is(
    cornered: tuple[Corners, Tracker, float],
) -> None:
    table, tracker, time = cornered
    table.cards["?3"] = (206, 226)
    # For a moment the back that was laid on the nine is not seen, and of a card below an index is.
    table.unseen = {"?3"}
    table.peeping = [("6S", 198, 221)]
    events, time = play(table, tracker, 0.2, time)
    table.unseen = set()
    more, time = play(table, tracker, 2.0, time)
    assert [(e.type, str(e.before and e.before.card), e.after and e.after.side) for e in events + more] == [
        ("update", "9C", "down")
    ]


def test_what_peeps_out_under_a_face_seen_whole_is_not_laid_on_it(cornered: tuple[Corners, Tracker, float]) -> None:
    table, tracker, time = cornered
    table.peeping = [("6S", 192, 214)]
    # A reflection has come to lie on a part of it, so that its place looks otherwise.
    table.lamp = (204, 224, 230, 296)
    events, time = play(table, tracker, 3.0, time)
    assert events == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]


def test_what_peeps_out_of_a_pile_does_not_come_to_light_where_another_card_is_laid(
    cornered: tuple[Corners, Tracker, float],
) -> None:
    """Of the card that is laid a hand leaves an index; the outline found there is given to one that lies below."""
    table, tracker, time = cornered
    table.cards["QD"] = (204, 223)
    table.peeping = [("9C", 200, 222)]
    _, time = play(table, tracker, 2.0, time)
    del table.cards["QD"]
    table.cards["JS"] = (202, 226)
    table.unseen = table.courts = {"JS"}
    table.outlined = {"9C": 0.6}
    table.peeping = [("JS", 206, 229), ("9C", 203, 225)]
    events, time = play(table, tracker, 0.12, time)
    table.outlined["9C"] = 0.97
    more, time = play(table, tracker, 0.2, time)
    events += more
    table.unseen, table.peeping = set(), [("9C", 200, 222)]
    events += play(table, tracker, 1.5, time)[0]
    assert told(events) == [("update", "QD", "JS")]


def test_an_index_beside_a_hand_makes_no_second_card(cornered: tuple[Corners, Tracker, float]) -> None:
    table, tracker, time = cornered
    table.hand = (60, 40, 110, 180)
    table.peeping = [("5H", 116, 62)]
    events, time = play(table, tracker, 1.5, time)
    table.hand, table.peeping = None, []
    more, time = play(table, tracker, 1.0, time)
    assert events + more == []


class Sleeved(Table):
    """What lies under the hand's own end passes for a face-down card."""

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        if self.hand is None:
            return reading
        left, top, _, _ = self.hand
        sleeve = np.float32([(left, top), (left + WIDE, top), (left + WIDE, top + TALL), (left, top + TALL)])
        return replace(reading, cards=(*reading.cards, SeenCard(None, "down", 0.7, sleeve)))


def test_a_sleeve_as_wide_as_a_card_is_none() -> None:
    table = Sleeved()
    table.cards = {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "?2": (440, 60), "9C": (200, 220)}
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    table.hand = (440, 220, 440 + WIDE, 360)
    events, time = play(table, tracker, 0.8, time)
    assert events == []
    table.hand, table.cards["?3"] = None, (440, 220)
    events, time = play(table, tracker, 0.6, time)
    assert [(event.type, event.after and event.after.side) for event in events] == [("new", "down")]


class Narrowed(Table):
    """A card that a hand hid half of is outlined too narrow."""

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        half = np.float32([0, WIDE / 2, WIDE / 2, 0])
        cards = [
            replace(card, corners=card.corners - np.stack([half, np.zeros(4, np.float32)], axis=1))
            if card.side == "down"
            else card
            for card in reading.cards
        ]
        return replace(reading, cards=tuple(cards))


@pytest.mark.parametrize("restless", [False, True], ids=["a table at rest", "a hand elsewhere"])
def test_a_place_left_bare_at_the_edge_of_the_picture_is_no_arm(restless: bool) -> None:
    table = Narrowed()
    table.cards = {"5H": (80, 60), "?1": (640 - WIDE, 60), "KS": (320, 60), "9C": (200, 220)}
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    del table.cards["?1"]

    def fidget(t: float) -> None:
        x = 60 + 10 * int(10 * t)
        table.hand = (x, 200, x + 90, 359) if restless else None

    events, time = play(table, tracker, 1.6, time, fidget)
    assert [(event.type, event.before and event.before.side) for event in events] == [("end", "down")]


class Black(Table):
    """A black cloth, and cards of which a few pips alone differ from it."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.ground = np.full_like(self.ground, 24)

    def lay(self, out: Image, name: str) -> None:
        x, y = self.cards[name]
        for left, top in ((8, 8), (40, 8), (8, 60), (40, 60)):
            cv2.rectangle(out, (x + left, y + top), (x + left + 9, y + top + 12), (90, 190, 210), -1)


def test_a_black_card_taken_off_a_black_cloth_ends() -> None:
    table = Black()
    table.cards = {"5H": (80, 60), "KS": (320, 60), "9C": (200, 220)}
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    del table.cards["KS"]
    events, time = play(table, tracker, 1.0, time)
    assert [(event.type, str(event.before and event.before.card)) for event in events] == [("end", "KS")]


def test_an_index_alone_is_told_as_a_card_after_a_closer_look(cornered: tuple[Corners, Tracker, float]) -> None:
    table, tracker, time = cornered
    table.cards["JOKER"] = (440, 220)
    table.blind.add("JOKER")
    table.peeping = [("3D", 441, 219)]
    events, _ = play(table, tracker, 1.5, time)
    assert [(event.type, str(event.after and event.after.card)) for event in events] == [("new", "3D")]
    assert 0.3 <= events[0].time - time <= 0.6
