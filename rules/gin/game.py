"""Games of gin: hands added up to the target, bonuses, shutouts and boxes; Hollywood's three games at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules.gin.rules import Rules

HOLLYWOOD_GAMES: Final = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand won, as it is written down.

    Attributes:
        winner: who won it, 0 or 1.
        points: what it scored.
        boxes: the boxes it brings: 1, or 2 where a spade upcard doubles.
    """

    winner: int
    points: int
    boxes: int = 1


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the hands won in it, in order.

    Attributes:
        rules: the options.
        entries: the hands won.
    """

    rules: Rules
    entries: tuple[Entry, ...] = ()

    def points(self, player: int) -> int:
        """The points of a player's hands, without boxes."""
        return sum(entry.points for entry in self.entries if entry.winner == player)

    def hands(self, player: int) -> int:
        """How many hands a player has won."""
        return sum(entry.winner == player for entry in self.entries)

    def boxes(self, player: int) -> int:
        """The points of a player's boxes."""
        return self.rules.box_bonus * sum(entry.boxes for entry in self.entries if entry.winner == player)

    def score(self, player: int) -> int:
        """What counts towards the target: the points, and the boxes too where they count at once."""
        return self.points(player) + (self.boxes(player) if self.rules.boxes == "at once" else 0)

    @property
    def winner(self) -> int | None:
        """Who has reached the target; ``None`` while the game goes on."""
        return next((player for player in (0, 1) if self.score(player) >= self.rules.target), None)

    @property
    def over(self) -> bool:
        """Whether a player has reached the target."""
        return self.winner is not None

    @property
    def shutout(self) -> bool:
        """Whether the game is over and its loser won no hand."""
        return self.winner is not None and self.hands(1 - self.winner) == 0

    def totals(self) -> tuple[int, int]:
        """Each player's total: so far, or of the finished game with bonus, shutout and boxes.

        The winner adds the game bonus; a shutout doubles that or adds to it; last come the boxes, never doubled.
        """
        totals = [self.points(0), self.points(1)]
        if self.winner is not None:
            totals[self.winner] += self.rules.game_bonus
            if self.shutout and self.rules.shutout == "double":
                totals[self.winner] *= 2
            elif self.shutout and not isinstance(self.rules.shutout, str):
                totals[self.winner] += self.rules.shutout
        return totals[0] + self.boxes(0), totals[1] + self.boxes(1)

    def add(self, entry: Entry) -> Game:
        """The game with one more hand won; a finished game takes none and stays as it is."""
        return self if self.over else replace(self, entries=(*self.entries, entry))


@dataclass(frozen=True, slots=True)
class Series:
    """The games scored together: one, or Hollywood's three.

    A player's first win counts in the first game, the second in the first two, later ones in all three.

    Attributes:
        rules: the options.
        games: the games.
        wins: hands won by each player since the series began, those that found a game finished included.
    """

    rules: Rules
    games: tuple[Game, ...]
    wins: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, rules: Rules) -> Series:
        """A series with no hand played."""
        return cls(rules, (Game(rules),) * (HOLLYWOOD_GAMES if rules.hollywood else 1))

    @property
    def over(self) -> bool:
        """Whether every game is finished."""
        return all(game.over for game in self.games)

    def add(self, entry: Entry) -> Series:
        """The series with one more hand won."""
        reached = self.wins[entry.winner] + 1
        games = tuple(game.add(entry) if place < reached else game for place, game in enumerate(self.games))
        wins = (reached, self.wins[1]) if entry.winner == 0 else (self.wins[0], reached)
        return replace(self, games=games, wins=wins)

    def totals(self) -> tuple[int, int]:
        """Each player's total over the games."""
        totals = [game.totals() for game in self.games]
        return sum(total[0] for total in totals), sum(total[1] for total in totals)
