"""What was decided, as the values that go out: cards, jokers, face-down cards and indices, confidence calibrated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rules.cards import Card
from vision.calibration import Calibration, Evidence
from vision.corners import Group
from vision.decision import Decided, log_odds
from vision.geometry import Doubles, overlap_ratio, rolled
from vision.language import JOKER_NAME, NOTHING, card
from vision.types import GLYPHS, SUITS, Floats, Index, IndexReading, SeenCard, Sightings, quads

_CERTAIN = 0.95
"""Confidence from which no candidates are listed."""
_ANY = 0.03
"""Chance that no name reaches where a card may be any: one in fifty-two, and what rounding makes of it."""
_LISTED = 0.004
_SAME = 0.85
"""Share of their joint area that two outlines of one card have in common."""
_MOST_LISTED = 20


@dataclass(frozen=True, eq=False)
class Named:
    """A card, or nothing and the rows of the indices that were taken for it in vain."""

    card: SeenCard | None
    dropped: tuple[int, ...] = ()


class Naming:
    """Turns what was decided about one picture's groups into cards."""

    def __init__(
        self, found: Sightings, readings: Sequence[IndexReading], calibration: Calibration, named: float = 0.5
    ) -> None:
        """Name from the sightings and their readings; a card under the confidence `named` stays without a name."""
        self.found = found
        self.readings = readings
        self.calibration = calibration
        self.named = named
        # As plain numbers, worked out for all at once: cards and indices together ask for them a hundred times.
        glyphs = np.array([reading.glyphs for reading in readings], dtype=np.float32).reshape(-1, len(GLYPHS))
        quad = quads([reading.quad for reading in readings])
        left, right = (np.hypot(*side.T) for side in (quad[:, 3] - quad[:, 0], quad[:, 2] - quad[:, 1]))
        suits = np.array([reading.suits for reading in readings], dtype=np.float32).reshape(-1, len(SUITS))
        self._telling = (glyphs[:, -2:].sum(axis=1) < 0.5).tolist()
        self._glyphs = glyphs.max(axis=1).tolist()
        self._suits = suits.max(axis=1).tolist()
        self._says = [
            (GLYPHS[glyph], SUITS[suit])
            for glyph, suit in zip(glyphs.argmax(axis=1).tolist(), suits.argmax(axis=1).tolist(), strict=True)
        ]
        self._heights = ((left + right) / 2).tolist()
        self._scores = found.index_scores.tolist()

    def evidence(self, group: Group, margin: float) -> Evidence:
        """The evidence for a group whose name has this margin."""
        if not group.members and group.face is not None:
            return Evidence(margin, sighting=float(self.found.face_scores[group.face]))
        rows = group.members
        if len(rows) == 1:
            row = rows[0]
            agreement = -1.0 if group.conflict else 0.0
            return Evidence(margin, agreement, self._suits[row], self._heights[row], self._scores[row])
        return Evidence(
            margin=margin,
            agreement=-1.0 if group.conflict else float(sum(self._telling[row] for row in rows) > 1),
            suit=max((self._suits[row] for row in rows), default=0.0),
            height=max((self._heights[row] for row in rows), default=0.0),
            sighting=max((self._scores[row] for row in rows), default=0.0),
        )

    def alone(self, groups: Sequence[Group], table: Doubles) -> list[float]:
        """Confidences of (G,) groups' likeliest names by their own indices, whatever lies beside them; 0 without any.

        `table` (G, 54) are the chances of each.
        """
        likeliest = table[:, :NOTHING].max(axis=1).tolist()
        return [
            self.calibration.confidence(self.evidence(group, log_odds(chance))) if group.members else 0.0
            for group, chance in zip(groups, likeliest, strict=True)
        ]

    def card(self, group: Group, decided: Decided) -> Named:
        """The card of a group."""
        if decided.name is None:
            return Named(None, tuple(group.members))
        corners = upright(group.outline)
        indices = tuple(self.index(row) for row in group.members)
        source: Literal["face", "index"] = "face" if group.face is not None else "index"
        if not group.members and decided.chances[:JOKER_NAME].max() < _ANY:
            return Named(SeenCard(None, "up", 1 / 52, corners, "face"))
        evidence = self.evidence(group, decided.margin)
        confidence = self.calibration.confidence(evidence)
        candidates = _candidates(decided.chances, decided.name, confidence) if confidence < _CERTAIN else {}
        name: Card | None = card(decided.name)
        if confidence < self.named:
            name = None
            confidence = min(self.named, max(candidates.values(), default=confidence))
        return Named(SeenCard(name, "up", confidence, corners, source, candidates, indices, evidence))

    def joker(self, row: int) -> SeenCard:
        """A joker seen by its face."""
        score = float(self.found.joker_scores[row])
        name = card(JOKER_NAME) if score >= self.named else None
        candidates = {card(JOKER_NAME): score} if score < _CERTAIN else {}
        return SeenCard(name, "up", score, upright(self.found.joker_quads[row]), "face", candidates)

    def back(self, row: int) -> SeenCard:
        """A face-down card."""
        score = float(self.found.back_scores[row])
        evidence = Evidence(log_odds(score), sighting=score)
        corners = upright(self.found.back_quads[row])
        return SeenCard(None, "down", self.calibration.back_confidence(score), corners, evidence=evidence)

    def index(self, row: int) -> Index:
        """One printed corner."""
        reading = self.readings[row]
        glyph, suit = self._says[row]
        chance = self._glyphs[row] * (1.0 if suit == "none" else self._suits[row])
        single = Group([row], reading.quad, self._scores[row])
        return Index(
            quad=reading.quad,
            glyph=None if glyph in ("none", "illegible") else glyph,
            suit=None if suit == "none" else suit,
            confidence=self.calibration.confidence(self.evidence(single, log_odds(chance))),
            reading=reading,
        )


def once(named: Sequence[Named], groups: Sequence[Group]) -> list[Named]:
    """The same without unnamed cards that lie where others do of which more is known: what was found there is theirs.

    Args:
        named: of each group.
        groups: of indices, or of faces.
    """
    out = list(named)
    kept: list[Floats] = []
    surest = sorted(range(len(groups)), key=lambda row: _standing(named[row], groups[row]), reverse=True)
    for row in surest:
        found, outline = named[row].card, groups[row].outline
        if found is None:
            continue
        if found.card is None and any(overlap_ratio(outline, each) > _SAME for each in kept):
            out[row] = Named(None, tuple(groups[row].members))
        else:
            kept.append(outline)
    return out


def _standing(item: Named, group: Group) -> tuple[bool, int, float]:
    """By which of two findings of one card the one that stays is known: a name, then more indices, then confidence."""
    confidence = 0.0 if item.card is None else item.card.confidence
    return item.card is not None and item.card.card is not None, len(group.members), confidence


def _candidates(chances: Doubles, name: int, confidence: float) -> dict[Card, float]:
    """Chances of the cards it may be, likeliest first: the one decided has its confidence, others share the rest.

    A card that would be named otherwise if that name were not taken keeps the other name for even odds at most.
    """
    likeliest = int(chances[:NOTHING].argmax())
    others = max(float(chances.sum() - chances[name]), 1e-9)
    spread = chances[:NOTHING] * (1 - confidence) / others
    spread[name] = confidence
    if likeliest != name:
        spread[likeliest] = min(float(spread[likeliest]), 0.5)
    order = np.argsort(-spread, kind="stable")[:_MOST_LISTED]
    return {card(int(each)): float(spread[each]) for each in order if spread[each] >= _LISTED}


def upright(outline: Floats) -> Floats:
    """A card's corners with its first edge a short one, from the end that is farther up in the picture.

    A card looks the same after half a turn, so that its top is the end a person would call so.
    """
    # In plain numbers: NumPy takes ten times as long over one card, and a frame has dozens.
    first, second, third, fourth = outline.tolist()
    wide = math.dist(second, third) + math.dist(fourth, first) < math.dist(first, second) + math.dist(third, fourth)
    near, far = ((third, second), (fourth, first)) if not wide else ((fourth, third), (first, second))
    x, y = (near[0][axis] + far[0][axis] - near[1][axis] - far[1][axis] for axis in (0, 1))
    turned = y < 0 if abs(y) > 0.1 * abs(x) else x < 0
    return np.asarray(rolled(outline)[wide + 2 * turned])
