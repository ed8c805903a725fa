"""What was told of a table seen the wrong way round is mended, and nothing is told twice."""

from __future__ import annotations

from typing import Any

from service.anew import told_anew
from service.following.base import event


def card(number: int, name: str | None, place: str | None = "near 1") -> dict[str, Any]:
    return {"id": number, "card": name, "side": "down" if name is None else "up", "place": place}


def verdict(time: float, rule: str) -> dict[str, Any]:
    return event(time, "verdict", {"verdict": "legal", "rule": rule, "player": "near"})


def test_a_verdict_takes_the_place_of_the_one_on_the_same_turn() -> None:
    wrong, right = verdict(5.0, "trash.maybe_mirrored"), verdict(4.6, "trash.turn")
    (told,) = told_anew([right], [wrong], [], [], 9.0)
    assert (told["type"], told["time"]) == ("update", 4.6)
    assert (told["before"], told["after"]) == (wrong["after"], right["after"])
    (told,) = told_anew([verdict(8.0, "trash.turn")], [wrong], [], [], 9.0)
    assert (told["type"], told["before"]) == ("new", None), "three seconds later it is on another turn"


def test_what_was_told_rightly_is_not_told_twice() -> None:
    turn = verdict(5.0, "trash.turn_discard")
    hand = event(2.0, "hand", {"hand": 1, "players": ["near", "far"]})
    gone = event(3.0, "card", None, card(4, None), "end")
    later = event(7.0, "card", None, card(5, None), "end")
    moved, earlier = (event(time, "camera", {"state": "moved"}) for time in (4.0, 1.0))
    again = [event(6.0, "hand", hand["after"]), gone, verdict(5.3, "trash.turn_discard"), earlier, moved, later]
    assert told_anew(again, [hand, turn, gone, moved], [], [], 9.0) == [earlier, later]


def test_a_hand_of_other_players_is_mended() -> None:
    wrong, right = (event(2.0, "hand", {"hand": 1, "players": [side, "far"]}) for side in ("left", "right"))
    (told,) = told_anew([right], [wrong], [], [], 9.0)
    assert (told["type"], told["before"], told["after"]) == ("update", wrong["after"], right["after"])


def test_cards_that_were_none_are_taken_back_from_no_place() -> None:
    shown = [card(1, None), card(2, "5C"), card(3, "KS", "discard"), card(4, "7H")]
    lie = [card(1, None), card(2, None), card(4, "2D"), card(8, "KS", "discard")]
    turned = event(4.0, "card", card(4, "2D"), card(4, None), "update")
    new = event(5.0, "card", card(8, "KS", "discard"))
    told = told_anew([turned, new], [], lie, shown, 9.0)
    assert told == [
        event(9.0, "card", card(2, None), card(2, "5C"), "update"),
        event(9.0, "card", None, card(3, "KS", None), "end"),
        turned,
        new,
    ]
