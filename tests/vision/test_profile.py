"""A deck taught by showing it: a class is used only where it helps, and no reading gets worse."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.cards import CARDS
from vision.profile import (
    Profile,
    ProfileError,
    examples,
    load_profile,
    profile_path,
    profiles,
    teach,
)
from vision.types import GLYPHS, SUITS, Index, IndexReading, Reading, SeenCard


class Printer:
    """A printing house: every glyph and suit has a direction in feature space, and a reader that mistakes some.

    Args:
        seed: of the directions.
        confused: glyphs the reader takes for another, with how sure it then is of the wrong one.
        blur: noise of the features.
    """

    def __init__(self, seed: int, confused: dict[str, tuple[str, float]] | None = None, blur: float = 0.35) -> None:
        self.rng = np.random.default_rng(seed)
        self.confused, self.blur = confused or {}, blur
        self.glyph = {glyph: self.rng.normal(0, 1, 128) for glyph in GLYPHS}
        self.suit = {suit: self.rng.normal(0, 0.7, 128) for suit in SUITS}

    def index(self, glyph: str, suit: str) -> IndexReading:
        glyphs = np.full(len(GLYPHS), 0.0005, np.float32)
        wrong = self.confused.get(glyph)
        if wrong is None:
            glyphs[GLYPHS.index(glyph)] = 0.98
        else:
            sure = float(np.clip(wrong[1] + self.rng.normal(0, 0.03), 0.05, 0.95))
            glyphs[GLYPHS.index(wrong[0])] = sure
            glyphs[GLYPHS.index(glyph)] = 0.97 - sure
        suits = np.full(len(SUITS), 0.005, np.float32)
        suits[SUITS.index(suit)] = 0.98
        features = self.glyph[glyph] + self.suit[suit] + self.rng.normal(0, self.blur, 128)
        return IndexReading(
            glyphs=(glyphs / glyphs.sum()).astype(np.float32),
            suits=(suits / suits.sum()).astype(np.float32),
            directions=np.array([0.99, 0.005, 0.005], np.float32),
            quad=np.zeros((4, 2), np.float32),
            features=features.astype(np.float32),
        )

    def picture(self, cards: list[str]) -> Reading:
        out = []
        for place, code in enumerate(cards):
            corners = np.array([[0, 0], [50, 0], [50, 70], [0, 70]], np.float32) + place * 60
            indices = tuple(
                Index(np.zeros((4, 2), np.float32), None, None, 0.5, self.index(code[:-1], code[-1])) for _ in "ab"
            )
            out.append(SeenCard(None, "up", 0.5, corners, indices=indices))
        return Reading(3000, 2000, tuple(out))


PACK = [str(card) for card in CARDS]


def wrong(printer: Printer, profile: Profile | None, looks: int = 3) -> int:
    """How many fresh indices of the whole pack are read wrongly."""
    count = 0
    for code in PACK * looks:
        one = printer.index(code[:-1], code[-1])
        glyphs, suits = one.glyphs[None], one.suits[None]
        if profile is not None:
            glyphs, suits = profile.adjusted(glyphs, suits, one.features[None])
        count += GLYPHS[int(glyphs.argmax())] != code[:-1] or SUITS[int(suits.argmax())] != code[-1]
    return count


def test_a_print_that_is_misread_is_named_by_what_is_left_over() -> None:
    printer = Printer(1, {"3": ("5", 0.6)})
    shown = examples([printer.picture(PACK)])
    threes = [one for one in shown if CARDS[one.card].rank == 3]
    assert {one.glyph for one in threes} == {"3"}
    assert len({one.card for one in shown}) == 52


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_deck_is_read_better(seed: int) -> None:
    printer = Printer(seed, {"3": ("5", 0.6), "Q": ("J", 0.55)})
    taught = teach("hard", [printer.picture(PACK)])
    assert {"3", "Q"} <= set(taught.used)
    before, after = wrong(printer, None), wrong(printer, taught.profile)
    assert before >= 20
    assert after * 2 < before
    assert taught.errors[1] < taught.errors[0]


def test_an_easy_deck_is_not_made_worse() -> None:
    printer = Printer(5)
    taught = teach("easy", [printer.picture(PACK)])
    assert taught.errors[1] <= taught.errors[0] == 0
    assert wrong(printer, taught.profile) <= wrong(printer, None)


def test_features_that_say_nothing_are_not_used() -> None:
    printer = Printer(6, {"3": ("5", 0.6)}, blur=60.0)
    taught = teach("noise", [printer.picture(PACK)])
    assert "3" not in taught.used
    assert wrong(printer, taught.profile) <= wrong(printer, None) + 2


def test_letters_the_deck_never_showed_are_held_against_a_reading() -> None:
    printer = Printer(7)
    profile = teach("english", [printer.picture(PACK)]).profile
    assert profile.language == "en"
    torn = np.full((1, len(GLYPHS)), 0.001, np.float32)
    torn[0, GLYPHS.index("R")], torn[0, GLYPHS.index("K")] = 0.55, 0.4
    suits = np.full((1, len(SUITS)), 0.2, np.float32)
    glyphs, _ = Profile("x", "en", profile.middle, printed=profile.printed).adjusted(
        torn, suits, np.zeros((1, 128), np.float32)
    )
    assert GLYPHS[int(glyphs.argmax())] == "K"


def test_a_part_of_the_pack_can_be_shown_in_several_pictures() -> None:
    printer = Printer(8, {"3": ("5", 0.45)})
    taught = teach("parts", [printer.picture(PACK[:26]), printer.picture(PACK[26:])])
    assert taught.cards >= 48
    assert set(taught.missing) <= {code for code in PACK if code[:-1] in ("3", "5")}


def test_a_profile_is_kept_and_found(tmp_path: Path) -> None:
    printer = Printer(9, {"3": ("5", 0.6)})
    profile = teach("my deck", [printer.picture(PACK)]).profile
    path = profile.save(tmp_path)
    assert path.stat().st_size < 40_000
    again = load_profile("my deck", tmp_path)
    assert profiles(tmp_path) == ["my deck"]
    one = printer.index("3", "H")
    for mine, its in zip(
        profile.adjusted(one.glyphs[None], one.suits[None], one.features[None]),
        again.adjusted(one.glyphs[None], one.suits[None], one.features[None]),
        strict=True,
    ):
        assert np.abs(mine - its).max() < 0.02


def test_nothing_in_nothing_out() -> None:
    empty = np.zeros((0, 22), np.float32)
    glyphs, suits = Profile("x", None, np.zeros(128, np.float32)).adjusted(
        empty, np.zeros((0, 5), np.float32), np.zeros((0, 128), np.float32)
    )
    assert glyphs.shape == (0, 22)
    assert suits.shape == (0, 5)


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 70, "a\nb"])
def test_names_that_are_no_names(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="is no name for a deck"):
        profile_path(name, tmp_path)
    with pytest.raises(FileNotFoundError, match="no deck profile is named"):
        load_profile(name, tmp_path)


def test_too_few_cards() -> None:
    with pytest.raises(ProfileError, match="5 different cards could be named"):
        teach("few", [Printer(1).picture(PACK[:5])])
    with pytest.raises(ProfileError, match="0 different cards"):
        teach("none", [Reading(100, 100)])


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"not a profile")
    with pytest.raises(ProfileError, match="no deck profile"):
        load_profile("bad", tmp_path)
