"""What several looks say together: of a card's name, of its outline, and what other cards leave of both."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.cards import Card
from vision.evidence import Evidence, chances, place
from vision.pack import left_over
from vision.piles import rivalled
from vision.track import Track, tired
from vision.twice import born_together, known_beside, merge_namesakes, merge_twins, outdone
from vision.types import Floats, Index, SeenCard

NOWHERE = np.zeros(0, np.float32)


def quad(x: float, y: float) -> Floats:
    return np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], np.float32)


def looked(code: str, chance: float, where: Floats | None = None, index: bool = False, **others: float) -> SeenCard:
    name = Card.parse(code)
    listed = {name: chance} | {Card.parse(other): share for other, share in others.items()}
    corners = quad(0, 0) if where is None else where
    return SeenCard(name, "up", chance, corners, "index" if index else "face", candidates=listed)


def told(number: int, card: SeenCard, time: float) -> Track:
    track = Track.begin(number, card, time, NOWHERE)
    track.told = track.card()
    return track


def test_a_print_misread_alike_in_look_after_look_does_not_become_certain() -> None:
    evidence = Evidence()
    for _ in range(6):
        evidence.add(looked("AC", 0.57, KC=0.25, **{"10C": 0.08}))
    name, chance, _ = evidence.decided()
    assert name == Card.parse("AC")
    assert chance < 0.9


def test_one_clear_look_outweighs_many_that_were_not() -> None:
    evidence = Evidence()
    for _ in range(4):
        evidence.add(looked("AC", 0.6, KC=0.2))
    evidence.add(looked("KC", 0.99))
    assert evidence.decided()[0] == Card.parse("KC")
    for _ in range(20):
        evidence.add(looked("AC", 0.5, KC=0.3))
    assert evidence.decided()[0] == Card.parse("KC")
    assert evidence.decided()[1] > 0.9


def test_what_a_letter_means_does_not_become_surer_by_looking_again() -> None:
    """A V is a queen or a jack by its language; that the court looks like a queen's is one opinion however often."""
    evidence = Evidence()
    for chance in (0.66, 0.7, 0.62, 0.68, 0.7, 0.65):
        evidence.add(looked("QH", chance, JH=0.98 - chance))
    name, chance, _ = evidence.decided()
    assert name == Card.parse("QH")
    assert chance == pytest.approx(0.7, abs=0.03)
    # Another letter has told the language.
    evidence.add(looked("JH", 0.97))
    assert evidence.decided()[0] == Card.parse("JH")


def test_what_suit_a_court_has_does_become_surer_by_looking_again() -> None:
    evidence = Evidence()
    for _ in range(5):
        evidence.add(looked("QH", 0.7, QD=0.28))
    assert evidence.decided()[1] > 0.8


def test_what_a_name_leaves_open_is_its_suit_before_all() -> None:
    said = chances(looked("AS", 0.97))
    club, heart, king = (said[place(Card.parse(code))] for code in ("AC", "AH", "KS"))
    assert said.sum() == pytest.approx(1.0)
    assert club > 2 * heart > 10 * king
    assert said[place(Card.parse("AS"))] == pytest.approx(0.97, abs=0.01)
    # Nothing of a rank is known where no name was given.
    nothing = chances(SeenCard(None, "up", 0.02, quad(0, 0)))
    assert np.ptp(nothing) < 1e-9


def test_a_card_that_lies_open_is_no_other_cards_name() -> None:
    ace = told(1, looked("AS", 0.995), 0.0)
    doubtful = Track.begin(2, looked("AS", 0.6, quad(200, 0), AC=0.35), 5.0, NOWHERE)
    left_over([ace, doubtful], lambda track: True)
    assert doubtful.card().card == Card.parse("AC")
    assert ace.card().confidence > 0.99, "what lay there first takes nothing from the newcomer"
    # What a person says holds, whatever lies elsewhere.
    doubtful.said, doubtful.left = looked("AS", 1.0, quad(200, 0)), None
    left_over([ace, doubtful], lambda track: True)
    assert doubtful.left is None
    doubtful.said = None
    # A hand may be carrying it over.
    left_over([ace, doubtful], lambda track: False)
    assert doubtful.card().card == Card.parse("AS")
    assert doubtful.card().confidence == pytest.approx(0.6, abs=0.01)
    # What is buried may have been taken away unseen.
    ace.hidden_by = 7
    left_over([ace, doubtful], lambda track: False)
    assert doubtful.left is not None
    assert 0.1 < doubtful.left[place(Card.parse("AS"))] < 0.9


def test_a_clear_look_is_believed_against_what_was_buried_before() -> None:
    """A pile turned over to be drawn from brings its cards again."""
    ace = told(1, looked("AS", 0.995), 0.0)
    ace.hidden_by = 7
    again = Track.begin(2, looked("AS", 0.95, quad(200, 0), AC=0.03), 5.0, NOWHERE)
    left_over([ace, again], lambda track: True)
    assert again.card().confidence > 0.9
    # One that lies open is still there.
    ace.hidden_by = None
    left_over([ace, again], lambda track: True)
    assert again.card().card == Card.parse("AC")


def test_a_card_named_in_doubt_takes_nothing_from_others() -> None:
    ace = told(1, looked("AS", 0.92, AC=0.07), 0.0)
    doubtful = Track.begin(2, looked("AS", 0.9, quad(200, 0)), 5.0, NOWHERE)
    left_over([ace, doubtful], lambda track: True)
    assert doubtful.left is None


def test_an_outline_guessed_from_an_index_gives_way_to_a_face() -> None:
    track = Track.begin(1, looked("9H", 0.9, quad(100, 100), index=True), 0.0, NOWHERE)
    for x in (120, 100, 120):
        track.looks += 1
        track.follow(looked("9H", 0.9, quad(x, 100), index=True))
    assert track.quad[0, 0] == pytest.approx(110, abs=4)
    assert not track.outlined
    track.follow(looked("9H", 0.9, quad(140, 100)))
    assert track.quad == pytest.approx(quad(140, 100))
    track.follow(looked("9H", 0.9, quad(100, 100), index=True))
    assert track.quad == pytest.approx(quad(140, 100))


def test_an_index_beside_its_own_card_is_that_card() -> None:
    four = told(1, looked("4D", 0.99, quad(100, 100)), 0.0)
    beside = quad(142, 100)
    free, hidden = (lambda quad: False), (lambda quad: True)
    assert known_beside([four], looked("4D", 0.98, beside, index=True), free, free) is four
    assert known_beside([four], looked("4D", 0.98, beside), hidden, free) is four
    assert known_beside([four], looked("4D", 0.98, beside), free, free) is None, "pushed aside"
    assert known_beside([four], looked("4D", 0.98, beside), free, hidden) is four, "it still lies where it did"
    assert known_beside([four], looked("4H", 0.98, beside, index=True), free, free) is None
    assert known_beside([four], looked("4D", 0.98, quad(170, 100), index=True), free, free) is None


@pytest.mark.parametrize(
    ("spots", "same"), [([(106, 112), (106, 172)], True), ([(106, 112), (95, 172)], False), ([], False)]
)
def test_a_card_whose_indices_are_another_ones_of_its_name_is_that_one(
    spots: list[tuple[int, int]], same: bool
) -> None:
    """Of a strip of a spread the outline is now and then taken to lie on the wrong side of its indices."""
    four = told(1, looked("4D", 0.99, quad(100, 100)), 0.0)
    indices = tuple(Index(quad(0, 0) / 10 + np.float32([x, y]), "4", "D", 0.98) for x, y in spots)
    astray = replace(looked("4D", 0.98, quad(48, 98)), indices=indices)
    found = known_beside([four], astray, lambda quad: False, lambda quad: False)
    assert found is (four if same else None)


@pytest.mark.parametrize(("where", "left"), [((103, 102), [2]), ((120, 100), [1, 2])])
def test_two_backs_that_have_come_to_lie_in_one_place_are_one(where: tuple[int, int], left: list[int]) -> None:
    """Of a back in light and shade either half passed for one."""
    one, other = (
        told(number, SeenCard(None, "down", 0.6, corners), 0.0)
        for number, corners in ((1, quad(100, 100)), (2, quad(*where)))
    )
    tracks = [one, other]
    merge_twins(tracks, {id(other)})
    assert [track.id for track in tracks] == left
    both = [one, other]
    merge_twins(both, {id(one), id(other)})
    assert both == [one, other], "both are seen"


@pytest.mark.parametrize(
    ("name", "where", "seen_at", "looked_at", "left"),
    [
        ("4D", (135, 98), 3.0, True, [1]),
        ("4D", (135, 98), 0.5, True, [1, 2]),
        ("4D", (135, 98), 3.0, False, [1, 2]),
        ("4D", (180, 98), 3.0, True, [1, 2]),
        ("4H", (135, 98), 3.0, True, [1, 2]),
    ],
    ids=["seen beside itself", "both were seen a moment ago", "not looked at", "elsewhere", "another card"],
)
def test_a_card_told_of_twice_stays_where_it_is_seen(
    name: str, where: tuple[int, int], seen_at: float, looked_at: bool, left: list[int]
) -> None:
    """Told of under the hand that laid it, a card was told of once more where it lies; nothing changed at the first."""
    ghost, card = told(1, looked("4D", 0.99, quad(100, 100)), 0.0), told(2, looked(name, 0.99, quad(*where)), 0.0)
    card.seen_at = ghost.seen_at + seen_at
    tracks = [ghost, card]
    merge_namesakes(tracks, {id(card)}, lambda track: looked_at)
    assert [track.id for track in tracks] == left
    assert tracks[-1] is card


def test_what_peeps_out_from_under_a_face_is_outdone_by_it() -> None:
    top = Track.begin(1, looked("4H", 0.97, quad(100, 100)), 1.0, NOWHERE)
    below = Track.begin(2, looked("7H", 0.97, quad(103, 98), index=True), 1.0, NOWHERE)
    assert outdone([top, below], below, 1.0) is top
    assert born_together(below, top)
    assert outdone([top, below], top, 1.0) is None
    assert outdone([top, below], below, 1.04) is None, "it was not seen in this look"
    top.seen = replace(looked("4H", 0.5, quad(101, 100), index=True), card=None)
    assert outdone([top, below], below, 1.0) is top, "its face and its name were seen before"


def test_one_card_long_in_doubt_leaves_those_in_doubt_that_have_just_come_into_it() -> None:
    one, other, sure = (told(number, looked("4D", 0.99, quad(100 * number, 100)), 0.0) for number in (1, 2, 3))
    tracks = [one, other, sure]
    assert tired(tracks, [one], 0.0) == []
    assert tired(tracks, [one], 1.4) == []
    one.missed = other.missed = 1
    assert tired(tracks, [one, other], 1.6) == [one]
    assert (one.missed, other.missed) == (0, 1)
    assert tired(tracks, [other], 3.0) == []
    assert tired(tracks, [], 3.05) == [], "it was seen again"
    assert tired(tracks, [other], 3.2) == []
    assert tired(tracks, [other], 4.8) == [other]


def test_what_peeps_out_beside_a_card_come_to_light_lies_in_nobodys_place() -> None:
    taken = told(1, looked("KD", 0.99, quad(100, 100)), 0.0)
    beside = Track.begin(2, looked("JC", 0.55, quad(96, 98), index=True), 1.0, NOWHERE)
    assert rivalled([taken, beside], taken, bared=())
    assert not rivalled([taken, beside], taken, bared={1})
    assert not rivalled([taken], taken, bared=())
