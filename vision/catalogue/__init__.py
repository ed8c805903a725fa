"""The sentences of what is seen, by id and parameters, in English, French and German; as `rules.catalogue` has them.

An id is ``group.name``: ``picture`` what keeps a file from being read, ``reading`` what a reading warns of, ``advice``
what would make a better photo, ``teach`` what keeps a deck from being taught, ``zones`` where a table does not show
what a game needs, or zones drawn by hand cannot be, ``marked`` what is wrong with a file of these. Templates are
written as those of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from rules.catalogue import LANGUAGES, begun, worded

DOWN: Final = {"en": "face down", "fr": "dos", "de": "verdeckt"}
"""What is written on a card that lies face down; OpenCV writes no accents."""


@cache
def sentences(lang: str) -> Mapping[str, str]:
    """The templates of a language by id.

    Raises:
        ValueError: for a language that has no catalogue.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no sentences in language {lang!r}: {', '.join(LANGUAGES)}")
    templates: Mapping[str, str] = import_module(f"vision.catalogue.{lang}").SENTENCES
    return templates


def sentence(rule: str, params: Mapping[str, object], lang: str = "en") -> str:
    """The sentence of an id, filled with its parameters, in ``en``, ``fr`` or ``de``.

    Raises:
        ValueError: for an unknown language.
        KeyError: for an id without a sentence or a missing parameter: a mistake in the program, not in the input.
    """
    told = worded(sentences(lang)[rule], params, lang)
    # A file's name is spelt as it is.
    return told if rule.startswith("picture.") else begun(told)
