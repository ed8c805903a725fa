"""Networks in eight-bit whole numbers: half the time on a laptop's processor, half the file. From a checkout only."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
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
    pools_folded(out)


def pools_folded(network: Path) -> None:
    """Make a mean over squares and the 1×1 convolution after it one convolution of that stride, in the file itself.

    What comes out is the same but for the rounding of the mean, which falls away; ONNX Runtime takes the mean of
    eight-bit numbers one by one, which costs as much as a layer many times its size.
    """
    model = onnx.load(network)
    graph = model.graph
    stored = {each.name: each for each in graph.initializer}
    made = {name: node for node in graph.node for name in node.output}
    taken: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            taken.setdefault(name, []).append(node)
    gone: list[onnx.NodeProto] = []
    for pool in [node for node in graph.node if node.op_type == "AveragePool"]:
        (rounded,) = taken[pool.output[0]]
        (widened,) = taken[rounded.output[0]]
        (convolution,) = taken[widened.output[0]]
        side = {each.name: list(each.ints) for each in pool.attribute}["kernel_shape"]
        said = {each.name: each for each in convolution.attribute}
        weights, bias = (made[name].input for name in convolution.input[1:])
        values = onnx.numpy_helper.to_array(stored[weights[0]])
        area = side[0] * side[1]
        _replace(stored[weights[0]], np.tile(values, (1, 1, *side)))
        _replace(stored[weights[1]], onnx.numpy_helper.to_array(stored[weights[1]]) / area)
        # Stored in steps of the weights' times the input's, of which it takes as many more.
        _replace(stored[bias[0]], onnx.numpy_helper.to_array(stored[bias[0]]) * area)
        _replace(stored[bias[1]], onnx.numpy_helper.to_array(stored[bias[1]]) / area)
        said["kernel_shape"].ints[:] = side
        said["strides"].ints[:] = side
        convolution.input[0] = pool.input[0]
        gone += [pool, rounded, widened]
    for node in gone:
        graph.node.remove(node)
    onnx.checker.check_model(model)
    onnx.save(model, network)


def _replace(stored: onnx.TensorProto, values: NDArray[np.generic]) -> None:
    kind = onnx.helper.tensor_dtype_to_np_dtype(stored.data_type)
    stored.CopyFrom(onnx.numpy_helper.from_array(np.ascontiguousarray(values, dtype=kind), stored.name))
