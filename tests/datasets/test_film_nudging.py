"""Players whose hand pushes other cards as it lays one, in films of the games in which others lie close."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.film.beats import Script
from datasets.film.nudging import nudged
from datasets.film.stage import Stage, aim
from datasets.film.trash import trash_script
from tests.datasets.plain import PlainDeck
from tests.datasets.scripts import SCRIPTS, changed, pushes

GAMES = ("trash", "gin", "bus")


def both(game: str, seed: int) -> tuple[Script, Script]:
    return SCRIPTS[game](seed), nudged(SCRIPTS[game](seed), np.random.default_rng(seed))


@pytest.mark.parametrize("game", GAMES)
def test_the_play_is_the_same_and_takes_as_long(game: str) -> None:
    for seed in range(4):
        plain, out = both(game, seed)
        assert out.judgements == plain.judgements
        assert out.length == plain.length
        assert changed(out) == changed(plain)
        assert [change.time for change in out.changes] == [change.time for change in plain.changes]
        left = [beat for beat in out.beats if not beat.passing]
        assert [(beat.start, beat.piece, beat.place) for beat in left] == [
            (beat.start, beat.piece, beat.place) for beat in plain.beats
        ]


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_pushed_by_the_hand_that_lays_one_and_taken_from_where_they_came_to_lie(game: str) -> None:
    pushed = 0
    for seed in range(4):
        _, out = both(game, seed)
        laid = {(beat.player, beat.end): beat for beat in out.beats if beat.place and not beat.passing}
        for beat in pushes(out):
            cause = laid[beat.player, beat.end]
            assert beat.passing
            assert cause.piece != beat.piece
            assert cause.start <= beat.start < beat.end
            pushed += 1
    assert pushed > 0


def test_only_what_was_pushed_is_seen_elsewhere() -> None:
    script, table = trash_script(2, sizes=(5, 4), turns=6)
    out = nudged(script, np.random.default_rng(2))
    push = next(beat for beat in out.beats if beat.passing and beat.place.split()[0] in ("near", "far"))
    assert push.piece is not None
    assert push.finish is not None
    view = aim(np.random.default_rng(2), table.extent, (480, 270), tilt=0.3)
    plain, stage = (Stage(each, [PlainDeck()], Backgrounds(), np.random.default_rng(2), view) for each in (script, out))
    for time in ((push.start + push.end) / 2, push.end + 0.01):
        before, after = (each.frame(time).astype(int) for each in (plain, stage))
        off = np.argwhere(np.abs(after - before).max(axis=2) > 12)[:, ::-1]
        pushed = {beat.piece for beat in out.beats if beat.passing and beat.start <= time}
        quads = {card.piece: card.quad for card in stage.shown(time) if card.piece in pushed}
        reach = np.linalg.norm(quads[push.piece][2] - quads[push.piece][0])
        away = [np.linalg.norm(off - quad.mean(axis=0), axis=1) for quad in quads.values()]
        assert np.min(away, axis=0).max() < reach, "no second hand"
    assert np.abs(stage.quad(push.finish) - quads[push.piece]).max() < 1.0
