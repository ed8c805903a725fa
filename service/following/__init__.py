"""One follower for each game: from the table as it is tracked to turns and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.following.base import Follower


def follower(
    game: str, rules: Any, zones: Mapping[str, Any] | None = None, slots: Sequence[int] | None = None, lang: str = "en"
) -> Follower:
    """The follower of a game.

    Args:
        game: trash, gin, bus or ace.
        rules: the game's ``Rules``; None: the default ones.
        zones: set by hand, see `vision.marked`; None: found.
        slots: of each Trash layout at the start; None: ten, or what is found.
        lang: of the sentences.

    Raises:
        ValueError: there is no such game, or the zones are those of another.
    """
    from importlib import import_module

    homes = {"trash": "TrashFollower", "gin": "GinFollower", "bus": "BusFollower", "ace": "AceFollower"}
    if game not in homes:
        raise ValueError(f"{game!r} is no game: {', '.join(homes)}")
    kind = getattr(import_module(f"service.following.{game}"), homes[game])
    made: Follower = kind(rules, zones=zones, lang=lang, **({"slots": slots} if game == "trash" else {}))
    return made


__all__ = ["Follower", "follower"]
