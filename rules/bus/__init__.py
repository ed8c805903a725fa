"""Stop the Bus: the game, the worth of hands, and the referee.

>>> from rules import bus, cards
>>> shown = bus.score([cards.parse_cards("AS KS 5H"), cards.parse_cards("7C 7D 9H")])
>>> shown.losers
(1,)
"""

from rules.bus.match import Match
from rules.bus.moves import Exchange, Move, Stick, Stop, parse_move
from rules.bus.options import PACK, Rules
from rules.bus.position import Status
from rules.bus.referee import explain, showdown, unfinished
from rules.bus.state import Ended, Played, State
from rules.bus.value import Hand, Showdown, Value, card_points, score, value
from rules.bus.view import View
from rules.deals import Deal

__all__ = [
    "PACK",
    "Deal",
    "Ended",
    "Exchange",
    "Hand",
    "Match",
    "Move",
    "Played",
    "Rules",
    "Showdown",
    "State",
    "Status",
    "Stick",
    "Stop",
    "Value",
    "View",
    "card_points",
    "explain",
    "parse_move",
    "score",
    "showdown",
    "unfinished",
    "value",
]
