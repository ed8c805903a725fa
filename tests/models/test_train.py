"""The training machinery: views keep their truth, losses fall, a killed training goes on, exports agree."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")
pytest.importorskip("ultralytics", reason="training needs the train extra")

import cv2  # noqa: E402

from datasets.scene import PlacedIndex  # noqa: E402
from models.export import export_detector  # noqa: E402
from models.train.detector import Plan, train_detector  # noqa: E402
from models.train.feed import SceneViews, collate  # noqa: E402
from models.train.finds import as_found, gather_finds  # noqa: E402
from models.train.loss import DetectorLoss  # noqa: E402
from models.train.network import build_detector, head_of  # noqa: E402
from models.train.ring import SceneRing, truth_of, unusual  # noqa: E402
from models.train.tensors import shown  # noqa: E402
from models.train.views import View, add_targets, cut_view  # noqa: E402
from tests.models.scenes import QUIET, scene  # noqa: E402
from vision.geometry import UNIT, homographies, projected  # noqa: E402
from vision.reading import Reader  # noqa: E402
from vision.types import GLYPHS, SUITS, Sightings  # noqa: E402

pytestmark = QUIET


def test_ring_returns_what_was_put(tmp_path: Path) -> None:
    placed = scene(np.random.default_rng(1))
    ring = SceneRing(tmp_path, 2)
    for number in range(5):
        ring.put(number, placed.image, truth_of(placed))
    assert ring.slots() == [0, 1]
    image, truth = ring.get(1)
    assert np.array_equal(image, placed.image)
    np.testing.assert_array_equal(truth.index[0], placed.cards[0].indices[0].quad)
    assert list(truth.glyph) == ["7", "7"]


def test_a_ring_goes_on_after_the_scene_stored_last(tmp_path: Path) -> None:
    placed = scene(np.random.default_rng(1))
    ring = SceneRing(tmp_path, 3)
    assert ring.following() == 0
    for number in range(5):
        ring.put(number, placed.image, truth_of(placed))
        os.utime(tmp_path / f"{number % 3:06d}.npz", (number, number))
    # Painted by another process: the oldest is in the slot after the newest.
    assert SceneRing(tmp_path, 3).following() % 3 == 5 % 3


def test_views_targets_lie_on_what_they_name(ring: SceneRing) -> None:
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(60):
        image, truth = ring.get(int(rng.integers(8)))
        view = cut_view(rng, image, truth, 256)
        for label, index in zip(view.labels, view.index, strict=True):
            x, y = index.mean(0)
            if label == 0 and 1 < x < 254 and 1 < y < 254:
                b, g, r = (int(v) for v in view.image[round(y), round(x)])
                assert r > 150 > max(b, g)
                found += 1
    assert found > 30


def test_an_index_of_the_second_pair_begins_at_its_cards_corner_and_says_so() -> None:
    rng = np.random.default_rng(4)
    placed = scene(rng)
    card = placed.cards[0].quad
    own = homographies(UNIT[None], card[None].astype(np.float64))

    def at(x: float, y: float) -> np.ndarray:
        corners = projected(own, ((UNIT - 0.5) * (0.14, 0.22) + (x, y))[None])[0].astype(np.float32)
        return corners if y < 0.5 else np.roll(corners, 2, axis=0)

    places = [(0.12, 0.15), (0.88, 0.15), (0.88, 0.85), (0.12, 0.85)]
    placed.cards[0].indices = [
        PlacedIndex("7", "H", at(*place), np.roll(card, -corner, axis=0), 1.0, 1.0)
        for corner, place in enumerate(places)
    ]
    placed.cards[0].indices.append(PlacedIndex("7", "H", at(0.5, 0.15), np.full((4, 2), np.nan, np.float32), 1.0, 1.0))
    view = View(placed.image)
    add_targets(view, truth_of(placed), np.eye(3, dtype=np.float32), 500)
    told = {row: (index, second) for label, row, index, second in zip(
        view.labels, view.rows, view.index, view.second, strict=True) if label == 0}  # fmt: skip
    assert [told[row][1] for row in range(5)] == [0, 1, 0, 1, -1]
    for corner in range(4):
        # Its first corner is the one nearest to the card's, and the order runs on clockwise from there.
        assert np.linalg.norm(told[corner][0] - card[corner], axis=1).argmin() == 0
        assert cv2.contourArea(told[corner][0], oriented=True) > 0


def test_turned_faces_cost_nothing(ring: SceneRing) -> None:
    """A face's corners may begin with any, those of an index's card may not."""
    torch.manual_seed(0)
    model = build_detector()
    # Corners told apart: an order then costs what it is off by.
    square = torch.tensor([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    with torch.no_grad():
        for level in head_of(model).cv4:
            level[-1].bias.view(8, 3)[4:, :2] = square
    rng = np.random.default_rng(0)
    views = [cut_view(rng, *ring.get(k), 256) for k in range(4)]
    batch = collate(views, 256)
    with torch.no_grad():
        output = model.train()(shown(batch.images))
        loss = DetectorLoss(model.model[-1])
        before = loss(output, batch)[1]
        faces = batch.labels > 0
        after = []
        for _ in range(3):
            batch.card[faces] = batch.card[faces].roll(1, dims=1)
            after.append(loss(output, batch)[1]["card"])
        # One index of a card: turning both would only exchange them. Views one by one: what one gains another may lose.
        changes = []
        for view in views:
            alone = collate([view], 256)
            output = model(shown(alone.images))
            right = loss(output, alone)[1]["card"]
            first = int((alone.labels[0] == 0).nonzero()[0])
            alone.card[0, first] = alone.card[0, first].roll(2, dims=0)
            changes.append(abs(loss(output, alone)[1]["card"] / right - 1))
    assert after == pytest.approx([before["card"]] * 3, rel=1e-4)
    assert max(changes) > 0.01


def test_ignored_regions_ask_for_nothing(ring: SceneRing) -> None:
    model = build_detector().train()
    batch = collate([cut_view(np.random.default_rng(0), *ring.get(0), 256)], 256)
    batch.labels[:] = -1
    with torch.no_grad():
        output = model(shown(batch.images))
        loss = DetectorLoss(model.model[-1])
        everything = loss(output, batch)[1]["class"]
        batch.ignore = torch.tensor([[[-1.0, 0.0, 0.0, 256.0, 256.0]]])
        nothing = loss(output, batch)[1]["class"]
        parts = []
        for label in range(4):
            batch.ignore = torch.tensor([[[float(label), 0.0, 0.0, 256.0, 256.0], [0.0, 0.0, 0.0, 0.0, 0.0]]])
            parts.append(everything - loss(output, batch)[1]["class"])
        batch.ignore = torch.tensor([[[-1.0, 0.0, 0.0, 256.0, 128.0]]])
        half = loss(output, batch)[1]["class"]
    assert everything > 0
    assert nothing == 0
    assert min(parts) > 0
    assert sum(parts) == pytest.approx(everything, rel=1e-4)
    assert 0.2 * everything < half < 0.8 * everything


def test_detector_learns_resumes_and_exports(ring: SceneRing, tmp_path: Path) -> None:
    sources = [(1.0, SceneViews(ring))]
    plan = Plan(minutes=0.25, warmup=5, sizes=((192, 6),), every=0.05, rate=2e-3)
    folder = tmp_path / "detector"
    weights = train_detector(folder, plan, sources)
    steps = torch.load(folder / "state.pt", weights_only=True)["step"]
    assert steps > 3
    assert (folder / "constant.pt").exists()
    # A process that makes the batches has to start first, which counts.
    again = Plan(minutes=0.6, warmup=5, sizes=((192, 6),), every=0.05, rate=2e-3, workers=1)
    train_detector(folder, again, sources)
    assert torch.load(folder / "state.pt", weights_only=True)["step"] > steps
    assert export_detector(weights, tmp_path / "detector.onnx") < 0.5
    assert (tmp_path / "detector.onnx").stat().st_size < 7e6


def test_views_of_unusual_prints_come_more_often_than_they_are_painted(tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    ring = SceneRing(tmp_path, 5)
    for number in range(5):
        placed = scene(rng)
        placed.image[:] = number
        if number == 3:
            # The index at the other end of the card's upper edge, as decks with four corners have it.
            card = placed.cards[0].quad
            middle = card[1] * 0.8 + card.mean(axis=0) * 0.2
            first = placed.cards[0].indices[0].quad
            other = (first - first.mean(axis=0) + middle).astype(np.float32)
            placed.cards[0].indices.append(PlacedIndex("7", "H", other, np.roll(card, -1, axis=0), 1.0, 1.0))
        ring.put(number, placed.image, truth_of(placed))
    assert [unusual(ring.get(number)[1]) for number in range(5)] == [False, False, False, True, False]
    drawn = dict.fromkeys((0.0, 0.8), 0)
    for share in drawn:
        draws = SceneViews(ring, passed_over=share)
        drawn[share] = sum(len(draws(rng, 320).labels) > 3 for _ in range(150))
    assert drawn[0.8] > 1.6 * max(drawn[0.0], 5)


def test_finds_in_vain_are_none_and_true_ones_keep_their_name_and_direction(ring: SceneRing) -> None:
    _, truth = ring.get(0)
    shifted = truth.index[0] + 0.05
    far = truth.index[0] + np.float32(3 * np.ptp(truth.index[0][:, 1]))
    far_enough = np.linalg.norm(truth.index.mean(1) - far.mean(0), axis=1).min() > 2 * np.ptp(truth.index[0][:, 1])
    assert far_enough, "the stand-in scene has an index where none was wanted"
    between = truth.index[0] + np.float32(0.6 * np.ptp(truth.index[0][:, 1]))
    found = as_found(np.stack([np.roll(shifted, 2, axis=0), far, between]), truth)
    assert list(found.glyph) == [truth.glyph[0], "none"]
    assert list(found.suit) == [truth.suit[0], "?"]
    np.testing.assert_allclose(found.index[0], shifted)


class _Finds:
    """A detector that finds the same indices in every picture."""

    def __init__(self, quads: np.ndarray) -> None:
        self.quads = quads

    def sight(self, image: np.ndarray, longest: int) -> Sightings:
        chances = np.full(len(self.quads), 0.9, np.float32)
        return Sightings(index_quads=self.quads, index_cards=np.zeros_like(self.quads), index_scores=chances)


class _SevenOfHearts:
    """A reader to whom everything says seven of hearts."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def probabilities(self, inputs: np.ndarray) -> tuple[np.ndarray, ...]:
        sevens = np.eye(len(GLYPHS), dtype=np.float32)[[GLYPHS.index("7")] * len(inputs)] * self.chance
        hearts = np.eye(len(SUITS), dtype=np.float32)[[SUITS.index("H")] * len(inputs)]
        return sevens, hearts, np.zeros((len(inputs), 3), np.float32), np.zeros((len(inputs), 128), np.float32)


def test_what_is_read_rightly_and_surely_can_be_left_out_of_the_finds(tmp_path: Path) -> None:
    placed = scene(np.random.default_rng(1))
    truth = truth_of(placed)
    vain = np.array([[[8, 8], [28, 8], [28, 52], [8, 52]]], np.float32)
    scenes = SceneRing(tmp_path / "scenes", 1)
    scenes.put(0, placed.image, truth)

    def kept(quads: np.ndarray, chance: float, easy: float) -> list[list[str]]:
        out = SceneRing(tmp_path / f"{len(quads)}-{chance}-{easy}", 9)
        gather_finds(Reader(_Finds(quads), _SevenOfHearts(chance)), scenes, out, 3, 0, easy)
        return [list(out.get(slot)[1].glyph) for slot in out.slots()]

    found = np.concatenate([truth.index, vain]).astype(np.float32)
    assert kept(found, 0.99, 1.0) == [["7", "7", "none"]] * 3
    assert kept(found, 0.99, 0.0) == [["none"]] * 3
    assert kept(found, 0.9, 0.0) == [["7", "7", "none"]] * 3, "what is not sure has to be learned"
    assert kept(truth.index, 0.99, 0.0) == [], "a scene of which nothing is kept says nothing"


def test_nothing_found_is_nothing_to_learn_for_the_detector(ring: SceneRing) -> None:
    image, truth = ring.get(0)
    found = as_found(truth.index[:1] + np.float32(3 * np.ptp(truth.index[0][:, 1])), truth)
    assert list(found.glyph) == ["none"]
    assert cut_view(np.random.default_rng(0), image, found, 256).labels == []


def test_scenes_of_another_painter_are_refused(tmp_path: Path) -> None:
    ring = SceneRing(tmp_path / "ring", 1)
    placed = scene(np.random.default_rng(1))
    ring.put(0, placed.image, truth_of(placed))
    (arrays,) = (tmp_path / "ring").glob("*.npz")
    with np.load(arrays) as stored:
        told = {name: stored[name] for name in stored.files if name != "pips"}
    np.savez(arrays, **told)
    with pytest.raises(ValueError, match="another painter"):
        ring.get(0)
