"""The referee at the discard pile: what is legal, what is not, what cannot be told; against simulated hands."""

import random
from copy import copy
from functools import cache

import pytest
import slowpile
from test_gin_properties import wander

from rules import gin
from rules.cards import CARDS
from rules.gin import pile
from rules.observation import Seen

PACK = CARDS[:9]


def see(tops: str, **more):
    """The verdicts on a row of tops, the last of them first in mind."""
    referee = gin.Referee(**more)
    return [referee.see(Seen.parse(top)) for top in tops.split()]


def last(tops: str, **more):
    return see(tops, **more)[-1]


# What is legal.


@pytest.mark.parametrize(
    ("tops", "rule"),
    [
        ("5H", "gin.pile_upcard"),
        ("5H 5H", "gin.pile_unchanged"),
        ("5H 9C", "gin.pile_turn"),
        ("5H 9C 2D", "gin.pile_turn"),
        # The only card was taken, and another put down.
        ("5H ..", "gin.pile_empty"),
        ("5H .. 9C", "gin.pile_turn"),
        # 9C was taken: the 5H lies under it again.
        ("5H 9C 5H", "gin.pile_taken"),
        ("5H 9C 5H 2D", "gin.pile_turn"),
        ("5H ??", "gin.pile_knock"),
        ("5H 9C 5H ??", "gin.pile_knock"),
        ("5H 9C ??  ..", "gin.pile_empty"),
        ("5H 9C ?? .. 9C", "gin.pile_upcard"),
        # The player who took 5H throws it out a turn later.
        ("5H .. 9C 2D 5H", "gin.pile_turn"),
    ],
)
def test_legal(tops: str, rule: str) -> None:
    for turns in (1, 2):
        verdict = last(tops, turns=turns)
        assert (verdict.verdict, verdict.rule) == ("legal", rule)


# What is not.


@pytest.mark.parametrize(
    ("tops", "rule", "sentence"),
    [
        # 5H is taken and put straight back.
        ("5H .. 5H", "gin.put_back", "5♥ was just taken from the discard pile and put straight back"),
        ("5H 9C 5H 9C", "gin.put_back", "9♣ was just taken"),
        # 5H lay bare and was covered by 2D, 2D lay bare too: neither can be in a hand.
        ("5H 9C 5H 2D 8S 2D 5H", "gin.buried", "5♥ lies under other discards"),
        ("5H 9C 5H 2D 8S 2D KC 5H", "gin.buried", "5♥ lies under other discards"),
        # The only card was taken, and put back: an empty pile is not yet a new hand.
        ("5H 9C .. 9C", "gin.put_back", "9♣ was just taken"),
    ],
)
def test_illegal(tops: str, rule: str, sentence: str) -> None:
    for turns in (1, 2):
        verdict = last(tops, turns=turns)
        assert (verdict.verdict, verdict.rule) == ("illegal", rule)
        assert verdict.sentence().startswith(sentence)
        assert verdict.explanation["after"] == tops.split()[-1]


def test_a_card_only_the_other_can_have_is_illegal_in_one_turn_and_two_turns_otherwise() -> None:
    # The non-dealer takes 5H and discards 9C; it is the dealer who cannot discard 5H.
    assert last("5H .. 9C 5H", turns=1).rule == "gin.other_hand"
    assert last("5H .. 9C 5H", turns=2).verdict == "legal"
    assert last("5H .. 9C 5H", turns=2).rule == "gin.pile_turns"


def test_a_covered_card_is_with_who_covered_it_or_buried() -> None:
    # Taking KC shows 8S: who takes it did not cover 9C, so it is buried or with the other.
    assert last("9C 2D 8S KC 8S 9C", turns=1).rule == "gin.other_hand"
    # Taking 8S may show 9C if 2D was taken as well; and who covered 9C may have it.
    assert last("9C 2D 8S 9C", new_hand=False, turns=1).verdict == "legal"


@pytest.mark.parametrize("turns", [1, 2])
def test_who_took_the_last_card_is_not_known_where_tables_were_not_read(turns: int) -> None:
    # The upcard was taken, its player discarded, so did the other and took that up: the first may discard the upcard.
    verdicts = see("5H -- -- .. 5H", turns=turns)
    assert [verdict.verdict for verdict in verdicts] == ["legal", "cannot tell", "cannot tell", "legal", "legal"]
    assert last("5H .. 5H", turns=turns).rule == "gin.put_back"


def test_a_new_hand_forgets_the_last() -> None:
    referee = gin.Referee()
    for top in ("5H", "..", "9C"):
        referee.see(Seen.parse(top))
    referee.new_hand()
    assert referee.see(Seen.parse("9C")).rule == "gin.pile_upcard"


def test_after_an_illegal_change_the_hand_is_followed_on() -> None:
    verdicts = see("5H .. 5H 8S KC")
    assert [verdict.verdict for verdict in verdicts] == ["legal", "legal", "illegal", "legal", "legal"]


# What cannot be told.


def test_an_unread_top_cannot_be_told() -> None:
    assert (last("5H --").verdict, last("5H --").rule) == ("cannot tell", "gin.pile_unread")
    assert last("5H -- 9C").verdict == "legal"


def test_a_card_that_is_one_of_two_is_judged_for_both() -> None:
    assert last("5H 9C/8C").verdict == "legal"
    # 9C was just taken; 8C was not.
    verdict = last("5H 9C 5H 9C/8C")
    assert (verdict.verdict, verdict.rule) == ("cannot tell", "gin.pile_unclear")
    assert verdict.explanation["depends_on"] == ["8C", "9C"]
    assert verdict.sentence("fr") == "La réponse dépend de la carte qui se trouve sur la défausse : 8♣, 9♣."
    # Whatever was taken, one of the two, it is put back or not.
    assert last("5H 9C/8C 5H 9C").verdict == "cannot tell"
    assert last("5H 9C/8C 5H 9C/8C").verdict == "cannot tell"
    assert last("5H 9C/8C 5H KC").verdict == "legal"


def test_a_fault_whatever_the_card_is_illegal() -> None:
    assert last("5H 9C 5H 2D 8S 2D 5H/8S", turns=1).verdict == "illegal"


def test_a_card_not_read_may_be_the_one_that_comes_back() -> None:
    # Turns may have passed while nothing could be read, but none that digs up what is buried.
    assert last("5H .. -- 5H").verdict == "legal"
    assert last("5H 9C 5H 2D 8S 2D -- 5H").rule == "gin.buried"


def test_a_joker_does_not_belong_to_the_pack() -> None:
    assert last("5H JOKER").rule == "pack.foreign"


def test_a_hand_without_turns_is_refused() -> None:
    with pytest.raises(ValueError, match="one or two turns"):
        gin.Referee(turns=0)


# Against simulated hands.


SEEDS = 16


@cache
def hand(seed: int, keen: float) -> tuple[gin.State, ...]:
    """The positions of a random hand."""
    return tuple(wander(seed, gin.Rules(), keen))


def tops(seed: int, *, between: bool):
    """What lies on top after each turn of a random hand, or also while a player has taken the top and not discarded."""
    found = []
    for state in hand(seed, 0.2):
        if state.phase is gin.Phase.DISCARD and not between:
            continue
        if isinstance(state.out, gin.Knock):
            found.append(Seen.down())
            break
        found.append(on_top(state))
    return found


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("turns", [1, 2])
def test_every_legal_hand_is_accepted(between: bool, turns: int) -> None:
    for seed in range(SEEDS):
        referee = gin.Referee(turns=turns)
        for top in tops(seed, between=between):
            verdict = referee.see(top)
            assert verdict.verdict == "legal", (seed, verdict)


def test_a_hand_first_seen_in_the_middle_is_accepted() -> None:
    for seed in range(SEEDS):
        row = tops(seed, between=True)
        referee = gin.Referee(new_hand=False, turns=1)
        for top in row[len(row) // 3 :]:
            assert referee.see(top).verdict == "legal"


def test_a_hand_with_the_first_turn_missed_is_accepted() -> None:
    for seed in range(SEEDS):
        row = tops(seed, between=False)
        referee = gin.Referee(turns=2)
        for top in (row[0], *row[3:12]):
            assert referee.see(top).verdict == "legal", seed


@pytest.mark.parametrize("between", [False, True])
def test_hidden_cards_never_make_a_legal_change_illegal(between: bool) -> None:
    rng = random.Random(4)
    answers = set()
    for seed in range(SEEDS):
        referee = gin.Referee(turns=2)
        for top in tops(seed, between=between):
            seen, chance = top, rng.random()
            if chance < 0.15:
                seen = Seen.unknown()
            elif chance < 0.35 and top.certain:
                seen = Seen.cards({top.certain, *rng.sample(CARDS, rng.choice((1, 3)))})
            verdict = referee.see(seen)
            answers.add(verdict.verdict)
            assert verdict.verdict != "illegal", (seed, verdict)
    assert answers == {"legal", "cannot tell"}


def on_top(state: gin.State) -> Seen:
    return Seen.card(state.pile[-1]) if state.pile else Seen.empty()


def test_every_card_put_straight_back_is_caught_when_its_taking_was_seen() -> None:
    caught = 0
    for seed in range(SEEDS):
        states = hand(seed, 0.1)
        for place, state in enumerate(states):
            if state.taken and place % 3 == seed % 3:
                referee = gin.Referee()
                for before in states[: place + 1]:
                    assert referee.see(on_top(before)).legal
                # The same hand, but what was taken is put back.
                verdict = referee.see(Seen.card(state.taken))
                assert (verdict.verdict, verdict.rule) == ("illegal", "gin.put_back"), (seed, state)
                caught += 1
    assert caught > 50


def test_a_hidden_fault_is_never_called_legal_by_hiding_the_card() -> None:
    for row in ("5H .. 5H", "5H 9C 5H 9C", "5H 9C 5H 2D 8S 2D 5H"):
        *before, fault = row.split()
        assert last(row).verdict == "illegal"
        assert last(" ".join([*before, "--"])).verdict == "cannot tell"
        assert last(" ".join([*before, f"{fault}/KS"])).verdict == "cannot tell"


# Against every way to play every deal of a small pack.


@pytest.fixture
def small_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pile, "HAND", 2)


def walk(referee: gin.Referee, positions, row, length: int, turns: int, counts) -> None:
    """Every row of tops with different beginnings, new cards named in order, as far as it stays legal."""
    if len(row) == length:
        return
    for card in (None, *PACK[: len(set(row) - {None}) + 1]):
        after = slowpile.look(positions, card, turns)
        if card is None and not after:
            # Then the referee takes the table for cleared.
            continue
        other = copy(referee)
        verdict = other.see(Seen.empty() if card is None else Seen.card(card))
        assert verdict.verdict == ("legal" if after else "illegal"), (row, card, verdict)
        counts[verdict.rule] = counts.get(verdict.rule, 0) + 1
        if after:
            walk(other, after, [*row, card], length, turns, counts)


@pytest.mark.parametrize(("turns", "length"), [(1, 5), (2, 4)])
@pytest.mark.usefixtures("small_hands")
def test_legal_exactly_when_some_deal_and_some_play_show_these_tops(turns: int, length: int) -> None:
    referee = gin.Referee(turns=turns)
    referee.see(Seen.card(PACK[0]))
    counts: dict[str, int] = {}
    walk(referee, slowpile.deals(PACK, PACK[0], 2), [PACK[0]], length, turns, counts)
    assert {"gin.pile_turn", "gin.pile_taken", "gin.pile_unchanged", "gin.put_back"} <= set(counts)
    assert sum(counts.values()) > 40


@pytest.mark.usefixtures("small_hands")
def test_after_unread_tables_only_what_lies_buried_is_illegal() -> None:
    rng = random.Random(8)
    answers = set()
    for _ in range(12):
        referee, row = gin.Referee(turns=1), [PACK[0]]
        referee.see(Seen.card(PACK[0]))
        positions = slowpile.deals(PACK[:7], PACK[0], 2)
        for _ in range(5):
            choices = [(card, slowpile.look(positions, card)) for card in PACK[:4]]
            card, positions = rng.choice([choice for choice in choices if choice[1]])
            row.append(card)
            assert referee.see(Seen.card(row[-1])).legal
        assert referee.see(Seen.unknown()).verdict == "cannot tell"
        for card in sorted(set(row)):
            verdict = copy(referee).see(Seen.card(card)).verdict
            assert verdict == ("legal" if slowpile.anytime(positions, card) else "illegal"), (row, card)
            answers.add(verdict)
    assert "legal" in answers
