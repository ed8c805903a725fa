"""Lives and the dog, as both Stop the Bus and Chase the Ace count them."""

import pytest

from rules.errors import RulesError
from rules.lives import Lives, losers, verify_shown


def test_a_lone_lowest_loses():
    assert losers([20, 7, 31]) == (1,)


def test_of_several_lowest_nobody_loses():
    assert losers([7, 20, 7]) == ()


def test_together_all_lowest_lose():
    assert losers([7, 20, 7], together=True) == (0, 2)


def test_together_nobody_loses_if_everybody_ties():
    assert losers([7, 7, 7], together=True) == ()


def test_one_alone_loses_to_nobody():
    assert losers([3]) == ()
    assert losers([], together=True) == ()


def test_the_first_to_lose_the_last_life_plays_on_as_the_dog():
    lives = Lives((1, 2, 3)).after([0])
    assert lives == Lives((0, 2, 3), frozenset((0,)))
    assert lives.playing == (0, 1, 2)
    assert str(lives) == "dog 2 3"


def test_the_dog_is_out_when_it_loses_again():
    assert str(Lives.parse("dog 2 3").after([0])) == "out 2 3"


def test_later_players_without_lives_are_out_at_once():
    assert str(Lives.parse("dog 1 3").after([1])) == "dog out 3"
    assert str(Lives.parse("out 1 3").after([1])) == "out out 3"


def test_without_the_dog_the_first_is_out_at_once():
    assert str(Lives((1, 2)).after([0], dog=False)) == "out 2"


def test_several_who_lose_their_last_life_in_one_deal_are_all_dogs():
    assert str(Lives((1, 1, 2)).after([0, 1])) == "dog dog 2"


def test_a_dog_and_a_player_without_lives_can_go_out_together():
    assert str(Lives.parse("dog 1 2").after([0, 1])) == "out out 2"


def test_the_last_player_in_wins_the_dog_included():
    assert Lives.parse("dog out").winner == 0
    assert Lives.parse("dog 1").winner is None


def test_seats_clockwise_from_the_dealers_left():
    lives = Lives.parse("3 out dog 1 2")
    assert lives.clockwise(2) == (3, 4, 0, 2)
    assert lives.following(0) == 2
    assert lives.following(4) == 0


@pytest.mark.parametrize("text", ["3 2 dog out", "1", "out dog"])
def test_text_round_trips(text):
    assert str(Lives.parse(text)) == text


@pytest.mark.parametrize("word", ["0", "-1", "cat", "1.5", "²", "9" * 5000])
def test_text_that_is_no_lives_is_named(word):
    with pytest.raises(RulesError, match=f"number from 1 on, dog or out, not “{word}”"):
        Lives.parse(f"3 {word}")


@pytest.mark.parametrize(
    ("text", "dog", "together", "rule"),
    [
        ("3 2 dog out", True, False, None),
        ("dog dog 1", True, True, None),
        ("out 3", False, False, None),
        ("dog dog 1", True, False, "options.lives_dogs"),
        # All lost their last life in one deal: but where everybody ties nobody loses.
        ("dog dog", True, True, "options.lives_all_dogs"),
        ("dog dog out", True, True, None),
        ("dog 3", False, False, "options.lives_no_dog"),
        ("dog 3", False, True, "options.lives_no_dog"),
        ("4 1", True, False, "options.lives_most"),
    ],
)
def test_lives_that_play_cannot_come_to_are_refused(text, dog, together, rule):
    lives = Lives.parse(text)
    if rule is None:
        lives.verify(3, dog=dog, together=together)
        return
    with pytest.raises(RulesError) as caught:
        lives.verify(3, dog=dog, together=together)
    assert caught.value.rule == rule


def test_no_more_hands_are_shown_than_players_began():
    verify_shown(2, 3)
    with pytest.raises(RulesError, match="4 hands are too many for 3 players"):
        verify_shown(4, 3)


def test_json_by_seat():
    assert Lives.parse("2 dog out").to_json() == [
        {"lives": 2, "dog": False, "out": False},
        {"lives": 0, "dog": True, "out": False},
        {"lives": 0, "dog": False, "out": True},
    ]
