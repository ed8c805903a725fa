"""Players who put the cards straight between turns, in films of every game."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.film.beats import Script
from datasets.film.stage import Stage, aim
from datasets.film.tidying import tidied
from datasets.film.trash import trash_script
from tests.datasets.plain import PlainDeck
from tests.datasets.scripts import SCRIPTS, changed, in_order, pushes


def both(game: str, seed: int) -> tuple[Script, Script]:
    return SCRIPTS[game](seed), tidied(SCRIPTS[game](seed), np.random.default_rng(seed))


@pytest.mark.parametrize("game", SCRIPTS)
def test_what_is_played_stays_the_same(game: str) -> None:
    pushed = 0
    for seed in range(4):
        plain, out = both(game, seed)
        assert changed(out) == changed(plain)
        for one, other in zip(plain.changes, out.changes, strict=True):
            assert other.time >= one.time
            assert np.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) < 0.6
        for judged, later in zip(plain.judgements, out.judgements, strict=True):
            assert (judged.player, judged.verdict, judged.fault) == (later.player, later.verdict, later.fault)
        assert in_order(out) == in_order(plain)
        more = len(out.beats) - len(plain.beats)
        assert (out.length > plain.length) == (more > 0)
        pushed += sum(beat.pushed for beat in out.beats)
    assert pushed > 0, "somebody puts something straight"


@pytest.mark.parametrize("game", SCRIPTS)
def test_a_card_is_taken_from_where_it_was_pushed(game: str) -> None:
    for seed in range(4):
        _, out = both(game, seed)
        assert list(pushes(out)) == [beat for beat in out.beats if beat.pushed]


@pytest.mark.parametrize("game", SCRIPTS)
def test_nobody_holds_a_card_while_others_are_put_straight(game: str) -> None:
    for seed in range(4):
        _, out = both(game, seed)
        held: dict[str, int] = {}
        for beat in out.beats:
            assert not (beat.pushed and held)
            if beat.piece is not None and beat.finish is not None and not beat.place:
                held[beat.player] = beat.piece
            else:
                held.pop(beat.player, None)


def test_a_card_that_is_pushed_stays_flat_and_in_sight_beside_the_others() -> None:
    script, table = trash_script(2, sizes=(5, 4), turns=6)
    out = tidied(script, np.random.default_rng(2))
    push = next(beat for beat in out.beats if beat.pushed and beat.place.split()[0] in ("near", "far"))
    view = aim(np.random.default_rng(2), table.extent, (480, 270), tilt=0.3)
    stage = Stage(out, [PlainDeck()], Backgrounds(), np.random.default_rng(2), view)
    quads = []
    for time in np.linspace(push.start, push.end - 1e-3, 6):
        stage.frame(float(time))
        quads.append(next(card.quad for card in stage.shown(float(time)) if card.piece == push.piece))
    sides = np.linalg.norm(np.array(quads) - np.roll(quads, 1, axis=1), axis=-1)
    assert np.ptp(sides, axis=0).max() < 2.0, "as large all the way"
    assert np.abs(quads[-1] - quads[0]).max() > 1.0
    stage.frame(out.length)
    assert push.finish is not None
    assert np.abs(stage.quad(push.finish) - quads[-1]).max() < 1.0
