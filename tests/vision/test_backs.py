"""Face-down cards that were found as one, and faint ones among others."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from vision.assembly import Assembled
from vision.backs import face_down, paper, parted, unbacked, unmasked
from vision.calibration import Calibration
from vision.geometry import UNIT
from vision.naming import Naming
from vision.oneprint import prints, resemblance
from vision.things import of_a_size, uncut
from vision.types import Floats, Image, Index, SeenCard, Sightings
from vision.yardstick import other_size, yardstick

WIDE, TALL = 60.0, 84.0
CAMERA = np.array([[1.0, 0.12, 40.0], [0.02, 0.9, 30.0], [1e-5, 4e-4, 1.0]])


def at(x: float, y: float, wide: float = WIDE, tall: float = TALL, camera: np.ndarray = CAMERA) -> Floats:
    corners = (UNIT * (wide, tall) + (x, y)).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(corners, camera)[0], dtype=np.float32)


def down(quad: Floats, confidence: float = 0.7) -> SeenCard:
    return SeenCard(None, "down", confidence, quad)


SINGLE = [at(x, y) for x in (0, 90, 180) for y in (0, 120)]


@pytest.mark.parametrize(("wide", "tall", "step"), [(2 * WIDE + 3, TALL, (63, 0)), (WIDE, 2 * TALL + 4, (0, 88))])
def test_an_outline_round_two_is_made_two(wide: float, tall: float, step: tuple[float, float]) -> None:
    out = parted([down(quad) for quad in SINGLE] + [down(at(300, 20, wide, tall), 0.6)])
    assert len(out) == len(SINGLE) + 2
    halves = sorted(out[-2:], key=lambda card: float(card.corners.sum()))
    for half, (x, y) in zip(halves, ((300, 20), (300 + step[0], 20 + step[1])), strict=True):
        assert half.confidence == 0.6
        assert np.abs(half.corners.mean(axis=0) - at(x, y).mean(axis=0)).max() < 4


def test_one_seen_surely_is_one_though_it_is_as_large_as_two() -> None:
    large = down(at(300, 20, 1.4 * WIDE, 1.4 * TALL), 0.9)
    assert parted([*map(down, SINGLE), large])[-1] is large
    assert len(parted([*map(down, SINGLE), replace(large, confidence=0.6)])) == len(SINGLE) + 2


@pytest.mark.parametrize("size", [(2.6 * WIDE, TALL), (1.2 * WIDE, 1.2 * TALL)])
def test_what_is_no_two_cards_stays_one(size: tuple[float, float]) -> None:
    assert len(parted([down(quad) for quad in SINGLE] + [down(at(300, 20, *size))])) == len(SINGLE) + 1


@pytest.mark.parametrize(("others", "left"), [(4, 5), (5, 5), (6, 6)])
def test_what_is_far_larger_than_the_others_is_no_card_however_sure(others: int, left: int) -> None:
    faint = [down(quad, 0.6 if number < 3 else 0.3) for number, quad in enumerate(SINGLE[:others])]
    cards = [down(at(300, 20, 2 * WIDE, 2 * TALL), 0.99), *faint]
    assert parted(cards) == (cards if left > others else faint)


def test_two_cards_do_not_tell_what_size_cards_are() -> None:
    cards = [down(SINGLE[0]), down(SINGLE[1]), down(at(300, 20, 2 * WIDE))]
    assert parted(cards) == cards
    assert parted([]) == []


def told(scores: list[float], least: float) -> list[float]:
    """Confidences of the face-down cards of a picture whose sightings have these scores, taken at their word."""
    quads = np.stack([at(90 * (k % 5), 120 * (k // 5)) for k in range(len(scores))])
    found = Sightings(back_quads=quads, back_scores=np.array(scores, np.float32))
    frame = np.random.default_rng(1).integers(0, 255, (400, 600, 3), dtype=np.uint8)
    naming = Naming(found, [], Calibration(), 0.5)
    cards = face_down(frame, found, Assembled(backs=list(range(len(scores)))), [], naming, least)
    return sorted(round(card.confidence, 2) for card in cards)


def test_a_faint_one_among_faint_ones_is_a_card_where_a_place_is_looked_at_again() -> None:
    assert told([0.4, 0.42, 0.38, 0.12], 0.0) == [0.12, 0.38, 0.4, 0.42]
    assert told([0.4, 0.42, 0.38, 0.16, 0.12], 0.5) == [0.16, 0.38, 0.4, 0.42], "in a photo it takes one in seven"
    assert told([0.3, 0.32, 0.28, 0.26], 0.5) == [], "and one that is nearly as likely as not"


def test_a_faint_one_among_sure_ones_is_none() -> None:
    assert told([0.95, 0.94, 0.93, 0.92, 0.15], 0.0) == [0.92, 0.93, 0.94, 0.95]


def test_faint_ones_alone_are_cards_only_where_somebody_looks_again() -> None:
    assert told([0.3, 0.3], 0.0) == [0.3, 0.3]
    assert told([0.3, 0.3], 0.5) == []
    assert told([0.12, 0.12], 0.0) == []


STEEP = np.array([[1.0, 0.3, 60.0], [0.0, 0.55, 20.0], [0.0, 2.6e-3, 1.0]])


def beside(quads: list[Floats], faces: list[Floats]) -> int:
    """How many sure face-down cards of a picture are told beside cards that are named."""
    found = Sightings(back_quads=np.stack(quads), back_scores=np.full(len(quads), 0.9, np.float32))
    frame = np.random.default_rng(1).integers(0, 255, (900, 900, 3), dtype=np.uint8)
    cards = [SeenCard(Card.parse("5H"), "up", 0.99, quad) for quad in faces]
    laid = Assembled(backs=list(range(len(quads))))
    return len(face_down(frame, found, laid, cards, Naming(found, [], Calibration(), 0.5), 0.5))


def test_far_cards_are_cards_though_they_look_small_beside_a_near_one() -> None:
    far = [at(x, y, camera=STEEP) for x in (0, 90, 180) for y in (0, 120, 240)]
    near = [at(90, 700, camera=STEEP)]
    assert abs(cv2.contourArea(far[0])) > 2.5 * abs(cv2.contourArea(near[0])), "the picture alone would not tell"
    assert beside(far, near) == len(far)


def test_tiles_of_one_size_are_no_cards_beside_cards_of_another() -> None:
    tiles = [at(x, y, 0.6 * WIDE, 0.6 * TALL) for x in range(0, 250, 50) for y in (0, 70, 140)]
    assert beside(tiles, SINGLE[:1]) == 0


def test_a_plane_tells_what_is_no_card_only_with_witnesses() -> None:
    size = yardstick(np.stack([at(x, y, camera=STEEP) for x in (0, 90, 180) for y in (0, 120, 240)]))
    assert size is not None
    assert size.known
    assert size.height / size.width == pytest.approx(TALL / WIDE, rel=0.1)
    others = np.stack([at(300, 400, camera=STEEP), at(300, 400, 2 * WIDE, 2 * TALL, STEEP)])
    assert size.shares(others) == pytest.approx([1, 4], rel=0.2)
    assert size.outgrown(others) == [False, True]
    few = yardstick(np.stack(SINGLE[:4]))
    assert few is not None
    assert few.outgrown(others) == [False, False]
    assert yardstick(np.stack(SINGLE[:2])) is None


ABOVE = np.array([[1.0, 0.1, 60.0], [0.0, 1.0, 20.0], [0.0, 3e-4, 1.0]])
LYING = [at(x, y, camera=ABOVE) for x in (0, 90, 180) for y in (0, 120, 240)]


@pytest.mark.parametrize(
    ("wide", "tall", "others", "other"),
    [
        (WIDE, TALL, 9, False),
        (1.1 * WIDE, 0.92 * TALL, 9, False),
        (TALL, WIDE, 9, False),
        (1.4 * WIDE, 1.4 * TALL, 9, True),
        (0.75 * WIDE, 0.75 * TALL, 9, True),
        (1.2 * WIDE, 0.86 * TALL, 9, True),
        (1.2 * WIDE, 0.86 * TALL, 4, False),
        (1.6 * WIDE, 1.6 * TALL, 4, True),
        (1.6 * WIDE, 1.6 * TALL, 2, False),
    ],
    ids=["a card", "badly outlined", "across", "larger", "smaller", "square", "few others", "large", "two others"],
)
def test_what_is_of_another_size_than_the_cards(wide: float, tall: float, others: int, other: bool) -> None:
    assert other_size(at(300, 100, wide, tall, ABOVE)[None], np.stack(LYING[:others])) == [other]


@pytest.mark.parametrize(
    ("wide", "tall", "other"),
    [(27, 50, True), (70, 75, False), (130, 150, False), (260, 240, True)],
    ids=["a domino", "a small card", "a large one", "a box"],
)
def test_where_cards_are_seen_as_squares_only_what_is_far_larger_or_smaller_is_none(
    wide: float, tall: float, other: bool
) -> None:
    # Nobody knows which of their sides are the long ones, nor how the table lies.
    squares = np.stack([at(100 + 130 * k % 650, 100 + 150 * (k // 5), 105, 115) for k in range(9)])
    assert other_size(at(300, 500, wide, tall)[None], squares) == [other]


BIG = at(320, 60, 1.5 * WIDE, 1.5 * TALL, ABOVE)


@pytest.mark.parametrize(
    ("thing", "whole", "kept"),
    [
        (SeenCard(None, "down", 0.6, BIG), True, False),
        (SeenCard(None, "up", 0.6, BIG), True, False),
        (SeenCard(None, "down", 0.6, BIG), False, True),
        (SeenCard(None, "down", 0.97, BIG), True, True),
        (SeenCard(Card.parse("5H"), "up", 0.97, BIG), True, True),
        (SeenCard(None, "down", 0.6, at(215, 60, 1.5 * WIDE, 1.5 * TALL, ABOVE)), True, True),
        (SeenCard(None, "down", 0.6, at(320, 60, camera=ABOVE)), True, True),
    ],
    ids=["a box", "a note", "cut off", "surely a back", "named", "covered in part", "of the usual size"],
)
def test_things_of_another_size_beside_the_cards_are_none(thing: SeenCard, whole: bool, kept: bool) -> None:
    assert of_a_size([thing], LYING, [whole]) == [kept]
    assert of_a_size([thing, *(down(quad, 0.9) for quad in LYING)], [], [whole] + [True] * 9) == [kept] + [True] * 9


def test_what_reaches_the_edge_of_what_was_looked_at_may_be_cut_off() -> None:
    there = down(SINGLE[0])
    left, top = there.corners.min(axis=0).tolist()
    right, bottom = there.corners.max(axis=0).tolist()
    assert uncut([there], (left - 5, top - 5, right + 5, bottom + 5)) == [True]
    for side in ((left - 1, top - 5, right + 5, bottom + 5), (left - 5, top - 5, right + 5, bottom + 1)):
        assert uncut([there], side) == [False]


@pytest.mark.parametrize(
    ("share", "shown", "kept"),
    [(0.25, None, True), (0.52, None, False), (0.52, 0.15, False), (0.52, 0.5, True)],
    ids=["an index", "a large letter", "beside a card of small indices", "beside one of as large ones"],
)
def test_a_lone_index_half_as_high_as_a_card_is_none(share: float, shown: float | None, kept: bool) -> None:
    def index(height: float, x: float) -> Index:
        return Index(at(x, 60, 0.4 * height * TALL, height * TALL, ABOVE), "9", "D", 0.9)

    lone = SeenCard(Card.parse("9D"), "up", 0.6, BIG, "index", indices=(index(share, 320),))
    beside = [] if shown is None else [SeenCard(Card.parse("4C"), "up", 0.97, LYING[0], indices=(index(shown, 60),))]
    assert of_a_size([lone, *beside], LYING, [True] * (1 + len(beside)))[0] is kept


def bold(seed: int = 3) -> Image:
    """A back of few large blocks."""
    coarse = np.random.default_rng(seed).integers(0, 2, (7, 5, 1)).astype(np.uint8) * 200 + 30
    return np.asarray(cv2.resize(np.repeat(coarse, 3, axis=2), (60, 84), interpolation=cv2.INTER_NEAREST), np.uint8)


def table_of(shown: list[Image], quads: list[Floats]) -> Image:
    image = np.full((420, 420, 3), 70, np.uint8)
    for back, quad in zip(shown, quads, strict=True):
        onto = cv2.getPerspectiveTransform((UNIT * (60, 84)).astype(np.float32), quad)
        there = cv2.warpPerspective(np.full((84, 60), 255, np.uint8), onto, (420, 420)) > 127
        image[there] = cv2.warpPerspective(back, onto, (420, 420))[there]
    return image


def face(quad: Floats, code: str | None = None, confidence: float = 0.5, guessed: bool = False) -> SeenCard:
    card = None if code is None else Card.parse(code)
    return SeenCard(card, "up", confidence, quad, "index" if guessed else "face")


def sides(cards: list[SeenCard]) -> list[str]:
    return sorted(str(card.card or card.side) for card in cards)


def test_faces_without_a_name_that_are_all_alike_are_backs() -> None:
    image = table_of([bold()] * 4 + [bold(8)], SINGLE[:5])
    cards = [face(quad) for quad in SINGLE[:5]]
    assert sides(unmasked(image, cards)) == ["down"] * 4 + ["up"]
    assert sides(unmasked(image, cards[1:])) == ["up"] * 4, "no more than three of one print"
    assert unmasked(image, []) == []


@pytest.mark.parametrize(
    ("marks", "told"), [([(30, 42)], "None"), ([(30, 24), (30, 60)], "down"), ([(14, 42)], "down"), ([], "None")]
)
def test_faces_with_one_pip_in_the_middle_are_alike_and_no_backs(marks: list[tuple[int, int]], told: str) -> None:
    """A pack has thirteen of them; what stands elsewhere, or several times, is a back's."""
    printed = np.full((84, 60, 3), 235, np.uint8)
    for x, y in marks:
        cv2.circle(printed, (x, y), 12, (40, 40, 200), -1)
    image = table_of([printed] * 4, SINGLE[:4])
    found = unmasked(image, [face(quad) for quad in SINGLE[:4]])
    assert {"down" if card.side == "down" else str(card.card) for card in found} == {told}


def test_backs_that_are_known_show_what_is_one_though_it_was_named_or_is_outlined_badly() -> None:
    image = table_of([bold()] * 5 + [bold(8)], SINGLE)
    askew = face(SINGLE[4] + np.array([[6, 0], [7, 0], [6, 0], [7, 0]], np.float32))
    for doubted in (askew, face(SINGLE[4], "QC", 0.7), face(SINGLE[4], guessed=True)):
        out = unmasked(image, [*map(down, SINGLE[1:4]), doubted, face(SINGLE[5])])
        assert sides(out) == ["down"] * 4 + ["up"]
        assert sides(unmasked(image, [doubted], SINGLE[1:4])) == ["down"], "the same where others tell"
        assert sides(unmasked(image, [doubted], SINGLE[3:4])) == ["down"], "one tells as much where it is very like it"
    assert sides(unmasked(image, [face(SINGLE[5])], SINGLE[3:4])) == ["up"]


@pytest.mark.parametrize(
    ("seed", "spot", "told"),
    [(3, (0.1, 0.1), ["down"]), (3, (0.1, -0.2), ["8S"]), (8, (0.1, 0.1), ["8S"])],
    ids=["an ornament", "an index that peeps out", "a face"],
)
def test_a_card_guessed_by_what_is_printed_on_a_back_is_none_however_it_is_outlined(
    seed: int, spot: tuple[float, float], told: list[str]
) -> None:
    """Of a card that looks nearly square an ornament in a corner may be read lying."""
    image = table_of([bold()] * 3 + [bold(seed)], SINGLE[:4])
    place, middle = SINGLE[3], SINGLE[3].mean(axis=0)
    lying = (middle + (np.roll(place, 1, axis=0) - middle) * np.float32((1.1, 0.8))).astype(np.float32)
    there = place[0] + spot[0] * (place[1] - place[0]) + spot[1] * (place[3] - place[0])
    read = Index((there + (UNIT - 0.5) * 6).astype(np.float32), "8", "S", 0.7)
    guessed = replace(face(lying, "8S", 0.7, guessed=True), indices=(read,))
    assert sides(unmasked(image, [guessed], SINGLE[:4])) == told


def test_a_sure_name_is_one_and_nothing_else_is_told_where_a_back_lies() -> None:
    image = table_of([bold()] * 5, SINGLE[:5])
    again = [down(SINGLE[1], 0.3), face(SINGLE[1] + 2, guessed=True), face(SINGLE[1], "8S", 0.6)]
    out = unmasked(image, [face(SINGLE[0], "QC", 0.95), *map(face, SINGLE[1:5]), *again])
    assert sides(out) == ["QC", *["down"] * 4]


@pytest.mark.parametrize(
    ("seed", "others", "left"), [(10, 4, 0), (3, 4, 1), (10, 3, 1)], ids=["a face", "a back", "few"]
)
def test_what_passes_for_a_back_where_a_card_faces_up_is_one_if_it_shows_what_the_others_show(
    seed: int, others: int, left: int
) -> None:
    image = table_of([bold()] * 5 + [bold(seed)], SINGLE)
    place, lying = SINGLE[5], SINGLE[:others]
    named = replace(face(place + 1, "QC", 0.95), indices=(Index(place, "Q", "C", 0.99),) * 2)
    backs = [down(quad) for quad in lying]
    assert sides(unbacked(image, [*backs, named, down(place)])) == ["QC"] + ["down"] * (others + left)
    # The same where the others, or that it faces up, are known from before.
    assert sides(unbacked(image, [named, down(place)], lying)) == ["QC"] + ["down"] * left
    assert sides(unbacked(image, [down(place)], lying, [place - 1])) == ["down"] * left
    # By itself it may be of another pack, and one index may peep out under it.
    assert sides(unbacked(image, [*backs, down(place)])) == ["down"] * (others + 1)
    peeping = replace(named, indices=named.indices[:1])
    assert sides(unbacked(image, [*backs, peeping, down(place)])) == ["QC"] + ["down"] * (others + 1)


@pytest.mark.parametrize(("suits", "told"), [("C", ["down"]), ("CC", ["QC"]), ("CS", ["down"])])
def test_a_back_that_lies_askew_on_cards_is_one_though_it_passes_for_a_face_with_an_index(
    suits: str, told: list[str]
) -> None:
    """As the card with which somebody knocks: what peeps out under it is outlined with it."""
    image = table_of([bold()] * 2, [SINGLE[0], SINGLE[4]])
    taken = (SINGLE[4] - SINGLE[4].mean(axis=0)) / 0.95 + SINGLE[4].mean(axis=0) + np.float32((-5, -7))
    read = [Index(taken, "Q", suit, 0.99) for suit in suits]
    card = replace(face(taken.astype(np.float32), "QC", 0.95), indices=tuple(read))
    out = unmasked(image, [card], SINGLE[:1])
    assert sides(out) == told
    if told == ["down"]:
        off = np.linalg.norm(out[0].corners.mean(axis=0) - SINGLE[4].mean(axis=0))
        assert off < 6, "nearer to where the back lies than the face was"
    other = table_of([bold(), bold(8)], [SINGLE[0], SINGLE[4]])
    assert sides(unmasked(other, [card], SINGLE[:1])) == ["QC"]


@pytest.mark.parametrize(
    ("confidence", "suits", "told"),
    [(0.55, "C", ["down"]), (0.8, "C", ["QC"]), (0.8, "CS", ["down"]), (0.8, "CC", ["QC"])],
)
def test_a_name_that_its_own_face_speaks_against_gives_way_to_a_back_that_is_much_like_the_one_known(
    confidence: float, suits: str, told: list[str]
) -> None:
    worn = bold()
    worn[24:45, :22] = 255 - worn[24:45, :22]
    image = table_of([bold(), worn], [SINGLE[0], SINGLE[4]])
    first, second = prints(image, [SINGLE[0]]), prints(image, [SINGLE[4]])
    assert 0.72 < resemblance(second[0], first, 1) < 0.83
    read = tuple(Index(SINGLE[4], "Q", suit, 0.99) for suit in suits)
    assert sides(unmasked(image, [replace(face(SINGLE[4], "QC", confidence), indices=read)], SINGLE[:1])) == told


LOW = np.array([[1.0, 0.25, 60.0], [0.0, 0.62, 30.0], [0.0, 4e-4, 1.0]])
"""A camera before which cards look nearly square."""
PLAIN_WHITE = np.full((500, 700, 3), 240, np.uint8)


@pytest.mark.parametrize("camera", [LOW, CAMERA], ids=["from low down", "from above"])
@pytest.mark.parametrize(
    ("wide", "tall", "sheet"),
    [
        (TALL, WIDE, False),
        (WIDE, TALL, False),
        (1.9 * TALL, 1.4 * WIDE, True),
        (TALL, 0.4 * TALL, True),
    ],
    ids=["across", "along", "larger", "a strip"],
)
def test_plain_white_is_a_card_where_it_is_as_large_as_others_lying_across_or_not(
    camera: np.ndarray, wide: float, tall: float, sheet: bool
) -> None:
    others = [at(x, y, camera=camera) for x in (0, 80, 160, 240) for y in (150, 260)]
    asked = at(10, 20, wide, tall, camera)
    assert paper(PLAIN_WHITE, asked, others) == sheet
    assert paper(PLAIN_WHITE, asked, []), "nothing tells how large cards are"
    striped = PLAIN_WHITE.copy()
    striped[:, ::8] = 90
    assert not paper(striped, asked, []), "what is printed is no plain paper"


def test_plain_white_lying_across_among_cards_that_lie_every_way() -> None:
    ways = ((0, WIDE, TALL), (120, TALL, WIDE), (240, WIDE, TALL))
    others = [at(x, y, wide, tall) for x, wide, tall in ways for y in (150, 260)]
    assert not paper(PLAIN_WHITE, at(10, 20, TALL, WIDE), others)
    assert paper(PLAIN_WHITE, at(10, 20, 2 * TALL, WIDE), others)
