"""How long the referee of Trash takes: the slowest verdict over 10,000 random changes.

``python tests/benchmarks/trash_referee.py [changes] [share of places read badly]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules" / "trash")]

from trashchanges import blurred, changes, random_rules  # noqa: E402

from rules.trash.referee import explain  # noqa: E402


def main(wanted: int = 10_000, share: float = 0.1) -> None:
    chance = random.Random(1)
    spent: list[float] = []
    verdicts: Counter[str] = Counter()
    seed = 0
    slowest = ""
    while len(spent) < wanted:
        seed += 1
        rules = random_rules(chance)
        for change in changes(rules, seed):
            if chance.random() > 0.2:
                continue
            sharp = chance.random() < 0.3
            before = change.before if sharp else blurred(change.before, chance, share)
            after = change.after if sharp else blurred(change.after, chance, share)
            player = chance.choice((None, change.player if change.turns else None))
            begun = time.thread_time()
            verdict = explain(before, after, rules, player=player)
            spent.append(time.thread_time() - begun)
            verdicts[f"{verdict.verdict}{' (too open)' if verdict.rule == 'trash.too_open' else ''}"] += 1
            if spent[-1] == max(spent[-1], *spent[-2:]) and spent[-1] == max(spent):
                slowest = f"{rules or 'default'}: {before} -> {after}: {verdict.rule}"
            if len(spent) == wanted:
                break
    spent.sort()
    print(f"{len(spent)} changes, {share:.0%} of the places read badly in 7 of 10 pictures")
    print(f"median {spent[len(spent) // 2] * 1e3:.2f} ms, 99 % {spent[len(spent) * 99 // 100] * 1e3:.2f} ms, ", end="")
    print(f"slowest {spent[-1] * 1e3:.2f} ms")
    print(", ".join(f"{name} {many}" for name, many in verdicts.most_common()))
    print(slowest)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("changes", type=int, nargs="?", default=10_000)
    options.add_argument("share", type=float, nargs="?", default=0.1)
    given = options.parse_args()
    main(given.changes, given.share)
