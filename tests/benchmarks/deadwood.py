"""Optimal deadwood against RLCard, OpenSpiel and a brute force, in one run.

``python tests/benchmarks/deadwood.py [hands]``

Times every implementation on the same hands of ten cards, half of them rich in melds, given in its own kind of cards,
and says each time as a multiple of ours. Then it compares the results of 100,000 hands (or as many as asked for) with
the brute force, and with the others where they are installed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules" / "gin")]

import slowgin  # noqa: E402

from rules.cards import Card, parse_cards  # noqa: E402
from rules.gin.melds import deadwood, mask_of  # noqa: E402

TIMED = 2000


def hands(count: int) -> list[frozenset[tuple[int, str]]]:
    """Hands of ten, every second one rich in melds, the same in every run."""
    rng = random.Random(1)
    return [
        slowgin.rich_hand(rng, 10) if number % 2 else frozenset(rng.sample(slowgin.PACK, 10)) for number in range(count)
    ]


def ours(cards: Sequence[Card]) -> int:
    """Least deadwood of cards as they are given to the library."""
    return deadwood(mask_of(cards))


def rlcard() -> tuple[Callable[[Any], int], Callable[[Sequence[Card]], Any]] | None:
    """RLCard's least deadwood and its kind of hand; ``None`` where it is not installed."""
    try:
        from rlcard.games.base import Card as Theirs
        from rlcard.games.gin_rummy.utils import melding, utils
    except ImportError:
        return None

    def least(cards: Any) -> int:
        clusters = melding.get_best_meld_clusters(cards)
        melded = clusters[0] if clusters else []
        points = [utils.get_deadwood_value(card) for card in cards]
        return int(sum(points) - sum(utils.get_deadwood_value(card) for meld in melded for card in meld))

    return least, lambda cards: [Theirs(card.code[-1], card.code[:-1].replace("10", "T")) for card in cards]


def openspiel() -> tuple[Callable[[Any], int], Callable[[Sequence[Card]], Any]] | None:
    """OpenSpiel's least deadwood and its kind of hand; ``None`` where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def convert(cards: Sequence[Card]) -> list[int]:
        return [utils.card_int(card.code[:-1].replace("10", "T") + card.code[-1].lower()) for card in cards]

    return utils.min_deadwood, convert


def microseconds(least: Callable[[Any], int], given: Sequence[Any]) -> float:
    """The best of five rounds, per hand."""
    rounds = []
    for _ in range(5):
        begun = time.process_time()
        for cards in given:
            least(cards)
        rounds.append((time.process_time() - begun) / len(given) * 1e6)
    return min(rounds)


def main() -> None:
    """Print the times and the comparison."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("hands", type=int, nargs="?", default=100_000)
    count = options.parse_args().hands
    plain = hands(max(count, TIMED))
    given = [parse_cards(" ".join(map(slowgin.code, cards))) for cards in plain]
    base = microseconds(ours, given[:TIMED])
    print(f"{'kibitz':<10} {base:8.2f} µs a hand")
    others = {"RLCard": rlcard(), "OpenSpiel": openspiel()}
    for name, other in others.items():
        if other is None:
            print(f"{name:<10} is not installed")
            continue
        taken = microseconds(other[0], [other[1](cards) for cards in given[:TIMED]])
        print(f"{name:<10} {taken:8.2f} µs a hand, {taken / base:.1f} times ours")
    wrong = dict.fromkeys(["brute force", *(name for name, other in others.items() if other)], 0)
    for cards, slow in zip(given[:count], plain, strict=False):
        found = ours(cards)
        wrong["brute force"] += found != slowgin.deadwood(slow)
        slowgin.deadwood.cache_clear()
        slowgin.melds.cache_clear()
        for name, other in others.items():
            if other is not None:
                wrong[name] += found != other[0](other[1](cards))
    for name, differ in wrong.items():
        print(f"{count:,} hands against {name}: {differ} differ")


if __name__ == "__main__":
    main()
