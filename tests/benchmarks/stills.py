"""Measures the live mode on real photos: each is held before the camera, a card is laid on it, a hand passes over it.

    python -m tests.benchmarks.stills FOLDER [--longest 1280] [--verbose] [--json FILE]

FOLDER holds labelled photos, as for ``kibitz evaluate``. Every photo becomes a film of eight seconds, 25 frames a
second: the camera shakes a little, frames are noisy and compressed. Where a card lies apart from all others it is
missing at first, its place filled in from around it; a painted hand comes in at the edge and leaves it there. Then the
hand passes over another card and changes nothing. Cards, decks, tables and light are real; that nothing but the hand
and the camera moves is not.

Counted are the cards known after the first rest and at the end, against the labels, as for photos; whether the card
laid down was told, and named as the labels allow, within a second after the hand has left; and all other changes told
after the first rest, of which there are none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from datasets.composer.canvas import Canvas
from datasets.composer.hands import draw_hand, reaching
from datasets.composer.items import moved_hand
from datasets.composer.view import View
from models import load_reader
from models.evaluate.labels import LabelledPhoto, load_labels
from models.evaluate.matching import judge
from models.evaluate.report import Report
from vision.geometry import centres, sizes
from vision.matching import shared
from vision.picture import load
from vision.reading import Reader
from vision.table import TableState, mapped_cards
from vision.tracker import Tracker
from vision.types import Floats, Image, Reading, SeenCard

FPS = 25.0
RESTED, LAID, LEFT, PASSING, PASSED, END = 1.6, 2.4, 3.2, 5.0, 6.6, 8.0
"""Seconds at which the first hand comes in, lays its card, has left; the second comes in, has left; the film ends."""
SOON = 1.0
"""Seconds after the hand has left in which a card laid down has to be told."""
SHAKE, NOISE, QUALITY = 0.25, 2.0, 85


@dataclass(frozen=True)
class Staged:
    """What a film shows.

    Attributes:
        picture: (H, W, 3) the photo.
        before: the same without the card that is laid; the photo itself where none is.
        laid: that card, in the photo's pixels, None where no card lies apart.
        passed: (2,) point in the photo that the second hand reaches to.
        height: of the cards, in pixels.
    """

    picture: Image
    before: Image
    laid: SeenCard | None
    passed: Floats
    height: float


def staged(picture: Image, reading: Reading, rng: np.random.Generator) -> Staged:
    """Choose what happens on a photo of at least one card."""
    up = [card for card in reading.cards if card.side == "up"]
    height = float(np.median([sizes(card.corners).max() for card in reading.cards]))
    laid = next((up[k] for k in rng.permutation(len(up)) if _lies_apart(up[k], reading, picture)), None)
    before = picture if laid is None else without(picture, laid.corners)
    others = [card for card in reading.cards if card is not laid] or list(reading.cards)
    passed = centres(others[int(rng.integers(len(others)))].corners)
    return Staged(picture, before, laid, passed, height)


def _lies_apart(card: SeenCard, reading: Reading, picture: Image) -> bool:
    """Whether a card is named and seen whole, and touches no other."""
    size = np.array(picture.shape[1::-1])
    whole = card.card is not None and not card.guessed and bool(((card.corners > 4) & (card.corners < size - 4)).all())
    around = centres(card.corners) + 1.25 * (card.corners - centres(card.corners))
    return whole and not any(shared(around, other.corners) > 0.0 for other in reading.cards if other is not card)


def without(picture: Image, quad: Floats) -> Image:
    """The picture with a card's place filled in from around it."""
    middle = centres(quad)
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(middle + 1.12 * (quad - middle)).astype(np.int32), 255)
    quarter = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    hole = cv2.resize(mask, quarter.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    filled = cv2.resize(cv2.inpaint(quarter, hole, 5, cv2.INPAINT_TELEA), picture.shape[1::-1])
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)[..., None] / 255.0
    return np.asarray(np.round(picture * (1 - soft) + filled * soft), dtype=np.uint8)


def frames(film: Staged, rng: np.random.Generator) -> Iterator[tuple[float, Image]]:
    """The frames with their times in seconds."""
    rows, columns = film.picture.shape[:2]
    view = View((columns, rows), (0.0, 0.0), 1.0, film.height)
    hand = reaching(rng, 0.0, 0.0, 0.0)
    light = float(rng.uniform(0, 2 * np.pi))
    drift = np.zeros(2)
    visits = [(PASSING, PASSED, film.passed)]
    if film.laid is not None:
        visits.insert(0, (RESTED, LEFT, centres(film.laid.corners)))
    for number in range(round(END * FPS)):
        time = number / FPS
        image = (film.picture if time >= LAID else film.before).copy()
        for begin, end, goal in visits:
            if begin < time < end:
                # As high as the cards are: one card height is the unit of the hand. It comes in from below.
                start = np.array([goal[0] + 0.4 * film.height, rows + 1.2 * film.height])
                part = 1 - abs(2 * (time - begin) / (end - begin) - 1)
                x, y = (start + (goal - start) * part**2 * (3 - 2 * part)) / film.height
                draw_hand(Canvas(image, view), moved_hand(hand, float(x), float(y) + 0.3), 1, light)
        drift = 0.7 * drift + rng.normal(0, SHAKE, 2)
        shift = np.array([[1, 0, drift[0]], [0, 1, drift[1]]])
        moved = cv2.warpAffine(image, shift, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
        noisy = np.clip(moved + rng.normal(0, NOISE, (rows, columns, 1)), 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", noisy, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1]
        yield time, np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


@dataclass
class Result:
    """What the live mode made of photos.

    Attributes:
        rested: of the cards known after the first rest.
        ended: of those known at the end.
        laid: how many cards were laid down.
        told: how many of them were told in time, and named rightly.
        vain: changes told that never happened.
        looks: how often the detector ran.
    """

    rested: Report
    ended: Report
    laid: int = 0
    told: int = 0
    vain: int = 0
    looks: int = 0

    def to_json(self) -> dict[str, object]:
        """The figures."""
        known = {
            name: {**report.to_json()["faces"], "exact": report.exact()[0]}
            for name, report in (("rested", self.rested), ("ended", self.ended))
        }
        return known | {"laid": self.laid, "told": self.told, "in_vain": self.vain, "looks": self.looks}


def follow(photo: LabelledPhoto, reader: Reader, longest: int, result: Result) -> str:
    """Hold one photo before the live mode; a line that says what came of it, empty where it holds no card."""
    whole = load(photo.path)
    factor = min(1.0, longest / max(whole.shape))
    picture = np.asarray(cv2.resize(whole, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    reading = reader.read(picture)
    if not reading.cards:
        return ""
    # Every photo by itself: which are in the folder makes no difference.
    rng = np.random.default_rng([5, *photo.path.name.encode()])
    film = staged(picture, reading, rng)
    tracker = Tracker(reader)
    back = np.diag([1 / factor, 1 / factor, 1.0])
    told, vain = film.laid is None, []
    for time, image in frames(film, rng):
        state = tracker.update(image, time)
        for event in state.events if time >= RESTED else ():
            at = None if event.before is not None or event.after is None else event.after
            if at is not None and film.laid is not None and shared(at.corners, film.laid.corners) > 0.5 and not told:
                told = at.card == film.laid.card and time <= LEFT + SOON
            else:
                vain.append(f"{time:.2f} {_name(event.before)}>{_name(event.after)}")
        if abs(time - RESTED) < 0.5 / FPS:
            missing = [] if film.laid is None else [film.laid]
            result.rested.outcomes.append(judge(photo, _known(reading, state, missing, back)))
    result.ended.outcomes.append(judge(photo, _known(reading, state, [], back)))
    result.laid += film.laid is not None
    result.told += film.laid is not None and told
    result.vain += len(vain)
    result.looks += tracker.looks
    laid = "no card laid" if film.laid is None else f"{film.laid.card} {'told' if told else 'not told'}"
    first, last = (report.outcomes[-1].faces for report in (result.rested, result.ended))
    return (
        f"{photo.path.name}: {first.right} right, {first.wrong} wrong, {first.missed} missed; "
        f"at the end {last.right}, {last.wrong}, {last.missed}; "
        f"{laid}; in vain: {', '.join(vain) or 'nothing'}"
    )


def _known(reading: Reading, state: TableState, missing: list[SeenCard], back: np.ndarray) -> Reading:
    """What is known of the table as a reading of the photo itself; those still missing count as known."""
    cards = tuple(mapped_cards([*(one.card for one in state.cards), *missing], back))
    return replace(reading, cards=cards, stray=())


def _name(card: SeenCard | None) -> str:
    if card is None:
        return "-"
    return "down" if card.side == "down" else str(card.card or "?")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--longest", type=int, default=1280, help="pixels of a frame's longer side, at most")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="a line for every photo")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    reader = load_reader(threads=args.threads)
    result = Result(Report("rested"), Report("ended"))
    for photo in load_labels(args.folder):
        line = follow(photo, reader, args.longest, result)
        if args.verbose and line:
            print(line, flush=True)
    print(json.dumps(result.to_json()))
    if args.json is not None:
        args.json.write_text(json.dumps(result.to_json(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
