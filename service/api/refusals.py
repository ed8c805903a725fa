"""What is wrong with a picture, as a problem: the same over HTTP and over a WebSocket."""

from __future__ import annotations

from service.api.problems import Problem
from service.api.sentences import said
from vision.picture import PictureError

_NAMED = ("empty", "kind", "small", "large", "heic")
"""What is told apart by its rule: the rest is damaged one way or another."""


def bad_picture(error: PictureError, field: str | None) -> Problem:
    """The problem for a picture that cannot be used."""
    rule = error.rule if error.why in _NAMED else "picture.damaged"
    return Problem("bad-picture", said(error.rule, **error.params), field=field, rule=rule)
