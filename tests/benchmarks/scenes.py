"""Reads composed scenes with painted decks and tables that no training saw, badly lit and half covered as they come.

    python -m tests.benchmarks.scenes [--seed 500] [--count 150] [--keep FOLDER] [--threads 1] [--json FILE]

A card counts if one of its indices, or 60 % of itself, is in sight; a face or a back is asked for from four fifths.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import deck_painter
from datasets.scene import PlacedCard, PlacedIndex, Scene
from models import load_reader
from vision.geometry import areas, centres, inside, overlap_ratio, rolled, sizes
from vision.reading import Reader
from vision.types import SeenCard

LEGIBLE, OPEN, WHOLE = 0.8, 0.6, 0.8
"""Shares in sight: of an index that can be read, of a card that can be known by its face, of an outline asked for."""
SMALLEST, TALLEST = 9.0, 30.0
"""Heights in pixels of the smallest index and the smallest card that are asked for."""
SURE = 0.9
CONTRAST = 40.0
SAME, ANY = 0.5, 0.2
"""Overlap from which an outline is a card's, and up to which it has nothing of it."""
ASTRAY = 0.12
"""Mean distance of its corners, in card sides, from which an outline is off."""


def scenes(seed: int, count: int, keep: Path | None) -> Iterator[Scene]:
    """Scene k has its own generator and its own decks; those that lie in `keep` are not made again."""
    for number in range(seed, seed + count):
        rng = np.random.default_rng((20261122, number))
        yield kept(
            None if keep is None else keep / f"scene_{number}.npz",
            partial(compose, rng, Decks(deck_painter(())), Backgrounds()),
        )


def kept(path: Path | None, make: Callable[[], Scene]) -> Scene:
    """The scene that lies in a file, or the one that is made now and put there; None for no file."""
    if path is not None and path.exists():
        return Scene.load(path)
    scene = make()
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        scene.save(path)
    return scene


def legible(index: PlacedIndex) -> bool:
    """Whether an index can be read: in sight, large enough, and printed strongly enough."""
    seen = min(index.rank_visible, index.suit_visible if index.suit is not None else 1.0)
    height = float(sizes(index.quad[None])[0].max())
    return seen > LEGIBLE and height > SMALLEST and index.contrast > CONTRAST


def owners(cards: list[PlacedCard], seen: list[SeenCard]) -> list[PlacedCard | None]:
    """The card that each outline facing up is of: most of its indices are that card's, or it covers most of it.

    Of several that lie in one place, as in a pile, it is the one that shows most.
    """
    out: list[PlacedCard | None] = []
    for found in seen:
        best: tuple[tuple[int, float], PlacedCard | None] = ((0, 0.0), None)
        for card in cards:
            shared = overlap_ratio(found.corners, card.quad)
            spoken = on(found, card)
            if (spoken or shared > SAME) and (spoken, shared * card.visible) > best[0]:
                best = (spoken, shared * card.visible), card
        out.append(best[1])
    return out


def on(found: SeenCard, card: PlacedCard) -> int:
    """How many of the indices found are this card's, of those of it that are in sight."""
    own = np.array([index.quad for index in card.indices if index.rank_visible > OPEN])
    if not found.indices or not len(own):
        return 0
    spots = centres(np.array([index.quad for index in found.indices], np.float32))
    slack = np.sqrt(np.abs(areas(own))) * np.float32(-0.25)
    return int(inside(spots, own, slack).any(axis=0).sum())


def astray(seen: SeenCard, card: PlacedCard) -> float:
    """How far an outline's corners lie from the card's on average, in the mean of its sides, whichever is the first."""
    off = min(np.linalg.norm(turned - card.quad, axis=1).mean() for turned in rolled(seen.corners[None])[0])
    return float(off) / float(sizes(card.quad[None])[0].mean())


def counts(scene: Scene, cards: list[SeenCard]) -> tuple[Counter[str], list[float]]:
    """What became of the cards of one scene, and how far the outlines of those in sight are off."""
    out: Counter[str] = Counter()
    up = [card for card in cards if card.side == "up"]
    down = [card for card in cards if card.side == "down"]
    owner = owners([card for card in scene.cards if card.side == "up"], up)
    out["up"] = len(up)
    out["up in vain"] = len(up) - len({id(card) for card in owner if card is not None})
    outlines: list[tuple[SeenCard, PlacedCard]] = []
    for card in scene.cards:
        tall = float(sizes(card.quad[None])[0].max())
        if card.side == "down":
            if card.visible > WHOLE and tall > TALLEST:
                out["backs"] += 1
                found = [seen for seen in down if overlap_ratio(seen.corners, card.quad) > SAME]
                out["backs found"] += bool(found)
                outlines += [(seen, card) for seen in found[:1]]
            continue
        kinds = ["index"] if any(legible(index) for index in card.indices) else []
        kinds += ["face"] if card.visible > OPEN and tall > TALLEST else []
        seen = [found for found, its in zip(up, owner, strict=True) if its is card]
        outlines += [(found, card) for found in seen[:1] if card.visible > WHOLE and tall > TALLEST]
        if not kinds:
            continue
        named = [found for found in seen if found.card is not None]
        right = any(str(found.card) == card.code for found in named)
        became = "right" if right else "wrong" if named else "unknown" if seen else "missed"
        out.update({f"{kind} {became}": 1 for kind in kinds})
        out["sure and wrong"] += became == "wrong" and max(found.confidence for found in named) >= SURE
    backs = [card for card in scene.cards if card.side == "down"]
    # What covers one that is half out of sight is none in vain.
    out["backs in vain"] += sum(all(overlap_ratio(found.corners, card.quad) <= ANY for card in backs) for found in down)
    return out, [astray(found, card) for found, card in outlines]


def measure(reader: Reader, seed: int, count: int, keep: Path | None) -> tuple[Counter[str], list[float]]:
    """The same of all scenes."""
    total: Counter[str] = Counter()
    off: list[float] = []
    for scene in scenes(seed, count, keep):
        became, astrays = counts(scene, list(reader.read(scene.image).cards))
        total.update(became)
        off += astrays
    return total, off


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    total, off = measure(load_reader(threads=args.threads), args.seed, args.count, args.keep)
    for kind, what in (("index", "with an index in sight"), ("face", "of which 60 % is in sight")):
        became = {name: total[f"{kind} {name}"] for name in ("right", "wrong", "unknown", "missed")}
        print(f"{sum(became.values())} cards {what}: " + ", ".join(f"{n} {name}" for name, n in became.items()))
    print(f"{total['up']} outlines of cards facing up, {total['up in vain']} of nothing or of cards told already")
    print(f"named wrongly at {SURE} or more: {total['sure and wrong']}")
    print(f"{total['backs found']} of {total['backs']} backs found, {total['backs in vain']} outlines in vain")
    far = sum(each > ASTRAY for each in off) / max(len(off), 1)
    print(f"{len(off)} outlines: corners {np.mean(off or [0]):.3f} of a side off on average, {far:.1%} over {ASTRAY}")
    if args.json is not None:
        args.json.write_text(
            json.dumps(total | {"off": float(np.mean(off or [0])), "far": far}, indent=1, sort_keys=True),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
