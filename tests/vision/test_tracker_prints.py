"""The tracker against cards whose print alone tells what became of them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, begun, play
from vision.scales import Part
from vision.tracker import Tracker
from vision.types import GLYPHS, SUITS, Image, Index, IndexReading, Reading, SeenCard


class Pipless(Table):
    """A table of cards that show nothing but two small indices."""

    def lay(self, out: Image, name: str) -> None:
        x, y = self.cards[name]
        out[y : y + TALL, x : x + WIDE] = 235
        ink = (10, 10, 10) if name.endswith("S") else (30, 30, 220)
        out[y + 3 : y + 23, x + 3 : x + 17] = ink
        out[y + TALL - 23 : y + TALL - 3, x + WIDE - 17 : x + WIDE - 3] = ink


def test_a_card_that_comes_to_light_is_told_though_only_its_indices_differ() -> None:
    table = Pipless()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60), "9C": (200, 220), "9H": (440, 220)})
    table.cards["AS"] = (441, 220)
    events, time = play(table, tracker, 1.0, time)
    assert [str(event.after.card) for event in events if event.after] == ["AS"]
    del table.cards["AS"]
    events, _ = play(table, tracker, 1.0, time)
    (told,) = events
    assert told.before is not None
    assert told.after is not None
    assert (told.type, str(told.before.card), str(told.after.card)) == ("update", "AS", "9H")


INK = (70, 80, 70)


class Pips(Table):
    """A table of cards of one ink, whose pips stand in the same places and differ a little in shape."""

    def lay(self, out: Image, name: str) -> None:
        x, y = self.cards[name]
        out[y : y + TALL, x : x + WIDE] = (170, 210, 160)
        out[y + 3 : y + 15, x + 3 : x + 11] = INK
        for across in range(12, WIDE - 8, 14):
            for down in range(12, TALL - 8, 14):
                centre = (x + across, y + down)
                if name.endswith("H"):
                    cv2.circle(out, centre, 5, INK, -1, cv2.LINE_AA)
                else:
                    cv2.ellipse(out, centre, (3, 7), 0, 0, 360, INK, -1, cv2.LINE_AA)


def test_a_card_that_comes_to_light_under_a_hand_is_told_though_it_looks_all_but_like_the_one_on_it() -> None:
    """As the seven of clubs under that of hearts, all in one ink: what changes in any one place is too little."""
    table = Pips()
    tracker, time = begun(table, {"9H": (80, 60), "KS": (320, 60), "7C": (200, 220)})
    table.hand = (210, 200, 420, 360)
    _, time = play(table, tracker, 0.3, time)
    table.cards["7H"] = (200, 220)
    _, time = play(table, tracker, 0.3, time)
    table.hand = None
    events, time = play(table, tracker, 1.0, time)
    assert [str(event.after.card) for event in events if event.after] == ["7H"]
    table.hand = (210, 200, 420, 360)
    _, time = play(table, tracker, 0.3, time)
    del table.cards["7H"]
    _, time = play(table, tracker, 0.1, time)
    table.hand = None
    events, time = play(table, tracker, 1.0, time)
    assert [str(event.after.card) for event in events if event.after] == ["7C"]
    looks = table.looks
    table.hand = (210, 200, 420, 360)
    _, time = play(table, tracker, 0.3, time)
    table.hand = None
    events, time = play(table, tracker, 2.0, time)
    assert not events
    assert table.looks - looks < 12, "what has been seen is not looked at for ever"


class Printed(Table):
    """A table of printed backs, of which one is sighted by the first look alone."""

    def __init__(self, other: bool) -> None:
        super().__init__()
        rng = np.random.default_rng(8)
        prints = [rng.integers(0, 255, (7, 5, 3)).astype(np.uint8) for _ in range(2)]
        self.prints = [cv2.resize(each, (WIDE, TALL), interpolation=cv2.INTER_CUBIC) for each in prints]
        self.other = other
        self.cards = {f"?{number}": (40 + 110 * (number % 5), 60 + 130 * (number // 5)) for number in range(8)}

    def lay(self, out: Image, name: str) -> None:
        x, y = self.cards[name]
        out[y : y + TALL, x : x + WIDE] = self.prints[self.other and name == "?6"]

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        whole = super().read(image, packs, language, live)
        if self.looks == 1:
            return whole
        centre = self.quad("?6").mean(axis=0)
        return replace(whole, cards=tuple(c for c in whole.cards if np.hypot(*(c.corners.mean(axis=0) - centre)) > 30))


@pytest.mark.parametrize("other", [False, True])
def test_a_back_passed_over_later_is_one_where_it_looks_like_the_others(other: bool) -> None:
    table = Printed(other)
    tracker = Tracker(table)
    events, _ = play(table, tracker, 2.0, 0.0)
    assert [event.type for event in events] == ["new"] * (7 if other else 8)


class Masked(Printed):
    """The same, all sighted; what lies at one place passes for a face, hardly named, from the second look on."""

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        whole = Table.read(self, image, packs, language, live)
        if self.looks == 1:
            return whole
        centre, queen = self.quad("?6").mean(axis=0), Card.parse("QC")

        def passing(card: SeenCard) -> SeenCard:
            if np.hypot(*(card.corners.mean(axis=0) - centre)) > 30:
                return card
            return replace(card, side="up", card=queen, confidence=0.7, candidates={queen: 0.7})

        return replace(whole, cards=tuple(map(passing, whole.cards)))


@pytest.mark.parametrize("turned", [False, True])
def test_a_back_that_passes_for_a_face_stays_face_down_while_it_looks_like_the_others(turned: bool) -> None:
    table = Masked(other=False)
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    x, y = table.cards["?6"]
    table.cards["?6"], table.other = (x, y + 60), turned
    table.shift += (3, 2)
    events, _ = play(table, tracker, 1.5, time)
    assert {event.after.side for event in events if event.after} == {"up" if turned else "down"}


class Between(Table):
    """A table on which an outline between two cards passes for a third one, as long as no hand is there."""

    ghost = False

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        if not self.ghost or self.hand is not None or not reading.cards:
            return reading
        name = Card.parse("3C")
        corners = (self.quad("4C") + self.quad("3S")) / 2
        third = SeenCard(name, "up", 0.96, corners.astype(np.float32), candidates={name: 0.96})
        return replace(reading, cards=(*reading.cards, third))


@pytest.mark.parametrize("laid", [False, True])
def test_between_two_cards_lies_a_third_only_where_something_has_changed(laid: bool) -> None:
    table = Between()
    tracker, time = begun(table, {"4C": (200, 60), "3S": (270, 60), "9C": (440, 220)})
    table.hand = (180, 0, 360, 220)
    _, time = play(table, tracker, 0.4, time)
    table.ghost = True
    if laid:
        table.cards["3C"] = (235, 60)
    table.cards["KS"] = (235, 160)
    table.hand = None
    events, _ = play(table, tracker, 1.0, time)
    told = {str(event.after.card) for event in events if event.after}
    assert told == ({"KS", "3C"} if laid else {"KS"})


class Twofold(Table):
    """A table on which one card is found twice, once as another."""

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        three, ten = Card.parse("3S"), Card.parse("10S")
        again = [replace(card, card=ten, candidates={ten: 0.98}) for card in reading.cards if card.card == three]
        return replace(reading, cards=(*reading.cards, *again))


def test_a_card_that_is_read_in_two_ways_is_told_once() -> None:
    table = Twofold()
    tracker, time = begun(table, {"8D": (200, 60), "KS": (320, 60)})
    table.cards["3S"] = (201, 62)
    events, time = play(table, tracker, 2.0, time)
    assert [(event.type, str(event.before.card)) for event in events if event.before] == [("update", "8D")]
    table.cards["10S"] = (199, 61)
    events, _ = play(table, tracker, 1.0, time)
    assert [str(event.after.card) for event in events if event.after][-1:] == ["10S"]


class Thin(Table):
    """A table of cards without pips, whose ranks are drawn with thin lines."""

    def lay(self, out: Image, name: str) -> None:
        x, y = self.cards[name]
        out[y : y + TALL, x : x + WIDE] = 240
        part = np.full((30, 20, 3), 240, np.uint8)
        cv2.putText(part, name[0], (1, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.75, (30, 30, 30), 2, cv2.LINE_AA)
        out[y + 3 : y + 33, x + 3 : x + 23] = part
        out[y + TALL - 33 : y + TALL - 3, x + WIDE - 23 : x + WIDE - 3] = part[::-1, ::-1]


def test_a_card_exchanged_for_one_that_hardly_looks_otherwise_is_told() -> None:
    table = Thin()
    tracker, time = begun(table, {"6C": (80, 60), "KS": (320, 60)})
    table.hand = (60, 40, 200, 200)
    _, time = play(table, tracker, 0.4, time)
    del table.cards["6C"]
    table.cards["4S"] = (80, 60)
    table.hand = None
    events, _ = play(table, tracker, 1.0, time)
    assert [str(event.after.card) for event in events if event.after] == ["4S"]


def test_a_card_laid_on_a_pile_is_none_of_those_beneath_though_it_looks_like_one() -> None:
    """What lies under a card that has changed is not what is seen there."""
    table = Thin()
    tracker, time = begun(table, {"8D": (80, 60), "KS": (320, 60)})
    told = []
    for name in ("7D", "4D", "9D", "6D"):
        table.hand = (60, 40, 200, 200)
        _, time = play(table, tracker, 0.4, time)
        table.cards[name] = (80, 60)
        table.hand = None
        events, time = play(table, tracker, 1.0, time)
        told += [str(event.after.card) for event in events if event.after]
    assert told == ["7D", "4D", "9D", "6D"]


class Inked(Table):
    """A table whose cards show an index of one ink each; the inks that each look was told of besides."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[set[float]] = []

    def read(
        self,
        image: Image,
        packs: object = 1,
        language: str = "auto",
        live: bool | Part = False,
        jokers: bool = True,
    ) -> Reading:
        whole = super().read(image, packs, language, bool(live), jokers)
        if isinstance(live, Part) and live.inks is not None:
            self.told.append(set(live.inks.colours[:, 0].tolist()))

        def inked(card: SeenCard) -> SeenCard:
            assert card.card is not None
            quad = (card.corners.mean(axis=0) + 0.1 * (card.corners - card.corners.mean(axis=0))).astype(np.float32)
            glyph, suit = str(card.card)[:-1], str(card.card)[-1]
            glyphs, suits = (np.eye(len(every), dtype=np.float32)[0] for every in (GLYPHS, SUITS))
            ink = np.full(3, INKS[suit], np.float32)
            reading = IndexReading(glyphs, suits, np.array([1, 0, 0], np.float32), quad, ink=ink)
            return replace(card, indices=(Index(quad, glyph, suit, 0.98, reading=reading),))

        return replace(whole, cards=tuple(map(inked, whole.cards)))


INKS = {"H": 40.0, "S": -60.0, "C": -50.0, "D": 30.0}


def test_looks_are_told_the_inks_of_cards_that_lie_elsewhere_or_deeper_in_the_pile() -> None:
    table = Inked()
    tracker, time = begun(table, {"5H": (40, 60), "KS": (540, 250)})
    table.cards["9C"] = (41, 61)
    _, time = play(table, tracker, 1.0, time)
    assert not any(INKS["C"] in told or INKS["H"] in told for told in table.told), "what is looked at is no witness"
    table.cards["2D"] = (42, 62)
    play(table, tracker, 1.0, time)
    assert {INKS["H"], INKS["S"]} in table.told, "the king lies elsewhere, the five under the card looked at"
