"""Scores photos of gin hands after a knock, composed with decks and tables that no training saw: the whole way.

    python -m tests.benchmarks.showdowns [--seed 1] [--count 100] [--low] [--keep FOLDER] [--threads 1]
        [--verbose]

The hands are those two players end with who meld sensibly. They lie as people lay them, melds apart or in one row, the
far one to be read from either side, tight or wide, with stock and discard or without. Light, lens and blur come as they
do; a picture counts if every card of both hands shows an index that can be read. They are taken from anywhere between
above and 43 degrees from it; with --low from 43 to 60 degrees and nearer by, as by somebody who sits at the table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks
from datasets.composer.compose import draw
from datasets.composer.items import Dealer, Item, LaidCard, moved
from datasets.composer.view import Sheet, View
from datasets.painter import deck_painter
from datasets.scene import Scene
from models import load_reader
from rules import gin
from rules.cards import CARDS, Card
from rules.gin import BigGin, Discard, Draw, Knock, Pass, Show, Take
from service.scoring import judge
from service.spreads import SpreadError, spread
from tests.benchmarks.scenes import kept, legible
from vision.types import SeenCard
from vision.zones import ZoneError

SIZES = ((1600, 1200), (2000, 1500), (1920, 1080), (1200, 1600))
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


def hands(rng: np.random.Generator) -> Hands:
    """The knocker's and the defender's cards of a hand of gin that was played to its end."""
    while True:
        state = gin.State.shuffled(int(rng.integers(2**31)), gin.Rules())
        knocker = 0
        while not state.over:
            move = _choice(state, rng)
            knocker = state.turn if isinstance(move, Knock | BigGin) else knocker
            state = state.after(move)
        if state.showdown is not None:
            return state.hand(knocker), state.hand(1 - knocker)


def _choice(state: gin.State, rng: np.random.Generator) -> gin.Move:
    """What leaves the least deadwood; whoever may knock does so at once or, half the time, goes on for a while."""
    moves = list(state.legal_moves)
    ends = [move for move in moves if isinstance(move, BigGin | Show)]
    knocks = [move for move in moves if isinstance(move, Knock)]
    if ends or (knocks and rng.random() < 0.5):
        return (ends or knocks)[0]
    hand = state.hand(state.turn)
    discards = [move for move in moves if isinstance(move, Discard)]
    if discards:
        return min(discards, key=lambda move: gin.best_melds([card for card in hand if card != move.card]).points)
    takes = [move for move in moves if isinstance(move, Take)]
    if takes:
        now, top = gin.best_melds(hand).points, state.pile[-1]
        if min(gin.best_melds([card for card in (*hand, top) if card != out]).points for out in hand) < now - 3:
            return takes[0]
    return next(move for move in moves if isinstance(move, Draw | Pass))


def photo(rng: np.random.Generator, held: Hands, decks: Decks, backgrounds: Backgrounds, low: bool = False) -> Scene:
    """Both hands on a table, the knocker's nearer, photographed."""
    dealer = Dealer(decks.sample(rng), rng, bend=float(rng.choice([0.0, 0.008, 0.025])))
    tight = 1.08 * dealer.strip
    gap = float(tight + rng.random() ** 1.3 * max(0.55 * dealer.width - tight, 0.0))
    loose = float(rng.choice([0.004, 0.012, 0.025]))
    apart, facing, rows = float(rng.uniform(0.75, 1.3)), rng.random() < 0.5, rng.random() < 0.25
    items: list[Item] = []
    for cards, side in zip(held, (1, -1), strict=True):
        melding = gin.best_melds(cards)
        groups = [list(cards)] if rows else [list(meld) for meld in melding.melds] + [list(melding.deadwood)]
        hand, x = [], 0.0
        between = dealer.width + float(rng.uniform(0.05, 0.4))
        for group in filter(None, groups):
            for card in group:
                hand.append(_laid(dealer, card, True, x, float(rng.normal(0, loose)), float(rng.normal(0, loose))))
                x += gap * float(np.exp(rng.normal(0, 0.1)))
            x += between - gap
        turn = (np.pi if facing and side < 0 else 0.0) + float(rng.normal(0, 0.04))
        middle = (hand[0].sheet.x + hand[-1].sheet.x) / 2
        items += [moved(moved(item, -middle, 0.0), 0.0, side * apart, turn) for item in hand]
    if apart > 1.05 and rng.random() < 0.7:
        left = [card for card in CARDS if card not in {*held[0], *held[1]}]
        rng.shuffle(left)
        for place, up, count in ((-0.6, False, 6), (0.6, True, int(rng.integers(1, 5)))):
            for number in range(count):
                off = rng.normal(0, 0.01 if up else 0.004, 3)
                at = place * dealer.width + float(off[0])
                items.append(_laid(dealer, left.pop(), up, at, float(off[1]), float(off[2]), 0.0035 * number))
    size = SIZES[int(rng.integers(len(SIZES)))]
    return draw(rng, items, backgrounds, _view(rng, items, size, low), "gin_table", dealer.index_height)


def _laid(dealer: Dealer, card: Card, up: bool, x: float, y: float, angle: float, lift: float = 0.0) -> LaidCard:
    curl = float(dealer.rng.normal(0, dealer.bend))
    return LaidCard(dealer.deck, card.code, up, Sheet(x, y, angle, dealer.width, lift=lift, curl=curl))


def _view(rng: np.random.Generator, items: list[Item], size: tuple[int, int], low: bool) -> View:
    """A camera held over the near edge of the table, or low before it, that sees all cards."""
    places = np.array([(item.sheet.x, item.sheet.y) for item in items if isinstance(item, LaidCard)])
    tilt = float(rng.uniform(0.75, 1.05) if low else rng.uniform(0, 0.75))
    distance = float(rng.uniform(4.0, 6.0) if low else rng.uniform(4.5, 8.0))
    begin, end = places.min(axis=0) - 0.6, places.max(axis=0) + 0.6
    across, down = end[0] - begin[0], (end[1] - begin[1]) * np.cos(tilt)
    # What is nearer than the middle is larger than its share.
    nearest = 1 - (end[1] - begin[1]) / 2 * np.sin(tilt) / distance
    scale = float(rng.uniform(0.75, 0.98)) * min(size[0] / across * nearest, size[1] / down * nearest)
    middle = (begin + end) / 2
    return View(
        size=size,
        centre=(float(middle[0]), float(middle[1])),
        distance=distance,
        focal=scale * distance,
        tilt=tilt,
        turn=float(rng.normal(0, 0.06)),
        roll=float(rng.normal(0, 0.03)),
        aim=(size[0] / 2, size[1] / 2),
    )


def photos(seed: int, count: int, keep: Path | None, low: bool = False) -> Iterator[tuple[int, Hands, Scene]]:
    """Number, hands and picture of each; those that lie in `keep` are not made again."""
    for number in range(seed, seed + count):
        rng = np.random.default_rng((20261123, number))
        held = hands(rng)
        path = None if keep is None else keep / f"showdown_{number}{'_low' if low else ''}.npz"
        yield number, held, kept(path, partial(_legible, rng, held, low))


def _legible(rng: np.random.Generator, held: Hands, low: bool) -> Scene:
    """A photo in which every card of both hands shows an index that can be read."""
    while True:
        scene = photo(rng, held, Decks(deck_painter(())), Backgrounds(), low)
        shown = {card.code for card in scene.cards if card.side == "up" and any(map(legible, card.indices))}
        if shown >= {card.code for cards in held for card in cards}:
            return scene


def became(seen: list[SeenCard], held: Hands) -> tuple[str, str]:
    """What is said of a photo: "exact", "wrong", "cannot tell", "open" (truth left out), "no hands"; and why."""
    try:
        told = judge(spread([seen], "near"), gin.Rules(), knocked=True)
    except (SpreadError, ZoneError) as error:
        return "no hands", str(error)
    truth = gin.score(*held).to_json()

    def same(score: dict[str, Any] | None) -> bool:
        return score is not None and all(score.get(name) == truth[name] for name in ("ending", "winner", "points"))

    if told["verdict"] == "legal":
        return "exact" if same(told["score"]) else "wrong", told["sentence"]
    if told["verdict"] == "cannot tell":
        return "cannot tell" if any(same(each["score"]) for each in told["possible"]) else "open", told["sentence"]
    return "no hands", told["sentence"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--low", action="store_true", help="The camera stands low, and sees the table at a slant.")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="Say of each photo what became of it.")
    args = parser.parse_args()
    reader = load_reader(threads=args.threads)
    total: Counter[str] = Counter()
    for number, held, scene in photos(args.seed, args.count, args.keep, args.low):
        cards = list(reader.read(scene.image, packs=1, jokers=False).cards)
        there = Counter(card.code for cards in held for card in cards)
        named = Counter(str(card.card) for card in cards if card.card is not None)
        result, sentence = became(cards, held)
        total.update({result: 1, "photos": 1, "cards": sum(there.values()), "named": sum((named & there).values())})
        if args.verbose:
            missing = " ".join((there - named).elements())
            print(f"{number}: {result}" + (f", without {missing}" if missing else "") + f": {sentence}", flush=True)
    print(f"{total['photos']} photos: {total['exact']} scored exactly, {total['wrong']} wrongly")
    print(f"cannot tell: {total['cannot tell']} with the score among those possible, {total['open']} without")
    print(f"{total['no hands']} in which two whole hands were not found")
    print(f"{total['named']} of {total['cards']} cards of the hands named")


if __name__ == "__main__":
    main()
