"""Cards dealt, gathered, shuffled and dealt again on film."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.film.ace import ace_script
from datasets.film.beats import Director, Pose, Script
from datasets.film.bus import bus_script
from datasets.film.dealing import Dealt, deal, gather, put_away, put_down
from datasets.film.gin import gin_script
from datasets.film.stage import Stage, aim
from datasets.film.trash import trash_script
from rules.observation import Seen
from rules.trash import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from tests.datasets.plain import PlainDeck

SIZE = (320, 180)
EXTENT = (-3.0, -2.0, 3.0, 2.0)

MATCHES: dict[str, Callable[[int], Script]] = {
    "trash": lambda seed: trash_script(seed, sizes=(3, 3), hands=2, dealt=False)[0],
    "gin": lambda seed: gin_script(seed, hands=2, dealt=False)[0],
    "bus": lambda seed: bus_script(seed, deals=2, dealt=False)[0],
    "ace": lambda seed: ace_script(seed, deals=3, dealt=False)[0],
}


def directed(codes: str = "2C 3D 4H 5S") -> tuple[Director, list[int]]:
    """A player who holds some cards, at a bare table."""
    director = Director(Script("trash", {}), np.random.default_rng(1))
    return director, [director.hold(code, "near") for code in codes.split()]


def staged(script: Script) -> Stage:
    view = aim(np.random.default_rng(2), EXTENT, SIZE, tilt=0.2)
    return Stage(script, [PlainDeck()], Backgrounds(), np.random.default_rng(3), view)


def lying(stage: Stage, time: float) -> list[str]:
    """What is to be seen at a time: codes of open cards, "??" for others, from the lowest to the highest."""
    stage.frame(time)
    return [one.code if one.up else "??" for one in stage.shown(time) if one.visible > 0.3]


def agreed(script: Script, rules: Rules) -> int:
    """Turns on which the referee who sees every place agrees with what was played."""
    for judgement in script.judgements:
        told = judgement.verdict
        before, after = (
            Table(tuple(tuple(map(Seen.parse, row)) for row in seen["layouts"].values()), Seen.parse(seen["discard"]))
            for seen in (told["before"], told["after"])
        )
        player = list(told["before"]["layouts"]).index(judgement.player)
        assert explain(before, after, rules, player=player, turns=1).verdict == "legal", judgement.time
    return len(script.judgements)


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_begins_with_a_bare_table_and_is_dealt_more_than_once(game: str) -> None:
    script = MATCHES[game](5)
    assert not script.start
    assert lying(staged(script), 0.4) == []
    heaps = [change.time for change in script.changes if change.before is None and change.after == "??"]
    verdicts = [judgement.time for judgement in script.judgements]
    assert min(heaps) < verdicts[0]
    assert any(verdicts[0] < time < verdicts[-1] for time in heaps)


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_card_is_lost_or_carried_by_two(game: str, seed: int) -> None:
    script = MATCHES[game](seed)
    moved: dict[int, float] = {}
    for beat in script.beats:
        if beat.piece is not None:
            assert beat.start >= moved.get(beat.piece, 0.0) - 1e-9
            moved[beat.piece] = beat.end
    shown: dict[str, str | None] = {}
    for change in script.changes:
        assert shown.get(change.place) == change.before, change
        shown[change.place] = change.after
        assert change.after in (None, "??") or change.after == script.codes[change.piece or 0]


@pytest.mark.parametrize("seed", range(6))
def test_the_referee_agrees_with_both_hands_of_a_match(seed: int) -> None:
    script, _ = trash_script(seed, sizes=(4, 4), hands=2, dealt=False)
    assert sum(judgement.verdict["won"] for judgement in script.judgements) == 2
    assert agreed(script, Rules()) > 4


def test_what_is_drawn_from_a_stock_of_shuffled_discards_is_what_lies_there() -> None:
    rules = Rules(players=4, packs=1)
    for seed in range(20):
        script, _ = trash_script(seed, rules, sizes=(10,) * 4)
        if any(change.place == "stock" and change.before is None for change in script.changes):
            break
    else:
        pytest.fail("no stock was used up")
    assert agreed(script, rules) > 12


def test_a_pile_is_taken_up_and_laid_down_whole() -> None:
    director, held = directed()
    put_down(director, "near", held, Pose(0.0, 0.0), "stock")
    laid = director.now
    director.pause(1.0, 1.0)
    director.leave("near")
    director.pause(1.0, 1.0)
    taken = gather(director, "near", [list(director.piles["stock"])])
    up = director.now
    put_away(director, "near", taken)
    director.leave("near")
    script = director.end()
    assert taken == held
    assert [(change.before, change.after) for change in script.changes] == [(None, "??"), ("??", None)]
    stage = staged(script)
    assert lying(stage, laid + 0.9) == ["??"]
    # All four lie there, the top one last.
    stage.frame(laid + 1.0)
    assert [one.piece for one in stage.shown(laid + 1.0)] == held
    stage.frame(up + 0.01)
    assert [one.piece for one in stage.shown(up + 0.01)] == held[-1:], "in the hand"
    assert lying(stage, script.length) == []


def test_what_is_gathered_goes_under_what_is_held() -> None:
    director, (two, three, four, five) = directed()
    cards = [Dealt(piece, Pose(x, 0.0, 0.0, True), place) for piece, x, place in ((two, -1, "a"), (three, 1, "b"))]
    deal(director, "near", cards, [four, five], None)
    assert [director.shown(place) for place in ("a", "b")] == ["2C", "3D"]
    assert gather(director, "far", [[two], [], [three]]) == [three, two]
    assert [director.shown(place) for place in ("a", "b")] == [None, None]


@pytest.mark.parametrize("seed", range(4))
def test_the_rest_of_the_pack_is_the_stock_whether_it_is_dealt_from_the_table_or_the_hand(seed: int) -> None:
    director, (two, three, four, five) = directed()
    director.rng = np.random.default_rng(seed)
    deal(director, "near", [Dealt(two, Pose(1.0, 0.0), "a")], [three, four, five], Pose(0.0, 0.0))
    assert director.piles["stock"] == [three, four, five]
    assert director.piles["a"] == [two]
    first: Any = min(director.script.changes, key=lambda change: change.time)
    assert first.place in ("stock", "a")


def test_a_table_of_trash_is_set_up_a_little_otherwise_for_the_next_deal() -> None:
    _, table = trash_script(1)
    rng = np.random.default_rng(0)
    swapped = 0
    for _ in range(50):
        again = table.again(rng)
        off = [
            abs(getattr(again.slot(p, s), axis) - getattr(table.slot(p, s), axis))
            for p in (0, 1)
            for s in (1, 10)
            for axis in "xy"
        ]
        assert 0.0 < max(off) < 0.2
        swapped += np.hypot(again.stock.x - table.stock.x, again.stock.y - table.stock.y) > 0.5
        assert np.hypot(again.stock.x - again.discard.x, again.stock.y - again.discard.y) > 0.8
    assert 5 < swapped < 30
