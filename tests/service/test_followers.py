"""What following any game has in common: whose a turn is, which zones fit, what is watched for."""

from __future__ import annotations

import pytest

from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from rules import ace, bus, gin, trash
from service.following import follower
from service.live import TableWatch
from tests.service.followed import verdicts, watched
from tests.vision.seeing import TruthReader


@pytest.mark.parametrize("game", ["poker", ""])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(ValueError, match="is no game: trash, gin, bus, ace"):
        follower(game, None)


def test_zones_of_another_game_are_refused() -> None:
    zones = {"game": "gin", "zones": {"stock": [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]}}
    for game in ("bus", "ace", "trash"):
        with pytest.raises(ValueError, match=f"zones for gin, but the game is {game}"):
            follower(game, None, zones)


@pytest.mark.parametrize("game", ["bus", "gin", "ace", "trash"])
def test_only_trash_is_watched_for_jokers(game: str) -> None:
    rules = {"bus": bus.Rules(), "gin": gin.Rules(), "ace": ace.Rules(players=3, pack=52), "trash": trash.Rules()}
    reader = TruthReader(0)
    assert TableWatch(game, rules[game], reader).tracker.joker is False
    assert TableWatch("trash", trash.Rules(jokers=2), reader).tracker.joker is True


@pytest.mark.parametrize("seed", range(4))
def test_turns_are_told_with_whose_they_are(seed: int) -> None:
    for script, rules in ((bus_script(seed)[0], bus.Rules()), (gin_script(seed)[0], gin.Rules())):
        told = [one["player"] for one in verdicts(watched(script, rules, seed))]
        true = [judgement.player for judgement in script.judgements]
        assert told[:-1] == true[:-1]
