"""Trash (Garbage, Ten): the options, the match from the first deal to its end, its record, and the referee."""

from rules.trash.legal import LegalMoves
from rules.trash.match import Match
from rules.trash.moves import Deal, Discard, Draw, Look, Move, Pile, Place, TimeUp, parse_move
from rules.trash.options import Rules
from rules.trash.picture import check, check_table
from rules.trash.position import Phase, Position, Slot, Status
from rules.trash.referee import explain
from rules.trash.state import State
from rules.trash.steps import Dealt, Discarded, Drawn, Looked, Placed, Step, TimeCalled
from rules.trash.table import Table
from rules.trash.text import check_text, explain_text

__all__ = [
    "Deal",
    "Dealt",
    "Discard",
    "Discarded",
    "Draw",
    "Drawn",
    "LegalMoves",
    "Look",
    "Looked",
    "Match",
    "Move",
    "Phase",
    "Pile",
    "Place",
    "Placed",
    "Position",
    "Rules",
    "Slot",
    "State",
    "Status",
    "Step",
    "Table",
    "TimeCalled",
    "TimeUp",
    "check",
    "check_table",
    "check_text",
    "explain",
    "explain_text",
    "parse_move",
]
