"""What a live table holds in memory as time goes by: `python -m tests.benchmarks.memory --seed 9650 --minutes 20`.

One staged film of gin is rendered once and then watched over and over by one table, until so many minutes of video have
passed. Prints the resident megabytes after every pass: rendering is over by then, and runs in a process of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
from pathlib import Path

import cv2
import numpy as np

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from models import load_reader
from service.live import TableWatch
from tests.benchmarks.films import FPS, SIZE, decks_of, script_of
from tests.benchmarks.reels import Reel


def record(seed: int, path: Path) -> None:
    """Render the film and keep it."""
    script, extent, _ = script_of("gin", seed, None, None, match=False)
    rng = np.random.default_rng([seed, 1])
    view = aim(rng, extent, SIZE)
    taken = Conditions.sample(rng, SIZE, script.length)
    Reel.record(Film(script, decks_of(seed, [], view, extent), view, taken, seed, fps=FPS), path)


def resident() -> float:
    """Megabytes this process holds now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024 / 1e6


def main() -> None:
    """Watch, and print a line for every pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=9650)
    parser.add_argument("--minutes", type=float, default=60.0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gin.mjpg"
        painter = multiprocessing.get_context("spawn").Process(target=record, args=(args.seed, path))
        painter.start()
        painter.join()
        reel = Reel.load(path)
        if reel is None:
            raise SystemExit("the film was not rendered")
        _, _, rules = script_of("gin", args.seed, None, None, match=False)
        watch = TableWatch("gin", rules, load_reader(threads=1))
        passed = 0.0
        while passed < 60 * args.minutes:
            for moment in reel.frames():
                watch.frame(moment.image, passed + moment.time)
            passed += reel.times[-1] + 1 / FPS
            print(f"{passed / 60:.1f} minutes: {resident():.0f} MB, {watch.tracker.looks} looks", flush=True)


if __name__ == "__main__":
    main()
