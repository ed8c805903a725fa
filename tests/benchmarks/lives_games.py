"""Random games per second of Stop the Bus and Chase the Ace, and how long their referees take at worst.

``python tests/benchmarks/lives_games.py [seconds for each game]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rules import ace, bus  # noqa: E402
from rules.cards import CARDS, Card  # noqa: E402
from rules.observation import Seen  # noqa: E402

PLAYERS = 4


def games(game: Any, seconds: float) -> tuple[float, float]:
    """Whole games and moves per second of processor time, every move drawn from the legal ones."""
    played = moves = 0
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        chance = random.Random(played)
        state = game.State.start(game.Rules(players=PLAYERS), seed=played)
        while not state.over:
            state = state.play(chance.choice(list(state.legal_moves))).after
            moves += 1
        played += 1
    spent = time.thread_time() - begun
    return played / spent, moves / spent


def blurred(card: Card, chance: random.Random) -> Seen:
    """A true sight of a card: half of them certain."""
    others = chance.sample(CARDS, 2)
    doubtful = [Seen.rank(card.rank) if card.rank else Seen.up(), Seen.cards((card, *others)), Seen.unknown()]
    return Seen.card(card) if chance.random() < 0.5 else chance.choice(doubtful)


def slowest(ask: Callable[[], object], times: int) -> tuple[float, float]:
    """Median and worst milliseconds of a question asked so often."""
    spent = []
    for _ in range(times):
        begun = time.thread_time()
        ask()
        spent.append(1000 * (time.thread_time() - begun))
    return sorted(spent)[times // 2], max(spent)


def main(seconds: float = 5.0) -> None:
    for name, game in (("Stop the Bus", bus), ("Chase the Ace", ace)):
        whole, moves = games(game, seconds)
        print(f"{name}, {PLAYERS} players: {whole:.0f} random games a second, {moves:.0f} moves")
    chance = random.Random(1)

    def change() -> object:
        cards = chance.sample(CARDS, 6)
        return bus.explain(
            [blurred(card, chance) for card in cards[:3]], [blurred(card, chance) for card in (*cards[2:4], cards[4])]
        )

    def hands() -> object:
        cards = chance.sample(CARDS, 3 * PLAYERS)
        seen = [blurred(card, chance) for card in cards]
        return bus.showdown([seen[at : at + 3] for at in range(0, len(seen), 3)])

    def cards() -> object:
        return ace.showdown([blurred(card, chance) for card in chance.sample(CARDS, 8)])

    bus.showdown([[Seen.unknown()] * 3] * 2)
    for told, ask, times in (
        ("table cards between turns, half of them in doubt", change, 10_000),
        (f"{PLAYERS} hands of Stop the Bus shown, half of the cards in doubt", hands, 1_000),
        ("8 cards of Chase the Ace shown, half of them in doubt", cards, 1_000),
    ):
        middle, worst = slowest(ask, times)
        print(f"{told}: median {middle:.2f} ms, slowest of {times} {worst:.2f} ms")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("seconds", type=float, nargs="?", default=5.0)
    main(options.parse_args().seconds)
