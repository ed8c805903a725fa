"""Stop the Bus in one picture: whether the three cards in the midst of the hands are the table's."""

from __future__ import annotations


def table_among(groups: int, players: int | None = None, playing: int | None = None) -> bool | None:
    """Whether one of these groups of three cards is the table's; None where it may be or may be not.

    Args:
        groups: how many groups of three lie open.
        players: how many started, None where it is not known. Of more than two some may be out by now.
        playing: how many are still in the game, None where it is not known.
    """
    if playing is not None and groups in (playing, playing + 1):
        return groups == playing + 1
    if groups <= 2:
        # Two play at least: of two groups both are hands.
        return False
    return True if players is not None and groups == players + 1 else None
