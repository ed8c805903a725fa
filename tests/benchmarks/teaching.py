"""Measures teaching: decks withheld from training, shown as a spread of 52, then read on other tables.

    python -m tests.benchmarks.teaching [--decks 10] [--of 60] [--tables 12] [--retakes 3] [--seed 70000] [--json FILE]

For every painted deck: a few pictures of the whole pack teach a profile; tables composed with the same deck are read
without and with it. A picture of which teaching would say that it shows too little is taken again, as the advice goes,
so often at most, and the best of its takes is kept; with `--retakes 0` any will do, however far, dark or blurred.
Errors are face-up cards with a legible index (see `tests.benchmarks.scenes`) that were named wrongly or not at all, or
found nowhere. With `--of` so many decks are painted, and the measured ones are those of which the reader misreads most:
what is easily read needs no teaching. Of all these decks the three in the middle are ordinary ones: laid on
tables composed in the same ways (not the same tables, as what is drawn by lot depends on the deck),
three times as many: they show how many errors there are without a print that is hard to read.
"""

from __future__ import annotations

import argparse
import copy
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
from tests.benchmarks.scenes import legible
from vision.advice import spread
from vision.examples import shown
from vision.profile import ProfileError
from vision.reading import Reader
from vision.teaching import teach
from vision.types import Image, Reading

TRIED = ("whole_pack", "grid", "few", "melds")
ENOUGH = 40
"""Cards of the pack with which a picture of all of it is kept: fewer are named of one that cuts off the rest."""
ORDINARY = 3
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
        seen = [index for index in card.indices if legible(index)]
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


def misread(scene: Scene, reader: Reader) -> tuple[int, int]:
    """Legible indices whose glyph or suit is read wrongly at their true places, the reader's own share; and all."""
    seen = [index for card in scene.cards for index in card.indices if index.suit is not None and legible(index)]
    if not seen:
        return 0, 0
    readings = reader.identify(scene.image, np.stack([index.quad for index in seen]).astype(np.float32))
    wrong = sum(one.glyph != index.glyph or one.suit != index.suit for one, index in zip(readings, seen, strict=True))
    return wrong, len(seen)


def ranked(seed: int, of: int, backgrounds: Backgrounds, reader: Reader) -> list[int]:
    """Numbers of so many decks, first those of whose indices the largest share is misread in a few pictures."""
    shares = []
    for number in range(of):
        deck = paint_deck(np.random.default_rng([seed, number]))
        rng = np.random.default_rng([seed, number, 1])
        scenes = [compose(rng, One(deck), backgrounds, layout, (1920, 1080)) for layout in TRIED]
        wrong, all_ = np.sum([misread(scene, reader) for scene in scenes], axis=0)
        shares.append(wrong / max(all_, 1))
    return [int(number) for number in np.argsort(shares)[::-1]]


def laid(rng: np.random.Generator, deck: Deck, backgrounds: Backgrounds, count: int) -> list[Scene]:
    """So many tables laid with a deck."""
    return [compose(rng, One(deck), backgrounds, LAYOUTS[k % len(LAYOUTS)], (1280, 720)) for k in range(count)]


def sitting(
    rng: np.random.Generator, deck: Deck, backgrounds: Backgrounds, reader: Reader, pictures: int, retakes: int
) -> tuple[list[Image], list[Reading]]:
    """Pictures of the whole pack and their readings, each taken again while the product's own advice says so."""
    kept: list[tuple[Image, Reading]] = []
    for _ in range(pictures):
        best: tuple[int, Image, Reading] | None = None
        for _ in range(1 + retakes):
            image = compose(rng, One(deck), backgrounds, "whole_pack", (1920, 1080)).image
            reading = reader.read(image, packs=1)
            shows = spread(reading, {one.place for one in shown([reading])})
            if best is None or shows.named > best[0]:
                best = shows.named, image, reading
            if shows.fault is None and shows.named >= ENOUGH:
                break
        assert best is not None
        kept.append(best[1:])
    return [image for image, _ in kept], [reading for _, reading in kept]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--of", type=int, help="paint so many decks, and take the hardest of them")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--shown", type=int, default=4, help="pictures of the spread pack")
    parser.add_argument("--retakes", type=int, default=3, help="times that a picture showing little is taken again")
    parser.add_argument("--seed", type=int, default=70000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    backgrounds = Backgrounds()
    plain = load_reader(threads=args.threads)
    rows: list[dict[str, Any]] = []
    numbers = list(range(args.decks))
    ordinary: list[Deck] = []
    if args.of is not None:
        order = ranked(args.seed, args.of, backgrounds, plain)
        numbers = sorted(order[: args.decks])
        middle = order[(len(order) - ORDINARY) // 2 :][:ORDINARY]
        ordinary = [paint_deck(np.random.default_rng([args.seed, one])) for one in middle]
    for number in numbers:
        rng = np.random.default_rng([args.seed, number])
        deck = paint_deck(rng)
        # The tables do not depend on the pictures shown: other retakes are measured on the same ones.
        begun = copy.deepcopy(rng)
        tables = laid(rng, deck, backgrounds, args.tables)
        row: dict[str, Any] = {"deck": number, "language": deck.language}
        sat = np.random.default_rng([args.seed, number, 2])
        images, readings = sitting(sat, deck, backgrounds, plain, args.shown, args.retakes)
        began = time.perf_counter()
        try:
            taught = teach("measured", readings, plain.glyph_reader, images)
        except ProfileError as error:
            rows.append(row | {"refused": str(error)})
            print(json.dumps(rows[-1]), flush=True)
            continue
        read = sum(reading.milliseconds["total"] for reading in readings) / 1000
        row["seconds"] = round(read + time.perf_counter() - began, 1)
        reader = load_reader(deck=taught.profile, threads=args.threads)
        before = np.sum([errors(scene, plain.read(scene.image)) for scene in tables], axis=0)
        after = np.sum([errors(scene, reader.read(scene.image)) for scene in tables], axis=0)
        row |= {
            "cards shown": taught.cards, "classes used": len(taught.used), "cards": int(before[1]),
            "errors before": int(before[0]), "errors after": int(after[0]),
            "misread before": sum(misread(scene, plain)[0] for scene in tables),
            "misread after": sum(misread(scene, reader)[0] for scene in tables),
        }  # fmt: skip
        if ordinary:
            others = [scene for one in ordinary for scene in laid(copy.deepcopy(begun), one, backgrounds, args.tables)]
            plainly = np.sum([errors(scene, plain.read(scene.image)) for scene in others], axis=0)
            row["share of errors, ordinary decks"] = round(float(plainly[0] / plainly[1]), 4)
        rows.append(row)
        print(json.dumps(row), flush=True)
    measured = [row for row in rows if "errors before" in row]
    five = sorted(measured, key=lambda row: -row["errors before"] / max(row["cards"], 1))[:5]
    summary = {
        "errors before": sum(row["errors before"] for row in measured),
        "errors after": sum(row["errors after"] for row in measured),
        "errors before, five hardest": sum(row["errors before"] for row in five),
        "errors after, five hardest": sum(row["errors after"] for row in five),
        "misread before, five hardest": sum(row["misread before"] for row in five),
        "misread after, five hardest": sum(row["misread after"] for row in five),
        "decks whose indices are read worse": sum(row["misread after"] > row["misread before"] for row in measured),
        "decks worse": sum(row["errors after"] > row["errors before"] for row in measured),
    }
    for name, some in (("", measured), (", five hardest", five)):
        summary["cards" + name] = sum(row["cards"] for row in some)
        if ordinary:
            # As many as these decks would have if they were ordinary ones.
            due = sum(row["share of errors, ordinary decks"] * row["cards"] for row in some)
            summary["errors of ordinary decks" + name] = round(due)
    print(json.dumps(summary))
    if args.json is not None:
        args.json.write_text(json.dumps({"decks": rows, "summary": summary}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
