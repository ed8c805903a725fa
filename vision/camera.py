"""Frames from a webcam, a video file, a network stream or a folder of pictures, always the newest.

A source that fails is an event, not the end: it is opened again with growing pauses, and frames go on when they come
back. Live sources are read by a thread of their own that keeps one frame, so a slow reader never works off a queue.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, Self

import cv2

from vision.capture import CameraError, Capture, Folder, Kind, kind_of, opened
from vision.exposure import is_black
from vision.types import Image


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and when it was taken.

    Attributes:
        image: (H, W, 3) BGR uint8.
        time: seconds since the source was opened; of a file, its own time.
        number: frames delivered before this one.
        skipped: frames that came and were replaced by newer ones since the last one delivered.
    """

    image: Image
    time: float
    number: int
    skipped: int = 0


@dataclass(frozen=True)
class CameraEvent:
    """Something that happened to the source.

    Attributes:
        time: seconds since the source was opened.
        state: "lost" (it failed or stalled), "back", "size" (another frame size), "black" (nothing to be seen),
            "clear" (seen again), "skipped" (a picture of a folder that cannot be read), "end".
        text: what happened, in English.
        width: of the frames from here on, where the size changed.
        height: likewise.
    """

    time: float
    state: Literal["lost", "back", "size", "black", "clear", "skipped", "end"]
    text: str
    width: int = 0
    height: int = 0


class Camera:
    """One interface for every source. Iterate it for frames and events in the order they happen.

    Args:
        source: a webcam's number, a video file, a stream's address or a folder of pictures.
        pace: files and folders: True plays them at their own pace (newest frame, others skipped); False hands out
            every frame as fast as it is taken. Webcams and streams have their own pace.
        fps: pictures per second of a folder, and of a file that does not say.
        stall: seconds without a frame after which a live source counts as lost.
        retry: first pause before a lost source is opened again; doubled each time, up to `longest`.
        longest: longest such pause, seconds.
        lasting: seconds of pictures after which the next such pause is the first one again.
        attempts: give up after so many failed openings in a row; None never does.
        opener: opens the source, for tests.

    Raises:
        CameraError: where the source cannot be opened at the start.
    """

    def __init__(
        self,
        source: str | int | Path,
        *,
        pace: bool = False,
        fps: float = 30.0,
        stall: float = 3.0,
        retry: float = 0.5,
        longest: float = 15.0,
        lasting: float = 5.0,
        attempts: int | None = None,
        opener: Callable[[], Capture] | None = None,
    ) -> None:
        if not fps > 0 or not stall > 0 or not retry > 0:
            raise CameraError(f"{source}: pictures per second, stall and retry are more than 0")
        self.source = str(source)
        self.kind: Kind = kind_of(source) if opener is None else "webcam"
        self.live = self.kind in ("webcam", "stream")
        self.pace = pace or self.live
        self.fps, self.stall, self.retry, self.longest, self.attempts = fps, stall, retry, longest, attempts
        self.lasting = lasting
        self._open = opener or partial(opened, self.source, self.kind)
        self._capture: Capture | None = self._open()
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._ready = threading.Condition()
        self._newest: Frame | None = None
        self._events: deque[CameraEvent] = deque(maxlen=1000)
        self._over = False
        self._came = 0
        self._last_number = -1
        self._size: tuple[int, int] | None = None
        self._black = False
        self._lost = False
        self._thread: threading.Thread | None = None
        if self.pace:
            self._thread = threading.Thread(target=self._grab, name=f"camera {self.source}", daemon=True)
            self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def stopped(self) -> bool:
        """Whether it was closed, rather than having come to its end."""
        return self._stop.is_set()

    def close(self) -> None:
        """Let go of the source; iteration ends."""
        self._stop.set()
        with self._ready:
            self._over = True
            self._ready.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)
        # A capture that hangs in a read is left to the thread: releasing it under a running read can crash.
        if self._thread is None or not self._thread.is_alive():
            self._release()

    def __iter__(self) -> Iterator[Frame | CameraEvent]:
        if not self.pace:
            yield from self._every()
            return
        while True:
            with self._ready:
                if not self._ready.wait_for(self._anything, timeout=self.stall):
                    self._say_lost(f"{self.source}: no picture for {self.stall:g} s")
                events, self._events = list(self._events), deque(maxlen=1000)
                frame, self._newest = self._newest, None
                over = self._over
            yield from events
            if frame is not None:
                skipped = frame.number - self._last_number - 1
                self._last_number = frame.number
                yield Frame(frame.image, frame.time, frame.number, skipped)
            elif over:
                return

    def _anything(self) -> bool:
        return self._newest is not None or self._over or bool(self._events)

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _say(
        self, state: Literal["lost", "back", "size", "black", "clear", "skipped", "end"], text: str, at: float
    ) -> CameraEvent:
        width, height = self._size or (0, 0)
        event = CameraEvent(at, state, text, width, height)
        self._events.append(event)
        return event

    def _say_lost(self, text: str) -> None:
        if not self._lost:
            self._lost = True
            self._say("lost", text, self._now())

    def _say_skipped(self, at: float) -> None:
        """Tell of the pictures of a folder that were passed over."""
        if isinstance(self._capture, Folder):
            told, self._capture.skipped = self._capture.skipped, []
            for text in told:
                self._say("skipped", text, at)

    def _look(self, image: Image, at: float) -> None:
        """Notice another size and a black picture."""
        size = (image.shape[1], image.shape[0])
        if size != self._size:
            first, self._size = self._size is None, size
            if not first:
                self._say("size", f"{self.source}: pictures are now {size[0]}×{size[1]}", at)
        black = is_black(image)
        if black != self._black:
            self._black = black
            text = "the picture is black" if black else "the picture is no longer black"
            self._say("black" if black else "clear", f"{self.source}: {text}", at)

    def _every(self) -> Iterator[Frame | CameraEvent]:
        """Files and folders, frame by frame, as fast as they are taken."""
        number = 0
        while not self._stop.is_set() and self._capture is not None:
            good, image = self._capture.read()
            self._say_skipped(self._position(number))
            yield from self._drain()
            if not good or image is None:
                break
            at = self._position(number)
            self._look(image, at)
            yield from self._drain()
            yield Frame(image, at, number)
            number += 1
        self._release()
        if number == 0:
            raise CameraError(f"{self.source}: holds no picture that can be read")
        self._say("end", f"{self.source}: the end, after {number} pictures", self._position(number))
        yield from self._drain()

    def _drain(self) -> Iterator[CameraEvent]:
        while self._events:
            yield self._events.popleft()

    def _position(self, number: int) -> float:
        return number / self._rate()

    def _rate(self) -> float:
        if self.kind == "file" and isinstance(self._capture, cv2.VideoCapture):
            told = float(self._capture.get(cv2.CAP_PROP_FPS))
            self.fps = told if 0.5 <= told <= 1000 else self.fps
        return self.fps

    def _grab(self) -> None:
        """The thread: read, keep the newest, open again what failed."""
        pause, failed, number = self.retry, 0, 0
        since: float | None = None  # when pictures came again
        while not self._stop.is_set():
            good, image = self._capture.read() if self._capture is not None else (False, None)
            with self._ready:
                self._say_skipped(self._position(number))
            if good and image is not None:
                at = self._now() if self.live else self._position(number)
                with self._ready:
                    if self._lost:
                        self._lost = False
                        self._say("back", f"{self.source}: pictures again", self._now())
                    self._look(image, at)
                    self._newest = Frame(image, at, self._came)
                    self._came += 1
                    self._ready.notify_all()
                since = self._now() if since is None else since
                if self._now() - since >= self.lasting:
                    # An address that gives one picture and ends is not asked for the next without a pause.
                    pause = self.retry
                failed, number = 0, number + 1
                if not self.live:
                    self._stop.wait(max(0.0, self._position(number) - self._now()))
                continue
            if not self.live:
                break
            with self._ready:
                self._say_lost(f"{self.source}: the picture is gone; trying again")
                self._ready.notify_all()
            self._release()
            failed, since = failed + 1, None
            if self.attempts is not None and failed > self.attempts:
                break
            self._stop.wait(pause)
            pause = min(pause * 2, self.longest)
            try:
                self._capture = None if self._stop.is_set() else self._open()
            except CameraError:
                self._capture = None
        with self._ready:
            self._say("end", f"{self.source}: the end, after {self._came} pictures", self._now())
            self._over = True
            self._ready.notify_all()
        self._release()

    def _release(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()
