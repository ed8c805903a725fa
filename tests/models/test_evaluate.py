"""Readings held against labels, and what is made of the outcomes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate import LabelError, LabelledPhoto, Report, evaluate, load_labels
from models.evaluate.calibrate import Example, FitError, Sighting, fit, fit_vain, isotonic, pessimistic
from models.evaluate.labels import Box
from models.evaluate.matching import Outcome, Tally, judge
from rules.cards import Card
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.calibration import Evidence, score_odds, vain_chances
from vision.reading import Reader
from vision.types import Index, IndexReading, Reading, SeenCard


def seen(code: str | None, quad: np.ndarray, confidence: float = 0.99, side: str = "up") -> SeenCard:
    name = Card.parse(code) if code else None
    return SeenCard(name, "down" if side == "down" else "up", confidence, quad)


def reading(*cards: SeenCard, stray: tuple[Index, ...] = ()) -> Reading:
    return Reading(800, 600, cards, stray, {"total": 1.0})


def photo(**how: object) -> LabelledPhoto:
    values: dict[str, object] = {
        "path": Path("x.jpg"),
        "name": "x.jpg",
        "boxes": None,
        "cards": Counter(),
        "allowed": Counter(),
        "backs": 0,
        "table": "x",
    }
    return LabelledPhoto(**{**values, **how})  # type: ignore[arg-type]


def box(code: str, quad: np.ndarray, kind: str = "card") -> Box:
    (left, top), (right, bottom) = quad.min(axis=0), quad.max(axis=0)
    return Box(code, kind, (float(left), float(top), float(right), float(bottom)))  # type: ignore[arg-type]


HERE, THERE, ELSEWHERE = card_quad(100, 150), card_quad(300, 150), card_quad(600, 400)


def test_cards_of_a_whole_photo_are_counted_as_a_multiset() -> None:
    labels = photo(cards=Counter({"8H": 2, "3C": 1, "KD": 1}), allowed=Counter(["9S"]), backs=1)
    outcome = judge(
        labels,
        reading(
            seen("8H", HERE),
            seen("8H", THERE),
            seen("8H", ELSEWHERE, 0.95),
            seen("9S", ELSEWHERE),
            seen("3C", HERE, 0.6),
            seen("2C", HERE, 0.6),
            seen(None, HERE, 0.3),
            seen(None, HERE, side="down"),
            seen(None, THERE, side="down"),
        ),
    )
    assert outcome.faces == Tally(right=3, wrong=2, missed=1, unknown=1, confident=1)
    assert outcome.backs == Tally(right=1, wrong=1)
    assert not outcome.exact
    assert [item.name for item in outcome.judged if not item.right] == ["8H", "2C"]


def test_a_photo_is_exact_when_everything_is() -> None:
    labels = photo(cards=Counter(["8H"]), backs=1, allowed=Counter(["9S"]))
    assert judge(labels, reading(seen("8H", HERE), seen(None, THERE, side="down"))).exact
    assert judge(labels, reading(seen("8H", HERE), seen(None, HERE), seen(None, THERE, side="down"))).exact
    two_unknown = reading(seen("8H", HERE), seen(None, HERE), seen(None, HERE), seen(None, THERE, side="down"))
    assert not judge(labels, two_unknown).exact
    assert not judge(labels, reading(seen("8H", HERE))).exact
    assert not judge(labels, reading(seen("8D", HERE), seen(None, THERE, side="down"))).exact


def test_cards_by_their_places() -> None:
    labels = photo(boxes=(box("8H", HERE), box("BACK", THERE), box("K?", ELSEWHERE)))
    right = judge(labels, reading(seen("8H", HERE + 4), seen(None, THERE, side="down"), seen("KS", ELSEWHERE)))
    assert right.faces == Tally(right=2)
    assert right.backs == Tally(right=1)
    assert right.exact
    # The right names in each other's places are wrong.
    swapped = judge(labels, reading(seen("KS", HERE), seen("8H", ELSEWHERE), seen("8H", THERE, 0.5)))
    assert swapped.faces == Tally(wrong=3, missed=2, confident=2)
    assert swapped.backs == Tally(missed=1)
    assert "8H (0.990): K? there" in swapped.errors


def test_a_face_down_card_named_and_a_face_taken_for_a_back() -> None:
    labels = photo(boxes=(box("8H", HERE),))
    outcome = judge(labels, reading(seen(None, HERE, side="down")))
    assert outcome.backs == Tally(wrong=1)
    assert outcome.faces == Tally(missed=1)


def read_index(glyph: str | None, suit: str | None, quad: np.ndarray, confidence: float = 0.99) -> Index:
    seen_as = IndexReading(np.ones(22, np.float32), np.ones(5, np.float32), np.ones(3, np.float32), quad)
    return Index(quad, glyph, suit, confidence, seen_as)


def test_indices_by_their_places() -> None:
    one, two, three = (card_quad(x, 100, 20) for x in (100, 300, 500))
    labels = photo(boxes=(box("8H", one, "index"), box("8H", two, "index"), box("QC", three, "index")))
    whole = SeenCard(
        Card.parse("8H"), "up", 0.98, HERE, indices=(read_index("8", "H", one), read_index("8", "D", two + 3))
    )
    outcome = judge(labels, reading(whole, stray=(read_index("D", "C", three),)))
    assert outcome.indices == Tally(right=2, wrong=0, missed=1)
    german = Reading(800, 600, (whole,), (read_index("D", "C", three),), {"total": 1.0}, language="de")
    assert judge(labels, german).indices == Tally(right=3)
    assert judge(labels, german).exact


def test_an_index_of_a_card_cut_by_the_edge_counts_only_where_labelled() -> None:
    inside, edge = card_quad(100, 100, 20), card_quad(780, 100, 20)
    cut = SeenCard(Card.parse("9C"), "up", 0.98, card_quad(790, 150), indices=(read_index("9", "C", edge),))
    labels = photo(boxes=(box("8H", inside, "index"),))
    assert judge(labels, reading(cut)).indices == Tally(missed=1)
    inner = SeenCard(Card.parse("9C"), "up", 0.98, card_quad(600, 150), indices=(read_index("9", "C", edge),))
    assert judge(labels, reading(inner)).indices == Tally(missed=1, wrong=1, confident=1)


def test_sums() -> None:
    tally = Tally(right=8, wrong=2, missed=1)
    assert tally.precision == pytest.approx(0.8)
    assert tally.recall == pytest.approx(8 / 9)
    assert tally.f1 == pytest.approx(16 / 19)
    assert Tally().precision is None
    assert Tally().recall is None
    assert Tally().f1 is None


def outcomes() -> list[Outcome]:
    good = Outcome(photo(name="a", table="t", layout="fan", overlap=True, cards=Counter(["8H"])), Tally(right=1))
    bad = Outcome(photo(name="b", table="u", layout="grid", overlap=False), Tally(right=1, wrong=1, confident=1))
    good.index_height, bad.index_height = 8.0, 100.0
    bad.errors.append("8H (0.950): nothing there")
    again = Outcome(photo(name="c", table="t", layout="fan", overlap=True), Tally(right=1, missed=1))
    return [good, bad, again]


def test_reports_add_up() -> None:
    report = Report("set", outcomes(), milliseconds=[10.0, 20.0, 30.0])
    assert report.tally("faces") == Tally(right=3, wrong=1, missed=1, confident=1)
    assert report.exact() == (1, 3)
    by = report.breakdowns()
    assert by["layout"]["fan"] == (2, Tally(right=2, missed=1), 1)
    assert set(by["overlap"]) == {"yes", "no"}
    assert by["index height"]["00-10 px"][0] == 1
    assert by["index height"]["64 px and more"][0] == 1
    mean = report.mean_f1()
    assert mean is not None
    # Table t: 2 right, 1 missed, F1 0.8; table u: 1 right, 1 wrong, F1 2/3.
    assert mean[0] == pytest.approx((0.8 + 2 / 3) / 2)
    assert mean[1] <= mean[0] <= mean[2]
    told = json.loads(json.dumps(report.to_json()))
    assert told["exact"] == {"photos": 1, "share": 0.3333}
    assert told["confident_errors"] == {"count": 1, "share": 0.25}
    assert told["errors"] == {"b": ["8H (0.950): nothing there"]}
    assert told["by"]["table"]["t"]["photos"] == 2
    assert "confident" in "\n".join(report.lines())


def test_an_empty_report_has_no_numbers_to_give() -> None:
    report = Report("nothing")
    assert report.mean_f1() is None
    assert report.to_json()["exact"] == {"photos": 0, "share": None}
    assert report.lines()[0] == "nothing: 0 photos"


def labelled_set(folder: Path) -> Table:
    table = Table(800, 400)
    for number, (glyph, suit) in enumerate((("8", "H"), ("Q", "S"), ("A", "D"))):
        table.lay(glyph, suit, card_quad(130 + 200 * number, 200, 120))
    table.turn_down(card_quad(730, 200, 100))
    (folder / "images").mkdir()
    cv2.imwrite(str(folder / "images" / "one.png"), table.image)
    (folder / "images" / "broken.jpg").write_bytes(b"no picture")
    rows = [
        {"image": "images/one.png", "cards": ["8H", "QS", "KD"], "backs": 1, "jokers": 0, "layout": "rows"},
        {"image": "images/broken.jpg", "cards": [], "backs": 0},
    ]
    (folder / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return table


def test_a_folder_is_evaluated_and_a_broken_photo_does_not_stop_it(tmp_path: Path) -> None:
    table = labelled_set(tmp_path)
    told: list[tuple[int, int]] = []
    names: list[str] = []
    report = evaluate(
        Reader(FakeDetector(table), FakeReader()),
        tmp_path,
        progress=lambda done, of: told.append((done, of)),
        seen=lambda labelled, _reading, _outcome: names.append(labelled.name),
    )
    assert told == [(1, 2), (2, 2)]
    assert names == ["images/one.png"]
    assert report.tally("faces") == Tally(right=2, wrong=1, missed=1, confident=1)
    assert report.tally("backs") == Tally(right=1)
    ((name, why),) = report.failed
    assert name == "images/broken.jpg"
    assert "is not a JPEG" in why


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("no json", "line 1"),
        ('{"cards": []}', "no 'image'"),
        ('{"image": "a", "boxes": [{"card": "8X", "kind": "card", "xyxy": [0, 0, 1, 1]}]}', "'8X' is no card"),
        ('{"image": "a", "boxes": [{"card": "8H", "kind": "pip", "xyxy": [0, 0, 1, 1]}]}', "kind 'pip'"),
        ('{"image": "a", "boxes": [{"card": "8H", "kind": "card", "xyxy": [2, 0, 1, 1]}]}', "left, top, right"),
        ('{"image": "a", "cards": ["8H", "Z?"]}', "'Z\\?' is no card"),
        ("[]", "line 1: no JSON object"),
        ("[" * 100_000, "line 1"),
        ('{"image": "a", "cards": 5}', "'cards' is no list"),
        ('{"image": "a", "cards": [5]}', "5 is no card"),
        ('{"image": "a", "cards": [], "backs": Infinity}', "line 1"),
        ('{"image": "a", "boxes": [["8H", 1, 2]]}', "a box is no JSON object"),
        ('{"image": "a", "cards": [], "backs": -3}', "'backs' is no count: -3"),
        ('{"image": "a", "cards": [], "jokers": null}', "'jokers' is no count: None"),
        ('{"image": "a", "cards": [], "backs": 1.5}', "'backs' is no count"),
        ('{"image": "a", "cards": ["BACK"]}', "'BACK' is no card facing up"),
        ('{"image": "a", "cards": ["A?"]}', "'A\\?' is no card facing up"),
        ('{"image": "a", "cards": ["AS"], "allowed": ["A?"]}', "'A\\?' is no card facing up"),
        ('{"image": "a", "cards": ["AS"], "allowed": "AS"}', "'allowed' is no list"),
        ('{"image": "a", "boxes": [{"card": "8H", "kind": "card", "xyxy": [0, 0, Infinity, 1]}]}', "left, top, right"),
        ("", "no photos"),
    ],
)
def test_bad_labels_name_their_line(line: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text(line + "\n")
    with pytest.raises(LabelError, match=complaint):
        load_labels(tmp_path)


def test_a_folder_without_labels(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no labels\.jsonl"):
        load_labels(tmp_path)


def test_labels_of_every_form(tmp_path: Path) -> None:
    rows = [
        {"image": "a.jpg", "boxes": [{"card": "10h", "kind": "index", "xyxy": [1, 2, 3, 4]}]},
        {"image": "b.jpg", "cards": ["AS", "AS"], "backs": 2, "jokers": 2, "allowed": ["3C"], "table": "t7"},
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))
    boxed, listed = load_labels(tmp_path)
    assert boxed.boxes == (Box("10H", "index", (1.0, 2.0, 3.0, 4.0)),)
    assert boxed.table == "a.jpg"
    assert listed.cards == Counter({"AS": 2, "JOKER": 2})
    assert (listed.backs, listed.allowed, listed.table) == (2, Counter(["3C"]), "t7")


def test_labels_as_editors_leave_them(tmp_path: Path) -> None:
    rows = [{"image": "table\u2028one.jpg", "cards": ["AS"]}, {"image": "b.jpg", "cards": ["2S"]}]
    lines = "\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "labels.jsonl").write_bytes(("\ufeff" + lines + "\r\n").encode())
    assert [photo.name for photo in load_labels(tmp_path)] == ["table\u2028one.jpg", "b.jpg"]


def simulated(rng: np.random.Generator, count: int, source: str, temper: float) -> list[Example]:
    """Cards whose margins claim too much: they are right as often as the margin divided by `temper` says."""
    out = []
    for _ in range(count):
        margin, agreement = float(rng.normal(5, 3)), float(rng.integers(0, 2))
        truth = 1 / (1 + np.exp(-(margin / temper + agreement)))
        out.append(Example(Evidence(margin, agreement), bool(rng.random() < truth), source))
    return out


def test_a_fitted_calibration_keeps_its_word() -> None:
    rng = np.random.default_rng(3)
    found = simulated(rng, 1500, "one", 3.0) + simulated(rng, 1500, "two", 3.0)
    calibration = fit(found)
    fresh = simulated(rng, 6000, "three", 3.0)
    given = np.array([calibration.confidence(example.evidence) for example in fresh])
    right = np.array([example.right for example in fresh], dtype=float)
    claimed = np.array([example.evidence.margin for example in fresh])
    raw = 1 / (1 + np.exp(-claimed))
    for low, high in ((0.5, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 1.0)):
        inside = (given >= low) & (given < high)
        assert inside.sum() > 100
        # Never claims much more than comes true; the raw margins do.
        assert given[inside].mean() < right[inside].mean() + 0.03
    assert raw[raw > 0.99].mean() > right[raw > 0.99].mean() + 0.05
    assert calibration.agreement > 0


def test_the_worst_source_sets_the_curve() -> None:
    rng = np.random.default_rng(4)
    easy, hard = simulated(rng, 1200, "easy", 1.0), simulated(rng, 1200, "hard", 4.0)
    mixed = fit(easy + hard)
    evidence = Evidence(6.0)
    hard_rate = 1 / (1 + np.exp(-6 / 4))
    assert mixed.confidence(evidence) <= hard_rate + 0.06


def test_too_little_to_fit_on() -> None:
    rng = np.random.default_rng(5)
    with pytest.raises(FitError, match="50 named cards"):
        fit(simulated(rng, 50, "one", 2.0))
    with pytest.raises(FitError, match="0 wrong"):
        fit([Example(Evidence(3.0), True, "one")] * 200)


def test_sightings_in_vain_are_told_from_what_the_reader_says_anyway() -> None:
    """A third of those with a score of 0.3 are none, and of those with 0.8 hardly any; the reader sees half of them."""
    rng = np.random.default_rng(6)
    sighted = []
    for score, share in ((0.3, 1 / 3), (0.8, 0.02)):
        for _ in range(3000):
            vain = bool(rng.random() < share)
            unread = not vain or rng.random() < 0.5
            sighted.append(Sighting(score, 0.0 if unread else 1.0, vain))
    low, high = vain_chances(fit_vain(sighted), score_odds([0.3, 0.8]))
    # The half that is read as none says nothing of the rest: what remains in vain among what is read.
    assert low == pytest.approx((1 / 6) / (1 - 1 / 6), abs=0.03)
    assert high == pytest.approx(0.01, abs=0.006)
    with pytest.raises(FitError, match="0 in vain"):
        fit_vain([Sighting(0.5, 0.1, False)] * 200)


def test_isotonic_regression_rises_and_is_cautious() -> None:
    sums = np.linspace(0, 1, 500)
    right = (np.random.default_rng(0).random(500) < sums).astype(float)
    x, y = isotonic(sums, right)
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) >= 0).all()
    assert np.abs(y - x).mean() < 0.08
    _, certain = isotonic(sums, np.ones(500))
    assert certain.max() < 1
    curve = pessimistic(sums, np.ones(500), np.array(["one"] * 500))
    assert max(value for _, value in curve) < 1


def test_a_source_that_holds_nearly_all_that_is_right_is_not_left_out() -> None:
    rng = np.random.default_rng(3)
    sums = rng.uniform(0, 1, 400)
    right = (rng.random(400) < 0.2 + 0.8 * sums).astype(np.float64)
    sources = np.array(["scenes"] * 300 + ["photos without any"] * 100)
    right[300:] = 0.0
    curve = pessimistic(sums, right, sources)
    assert curve[-1][1] > 0.5
