"""How many slots the layouts of Trash have, found out from where the cards lie: `python -m tests.benchmarks.layouts`.

    python -m tests.benchmarks.layouts [--seed N] [--deals N] [--missed SHARE] [--players-open] [--json FILE]

Matches of two are played from their scripts, without pictures: dealt on tables as films are staged on, outlines a pixel
off. Each is looked at once all is dealt and twice later in the hand, whenever nothing moves, and the sizes and sides
found are compared with the true ones, for layouts of equal and of unequal sizes. A share of the cards can be missed, as
backs are. With --players-open one layout may lie there as well as two, as in a photo of which nothing is told.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from datasets.film.trash import trash_script
from tests.service.scripted import states
from vision.types import SeenCard
from vision.zones import ZoneError, laid_out

EQUAL = [(size, size) for size in range(10, 1, -1)]
UNEQUAL = [
    *[(10, 9), (9, 10), (9, 8), (7, 8), (6, 5), (5, 6), (5, 4), (4, 5), (4, 3), (3, 4), (3, 2), (2, 1)],
    *[(10, 8), (8, 6), (10, 7), (5, 3), (6, 3), (10, 6)],
]


def looks(seed: int, sizes: tuple[int, int], missed: float) -> Iterator[tuple[str, list[SeenCard], dict[str, int]]]:
    """When it was, the cards seen then, and the true size of the layout on each side."""
    script, _ = trash_script(seed, sizes=sizes)
    still = [each for each in states(script, seed=seed) if each.settled and all(card.clear for card in each.cards)]
    rng = np.random.default_rng(seed)
    for number in (0, len(still) // 3, 2 * len(still) // 3):
        cards = [card.card for card in still[number].cards if rng.random() >= missed]
        yield "dealt" if number == 0 else "later", cards, dict(zip(script.options["sides"], sizes, strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7000)
    parser.add_argument("--deals", type=int, default=3, help="of each pair of sizes")
    parser.add_argument("--missed", type=float, default=0.0, help="share of the cards that is not seen")
    parser.add_argument("--players-open", action="store_true", help="one layout may lie there as well as two")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    took = []
    for kind, pairs in (("equal", EQUAL), ("unequal", UNEQUAL)):
        for sizes in pairs:
            for deal in range(args.deals):
                for when, cards, true in looks(args.seed + deal, sizes, args.missed):
                    began = time.perf_counter()
                    try:
                        table = laid_out(cards, [1, 2] if args.players_open else [2])
                        found = {layout.side: len(layout.slots) for layout in table.layouts}
                    except ZoneError:
                        found = {}
                    took.append(time.perf_counter() - began)
                    count[f"{kind}, {when}"] += 1
                    right[f"{kind}, {when}"] += found == true
                    wrong[str(sizes)] += found != true
    result = {
        "found": {each: [right[each], count[each]] for each in count},
        "wrong": {each: number for each, number in wrong.items() if number},
        "median ms": round(1e3 * float(np.median(took))),
        "slowest ms": round(1e3 * max(took)),
    }
    text = json.dumps(result, indent=1)
    print(text)
    if args.json is not None:
        args.json.write_text(text)


if __name__ == "__main__":
    main()
