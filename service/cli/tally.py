"""A running match of gin in a file: what each hand scored, one numbered line each.

```
Game: gin scores
Rules: knock_limit=7

1. player 1 scores 23 knock
2. nobody scores knock
3. player 2 scores 29 undercut
```

The lines may be edited by hand; everything else follows from them.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rules.gin import Entry, Game, Match, Rules, Series
from rules.record import dump, load
from service.cli.flags import refusals
from service.cli.options import Unusable, console
from service.cli.tables import WORDS, grid

GAME = "gin scores"
_SCORED = re.compile(r"player ([12]) scores (\d+) (\w+)( double box)?")
_NOBODY = re.compile(r"nobody scores (\w+)")
_NOTHING: Final[dict[str, dict[str, str]]] = {
    "en": {
        "illegal": "Nothing was entered in {file}: an illegal hand scores nothing.",
        "cannot tell": "Nothing was entered in {file}: the score is not certain.",
    },
    "fr": {
        "illegal": "Rien n'a été inscrit dans {file} : une main interdite ne marque rien.",
        "cannot tell": "Rien n'a été inscrit dans {file} : le score n'est pas certain.",
    },
    "de": {
        "illegal": "In {file} wurde nichts eingetragen: Ein verbotenes Spiel zählt nichts.",
        "cannot tell": "In {file} wurde nichts eingetragen: Das Ergebnis steht nicht fest.",
    },
}
"""Why a hand is not entered, by language and verdict."""


@dataclass
class Tally:
    """Hands scored so far, and what they come to.

    Attributes:
        rules: the options of the match.
        lines: one for each hand, as in the file.
    """

    rules: Rules
    lines: list[str] = field(default_factory=list)

    @property
    def match(self) -> Match:
        """The match these hands make: its `series`, `finished` games, `totals` and `winner`."""
        match = Match(self.rules, dealer=0)
        for line in self.lines:
            scored = _SCORED.fullmatch(line)
            if scored is None:
                continue
            entry = Entry(int(scored[1]) - 1, int(scored[2]), 2 if scored[4] else 1)
            match.series = match.series.add(entry)
            if match.series.over:
                match.finished.append(match.series)
                match.series = Series.start(self.rules)
        return match

    def to_json(self) -> dict[str, Any]:
        """``{"hands", "game", "finished", "totals", "winner"}``; players by index, no winner is null."""
        match = self.match
        return {
            "hands": len(self.lines),
            "game": [list(_standing(game)) for game in match.series.games],
            "finished": [list(series.totals()) for series in match.finished],
            "totals": list(match.totals),
            "winner": match.winner,
        }


def _standing(game: Game) -> tuple[int, int]:
    """What a game has come to: in one that goes on, boxes count only where they count at once."""
    return game.totals() if game.over else (game.score(0), game.score(1))


def open_tally(path: Path, rules: Rules, chosen: bool, lang: str) -> Tally:
    """The match in a file, or a new one where there is none.

    Args:
        path: of the file.
        rules: the options on the command line.
        chosen: whether any was given there; a match that has begun keeps its own.
        lang: of the errors.

    Raises:
        Unusable: naming the file and the line that cannot be read; a match that is over or has other rules.
    """
    if not path.exists():
        return Tally(rules)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"--match {path}: {getattr(error, 'strerror', None) or 'is no text'}") from None
    with refusals(lang, f"--match {path}"):
        record = load(text)
        record.require_game(GAME)
        with record.blame("Rules"):
            kept = Rules.parse(record.headers.get("Rules", ""))
        for line in record.lines:
            if not (_SCORED.fullmatch(line.text) or _NOBODY.fullmatch(line.text)):
                raise line.unreadable()
    if chosen and rules != kept:
        raise Unusable(f"--match {path}: this match is played by other rules ({str(kept) or 'the usual ones'})")
    tally = Tally(kept, [line.text for line in record.lines])
    if tally.match.winner is not None:
        raise Unusable(f"--match {path}: player {tally.match.winner + 1} has won this match")
    return tally


def enter(path: Path, tally: Tally, score: dict[str, Any], boxes: int, knocker: int) -> None:
    """Add a hand to a match and write its file, all of it or nothing.

    Args:
        path: of the file.
        tally: the match.
        score: the hand, as in its JSON.
        boxes: what the winner gets: 1, or 2 where a spade upcard doubles.
        knocker: the player, 0 or 1, who went out.
    """
    if score["winner"] == "none":
        tally.lines.append(f"nobody scores {score['ending']}")
    else:
        winner = knocker if score["winner"] == "knocker" else 1 - knocker
        double = " double box" if boxes == 2 else ""
        tally.lines.append(f"player {winner + 1} scores {score['points']} {score['ending']}{double}")
    headers = {"Game": GAME, **({"Rules": str(tally.rules)} if str(tally.rules) else {})}
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(dump(headers, tally.lines), encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise Unusable(f"--match {path}: {error.strerror}") from None


def nothing_entered(path: Path, verdict: str, lang: str) -> str:
    """The sentence that says why a hand was not entered, by its verdict: "illegal" or "cannot tell"."""
    return _NOTHING[lang][verdict].format(file=path)


def show_tally(tally: Tally, lang: str) -> None:
    """Print how the match stands."""
    words = WORDS[lang]
    players = [f"{words['player']} {number}" for number in (1, 2)]
    table = grid("", *players, right=players)
    match = tally.match
    done = [series.totals() for series in match.finished]
    for number, totals in enumerate(done, start=1):
        table.add_row(f"{words['game']} {number}", *map(str, totals))
    if match.winner is None:
        for offset, game in enumerate(match.series.games, start=1):
            # Of Hollywood's games one can be over before the others.
            more = "" if game.over else " …"
            table.add_row(f"{words['game']} {len(done) + offset}{more}", *map(str, _standing(game)))
    table.add_row(words["total"], *map(str, match.totals))
    console().print(table)
