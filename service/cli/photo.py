"""A reading corrected by hand. Apart from the commands, most of which need no array before they have a picture."""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Reading


@dataclass(frozen=True, eq=False)
class Photo(Reading):
    """A reading corrected by hand.

    Attributes:
        numbers: of its cards as lists name them, from 1 over all photos; a card taken out leaves its number unused, so
            that one correction does not change what the next one means.
    """

    numbers: tuple[int, ...] = ()
