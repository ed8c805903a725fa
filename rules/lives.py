"""Lives and the dog: how a game goes on when the lowest hand of each deal costs a life.

Stop the Bus and Chase the Ace share this. Players are numbered by seat from 0, clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.errors import RulesError
from rules.verdict import Verdict

DOG: Final = "dog"
OUT: Final = "out"
_NUMBER: Final = re.compile(r"0*[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Lives:
    """Who is still in the game and with how many lives.

    Attributes:
        left: lives left by seat; 0 for a dog and for a player who is out.
        dogs: the seats that play on without lives.
    """

    left: tuple[int, ...]
    dogs: frozenset[int] = frozenset()

    @classmethod
    def start(cls, players: int, lives: int) -> Lives:
        """Everybody in, with the same number of lives."""
        return cls((lives,) * players)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game, dogs included."""
        return tuple(seat for seat, lives in enumerate(self.left) if lives or seat in self.dogs)

    @property
    def winner(self) -> int | None:
        """The seat of the last player in the game, or None while several are in."""
        playing = self.playing
        return playing[0] if len(playing) == 1 else None

    def dogs_possible(self, *, dog: bool, together: bool) -> bool:
        """Whether the dogs can have come to be.

        Args:
            dog: whether the dog is played.
            together: whether players who tie for lowest all lose: only then can several become dogs, in one deal.
        """
        # Where everybody ties nobody loses: somebody was left who is no dog, or is out since.
        several = together and len(self.dogs) < len(self.left)
        return not self.dogs or (dog and (len(self.dogs) == 1 or several))

    def verify(self, lives: int, *, dog: bool, together: bool) -> None:
        """Raise unless play can have come to these lives.

        Args:
            lives: what everybody starts with.
            dog: whether the dog is played.
            together: whether players who tie for lowest all lose.

        Raises:
            RulesError: ``options.lives_most``, ``options.lives_no_dog``, ``options.lives_dogs`` or
                ``options.lives_all_dogs``.
        """
        if max(self.left, default=0) > lives:
            raise RulesError("options.lives_most", {"found": max(self.left), "most": lives})
        if not self.dogs_possible(dog=dog, together=together):
            if not dog:
                raise RulesError("options.lives_no_dog")
            raise RulesError("options.lives_all_dogs" if together else "options.lives_dogs", {"found": len(self.dogs)})

    def verify_showing(self, shown: int, players: int | None = None) -> None:
        """Raise unless these are the lives of those who show their hands, one hand for each who is not out.

        Args:
            shown: the hands that are shown.
            players: how many began the game; None where it is not said.

        Raises:
            RulesError: ``options.lives_players`` or ``options.lives_shown``.
        """
        if players is not None and len(self.left) != players:
            raise RulesError("options.lives_players", {"found": len(self.left), "players": players})
        if len(self.playing) != shown:
            raise RulesError("options.lives_shown", {"playing": len(self.playing), "shown": shown})

    def following(self, seat: int) -> int:
        """The next seat clockwise after this one that is still in the game."""
        around = [*range(seat + 1, len(self.left)), *range(seat + 1)]
        found: int = next(other for other in around if self.left[other] or other in self.dogs)
        return found

    def clockwise(self, dealer: int) -> tuple[int, ...]:
        """The seats still in the game, from the dealer's left to the dealer."""
        playing = self.playing
        return tuple(sorted(playing, key=lambda seat: (seat <= dealer, seat)))

    def after(self, losers: Iterable[int], *, dog: bool = True) -> Lives:
        """The lives after these seats lost one deal together.

        Args:
            losers: seats that lose a life. A dog that loses is out.
            dog: whether the first to lose the last life plays on as the dog; if several do in one deal, all of them.
        """
        left, dogs = list(self.left), set(self.dogs)
        # With the dog played, whoever came to no lives first became it: a seat without lives means that it is given.
        dog = dog and 0 not in self.left
        for seat in losers:
            if seat in dogs:
                dogs.remove(seat)
                continue
            left[seat] -= 1
            if left[seat] == 0 and dog:
                dogs.add(seat)
        return Lives(tuple(left), frozenset(dogs))

    def after_showing(self, losers: Iterable[int], *, dog: bool = True) -> Lives:
        """As `after`, the losers being indices of the hands shown: of those still in the game, in their order."""
        playing = self.playing
        return self.after([playing[hand] for hand in losers], dog=dog)

    def __str__(self) -> str:
        """By seat: the number of lives, ``dog`` or ``out``."""
        words = (str(lives) if lives else DOG if seat in self.dogs else OUT for seat, lives in enumerate(self.left))
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Lives:
        """The lives written as by `str`.

        Raises:
            RulesError: ``options.lives`` naming what is neither a number of lives nor ``dog`` nor ``out``.
        """
        words = text.split()
        for word in words:
            if word not in (DOG, OUT) and not _NUMBER.fullmatch(word):
                raise RulesError("options.lives", {"text": word})
        left = tuple(0 if word in (DOG, OUT) else int(word) for word in words)
        return cls(left, frozenset(seat for seat, word in enumerate(words) if word == DOG))

    def to_json(self) -> list[dict[str, Any]]:
        """By seat: ``{"lives": N, "dog": bool, "out": bool}``."""
        playing = self.playing
        return [
            {"lives": lives, "dog": seat in self.dogs, "out": seat not in playing}
            for seat, lives in enumerate(self.left)
        ]


def verify_shown(shown: int, players: int) -> None:
    """Raise for more hands at a showing than players who began the game.

    Raises:
        RulesError: ``options.shown``.
    """
    if shown > players:
        raise RulesError("options.shown", {"found": shown, "players": players})


def losers(values: Sequence[Any], *, together: bool = False) -> tuple[int, ...]:
    """Indices of those who lose a life with these values, which compare with each other.

    A lone lowest loses. Of several that tie for lowest nobody does; with `together` all of them do, unless everybody
    ties. Fewer than two values have no loser.
    """
    if len(values) < 2:
        return ()
    least = min(values)
    lowest = tuple(index for index, value in enumerate(values) if value == least)
    if len(lowest) == 1 or (together and len(lowest) < len(values)):
        return lowest
    return ()


def unfinished(verdict: Verdict, rule: str, shown: int, playing: int) -> Verdict:
    """The verdict on a showing that others may still join: who loses cannot be told, what is illegal is.

    Args:
        verdict: on what lies open.
        rule: of the game, that says so.
        shown: how many players' cards lie open.
        playing: how many players may still be in the game.
    """
    if verdict.illegal:
        return verdict
    explanation = dict(verdict.explanation)
    if verdict.legal:
        explanation |= {"losers": None, "possible_losers": explanation["losers"]}
    return Verdict("cannot tell", rule, {"found": shown, "players": playing}, explanation)
