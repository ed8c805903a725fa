"""Simulated games of Stop the Bus."""

import random

from rules import bus


def games(count):
    for seed in range(count):
        rng = random.Random(seed)
        rules = bus.Rules(players=rng.randint(2, 6), ties_together=seed % 2 == 0)
        match = bus.Match(bus.State.start(rules, seed=seed))
        while match.winner is None and len(match.played) < 60:
            moves = list(match.state.legal_moves)
            yield match.push(moves[-1] if rng.random() < 0.2 else rng.choice(moves)), rng
