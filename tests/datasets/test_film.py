"""Staged videos: what they show is what their truth says."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.backgrounds import Backgrounds, Image
from datasets.film.ace import ace_script
from datasets.film.beats import Director, Pose, Script
from datasets.film.bus import bus_script
from datasets.film.conditions import SETS, Conditions, Set
from datasets.film.film import Film
from datasets.film.gin import gin_script
from datasets.film.stage import Stage, aim
from datasets.film.trash import FAULTS, trash_script
from rules import ace
from rules.bus import Rules as BusRules
from rules.observation import Seen
from rules.trash import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from tests.datasets.plain import PlainDeck

SIZE = (480, 270)


def film(seed: int = 1, turns: int = 2, fps: float = 10.0, **conditions: object) -> Film:
    script, table = trash_script(seed, sizes=(4, 4), turns=turns)
    view = aim(np.random.default_rng(seed), table.extent, SIZE, tilt=0.3)
    settings = {"noise": 1.0, "quality": None} | conditions
    return Film(script, [PlainDeck()], view, Conditions(SIZE, seed, script.length, **settings), seed, fps=fps)  # type: ignore[arg-type]


def table_of(seen: dict[str, object]) -> Table:
    layouts = seen["layouts"]
    assert isinstance(layouts, dict)
    return Table(tuple(tuple(map(Seen.parse, row)) for row in layouts.values()), Seen.parse(str(seen["discard"])))


@pytest.mark.parametrize("seed", range(5))
def test_the_referee_who_sees_everything_agrees_with_the_truth_of_every_turn(seed: int) -> None:
    fault = FAULTS[seed % len(FAULTS)]
    script, _ = trash_script(seed, faults=(fault,), turns=25)
    for judgement in script.judgements:
        told = judgement.verdict
        player = list(told["before"]["layouts"]).index(judgement.player)
        verdict = explain(table_of(told["before"]), table_of(told["after"]), Rules(), player=player, turns=1)
        assert verdict.verdict == told["verdict"], (judgement.fault, verdict.rule)


def test_films_are_the_same_from_the_same_seed() -> None:
    first, second = film(), film()
    for one, other in zip(first.frames(), second.frames(), strict=True):
        assert np.array_equal(one.image, other.image)
        if one.time > 2:
            break
    assert first.truth()["verdicts"] == second.truth()["verdicts"]


def test_every_change_is_seen_after_it_happened_and_where_it_happened() -> None:
    shown = film(turns=3)
    faces = {}
    for moment in shown.frames(cards=True):
        for card in moment.cards:
            if card.visible > 0.98 and not card.moving:
                faces[round(moment.time, 2), card.piece] = card
    told = [sight for sight in shown.sights if sight.counts]
    assert len(told) >= 3
    for sight in told:
        assert sight.seen is not None
        assert sight.seen >= sight.change.time - 0.1
        if sight.change.piece is None:
            continue
        card = faces[round(sight.seen, 2), sight.change.piece]
        assert np.abs(card.quad - sight.quad).max() < 1.0
        assert (card.code if card.up else "??") == sight.change.after


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_opening_is_where_the_cards_of_the_first_frame_lie(mirrored: bool) -> None:
    shown = film(turns=1, mirrored=mirrored)
    opening = shown.opening()
    cards = next(iter(shown.frames(cards=True))).cards
    assert len(cards) == len(opening) > 8
    assert all(min(float(np.abs(card.quad - quad).max()) for quad in opening) < 1.0 for card in cards)


def test_a_card_looks_like_its_face_where_the_truth_says_it_lies() -> None:
    shown = film(turns=1, noise=0.0)
    deck = PlainDeck()
    last = None
    for moment in shown.frames(cards=True):
        last = moment
    assert last is not None
    up = [card for card in last.cards if card.up and card.visible > 0.99]
    assert up
    for card in up:
        flat = np.array([[0, 0], [249, 0], [249, 349], [0, 349]], np.float32)
        seen = cv2.warpPerspective(last.image, cv2.getPerspectiveTransform(card.quad, flat), (250, 350))
        face = deck.face(card.code).image[:, :, :3]
        inner = (slice(70, 280), slice(30, 220))
        together = np.corrcoef(seen[inner].ravel(), face[inner].ravel())[0, 1]
        assert together > 0.6


def test_shake_knocks_and_light_move_the_truth_with_the_picture() -> None:
    still, shaken = film(turns=1, noise=0.0), film(turns=1, noise=0.0, shake=3.0, knocks=1, lamps=1)
    moved = 0.0
    for one, other in zip(still.frames(cards=True), shaken.frames(cards=True), strict=True):
        for card, same in zip(one.cards, other.cards, strict=True):
            moved = max(moved, float(np.abs(card.quad - same.quad).max()))
    assert moved > 3.0


def test_a_mirrored_camera_mirrors_the_picture_and_the_truth() -> None:
    straight, mirrored = film(turns=1, noise=0.0, knocks=1), film(turns=1, noise=0.0, knocks=1, mirrored=True)
    for one, other in zip(straight.frames(cards=True), mirrored.frames(cards=True), strict=True):
        # Both are resampled where the knocked camera has turned, each its own way.
        assert np.abs(one.image[:, ::-1].astype(int) - other.image).mean() < 1.0
        for card, same in zip(one.cards, other.cards, strict=True):
            assert np.allclose(same.quad, (SIZE[0] - 1 - card.quad[:, 0:1]) * [1, 0] + card.quad * [0, 1], atol=0.1)


def test_a_reflection_passes_over_the_table_from_side_to_side() -> None:
    plain, bright = film(turns=4, noise=0.0), film(turns=4, noise=0.0, sweeps=1)
    spots = []
    for one, other in zip(plain.frames(), bright.frames(), strict=True):
        added = other.image.astype(int).sum(axis=2) - one.image.astype(int).sum(axis=2)
        assert added.min() >= 0
        if added.max() > 200:
            spots.append(np.unravel_index(int(added.argmax()), added.shape))
    # It comes and goes, and covers more than half the picture's height or width on its way.
    assert 20 <= len(spots) <= 60
    assert max(np.ptp(np.array(spots), axis=0) / (SIZE[1], SIZE[0])) > 0.5


def test_somebody_moves_the_camera_once_and_the_truth_moves_along() -> None:
    still, moved = film(turns=2, noise=0.0), film(turns=2, noise=0.0, moves=1)
    ways = []
    for one, other in zip(still.frames(cards=True), moved.frames(cards=True), strict=True):
        ways.append(moved.conditions.motion(other.time))
        for a, b in zip(one.cards, other.cards, strict=True):
            assert np.allclose(np.column_stack([a.quad, np.ones(4)]) @ ways[-1].T, b.quad, atol=0.1)
    before = [np.allclose(way, np.eye(2, 3)) for way in ways]
    after = [np.allclose(way, ways[-1]) for way in ways]
    assert 0.3 < sum(before) / len(ways) < 0.7
    assert 0.3 < sum(after) / len(ways) < 0.7
    # At ten frames a second nobody takes longer than a second for it.
    assert len(ways) - sum(before) - sum(after) <= 10
    middle = (SIZE[0] / 2, SIZE[1] / 2, 1)
    assert 0.019 < np.linalg.norm(ways[-1] @ middle - middle[:2]) / SIZE[0] < 0.036


@pytest.mark.parametrize("kind", SETS)
def test_the_sets_of_conditions_differ_in_what_they_are_named_for(kind: Set) -> None:
    plain, named = (Conditions.sample(np.random.default_rng(3), SIZE, 40.0, one) for one in ("plain", kind))
    told = {name for name in vars(plain) if not name.startswith("_") and vars(plain)[name] != vars(named)[name]}
    added = {kind: {kind} for kind in ("mirrored", "company", "held", "flicker", "fan", "broadcast")}
    added |= {"glare": {"sweeps"}, "bump": {"moves"}, "webcam": {"webcam", "noise", "quality"}}
    assert told == added.get(kind, set())


def test_other_conditions_are_refused() -> None:
    with pytest.raises(ValueError, match="no conditions 'fog'; there are plain, mirrored, glare, bump, webcam"):
        Conditions.sample(np.random.default_rng(0), SIZE, 40.0, "fog")  # type: ignore[arg-type]


class GreyTable(Backgrounds):
    """A table top on which a shadow shows."""

    def sample(self, rng: np.random.Generator, size: tuple[int, int]) -> Image:
        return np.full((size[1], size[0], 3), 170, dtype=np.uint8)


def test_a_squared_pile_throws_no_darker_shadow_than_one_card() -> None:
    pictures = []
    for count in (1, 30):
        director = Director(Script("trash", {}), np.random.default_rng(0))
        for _ in range(count):
            director.lay("5S", "stock", Pose(0.0, 0.0))
        view = aim(np.random.default_rng(0), (-1.0, -1.0, 1.0, 1.0), SIZE, tilt=0.3)
        stage = Stage(director.end(), [PlainDeck()], GreyTable(), np.random.default_rng(2), view)
        pictures.append(stage.frame(0.0).astype(int))
        corners = stage.quad(Pose(0.0, 0.0))
    outside = cv2.fillConvexPoly(np.ones(SIZE[::-1], np.uint8), np.rint(corners).astype(int), 0).astype(bool)
    outside = cv2.erode(outside.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    one, many = (picture[outside] for picture in pictures)
    assert one.min() < 160
    assert np.abs(one - many).max() <= 4


def test_of_a_place_hardly_in_the_picture_nothing_is_asked() -> None:
    """Cards held beyond the edge show a sliver that no camera makes a card of."""
    view = aim(np.random.default_rng(0), (-1.0, -1.0, 1.0, 1.0), SIZE, tilt=0.0)
    stage = Stage(
        Director(Script("bus", {}), np.random.default_rng(0)).end(),
        [PlainDeck()],
        GreyTable(),
        np.random.default_rng(2),
        view,
    )
    stage.frame(0.0)
    shares = []
    for x in np.linspace(0.0, 4.0, 60):
        corners = stage.quad(Pose(float(x), 0.0))
        left, right = corners[:, 0].min(), corners[:, 0].max()
        inside = float(np.clip((SIZE[0] - left) / (right - left), 0, 1))
        if abs(inside - 0.35) > 0.08:
            assert stage.free(Pose(float(x), 0.0)) is (inside > 0.35)
            shares.append(inside)
    assert min(shares) == 0.0
    assert max(shares) == 1.0
    assert any(0.05 < share < 0.25 for share in shares)


def test_a_film_is_written_with_its_truth(tmp_path: Path) -> None:
    shown = film(turns=1)
    path = tmp_path / "film.avi"
    shown.write(path)
    capture = cv2.VideoCapture(str(path))
    assert capture.get(cv2.CAP_PROP_FPS) == pytest.approx(10.0)
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == int(shown.length * 10)
    truth = json.loads(path.with_suffix(".json").read_text())
    assert truth["game"] == "trash"
    assert [one["verdict"]["verdict"] for one in truth["verdicts"]] == ["legal"]


@pytest.mark.parametrize("make", [gin_script, bus_script, ace_script])
def test_the_other_games_end_in_a_verdict(make: object) -> None:
    script, extent = make(3)  # type: ignore[operator]
    assert script.judgements[-1].verdict["verdict"] == "legal"
    assert extent[0] < extent[2]
    assert all(beat.end >= beat.start for beat in script.beats)
    assert script.length > script.judgements[-1].time


def test_hands_come_and_go_and_no_card_is_carried_by_two() -> None:
    script, _ = trash_script(4, turns=6)
    for first, second in zip(script.beats, script.beats[1:], strict=False):
        if first.piece is not None and first.piece == second.piece:
            assert second.start >= first.end - 1e-9


@pytest.mark.parametrize(
    ("make", "fault"), [(trash_script, "cheating"), (gin_script, "cheating"), (bus_script, "x"), (ace_script, "x")]
)
def test_unknown_faults_are_refused(make: object, fault: str) -> None:
    with pytest.raises(ValueError, match="is no fault of"):
        make(1, faults=(fault,))  # type: ignore[operator]


def test_too_many_frames_a_second_are_refused() -> None:
    with pytest.raises(ValueError, match="frames per second"):
        film(fps=500)


def test_a_card_that_is_no_king_is_turned_up_while_another_lies_face_down() -> None:
    """With all of them open it would be the showdown."""
    two = 0
    for seed in range(40):
        script, _ = ace_script(seed, ace.Rules(players=2), ("no_king",))
        (judged,) = script.judgements
        if judged.verdict["verdict"] == "legal":
            continue  # two kings: there is no other card to turn up
        two += 1
        opened = [change for change in script.changes if change.after not in (None, "??")]
        assert judged.fault == "no_king"
        assert len(opened) == 1
    assert two > 30


def test_an_arm_comes_in_over_the_edge_however_far_it_reaches() -> None:
    script, extent = bus_script(3, BusRules(players=4))
    # A camera high above the table.
    left, far, right, near = (1.8 * edge for edge in extent)
    view = aim(np.random.default_rng(4), (left, far, right, near), SIZE)
    stage = Stage(script, [PlainDeck()], Backgrounds(), np.random.default_rng(4), view)
    assert len({beat.player for beat in script.beats}) > 2
    for beat in script.beats:
        hand = stage._hand(beat, beat.end)
        elbow = stage.view.project(np.array([[*hand.bones[0, :2], hand.lift]]))[0]
        assert not ((elbow > 0) & (elbow < SIZE)).all()
