"""A ring of scenes drawn plainly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.train.ring import SceneRing, truth_of
from tests.models.scenes import scene


@pytest.fixture
def ring(tmp_path: Path) -> SceneRing:
    rng = np.random.default_rng(5)
    ring = SceneRing(tmp_path / "ring", 8)
    for number in range(8):
        placed = scene(rng)
        ring.put(number, placed.image, truth_of(placed))
    return ring
