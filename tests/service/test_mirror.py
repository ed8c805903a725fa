"""A camera that mirrors the picture: it is said, frames are turned over, and the game goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from rules.trash import Draw, Match, Rules
from service.live import TableWatch
from service.mirror import Mirror
from tests.datasets.plain import PlainDeck
from tests.vision.seeing import TruthReader, turned_over
from vision.types import Reading, SeenCard

SIZE = (640, 360)


class GlyphReader(TruthReader):
    """Reads a mirrored picture as the trained networks do: it finds its cards, names them badly, and says that it is
    mirrored only where it shows several of them.

    A hand that passes for a face-down card does so until the first card is turned up.
    """

    hand: float | None = None

    def read(
        self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        assert self.moment is not None
        sent = self.moment.image
        reading = super().read(sent, packs, language, live)
        if self.hand is not None and self.hand - 0.5 < self.moment.time < self.hand:
            fingers = np.array([[300, 8], [330, 8], [330, 50], [300, 50]], np.float32)
            reading = replace(reading, cards=(*reading.cards, SeenCard(None, "down", 0.95, fingers)))
        if not turned_over(image, sent):
            assert np.array_equal(image, sent)
            return reading
        cards = tuple(
            replace(card, corners=(card.corners * [-1, 1] + [SIZE[0] - 1, 0]).astype(np.float32))
            for card in reading.cards
        )
        bad = tuple(
            card if card.side == "down" else replace(card, card=None, confidence=0.4, candidates={}) for card in cards
        )
        return replace(reading, cards=bad, mirrored=sum(card.side == "up" for card in cards) > 3)


def watched(
    seed: int,
    until: float,
    look: Callable[[TableWatch], object] = bool,
    opened: float = 0.0,
    sizes: tuple[int, int] = (5, 5),
    hand: bool = False,
    turns: int = 4,
    fps: int = 10,
) -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    """A film through a camera that mirrors it until some share of it is over; after each frame `look` has the table.

    Whoever keeps the events counts their times from when the table was opened, some seconds before.
    """
    script, table = trash_script(seed, sizes=sizes, turns=turns)
    view = aim(np.random.default_rng(seed), table.extent, SIZE, tilt=0.4)
    film = Film(
        script, [PlainDeck()], view, Conditions(SIZE, seed, script.length, noise=1.0, quality=None), seed, fps=fps
    )
    reader = GlyphReader(seed, dropped=0.0, misread=0.0, unread=0.0)
    reader.hand = script.judgements[0].time + 0.2 if hand else None
    watch = TableWatch("trash", Rules(), reader, slots=sizes)
    events: list[dict[str, Any]] = []
    for moment in film.frames(cards=True):
        reader.moment = moment
        mirrored = moment.time < until * script.length
        told = watch.frame(np.asarray(cv2.flip(moment.image, 1)) if mirrored else moment.image, moment.time)
        for event in told:
            event["time"] += opened
        events += told
        look(watch)
    return film, watch, events


def said(events: list[dict[str, Any]]) -> list[tuple[float, str]]:
    return [(event["time"], event["after"]["state"]) for event in events if event["kind"] == "camera"]


def verdicts(told: Iterable[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Who did what, and what was said of it."""
    return [(one["player"], one["verdict"], sorted(map(str, one["placements"])), one["discard"]) for one in told]


def ways(watch: TableWatch) -> int:
    """How many ways round the table is followed."""
    return 1 + (watch._other is not None)


@pytest.fixture(scope="module")
def both() -> tuple[tuple[Film, TableWatch, list[dict[str, Any]]], list[int]]:
    """A game that a mirror shows, and how many ways round it was followed at each of its frames."""
    seen: list[int] = []
    return watched(2, 1.0, lambda watch: seen.append(ways(watch))), seen


@pytest.fixture
def mirrored(
    both: tuple[tuple[Film, TableWatch, list[dict[str, Any]]], list[int]],
) -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    return both[0]


def test_nothing_of_a_mirrored_game_is_missed_once_it_is_noticed(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    film, watch, events = mirrored
    ((when, state),) = said(events)
    assert state == "mirrored"
    assert watch.view()["mirrored"]
    opened = [one for one in film.sights if one.seen is not None and one.change.after not in (None, "??")]
    assert sum(one.seen < when for one in opened) >= 2, "cards were turned up before"
    assert verdicts(event["after"] for event in events if event["kind"] == "verdict") == verdicts(
        one.verdict for one in film.script.judgements
    )
    drawn = [move.player for move in Match.from_text(watch.record()[0]).moves if isinstance(move, Draw)]
    assert len(drawn) == len(film.script.judgements)
    assert sum(event["kind"] == "hand" for event in events) == 1


def test_a_game_began_with_the_cards_as_they_lay_before_a_hand_came_to_turn_one_up() -> None:
    """The hand passes for another card, and layouts of six lie the wrong way round as the camera shows them."""
    film, _, events = watched(5, 1.0, sizes=(6, 6), hand=True)
    turns = {event["after"]["discard"]: event["after"]["verdict"] for event in events if event["kind"] == "verdict"}
    for judgement in film.script.judgements:
        assert turns[judgement.verdict["discard"]] == "legal"


def test_the_first_open_cards_tell_that_the_picture_is_mirrored(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    film, _, events = mirrored
    opened = sorted(
        sight.seen for sight in film.sights if sight.seen is not None and sight.change.after not in (None, "??")
    )
    # No single one does: some prints read no worse in a mirror.
    assert opened[0] + 0.5 < said(events)[0][0] < opened[3] + 0.5


def test_faces_told_of_the_mirrored_picture_are_mended_and_backs_stay(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    film, watch, events = mirrored
    at = next(number for number, event in enumerate(events) if event["kind"] == "camera")
    before, after = ([one for one in part if one["kind"] == "card"] for part in (events[:at], events[at:]))
    shown: dict[int, dict[str, Any]] = {}
    for told in before:
        shown[(told["after"] or told["before"])["id"]] = told["after"]
    faces = {number for number, card in shown.items() if card is not None and card["side"] == "up"}
    assert len(faces) >= 2
    mended = {told["after"]["id"]: told for told in reversed(after) if told["before"] and told["after"]}
    for number in faces:
        # It is told what they are, and of when they were turned up.
        assert mended[number]["before"]["side"] == "down"
        assert mended[number]["after"]["card"] in {one.change.after for one in film.sights}
        assert mended[number]["time"] < events[at]["time"]
    new = {told["after"]["id"] for told in after if told["type"] == "new"}
    assert new
    assert not new & set(shown), "a card has one number, whichever way round it was seen"
    for told in before + after:
        shown[(told["after"] or told["before"])["id"]] = told["after"]
    for card in watch.view()["cards"]:
        told_of = shown[card["id"]]
        assert told_of is not None
        assert (told_of["side"], told_of["card"]) == (card["side"], card["card"])


def test_corners_lie_where_the_camera_shows_the_cards(mirrored: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    film, watch, events = mirrored
    when = said(events)[0][0]
    placed = [e for e in events if e["kind"] == "card" and e["time"] > when + 1 and e["after"] and e["after"]["card"]]
    checked = 0
    for event in placed:
        for sight in film.sights:
            if sight.change.after == event["after"]["card"] and abs(sight.change.time - event["time"]) < 1.5:
                spot = sight.quad.mean(axis=0) * [-1, 1] + [SIZE[0] - 1, 0]
                assert np.linalg.norm(np.mean(event["after"]["corners"], axis=0) - spot) < 6
                checked += 1
    assert checked >= 3
    view = watch.view()
    slots = [np.mean(quad, axis=0) for name, quad in view["game"]["places"].items() if name.startswith("near")]
    cards = [np.mean(card["corners"], axis=0) for card in view["cards"]]
    assert max(min(float(np.linalg.norm(slot - card)) for card in cards) for slot in slots) < 10


def test_after_a_restart_frames_are_turned_over_from_the_first(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    _, watch, _ = mirrored
    shown: list[Any] = []

    class Remembering(TruthReader):
        def read(
            self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False, jokers: bool = True
        ) -> Reading:
            shown.append(image)
            return Reading(*SIZE, ())

    again = TableWatch("trash", Rules(), Remembering(), slots=(5, 5), state=json.loads(json.dumps(watch.state())))
    frame = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    for time in (0.0, 0.1, 0.2):
        again.frame(frame, time)
    assert again.view()["mirrored"]
    assert all(np.array_equal(image, frame[:, ::-1]) for image in shown)
    assert len(shown) >= 1
    assert again.follower.state()["hands"] == watch.follower.state()["hands"] > 0


def test_a_camera_set_straight_is_said_too() -> None:
    _, watch, events = watched(3, 0.6)
    assert [state for _, state in said(events)] == ["mirrored", "straight"]
    assert not watch.view()["mirrored"]
    assert [one["after"]["verdict"] for one in events if one["kind"] == "verdict"][-1] == "legal"


def test_what_could_not_be_told_of_a_turn_is_told_in_its_place() -> None:
    film, _, events = watched(3, 1.0, opened=40.0, turns=3, fps=15)
    told = [event for event in events if event["kind"] == "verdict"]
    open_, mended, *_ = told
    assert open_["after"]["verdict"] == "cannot tell"
    assert (mended["type"], mended["before"]) == ("update", open_["after"])
    assert verdicts(event["after"] for event in told[1:]) == verdicts(one.verdict for one in film.script.judgements)


def test_the_table_is_followed_both_ways_only_while_that_is_open(
    both: tuple[tuple[Film, TableWatch, list[dict[str, Any]]], list[int]],
) -> None:
    straight: list[int] = []
    watched(2, 0.0, lambda watch: straight.append(ways(watch)), turns=2)
    assert set(straight) == {1}, "cards that read clearly as sent leave nothing open"
    _, mirrored = both
    assert max(mirrored) == 2
    assert mirrored[-1] == 1


def test_a_card_named_by_a_person_is_named_whichever_way_round_the_table_is() -> None:
    corrected: list[int] = []

    def correct(watch: TableWatch) -> None:
        up = [card for card in watch.view()["cards"] if card["side"] == "up"]
        if not corrected and len(up) == 2:
            corrected.append(up[0]["id"])
            watch.correct(up[0]["id"], "QC")

    _, watch, events = watched(2, 1.0, correct, turns=3)
    (card,) = [card for card in watch.view()["cards"] if card["id"] == corrected[0]]
    assert said(events)[0][1] == "mirrored"
    assert (card["card"], card["confidence"]) == ("QC", 1.0)


def test_zones_drawn_over_a_mirrored_picture_are_turned_with_it() -> None:
    drawn = {"game": "trash", "zones": {"near": [[0.1, 0.5], [0.4, 0.5], [0.4, 0.9], [0.1, 0.9]]}}
    assert Mirror().zones(drawn) is drawn
    turned = Mirror(on=True).zones(drawn)
    assert turned is not None
    # The player's own top left, seen in a mirror, is on the other side: it is first again.
    assert np.allclose(turned["zones"]["near"], [[0.6, 0.5], [0.9, 0.5], [0.9, 0.9], [0.6, 0.9]])
    assert turned["game"] == "trash"
    assert Mirror(on=True).zones(None) is None
