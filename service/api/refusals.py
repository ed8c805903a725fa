"""What is wrong with a picture, as a problem: the same over HTTP and over a WebSocket."""

from __future__ import annotations

from service.api.problems import Problem
from service.api.sentences import SENTENCES, said
from vision.picture import PictureError

_DAMAGED = ("cut_short", "damaged")


def bad_picture(error: PictureError, field: str | None) -> Problem:
    """The problem for a picture that cannot be used."""
    sentence = f"picture.{error.why}"
    rule = "picture.damaged" if error.why in _DAMAGED or sentence not in SENTENCES["en"] else sentence
    words = said(sentence, name=error.name, **error.params) if sentence in SENTENCES["en"] else f"{error}."
    return Problem("bad-picture", words, field=field, rule=rule)
