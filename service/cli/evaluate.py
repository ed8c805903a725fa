"""`kibitz evaluate`: measure reading on labelled photos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from service.cli.options import Unusable, console, picture_options, print_json, threads_option
from service.cli.read import open_reader
from service.cli.saving import Drawings

if TYPE_CHECKING:
    from models.evaluate import LabelledPhoto
    from models.evaluate.matching import Outcome
    from vision.types import Reading


@click.command()
@click.argument("sets", metavar="SET...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each set and nothing else.")
@click.option("--errors", type=click.Path(path_type=Path, dir_okay=False), help="Write every error, by photo, there.")
@click.option(
    "--save-annotated",
    "annotated",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save the photos that are not exactly right there, with their cards drawn in.",
)
@threads_option
@picture_options
def evaluate(
    sets: tuple[Path, ...],
    as_json: bool,
    errors: Path | None,
    annotated: Path | None,
    threads: int | None,
    packs: int | str,
    language: str,
    deck: str | None,
) -> None:
    """Read every photo of each SET and hold it against its labels.

    A SET is a folder with labels.jsonl: one JSON object for each photo, with labelled boxes, or with the cards that lie
    in it.
    """
    from models.evaluate import LabelError, evaluate, load_labels
    from models.evaluate.report import summary
    from vision.picture import load

    try:
        photos = sum(len(load_labels(folder)) for folder in sets)
    except LabelError as error:
        raise Unusable(str(error)) from None
    drawings = None if annotated is None else Drawings(annotated)
    reader = open_reader(deck, threads)
    reports = []
    unsaved: list[str] = []

    def draw(photo: LabelledPhoto, reading: Reading, outcome: Outcome) -> None:
        if drawings is None or outcome.exact:
            return
        try:
            drawings.save(load(photo.path), reading, photo.path.name)
        except Unusable as error:
            unsaved.append(error.format_message())

    from rich.progress import Progress

    screen = console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("reading", total=photos)
        for folder in sets:
            report = evaluate(
                reader,
                folder,
                packs=cast("int | Literal['auto']", packs),
                language=language,
                progress=lambda _done, _of: bar.advance(task),
                seen=draw,
            )
            reports.append(report)
            if as_json:
                print_json(report.to_json())
            else:
                click.echo("\n".join(report.lines()))
    if len(reports) > 1 and not as_json:
        click.echo("\n".join(summary(reports)))
    if errors is not None:
        rows = [
            {"set": report.name, "image": outcome.photo.name, "errors": outcome.errors}
            for report in reports
            for outcome in report.outcomes
            if outcome.errors
        ]
        try:
            errors.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        except OSError as error:
            raise Unusable(f"--errors {errors}: {error.strerror}") from None
    failed = [(report.name, *failure) for report in reports for failure in report.failed]
    for name, _, why in failed:
        click.echo(f"kibitz evaluate: {name}: {why}", err=True)
    for line in unsaved:
        click.echo(f"kibitz evaluate: {line}", err=True)
    if failed or unsaved:
        click.get_current_context().exit(2)
