"""Where the code for reading pictures meets its trained weights."""

from __future__ import annotations

import os
from pathlib import Path

from vision.aligner import OnnxAligner
from vision.calibration import Calibration
from vision.detector import OnnxDetector
from vision.facereader import OnnxFaceReader
from vision.network import NetworkError
from vision.profile import Profile, load_profile
from vision.reader import OnnxReader
from vision.reading import Reader, Settings
from vision.types import DeckProfile

WEIGHTS = Path(__file__).parent / "weights"
"""The weights that come with the package."""
NETWORKS = ("detector.onnx", "aligner.onnx", "reader.onnx", "faces.onnx")
ENVIRONMENT = "KIBITZ_WEIGHTS"
"""Names another folder to take the weights from."""


def weights_folder() -> Path:
    """The folder of the networks and calibration.json."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else WEIGHTS


def load_reader(
    deck: DeckProfile | str | None = None,
    threads: int | None = None,
    weights: Path | None = None,
    settings: Settings | None = None,
) -> Reader:
    """A reader of pictures with the trained networks.

    Args:
        deck: what was learned of the deck in play, or the name of its profile.
        threads: processor threads of each network; by default as many as there are cores.
        weights: folder of the weights; by default the package's own, or the one KIBITZ_WEIGHTS names.
        settings: how pictures are read.

    Raises:
        NetworkError: weights missing or damaged; the message names the file.
        FileNotFoundError: no deck profile of that name.
        ProfileError: a damaged profile, or one taught to other weights.
        CalibrationError: a damaged calibration.
    """
    profile: DeckProfile | None = load_profile(deck) if isinstance(deck, str) else deck
    folder = weights or weights_folder()
    missing = [name for name in NETWORKS if not (folder / name).is_file()]
    if missing:
        raise NetworkError(f"{folder}: no {', no '.join(missing)} there")
    calibration = folder / "calibration.json"
    network = OnnxReader(folder / "reader.onnx", threads)
    if isinstance(profile, Profile):
        profile.check_reader(network.version)
    return Reader(
        OnnxDetector(folder / "detector.onnx", threads),
        network,
        # Without one the networks' own probabilities are taken at their word.
        Calibration.load(calibration) if calibration.is_file() else Calibration(),
        settings,
        profile,
        OnnxAligner(folder / "aligner.onnx", threads),
        OnnxFaceReader(folder / "faces.onnx", threads),
    )
