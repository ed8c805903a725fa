"""What happens between two hands: the cards are gathered, shuffled out of sight and dealt again, before the camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasets.film.beats import Director, Pose

_BRISK = 2.2
"""How much faster than in play cards are gathered and dealt."""
_NEAT = (0.008, 0.6)
"""How far the cards of a pack that was squared up lie off, in card heights and degrees."""


@dataclass(frozen=True)
class Dealt:
    """One card of a deal.

    Attributes:
        piece: the card.
        pose: where it goes.
        place: the place's name.
    """

    piece: int
    pose: Pose
    place: str


def gather(director: Director, player: str, groups: Sequence[Sequence[int]]) -> list[int]:
    """A player picks up what lies on the table, one group under the other, and holds it over the last.

    Args:
        director: writes it down.
        player: whose hand.
        groups: the pieces of each pile, fan or single card, from the lowest to the highest.

    Returns:
        The pieces in hand, from the lowest to the highest.
    """
    held: list[int] = []
    for group in groups:
        if not group:
            continue
        if held:
            over = director.poses[group[-1]]
            director.carry(player, held[-1], Pose(over.x, over.y, over.angle, director.poses[held[-1]].up), "")
        else:
            director.reach(player, group[-1])
        # From below: of a pile that is taken up whole no other card comes to show.
        for piece in group if held else group[:-1]:
            director.lift(player, piece)
        held = [*group, *held]
    return held


def put_down(director: Director, player: str, held: Sequence[int], pose: Pose, place: str) -> None:
    """Cards in hand, from the lowest to the highest, are laid on a place in one go, squared up."""
    director.carry(player, held[-1], director.sloppy(pose, *_NEAT), place)
    director.bring(player, held[:-1], place, lambda: director.sloppy(pose, *_NEAT))


def put_away(director: Director, player: str, held: Sequence[int]) -> None:
    """Cards in hand go out of the picture with it."""
    if held:
        director.carry(player, held[-1], director.held(player), "")
        director.lift(player, held[-1])


def collect(director: Director, dealer: str, groups: dict[str, list[list[int]]], middle: Pose) -> None:
    """The whole pack comes to the dealer, who shuffles it.

    Args:
        director: writes it down.
        dealer: gathers alone, or takes what the others have gathered and laid in the middle.
        groups: the pieces that lie before each player, in groups as `gather` has them; the dealer's with the piles.
        middle: of the table.
    """
    quick, director.pace = director.pace, director.pace * _BRISK
    alone = bool(director.rng.random() < 0.5)
    mine = list(groups.get(dealer, ()))
    for side, theirs in groups.items():
        if side == dealer or not any(theirs):
            continue
        if alone:
            mine += theirs
            continue
        held = gather(director, side, theirs)
        put_down(director, side, held, middle, "gathered")
        director.leave(side)
        mine.append(list(director.piles["gathered"]))
    if not alone:
        # Bundles laid on one another are taken up as one.
        mine = [*groups.get(dealer, ()), list(director.piles.get("gathered", ()))]
    put_away(director, dealer, gather(director, dealer, mine))
    director.leave(dealer)
    director.pace = quick
    director.pause(2.0, 6.0)


def deal(director: Director, dealer: str, cards: Sequence[Dealt], rest: Sequence[int], stock: Pose | None) -> None:
    """The dealer deals, from the hand or from the pack laid on the table first.

    Args:
        director: writes it down.
        dealer: has every card in hand.
        cards: in the order in which they are dealt.
        rest: of the pack, from the lowest to the highest.
        stock: where it is laid; None: it stays out of the picture.
    """
    for piece in [*rest, *(one.piece for one in cards)]:
        # Cards that were not laid open are handed over out of the picture.
        director.poses[piece] = director.held(dealer)
    quick, director.pace = director.pace, director.pace * _BRISK
    laid = stock is not None and bool(director.rng.random() < 0.5)
    if stock is not None and laid:
        put_down(director, dealer, [*rest, *(one.piece for one in reversed(cards))], stock, "stock")
    for one in cards:
        director.carry(dealer, one.piece, director.sloppy(one.pose), one.place)
    if stock is not None and not laid and rest:
        put_down(director, dealer, rest, stock, "stock")
    director.leave(dealer)
    director.pace = quick
    director.pause(0.8, 1.5)
