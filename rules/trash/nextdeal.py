"""Whether the next hand may have been dealt between two settled tables."""

from __future__ import annotations

from collections.abc import Sequence

from rules.observation import Seen, Side
from rules.trash.domains import Box
from rules.trash.options import FULL_LAYOUT, Rules
from rules.trash.story import Game
from rules.trash.table import Table


def next_deal(before: Table, after: Table, rules: Rules) -> bool:
    """Whether the sizes are those of the hand after one that may have ended in the first picture."""
    drops = [one - two for one, two in zip(before.sizes, after.sizes, strict=True)]
    if rules.end_deals == 1 or min(after.sizes) <= (rules.end_slots or 0) or not set(drops) <= {0, 1}:
        return False
    hands = [_Ended(layout, rules) for layout in before.layouts]
    may_drop = [hand.losing(rules) for hand in hands]

    def others(winner: int | None) -> bool:
        return all(drop in may_drop[player] for player, drop in enumerate(drops) if player != winner)

    # A player seen alone may have lost to one who is not seen.
    won_unseen = len(hands) < rules.players and others(None)
    return won_unseen or any(hand.right and drops[at] == 1 and others(at) for at, hand in enumerate(hands))


class _Ended:
    """A layout as it lies at the end of a hand.

    Attributes:
        right: whether all its cards may lie face up in their right places.
        wrong: whether one of them lies face up in a wrong place for certain.
        open: whether one may be face down, or lie in a wrong place.
    """

    def __init__(self, layout: Sequence[Seen], rules: Rules) -> None:
        self.size = len(layout)
        self.right, self.wrong, self.open = True, False, False
        for slot, seen in enumerate(layout, start=1):
            if seen.side is not Side.UP:
                self.right = self.right and seen.side is Side.UNKNOWN
                self.open = True
                continue
            fitting = [rules.fits(card, slot) for card in seen.possible]
            self.right = self.right and any(fitting)
            self.wrong = self.wrong or not any(fitting)
            self.open = self.open or not all(fitting)

    def losing(self, rules: Rules) -> set[int]:
        """How many slots the layout may drop where another player won.

        Face-down cards may turn out right in the look, or wrong; free draws change no card that lies face up and wrong.
        """
        if not rules.second_look or self.wrong or self.size == 1:
            return {0}
        return {0, 1} if self.open else {1}


def dealt_alike(box: Box, game: Game) -> tuple[int, int] | None:
    """What a layout seen alone must have shown for the next hand to have been dealt to it with as many slots as before.

    With all layouts in view the winner's is one slot shorter. A layout seen alone may be a loser's: one that is not
    complete, or of a single slot that turned out right in the look, as nobody loses the last one so.

    Returns:
        A place of the first picture and the set it must be of; None where no such deal can be.
    """
    rules = game.rules
    # With nine slots left to end the game, the first hand won ends it.
    ended = rules.end_deals == 1 or rules.end_slots == FULL_LAYOUT - 1
    if len(game.sizes) != 1 or ended or game.sizes[0] <= (rules.end_slots or 0):
        return None
    turned_right = game.sizes[0] == 1 and rules.second_look
    if not game.over:
        return (0, game.deck.fits(1)) if turned_right and box.before[0] & game.deck.fits(1) else None
    if turned_right:
        return 0, box.before[0]
    wrong = [(at, seen & ~game.deck.fits(at + 1)) for at, seen in enumerate(box.before[:-1])]
    found = [(at, cards) for at, cards in wrong if cards]
    return next((place for place in found if place[1] == box.before[place[0]]), found[0] if found else None)
