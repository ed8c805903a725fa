"""Gin told a second time, slowly and on plain sets of (rank, suit) pairs: nothing here comes from the package."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

CODES = {1: "A", 11: "J", 12: "Q", 13: "K"} | {number: str(number) for number in range(2, 11)}


def code(card):
    return CODES[card[0]] + card[1]


def value(card):
    return min(card[0], 10)


def points(cards):
    return sum(map(value, cards))


def is_meld(cards):
    ranks, suits = sorted(rank for rank, _ in cards), {suit for _, suit in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@cache
def melds(cards):
    """Every meld in a frozenset of cards."""
    ranks = [[card for card in cards if card[0] == rank] for rank in range(1, 14)]
    sets = [frozenset(some) for equal in ranks for size in (3, 4) for some in combinations(sorted(equal), size)]
    runs = []
    for rank, suit in sorted(cards):
        run = [(rank, suit)]
        while (run[-1][0] + 1, suit) in cards:
            run.append((run[-1][0] + 1, suit))
            if len(run) >= 3:
                runs.append(frozenset(run))
    return sets + runs


def arrangements(cards):
    """Every selection of melds of a frozenset of cards that do not overlap, the empty one included."""
    found = set()

    def grow(chosen, left, start):
        found.add(frozenset(chosen))
        for place in range(start, len(all_melds)):
            if all_melds[place] <= left:
                grow([*chosen, all_melds[place]], left - all_melds[place], place + 1)

    all_melds = melds(cards)
    grow([], cards, 0)
    return found


@cache
def deadwood(cards):
    """The least deadwood: every selection of melds tried."""
    return min(points(cards - frozenset().union(*chosen)) for chosen in arrangements(cards))


def layoffs(table, loose):
    """Every set of cards that can be laid off from ``loose`` on the melds of ``table``, one card after another."""
    found, todo = set(), [(tuple(table), frozenset())]
    seen = set()
    while todo:
        lying, off = todo.pop()
        found.add(off)
        for card in loose - off:
            for place, meld in enumerate(lying):
                if is_meld(meld | {card}):
                    grown = (*lying[:place], meld | {card}, *lying[place + 1 :])
                    state = (frozenset(grown), off | {card})
                    if state not in seen:
                        seen.add(state)
                        todo.append((grown, off | {card}))
    return found


def reply(table, hand):
    """The least deadwood a defender can keep, over every set of melds and every laying off."""
    return min(
        points(loose - off)
        for chosen in arrangements(hand)
        for loose in [hand - frozenset().union(*chosen)]
        for off in layoffs(table, loose)
    )


def best_score(knocker, defender, limit=10, petit=False):
    """What the knocker is worth at best: (points for the knocker, ending), or None where no going out is possible.

    Bonuses are the usual ones: 25, 25, 31; petit gin 25, grand gin 50; equal deadwood is an undercut.
    """
    best = None
    for chosen in arrangements(knocker):
        loose = knocker - frozenset().union(*chosen)
        if len(knocker) == 11:
            if loose:
                continue
            outcome = (50 if petit else 31) + deadwood(defender), "grand_gin" if petit else "big_gin"
        elif not loose:
            outcome = (50 if petit else 25) + deadwood(defender), "grand_gin" if petit else "gin"
        elif points(loose) <= limit or (petit and len(loose) == 1):
            small = petit and len(loose) == 1
            theirs = reply(chosen, defender)
            if theirs > points(loose):
                outcome = theirs - points(loose) + (25 if small else 0), "petit_gin" if small else "knock"
            else:
                outcome = -(25 + points(loose) - theirs), "undercut"
        else:
            continue
        if best is None or outcome[0] > best[0]:
            best = outcome
    return best


PACK = tuple((rank, suit) for rank in range(1, 14) for suit in "CDHS")


def rich_hand(rng, size, pack=PACK):
    """Cards rich in melds: neighbours and equals of cards already chosen are likelier."""
    left, hand = list(pack), []
    while len(hand) < size:
        near = [c for c in left if any(c[0] == h[0] or (c[1] == h[1] and abs(c[0] - h[0]) <= 2) for h in hand)]
        card = rng.choice(near if near and rng.random() < 0.85 else left)
        left.remove(card)
        hand.append(card)
    return frozenset(hand)


def rich_pair(rng, size=10):
    """A knocker's and a defender's hand, rich in melds and in cards that fit each other's."""
    knocker = rich_hand(rng, size)
    rest = [card for card in PACK if card not in knocker]
    near = [c for c in rest if any(c[0] == h[0] or (c[1] == h[1] and abs(c[0] - h[0]) <= 2) for h in knocker)]
    rng.shuffle(near)
    taken = near[: rng.randrange(0, 7)]
    pool = [card for card in rest if card not in taken]
    return knocker, frozenset(taken) | rich_hand(rng, 10 - len(taken), pool)


class Table:
    """A hand of gin in play: plain lists and sets, moves as text."""

    def __init__(self, hands, stock, pile, dealer, turn, phase="offer", passes=0, banned=None, petit=False, limit=10):
        self.hands, self.stock, self.pile = [frozenset(hand) for hand in hands], list(stock), list(pile)
        self.dealer, self.turn, self.phase, self.passes, self.banned = dealer, turn, phase, passes, banned
        self.petit, self.limit = petit, limit

    def copy(self):
        table = Table(self.hands, self.stock, self.pile, self.dealer, self.turn, self.phase, self.passes, self.banned)
        table.petit, table.limit = self.petit, self.limit
        return table

    def out(self, hand):
        if deadwood(hand) <= self.limit:
            return True
        return self.petit and any(deadwood(hand - {card}) == 0 for card in hand)

    def moves(self):
        hand = self.hands[self.turn]
        if self.phase == "offer":
            return ["take", "pass"]
        if self.phase == "must":
            return ["draw"]
        if self.phase == "draw":
            return ["take", "draw"]
        if self.phase == "show":
            return ["show"]
        if self.phase != "discard":
            return []
        free = [card for card in hand if card != self.banned]
        return (
            [f"discard {code(card)}" for card in free]
            + [f"knock {code(card)}" for card in free if self.out(hand - {card})]
            + (["big gin"] if deadwood(hand) == 0 else [])
        )

    def play(self, move):
        table = self.copy()
        word, _, name = move.partition(" ")
        me = table.turn
        if move == "pass":
            table.passes += 1
            table.turn = 1 - me
            table.phase = "offer" if table.passes == 1 else "must"
        elif move in ("take", "draw"):
            card = table.pile.pop() if move == "take" else table.stock.pop(0)
            table.banned = card if move == "take" else None
            table.hands[me] |= {card}
            table.phase = "discard"
        elif word in ("discard", "knock"):
            card = next(card for card in table.hands[me] if code(card) == name)
            table.hands[me] -= {card}
            table.pile.append(card)
            table.turn, table.banned = 1 - me, None
            table.phase = "show" if word == "knock" else "void" if len(table.stock) == 2 else "draw"
        elif move == "big gin":
            table.turn, table.phase = 1 - me, "show"
        else:
            table.phase = "over"
        return table


def count_lines(table, depth):
    """How many lines of so many moves lead on from here; a hand that ends sooner counts once."""
    found = table.moves() if depth else []
    if not found:
        return 1
    return sum(count_lines(table.play(move), depth - 1) for move in found)


def shuffled(seed):
    pack = list(PACK)
    random.Random(seed).shuffle(pack)
    return pack
