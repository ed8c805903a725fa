"""Players who lay a card aside, turn one up where it lies, or strew their discards."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.beats import Script
from datasets.film.gin import gin_script
from datasets.film.habits import NEAT, Habits
from datasets.film.trash import trash_script


def off(script: Script) -> float:
    """How far discards lie from their middle on average, in card heights."""
    spots = np.array([(one.pose.x, one.pose.y) for one in script.changes if one.place == "discard" and one.after])
    return float(np.linalg.norm(spots - spots.mean(axis=0), axis=1).mean())


@pytest.mark.parametrize("game", ["trash", "gin"])
def test_strewn_discards_are_the_same_cards_farther_apart(game: str) -> None:
    neat, strewn = (
        (trash_script if game == "trash" else gin_script)(3, turns=12, habits=habits)[0]
        for habits in (NEAT, Habits(strewn=4.0))
    )
    assert [one.verdict for one in neat.judgements] == [one.verdict for one in strewn.judgements]
    assert off(strewn) > 2.5 * off(neat)


def test_a_card_laid_aside_lies_open_before_its_player_and_goes_from_there_to_its_slot_or_the_pile() -> None:
    script, table = trash_script(3, turns=12, habits=Habits(aside=0.6))
    aside = [change for change in script.changes if change.place.endswith(" aside")]
    assert len(aside) > 4
    assert {change.after for change in aside[1::2]} == {None}
    assert all(change.after not in (None, "??") and change.pose.up for change in aside[::2])
    neat = trash_script(3, turns=12)[1]
    assert table.extent[3] > neat.extent[3], "the camera sees where it lies"
    rows = [change.pose.y for change in script.changes if change.place.startswith("near ") and change not in aside]
    assert min(one.pose.y for one in aside if one.place == "near aside") > max(rows)


def test_cards_turned_up_in_a_slot_or_on_the_stock_are_taken_from_there() -> None:
    script, _ = trash_script(3, turns=12, habits=Habits(turning=1.0))
    stock = [change for change in script.changes if change.place == "stock"]
    assert any(change.before == "??" and change.after not in (None, "??") for change in stock)
    turned = [
        beat
        for beat in script.beats
        if beat.begin
        and beat.finish
        and beat.place.startswith(("near ", "far "))
        and not beat.begin.up
        and beat.finish.up
        and np.hypot(beat.begin.x - beat.finish.x, beat.begin.y - beat.finish.y) < 0.3
    ]
    assert turned, "over where it lies"


@pytest.mark.parametrize("wrong", [{"aside": 1.5}, {"turning": -0.1}, {"strewn": 0.0}, {"strewn": 9.0}])
def test_habits_that_cannot_be_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="chances are 0 to 1"):
        Habits(**wrong)
