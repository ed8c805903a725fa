"""Reading every photo of a labelled set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from models.evaluate.labels import LabelledPhoto, load_labels
from models.evaluate.matching import Outcome, judge
from models.evaluate.report import Report
from vision.picture import PictureError
from vision.reading import Reader
from vision.types import Reading

Packs = int | Literal["auto"]


def evaluate(
    reader: Reader,
    folder: Path,
    packs: Packs = "auto",
    language: str = "auto",
    progress: Callable[[int, int], None] | None = None,
    seen: Callable[[LabelledPhoto, Reading, Outcome], None] | None = None,
) -> Report:
    """Read every photo of a folder of labelled photos and hold it against its labels.

    Args:
        reader: the reader to measure.
        folder: with `labels.jsonl`, see `models.evaluate.labels`.
        packs: as for `Reader.read`.
        language: as for `Reader.read`.
        progress: told how many photos are done, and of how many, after each.
        seen: given each photo with its reading and outcome.

    Raises:
        LabelError: no labels, or damaged ones. A photo that cannot be read is counted as failed instead.
    """
    photos = load_labels(folder)
    report = Report(folder.name or str(folder))
    for done, (photo, reading) in enumerate(_read(reader, photos, packs, language), start=1):
        if isinstance(reading, Reading):
            outcome = judge(photo, reading)
            report.outcomes.append(outcome)
            report.milliseconds.append(reading.milliseconds["total"])
            if seen is not None:
                seen(photo, reading, outcome)
        else:
            report.failed.append((photo.name, str(reading)))
        if progress is not None:
            progress(done, len(photos))
    return report


def _read(
    reader: Reader, photos: list[LabelledPhoto], packs: Packs, language: str
) -> Iterator[tuple[LabelledPhoto, Reading | PictureError]]:
    for photo in photos:
        try:
            yield photo, reader.read(photo.path, packs=packs, language=language)
        except PictureError as error:
            yield photo, error
