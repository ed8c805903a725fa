"""How much may be spent on one verdict."""

from __future__ import annotations


class TooOpen(Exception):
    """So much is uncertain that the question was given up."""


class Effort:
    """A number of steps that runs down.

    Args:
        steps: how many there are.
    """

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps off.

        Raises:
            TooOpen: when there are none left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooOpen
