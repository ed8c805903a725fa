"""The referee beyond one turn: who moved, two turns in a row, the look after a hand, the next deal, what it refuses."""

import pytest

from rules.errors import RulesError
from rules.trash import Rules
from rules.trash.text import explain_text
from rules.verdict import Verdict


def two(
    before: tuple[str, str], after: tuple[str, str], old: str | None, new: str | None, options: str = "", **more: object
) -> Verdict:
    rules = Rules.parse(options)
    return explain_text(before, after, discard_before=old, discard_after=new, rules=rules, **more)  # type: ignore[arg-type]


def test_who_moved_is_found_out() -> None:
    verdict = two(("?? ?? ??", "?? ?? ??"), ("?? ?? ??", "?? 2H ??"), "QC", "KS")
    assert (verdict.rule, verdict.explanation["player"]) == ("trash.turn", 1)


def test_who_was_to_move_may_be_given() -> None:
    before, after = ("?? ?? ??", "?? ?? ??"), ("?? ?? ??", "?? 2H ??")
    assert two(before, after, "QC", "KS", player=1, turns=1).legal
    verdict = two(before, after, "QC", "KS", player=0, turns=1)
    assert (verdict.rule, verdict.params) == ("trash.out_of_turn", {"player": 2, "turn": 1})
    passed = two(before, after, "QC", "KS", player=0)
    assert passed.legal
    assert [turn["player"] for turn in passed.explanation["turns"]] == [0, 1]  # type: ignore[attr-defined]


def test_two_successive_turns_are_told_as_two() -> None:
    verdict = two(("?? ?? ??", "?? ?? ??"), ("A? ?? ??", "?? 2H ??"), "QC", "KS", player=0)
    assert verdict.rule == "trash.two_turns"
    assert [turn["player"] for turn in verdict.explanation["turns"]] == [0, 1]  # type: ignore[attr-defined]
    assert verdict.explanation["player"] == 1
    assert verdict.explanation["placements"] == [{"card": "2H", "slot": 2}]
    assert two(("?? ?? ??", "?? ?? ??"), ("A? ?? ??", "?? 2H ??"), "QC", "KS", turns=1).illegal


def test_the_second_player_may_have_taken_what_the_first_discarded() -> None:
    verdict = two(("?? 2D ??", "?? ?? ??"), ("AS 2D ??", "?? 2H ??"), "QC", "KS", player=0)
    assert verdict.legal


def test_the_second_discard_must_be_unplayable_for_the_second_player() -> None:
    before = ("?? ?? ??", "?? ?? ??")
    verdict = two(before, ("AS ?? ??", "?? 2H ??"), "QC", "3H", player=0)
    assert (verdict.rule, verdict.params) == ("trash.playable_discarded", {"card": "3H", "slot": 3})
    assert two(before, ("AS ?? ??", "?? 2H ??"), "QC", "2S", player=0).legal


def test_players_who_are_not_neighbours_cannot_have_moved_both() -> None:
    verdict = explain_text(
        ["?? ??"] * 4,
        ["AS ??", "?? ??", "?? 2H", "?? ??"],
        discard_before="QC",
        discard_after="KS",
        rules=Rules(players=4),
    )
    assert (verdict.rule, verdict.params) == ("trash.not_in_turn", {"players": [1, 3]})


def test_between_two_turns_the_pile_may_have_become_the_stock() -> None:
    before, after = ("?? ?? ??", "?? ?? ??"), ("?? 2H ??", "?? ?? 3D")
    assert two(before, after, "3D", "KS", player=0, stock=1).legal
    assert two(before, after, "3D", "KS", player=0).legal
    assert two(before, after, "3D", "KS", player=0, stock=2).illegal


WON = ("AS 2S", "?? ?? ??")


def test_after_a_hand_nothing_more_is_played() -> None:
    verdict = two(WON, ("AS 2S", "?? 2H ??"), "QC", "QC")
    assert (verdict.rule, verdict.params) == ("trash.hand_over", {"slot": 2, "player": 2})
    assert two(WON, WON, "QC", "5H").rule == "trash.after_hand"


def test_after_a_hand_the_look_turns_cards_up_as_they_lie() -> None:
    verdict = two(WON, ("AS 2S", "9H KD ??"), "QC", "QC", "second_look=true")
    assert (verdict.verdict, verdict.rule) == ("legal", "trash.after_hand")
    assert verdict.explanation["turned_up"] == [
        {"player": 1, "slot": 1, "card": "9H"},
        {"player": 1, "slot": 2, "card": "KD"},
    ]
    assert two(WON, ("AS ??", "9H KD ??"), "QC", "QC", "second_look=true").illegal
    assert two(("AS 2S", "AH ?? ??"), ("AS 2S", "?? ?? ??"), "QC", "QC", "second_look=true").rule == "trash.turned_back"


def test_the_look_may_come_before_the_table_settles() -> None:
    verdict = two(("AS ??", "?? ?? ??"), ("AS 2S", "9H KD 4C"), "QC", "5H", "second_look=true")
    assert (verdict.verdict, verdict.rule) == ("legal", "trash.turn_won")
    assert len(verdict.explanation["turned_up"]) == 3  # type: ignore[arg-type]
    assert two(("AS ??", "?? ?? ??"), ("AS 2S", "9H KD 4C"), "QC", "5H").illegal


def test_no_look_follows_a_hand_that_wins_the_match() -> None:
    assert two(("??", "?? ?? ??"), ("AS", "9H KD 4C"), "QC", "5H", "second_look=true").illegal
    assert two(("?? 2S", "?? ?? ??"), ("AS 2S", "9H KD 4C"), "QC", "5H", "second_look=true end_slots=1").illegal
    assert two(("?? 2S", "?? ?? ??"), ("AS 2S", "9H KD 4C"), "QC", "5H", "second_look=true").legal


def test_free_draws_move_wilds_along_as_a_turn_does() -> None:
    before, after = ("AS 2S", "JH ?? ??"), ("AS 2S", "AD JH ??")
    options = "second_look=true free_draws=true"
    verdict = two(before, after, "QC", "KS", options)
    assert verdict.legal
    assert verdict.explanation["turns"][0]["free_draw"]  # type: ignore[index]
    assert two(before, after, "QC", "3H", options).illegal
    assert two(before, after, "QC", "KS", "second_look=true").illegal


FREE = "second_look=true free_draws=true"


@pytest.mark.parametrize(("stock", "legal"), [(None, True), (0, False), (1, True), (40, True)])
def test_free_draws_need_a_card_in_the_stock(stock: int | None, legal: bool) -> None:
    after = ("AS 2S", "AD JH ??")
    assert two(("AS 2S", "JH ?? ??"), after, "QC", "KS", FREE, stock=stock).legal is legal
    # A turn that wins with the last card of the stock has no new one shuffled.
    left = None if stock is None else stock + 1
    assert two(("AS ??", "JH ?? ??"), after, "QC", "KS", FREE, stock=left, player=0, turns=1).legal is legal


@pytest.mark.parametrize(("stock", "legal"), [(None, True), (0, False), (1, True), (2, True), (3, False), (4, False)])
def test_a_free_draw_takes_what_lay_on_the_pile_after_one_before_it_emptied_the_stock(
    stock: int | None, legal: bool
) -> None:
    after = ("AS 2S", "AD JH ??")
    assert two(("AS 2S", "JH ?? ??"), after, "AD", "KS", FREE, stock=stock).legal is legal
    left = None if stock is None else stock + 1
    assert two(("AS ??", "JH ?? ??"), after, "AD", "KS", FREE, stock=left, player=0, turns=1).legal is legal


# Whoever wins with a layout of this many slots wins the game, and then no look follows.
LAST = FREE + " end_slots=1"


@pytest.mark.parametrize(
    ("stock", "options", "turns", "legal"),
    [
        (None, LAST, 2, True),
        (40, LAST, 2, True),
        (3, LAST, 2, True),
        # The two turns have drawn the stock empty, and a turn that wins has no new one shuffled.
        (2, LAST, 2, False),
        (1, LAST, 2, True),
        (None, LAST, 1, False),
        (None, "second_look=true end_slots=1", 2, False),
        (None, FREE + " end_slots=2", 2, False),
    ],
)
def test_after_two_turns_the_first_player_may_complete_the_layout_by_free_draws(
    stock: int | None, options: str, turns: int, legal: bool
) -> None:
    before, after = ("JH ??", "?? ?? 3S"), ("AH JH", "AS 2S 3S")
    # The two on the pile can be placed: the first player did not take and return it.
    verdict = two(before, after, "2H", "KS", options, player=0, stock=stock, turns=turns)
    assert verdict.verdict == ("legal" if legal else "illegal")
    if legal:
        turn, won, free = verdict.explanation["turns"]  # type: ignore[misc]
        assert (turn["player"], turn["placements"], turn["won"]) == (0, [], False)
        assert (won["player"], won["won"]) == (1, True)
        assert (free["player"], free["free_draw"]) == (0, True)
        assert free["placements"] == [{"card": "AH", "slot": 1}, {"card": "JH", "slot": 2}]


@pytest.mark.parametrize(("top", "legal"), [("AH", False), ("2H", True), ("KH", True)])
def test_what_the_turn_before_free_draws_took_from_the_pile_leaves_the_layout_incomplete(top: str, legal: bool) -> None:
    # With the ace and the jack it takes up the layout would have been complete in the turn.
    before, after = ("JH ?? 3H", "?? ?? 3S 4S"), ("AH JH 3H", "AS 2S 3S 4S")
    if top == "2H":
        before, after = ("JH ?? 3H ??", "?? ?? 3S 4S 5S"), ("AH 2H 3H JH", "AS 2S 3S 4S 5S")
    options = FREE + f" end_slots={before[0].count(' ')}"
    verdict = two(before, after, top, "KS", options, player=0, stock=40)
    assert verdict.verdict == ("legal" if legal else "illegal")
    if top == "2H":
        turn, _, free = verdict.explanation["turns"]  # type: ignore[misc]
        assert (turn["from"], turn["placements"]) == ("discard", [{"card": "2H", "slot": 2}])
        assert free["placements"] == [{"card": "AH", "slot": 1}, {"card": "JH", "slot": 4}]


def test_before_free_draws_the_top_may_have_been_taken_and_returned() -> None:
    before, after = ("JH 2H ??", "AS ?? 3S 4S"), ("AH 2H JH", "AS 2D 3S 4S")
    options = FREE + " end_slots=2"
    # With seven cards in the layouts and 44 in the stock the two was the whole pile.
    verdict = two(before, after, "2D", "..", options, player=0, stock=44)
    assert verdict.legal
    turn, _, free = verdict.explanation["turns"]  # type: ignore[misc]
    assert (turn["from"], turn["discard"], turn["placements"]) == ("discard", "2D", [])
    assert free["placements"] == [{"card": "AH", "slot": 1}, {"card": "JH", "slot": 3}]
    # It cannot be put back where it can be placed.
    assert two(("JH ?? ??", before[1]), ("AH 2H JH", after[1]), "2D", "..", options, player=0, stock=44).illegal


@pytest.mark.parametrize(("stock", "legal"), [(None, True), (1, True), (2, False), (3, True), (4, True), (5, False)])
def test_after_two_turns_a_free_draw_may_take_what_lay_on_the_pile(stock: int | None, legal: bool) -> None:
    before, after = ("?? 2H", "?? 2S 3S"), ("AH 2H", "AS 2S 3S")
    verdict = two(before, after, "AH", "KS", LAST, player=0, stock=stock)
    assert verdict.legal is legal
    if legal:
        free = verdict.explanation["turns"][-1]  # type: ignore[index]
        assert (free["drawn"], free["reshuffled"], free["free_draw"]) == ("AH", True, True)


def test_a_free_draw_takes_what_lay_on_the_pile_only_after_one_that_could_end() -> None:
    before, after = ("AS 2S", "?? ?? ??"), ("AS 2S", "AD ?? ??")
    assert two(before, after, "AD", "AH", FREE + " wilds=J").legal
    every = FREE + " wilds=J,Q,K"
    # Whatever was drawn before the ace could be placed: with all slots face down nothing ends a draw.
    ten = " ".join(["??"] * 10)
    assert two(("AS 2S", ten), ("AS 2S", ten.replace("??", "AD", 1)), "AD", "AH", every).illegal
    closed = (ten[:-2] + "10H", ten.replace("??", "AD", 1)[:-2] + "10H")
    assert two(("AS 2S", closed[0]), ("AS 2S", closed[1]), "AD", "AH", every).legal


def test_free_draws_leave_the_pile_where_it_was() -> None:
    before, after = ("JD ??", "AS 2S ??"), ("AH JD", "AS 2S 3S")
    options = FREE + " end_slots=1"
    assert two(before, after, "KH", "..", options, stock=40).illegal
    # The pile was shuffled into the stock but for the three, which the second player took.
    assert two(before, after, "KH", "..", options, stock=1).legal
    assert two(before, after, "..", "..", options, stock=40).legal
    verdict = two(before, after, "--", "..", options, stock=40)
    assert (verdict.verdict, verdict.rule) == ("cannot tell", "trash.unseen_discard")


def test_a_layout_seen_alone_may_be_known_to_be_a_losers() -> None:
    look = Rules(second_look=True)
    assert explain_text("?? ??", "KH 5S", discard_before="QC", discard_after="QC", rules=look, over=True).legal
    assert explain_text("?? ??", "KH 5S", discard_before="QC", discard_after="QC", rules=look).illegal


def test_the_next_deal_shortens_the_winners_layout() -> None:
    verdict = two(WON, ("??", "?? ?? ??"), "QC", "..")
    assert (verdict.verdict, verdict.rule) == ("legal", "trash.new_deal")
    # The winner began, so the other player's is the second turn.
    assert two(WON, ("??", "?? 2H ??"), "QC", "KD").rule == "trash.two_turns"
    assert two(WON, ("AC", "?? ?? ??"), "QC", "KD").rule == "trash.turn_won"
    with pytest.raises(RulesError, match="the same slots are compared"):
        two(WON, ("?? ??", "?? ??"), "QC", "..")
    with pytest.raises(RulesError, match="the same slots are compared"):
        two(("AS ??", "?? ?? ??"), ("??", "?? ?? ??"), "QC", "..")


@pytest.mark.parametrize(
    ("before", "after", "options", "possible"),
    [
        # Whoever loses keeps a slot for a card that lies wrong, and drops it where all lie right.
        (("AS 2S 3S", "AH 2H 5H"), ("?? ??", "?? ??"), "second_look=yes", False),
        (("AS 2S 3S", "AH 2H 5H"), ("?? ??", "?? ?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH 2H 3H"), ("?? ??", "?? ?? ??"), "second_look=yes", False),
        (("AS 2S 3S", "AH 2H 3H"), ("?? ??", "?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH 2H 3H"), ("?? ??", "?? ??"), "", False),
        (("AS 2S 3S", "AH 2H ??"), ("?? ??", "?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH 2H ??"), ("?? ??", "?? ?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH 2H --"), ("?? ??", "?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH 2H 3H/5H"), ("?? ??", "?? ??"), "second_look=yes", True),
        (("AS 2S 3S", "AH ?? 5H"), ("?? ??", "?? ??"), "second_look=yes free_draws=yes", False),
        (("AS 2S 3S", "JH ?? ??"), ("?? ??", "?? ??"), "second_look=yes free_draws=yes", True),
        # The last slot is lost only by winning the game.
        (("AS 2S 3S", "AH"), ("?? ??", "??"), "second_look=yes", True),
        # The game is over.
        (("AS 2S", "AH 2H ??"), ("??", "?? ?? ??"), "end_slots=1", False),
        (("AS 2S 3S", "AH 2H ??"), ("?? ??", "?? ?? ??"), "end_slots=1", True),
        (("AS 2S 3S 4S", "AH 2H ??"), ("?? ?? ??", "?? ??"), "end_slots=2 second_look=yes", False),
        (("AS 2S", "AH 2H ??"), ("??", "?? ?? ??"), "end_deals=1", False),
        (("AS 2S", "AH 2H ??"), ("??", "?? ?? ??"), "end_deals=2", True),
    ],
)
def test_the_next_deal_follows_from_how_the_hand_ended(
    before: tuple[str, ...], after: tuple[str, ...], options: str, possible: bool
) -> None:
    if possible:
        assert two(before, after, "QH", "..", options).rule == "trash.new_deal"
        return
    with pytest.raises(RulesError, match="the same slots are compared"):
        two(before, after, "QH", "..", options)


def test_of_three_every_loser_may_drop_a_slot() -> None:
    rules = Rules(players=3, second_look=True)
    rows = ["AS 2S 3S", "AH ?? ??", "AD ?? ??"]
    dealt = explain_text(rows, ["?? ??"] * 3, discard_before="QH", discard_after="..", rules=rules)
    assert dealt.rule == "trash.new_deal"


def test_a_player_seen_alone_may_have_lost_and_dropped_a_slot() -> None:
    look = Rules(second_look=True)
    assert explain_text("AS ?? ??", "?? ??", discard_after="..", rules=look).rule == "trash.new_deal"
    with pytest.raises(RulesError, match="the same slots are compared"):
        explain_text("AS 5H ??", "?? ??", discard_after="..", rules=look)


@pytest.mark.parametrize(
    ("before", "after", "new", "options", "expected"),
    [
        # A loser keeps the slots, so nothing but the cards tells that the next hand was dealt.
        ("AS ?? 3H", "?? ?? ??", "..", "", "trash.new_deal"),
        ("AS 5H 3H", "?? ?? ??", "..", "second_look=yes", "trash.new_deal"),
        ("AS ?? 3H", "?? 2H ??", "KC", "", "trash.turn"),
        ("AS ?? 3H", "?? ?? ??", "KC", "", "trash.turn_discard"),
        ("AS ?? 3H", "?? 2H ??", "AC", "", "illegal"),
        ("AS ?? 3H", "?? ?? 2H", "KC", "", "illegal"),
        ("AS -- 3H", "?? ?? ??", "..", "", "cannot tell"),
        ("AS --", "?? ??", "--", "", "cannot tell"),
        ("AS ?? 3H", "?? -- ??", "KC", "", "cannot tell"),
        # The winner's layout becomes shorter, and in the look a loser's that turns out right, but for the last slot.
        ("AS 2H 3H", "?? ?? ??", "..", "", "illegal"),
        ("AS 2H 3H", "?? ?? ??", "..", "second_look=yes", "illegal"),
        ("AS", "??", "..", "", "illegal"),
        ("AS", "??", "..", "second_look=yes", "trash.new_deal"),
        ("--", "??", "..", "second_look=yes", "trash.new_deal"),
        ("5H", "??", "..", "second_look=yes", "trash.new_deal"),
        # The game is over.
        ("AS ?? 3H", "?? ?? ??", "..", "end_deals=1", "illegal"),
        ("AS ?? 3H", "?? ?? ??", "..", "end_deals=2", "trash.new_deal"),
        ("AS ?? 3H", "?? ?? ??", "..", "end_slots=3", "illegal"),
        ("AS" + 9 * " ??", "??" + 9 * " ??", "..", "end_slots=9", "illegal"),
        ("AS" + 9 * " ??", "??" + 9 * " ??", "..", "end_slots=8", "trash.new_deal"),
    ],
)
def test_a_loser_seen_alone_may_be_dealt_as_many_slots_again(
    before: str, after: str, new: str, options: str, expected: str
) -> None:
    rules = Rules.parse(options)
    verdict = explain_text(before, after, discard_before="QC", discard_after=new, rules=rules, over=True)
    assert (verdict.rule if verdict.legal else verdict.verdict) == expected
    # Nobody knows that the hand was over, unless the layout is complete.
    assert explain_text(before, after, discard_before="QC", discard_after=new, rules=rules).legal is (
        before == "AS" and verdict.legal
    )


def test_whether_the_hand_was_cleared_up_or_the_next_one_dealt_need_not_be_known() -> None:
    # With a card on the pile it is the hand that is over, with none the next one.
    verdict = explain_text("?? ??", "?? ??", discard_before="QC", discard_after="--", over=True)
    assert verdict.legal


def test_of_all_players_one_has_won_and_is_dealt_a_slot_less() -> None:
    assert two(("AS ??", "?? ??"), ("?? ??", "?? ??"), "QC", "..", over=True).illegal


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (lambda: two(("??", "??"), ("??", "??"), "..", "..", player=2), "trash.no_player"),
        (lambda: two(("??", "??"), ("??", "??"), "..", "..", turns=3), "options.range"),
        (lambda: explain_text(["??"] * 3, ["??"] * 3), "trash.layouts_players"),
        (lambda: explain_text(["??"] * 2, ["??"]), "trash.layouts_differ"),
        (lambda: explain_text("?? ??", "??"), "trash.sizes_differ"),
        (lambda: explain_text("", ""), "trash.wrong_size"),
        (lambda: explain_text("?? ??", "?? ??", slots=[3]), "trash.wrong_size"),
        (lambda: explain_text("??", "JOKER"), "pack.foreign"),
        (lambda: explain_text("??", "5Z"), "card.unknown_seen"),
    ],
)
def test_pictures_that_cannot_be_compared_are_refused(call, rule: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RulesError) as caught:
        call()
    assert caught.value.rule == rule
    assert str(caught.value)
