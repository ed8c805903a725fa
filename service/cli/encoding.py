"""Printing where a console cannot show every sign: pipes on Windows, old code pages, plain ASCII."""

from __future__ import annotations

import codecs
from typing import Final, TextIO

_INSTEAD: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "…": "...",
    "→": "->", "✕": "x", "×": "x", "★": "*", "\u00a0": " ", "\u202f": " ", "─": "-", "━": "-", "│": "|",
}  # fmt: skip
"""What is printed for a sign that cannot be; a suit is the letter of its card's code."""
_HANDLER: Final = "kibitz.instead"
_USUAL: Final = ("strict", "surrogateescape", "backslashreplace")
"""What streams do of themselves; anything else was asked for."""


def _instead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    said = "".join(_INSTEAD.get(sign, "?") for sign in error.object[error.start : error.end])
    return said, error.end


codecs.register_error(_HANDLER, _instead)


def print_all(*streams: TextIO | None) -> None:
    """From here on let text streams print another sign for one that their encoding does not have, never fail."""
    for stream in streams:
        # Streams of a test or of a host program may be of another kind.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and getattr(stream, "errors", None) in _USUAL:
            reconfigure(errors=_HANDLER)
