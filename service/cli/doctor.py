"""`kibitz doctor`: cameras, weights and speed on this machine."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from service.cli.options import Unusable, print_json, threads_option

_RUNS = 7
_CAMERAS = 4
_FRAME = (720, 1280)
_CARD = "README.md"
_DATE = re.compile(r"^\*\*Date\.\*\* (\d{1,2}) (\w+) (\d{4})\b", re.MULTILINE)
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_LIBRARIES = ("numpy", "opencv-python", "onnxruntime", "pillow-heif")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option("--cameras/--no-cameras", default=True, help="Try the cameras; one in use elsewhere is passed over.")
@threads_option
def doctor(as_json: bool, cameras: bool, threads: int | None) -> None:
    """Look at cameras, weights and speed on this machine. Exit status 2 where pictures cannot be read."""
    found: dict[str, Any] = {
        "kibitz": _version("kibitz"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "libraries": {name: _version(name) for name in _LIBRARIES},
        "weights": _weights(),
        "speed": None,
        "cameras": list(_cameras()) if cameras else None,
        "problems": [],
    }
    try:
        found["speed"] = _speed(threads)
    except Unusable as error:
        found["problems"].append(error.format_message())
    if as_json:
        print_json(found)
    else:
        for line in _lines(found):
            click.echo(line)
    if found["problems"]:
        click.get_current_context().exit(2)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _weights() -> dict[str, Any]:
    from models.load import weights_folder

    folder = weights_folder()
    return {
        "folder": str(folder),
        "date": _dated(folder),
        "files": [
            {"name": path.name, "megabytes": round(path.stat().st_size / 1e6, 2)}
            for path in sorted(folder.glob("*"))
            if path.suffix in (".onnx", ".json")
        ],
    }


def _dated(folder: Path) -> str | None:
    """The date in the model card beside the weights, as ISO has it; None where no card tells one.

    When the files were written says nothing: a checkout writes them all anew.
    """
    try:
        found = _DATE.search((folder / _CARD).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    if found is None or found[2] not in _MONTHS:
        return None
    return f"{found[3]}-{_MONTHS.index(found[2]) + 1:02d}-{int(found[1]):02d}"


def _speed(threads: int | None) -> dict[str, float]:
    """Median milliseconds of the detector alone, of a live frame and of a photo, each without cards."""
    from time import perf_counter

    import numpy as np

    from service.cli.read import open_reader
    from vision.detector import OnnxDetector, letterbox

    reader = open_reader(threads=threads)
    rng = np.random.default_rng(0)
    frame = rng.integers(60, 160, (*_FRAME, 3), dtype=np.uint8)
    works: dict[str, Callable[[], object]] = {
        "live frame": lambda: reader.read(frame, live=True),
        "photo": lambda: reader.read(frame),
    }
    detector = reader.detector
    if isinstance(detector, OnnxDetector):
        planes, _, _ = letterbox(frame, reader.settings.looks.live)
        works = {"detector alone": lambda: detector.infer(planes), **works}
    out = {}
    for name, work in works.items():
        work()
        spent = []
        for _ in range(_RUNS):
            start = perf_counter()
            work()
            spent.append(1000 * (perf_counter() - start))
        out[name] = round(float(np.median(spent)), 1)
    return out


def _cameras() -> Iterator[dict[str, Any]]:
    import cv2

    if sys.platform.startswith("linux"):
        # Only devices that exist are opened, for opening others prints warnings nobody can act on.
        numbers = sorted(int(path.name[5:]) for path in Path("/dev").glob("video*") if path.name[5:].isdigit())
    else:
        numbers = list(range(_CAMERAS))
    for number in numbers:
        camera = cv2.VideoCapture(number)
        try:
            if not camera.isOpened():
                continue
            seen, frame = camera.read()
            yield {
                "source": number,
                "frame": f"{frame.shape[1]}x{frame.shape[0]}" if seen and frame is not None else None,
                "rate": round(float(camera.get(cv2.CAP_PROP_FPS)), 1),
            }
        finally:
            camera.release()


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"kibitz {found['kibitz'] or '(not installed: run from a checkout)'}"
    yield f"python {found['python']}, {found['system']}"
    yield ", ".join(f"{name} {number or 'not installed'}" for name, number in found["libraries"].items())
    weights = found["weights"]
    dated = f"of {weights['date']} " if weights["date"] else ""
    yield f"weights {dated}in {weights['folder']}:" if weights["files"] else f"no weights in {weights['folder']}"
    for file in weights["files"]:
        yield f"  {file['name']:<18}{file['megabytes']:7.2f} MB"
    if found["speed"]:
        yield "speed on an empty 1280x720 frame:"
        for name, spent in found["speed"].items():
            yield f"  {name:<18}{spent:7.1f} ms"
    if found["cameras"] is not None:
        yield "cameras:" if found["cameras"] else "no cameras found"
        for camera in found["cameras"]:
            rate = f" at {camera['rate']:g} a second" if camera["rate"] else ""
            yield f"  --source {camera['source']}: {camera['frame'] or 'gives no picture'}{rate}"
    for problem in found["problems"]:
        yield f"problem: {problem}"
