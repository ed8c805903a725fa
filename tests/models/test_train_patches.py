"""Training the networks of patches: the reader, the aligner and the face reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")
pytest.importorskip("ultralytics", reason="training needs the train extra")

import cv2  # noqa: E402

from datasets.scene import Scene  # noqa: E402
from models.export import ExportError, export_aligner, export_faces, export_reader  # noqa: E402
from models.train.aligner import AskewPatches, crowded, train_aligner  # noqa: E402
from models.train.facenet import FaceNet  # noqa: E402
from models.train.faces import FacePatches, faces_of, train_faces  # noqa: E402
from models.train.fitting import PatchPlan  # noqa: E402
from models.train.patches import UNSAID, ScenePatches, cut_patch, inputs, jitter  # noqa: E402
from models.train.reader import train_reader  # noqa: E402
from models.train.readernet import ReaderNet  # noqa: E402
from models.train.ring import SceneRing, indices_alone, truth_of  # noqa: E402
from tests.models.scenes import QUIET, scene  # noqa: E402
from vision.facereader import OnnxFaceReader  # noqa: E402
from vision.types import GLYPHS, SUITS  # noqa: E402

pytestmark = QUIET


def test_patch_shows_the_index_upright_in_its_middle(ring: SceneRing) -> None:
    image, truth = ring.get(0)
    patch = cut_patch(np.ascontiguousarray(image), truth.index[0])
    inside = patch[24:72, 17:47].reshape(-1, 3).mean(0)
    beside = patch[30:66, 55:62].reshape(-1, 3).mean(0)
    assert inside[2] > 200
    assert inside[0] < 40
    assert beside.min() > 200


def test_letters_of_few_languages_are_drawn_oftener(ring: SceneRing, tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    image, truth = ring.get(0)
    french = SceneRing(tmp_path / "french", 1)
    french.put(0, np.asarray(image), replace(truth, glyph=np.array(["7", "R"])))
    drawn = [p for _ in range(400) for p in ScenePatches(french, nothing=0.0, pips=0.0, sideways=0.0).draw(rng, 1)]
    kings = sum(patch.glyph == GLYPHS.index("R") for patch in drawn)
    assert kings > 1.5 * sum(patch.glyph == GLYPHS.index("7") for patch in drawn) > 0


def test_some_patches_lie_on_their_side_and_say_nothing(ring: SceneRing) -> None:
    rng = np.random.default_rng(6)
    upright = [p for _ in range(30) for p in ScenePatches(ring, nothing=0.0, pips=0.0, sideways=0.0).draw(rng, 2)]
    sideways = [p for _ in range(30) for p in ScenePatches(ring, nothing=0.0, pips=0.0, sideways=1.0).draw(rng, 2)]
    assert {patch.glyph for patch in upright} == {GLYPHS.index("7")}
    assert {(patch.glyph, patch.suit, patch.direction) for patch in sideways} == {
        (GLYPHS.index("illegible"), UNSAID, UNSAID)
    }


def test_jitter_stays_near(ring: SceneRing) -> None:
    rng = np.random.default_rng(3)
    quad = ring.get(0)[1].index[0]
    moved = np.stack([jitter(rng, quad) for _ in range(300)])
    size = np.linalg.norm(quad[3] - quad[0])
    assert np.abs(moved.mean(0) - quad).max() < 0.05 * size
    assert 0.01 * size < moved.std(0).mean() < 0.15 * size


def learned(
    folder: Path, plan: PatchPlan, train: Callable[[PatchPlan], Path], enough: Callable[[list[dict[str, float]]], bool]
) -> Path:
    """The weights of a training that logged enough; on a machine busy with other things it goes on for longer."""
    lines: list[dict[str, float]] = []
    for longer in (1, 2, 4):
        weights = train(replace(plan, minutes=longer * plan.minutes))
        lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
        if enough(lines):
            return weights
    pytest.fail(f"it ended at {lines[-1]}")


def test_reader_learns_and_exports(ring: SceneRing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "reader"
    plan = PatchPlan(minutes=0.5, batch=48, rate=2e-3, warmup=60)
    weights = learned(
        folder,
        plan,
        lambda given: train_reader(folder, given, [(1.0, ScenePatches(ring).draw)]),
        # One glyph, one suit: far below the 4.8 of guessing.
        lambda lines: lines[-1]["loss"] < 2.5,
    )
    patches = inputs(ScenePatches(ring).draw, 128, seed=1)
    assert export_reader(weights, tmp_path / "reader.onnx", patches) < 0.04
    few = (tmp_path / "reader.onnx").stat().st_size
    assert few < 1.3 * sum(p.numel() for p in ReaderNet().parameters()), "a byte a weight"
    monkeypatch.setattr("models.export.EIGHT_BIT_BOUND", 1e-9)
    good = (tmp_path / "reader.onnx").read_bytes()
    with pytest.raises(ExportError, match="chances differ"):
        export_reader(weights, tmp_path / "reader.onnx", patches[::-1].copy())
    assert (tmp_path / "reader.onnx").read_bytes() == good, "weights that are in use give way only to good ones"
    assert not list(tmp_path.glob("*.part"))


def test_what_the_aligner_is_asked_for_lies_on_the_index(ring: SceneRing) -> None:
    rng = np.random.default_rng(6)
    pieces = [piece for _ in range(30) for piece in AskewPatches(ring).draw(rng, 2)]
    turns, on, beside = [], [], []
    for piece in pieces:
        corners = ((piece.corners + 1) * len(piece.image) / 2 - 0.5).astype(np.float32)
        blank = np.zeros(piece.image.shape[:2], np.uint8)
        inner = cv2.fillConvexPoly(blank.copy(), np.round(corners * 0.7 + corners.mean(0) * 0.3).astype(int), 1) > 0
        outer = cv2.fillConvexPoly(blank, np.round(corners * 1.4 - corners.mean(0) * 0.4).astype(int), 1) == 0
        red = piece.image[..., 2].astype(float) - piece.image[..., 1]
        on.append(red[inner].mean())
        beside.append(red[outer].mean())
        along = corners[1] - corners[0]
        turns.append(np.degrees(np.arctan2(along[1], along[0])))
    assert len(pieces) > 40
    assert np.mean(np.array(on) > np.array(beside) + 40) > 0.9, "grey pictures and dark ones show it less"
    assert np.ptp(turns) > 150, "indices are found turned by more than a quarter either way"


def test_an_index_is_crowded_by_another_of_which_something_is_seen() -> None:
    quad = np.array([[0, 0], [12, 0], [12, 30], [0, 30]], np.float32)
    marks = [quad, quad + np.float32((20, 0)), quad + np.float32((200, 0)), quad + np.float32((200, 20))]
    cards = [np.full((4, 2), np.nan, np.float32)] * 4
    visible = [np.array(share, np.float32) for share in ((1, 1), (0.2, 0), (1, 1), (0, 0))]
    truth = indices_alone(marks, cards, visible, ["A"] * 4, ["S"] * 4, [])
    assert crowded(truth).tolist() == [True, True, False, True]
    assert crowded(indices_alone([], [], [], [], [], [])).tolist() == []


def test_aligner_learns_and_exports(ring: SceneRing, tmp_path: Path) -> None:
    folder = tmp_path / "aligner"
    weights = learned(
        folder,
        PatchPlan(minutes=0.4, batch=48),
        lambda given: train_aligner(folder, given, [(1.0, AskewPatches(ring).draw)]),
        lambda lines: lines[-1]["figure"] < 0.7 * lines[0]["figure"],
    )
    assert export_aligner(weights, tmp_path / "aligner.onnx") < 0.01


def test_faces_asked_for_are_known_by_an_index_and_open_enough() -> None:
    placed = scene(np.random.default_rng(2))
    (card,) = placed.cards
    (asked,) = faces_of(truth_of(placed))
    assert (asked.rank, asked.suit, asked.indices, asked.open) == (6, 2, [0, 1], True)
    assert np.array_equal(asked.quad, card.quad)
    card.visible = 0.5
    assert [face.open for face in faces_of(truth_of(placed))] == [False]
    card.visible = 0.2
    assert faces_of(truth_of(placed)) == []
    card.visible, card.code = 1.0, "JOKER"
    assert faces_of(truth_of(placed)) == []
    card.code, card.indices = "7H", []
    assert faces_of(truth_of(placed)) == []


def test_faces_of_photos_are_those_of_found_indices_each_once() -> None:
    card = np.array([[100, 100], [170, 100], [170, 198], [100, 198]], np.float32)
    first, second = card * 0.1 + card[0] * 0.9, card * 0.1 + card[2] * 0.9
    nowhere = np.full((4, 2), np.nan, np.float32)
    truth = indices_alone(
        [first, second, first + 300, first + 400],
        [card, np.roll(card, -2, axis=0) + 1, nowhere, card + 400],
        [np.ones(2, np.float32)] * 4,
        ["K", "K", "3", "none"],
        ["?", "?", "C", "?"],
        [],
    )
    (asked,) = faces_of(truth)
    assert (asked.rank, asked.suit, asked.indices) == (12, UNSAID, [0, 1])


@pytest.mark.parametrize(
    ("others", "rank"), [(("R", "7"), 10), (("D",), 10), (("H", "B"), 11), (("5",), UNSAID), (("D", "B"), UNSAID)]
)
def test_a_v_is_what_the_other_letters_of_the_scene_make_it(others: tuple[str, ...], rank: int) -> None:
    card = np.array([[0, 0], [70, 0], [70, 98], [0, 98]], np.float32)
    letters = ["V", *others]
    cards = [card + 200 * k for k in range(len(letters))]
    marks = [each * 0.1 + each[0] * 0.9 for each in cards]
    truth = indices_alone(marks, cards, [np.ones(2, np.float32)] * len(cards), letters, ["S"] * len(cards), [])
    assert faces_of(truth)[0].rank == rank


def test_indices_of_faces_are_wiped_out_more_often_than_not(ring: SceneRing) -> None:
    """They are red on a white card here, and the only thing on it."""
    rng = np.random.default_rng(9)
    faces = [face for _ in range(160) for face in FacePatches(ring).draw(rng, 3)]
    assert {(face.rank, face.suit) for face in faces} == {(6, 2)}
    red = [int((face.image[..., 2].astype(int) - face.image[..., 1] > 60).sum()) for face in faces]
    shows = np.mean(np.array(red) > 150)
    assert 0.1 < shows < 0.4
    upper = [face.image[:64, :48].mean() - face.image[64:, 48:].mean() for face in faces]
    assert abs(np.mean(np.sign(upper))) < 0.5, "either way up"


def test_face_reader_learns_and_exports(ring: SceneRing, tmp_path: Path) -> None:
    folder = tmp_path / "faces"
    plan = PatchPlan(minutes=0.4, batch=48, warmup=60)
    weights = learned(
        folder,
        plan,
        lambda given: train_faces(folder, given, [(1.0, FacePatches(ring).draw)]),
        # One card: far below the 4 of guessing.
        lambda lines: lines[-1]["loss"] < 1.5,
    )
    patches = inputs(FacePatches(ring).draw, 128, seed=1)
    assert export_faces(weights, tmp_path / "faces.onnx", patches) < 0.04
    assert (tmp_path / "faces.onnx").stat().st_size < 1.3 * sum(p.numel() for p in FaceNet().parameters())
    ranks, suits = OnnxFaceReader(tmp_path / "faces.onnx", threads=1).probabilities(patches[:40])
    assert (ranks.argmax(axis=1) == 6).mean() > 0.9
    assert (suits.argmax(axis=1) == 2).mean() > 0.9


def framed(rng: np.random.Generator, pips: tuple[tuple[float, float], ...] | None) -> Scene:
    """A court of hearts with pips (shares of its width and height) in its frame; None: nobody knows of them."""
    placed = scene(rng)
    (card,) = placed.cards
    a, b, _, d = card.quad
    for index in card.indices:
        index.glyph = "K"
    boxes = [
        np.array([[x - 0.05, y - 0.05], [x + 0.05, y - 0.05], [x + 0.05, y + 0.05], [x - 0.05, y + 0.05]])
        for x, y in pips or ()
    ]
    card.code = "KH"
    card.pips = (
        None
        if pips is None
        else [(a + box[:, :1] * (b - a) + box[:, 1:] * (d - a)).astype(np.float32) for box in boxes]
    )
    return placed


@pytest.mark.parametrize(
    ("pips", "suits"),
    [
        (((0.25, 0.17), (0.75, 0.83)), {"H", "none"}),
        (((0.5, 0.5),), {"none"}),
        ((), {"none"}),
        (None, set()),
    ],
    ids=["in its frame", "elsewhere", "none printed", "not known"],
)
def test_a_courts_pip_is_learned_where_it_is_known_to_stand(
    tmp_path: Path, pips: tuple[tuple[float, float], ...] | None, suits: set[str]
) -> None:
    rng = np.random.default_rng(6)
    courts = SceneRing(tmp_path / "courts", 4)
    for number in range(4):
        placed = framed(rng, pips)
        courts.put(number, placed.image, truth_of(placed))
    patches = [patch for _ in range(60) for patch in ScenePatches(courts, nothing=0.0, pips=1.0).draw(rng, 2)]
    seen = {SUITS[patch.suit] for patch in patches if patch.glyph == GLYPHS.index("none")}
    assert seen == suits


def test_pips_are_no_index_but_have_a_suit(ring: SceneRing, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    patches = [patch for _ in range(20) for patch in ScenePatches(ring, nothing=0.0, pips=1.0).draw(rng, 4)]
    none, seven = GLYPHS.index("none"), GLYPHS.index("7")
    pips = [patch for patch in patches if patch.glyph == none]
    assert pips
    assert {patch.suit for patch in pips} == {SUITS.index("H")}
    assert {patch.glyph for patch in patches} <= {none, seven, UNSAID, GLYPHS.index("illegible")}
    covered = SceneRing(tmp_path / "covered", 1)
    image, truth = ring.get(0)
    covered.put(0, np.asarray(image), replace(truth, card_visible=np.full(len(truth.cards), 0.9, np.float32)))
    patches = ScenePatches(covered, nothing=0.0, pips=1.0).draw(rng, 4)
    assert none not in {patch.glyph for patch in patches}
