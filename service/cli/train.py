"""`kibitz train`: train the networks and export them; from a checkout only."""

from __future__ import annotations

import functools
import json
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.checkout import use_checkout
from service.cli.trainings import FOLDER, MANY, SHARE, SOME, STATE, aligner, anew, detector, faces, filled, reader

if TYPE_CHECKING:
    import torch


class Trainings(click.Group):
    """Commands whose own refusals are told in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; see `click.Group.invoke`."""
        try:
            return super().invoke(ctx)
        except (ValueError, RuntimeError) as error:
            # Of modules that need torch, which may be missing.
            if type(error).__name__ in ("StateError", "BusyError", "ExportError", "RingError"):
                raise click.ClickException(str(error)) from None
            raise


@click.group(cls=Trainings)
def train() -> None:
    """Train the networks, from a checkout with the `train` extra installed.

    Each training goes on from the state in its folder: a killed one loses two minutes at most.
    """
    use_checkout()
    try:
        import torch
        import ultralytics

        import datasets
    except ImportError as error:
        raise click.ClickException(
            f"training runs from a checkout with the train extra (pip install -e '.[train]'): {error}"
        ) from error
    del torch, ultralytics, datasets
    # A training that is told to stop saves its state first.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


for _training in (detector, reader, aligner, faces):
    train.add_command(_training)


def _scenes(data: Path | None) -> tuple[list[Path], list[Path]]:
    if data is None:
        return [], []
    if not data.is_dir():
        raise click.ClickException(f"--data: no folder {data}")
    artwork = sorted(path for path in (data / "art").glob("*") if path.is_dir())
    photos = [path for path in (data / "four_corner_deck", data / "clutter_rank_only") if path.is_dir()]
    return artwork, photos


@train.command()
@click.option("--scenes", type=FOLDER, default=Path("runs/scenes"), show_default=True, help="Ring of composed scenes.")
@click.option("--data", type=FOLDER, help="Folder with art/, four_corner_deck/ and clutter_rank_only/.")
@click.option("--capacity", type=MANY, default=2500, show_default=True, help="Scenes kept (about 3 MB each).")
@click.option("--painters", type=MANY, default=2, show_default=True)
@click.option("--rate", type=click.FloatRange(min=0), default=0.0, help="Scenes a second at most; 0 for no bound.")
@click.option("--seed", type=SOME, default=1, show_default=True)
@click.option("--count", type=SOME, default=0, help="Stop when the ring holds so many; 0 for never.")
@click.option("--chooser", type=STATE, help="A detector in ONNX: most scenes that it gets right are thrown away.")
def scenes(
    scenes: Path,
    data: Path | None,
    capacity: int,
    painters: int,
    rate: float,
    seed: int,
    count: int,
    chooser: Path | None,
) -> None:
    """Paint scenes into a ring, for trainings that run beside it or after it."""
    import time

    from models.train.feed import start_painters
    from models.train.keeping import alone
    from models.train.ring import SceneRing

    artwork, photos = _scenes(data)
    # No two painters share a slot.
    capacity = max(capacity // painters, 1) * painters
    ring = SceneRing(scenes, capacity)
    with alone(scenes):
        workers = start_painters(scenes, capacity, painters, seed, ring.following(), rate, artwork, photos, chooser)
        while not count or len(ring.slots()) < min(count, capacity):
            time.sleep(2)
            for worker in workers:
                if not worker.is_alive():
                    raise click.ClickException(f"a painter ended with status {worker.exitcode}")
        for worker in workers:
            worker.terminate()
            worker.join()


@train.command()
@click.option("--detector", "detector_state", type=STATE)
@click.option("--aligner", "aligner_state", type=STATE)
@click.option("--reader", "reader_state", type=STATE)
@click.option("--faces", "faces_state", type=STATE)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=Path("models/weights/checkpoint.pt"))
def checkpoint(
    detector_state: Path | None,
    aligner_state: Path | None,
    reader_state: Path | None,
    faces_state: Path | None,
    out: Path,
) -> None:
    """Keep all networks' states in half precision in one file, for the next training's --start.

    A network that is not given stays as the file has it.
    """
    from models.train.keeping import StateError, keep, kept
    from models.train.loop import half_weights

    def half(path: Path) -> dict[str, torch.Tensor]:
        stored = kept(path)
        if "average" not in stored:
            raise StateError(f"{path}: no state of a training")
        return half_weights(stored["average"])

    given = {"detector": detector_state, "aligner": aligner_state, "reader": reader_state, "faces": faces_state}
    before = kept(out) if out.exists() else {}
    states = {name: before.get(name) if path is None else half(path) for name, path in given.items()}
    missing = [f"--{name}" for name, state in states.items() if state is None]
    if missing:
        raise click.ClickException(f"{out} does not hold these networks yet: give {', '.join(missing)}")
    keep(states, out)
    click.echo(f"{out}: {out.stat().st_size / 1e6:.1f} MB")


@train.command()
@click.option("--data", type=FOLDER, required=True, help="Folder with the photo sets.")
@click.option("--real", type=FOLDER, default=Path("runs/real"), show_default=True, help="Ring to fill.")
@click.option("--set", "names", multiple=True, default=("four_corner_deck", "phone_closeups", "clutter_rank_only"))
def harvest(data: Path, real: Path, names: tuple[str, ...]) -> None:
    """Find indices in labelled real photos with the present weights, and keep those that agree with the labels."""
    from models.load import load_reader
    from models.train.harvest import harvest as gather
    from models.train.ring import SceneRing

    folders = [data / name for name in names]
    for folder in folders:
        if not (folder / "labels.jsonl").is_file():
            raise click.ClickException(f"--data: no labels.jsonl in {folder}")
    with anew("--real", real) as fresh:
        counts = gather(load_reader(), folders, SceneRing(fresh, 10**6))
    click.echo(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items()))


@train.command()
@click.option("--scenes", type=FOLDER, default=Path("runs/scenes"), show_default=True, help="Ring of composed scenes.")
@click.option("--out", type=FOLDER, default=Path("runs/finds"), show_default=True, help="Ring to fill.")
@click.option("--count", type=MANY, default=600, show_default=True, help="Scenes to look at.")
@click.option("--seed", type=SOME, default=0, show_default=True)
@click.option(
    "--easy", type=SHARE, default=1.0, show_default=True, help="Share kept of what is read rightly and surely."
)
def finds(scenes: Path, out: Path, count: int, seed: int, easy: float) -> None:
    """Collect what the present detector takes for indices in scenes, rightly and in vain, to train the reader on."""
    from models.load import load_reader
    from models.train.finds import gather_finds
    from models.train.ring import SceneRing

    if out.resolve() == scenes.resolve():
        raise click.ClickException(f"--out: {out} holds the scenes to look at")
    ring = filled("--scenes", scenes)
    with anew("--out", out) as fresh:
        counts = gather_finds(load_reader(), ring, SceneRing(fresh, 10**6), count, seed, easy)
    click.echo(", ".join(f"{name.replace('_', ' ')} {number}" for name, number in counts.items()))


@train.command()
@click.option("--detector", "detector_weights", type=STATE)
@click.option("--aligner", "aligner_weights", type=STATE)
@click.option("--reader", "reader_weights", type=STATE)
@click.option("--faces", "faces_weights", type=STATE)
@click.option(
    "--scenes",
    type=FOLDER,
    default=Path("runs/scenes"),
    show_default=True,
    help="Ring of composed scenes, to fit eight-bit scales to.",
)
@click.option("--out", type=FOLDER, default=Path("models/weights"), show_default=True)
def export(
    detector_weights: Path | None,
    aligner_weights: Path | None,
    reader_weights: Path | None,
    faces_weights: Path | None,
    scenes: Path,
    out: Path,
) -> None:
    """Write ONNX files, each checked to give what its network gives."""
    from models.export import EXAMPLES, export_aligner, export_detector, export_faces, export_reader
    from models.train.faces import FacePatches
    from models.train.patches import ScenePatches, inputs

    if detector_weights is aligner_weights is reader_weights is faces_weights is None:
        raise click.UsageError("nothing to export: give --detector, --aligner, --reader, --faces or several")
    if detector_weights is not None:
        click.echo(
            f"detector: differs by {export_detector(detector_weights, out / 'detector.onnx'):.2g} pixels at most"
        )
    if aligner_weights is not None:
        click.echo(f"aligner: differs by {export_aligner(aligner_weights, out / 'aligner.onnx'):.2g} at most")
    if reader_weights is not None:
        patches = inputs(ScenePatches(filled("--scenes", scenes)).draw, EXAMPLES, seed=0)
        off = export_reader(reader_weights, out / "reader.onnx", patches)
        click.echo(f"reader: chances differ by {off:.2g} in the mean")
    if faces_weights is not None:
        patches = inputs(FacePatches(filled("--scenes", scenes)).draw, EXAMPLES, seed=0)
        off = export_faces(faces_weights, out / "faces.onnx", patches)
        click.echo(f"faces: chances differ by {off:.2g} in the mean")


@train.command()
@click.option("--data", type=FOLDER, required=True, help="Folder with the photo sets.")
@click.option("--out", type=FOLDER, default=Path("models/weights"), show_default=True)
@click.option("--each", type=MANY, default=60, show_default=True, help="Photos of each set at most.")
@click.option("--count", type=MANY, default=400, show_default=True, help="Composed scenes.")
@click.option("--seed", type=SOME, default=1, show_default=True, help="Of the scenes and of the draw of photos.")
@click.option("--keep-backs", is_flag=True, help="Leave the curve of face-down cards as it is.")
@click.option("--threads", type=MANY, default=1, show_default=True)
def calibrate(data: Path, out: Path, each: int, count: int, seed: int, keep_backs: bool, threads: int) -> None:
    """Fit calibration.json to the weights in --out, so that a confidence means what it says."""
    from models.evaluate import LabelError
    from models.evaluate.calibrate import FitError
    from models.load import load_reader
    from models.train import calibrate as fitting

    photos = [data / name for name in fitting.PHOTOS]
    reader = load_reader(threads=threads, weights=out)
    try:
        fitted = fitting.calibrate(
            reader, photos, functools.partial(fitting.scenes, seed, count), each, seed, click.echo
        )
    except (LabelError, FitError) as error:
        raise click.ClickException(str(error)) from None
    if keep_backs:
        fitted = replace(fitted, back=reader.calibration.back)
    fitted.save(out / "calibration.json")
    click.echo(json.dumps(dict(fitted.source)))
