"""Sights of cards, and what a judgement of them has to say when every possibility was tried."""

import itertools

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


def assert_losers(verdict, outcomes):
    """That a showing is judged by its possible outcomes: of each the places of those who lose."""
    if not outcomes:
        assert verdict.verdict == "illegal"
    elif len(outcomes) == 1:
        assert verdict.verdict == "legal"
        assert tuple(verdict.explanation["losers"]) == outcomes.pop()
    else:
        assert verdict.verdict == "cannot tell"
        assert set(verdict.explanation["possible_losers"]) == set(itertools.chain(*outcomes))
