"""Cards that players hold in the picture are none of the table: they shift together, and are laid down elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, begun, names, play
from tests.vision.test_tracker_halves import told
from vision.held import Held, let_go
from vision.track import Track
from vision.tracker import Tracker
from vision.types import Index, SeenCard

FAN = ["2D", "5C", "9H", "JS", "KD"]
TABLE = ["7S", "QH"]


def card(name: str, x: float, y: float, turn: float = 0.0) -> SeenCard:
    """A card held or lying with its middle there, of which the index in its corner is read."""
    cosine, sine = np.cos(turn), np.sin(turn)
    corners = np.array([[-30, -42], [30, -42], [30, 42], [-30, 42]]) @ np.array([[cosine, sine], [-sine, cosine]])
    quad = (corners + np.array([x, y])).astype(np.float32)
    index = Index((0.8 * quad[0] + 0.2 * quad).astype(np.float32), "A", None, 1.0)
    known = Card.parse(name)
    return SeenCard(known, "up", 0.98, quad, "index" if name in FAN else "face", {known: 0.98}, (index,))


def seen(
    shift: tuple[float, float] = (0.0, 0.0), all_: tuple[float, float] = (0.0, 0.0), turn: float = 0.0
) -> list[SeenCard]:
    """A fan in somebody's hand, and two cards on the table."""
    fan = [card(name, 200 + 18 * k + shift[0] + all_[0], 300 + shift[1] + all_[1], turn) for k, name in enumerate(FAN)]
    return fan + [card(name, 300 + 90 * k + all_[0], 100 + all_[1]) for k, name in enumerate(TABLE)]


def followed(cards: list[SeenCard]) -> list[Track]:
    tracks = [Track.begin(number, one, 0.0, np.zeros((1, 1, 2), np.float32)) for number, one in enumerate(cards)]
    for track in tracks:
        track.told = track.seen
    return tracks


def shifted(held: Held, after: list[SeenCard], before: list[SeenCard] | None = None, time: float = 1.0) -> list[str]:
    tracks = followed(seen() if before is None else before)
    return [str(track.seen.card) for track in held.shifted(tracks, after, time)]


@pytest.mark.parametrize(("way", "turn"), [((20, 0), 0.0), ((-9, 12), 0.0), ((0, 15), 0.08)])
def test_cards_that_shift_together_are_held(way: tuple[float, float], turn: float) -> None:
    held = Held()
    assert shifted(held, seen(way, turn=turn)) == FAN
    assert held.holds(card("2D", 200 + way[0], 300 + way[1]).corners, 2.0)
    assert not held.holds(card("7S", 300, 100).corners, 2.0)
    assert not held.holds(card("2D", 200, 300).corners, 9.0), "for a while"
    assert held.held(card("2D", 200, 300).corners, 9.0), "but it may"
    assert not held.held(card("2D", 200, 300).corners, 30.0)


def test_what_else_was_told_of_there_is_held_too() -> None:
    """Of a card that is in the fan no more nothing is seen."""
    before = [*seen(), card("8C", 236, 330)]
    assert shifted(Held(), seen((20, 0)), before) == [*FAN, "8C"]


@pytest.mark.parametrize("covered", [False, True])
def test_a_card_on_the_table_beside_the_hand_lies_there_still(covered: bool) -> None:
    """Whatever lies under it does too, and where another is just being laid on it."""
    near = card("QH", 250, 232 if covered else 255)
    before, after = [*seen()[:6], near], [*seen((20, 0))[:6], near]
    held = Held()
    assert shifted(held, after[:-1] if covered else after, [*before, card("8S", 252, near.corners[0, 1] + 44)]) == FAN
    if covered:
        return
    assert held.holds(card("5C", 240, 300).corners, 2.0)
    assert not held.holds(near.corners, 2.0)


def test_cards_that_tremble_or_are_pushed_alone_are_not() -> None:
    assert shifted(Held(), seen((3, 2))) == []
    two = [one for one in seen((20, 0)) if str(one.card) in ("2D", "5C")]
    assert shifted(Held(), two + seen()[2:]) == []


def test_nor_where_the_camera_has_moved() -> None:
    assert shifted(Held(), seen(all_=(20, 0))) == []


def test_nor_cards_that_are_pushed_over_the_table_one_by_one() -> None:
    """They go different ways."""
    ways = [(20, 0), (-20, 0), (0, 25), (0, -25), (18, 18)]
    after = [card(name, 200 + 18 * k + x, 300 + y) for k, (name, (x, y)) in enumerate(zip(FAN, ways, strict=True))]
    assert shifted(Held(), after + seen()[5:]) == []


def test_what_is_held_is_followed_no_more_and_told_to_have_gone() -> None:
    tracks = followed(seen())
    under = replace(tracks[6], id=99, hidden_by=2)
    left, events = let_go([*tracks, under], tracks[:5], np.eye(3), 3.0)
    assert [track.id for track in left] == [5, 6]
    assert [(one.type, one.id, one.after) for one in events] == [("end", number, None) for number in range(5)]


@pytest.fixture
def covered() -> tuple[Table, Tracker, float]:
    """Three cards, and a hand that comes to lie over one of them; the time then."""
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60), "9C": (80, 200)}, packs=1)
    table.hand = (330, 0, 640, 120)
    return table, tracker, time


@pytest.mark.parametrize(
    ("spot", "from_", "until"), [((240, 220), 0.0, 0.5), ((318, 121), 1.5, 4.5)], ids=["far off", "close by"]
)
def test_a_card_laid_down_that_passed_for_one_of_the_table_in_the_hand_is_told(
    covered: tuple[Table, Tracker, float], spot: tuple[int, int], from_: float, until: float
) -> None:
    """A hand lies over where it was told of, and goes on to do so.

    What it leaves of a card may be outlined that far beside it, where that is close by, but not for seconds.
    """
    table, tracker, time = covered
    _, laid = play(table, tracker, 0.5, time)
    table.cards["KS#2"] = spot
    events, time = play(table, tracker, 5.0, laid)
    assert sorted(told(events)) == [("end", "KS", "None"), ("new", "None", "KS")]
    assert all(from_ < event.time - laid < until for event in events)
    assert names(tracker, table, time) == ["5H", "9C", "KS"]
    table.hand = None
    del table.cards["KS"]
    events, time = play(table, tracker, 2.0, time)
    assert not events
    assert names(tracker, table, time) == ["5H", "9C", "KS"]


def test_a_hand_that_rests_on_a_card_takes_nothing_away(
    covered: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = covered
    events, time = play(table, tracker, 4.0, time)
    table.cards["2D"] = (240, 220)
    events, time = play(table, tracker, 2.0, time)
    assert told(events) == [("new", "None", "2D")]
    assert (WIDE, TALL) == (60, 84)
    assert names(tracker, table, time) == ["2D", "5H", "9C", "KS"]
