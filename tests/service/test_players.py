"""Whose turn it was, where two play."""

from __future__ import annotations

from service.following.players import Two


def test_an_arm_over_the_corner_is_nobodys_once_both_players_are_known() -> None:
    two = Two()
    told = [two.player(side) for side in ("near", "far", "near", "far", "right", "near", "left")]
    assert told == ["near", "far", "near", "far", None, "near", None]


def test_two_at_neighbouring_sides_are_both_players() -> None:
    two = Two()
    assert [two.player(side) for side in ("near", "right") * 3] == ["near", "right"] * 3


def test_where_it_is_not_clear_nobody_is_named_or_counted() -> None:
    two = Two({"near": 3, "far": 2})
    assert two.player(None) is None
    assert two.seen == {"near": 3, "far": 2}
    assert two.player("left") is None


def test_a_side_wrongly_taken_at_first_gives_way() -> None:
    two = Two()
    told = [two.player(side) for side in ("left", "far", "near", "far", "near", "far", "left")]
    assert told[-1] is None
    assert told[3:6] == ["far", "near", "far"]


def test_nobody_plays_twice_running_where_two_play_in_turns() -> None:
    two = Two()
    told = [two.in_turn(side) for side in ("near", "far", "far", "near", "near", "near")]
    assert told == ["near", "far", None, "near", None, "near"]
