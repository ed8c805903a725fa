"""Networks in eight-bit whole numbers: half the time on a laptop's processor, half the file. From a checkout only."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.calibrate import CalibrationDataReader
from onnxruntime.quantization.shape_inference import quant_pre_process

_BATCH = 64
_INSIDE = 99.99
"""Per cent of what a layer gives that lie inside its scale; what lies beyond is cut off."""


class _Samples(CalibrationDataReader):  # type: ignore[misc]  # the package has no types
    def __init__(self, name: str, samples: NDArray[np.float32]) -> None:
        # Batches of one size: others cannot be compared.
        size = min(_BATCH, len(samples))
        starts = range(0, len(samples) - size + 1, size)
        self._parts: Iterator[dict[str, NDArray[np.float32]]] = iter([{name: samples[k : k + size]} for k in starts])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next part, None after the last."""
        return next(self._parts, None)


def eight_bit(network: Path, out: Path, samples: NDArray[np.float32]) -> None:
    """Write an ONNX network of one input with weights and sums in eight bits.

    Args:
        network: the file, in single precision.
        out: the file to write.
        samples: (N, ...) inputs; each layer's scale is fitted to what they make of it.
    """
    name = onnx.load(network).graph.input[0].name
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(network), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready),
            str(out),
            _Samples(name, samples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            # Seven bits for the weights: processors without a sum of products in 32 bits would overflow at eight.
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": _INSIDE},
        )
