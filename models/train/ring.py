"""A ring of composed scenes on disk (best: in memory-backed storage), written by painters and read by the trainer.

A slot is two files: the picture as a plain array, read by memory map, and its truth as small arrays. A slot's truth is
taken away first and renamed into place last, and a reader that finds another after it has opened the picture draws
again, so that it never sees a picture with the truth of another. No two painters may fill the same slot at a time.
"""

from __future__ import annotations

import math
import os
import time
import zipfile
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.scene import Scene
from vision.geometry import sizes
from vision.prints import seats

Float = NDArray[np.float32]
CARD_CLASS = {"up": 1, "down": 2}
_SEVERAL = 4
"""Backs from which a scene is one of cards face down."""


class RingError(RuntimeError):
    """A ring without a scene that can be used; the message names it, and what is wrong."""


@dataclass(frozen=True)
class Truth:
    """A scene's truth as arrays.

    cards (C, 4, 2) corners; card_class (C,) 1 face, 2 back, 3 joker; card_visible (C,) 0..1;
    index (N, 4, 2), index_card (N, 4, 2) the card as seen from the index; index_visible (N, 2) share of rank and of
    suit seen; glyph (N,), suit (N,) names; ignore (K, 4, 2); pips (P, 4, 2) inside courts' frames, pip_suit (P,) their
    suits, pip_card (P,) the rows of their cards, pips_known (C,) whether all of a card's are among them.
    """

    cards: Float
    card_class: NDArray[np.int64]
    card_visible: Float
    index: Float
    index_card: Float
    index_visible: Float
    glyph: NDArray[np.str_]
    suit: NDArray[np.str_]
    ignore: Float
    pips: Float
    pip_suit: NDArray[np.str_]
    pip_card: NDArray[np.int64]
    pips_known: NDArray[np.bool_]


def indices_alone(
    index: list[Float], card: list[Float], visible: list[Float], glyph: list[str], suit: list[str], ignore: list[Float]
) -> Truth:
    """The truth of a picture of which only indices are known, each with its card's corners or nan."""
    return Truth(
        cards=_quads([]),
        card_class=np.zeros(0, np.int64),
        card_visible=np.zeros(0, np.float32),
        index=_quads(index),
        index_card=_quads(card),
        index_visible=np.array(visible, np.float32).reshape(-1, 2),
        glyph=np.array(glyph, np.str_),
        suit=np.array(suit, np.str_),
        ignore=_quads(ignore),
        pips=_quads([]),
        pip_suit=np.array([], np.str_),
        pip_card=np.zeros(0, np.int64),
        pips_known=np.zeros(0, np.bool_),
    )


def truth_of(scene: Scene) -> Truth:
    """The arrays of a scene's truth."""
    marks = [mark for card in scene.cards for mark in card.indices]
    pipped = [(row, card.code or "?", pip) for row, card in enumerate(scene.cards) for pip in card.pips or ()]
    classes = [3 if card.code == "JOKER" and card.side == "up" else CARD_CLASS[card.side] for card in scene.cards]
    return Truth(
        cards=_quads([card.quad for card in scene.cards]),
        card_class=np.array(classes, np.int64),
        card_visible=np.array([card.visible for card in scene.cards], np.float32),
        index=_quads([mark.quad for mark in marks]),
        index_card=_quads([mark.card_quad for mark in marks]),
        index_visible=np.array([[m.rank_visible, m.suit_visible] for m in marks], np.float32).reshape(-1, 2),
        glyph=np.array([mark.glyph for mark in marks], np.str_),
        suit=np.array([mark.suit or "none" for mark in marks], np.str_),
        ignore=_quads(list(scene.ignore)),
        pips=_quads([pip for _, _, pip in pipped]),
        pip_suit=np.array([code[-1] for _, code, _ in pipped], np.str_),
        pip_card=np.array([row for row, _, _ in pipped], np.int64),
        pips_known=np.array([card.pips is not None for card in scene.cards], np.bool_),
    )


def unusual(truth: Truth) -> bool:
    """Whether a scene shows what few do: indices in four corners, suits beside the ranks, or several backs."""
    if int(((truth.card_class == CARD_CLASS["down"]) & (truth.card_visible > 0.5)).sum()) >= _SEVERAL:
        return True
    known = np.isfinite(truth.index_card).all(axis=(1, 2)) & (truth.index_visible[:, 0] > 0.5)
    if not known.any():
        return False
    wide, tall = sizes(truth.index[known]).T
    return bool((wide > tall).any() or seats(truth.index[known], truth.index_card[known]).right.any())


def _read(arrays: Path) -> Truth:
    try:
        with np.load(arrays) as stored:
            told = {name: stored[name] for name in stored.files}
    except (zipfile.BadZipFile, EOFError) as error:
        raise ValueError(f"{arrays}: damaged") from error
    if told.keys() != {each.name for each in fields(Truth)}:
        raise ValueError(f"{arrays}: of another painter; paint the scenes anew")
    return Truth(**told)


def _quads(quads: list[Float]) -> Float:
    return np.array(quads, np.float32).reshape(-1, 4, 2)


class SceneRing:
    """Scenes in numbered slots of a folder; the oldest is overwritten when the ring is full.

    The folder is made when the first scene is stored.
    """

    def __init__(self, folder: Path, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity: a ring needs at least one slot, got {capacity}")
        self.folder = folder
        self.capacity = capacity
        self._listed: tuple[float, list[int]] = (-math.inf, [])
        # To read an array file takes longer than to cut a view: a truth is read once for every time it is written,
        # and whether it is unusual is told once.
        self._truths: dict[int, tuple[int, Truth, bool]] = {}

    def put(self, number: int, image: NDArray[np.uint8], truth: Truth) -> None:
        """Store a scene; `number` counts up without end and chooses the slot."""
        self.folder.mkdir(parents=True, exist_ok=True)
        slot = number % self.capacity
        picture, arrays = self._paths(slot)
        arrays.unlink(missing_ok=True)
        working = picture.with_suffix(".part")
        with working.open("wb") as file:
            np.save(file, image)
        os.replace(working, picture)
        with working.open("wb") as file:
            np.savez(file, **vars(truth))
        os.replace(working, arrays)

    def slots(self) -> list[int]:
        """Numbers of the filled slots."""
        return sorted(int(path.stem) for path in self._stored())

    def following(self) -> int:
        """The number to go on with: after the scene stored last, so that of a full ring the oldest gives way."""
        newest = max(self._stored(), key=lambda path: path.stat().st_mtime_ns, default=None)
        return 0 if newest is None else int(newest.stem) + 1

    def draw(self, rng: np.random.Generator, passed_over: float = 0.0) -> tuple[NDArray[np.uint8], Truth]:
        """A scene by chance.

        Args:
            rng: the chance.
            passed_over: share of the draws of scenes that are not `unusual` that are drawn again. Decks of four
                corners and of suits beside their ranks are few; learned at that rate, the way an index reads is
                guessed from its card's corner, which is right for all the others, and wrong for these. Tables of
                backs are few too, and every game begins with one.

        Raises:
            RingError: the ring holds no scene, or none of this painter.
        """
        image, truth, seldom = self._any(rng)
        while passed_over and not seldom and rng.random() < passed_over:
            image, truth, seldom = self._any(rng)
        return image, truth

    def _any(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Truth, bool]:
        """A scene by chance, and whether it is unusual; the folder is listed anew only now and then."""
        wrong = "it is empty"
        for _ in range(100):
            listed, slots = self._listed
            if not slots or time.monotonic() - listed > 20:
                slots = self.slots()
                self._listed = time.monotonic(), slots
            if not slots:
                break
            try:
                return self._told(slots[int(rng.integers(len(slots)))])
            except FileNotFoundError:  # being overwritten just now
                continue
            except (ValueError, EOFError) as error:
                wrong = str(error)
        raise RingError(f"{self.folder}: no scene to train on: {wrong}")

    def get(self, slot: int) -> tuple[NDArray[np.uint8], Truth]:
        """The picture (memory-mapped) and truth in a slot.

        Raises:
            FileNotFoundError: the slot is empty, or is being overwritten just now.
            ValueError: the truth is of a painter that told more or less of a scene, or a file is damaged.
        """
        image, truth, _ = self._told(slot)
        return image, truth

    def _told(self, slot: int) -> tuple[NDArray[np.uint8], Truth, bool]:
        picture, arrays = self._paths(slot)
        written = arrays.stat().st_mtime_ns
        known = self._truths.get(slot)
        if known is None or known[0] != written:
            truth = _read(arrays)
            known = self._truths[slot] = written, truth, unusual(truth)
        image = np.load(picture, mmap_mode="r")
        if arrays.stat().st_mtime_ns != written:
            raise FileNotFoundError(f"{arrays}: overwritten just now")
        return image, known[1], known[2]

    def _stored(self) -> list[Path]:
        return [path for path in self.folder.glob("*.npz") if path.stem.isdecimal()]

    def _paths(self, slot: int) -> tuple[Path, Path]:
        return self.folder / f"{slot:06d}.npy", self.folder / f"{slot:06d}.npz"
