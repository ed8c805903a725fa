"""A camera that mirrors the picture: it is said, frames are turned over, and the game goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from rules.trash import Rules
from service.live import TableWatch
from service.mirror import Mirror
from tests.datasets.plain import PlainDeck
from tests.vision.seeing import TruthReader, turned_over
from vision.types import Reading

SIZE = (640, 360)


class GlyphReader(TruthReader):
    """Reads a mirrored picture as the trained networks do: it finds its cards, names them badly, and says that it is
    mirrored only where it shows several of them."""

    def read(self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False) -> Reading:
        assert self.moment is not None
        sent = self.moment.image
        reading = super().read(sent, packs, language, live)
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


def watched(seed: int, until: float) -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    """A film through a camera that mirrors it until some share of it is over."""
    script, table = trash_script(seed, sizes=(5, 5), turns=4)
    view = aim(np.random.default_rng(seed), table.extent, SIZE, tilt=0.4)
    film = Film(
        script, [PlainDeck()], view, Conditions(SIZE, seed, script.length, noise=1.0, quality=None), seed, fps=15
    )
    reader = GlyphReader(seed, dropped=0.0, misread=0.0, unread=0.0)
    watch = TableWatch("trash", Rules(), reader, slots=(5, 5))
    events: list[dict[str, Any]] = []
    for moment in film.frames(cards=True):
        reader.moment = moment
        mirrored = moment.time < until * script.length
        events += watch.frame(np.ascontiguousarray(moment.image[:, ::-1]) if mirrored else moment.image, moment.time)
    return film, watch, events


def said(events: list[dict[str, Any]]) -> list[tuple[float, str]]:
    return [(event["time"], event["after"]["state"]) for event in events if event["kind"] == "camera"]


@pytest.fixture(scope="module")
def mirrored() -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    return watched(2, 1.0)


def test_a_mirrored_game_is_followed_once_it_is_said(mirrored: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    film, watch, events = mirrored
    ((when, state),) = said(events)
    assert state == "mirrored"
    assert watch.view()["mirrored"]
    # The turn in which it is noticed cannot be followed whole.
    before = sum(one.time < when for one in film.script.judgements)
    right = [one.verdict for one in film.script.judgements[before + 1 :]]
    told = [event["after"] for event in events if event["kind"] == "verdict"][-len(right) :]
    assert len(right) >= 2
    parts = ("player", "verdict", "placements", "discard")
    assert [[one[part] for part in parts] for one in told] == [[one[part] for part in parts] for one in right]


def test_the_first_open_cards_tell_that_the_picture_is_mirrored(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    film, _, events = mirrored
    opened = sorted(
        sight.seen for sight in film.sights if sight.seen is not None and sight.change.after not in (None, "??")
    )
    # No single one does: some prints read no worse in a mirror.
    assert opened[0] + 0.5 < said(events)[0][0] < opened[3] + 0.5


def test_faces_told_of_the_mirrored_picture_are_taken_back_and_backs_stay(
    mirrored: tuple[Film, TableWatch, list[dict[str, Any]]],
) -> None:
    _, _, events = mirrored
    when = said(events)[0][0]
    cards = [event for event in events if event["kind"] == "card"]
    sides: dict[int, str] = {}
    for told in [event for event in cards if event["time"] < when]:
        shown = told["after"] or told["before"]
        sides[shown["id"]] = shown["side"]
    taken = {event["before"]["id"] for event in cards if event["time"] == when and event["type"] == "end"}
    faces = {number for number, side in sides.items() if side == "up"}
    assert len(faces) >= 2
    assert taken == faces
    again = {event["after"]["id"] for event in cards if event["time"] > when and event["type"] == "new"}
    assert not again & set(sides), "what comes to light is told by another number"
    turned = [event for event in cards if event["time"] > when and event["before"] and event["type"] == "update"]
    assert any(sides.get(event["before"]["id"]) == "down" for event in turned), "and what stays by the same"


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
        def read(self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False) -> Reading:
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


def test_zones_drawn_over_a_mirrored_picture_are_turned_with_it() -> None:
    drawn = {"game": "trash", "zones": {"near": [[0.1, 0.5], [0.4, 0.5], [0.4, 0.9], [0.1, 0.9]]}}
    assert Mirror().zones(drawn) is drawn
    turned = Mirror(on=True).zones(drawn)
    assert turned is not None
    # The player's own top left, seen in a mirror, is on the other side: it is first again.
    assert np.allclose(turned["zones"]["near"], [[0.6, 0.5], [0.9, 0.5], [0.9, 0.9], [0.6, 0.9]])
    assert turned["game"] == "trash"
    assert Mirror(on=True).zones(None) is None
