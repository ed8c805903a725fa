"""The record of a watched match, written where it was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

import click

from service.cli.options import Unusable

_RECORD = b"Game:"
"""What every record begins with."""


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
    with path.open("rb") as file:
        start = file.read(len(_RECORD))
    return bool(start) and start != _RECORD


def _taken(path: Path) -> bool:
    """Whether something other than the record of a game has this name."""
    try:
        return path.exists() and (not path.is_file() or _of_another(path))
    except OSError:
        # What cannot be looked at cannot be written either, which is said then.
        return False


def write(path: Path, texts: Sequence[str], lang: str) -> bool:
    """Write the record, each stretch that can be replayed into a file of its own, and say on stderr what is where.

    What cannot be written is printed there instead, so that it is not lost.

    Returns:
        Whether everything was written.
    """
    from service.commentary import say

    if not texts:
        click.echo(say("watch.unrecorded", lang, file=path), err=True)
        return True
    further = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    # Only the first was asked for by name: what else may have one of the others is not written over.
    targets = [path, *islice((each for each in further if not _taken(each)), len(texts) - 1)]
    done = []
    for target, text in zip(targets, texts, strict=True):
        try:
            target.write_text(text, encoding="utf-8")
            done.append(str(target))
        except OSError as error:
            click.echo(say("watch.rescued", lang, file=target, why=error.strerror), err=True)
            click.echo(text, err=True)
    if done:
        sentence = "watch.recorded" if len(texts) == 1 else "watch.stretches"
        click.echo(say(sentence, lang, files=", ".join(done)), err=True)
    return len(done) == len(texts)
