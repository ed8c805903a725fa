"""Stop the Bus where the camera sees the cards in the players' hands too: they are none of the table, nor shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import bus
from service.following import follower
from service.following.beside import Beside
from service.following.bus import BusFollower
from service.following.middle import in_the_middle
from tests.service.followed import verdicts
from tests.service.test_following_showings import held, lying
from vision.table import TableState, Tracked

TABLE = "2C 3D 4H"


def row(codes: str, x: float, y: float, number: int, step: float = 70, since: float = 0.0) -> list[Tracked]:
    """Cards side by side, or over each other as in a fan; short sides are 60."""
    cards = [lying(number + k, x + step * k - step, y, code) for k, code in enumerate(codes.split())]
    return [replace(card, since=since) for card in cards]


def fan(codes: str, x: float, y: float, number: int, since: float = 0.0) -> list[Tracked]:
    return row(codes, x, y, number, 20, since)


def chosen(*groups: list[Tracked], time: float = 10.0) -> str:
    return " ".join(str(card.card.card) for card in in_the_middle([card for group in groups for card in group], time))


def test_the_row_that_touches_nothing_lies_on_the_table() -> None:
    near, far = fan("9S 10S JS", 500, 650, 10), fan("AH KH QH", 700, 60, 20)
    assert chosen(row(TABLE, 640, 360, 0), near, far) == TABLE
    assert chosen(near, row(TABLE, 640, 360, 0), [lying(30, 200, 500, "5C")]) == TABLE, "of a third hand one card"


def test_where_several_rows_may_be_the_tables_none_is() -> None:
    assert not chosen(row(TABLE, 640, 360, 0), row("9S 10S JS", 640, 600, 10))
    assert not chosen(row("2C 3D 4H 5S", 640, 360, 0)), "either three of them"
    assert not chosen(fan("9S 10S JS", 500, 650, 10), fan("AH KH QH", 700, 60, 20))


def moved(cards: list[Tracked], by: float, number: int, since: float) -> list[Tracked]:
    """A fan that has shifted: followed anew."""
    return [
        replace(card, id=number + k, since=since, card=replace(card.card, corners=card.card.corners + by))
        for k, card in enumerate(cards)
    ]


@pytest.mark.parametrize("lies_still", [False, True])
def test_hands_that_are_held_are_not_shown(lies_still: bool) -> None:
    watcher = follower("bus", bus.Rules())
    near, far = fan("9S 10S JS", 500, 650, 10), fan("AH KH QH", 700, 60, 20)
    table = row(TABLE, 640, 360, 0)
    assert not held(watcher, [*table, *near, *far], 0, 4)
    table = [*row("AS", 640, 360, 5, since=4.0), *table[1:]]
    (first,) = verdicts(held(watcher, [*table, *moved(near, 7, 30, 3.0), *far], 4, 3))
    assert first["rule"] == "bus.table_one"
    later = [*table, *moved(near, -9, 40, 7.0), *moved(far, 11, 50, 7.5)]
    later = [replace(card, still=9.0 if lies_still else 1.0) for card in later]
    told = verdicts(held(watcher, later, 7, 12))
    # Nobody holds cards without moving for so long: where they were held they lie open now.
    assert [one["rule"] for one in told] == (["bus.loses"] if lies_still else [])


def test_hands_laid_down_elsewhere_are_shown_at_once() -> None:
    watcher = follower("bus", bus.Rules())
    near, far = fan("9S 10S JS", 500, 690, 10), fan("AH KH QH", 700, 40, 20)
    table = row(TABLE, 640, 360, 0)
    held(watcher, [*table, *near, *far], 0, 4)
    laid = [*row("9S 10S JS", 500, 560, 30, since=5.0), *row("AH KH QH", 700, 160, 40, since=5.0)]
    events = held(watcher, [*table, *laid], 5, 3)
    (told,) = verdicts(events)
    assert [hand["points"] for hand in told["explanation"]["hands"]] == [29, 31]
    assert events[0]["time"] < 6


def test_in_the_next_deal_the_hands_are_held_where_they_were() -> None:
    watcher = follower("bus", bus.Rules())
    assert isinstance(watcher, BusFollower)
    near, far = fan("9S 10S JS", 500, 690, 10), fan("AH KH QH", 700, 40, 20)
    table = row(TABLE, 640, 360, 0)
    held(watcher, [*table, *near, *far], 0, 4)
    laid = [*row("9S 10S JS", 500, 560, 30, since=5.0), *row("AH KH QH", 700, 160, 40, since=5.0)]
    held(watcher, [*table, *laid], 5, 3)
    held(watcher, [], 8, 3)
    again = [*row("5C 6D 7H", 640, 360, 50, since=12.0), *fan("8S KS AS", 500, 690, 60, since=12.0)]
    again += fan("2H 3H 5H", 700, 40, 70, since=12.0)
    assert not held(watcher, again, 12, 9)
    assert len(watcher.places.quads) == 3
    turn = [*row("AD", 640, 360, 80, since=21.0), *again[1:]]
    assert [one["rule"] for one in verdicts(held(watcher, turn, 21, 4))] == ["bus.table_one"]


def test_what_was_held_is_known_by_where_it_was_in_the_first_frame() -> None:
    beside = Beside()
    cards = fan("9S 10S JS", 500, 650, 10)
    state = TableState(0.0, tuple(cards), (), True, True, False, False, "en", (1280, 720))
    assert all(beside.shown(state, card) for card in cards), "nothing is known yet"
    beside.note(state, cards)
    assert not any(beside.shown(state, card) for card in moved(cards, 10, 20, 1.0))
    assert beside.shown(state, lying(40, 500, 500, "AS"))
    camera = state.camera.copy()
    camera[1, 2] = -150.0
    panned = replace(state, camera=camera)
    assert not beside.shown(panned, lying(41, 500, 500, "AS")), "the camera has moved, and shows it there"
    beside.keep(state)
    away = replace(state, restarted=True, cards=tuple(moved(cards, 200, 10, 2.0)))
    beside.keep(away)
    assert not any(beside.shown(away, card) for card in moved(cards, 210, 30, 3.0)), "it was lost, and found again"
    assert all(beside.shown(away, card) for card in moved(cards, 10, 50, 3.0))
    beside.cards = frozenset({40})
    assert not beside.shown(state, replace(lying(40, 500, 500, "AS"), still=60.0)), "one that lies beside the game"
