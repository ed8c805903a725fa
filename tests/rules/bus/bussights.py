"""Sights of the cards of Stop the Bus: all that they may be, blurred ones, and games that are simulated."""

import itertools
import random

from rules import bus
from rules.cards import CARDS
from rules.observation import Seen


def possible(places):
    """All ways to put different cards into places."""
    return [ways for ways in itertools.product(*(seen.possible for seen in places)) if len(set(ways)) == len(ways)]


def blurred(card, rng):
    """A sight of a card that is true, more or less sharp."""
    others = rng.sample(CARDS, 2)
    return rng.choice(
        [
            Seen.card(card),
            Seen.rank(card.rank),
            Seen.cards((card, others[0])),
            Seen.cards((card, *others)),
            Seen.up(),
            Seen.unknown(),
        ]
    )


def games(count):
    for seed in range(count):
        rng = random.Random(seed)
        rules = bus.Rules(players=rng.randint(2, 6), ties_together=seed % 2 == 0)
        match = bus.Match(bus.State.start(rules, seed=seed))
        while match.winner is None and len(match.played) < 60:
            moves = list(match.state.legal_moves)
            yield match.push(moves[-1] if rng.random() < 0.2 else rng.choice(moves)), rng
