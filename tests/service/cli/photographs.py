"""Cards as a camera sees them, what is read of them, and how `kibitz` refuses such photos though JSON is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from rules.cards import Card
from tests.service.cli import asking
from tests.vision.tables import Camera, card
from vision.types import Reading, SeenCard

KNOCKER = ["AS", "AD", "AC", "4H", "5H", "6H", "9C", "10C", "JC", "2D"]
CAMERA = Camera()


def spread(names: Iterable[str], y: float, turned: float = 0.0) -> list[SeenCard]:
    """Cards side by side, each over the one before."""
    return [card(CAMERA, name, 0.35 * place - 1.6, y, turned) for place, name in enumerate(names)]


def unsure(seen: SeenCard, chances: dict[str, float]) -> SeenCard:
    """The card at its place, of which only the likelihoods of some names are known."""
    return SeenCard(
        None, "up", max(chances.values()), seen.corners, candidates={Card.parse(n): c for n, c in chances.items()}
    )


def reading(cards: Iterable[SeenCard], name: str = "table.jpg") -> Reading:
    return Reading(1280, 720, tuple(cards), image=name, milliseconds={"total": 1.0})


def refused(*arguments: object) -> str:
    return asking.refused(*arguments, "--json")
