"""An engine taken up again after a restart: cards that still lie where they lay are not told a second time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from service.following.base import at_one_place
from service.tables.watch import Watch
from vision.types import Image

GONE_SECONDS = 2.0
"""How long a table must have been settled before a card that has not been seen again counts as gone."""


class Resumed:
    """A watch that knows what lay on its table before, and keeps the cards' ids.

    Args:
        watch: the engine, begun anew; it counts its cards from 1.
        lying: the cards as they lay, as `Watch.view` has them.
        highest: the highest id given so far at this table.
    """

    def __init__(self, watch: Watch, lying: Iterable[Mapping[str, Any]], highest: int) -> None:
        self.watch = watch
        self.highest = highest
        self._missing = {int(card["id"]): dict(card) for card in lying}
        self._shift = highest
        self._names: dict[int, int] = {}
        self._settled: float | None = None

    @property
    def missing(self) -> list[dict[str, Any]]:
        """Cards that lay there before the restart and have not been seen since."""
        return list(self._missing.values())

    def frame(self, image: Image, time: float) -> list[dict[str, Any]]:
        """Take a frame; the events with this table's ids, what was told before the restart left out."""
        events = [told for event in self.watch.frame(image, time) if (told := self._told(event)) is not None]
        if self._missing:
            view = self.watch.view()
            for card in view["cards"]:
                # An engine may remember a card by itself, and then tells nothing of it.
                if int(card["id"]) not in self._names:
                    self._recognised(card)
            settled = bool(view["settled"])
            self._settled = (self._settled if self._settled is not None else time) if settled else None
            if self._settled is not None and time - self._settled >= GONE_SECONDS:
                events += [
                    {"time": time, "type": "end", "kind": "card", "before": card, "after": None}
                    for card in self._missing.values()
                ]
                self._missing = {}
        return events

    def view(self) -> dict[str, Any]:
        """The table as it is now, with this table's ids."""
        view = self.watch.view()
        return view | {"cards": [card | {"id": self._id(card["id"])} for card in view["cards"]]}

    def state(self) -> dict[str, Any]:
        """What the engine needs to go on."""
        return self.watch.state()

    def record(self) -> list[str]:
        """Records of what was followed."""
        return self.watch.record()

    def correct(self, card: int, code: str) -> list[dict[str, Any]]:
        """Obey a correction of a card by this table's id.

        Raises:
            KeyError: no such card lies on the table.
            RulesError: the code is no card.
        """
        own = next((number for number, name in self._names.items() if name == card), card - self._shift)
        events = self.watch.correct(own, code)
        return [told for event in events if (told := self._told(event)) is not None]

    def _id(self, number: int) -> int:
        name = self._names.get(number, number + self._shift)
        self.highest = max(self.highest, name)
        return name

    def _told(self, event: dict[str, Any]) -> dict[str, Any] | None:
        """The event as it is to be told; None for a card that came before the restart."""
        if event["kind"] != "card":
            return event
        before, after = event["before"], event["after"]
        if event["type"] == "new" and after is not None:
            known = self._recognised(after)
            if known is not None:
                if (known["card"], known["side"]) == (after["card"], after["side"]):
                    return None
                return event | {"type": "update", "before": known, "after": self._named(after)}
        return event | {"before": self._named(before), "after": self._named(after)}

    def _recognised(self, card: Mapping[str, Any]) -> dict[str, Any] | None:
        """The card that lay there before the restart, if any; from now on it is this one, under its old id."""
        known = self._same_place(card)
        if known is not None:
            self._names[int(card["id"])] = int(known["id"])
            del self._missing[int(known["id"])]
        return known

    def _named(self, card: dict[str, Any] | None) -> dict[str, Any] | None:
        return None if card is None else card | {"id": self._id(int(card["id"]))}

    def _same_place(self, card: Mapping[str, Any]) -> dict[str, Any] | None:
        """The card that lay where this one lies: of those within half a card the nearest, its like before others."""
        near = [
            ((known["card"], known["side"]) != (card["card"], card["side"]), off, int(known["id"]))
            for off, known in at_one_place(card, self._missing.values())
        ]
        return self._missing[min(near)[2]] if near else None
