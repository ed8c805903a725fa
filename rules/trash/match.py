"""A match of Trash with its moves: made, taken back, written down and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules import record
from rules.errors import RulesError
from rules.record import Line, Record
from rules.trash.moves import Deal, Discard, Move, Place, TimeUp, parse_move
from rules.trash.options import Rules
from rules.trash.position import Phase
from rules.trash.state import State
from rules.trash.steps import Step

_GAME: Final = "trash"


class Match:
    """A match from a first state on, with every step made.

    Attributes:
        origin: the state it began with.
        steps: what happened since, in order.
    """

    def __init__(self, origin: State) -> None:
        self.origin = origin
        self.steps: list[Step] = []
        self._moves: list[Move] = []

    @property
    def state(self) -> State:
        """The state the match has come to."""
        return self.steps[-1].after if self.steps else self.origin

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(self._moves)

    def push(self, move: Move) -> Step:
        """Make a move.

        Raises:
            IllegalMove: saying why it is refused; the match is unchanged.
        """
        step = self.state.play(move)
        self.steps.append(step)
        self._moves.append(move)
        return step

    def pop(self) -> Move:
        """Take the last move back.

        Raises:
            IndexError: when there is none.
        """
        self.steps.pop()
        return self._moves.pop()

    def to_text(self) -> str:
        """The record of the match: a line for each turn. `from_text` replays it."""
        return record.dump(self._headers(), self._lines())

    @classmethod
    def from_text(cls, text: str) -> Match:
        """Replay a record, checking every move.

        Raises:
            RecordError: naming the line, and the rule where a move is refused.
        """
        read = record.load(text)
        read.require_game(_GAME)
        match = cls(_origin(read))
        for line in read.lines:
            match._replay(line)
        return match

    def _headers(self) -> dict[str, str]:
        origin = self.origin
        headers = {"Game": _GAME}
        if origin != State.start(origin.rules, origin.seed, first=origin.first, sizes=origin.sizes):
            return headers | {"Position": str(origin)}
        headers |= {"Rules": str(origin.rules) or "default", "First": str(origin.first + 1)}
        if origin.seed is not None:
            headers["Seed"] = str(origin.seed)
        headers["Slots"] = " ".join(map(str, origin.sizes))
        return headers

    def _lines(self) -> Iterator[str]:
        turn: list[str] = []
        state = self.origin
        for move, step in zip(self._moves, self.steps, strict=True):
            goes_on = isinstance(move, Place | Discard) and turn
            if turn and not goes_on:
                yield ", ".join(turn)
                turn = []
            match move:
                case Deal():
                    yield ""
                    yield str(_dealt(step.after))
                case TimeUp():
                    yield str(move)
                case _:
                    turn.append(move.action if goes_on else str(move))
            if step.after.winner is not None and state.winner is None:
                yield ", ".join(turn)
                turn = []
                yield f"# player {step.after.winner + 1} wins hand {step.after.hands}"
            if step.after.phase in (Phase.DEAL, Phase.OVER) and turn:
                yield ", ".join(turn)
                turn = []
            state = step.after
        if turn:
            yield ", ".join(turn)
        if state.over:
            yield _result(state)

    def _replay(self, line: Line) -> None:
        head, colon, rest = line.text.partition(":")
        if line.text.split()[0] == "won":
            line.check(_result(self.state) if self.state.over else "")
            return
        with line.blame():
            if not colon:
                self.push(_readable(line, [line.text])[0])
                return
            for move in _readable(line, _actions(head, rest)):
                self.push(move)


def _actions(head: str, rest: str) -> list[str]:
    return [f"{head}: {action.strip()}" for action in rest.split(",")]


def _readable(line: Line, texts: Iterable[str]) -> list[Move]:
    try:
        return [parse_move(text) for text in texts]
    except RulesError as error:
        raise line.unreadable() from error


def _result(state: State) -> str:
    return " ".join(("won", *(str(player + 1) for player in state.winners)))


def _dealt(state: State) -> Deal:
    """The deal that led to a state just dealt, with its cards where they are known."""
    cards = [slot.card for layout in state.layouts for slot in layout] + list(reversed(state.stock))
    known = [card for card in cards if card is not None]
    return Deal(tuple(known) if len(known) == len(cards) else None)


def _origin(read: Record) -> State:
    if "Position" in read.headers:
        with read.blame("Position"):
            return State.parse(read.headers["Position"])
    with read.blame("Rules"):
        told = read.header("Rules")
        rules = Rules() if told == "default" else Rules.parse(told)
    with read.blame("Seed"):
        seed = _whole("Seed", read.headers["Seed"]) if "Seed" in read.headers else None
    with read.blame("Slots"):
        words = read.headers["Slots"].split() if "Slots" in read.headers else None
        sizes = None if words is None else tuple(_whole("Slots", word) for word in words)
        State.start(rules, seed, first=0, sizes=sizes)
    with read.blame("First"):
        return State.start(rules, seed, first=_whole("First", read.header("First")) - 1, sizes=sizes)


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise RulesError("options.type", {"option": name, "expected": "number", "value": repr(text)}) from None
