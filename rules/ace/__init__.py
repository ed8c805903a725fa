"""Chase the Ace: the game, the showing of the cards, and the referee.

>>> from rules import ace, cards
>>> ace.score(cards.parse_cards("KH 3S 9D")).losers
(1,)
"""

from rules.ace.match import Match
from rules.ace.moves import Draw, Exchange, Keep, Move, parse_move
from rules.ace.options import Rules
from rules.ace.position import Status
from rules.ace.referee import kings, showdown, unfinished
from rules.ace.score import Showdown, points, score
from rules.ace.state import Ended, Played, State
from rules.ace.view import View
from rules.deals import Deal

__all__ = [
    "Deal",
    "Draw",
    "Ended",
    "Exchange",
    "Keep",
    "Match",
    "Move",
    "Played",
    "Rules",
    "Showdown",
    "State",
    "Status",
    "View",
    "kings",
    "parse_move",
    "points",
    "score",
    "showdown",
    "unfinished",
]
