"""The record of a match of Stop the Bus: what is written, and what is refused on loading with its line."""

import pytest

from rules import bus
from rules.errors import RecordError

RECORD = """Game: bus
Options: lives=1
Position: deal 1; dealer 2; lives 1 1; seed 7

1. deal 7C 4D AD 9H 4H QS 3S KD 2C
2. player 1: 9H>QS
3. player 2: stop
4. player 1: stick
5. showdown 1=13 2=14 loses 1
"""


def load(text):
    return bus.Match.parse(text)


def test_a_record_reads_and_prints():
    match = load(RECORD)
    assert str(match.state.lives) == "dog 1"
    assert match.to_text() == RECORD


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("9H>QS", "9H>4D", 6, "Line 6: “player 1: 9H>4D” is refused. 4♦ is not on the table."),
        ("9H>QS", "9H>1X", 6, "Line 6: “player 1: 9H>1X” is refused. Card 1, “1X”, is not a card"),
        ("player 2: stop", "player 2: halt", 7, "Line 7: “player 2: halt” cannot be read as a move."),
        ("player 2: stop", "player 1: stop", 7, "Line 7: “player 1: stop” is refused. It is player 2’s turn"),
        ("player 1: stick", "player 1: stop", 8, "is refused. Player 2 has stopped the bus already."),
        (
            "1=13 2=14 loses 1",
            "1=14 2=13 loses 2",
            9,
            "Line 9: the record says “showdown 1=14 2=13 loses 2”, but the moves before it give "
            "“showdown 1=13 2=14 loses 1”.",
        ),
        ("3. player 2", "5. player 2", 7, "Line 7: move 3 should come here, not move 5."),
        ("Game: bus", "Game: ace", 1, "The record is of “ace”, not of “bus”."),
        ("lives=1", "lives=0", 2, "Option lives must be at least 1, not 0."),
        ("lives=1", "speed=1", 2, "There is no option speed"),
        ("lives 1 1", "lives 1 x", 3, "x"),
        ("lives 1 1", "lives 1 1 1", 3, "the seats do not fit the number of players"),
        ("lives 1 1", "lives 2 1", 3, "a player has too many lives"),
        ("Position", "Place", None, "The record has no header “Position”."),
    ],
)
def test_a_bad_record_names_the_line_and_the_rule(old, new, line, message):
    assert old in RECORD
    with pytest.raises(RecordError) as refused:
        load(RECORD.replace(old, new))
    assert refused.value.line == line
    assert message in str(refused.value)


def test_a_match_may_be_recorded_from_any_position():
    state = bus.State.start(bus.Rules(players=3), seed=4).deal_cards().after
    match = bus.Match(state)
    match.push(bus.Stop(state.turn))
    assert load(match.to_text()) == match


def test_a_record_may_end_before_the_result_of_its_last_move():
    match = bus.Match(bus.State.start(bus.Rules(), dealer=1, seed=4))
    for move in (bus.Deal(), bus.Stop(0), bus.Stick(1)):
        match.push(move)
    lines = match.to_text().splitlines()
    assert lines[-1].startswith("4. showdown")
    assert load("\n".join(lines[:-1])) == match
