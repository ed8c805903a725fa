"""Reads the scene of the sample picture with many painted decks that no training saw: what unusual prints cost.

    python -m tests.benchmarks.decks [--first 40] [--count 20] [--threads 1]

The same 21 open cards lie in the same light each time; only the deck differs: indices of all languages and sizes, suits
beside their ranks, two corners or four, two colours or four.
"""

from __future__ import annotations

import argparse
from collections import Counter

from datasets.samples import gin_knock
from models import load_reader

SEEN = 0.3
"""Share of a card in sight from which it is asked for."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=40)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    reader = load_reader(threads=args.threads)
    total: Counter[str] = Counter()
    for number in range(args.first, args.first + args.count):
        scene = gin_knock(number)
        there = Counter(str(card.code) for card in scene.cards if card.side == "up" and card.visible > SEEN)
        cards = [card for card in reader.read(scene.image, packs=1).cards if card.side == "up"]
        named = Counter(str(card.card) for card in cards if card.card is not None)
        row = {
            "cards": sum(there.values()),
            "right": sum((named & there).values()),
            "wrong": sum((named - there).values()),
            "unknown": sum(card.card is None for card in cards),
        }
        marks = scene.cards[-1].indices
        print(
            f"deck {number}: " + ", ".join(f"{count} {name}" for name, count in row.items()), f"({len(marks)} indices)"
        )
        total.update(row | {"decks": 1, "exact": row["right"] == row["cards"] and not row["wrong"] + row["unknown"]})
    print(", ".join(f"{count} {name}" for name, count in total.items()))


if __name__ == "__main__":
    main()
