"""Networks in ONNX Runtime."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime

from vision.types import Floats

_BATCH = 32
_FEWEST = 2
"""Patches that a thread is given at least."""


class NetworkError(RuntimeError):
    """A network that is missing, damaged or of another kind than expected."""


def session(path: Path, threads: int | None = None) -> onnxruntime.InferenceSession:
    """An ONNX Runtime session on the processor, `threads` wide (by default as wide as the machine).

    Raises:
        NetworkError: no such file, or no network in it.
    """
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if threads is not None:
        options.intra_op_num_threads = threads
    # A plan of its memory is kept for every size of input; parts of frames have hundreds of sizes.
    options.enable_mem_pattern = False
    # Threads that spin between frames would take the processor from everything else on a small machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if not path.is_file():
        raise NetworkError(f"{path}: no such network")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise NetworkError(f"{path}: cannot be loaded: {str(error).splitlines()[0]}") from None


class PatchNetwork:
    """A network that is given patches, any number at a time.

    Threads share the patches, not the work on each: its layers are so small that to meet after every one takes longer
    than many of them do.
    """

    def __init__(self, path: Path, name: str, outputs: Sequence[str], threads: int | None = None) -> None:
        """Load it.

        Args:
            path: the file.
            name: what errors call it.
            outputs: those it must have.
            threads: that share the patches; by default as many as there are cores.

        Raises:
            NetworkError: missing, damaged, or without some of the outputs.
        """
        self._session = session(path, 1)
        self._threads = threads or os.cpu_count() or 1
        self._helpers = ThreadPoolExecutor(max(1, self._threads - 1), thread_name_prefix=name)
        self._input = self._session.get_inputs()[0].name
        self._outputs = list(outputs)
        shapes = {output.name: output.shape for output in self._session.get_outputs()}
        missing = [output for output in outputs if output not in shapes]
        if missing:
            raise NetworkError(f"{path}: the {name} has no output {' or '.join(missing)}")
        self._nothing = [np.zeros((0, *shapes[output][1:]), dtype=np.float32) for output in outputs]

    def run(self, patches: Floats) -> list[Floats]:
        """The outputs, (N, ...) each, for (N, 3, H, W) patches."""
        if not len(patches):
            return self._nothing
        shares = np.array_split(patches, max(1, min(self._threads, len(patches) // _FEWEST)))
        waiting = [self._helpers.submit(self._given, share) for share in shares[1:]]
        parts = [*self._given(shares[0]), *(part for each in waiting for part in each.result())]
        return [np.concatenate(outputs) for outputs in zip(*parts, strict=True)]

    def _given(self, patches: Floats) -> list[list[Floats]]:
        """The outputs of some patches, batch by batch."""
        return [
            self._session.run(self._outputs, {self._input: patches[start : start + _BATCH]})
            for start in range(0, len(patches), _BATCH)
        ]
