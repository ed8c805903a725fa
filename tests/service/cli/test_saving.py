"""Drawings saved with `--save-annotated`: nothing that was there before is lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from service.cli.options import Unusable
from service.cli.saving import Drawings
from vision.types import Reading

PIXELS = np.full((60, 80, 3), 128, dtype=np.uint8)
READING = Reading(80, 60, ())


def test_no_file_of_another_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "p.jpg").write_bytes(b"my own photo")
    drawings = Drawings(tmp_path)
    saved = [drawings.save(PIXELS, READING, name).name for name in ("p.jpg", "p.png", "q.png", "other/q.png")]
    assert saved == ["p-read.jpg", "p-read-2.jpg", "q.jpg", "q-2.jpg"]
    assert (tmp_path / "p.jpg").read_bytes() == b"my own photo"


def test_a_folder_with_the_name_of_a_picture_is_stepped_around(tmp_path: Path) -> None:
    (tmp_path / "p.jpg").mkdir()
    assert Drawings(tmp_path).save(PIXELS, READING, "p.png").name == "p-read.jpg"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match=r"--save-annotated .*file"):
        Drawings(tmp_path / "file" / "deep")
