"""Zones set by hand, refused where a user can put them right: in words for who draws them on the page, or in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from service.api.sentences import Said, said
from vision.geometry import areas, overlap
from vision.lattice import SIDES
from vision.marked import NAMES, Marked, ZoneFileError

_PIECE = 0.5
"""Share of the smaller of two zones from which a card of the one lies in the other as well."""
_PIXELS = 1000.0
"""Side of the picture in which areas are compared: those of shares would be too small to be told from none."""
NEEDED = {"trash": "discard", "gin": "discard", "bus": "table", "ace": "stock"}
"""Without this zone nothing would be seen of what a game is judged by, or the others would mean nothing."""
USED = {"trash": (*SIDES, "stock", "discard"), "gin": ("stock", "discard"), "bus": ("table",), "ace": ("stock",)}
"""The zones a game is followed by; others do no harm."""


class DrawnError(ValueError):
    """Zones that a game cannot be followed by.

    Attributes:
        said: what is wrong.
        rule: its id, as problems have it.
    """

    def __init__(self, words: Said, rule: str | None = None) -> None:
        super().__init__(words.sentence())
        self.said = words
        self.rule = rule or words.id


def on_page(zone: str) -> Said | str:
    """A zone as the page calls it; one that is none as it was given."""
    return said(f"zone.{zone}") if zone in NAMES else zone


def check_drawn(
    game: str, rules: Any, zones: Mapping[str, Any] | None, named: Callable[[str], Said | str] = on_page
) -> None:
    """Check zones of a table.

    Args:
        game: played on it.
        rules: its options.
        zones: as `vision.marked` has them; None: none are set.
        named: what a zone is called for who reads this: in a file it has the name that stands there.

    Raises:
        DrawnError: naming the zone at fault and what is to be done.
    """
    if zones is None:
        return
    try:
        marked = Marked.from_json(zones)
    except ZoneFileError as error:
        # What comes of drawing has a rule of its own; anything else is said of a file that was written by hand.
        drawn = error.rule.startswith("zones.")
        called = {key: named(str(error.params[key])) for key in ("zone", "side") if drawn and key in error.params}
        raise DrawnError(said(error.rule, **(error.params | called)), error.rule if drawn else "table.zones") from None
    if marked.game != game:
        raise DrawnError(said("table.zones_game", zones=marked.game, game=game))
    sides, players = marked.sides(), getattr(rules, "players", None)
    if game == "trash" and sides and players is not None and len(sides) != players:
        raise DrawnError(said("table.layouts", found=len(sides), players=players))
    used = [name for name in marked.zones if name in USED[game]]
    for name in used:
        middle = marked.zones[name].mean(axis=0)
        if not ((middle > 0) & (middle < 1)).all():
            raise DrawnError(said("table.zones_off", zone=named(name)))
    for one, other in combinations(used, 2):
        pair = np.stack([marked.zones[one], marked.zones[other]]) * np.float32(_PIXELS)
        if overlap(*pair) > _PIECE * areas(pair).min():
            raise DrawnError(said("table.zones_over", one=named(one), other=named(other)))
    if game == "trash" and not sides:
        raise DrawnError(said("table.zones_layouts"))
    if NEEDED[game] not in marked.zones:
        raise DrawnError(said("table.zones_missing", zone=named(NEEDED[game])))
