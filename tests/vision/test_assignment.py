"""The assignment against trying out every possibility."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.assignment import assign, gaps


def cheapest(costs: np.ndarray) -> float:
    rows, columns = costs.shape
    return min(
        (sum(costs[row, column] for row, column in enumerate(chosen)) for chosen in permutations(range(columns), rows)),
        default=np.inf,
    )


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray:
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 6))
    values = st.one_of(st.integers(-5, 9).map(float), st.floats(-5, 9), st.just(np.inf))
    return np.array(draw(st.lists(st.lists(values, min_size=columns, max_size=columns), min_size=rows, max_size=rows)))


@settings(max_examples=200, deadline=None)
@given(matrices(), st.randoms(use_true_random=False))
def test_as_cheap_as_the_cheapest_and_gaps_are_exact(costs: np.ndarray, random: object) -> None:
    best = cheapest(costs)
    if not np.isfinite(best):
        with pytest.raises(ValueError, match="cannot be given a column"):
            assign(costs)
        return
    columns, total = assign(costs)
    assert total == pytest.approx(best)
    assert len(set(columns.tolist())) == len(columns)
    kind = np.array([random.randint(0, 3) for _ in range(costs.shape[1])])  # type: ignore[attr-defined]
    chosen, total, dearer = gaps(costs, kind)
    assert total == pytest.approx(best)
    for row, column in enumerate(chosen):
        without = costs.copy()
        without[row, kind == kind[column]] = np.inf
        second = cheapest(without)
        assert dearer[row] == (pytest.approx(second - best, abs=1e-9) if np.isfinite(second) else np.inf)


def test_more_rows_than_columns() -> None:
    with pytest.raises(ValueError, match="3 rows cannot each have one of 2 columns"):
        assign(np.zeros((3, 2)))


def test_a_whole_pack() -> None:
    rng = np.random.default_rng(0)
    costs = rng.uniform(1, 2, (104, 320))
    order = rng.permutation(320)[:104]
    costs[np.arange(104), order] = 0.5
    columns, total, dearer = gaps(costs)
    assert columns.tolist() == order.tolist()
    assert total == pytest.approx(52)
    assert (dearer >= 0.5).all()
