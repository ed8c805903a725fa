"""A ring of scenes that is filled while it is read, and the painters that fill it."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra")

from models.train import feed
from models.train.ring import RingError, SceneRing, truth_of
from tests.models.scenes import QUIET, scene

pytestmark = QUIET


def test_a_picture_never_comes_with_the_truth_of_another(ring: SceneRing, monkeypatch: pytest.MonkeyPatch) -> None:
    """A painter overwrites a slot between the reading of its truth and that of its picture."""
    other = scene(np.random.default_rng(77))
    load = np.load
    painted: list[int] = []

    def late(path: Path, *args: object, **options: object) -> object:
        if path.suffix == ".npy" and not painted:
            painted.append(int(path.stem))
            arrays = path.with_suffix(".npz")
            SceneRing(ring.folder, 8).put(painted[0], other.image, truth_of(other))
            # Files may be written faster than their clock ticks.
            os.utime(arrays, ns=(arrays.stat().st_mtime_ns + 10**9,) * 2)
        return load(path, *args, **options)

    monkeypatch.setattr(np, "load", late)
    slot = ring.slots()[3]
    with pytest.raises(FileNotFoundError, match="overwritten just now"):
        ring.get(slot)
    image, truth = ring.get(slot)
    assert np.array_equal(image, other.image)
    np.testing.assert_array_equal(truth.index, truth_of(other).index)


def test_a_damaged_scene_is_passed_over_and_named_where_there_is_no_other(ring: SceneRing) -> None:
    kept = ring.slots()[0]
    for slot in ring.slots():
        path = ring.folder / f"{slot:06d}.npz"
        if slot != kept:
            path.write_bytes(path.read_bytes()[:500])
    whole, _ = ring.get(kept)
    for seed in range(5):
        assert np.array_equal(SceneRing(ring.folder, 8).draw(np.random.default_rng(seed))[0], whole)
    path = ring.folder / f"{kept:06d}.npz"
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(RingError, match=r"no scene to train on: .*npz: damaged"):
        SceneRing(ring.folder, 8).draw(np.random.default_rng(0))


def test_a_ring_that_is_only_read_makes_no_folder_and_counts_no_strange_files(tmp_path: Path) -> None:
    with pytest.raises(RingError, match="it is empty"):
        SceneRing(tmp_path / "none", 1).draw(np.random.default_rng(0))
    assert not (tmp_path / "none").exists()
    np.savez(tmp_path / "features.npz", one=np.ones(1))
    assert SceneRing(tmp_path, 1).slots() == []
    assert SceneRing(tmp_path, 1).following() == 0


class _Parent:
    """A process that lives to see two scenes."""

    def __init__(self) -> None:
        self.left = 3

    def is_alive(self) -> bool:
        self.left -= 1
        return self.left > 0


def test_painters_end_with_what_wants_them_and_none_paints_what_another_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []

    def plain(rng: np.random.Generator, *_: object) -> object:
        drawn.append(float(rng.random()))
        return scene(np.random.default_rng(1))

    monkeypatch.setattr("datasets.composer.compose", plain)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    # Two painters, both gone on with after two scenes of each; and the first with another seed.
    monkeypatch.setattr(feed.multiprocessing, "parent_process", _Parent)
    for seed, first in ((1, 0), (1, 1), (1, 4), (1, 5), (2, 0)):
        feed.paint_scenes(str(tmp_path), 8, seed, first, 2, 0.0, [], [])
    assert len(set(drawn)) == len(drawn) == 10


def test_painters_share_no_slot(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 painters share 7 slots unevenly"):
        feed.start_painters(tmp_path, 7, 2, 1, 0, 0.0, [], [])
