"""Text records: headers, numbered lines, errors that name the line."""

import pytest

from rules import ace, bus, gin, trash
from rules.errors import RecordError, RulesError
from rules.record import dump, load

TEXT = """Game: gin
Players: North, South

# Hand 1
1. pass
2. take

3. discard 5H
"""


def test_reads_headers_numbered_lines_and_passes_over_remarks() -> None:
    record = load(TEXT)
    assert record.headers == {"Game": "gin", "Players": "North, South"}
    assert [(line.number, line.text, line.line) for line in record.lines] == [
        (1, "pass", 5),
        (2, "take", 6),
        (3, "discard 5H", 8),
    ]


def test_what_is_written_reads_back() -> None:
    text = dump({"Game": "gin", "Players": "North, South"}, ["# Hand 1", "pass", "take", "", "discard 5H"])
    assert text == TEXT
    assert load("\ufeff" + text.replace("\n", "\r\n")) == load(text)


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("", "record.empty", None),
        ("\n# only a remark\n", "record.empty", None),
        ("Game gin\n", "record.header", 1),
        ("Game: gin\nGame: bus\n", "record.repeated_header", 2),
        ("Game: gin\n\n1. pass\ntake\n", "record.line", 4),
        ("Game: gin\n\n1. pass\n3. take\n", "record.number", 4),
        ("Game: gin\n\n2. pass\n", "record.number", 3),
    ],
)
def test_refuses_a_text_that_is_no_record(text: str, rule: str, line: int | None) -> None:
    with pytest.raises(RecordError) as caught:
        load(text)
    assert (caught.value.rule, caught.value.line) == (rule, line)
    if line:
        assert f"Line {line}:" in str(caught.value)


# More digits than Python reads as a number.
LONG = "9" * 5000


@pytest.mark.parametrize(
    ("read", "rule"),
    [
        (lambda: load(f"Game: bus\n\n{LONG}. deal\n"), "record.header"),
        (lambda: load(f"Game: bus\n\n1. deal\n{LONG}. deal\n"), "record.line"),
        (lambda: bus.parse_move(f"player {LONG}: stop"), "bus.notation"),
        (lambda: ace.parse_move(f"player {LONG}: keep"), "ace.notation"),
        (lambda: trash.parse_move(f"player {LONG}: stock"), "trash.move"),
        (lambda: trash.parse_move(f"player 1: 5S@{LONG}"), "trash.move"),
        (lambda: bus.State.parse(f"deal 1; dealer 1; lives 3 3; seed {LONG}", bus.Rules()), "bus.position"),
        (lambda: ace.State.parse(f"deal {LONG}; dealer 1; lives 3 3; seed 1", ace.Rules()), "ace.position"),
        (lambda: trash.State.parse(f"seed {LONG} | first 1 | turn 1 deal | sizes 10 10"), "trash.position"),
        (lambda: gin.State.parse(f"{gin.State.shuffled(1)}; passes {LONG}"), "gin.position"),
        # A digit to Unicode, but no number.
        (lambda: gin.State.parse(f"{gin.State.shuffled(1)}; passes ²"), "gin.position"),
    ],
)
def test_a_number_that_cannot_be_read_is_refused_like_any_other_text(read, rule: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RulesError) as caught:
        read()
    assert caught.value.rule == rule


def test_the_game_must_be_the_one_asked_for() -> None:
    record = load("Players: a, b\nGame: bus\n")
    with pytest.raises(RecordError, match="of “bus”, not of “gin”") as caught:
        record.require_game("gin")
    assert caught.value.line == 2
    with pytest.raises(RecordError, match="no header “Rules”"):
        record.header("Rules")


def test_a_refused_move_is_blamed_on_its_line_in_every_language() -> None:
    line = load(TEXT).lines[1]
    with pytest.raises(RecordError) as caught, line.blame():
        raise RulesError("gin.over")
    error = caught.value
    assert error.line == 6
    assert error.cause is not None
    assert error.cause.rule == "gin.over"
    assert str(error) == "Line 6: “take” is refused. The hand is over."
    assert error.sentence("fr") == "Ligne 6 : « take » est refusé. La donne est terminée."


def test_a_bad_header_is_blamed_on_its_line() -> None:
    record = load(TEXT)
    message = r"Line 2: the header “Players” cannot be “North, South”\. no"
    with pytest.raises(RecordError, match=message) as caught, record.blame("Players"):
        raise ValueError("no")
    assert caught.value.line == 2


def test_a_result_that_does_not_follow_is_named() -> None:
    line = load(TEXT).lines[2]
    line.check("discard  5H")
    with pytest.raises(RecordError, match="says “discard 5H”, but the moves before it give “discard 6H”"):
        line.check("discard 6H")
    assert line.unreadable().line == 8
