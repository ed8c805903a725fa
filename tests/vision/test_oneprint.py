"""Faint face-down cards of one print bear one another out; a cloth's own repeated pattern does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry import UNIT
from vision.oneprint import of_one_print, prints, resemblance
from vision.types import Floats, Image

WIDE, TALL = 70.0, 98.0
PLACES = [(x, y) for y in (80, 220) for x in (70, 190, 310, 430)]
SIZE = (500, 300)


def outline(x: float, y: float, degrees: float = 0.0) -> Floats:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (((UNIT - 0.5) * (WIDE, TALL)) @ turn.T + (x, y)).astype(np.float32)


def motley(rng: np.random.Generator, size: tuple[int, int], grain: int) -> Image:
    coarse = rng.integers(0, 255, (size[1] // grain + 2, size[0] // grain + 2, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def laid(cloth: Image, backs: list[Image], outlines: list[Floats]) -> Image:
    image = cloth.copy()
    for back, quad in zip(backs, outlines, strict=True):
        height, width = back.shape[:2]
        onto = cv2.getPerspectiveTransform((UNIT * (width, height)).astype(np.float32), quad)
        shown = cv2.warpPerspective(back, onto, SIZE, flags=cv2.INTER_AREA)
        covered = cv2.warpPerspective(np.full((height, width), 255, np.uint8), onto, SIZE)
        image[covered > 127] = shown[covered > 127]
    noise = np.random.default_rng(9).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.fixture
def dealt() -> list[Floats]:
    rng = np.random.default_rng(5)
    turned = [0, 180, 3, -4, 178, 2, 0, 183]
    return [outline(x, y, turn + rng.normal(0, 2)) for (x, y), turn in zip(PLACES, turned, strict=True)]


def off(outlines: list[Floats]) -> list[Floats]:
    """As a detector outlines cards that it hardly sees."""
    rng = np.random.default_rng(6)
    return [quad + rng.normal(0, 1.5, (1, 2)).astype(np.float32) for quad in outlines]


def test_backs_without_a_border_on_a_busy_cloth_bear_one_another_out(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    back = motley(rng, (140, 196), 24)
    image = laid(motley(rng, SIZE, 9), [back] * 8, dealt)
    assert of_one_print(image, off(dealt), off(dealt)).all()


def test_a_patch_of_cloth_is_none_of_them(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    back = motley(rng, (140, 196), 24)
    image = laid(motley(rng, SIZE, 9), [back] * 7, dealt[:7])
    assert not of_one_print(image, dealt[7:], dealt)[0]


def test_what_a_cloth_repeats_with_all_that_is_around_it_is_no_print() -> None:
    """Every outline lies in the same way on the cloth's own pattern."""
    rng = np.random.default_rng(2)
    cloth = np.tile(motley(rng, (60, 70), 12), (5, 9, 1))[: SIZE[1], : SIZE[0]]
    places = [outline(x, y) for y in (80, 220) for x in (70, 190, 310, 430)]
    assert not of_one_print(laid(cloth, [], []), places, places).any()


def test_two_like_it_are_too_few(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    back = motley(rng, (140, 196), 24)
    image = laid(motley(rng, SIZE, 9), [back] * 3, dealt[:3])
    assert not of_one_print(image, dealt[:1], dealt).any()
    assert not of_one_print(image, dealt[:1], dealt[:2]).any()
    assert of_one_print(image, [], dealt).shape == (0,)


def resemblances(image: Image, outlines: list[Floats], others: list[Floats]) -> list[float]:
    theirs = prints(image, others)
    return [round(resemblance(one, theirs), 2) for one in prints(image, outlines)]


def test_what_is_printed_on_four_cards_is_alike_either_way_up(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    back, other = motley(rng, (140, 196), 24), motley(rng, (140, 196), 24)
    image = laid(motley(rng, SIZE, 40), [back] * 4 + [other] * 2, dealt[:6])
    alike = resemblances(image, dealt[:6], off(dealt[:6]))
    assert min(alike[:4]) > 0.85
    assert max(alike[4:]) < 0.5, "two of a print are too few"
    assert resemblances(image, dealt[:1], dealt[:3]) == [0.0], "of four it takes three others"


def test_cards_alike_at_their_edges_alone_are_not_of_one_print(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    faces = [np.full((196, 140, 3), 245, np.uint8) for _ in dealt]
    for number, face in enumerate(faces):
        cv2.circle(face, (14, 20), 8, (0, 0, 0), -1)
        if number > 3:
            cv2.circle(face, (70, 40 + 20 * number), 30, (30, 0, 200), -1)
    image = laid(motley(rng, SIZE, 40), faces, dealt)
    assert resemblances(image, dealt[:4], dealt) == [0.0] * 4, "little is printed on them"
    assert max(resemblances(image, dealt[4:], dealt)) < 0.7


def test_a_strong_print_is_not_that_of_faint_ones(dealt: list[Floats]) -> None:
    rng = np.random.default_rng(1)
    faces = []
    for number in range(6):
        face = np.full((196, 140, 3), 235, np.uint8)
        cv2.circle(face, (70, 98), 32, (20, 20, 20) if number < 1 else (170, 170, 170), -1)
        faces.append(face)
    image = laid(motley(rng, SIZE, 40), faces, dealt[:6])
    assert resemblances(image, dealt[:1], dealt[:6]) == [0.0]


def test_resemblance_is_the_best_correlation_either_way_up() -> None:
    rng = np.random.default_rng(12)
    image = cv2.GaussianBlur(motley(rng, SIZE, 6), (0, 0), 1)
    shown = prints(image, [outline(x, y, float(rng.uniform(-6, 6))) for x, y in PLACES])
    one, *others = shown
    # What is compared: the middle of the one within the edges, over all that the other's outline may be off by.
    core = np.ascontiguousarray(one.pixels[14:-14, 14:-14])
    places = [way[11:-11, 11:-11] for other in others for way in (other.pixels, other.pixels[::-1, ::-1])]
    found = [cv2.matchTemplate(np.ascontiguousarray(place), core, cv2.TM_CCOEFF_NORMED) for place in places]
    assert found[0].shape == (7, 7)
    best = max(float(each.max()) for each in found)
    assert best > 0.1
    assert resemblance(one, others, fewest=1) == pytest.approx(best, abs=1e-5)
