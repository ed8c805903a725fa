"""Whether the next hand may have been dealt between two settled tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.observation import Seen, Side
from rules.trash.domains import ANY_CARD, DOWN, Box
from rules.trash.options import FULL_LAYOUT, Rules
from rules.trash.story import Game
from rules.trash.table import Table


@dataclass(frozen=True, slots=True)
class Winner:
    """Who may have won a hand.

    Attributes:
        player: counted from 0; None for one whose layout is not seen.
        unsure: the slots, from 1 on, that may show that it was not this player.
    """

    player: int | None
    unsure: tuple[int, ...] = ()


def winners(before: Table, after: Table, rules: Rules) -> list[Winner]:
    """Who may have won a hand that ended in the first picture, if the next one was dealt between the two.

    The sizes tell: the winner's layout is one slot shorter, a loser's only where the look can have shown it right.

    Returns:
        The players who may have won; none of them where no deal can have come in between.
    """
    drops = [one - two for one, two in zip(before.sizes, after.sizes, strict=True)]
    if rules.end_deals == 1 or min(after.sizes) <= (rules.end_slots or 0) or not set(drops) <= {0, 1}:
        return []
    hands = [_Ended(layout, rules) for layout in before.layouts]
    may_drop = [hand.losing(rules) for hand in hands]

    def others(winner: int | None) -> bool:
        return all(drop in may_drop[player] for player, drop in enumerate(drops) if player != winner)

    found = [Winner(at, hand.unsure) for at, hand in enumerate(hands) if hand.right and drops[at] == 1 and others(at)]
    # A player seen alone may have lost to one who is not seen.
    if len(hands) < rules.players and others(None):
        found.append(Winner(None))
    return found


class _Ended:
    """A layout as it lies at the end of a hand.

    Attributes:
        right: whether all its cards may lie face up in their right places.
        wrong: whether one of them lies face up in a wrong place for certain.
        open: whether one may be face down, or lie in a wrong place.
        unsure: the slots, from 1 on, of the cards that may.
    """

    def __init__(self, layout: Sequence[Seen], rules: Rules) -> None:
        self.size = len(layout)
        self.right, self.wrong = True, False
        unsure = []
        for slot, seen in enumerate(layout, start=1):
            if seen.side is not Side.UP:
                self.right = self.right and seen.side is Side.UNKNOWN
                unsure.append(slot)
                continue
            fitting = [rules.fits(card, slot) for card in seen.possible]
            self.right = self.right and any(fitting)
            self.wrong = self.wrong or not any(fitting)
            if not all(fitting):
                unsure.append(slot)
        self.unsure = tuple(unsure)
        self.open = bool(unsure)

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


def dealt_over(box: Box, game: Game) -> bool:
    """Whether the next hand was plainly dealt to a layout seen alone: a card that lay face up is face down again."""
    turned = any(not old & ~ANY_CARD and new == DOWN for old, new in zip(box.before[:-1], box.after[:-1], strict=True))
    return turned and dealt_alike(box, game) is not None
