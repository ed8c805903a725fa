"""The referee on one picture of Trash."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trashreach import small_rules

from rules.cards import Card
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash import Rules
from rules.trash.picture import check, check_table
from rules.trash.table import Table
from rules.trash.text import check_text

TEN = "AS ?? 3H JD ?? ?? 7C ?? ?? 10H"


@pytest.mark.parametrize(
    ("layout", "options", "verdict", "rule", "named"),
    [
        (TEN, "", "legal", "trash.layout_fits", {}),
        ("?? ?? ??", "", "legal", "trash.layout_fits", {}),
        ("A? 2? 3?", "", "legal", "trash.layout_fits", {}),
        ("AS/JS 2H", "", "legal", "trash.layout_fits", {}),
        ("AS 7H ??", "", "illegal", "trash.beyond_layout", {"card": "7H", "slot": 2, "slots": 3}),
        ("AS 3H ??", "", "illegal", "trash.wrong_slot", {"card": "3H", "slot": 2, "belongs": 3}),
        ("AS 3? ??", "", "illegal", "trash.wrong_slot", {"card": "3?", "slot": 2, "belongs": 3}),
        ("QS ??", "", "illegal", "trash.face_placed", {"card": "QS", "slot": 1}),
        ("QS ??", "wilds=Q,K", "legal", "trash.layout_fits", {}),
        ("JS ??", "wilds=K", "illegal", "trash.face_placed", {"card": "JS", "slot": 1}),
        ("JOKER ??", "jokers=1", "legal", "trash.layout_fits", {}),
        ("AS .. ??", "", "illegal", "trash.empty_slot", {"slot": 2}),
        ("JS JS ??", "", "illegal", "trash.seen_too_often", {"card": "JS", "held": 1}),
        ("JS JS ??", "packs=2", "legal", "trash.layout_fits", {}),
        ("AS -- ??", "", "cannot tell", "trash.unseen_slots", {"player": 1, "slots": [2]}),
        ("AS up ??", "", "cannot tell", "trash.unseen_slots", {"slots": [2]}),
        ("AS 2H/7H -- ?? ?? ?? ??", "", "cannot tell", "trash.unseen_slots", {"slots": [2, 3]}),
        ("3H/4H ?? ??", "", "illegal", "trash.layout_impossible", {}),
        ("JC/JD JC/JD JC/JD", "", "illegal", "trash.layout_impossible", {}),
        # The three kings share two cards between them, so the fourth place cannot show either.
        ("JC/JD JC/JD JC/4H", "", "illegal", "trash.layout_impossible", {}),
    ],
)
def test_one_layout(layout: str, options: str, verdict: str, rule: str, named: dict[str, object]) -> None:
    found = check_text(layout, rules=Rules.parse(options))
    assert (found.verdict, found.rule) == (verdict, rule)
    assert named.items() <= found.params.items() or named.items() <= found.explanation.items()
    assert all(found.sentence(lang) for lang in ("en", "fr", "de"))
    assert found.to_json()["verdict"] == verdict


def test_the_card_in_the_wrong_slot_is_named_with_the_slot_it_belongs_in() -> None:
    found = check_text("?? ?? 7H ?? ?? ?? ?? ?? ?? ??")
    assert found.sentence() == "7♥ does not belong in slot 3 but in slot 7."
    assert found.sentence("fr") == "7♥ n’a pas sa place dans la case 3, mais dans la case 7."
    assert found.sentence("de") == "7♥ gehört nicht auf Platz 3, sondern auf Platz 7."
    assert found.explanation == {"player": 0, "card": "7H", "slot": 3, "belongs": 7}


def test_a_layout_has_the_size_expected() -> None:
    assert check_text(TEN, slots=[10]).legal
    found = check_text(TEN, slots=[9])
    assert (found.verdict, found.rule, found.params) == ("illegal", "trash.wrong_size", {"found": 10, "slots": 9})
    assert check_text(f"{TEN} ??").rule == "trash.wrong_size"
    assert check_text("").rule == "trash.wrong_size"


def test_several_layouts_are_checked_together() -> None:
    assert check_text([TEN, "?? 2H ??"], slots=[10, 3]).legal
    found = check_text([TEN, "?? ?? 2H"])
    assert found.explanation == {"player": 1, "card": "2H", "slot": 3, "belongs": 2}
    assert check_text([TEN, "AS ??"]).rule == "trash.seen_too_often"
    with pytest.raises(RulesError, match="There are 2 layouts and 1 player"):
        check_text([TEN, TEN], slots=[10])


@pytest.mark.parametrize(
    ("layouts", "discard", "verdict", "rule"),
    [
        (["AS ??", "??"], "KH", "legal", "trash.layout_fits"),
        (["AS ??", "??"], "..", "legal", "trash.layout_fits"),
        (["AS ??", "??"], "JH", "illegal", "trash.wild_discarded"),
        (["AS 2H", "??"], "JH", "legal", "trash.layout_fits"),
        (["AS ??", "??"], "J?", "illegal", "trash.wild_discarded"),
        (["AS ??", "??"], "JH/KH", "cannot tell", "trash.unseen_top"),
        (["AS --", "??"], "JH", "cannot tell", "trash.unseen_slots"),
        (["AS ??", "??"], "AS", "illegal", "trash.seen_too_often"),
        (["AS ??", "??"], None, "legal", "trash.layout_fits"),
    ],
)
def test_a_wild_lies_on_the_discard_pile_only_after_a_win(
    layouts: list[str], discard: str | None, verdict: str, rule: str
) -> None:
    found = check_text(layouts, discard=discard)
    assert (found.verdict, found.rule) == (verdict, rule)


@pytest.mark.parametrize(
    ("layouts", "discard", "options", "verdict", "rule"),
    [
        (["?? ??"], "JH", "", "cannot tell", "trash.unseen_layouts"),
        (["AS ??", "??"], "JH", "players=3", "cannot tell", "trash.unseen_layouts"),
        (["AS 2H"], "JH", "", "legal", "trash.layout_fits"),
        (["AS 3H ??"], "JH", "", "illegal", "trash.wrong_slot"),
        (["?? ??"], "JH/KH", "", "cannot tell", "trash.unseen_top"),
        (["?? --"], "JH", "", "cannot tell", "trash.unseen_slots"),
    ],
)
def test_a_player_who_is_not_shown_may_have_won(
    layouts: list[str], discard: str, options: str, verdict: str, rule: str
) -> None:
    found = check_text(layouts, discard=discard, rules=Rules.parse(options))
    assert (found.verdict, found.rule) == (verdict, rule)
    assert all(found.sentence(lang) for lang in ("en", "fr", "de"))


def test_more_layouts_than_players_are_refused() -> None:
    with pytest.raises(RulesError, match="There are 3 layouts and 2 players"):
        check_text(["AS ??", "??", "??"])


def test_cards_turned_up_after_the_hand_lie_where_they_lay() -> None:
    look = Rules(second_look=True)
    assert check_text("AS KH 9C", rules=look, over=True).legal
    assert check_text("AS KH 9C", rules=look).illegal
    assert check_text("AS KH 9C", over=True).illegal


@pytest.mark.parametrize(
    ("layouts", "options", "over", "verdict", "rule"),
    [
        (["AS 2H 3D", "5S 2C 3C"], "second_look=yes", False, "legal", "trash.turned_up"),
        (["AS 2H 3D", "5S 2C 3C"], "", False, "illegal", "trash.beyond_layout"),
        # Neither layout is complete, so nothing was turned up.
        (["AS 2H ??", "5S 2C 3C"], "second_look=yes", False, "illegal", "trash.beyond_layout"),
        (["AS/KH 2H 3D", "5S 2C 3C"], "second_look=yes", False, "cannot tell", "trash.unseen_slots"),
        # The look follows no hand that won the game, with one slot or with the last that `end_slots` leaves.
        (["AS", "5S 2C 3C"], "second_look=yes", True, "illegal", "trash.beyond_layout"),
        (["AS 2H 3D", "5S 2C 3C"], "second_look=yes end_slots=2", True, "illegal", "trash.beyond_layout"),
        (["5S 2C 3C"], "second_look=yes", True, "legal", "trash.turned_up"),
        # The only layout that can be complete has one slot, or the last that counts: it would have won the game.
        (["9H ?? ??", "--"], "second_look=yes", True, "cannot tell", "trash.unseen_slots"),
        (["9H 2H ??", "AS 2C --"], "second_look=yes end_slots=2", True, "cannot tell", "trash.unseen_slots"),
        (["9H 2H ??", "AS 2C --"], "second_look=yes", True, "legal", "trash.turned_up"),
        # With one pack the ace is seen elsewhere: whether the others were turned up hangs on what is left.
        (["AS/4C", "AS JD ?S"], "second_look=yes", False, "cannot tell", "trash.unseen_slots"),
        (["AS KH", "AC AC/2C"], "second_look=yes", False, "legal", "trash.turned_up"),
        (["AS 2C ??"], "second_look=yes", True, "legal", "trash.layout_fits"),
    ],
)
def test_a_complete_layout_shows_that_the_others_may_have_been_turned_up(
    layouts: list[str], options: str, over: bool, verdict: str, rule: str
) -> None:
    found = check_text(layouts, rules=Rules.parse(options), over=over)
    assert (found.verdict, found.rule) == (verdict, rule)
    assert all(found.sentence(lang) for lang in ("en", "fr", "de"))


def test_a_card_that_is_not_in_the_packs_is_refused() -> None:
    with pytest.raises(RulesError, match="not in the pack in play") as caught:
        check_text("JOKER ??")
    assert caught.value.rule == "pack.foreign"


def test_a_place_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(RulesError, match="Place 2, “5X”"):
        check_text("AS 5X")


PACK = "AC AD 2C 2D JC QC"
cards = st.sampled_from([Card.parse(code) for code in PACK.split()])
seen = st.one_of(
    st.just(Seen.down()), st.just(Seen.unknown()), st.frozensets(cards, min_size=1, max_size=3).map(Seen.cards)
)
SMALL = small_rules(PACK)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(seen, min_size=1, max_size=2), min_size=1, max_size=2), st.booleans(), seen)
def test_one_picture_is_judged_as_all_the_tables_it_may_be(rows: list[list[Seen]], pile: bool, top: Seen) -> None:
    top = top if pile and top.side is Side.UP else Seen.empty()
    table = Table(tuple(map(tuple, rows)), top)
    places = [seen for row in rows for seen in row] + [top]
    choices = [
        [card for card in map(Card.parse, PACK.split()) if seen.may_be(card)] + ([] if seen.side is Side.UP else [None])  # type: ignore[list-item]
        for seen in places
    ]
    found = set()
    for world in product(*choices):
        if max(Counter(card for card in world if card is not None).values(), default=0) > 1:
            continue
        shown = iter(world)
        layouts = [[next(shown) for _ in row] for row in rows]
        last = next(shown)
        right = all(card is None or SMALL.fits(card, slot) for row in layouts for slot, card in enumerate(row, start=1))
        won = any(
            all(card is not None and SMALL.fits(card, slot) for slot, card in enumerate(row, start=1))
            for row in layouts
        )
        won_unseen = len(rows) < SMALL.players and any(
            SMALL.fits(card, 1) for card in map(Card.parse, PACK.split()) if card not in world
        )
        found.add(right and (won or last is None or not SMALL.wild(last)))
        found.add(right and (won or won_unseen or last is None or not SMALL.wild(last)))
    expected = "cannot tell" if len(found) == 2 else "legal" if found == {True} else "illegal"
    assert check_table(table, rules=SMALL).verdict == expected


def test_a_layout_may_be_given_as_values() -> None:
    assert check([Seen.parse("AS"), Seen.down()], 2).legal
    assert check([Seen.parse("AS"), Seen.down()], 3).rule == "trash.wrong_size"


def test_nobody_has_so_few_slots_that_the_game_was_won():
    rules = Rules(end_slots=6)
    six = check_table(Table((tuple(Seen.parse("??") for _ in range(6)),)), None, rules)
    assert (six.verdict, six.rule) == ("illegal", "trash.wrong_size")
    seven = check_table(Table((tuple(Seen.parse("??") for _ in range(7)),)), None, rules)
    assert seven.legal
