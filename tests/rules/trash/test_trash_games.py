"""The referee against games: every legal change accepted, every fault caught and rightly named, whatever is hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from trashchanges import Change, blurred, changes, random_rules, shown, with_discard, with_slot

from rules.cards import CARDS, Card
from rules.observation import Seen, Side
from rules.trash import Phase, Rules
from rules.trash.referee import explain
from rules.trash.table import Table

MATCHES = range(1, 13)


@cache
def played(seed: int) -> tuple[Change, ...]:
    """Changes out of a match of random options: those at the end of hands, and some of the many others."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    found = []
    for change in changes(rules, seed):
        ends = change.state.phase is not Phase.DRAW or change.after.layouts != change.before.layouts
        if chance.random() < (0.3 if ends else 0.05):
            found.append(change)
    return tuple(found[:150])


def judged(change: Change, after: Table, **options: object) -> str:
    return explain(change.before, after, change.rules, **options).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", MATCHES)
def test_every_legal_change_is_accepted(seed: int) -> None:
    for change in played(seed):
        verdict = explain(change.before, change.after, change.rules)
        assert verdict.verdict == "legal", f"{change.rules}: {change.before} -> {change.after}: {verdict.rule}"
        assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))


@pytest.mark.parametrize("seed", MATCHES)
def test_every_legal_change_is_accepted_of_the_player_who_made_it(seed: int) -> None:
    for change in played(seed):
        if change.turns:
            stock = len(change.state.stock)
            options = {"player": change.player, "turns": change.turns, "stock": stock}
            assert judged(change, change.after, **options) == "legal", f"{change.before} -> {change.after}"


def test_the_explanation_is_the_turn_that_was_played() -> None:
    told = 0
    for seed in MATCHES:
        for change in played(seed):
            new = [
                {"card": str(two.certain), "slot": slot}
                for one, two in zip(change.before.layouts, change.after.layouts, strict=True)
                for slot, (old, two) in enumerate(zip(one, two, strict=True), start=1)
                if old != two
            ]
            if change.turns != 1 or not new or change.rules.second_look:
                continue
            verdict = explain(change.before, change.after, change.rules)
            told += 1
            assert verdict.explanation["player"] == change.player
            assert sorted(verdict.explanation["placements"], key=str) == sorted(new, key=str)  # type: ignore[call-overload]
            if verdict.rule == "trash.turn":
                assert verdict.explanation["discard"] == str(change.after.discard)
    assert told > 100


Fault = tuple[Table, str, dict[str, object]]
"""The table with the fault, the rule that names it and what its sentence must name."""


def unused(change: Change, chance: random.Random, good: Callable[[Card], bool]) -> Card | None:
    """A card that is not to be seen in either picture."""
    seen = shown(change.before) | shown(change.after)
    cards = [card for card in CARDS if card not in seen and good(card)]
    return chance.choice(cards) if cards else None


def slots(change: Change, good: Callable[[Seen, Seen, int, int], bool]) -> list[tuple[int, int]]:
    """The slots, as players and slots from 1, whose looks before and after are of a kind."""
    return [
        (player, slot)
        for player, rows in enumerate(zip(change.before.layouts, change.after.layouts, strict=True))
        for slot, (old, new) in enumerate(zip(*rows, strict=True), start=1)
        if good(old, new, player, slot)
    ]


def hidden(old: Seen, new: Seen, player: int, slot: int) -> bool:
    return old.side is new.side is Side.DOWN


def wrong_slot(change: Change, chance: random.Random) -> Fault | None:
    places = slots(change, lambda *at: hidden(*at) and at[2] == change.player)
    if not places:
        return None
    player, slot = chance.choice(places)
    size = change.before.sizes[player]
    card = unused(change, chance, lambda card: card.rank is not None and slot != card.rank <= size)
    if card is None or card.rank is None:
        return None
    params = {"card": str(card), "slot": slot, "belongs": card.rank.value}
    return with_slot(change.after, player, slot, Seen.card(card)), "trash.wrong_slot", params


def face_placed(change: Change, chance: random.Random) -> Fault | None:
    places = slots(change, lambda *at: hidden(*at) and at[2] == change.player)
    card = unused(change, chance, lambda card: bool(card.rank and card.rank.face) and not change.rules.wild(card))
    if not places or card is None:
        return None
    player, slot = chance.choice(places)
    return with_slot(change.after, player, slot, Seen.card(card)), "trash.face_placed", {"card": str(card)}


def beyond_layout(change: Change, chance: random.Random) -> Fault | None:
    places = slots(change, lambda *at: hidden(*at) and at[2] == change.player)
    if not places:
        return None
    player, slot = chance.choice(places)
    size = change.before.sizes[player]
    card = unused(change, chance, lambda card: card.rank is not None and size < card.rank <= 10)
    if card is None:
        return None
    return (
        with_slot(change.after, player, slot, Seen.card(card)),
        "trash.beyond_layout",
        {"card": str(card), "slots": size},
    )


def changed_number(change: Change, chance: random.Random) -> Fault | None:
    """A card that lay in its place is exchanged for another of its number."""
    places = slots(change, lambda old, new, *_: old == new and bool(old.certain) and not change.rules.wild(old.certain))  # type: ignore[arg-type]
    if not places:
        return None
    player, slot = chance.choice(places)
    before = change.before.layouts[player][slot - 1]
    card = unused(change, chance, lambda card: card.rank == slot)
    if card is None:
        return None
    params = {"slot": slot, "before": str(before), "after": str(card)}
    return with_slot(change.after, player, slot, Seen.card(card)), "trash.stays", params


def turned_back(change: Change, chance: random.Random) -> Fault | None:
    places = slots(change, lambda old, new, *_: old == new and bool(old.certain))
    if not places:
        return None
    player, slot = chance.choice(places)
    before = change.before.layouts[player][slot - 1]
    return (
        with_slot(change.after, player, slot, Seen.down()),
        "trash.turned_back",
        {"slot": slot, "before": str(before)},
    )


def empty_slot(change: Change, chance: random.Random) -> Fault | None:
    player = chance.randrange(len(change.after.layouts))
    slot = chance.randint(1, change.after.sizes[player])
    return with_slot(change.after, player, slot, Seen.empty()), "trash.empty_slot", {"slot": slot}


def playable_discarded(change: Change, chance: random.Random) -> Fault | None:
    """A number is discarded whose slot is still open with every player who can have moved."""
    open_slots = [
        slot
        for slot in range(1, min(change.after.sizes) + 1)
        if all(layout[slot - 1].side is Side.DOWN for layout in change.after.layouts)
    ]
    if not open_slots:
        return None
    slot = chance.choice(open_slots)
    card = unused(change, chance, lambda card: card.rank == slot)
    if card is None:
        return None
    return with_discard(change.after, Seen.card(card)), "trash.playable_discarded", {"card": str(card), "slot": slot}


def wild_discarded(change: Change, chance: random.Random) -> Fault | None:
    card = unused(change, chance, change.rules.wild)
    if card is None:
        return None
    return with_discard(change.after, Seen.card(card)), "trash.wild_discarded", {"card": str(card)}


def wild_gone(change: Change, chance: random.Random) -> Fault | None:
    """A number was placed on a wild, and the wild lies nowhere."""

    def good(old: Seen, new: Seen, player: int, slot: int) -> bool:
        return old == new and player == change.player and old.certain is not None and change.rules.wild(old.certain)

    places = slots(change, good)
    if not places or change.before.layouts != change.after.layouts:
        return None
    player, slot = chance.choice(places)
    wild = change.before.layouts[player][slot - 1].certain
    card = unused(change, chance, lambda card: card.rank == slot)
    if card is None:
        return None
    return with_slot(change.after, player, slot, Seen.card(card)), "trash.wild_gone", {"card": str(wild), "slot": slot}


def no_discard(change: Change, chance: random.Random) -> Fault | None:
    drawn = any(change.before.discard in layout for layout in change.after.layouts)
    if change.before.layouts == change.after.layouts or drawn:
        return None
    return with_discard(change.after, change.before.discard), "trash.no_discard", {}


def seen_twice(change: Change, chance: random.Random) -> Fault | None:
    certain = slots(change, lambda _, new, *__: bool(new.certain))
    places = slots(change, hidden)
    if not certain or not places:
        return None
    player, slot = chance.choice(certain)
    card = change.after.layouts[player][slot - 1]
    twin, place = chance.choice(places)
    return with_slot(change.after, twin, place, card), "trash.seen_too_often", {"card": str(card)}


FAULTS = [
    wrong_slot,
    face_placed,
    beyond_layout,
    changed_number,
    turned_back,
    empty_slot,
    playable_discarded,
    wild_discarded,
    wild_gone,
    no_discard,
    seen_twice,
]


def complete(table: Table, rules: Rules) -> bool:
    return any(
        all(seen.certain is not None and rules.fits(seen.certain, slot) for slot, seen in enumerate(layout, start=1))
        for layout in table.layouts
    )


@cache
def faulty(seed: int, name: str) -> tuple[tuple[Change, Fault], ...]:
    """Turns of a match with one pack in play and no look, each with a fault of a kind put in."""
    chance = random.Random(seed)
    rules = Rules(players=chance.choice((2, 3)), packs=1, wilds=chance.choice((frozenset((11,)), frozenset((11, 12)))))
    make = next(fault for fault in FAULTS if fault.__name__ == name)
    found = []
    for change in changes(rules, seed):
        if change.turns == 1 and change.state.phase is Phase.DRAW and not complete(change.after, rules):
            fault = make(change, chance) if chance.random() < 0.3 else None
            if fault is not None:
                found.append((change, fault))
    return tuple(found[:40])


@pytest.mark.parametrize("name", [fault.__name__ for fault in FAULTS])
def test_every_fault_is_caught_and_rightly_named(name: str) -> None:
    tried = 0
    for seed in range(1, 5):
        for change, (after, rule, params) in faulty(seed, name):
            verdict = explain(change.before, after, change.rules, player=change.player, turns=1)
            where = f"{change.rules}: {change.before} -> {after}"
            assert verdict.verdict == "illegal", where
            assert verdict.rule == rule, f"{where}: {verdict.rule} {verdict.params}"
            assert params.items() <= verdict.params.items(), where
            assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))
            tried += 1
    assert tried > 15


@pytest.mark.parametrize("name", [fault.__name__ for fault in FAULTS if fault is not no_discard])
def test_a_fault_is_caught_even_where_two_turns_may_have_been_played(name: str) -> None:
    for seed in range(1, 4):
        for change, (after, rule, _) in faulty(seed, name):
            verdict = explain(change.before, after, change.rules)
            assert verdict.verdict == "illegal", f"{change.before} -> {after}"
            if name != "wild_gone":
                assert verdict.rule == rule, f"{change.before} -> {after}: {verdict.rule}"


def test_a_turn_of_a_player_who_was_not_to_move_is_named() -> None:
    tried = 0
    for seed in range(1, 6):
        rules = Rules(players=3, packs=1)
        for change in changes(rules, seed):
            moved = change.before.layouts != change.after.layouts
            if change.turns != 1 or not moved or change.state.phase is not Phase.DRAW:
                continue
            wrong = (change.player + 1) % 3
            verdict = explain(change.before, change.after, rules, player=wrong, turns=1)
            assert (verdict.verdict, verdict.rule) == ("illegal", "trash.out_of_turn")
            assert verdict.params == {"player": change.player + 1, "turn": wrong + 1}
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("seed", MATCHES)
def test_hiding_cards_never_makes_a_legal_change_illegal(seed: int) -> None:
    chance = random.Random(seed)
    verdicts: Counter[str] = Counter()
    for change in played(seed):
        for share in (0.05, 0.2, 0.6):
            before, after = blurred(change.before, chance, share), blurred(change.after, chance, share)
            for same_cards in (True, False):
                verdict = explain(before, after, change.rules, same_cards=same_cards)
                verdicts[verdict.verdict] += 1
                assert verdict.verdict != "illegal", f"{change.rules}: {before} -> {after}: {verdict.rule}"
                if verdict.verdict == "cannot tell":
                    assert verdict.explanation["missing"] or verdict.rule == "trash.too_open"
    assert verdicts["legal"] > verdicts.total() * 0.02


@pytest.mark.parametrize("name", [fault.__name__ for fault in FAULTS])
def test_hiding_cards_never_makes_a_fault_legal(name: str) -> None:
    chance = random.Random(name)
    verdicts: Counter[str] = Counter()
    for seed in range(1, 4):
        for change, (after, _, _) in faulty(seed, name):
            for share in (0.05, 0.2, 0.6):
                two = blurred(change.before, chance, share), blurred(after, chance, share)
                verdict = explain(*two, change.rules, player=change.player, turns=1, same_cards=False)
                verdicts[verdict.verdict] += 1
                assert verdict.verdict != "legal", f"{two[0]} -> {two[1]}: {verdict.rule}"
    assert verdicts["illegal"] > 3


def test_a_card_read_with_its_rank_alone_still_decides() -> None:
    """Suits hidden everywhere: a rank alone decides most of Trash."""

    def ranks(table: Table) -> Table:
        def rank(seen: Seen) -> Seen:
            card = seen.certain
            return seen if card is None or card.rank is None else Seen.rank(card.rank)

        return Table(tuple(tuple(map(rank, layout)) for layout in table.layouts), rank(table.discard))

    verdicts: Counter[str] = Counter()
    for seed in MATCHES[:6]:
        for change in played(seed):
            verdict = explain(
                ranks(change.before), ranks(change.after), change.rules, player=change.player if change.turns else None
            )
            verdicts[verdict.verdict] += 1
    assert verdicts["illegal"] == 0
    # What it does not decide is whether a wild that was moved is the one that was taken up.
    assert verdicts["legal"] > 0.8 * verdicts.total()
