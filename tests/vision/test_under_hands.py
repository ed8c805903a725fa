"""What lies half under a hand is believed only once the hand has gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import WIDE, Table, begun, lay_by, names, play
from vision.geometry import begun_like
from vision.likeness import blinded, likeness
from vision.motion import Motion
from vision.track import Track
from vision.tracker import Tracker
from vision.types import Floats, Image, Index, Reading, SeenCard


@pytest.fixture
def started() -> tuple[Table, Tracker, float]:
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "9C": (200, 220)})
    return table, tracker, time


def outlined_under_a_hand(
    monkeypatch: pytest.MonkeyPatch, table: Table, name: str, outline: Callable[[Floats], Floats]
) -> None:
    """Have a card of that name outlined otherwise than it lies for as long as a hand is there."""
    read = table.read

    def badly(*args: Any, **options: Any) -> Reading:
        reading = read(*args, **options)
        cards = [
            replace(card, corners=outline(card.corners)) if table.hand and str(card.card) == name else card
            for card in reading.cards
        ]
        return replace(reading, cards=tuple(cards))

    monkeypatch.setattr(table, "read", badly)


def test_a_card_read_as_another_under_a_moving_hand_stays_what_it_is(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.under_hand = {"9C": "AD"}

    def fumble(t: float) -> None:
        reach = int(30 * abs(1 - (t * 4) % 2))
        table.hand = (170 + reach, 250, 262 + reach, 359)

    events, time = play(table, tracker, 1.6, time, fumble)
    table.hand = None
    more, time = play(table, tracker, 0.6, time)
    assert events + more == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_half_a_card_beside_a_sleeve_that_rests_on_it_is_not_another_card(
    started: tuple[Table, Tracker, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tracker, time = started
    table.under_hand = {"9C": "3C"}
    # Up to where the sleeve begins.
    outlined_under_a_hand(monkeypatch, table, "3C", lambda corners: np.minimum(corners, np.float32([240, np.inf])))
    table.hand = (240, 0, 300, 359)
    events, time = play(table, tracker, 1.2, time)
    table.hand = None
    more, time = play(table, tracker, 0.6, time)
    assert events + more == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_a_card_half_under_a_hand_lies_where_it_did(
    started: tuple[Table, Tracker, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tracker, time = started
    true = table.quad("9C")
    table.under_hand = {"9C": "9C"}
    # Up to where the hand ends, which now and then stirs a little.
    edge = np.float32([true[0, 0] + 0.22 * WIDE, -np.inf])
    outlined_under_a_hand(monkeypatch, table, "9C", lambda corners: np.maximum(corners, edge))

    def reach(t: float) -> None:
        left = int(edge[0]) - 60 + 2 * (int(t * 3) % 2)
        table.hand = (left, 180, left + 60, 359)

    events, time = play(table, tracker, 1.6, time, reach)
    table.hand = None
    more, time = play(table, tracker, 0.6, time)
    assert events + more == []
    lying = next(card for card in tracker.update(table.image(), time).cards if str(card.card.card) == "9C")
    assert np.abs(begun_like(lying.card.corners[None], true)[0] - true).max() < 2.5


def test_a_card_laid_and_taken_by_a_hand_that_never_left_is_told_as_gone(
    started: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = started
    table.under_hand = {"3D": "3D"}
    table.cards["3D"] = (440, 200)
    table.hand = (430, 255, 520, 359)
    events, time = play(table, tracker, 0.5, time)
    assert [(event.type, str(event.after.card)) for event in events if event.after] == [("new", "3D")]
    del table.cards["3D"]
    table.hand = None
    events, time = play(table, tracker, 0.8, time)
    assert [(event.type, str(event.before.card)) for event in events if event.before] == [("end", "3D")]
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_a_card_is_his_who_laid_it_and_not_his_who_reached_over_it_before_it_could_be_read(
    started: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = started

    def near(t: float) -> None:
        table.hand = (430, 359 - round(380 * (0.4 - abs(t - 0.4))), 500, 359) if t < 0.8 else None
        if t > 0.4:
            table.cards["3D"] = (440, 220)

    table.blind = {"3D"}
    events, time = play(table, tracker, 1.0, time, near)
    assert events == [], "it cannot be read yet"

    def far(t: float) -> None:
        table.hand = (430, 0, 500, round(560 * (0.5 - abs(t - 0.5))))

    told, time = play(table, tracker, 1.0, time, far)
    table.hand = None
    later, time = play(table, tracker, 1.0, time)
    (event,) = told + later
    assert event.type == "new"
    state = tracker.update(table.image(), time)
    assert [card.reached for card in state.cards if card.id == event.id] == ["near"]


def test_light_that_has_come_to_lie_on_the_table_is_nobodys_arm(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.ground[230:, 200:] = 250
    events, time = play(table, tracker, 3.0, time)
    assert events == []
    assert lay_by(table, tracker, time, "3D", (440, 180), (420, 0, 520, 270))["3D"] == "far"


def on_white(spot: int = 0) -> tuple[Table, Tracker, float]:
    """Cards on a white table, part of which a lamp may light up more all the time."""
    table = Table()
    table.ground[:] = 243
    if spot:
        table.ground[180:, 120:380] = spot
    tracker, time = begun(table, {"5H": (80, 40), "?1": (200, 40), "KS": (440, 40), "9C": (200, 210)})
    return table, tracker, time


@pytest.mark.parametrize("lamp", [(40, 10, 330, 190), (130, 100, 340, 200)], ids=["over two cards", "over half of one"])
def test_a_card_under_a_light_on_a_white_table_is_not_told_as_taken(lamp: tuple[int, int, int, int]) -> None:
    table, tracker, time = on_white()
    table.lamp = lamp
    events, time = play(table, tracker, 2.5, time)
    assert events == []
    # What lies beside the light and is taken is told.
    del table.cards["KS"]
    events, time = play(table, tracker, 1.0, time)
    assert [(event.type, event.before and str(event.before.card)) for event in events] == [("end", "KS")]
    table.lamp = None
    events, time = play(table, tracker, 1.5, time)
    assert events == []
    assert names(tracker, table, time) == ["5H", "9C", "??"]


def test_a_card_taken_from_where_a_lamp_always_shines_is_told() -> None:
    table, tracker, time = on_white(spot=255)
    del table.cards["9C"]
    events, time = play(table, tracker, 1.5, time)
    assert [(event.type, event.before and str(event.before.card)) for event in events] == [("end", "9C")]


def test_a_card_washed_out_by_light_is_the_same_whatever_changes_beside_it() -> None:
    quad = np.array([(200, 60), (292, 110), (240, 206), (148, 156)], np.float32)
    seen = SeenCard(Card.parse("2H"), "up", 0.98, quad, candidates={Card.parse("2H"): 0.98})

    def frame(ground: int, ink: int) -> np.ndarray:
        image = np.full((360, 640, 3), ground, np.uint8)
        cv2.fillConvexPoly(image, quad.astype(np.int32), (235, 235, 235))
        cv2.circle(image, (220, 133), 24, (ink, ink, ink), -1)
        return image

    motion = Motion()
    motion.update(frame(180, 60), 0.0)
    track = Track.begin(1, seen, 0.0, motion.patch(quad))
    motion.update(frame(60, 215), 0.04)
    whole, inside = track.pictures(motion), track.pictures(motion, quad)
    assert whole is not None
    assert inside is not None
    assert not blinded(*whole)
    assert blinded(*inside)
    # Another card is darker where this one was light.
    motion.update(frame(60, 0), 0.08)
    other = track.pictures(motion, quad)
    assert other is not None
    assert not blinded(*other)
    assert track.pictures(motion, quad + np.float32(500)) is None


def test_red_ink_in_the_place_of_black_is_another_card() -> None:
    """As light as the other's, it changes little of the grey."""
    quad = np.array([(200, 60), (292, 60), (292, 190), (200, 190)], np.float32)
    black, red = (82, 82, 82), (20, 20, 232)

    def frame(ink: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
        image = np.full((360, 640, 3), (70, 110, 60), np.uint8)
        cv2.fillConvexPoly(image, quad.astype(np.int32), (235, 235, 235))
        for y in (95, 155):
            cv2.circle(image, (246, y), 14, ink, -1)
        return (image * (light, light, 1.0)).astype(np.uint8)

    motion = Motion()
    motion.update(frame(black), 0.0)
    same = motion.patch(quad)
    track = Track.begin(1, SeenCard(Card.parse("2S"), "up", 0.98, quad), 0.0, same)
    assert not track.differs(motion)
    assert not motion.update(frame(black, light=0.93), 0.04).dirty.any(), "a warmer lamp is no change"
    assert likeness(same, motion.patch(quad)) > 0.98
    change = motion.update(frame(red), 0.08)
    assert np.abs(motion.patch(quad) - same)[..., 0].mean() < 2
    assert motion.changed(quad, change)
    assert likeness(same, motion.patch(quad)) < 0.5
    assert track.differs(motion)
    motion.looked()
    assert not motion.dirty().any()


@pytest.mark.parametrize("hand", [(70, -400, 150, 150), (0, 40, 150, 150)], ids=["from the far side", "from the left"])
def test_a_bared_place_unlike_the_table_round_it_is_looked_at_as_soon_as_no_arm_can_rest_there(
    hand: tuple[int, int, int, int],
) -> None:
    """In a shadow: an arm that lies still would look as much like it."""
    table = Table()
    table.cards = {"?1": (80, 60), "5H": (320, 60), "KS": (480, 200), "9C": (200, 220)}
    table.ground[50:155, 70:150] = np.maximum(table.ground[50:155, 70:150], 35) - 35
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    table.hand = hand
    _, time = play(table, tracker, 0.4, time)
    del table.cards["?1"]
    _, left = play(table, tracker, 0.12, time)
    table.hand = None
    events, _ = play(table, tracker, 1.5, left)
    assert [event.type for event in events] == ["end"]
    assert 0.5 <= events[0].time - left < 0.65


class Beside(Table):
    """A table on which a card under a hand is outlined beside it, by the one index that is left in sight."""

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        whole = super().read(image, packs, language, live)
        if self.hand is None or self.sent is None or self.sent.shape != image.shape:
            return whole
        nine = Card.parse("9C")
        ghost = SeenCard(nine, "up", 0.95, self.quad("9C") + np.float32((WIDE + 4, 0)), candidates={nine: 0.95})
        return replace(whole, cards=(*whole.cards, ghost))


def test_a_card_under_a_hand_does_not_lie_beside_itself() -> None:
    table = Beside()
    tracker, time = begun(table, {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "9C": (200, 220)})
    table.hand = (190, 210, 262, 360)
    events, time = play(table, tracker, 1.5, time)
    assert events == []
    table.hand = None
    events, time = play(table, tracker, 1.0, time)
    assert events == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_the_only_card_of_its_name_lies_where_it_did_while_a_hand_covers_a_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a cloth striped like its edges the half that is left is outlined with what lies beside it."""
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "JH": (200, 60), "KS": (320, 60), "9C": (200, 220)}, packs=1)
    table.under_hand = {"JH": "JH"}
    outlined_under_a_hand(monkeypatch, table, "JH", lambda corners: corners - np.float32([36, 0]))
    table.hand = (236, 0, 300, 359)
    events, time = play(table, tracker, 0.6, time)
    table.hand = None
    more, time = play(table, tracker, 0.6, time)
    assert events + more == []
    assert names(tracker, table, time) == ["5H", "9C", "JH", "KS"]


class Fingertips(Table):
    """A table on which a back that a hand touches is read as a ten, by indices so far down from its top."""

    down = 90

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        seen = super().read(image, packs, language, live)
        if self.hand is None or self.sent is None or self.sent.shape != image.shape:
            return seen
        corners, ten = self.quad("?1"), Card.parse("10H")
        spot = np.float32([[0, 0], [9, 0], [9, 14], [0, 14]]) + corners[0] + np.float32([8, self.down - 7])
        indices = tuple(Index(spot + np.float32([wide, 0]), "10", "H", 0.9) for wide in (0, 30))
        grown = corners + np.float32([[0, 0], [0, 0], [0, 20], [0, 20]])
        card = SeenCard(ten, "up", 0.98, grown, candidates={ten: 0.98}, indices=indices)
        return replace(seen, cards=(*seen.cards, card))


@pytest.mark.parametrize(("down", "told"), [(90, []), (66, ["10H"])], ids=["beside it", "on it"])
def test_fingers_at_the_edge_of_a_back_are_no_card_turned_up(down: int, told: list[str]) -> None:
    table = Fingertips()
    table.down = down
    tracker, time = begun(table, {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "9C": (200, 220)})
    table.hand = (190, 110, 262, 360)
    events, time = play(table, tracker, 0.8, time)
    assert [str(event.after.card) for event in events if event.after is not None] == told
    table.hand = None
    if not told:
        events, time = play(table, tracker, 0.8, time)
        assert events == []
        assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]
