"""Shows a script: cards on a table, carried and turned by hands, under one camera and one light, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.backgrounds import Backgrounds
from datasets.composer.canvas import Canvas
from datasets.composer.hands import draw_hand, reaching
from datasets.composer.items import LaidHand, moved_hand
from datasets.composer.view import Sheet, View
from datasets.deck import Deck
from datasets.film.beats import SEATS, Beat, Pose, Script
from datasets.film.company import Company
from datasets.film.held import HeldCards

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]
Point = NDArray[np.float64]

CARRIED = 20000
"""Pixels that show a card in motion have this number and more in the picture's ids; hands `ARM` and more."""
ARM = 30000
HELD = 40000
"""Pixels that show what players hold have this number in the picture's ids."""

_GRID = np.stack(np.meshgrid((np.arange(9) + 0.5) / 9, (np.arange(11) + 0.5) / 11), axis=-1).reshape(-1, 2)
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
_THICKNESS = 0.003
_LONGEST = 20.0
"""Card heights that a forearm is drawn at most, ..."""
_BEYOND = 120
"""... and pixels beyond the picture's edge from which it need be no longer."""
_FRAMED = 0.35
"""Share of a place that has to be in the picture for what becomes of it to be seen."""


@dataclass(frozen=True)
class Shown:
    """One card in one frame, as the camera before shake and lens effects has it.

    Attributes:
        piece: its number in the script.
        code: card code, also of a face-down card.
        up: which side shows.
        quad: (4, 2) pixels, clockwise from the card's own top left.
        visible: share of its area that is seen, 0..1.
        moving: whether a hand carries it.
    """

    piece: int
    code: str
    up: bool
    quad: Quad
    visible: float
    moving: bool


@dataclass(frozen=True)
class _Place:
    """Where the picture shows a card.

    Attributes:
        quad: (4, 2) pixels of its corners.
        pixels: rows and columns of those of its sample points that are inside the picture.
    """

    quad: Quad
    pixels: tuple[NDArray[np.int64], NDArray[np.int64]]


def aim(
    rng: np.random.Generator,
    extent: tuple[float, float, float, float],
    size: tuple[int, int],
    tilt: float | None = None,
    apart: float | None = None,
) -> View:
    """A camera at the near side that sees the table's rectangle whole.

    Args:
        rng: source of chance.
        extent: the rectangle: left, far, right, near.
        size: of the picture, width and height in pixels.
        tilt: radians from looking straight down, at most 0.75 by default.
        apart: how far away it stands, in the rectangle's longer side; 2 to 3.5 by default.
    """
    tilt = float(rng.uniform(0.0, 0.75)) if tilt is None else tilt
    left, far, right, near = extent
    centre = ((left + right) / 2, (far + near) / 2)
    distance = (float(rng.uniform(2.0, 3.5)) if apart is None else apart) * max(right - left, near - far)
    view = View(size, centre, distance, 1.0, tilt, turn=float(rng.normal(0, 0.04)), roll=float(rng.normal(0, 0.02)))
    corners = view.on_table(np.array([(left, far), (right, far), (right, near), (left, near)]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = float(rng.uniform(0.03, 0.07)) * size[1]
    focal = float(((np.array(size) - 2 * margin) / (high - low)).min())
    spot = np.array(size) / 2 - focal * (low + high) / 2
    return replace(view, focal=focal, aim=(float(spot[0]), float(spot[1])))


class Stage:
    """The table of one film. Ask for frames in the order of time.

    Args:
        script: what happens.
        decks: the packs; the first copy of a card comes from the first, the second from the second.
        backgrounds: table tops.
        rng: source of chance for table, light and hands.
        view: the camera.
        company: whoever and whatever else is at the table.

    Attributes:
        width: of a card, in its height.
        held: the cards in the players' hands, where they are seen.
    """

    def __init__(
        self,
        script: Script,
        decks: Sequence[Deck],
        backgrounds: Backgrounds,
        rng: np.random.Generator,
        view: View,
        company: Company | None = None,
    ) -> None:
        self.script, self.view = script, view
        self._decks = _packs(script.codes, decks)
        self._table = np.asarray(backgrounds.sample(rng, view.size), dtype=np.uint8)
        self._light = float(rng.uniform(0, 2 * np.pi))
        self._shadow = (
            float(rng.uniform(0.2, 1.2)),
            float(rng.choice([0.01, 0.03, 0.06])),
            float(rng.uniform(0.15, 0.5)),
        )
        self._poses = dict(script.start)
        self._places: dict[Pose, _Place] = {}
        self._order = list(script.order)
        self._beats = list(script.beats)
        self._next = 0
        self._active: list[Beat] = []
        self._rest = Canvas(self._table.copy(), view, lit=True)
        self._now = Canvas(self._table.copy(), view, lit=True)
        self._stale = True
        self._hands = {side: reaching(rng, 0.0, 0.0, 0.0) for side in SEATS}
        self._wobble = {side: float(rng.normal(0, 0.12)) for side in SEATS}
        back = decks[0].back()
        self.width = back.shape[1] / back.shape[0]
        self.held: HeldCards | None = None
        self._company = company
        if company is not None:
            self._scatter(company)

    def frame(self, time: float) -> Image:
        """The picture at a time, not earlier than the last one asked for: (H, W, 3) BGR uint8."""
        self._advance(time)
        if self._stale:
            self._draw_rest(time)
        canvas = self._now
        canvas.take(self._rest)
        if self.held is not None:
            for piece, sheet, up in self.held.cards(time):
                self._lay(canvas, piece, sheet, up, HELD)
            for side, hand in self.held.hands(time).items():
                other = self._hands[side]
                hand = self._reaching_in(replace(hand, skin=other.skin, sleeve=other.sleeve))
                draw_hand(canvas, hand, HELD, self._light)
        for beat in self._active:
            if beat.piece is not None:
                sheet, up = self._carried(beat, time)
                self._lay(canvas, beat.piece, sheet, up, CARRIED + beat.piece)
        for number, beat in enumerate(one for one in self._active if not one.passing):
            draw_hand(canvas, self._hand(beat, time), ARM + number, self._light)
        if self._company is not None:
            for number, hand in enumerate(self._company.hands(time), start=len(SEATS)):
                draw_hand(canvas, hand, ARM + number, self._light)
        return canvas.image

    @property
    def moving(self) -> bool:
        """Whether a hand was in the frame last drawn."""
        return bool(self._active) or self._company is not None or self.held is not None

    def shown(self, time: float) -> list[Shown]:
        """The cards of the frame last drawn, bottom to top; those wholly covered have nothing visible."""
        moving = {beat.piece: beat for beat in self._active if beat.piece is not None}
        out = []
        for piece in [*(p for p in self._order if p not in moving), *moving]:
            if piece in moving:
                sheet, up = self._carried(moving[piece], time)
                place, number = self._placed(sheet), CARRIED + piece
            else:
                pose = self._poses[piece]
                place, up, number = self._place(pose), pose.up, piece + 1
            share = float(np.count_nonzero(self._now.ids[place.pixels] == number)) / len(_GRID)
            out.append(Shown(piece, self.script.codes[piece], up, place.quad, share, piece in moving))
        return out

    def free(self, pose: Pose) -> bool:
        """Whether the frame last drawn shows enough of this place, covered by no hand and no card in motion."""
        pixels = self._place(pose).pixels
        if len(pixels[0]) < _FRAMED * len(_GRID):
            return False
        return bool((self._now.ids[pixels] < CARRIED).mean() > 0.97)

    def quad(self, pose: Pose) -> Quad:
        """Corners of a card in that pose, (4, 2) pixels."""
        return self._place(pose).quad

    def _place(self, pose: Pose) -> _Place:
        # Cards lie where they lie for most of a film, and all are asked for at every frame.
        if pose not in self._places:
            self._places[pose] = self._placed(self._sheet(pose))
        return self._places[pose]

    def _placed(self, sheet: Sheet) -> _Place:
        quad = self.view.project(sheet.place(_CORNERS)).astype(np.float32)
        return _Place(quad, self._now.pixels(sheet, _GRID))

    def _advance(self, time: float) -> None:
        while self._next < len(self._beats) and self._beats[self._next].start <= time:
            beat = self._beats[self._next]
            self._next += 1
            # A hand has one place at a time: what it did before is over.
            if not beat.passing:
                for old in [old for old in self._active if old.player == beat.player]:
                    self._finish(old)
            self._active.append(beat)
            if beat.piece is not None:
                self._poses.setdefault(beat.piece, beat.begin or Pose(0, 0))
                if beat.piece in self._order:
                    self._order.remove(beat.piece)
                self._stale = True
        for beat in [beat for beat in self._active if beat.end <= time and self._leaves(beat)]:
            self._finish(beat)
        for beat in [beat for beat in self._active if beat.end <= time and beat.piece is not None and _done(beat)]:
            # The card is let go, or under another; the hand stays over it until its next beat.
            self._finish(beat)
            if not beat.passing:
                self._active.append(replace(beat, piece=None, start=beat.end, hand=beat.hand[[1, 1]]))

    def _leaves(self, beat: Beat) -> bool:
        """Whether the beat ends out of the picture, so that nothing of the hand is left to draw."""
        x, y = self.view.on_table(beat.hand[1:])[0]
        width, height = self.view.size
        return beat.piece is None and not (-50 < x < width + 50 and -50 < y < height + 50)

    def _finish(self, beat: Beat) -> None:
        self._active.remove(beat)
        if beat.piece is None:
            return
        if beat.piece in self._order:
            self._order.remove(beat.piece)
        if beat.finish is not None:
            self._poses[beat.piece] = beat.finish
            over = self._order.index(beat.under) if beat.under in self._order else len(self._order)
            self._order.insert(over, beat.piece)
        self._stale = True

    def _scatter(self, company: Company) -> None:
        """Draw what lies about onto the table."""
        _, softness, darkness = self._shadow
        for thing in company.things:
            shift = self._cast(0.008 + thing.height)
            self._rest.sheet(thing.texture, thing.sheet, 0, shadow=(*shift, softness, darkness))
        self._table = self._rest.image.copy()

    def _draw_rest(self, time: float) -> None:
        self._rest.clear(self._table)
        # What is seen in a hand does not lie beside the picture as well, where a low camera would see it.
        held = set() if self.held is None else {piece for piece, *_ in self.held.cards(time)}
        for piece in [piece for piece in self._order if piece not in held]:
            pose = self._poses[piece]
            self._lay(self._rest, piece, self._sheet(pose), pose.up, piece + 1)
        self._stale = False

    def _lay(self, canvas: Canvas, piece: int, sheet: Sheet, up: bool, number: int) -> None:
        deck = self._decks[piece]
        texture = deck.face(self.script.codes[piece]).image if up else deck.back()
        _, softness, darkness = self._shadow
        shift = self._cast(0.008 + 1.2 * sheet.lift)
        soft = softness + 0.3 * sheet.lift
        canvas.sheet(texture, sheet, number, shadow=(*shift, soft, darkness / (1 + 2 * sheet.lift)))

    def _cast(self, rise: float) -> tuple[float, float]:
        """By how much the shadow of something so high lies beside it, in card heights as its height is."""
        length = self._shadow[0]
        return float(-np.cos(self._light) * rise * length), float(-np.sin(self._light) * rise * length)

    def _sheet(self, pose: Pose) -> Sheet:
        return Sheet(pose.x, pose.y, float(np.deg2rad(pose.angle)), self.width, lift=_THICKNESS)

    def _carried(self, beat: Beat, time: float) -> tuple[Sheet, bool]:
        """A card on its way: lifted in an arc, turned over about its long axis if it changes sides."""
        assert beat.begin is not None, "a card is carried from somewhere"
        assert beat.finish is not None, "a card is carried to somewhere"
        part = _eased((time - beat.start) / max(beat.end - beat.start, 1e-6))
        begin, finish = beat.begin, beat.finish
        turn = (finish.angle - begin.angle + 180.0) % 360.0 - 180.0
        lift = _THICKNESS
        if not beat.pushed:
            lift += 0.35 * float(np.sin(np.pi * part)) + (0.0 if beat.place else 0.3 * part)
        width, up = self.width, finish.up
        if begin.up != finish.up:
            swing = float(np.cos(np.pi * min(max((part - 0.2) / 0.6, 0.0), 1.0)))
            width, up = self.width * max(abs(swing), 0.03), finish.up if swing < 0 else begin.up
            lift += 0.5 * self.width * float(np.sqrt(max(0.0, 1 - swing * swing)))
        return (
            Sheet(
                begin.x + (finish.x - begin.x) * part,
                begin.y + (finish.y - begin.y) * part,
                float(np.deg2rad(begin.angle + turn * part)),
                width,
                lift=lift,
            ),
            up,
        )

    def _hand(self, beat: Beat, time: float) -> LaidHand:
        part = _eased((time - beat.start) / max(beat.end - beat.start, 1e-6))
        tip = beat.hand[0] + (beat.hand[1] - beat.hand[0]) * part
        angle = float(np.deg2rad(SEATS[beat.player])) + self._wobble[beat.player]
        # Fingers hold a card at its near edge, so that some of its face stays in view.
        grip = np.array([-np.sin(angle), np.cos(angle)]) * 0.3
        hand = self._hands[beat.player]
        x, y = tip + grip
        return self._reaching_in(moved_hand(hand, x, y, angle))

    def _reaching_in(self, hand: LaidHand) -> LaidHand:
        """A hand whose forearm begins out of the picture, as arms do come in."""
        bones = hand.bones.copy()
        bones[0, :2] = self._elbow(bones[0, 2:4], bones[0, :2], hand.lift)
        return replace(hand, bones=bones)

    def _elbow(self, wrist: Point, elbow: Point, lift: float) -> Point:
        """(2,) where a forearm begins: as far off as was drawn, or farther, where that is out of the picture."""
        length = float(np.linalg.norm(elbow - wrist))
        along = (elbow - wrist) / max(length, 1e-6)
        width, height = self.view.size
        for reach in np.arange(length, _LONGEST, 0.5):
            x, y = self.view.project(np.array([[*(wrist + reach * along), lift]]))[0]
            if not (-_BEYOND < x < width + _BEYOND and -_BEYOND < y < height + _BEYOND):
                return np.asarray(wrist + reach * along)
        # Towards the horizon of a camera that stands low nothing gets so far out.
        return np.asarray(wrist + max(length, _LONGEST) * along)


def _done(beat: Beat) -> bool:
    """Whether a beat that is over leaves the hand without the card that it moved."""
    return bool(beat.place) or beat.finish is None


def _eased(part: float) -> float:
    """Hands start and stop gently: minimum jerk."""
    part = min(max(part, 0.0), 1.0)
    return part**3 * (10 - 15 * part + 6 * part * part)


def _packs(codes: dict[int, str], decks: Sequence[Deck]) -> dict[int, Deck]:
    """The pack each piece is from: second copies of a card come from the next pack."""
    copies: dict[str, int] = {}
    out = {}
    for piece, code in codes.items():
        out[piece] = decks[copies.get(code, 0) % len(decks)]
        copies[code] = copies.get(code, 0) + 1
    return out
