"""The record of a match of gin."""

import doctest
import random

import pytest
from gintables import KNOCKER, POOR, card, pack

from rules import gin
from rules.errors import RecordError


def played(seed: int, rules: gin.Rules | None = None, hands: int | None = None) -> gin.Match:
    rng = random.Random(seed)
    match = gin.Match(rules, ("Ann", "Bob"), seed=seed)
    while not match.over and (hands is None or hands > 0):
        hands = None if hands is None else hands - 1
        match.deal()
        while not match.state.over:
            moves = list(match.state.legal_moves)
            out = [move for move in moves if isinstance(move, (gin.Knock, gin.BigGin))]
            held = match.state.hand(match.state.turn)
            if not out and isinstance(moves[0], gin.Discard):
                moves = sorted(moves, key=lambda move: gin.best_melds(c for c in held if c is not move.card).points)[:2]
            match.do(rng.choice(out or moves))
    return match


@pytest.mark.parametrize(
    "rules",
    [
        None,
        gin.Rules(match="single", petit_gin=True, hollywood=True),
        gin.Rules(match="single", oklahoma=True, oklahoma_spades=True, boxes="at once", shutout=50),
    ],
)
def test_a_whole_match_round_trips(rules: gin.Rules | None) -> None:
    match = played(5, rules)
    text = match.to_text()
    again = gin.Match.parse(text)
    assert again.to_text() == text
    assert again.events == match.events
    assert (again.winner, again.totals, again.rules, again.names) == (
        match.winner,
        match.totals,
        match.rules,
        match.names,
    )
    assert f"match {match.names[match.winner]}" in text


def test_a_match_in_play_round_trips_at_every_move() -> None:
    match = gin.Match(dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S"))
    for move in (gin.Pass(), gin.Take(), gin.Discard(card("KS")), gin.Draw(), gin.Knock(card("7S"), ())):
        assert gin.Match.parse(match.to_text()).state == match.state
        if match.can(move):
            match.do(move)


def test_a_record_reads_like_a_score_sheet() -> None:
    match = gin.Match(gin.Rules(gin_bonus=20), ("Ann", "Bob"), dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S", "5C"))
    for move in (gin.Take(), gin.Knock(card("7S")), gin.Show()):
        match.do(move)
    lines = match.to_text().splitlines()
    assert lines[:6] == [
        "Game: gin",
        "Players: Ann, Bob",
        "Dealer: Ann",
        "Rules: gin_bonus=20",
        "",
        "# Hand 1, dealt by Ann",
    ]
    assert lines[6].startswith(
        "1. deal Bob AS AD AC 3H 4H 5H 9C 9D 9H 7S / Ann 2C 2D 4C 6D 8S 10D JC QD KH KS / up 9S / stock 5C "
    )
    assert lines[7:] == [
        "2. Bob take 9S",
        "3. Bob knock 7S",
        "4. Ann show",
        "5. score Bob 92 gin",
        "# knocker: AC AD AS / 9C 9D 9H 9S / 3H 4H 5H",
        "# defender: no melds; deadwood 2C 2D 4C 6D 8S 10D JC QD KH KS (72)",
    ]


def sheet() -> str:
    match = gin.Match(gin.Rules(match="single"), ("Ann", "Bob"), dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S", "5C"))
    for move in (gin.Take(), gin.Discard(card("7S")), gin.Draw(), gin.Discard(card("5C")), gin.Draw()):
        match.do(move)
    match.do(
        gin.Knock(
            next(c for c in match.state.hand(1) if c not in match.state.view(1).known and match.state.can_knock(c))
        )
    )
    match.do(gin.Show())
    return match.to_text()


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Game: gin", "Game: bus", 1, "The record is of “bus”, not of “gin”"),
        (
            "Players: Ann, Bob",
            "Players: Ann",
            2,
            "the header “Players” cannot be “Ann”. The players need two different names",
        ),
        ("Players: Ann, Bob", "Players: Ann, Ann", 2, "The players need two different names"),
        ("Dealer: Ann", "Dealer: Cid", 3, "the header “Dealer” cannot be “Cid”"),
        ("Rules: match=single", "Rules: match=double", 4, "cannot be “match=double”. Option match must be one of"),
        ("Dealer: Ann\n", "", None, "The record has no header “Dealer”"),
        ("1. deal Bob", "1. deal Cid", 7, "is refused. A deal is written: deal Bob and ten cards / Ann and ten"),
        ("7S / Ann", "/ Ann", 7, "A deal is written"),
        ("2C 2D 4C", "2C 2C 4C", 7, "2♣ occurs more often than the packs"),
        ("2. Bob take 9S", "2. Ann take 9S", 8, "It is not Ann’s turn"),
        ("2. Bob take 9S", "2. Cid take 9S", 8, "“Cid take 9S” cannot be read as a move"),
        (
            "2. Bob take 9S",
            "2. Bob take 8S",
            8,
            "the record says “Bob take 8S”, but the moves before it give “Bob take 9S”",
        ),
        ("2. Bob take 9S", "2. Bob steal 9S", 8, "“steal 9S” is not a move in gin"),
        ("3. Bob discard 7S", "3. Bob discard 9S", 9, "Line 9: “Bob discard 9S” is refused. 9♠ was just taken"),
        ("3. Bob discard 7S", "4. Bob discard 7S", 9, "move 3 should come here, not move 4"),
        ("4. Ann draw 5C", "4. Ann discard 2C", 10, "has to draw before discarding"),
        ("4. Ann draw 5C", "4. Ann draw 6C", 10, "give “Ann draw 5C”"),
        ("9. score Bob", "9. score Ann", 15, "the record says “score Ann"),
    ],
)
def test_a_record_is_checked_on_load(old: str, new: str, line: int | None, message: str) -> None:
    text = sheet()
    assert old in text
    with pytest.raises(RecordError, match=message) as caught:
        gin.Match.parse(text.replace(old, new))
    assert caught.value.line == line
    for lang in ("fr", "de"):
        assert caught.value.sentence(lang) != str(caught.value)


def test_an_illegal_move_on_line_17_is_named_with_its_rule() -> None:
    text = played(3, hands=1).to_text().splitlines()
    assert " discard " in text[16] or " draw" in text[16] or " take" in text[16]
    number, player = text[16].split()[:2]
    text[16] = f"{number} {player} pass"
    with pytest.raises(
        RecordError, match=r"Line 17: “.* pass” is refused\. Only the first upcard may be passed"
    ) as caught:
        gin.Match.parse("\n".join(text))
    assert caught.value.cause is not None
    assert caught.value.cause.rule == "gin.pass_late"


def test_the_example_in_the_package_holds() -> None:
    assert doctest.testmod(gin).failed == 0
    assert doctest.testmod(gin).attempted > 0
