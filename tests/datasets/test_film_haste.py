"""Players who reach for their card before the hand of the player before them has gone, in films of every game."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from datasets.film.beats import Beat, Script
from datasets.film.haste import hasty
from tests.datasets.scripts import SCRIPTS, changed, in_order


def both(game: str, seed: int) -> tuple[Script, Script]:
    return SCRIPTS[game](seed), hasty(SCRIPTS[game](seed), np.random.default_rng(seed))


def carried(script: Script) -> list[tuple[str, int, str]]:
    return [(beat.player, beat.piece, beat.place) for beat in script.beats if beat.piece is not None]


@pytest.mark.parametrize("game", SCRIPTS)
def test_what_is_played_stays_the_same_and_takes_less_time(game: str) -> None:
    saved = 0.0
    for seed in range(4):
        plain, out = both(game, seed)
        assert carried(out) == carried(plain)
        assert in_order(out) == in_order(plain)
        assert changed(out) == changed(plain)
        for one, other in zip(plain.changes, out.changes, strict=True):
            assert other.pose == one.pose
            assert other.time <= one.time
        assert [one.verdict for one in out.judgements] == [one.verdict for one in plain.judgements]
        assert max(beat.end for beat in out.beats) < out.length <= plain.length
        saved += plain.length - out.length
    assert saved > 1.0


@pytest.mark.parametrize("game", SCRIPTS)
def test_a_hand_does_one_thing_at_a_time(game: str) -> None:
    for seed in range(4):
        _, out = both(game, seed)
        for player in {beat.player for beat in out.beats}:
            own = [beat for beat in out.beats if beat.player == player]
            assert all(after.start >= before.end - 1e-9 for before, after in pairwise(own))


def test_hands_of_two_players_are_over_the_table_at_once() -> None:
    """And nobody takes a card before the one before has let go of his, nor that very one before it was seen."""

    def together(script: Script) -> int:
        return sum(
            beat.piece is None and other.player != beat.player and other.piece is not None and other.end > beat.start
            for number, beat in enumerate(script.beats)
            for other in script.beats[max(0, number - 3) : number]
        )

    counted = np.zeros(2, int)
    taken: list[tuple[float, bool]] = []
    for seed in range(8):
        plain, out = both("trash", seed)
        counted += together(plain), together(out)
        moves = [beat for beat in out.beats if beat.piece is not None]
        taken += [(since(one, other), one.piece == other.piece) for one, other in pairwise(moves) if theirs(one, other)]
    assert counted[0] < counted[1] >= 8
    assert min(seconds for seconds, _ in taken) >= 0.05 - 1e-9
    assert min(seconds for seconds, same in taken if same) >= 0.4 - 1e-9


def since(one: Beat, other: Beat) -> float:
    return other.start - one.end


def theirs(one: Beat, other: Beat) -> bool:
    return one.player != other.player
