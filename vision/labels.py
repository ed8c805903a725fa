"""Tags with the cards' names, laid on a picture so that each is seen to belong to its card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from rules.catalogue import card_name
from vision import colours
from vision.catalogue import DOWN
from vision.colours import Colour
from vision.geometry import Doubles, centres, inside, sizes
from vision.overlap import Overlap
from vision.types import Floats, Image, SeenCard

_FONT = cv2.FONT_HERSHEY_DUPLEX
_PIP_SIDE = 64
_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
"""Signs that are drawn, for OpenCV writes none, by the suit."""
_SECOND = 0.66
"""Height of a tag's second line in that of its first."""
_BREADTH, _ROOM = 0.17, 0.38
"""Height of writing: in the breadth of its card, and at most in the way from its index to that of another card."""
_STEPS = (1.2, 2.0, 2.8)
"""How far from its index a tag may lie, along it, in the index's height."""
_OVER_TAG, _TOUCHING, _OVER_INDEX, _AMISS, _FOLDED = 60.0, 6.0, 25.0, 8.0, 0.1
"""What it costs to cover another tag wholly or at all, or an index, to lie where nothing shows of the card, and to take
two lines; a tag's usual length off the place where it would best be costs 1."""
_LENGTH = 4
"""A tag's usual length, in the height of its writing."""
_SAMPLED = np.array([[x, y] for x in (0.05, 0.35, 0.65, 0.95) for y in (0.2, 0.8)], dtype=np.float32)
"""Where it is asked whether a tag lies on its card, in its width and height."""
_ROUNDS = 3
"""How often all tags are laid, each round those the others leave room for."""


@dataclass(frozen=True)
class _Form:
    """What a tag says, a line or two, and how large it is then: height of writing, width and height."""

    lines: tuple[str, ...]
    tall: int
    across: int
    down: int


@dataclass(frozen=True)
class Tag:
    """One card's tag: where it lies, left, top, width and height in pixels, and its writing's height."""

    card: SeenCard
    lines: tuple[str, ...]
    tall: int
    left: int
    top: int
    across: int
    down: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        return self.left, self.top, self.left + self.across, self.top + self.down


def text(card: SeenCard, lang: str = "en") -> str:
    """What is said of a card in a language: its name and confidence, what it may be, or that it lies face down."""
    if card.side == "down":
        return DOWN[lang]
    if card.card is not None:
        # Rounded down: 100 % would claim what nobody can know.
        return f"{card_name(card.card.code, lang)} {int(100 * card.confidence)}%"
    return "/".join(card_name(each.code, lang) for each in list(card.candidates)[:2]) + "?"


def colour(card: SeenCard) -> Colour:
    """What a card is drawn in: the colour of its suit, of jokers, of what is unknown or lies face down."""
    if card.side == "down":
        return colours.DOWN
    if card.card is None:
        return colours.UNKNOWN
    return colours.JOKER if card.card.suit is None else colours.SUITS[card.card.suit.value]


def tags(cards: Sequence[SeenCard], lying: Overlap, size: tuple[int, int], lang: str = "en") -> list[Tag]:
    """A tag for each card, on or beside it, off other tags and off indices as far as there is room.

    Args:
        cards: of the picture.
        lying: where they lie in the drawing.
        size: of the drawing, width and height.
        lang: of what they say.
    """
    quads, indices, owners = lying.quads, lying.indices, lying.owners
    crowded = np.array([card.guessed and len(card.indices) > 0 for card in cards], dtype=bool) | lying.on.any(axis=1)
    anchors = centres(quads)
    wanted = _BREADTH * sizes(quads).min(axis=1)
    for row in np.flatnonzero(crowded).tolist():
        mine, others = indices[owners == row], centres(indices[owners != row])
        if not len(mine):
            continue
        room = np.linalg.norm(centres(mine)[:, None] - others[None], axis=2).min(axis=1, initial=np.inf)
        # Little more than its corner may show of such a card: its tag goes next to the index that is freest.
        free = mine[int(room.argmax())]
        anchors[row] = free.mean(axis=0) + _STEPS[0] * (free[3] - free[0])
        wanted[row] = min(wanted[row], _ROOM * float(room.max()))
    if crowded.any():
        # Writing of one size is read more easily.
        wanted[crowded] = np.minimum(wanted[crowded], np.median(wanted[crowded]))
    bounds = np.concatenate([indices.min(axis=1), indices.max(axis=1)], axis=1)
    spots: list[list[Tag]] = []
    costs: list[Doubles] = []
    for row, card in enumerate(cards):
        tall = int(np.clip(wanted[row], max(12, size[1] / 75), max(16, size[1] / 24)))
        places = _places(quads[row], indices[owners == row])
        spots.append([_tag(form, place, card, size) for form in _forms(card, tall, lang) for place in places])
        boxes = np.array([spot.box for spot in spots[-1]], dtype=np.float32)
        points = (boxes[:, None, :2] + _SAMPLED * (boxes[:, None, 2:] - boxes[:, None, :2])).reshape(-1, 2)
        shown = inside(points, quads[row]) & ~lying.hidden(points, row)
        cost = _OVER_INDEX * _shares(boxes, bounds).sum(axis=1)
        cost += _AMISS * (1 - shown.reshape(len(boxes), -1).mean(axis=1))
        cost += np.linalg.norm((boxes[:, :2] + boxes[:, 2:]) / 2 - anchors[row], axis=1) / (_LENGTH * tall)
        cost += [_FOLDED * (len(spot.lines) - 1) for spot in spots[-1]]
        costs.append(cost)
    return _chosen(spots, costs, np.argsort(quads[..., 1].mean(axis=1), kind="stable").tolist())


def _chosen(spots: Sequence[Sequence[Tag]], costs: Sequence[Doubles], order: Sequence[int]) -> list[Tag]:
    """For each card the tag that costs least beside those of the others, looked at in an order."""
    chosen: list[Tag | None] = [None] * len(spots)
    for _ in range(_ROUNDS):
        for row in order:
            taken = [spot.box for other, spot in enumerate(chosen) if spot is not None and other != row]
            shares = _shares(np.array([spot.box for spot in spots[row]]), np.array(taken).reshape(-1, 4))
            cost = costs[row] + (_OVER_TAG * shares + _TOUCHING * (shares > 0)).sum(axis=1)
            chosen[row] = spots[row][int(cost.argmin())]
    return [spot for spot in chosen if spot is not None]


def draw(canvas: Image, tag: Tag) -> None:
    """Put a tag on a picture, in place."""
    part = canvas[tag.top : tag.top + tag.down, tag.left : tag.left + tag.across]
    if part.size == 0:
        return
    across, down, tall = tag.across, tag.down, tag.tall
    plate = part.copy()
    plate[:] = colours.PAPER
    mask = np.zeros(part.shape[:2], dtype=np.uint8)
    radius = tall // 3
    cv2.rectangle(mask, (radius, 0), (across - 1 - radius, down - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (across - 1, down - 1 - radius), 255, -1)
    for x in (radius, across - 1 - radius):
        for y in (radius, down - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    plate[:, : _bar(tall)] = colour(tag.card)
    rows = _rows(tag.lines, tall)
    top = (down - sum(rows)) / 2
    for number, (line, high) in enumerate(zip(tag.lines, rows, strict=True)):
        at = _bar(tall) + tall // 3
        written = tall if number == 0 else _second(tall)
        for run in _runs(line):
            if run in _SIGNS:
                _pip(plate, _SIGNS[run], at, round(top + (high - written) / 2), written, colours.SUITS[_SIGNS[run]])
            else:
                _, font_scale, stroke = _writing(run, written)
                foot = (at, round(top + high / 2 + 0.4 * written))
                cv2.putText(plate, run, foot, _FONT, font_scale, colours.INK, stroke, cv2.LINE_AA)
            at += _across(run, written)
        top += high
    share = mask[:, :, None].astype(np.float32) * np.float32(0.92 / 255)
    part[:] = np.round(part * (1 - share) + plate * share).astype(np.uint8)


def _tag(form: _Form, middle: Floats, card: SeenCard, size: tuple[int, int]) -> Tag:
    """A tag of that form about a place, or as near to it as the drawing reaches."""
    left = int(np.clip(middle[0] - form.across / 2, 0, max(0, size[0] - form.across)))
    top = int(np.clip(middle[1] - form.down / 2, 0, max(0, size[1] - form.down)))
    return Tag(card, form.lines, form.tall, left, top, form.across, form.down)


def _forms(card: SeenCard, tall: int, lang: str) -> list[_Form]:
    """A card's tag in one line, and in two, where what it says has two parts."""
    # A sign is the easiest to find: it stands before its rank.
    said = re.sub(r"(\w+)([♣♦♥♠])", r"\2\1", text(card, lang))
    name, gap, rest = said.partition("/" if card.side == "up" and card.card is None else " ")
    lined: list[tuple[str, ...]] = [(name + gap + rest,)]
    if gap:
        lined.append((name + gap.strip(), rest))
    forms = []
    for lines in lined:
        wide = [_across(line, _second(tall) if number else tall) for number, line in enumerate(lines)]
        down = sum(_rows(lines, tall)) + (tall // 4 if len(lines) > 1 else 0)
        forms.append(_Form(lines, tall, max(wide) + 2 * (tall // 3) + _bar(tall), down))
    return forms


def _places(quad: Floats, mine: Floats) -> list[Floats]:
    """Where a tag's middle may lie: beyond the card's indices, over its middle, along its edges, outside."""
    middle = quad.mean(axis=0)
    places = [middle]
    places += [middle + (corner - middle) * 0.5 for corner in quad]
    places += [
        middle + ((quad[a] + quad[(a + 1) % 4]) / 2 - middle) * reach for reach in (0.75, 1.15) for a in range(4)
    ]
    for index in mine:
        centre, along, beside = index.mean(axis=0), index[3] - index[0], index[1] - index[0]
        places += [centre + along * step + beside * aside for step in _STEPS for aside in (-0.4, 0.0, 0.4, 1.0)]
        places += [centre - along * _STEPS[0], centre + along * 0.3 + beside * 1.6]
    return places


def _shares(boxes: npt.NDArray[np.generic], others: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
    """(N, M) what (N, 4) boxes and (M, 4) others share, in the area of the smaller."""
    first, second = np.asarray(boxes, dtype=np.float64)[:, None], np.asarray(others, dtype=np.float64)[None]
    sides = np.minimum(first[..., 2:], second[..., 2:]) - np.maximum(first[..., :2], second[..., :2])
    areas = [np.prod(each[..., 2:] - each[..., :2], axis=-1) for each in (first, second)]
    return np.asarray(np.prod(np.maximum(sides, 0), axis=-1) / np.maximum(1, np.minimum(*areas)))


def _bar(tall: int) -> int:
    return max(3, tall // 5)


def _second(tall: int) -> int:
    return max(9, round(_SECOND * tall))


def _rows(lines: Sequence[str], tall: int) -> list[int]:
    """Heights of a tag's lines."""
    return [round(1.7 * tall)] if len(lines) == 1 else [round(1.25 * tall), round(1.3 * _second(tall))]


def _runs(line: str) -> list[str]:
    """What is written and what is drawn of a line, in its order."""
    return re.findall(r"[♣♦♥♠]|[^♣♦♥♠]+", line)


def _across(line: str, tall: int) -> int:
    """Width of a line in pixels, its signs included."""
    return sum(tall + tall // 8 if run in _SIGNS else _writing(run, tall)[0] for run in _runs(line))


def _writing(words: str, tall: int) -> tuple[int, float, int]:
    """Width in pixels, font scale and stroke of a text whose capitals are about 0.8 of `tall` high."""
    font_scale = 0.8 * tall / 22
    stroke = max(1, round(tall / 18))
    (wide, _), _ = cv2.getTextSize(words, _FONT, font_scale, stroke)
    return wide, font_scale, stroke


def _pip(canvas: Image, suit: str, left: int, top: int, side: int, ink: Colour) -> None:
    mask = cv2.resize(_pip_mask(suit), (side, side), interpolation=cv2.INTER_AREA)
    part = canvas[top : top + side, left : left + side]
    share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = np.round(part * (1 - share) + np.array(ink, dtype=np.float32) * share).astype(np.uint8)


@lru_cache(maxsize=4)
def _pip_mask(suit: str) -> npt.NDArray[np.uint8]:
    """A suit's sign as a (64, 64) mask, drawn from circles and triangles."""
    mask = np.zeros((_PIP_SIDE, _PIP_SIDE), dtype=np.uint8)

    def polygon(*corners: tuple[int, int]) -> None:
        cv2.fillPoly(mask, [np.array(corners, dtype=np.int32)], 255, cv2.LINE_AA)

    def discs(*circles: tuple[int, int, int]) -> None:
        for x, y, radius in circles:
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)

    if suit == "D":
        polygon((32, 3), (55, 32), (32, 61), (9, 32))
    elif suit == "H":
        discs((19, 21, 15), (45, 21, 15))
        polygon((5, 26), (59, 26), (32, 60))
    elif suit == "S":
        discs((19, 36, 14), (45, 36, 14))
        polygon((6, 31), (32, 3), (58, 31))
        polygon((32, 30), (42, 60), (22, 60))
    else:
        discs((32, 17, 13), (17, 36, 13), (47, 36, 13), (32, 32, 7))
        polygon((32, 30), (42, 60), (22, 60))
    return mask
