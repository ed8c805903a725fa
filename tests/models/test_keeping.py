"""What a training has come to is kept whole, whatever ends it, and what cannot be gone on with is said in a line."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")
pytest.importorskip("ultralytics", reason="training needs the train extra")

from click.testing import CliRunner  # noqa: E402

from models.train import loop  # noqa: E402
from models.train.keeping import BusyError, StateError, alone, keep, kept  # noqa: E402
from models.train.loop import Pace, Told, Training  # noqa: E402
from models.train.ring import SceneRing  # noqa: E402
from service.cli.train import train  # noqa: E402
from tests.models.scenes import QUIET  # noqa: E402

pytestmark = QUIET


def test_a_file_that_cannot_be_written_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.pt"
    keep({"step": 1}, path)

    def full(stored: object, file: object) -> None:
        raise RuntimeError("unexpected pos")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(OSError, match=r"state\.pt could not be written"):
        keep({"step": 2}, path)
    assert kept(path) == {"step": 1}
    assert [each.name for each in tmp_path.iterdir()] == ["state.pt"]


@pytest.mark.parametrize("damage", [b"", b"no archive", None], ids=["empty", "text", "cut off"])
def test_a_damaged_state_is_named(tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / "state.pt"
    keep({"model": torch.nn.Linear(20, 20).state_dict()}, path)
    path.write_bytes(path.read_bytes()[:900] if damage is None else damage)
    with pytest.raises(StateError, match=r"state\.pt: no checkpoint, or a damaged one"):
        Training(tmp_path, torch.nn.Linear(20, 20), Pace(minutes=1))


def test_a_state_of_another_network_is_refused(tmp_path: Path) -> None:
    Training(tmp_path, torch.nn.Linear(2, 2), Pace(minutes=1)).save()
    with pytest.raises(StateError, match="of another network than Linear"):
        Training(tmp_path, torch.nn.Linear(3, 2), Pace(minutes=1))


def test_a_folder_is_held_by_one_process_at_a_time(tmp_path: Path) -> None:
    there = (
        "import sys, pathlib\nfrom models.train.keeping import alone\n"
        "with alone(pathlib.Path(sys.argv[1])):\n    print('held', flush=True)\n    sys.stdin.read()"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", there, str(tmp_path)], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(BusyError, match="another process is at work"), alone(tmp_path):
            pass
        other.kill()
        other.wait()
    with alone(tmp_path):
        pass


class _Clock:
    """Half a minute goes by with every look at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 30
        return self.now


def test_the_state_from_before_the_rate_fell_outlives_a_training_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "time", _Clock())

    def trained(steps: int) -> None:
        training = Training(tmp_path, torch.nn.Linear(2, 2), Pace(minutes=20, decay=0.5, every=100.0))
        done = 0

        def gradients() -> Told:
            nonlocal done
            done += 1
            if done > steps:
                raise KeyboardInterrupt
            training.model(torch.ones(1, 2)).sum().backward()
            return Told({}, 1, 0.0)

        with pytest.raises(KeyboardInterrupt):
            training.run(gradients)

    trained(13)
    before = kept(tmp_path / "constant.pt")["step"]
    assert 0 < before < kept(tmp_path / "state.pt")["step"]
    trained(2)
    assert kept(tmp_path / "state.pt")["step"] == 15
    assert kept(tmp_path / "constant.pt")["step"] == before


@pytest.fixture(autouse=True)
def ending() -> Iterator[None]:
    """A training ends its process in its own way; the tests' does not."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def _said(*arguments: str) -> str:
    result = CliRunner().invoke(train, arguments)
    assert isinstance(result.exception, SystemExit), result.exception
    return result.output


def test_a_checkpoint_of_another_network_is_no_start(tmp_path: Path, ring: SceneRing) -> None:
    start = tmp_path / "other.pt"
    keep({"average": torch.nn.Linear(2, 2).state_dict()}, start)
    out = tmp_path / "aligner"
    arguments = ("aligner", "--scenes", str(ring.folder), "--out", str(out), "--start", str(start))
    assert f"--start {start}: of another network" in _said(*arguments)
    assert not (out / "state.pt").exists(), "every later call would go on from it"


def test_what_is_no_ring_is_not_emptied(tmp_path: Path, ring: SceneRing) -> None:
    (tmp_path / "home").mkdir()
    letter = tmp_path / "home" / "letter.txt"
    letter.write_text("kept")
    said = _said("finds", "--scenes", str(ring.folder), "--out", str(tmp_path / "home"))
    assert "letter.txt, which is no scene" in said
    assert letter.read_text() == "kept"
    assert "holds the scenes to look at" in _said("finds", "--scenes", str(ring.folder), "--out", str(ring.folder))
    assert len(ring.slots()) == 8


def test_photos_that_are_not_there_cost_no_harvest(tmp_path: Path, ring: SceneRing) -> None:
    said = _said("harvest", "--data", str(tmp_path), "--real", str(ring.folder))
    assert "no labels.jsonl in" in said
    assert len(ring.slots()) == 8


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenes", "--painters", "0"),
        ("scenes", "--capacity", "0"),
        ("aligner", "--minutes", "0"),
        ("aligner", "--batch", "0"),
        ("detector", "--replicas", "0"),
        ("reader", "--finds-share", "2"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(arguments: tuple[str, ...]) -> None:
    assert "is not in the range" in _said(*arguments)


def test_a_folder_without_scenes_is_named_and_not_made(tmp_path: Path) -> None:
    assert "no scenes in" in _said("reader", "--scenes", str(tmp_path / "none"), "--out", str(tmp_path / "out"))
    assert not (tmp_path / "none").exists()
