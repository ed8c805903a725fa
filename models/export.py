"""From trained weights to ONNX files, each checked to give what the network gives. From a checkout only."""

from __future__ import annotations

import copy
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import onnxruntime
import torch
from numpy.typing import NDArray

from models.train.alignernet import AlignerNet
from models.train.eightbit import eight_bit
from models.train.facenet import FaceNet
from models.train.keeping import StateError, fill, kept
from models.train.network import build_detector, head_of
from models.train.readernet import PATCH, ReaderNet
from vision.probability import softmax
from vision.rectify import CARD, SQUARE

OPSET = 18
SMALL = 512
"""Weights of fewer numbers stay as they are: biases and scales are dearer to round than to keep."""
# What rounding the weights may cost, on noise, where outputs are at their wildest: weights that differed by 1.7 pixels
# there gave what is seen in three of four composed scenes within a quarter of a pixel, in the fourth within 0.6.
DETECTOR_BOUND = 2.5
ALIGNER_BOUND = 0.01
EIGHT_BIT_BOUND = 0.04
"""What eight bits may cost of a chance, in the mean."""
EXAMPLES = 1024
"""Patches that a network's scales are well fitted to and compared on."""


class ExportError(RuntimeError):
    """An exported file does not give what its network gives."""


def export_detector(weights: Path, out: Path, bound: float = DETECTOR_BOUND) -> float:
    """Write the detector as ONNX with free height and width (multiples of 32).

    Args:
        weights: a file with an "average" (or "model") state, of any precision.
        out: the file to write; one that is there stays where the export fails.
        bound: how far it may be off, in pixels.

    Returns:
        The largest difference from the network's own output, in pixels.

    Raises:
        ExportError: the difference is above the bound.
        StateError: the weights are damaged, or of another network.
    """
    model = build_detector()
    fill(model, _state(weights), weights)
    model = copy.deepcopy(model).float().eval()
    model.fuse(verbose=False)
    head: Any = head_of(model)
    head.export, head.dynamic, head.format = True, True, "onnx"
    example = torch.rand(1, 3, 320, 416)
    axes = {"images": {2: "height", 3: "width"}, "output": {2: "anchors"}}
    # Always the same noise: of other noise the difference is now and then half as large again.
    check = torch.rand(1, 3, 256, 352, generator=torch.Generator().manual_seed(0))
    with _checked(out) as written:
        _export(model, example, written, ["images"], ["output"], axes)
        _halve(written)
        with torch.no_grad():
            expected = [model(check).numpy()]
        return _compare(out, written, {"images": check.numpy()}, expected, bound)


def export_reader(weights: Path, out: Path, patches: NDArray[np.float32]) -> float:
    """Write the reader as ONNX with a free batch size, in eight-bit whole numbers.

    Args:
        weights: as for `export_detector`.
        out: the file to write.
        patches: (N, 3, 96, 64) inputs to fit the scales to; the last quarter is kept for comparing.

    Returns:
        The mean difference of a glyph's or suit's chance from the network's own, over the patches kept.

    Raises:
        ExportError: the difference is above the bound.
    """
    return _in_eight_bits(ReaderNet(), weights, out, patches, PATCH, ["glyph", "suit", "direction", "features"])


def export_faces(weights: Path, out: Path, patches: NDArray[np.float32]) -> float:
    """Write the face reader as ONNX with a free batch size, in eight-bit whole numbers.

    Args:
        weights: as for `export_detector`.
        out: the file to write.
        patches: (N, 3, 128, 96) inputs, used as by `export_reader`.

    Returns:
        The mean difference of a rank's or suit's chance from the network's own, over the patches kept.

    Raises:
        ExportError: the difference is above the bound.
    """
    return _in_eight_bits(FaceNet(), weights, out, patches, CARD[::-1], ["rank", "suit"])


def _in_eight_bits(
    model: torch.nn.Module,
    weights: Path,
    out: Path,
    patches: NDArray[np.float32],
    shape: tuple[int, int],
    names: list[str],
) -> float:
    """Write a network of patches in eight bits; how much its first two outputs' chances differ in the mean."""
    fill(model, _state(weights), weights)
    model = model.float().eval()
    axes = {"patches": {0: "batch"}, **{name: {0: "batch"} for name in names}}
    kept = len(patches) * 3 // 4
    check = patches[kept:]
    with _checked(out) as written, tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / out.name
        _export(model, torch.rand(2, 3, *shape), whole, ["patches"], names, axes)
        eight_bit(whole, written, patches[:kept])
        with torch.no_grad():
            expected = [value.softmax(dim=1).numpy() for value in model(torch.from_numpy(check))[:2]]
        given = [softmax(logits) for logits in _outputs(written, {"patches": check})[:2]]
        mean = max(float(np.abs(a - b).sum(axis=1).mean() / 2) for a, b in zip(given, expected, strict=True))
        if mean > EIGHT_BIT_BOUND:
            raise ExportError(f"{out}: chances differ from its network's by {mean:.4g}, more than {EIGHT_BIT_BOUND}")
        return mean


def export_aligner(weights: Path, out: Path) -> float:
    """Write the aligner as ONNX with a free batch size; the difference is in parts of the patch's half side."""
    model = AlignerNet()
    fill(model, _state(weights), weights)
    model = model.float().eval()
    axes = {"patches": {0: "batch"}, "corners": {0: "batch"}}
    check = torch.rand(5, 3, SQUARE, SQUARE)
    with _checked(out) as written:
        _export(model, torch.rand(2, 3, SQUARE, SQUARE), written, ["patches"], ["corners"], axes)
        _halve(written)
        with torch.no_grad():
            expected = [model(check).numpy()]
        return _compare(out, written, {"patches": check.numpy()}, expected, ALIGNER_BOUND)


@contextmanager
def _checked(out: Path) -> Iterator[Path]:
    """Where to write what takes the file's place if it gives what it should: until then the weights in use stay."""
    out.parent.mkdir(parents=True, exist_ok=True)
    written = out.with_suffix(".part")
    try:
        yield written
        os.replace(written, out)
    finally:
        written.unlink(missing_ok=True)


def _state(weights: Path) -> dict[str, torch.Tensor]:
    stored = kept(weights)
    state = stored.get("average", stored.get("model"))
    if state is None:
        raise StateError(f"{weights}: no state of a training")
    return {name: value.float() if value.dtype.is_floating_point else value for name, value in state.items()}


def _export(
    model: torch.nn.Module,
    example: torch.Tensor,
    out: Path,
    inputs: list[str],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
) -> None:
    with warnings.catch_warnings():
        # The tracing exporter is deprecated, but the newer one needs a further package and freezes these shapes.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (example,),
            str(out),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def _halve(out: Path) -> None:
    """Store the large weights in half precision, to be widened when the file is loaded: half the size, same sums."""
    model = onnx.load(out)
    graph = model.graph
    widened = []
    for stored in graph.initializer:
        if stored.data_type != onnx.TensorProto.FLOAT or np.prod(stored.dims) < SMALL:
            continue
        values = onnx.numpy_helper.to_array(stored)
        name = f"{stored.name}.half"
        widened.append(onnx.helper.make_node("Cast", [name], [stored.name], to=onnx.TensorProto.FLOAT))
        stored.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name))
    nodes = [*widened, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, out)


def _outputs(path: Path, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return list(session.run(None, feed))


def _compare(out: Path, written: Path, feed: dict[str, np.ndarray], expected: list[np.ndarray], bound: float) -> float:
    given = _outputs(written, feed)
    worst = max(float(np.abs(a - b).max()) for a, b in zip(given, expected, strict=True))
    if worst > bound:
        raise ExportError(f"{out}: differs from its network by {worst:.4g}, more than {bound}")
    return worst
