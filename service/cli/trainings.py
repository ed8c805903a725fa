"""The trainings of `kibitz train`: one command a network, which goes on from the state in its folder."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from models.train.fitting import PatchPlan
    from models.train.ring import SceneRing

Draws = TypeVar("Draws")
FOLDER = click.Path(path_type=Path, file_okay=False)
MANY, SOME, SHARE = click.IntRange(min=1), click.IntRange(min=0), click.FloatRange(0, 1)
ABOVE = click.FloatRange(min=0, min_open=True)
STATE = click.Path(path_type=Path, exists=True, dir_okay=False)
_PASSED_OVER = 0.5
"""Half of the draws show an unusual scene then, of the painter's one of three."""


def filled(option: str, folder: Path) -> SceneRing:
    """The ring in a folder, which there is something in."""
    from models.train.ring import SceneRing

    ring = SceneRing(folder, 1)
    if not ring.slots():
        raise click.ClickException(f"{option}: no scenes in {folder}; kibitz train scenes paints some")
    return ring


@contextmanager
def anew(option: str, folder: Path) -> Iterator[Path]:
    """A folder to fill that takes the ring's place once it is full: until then, and if it fails, the old one stays."""
    strange = [path for path in folder.glob("*") if path.suffix not in (".npy", ".npz", ".part") or path.is_dir()]
    if strange:
        raise click.ClickException(f"{option}: {folder} holds {strange[0].name}, which is no scene: it is not emptied")
    fresh = folder.with_name(folder.name + ".part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    yield fresh
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def _sources(job: _Job, draws: Callable[[SceneRing, float], Draws]) -> list[tuple[float, Draws]]:
    """What to learn from, by shares: scenes, and photos where there are some.

    Args:
        job: what the training is told.
        draws: from a ring, and the share of its draws that is passed over.
    """
    scenes = draws(filled("--scenes", job.scenes), _PASSED_OVER)
    if job.real is None:
        return [(1.0, scenes)]
    return [(1 - job.real_share, scenes), (job.real_share, draws(filled("--real", job.real), 0.0))]


@dataclass(frozen=True)
class _Job:
    """What every training is told: where it keeps itself, what it learns from, for how long, and on what."""

    out: Path
    scenes: Path
    real: Path | None
    minutes: float
    rate: float
    real_share: float
    device: str
    workers: int


def _trains(which: str, minutes: float, real_share: float) -> Callable[[Callable[..., Path]], click.Command]:
    """A command that trains one network: it takes a `_Job` and options of its own, and gives the weights' path."""

    def command(work: Callable[..., Path]) -> click.Command:
        @functools.wraps(work)
        def run(
            out: Path,
            scenes: Path,
            real: Path | None,
            minutes: float,
            rate: float,
            real_share: float,
            device: str,
            workers: int,
            threads: int,
            start: Path | None,
            **own: object,
        ) -> None:
            import torch

            from models.train.keeping import StateError, alone

            if threads:
                torch.set_num_threads(threads)
            with alone(out):
                begun = _begin(out, start, which)
                try:
                    weights = work(_Job(out, scenes, real, minutes, rate, real_share, device, workers), **own)
                except StateError:
                    if not begun:
                        raise
                    # Left there it would be what every later call goes on from.
                    (out / "state.pt").unlink(missing_ok=True)
                    raise click.ClickException(f"--start {start}: of another network than the {which}") from None
            click.echo(str(weights))

        made: Callable[..., None] = run
        for option in reversed(
            (
                click.option("--out", type=FOLDER, default=Path("runs") / which, show_default=True),
                click.option(
                    "--scenes",
                    type=FOLDER,
                    default=Path("runs/scenes"),
                    show_default=True,
                    help="Ring of composed scenes.",
                ),
                click.option("--real", type=FOLDER, help="Ring of harvested photos."),
                click.option(
                    "--real-share",
                    type=SHARE,
                    default=real_share,
                    show_default=True,
                    help="Share that the photos give.",
                ),
                click.option(
                    "--minutes", type=ABOVE, default=minutes, show_default=True, help="Budget, earlier calls included."
                ),
                click.option("--rate", type=ABOVE, default=2e-3, show_default=True, help="AdamW's learning rate."),
                click.option("--device", default="cpu", show_default=True),
                click.option("--workers", type=SOME, default=0, help="Processes that make batches; 0 for a thread."),
                click.option("--threads", type=SOME, default=0, help="Torch's threads; 0 for its own choice."),
                click.option("--start", type=STATE, help="Checkpoint to begin from."),
            )
        ):
            made = option(made)
        return click.command(which)(made)

    return command


_BATCH = click.option("--batch", type=MANY, default=192, show_default=True, help="Patches a step.")


def _pace(job: _Job, batch: int) -> PatchPlan:
    """How a network of patches is trained."""
    from models.train.fitting import PatchPlan

    return PatchPlan(minutes=job.minutes, rate=job.rate, batch=batch, workers=job.workers)


@_trains("detector", minutes=120.0, real_share=0.2)
@click.option(
    "--decay", type=SHARE, default=0.2, show_default=True, help="Share of the minutes over which the rate falls."
)
@click.option(
    "--replicas", type=MANY, default=1, show_default=True, help="Copies side by side; one a core, with --threads 1."
)
@click.option("--size", type=(MANY, MANY), multiple=True, help="View size and views a batch; may be repeated.")
def detector(job: _Job, decay: float, replicas: int, size: tuple[tuple[int, int], ...]) -> Path:
    """Train the detector on a ring of scenes."""
    from models.train.detector import Plan, train_detector
    from models.train.feed import SceneViews

    plan = Plan(minutes=job.minutes, decay=decay, rate=job.rate, replicas=replicas, workers=job.workers)
    if size:
        plan = replace(plan, sizes=size)
    return train_detector(job.out, plan, _sources(job, SceneViews), job.device)


@_trains("reader", minutes=20.0, real_share=0.25)
@_BATCH
@click.option("--finds", type=FOLDER, help="Ring of scenes with the detector's own finds.")
@click.option("--finds-share", type=SHARE, default=0.25, show_default=True, help="Share that the finds give.")
def reader(job: _Job, batch: int, finds: Path | None, finds_share: float) -> Path:
    """Train the reader on index patches of a ring of scenes."""
    from models.train.patches import ScenePatches
    from models.train.reader import train_reader

    sources = [(1.0, ScenePatches(filled("--scenes", job.scenes), passed_over=_PASSED_OVER).draw)]
    if job.real is not None:
        photos = ScenePatches(filled("--real", job.real), nothing=0.0)
        sources.append((job.real_share, photos.draw))
    if finds is not None:
        found = ScenePatches(filled("--finds", finds), nothing=0.0, amount=0.5)
        sources.append((finds_share, found.draw))
    sources[0] = (1 - sum(share for share, _ in sources[1:]), sources[0][1])
    return train_reader(job.out, _pace(job, batch), sources, job.device)


@_trains("aligner", minutes=20.0, real_share=0.15)
@_BATCH
def aligner(job: _Job, batch: int) -> Path:
    """Train the aligner to put indices straight that were found askew, on a ring of scenes."""
    from models.train.aligner import AskewPatches, train_aligner

    sources = _sources(job, lambda ring, passed_over: AskewPatches(ring, passed_over=passed_over).draw)
    return train_aligner(job.out, _pace(job, batch), sources, job.device)


@_trains("faces", minutes=30.0, real_share=0.2)
@_BATCH
def faces(job: _Job, batch: int) -> Path:
    """Train the face reader on the cards facing up of a ring of scenes."""
    from models.train.faces import FacePatches, train_faces

    sources = _sources(job, lambda ring, passed_over: FacePatches(ring, passed_over).draw)
    return train_faces(job.out, _pace(job, batch), sources, job.device)


def _begin(out: Path, start: Path | None, which: str) -> bool:
    """Give a fresh folder the state of a checkpoint to begin from; whether it was given one."""
    state = out / "state.pt"
    if start is None or state.exists():
        return False
    from models.train.keeping import keep, kept

    stored = kept(start)
    given = stored[which] if which in stored else stored.get("average")
    if given is None:
        raise click.ClickException(f"--start {start}: no weights of a {which} in it")
    average = {name: v.float() if v.dtype.is_floating_point else v for name, v in given.items()}
    keep({"model": average, "average": average}, state)
    return True
