"""The options of Chase the Ace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.cards import Pack
from rules.errors import RulesError
from rules.options import format_options, parse_options, require_bool, require_int

SMALL: Final = 6
"""The most players for the pack of 32 cards."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How Chase the Ace is played; every default is the rule as commonly told.

    Attributes:
        players: how many start, 2 to 51; 2 to 6 with 32 cards.
        lives: lives of each, at least 1.
        pack: cards in the pack, 32 or 52, kept as players drop out; 32 with up to six players if not given, else 52.
        ties_together: players who tie for lowest all lose a life, unless everybody ties.
        pass_on: an exchange blocked by a king passes on to the next neighbour without one, up to the dealer.
        dealer_king: a dealer who draws a king loses at once.
        dog: the first player to lose the last life plays on as the dog.

    Raises:
        RulesError: ``options.…`` for a value out of place; ``ace.pack`` for a number that is no pack;
            ``ace.small_pack`` for 32 cards with more than six players.
    """

    players: int = 2
    lives: int = 3
    pack: Literal[32, 52] | None = None
    ties_together: bool = False
    pass_on: bool = False
    dealer_king: bool = False
    dog: bool = True

    def __post_init__(self) -> None:
        require_int("players", self.players, 2, 51)
        require_int("lives", self.lives, 1)
        for name in ("ties_together", "pass_on", "dealer_king", "dog"):
            require_bool(name, getattr(self, name))
        if self.pack is not None and (isinstance(self.pack, float) or self.pack not in (32, 52)):
            raise RulesError("ace.pack", {"value": str(self.pack)})
        if self.pack == 32 and self.players > SMALL:
            raise RulesError("ace.small_pack", {"players": self.players, "most": SMALL})

    @property
    def cards(self) -> Pack:
        """The pack that is dealt from."""
        return Pack(self.pack or (32 if self.players <= SMALL else 52))

    @property
    def settled(self) -> Rules:
        """The same rules with the pack named that so many players are dealt from: what a showing has to be told."""
        return replace(self, pack=32 if self.cards.size == 32 else 52)

    def __str__(self) -> str:
        """The options that differ from the defaults, as ``name=value`` separated by spaces."""
        return format_options(self)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The options written as ``name=value``, separated by spaces; those not named have their default.

        Raises:
            RulesError: ``options.…``, naming what is no option or no value of it.
        """
        return parse_options(cls, text)
