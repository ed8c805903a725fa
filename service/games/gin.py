"""Matches of gin rummy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from rules.cards import Card, Pack, format_cards, parse_cards
from rules.errors import IllegalMove, RulesError
from rules.gin.events import Deal
from rules.gin.match import NAMES, Match
from rules.gin.melds import cards_of
from rules.gin.moves import parse_move
from rules.gin.position import Phase
from rules.gin.rules import Rules
from rules.gin.state import Step
from service.games.play import Made, Viewer, code, codes


class Gin:
    """A match of gin rummy. Next to the moves of a hand, ``deal`` deals the next one, with a pack or shuffled."""

    game: ClassVar[str] = "gin"

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.seed = seed

    @classmethod
    def begin(cls, rules: Rules, seed: int, first: int | None, names: Sequence[str] = ()) -> Self:
        """A match before its first deal, dealt first by ``first``."""
        pair = (names[0], names[1]) if len(names) == 2 and all(_word(name) for name in names) else NAMES
        return cls(Match(rules, pair, dealer=first, seed=seed), seed)

    @classmethod
    def resume(cls, origin: str, rules: Rules, seed: int) -> Self:
        """A match from the headers of its record: players, first dealer and options."""
        return cls(Match.parse(origin), seed)

    @classmethod
    def read(cls, text: str) -> tuple[Self, list[Made]]:
        """The match of a record and its moves."""
        match = Match.parse(text)
        made = []
        for event in match.events:
            if isinstance(event, Deal):
                made.append(Made(None, f"deal {format_cards(event.pack)}"))
            elif isinstance(event, Step):
                made.append(Made(event.player, str(event.move)))
        return cls(match, random.SystemRandom().getrandbits(53)), made

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.match.rules

    @property
    def origin(self) -> str:
        """The headers of the record."""
        return self.match.to_text().split("\n\n", 1)[0] + "\n"

    @property
    def turn(self) -> int | None:
        """The seat to move; None between hands."""
        state = self.match.state
        return None if state is None or state.over else state.turn

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.match.over

    @property
    def winners(self) -> list[int]:
        """The seat that has won."""
        return [] if self.match.winner is None else [self.match.winner]

    def legal(self) -> list[str]:
        """The legal moves in notation."""
        if self.match.over:
            return []
        state = self.match.state
        return ["deal"] if state is None or state.over else [str(move) for move in state.legal_moves]

    def play(self, text: str, player: int | None = None) -> Made:
        """Make a move, or deal."""
        words = text.split(None, 1)
        state = self.match.state
        if words and words[0].lower() == "deal":
            try:
                self.match.deal(parse_cards(words[1]) if len(words) == 2 else self._shuffled())
            except IllegalMove:
                raise
            except RulesError as error:
                raise IllegalMove(error.rule, error.params, move=text, position=str(state or "")) from None
            dealt = self.match.events[-1]
            assert isinstance(dealt, Deal)
            return Made(None, f"deal {format_cards(dealt.pack)}")
        move = parse_move(text)
        if self.match.over or state is None or state.over:
            rule = "gin.over" if state is not None else "gin.no_hand"
            raise IllegalMove(rule, {}, move=text, position=str(state or ""))
        if player is not None and player != state.turn:
            raise IllegalMove("gin.turn", {"player": self.match.names[player]}, move=text, position=str(state))
        step = self.match.do(move)
        return Made(step.player, str(move))

    def _shuffled(self) -> list[Card]:
        """The pack of the next deal: by seed and number of the deal, so that a match taken up again goes on alike."""
        number = sum(isinstance(event, Deal) for event in self.match.events)
        pack = list(Pack().cards())
        random.Random(f"deal {number} {self.seed}").shuffle(pack)
        return pack

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Hands by seat, stock, pile, the score so far."""
        match, state = self.match, self.match.state
        told: dict[str, Any] = {
            "totals": list(match.totals),
            "games": [list(game.totals()) for series in match.finished for game in series.games],
            "scores": [[game.score(0), game.score(1)] for game in match.series.games],
            "dealer": match.dealer if state is None else state.dealer,
            "hands": [[], []],
            "stock": 0,
            "pile": [],
        }
        if state is None:
            return told | {"phase": "deal"}
        shown = state.showdown is not None
        hands: list[list[str | None]] = []
        for seat in (0, 1):
            cards = cards_of(state.hands[seat])
            open_now = viewer in ("all", seat) or shown or (state.phase is Phase.SHOW and seat != state.turn)
            known = cards_of(state.known[seat])
            # Hidden cards come after the known ones: a place in the sorted hand would tell much of a card.
            hands.append(codes(cards if open_now else [*known, *[None] * (len(cards) - len(known))]))
        return told | {
            "hands": hands,
            "stock": len(state.stock),
            "pile": codes(state.pile),
            "upcard": code(state.upcard),
            "limit": state.limit,
            "phase": str(state.phase),
            "taken": code(state.taken),
            "showdown": None if state.showdown is None else state.showdown.to_json(),
        }

    def record(self) -> str:
        """The record of the match."""
        return self.match.to_text()


def _word(name: str) -> bool:
    try:
        Match(names=(name, name + "_"))
    except RulesError:
        return False
    return True
