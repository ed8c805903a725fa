"""A running match of gin as what each hand scored, one line each: ``player 1 scores 23 knock``.

Everything else follows from these lines; a remark may stand behind a ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from rules.gin import Entry, Game, Match, Rules, Series
from rules.gin.score import Ending
from rules.record import dump

GAME: Final = "gin scores"
_ENDINGS = "|".join(get_args(Ending))
_SCORED = re.compile(rf"player ([12]) scores (\d{{1,12}}) ({_ENDINGS})( double box)?", re.ASCII)
_NOBODY = re.compile(rf"nobody scores ({_ENDINGS})")


@dataclass(frozen=True)
class Hand:
    """A hand as it is written down.

    Attributes:
        winner: the player who scores, 0 or 1; None where nobody does.
        points: what the hand scores.
        ending: how it ended: "knock", "undercut", ...
        boxes: the boxes it brings: 2 where a spade upcard doubles.
    """

    winner: int | None
    points: int
    ending: str
    boxes: int = 1

    @classmethod
    def of(cls, score: Mapping[str, Any], boxes: int, knocker: int) -> Hand:
        """The hand of a score's JSON; `knocker` is the player, 0 or 1, who went out."""
        if score["winner"] == "none":
            return cls(None, 0, score["ending"], 0)
        winner = knocker if score["winner"] == "knocker" else 1 - knocker
        return cls(winner, score["points"], score["ending"], boxes)

    @classmethod
    def parse(cls, text: str) -> Hand | None:
        """The hand of a line, None for one that is no hand's."""
        line = text.partition("#")[0].strip()
        if nobody := _NOBODY.fullmatch(line):
            return cls(None, 0, nobody[1], 0)
        if scored := _SCORED.fullmatch(line):
            return cls(int(scored[1]) - 1, int(scored[2]), scored[3], 2 if scored[4] else 1)
        return None

    def __str__(self) -> str:
        """The line of it."""
        if self.winner is None:
            return f"nobody scores {self.ending}"
        return f"player {self.winner + 1} scores {self.points} {self.ending}{' double box' if self.boxes == 2 else ''}"


@dataclass
class Tally:
    """Hands scored so far, and what they come to.

    Attributes:
        rules: the options of the match.
        lines: one for each hand.
    """

    rules: Rules
    lines: list[str] = field(default_factory=list)

    @property
    def hands(self) -> list[Hand]:
        """The hands of the lines."""
        return [hand for line in self.lines if (hand := Hand.parse(line)) is not None]

    @property
    def match(self) -> Match:
        """The match these hands make: its `series`, `finished` games, `totals` and `winner`."""
        match = Match(self.rules, dealer=0)
        for hand in self.hands:
            if hand.winner is None:
                continue
            match.series = match.series.add(Entry(hand.winner, hand.points, hand.boxes))
            if match.series.over:
                match.finished.append(match.series)
                match.series = Series.start(self.rules)
        return match

    def record(self) -> str:
        """The match as the text of a file."""
        return dump({"Game": GAME, **({"Rules": str(self.rules)} if str(self.rules) else {})}, self.lines)

    def to_json(self) -> dict[str, Any]:
        """``{"hands", "game", "finished", "totals", "winner"}``; players by index, no winner is null."""
        match = self.match
        return {
            "hands": len(self.lines),
            "game": [list(standing(game)) for game in match.series.games],
            "finished": [list(series.totals()) for series in match.finished],
            "totals": list(match.totals),
            "winner": match.winner,
        }


def standing(game: Game) -> tuple[int, int]:
    """What a game has come to: in one that goes on, boxes count only where they count at once."""
    return game.totals() if game.over else (game.score(0), game.score(1))
