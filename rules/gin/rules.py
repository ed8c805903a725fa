"""The options of gin rummy, validated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rules.cards import Card, Rank, Suit
from rules.errors import RulesError
from rules.options import format_options, parse_options, require_bool, require_choice, require_int

TOURNAMENT_TARGET: Final = 250
TOURNAMENT_WINS: Final = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """How gin is played and scored. The defaults are the usual game.

    Attributes:
        gin_bonus: for going gin, added to the defender's deadwood.
        undercut_bonus: for an undercut, added to the difference.
        big_gin_bonus: for melding all eleven cards, added to the defender's deadwood; ``None``: not played.
        equal: ``undercut``, or ``nobody``: equal deadwood scores for nobody, no box, not a hand won.
        knock_limit: most deadwood to knock with.
        oklahoma: the first upcard sets the limit instead: its points, 10 for a face card.
        oklahoma_ace: what an ace upcard means: ``one`` point, or ``gin``: no knock, gin only.
        oklahoma_spades: a spade upcard doubles the hand's score and its box.
        petit_gin: exactly one unmatched card may go out whatever its points, for ``petit_gin_bonus`` and the
            difference; all cards melded is grand gin, ``grand_gin_bonus`` and the defender's deadwood.
        petit_gin_bonus: see ``petit_gin``.
        grand_gin_bonus: see ``petit_gin``.
        game_target: points that end a game; not given: 100, and 250 in a tournament.
        match: ``points``: games are added until one player has ``match_target``; ``single``: one game;
            ``tournament``: the first to win three games.
        match_target: points that end a match of that kind.
        game_bonus: for winning a game.
        box_bonus: for every hand won.
        boxes: ``end``: boxes are added when the game is over; ``at once``: they count in the score as they are won.
            Neither way are they doubled by a shutout.
        shutout: against a loser who won no hand: ``double`` the total, ``none``, or a number of points to add.
        hollywood: three games scored at once.
    """

    gin_bonus: int = 25
    undercut_bonus: int = 25
    big_gin_bonus: int | None = 31
    equal: Literal["undercut", "nobody"] = "undercut"
    knock_limit: int = 10
    oklahoma: bool = False
    oklahoma_ace: Literal["one", "gin"] = "one"
    oklahoma_spades: bool = False
    petit_gin: bool = False
    petit_gin_bonus: int = 25
    grand_gin_bonus: int = 50
    game_target: int | None = None
    match: Literal["points", "single", "tournament"] = "points"
    match_target: int = 1000
    game_bonus: int = 100
    box_bonus: int = 25
    boxes: Literal["end", "at once"] = "end"
    shutout: Literal["double", "none"] | int = "double"
    hollywood: bool = False

    def __post_init__(self) -> None:
        for name in ("gin_bonus", "undercut_bonus", "petit_gin_bonus", "grand_gin_bonus", "game_bonus", "box_bonus"):
            require_int(name, getattr(self, name), 0)
        if self.big_gin_bonus is not None:
            require_int("big_gin_bonus", self.big_gin_bonus, 0)
        for name in ("oklahoma", "oklahoma_spades", "petit_gin", "hollywood"):
            require_bool(name, getattr(self, name))
        require_int("knock_limit", self.knock_limit, 0)
        require_int("match_target", self.match_target, 1)
        require_choice("equal", self.equal, ("undercut", "nobody"))
        require_choice("oklahoma_ace", self.oklahoma_ace, ("one", "gin"))
        require_choice("match", self.match, ("points", "single", "tournament"))
        require_choice("boxes", self.boxes, ("end", "at once"))
        if isinstance(self.shutout, str):
            require_choice("shutout", self.shutout, ("double", "none"), number=True)
        else:
            require_int("shutout", self.shutout, 0)
        if self.game_target is not None:
            require_int("game_target", self.game_target, 1)
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        if self.oklahoma and self.knock_limit != 10:
            raise RulesError("gin.options_limit", {"limit": self.knock_limit})
        if self.oklahoma_spades and not self.oklahoma:
            raise RulesError("gin.options_spades", {})
        if self.oklahoma_ace != "one" and not self.oklahoma:
            raise RulesError("gin.options_ace", {})
        if not self.petit_gin and (self.petit_gin_bonus != 25 or self.grand_gin_bonus != 50):
            raise RulesError("gin.options_petit", {})
        if self.match != "points" and self.match_target != 1000:
            raise RulesError("gin.options_match", {"match": self.match, "target": self.match_target})
        if self.match == "tournament" and self.hollywood:
            raise RulesError("gin.options_hollywood", {})
        if self.match == "tournament" and self.game_target not in (None, TOURNAMENT_TARGET):
            raise RulesError("gin.options_tournament", {"target": self.game_target})

    @property
    def target(self) -> int:
        """The points that end a game."""
        if self.game_target is not None:
            return self.game_target
        return TOURNAMENT_TARGET if self.match == "tournament" else 100

    def limit(self, upcard: Card | None = None) -> int:
        """The most deadwood a simple knock may have; 0 is gin only.

        Args:
            upcard: the first upcard of the hand, which decides in Oklahoma.

        Raises:
            RulesError: ``gin.upcard_needed`` when Oklahoma is played and no upcard is given, ``pack.foreign`` where it
                is a joker.
        """
        if not self.oklahoma:
            return self.knock_limit
        if upcard is None:
            raise RulesError("gin.upcard_needed", {})
        rank = upcard.rank
        if rank is None:
            raise RulesError("pack.foreign", {"card": upcard.code})
        if rank is Rank.ACE:
            return 1 if self.oklahoma_ace == "one" else 0
        return min(rank, 10)

    def factor(self, upcard: Card | None = None) -> int:
        """What the hand's score and its box are multiplied by: 2 for a spade upcard in Oklahoma spades, else 1.

        Raises:
            RulesError: ``gin.upcard_needed`` when the upcard decides and none is given, ``pack.foreign`` for a joker.
        """
        if not self.oklahoma_spades:
            return 1
        if upcard is None:
            raise RulesError("gin.upcard_needed", {})
        if upcard.joker:
            raise RulesError("pack.foreign", {"card": upcard.code})
        return 2 if upcard.suit is Suit.SPADES else 1

    @property
    def eleven_bonus(self) -> int | None:
        """The bonus for melding all eleven cards, ``None`` where that is no way to go out."""
        if not self.petit_gin:
            return self.big_gin_bonus
        return max(self.grand_gin_bonus, self.big_gin_bonus or 0)

    def __str__(self) -> str:
        """The options that differ from the defaults, such as ``gin_bonus=20 oklahoma=yes``."""
        return format_options(self)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The rules written by ``str``.

        Raises:
            RulesError: naming the option at fault.
        """
        return parse_options(cls, text)
