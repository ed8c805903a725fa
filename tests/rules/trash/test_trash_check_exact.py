"""One picture of Trash is judged as by trying every card that its places may show."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import prod

import pytest

from rules.cards import Card
from rules.observation import Seen, Side
from rules.trash import Rules
from rules.trash.picture import check_table
from rules.trash.table import Table
from rules.trash.text import check_text

Layout = list[Card | None]


def verdicts(layouts: list[Layout], top: Card | None, rules: Rules, over: bool) -> set[bool]:
    """Whether a picture of which every card is known is legal; both where players who are not shown decide that."""

    def complete(layout: Layout) -> bool:
        return all(card is not None and rules.fits(card, slot) for slot, card in enumerate(layout, start=1))

    def looked(winner: Layout) -> bool:
        left = len(winner) - 1
        return rules.second_look and left > (rules.end_slots or 0)

    won = [layout for layout in layouts if complete(layout)]
    for layout in layouts:
        wrong = any(card is not None and not rules.fits(card, slot) for slot, card in enumerate(layout, start=1))
        turned_up = any(looked(winner) for winner in won if winner is not layout)
        if wrong and not turned_up and not (over and not won and rules.second_look):
            return {False}
    if top is not None and rules.wild(top) and not won and not over:
        return {True, False} if rules.players > len(layouts) else {False}
    return {True}


def expected(table: Table, rules: Rules, over: bool) -> str | None:
    """The verdict over every choice of different cards; None where there are too many to try."""
    kinds = sorted(set(rules.pack.cards()))
    choices: list[list[Card | None]] = []
    for seen in (*(seen for layout in table.layouts for seen in layout), table.discard):
        shown: list[Card | None] = [card for card in kinds if seen.side is Side.UP and seen.may_be(card)]
        choices.append(shown or [None])
    if prod(map(len, choices)) > 500:
        return None
    found: set[bool] = set()
    for world in product(*choices):
        counts = Counter(card for card in world if card is not None)
        if all(many <= rules.pack.count(card) for card, many in counts.items()):
            cards = iter(world)
            layouts = [[next(cards) for _ in layout] for layout in table.layouts]
            found |= verdicts(layouts, next(cards), rules, over)
    return "cannot tell" if len(found) == 2 else "legal" if found == {True} else "illegal"


def picture(chance: random.Random, rules: Rules, layouts: int) -> Table:
    """A picture of short layouts: mostly right, one perhaps complete, some places in doubt."""
    pack = list(rules.pack.cards())
    least = 1 + (rules.end_slots or 0)

    def place(slot: int, full: bool) -> Seen:
        if not full and chance.random() < 0.35:
            return Seen.down()
        fitting = [card for card in pack if rules.fits(card, slot)]
        card = chance.choice(fitting if full or chance.random() < 0.85 else pack)
        if chance.random() < 0.65:
            return Seen.card(card)
        return Seen.rank(card.rank) if card.rank and chance.random() < 0.4 else Seen.cards({card, chance.choice(pack)})

    rows = []
    for index in range(layouts):
        full = index == 0 and chance.random() < 0.4
        rows.append(tuple(place(slot, full) for slot in range(1, least + chance.randint(0, 2) + 1)))
    top = chance.choice(
        [Seen.empty(), Seen.unknown(), Seen.card(chance.choice(pack)), Seen.cards(chance.sample(pack, 2))]
    )
    return Table(tuple(rows), top)


@pytest.mark.parametrize("seed", range(8))
def test_a_picture_is_judged_as_by_trying_every_possibility(seed: int) -> None:
    chance = random.Random(seed)
    told: Counter[str] = Counter()
    while sum(told.values()) < 400:
        players = chance.choice((2, 2, 3))
        rules = Rules(
            players=players,
            packs=1,
            wilds=chance.choice(("J", "K", "J,Q", "J,Q,K")),  # type: ignore[arg-type]
            jokers=chance.choice((0, 1)),
            second_look=chance.random() < 0.6,
            end_slots=chance.choice((None, None, 1, 2)),
        )
        table, over = picture(chance, rules, chance.choice((1, players, players))), chance.random() < 0.3
        verdict = expected(table, rules, over)
        if verdict is not None:
            assert check_table(table, rules=rules, over=over).verdict == verdict, f"{table}, {rules}, over {over}"
            told[verdict] += 1
    assert min(told[verdict] for verdict in ("legal", "illegal", "cannot tell")) > 10


@pytest.mark.parametrize(
    ("first", "second", "discard", "verdict"),
    [
        # Either the jack is the first player's, who won with it, and the eight was turned up; or it is the second's.
        ("JC/KC 2?", "A? JOKER 8C/JC", "3H", "cannot tell"),
        ("JC/KC 2?", "A? JOKER 8C/JC", "JH", "cannot tell"),
        ("JC/KC 2?", "A? JOKER ??", "3H", "cannot tell"),
        # Whoever has the jack, the other's card lies wrong and nobody has won.
        ("JC/KC ??", "A? ?? 8C/JC", "3H", "illegal"),
        # The first layout would have to hold the two that lies in the other.
        ("?? 2C/KS", "2C KS 9D", "3H", "illegal"),
        ("AS 2C/KS", "2C KS 9D", "3H", "illegal"),
    ],
)
def test_one_card_of_two_layouts_tells_who_has_won(first: str, second: str, discard: str, verdict: str) -> None:
    rules = Rules(jokers=1, packs=1, second_look=True)
    assert check_text([first, second], discard=discard, rules=rules).verdict == verdict
