"""Matches played by API: kept as options, origin and moves; in memory as the game's own match."""

from __future__ import annotations

import csv
import io
import random
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from service.games.describe import GAMES, rules_class
from service.games.options import build, differing
from service.games.play import Made, Play, Viewer, game_of, play_of
from service.storage import Missing, Store
from service.storage.matches import KeptMatch, KeptMove, Matches
from service.storage.store import changed

_CACHED = 64


@dataclass
class Running:
    """A match as it is kept, and the game it is."""

    kept: KeptMatch
    play: Play
    moves: list[Made]
    version: int
    over: bool


class MatchService:
    """Plays matches and keeps them. Its methods block: call them in the store's threads."""

    def __init__(self, store: Store) -> None:
        self.matches = Matches(store, GAMES)
        self._cache: OrderedDict[str, Running] = OrderedDict()
        self._lock = Lock()

    def create(
        self, game: str, rules: Mapping[str, Any], seed: int | None, first: int | None, players: list[str], name: str
    ) -> Running:
        """Begin a match and keep it.

        Raises:
            RulesError: an option, the first player or the names do not fit.
        """
        options = build(rules_class(game), rules)
        seed = random.SystemRandom().getrandbits(53) if seed is None else seed
        play = play_of(game).begin(options, seed, first, players)
        start = {"seed": seed, "origin": play.origin, "players": players}
        kept = self.matches.create(game, name, differing(options), start)
        return self._remember(Running(kept, play, [], kept.version, False))

    def import_record(self, text: str, name: str) -> Running:
        """Keep the match of a record, every move of which is checked.

        Raises:
            RecordError: naming the line.
        """
        game = game_of(text)
        play, made = play_of(game).read(text)
        return self._imported(game, play, made, name)

    def keep_record(self, text: str, name: str, match: str) -> Running | None:
        """Keep the match of a record under this id; None where just these moves are kept there already.

        Raises:
            RulesError: it is no record of one of the games, or a move in it is none.
        """
        game = game_of(text)
        play, made = play_of(game).read(text)
        try:
            before = self.matches.get(match)
        except Missing:
            before = None
        if before is not None and [each.text for each in before.moves] == [each.text for each in made]:
            return None
        self.forget(match)
        return self._imported(game, play, made, name, match)

    def _imported(self, game: str, play: Play, made: list[Made], name: str, match: str | None = None) -> Running:
        now = time.time()
        start = {"seed": random.SystemRandom().getrandbits(53), "origin": play.origin, "players": []}
        moves = tuple(KeptMove(each.player, each.text, now) for each in made)
        kept = self.matches.create(game, name, differing(play.rules), start, moves, play.over, match)
        return self._remember(Running(kept, play, made, kept.version, play.over))

    def get(self, match: str) -> Running:
        """A match as it is now.

        Raises:
            Missing: no match has this id.
        """
        version = self.matches.version(match)
        with self._lock:
            found = self._cache.get(match)
            if found is not None and found.version == version:
                self._cache.move_to_end(match)
                return found
        return self._remember(self._load(match))

    def _load(self, match: str, upto: int | None = None) -> Running:
        kept = self.matches.get(match)
        play = self._begun(kept)
        moves = []
        for each in kept.moves[:upto]:
            moves.append(play.play(each.text, each.player))
        return Running(kept, play, moves, kept.version, play.over)

    def _begun(self, kept: KeptMatch) -> Play:
        rules = build(rules_class(kept.game), kept.rules)
        return play_of(kept.game).resume(kept.start["origin"], rules, kept.start["seed"])

    def _remember(self, running: Running) -> Running:
        with self._lock:
            self._cache[running.kept.id] = running
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)
        return running

    def forget(self, match: str) -> None:
        """Drop what is held in memory of a match."""
        with self._lock:
            self._cache.pop(match, None)

    def play(self, match: str, moves: list[str], player: int | None, version: int | None) -> Running:
        """Make moves in a match, all or none, and keep them.

        Raises:
            Missing: no match has this id.
            Conflict: it has changed since the version given.
            IllegalMove: a move is refused; RulesError: a text is no move.
        """
        with self._lock:
            running = self._cache.pop(match, None)
        kept_version = self.matches.version(match)
        if running is None or running.version != kept_version:
            running = self._load(match)
        if version is not None and version != running.version:
            self._remember(running)
            raise changed(running.version, version)
        made: list[Made] = []
        try:
            for text in moves:
                made.append(running.play.play(text, player))
            now = time.time()
            kept = tuple(KeptMove(each.player, each.text, now) for each in made)
            running.version, updated = self.matches.add_moves(match, running.version, kept, running.play.over)
        except BaseException:
            # Moves before the refused one were made in memory only: the next caller loads what is kept.
            if not made:
                self._remember(running)
            raise
        running.kept = replace(running.kept, updated=updated)
        running.moves += made
        running.over = running.play.over
        return self._remember(running)

    def undo(self, match: str, count: int, version: int | None) -> Running:
        """Take back the last moves.

        Raises:
            Missing: no match has this id.
            Conflict: it has changed since, or has fewer moves.
        """
        now = self.matches.version(match)
        if version is not None and version != now:
            raise changed(now, version)
        self.matches.undo(match, now, count)
        self.forget(match)
        return self.get(match)

    def delete(self, match: str) -> None:
        """Forget a match.

        Raises:
            Missing: no match has this id.
        """
        self.matches.delete(match)
        self.forget(match)

    def replay(self, match: str, viewer: Viewer, start: int, limit: int) -> list[dict[str, Any]]:
        """The table after each move from number ``start`` on; number 0 is before the first.

        Raises:
            Missing: no match has this id.
        """
        kept = self.matches.get(match)
        play = self._begun(kept)
        steps = []
        for number in range(len(kept.moves) + 1):
            if number:
                made = kept.moves[number - 1]
                play.play(made.text, made.player)
            if start <= number < start + limit:
                move = kept.moves[number - 1] if number else None
                steps.append(
                    {
                        "number": number,
                        "player": None if move is None else move.player,
                        "move": None if move is None else move.text,
                        "turn": play.turn,
                        "over": play.over,
                        "winners": play.winners,
                        "table": play.view(viewer),
                    }
                )
            if number >= start + limit:
                break
        return steps


def move_rows(kept: KeptMatch) -> str:
    """The moves of a match as CSV: number, player (from 1), move, time."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("number", "player", "move", "played"))
    for number, move in enumerate(kept.moves, start=1):
        played = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(move.played))
        rows.writerow((number, "" if move.player is None else move.player + 1, move.text, played))
    return out.getvalue()
