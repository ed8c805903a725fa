"""The live table on staged films, seen by a reader that knows the truth and sees it badly."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from rules.errors import RulesError
from rules.trash import Rules
from rules.verdict import Verdict
from service.commentary import line
from service.following.base import event, verdict_json
from service.live import TableWatch
from service.sentences import SENTENCES, say
from tests.datasets.plain import PlainDeck
from tests.vision.seeing import TruthReader

SIZE = (640, 360)


def watched(
    seed: int,
    turns: int = 4,
    faults: tuple[str, ...] = (),
    sizes: tuple[int, int] = (5, 5),
    last: list[Any] | None = None,
    **conditions: Any,
) -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    """A film, the table that watched it, and what it told; `last` is given the last moment."""
    script, table = trash_script(seed, sizes=sizes, turns=turns, faults=faults)
    view = aim(np.random.default_rng(seed), table.extent, SIZE, tilt=0.4)
    settings = {"noise": 2.0, "quality": 80} | conditions
    film = Film(script, [PlainDeck()], view, Conditions(SIZE, seed, script.length, **settings), seed, fps=10)
    reader = TruthReader(seed)
    watch = TableWatch("trash", Rules(), reader, slots=sizes)
    events = []
    for moment in film.frames(cards=True):
        reader.moment = moment
        events += watch.frame(moment.image, moment.time)
    if last is not None:
        last.append(moment)
    return film, watch, events


def told(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event["after"] for event in events if event["kind"] == "verdict"]


@pytest.fixture(scope="module")
def games() -> list[tuple[Film, TableWatch, list[dict[str, Any]]]]:
    """Three films and a reader that misses and misreads now and then: what holds on average is asked of all of them."""
    return [watched(seed) for seed in (1, 2, 5)]


@pytest.fixture(scope="module")
def game(games: list[tuple[Film, TableWatch, list[dict[str, Any]]]]) -> tuple[Film, TableWatch, list[dict[str, Any]]]:
    return games[0]


def test_turns_end_in_one_verdict_each_and_nobody_is_accused(
    games: list[tuple[Film, TableWatch, list[dict[str, Any]]]],
) -> None:
    right = 0
    for film, _, events in games:
        turns = [judgement.verdict for judgement in film.script.judgements]
        assert {one["verdict"] for one in told(events)} == {"legal"}
        assert len(told(events)) <= len(turns)
        for one in told(events):
            assert set(one) >= {"player", "verdict", "rule", "sentence", "placements", "discard"}
            played = [true for true in turns if true["discard"] == one["discard"]]
            right += any(all(place in true["placements"] for place in one["placements"]) for true in played)
    assert right >= 0.9 * sum(len(film.script.judgements) for film, _, _ in games)


def test_card_events_match_what_could_be_seen(games: list[tuple[Film, TableWatch, list[dict[str, Any]]]]) -> None:
    wrong, count = [], 0
    for film, _, events in games:
        cards = [event for event in events if event["kind"] == "card" and event["time"] > 1.0]
        for sight in film.sights:
            if not sight.counts or sight.change.after is None:
                continue
            near = [
                event for event in cards
                if event["after"] and event["after"]["place"] == sight.change.place
                and sight.change.time <= event["time"] <= sight.seen + 1.0
            ]  # fmt: skip
            count += 1
            if [event["after"]["card"] for event in near] != [sight.change.after]:
                wrong.append(sight.change)
    assert count > 15
    assert len(wrong) <= 0.1 * count, wrong


def test_the_state_goes_on_after_a_restart(game: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    _, watch, _ = game
    kept = watch.state()
    again = TableWatch("trash", Rules(), TruthReader(), state=kept)
    assert again.state()["follower"]["turn"] == kept["follower"]["turn"]
    assert again.record() == watch.record()


def test_the_view_tells_places_and_cards(game: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    _, watch, _ = game
    view = watch.view()
    assert {"near 1", "far 5", "stock", "discard"} <= set(view["game"]["places"])
    assert {card["place"] for card in view["cards"]} >= {"near 1", "far 5", "discard"}
    assert (view["width"], view["height"]) == SIZE


def test_a_correction_is_obeyed_and_told(game: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    _, watch, _ = game
    card = next(one for one in watch.view()["cards"] if one["place"] == "discard")
    events = watch.correct(card["id"], "9C")
    assert events[0]["kind"] == "card"
    assert events[0]["after"]["card"] == "9C"
    assert next(one for one in watch.view()["cards"] if one["id"] == card["id"])["card"] == "9C"
    with pytest.raises(KeyError, match="no card 4711"):
        watch.correct(4711, "9C")
    with pytest.raises(RulesError):
        watch.correct(card["id"], "11X")


def test_a_correction_stands_after_a_restart() -> None:
    """As long as the card still lies there, and is read as what it was misread as before."""
    last: list[Any] = []
    _, watch, _ = watched(2, turns=2, last=last)
    (moment,) = last
    card = next(one for one in watch.view()["cards"] if one["place"] == "discard")
    watch.correct(card["id"], "9C" if card["card"] != "9C" else "8D")
    said = next(one for one in watch.view()["cards"] if one["id"] == card["id"])["card"]
    state = json.loads(json.dumps(watch.state()))
    reader = TruthReader(2)
    reader.moment = moment
    again = TableWatch("trash", Rules(), reader, state=state)
    events = []
    for number in range(20):
        events += again.frame(moment.image, number / 10)
        assert len(again.state()["said"]) == 1
    laid = [told["after"]["card"] for told in events if told["kind"] == "card"]
    assert (laid.count(said), laid.count(card["card"])) == (1, 0)
    assert [one["card"] for one in again.view()["cards"] if one["place"] == "discard"] == [said]
    assert [one["card"] for one in again.state()["said"]] == [said]


def test_a_fault_is_caught_through_shake_and_hands() -> None:
    film, _, events = watched(14, turns=8, faults=("wrong_slot",), shake=0.8, drift=0.05)
    faults = [judgement for judgement in film.script.judgements if judgement.fault]
    wrong = [one for one in told(events) if one["verdict"] == "illegal"]
    assert len(faults) == 1
    assert [one["player"] for one in wrong] == [faults[0].player]
    assert wrong[0]["rule"] in ("trash.wrong_slot", "trash.beyond_layout")
    assert "slot" in wrong[0]["sentence"], "where it belongs, or that it belongs nowhere"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Legal. The far player: 5♥ was exchanged for 10♦."),
        ("fr", "Permis. Le joueur d'en face : 5♥"),
        ("de", "Erlaubt. Der Spieler gegenüber: 5♥"),
    ],
)
def test_a_turn_is_told_with_whose_it_was(lang: str, text: str) -> None:
    verdict = Verdict("legal", "bus.table_one", {"taken": ["5H"], "laid": ["10D"]})
    told = line(event(1.0, "verdict", verdict_json(verdict, lang, "far")), lang)
    assert told is not None
    assert told.startswith(text)
    nobodys = line(event(1.0, "verdict", verdict_json(verdict, lang, None)), lang)
    assert nobodys is not None
    assert "5♥" in nobodys
    assert text.split(".")[1].split(":")[0].strip() not in nobodys


@pytest.mark.parametrize(
    ("lang", "place", "text"),
    [
        ("en", "discard", "5♠ taken away from the discard pile."),
        ("en", "near 3", "5♠ taken away from slot 3 of the near player."),
        ("fr", "discard", "5♠ enlevée de la défausse."),
        ("fr", "stock", "5♠ enlevée du talon."),
        ("de", "discard", "5♠ weggenommen vom Ablagestapel."),
        ("de", "table", "5♠ weggenommen vom Tisch."),
        ("de", "player 2", "5♠ weggenommen bei Spieler 2."),
    ],
)
def test_a_card_is_taken_from_where_it_lay(lang: str, place: str, text: str) -> None:
    lay = {"card": "5S", "side": "up", "place": place}
    assert line(event(1.0, "card", None, lay, "end"), lang) == text
    assert line(event(1.0, "card", lay), lang) not in (None, text)


def test_commentary_has_every_sentence_in_every_language() -> None:
    assert set(SENTENCES["en"]) == set(SENTENCES["fr"]) == set(SENTENCES["de"])
    for lang in SENTENCES:
        for key, text in SENTENCES[lang].items():
            fields = {part.split("}")[0] for part in text.split("{")[1:]}
            english = {part.split("}")[0] for part in SENTENCES["en"][key].split("{")[1:]}
            assert fields == english, (lang, key)
    with pytest.raises(ValueError, match="no commentary in language 'it'"):
        say("hand.new", "it")


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_event_can_be_told(lang: str, game: tuple[Film, TableWatch, list[dict[str, Any]]]) -> None:
    _, _, events = game
    lines = [line(event, lang) for event in events]
    verdicts = [text for text, event in zip(lines, events, strict=True) if event["kind"] == "verdict"]
    assert all(verdicts)
    assert sum(text is not None for text in lines) >= len(verdicts) + 2


def test_a_table_is_watched_with_a_reader_and_a_known_game() -> None:
    with pytest.raises(ValueError, match="with a reader"):
        TableWatch("trash", Rules())
    with pytest.raises(ValueError, match="'chess' is no game"):
        TableWatch("chess", None, TruthReader())
