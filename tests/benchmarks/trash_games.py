"""Random games of Trash per second: whole matches from the first deal to the end, moves drawn evenly.

``python tests/benchmarks/trash_games.py [seconds]``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules.trash import Match, Rules, State


def main(seconds: float = 5.0) -> None:
    for rules in (Rules(), Rules(second_look=True, free_draws=True), Rules(players=4, second_look=True)):
        hands = matches = moves = 0
        begun = time.thread_time()
        while (spent := time.thread_time() - begun) < seconds:
            match = Match(State.start(rules, matches))
            chance = random.Random(matches)
            while not match.state.over:
                match.push(chance.choice(list(match.state.legal_moves)))
            matches += 1
            hands += match.state.hands
            moves += len(match.moves)
        name = str(rules) or "default"
        print(f"{name}: {hands / spent:.0f} hands, {matches / spent:.1f} matches, {moves / spent:.0f} moves a second")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("seconds", type=float, nargs="?", default=5.0)
    main(options.parse_args().seconds)
