"""Hands with cards that could not be read: every score they may have, no guess."""

import pytest
from gintables import KNOCKER, POOR

from rules import gin
from rules.cards import CARDS, Card, parse_cards
from rules.errors import RulesError
from rules.observation import parse_row

GIN = KNOCKER.replace("7S", "9S")


def scores(knocker: str, defender: str, rules=None, **more):
    return gin.possible_scores(parse_row(knocker), parse_row(defender), rules, **more)


def test_hands_read_whole_have_one_score() -> None:
    found = scores(KNOCKER, POOR)
    assert (found.tried, found.complete) == (1, True)
    assert found.certain is not None
    assert found.certain.worth == gin.score(parse_cards(KNOCKER), parse_cards(POOR))
    assert found.verdict.verdict == "legal"


def test_a_card_of_two_that_score_alike_is_certain() -> None:
    found = scores(KNOCKER, POOR.replace("KS", "KS/QS"))
    assert (found.tried, len(found.possibilities)) == (2, 1)
    assert found.certain is not None
    assert found.certain.worth.points == 65
    assert found.certain.count == 2


def test_a_card_that_decides_cannot_be_told_and_the_scores_are_listed() -> None:
    found = scores(KNOCKER.replace("7S", "7S/9S"), POOR)
    assert found.certain is None
    assert [(one.worth.ending, one.worth.points) for one in found.possibilities] == [("knock", 65), ("gin", 97)]
    verdict = found.verdict
    assert (verdict.verdict, verdict.rule) == ("cannot tell", "gin.unread")
    assert verdict.sentence() == "Some cards could not be read, and the result depends on them: 2 results are possible."
    possible = verdict.to_json()["explanation"]["possible"]
    assert [one["points"] for one in possible] == [65, 97]
    assert possible[0]["cards"][0] == KNOCKER.split()


def test_an_unknown_or_face_down_card_may_be_any_that_is_not_seen() -> None:
    for token in ("--", "??"):
        found = scores(KNOCKER, POOR.replace("KS", token))
        assert (found.tried, found.complete) == (52 - 19, True)
        every = {}
        for card in CARDS:
            if card not in parse_cards(KNOCKER + " " + POOR[:-3]):
                score = gin.score(parse_cards(KNOCKER), [*parse_cards(POOR[:-3]), card])
                key = (score.ending, score.winner, score.points)
                every[key] = every.get(key, 0) + 1
        assert {
            (one.worth.ending, one.worth.winner, one.worth.points): one.count for one in found.possibilities
        } == every


def test_two_unknown_cards_of_one_hand_are_not_told_apart() -> None:
    found = scores(KNOCKER, POOR.replace("KS", "--").replace("KH", "--"))
    assert (found.tried, found.complete) == (34 * 33 // 2, True)
    found = scores(KNOCKER.replace("7S", "--"), POOR.replace("KS", "--"))
    assert (found.tried, found.complete) == (34 * 33, True)


def test_cards_of_overlapping_readings_come_up_once() -> None:
    found = scores(KNOCKER, POOR.replace("KS", "KS/QS").replace("KH", "QS/KS/QH"))
    # KS+QS once (two ways to assign them), KS+QH, QS+QH.
    assert (found.tried, found.complete) == (3, True)


def test_a_hand_that_may_not_knock_is_one_of_the_results() -> None:
    found = scores(KNOCKER.replace("7S", "7S").replace("9H", "9H/KC"), POOR)
    assert {one.refusal.rule if one.refusal else one.worth.ending for one in found.possibilities} == {
        "knock",
        "gin.knock_limit",
    }
    assert any("refused" in one.to_json() for one in found.possibilities)
    found = scores(POOR, GIN.replace("9S", "9S/8D"))
    assert found.verdict.verdict == "illegal"
    assert found.verdict.rule == "gin.knock_limit"


def test_a_search_cut_off_is_said_and_never_certain() -> None:
    found = scores(KNOCKER, POOR.replace("KS", "--"), most=5)
    assert (found.tried, found.complete, found.certain) == (5, False, None)
    assert found.verdict.verdict == "cannot tell"
    assert "perhaps more" in found.verdict.sentence()
    assert found.verdict.to_json()["explanation"]["complete"] is False
    same = scores(KNOCKER, POOR.replace("KS", "KS/QS"), most=1)
    assert (same.certain, same.verdict.verdict) == (None, "cannot tell")


def test_what_is_likely_is_tried_first_and_counts_for_more() -> None:
    chances = {"KS": 0.15, "5S": 0.6, "QS": 0.25}
    place = POOR.split().index("KS")

    def likely(hand: int, at: int, card: Card) -> float:
        return chances[card.code] if (hand, at) == (1, place) else 1.0

    doubtful = POOR.replace("KS", "KS/QS/5S")
    found = scores(KNOCKER, doubtful, likely=likely)
    # Ten points or five of deadwood.
    assert {one.worth.points: one.chance for one in found.possibilities} == pytest.approx({60: 0.6, 65: 0.4})
    assert [one.cards[1][place].code for one in found.possibilities] == ["5S", "QS"], "the likeliest of each value"
    first = scores(KNOCKER, doubtful, likely=likely, most=1)
    # Nothing is likelier for not having tried the rest.
    assert [(one.worth.points, one.chance) for one in first.possibilities] == [(60, pytest.approx(0.6))]
    assert not first.complete


def test_two_cards_that_may_be_one_another_are_weighed_together() -> None:
    places = [POOR.split().index("KS"), POOR.split().index("KH")]
    chances = [{"KS": 0.9, "2H": 0.1}, {"KS": 0.8, "QH": 0.2}]

    def likely(hand: int, place: int, card: Card) -> float:
        return chances[places.index(place)][card.code] if hand == 1 and place in places else 1.0

    found = scores(KNOCKER, POOR.replace("KS", "KS/2H").replace("KH", "KS/QH"), likely=likely)
    # KS and QH, 2H and KS, 2H and QH: the king is not there twice.
    assert found.tried == 3
    king, both, lower = 0.9 * 0.2, 0.1 * 0.8, 0.1 * 0.2
    by_points: dict[int, float] = {}
    for cards, chance in ((("KS", "QH"), king), (("2H", "KS"), both), (("2H", "QH"), lower)):
        hand = POOR.replace("KS", cards[0]).replace("KH", cards[1])
        points = gin.score(parse_cards(KNOCKER), parse_cards(hand)).points
        by_points[points] = by_points.get(points, 0) + chance / (king + both + lower)
    assert {one.worth.points: one.chance for one in found.possibilities} == pytest.approx(by_points)


def test_many_unknown_cards_are_cut_off_in_time() -> None:
    found = scores("-- " * 9 + "AS", "-- " * 10, most=200)
    assert not found.complete


def test_oklahoma_and_petit_gin_count_for_possible_scores_too() -> None:
    rules = gin.Rules(oklahoma=True, petit_gin=True)
    found = scores(KNOCKER.replace("7S", "7S/JS"), POOR, rules, upcard=CARDS[4])
    assert {one.worth.ending for one in found.possibilities} == {"petit_gin"}
    with pytest.raises(RulesError, match="first upcard must be known"):
        scores(KNOCKER, POOR, rules)


@pytest.mark.parametrize(
    ("knocker", "defender", "message"),
    [
        ("AS AD", POOR, "The knocker’s hand has ten cards, or eleven"),
        (KNOCKER, POOR + " 5S", "The defender’s hand has ten cards, not 11"),
        (KNOCKER.replace("7S", ".."), POOR, "A hand has a card in every place"),
        (KNOCKER, POOR.replace("KS", "AS"), "No selection of different cards fits"),
        (KNOCKER, POOR.replace("KS", "7S/AS"), "No selection of different cards fits"),
    ],
)
def test_refused(knocker: str, defender: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        scores(knocker, defender)


def test_one_hand_with_an_unread_card() -> None:
    found = gin.possible_hands(parse_row(KNOCKER.replace("7S", "7S/9S")))
    assert [(one.worth.points, one.worth.gin) for one in found.possibilities] == [(7, False), (0, True)]
    found = gin.possible_hands(parse_row(KNOCKER.replace("7S", "KS/QS")))
    assert found.certain is not None
    assert found.certain.worth.points == 10
    with pytest.raises(RulesError, match="A hand has ten cards, or eleven before the discard, not 9"):
        gin.possible_hands(parse_row(KNOCKER)[:9])
