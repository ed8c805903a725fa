"""The record of a watched match, written where it was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

import click

from rules.errors import RulesError
from rules.observation import parse_row
from service.cli.options import Unusable

_RECORD = "Game:"
"""What a record that can be replayed begins with."""
_SEEN = ("pile", "table", "turn", "shown")
"""What the lines of one whose hands stay hidden begin with, followed by cards."""
_START = 4000
"""Characters that its first line has at most."""


def check_writable(path: Path) -> None:
    """Refuse a record that cannot be written, before a whole film is followed for it.

    Raises:
        Unusable: naming the file.
    """
    if path.is_dir():
        # An empty name, too, is the folder one is in.
        raise Unusable(f"--record {path}: is a folder")
    there = path.exists()
    if there and not path.is_file():
        # A pipe would wait for its reader.
        return
    try:
        if there and _of_another(path):
            raise Unusable(f"--record {path}: holds something that is no record; it is not written over")
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise Unusable(f"--record {path}: {error.strerror}") from None


def _of_another(path: Path) -> bool:
    """Whether a file holds anything but the record of a game."""
    with path.open(encoding="utf-8", errors="replace") as file:
        start = file.read(_START)
    if not start or start.startswith(_RECORD):
        return False
    kind, _, cards = start.partition("\n")[0].partition("#")[0].strip().partition(" ")
    try:
        return kind not in _SEEN or not parse_row(cards.replace(" / ", " "))
    except RulesError:
        return True


def _mark(path: Path, number: int | str) -> str:
    """The remark that ends a further stretch: by it alone it is known again as what goes on with this record."""
    name = path.name.encode("utf-8", "backslashreplace").decode()
    return f"# stretch {number} of {name}"


def _goes_on(stretch: Path, path: Path) -> bool:
    """Whether a file is a further stretch of the record at a path, as `write` leaves them."""
    try:
        if not stretch.is_file() or _of_another(stretch):
            return False
        last = stretch.read_text(encoding="utf-8").rstrip("\n").rpartition("\n")[2]
    except (OSError, ValueError):
        # What cannot be looked at is left alone.
        return False
    found = re.match(r"# stretch (\d+) of ", last)
    return found is not None and last == _mark(path, found[1])


def _further(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _taken(path: Path) -> bool:
    """Whether something has this name."""
    try:
        return path.exists()
    except OSError:
        # What cannot be looked at cannot be written either, which is said then.
        return False


def _outdated(path: Path, written: Sequence[Path]) -> list[Path]:
    """The further stretches of a record that was there before, by number."""
    found = {}
    with suppress(OSError):
        for each in path.parent.iterdir():
            number = each.stem.removeprefix(f"{path.stem}-")
            numbered = number.isascii() and number.isdecimal() and each == _further(path, int(number))
            if numbered and each not in written and _goes_on(each, path):
                found[int(number)] = each
    return [found[number] for number in sorted(found)]


def write(path: Path, texts: Sequence[str], lang: str) -> bool:
    """Write the record, each stretch that can be replayed into a file of its own, and say on stderr what is where.

    Of an older record in the same place the further stretches go: beside the new one they would pass for its own. What
    cannot be written is printed instead, so that it is not lost.

    Returns:
        Whether everything was written.
    """
    from service.sentences import say

    if not texts:
        click.echo(say("watch.unrecorded", lang, file=path), err=True)
        return True
    # Only the first was asked for by name: what else may have one of the others is not written over.
    further = (_further(path, number) for number in count(2))
    free = (each for each in further if not _taken(each) or _goes_on(each, path))
    targets = [path, *islice(free, len(texts) - 1)]
    done = []
    for number, (target, text) in enumerate(zip(targets, texts, strict=True), start=1):
        try:
            target.write_text(text if number == 1 else f"{text}{_mark(path, number)}\n", encoding="utf-8")
            done.append(target)
        except OSError as error:
            click.echo(say("watch.rescued", lang, file=target, why=error.strerror), err=True)
            click.echo(text, err=True)
    if done:
        sentence = "watch.recorded" if len(texts) == 1 else "watch.stretches"
        click.echo(say(sentence, lang, files=", ".join(map(str, done))), err=True)
    whole = len(done) == len(texts)
    if whole:
        _remove(_outdated(path, done), lang)
    return whole


def _remove(stretches: Sequence[Path], lang: str) -> None:
    """Remove what an older record went on with, and say so."""
    from service.sentences import say

    gone = []
    for each in stretches:
        with suppress(OSError):
            each.unlink()
            gone.append(str(each))
    if gone:
        click.echo(say("watch.outdated", lang, files=", ".join(gone)), err=True)
