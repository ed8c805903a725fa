"""Every kind of source behind one interface, and what is said when it fails."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import Camera, CameraEvent, Frame
from vision.capture import CameraError, kind_of
from vision.exposure import is_black


def picture(number: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    image = np.full((size[1], size[0], 3), 90, np.uint8)
    image[:, : 4 + number % 40] = 200
    return image


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for number in range(30):
        writer.write(picture(number))
    writer.release()
    return path


class Script:
    """A source that delivers, fails and hangs as told: numbers are pictures, None a failed read, a float a wait."""

    def __init__(self, steps: list[object]) -> None:
        self.steps = list(steps)
        self.opened = 0
        self.released = 0

    def __call__(self) -> Script:
        self.opened += 1
        if self.steps and isinstance(self.steps[0], str):
            self.steps.pop(0)
            raise CameraError("scripted: closed")
        return self

    def read(self) -> tuple[bool, np.ndarray | None]:
        while self.steps and isinstance(self.steps[0], float):
            time.sleep(float(self.steps.pop(0)))  # type: ignore[arg-type]
        if not self.steps or self.steps[0] is None or isinstance(self.steps[0], str):
            if self.steps and self.steps[0] is None:
                self.steps.pop(0)
            return False, None
        step = self.steps.pop(0)
        return True, step if isinstance(step, np.ndarray) else picture(int(step))  # type: ignore[call-overload]

    def release(self) -> None:
        self.released += 1


def states(items: list[Frame | CameraEvent]) -> list[str]:
    return [item.state for item in items if isinstance(item, CameraEvent)]


def test_a_file_hands_out_every_frame_with_its_own_time(film: Path) -> None:
    with Camera(film) as camera:
        items = list(camera)
    frames = [item for item in items if isinstance(item, Frame)]
    assert [frame.number for frame in frames] == list(range(30))
    assert [frame.time for frame in frames] == pytest.approx([k / 20 for k in range(30)])
    assert states(items) == ["end"]
    assert items[-1].time == pytest.approx(1.5)


def test_a_file_at_its_own_pace_skips_what_a_slow_taker_misses(film: Path) -> None:
    taken = []
    began = time.monotonic()
    with Camera(film, pace=True) as camera:
        for item in camera:
            if isinstance(item, Frame):
                taken.append(item)
                time.sleep(0.2)
    spent = time.monotonic() - began
    assert 1.3 < spent < 4.0
    assert 4 <= len(taken) <= 12
    assert sum(frame.skipped for frame in taken) + len(taken) == taken[-1].number + 1


def test_a_folder_of_pictures_in_the_order_of_their_names(tmp_path: Path) -> None:
    for number in (2, 0, 1):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number * 10))
    (tmp_path / "3.jpg").write_text("not a picture")
    (tmp_path / "notes.txt").write_text("passed over")
    frames = [item for item in Camera(tmp_path, fps=2) if isinstance(item, Frame)]
    assert [frame.time for frame in frames] == [0.0, 0.5, 1.0]
    assert [int((frame.image[0, :, 0] > 150).sum()) for frame in frames] == [4, 14, 24]


def test_a_lost_camera_is_said_opened_again_and_goes_on() -> None:
    script = Script([1, 2, None, "closed", "closed", 3, 4, 0.05, 5])
    items: list[Frame | CameraEvent] = []
    with Camera(0, opener=script, retry=0.01, attempts=3) as camera:
        for item in camera:
            items.append(item)
    assert states(items) == ["lost", "back", "lost", "end"]
    assert script.opened >= 4
    assert script.released >= 2
    assert [item for item in items if isinstance(item, Frame)][-1].number == 4


def test_a_stalled_camera_is_lost_after_its_limit_and_comes_back() -> None:
    script = Script([1, 0.5, 2, 3])
    items: list[Frame | CameraEvent] = []
    with Camera(0, opener=script, stall=0.1, retry=0.01, attempts=0) as camera:
        for item in camera:
            items.append(item)
    events = [item for item in items if isinstance(item, CameraEvent)]
    assert states(items)[:2] == ["lost", "back"]
    assert "no picture for 0.1 s" in events[0].text
    assert 0.08 < events[0].time < 0.4


def test_only_the_newest_frame_is_kept() -> None:
    script = Script([*range(50), 0.3, 50])
    with Camera(0, opener=script, attempts=0, retry=0.01) as camera:
        time.sleep(0.15)
        first = next(item for item in camera if isinstance(item, Frame))
    assert first.number == 49
    assert first.skipped == 49


def test_another_size_and_a_black_picture_are_said() -> None:
    black = np.full((96, 128, 3), 4, np.uint8)
    waits = [0.03]
    script = Script([picture(1), *waits, picture(1, (128, 96)), *waits, black, *waits, picture(2, (128, 96)), *waits])
    with Camera(0, opener=script, attempts=0, retry=0.01) as camera:
        items = list(camera)
    assert states(items) == ["size", "black", "clear", "lost", "end"]
    size = next(item for item in items if isinstance(item, CameraEvent))
    assert (size.width, size.height) == (128, 96)


def test_closing_ends_the_iteration_of_another_thread() -> None:
    script = Script([1, *([0.02, 2] * 200)])
    camera = Camera(0, opener=script)
    ended = threading.Event()

    def follow() -> None:
        for _ in camera:
            pass
        ended.set()

    follower = threading.Thread(target=follow)
    follower.start()
    time.sleep(0.1)
    camera.close()
    assert ended.wait(2.0)
    follower.join()


@pytest.mark.parametrize(
    ("source", "kind"),
    [("0", "webcam"), (2, "webcam"), ("rtsp://host/a", "stream"), ("https://host/mjpeg", "stream")],
)
def test_kinds(source: str | int, kind: str) -> None:
    assert kind_of(source) == kind


def test_kinds_of_paths(tmp_path: Path, film: Path) -> None:
    assert kind_of(tmp_path) == "folder"
    assert kind_of(film) == "file"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.mp4", None, "no such file"),
        ("text.mp4", "hello", "not a video"),
        ("empty.mp4", "", "not a video"),
        ("ftp://host/x", None, "not ftp"),
        ("2147483648", None, "no such camera"),
        ("9" * 5000, None, "no such camera"),
    ],
)
def test_refused(tmp_path: Path, name: str, content: str | None, message: str) -> None:
    source = name if "://" in name or name.isdecimal() else str(tmp_path / name)
    if content is not None:
        Path(source).write_text(content)
    with pytest.raises(CameraError, match=message):
        list(Camera(source))


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no pictures"):
        Camera(tmp_path)


def test_a_dark_room_with_one_lamp_is_not_black() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    assert is_black(image)
    image[100:200, 200:300] = 180
    assert not is_black(image)


def test_pictures_of_a_folder_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    for number in (1, 4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    (tmp_path / "2.jpg").write_text("no picture")
    (tmp_path / "5.png").write_bytes((tmp_path / "4.png").read_bytes()[:60])
    items = list(Camera(tmp_path))
    assert sum(isinstance(item, Frame) for item in items) == 2
    told = [item.text for item in items if isinstance(item, CameraEvent) and item.state == "skipped"]
    assert [Path(text.partition(": ")[0]).name for text in told] == ["2.jpg", "5.png"]


def test_an_empty_name_is_not_the_folder_one_is_in() -> None:
    with pytest.raises(CameraError, match="an empty name"):
        kind_of("")


def test_an_address_that_gives_one_picture_at_a_time_is_asked_less_and_less_often() -> None:
    script = Script([1, None] * 200)
    with Camera("0", retry=0.05, longest=10.0, opener=script):
        time.sleep(1.0)
    # Pauses of 0.05, 0.1, 0.2, 0.4, 0.8 s: the fifth is not over after a second.
    assert 3 <= script.opened <= 6
