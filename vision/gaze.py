"""Looking at a table: the cards at rest in some parts of a frame, and what the looks say of the deck and the camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress
from typing import Literal

import cv2
import numpy as np

from vision.attention import whole
from vision.backs import paper, passed_over, unbacked, unmasked
from vision.change import Change, Mask
from vision.closer import Looker, enlarged
from vision.doubts import SURE
from vision.geometry import Doubles
from vision.ink import Inks, Print
from vision.language import Letters, Told
from vision.matching import without_ghosts
from vision.mirrored import Mirrored
from vision.motion import Motion
from vision.oneprint import of_one_print
from vision.outline import borne_out
from vision.scales import Part
from vision.slant import ENOUGH, Slant, slanted, tells_shape
from vision.standout import with_standing_out
from vision.table import mapped, mapped_cards
from vision.things import of_a_size, uncut
from vision.tiles import Tiles
from vision.track import Track, inked
from vision.types import Floats, Image, Reading, SeenCard
from vision.uniform import Uniform

_OTHER_SCALE = 1.6
"""How much larger a card is looked at by itself that cannot be named."""
_OTHERWISE = 0.15
"""By what share a frame has to be stretched otherwise that a look taken is taken anew."""


@dataclass(frozen=True)
class Glance:
    """What one look showed.

    Attributes:
        cards: at rest, in the reference picture.
        scales: pixels of the network's input for one of the frame, for each of the cards.
        seen: cells of the reference picture that were looked at while they were at rest.
    """

    cards: list[SeenCard]
    scales: list[float]
    seen: Mask


@dataclass
class Gaze:
    """Looks, and remembers what holds for the table as a whole.

    Args:
        reader: reads a frame.
        packs: in play.
        language: of the indices, "auto" to find out.
        joker: whether the packs hold jokers.
        hold: seconds a place must have been at rest to count as looked at.
        looks: taken so far.
        way: tells whether the camera mirrors.
    """

    reader: Looker
    packs: int | Literal["auto"]
    language: str
    joker: bool
    hold: float
    looks: int = 0
    way: Mirrored = field(default_factory=Mirrored)
    _scale: float = 1.0
    _slant: Slant | None = None
    _told_by: int = 0
    _tiles: Tiles = field(default_factory=Tiles)
    _uniform: Uniform = field(default_factory=Uniform)
    _letters: Letters = field(default_factory=Letters)

    @property
    def spoken(self) -> str:
        """The likeliest language of the indices."""
        if self.language != "auto":
            return self.language
        chances = self._letters.prior()
        return max(chances, key=lambda each: chances[each]).value

    def at(
        self,
        image: Image,
        wanted: Sequence[Part],
        change: Change,
        motion: Motion,
        lying: Sequence[Floats] = (),
        down: Sequence[Floats] = (),
        open_: Sequence[Floats] = (),
        afresh: bool = False,
        named: Sequence[Print] = (),
    ) -> Glance:
        """Look at parts of a frame.

        Args:
            image: the frame.
            wanted: its parts.
            change: of the frame.
            motion: of the frame.
            lying: (4, 2) outlines in the reference picture of cards seen well before, which say how large a card is.
            down: those of them that surely lie face down.
            open_: of cards told before that lie face up, seen well or not.
            afresh: whether nothing is known of the table yet.
            named: cards that were named before. The ink of those that a look may show again says nothing to it.
        """
        if afresh:
            self._told_by = 0
        back = np.asarray(np.linalg.inv(change.camera), dtype=np.float64)
        seen = np.zeros(change.dirty.shape, dtype=bool)
        found: list[tuple[SeenCard, float]] = []
        shown = self._shown(image)
        backs, faces = (
            [mapped(quad, change.camera).astype(np.float32) for quad in outlines] for outlines in (down, open_)
        )
        for box in wanted:
            part = replace(box, inks=Inks.of(card for card in named if not _shows(box, card, change)))
            reading = self._read(image, shown, part)
            before = self._slant
            anew = self._lies_flat(reading, image.shape) and afresh
            if self._slant is not before:
                shown = self._shown(image)
            if anew:
                reading = self._read(image, shown, part)
            self._scale = part.scale
            left, top, right, bottom = part.box
            seen |= motion.cells(mapped([[left, top], [right, top], [right, bottom], [left, bottom]], back))
            self._letters.note(reading.cards)
            self.looks += self.way.note(reading, partial(self._turned_over, image, part))
            here = [card for card in reading.cards if _inside(card.corners.mean(axis=0), part.box)]
            here = without_ghosts(here)
            here = unmasked(image, unbacked(image, here, backs, faces), backs)
            here = _borne_out(image, here, lying, change)
            there = mapped_cards(here, back)
            # Where the table looked otherwise before, what is seen is no part of its pattern.
            laid = {id(card) for card in there if motion.laid_on(card.corners)}
            tiles = self._tiles.among(image, here, [card.corners for card in there])
            kept = [not tile or id(card) in laid for card, tile in zip(there, tiles, strict=True)]
            here, there = (list(compress(cards, kept)) for cards in (here, there))
            sized = of_a_size(there, lying, uncut(here, part.box))
            here, there = (list(compress(cards, sized)) for cards in (here, there))
            worn = self._uniform.worn(image, here, [card.corners for card in there])
            kept = [ok or id(card) in laid for card, ok in zip(there, worn, strict=True)]
            here, there = (list(compress(cards, kept)) for cards in (here, there))
            if afresh:
                # What was taken for a card and is none may lie across some.
                here = self._with_others(image, here, back)
                there = mapped_cards(here, back)
            found += [(card, part.scale) for card in there]
        # What moves yet was not looked at.
        seen &= change.still >= self.hold
        still: list[tuple[SeenCard, float]] = []
        for card, scale in found:
            if motion.moves(card.corners, change):
                seen &= ~motion.cells(card.corners, 1.1)
            else:
                still.append((card, scale))
        return Glance([card for card, _ in still], [scale for _, scale in still], seen)

    def scouted(self, image: Image) -> tuple[SeenCard, ...]:
        """The cards of a frame that may show another table: nothing is learned of this one from it."""
        self.looks += 1
        part = whole((image.shape[1], image.shape[0]), [])
        return self.reader.read(image, self.packs, self._language(), part, self.joker).cards

    def _shown(self, image: Image) -> Image:
        """A frame as it is looked at: stretched where its cards are seen flat."""
        return image if self._slant is None else self._slant.stretched(image)

    def _read(self, image: Image, shown: Image, part: Part) -> Reading:
        """A look at a part of a frame, given as it is and as it is looked at."""
        self.looks += 1
        there = part if self._slant is None else self._slant.part(part)
        reading = self.reader.read(shown, packs=self.packs, language=self._language(), live=there, jokers=self.joker)
        return reading if self._slant is None else self._slant.unstretched(reading, image.shape)

    def _lies_flat(self, reading: Reading, shape: tuple[int, ...]) -> bool:
        """Note how flat the cards of a reading of a frame are seen; whether it is to be stretched otherwise for it."""
        telling = sum(map(tells_shape, reading.cards))
        if telling < ENOUGH or telling <= self._told_by:
            return False
        before, self._told_by = self._slant, telling
        self._slant = slanted(reading.cards, shape)
        return self._slant is not None and (before is None or abs(self._slant.times / before.times - 1) > _OTHERWISE)

    def _with_others(self, image: Image, cards: Sequence[SeenCard], back: Doubles) -> list[SeenCard]:
        """The cards of a frame with face-down ones that the detector passed over."""
        more = with_standing_out(image, cards)
        tiles = self._tiles.among(image, more, [card.corners for card in mapped_cards(more, back)])
        more = [card for card, tile in zip(more, tiles, strict=True) if card in cards or not tile]
        return more + passed_over(image, more)

    def closer(self, image: Image, quad: Floats, change: Change, named: Sequence[Print] = ()) -> list[SeenCard]:
        """The face-up cards at a place of the reference picture, looked at by itself at another scale.

        Args:
            image: the frame.
            quad: (4, 2) outline there.
            change: of the frame.
            named: other cards, that were named before.
        """
        self.looks += 1
        place, inks = mapped(quad, change.camera), Inks.of(named)
        scale, slant = _OTHER_SCALE * self._scale, self._slant
        if slant is None:
            return enlarged(self.reader, image, place, scale, self._language(), self.joker, inks)
        onto, scaled = slant.onto(place), slant.scaled(scale)
        seen = enlarged(self.reader, self._shown(image), onto, scaled, self._language(), self.joker, inks)
        return [slant.put_back(card) for card in seen]

    def closer_at_one(self, image: Image, tracks: Sequence[Track], change: Change) -> None:
        """One card that cannot be named yet, looked at by itself and enlarged: another scale is another look."""
        for track in tracks:
            unsure = track.seen.side == "up" and track.hidden_by is None and track.evidence.decided()[1] < SURE
            if track.said is not None or not unsure or track.closer or track.looks < 2:
                continue
            track.closer = True
            seen = self.closer(image, track.quad, change, inked(tracks, track))
            if seen:
                track.evidence.clearer(max(seen, key=track.evidence.agreement))
            return

    def _turned_over(self, image: Image, part: Part) -> Reading:
        """The same part of a frame as a camera that mirrors it would show it."""
        left, top, right, bottom = part.box
        width = image.shape[1]
        over = np.asarray(cv2.flip(image, 1), dtype=np.uint8)
        box = (width - right, top, width - left, bottom)
        there = Part(box, part.scale, inks=part.inks)
        return self.reader.read(over, packs=self.packs, language=self._language(), live=there, jokers=self.joker)

    def _language(self) -> Told:
        """Of the indices: the one told, else what the letters seen so far say of it."""
        return self._letters.prior() if self.language == "auto" else self.language


def _borne_out(image: Image, cards: Sequence[SeenCard], lying: Sequence[Floats], change: Change) -> list[SeenCard]:
    """The cards of a look that are some by more than a resemblance: by themselves, or as several of one print.

    Plain paper is none, but where it is as large as those around it.

    Args:
        image: (H, W, 3) BGR.
        cards: seen in it.
        lying: (4, 2) outlines in the reference picture of cards seen well before.
        change: of the frame.
    """
    doubted = [card for card in cards if not borne_out(image, card)]
    faint = [card for card in doubted if card.side == "down"]
    down = sorted((card for card in cards if card.side == "down"), key=lambda card: -card.confidence)
    known = [mapped(quad, change.camera).astype(np.float32) for quad in lying] if down else []
    if faint:
        of_one = of_one_print(image, [card.corners for card in faint], [*(card.corners for card in down), *known])
        doubted = [card for card in doubted if card not in faint or not of_one[faint.index(card)]]
    for card in down:
        others = [other.corners for other in cards if other is not card]
        if card not in doubted and paper(image, card.corners, [*others, *known]):
            doubted.append(card)
    return [card for card in cards if card not in doubted]


def _shows(part: Part, card: Print, change: Change) -> bool:
    """Whether a look at a part of a frame may show a card named before."""
    return card.outline is not None and _inside(mapped(card.outline, change.camera).mean(axis=0), part.box)


def _inside(point: Floats, box: tuple[int, int, int, int]) -> bool:
    return bool(box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3])
