"""Ways to lay a hand out after a knock: every arrangement of the knocker's, the defender's best reply to each.

Two runs of a suit that touch are one run here: laying off reaches the same cards either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from rules.cards import Card
from rules.errors import RulesError
from rules.gin.melds import (
    SUIT,
    best_masks,
    bits_of,
    cards_of,
    deadwood,
    mask_of,
    points_of,
    run_holdings,
    segments,
    sets_in,
)

Side = Literal["knocker", "defender"]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into sets, runs and loose cards, all as masks.

    Attributes:
        sets: one mask a set.
        runs: one mask a run.
        loose: the cards in no meld.
        points: the points of the loose cards.
    """

    sets: tuple[int, ...]
    runs: tuple[int, ...]
    loose: int
    points: int

    @property
    def melds(self) -> tuple[tuple[Card, ...], ...]:
        """The melds as cards, sets before runs."""
        return tuple(cards_of(meld) for meld in (*self.sets, *self.runs))


def arrange(hand: int, sets: tuple[int, ...], runs: tuple[int, ...]) -> Arrangement:
    """A hand with these melds laid; they must be melds of the hand and not overlap."""
    loose = hand & ~sum(sets) & ~sum(runs)
    return Arrangement(sets, runs, loose, points_of(loose))


def best_arrangement(hand: int) -> Arrangement:
    """A way to lay a hand out with the least deadwood."""
    return arrange(hand, *best_masks(hand))


def arrangements(hand: int, most: int) -> Iterator[Arrangement]:
    """Every way to lay a hand out that leaves at most so many points, those included that lay less than they could.

    Laying less can pay: a run not laid, or laid shorter, cannot be laid off on.
    """
    if deadwood(hand) > most:
        return
    choices = [(0, *options) for options in sets_in(hand)]
    for chosen in product(*choices):
        sets = tuple(laid for laid in chosen if laid)
        rest = hand & ~sum(sets)
        if deadwood(rest) <= most:
            for laid in _run_choices(rest, most):
                yield arrange(hand, sets, tuple(segments(laid)))


def _run_choices(rest: int, most: int) -> Iterator[int]:
    """Every selection of runs from some cards that leaves at most so many points."""
    laid = [(0, 0)]  # what is laid of the suits gone through, and the points left of them
    for shift in (0, 13, 26, 39):
        suit = rest >> shift & SUIT
        if suit:
            parts = [(part << shift, points_of(suit & ~part)) for part in run_holdings(suit)]
            laid = [(have | part, left + more) for have, left in laid for part, more in parts if left + more <= most]
    for have, _ in laid:
        yield have


@dataclass(frozen=True, slots=True)
class Reply:
    """The defender's answer to an arrangement.

    Attributes:
        laid: the cards laid off on the knocker's melds, as a mask.
        melds: how the other cards are melded.
    """

    laid: int
    melds: Arrangement


def _chains(target: Arrangement, hand: int) -> list[list[int]]:
    """What can be laid off, as alternatives to choose one of in each list: nothing, one card, two in a chain, ...

    A card may stand in two lists (a set and a run, or two runs with a gap): it is laid off once either way.
    """
    lists = []
    for run in target.runs:
        for upwards in (True, False):
            options, laid, edge = [0], 0, run
            while True:
                edge = _next(edge, upwards) & hand
                if not edge:
                    break
                laid |= edge
                options.append(laid)
            if len(options) > 1:
                lists.append(options)
    for group in target.sets:
        fourth = _fourth(group) & hand
        if fourth:
            lists.append([0, fourth])
    return lists


def _next(run: int, upwards: bool) -> int:
    """The card that follows a run (or a single card) at one end; 0 beyond the king or below the ace."""
    shift = ((run & -run).bit_length() - 1) // 13 * 13
    suit = run >> shift
    follower = 1 << suit.bit_length() if upwards else (suit & -suit) >> 1
    return (follower & SUIT) << shift


def _fourth(group: int) -> int:
    """The card missing from a set of three; 0 for a set of four."""
    rank = ((group & -group).bit_length() - 1) % 13
    every = sum(1 << (13 * suit + rank) for suit in range(4))
    return every & ~group


def best_reply(target: Arrangement, hand: int, melds: Arrangement | None = None) -> Reply:
    """The melds and layoffs that leave a defender the least.

    Args:
        target: what the knocker laid.
        hand: the defender's cards.
        melds: the defender's melds when they are given: layoffs then come from the loose cards only.
    """
    free = hand if melds is None else melds.loose
    best, best_laid = (deadwood(hand) if melds is None else melds.points), 0
    chains = _chains(target, free)
    if chains and best:
        for chosen in product(*chains):
            laid = 0
            for part in chosen:
                laid |= part
            left = deadwood(hand & ~laid) if melds is None else melds.points - points_of(laid)
            # Of equal replies the one that lays off fewer cards.
            if left < best or (left == best and laid.bit_count() < best_laid.bit_count()):
                best, best_laid = left, laid
    return make_reply(hand, best_laid, melds)


def make_reply(hand: int, laid: int, melds: Arrangement | None) -> Reply:
    """The reply that lays off these cards, the rest melded as given or as well as can be."""
    if melds is None:
        return Reply(laid, best_arrangement(hand & ~laid))
    return Reply(laid, arrange(hand & ~laid, melds.sets, melds.runs))


def layoff_order(target: Arrangement, laid: int) -> list[tuple[int, int]] | None:
    """The laid off cards in an order in which each fits, with the place of the meld it goes on.

    Returns:
        Pairs of a card's mask and an index into ``(*target.sets, *target.runs)``; ``None`` when some card does not fit.
    """
    order: list[tuple[int, int]] = []
    left = laid
    for place, run in enumerate(target.runs, start=len(target.sets)):
        for upwards in (True, False):
            edge = _next(run, upwards) & left
            while edge:
                order.append((edge, place))
                left ^= edge
                edge = _next(edge, upwards) & left
    for place, group in enumerate(target.sets):
        fourth = _fourth(group) & left
        if fourth:
            order.append((fourth, place))
            left ^= fourth
    return None if left else order


def misfit(target: Arrangement, laid: int) -> Card | None:
    """The first of some cards that cannot be laid off, even after the others; ``None`` when all can."""
    reached = 0
    for options in _chains(target, laid):
        reached |= options[-1]
    wrong = cards_of(laid & ~reached)
    return wrong[0] if wrong else None


def declared(hand: int, melds: Iterable[Sequence[Card]], side: Side) -> Arrangement:
    """The arrangement a player declared, checked.

    Raises:
        RulesError: ``gin.no_meld``, ``gin.meld_overlap`` or ``gin.meld_foreign``, naming the cards; ``gin.empty_meld``.
    """
    sets: list[int] = []
    runs: list[int] = []
    used = 0
    for meld in melds:
        codes = [card.code for card in meld]
        if not codes:
            raise RulesError("gin.empty_meld", {"side": side})
        mask = mask_of(card for card in meld if not card.joker)
        if mask.bit_count() != len(meld) or not (kind := meld_kind(mask)):
            raise RulesError("gin.no_meld", {"cards": codes, "side": side})
        for card in meld:
            if used & mask_of((card,)):
                raise RulesError("gin.meld_overlap", {"card": card.code, "side": side})
            if not hand & mask_of((card,)):
                raise RulesError("gin.meld_foreign", {"card": card.code, "side": side})
        used |= mask
        (sets if kind == "set" else runs).append(mask)
    return arrange(hand, tuple(sets), tuple(runs))


def meld_kind(mask: int) -> Literal["set", "run"] | None:
    """Whether some cards are a set or a run; ``None`` when they are no meld."""
    if mask.bit_count() < 3:
        return None
    ranks = {(card.bit_length() - 1) % 13 for card in bits_of(mask)}
    if len(ranks) == 1:
        return "set"
    return "run" if len(list(segments(mask))) == 1 else None
