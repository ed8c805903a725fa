"""What counts as change in front of a camera, and what only as the camera's own motion or another light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.handpainted import Table, plain
from vision.motion import Motion
from vision.types import Image


def test_motion_follows_a_slow_pan() -> None:
    table = Table(3)
    table.cards = {"5H": (80, 60), "KS": (320, 160)}
    motion = Motion()
    worst = 0.0
    for number in range(60):
        table.shift = np.array([0.4 * number, -0.15 * number])
        change = motion.update(table.image(), number / 25)
        found = change.camera @ np.array([300.0, 150.0, 1.0])
        worst = max(worst, float(np.abs(found[:2] / found[2] - (300, 150) - table.shift).max()))
    assert worst < 2.0


def test_a_camera_that_trembles_over_fine_print_seldom_sees_anything_move() -> None:
    """Both sides of a thin line are as light: moved by half a pixel it changes more than its edges tell."""
    rng = np.random.default_rng(4)
    ground = cv2.resize(rng.normal(100, 25, (40, 60, 3)).clip(0, 255).astype(np.uint8), (900, 600))
    for x, y in ((300, 200), (420, 210), (540, 190), (660, 220)):
        cv2.rectangle(ground, (x, y), (x + 80, y + 112), (245, 245, 245), -1)
        for line in range(x + 8, x + 76, 16):
            cv2.line(ground, (line, y + 8), (line, y + 104), (20, 20, 20), 2)
    ground = cv2.GaussianBlur(ground, (0, 0), 1.0).astype(np.uint8)
    motion, moving = Motion(), []
    for number in range(60):
        dx, dy = rng.normal(0, 1.2, 2)
        onto = np.float32([[1, 0, dx - 100], [0, 1, dy - 80]])
        frame = np.asarray(cv2.warpAffine(ground, onto, (720, 405), flags=cv2.INTER_CUBIC), dtype=np.uint8)
        moving.append(int(motion.update(frame, number / 25).moving.sum()))
    assert np.mean(np.array(moving[1:]) == 0) > 0.86


def chequered(shift: tuple[float, float], covered: bool) -> Image:
    """A back of blue and white dots 7.5 pixels apart on a dark table, some way off; a red card may lie on it."""
    ground = cv2.resize(np.random.default_rng(6).normal(40, 9, (60, 90, 3)).clip(0, 255).astype(np.uint8), (1500, 900))
    ground[300:440, 640:740] = (200, 110, 40)
    for y in np.arange(306, 438, 7.5):
        for x in np.arange(646, 738, 7.5):
            cv2.circle(ground, (round(x * 16), round(y * 16)), 36, (250, 245, 240), -1, cv2.LINE_AA, shift=4)
    if covered:
        ground[300:440, 640:740] = (60, 50, 190)
    onto = np.float32([[1, 0, shift[0] - 100], [0, 1, shift[1] - 80]])
    return np.asarray(cv2.warpAffine(ground, onto, (1280, 720), flags=cv2.INTER_CUBIC), dtype=np.uint8)


def test_a_pattern_that_blinks_before_a_camera_that_trembles_is_at_rest_and_what_covers_it_moves() -> None:
    """Too fine for the small pictures, it is another one in them wherever the camera moves to."""
    rng, motion = np.random.default_rng(5), Motion()
    back = [[540, 220], [640, 220], [640, 360], [540, 360]]
    seen = [motion.update(chequered(tuple(rng.normal(0, 2.0, 2)), False), number / 25) for number in range(40)]
    # The camera has been seen to move by the third frame.
    assert np.mean([motion.moves(back, change) for change in seen[3:]]) < 0.1
    covered = motion.update(chequered(tuple(rng.normal(0, 2.0, 2)), True), 40 / 25)
    assert motion.moves(back, covered)


def bright(light: float, card: bool = False) -> Image:
    """A white table with grey tiles and a stripe, in more or less light than leaves it just short of pure white."""
    picture = np.full((360, 640, 3), 244.0)
    picture[:, :160] = 150
    picture[200:240] = 90
    if card:
        picture[60:144, 400:460] = 120
    noise = np.random.default_rng(round(100 * light)).normal(0, 2, picture.shape)
    return np.asarray((picture * light + noise).clip(0, 255), dtype=np.uint8)


@pytest.mark.parametrize("lights", [(1.0, 1.05, 1.15), (1.0, 0.8), (1.2, 1.1, 1.0), (1.2, 0.9, 1.3)])
def test_a_table_that_is_white_as_can_be_is_the_same_in_another_light(lights: tuple[float, ...]) -> None:
    motion = Motion()
    for number, light in enumerate(lights):
        change = motion.update(bright(light), number / 25)
    assert not change.dirty.any()


@pytest.mark.parametrize("light", [0.8, 1.2])
def test_a_card_on_such_a_table_is_a_change(light: float) -> None:
    motion = Motion()
    motion.update(bright(1.2), 0.0)
    dirty = motion.update(bright(light, card=True), 0.04).dirty
    place = motion.cells(np.array([(400, 60), (460, 60), (460, 144), (400, 144)], np.float32), 0.9)
    assert dirty[place].all()
    assert dirty.sum() < 1.6 * place.sum()


def test_a_card_that_is_carried_off_a_plain_table_does_not_take_the_camera_along() -> None:
    """Most of what can be followed is printed on it."""
    rng = np.random.default_rng(6)
    print_ = cv2.resize(rng.integers(0, 255, (12, 9, 3)).astype(np.uint8), (92, 120), interpolation=cv2.INTER_NEAREST)
    back = np.full((120, 92, 3), 200, np.uint8)
    back[20:100:40, 20:72:25] = 40
    back[15:25, 60:80] = back[90:110, 10:25] = 120
    motion = Motion()
    for number in range(30):
        frame = np.full((360, 640, 3), 210, np.uint8)
        frame[100:220, 150:242] = back
        left = 320 + max(0, number - 5) * 9
        frame[100:220, left : min(left + 92, 640)] = print_[:, : max(0, 640 - left)]
        if number > 4:
            cv2.line(frame, (left + 60, 200), (639, 359), (120, 150, 190), 40)
        change = motion.update(np.clip(frame + rng.normal(0, 1, frame.shape), 0, 255).astype(np.uint8), number / 25)
        assert not change.away
        moved = change.camera @ np.array([200.0, 160.0, 1.0])
        assert np.abs(moved[:2] / moved[2] - (200, 160)).max() < 6


def test_a_card_that_a_hand_slides_away_does_not_take_the_camera_along() -> None:
    """It starts off gently, and the hand on it was there when the table was last looked at: most points move as one."""
    rng = np.random.default_rng(7)
    back, print_ = (
        cv2.resize(
            rng.integers(0, 255, (rows, columns, 3)).astype(np.uint8), (92, 120), interpolation=cv2.INTER_NEAREST
        )
        for rows, columns in ((4, 3), (12, 9))
    )
    hand = cv2.resize(rng.integers(60, 200, (14, 10, 3)).astype(np.uint8), (110, 130), interpolation=cv2.INTER_CUBIC)
    motion = Motion()
    for number in range(24):
        frame = np.full((360, 640, 3), 110, np.uint8)
        frame[60:180, 200:292] = back
        down = 60 + round(0.9 * max(0, number - 5) ** 1.7)
        for thing, top, left in ((print_, down, 330), (hand, down + 80, 320)):
            seen = thing[: max(0, 360 - top)]
            frame[top : top + len(seen), left : left + thing.shape[1]] = seen
        change = motion.update(np.clip(frame + rng.normal(0, 1, frame.shape), 0, 255).astype(np.uint8), number / 25)
        if number == 4:
            motion.looked()
        assert not change.away
        moved = change.camera @ np.array([246.0, 120.0, 1.0])
        assert np.abs(moved[:2] / moved[2] - (246, 120)).max() < 6


def test_cards_gathered_from_a_plain_table_are_no_moved_camera() -> None:
    table = plain()
    table.cards = {name: (60 + 90 * k, 120) for k, name in enumerate(["5H", "9C", "KS", "2D", "7C", "8H"])}
    motion = Motion()
    for number in range(25):
        motion.update(table.image(), number / 25)
    motion.looked()
    table.cards = {}
    for number in range(25, 75):
        # The hand that took them is still about.
        table.hand = (500 + number % 7, 200 + number % 5, 620, 359)
        change = motion.update(table.image(), number / 25)
        assert not change.away
        assert np.abs(change.camera - np.eye(3)).max() < 3


def test_a_camera_turned_to_other_places_of_a_plain_table_has_moved() -> None:
    table = plain()
    table.cards = {"5H": (80, 60), "9C": (200, 60), "KS": (320, 60)}
    motion = Motion()
    for number in range(25):
        motion.update(table.image(), number / 25)
    motion.looked()
    # Two other cards lie where none lay, and what was there is gone: nothing of before is seen again.
    table.cards = {"2D": (420, 220), "7C": (300, 240), "8H": (540, 230)}
    changes = [motion.update(table.image(), number / 25) for number in range(25, 60)]
    assert changes[-1].away


def test_a_hand_that_wanders_over_a_bare_table_drags_no_camera_along() -> None:
    table = plain()
    # The soft edge of a shadow: here and there it passes for a corner.
    rows, columns = np.mgrid[0:360, 0:640]
    table.ground[:] = (95 + 25 / (1 + np.exp((columns - rows - 150) / 15)))[..., None].astype(np.uint8)
    motion = Motion()
    for number in range(25):
        motion.update(table.image(), number / 25)
    motion.looked()
    for number in range(25, 100):
        table.hand = (80 + 4 * (number - 25), 90, 200 + 4 * (number - 25), 359)
        change = motion.update(table.image(), number / 25)
        assert np.abs(change.camera - np.eye(3)).max() < 1.0


@pytest.mark.parametrize("light", [1.0, 0.8])
def test_a_table_seen_bare_is_known_again_when_a_card_is_gone_from_it(light: float) -> None:
    table = Table(6)
    quad = [(200, 100), (260, 100), (260, 184), (200, 184)]
    motion = Motion()
    for number in range(3):
        change = motion.update(table.image(), number / 25)
    assert motion.bare(quad) == 0.0, "nobody has said that the table shows there"
    assert not motion.laid_on(quad)
    motion.uncovered(np.ones(change.dirty.shape, dtype=bool))
    assert motion.bare(quad) > 0.9
    assert not motion.laid_on(quad)
    table.cards = {"5H": (200, 100)}
    motion.update(table.image(), 0.2)
    motion.looked()
    assert motion.bare(quad) < 0.1
    assert motion.laid_on(quad)
    table.cards, table.light = {}, light
    change = motion.update(table.image(), 0.3)
    assert change.bared is not None
    assert change.bared[motion.cells(quad)].mean() > 0.9
    assert change.bared.mean() < 0.2, "only what differs from the model"
    table.cards = {"?1": (200, 100)}
    change = motion.update(table.image(), 0.4)
    assert change.bared is not None
    assert change.bared[motion.cells(quad)].mean() < 0.1


@pytest.mark.parametrize("light", [1.0, 0.4, 0.25])
def test_the_camera_is_followed_over_a_table_in_little_light(light: float) -> None:
    table = plain()
    table.cards = {f"?{number}": (40 + 95 * (number % 6), 60 + 130 * (number // 6)) for number in range(12)}
    table.light = light
    motion = Motion()
    off = 0.0
    for number in range(50):
        table.shift = np.array([12 * np.sin(number / 6), 8 * np.sin(number / 9)])
        change = motion.update(table.image(), number / 25)
        off = max(off, float(np.abs(change.camera[:2, 2] - table.shift).max()))
    assert off < 1.5


def compressed(light: float, quality: int, number: int, red: bool = False) -> Image:
    """A dark table and a card with a black pip or a red one, in little light, as a camera that compresses sends it."""
    picture = np.full((360, 640, 3), (26.0, 22.0, 34.0))
    picture[100:212, 300:380] = 235
    cv2.circle(picture, (340, 156), 18, (30, 30, 190) if red else (70, 70, 70), -1)
    noise = np.random.default_rng(number).normal(0, 1.5, picture.shape)
    # The lamp's colour wanders by less than anybody sees.
    colour = np.array([-0.4, 0.0, 0.4]) * np.sin(number)
    data = cv2.imencode(
        ".jpg", (picture * light + noise + colour).clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


@pytest.mark.parametrize("quality", [50, 60, 75])
@pytest.mark.parametrize("light", [0.25, 0.4])
def test_the_steps_of_compressed_colours_are_no_change_in_little_light(light: float, quality: int) -> None:
    motion = Motion()
    motion.update(compressed(light, quality, 0), 0.0)
    for number in range(1, 15):
        change = motion.update(compressed(light, quality, number), number / 25)
        assert not change.dirty.any(), f"frame {number}"
    pip = motion.update(compressed(light, quality, 15, red=True), 0.6)
    place = motion.cells([(330, 146), (350, 146), (350, 166), (330, 166)])
    assert pip.dirty[place].any(), "a red pip in a black one's place is a change"
