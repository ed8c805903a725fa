"""The options of Trash."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, Literal

from rules.cards import Card, Pack, Rank
from rules.errors import CardError, RulesError
from rules.options import parse_options, require_bool, require_int

FULL_LAYOUT: Final = 10
FREE_DRAWS: Final = 3
MOST_PLAYERS: Final = 100
"""Also the most packs: far more than sit down to one table, and a match of them is still dealt at once."""
MOST_JOKERS: Final = 8
"""In each pack; packs are sold with two to four."""
_FACES: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
_SWITCHES: Final = ("end_time", "second_look", "free_draws")


@dataclass(frozen=True)
class Rules:
    """How Trash is played; every default is the rule as commonly told.

    The game ends when a player fills a single slot; `end_slots`, `end_deals` and `end_time` are three other ends, of
    which at most one is chosen (filling a single slot still wins outright).

    Attributes:
        players: how many play, 2 to 100.
        packs: packs shuffled together, up to 100; ``None`` for half as many as players, rounded up. Four players a
            pack at most.
        wilds: the wild ranks, any non-empty subset of jack, queen and king; the other faces cannot be placed.
        jokers: jokers in each pack, up to 8, always wild.
        start: who starts the next hand: ``"winner"``, or ``"clockwise"`` for the neighbour of who started this one.
        second_look: when a hand ends, every other player turns up what is left face down; a layout that turns out
            right drops a slot too.
        free_draws: before that look, the loser of two draws up to three times and plays each card on.
        end_slots: the first to come down to this many slots (1 to 9) wins the game.
        end_deals: the game ends after this many deals; the smallest layout wins.
        end_time: the game ends with the hand in play when time is called; the smallest layout wins.

    Raises:
        RulesError: ``options.…`` for a value out of place, ``trash.…`` for options that contradict each other.
    """

    players: int = 2
    packs: int | None = None
    wilds: frozenset[Rank] = frozenset((Rank.JACK,))
    jokers: int = 0
    start: Literal["winner", "clockwise"] = "winner"
    second_look: bool = False
    free_draws: bool = False
    end_slots: int | None = None
    end_deals: int | None = None
    end_time: bool = False

    def __post_init__(self) -> None:
        require_int("players", self.players, 2, MOST_PLAYERS)
        require_int("jokers", self.jokers, 0, MOST_JOKERS)
        if self.packs is not None:
            require_int("packs", self.packs, 1, MOST_PLAYERS)
        if self.end_slots is not None:
            require_int("end_slots", self.end_slots, 1, FULL_LAYOUT - 1)
        if self.end_deals is not None:
            require_int("end_deals", self.end_deals, 1)
        for name in _SWITCHES:
            require_bool(name, getattr(self, name))
        if self.start not in ("winner", "clockwise"):
            params = {"option": "start", "choices": ["winner", "clockwise"], "value": self.start}
            raise RulesError("options.choice", params)
        object.__setattr__(self, "wilds", _wilds(self.wilds))
        if self.packs is not None and self.players > 4 * self.packs:
            raise RulesError("trash.packs", {"players": self.players, "packs": self.packs, "most": 4 * self.packs})
        ends = [name for name in ("end_slots", "end_deals", "end_time") if getattr(self, name) not in (None, False)]
        if len(ends) > 1:
            raise RulesError("trash.one_end", {"ends": ends})
        if self.free_draws and not self.second_look:
            raise RulesError("trash.free_draws_look")
        if self.free_draws and self.players != 2:
            raise RulesError("trash.free_draws_players", {"players": self.players})

    @cached_property
    def pack(self) -> Pack:
        """The cards in play."""
        return Pack(52, self.packs or (self.players + 1) // 2, self.jokers)

    def wild(self, card: Card) -> bool:
        """Whether the card is wild: a joker or one of the wild ranks."""
        return card.rank is None or card.rank in self.wilds

    def fits(self, card: Card, slot: int) -> bool:
        """Whether a card showing in a slot is right there: its number, or a wild."""
        return card.rank is None or card.rank == slot or card.rank in self.wilds

    def verify_watched(self) -> None:
        """Refuse an end of the game that no camera sees.

        Raises:
            RulesError: ``trash.time_unseen``.
        """
        if self.end_time:
            raise RulesError("trash.time_unseen")

    def __str__(self) -> str:
        """The options that differ from the defaults, as ``name=value`` separated by spaces."""
        words = []
        for option in _options():
            value = getattr(self, option)
            if value != getattr(_DEFAULT, option):
                words.append(f"{option}={_word(value)}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The options written as ``name=value``, separated by spaces; those not named have their default.

        Raises:
            RulesError: ``options.…``, naming what is no option or no value of it.
        """
        return parse_options(cls, text)


def _wilds(wilds: object) -> frozenset[Rank]:
    """The wild ranks, from a set of ranks or a text such as ``J,Q``."""
    if isinstance(wilds, str):
        try:
            wilds = [Rank.parse(word) for word in wilds.replace(",", " ").split()]
        except CardError as error:
            raise _no_wilds(str(error.params["token"]), 1) from error
    given = list(wilds) if isinstance(wilds, Iterable) else [wilds]
    strange = [rank for rank in given if rank not in _FACES]
    if strange or not given:
        raise _no_wilds(" ".join(map(str, strange)), len(strange))
    return frozenset(face for face in _FACES if face in given)


def _no_wilds(value: str, found: int) -> RulesError:
    """The refusal of so many ranks that cannot be wild; of none, where at least one must be."""
    return RulesError("trash.wild_ranks", {"option": "wilds", "value": value, "found": found})


def _options() -> list[str]:
    return [option.name for option in fields(Rules)]


def _word(value: object) -> str:
    if isinstance(value, frozenset):
        return ",".join(rank.symbol for rank in sorted(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_DEFAULT: Final = Rules()
