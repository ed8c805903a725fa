"""A reader that knows scenes by the colours of a picture's corner, and an engine that tells what came and went."""

from __future__ import annotations

import itertools
import threading
import time
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from rules.cards import JOKER, Card
from rules.trash.match import Match
from rules.trash.options import Rules
from rules.trash.state import State
from vision.types import Reading, SeenCard

KNOCKER = "3S 4S 5S 6S 9H 9D 9C AC 2D 4H"  # run of four, set of three, deadwood 7
DEFENDER = "JH QH KH 8S 8D 8C 7S 5D 10C 6D"  # run, set, 7S lays off on the spades, deadwood 21
_BLOCK = 16


class Scenes:
    """Pictures whose cards are known: the number of the scene stands in the colours of two blocks at the top left."""

    def __init__(self) -> None:
        self._cards: dict[int, tuple[SeenCard, ...]] = {}
        self._numbers = itertools.count(1)

    def picture(self, cards: list[SeenCard], kind: str = ".png", size: tuple[int, int] = (640, 480)) -> bytes:
        """An encoded picture of these cards."""
        number = next(self._numbers)
        self._cards[number] = tuple(cards)
        return self.encoded(number, kind, size)

    def encoded(self, number: int, kind: str, size: tuple[int, int]) -> bytes:
        image = np.full((size[1], size[0], 3), 90, np.uint8)
        digits = [number // 8**place % 8 for place in range(6)]
        image[:_BLOCK, :_BLOCK] = [digit * 32 + 16 for digit in digits[:3]]
        image[:_BLOCK, _BLOCK : 2 * _BLOCK] = [digit * 32 + 16 for digit in digits[3:]]
        done, data = cv2.imencode(kind, image)
        assert done
        return bytes(data)

    def cards(self, image: np.ndarray[Any, Any]) -> tuple[SeenCard, ...]:
        blocks = (image[4:12, 4:12], image[4:12, _BLOCK + 4 : _BLOCK + 12])
        digits = [int(value) // 32 for block in blocks for value in block.reshape(-1, 3).mean(axis=0)]
        number = sum(digit * 8**place for place, digit in enumerate(digits))
        return self._cards.get(number, ())


class FakeReader:
    """Reads scenes. ``hold`` keeps every reading waiting, ``seconds`` makes it slow.

    Where no jokers are in play they are cards without a name, which come last.
    """

    def __init__(self, scenes: Scenes) -> None:
        self.scenes = scenes
        self.hold = threading.Event()
        self.hold.set()
        self.seconds = 0.0
        self.reading = 0
        self.most = 0
        self._lock = threading.Lock()

    def read(
        self, image: Any, packs: Any = "auto", language: Any = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        with self._lock:
            self.reading += 1
            self.most = max(self.most, self.reading)
        try:
            assert self.hold.wait(20)
            time.sleep(self.seconds)
            height, width = image.shape[:2]
            times = {"detect": 1.0, "read": 1.0, "assemble": 0.1, "total": 2.1}
            cards = self.scenes.cards(image)
            if not jokers:
                known = [card for card in cards if card.card is not JOKER]
                cards = (*known, *(replace(card, card=None, confidence=0.3) for card in cards if card not in known))
            return Reading(width, height, cards, milliseconds=times)
        finally:
            with self._lock:
                self.reading -= 1


class FakeWatch:
    """Tells which cards came, changed and went since the frame before; remembers them over a restart.

    The king of spades is out of place wherever it lies, and remarked on. A joker ends the match: of Trash a record is
    kept, one move of it for each frame.
    """

    def __init__(self, opening: Any, reader: Any) -> None:
        self.opening, self.reader = opening, reader
        state = dict(opening.state)
        self.cards: dict[str, dict[str, Any]] = state.get("cards", {})
        self.said: dict[str, str] = state.get("said", {})
        self.next = state.get("next", 1)
        self.times: list[float] = []

    def frame(self, image: Any, time: float) -> list[dict[str, Any]]:
        self.times.append(time)
        read = self.reader.read(image, live=True)
        seen = {}
        for card in read.cards:
            place = f"{card.corners[0][0]:.0f},{card.corners[0][1]:.0f}"
            seen[place] = {
                "card": None if card.card is None else card.card.code,
                "side": card.side,
                "corners": card.corners.tolist(),
                "place": None,
            }
        events = []
        for place in [*self.cards, *(new for new in seen if new not in self.cards)]:
            before, after = self.cards.get(place), seen.get(place)
            if before is not None and after is not None:
                after["id"] = before["id"]
                after["card"] = self.said.get(str(before["id"]), after["card"])
            elif after is not None:
                after["id"], self.next = self.next, self.next + 1
            if before is None or after is None or (before["card"], before["side"]) != (after["card"], after["side"]):
                kind = "new" if before is None else "end" if after is None else "update"
                if after is not None and after["card"] == "KS":
                    after = after | {"remark": {"rule": "fake.place", "sentence": "A king does not lie there."}}
                events.append({"time": time, "type": kind, "kind": "card", "before": before, "after": after})
        self.cards = seen
        if any(each["kind"] == "card" and (each["after"] or {}).get("card") == "JOKER" for each in events):
            won = {"winner": "near", "slots": [0, 1], "hand": 1, "over": True}
            events.append({"time": time, "type": "update", "kind": "score", "before": None, "after": won})
        return events

    def record(self) -> list[str]:
        if self.opening.game != "trash":
            return ["pile 5H  # a line that no rules can replay\n"]
        match = Match(State.start(Rules(), 7, first=0))
        for _ in self.times:
            match.push(next(iter(match.state.legal_moves)))
        return [match.to_text()]

    def view(self) -> dict[str, Any]:
        return {"cards": list(self.cards.values()), "settled": True, "width": 640, "height": 480, "game": {}}

    def state(self) -> dict[str, Any]:
        return {"cards": self.cards, "said": self.said, "next": self.next}

    def correct(self, card: int, code: str) -> list[dict[str, Any]]:
        self.said[str(card)] = code
        for each in self.cards.values():
            if each["id"] == card:
                each["card"] = code
                return []
        raise KeyError(card)


def seen(
    code: str | None, x: float, y: float, confidence: float = 0.99, turned: bool = False, **candidates: float
) -> SeenCard:
    """A card 50 pixels wide at a place; None: face down."""
    corners = np.array([[x, y], [x + 50, y], [x + 50, y + 70], [x, y + 70]], np.float32)
    if turned:
        corners = corners[[2, 3, 0, 1]]
    card = None if code is None else Card.parse(code)
    chances = {Card.parse(name.lstrip("_")): chance for name, chance in candidates.items()}
    named = card if confidence >= 0.5 else None
    return SeenCard(named, "down" if card is None else "up", confidence, corners, candidates=chances)


def row(codes: str, y: float, turned: bool = False, x: float = 30, step: float = 55) -> list[SeenCard]:
    """Cards side by side."""
    return [seen(code, x + step * place, y, turned=turned) for place, code in enumerate(codes.split())]
