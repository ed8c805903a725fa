"""What a camera can know of a card: text forms and the order from vague to certain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import CARDS, JOKER, Card, Rank
from rules.errors import CardError
from rules.observation import Seen, Side, format_row, parse_row

cards = st.sampled_from((*CARDS, JOKER))
seen = st.one_of(
    st.sampled_from((Seen.down(), Seen.empty(), Seen.unknown(), Seen.up())),
    st.frozensets(cards, min_size=1, max_size=9).map(Seen.cards),
    st.sampled_from(Rank).map(Seen.rank),
)


@given(seen)
def test_text_and_value_round_trip(value: Seen) -> None:
    assert Seen.parse(str(value)) == value
    assert Seen.parse(str(value).lower()) == value


@given(st.lists(seen, max_size=12))
def test_a_row_round_trips(row: list[Seen]) -> None:
    assert parse_row(format_row(row)) == tuple(row)


@pytest.mark.parametrize(
    ("text", "side", "possible"),
    [
        ("??", Side.DOWN, 0),
        ("--", Side.UNKNOWN, 0),
        ("..", Side.EMPTY, 0),
        ("10H", Side.UP, 1),
        ("t♥", Side.UP, 1),
        ("joker", Side.UP, 1),
        ("8H/6H", Side.UP, 2),
        ("5?", Side.UP, 4),
        ("?H", Side.UP, 13),
        ("5?/6H", Side.UP, 5),
        ("up", Side.UP, 53),
    ],
)
def test_every_text_form_is_read(text: str, side: Side, possible: int) -> None:
    value = Seen.parse(text)
    assert (value.side, len(value.possible)) == (side, possible)


def test_a_rank_alone_is_its_four_cards() -> None:
    assert Seen.parse("5?").possible == {Card(5, suit) for suit in "CDHS"}
    assert str(Seen.cards(Card(5, suit) for suit in "CDHS")) == "5?"
    assert str(Seen.parse("5C/5D/5H/5S/9H")) == "5?/9H"


def test_only_one_possible_card_is_certain() -> None:
    assert Seen.parse("10H").certain is Card.parse("10H")
    assert Seen.parse("10H/9H").certain is None
    assert Seen.down().certain is None
    assert [Seen.parse(text).exact for text in ("??", "..", "10H", "10?", "--")] == [True, True, True, False, False]


def test_an_unknown_place_may_be_any_card() -> None:
    assert Seen.unknown().may_be(JOKER)
    assert not Seen.down().may_be(JOKER)
    assert Seen.parse("5?").may_be(Card.parse("5C"))
    assert not Seen.parse("5?").may_be(Card.parse("6C"))


@given(seen, seen)
def test_a_vaguer_value_allows_what_a_surer_one_may_be(one: Seen, two: Seen) -> None:
    assert one.allows(one)
    assert Seen.unknown().allows(one)
    if one.allows(two) and two.allows(one):
        assert one == two
    if one.side is Side.UP and one.allows(two):
        assert two.possible <= one.possible
        assert two.side is Side.UP


@pytest.mark.parametrize("text", ["xx", "", "5", "?", "/", "10H/", "11?", "?X", "5?H"])
def test_a_text_that_is_no_observation_is_named(text: str) -> None:
    with pytest.raises(CardError, match="cannot be read") as caught:
        Seen.parse(text)
    assert caught.value.rule == "card.unknown_seen"
    assert text.strip() in str(caught.value)


def test_a_row_names_the_place_that_cannot_be_read() -> None:
    with pytest.raises(CardError, match="Place 3, “zz”") as caught:
        parse_row("AS ?? zz 4H")
    assert caught.value.params == {"token": "zz", "place": 3}


def test_possible_cards_and_only_they_belong_to_a_face_up_card() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Seen.cards([])
    with pytest.raises(ValueError, match="only a face-up card"):
        Seen(Side.DOWN, frozenset((JOKER,)))
