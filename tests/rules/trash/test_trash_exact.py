"""The referee is exact: on tiny tables, against every table that trying all of play leads to.

Certain pictures: legal if and only if reachable. Vague ones: a verdict if and only if all the tables they stand for
have the same. Nothing here knows how the referee thinks; see `trashreach`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from trashreach import Certain, as_table, possible, reachable, small_rules

from rules.cards import Card
from rules.observation import Seen, Side
from rules.trash import Rules
from rules.trash.referee import explain
from rules.trash.table import Table

PACKS = ["AC AD 2C 2D JC JD QC", "AC AD 2C 3C JC QC 2D", "AC 2C JC JC QC AC 2C", "AC 2C 2D JOKER JOKER JC KD"]
SMALL_PACKS = ["AC AD 2C 2D JC QC", "AC AD 2C JC JD QC", "AC 2C JC QC AC 2C", "AC 2C JOKER JC KD JOKER"]
LOOK = {"second_look": True}
FREE = {"second_look": True, "free_draws": True}
OPTIONS: list[dict[str, object]] = [{}, {}, LOOK, FREE, {"wilds": "J,Q"}, {"wilds": "J,Q,K"}, LOOK | {"end_slots": 1}]


def some_table(chance: random.Random, rules: Rules, sizes: tuple[int, ...]) -> Certain:
    """A table the packs can show: mostly a legal one, now and then with a card out of place."""
    cards = list(rules.pack.cards())
    layouts = []
    for size in sizes:
        layout: list[Card | None] = []
        for slot in range(1, size + 1):
            fitting = [card for card in cards if rules.fits(card, slot) or chance.random() < 0.05]
            card = chance.choice(fitting) if fitting and chance.random() < 0.4 else None
            if card is not None:
                cards.remove(card)
            layout.append(card)
        layouts.append(tuple(layout))
    plain = [card for card in cards if not rules.wild(card) or chance.random() < 0.05]
    return tuple(layouts), chance.choice(plain) if plain and chance.random() < 0.85 else None


def changed(chance: random.Random, rules: Rules, table: Certain) -> Certain:
    """The table with one place replaced by anything."""
    layouts, top = [list(layout) for layout in table[0]], table[1]
    anything: list[Card | None] = [None, *sorted(set(rules.pack.cards()))]
    if chance.random() < 0.25:
        top = chance.choice(anything)
    else:
        layout = chance.choice(layouts)
        layout[chance.randrange(len(layout))] = chance.choice(anything)
    return tuple(map(tuple, layouts)), top


@pytest.mark.parametrize("seed", range(45))
def test_a_change_is_legal_if_and_only_if_play_leads_there(seed: int) -> None:
    chance = random.Random(seed)
    sizes = chance.choice([(2, 2), (2, 1), (1, 2), (1, 1), (2, 1)])
    options, turns = chance.choice(OPTIONS), chance.choice([1, 2])
    rules = small_rules(chance.choice(PACKS), **options)
    before = some_table(chance, rules, sizes)
    hidden = sum(card is None for layout in before[0] for card in layout)
    if hidden > 2 and options.get("second_look"):
        rules = small_rules("AC AD 2C 2D JC QC", **options)
        before = tuple((None, Card(2, "C")) if len(layout) == 2 else layout for layout in before[0]), None
        before = (before[0][:1] + tuple((None,) * len(layout) for layout in before[0][1:]), None)
    elif hidden > 3:
        turns = 1
    player = chance.choice([None, None, 0, 1])
    reached = reachable(before, rules, player=player, turns=turns)
    tables = sorted(reached, key=repr)
    tables = chance.sample(tables, min(len(tables), 250))
    for _ in range(200):
        tables.append(changed(chance, rules, chance.choice(tables)))
    for after in tables:
        verdict = explain(as_table(before), as_table(after), rules, player=player, turns=turns)
        expected = "legal" if after in reached and possible(after, rules) else "illegal"
        assert verdict.verdict == expected, (
            f"{as_table(before)} -> {as_table(after)}, player {player}, turns {turns}, {options}: {verdict.rule}"
        )


def vague(chance: random.Random, rules: Rules, table: Certain, places: int) -> Table:
    """The table with some places read badly."""
    sharp = as_table(table)
    spots = [(row, at) for row, layout in enumerate(sharp.layouts) for at in range(len(layout))] + [(-1, 0)]
    chosen = set(chance.sample(spots, min(places, len(spots))))

    def see(seen: Seen, spot: tuple[int, int]) -> Seen:
        card = seen.certain
        if spot not in chosen:
            return seen
        if card is None or chance.random() < 0.25:
            return Seen.unknown()
        if card.rank is not None and chance.random() < 0.5:
            return Seen.rank(card.rank)
        return Seen.cards({card, *chance.sample(sorted(set(rules.pack.cards())), 2)})

    rows = tuple(
        tuple(see(seen, (row, at)) for at, seen in enumerate(layout)) for row, layout in enumerate(sharp.layouts)
    )
    return Table(rows, see(sharp.discard, (-1, 0)))


def worlds(table: Table, rules: Rules) -> Iterator[Certain]:
    """Every certain table that a vague one stands for."""
    cards = sorted(set(rules.pack.cards()))
    choices: list[list[Card | None]] = []
    for seen in (*(seen for layout in table.layouts for seen in layout), table.discard):
        nothing: list[Card | None] = [] if seen.side is Side.UP else [None]
        choices.append([*nothing, *(card for card in cards if seen.may_be(card))])
    for world in product(*choices):
        places = iter(world)
        layouts = tuple(tuple(next(places) for _ in layout) for layout in table.layouts)
        certain = (layouts, next(places))
        if possible(certain, rules):
            yield certain


def taken_to_be_the_same(before: Table, after: Table) -> list[bool]:
    """For every place, the pile last, whether it is taken to show one card in both pictures."""

    def alike(one: Seen, two: Seen) -> bool:
        ranks = {card.rank for card in one.possible | two.possible}
        return bool(one.possible & two.possible) and len(ranks) == 1

    pairs = [pair for rows in zip(before.layouts, after.layouts, strict=True) for pair in zip(*rows, strict=True)]
    slots = [alike(one, two) for one, two in pairs]
    still = all(same or one.side is two.side is Side.DOWN for same, (one, two) in zip(slots, pairs, strict=True))
    return [*slots, still and alike(before.discard, after.discard)]


def flat(table: Certain) -> list[Card | None]:
    return [*(card for layout in table[0] for card in layout), table[1]]


VAGUE = [((2,), 1), ((2,), 1), ((2, 1), 1), ((1, 1), 2), ((2, 2), 1)]


@pytest.mark.parametrize("seed", range(26))
def test_a_verdict_is_given_if_and_only_if_all_the_tables_meant_agree(seed: int) -> None:
    chance = random.Random(seed)
    sizes, turns = chance.choice(VAGUE)
    options = (
        chance.choice([*OPTIONS[:3], *OPTIONS[4:]])
        if len(sizes) == 2 and sizes != (2, 2)
        else chance.choice([{}, {"wilds": "J,Q"}])
    )
    rules = small_rules(chance.choice(SMALL_PACKS), **options)
    sharp = some_table(chance, rules, sizes)
    player = chance.choice([None, 0])
    known: dict[Certain, frozenset[Certain]] = {}
    tables = sorted(reachable(sharp, rules, player=player, turns=turns), key=repr)
    for _ in range(6 if len(sizes) == 2 else 20):
        end = chance.choice(tables)
        if chance.random() < 0.4:
            end = changed(chance, rules, end)
        if not possible(end, rules):
            continue
        before = vague(chance, rules, sharp, chance.choice([0, 0, 1, 2]))
        after = vague(chance, rules, end, chance.choice([0, 1, 1, 2, 3]))
        tied = taken_to_be_the_same(before, after)
        ends = list(worlds(after, rules))
        strict, tying = set(), set()
        for first in worlds(before, rules):
            if first not in known:
                known[first] = reachable(first, rules, player=player, turns=turns)
            for second in ends:
                strict.add(second in known[first])
                pairs = zip(tied, flat(first), flat(second), strict=True)
                if all(one is two for tie, one, two in pairs if tie):
                    tying.add(second in known[first])
        for same_cards, found in ((True, tying), (False, strict)):
            expected = "cannot tell" if len(found) == 2 else "legal" if found == {True} else "illegal"
            verdict = explain(before, after, rules, player=player, turns=turns, same_cards=same_cards, steps=100_000)
            assert verdict.verdict == expected, (
                f"{before} -> {after}, player {player}, turns {turns}, {options}, same cards {same_cards}"
            )
