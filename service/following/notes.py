"""Records of a match of Trash as it was followed: what the rules can replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.cards import Card
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash.match import Match
from rules.trash.moves import Discard, Draw, Move, Pile, Place
from rules.trash.options import Rules
from rules.trash.position import Phase, Slot
from rules.trash.state import State
from rules.trash.table import Table
from rules.verdict import Verdict


class Notes:
    """Writes the record turn by turn. A turn that cannot be replayed (a fault, a card not made out) ends one record,
    with a remark that tells it; the next begins with the table as it lay afterwards.

    Attributes:
        earlier: records that are finished.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.earlier: list[str] = []
        self._match: Match | None = None
        self._waiting: Table | None = None
        self._remarks: list[str] = []

    def hand(self, table: Table, first: int | None) -> None:
        """A hand begins with this table; `first` plays first, where that is known."""
        self._waiting = None
        state = self._match.state if self._match is not None else None
        dealt = all(one.side is Side.DOWN for row in table.layouts for one in row) and table.discard.side is Side.EMPTY
        if state is not None and dealt and state.phase is Phase.DEAL and state.sizes == table.sizes and self._match:
            self._match.push(_deal())
            return
        self._close()
        if dealt and first is not None:
            match = Match(State.start(self.rules, first=first, sizes=table.sizes))
            match.push(_deal())
            self._match = match
        elif first is not None:
            self._match = self._from(table, first)
        else:
            # Who plays first shows with the first turn.
            self._waiting = table

    def turn(self, verdict: Verdict, turns: Sequence[dict[str, Any]], after: Table) -> None:
        """A turn was judged; `after` is the table it left."""
        following = None
        if turns:
            following = (int(turns[-1]["player"]) + 1) % self.rules.players
        if self._waiting is not None and turns:
            waiting, self._waiting = self._waiting, None
            self.hand(waiting, int(turns[0]["player"]))
        moves = _moves(turns) if self._match is not None and verdict.legal else None
        if self._match is not None and moves is not None:
            done = 0
            try:
                for move in moves:
                    self._match.push(move)
                    done += 1
                return
            except RulesError:
                for _ in range(done):
                    self._match.pop()
        self._close(_remark(verdict))
        if following is not None:
            self._match = self._from(after, following)
        else:
            # A fault does not tell who is next: the turn after it does.
            self._waiting = after

    def judged_anew(self, before: Verdict, now: Verdict) -> None:
        """What was said of a turn is taken back, and something else is said of it."""
        old, new = _remark(before), _remark(now)
        self.earlier = [text.replace(f"{old}\n", f"{new}\n", 1) for text in self.earlier]
        self._remarks = [new if remark == old else remark for remark in self._remarks]

    def texts(self) -> list[str]:
        """Every record, the one being written last."""
        if self._match is not None and self._match.moves:
            return [*self.earlier, self._text(self._match)]
        if not self.earlier:
            return []
        # Turns that could not be replayed came last: there is no next record to tell of them.
        *before, last = self.earlier
        return [*before, last + "".join(f"{remark}\n" for remark in self._remarks)]

    def _close(self, remark: str | None = None) -> None:
        """End the record, with what is to be said of the turn that ended it."""
        if self._match is not None and self._match.moves:
            self.earlier.append(self._text(self._match) + ("" if remark is None else f"{remark}\n"))
            self._remarks.clear()
        elif remark is not None:
            # There is no record yet that it could end: it goes before the next.
            self._remarks.append(remark)
        self._match = None

    def _text(self, match: Match) -> str:
        head, empty, moves = match.to_text().partition("\n\n")
        return head + empty + "".join(f"{remark}\n" for remark in self._remarks) + moves

    def _from(self, table: Table, player: int) -> Match | None:
        """A match taken up in the middle of a hand; None where a card that lies open was not made out."""
        layouts = []
        for row in table.layouts:
            slots = []
            for one in row:
                if one.side is Side.UP and one.certain is None:
                    return None
                slots.append(Slot(one.certain, one.side is Side.UP))
            layouts.append(tuple(slots))
        discards: tuple[Card | None, ...] = () if table.discard.side is Side.EMPTY else (table.discard.certain,)
        left = len(list(self.rules.pack.cards())) - sum(table.sizes) - len(discards)
        try:
            state = State(
                rules=self.rules, seed=None, sizes=table.sizes, first=player, hands=1, layouts=tuple(layouts),
                stock=(None,) * left, discards=discards, player=player, phase=Phase.DRAW,
            )  # fmt: skip
            match = Match(state)
            # What cannot be written down and read back is no beginning for a record.
            State.parse(str(state))
        except RulesError:
            return None
        return match


def _remark(verdict: Verdict) -> str:
    """A turn that is in no record, as a remark of one."""
    told = verdict.explanation
    placed = [f"{one['card']}@{one['slot']}" for one in told.get("placements") or ()]  # type: ignore[attr-defined]
    discard = told.get("discard")
    moves = ", ".join([*placed, *([] if discard is None else [f"discard {discard}"])])
    player = told.get("player")
    who = f"player {player + 1}: " if isinstance(player, int) else ""
    return f"# {who}{moves + ': ' if moves else ''}{verdict.verdict}: {verdict.sentence('en')}"


def _deal() -> Move:
    from rules.trash.moves import Deal

    return Deal()


def _moves(turns: Sequence[dict[str, Any]]) -> list[Move] | None:
    """The moves of turns as the referee tells them; None where a card in them is not known for certain."""
    moves: list[Move] = []
    for turn in turns:
        player = int(turn["player"])
        moves.append(Draw(player, Pile.DISCARD if turn["from"] == "discard" else Pile.STOCK))
        for placed in turn["placements"]:
            card = Seen.parse(placed["card"]).certain
            if card is None:
                return None
            moves.append(Place(player, card, int(placed["slot"])))
        if turn["won"]:
            continue
        card = None if turn["discard"] is None else Seen.parse(turn["discard"]).certain
        if card is None:
            return None
        moves.append(Discard(player, card))
    return moves
