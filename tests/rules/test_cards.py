"""Ranks, suits, cards and packs."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import CARDS, JOKER, Card, Pack, Rank, Suit, format_cards, parse_cards
from rules.errors import CardError, RulesError

cards = st.sampled_from((*CARDS, JOKER))


def test_there_are_52_cards_each_one_object() -> None:
    assert len(set(CARDS)) == 52
    assert {card.code for card in CARDS} == {
        f"{rank}{suit}"
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        for suit in "CDHS"
    }
    assert all(Card(card.rank, card.suit) is card and CARDS[card.index] is card for card in CARDS)


def test_ranks_run_from_ace_to_king() -> None:
    assert [rank.symbol for rank in Rank] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [int(rank) for rank in Rank] == list(range(1, 14))
    assert [str(rank) for rank in Rank if rank.face] == ["J", "Q", "K"]
    assert Rank.A is Rank.ACE
    assert Rank.K is Rank.KING


def test_suits_are_clubs_diamonds_hearts_spades() -> None:
    assert "".join(suit.symbol for suit in Suit) == "CDHS"
    assert "".join(suit.pip for suit in Suit) == "♣♦♥♠"
    assert [suit for suit in Suit if suit.red] == [Suit.DIAMONDS, Suit.HEARTS]


def test_cards_are_ordered_by_rank_then_suit_with_jokers_last() -> None:
    assert format_cards(sorted(parse_cards("JOKER KS AC 10H 2D 2C"))) == "AC 2C 2D 10H KS JOKER"
    assert Card.parse("AS") < Card.parse("2C") <= Card.parse("2C")
    assert JOKER > Card.parse("KS") >= Card.parse("KH")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10H", "10H"),
        ("th", "10H"),
        ("TH", "10H"),
        ("10♥", "10H"),
        ("a♠", "AS"),
        ("qd", "QD"),
        ("K♣", "KC"),
        ("J♦", "JD"),
        ("joker", "JOKER"),
        (" 2c ", "2C"),
        ("9♡", "9H"),
        ("7♠️", "7S"),
    ],
)
def test_parses_ten_lower_case_and_suit_signs(text: str, code: str) -> None:
    assert Card.parse(text).code == code


@given(cards)
def test_a_card_round_trips_through_text_pickle_and_copy(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card
    assert copy.copy(card) is card
    assert hash(card) == hash(Card.parse(card.code))


def test_the_joker_has_neither_rank_nor_suit() -> None:
    assert JOKER.joker
    assert JOKER.rank is None
    assert JOKER.suit is None
    assert str(JOKER) == "JOKER"


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Card.parse("AS").rank = Rank.KING
    with pytest.raises(AttributeError):
        del Card.parse("AS").suit


@pytest.mark.parametrize("text", ["11H", "1H", "H10", "10", "H", "", "AX", "0S", "JOKERS", "A S"])
def test_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match=r"is not a card"):
        Card.parse(text)


def test_several_cards_are_separated_by_spaces_commas_or_semicolons() -> None:
    assert format_cards(parse_cards("as, 10H;3d\n JOKER")) == "AS 10H 3D JOKER"
    assert parse_cards("") == ()
    assert parse_cards(["AS", Card.parse("2S")]) == parse_cards("AS 2S")


def test_the_error_names_the_bad_token_and_its_place() -> None:
    with pytest.raises(CardError) as caught:
        parse_cards("AS 2D 1X 5H")
    assert caught.value.params == {"token": "1X", "place": 3}
    assert str(caught.value).startswith("Card 3, “1X”, is not a card")


@pytest.mark.parametrize(("kind", "text"), [(Rank, "11"), (Rank, ""), (Suit, "X"), (Suit, "hearts")])
def test_refuses_what_is_no_rank_or_suit(kind: type[Rank] | type[Suit], text: str) -> None:
    with pytest.raises(CardError, match="is not a"):
        kind.parse(text)


def test_rank_and_suit_parse_as_in_a_card() -> None:
    assert Rank.parse("t") is Rank.TEN
    assert Suit.parse("♥") is Suit.HEARTS


@pytest.mark.parametrize(
    ("pack", "size"), [(Pack(), 52), (Pack(32), 32), (Pack(52, 2, 2), 108), (Pack(32, 3), 96), (Pack(jokers=1), 53)]
)
def test_a_pack_counts_its_cards(pack: Pack, size: int) -> None:
    assert len(pack) == len(pack.cards()) == size
    assert sum(pack.count(card) for card in (*CARDS, JOKER)) == size
    assert list(pack) == sorted(pack.cards())


def test_the_piquet_pack_is_seven_to_ace() -> None:
    assert {card.rank.symbol for card in Pack(32) if card.rank} == {"A", "7", "8", "9", "10", "J", "Q", "K"}
    assert Card.parse("6S") not in Pack(32)
    assert Card.parse("7S") in Pack(32)
    assert JOKER not in Pack(52)


def test_no_card_twice_is_a_rule_per_number_of_packs() -> None:
    twice = parse_cards("AS KD AS")
    Pack(packs=2).check(twice)
    with pytest.raises(RulesError, match="A♠ occurs more often") as caught:
        Pack().check(twice)
    assert caught.value.rule == "pack.repeated"
    with pytest.raises(RulesError, match="6♦ is not in the pack"):
        Pack(32).check(parse_cards("6D"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 40}, "52 or 32 cards, not 40"),
        ({"packs": 0}, "at least one whole pack"),
        ({"packs": True}, "at least one whole pack"),
        ({"jokers": -1}, "0 or more, not -1"),
    ],
)
def test_refuses_an_impossible_pack(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Pack(**arguments)
