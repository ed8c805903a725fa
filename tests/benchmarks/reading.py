"""How fast pictures are read here: `python -m tests.benchmarks.reading`.

Prints one JSON object: medians over several runs of the detector alone and of a whole live frame (1280×720) in the
same run, their ratio, 12-megapixel photos with 13 small cards each and the most memory they took, and a cold start of
`kibitz read`. The pictures are composed, the same on every machine; of the photos the median and the slowest count, as
one whose cards look flat takes a second look.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import paint_deck
from models import load_reader
from vision.detector import OnnxDetector, letterbox

LIVE_CARDS = (8, 20)
IN_SIGHT = 0.6
PHOTO = (4000, 3000)
PHOTO_CARDS = 13
PHOTOS = 7


def pictures(seed: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """A live frame with some cards in sight, and large photos in the middle of which 13 cards lie."""
    rng = np.random.default_rng(seed)
    decks, backgrounds = Decks(paint=paint_deck, reuse=1), Backgrounds([])
    while True:
        frame = compose(rng, decks, backgrounds, layout="grid", size=(1280, 720))
        if LIVE_CARDS[0] <= sum(card.visible > IN_SIGHT for card in frame.cards) <= LIVE_CARDS[1]:
            break
    photos: list[np.ndarray] = []
    while len(photos) < PHOTOS:
        hand = compose(rng, decks, backgrounds, layout="spread", size=(1280, 960))
        if len(hand.cards) != PHOTO_CARDS:
            continue
        photo = cv2.resize(hand.image[:8, :8], PHOTO, interpolation=cv2.INTER_LINEAR)
        photo[1400 : 1400 + 960, 1300 : 1300 + 1280] = hand.image
        photos.append(photo)
    return frame.image, photos


def median(work: Callable[[], object], runs: int) -> float:
    """Median milliseconds of some work, warmed up once."""
    work()
    spent = []
    for _ in range(runs):
        start = perf_counter()
        work()
        spent.append(1000 * (perf_counter() - start))
    return round(float(np.median(spent)), 1)


def resident() -> float | None:
    """The most megabytes this process ever held; None where the system does not tell."""
    try:
        # Not from getrusage: there a started process inherits the peak of the one that started it.
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return round(int(peak.split()[1]) * 1024 / 1e6, 1)


def measured(threads: int | None, runs: int, seed: int) -> dict[str, object]:
    """The numbers, by name."""
    frame, photos = pictures(seed)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.benchmarks.reading", "--runs", str(runs)]
        for number, photo in enumerate(photos):
            path = Path(folder) / f"photo{number}.jpg"
            cv2.imwrite(str(path), photo)
            command += ["--only", str(path)]
        # They are read in a process of its own: composing them took more memory than reading them does.
        command += [] if threads is None else ["--threads", str(threads)]
        large = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        small = Path(folder) / "frame.jpg"
        cv2.imwrite(str(small), frame)
        cold = [sys.executable, "-m", "service", "read", str(small), "--json"]
        start_ms = median(lambda: subprocess.run(cold, check=True, capture_output=True), 3)
    reader = load_reader(threads=threads)
    detector = reader.detector
    if not isinstance(detector, OnnxDetector):
        raise TypeError("the bare detector can only be timed in ONNX Runtime")
    planes, _, _ = letterbox(frame, reader.settings.looks.live)
    bare = median(lambda: detector.infer(planes), runs)
    live = median(lambda: reader.read(frame, live=True), runs)
    return {
        "detector_ms": bare,
        "live_frame_ms": live,
        "live_over_detector": round(live / bare, 2),
        **large,
        "cold_start_ms": start_ms,
    }


def main() -> None:
    """Print the numbers as one JSON object."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--threads", type=int)
    options.add_argument("--runs", type=int, default=9)
    options.add_argument("--seed", type=int, default=5)
    options.add_argument("--only", action="append", help="read this photo alone, and say what it took; may be repeated")
    given = options.parse_args()
    if given.only:
        reader = load_reader(threads=given.threads)
        spent = [median(partial(reader.read, path), given.runs) for path in given.only]
        print(
            json.dumps(
                {
                    "photo_ms": round(float(np.median(spent)), 1),
                    "slowest_photo_ms": max(spent),
                    "resident_mb": resident(),
                }
            )
        )
    else:
        print(json.dumps(measured(given.threads, given.runs, given.seed)))


if __name__ == "__main__":
    main()
