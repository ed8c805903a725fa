"""What is asked of those who watch a staged film: what could be seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from datasets.film.beats import Change, Judgement, Pose
from datasets.film.film import Sight
from tests.benchmarks.judging import Tally, judge_cards, judge_turns, remarks_in_vain, strays, to_be_seen

QUAD = np.array([(100, 100), (160, 100), (160, 184), (100, 184)], np.float32)


def sight(time: float, before: str | None, after: str | None, seen: bool = True, place: str = "discard") -> Sight:
    change = Change(time, place, before, after, Pose(0.0, 0.0, 0.0, True), None)
    return Sight(change, time if seen else None, time + 2.0 if seen else None, QUAD)


def told(time: float, kind: str, **after: Any) -> dict[str, Any]:
    return {"time": time, "type": "update", "kind": kind, "before": None, "after": after}


def test_what_is_laid_back_before_anything_else_was_seen_is_no_change() -> None:
    laid, taken, back = sight(5, "2H", "QC"), sight(8, "QC", "2H", seen=False), sight(8.4, "2H", "QC")
    next_ = sight(12, "QC", "5D")
    assert to_be_seen([laid, taken, back, next_]) == [laid, next_]
    # Long enough apart it is two changes.
    slowly = sight(8, "QC", "2H")
    assert to_be_seen([laid, slowly, back, next_]) == [laid, slowly, back, next_]


def test_such_a_change_counts_neither_way() -> None:
    sights = [sight(5, "2H", "QC"), sight(8, "QC", "2H", seen=False), sight(8.4, "2H", "QC")]
    corners = QUAD.tolist()
    event = told(5.2, "card", corners=corners, card="QC", side="up", place="discard")
    for events in ([event], [event, event | {"time": 8.6}]):
        tally = Tally()
        missed, false = judge_cards(sights, events, {}, tally)
        assert (missed, false, tally.changes, tally.found) == ([], [], 1, 1)


def test_no_verdict_is_asked_of_a_turn_of_which_nothing_was_to_be_seen() -> None:
    sights = [sight(5, "2H", "QC"), sight(8, "QC", "2H", seen=False), sight(8.4, "2H", "QC"), sight(12, "QC", "5D")]
    turns = [Judgement(time, "near", {"player": "near", "verdict": "legal"}) for time in (5.0, 8.4, 12.0)]
    legal = {"player": "near", "verdict": "legal", "rule": "trash.turn"}
    events = [told(5.3, "verdict", **legal), told(12.3, "verdict", **legal)]
    tally = Tally()
    assert judge_turns(turns, sights, events, tally) == []
    assert (tally.legal, tally.accepted) == (2, 2)
    # One that could be seen has to be judged, and one taken for a fault is an alarm.
    tally = Tally()
    assert [wrong for wrong, _ in judge_turns(turns, sights, events[:1], tally)] == [turns[2]]
    tally = Tally()
    alarm = told(8.6, "verdict", **legal | {"verdict": "illegal"})
    judge_turns(turns, sights, [events[0], alarm, events[1]], tally)
    assert (tally.legal, tally.alarms) == (3, 1)


@pytest.mark.parametrize(("at", "caught"), [(7.7, 1), (8.1, 0)], ids=["half a turn", "a whole one"])
def test_what_was_told_of_half_a_turn_may_be_mended(at: float, caught: int) -> None:
    sights = [sight(6, "4C", "6D"), sight(8, "6S", "3D")]
    turns = [Judgement(8.0, "far", {"player": "far", "verdict": "illegal"}, "two_exchanged")]
    half = {"player": "far", "verdict": "legal", "rule": "bus.table_one"}
    whole = {"player": "far", "verdict": "illegal", "rule": "bus.table_two"}
    mended = told(11.0, "verdict", **whole) | {"type": "update", "before": half}
    tally = Tally()
    judge_turns(turns, sights, [told(at, "verdict", **half), mended], tally)
    assert (tally.caught, tally.named) == (caught, caught)
    # Two verdicts that stand beside each other are not one that was mended.
    tally = Tally()
    judge_turns(turns, sights, [told(at, "verdict", **half), mended | {"type": "new"}], tally)
    assert (tally.caught, tally.alarms) == (0, 1)


def test_what_takes_the_place_of_a_verdict_is_none_on_the_turn_after_it() -> None:
    sights = [sight(5, "2H", "QC"), sight(8, "QC", "5D")]
    turns = [
        Judgement(time, side, {"player": side, "verdict": "legal"}) for time, side in ((5.0, "near"), (8.0, "far"))
    ]
    knock = {"player": None, "verdict": "legal", "rule": "gin.pile_knock"}
    none = {"player": None, "verdict": "cannot tell", "rule": "gin.pile_unread"}
    legal = {"player": "far", "verdict": "legal", "rule": "gin.pile_laid"}
    new, update = ({"type": kind} for kind in ("new", "update"))
    events = [
        told(5.3, "verdict", **knock) | new,
        told(8.2, "verdict", **none) | update | {"before": knock},
        told(8.2, "verdict", **legal) | new,
    ]
    tally = Tally()
    assert judge_turns(turns, sights, events, tally) == []
    assert (tally.accepted, tally.open) == (2, 0)


def test_a_card_beside_the_game_is_astray_if_it_stays() -> None:
    aside: dict[str, Any] = {"corners": (QUAD + 300).tolist(), "card": None, "side": "down", "place": None}
    new = {"time": 10.0, "type": "new", "kind": "card", "before": None, "after": aside}
    assert strays([QUAD], [new], 60.0) == [new]
    ended = {"type": "end", "kind": "card", "before": aside, "after": None}
    assert strays([], [new, ended | {"time": 14.0}], 60.0) == [new]
    # Held up by a hand for a moment, of a place of the game, or where the game's cards lie.
    assert strays([], [new, ended | {"time": 12.0}], 60.0) == []
    assert strays([], [new | {"after": aside | {"place": "discard"}}], 60.0) == []
    assert strays([QUAD], [new | {"after": aside | {"corners": QUAD.tolist()}}], 60.0) == []
    # Another card's going leaves it there.
    other = ended | {"time": 11.0, "before": aside | {"corners": (QUAD + 200).tolist()}}
    assert strays([], [new, other], 60.0) == [new]


def test_a_change_told_late_is_missed_and_no_lie() -> None:
    gone, laid = sight(5, "2H", None, place="near 1"), sight(12, None, "??", place="near 1")
    before = {"corners": QUAD.tolist(), "card": "2H", "side": "up", "place": "near 1"}
    ended: dict[str, Any] = {"type": "end", "kind": "card", "before": before, "after": None}
    came = told(12.2, "card", corners=QUAD.tolist(), card=None, side="down", place="near 1")
    late = ended | {"time": 9.0}
    tally = Tally()
    assert judge_cards([gone, laid], [late, came], {}, tally) == ([gone], [])
    assert (tally.found, tally.events, tally.false_events) == (1, 2, 0)
    # Twice is once too often, and after the place has changed again it is not true any more.
    again = ended | {"time": 9.5}
    assert judge_cards([gone, laid], [late, again, came], {}, Tally()) == ([gone], [again])
    after = ended | {"time": 13.0}
    assert judge_cards([gone, laid], [came, after], {}, Tally()) == ([gone], [after])


def test_a_remark_on_a_card_that_stays_is_no_change_and_in_vain_where_the_turn_is_in_order() -> None:
    lies = {"corners": QUAD.tolist(), "card": "KD", "side": "up", "place": "near 5"}
    remark = told(8.0, "card", **lies, remark={"rule": "trash.face_placed"}) | {"before": lies}
    laid = sight(5, "??", "KD", place="near 5")
    turned = told(5.2, "card", **lies)
    assert judge_cards([laid], [turned, remark], {}, Tally()) == ([], [])
    # Without the remark, or of another card, it is a change told in vain.
    for other in (told(8.0, "card", **lies), told(8.0, "card", **lies | {"card": "KH"}, remark={})):
        false = other | {"before": lies}
        assert judge_cards([laid], [turned, false], {}, Tally()) == ([], [false])

    def turn(time: float, fault: str | None) -> Judgement:
        return Judgement(time, "near", {"player": "near", "verdict": "legal"}, fault)

    assert remarks_in_vain([turn(4.0, "face_placed"), turn(9.0, None)], [turned, remark]) == [remark]
    assert remarks_in_vain([turn(4.0, None), turn(9.0, "face_placed")], [turned, remark]) == []
    # Told just after its turn has ended it is on that one still; of a turn that does not end nobody knows.
    assert remarks_in_vain([turn(7.5, "face_placed"), turn(20.0, None)], [remark]) == []
    assert remarks_in_vain([turn(4.0, None)], [remark]) == []


@pytest.mark.parametrize(("first", "accepted"), [("cannot tell", 1), ("illegal", 0)])
def test_what_could_not_be_told_may_be_told_later(first: str, accepted: int) -> None:
    """A verdict that accused somebody stays one, whatever takes its place."""
    turns = [Judgement(8.0, "far", {"player": "far", "verdict": "legal"})]
    open_ = {"player": "far", "verdict": first, "rule": "trash.maybe_mirrored"}
    later = told(8.4, "verdict", player="far", verdict="legal", rule="trash.turn") | {"before": open_}
    tally = Tally()
    judge_turns(turns, [sight(8, "6S", "3D")], [told(8.5, "verdict", **open_) | {"type": "new"}, later], tally)
    assert (tally.legal, tally.accepted, tally.open) == (1, accepted, 0)


def test_what_is_told_again_of_a_time_that_is_over_is_no_lie() -> None:
    """As where a camera turns out to mirror, and some of what was told was right."""
    laid = told(5.2, "card", corners=QUAD.tolist(), card="QC", side="up", place="discard")
    other = told(8.0, "card", corners=(QUAD + 300).tolist(), card="3D", side="up", place="near 1")
    sights = [sight(5, "2H", "QC")]
    assert judge_cards(sights, [laid, other, laid | {"time": 5.4}], {}, Tally()) == ([], [other])
    # In its own time it is one too many, and what did not happen then is a lie at any time.
    again = laid | {"time": 5.4}
    assert judge_cards(sights, [laid, again, other], {}, Tally()) == ([], [again, other])
    wrong = laid | {"time": 5.4, "after": laid["after"] | {"card": "9C"}}
    assert judge_cards(sights, [laid, other, wrong], {}, Tally()) == ([], [other, wrong])
