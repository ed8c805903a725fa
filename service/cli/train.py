"""`kibitz train`: train the networks and export them; from a checkout only."""

from __future__ import annotations

import functools
import json
import shutil
import signal
import sys
from dataclasses import replace
from pathlib import Path

import click

from service.cli.checkout import use_checkout
from service.cli.trainings import FOLDER, STATE, aligner, detector, faces, filled, reader


@click.group()
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
@click.option("--capacity", default=2500, show_default=True, help="Scenes kept (about 3 MB each).")
@click.option("--painters", default=2, show_default=True)
@click.option("--rate", default=0.0, help="Scenes a second at most; 0 for no bound.")
@click.option("--seed", default=1, show_default=True)
@click.option("--count", default=0, help="Stop when the ring holds so many; 0 for never.")
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
    from models.train.ring import SceneRing

    artwork, photos = _scenes(data)
    ring = SceneRing(scenes, capacity)
    workers = start_painters(scenes, capacity, painters, seed, ring.following(), rate, artwork, photos, chooser)
    while not count or len(ring.slots()) < min(count, capacity):
        time.sleep(2)
        for worker in workers:
            if not worker.is_alive():
                raise click.ClickException(f"a painter ended with status {worker.exitcode}")
    for worker in workers:
        worker.terminate()


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
    import torch

    from models.train.loop import half_weights

    def half(path: Path) -> dict[str, torch.Tensor]:
        return half_weights(torch.load(path, map_location="cpu", weights_only=True)["average"])

    given = {"detector": detector_state, "aligner": aligner_state, "reader": reader_state, "faces": faces_state}
    kept = torch.load(out, map_location="cpu", weights_only=True) if out.exists() else {}
    states = {name: kept.get(name) if path is None else half(path) for name, path in given.items()}
    missing = [f"--{name}" for name, state in states.items() if state is None]
    if missing:
        raise click.ClickException(f"{out} does not hold these networks yet: give {', '.join(missing)}")
    torch.save(states, out)
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

    if real.exists():
        shutil.rmtree(real)
    counts = gather(load_reader(), [data / name for name in names], SceneRing(real, 10**6))
    click.echo(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items()))


@train.command()
@click.option("--scenes", type=FOLDER, default=Path("runs/scenes"), show_default=True, help="Ring of composed scenes.")
@click.option("--out", type=FOLDER, default=Path("runs/finds"), show_default=True, help="Ring to fill.")
@click.option("--count", default=600, show_default=True, help="Scenes to look at.")
@click.option("--seed", default=0, show_default=True)
@click.option("--easy", default=1.0, show_default=True, help="Share kept of what is read rightly and surely.")
def finds(scenes: Path, out: Path, count: int, seed: int, easy: float) -> None:
    """Collect what the present detector takes for indices in scenes, rightly and in vain, to train the reader on."""
    from models.load import load_reader
    from models.train.finds import gather_finds
    from models.train.ring import SceneRing

    if out.exists():
        shutil.rmtree(out)
    counts = gather_finds(load_reader(), filled("--scenes", scenes), SceneRing(out, 10**6), count, seed, easy)
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
@click.option("--each", default=60, show_default=True, help="Photos of each set at most.")
@click.option("--count", default=400, show_default=True, help="Composed scenes.")
@click.option("--seed", default=1, show_default=True, help="Of the scenes and of the draw of photos.")
@click.option("--keep-backs", is_flag=True, help="Leave the curve of face-down cards as it is.")
@click.option("--threads", default=1, show_default=True)
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
