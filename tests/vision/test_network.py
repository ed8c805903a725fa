"""Networks in ONNX Runtime keep to themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from models.load import NETWORKS, weights_folder

PROGRAM = """
import numpy as np
from models import load_reader
load_reader(threads=1).read(np.zeros((240, 320, 3), np.uint8))
"""


@pytest.mark.skipif(
    not all((weights_folder() / name).is_file() for name in NETWORKS),
    reason="no trained weights here",
)
def test_reading_leaves_nothing_in_the_home_folder_and_reports_nothing(tmp_path: Path) -> None:
    told = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    homes = {name: str(tmp_path) for name in ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "LOCALAPPDATA", "APPDATA")}
    subprocess.run([sys.executable, "-c", PROGRAM], env={**told, **homes}, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []
