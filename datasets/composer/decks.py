"""Where the composer gets its packs from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from datasets.deck import Deck, Face, Image

Paint = Callable[[np.random.Generator], Deck]
Load = Callable[[Path], Deck]
# Variants are made of artwork only, of whatever type `Load` gives.
Vary = Callable[[Any, np.random.Generator], Deck]


class DeckSource(Protocol):
    """Anything that gives a pack for a scene."""

    def sample(self, rng: np.random.Generator) -> Deck:
        """A pack."""


class OtherBack:
    """A deck whose cards show another back."""

    def __init__(self, deck: Deck, back: Image) -> None:
        """Takes the deck and a back (H, W, 4) uint8 BGRA of its faces' size."""
        self.name = deck.name
        self.language = deck.language
        self._deck = deck
        self._back = back

    def codes(self) -> tuple[str, ...]:
        """The codes of the deck's cards."""
        return self._deck.codes()

    def face(self, code: str) -> Face:
        """The face of one card; a KeyError where the deck has no such card."""
        return self._deck.face(code)

    def back(self) -> Image:
        """The other back: (H, W, 4) uint8 BGRA."""
        return self._back


class Decks:
    """A rolling store of packs, since painting one is dearer than composing a scene.

    A back is cheap beside a pack, so a scene may get one of its own: what all backs have in common shows in many.

    Args:
        paint: paints a new pack.
        artwork_folders: folders with one picture per card; loaded once each.
        keep: how many packs are kept at a time.
        reuse: how many scenes each pack serves on average before it is replaced.
        shares: shares of painted packs, artwork as it is, and variants of artwork.
        load: loads artwork; by default `datasets.artwork.load_artwork`.
        vary: makes a variant of artwork; by default `datasets.variant.artwork_variant`.
        other_backs: share of scenes whose pack gets a back that no other scene has.

    Raises:
        ValueError: neither `paint` nor artwork is given.
    """

    def __init__(
        self,
        paint: Paint | None = None,
        artwork_folders: Sequence[Path | str] = (),
        keep: int = 24,
        reuse: float = 30.0,
        shares: tuple[float, float, float] = (0.75, 0.10, 0.15),
        load: Load | None = None,
        vary: Vary | None = None,
        other_backs: float = 0.0,
    ) -> None:
        if paint is None and not artwork_folders:
            raise ValueError("a source of decks needs a painter or folders of artwork")
        self._paint = paint
        self._folders = [Path(folder) for folder in artwork_folders]
        self._artwork: dict[Path, Deck] = {}
        self._keep = keep
        self._renew = 1.0 / max(reuse, 1.0)
        weights = np.array(shares, dtype=np.float64)
        if paint is None:
            weights[0] = 0
        if not self._folders:
            weights[1:] = 0
        self._shares = weights / weights.sum()
        self._load, self._vary = load, vary
        self._other_backs = other_backs
        self._store: list[Deck] = []

    def sample(self, rng: np.random.Generator) -> Deck:
        """A pack of the store, now and then a new one, which takes the place of the oldest; its back may be another."""
        deck = self._stored(rng)
        if self._other_backs and rng.random() < self._other_backs:
            return OtherBack(deck, self._back(rng, deck))
        return deck

    def _stored(self, rng: np.random.Generator) -> Deck:
        if (len(self._store) < self._keep and rng.random() < 0.5) or not self._store:
            self._store.append(self._fresh(rng))
            return self._store[-1]
        if rng.random() < self._renew:
            self._store.pop(0)
            self._store.append(self._fresh(rng))
            return self._store[-1]
        return self._store[int(rng.integers(len(self._store)))]

    def _fresh(self, rng: np.random.Generator) -> Deck:
        kind = int(rng.choice(3, p=self._shares))
        if kind == 0 and self._paint is not None:
            return self._paint(rng)
        folder = self._folders[int(rng.integers(len(self._folders)))]
        deck: Deck = self._art(folder)
        return self._varier()(deck, rng) if kind == 2 else deck

    def _back(self, rng: np.random.Generator, deck: Deck) -> Image:
        """A new back of a deck's size and outline: painted, or an artwork's in other colours."""
        from datasets.painter.backs import VARIED, paint_back
        from datasets.painter.canvas import cut_out
        from datasets.painter.inks import random_palette
        from datasets.painter.wear import Wear, worn
        from datasets.variant import recoloured_back

        own = deck.back()
        height, width = own.shape[:2]
        folder = self._folders[int(rng.integers(len(self._folders)))] if self._folders else None
        if folder is not None and rng.random() < 0.15:
            pixels = recoloured_back(self._art(folder), rng, (width, height))
        else:
            pixels = paint_back(width, height, random_palette(rng), rng, VARIED, borderless=0.4)
        return cut_out(worn(pixels, Wear.random(rng), 1), own[..., 3])

    def _art(self, folder: Path) -> Any:
        if folder not in self._artwork:
            self._artwork[folder] = self._loader()(folder)
        return self._artwork[folder]

    def _loader(self) -> Load:
        if self._load is None:
            from datasets.artwork import load_artwork

            self._load = load_artwork
        return self._load

    def _varier(self) -> Vary:
        if self._vary is None:
            from datasets.variant import artwork_variant

            self._vary = artwork_variant
        return self._vary
