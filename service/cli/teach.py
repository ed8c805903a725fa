"""``kibitz teach``: show Kibitz a deck of your own."""

from __future__ import annotations

import sys
from typing import Any

import click

from service.cli.options import Amount, Unusable, print_json, threads_option

PICTURES = 12
"""Pictures taken from a video or a camera: enough views of a spread, and quick."""


@click.command(short_help="Show Kibitz a deck of your own.")
@click.argument("name", required=False)
@click.option(
    "--source",
    multiple=True,
    metavar="SOURCE",
    help="Pictures, a folder, a video or a webcam's number; may be repeated.",
)
@click.option("--language", type=click.Choice(("auto", "en", "fr", "de", "nl")), default="auto", show_default=True)
@click.option("--seconds", type=Amount(1, 120), default=10.0, show_default=True, help="How long a webcam is watched.")
@threads_option
@click.option("--list", "listed", is_flag=True, help="Name the decks taught so far, and stop.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line and nothing else.")
def teach(
    name: str | None,
    source: tuple[str, ...],
    language: str,
    seconds: float,
    threads: int | None,
    listed: bool,
    as_json: bool,
) -> None:
    """Learn the prints of a deck called NAME from pictures of its cards lying open, spread in any order.

    One picture of the whole pack does; several, or a short video, do better, with the cards filling the picture in
    even light. Take those again that it says show little. Use it with --deck NAME.
    """
    from vision import profile as decks
    from vision.teaching import teach as learn

    if listed:
        taught_so_far = decks.profiles()
        for known in taught_so_far:
            if as_json:
                print_json({"deck": known})
            else:
                click.echo(known)
        if not taught_so_far and not as_json:
            # On stderr, for a script reads the names line by line.
            click.echo(f"No deck has been taught yet: there is none in {decks.decks_folder()}.", err=True)
        return
    if name is None or not source:
        raise click.UsageError("a NAME and at least one --source are needed")
    try:
        decks.profile_path(name)
    except decks.ProfileError as error:
        raise Unusable(str(error)) from None
    from service.cli.quiet import quiet
    from service.cli.read import open_reader

    quiet()
    reader = open_reader(None, threads)
    readings = []
    pictures = list(_pictures(source, seconds))
    for number, image in enumerate(pictures, start=1):
        readings.append(reader.read(image, packs=1, language=language))
        if sys.stderr.isatty():
            click.echo(f"\rLooking: {number} of {len(pictures)}", err=True, nl=number == len(pictures))
    try:
        taught = learn(name, readings, reader.glyph_reader, pictures)
        path = taught.profile.save()
    except decks.ProfileError as error:
        raise Unusable(f"{name}: {error}") from None
    if as_json:
        print_json(
            {
                "deck": name,
                "file": str(path),
                **taught.to_json(),
            }
        )
        return
    click.echo(f"{name}: {taught.cards} cards shown, {taught.indices} indices.")
    click.echo(f"Read wrongly, held out: {taught.errors[0]} before, {taught.errors[1]} with the profile.")
    used = ", ".join(taught.used) or "none: nothing is read better with them"
    click.echo(f"Examples used for: {used}.")
    for number, picture in enumerate(taught.pictures, start=1):
        advice = picture.sentence()
        if advice is not None:
            click.echo(f"Picture {number}: {advice}")
    if taught.missing:
        click.echo(f"Not shown, or not surely named: {' '.join(taught.missing)}.")
    click.echo(f"Use it with --deck {name!r}." if " " in name else f"Use it with --deck {name}.")


def _pictures(sources: tuple[str, ...], seconds: float) -> Any:
    """The pictures of all sources: still ones as they are, a few spread over a video or a camera's time."""
    from vision.camera import Camera, Frame
    from vision.capture import PICTURES as ENDINGS
    from vision.capture import CameraError
    from vision.picture import PictureError, load

    for source in sources:
        if source.lower().endswith(ENDINGS):
            try:
                yield load(source)
            except PictureError as error:
                raise Unusable(str(error)) from None
            continue
        try:
            with Camera(source, attempts=3) as camera:
                kept: list[Any] = []
                step, number = 1, 0
                for item in camera:
                    if not isinstance(item, Frame):
                        if item.state == "skipped":
                            click.echo(f"kibitz teach: {item.text}", err=True)
                        continue
                    if camera.live and item.time > seconds:
                        break
                    if camera.kind == "folder" or number % step == 0:
                        kept.append(item.image)
                    number += 1
                    if camera.kind != "folder" and len(kept) >= 2 * PICTURES:
                        # Twice as many as wanted: every other one goes, and from here on they are taken more rarely.
                        kept, step = kept[::2], step * 2
                yield from kept
        except CameraError as error:
            raise Unusable(str(error)) from None
