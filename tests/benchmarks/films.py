"""Measures the live table on staged films: events, verdicts, latency, speed, memory.

    python -m tests.benchmarks.films [--game trash|gin|bus|ace|all]
        [--conditions plain|mirrored|glare|bump|webcam|company|held|flicker|fan|broadcast]
        [--habit tidying|hasty|nudging|aside|turning|strewn] [--films 10] [--seed 9000] [--faults] [--match] [--low]
        [--players 2|3|4] [--size 1280x720] [--keep FOLDER] [--json FILE]

Films are made on the fly from seeds training never used, with painted decks of their own (or artwork given by
--art), at 720p, 25 frames a second, with shake, changing light, glare, noise and compression as `Conditions.sample`
draws them. A deck whose ranks would be under 8 pixels high in the frame is left out: the camera does not show it. No
real game video was measured: there is none to be had.

The same seed gives the same film. Nine sets of conditions add to what is drawn for "plain": "mirrored" has the camera
hand out a mirror image, which the watcher has to say; in "glare" a strong reflection passes over the table about every
15 seconds; in "bump" somebody moves the camera in the middle of the film, by 2 to 3.5 % of the picture's width and up
to 1.4 degrees; "webcam" is a cheap camera in poor light, at 10 to 20 frames a second, see `datasets.film.webcam`; in
"company" the players' other hands rest at the edge of the table and fidget, and things lie about; in "held" the cards
that players hold are seen in their hands, see `datasets.film.held`; in "flicker" the lamps do, with the mains, so that
bands wander over the picture, see `datasets.film.flicker`; in "fan" the shadows of a fan's blades pass over the table,
see `datasets.film.fan`; in "broadcast" other scenes are shown every ten seconds or so, for one or two, see
`datasets.film.broadcast`.

Players have habits: with --habit tidying they put cards straight between turns, see `datasets.film.tidying`; they
reach for their card while the hand before theirs still lays one or goes back (hasty), see `datasets.film.haste`; they
push others with the hand that lays a card (nudging), see `datasets.film.nudging`; in Trash they lay a card open before
them and think now and then (aside), or turn one up where it lies before they take it (turning); in Trash and gin they
throw discards down (strewn), see `datasets.film.habits`.

With --match a film begins with a bare table, and more than one hand is played: the cards are dealt, gathered and dealt
again before the camera, and come to lie not quite where they lay. Layouts of Trash are small, so that a match goes on.

Films are seen from anywhere between above and 43 degrees from it; with --low from 49 to 63 degrees, as a laptop's
camera or one on a short stand sees a table.

How many slots each layout of Trash has is told, as whoever sits down knows it, or found out with --found-out.

Trash is played by two, or with --players by three or four, one at each side of the table; they need a larger picture to
be seen in, such as --size 1920x1080. Of the other games Stop the Bus and Chase the Ace have two to four players anyhow.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.composer.view import View
from datasets.deck import Deck
from datasets.film.ace import ace_script
from datasets.film.beats import Script
from datasets.film.bus import bus_script
from datasets.film.conditions import SETS, Conditions
from datasets.film.film import Film
from datasets.film.gin import gin_script
from datasets.film.habits import NEAT, Habits
from datasets.film.haste import hasty
from datasets.film.nudging import nudged
from datasets.film.stage import aim
from datasets.film.tidying import tidied
from datasets.film.trash import FAULTS, trash_script
from rules import ace, bus, gin, trash
from service.live import TableWatch
from tests.benchmarks.judging import Tally, judge_cards, judge_turns, remarks_in_vain, strays, to_be_seen
from tests.benchmarks.reels import Reel

SIZE = (1280, 720)
FPS = 25.0
DEALS = {"trash": 2, "gin": 2, "bus": 2, "ace": 3}
"""Hands played in a film of a match."""
HABITS = {
    "tidying": (NEAT, ("trash", "gin", "bus", "ace", "all")),
    "hasty": (NEAT, ("trash", "gin", "bus", "ace", "all")),
    "nudging": (NEAT, ("trash", "gin", "bus")),
    "aside": (Habits(aside=0.4), ("trash",)),
    "turning": (Habits(turning=0.6), ("trash",)),
    "strewn": (Habits(strewn=4.0), ("trash", "gin")),
}
"""Of players, by the names of `--habit`, and the games they are of; ..."""
PLAYED = {"tidying": tidied, "hasty": hasty, "nudging": nudged}
"""... and what becomes of a script where it is not written with them."""
LOW, NEAR = (0.85, 1.1), (0.9, 1.6)
"""How far from straight down, in radians, a camera looks that stands low, a laptop's or one on a short stand, and how
far away it stands, in the table's longer side: as far as one has to that sees 35 to 60 degrees."""
LEGIBLE = 8.0
"""Least height of the ranks on the farthest cards, in pixels: numerals drawn with fewer no one reads reliably."""


def decks_of(seed: int, art: list[Path], view: View, extent: tuple[float, float, float, float]) -> list[Deck]:
    """Packs for one film: artwork in turn where it is given, else the first painted from the seed that can be read."""
    if art:
        from datasets.artwork import load_artwork

        return [load_artwork(art[seed % len(art)])]
    from datasets.painter import paint_deck

    left, far, right, _ = extent
    middle = (left + right) / 2
    top, bottom = view.project(np.array([[middle, far, 0.0], [middle, far + 1.0, 0.0]]))
    card = float(np.linalg.norm(bottom - top))
    for attempt in range(50):
        deck = paint_deck(np.random.default_rng([seed, 99, attempt]))
        if card * rank_height(deck) >= LEGIBLE:
            return [deck]
    raise ValueError(f"seed {seed}: of 50 decks none can be read with cards {card:.0f} pixels high")


def size_of(text: str) -> tuple[int, int]:
    """Width and height of frames, from a text such as 1280x720."""
    width, height = (int(part) for part in text.split("x"))
    return width, height


def rank_height(deck: Deck) -> float:
    """Height of a deck's printed ranks as a share of the card's."""
    heights = []
    for code in ("8H", "5C", "9S"):
        face = deck.face(code)
        corners = face.marks[0].rank_quad
        heights.append(float(np.linalg.norm(corners[3] - corners[0])) / face.image.shape[0])
    return float(np.median(heights))


def script_of(
    game: str, seed: int, fault: str | None, turns: int | None, match: bool, players: int = 2, habits: Habits = NEAT
) -> tuple[Script, Any, Any]:
    """A film's script, its extent, and the rules it is played by; `players` of Trash."""
    faults = () if fault is None else (fault,)
    deals = DEALS[game] if match else 1
    if game == "trash":
        full = [(10, 10), (8, 8), (6, 6), (5, 4)]
        pair = ([(6, 6), (5, 4), (4, 4), (3, 3)] if match else full)[seed % 4]
        options = trash.Rules(players=players)
        sizes = (*pair, *pair)[:players]
        script, table = trash_script(
            seed, options, sizes, faults=faults, turns=turns, hands=deals, dealt=not match, habits=habits
        )
        return script, table.extent, options
    if game == "gin":
        script, extent = gin_script(seed, faults=faults, turns=turns, hands=deals, dealt=not match, habits=habits)
        return script, extent, gin.Rules()
    if game == "bus":
        rules = bus.Rules(players=2 + seed % 3)
        script, extent = bus_script(seed, rules, faults, deals=deals, dealt=not match)
        return script, extent, rules
    aces = ace.Rules(players=2 + seed % 3)
    script, extent = ace_script(seed, aces, faults, deals=deals, dealt=not match)
    return script, extent, aces


def play(game: str, seed: int, fault: str | None, reader: Any, tally: Tally, args: argparse.Namespace) -> None:
    """One film, watched from beginning to end."""
    habits = NEAT if args.habit is None else HABITS[args.habit][0]
    script, extent, rules = script_of(game, seed, fault, args.turns, args.match, args.players, habits)
    if args.habit in PLAYED:
        script = PLAYED[args.habit](script, np.random.default_rng([seed, 2]))
    rng = np.random.default_rng([seed, 1])
    low = (float(rng.uniform(*LOW)), float(rng.uniform(*NEAR))) if args.low else (None, None)
    view = aim(rng, extent, args.size, *low)
    taken_with = Conditions.sample(rng, args.size, script.length, args.conditions)
    fps = FPS if taken_with.webcam is None else taken_with.webcam.rate
    film = Film(script, decks_of(seed, args.art, view, extent), view, taken_with, seed, fps=fps)
    reel: Film | Reel = film
    if args.keep is not None:
        turns = "all" if args.turns is None else args.turns
        taken = "" if args.conditions == "plain" else f"-{args.conditions}"
        taken += f"-{args.habit}" if args.habit else ""
        played = ("-match" if args.match else "") + ("-low" if args.low else "")
        played += f"-{args.players}" if game == "trash" and args.players != 2 else ""
        played += "" if args.size == SIZE else f"-{args.size[0]}x{args.size[1]}"
        path = args.keep / f"{game}-{seed}-{fault or 'none'}-{turns}{taken}{played}.mjpg"
        reel = Reel.load(path) or Reel.record(film, path)
    watch = TableWatch(game, rules, reader, slots=None if args.found_out else script.options.get("slots"))
    events: list[dict[str, Any]] = []
    delay: dict[int, float] = {}
    for moment in reel.frames():
        began = time.perf_counter()
        cpu = time.process_time()
        told = watch.frame(moment.image, moment.time)
        spent = time.process_time() - cpu
        for event in told:
            # What was not told in time, for a camera that mirrors, is told later.
            delay[id(event)] = time.perf_counter() - began + moment.time - event["time"]
        events += told
        tally.frames += 1
        tally.busy += spent
        state = watch.view()
        if state["settled"] and not told:
            tally.still_frames += 1
            tally.still_busy += spent
    tally.films += 1
    tally.seconds += script.length
    tally.looks += watch.tracker.looks
    tally.memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    tally.problems.update(event["after"]["rule"] for event in events if event["kind"] == "problem")
    tally.camera.update(event["after"]["state"] for event in events if event["kind"] == "camera")
    missed, false = judge_cards(reel.sights, events, delay, tally)
    wrong = judge_turns(reel.script.judgements, reel.sights, events, tally)
    astray = strays([*film.opening(), *(sight.quad for sight in reel.sights)], events, script.length)
    tally.strays += len(astray)
    vain = remarks_in_vain(reel.script.judgements, events)
    tally.remarks_in_vain += len(vain)
    tally.whole += not missed and not false and not wrong and not vain
    if args.verbose:
        counted = len(to_be_seen(reel.sights))
        print(
            f"{game} {seed} {fault}: {reel.script.length:.0f} s, {counted} changes: {len(missed)} missed, "
            f"{len(false)} false events, {len(astray)} cards beside the game; "
            f"{len(reel.script.judgements)} turns: {len(wrong)} judged wrongly, {len(vain)} remarks in vain",
            flush=True,
        )


def report(game: str, tally: Tally) -> dict[str, Any]:
    """The table of one game."""
    late = np.array(tally.latencies or [np.nan])
    hours = tally.seconds / 3600

    def share(part: float, of: float) -> float | None:
        return round(part / of, 4) if of else None

    return {
        "game": game,
        "films": tally.films,
        "minutes": round(tally.seconds / 60, 1),
        "card recall": share(tally.found, tally.changes),
        "card precision": share(tally.events - tally.false_events, tally.events),
        "changes": tally.changes,
        "cards told unread": tally.unread,
        "cards beside the game": tally.strays,
        "legal accepted": share(tally.accepted, tally.legal),
        "turns": tally.legal,
        "cannot tell": tally.open,
        "faults caught": share(tally.caught, tally.faults),
        "rightly named": share(tally.named, tally.faults),
        "faults": tally.faults,
        "false alarms per hour": round(tally.alarms / hours, 2) if hours else None,
        "remarks in vain": tally.remarks_in_vain,
        "films without any error": share(tally.whole, tally.films),
        "latency median s": round(float(np.median(late)), 3),
        "latency 95 % s": round(float(np.quantile(late, 0.95)), 3),
        "frames per CPU second": round(tally.frames / max(tally.busy, 1e-9), 1),
        "cores at 25 fps when still": share(FPS * tally.still_busy, max(tally.still_frames, 1)),
        "looks per second": round(tally.looks / max(tally.seconds, 1e-9), 2),
        "peak memory MB": [round(one) for one in (tally.memory[:1] + tally.memory[-1:])],
        "problems": dict(tally.problems),
        "camera": dict(tally.camera),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=10)
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--game", choices=("trash", "gin", "bus", "ace", "all"), default="trash")
    parser.add_argument("--conditions", choices=SETS, default="plain")
    parser.add_argument("--habit", choices=HABITS, help="of the players")
    parser.add_argument("--turns", type=int)
    parser.add_argument("--faults", action="store_true", help="put a fault into every second film")
    parser.add_argument("--match", action="store_true", help="several hands, dealt and gathered before the camera")
    parser.add_argument("--low", action="store_true", help="the camera stands low, and sees the table at a slant")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="of Trash")
    parser.add_argument("--found-out", action="store_true", help="nobody says how many slots the layouts have")
    parser.add_argument("--size", type=size_of, default=SIZE, metavar="WIDTHxHEIGHT", help="of the frames")
    parser.add_argument("--art", type=Path, action="append", default=[], help="folder of artwork; may be repeated")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--keep", type=Path, help="folder to keep rendered films in, and to take them from")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.habit is not None and args.game not in HABITS[args.habit][1]:
        parser.error(f"--habit {args.habit} is of another game")
    from models import load_reader

    cv2.setNumThreads(1)
    reader = load_reader(threads=args.threads)
    wrongs = {"trash": FAULTS, "gin": ("put_back",), "bus": ("two_exchanged",), "ace": ("no_king",)}
    reports = []
    for game in ("trash", "gin", "bus", "ace") if args.game == "all" else (args.game,):
        tally = Tally()
        for number in range(args.films):
            fault = wrongs[game][(number // 2) % len(wrongs[game])] if args.faults and number % 2 else None
            play(game, args.seed + number, fault, reader, tally, args)
            gc.collect()
        reports.append(report(game, tally))
        print(json.dumps(reports[-1], indent=1), flush=True)
    if args.json is not None:
        args.json.write_text(json.dumps(reports, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
