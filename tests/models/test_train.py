"""The training machinery: views keep their truth, losses fall, a killed training goes on, exports agree."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")
pytest.importorskip("ultralytics", reason="training needs the train extra")

import cv2  # noqa: E402

from datasets.scene import PlacedCard, PlacedIndex, Scene  # noqa: E402
from models.export import ExportError, export_aligner, export_detector, export_faces, export_reader  # noqa: E402
from models.train.aligner import AskewPatches, train_aligner  # noqa: E402
from models.train.detector import Plan, train_detector  # noqa: E402
from models.train.facenet import FaceNet  # noqa: E402
from models.train.faces import FacePatches, faces_of, train_faces  # noqa: E402
from models.train.feed import SceneViews, collate  # noqa: E402
from models.train.finds import as_found, gather_finds  # noqa: E402
from models.train.fitting import PatchPlan  # noqa: E402
from models.train.loss import DetectorLoss  # noqa: E402
from models.train.network import build_detector, head_of  # noqa: E402
from models.train.patches import UNSAID, ScenePatches, cut_patch, inputs, jitter  # noqa: E402
from models.train.reader import train_reader  # noqa: E402
from models.train.readernet import ReaderNet  # noqa: E402
from models.train.ring import SceneRing, indices_alone, truth_of, unusual  # noqa: E402
from models.train.views import View, add_targets, cut_view  # noqa: E402
from vision.facereader import OnnxFaceReader  # noqa: E402
from vision.geometry import UNIT, homographies, projected  # noqa: E402
from vision.reading import Reader  # noqa: E402
from vision.types import GLYPHS, SUITS, Sightings  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


def scene(rng: np.random.Generator) -> Scene:
    """A card drawn plainly, its two indices filled with colours that say which corner is which."""
    image = np.full((400, 500, 3), 60, np.uint8)
    angle, centre = rng.uniform(-3, 3), rng.uniform((180, 150), (320, 250))
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, s], [-s, c]])

    def place(corners: list[list[float]]) -> np.ndarray:
        return (np.array(corners) @ turn + centre).astype(np.float32)

    card = place([[-70, -98], [70, -98], [70, 98], [-70, 98]])
    first = place([[-64, -92], [-44, -92], [-44, -48], [-64, -48]])
    second = place([[64, 92], [44, 92], [44, 48], [64, 48]])
    cv2.fillPoly(image, [card.astype(np.int32)], (250, 250, 250))
    for quad in (first, second):
        cv2.fillPoly(image, [quad.astype(np.int32)], (0, 0, 220))
    marks = [
        PlacedIndex("7", "H", first, card, 1.0, 1.0),
        PlacedIndex("7", "H", second, np.roll(card, -2, axis=0), 1.0, 1.0),
    ]
    return Scene(image, [PlacedCard("7H", "up", card, 1.0, marks)], "single")


@pytest.fixture
def ring(tmp_path: Path) -> SceneRing:
    rng = np.random.default_rng(5)
    ring = SceneRing(tmp_path / "ring", 8)
    for number in range(8):
        placed = scene(rng)
        ring.put(number, placed.image, truth_of(placed))
    return ring


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
        output = model.train()(batch.images)
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
            output = model(alone.images)
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
        output = model(batch.images)
        loss = DetectorLoss(model.model[-1])
        everything = loss(output, batch)[1]["class"]
        batch.ignore = torch.tensor([[[-1.0, 0.0, 0.0, 256.0, 256.0]]])
        nothing = loss(output, batch)[1]["class"]
    assert everything > 0
    assert nothing == 0


def test_detector_learns_resumes_and_exports(ring: SceneRing, tmp_path: Path) -> None:
    sources = [(1.0, SceneViews(ring))]
    plan = Plan(minutes=0.35, warmup=5, sizes=((192, 6),), every=0.05, rate=2e-3)
    folder = tmp_path / "detector"
    weights = train_detector(folder, plan, sources)
    steps = torch.load(folder / "state.pt", weights_only=True)["step"]
    assert steps > 3
    assert (folder / "constant.pt").exists()
    again = Plan(minutes=0.45, warmup=5, sizes=((192, 6),), every=0.05, rate=2e-3)
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


def test_reader_learns_and_exports(ring: SceneRing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "reader"
    weights = train_reader(folder, PatchPlan(minutes=0.8, batch=48, rate=2e-3), [(1.0, ScenePatches(ring).draw)])
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["loss"] < 2.5, "one glyph, one suit: far below the 4.8 of guessing"
    patches = inputs(ScenePatches(ring).draw, 128, seed=1)
    assert export_reader(weights, tmp_path / "reader.onnx", patches) < 0.04
    few = (tmp_path / "reader.onnx").stat().st_size
    assert few < 1.3 * sum(p.numel() for p in ReaderNet().parameters()), "a byte a weight"
    monkeypatch.setattr("models.export.EIGHT_BIT_BOUND", 1e-9)
    with pytest.raises(ExportError, match="chances differ"):
        export_reader(weights, tmp_path / "reader.onnx", patches)


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


def test_aligner_learns_and_exports(ring: SceneRing, tmp_path: Path) -> None:
    folder = tmp_path / "aligner"
    weights = train_aligner(folder, PatchPlan(minutes=0.8, batch=48), [(1.0, AskewPatches(ring).draw)])
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["figure"] < 0.7 * lines[0]["figure"]
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
    weights = train_faces(folder, PatchPlan(minutes=0.8, batch=48), [(1.0, FacePatches(ring).draw)])
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["loss"] < 1.5, "one card: far below the 4 of guessing"
    patches = inputs(FacePatches(ring).draw, 128, seed=1)
    assert export_faces(weights, tmp_path / "faces.onnx", patches) < 0.04
    assert (tmp_path / "faces.onnx").stat().st_size < 1.3 * sum(p.numel() for p in FaceNet().parameters())
    ranks, suits = OnnxFaceReader(tmp_path / "faces.onnx", threads=1).probabilities(patches[:40])
    assert (ranks.argmax(axis=1) == 6).mean() > 0.9
    assert (suits.argmax(axis=1) == 2).mean() > 0.9


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
