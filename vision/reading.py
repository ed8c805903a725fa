"""From a picture to its cards: every stage in its order, each timed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from pathlib import Path
from time import perf_counter
from typing import Literal

import numpy as np

from rules.glyphs import Language
from vision import facereader, middles, pips, portraits
from vision import language as languages
from vision.assembly import Assembled, assemble
from vision.backs import face_down, passed_over, unbacked, unmasked
from vision.calibration import Calibration
from vision.corners import Group
from vision.cover import Cover
from vision.decision import decide, fused, real, twins
from vision.errors import Remark
from vision.exposure import lit
from vision.fitting import fitted
from vision.geometry import Doubles
from vision.ink import Inks
from vision.naming import Named, Naming, once
from vision.picture import Source, load
from vision.quality import fault
from vision.reader import identify
from vision.scales import Looks, Part, look
from vision.shapes import together
from vision.slant import slant
from vision.square import straightened
from vision.standout import with_standing_out
from vision.things import of_a_size, uncut
from vision.tiles import without_paving
from vision.types import (
    Aligner,
    DeckProfile,
    Detector,
    FaceReader,
    Floats,
    GlyphReader,
    Image,
    Index,
    IndexReading,
    Reading,
    SeenCard,
    Sightings,
    quads,
    scores,
)

Packs = int | Literal["auto"]
MOST_PACKS = 8
_FEW_SUITS = 4
"""Suits that are looked for by themselves in a part of a picture that is read in a hurry."""

_AHEAD = 0.5
"""By how many cards a stretched picture has to tell more to be believed instead: what it shows is drawn apart."""


@dataclass(frozen=True)
class Settings:
    """How pictures are read.

    Attributes:
        looks: scales a picture is looked at.
        twin: confidence from which equal cards at two places mean two packs, when the packs in play are not given.
        named: confidence from which a card is named.
    """

    looks: Looks = field(default_factory=Looks)
    twin: float = 0.9
    named: float = 0.5


class Reader:
    """Reads pictures of cards.

    Its stages can be used one by one: `sight` finds, `identify` reads indices, `settle` names the cards.
    """

    def __init__(
        self,
        detector: Detector,
        glyph_reader: GlyphReader,
        calibration: Calibration | None = None,
        settings: Settings | None = None,
        deck_profile: DeckProfile | None = None,
        aligner: Aligner | None = None,
        face_reader: FaceReader | None = None,
    ) -> None:
        self.detector = detector
        self.glyph_reader = glyph_reader
        self.aligner = aligner
        self.face_reader = face_reader
        self.calibration = calibration or Calibration()
        self.settings = settings or Settings()
        self.deck_profile = deck_profile

    def sight(self, frame: Image, live: bool | Part = True) -> Sightings:
        """Indices, faces, backs and jokers of a BGR frame, in its pixels; one look only where `live`."""
        found = look(self.detector, frame, self.settings.looks, live)
        # Who looks at a frame has no time for faces too, and sees them again.
        found = straightened(frame, found, faces=not live)
        if live is True:
            return found
        return replace(found, face_quads=fitted(frame, found.face_quads), back_quads=fitted(frame, found.back_quads))

    def identify(
        self, frame: Image, index_quads: Floats, live: bool = False, most_suits: int | None = None
    ) -> list[IndexReading]:
        """What each of (N, 4, 2) index quads of a BGR frame says, in the order given.

        Args:
            frame: (H, W, 3) BGR.
            index_quads: (N, 4, 2) in it.
            live: whether to try less often.
            most_suits: of how many of them suits in doubt are looked for by themselves; None for all.
        """
        return identify(self.glyph_reader, frame, index_quads, self.deck_profile, self.aligner, not live, most_suits)

    def read(
        self,
        image: Source,
        packs: Packs = "auto",
        language: languages.Told = "auto",
        live: bool | Part = False,
        jokers: bool = True,
        name: str | None = None,
    ) -> Reading:
        """Name every card of a picture.

        Args:
            image: path, file contents or pixels, see `vision.picture.load`.
            packs: how often each card may occur, or "auto".
            language: of the printed indices, "en", "fr", "de", "nl", "auto", or how likely each is.
            live: look once only, for camera frames; at a part of the picture only, where one is given.
            jokers: whether the packs hold any; where they do not, what looks like one is another card.
            name: what the reading and its errors call the picture; of a path its text by default.

        Raises:
            PictureError: no usable picture.
            ValueError: packs or language that are none.
        """
        check(packs, language)
        start = perf_counter()
        if name is None and isinstance(image, (str, os.PathLike)):
            name = str(Path(image))
        taken = load(image, name)
        pixels = lit(taken)
        loaded = perf_counter()
        reading, found = self._read(pixels, packs, language, live, jokers)
        flat = None if live else slant(found, reading.cards, pixels.shape)
        if flat is not None:
            # What looks too flat is at times found better stretched, and at times, where that blurs it, read worse.
            other, _ = self._read(flat.stretched(pixels), packs, language, live, jokers)
            spent = {stage: reading.milliseconds[stage] + more for stage, more in other.milliseconds.items()}
            better = _told(other) > _told(reading) + _AHEAD
            reading = replace(flat.unstretched(other, pixels.shape) if better else reading, milliseconds=spent)
        wrong = None if live else fault(taken)
        spent = dict(reading.milliseconds)
        if not isinstance(image, np.ndarray):
            spent = {"load": 1000 * (loaded - start), **spent}
        spent["total"] = 1000 * (perf_counter() - start)
        return replace(reading, image=name, milliseconds=spent, fault=wrong)

    def _read(
        self, pixels: Image, packs: Packs, language: languages.Told, live: bool | Part, jokers: bool
    ) -> tuple[Reading, Sightings]:
        """The reading of a BGR picture, with the milliseconds of its stages, and what was sighted in it."""
        began = perf_counter()
        found = self.sight(pixels, live)
        sighted = perf_counter()
        hurried = not live.thorough if isinstance(live, Part) else live
        # Of single frames the suits found so are few; who looks again and again comes to believe what is misread.
        part = isinstance(live, Part)
        most_suits = (_FEW_SUITS if part else 0) if hurried else None
        readings = self.identify(pixels, found.index_quads, hurried, most_suits)
        identified = perf_counter()
        # Who looks at a part of a table again and again weighs faint face-down cards by themselves.
        whole = live.covers(pixels) if isinstance(live, Part) else not live
        every = part or not hurried
        inks = live.inks if isinstance(live, Part) else None
        reading = self.settle(pixels, found, readings, packs, language, part, whole, not hurried, every, jokers, inks)
        spent = {"detect": sighted - began, "read": identified - sighted, "assemble": perf_counter() - identified}
        return replace(reading, milliseconds={stage: 1000 * value for stage, value in spent.items()}), found

    def settle(
        self,
        frame: Image,
        found: Sightings,
        readings: Sequence[IndexReading],
        packs: Packs = "auto",
        language: languages.Told = "auto",
        faint: bool = False,
        whole: bool = False,
        thorough: bool = True,
        every: bool = True,
        jokers: bool = True,
        inks: Inks | None = None,
    ) -> Reading:
        """Put sightings and readings of one BGR frame together into its cards, named jointly.

        Args:
            frame: the picture, for its size and the look of plain backs.
            found: its sightings.
            readings: one for each of its indices, in order.
            packs: as for `read`.
            language: as for `read`.
            faint: whether face-down cards are given too that are less likely than not.
            whole: whether face-down cards that were not sighted are looked for by those that were.
            thorough: whether there is time to ask pips where little doubt is left.
            every: whether faces are asked too whose indices leave nothing open, and middles where they do.
            jokers: as for `read`.
            inks: of cards known to lie elsewhere.

        Raises:
            ValueError: other than one reading for each index; packs or language that are none.
        """
        check(packs, language)
        if len(readings) != len(found.index_quads):
            raise ValueError(f"{len(readings)} readings for {len(found.index_quads)} indices")
        if not jokers:
            found = replace(found, joker_quads=quads(), joker_scores=scores())
            readings = languages.without_jokers(readings)
        if readings:
            found = replace(found, index_quads=np.stack([reading.quad for reading in readings]))
        told = language if self.deck_profile is None else languages.of_deck(language, self.deck_profile.language)
        vain = self.calibration.in_vain(found.index_scores)
        shaped, spoken, chances = _said(readings, told, vain)
        laid = assemble(found, chances, None if packs == "auto" else packs, frame)
        cover = Cover(laid.groups, found.index_quads, found.back_quads[laid.backs], frame.shape)
        lettered: list[int] = []
        if every:
            readings, lettered = middles.consulted(self.glyph_reader, frame, laid.groups, readings, cover)
        if lettered:
            shaped, spoken, chances = _said(readings, told, vain)
        table = fused(laid.groups, chances, shaped, inks)
        if self.face_reader is not None:
            faces = facereader.asked(
                self.face_reader, frame, laid.groups, table, found.index_quads, cover, every, lettered
            )
            if languages.disputed(shaped, spoken):
                # All letters of a pack are of one language: one court that is known tells what the others' letter is.
                by = {each: languages.chances(shaped, {each: 1.0}, vain) for each, chance in spoken.items() if chance}
                tables = {each: fused(laid.groups, its, shaped, inks) for each, its in by.items()}
                spoken = languages.weighed(spoken, {each: faces.likelihood(its) for each, its in tables.items()})
                table = np.sum([spoken[each] * faces.weighed(its) for each, its in tables.items()], axis=0)
            else:
                table = faces.weighed(table)
        table = pips.consulted(self.glyph_reader, frame, laid.groups, table, cover, thorough)
        if self.deck_profile is not None and self.deck_profile.portraits is not None:
            alone = self.face_reader is None
            table = portraits.consulted(self.deck_profile.portraits, frame, laid.groups, table, cover, alone)
        naming = Naming(found, readings, self.calibration, self.settings.named)
        count, remarks = self._packs(packs, laid.groups, table, naming)
        surely = [real(group, chances) for group in laid.groups]
        named = [
            naming.card(group, decided)
            for group, decided in zip(laid.groups, decide(table, surely, count), strict=True)
        ]
        named = once(named, laid.groups)
        cards = [item.card for item in named if item.card is not None]
        cards += [naming.joker(row) for row in laid.jokers]
        cards += face_down(frame, found, laid, cards, naming, 0.0 if faint else self.settings.named)
        if not faint:
            cards = unmasked(frame, unbacked(frame, cards))
        if whole:
            cards = without_paving(frame, cards)
            ok = of_a_size(cards, [], uncut(cards, (0, 0, frame.shape[1], frame.shape[0])))
            cards = with_standing_out(frame, list(compress(cards, ok)))
            cards += passed_over(frame, cards)
        mirrored = _mirrored(readings)
        if mirrored:
            remarks.append(Remark("reading.mirrored"))
        height, width = frame.shape[:2]
        return Reading(
            width=width,
            height=height,
            cards=tuple(in_reading_order(cards)),
            stray=tuple(_stray(named, laid, naming)),
            remarks=tuple(remarks),
            language=max(spoken, key=lambda each: spoken[each]).value,
            packs=count,
            mirrored=mirrored,
        )

    def _packs(self, packs: Packs, groups: list[Group], table: Doubles, naming: Naming) -> tuple[int, list[Remark]]:
        """How many packs to tell the cards apart under, and what to say of equal cards."""
        alone = naming.alone(groups, table)
        equal = twins(table, groups, alone, self.settings.twin)
        most = max((len(rows) for rows in equal.values()), default=1)
        count = min(most, MOST_PACKS) if packs == "auto" else packs
        told = {"cards": [str(languages.card(name)) for name in sorted(equal)], "places": most, "packs": count}
        if packs == "auto":
            return count, [Remark("reading.more_packs", told)] if most > 1 else []
        return count, [Remark("reading.too_often", told)] if most > packs else []


def check(packs: Packs, language: languages.Told) -> None:
    """Raise a ValueError unless packs are "auto" or 1 to 8 and the language is "auto" or one of those printed."""
    if packs != "auto" and (not isinstance(packs, int) or isinstance(packs, bool) or not 1 <= packs <= MOST_PACKS):
        raise ValueError(f"{packs!r} packs: auto or 1 to {MOST_PACKS}")
    if isinstance(language, str) and language != "auto" and language not in {each.value for each in Language}:
        raise ValueError(f"no language {language!r}: auto, {', '.join(each.value for each in Language)}")


def _said(
    readings: Sequence[IndexReading], told: languages.Told, vain: Doubles
) -> tuple[list[IndexReading], dict[Language, float], Doubles]:
    """Readings whose suits were held against each other, how likely each language is, and what each index says (N, 54).

    Args:
        readings: of N indices.
        told: of the language.
        vain: (N,) chances that they are none.
    """
    held = together(np.array([reading.suits for reading in readings], np.float32).reshape(-1, 5))
    shaped = [replace(reading, suits=suits) for reading, suits in zip(readings, held, strict=True)]
    spoken = languages.spoken(readings, told)
    return shaped, spoken, languages.chances(shaped, spoken, vain)


def _told(reading: Reading) -> float:
    """How many cards more a reading can be expected to name rightly than wrongly."""
    return sum(2 * card.confidence - 1 for card in reading.cards if card.card is not None)


def _mirrored(readings: Sequence[IndexReading]) -> bool:
    clear = [reading for reading in readings if reading.glyph not in ("none", "illegible")]
    return bool(clear) and sum(bool(reading.directions[2] > 0.5) for reading in clear) > len(clear) / 2


def _stray(named: list[Named], laid: Assembled, naming: Naming) -> list[Index]:
    rows = [row for item in named for row in item.dropped] + laid.stray
    return [index for index in map(naming.index, rows) if index.glyph is not None]


def in_reading_order(cards: list[SeenCard]) -> list[SeenCard]:
    """Cards in rows from the top, each row from the left."""
    if not cards:
        return []
    corners = np.stack([card.corners for card in cards])
    middles, tall = corners.mean(axis=1).tolist(), np.ptp(corners[..., 1], axis=1).tolist()
    left = sorted(range(len(cards)), key=lambda card: middles[card][1])
    out: list[SeenCard] = []
    while left:
        first = left[0]
        row = [card for card in left if middles[card][1] - middles[first][1] < 0.5 * min(tall[first], tall[card])]
        left = [card for card in left if card not in row]
        out += [cards[card] for card in sorted(row, key=lambda card: middles[card][0])]
    return out
