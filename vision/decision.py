"""All cards of a table named together, under the packs in play.

With one pack no card lies twice. Which name each card gets is an assignment problem; how sure it is, is what everything
would cost if that name were forbidden to it. That lowers a card's confidence freely and never raises it: a card named
only because all others were taken is how confident mistakes are made.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.assignment import gaps
from vision.corners import Group
from vision.geometry import Doubles, overlap_ratio
from vision.ink import Inks, evidence
from vision.language import CARD_SUIT, NAMES, NOTHING
from vision.probability import share_alike
from vision.types import IndexReading

_LEAST = 1e-4
"""No reading makes a card less likely than this."""
_UNKNOWN = 1e-5
_NONE = 0.5
"""Chance of being nothing from which an index is none."""
_HALF_SURE = 0.7
"""Confidence under which a card says nothing of how many packs are in play."""


@dataclass(frozen=True, eq=False)
class Decided:
    """What one group of indices was taken for.

    Attributes:
        name: 0 to 51 in the order of `rules.cards.CARDS`, 52 a joker, None nothing at all (a phantom).
        margin: log odds of that name.
        chances: (54,) by its own indices alone: 52 cards, joker, nothing.
        own: log odds of its likeliest name by its own indices alone.
    """

    name: int | None
    margin: float
    chances: Doubles
    own: float


def fused(
    groups: Sequence[Group], chances: Doubles, readings: Sequence[IndexReading], known: Inks | None = None
) -> Doubles:
    """(G, 54) what each card is by its own indices, and the colours of its ink, `known` those of other cards too."""
    out = np.zeros((len(groups), NAMES + 1))
    inks = np.array([reading.ink for reading in readings], dtype=np.float32).reshape(-1, 3)
    suits = np.array([reading.suits for reading in readings], dtype=np.float32).reshape(-1, 5)
    shades = evidence(inks, suits, known)
    out[:, :52] = 1 / 52
    told = [row for row, group in enumerate(groups) if group.members]
    if not told:
        return out
    # What is none says nothing of which card it is that it was put to.
    none = (chances[:, NOTHING] > _NONE).tolist()
    speak = [[row for row in groups[card].members if not none[row]] or groups[card].members for card in told]
    counts = [len(rows) for rows in speak]
    starts, members = np.cumsum([0, *counts[:-1]]), [row for rows in speak for row in rows]
    own = chances[members]
    surely = np.repeat([real(groups[card], chances) for card in told], counts)
    own[surely, :52] += own[surely, NOTHING, None] / 52
    own[surely, NOTHING] = 0
    likelihood = np.add.reduceat(np.log(own + _LEAST), starts) * [[share_alike(count)] for count in counts]
    shade = np.add.reduceat(shades[members], starts) / np.reshape(counts, (-1, 1))
    likelihood[:, :52] += shade[:, CARD_SUIT]
    raised = np.exp(likelihood - likelihood.max(axis=1, keepdims=True))
    out[told] = raised / raised.sum(axis=1, keepdims=True)
    return out


def real(group: Group, chances: Doubles) -> bool:
    """Whether something surely lies there, and not only indices that are none.

    Args:
        group: a card.
        chances: (N, 54) what each index says.
    """
    return group.real and not empty(group, chances)


def empty(group: Group, chances: Doubles) -> bool:
    """Whether all that speaks for a card are indices that are none, which stand as those of a card would by chance.

    Args:
        group: it.
        chances: (N, 54) what each index says.
    """
    return group.face is None and bool((chances[group.members, NOTHING] > _NONE).all())


def log_odds(chance: float) -> float:
    """Log odds of a chance, kept finite."""
    chance = min(max(chance, 1e-7), 1 - 1e-7)
    return math.log(chance / (1 - chance))


def decide(table: Doubles, real: Sequence[bool], packs: int) -> list[Decided]:
    """Name all cards of a table together.

    Args:
        table: (G, 54) from `fused`.
        real: for each card, whether it is surely one, and no phantom.
        packs: how often each card may occur.
    """
    count = len(table)
    if count == 0:
        return []
    cost = -np.log(np.maximum(table, 1e-12))
    # Columns: every card of every pack; then for each row its own joker, its own "nothing" and its own "unknown".
    private = np.full((count, 3 * count), np.inf)
    rows = np.arange(count)
    private[rows, rows] = cost[:, 52]
    private[rows, count + rows] = np.where(np.asarray(real), np.inf, cost[:, NOTHING])
    private[rows, 2 * count + rows] = -np.log(_UNKNOWN)
    costs = np.concatenate([np.tile(cost[:, :52], packs), private], axis=1)
    kind = np.concatenate([np.tile(np.arange(52), packs), 52 + np.arange(3 * count)])
    columns, _, dearer = gaps(costs, kind)
    decided = []
    for row in range(count):
        chances = table[row]
        own = log_odds(float(chances[:NOTHING].max()))
        chosen = int(kind[columns[row]])
        if chosen < 52:
            name: int | None = chosen
        elif chosen < 52 + count:
            name = 52
        elif chosen < 52 + 2 * count:
            name = None
        else:
            # Every card it may be lies elsewhere already: its own evidence stays, without the right to a name.
            best = int(chances[:NOTHING].argmax())
            decided.append(Decided(best, min(own, -0.1), chances, own))
            continue
        alone = log_odds(float(chances[NOTHING if name is None else name]))
        decided.append(Decided(name, min(float(dearer[row]), alone), chances, own))
    return decided


def twins(table: Doubles, groups: Sequence[Group], alone: Sequence[float], sure: float) -> dict[int, list[int]]:
    """Cards that lie clearly at several separate places: name (0 to 51) to rows.

    Args:
        table: (G, 54) from `fused`.
        groups: the cards.
        alone: for each, how sure its likeliest name is by its own indices.
        sure: how sure it has to be that some card lies twice; several cards that seem to bear each other out.
    """
    places: dict[int, list[int]] = {}
    for row in np.argsort(-np.asarray(alone), kind="stable"):
        name = int(table[row].argmax())
        if name >= 52 or alone[row] < _HALF_SURE:
            continue
        if all(overlap_ratio(groups[row].outline, groups[other].outline) < 0.5 for other in places.get(name, ())):
            places.setdefault(name, []).append(int(row))
    equal = {name: rows for name, rows in places.items() if len(rows) > 1}
    # The chance that not one of them is real: each pair is as sure as the less sure of its two cards.
    doubt = float(np.prod([1 - alone[rows[1]] for rows in equal.values()]))
    return equal if doubt <= 1 - sure else {}
