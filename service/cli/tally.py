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

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from rules.gin import Rules
from rules.record import load
from service.cli.flags import refusals
from service.cli.options import Unusable, console
from service.cli.tables import WORDS, grid
from service.tally import GAME, Hand, Tally, standing

_FAR: Final = 1 << 30
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

_ENTERED: Final[dict[str, str]] = {
    "en": "Entered in {file} as hand {number}. If this hand stands there already, delete the last line.",
    "fr": "Inscrit dans {file} comme donne {number}. Si cette donne y figure déjà, effacez la dernière ligne.",
    "de": "In {file} als Spiel {number} eingetragen. Steht dieses Spiel dort schon, die letzte Zeile löschen.",
}


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
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"--match {path}: {getattr(error, 'strerror', None) or 'is no text'}") from None
    return _read(path, text, rules, chosen, lang)


def _read(path: Path, text: str, rules: Rules, chosen: bool, lang: str) -> Tally:
    if _blank(text):
        return Tally(rules)
    with refusals(lang, f"--match {path}"):
        record = load(text)
        record.require_game(GAME)
        with record.blame("Rules"):
            kept = Rules.parse(record.headers.get("Rules", ""))
        lines = []
        for line in record.lines:
            lines.append(line.text.partition("#")[0].strip())
            if Hand.parse(lines[-1]) is None:
                raise line.unreadable()
    if chosen and rules != kept:
        raise Unusable(f"--match {path}: this match is played by other rules ({str(kept) or 'the usual ones'})")
    tally = Tally(kept, lines)
    if tally.match.winner is not None:
        raise Unusable(f"--match {path}: player {tally.match.winner + 1} has won this match")
    return tally


def _blank(text: str) -> bool:
    """Whether a file says nothing yet, remarks aside."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.lstrip("\ufeff").splitlines())


def enter(path: Path, tally: Tally, score: dict[str, Any], boxes: int, knocker: int, lang: str) -> None:
    """Add a hand to a match, behind whatever its file holds by now.

    Args:
        path: of the file; what stands in it stays as it is written, remarks included.
        tally: the match; what others have entered since it was read is taken into it.
        score: the hand, as in its JSON.
        boxes: what the winner gets: 1, or 2 where a spade upcard doubles.
        knocker: the player, 0 or 1, who went out.
        lang: of the errors.

    Raises:
        Unusable: for a file that cannot be read or written, or a match that is over by now.
    """
    line = str(Hand.of(score, boxes, knocker))
    try:
        with path.open("a+b") as file, _alone(file):
            file.seek(0)
            text = file.read().decode()
            now = _read(path, text, tally.rules, not _blank(text), lang)
            more = Tally(now.rules, [line]).record() if _blank(text) else f"{len(now.lines) + 1}. {line}\n"
            file.write((more if not text or text.endswith("\n") else "\n" + more).encode())
    except UnicodeDecodeError:
        raise Unusable(f"--match {path}: is no text") from None
    except OSError as error:
        raise Unusable(f"--match {path}: {error.strerror}") from None
    tally.lines = [*now.lines, line]


@contextmanager
def _alone(file: BinaryIO) -> Iterator[None]:
    """Hold a file against other runs of this command, waiting for one that has it."""
    if sys.platform == "win32":
        import msvcrt

        # A byte far behind the end: Windows keeps others from reading what is locked.
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            file.flush()
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        return
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        file.flush()
        fcntl.flock(file, fcntl.LOCK_UN)


def entered(path: Path, tally: Tally, lang: str) -> str:
    """The sentence that says that a hand was entered, as the last of the match, and how that is undone."""
    return _ENTERED[lang].format(file=path, number=len(tally.lines))


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
            table.add_row(f"{words['game']} {len(done) + offset}{more}", *map(str, standing(game)))
    table.add_row(words["total"], *map(str, match.totals))
    console().print(table)
