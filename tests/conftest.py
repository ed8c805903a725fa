"""What holds for all tests."""

from __future__ import annotations

import os

# Tests run beside each other, one process on each core: threads of their own would only wait for each other.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import cv2  # noqa: E402

cv2.setNumThreads(1)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: tests of the page wait for half of their time."""
    return (os.cpu_count() or 1) + 1
