"""The hands of Stop the Bus that lie open at the showing, told apart from the table's three cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.bus import PACK, Rules, showdown, unfinished
from rules.observation import Seen
from rules.verdict import Verdict
from service.following.base import look_at, of_pack
from vision.matching import sizes
from vision.table import Tracked
from vision.zones import Hand, ZoneError, bus, hands

CARDS = 3
"""Cards of a hand, and of the table."""
IN_PLAY = frozenset(PACK.cards())


def laid_open(up: Sequence[Tracked], table: Sequence[Tracked], players: int) -> list[tuple[str, list[Tracked]]] | None:
    """The hands as (side, cards), near ones first and clockwise; None where they are not clear.

    Args:
        up: all cards that lie open.
        table: those of them at the table's places; none where these places are not known.
        players: how many may have a hand.
    """
    known = {card.id for card in table}
    away = [card for card in up if card.id not in known]
    try:
        if table or not up:
            count = len(away) // CARDS
            if len(away) % CARDS or not 2 <= count <= players:
                return None
            parts = hands([card.card for card in away], count)
        elif len(up) == CARDS * (players + 1):
            # Where nobody saw the table's cards before, only a group more than there are players gives them away.
            parts = list(bus([card.card for card in away], players).hands)
        else:
            return None
    except ZoneError:
        return None
    if any(len(part.cards) != CARDS for part in parts) or not _apart(away, parts):
        return None
    return [(part.side, [away[card] for card in part.cards]) for part in parts]


def judged(shown: Sequence[Sequence[Tracked]], table: Sequence[Tracked], rules: Rules, playing: int) -> Verdict:
    """The verdict on the hands shown, and the sights of their cards in it.

    Args:
        shown: the hands' cards.
        table: the table's cards, which are in no hand.
        rules: the options.
        playing: how many players may still be in the game; of fewer hands nobody can say that they are all.

    Raises:
        RulesError: as `rules.bus.showdown`.
    """
    verdict = showdown(sights(shown, table), rules)
    return verdict if len(shown) >= playing else unfinished(verdict, len(shown), playing)


def sights(shown: Sequence[Sequence[Tracked]], table: Sequence[Tracked]) -> list[list[Seen]]:
    """What is seen of the hands: no card that lies on the table is in them too, so one read there again is misread."""
    pack = IN_PLAY - {look_at(card, IN_PLAY).certain for card in table}
    return [[of_pack(look_at(card), pack) for card in hand] for hand in shown]


def _apart(cards: list[Tracked], parts: list[Hand]) -> bool:
    """Whether the hands are told apart by more than their own cards lie apart."""
    centres = [np.stack([cards[card].card.corners.mean(axis=0) for card in part.cards]) for part in parts]
    unit = float(np.median(sizes(np.stack([card.card.corners for card in cards]))))
    inside = max(float(np.linalg.norm(one - one.mean(axis=0), axis=1).max()) for one in centres)
    middles = [one.mean(axis=0) for one in centres]
    between = min(float(np.linalg.norm(a - b)) for k, a in enumerate(middles) for b in middles[:k])
    return between > max(1.2 * inside, 1.2 * unit)
