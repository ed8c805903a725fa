"""Options that every game shares the reading of: what counts as a number, and that rules are read back as written."""

from enum import IntEnum

import pytest

from rules import ace, bus, gin, trash
from rules.cards import Rank
from rules.errors import RulesError
from rules.options import MOST_NUMBER

COUNTED = [
    *((gin.Rules, name) for name in ("gin_bonus", "undercut_bonus", "big_gin_bonus", "knock_limit", "game_target")),
    *((gin.Rules, name) for name in ("match_target", "game_bonus", "box_bonus", "shutout")),
    *((kind, "lives") for kind in (bus.Rules, ace.Rules)),
    (trash.Rules, "end_deals"),
]


@pytest.mark.parametrize(("kind", "option"), COUNTED)
def test_the_largest_number_is_read_back_and_a_larger_one_refused(kind: type, option: str) -> None:
    rules = kind(**{option: MOST_NUMBER})
    assert kind.parse(str(rules)) == rules
    with pytest.raises(RulesError) as caught:
        kind(**{option: MOST_NUMBER + 1})
    assert caught.value.rule == "options.range"
    assert str(MOST_NUMBER) in caught.value.sentence("de")


@pytest.mark.parametrize("value", [True, Rank.KING, 2.0, "2", None])
def test_only_a_whole_number_is_one(value: object) -> None:
    # A rank is a number to Python; written as an option it would be the letter K.
    assert isinstance(Rank.KING, IntEnum)
    with pytest.raises(RulesError) as caught:
        bus.Rules(lives=value)  # type: ignore[arg-type]
    assert caught.value.rule == "options.type"


@pytest.mark.parametrize("game", [bus, ace])
def test_a_record_of_as_many_lives_as_can_be_is_read_back(game) -> None:  # type: ignore[no-untyped-def]
    match = game.Match(game.State.start(game.Rules(lives=MOST_NUMBER), dealer=0, seed=1))
    match.push(game.Deal())
    assert game.Match.parse(match.to_text()) == match
