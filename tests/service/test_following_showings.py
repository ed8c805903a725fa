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
