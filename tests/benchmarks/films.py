"""Measures the live table on staged films: events, verdicts, latency, speed, memory.

    python -m tests.benchmarks.films [--films 10] [--seed 9000] [--faults] [--game trash] [--json FILE]

Films are made on the fly from seeds training never used, with painted decks of their own (or artwork given by
--art), at 720p, 25 frames a second, with shake, changing light, glare, noise and compression as `Conditions.sample`
draws them. No real game video was measured: there is none to be had.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.deck import Deck
from datasets.film.ace import ace_script
from datasets.film.beats import Script
from datasets.film.bus import bus_script
from datasets.film.conditions import Conditions
from datasets.film.film import Film, Sight
from datasets.film.gin import gin_script
from datasets.film.stage import aim
from datasets.film.trash import FAULTS, trash_script
from rules import ace, bus, gin, trash
from service.live import TableWatch

SIZE = (1280, 720)
FPS = 25.0
NAMED = {
    "wrong_slot": {"trash.wrong_slot", "trash.beyond_layout"},
    "playable_discarded": {"trash.playable_discarded"},
    "face_placed": {"trash.face_placed"},
    "shown_replaced": {"trash.stays", "trash.slot_shows"},
    "put_back": {"gin.put_back"},
    "two_exchanged": {"bus.table_two"},
    "no_king": {"ace.not_king"},
}


@dataclass
class Tally:
    """What was counted over all films."""

    films: int = 0
    seconds: float = 0.0
    frames: int = 0
    busy: float = 0.0
    still_frames: int = 0
    still_busy: float = 0.0
    looks: int = 0
    changes: int = 0
    found: int = 0
    events: int = 0
    false_events: int = 0
    latencies: list[float] = field(default_factory=list)
    legal: int = 0
    accepted: int = 0
    open: int = 0
    alarms: int = 0
    faults: int = 0
    caught: int = 0
    named: int = 0
    whole: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)


def decks_of(seed: int, art: list[Path]) -> list[Deck]:
    """Packs for one film: artwork in turn where it is given, else painted from the seed."""
    if art:
        from datasets.artwork import load_artwork

        return [load_artwork(art[seed % len(art)])]
    from datasets.painter import paint_deck

    return [paint_deck(np.random.default_rng([seed, 99]))]


def script_of(game: str, seed: int, fault: str | None, turns: int | None) -> tuple[Script, Any, Any]:
    """A film's script, its extent, and the rules it is played by."""
    faults = () if fault is None else (fault,)
    if game == "trash":
        sizes = [(10, 10), (8, 8), (6, 6), (5, 4)][seed % 4]
        script, table = trash_script(seed, sizes=sizes, faults=faults, turns=turns)
        return script, table.extent, trash.Rules()
    if game == "gin":
        script, extent = gin_script(seed, faults=faults, turns=turns)
        return script, extent, gin.Rules()
    if game == "bus":
        rules = bus.Rules(players=2 + seed % 3)
        script, extent = bus_script(seed, rules, faults)
        return script, extent, rules
    aces = ace.Rules(players=2 + seed % 3)
    script, extent = ace_script(seed, aces, faults)
    return script, extent, aces


def play(game: str, seed: int, fault: str | None, reader: Any, tally: Tally, args: argparse.Namespace) -> None:
    """One film, watched from beginning to end."""
    script, extent, rules = script_of(game, seed, fault, args.turns)
    rng = np.random.default_rng([seed, 1])
    film = Film(
        script, decks_of(seed, args.art), aim(rng, extent, SIZE), Conditions.sample(rng, SIZE, script.length), seed,
        fps=FPS,
    )  # fmt: skip
    watch = TableWatch(game, rules, reader, slots=script.options.get("slots"))
    events: list[dict[str, Any]] = []
    delay: dict[int, float] = {}
    for moment in film.frames():
        began = time.perf_counter()
        cpu = time.process_time()
        told = watch.frame(moment.image, moment.time)
        spent = time.process_time() - cpu
        for event in told:
            delay[id(event)] = time.perf_counter() - began
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
    wrong_cards = judge_cards(film.sights, events, delay, tally)
    wrong_turns = judge_turns(script, events, tally)
    tally.whole += not wrong_cards and not wrong_turns
    if args.verbose:
        print(
            f"{game} {seed} {fault}: {script.length:.0f} s, cards wrong {wrong_cards}, turns wrong {wrong_turns}",
            flush=True,
        )


def judge_cards(sights: list[Sight], events: list[dict[str, Any]], delay: dict[int, float], tally: Tally) -> int:
    """Match card events with the changes that could be seen; returns how many of either are left over."""
    cards = [event for event in events if event["kind"] == "card" and event["time"] > 1.0]
    used: set[int] = set()
    missed = 0
    for sight in sights:
        # A change that lay open too briefly counts neither way, but its event is no false one.
        limit = (sight.until if sight.until is not None else sight.change.time) + 1.0
        match = next(
            (
                event for event in cards
                if id(event) not in used and sight.change.time - 0.05 <= event["time"] <= limit and fits(sight, event)
            ),
            None,
        )  # fmt: skip
        if match is not None:
            used.add(id(match))
        if not sight.counts:
            continue
        tally.changes += 1
        if match is None:
            missed += 1
            continue
        tally.found += 1
        assert sight.seen is not None
        tally.latencies.append(max(0.0, match["time"] - sight.seen) + delay.get(id(match), 0.0))
    false = [event for event in cards if id(event) not in used and not harmless(event)]
    tally.events += len(used) + len(false)
    tally.false_events += len(false)
    return missed + len(false)


def fits(sight: Sight, event: dict[str, Any]) -> bool:
    """Whether an event tells this change: at its place, with the card that is to be seen."""
    after, before = event["after"], event["before"]
    spot = np.array((after or before)["corners"], dtype=np.float32)
    reach = 0.6 * float(np.linalg.norm(sight.quad[1] - sight.quad[0]))
    if sight.seen is not None and np.linalg.norm(spot.mean(axis=0) - sight.quad.mean(axis=0)) > reach:
        return False
    if sight.change.after is None:
        return after is None
    if after is None:
        return False
    return ("??" if after["side"] == "down" else after["card"]) == sight.change.after


def harmless(event: dict[str, Any]) -> bool:
    """Whether an event is of no place of the game: a card held in a hand for a moment."""
    return (event["after"] or event["before"])["place"] is None


def judge_turns(script: Script, events: list[dict[str, Any]], tally: Tally) -> int:
    """Match verdicts with the turns played; returns how many turns were judged wrongly."""
    told = [event for event in events if event["kind"] == "verdict"]
    used: set[int] = set()
    wrong = 0
    for judgement in script.judgements:
        match = next(
            (
                event for event in told
                if id(event) not in used
                and -1.5 <= event["time"] - judgement.time <= 5.0
                and (judgement.verdict["player"] is None or event["after"]["player"] in (None, judgement.player))
            ),
            None,
        )  # fmt: skip
        if match is not None:
            used.add(id(match))
        verdict = None if match is None else match["after"]
        if judgement.fault is None:
            tally.legal += 1
            good = verdict is not None and verdict["verdict"] == "legal"
            tally.accepted += good
            tally.open += verdict is not None and verdict["verdict"] == "cannot tell"
            tally.alarms += verdict is not None and verdict["verdict"] == "illegal"
        else:
            tally.faults += 1
            caught = verdict is not None and verdict["verdict"] == "illegal"
            tally.caught += caught
            good = caught and verdict is not None and verdict["rule"] in NAMED[judgement.fault]
            tally.named += good
        wrong += not good
    alarms = [event for event in told if id(event) not in used and event["after"]["verdict"] == "illegal"]
    tally.alarms += len(alarms)
    return wrong + len(alarms)


def report(game: str, tally: Tally) -> dict[str, Any]:
    """The table of one game."""
    late = np.array(tally.latencies or [np.nan])
    hours = tally.seconds / 3600
    share = lambda part, of: round(part / of, 4) if of else None  # noqa: E731
    return {
        "game": game,
        "films": tally.films,
        "minutes": round(tally.seconds / 60, 1),
        "card recall": share(tally.found, tally.changes),
        "card precision": share(tally.events - tally.false_events, tally.events),
        "changes": tally.changes,
        "legal accepted": share(tally.accepted, tally.legal),
        "turns": tally.legal,
        "cannot tell": tally.open,
        "faults caught": share(tally.caught, tally.faults),
        "rightly named": share(tally.named, tally.faults),
        "faults": tally.faults,
        "false alarms per hour": round(tally.alarms / hours, 2) if hours else None,
        "films without any error": share(tally.whole, tally.films),
        "latency median s": round(float(np.median(late)), 3),
        "latency 95 % s": round(float(np.quantile(late, 0.95)), 3),
        "frames per CPU second": round(tally.frames / max(tally.busy, 1e-9), 1),
        "cores at 25 fps when still": share(FPS * tally.still_busy, max(tally.still_frames, 1)),
        "looks per second": round(tally.looks / max(tally.seconds, 1e-9), 2),
        "peak memory MB": [round(one) for one in (tally.memory[:1] + tally.memory[-1:])],
        "problems": dict(tally.problems),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=10)
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--game", choices=("trash", "gin", "bus", "ace", "all"), default="trash")
    parser.add_argument("--turns", type=int)
    parser.add_argument("--faults", action="store_true", help="put a fault into every second film")
    parser.add_argument("--art", type=Path, action="append", default=[], help="folder of artwork; may be repeated")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
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
