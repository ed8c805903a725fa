"""`kibitz read`: name every card in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from rules.catalogue import card_name
from service.cli.options import Unusable, answer_options, console, picture_options, print_json, threads_option
from service.cli.saving import Drawings
from service.cli.tables import WORDS

if TYPE_CHECKING:
    from vision.reading import Reader
    from vision.types import Image, Reading

_MANY = 3
"""Pictures from which on a bar shows how far reading them has come."""
Packs = int | Literal["auto"]


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True)
@click.option(
    "--save-annotated",
    "annotated",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Also save each picture there with its cards drawn in.",
)
@threads_option
@picture_options
@answer_options
def read(
    images: tuple[str, ...],
    annotated: Path | None,
    threads: int | None,
    packs: int | str,
    language: str,
    deck: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Name every card in each IMAGE: JPEG, PNG, WebP, or HEIC with its extra.

    A picture that cannot be used is named on stderr; the others are still read, and the exit status is 2.
    """
    from vision.advice import told as advice

    reader = open_reader(deck, threads)
    drawings = None if annotated is None else Drawings(annotated)
    failed = False
    for name in progressed(images, "reading", hidden=as_json and len(images) < _MANY):
        try:
            pixels, reading = read_picture(reader, name, packs, language, lang)
        except Unusable as error:
            click.echo(f"kibitz read: {error.format_message()}", err=True)
            failed = True
            continue
        if as_json:
            print_json(reading.to_json(lang) | advice(reading, lang))
        else:
            for line in described(reading, lang):
                click.echo(line)
        if drawings is None:
            continue
        try:
            saved = drawings.save(pixels, reading, reading.image or "picture", lang)
        except Unusable as error:
            click.echo(f"kibitz read: {error.format_message()}", err=True)
            failed = True
            continue
        if not as_json:
            click.echo(f"  {WORDS[lang]['saved']} {saved}")
    if failed:
        click.get_current_context().exit(2)


def open_reader(deck: str | None = None, threads: int | None = None) -> Reader:
    """The reader with the trained networks; a `Unusable` where weights or deck profile are not usable."""
    from models.load import load_reader
    from vision.calibration import CalibrationError
    from vision.network import NetworkError

    try:
        return load_reader(deck=deck, threads=threads)
    except (NetworkError, CalibrationError, FileNotFoundError, ValueError) as error:
        raise Unusable(str(error)) from None


def read_picture(
    reader: Reader, name: str, packs: int | str, language: str, lang: str = "en", jokers: bool = True
) -> tuple[Image, Reading]:
    """A picture's pixels and its reading; a `Unusable` of one line where it is no usable picture."""
    from dataclasses import replace
    from time import perf_counter

    from vision.picture import PictureError, load

    start = perf_counter()
    try:
        pixels = load(name)
    except PictureError as error:
        raise Unusable(error.sentence(lang)) from None
    spent = 1000 * (perf_counter() - start)
    try:
        reading = reader.read(pixels, packs=cast(Packs, packs), language=language, name=name, jokers=jokers)
    except ValueError as error:
        raise Unusable(str(error)) from None
    times = {"load": spent, **reading.milliseconds}
    times["total"] += spent
    return pixels, replace(reading, milliseconds=times)


def described(reading: Reading, lang: str = "en") -> Iterator[str]:
    """A reading as lines of text: the cards, warnings, and advice on what could not be read."""
    from vision.advice import sentences

    up = [card for card in reading.cards if card.side == "up"]
    down = len(reading.cards) - len(up)
    unnamed = sum(card.card is None for card in up)
    words = WORDS[lang]
    counts = f"{len(up)} {words['up']}" + (f" ({unnamed} {words['unknown']})" if unnamed else "")
    counts += f", {down} {words['down']}" if down else ""
    yield f"{reading.image}: {counts}, {reading.milliseconds['total']:.0f} ms"
    for number, card in enumerate(reading.cards, start=1):
        x, y = card.corners.mean(axis=0)
        if card.side == "down":
            said = words["down"]
        elif card.card is None:
            listed = ", ".join(
                f"{card_name(name.code, lang)} {100 * chance:.0f} %"
                for name, chance in list(card.candidates.items())[:4]
            )
            said = f"?      {listed}".rstrip()
        else:
            # Rounded down: nobody can know a card for certain.
            said = f"{card_name(card.card.code, lang):<5}{int(1000 * card.confidence) / 10:6.1f} %"
        yield f"  {number:>2}  {said:<40} {words['at']} {x:.0f}, {y:.0f}".rstrip()
    for remark in reading.remarks:
        yield f"  ! {remark.sentence(lang)}"
    for sentence in sentences(reading, lang):
        yield f"  > {sentence}"


def progressed(items: Iterable[str], doing: str, hidden: bool = False) -> Iterator[str]:
    """The items, with a bar on stderr of how many are done; none for a few of them, or where nobody looks."""
    known = list(items)
    screen = console(stderr=True)
    if hidden or len(known) < _MANY or not screen.is_terminal:
        yield from known
        return
    from rich.progress import track

    yield from track(known, description=doing, console=screen, transient=True)
