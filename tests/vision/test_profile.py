"""A deck taught by showing it: a class is used only where it helps, and no reading gets worse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from rules.cards import CARDS, Card
from rules.glyphs import Language
from vision.degraded import degraded
from vision.examples import examples, shown, tongues
from vision.profile import SIZE, Profile, ProfileError, TeachError, load_profile, profile_path, profiles
from vision.teaching import teach
from vision.types import DIRECTIONS, GLYPHS, SUITS, Image, Index, IndexReading, Reading, SeenCard


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
GREY = np.full((1, 96, 64, 3), 128, np.uint8)


def bare(**more: Any) -> Profile:
    """A profile that corrects nothing by itself."""
    return Profile("x", "en", np.zeros(SIZE, np.float32), np.ones(SIZE, np.float32), **more)


def wrong(printer: Printer, profile: Profile | None, looks: int = 3) -> int:
    """How many fresh indices of the whole pack are read wrongly."""
    count = 0
    for code in PACK * looks:
        one = printer.index(code[:-1], code[-1])
        glyphs, suits = one.glyphs[None], one.suits[None]
        if profile is not None:
            glyphs, suits = profile.adjusted(glyphs, suits, one.features[None], GREY)
        count += GLYPHS[int(glyphs.argmax())] != code[:-1] or SUITS[int(suits.argmax())] != code[-1]
    return count


def test_a_print_that_is_misread_is_named_by_what_is_left_over() -> None:
    printer = Printer(1, {"3": ("5", 0.6)})
    taken = examples(shown([printer.picture(PACK)]))
    threes = [one for one in taken if CARDS[one.card].rank == 3]
    assert {one.glyph for one in threes} == {"3"}
    assert len({one.card for one in taken}) == 52


def test_a_card_that_more_than_its_index_names_is_learned_from() -> None:
    lone = Printer(4, {"3": ("5", 0.6)}).picture(["3H"])
    assert shown([lone]) == []
    court = replace(lone.cards[0], candidates={Card.parse("3H"): 0.97, Card.parse("5H"): 0.02})
    assert [CARDS[one.card] for one in shown([replace(lone, cards=(court,))])] == [Card.parse("3H")]


def test_narrow_letters_that_look_like_a_one_do_not_make_the_aces_ones() -> None:
    narrow = dict.fromkeys(("4", "7", "9", "J", "Q", "K"), ("1", 0.6))
    taken = examples(shown([Printer(5, narrow).picture(PACK)]))
    assert {one.glyph for one in taken if CARDS[one.card].rank == 1} == {"A"}
    figures = examples(shown([Printer(6).picture([code.replace("A", "1") for code in PACK])]))
    assert {one.glyph for one in figures if CARDS[one.card].rank == 1} == {"1"}


def german(code: str) -> str:
    return code.replace("J", "B").replace("Q", "D")


def test_the_language_follows_from_cards_known_by_more_than_their_letters() -> None:
    printer = Printer(10)
    vague = [(number, printer.index("V", code[-1])) for number, code in enumerate(PACK) if code[0] == "J"]
    assert max(tongues(vague).items(), key=lambda pair: pair[1])[0] is Language.FRENCH
    queens = [(number, printer.index("V", code[-1])) for number, code in enumerate(PACK) if code[0] == "Q"]
    assert max(tongues(queens).items(), key=lambda pair: pair[1])[0] is Language.DUTCH
    assert sum(tongues(vague + queens).values()) == pytest.approx(1)


def test_of_courts_nothing_is_learned_while_the_language_is_open() -> None:
    told = teach("told", [Printer(11).picture([german(code) for code in PACK])])
    assert told.profile.language == "de"
    assert "B" in told.profile.printed
    untold = teach("untold", [veiled(Printer(11).picture(PACK))])
    assert untold.cards == 52
    assert untold.profile.language is None
    assert not untold.profile.printed
    assert not {"J", "Q", "K", "B", "D"} & set(untold.used)


def veiled(picture: Reading) -> Reading:
    """The same pack, its courts named by their pictures, their letters hardly read at all."""
    cards = []
    for card, code in zip(picture.cards, PACK, strict=True):
        if code[0] not in "JQK":
            cards.append(card)
            continue
        indices = []
        for index in card.indices:
            assert index.reading is not None
            glyphs = np.full(len(GLYPHS), 0.005, np.float32)
            glyphs[[GLYPHS.index(letter) for letter in "JQKVDBRH"]] = 0.11
            indices.append(replace(index, reading=replace(index.reading, glyphs=glyphs / glyphs.sum())))
        cards.append(replace(card, indices=tuple(indices), candidates={Card.parse(code): 0.93}))
    return replace(picture, cards=tuple(cards))


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_deck_is_read_better(seed: int) -> None:
    printer = Printer(seed, {"3": ("5", 0.6), "Q": ("J", 0.55)})
    taught = teach("hard", [printer.picture(PACK)])
    assert {"3", "Q"} <= set(taught.used)
    before, after = wrong(printer, None), wrong(printer, taught.profile)
    assert before >= 20
    assert after * 2 < before
    assert taught.errors[1] < taught.errors[0]


def test_frames_of_a_video_do_not_vouch_for_their_neighbours() -> None:
    # Features that say nothing, but stay the same over many frames of one scene, as noise in a film does.
    printer = Printer(6, {"3": ("5", 0.6)}, blur=60.0)
    scenes = [printer.picture(PACK) for _ in range(4)]
    taught = teach("filmed", [scene for scene in scenes for _ in range(5)])
    fresh, plain = wrong(printer, taught.profile), wrong(printer, None)
    assert fresh <= plain
    # What is said of pictures held out is no better by half than what comes of new ones.
    assert taught.errors[1] / taught.errors[0] > 0.5 * fresh / plain


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
    glyphs, _ = bare(printed=profile.printed).adjusted(torn, suits, np.zeros((1, 128), np.float32), GREY)
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
        profile.adjusted(one.glyphs[None], one.suits[None], one.features[None], GREY),
        again.adjusted(one.glyphs[None], one.suits[None], one.features[None], GREY),
        strict=True,
    ):
        assert np.abs(mine - its).max() < 0.02


def test_nothing_in_nothing_out() -> None:
    empty = np.zeros((0, 22), np.float32)
    glyphs, suits = bare().adjusted(empty, np.zeros((0, 5), np.float32), np.zeros((0, 128), np.float32), GREY[:0])
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
    # What keeps the first poor picture from showing more is said as well.
    with pytest.raises(
        ProfileError, match=r"whole pack at best\. Picture 2: No card is found in the picture: .*sight$"
    ):
        teach("half", [Printer(1).picture(PACK[:5]), Reading(100, 100)])


def test_what_each_picture_showed_is_told() -> None:
    told = teach("two", [Printer(1).picture(PACK), Reading(100, 100)]).to_json("fr")["pictures"]
    assert told[0] == {"named": 52, "open": 52, "advice": None}
    assert (told[1]["named"], told[1]["open"]) == (0, 0)
    assert told[1]["advice"].startswith("Aucune carte n’est trouvée")


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"not a profile")
    with pytest.raises(ProfileError, match="no deck profile"):
        load_profile("bad", tmp_path)


def test_a_profile_of_another_version_is_said(tmp_path: Path) -> None:
    path = bare().save(tmp_path)
    with np.load(path) as stored:
        arrays = dict(stored)
    arrays["head"] = np.frombuffer(arrays["head"].tobytes().replace(b'"version": 3', b'"version": 2'), np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(ProfileError, match="version 2, not 3: teach it again"):
        load_profile("x", tmp_path)


def test_a_profile_taught_to_other_weights_is_refused() -> None:
    bare(reader="one").check_reader("one")
    bare().check_reader("one")
    with pytest.raises(ProfileError, match="another version of the reader: teach it again"):
        bare(reader="one").check_reader("two")


def drawn(glyph: str, suit: str, rng: np.random.Generator) -> Image:
    """A patch with the glyph printed, and its suit as a letter."""
    patch = np.full((96, 64, 3), 235, np.uint8)
    at = rng.integers(-2, 3, 2)
    cv2.putText(patch, glyph, (14 + int(at[0]), 50 + int(at[1])), cv2.FONT_HERSHEY_DUPLEX, 1.1, (20, 20, 20), 2)
    cv2.putText(patch, suit, (22 + int(at[0]), 76 + int(at[1])), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)
    noisy = patch + rng.normal(0, 4, patch.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


class Blind:
    """A reader that takes every 3 for a 5, and whose features say nothing."""

    def read(self, glyph: str, suit: str, rng: np.random.Generator) -> IndexReading:
        glyphs = np.full(len(GLYPHS), 1e-4, np.float32)
        glyphs[GLYPHS.index(glyph)] = 0.98
        if glyph == "3":
            wrong = float(np.clip(rng.normal(0.6, 0.03), 0.5, 0.7))
            glyphs[GLYPHS.index("3")], glyphs[GLYPHS.index("5")] = 0.97 - wrong, wrong
        suits = np.full(len(SUITS), 1e-3, np.float32)
        suits[SUITS.index(suit)] = 0.99
        features = rng.normal(0, 1, 128).astype(np.float32)
        return IndexReading(
            (glyphs / glyphs.sum()).astype(np.float32), (suits / suits.sum()).astype(np.float32),
            np.eye(len(DIRECTIONS), dtype=np.float32)[0], np.zeros((4, 2), np.float32), features=features,
            patch=drawn(glyph, suit, rng),
        )  # fmt: skip

    def picture(self, cards: list[str], rng: np.random.Generator) -> Reading:
        square = np.array([[0, 0], [50, 0], [50, 70], [0, 70]], np.float32)
        shown = [
            SeenCard(
                None, "up", 0.5, square + 60 * place,
                indices=tuple(Index(square, None, None, 0.5, self.read(code[:-1], code[-1], rng)) for _ in "ab"),
            )
            for place, code in enumerate(cards)
        ]  # fmt: skip
        return Reading(4000, 4000, tuple(shown))


def test_prints_told_apart_by_nothing_but_their_picture() -> None:
    rng = np.random.default_rng(4)
    blind = Blind()
    taught = teach("drawn", [blind.picture(PACK, rng) for _ in range(2)])
    assert {"3", "5"} & set(taught.used)
    assert taught.errors[0] >= 10
    assert taught.errors[1] * 2 < taught.errors[0]
    fresh = [(code, blind.read(code[:-1], code[-1], rng)) for code in PACK * 2]

    def errors(profile: Profile | None) -> int:
        count = 0
        for code, one in fresh:
            glyphs, suits = one.glyphs[None], one.suits[None]
            if profile is not None:
                glyphs, suits = profile.adjusted(glyphs, suits, one.features[None], one.patch[None])
            count += (GLYPHS[int(glyphs.argmax())], SUITS[int(suits.argmax())]) != (code[:-1], code[-1])
        return count

    assert errors(None) == 8
    assert errors(taught.profile) == 0


def test_two_packs_at_once_are_refused() -> None:
    printer = Printer(10)
    twice = "2C, 2D, 2H, 2S, AC, AD, AH, AS"
    with pytest.raises(TeachError, match=f"Picture 2 shows {twice} twice each: teach one pack at a time"):
        teach("two", [printer.picture(PACK), printer.picture([*PACK[:8], *PACK[:8]])])


def test_a_few_cards_taken_for_two_are_still_one_pack() -> None:
    printer = Printer(10)
    assert teach("one", [printer.picture([*PACK, *PACK[:5]]), printer.picture(PACK)]).cards == 52


def test_worse_copies_are_of_the_same_index() -> None:
    rng = np.random.default_rng(1)
    cut = np.stack([drawn("3", "C", rng), drawn("K", "H", rng)])
    copies = degraded(cut, 40, np.random.default_rng(2))
    assert copies.shape == (80, 96, 64, 3)
    assert np.array_equal(copies, degraded(cut, 40, np.random.default_rng(2)))

    def likeness(one: Image, other: Image) -> float:
        flat = [cv2.GaussianBlur(each.mean(axis=2), (0, 0), 4)[8:-8, 8:-8].ravel() for each in (one, other)]
        return float(np.corrcoef(flat[0], flat[1])[0, 1])

    like = np.array([[likeness(cut[k // 40], copy), likeness(cut[1 - k // 40], copy)] for k, copy in enumerate(copies)])
    assert (like[:, 0] > like[:, 1]).mean() > 0.9
    assert float(np.median(np.abs(copies.astype(int) - np.repeat(cut, 40, axis=0)).mean(axis=(1, 2, 3)))) > 5
