"""Keeps OpenCV's and FFmpeg's own messages off stderr: a source that fails is told in one line of ours."""

from __future__ import annotations

import os


def quiet() -> None:
    """Call before a camera, video or stream is opened; what the user set in the environment stays."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" in os.environ:
        return
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
