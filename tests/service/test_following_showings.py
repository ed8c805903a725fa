"""The showing of Stop the Bus and the deals of Chase the Ace on a table laid by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from rules import ace, bus
from rules.cards import Card
from service.following import Follower, follower
from tests.service.followed import verdicts
from vision.table import TableState, Tracked
from vision.types import SeenCard


def lying(number: int, x: float, y: float, code: str | None, candidates: Sequence[str] = ()) -> Tracked:
    quad = np.array([[x - 30, y - 45], [x + 30, y - 45], [x + 30, y + 45], [x - 30, y + 45]], dtype=np.float32)
    if code is None:
        return Tracked(number, SeenCard(None, "down", 0.97, quad), 0.0)
    if candidates:
        chances = {Card.parse(one): 1 / len(candidates) for one in candidates}
        return Tracked(number, SeenCard(None, "up", 0.4, quad, candidates=chances), 0.0)
    card = Card.parse(code)
    return Tracked(number, SeenCard(card, "up", 0.99, quad, candidates={card: 0.99}), 0.0)


def held(watcher: Follower, cards: Sequence[Tracked], start: float, seconds: float) -> list[dict[str, Any]]:
    """The events while these cards lie still."""
    events = []
    for step in range(round(seconds * 4)):
        time = start + step / 4
        events += watcher.follow(TableState(time, tuple(cards), (), True, True, False, False, "en", (1280, 720)))
    return events


def three(codes: str, x: float, y: float, number: int) -> list[Tracked]:
    return [lying(number + k, x + 70 * k - 70, y, code) for k, code in enumerate(codes.split())]


TABLE = three("2C 3D 4H", 640, 360, 0)
NEAR, FAR, LEFT = ("2S 3S 4S", 640, 620, 20), ("AH KH QH", 640, 110, 30), ("5C 4D 2H", 200, 360, 40)
"""Worth 9, 31 and 5."""


def test_the_tables_cards_are_no_hand_though_the_showing_is_seen_first() -> None:
    told = verdicts(held(follower("bus", bus.Rules()), [*TABLE, *three(*NEAR), *three(*FAR)], 0, 3))
    assert [hand["points"] for hand in told[0]["explanation"]["hands"]] == [9, 31]
    # With three players it may be two hands and the table's, or all three: nothing is said.
    assert not held(follower("bus", bus.Rules(players=3)), [*TABLE, *three(*NEAR), *three(*FAR)], 0, 9)


def test_there_are_no_more_hands_than_players() -> None:
    watcher = follower("bus", bus.Rules())
    held(watcher, TABLE, 0, 3)
    assert not verdicts(held(watcher, [*TABLE, *three(*NEAR), *three(*FAR), *three(*LEFT)], 3, 9))


def test_a_hand_laid_open_late_is_heeded() -> None:
    watcher = follower("bus", bus.Rules(players=3))
    held(watcher, TABLE, 0, 3)
    (first,) = held(watcher, [*TABLE, *three(*NEAR), *three(*FAR)], 3, 7)
    assert (first["after"]["verdict"], first["after"]["rule"]) == ("cannot tell", "bus.hands_missing")
    (then,) = held(watcher, [*TABLE, *three(*NEAR), *three(*FAR), *three(*LEFT)], 10, 7)
    assert (then["type"], then["before"]["rule"]) == ("update", "bus.hands_missing")
    after = then["after"]
    assert [after["sides"][loser] for loser in after["explanation"]["losers"]] == ["left"]
    (record,) = watcher.record()
    table, shown = record.splitlines()
    assert (table, shown.count(" / ")) == ("table 2C 3D 4H", 2)


def test_who_showed_no_hand_in_one_deal_is_out_in_the_next() -> None:
    watcher = follower("bus", bus.Rules(players=3))
    for start, verdict in ((0, "cannot tell"), (20, "legal")):
        held(watcher, TABLE, start, 3)
        told = verdicts(held(watcher, [*TABLE, *three(*NEAR), *three(*FAR)], start + 3, 7))
        assert [one["verdict"] for one in told] == [verdict]
        held(watcher, TABLE, start + 10, 3)


def test_a_card_of_the_table_is_in_no_hand() -> None:
    watcher = follower("bus", bus.Rules())
    held(watcher, TABLE, 0, 3)
    # Were the three of diamonds another card, that hand might be the best or the lowest.
    (told,) = verdicts(
        held(watcher, [*TABLE, *three("AS 10S 3D", 640, 620, 20), *three("AH KH 2D", 640, 110, 30)], 3, 3)
    )
    assert told["verdict"] == "cannot tell"


def test_a_showing_is_told_once_though_the_watch_starts_again() -> None:
    rules = bus.Rules()
    cards = [*TABLE, *three(*NEAR), *three(*FAR)]
    first = follower("bus", rules)
    held(first, TABLE, 0, 3)
    assert len(verdicts(held(first, cards, 3, 3))) == 1
    again = follower("bus", rules)
    again.restore(json.loads(json.dumps(first.state())))
    assert not held(again, cards, 6, 5)
    assert again.record() == first.record()
    # Nor where at first only the table's cards are found.
    late = follower("bus", rules)
    late.restore(json.loads(json.dumps(first.state())))
    held(late, TABLE, 6, 1)
    assert not verdicts(held(late, cards, 7, 5))
    assert [line.split()[0] for line in late.record()[0].splitlines()].count("shown") == 1


PLACES = {"near": (640, 600), "left": (250, 360), "far": (640, 120), "right": (1030, 360)}
STOCK = lying(99, 640, 360, None)


def dealt(**cards: str | None) -> list[Tracked]:
    """One card before each of these players, and the rest of the pack in their midst."""
    return [*[lying(k, *PLACES[side], code) for k, (side, code) in enumerate(cards.items())], STOCK]


def test_the_pack_is_no_players_card_though_one_is_out() -> None:
    watcher = follower("ace", ace.Rules(players=4))
    events = held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    events += held(watcher, dealt(near="9H", left="7S", far="10C"), 3, 5)
    assert [(one["verdict"], one["explanation"]["losers"]) for one in verdicts(events)] == [("legal", [1])]


def test_the_dealers_old_card_is_nobodys_though_one_is_out() -> None:
    watcher = follower("ace", ace.Rules(players=4))
    held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    aside = lying(100, 740, 360, None)
    told = verdicts(held(watcher, [*dealt(near="9H", left="7S", far="10C"), aside], 3, 5))
    assert [(one["verdict"], one["explanation"]["losers"]) for one in told] == [("legal", [1])]


def test_cards_that_cannot_be_accuse_nobody() -> None:
    # With three who start there are no cards from two to six, and never a joker.
    for shown in ("7H", "JOKER", "2H"):
        watcher = follower("ace", ace.Rules(players=3))
        held(watcher, dealt(near=None, left=None, far=None), 0, 3)
        told = verdicts(held(watcher, dealt(near="7H", left=shown, far="9C"), 3, 5))
        assert [one["verdict"] for one in told] == ["cannot tell"]


def test_the_number_who_started_tells_what_a_card_can_be() -> None:
    # The two of hearts is in no pack of 32: it is the eight.
    for players, verdict in ((3, "legal"), (7, "cannot tell")):
        watcher = follower("ace", ace.Rules(players=players))
        held(watcher, dealt(near=None, left=None, far=None), 0, 3)
        cards = [lying(1, *PLACES["left"], "8H", ("8H", "2H")) if one.id == 1 else one for one in
                 dealt(near="7H", left="8H", far="9C")]  # fmt: skip
        assert [one["verdict"] for one in verdicts(held(watcher, cards, 3, 5))] == [verdict]


def test_a_king_already_up_when_the_next_deal_comes_to_rest_is_told() -> None:
    watcher = follower("ace", ace.Rules(players=3, dealer_king=True))
    held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    held(watcher, dealt(near="7H", left="8S", far="9C"), 3, 5)
    (told,) = verdicts(held(watcher, dealt(near=None, left="KS", far=None), 8, 5))
    assert (told["rule"], told["explanation"]["immune"]) == ("ace.kings", [1])
    # That king was not drawn, so whoever holds it does not lose at once.
    (then,) = verdicts(held(watcher, dealt(near="10H", left="KS", far="JC"), 13, 5))
    assert (then["verdict"], then["explanation"]["losers"]) == ("legal", [0])


def test_a_showdown_is_told_once_though_the_watch_starts_again() -> None:
    rules = ace.Rules(players=3)
    cards = dealt(near="7H", left="8S", far="9C")
    first = follower("ace", rules)
    held(first, dealt(near=None, left=None, far=None), 0, 3)
    assert len(verdicts(held(first, cards, 3, 3))) == 1
    again = follower("ace", rules)
    again.restore(json.loads(json.dumps(first.state())))
    assert not held(again, cards, 6, 5)
    assert again.record() == first.record()


def told_of(events: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(one["type"], one["after"]["verdict"], one["after"]["rule"]) for one in events if one["kind"] == "verdict"]


def test_cards_gathered_after_the_showdown_are_no_other_one() -> None:
    watcher = follower("ace", ace.Rules(players=3))
    held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    held(watcher, dealt(near="7H", left="8S", far="9C"), 3, 5)
    # The loser's card goes first, then the next.
    assert not held(watcher, dealt(left="8S", far="9C"), 8, 7)
    assert not held(watcher, dealt(far="9C"), 15, 7)
    assert not held(watcher, dealt(), 22, 1)
    held(watcher, dealt(near=None, left=None), 23, 3)
    (then,) = verdicts(held(watcher, dealt(near="JH", left="QS"), 26, 5))
    # Of three who began two were dealt a card.
    assert (then["verdict"], then["explanation"]["losers"]) == ("legal", [0])
    assert len(watcher.record()[0].splitlines()) == 2


def test_a_card_held_in_the_hand_while_the_others_are_shown_is_waited_for() -> None:
    watcher = follower("ace", ace.Rules(players=3))
    held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    assert not held(watcher, dealt(near="7H", left="8S"), 3, 3)
    (told,) = verdicts(held(watcher, dealt(near="7H", left="8S", far="AC"), 6, 5))
    assert (told["verdict"], told["explanation"]["losers"]) == ("legal", [2])


def test_a_card_shown_late_changes_the_showdown() -> None:
    watcher = follower("ace", ace.Rules(players=3))
    held(watcher, dealt(near=None, left=None, far=None), 0, 3)
    (first,) = held(watcher, dealt(near="7H", left="8S"), 3, 7)
    assert told_of([first]) == [("new", "cannot tell", "ace.cards_missing")]
    assert first["after"]["sentence"] == "2 of 3 cards lie open: who loses is told once the others do."
    (then,) = held(watcher, dealt(near="7H", left="8S", far="AC"), 10, 5)
    assert told_of([then]) == [("update", "legal", "ace.loses")]
    assert (then["before"], then["after"]["explanation"]["losers"]) == (first["after"], [2])
    assert watcher.record() == ["shown 7H 8S AC  # Card 3 is the lowest and loses a life.\n"]


def test_cards_found_again_one_by_one_after_a_restart_are_no_other_showdown() -> None:
    rules = ace.Rules(players=3)
    first = follower("ace", rules)
    held(first, dealt(near=None, left=None, far=None), 0, 3)
    held(first, dealt(near="7H", left="8S", far="9C"), 3, 3)
    again = follower("ace", rules)
    again.restore(json.loads(json.dumps(first.state())))
    for start, cards in enumerate(
        (dealt(near="7H"), dealt(near="7H", left="8S"), dealt(near="7H", left="8S", far="9C"))
    ):
        assert not held(again, cards, 7 * start, 7)
    assert again.record() == first.record()


def test_one_fault_is_told_once() -> None:
    watcher = follower("ace", ace.Rules(players=4))
    held(watcher, dealt(near=None, left=None, far=None, right=None), 0, 3)
    events = held(watcher, dealt(near="7H", left=None, far=None, right=None), 3, 3)
    events += held(watcher, dealt(near="7H", left="KS", far=None, right=None), 6, 3)
    assert told_of(events) == [("new", "illegal", "ace.not_king")]


def test_after_an_exchange_a_card_that_is_no_king_is_shown_and_no_fault() -> None:
    watcher = follower("ace", ace.Rules(players=3))
    near, left, far, stock = dealt(near=None, left=None, far=None)
    held(watcher, [near, left, far, stock], 0, 3)
    # Near and left have each other's cards.
    swapped = [lying(left.id, *PLACES["near"], None), lying(near.id, *PLACES["left"], None), far, stock]
    events = held(watcher, swapped, 3, 3)
    slow = [lying(left.id, *PLACES["near"], "7H"), *swapped[1:]]
    events += held(watcher, slow, 6, 6)
    assert not events
    shown = [slow[0], lying(near.id, *PLACES["left"], "8S"), lying(far.id, *PLACES["far"], "9C"), stock]
    assert told_of(held(watcher, shown, 12, 3)) == [("new", "legal", "ace.loses")]


def test_nobody_is_accused_where_the_hidden_card_may_be_the_pack() -> None:
    # Two of three are left, at a corner of the table; the pack lies before no one, but in nobody's midst either.
    watcher = follower("ace", ace.Rules(players=3))
    held(watcher, dealt(near=None, left=None), 0, 3)
    assert not held(watcher, dealt(near="7H", left="9C"), 3, 9)


def test_the_dealers_old_card_laid_aside_before_the_showdown_is_nobodys() -> None:
    watcher = follower("ace", ace.Rules(players=4))
    cards = dealt(near=None, left=None, far=None)
    held(watcher, cards, 0, 3)
    aside, drawn = lying(cards[2].id, 740, 330, None), lying(50, *PLACES["far"], None)
    assert not held(watcher, [*cards[:2], drawn, cards[3], aside], 3, 3)
    shown = [*dealt(near="9H", left="7S")[:2], lying(50, *PLACES["far"], "10C"), cards[3], aside]
    (told,) = verdicts(held(watcher, shown, 6, 3))
    assert (told["verdict"], told["explanation"]["losers"]) == ("legal", [1])
