"""What a live table needs of the engine that watches it, and the reader that engine is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from service.api.pool import Packs, Reader
from vision.language import Told
from vision.types import Image


class Watch(Protocol):
    """Follows one table: ``service.live.TableWatch``, or a test's own."""

    def frame(self, image: Image, time: float) -> list[dict[str, Any]]:
        """Take a BGR frame at a time that never goes back; the events that became sure with it."""

    def view(self) -> dict[str, Any]:
        """The table as it is now: ``cards`` with their ids and corners, ``settled``, and what the game knows."""

    def state(self) -> dict[str, Any]:
        """All that is needed to go on with this table after a restart, as JSON."""

    def record(self) -> list[str]:
        """Records of what was followed, as text, one for each stretch without a fault."""

    def correct(self, card: int, code: str) -> list[dict[str, Any]]:
        """Obey a person who says what a card is ("down": it lies face down); the events that follow from it.

        Raises:
            KeyError: no such card lies on the table.
            RulesError: the code is no card.
        """


@dataclass(frozen=True)
class Opening:
    """What a table is opened with.

    Attributes:
        game: trash, gin, bus or ace.
        rules: the game's ``Rules``.
        zones: set by hand, as the page writes them; None: found.
        slots: of each Trash layout at the start; None: found.
        packs: in play, or "auto".
        language: of the indices.
        lang: of the sentences.
        state: what ``Watch.state`` gave before a restart.
    """

    game: str
    rules: Any
    zones: Mapping[str, Any] | None = None
    slots: Sequence[int] | None = None
    packs: Any = "auto"
    language: str = "auto"
    lang: str = "en"
    state: Mapping[str, Any] = field(default_factory=dict)


WatchFactory = Callable[[Opening, Reader], Watch]


class Lent:
    """A reader for an engine that keeps it: it passes every call on to the pool's reader of the moment."""

    def __init__(self) -> None:
        self.reader: Reader | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        reader = self.__dict__.get("reader")
        if reader is None:
            raise RuntimeError("a table's reader is used outside the pool")
        return getattr(reader, name)

    def read(
        self, image: Any, packs: Packs = "auto", language: Told = "auto", live: Any = False, jokers: bool = True
    ) -> Any:
        """Read a picture with the reader of the moment."""
        assert self.reader is not None
        return self.reader.read(image, packs=packs, language=language, live=live, jokers=jokers)
