"""Gin rummy: melds and deadwood, the score of a pair of hands, play from the deal to the end of a match, the referee.

```
>>> from rules import gin
>>> from rules.cards import parse_cards
>>> gin.best_melds(parse_cards("AS AD AC 3H 4H 5H 9C 10D KS KD")).points
39

```
"""

from rules.gin.game import Entry, Game, Series
from rules.gin.hand import Hand, hand
from rules.gin.match import Match
from rules.gin.melds import Melding, best_melds, card_points
from rules.gin.moves import BigGin, Discard, Draw, Knock, Move, Pass, Show, Take, parse_move
from rules.gin.position import Phase
from rules.gin.possible import Possibility, Possible, possible_hands, possible_scores
from rules.gin.referee import Referee
from rules.gin.rules import Rules
from rules.gin.score import Laid, Layoff, Showdown, score
from rules.gin.state import State, Step
from rules.gin.status import Status
from rules.gin.view import View

__all__ = [
    "BigGin",
    "Discard",
    "Draw",
    "Entry",
    "Game",
    "Hand",
    "Knock",
    "Laid",
    "Layoff",
    "Match",
    "Melding",
    "Move",
    "Pass",
    "Phase",
    "Possibility",
    "Possible",
    "Referee",
    "Rules",
    "Series",
    "Show",
    "Showdown",
    "State",
    "Status",
    "Step",
    "Take",
    "View",
    "best_melds",
    "card_points",
    "hand",
    "parse_move",
    "possible_hands",
    "possible_scores",
    "score",
]
