"""What is done to training pictures is what cameras do."""

from __future__ import annotations

import numpy as np
import pytest

from models.train.views import disturb, noisy


@pytest.mark.parametrize("coloured", [True, False])
def test_noise_is_as_strong_in_every_channel_and_moves_no_colour(coloured: bool) -> None:
    grey = np.full((200, 300, 3), (90, 120, 150), np.uint8)
    off = noisy(np.random.default_rng(3), grey, 6.0, coloured).astype(float) - grey
    pixels = off.reshape(-1, 3)
    np.testing.assert_allclose(pixels.mean(axis=0), 0, atol=0.2)
    np.testing.assert_allclose(pixels.std(axis=0), 6.0, rtol=0.05)
    alike = np.corrcoef(pixels.T)[0, 1]
    assert abs(alike) < 0.05 if coloured else alike > 0.99


def test_what_is_white_stays_nearly_so() -> None:
    """No disturbance takes a colour away altogether, as no camera does."""
    rng = np.random.default_rng(4)
    paper = np.full((64, 64, 3), 215, np.uint8)
    means = np.array([disturb(rng, paper).reshape(-1, 3).mean(axis=0) for _ in range(300)])
    assert (means.min(axis=1) > 0.55 * means.max(axis=1)).all()
