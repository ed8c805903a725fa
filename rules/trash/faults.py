"""What is wrong with a change that no legal course of play explains: the plainest fault, named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.trash.domains import ANY_CARD, DOWN, NOTHING, NUMBERS, Box, Deck, members, single, to_text
from rules.trash.story import Game

Fault: TypeAlias = tuple[str, dict[str, object]]
"""A rule id and the parameters of its sentence."""


def misplaced(cards: int, slot: int, size: int, deck: Deck) -> Fault | None:
    """Why none of these cards is right in a slot, when they all are wrong for the same reason."""
    name = to_text(cards)
    if not cards & ~deck.stuck:
        return "trash.face_placed", {"card": name, "slot": slot}
    if not cards & ~deck.beyond(size):
        return "trash.beyond_layout", {"card": name, "slot": slot, "slots": size}
    for number in range(1, size + 1):
        if number != slot and not cards & ~NUMBERS[number]:
            return "trash.wrong_slot", {"card": name, "slot": slot, "belongs": number}
    return None


def too_often(picture: Sequence[int], deck: Deck) -> Fault | None:
    """A card seen for certain more often than the packs in play hold it."""
    counts = Counter(cards for cards in picture if single(cards) and cards & ANY_CARD)
    for cards, many in counts.items():
        (card,) = members(cards)
        if many > deck.copies[card.index]:
            return "trash.seen_too_often", {"card": str(card), "held": deck.copies[card.index]}
    return None


@dataclass(frozen=True, slots=True)
class _Change:
    """A slot with what it may have shown and may show."""

    player: int
    slot: int
    old: int
    new: int


class Faults:
    """The faults of a change, the plainest first."""

    def __init__(self, box: Box, game: Game) -> None:
        self.box = box
        self.game = game
        self.deck = game.deck
        self.changes = [
            _Change(player, slot, box.before[at], box.after[at])
            for player, size in enumerate(game.sizes)
            for slot, at in enumerate(range(game.start(player), game.start(player) + size), start=1)
        ]
        self.changed = [change for change in self.changes if not change.old & change.new]
        self.movers = sorted({change.player for change in self.changed})

    def first(self) -> tuple[Fault, int | None]:
        """The plainest fault and the player it concerns, as far as one can be named."""
        for fault, player in self._all():
            return fault, player
        return ("trash.no_legal_turn", {}), self.movers[0] if len(self.movers) == 1 else self.game.player

    def _all(self) -> Iterator[tuple[Fault, int | None]]:
        for picture in (self.box.before, self.box.after):
            fault = too_often(picture, self.deck)
            if fault:
                yield fault, None
        for change in self.changes:
            if change.new == NOTHING:
                yield ("trash.empty_slot", {"slot": change.slot}), change.player
        over = self._over()
        for change in self.changed:
            fault = self._of_slot(change, over)
            if fault:
                yield fault, change.player
        if not over:
            yield from self._of_discard()
            yield from self._of_turns()

    def _complete(self, player: int, *, after: bool) -> bool:
        """Whether a layout is certainly complete."""
        mine = [change for change in self.changes if change.player == player]
        return all(not (change.new if after else change.old) & ~self.deck.fits(change.slot) for change in mine)

    def _over(self) -> bool:
        players = range(len(self.game.sizes))
        return self.game.over or any(self._complete(player, after=False) for player in players)

    def _looks(self, *, after: bool) -> bool:
        """Whether a hand was won that lets face-down cards be turned up."""
        if self.game.over:
            return self.game.rules.second_look
        players = range(len(self.game.sizes))
        return any(self.game.looks(player) and self._complete(player, after=after) for player in players)

    def _of_slot(self, change: _Change, over: bool) -> Fault | None:
        deck, old, new, slot = self.deck, change.old, change.new, change.slot
        size = self.game.sizes[change.player]
        if new == DOWN:
            return ("trash.turned_back", {"slot": slot, "before": to_text(old)}) if not old & ~ANY_CARD else None
        if new & ~ANY_CARD:
            return None
        if over:
            return (
                None
                if old == DOWN and self._looks(after=False)
                else ("trash.hand_over", {"slot": slot, "player": change.player + 1})
            )
        if old & ~(DOWN | deck.wild):
            if old & (DOWN | deck.wild):
                return None
            return "trash.stays", {"slot": slot, "before": to_text(old), "after": to_text(new)}
        if not new & deck.fits(slot) and not (old == DOWN and self._looks(after=True)):
            return misplaced(new, slot, size, deck)
        if not old & ~deck.wild and not new & ~deck.wild:
            return "trash.stays", {"slot": slot, "before": to_text(old), "after": to_text(new)}
        return None

    def _of_discard(self) -> Iterator[tuple[Fault, int | None]]:
        box, deck = self.box, self.deck
        old, new = box.before[-1], box.after[-1]
        won = any(
            all(change.new & deck.fits(change.slot) for change in self.changes if change.player == player)
            for player in range(len(self.game.sizes))
        )
        mover = self.movers[-1] if self.movers else self.game.player
        if won:
            return
        if new == NOTHING:
            if self.movers:
                yield ("trash.no_discard", {}), mover
            elif not old & NOTHING:
                yield ("trash.discards_gone", {}), None
            return
        if new & ~deck.wild == 0 and not old & new:
            yield ("trash.wild_discarded", {"card": to_text(new)}), mover
        yield from self._of_wilds()
        if self.movers and old == new and single(new):
            (card,) = members(new)
            if deck.copies[card.index] == 1:
                yield ("trash.no_discard", {}), mover
        number = next((number for number in range(1, 11) if not new & ~NUMBERS[number]), 0)
        players = self.movers or ([self.game.player] if self.game.player is not None else range(len(self.game.sizes)))
        for player in reversed(players):
            there = [change for change in self.changes if change.player == player and change.slot == number]
            if there and not there[0].new & ~(DOWN | deck.wild):
                yield ("trash.playable_discarded", {"card": to_text(new), "slot": number}), player
        if not new & ~deck.wild:
            yield ("trash.wild_discarded", {"card": to_text(new)}), mover

    def _of_wilds(self) -> Iterator[tuple[Fault, int | None]]:
        """A wild that was taken up and is nowhere in its layout."""
        wild = self.deck.wild
        for player in self.movers:
            mine = [change for change in self.changed if change.player == player]
            landed = Counter(change.new for change in mine if not change.new & ~wild)
            open_places = any(change.new & wild and not single(change.new) for change in mine)
            for change in mine:
                if change.old & ~wild or not single(change.old) or open_places:
                    continue
                landed[change.old] -= 1
                if landed[change.old] < 0:
                    yield ("trash.wild_gone", {"card": to_text(change.old), "slot": change.slot}), player

    def _of_turns(self) -> Iterator[tuple[Fault, int | None]]:
        """Changes of players who were not to move."""
        game, players = self.game, len(self.game.sizes)
        if not self.movers or players == 1:
            return
        pairs = [{first, (first + 1) % players} if game.turns > 1 else {first} for first in range(players)]
        if game.player is not None and not set(self.movers) <= pairs[game.player]:
            stranger = next(player for player in self.movers if player not in pairs[game.player])
            yield ("trash.out_of_turn", {"player": stranger + 1, "turn": game.player + 1}), stranger
        if not any(set(self.movers) <= pair for pair in pairs):
            yield ("trash.not_in_turn", {"players": [player + 1 for player in self.movers]}), None
