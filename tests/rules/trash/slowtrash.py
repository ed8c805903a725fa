"""Trash once more, written plainly and apart from the rules package: how many lines of play there are.

Cards are their codes, a layout is a list of ``[code, face up]``, everything is copied for every move. Lines end when
the next hand would be dealt or the match is over; decks that run out are left to other tests.
"""

from __future__ import annotations

import copy
from typing import Any

NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}


class Table:
    def __init__(self, layouts: list[list[str]], stock: list[str], first: int, options: dict[str, Any]) -> None:
        self.layouts = [[[code, False] for code in layout] for layout in layouts]
        self.sizes = [len(layout) for layout in layouts]
        self.stock = list(stock)
        self.pile: list[str] = []
        self.turn = first
        self.hand: str | None = None
        self.winner: int | None = None
        self.waiting: list[int] = []
        self.free = 0
        self.ended = False
        self.options = options

    def wild(self, code: str) -> bool:
        return code == "JOKER" or code[:-1] in self.options.get("wilds", "J").split(",")

    def number(self, code: str) -> int:
        return 99 if code == "JOKER" else NUMBERS.get(code[:-1], 99)

    def done(self, player: int) -> bool:
        for index, (code, up) in enumerate(self.layouts[player]):
            if not up or not (self.wild(code) or self.number(code) == index + 1):
                return False
        return True

    def places(self, code: str) -> list[int]:
        mine = self.layouts[self.turn]
        if self.wild(code):
            return [index for index in range(len(mine)) if not mine[index][1]]
        number = self.number(code)
        if number > len(mine):
            return []
        there, up = mine[number - 1]
        return [number - 1] if not up or self.wild(there) else []

    def moves(self) -> list[tuple[str, int]]:
        if self.ended:
            return []
        if self.hand is not None:
            places = self.places(self.hand)
            return [("place", index) for index in places] if places else [("discard", 0)]
        if self.winner is not None:
            return ([("stock", 0)] if self.free and self.stock else []) + [("look", 0)]
        return ([("stock", 0)] if self.stock else []) + ([("pile", 0)] if self.pile else [])

    def drop(self, player: int) -> None:
        self.sizes[player] = max(1, self.sizes[player] - 1)

    def next_look(self) -> None:
        if self.waiting:
            self.turn = self.waiting.pop(0)
            self.free = 3 if self.options.get("free_draws") else 0
        else:
            self.ended = True

    def make(self, kind: str, index: int) -> Table:
        after = copy.deepcopy(self)
        after.play(kind, index)
        return after

    def play(self, kind: str, index: int) -> None:
        players = len(self.layouts)
        if kind == "stock":
            if self.winner is not None:
                self.free -= 1
            self.hand = self.stock.pop(0)
        elif kind == "pile":
            self.hand = self.pile.pop()
        elif kind == "discard":
            assert self.hand is not None
            self.pile.append(self.hand)
            self.hand = None
            if self.winner is None:
                self.turn = (self.turn + 1) % players
        elif kind == "look":
            for slot in self.layouts[self.turn]:
                slot[1] = True
            if self.done(self.turn):
                self.drop(self.turn)
            self.next_look()
        else:
            taken = self.layouts[self.turn][index][0]
            self.layouts[self.turn][index] = [self.hand, True]
            self.hand = taken
            if self.done(self.turn):
                self.pile.append(taken)
                self.hand = None
                self.complete()

    def complete(self) -> None:
        if self.winner is not None:
            self.drop(self.turn)
            self.next_look()
            return
        self.winner = self.turn
        won = len(self.layouts[self.turn]) == 1
        self.drop(self.turn)
        if won or self.sizes[self.turn] <= self.options.get("end_slots", 0) or not self.options.get("second_look"):
            self.ended = True
            return
        players = len(self.layouts)
        self.waiting = [(self.turn + step) % players for step in range(1, players)]
        self.next_look()

    def lines(self, depth: int) -> int:
        if depth == 0 or self.ended:
            return 1
        return sum(self.make(kind, index).lines(depth - 1) for kind, index in self.moves())
