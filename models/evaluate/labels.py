"""Photos with labels: a folder with `labels.jsonl`, one JSON object for each photo.

An object names its `image`, relative to the folder, and has either `boxes`, each with `card` (a code, `BACK`, `JOKER`,
or `K?` where only the rank is known), `kind` (`card`, the whole card, or `index`, a printed corner) and `xyxy` in
pixels; or, of the whole photo, `cards` facing up (with repeats, each a code or `JOKER`), the numbers of `backs` and
`jokers`, and `allowed`: cards that count neither way. `table`, `layout` and `overlap` say how it was taken.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rules.cards import Card, Rank
from rules.errors import RulesError

BACK = "BACK"
JOKER = "JOKER"
Kind = Literal["card", "index"]
Corners = tuple[float, float, float, float]


class LabelError(ValueError):
    """Labels that cannot be used: file, line and why."""


@dataclass(frozen=True)
class Box:
    """A labelled place: `code` is a card, `BACK`, `JOKER` or a rank and `?`; `xyxy` left, top, right, bottom pixels."""

    code: str
    kind: Kind
    xyxy: Corners

    def named(self, code: str) -> bool:
        """Whether a card of that code is what the label says."""
        if self.code.endswith("?"):
            return code[:-1] == self.code[:-1]
        return code == self.code


@dataclass(frozen=True)
class LabelledPhoto:
    """One photo and its truth: either boxes, or what lies in the whole of it.

    Attributes:
        path: of the photo.
        name: the photo as the labels name it.
        boxes: labelled places; None where the whole photo is labelled instead.
        cards: codes of the cards facing up, jokers among them.
        allowed: codes that count neither way.
        backs: face-down cards.
        table: what photos of one table share; the photo's own name where the labels do not tell.
        layout: how the cards lie, or "".
        overlap: whether they overlap, where the labels tell.
    """

    path: Path
    name: str
    boxes: tuple[Box, ...] | None
    cards: Counter[str]
    allowed: Counter[str]
    backs: int
    table: str
    layout: str = ""
    overlap: bool | None = None


def load_labels(folder: Path) -> list[LabelledPhoto]:
    """The labelled photos of a folder, in the order of its labels.

    Raises:
        LabelError: no `labels.jsonl`, or a line of it that is none.
    """
    file = folder / "labels.jsonl"
    try:
        # Some editors begin a file with a mark of their own; of a name's letters some would end a line elsewhere.
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (FileNotFoundError, NotADirectoryError):
        raise LabelError(f"{folder}: no labels.jsonl there") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{file}: cannot be read: {error}") from None
    photos = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            photos.append(_photo(folder, json.loads(line)))
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            reason = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise LabelError(f"{file}, line {number}: {reason}") from None
    if not photos:
        raise LabelError(f"{file}: no photos")
    return photos


def _photo(folder: Path, label: Any) -> LabelledPhoto:
    if not isinstance(label, dict):
        raise ValueError("no JSON object")
    name = str(label["image"])
    boxes: tuple[Box, ...] | None = None
    cards: Counter[str] = Counter()
    backs = 0
    if "boxes" in label:
        boxes = tuple(_box(box) for box in _listed(label, "boxes"))
    else:
        cards = Counter(_named(code) for code in _listed(label, "cards"))
        jokers, backs = _count(label, "jokers"), _count(label, "backs")
        if jokers:
            cards[JOKER] = max(jokers, cards[JOKER])
    overlap = label.get("overlap")
    return LabelledPhoto(
        path=folder / name,
        name=name,
        boxes=boxes,
        cards=cards,
        allowed=Counter(_named(code) for code in _listed(label, "allowed")) if "allowed" in label else Counter(),
        backs=backs,
        table=str(label.get("table", name)),
        layout=str(label.get("layout", "")),
        overlap=None if overlap is None else bool(overlap),
    )


def _listed(label: dict[str, Any], name: str) -> list[Any]:
    value = label[name]
    if not isinstance(value, list):
        raise ValueError(f"{name!r} is no list")
    return value


def _count(label: dict[str, Any], name: str) -> int:
    value = label.get(name, 0)
    if type(value) is not int or value < 0:
        raise ValueError(f"{name!r} is no count: {value!r}")
    return value


def _box(box: Any) -> Box:
    if not isinstance(box, dict):
        raise ValueError("a box is no JSON object")
    kind = box["kind"]
    if kind not in ("card", "index"):
        raise ValueError(f"kind {kind!r} is neither card nor index")
    left, top, right, bottom = (float(value) for value in box["xyxy"])
    if not (-math.inf < left < right < math.inf and -math.inf < top < bottom < math.inf):
        raise ValueError(f"box {box['xyxy']} is not left, top, right, bottom")
    return Box(_code(box["card"]), kind, (left, top, right, bottom))


def _named(code: Any) -> str:
    """A card that a reading can name: what lies in a whole photo is counted by names."""
    named = _code(code)
    if named == BACK or named.endswith("?"):
        raise ValueError(f"{code!r} is no card facing up")
    return named


def _code(code: Any) -> str:
    if not isinstance(code, str):
        raise ValueError(f"{code!r} is no card")
    if code in (BACK, JOKER):
        return code
    try:
        if code.endswith("?"):
            return Rank.parse(code[:-1]).symbol + "?"
        return str(Card.parse(code))
    except RulesError:
        raise ValueError(f"{code!r} is no card") from None
