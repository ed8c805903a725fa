"""Gin: pairs of hands scored, random hands played and the referee's verdicts, per second of processor time.

``python tests/benchmarks/gin_games.py [seconds for each]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules" / "gin")]

import slowgin  # noqa: E402

from rules import gin  # noqa: E402
from rules.cards import CARDS, Card, parse_cards  # noqa: E402
from rules.observation import Seen  # noqa: E402


def pairs(count: int) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Pairs of hands rich in melds, the first of which may knock."""
    rng = random.Random(1)
    found: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = []
    while len(found) < count:
        knocker, defender = (parse_cards(" ".join(map(slowgin.code, cards))) for cards in slowgin.rich_pair(rng))
        if gin.best_melds(knocker).points <= 10:
            found.append((knocker, defender))
    return found


def scored(seconds: float) -> tuple[float, float]:
    """Microseconds for a pair of hands, on average and at worst."""
    times = []
    hands = pairs(500)
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for knocker, defender in hands:
            start = time.process_time()
            gin.score(knocker, defender)
            times.append(time.process_time() - start)
    return sum(times) / len(times) * 1e6, max(times) * 1e6


def played(seconds: float) -> tuple[float, float]:
    """Random hands and moves per second."""
    hands = moves = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        rng = random.Random(hands)
        state = gin.State.shuffled(rng)
        while not state.over:
            state = state.after(rng.choice(list(state.legal_moves)))
            moves += 1
        hands += 1
    spent = time.process_time() - begun
    return hands / spent, moves / spent


def watched(changes: int) -> tuple[float, float]:
    """Milliseconds for a verdict on the discard pile, on average and at worst, cards unread and doubtful included."""
    rng = random.Random(1)
    times: list[float] = []
    while len(times) < changes:
        state, referee = gin.State.shuffled(rng), gin.Referee()
        while not state.over and len(times) < changes:
            top = Seen.card(state.pile[-1]) if state.pile else Seen.empty()
            if top.certain is not None and rng.random() < 0.2:
                top = Seen.cards({top.certain, rng.choice(CARDS)})
            elif rng.random() < 0.02:
                top = Seen.unknown()
            start = time.process_time()
            referee.see(top)
            times.append(time.process_time() - start)
            state = state.after(rng.choice(list(state.legal_moves)))
    return sum(times) / len(times) * 1e3, max(times) * 1e3


def main() -> None:
    """Print the three."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("seconds", type=float, nargs="?", default=5.0)
    seconds = options.parse_args().seconds
    mean, worst = scored(seconds)
    print(f"a pair of hands scored: {mean:.0f} µs on average, {worst:.0f} µs at worst")
    hands, moves = played(seconds)
    print(f"random play: {hands:.0f} hands, {moves:,.0f} moves a second")
    mean, worst = watched(10_000)
    print(f"the referee of the discard pile, 10,000 changes: {mean:.2f} ms on average, {worst:.1f} ms at worst")


if __name__ == "__main__":
    main()
