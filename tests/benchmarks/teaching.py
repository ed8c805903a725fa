"""Measures teaching: decks withheld from training, shown as a spread of 52, then read on other tables.

    python -m tests.benchmarks.teaching [--decks 10] [--tables 12] [--seed 70000] [--json FILE]

For every painted deck: a few pictures of the whole pack teach a profile; tables composed with the same deck are read
without and with it. Errors are face-up cards whose index is visible (rank and suit at least 90 %) and that were named
wrongly or not at all, or found nowhere.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import compose
from datasets.deck import Deck
from datasets.painter import paint_deck
from datasets.scene import Scene
from models import load_reader
from vision.profile import ProfileError
from vision.reading import Reader
from vision.teaching import teach
from vision.types import Reading

LAYOUTS = ("grid", "spread", "few", "scatter", "trash", "melds")


class One:
    """A source of a single deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def sample(self, rng: np.random.Generator) -> Deck:
        """The deck."""
        return self.deck


def errors(scene: Scene, reading: Reading) -> tuple[int, int]:
    """Wrong or missing cards, and cards that could be read."""
    wrong = count = 0
    for card in scene.cards:
        seen = [index for index in card.indices if index.rank_visible > 0.9 and index.suit_visible > 0.9]
        if card.code in (None, "JOKER") or not seen:
            continue
        count += 1
        centre = np.mean([index.quad.mean(axis=0) for index in seen], axis=0)
        spots = [index.quad.mean(axis=0) for index in seen] + [card.quad.mean(axis=0), centre]
        size = float(np.linalg.norm(seen[0].quad[3] - seen[0].quad[0]))
        named = {
            str(found.card)
            for found in reading.cards
            if found.card is not None
            for place in ([index.quad.mean(axis=0) for index in found.indices] or [found.corners.mean(axis=0)])
            if min(float(np.linalg.norm(place - spot)) for spot in spots) < size
        }
        wrong += card.code not in named
    return wrong, count


def misread(scene: Scene, reader: Reader) -> int:
    """Indices in full view whose glyph or suit is read wrongly at their true places: the reader's own share."""
    seen = [
        index
        for card in scene.cards
        for index in card.indices
        if index.suit is not None and index.rank_visible > 0.9 and index.suit_visible > 0.9
    ]
    if not seen:
        return 0
    readings = reader.identify(scene.image, np.stack([index.quad for index in seen]).astype(np.float32))
    return sum(one.glyph != index.glyph or one.suit != index.suit for one, index in zip(readings, seen, strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--shown", type=int, default=4, help="pictures of the spread pack")
    parser.add_argument("--seed", type=int, default=70000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    backgrounds = Backgrounds()
    plain = load_reader(threads=args.threads)
    rows: list[dict[str, Any]] = []
    for number in range(args.decks):
        rng = np.random.default_rng([args.seed, number])
        deck = paint_deck(rng)
        spread = [compose(rng, One(deck), backgrounds, "whole_pack", (1920, 1080)) for _ in range(args.shown)]
        tables = [
            compose(rng, One(deck), backgrounds, LAYOUTS[k % len(LAYOUTS)], (1280, 720)) for k in range(args.tables)
        ]
        began = time.perf_counter()
        row: dict[str, Any] = {"deck": number, "language": deck.language}
        try:
            shown = [scene.image for scene in spread]
            taught = teach("measured", [plain.read(image, packs=1) for image in shown], plain.glyph_reader, shown)
        except ProfileError as error:
            rows.append(row | {"refused": str(error)})
            print(json.dumps(rows[-1]), flush=True)
            continue
        row["seconds"] = round(time.perf_counter() - began, 1)
        reader = load_reader(deck=taught.profile, threads=args.threads)
        before = np.sum([errors(scene, plain.read(scene.image)) for scene in tables], axis=0)
        after = np.sum([errors(scene, reader.read(scene.image)) for scene in tables], axis=0)
        row |= {
            "cards shown": taught.cards, "classes used": len(taught.used), "cards": int(before[1]),
            "errors before": int(before[0]), "errors after": int(after[0]),
            "misread before": sum(misread(scene, plain) for scene in tables),
            "misread after": sum(misread(scene, reader) for scene in tables),
        }  # fmt: skip
        rows.append(row)
        print(json.dumps(row), flush=True)
    measured = [row for row in rows if "errors before" in row]
    hardest = sorted(measured, key=lambda row: -row["errors before"] / max(row["cards"], 1))[:5]
    summary = {
        "errors before, five hardest": sum(row["errors before"] for row in hardest),
        "errors after, five hardest": sum(row["errors after"] for row in hardest),
        "misread before, five hardest": sum(row["misread before"] for row in hardest),
        "misread after, five hardest": sum(row["misread after"] for row in hardest),
        "decks whose indices are read worse": sum(row["misread after"] > row["misread before"] for row in measured),
        "decks worse": sum(row["errors after"] > row["errors before"] for row in measured),
    }
    print(json.dumps(summary))
    if args.json is not None:
        args.json.write_text(json.dumps({"decks": rows, "summary": summary}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
