"""Cards held in the players' hands within the picture, in films of games that are played from the hand."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.film.ace import ace_script
from datasets.film.beats import Script
from datasets.film.bus import bus_script
from datasets.film.gin import EXTENT, gin_script
from datasets.film.held import HeldCards
from datasets.film.stage import Stage, aim
from datasets.film.trash import trash_script
from tests.datasets.plain import PlainDeck

SIZE = (320, 180)


def held_in(script: Script, tilt: float = 0.4, extent: tuple[float, float, float, float] = EXTENT) -> HeldCards:
    view = aim(np.random.default_rng(1), extent, SIZE, tilt)
    return HeldCards(script, view, 0.7, np.random.default_rng(1))


def test_each_player_holds_the_cards_of_his_hand() -> None:
    script, _ = gin_script(3, turns=4)
    held = held_in(script)
    sides = sorted({judged.player for judged in script.judgements})
    start = {side: [piece for piece, place in script.places.items() if place == f"hand {side}"] for side in sides}
    for side in sides:
        assert held.pieces(side, 0.1) == start[side]
        assert len(start[side]) == 10
    for judged in script.judgements:
        # Each turn takes a card and discards one.
        assert [len(held.pieces(side, judged.time + 0.01)) for side in sides] == [10, 10]
    counted = {len(held.pieces(sides[0], float(time))) for time in np.arange(0.0, script.length, 0.05)}
    assert counted == {10, 11}
    laid = [beat.piece for beat in script.beats if beat.place == "discard"]
    assert not set(laid) & {*held.pieces(sides[0], script.length), *held.pieces(sides[1], script.length)}


@pytest.mark.parametrize(("game", "made"), [("bus", bus_script(3)), ("ace", ace_script(3))])
def test_other_games_are_held_too(game: str, made: tuple[Script, tuple[float, float, float, float]]) -> None:
    held = held_in(*made[:1], extent=made[1])
    cards = list(held.cards(0.2))
    assert len(cards) == sum(place.startswith("hand ") for place in made[0].places.values())
    assert bool(cards) == (game == "bus"), "in Chase the Ace a card lies before its player"


def test_nobody_holds_cards_in_trash() -> None:
    script, table = trash_script(3, sizes=(5, 4), turns=3)
    held = held_in(script, extent=table.extent)
    assert not list(held.cards(1.0))
    assert not held.hands(1.0)


def test_a_player_sees_the_faces_and_whoever_sits_opposite_their_backs() -> None:
    """From above both are seen, or neither: cards are held steeply."""
    script, _ = gin_script(3, turns=2)
    for tilt in (0.4, 1.0):
        up = {piece: face for piece, _, face in held_in(script, tilt).cards(0.2)}
        near, far = (
            [piece for piece, place in script.places.items() if place == f"hand {side}"] for side in ("near", "far")
        )
        assert all(up[piece] for piece in near)
        assert len({up[piece] for piece in far}) == 1
        assert tilt < 0.5 or not any(up[piece] for piece in far)


def test_they_are_seen_and_are_none_of_the_table() -> None:
    script, _ = gin_script(3, turns=3)
    view = aim(np.random.default_rng(1), EXTENT, SIZE, 0.4)
    alone, together = (Stage(script, [PlainDeck()], Backgrounds(), np.random.default_rng(3), view) for _ in range(2))
    together.held = HeldCards(script, view, together.width, np.random.default_rng(1))
    before, after = (stage.frame(0.2).copy() for stage in (alone, together))
    assert (np.abs(before.astype(int) - after).sum(axis=-1) > 30).mean() > 0.01
    shown = [[(card.piece, card.moving) for card in stage.shown(0.2)] for stage in (alone, together)]
    assert shown[0] == shown[1]
    assert together.moving, "hands that hold cards tremble"


def test_what_is_held_lies_nowhere_else() -> None:
    """A camera that stands low sees where cards are drawn that nobody is to see."""
    script, _ = gin_script(3, turns=3)
    view = aim(np.random.default_rng(1), EXTENT, SIZE, 1.05, 1.0)
    stage = Stage(script, [PlainDeck()], Backgrounds(), np.random.default_rng(3), view)
    stage.held = HeldCards(script, view, stage.width, np.random.default_rng(1))
    stage.frame(0.2)
    held = {piece for piece, *_ in stage.held.cards(0.2)}
    seen = {card.piece: card.visible for card in stage.shown(0.2)}
    assert all(seen[piece] == 0 for piece in held)
    assert any(share > 0.9 for share in seen.values())


def test_a_fan_moves_as_a_hand_does() -> None:
    script, _ = gin_script(3, turns=3)
    held = held_in(script)
    times = np.arange(0.0, 6.0, 0.04)
    corners = np.array([next(held.cards(float(time)))[1].place(np.array([[0.0, 0.0]]))[0] for time in times])
    steps = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    assert 0 < np.median(steps) < 0.01
    assert steps.max() < 0.15
    assert np.ptp(corners, axis=0).max() > 0.02
    again = held_in(script)
    assert np.array_equal(
        next(again.cards(3.3))[1].place(np.zeros((1, 2))), next(held.cards(3.3))[1].place(np.zeros((1, 2)))
    )
