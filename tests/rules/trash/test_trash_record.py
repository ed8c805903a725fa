"""The record of a match of Trash."""

import random

import pytest
from trashpositions import position

from rules.cards import Card
from rules.errors import RecordError
from rules.trash import Deal, Draw, Match, Move, Pile, Place, Rules, State, TimeUp


def played(rules: Rules, seed: int) -> Match:
    match = Match(State.start(rules, seed))
    chance = random.Random(seed)
    while not match.state.over:
        moves = list(match.state.legal_moves)
        move = chance.choice(moves)
        if not isinstance(move, TimeUp) or chance.random() < 0.01:
            match.push(move)
    return match


MATCHES = [
    Rules(),
    Rules(players=4, packs=1, start="clockwise", second_look=True),
    Rules(wilds="J,Q,K", jokers=2),  # type: ignore[arg-type]
    Rules(second_look=True, free_draws=True, end_slots=7),
    Rules(players=3, end_deals=2),
    Rules(end_time=True),
]


def _without_deals(match: Match) -> list[Move]:
    """The moves but for the deals, which a record writes with their cards."""
    return [move for move in match.moves if not isinstance(move, Deal)]


@pytest.mark.parametrize("rules", MATCHES, ids=str)
def test_a_record_replays_the_match(rules: Rules) -> None:
    match = played(rules, 11)
    text = match.to_text()
    again = Match.from_text(text)
    assert again.state == match.state
    assert _without_deals(again) == _without_deals(match)
    assert again.to_text() == text
    assert text.splitlines()[-1].endswith("won " + " ".join(str(player + 1) for player in match.state.winners))


def test_a_record_reads_like_a_game() -> None:
    match = played(Rules(), 11)
    lines = match.to_text().splitlines()
    assert lines[:5] == [
        "Game: trash",
        "Rules: default",
        f"First: {match.origin.first + 1}",
        "Seed: 11",
        "Slots: 10 10",
    ]
    assert any(line.startswith("# player ") and "wins hand 1" in line for line in lines)


def test_a_record_of_a_match_in_its_course_begins_with_its_position() -> None:
    state = position("AS (2H) JC / (2C) (KC) ??", "2D", discards="QC", stock="44x??")
    match = Match(state)
    match.push(Place(0, Card(2, "D"), 2))
    again = Match.from_text(match.to_text())
    assert (again.origin, again.state) == (state, match.state)


def test_a_match_of_which_the_hidden_cards_are_not_known_is_recorded_as_it_was_seen() -> None:
    text = """Game: trash
Rules: default
First: 1
Slots: 2 2

1. deal
2. player 1: stock, AS@1, KC@x
"""
    with pytest.raises(RecordError, match="Line 7"):
        Match.from_text(text)
    match = Match.from_text(
        text.replace("KC@x", "discard KC") + "3. player 2: pile, discard KC\n4. player 1: stock, 2C@2\n"
    )
    assert match.state.winner == 0
    assert match.state.top is None
    assert Match.from_text(match.to_text()).state == match.state


GOOD = "seed 1 | deal 1 | first 1 | turn 1 play | hand 5H | layout AS ?? | layout ?? ?? | stock 47x?? | sizes 2 2"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn 1", "turn 3", "the seats do not fit"),
        ("first 1", "first 3", "the seats do not fit"),
        ("| sizes 2 2", "| sizes 2 2 | winner 4", "the seats do not fit"),
        ("| layout ?? ??", "", "the seats do not fit"),
        ("sizes 2 2", "sizes 2", "the seats do not fit"),
        ("turn 1 play | hand 5H", "turn 1 look", "it cannot be that player’s turn"),
        ("turn 1 play | hand 5H", "turn 1 deal", "it cannot be that player’s turn"),
        ("turn 1 play | hand 5H", "turn 1 over", "it cannot be that player’s turn"),
        ("sizes 2 2", "sizes 2 2 | free 2", "it cannot be that player’s turn"),
        ("sizes 2 2", "sizes 2 2 | looking 2", "it cannot be that player’s turn"),
        ("sizes 2 2", "sizes 2 2 | won 2", "it cannot be that player’s turn"),
        ("sizes 2 2", "sizes 2 2 | time", "it cannot be that player’s turn"),
        ("sizes 2 2", "sizes 7 1", "the wrong number of slots"),
        ("sizes 2 2", "sizes 2 2 | rules end_slots=2", "the wrong number of slots"),
        ("47x??", "4x??", "more or fewer cards"),
        ("AS ??", "AS AS", "a card is there oftener"),
        ("AS ??", "AS 2S", "a layout is complete"),
        (
            "deal 1 | first 1 | turn 1 play | hand 5H | layout AS ?? | layout ?? ??",
            "deal 0 | first 1 | turn 1 play",
            "turn",
        ),
    ],
)
def test_a_record_that_begins_with_an_impossible_position_is_refused(old: str, new: str, said: str) -> None:
    text = f"Game: trash\nPosition: {GOOD}\n\n1. player 1: 5H@x\n"
    assert Match.from_text(text.replace("5H@x", "discard 5H")).state.player == 1
    assert old in text
    with pytest.raises(RecordError, match=said) as caught:
        Match.from_text(text.replace(old, new))
    assert caught.value.line == 2
    assert all(caught.value.sentence(lang) for lang in ("en", "fr", "de"))


def test_a_record_may_begin_with_what_a_fault_has_left() -> None:
    wrong = GOOD.replace("AS ??", "4S ??").replace("47x??", "46x?? | discards JH")
    assert Match.from_text(f"Game: trash\nPosition: {wrong}\n\n1. player 1: discard 5H\n").state.player == 1


def test_moves_are_taken_back() -> None:
    match = played(Rules(end_deals=1), 5)
    states = [match.state]
    while match.moves:
        match.pop()
        states.append(match.state)
    assert states[-1] == match.origin
    with pytest.raises(IndexError):
        match.pop()


def test_a_refused_move_leaves_the_match_as_it_was() -> None:
    match = Match(State.start(Rules(), 1, first=0))
    with pytest.raises(ValueError, match="not been dealt"):
        match.push(Draw(0, Pile.STOCK))
    assert match.moves == ()


def test_an_illegal_move_in_a_record_names_its_line_and_rule() -> None:
    lines = played(Rules(), 11).to_text().splitlines()
    number = next(number for number, line in enumerate(lines) if "discard" in line and number > 16)
    head, _, last = lines[number].rpartition("discard ")
    other = "KS" if last != "KS" else "QH"
    lines[number] = f"{head}discard {other}"
    with pytest.raises(RecordError) as caught:
        Match.from_text("\n".join(lines))
    assert caught.value.line == number + 1
    assert caught.value.cause is not None
    assert caught.value.cause.rule == "trash.not_in_hand"
    assert f"Line {number + 1}" in str(caught.value)
    assert "the card in hand is" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Game: trash", "Game: gin", "is of “gin”, not of “trash”"),
        ("First: 1", "First: 3", "There is no player 3"),
        ("First: 1", "First: x", "First"),
        ("Rules: default", "Rules: wilds=A", "one or more of J, Q and K"),
        ("Slots: 2 2", "Slots: 2", "cannot have 2 slots"),
        ("1. deal", "1. shuffle", "Line 6: “1. shuffle”|cannot be read as a move"),
        ("1. deal", "1. won 1", "the record says “won 1”"),
        ("First: 1\n", "", "no header “First”"),
    ],
)
def test_a_record_that_is_wrong_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    text = "Game: trash\nRules: default\nFirst: 1\nSlots: 2 2\n\n1. deal\n"
    Match.from_text(text)
    with pytest.raises(RecordError, match=message):
        Match.from_text(text.replace(old, new))


def test_a_wrong_result_is_refused() -> None:
    text = played(Rules(end_deals=1), 5).to_text()
    assert text.rstrip().endswith(("won 1", "won 2"))
    wrong = text.rstrip()[:-1] + ("2" if text.rstrip().endswith("1") else "1")
    with pytest.raises(RecordError, match="the moves before it give"):
        Match.from_text(wrong)
