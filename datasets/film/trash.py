"""Trash on film: hands played by the rules, with faults put in on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Director, Pose, Script
from datasets.film.dealing import Dealt, collect, deal, gather, put_away, put_down
from datasets.film.habits import NEAT, Habits
from datasets.film.opening import ASIDE, chance, check_faults
from datasets.film.trashtable import Table
from rules.cards import Card
from rules.trash.moves import Discard, Pile, Place
from rules.trash.options import Rules
from rules.trash.position import Phase, Slot
from rules.trash.state import State

FAULTS = ("wrong_slot", "playable_discarded", "face_placed", "shown_replaced")
"""What can be done wrong on purpose: a number in another slot; a playable card discarded; an unplayable face placed;
a number laid on the slot that already shows it."""


def trash_script(
    seed: int,
    rules: Rules | None = None,
    sizes: Sequence[int] = (10, 10),
    hands: int = 1,
    faults: Sequence[str] = (),
    pace: float = 1.0,
    turns: int | None = None,
    dealt: bool = True,
    habits: Habits = NEAT,
) -> tuple[Script, Table]:
    """A film of Trash.

    Args:
        seed: of cards, play and movements.
        rules: the options in play.
        sizes: slots of each layout at the start.
        hands: how many are played.
        faults: put in one after the other, each in a turn of its own; the hand is broken off one turn after one.
        pace: speed of play; 1 is brisk.
        turns: break off after so many.
        dealt: whether the cards of the first hand lie there when the film begins, or are dealt on a bare table.
        habits: of the players.

    Returns:
        The script, and the table's measures.

    Raises:
        ValueError: for a fault of another name.
    """
    check_faults("trash", faults, FAULTS)
    rules = rules or Rules()
    rng = chance("trash", seed)
    table = Table.sample(rng, rules.players)
    if habits.aside:
        table = table.wider()
    options = {"players": rules.players, "slots": list(sizes), "sides": list(table.sides), "rules": str(rules)}
    script = Script("trash", options)
    director = Director(script, rng, pace, seat=(table.extent[2] + ASIDE, table.extent[3] + ASIDE))
    state = State.start(rules, seed, first=int(rng.integers(rules.players)), sizes=sizes)
    play = _Play(director, habits, table, state, rng)
    script.options["first"] = play.state.player
    if dealt:
        play.lay_out()
    else:
        play.deal_out()
    pending = list(faults)
    played = 0
    for hand in range(hands):
        if hand:
            play.deal_again()
        broken_off: int | None = None
        while play.state.phase is Phase.DRAW and broken_off != 0:
            if turns is not None and played >= turns:
                break
            wanted = pending[0] if pending and broken_off is None and played >= 2 else None
            done = play.turn(wanted)
            played += 1
            if broken_off is not None:
                broken_off -= 1
            if done is not None:
                pending.pop(0)
                broken_off = 1
        if turns is not None and played >= turns:
            break
    return director.end(), table


class _Play:
    """Players who know the rules (and break them when told), and their hands."""

    def __init__(
        self, director: Director, habits: Habits, table: Table, state: State, rng: np.random.Generator
    ) -> None:
        self.director, self.habits, self.table, self.state, self.rng = director, habits, table, state, rng
        self.pieces: dict[Card, list[int]] = {}
        self._laid = 0.0

    def lay_out(self) -> None:
        """The first deal, made before the film begins."""
        self.state = self.state.deal().after
        for player, layout in enumerate(self.state.layouts):
            for number, slot in enumerate(layout, start=1):
                pose = self.director.sloppy(self.table.slot(player, number))
                self._new(slot.card, self._place(player, number), pose)
        for card in self.state.stock:
            self._new(card, "stock", self.director.sloppy(self.table.stock, 0.008, 0.6))

    def turn(self, fault: str | None) -> str | None:
        """One turn; returns the fault if there was a chance for it."""
        director, state = self.director, self.state
        player = state.player
        side = self.table.sides[player]
        before = self._seen()
        shown = state.layouts[player]
        pile = self._choose_pile()
        state = state.draw(player, pile).after
        assert state.hand is not None, "every card of a film is known"
        piece = director.top("stock" if pile is Pile.STOCK else "discard")
        assert piece is not None, "the pile drawn from holds a card"
        placements: list[dict[str, Any]] = []
        done: str | None = None
        if pile is Pile.STOCK and self._likes(self.habits.turning):
            director.carry(side, piece, director.sloppy(replace(self.table.stock, up=True), 0.02, 2), "stock")
            director.pause(0.2, 1.5)
        if self.rng.random() < 0.4:
            self._hold(side, piece)
        while state.phase is Phase.PLAY and state.hand is not None:
            card = state.hand
            if self._likes(self.habits.aside):
                self._lay_aside(player, side, piece)
            wrong = self._fault(state, card, fault, shown) if fault is not None and done is None else None
            if wrong is not None:
                done = fault
                if wrong == 0:
                    state = self._forced_discard(state, card)
                    break
                slot = wrong
                taken = state.layouts[player][slot - 1].card
                layout = list(state.layouts[player])
                layout[slot - 1] = Slot(card, True)
                laid = tuple(tuple(layout) if p == player else other for p, other in enumerate(state.layouts))
                following = replace(state, layouts=laid, hand=taken, drawn_unseen=False)
            else:
                slots = [move.slot for move in state.legal_moves if isinstance(move, Place)]
                if not slots:
                    state = state.play(Discard(player, card)).after
                    break
                slot = slots[int(self.rng.integers(len(slots)))]
                following = state.play(Place(player, card, slot)).after
            placements.append({"card": str(card), "slot": slot})
            piece = self._lay_in_slot(player, side, piece, slot)
            state = following
        decided = self._laid if state.winner is not None and placements else None
        pose = self.habits.discarded(director, replace(self.table.discard, up=True))
        director.carry(side, piece, pose, "discard")
        self.state = state
        discard = director.shown("discard")
        verdict = {
            "player": side,
            "verdict": "legal" if done is None else "illegal",
            "placements": placements,
            "discard": discard,
            "before": before,
            "after": self._seen(),
            "won": state.winner is not None,
        }
        # The displaced card that the winner lays aside is no part of the turn.
        director.judge(side, verdict, done, decided)
        director.leave(side)
        self._new_stock(side)
        # The next player often reaches for the stock while this hand is still on its way back.
        director.pause(0.0, 1.2)
        if self.rng.random() < 0.3:
            director.pause(0.5, 3.0)
        return done

    def deal_out(self) -> None:
        """The first deal, on a table that is bare when the film begins."""
        self.state = self.state.deal().after
        dealer = self._dealer()
        for card in [*(slot.card for layout in self.state.layouts for slot in layout), *self.state.stock]:
            assert card is not None, "every card of a film is known"
            self.pieces.setdefault(card, []).append(self.director.hold(str(card), dealer))
        self.director.pause(0.5, 3.0)
        self._deal(dealer)

    def deal_again(self) -> None:
        """Gather every card, and deal the next hand, or the same one again where it was broken off."""
        director = self.director
        director.pause(1.0, 2.5)
        dealer = self._dealer()
        groups = {side: director.lying(side) for side in self.table.sides}
        groups[dealer] += [list(director.piles.get(pile, ())) for pile in ("discard", "stock")]
        collect(director, dealer, groups, Pose(0.0, 0.0))
        state = self.state
        if state.phase is not Phase.DEAL:
            state = replace(
                State.start(state.rules, state.seed, first=state.first, sizes=state.sizes), shuffles=state.shuffles
            )
        self.state = state.deal().after
        self.table = self.table.again(self.rng)
        self._deal(dealer)

    def _dealer(self) -> str:
        return self.table.sides[int(self.rng.integers(len(self.table.sides)))]

    def _deal(self, dealer: str) -> None:
        """What the state says is dealt: player by player, or a card to each in turn."""
        waiting = {card: list(pieces) for card, pieces in self.pieces.items()}
        rows: list[list[Dealt]] = []
        for player, layout in enumerate(self.state.layouts):
            rows.append([])
            for number, slot in enumerate(layout, start=1):
                assert slot.card is not None, "every card of a film is known"
                pose = self.table.slot(player, number)
                rows[-1].append(Dealt(waiting[slot.card].pop(), pose, self._place(player, number)))
        cards = [one for row in rows for one in row]
        if self.rng.random() < 0.5:
            cards.sort(key=lambda one: int(one.place.split()[1]))
        rest = [waiting[card].pop() for card in self.state.stock if card is not None]
        deal(self.director, dealer, cards, rest, self.table.stock)

    def _fault(self, state: State, card: Card, fault: str, shown: tuple[Slot, ...]) -> int | None:
        """The slot in which the fault is made, 0 for a discard, None where there is no chance for it."""
        player = state.player
        layout = state.layouts[player]
        down = [number for number, slot in enumerate(layout, start=1) if not slot.up]
        wild = state.rules.wild(card)
        rank = card.rank
        choices: list[int] = []
        if fault == "wrong_slot" and not wild and rank is not None and rank <= 10:
            choices = [number for number in down if number != rank]
        elif fault == "face_placed" and not wild and rank is not None and rank > 10:
            choices = down
        elif fault == "playable_discarded" and not wild and state.open_slots(player, card):
            choices = [0]
        elif fault == "shown_replaced" and not wild and rank is not None and rank <= len(layout):
            # Only a card that lay open before the turn is seen to have gone afterwards.
            there = shown[rank - 1]
            choices = [int(rank)] if there.up and there.card is not None and there.card.rank == rank else []
        return choices[int(self.rng.integers(len(choices)))] if choices else None

    def _forced_discard(self, state: State, card: Card) -> State:
        discards = (*state.discards, card)
        following = (state.player + 1) % state.rules.players
        return replace(state, discards=discards, hand=None, phase=Phase.DRAW, player=following)

    def _lay_in_slot(self, player: int, side: str, piece: int, slot: int) -> int:
        """Lay a card in a slot and take up the one that lay there; returns that one, in the hand."""
        director = self.director
        place = self._place(player, slot)
        old = director.top(place)
        assert old is not None, "every slot holds a card"
        if not director.poses[old].up and self._likes(self.habits.turning):
            if director.where[piece]:
                self._hold(side, piece)
            director.carry(side, old, director.sloppy(self.table.slot(player, slot, up=True)), place)
            director.pause(0.2, 0.8)
        director.carry(side, piece, director.sloppy(self.table.slot(player, slot, up=True)), place)
        self._laid = director.now
        if self.rng.random() < 0.55:
            self._hold(side, old)
        return old

    def _hold(self, side: str, piece: int) -> None:
        """Take a card to oneself and look at it, out of the picture or at its edge."""
        director = self.director
        rest = director.rest(side)
        inward = rest * (1.0 - 0.4 / float(np.linalg.norm(rest)))
        director.carry(side, piece, Pose(float(inward[0]), float(inward[1]), SEATS[side], up=False), "")
        director.pause(0.2, 1.5)

    def _likes(self, chance: float) -> bool:
        """Whether a player follows a habit now; without habits nothing is left to chance."""
        return chance > 0 and bool(self.rng.random() < chance)

    def _lay_aside(self, player: int, side: str, piece: int) -> None:
        """Lay a card open before oneself, and think."""
        director = self.director
        director.carry(side, piece, director.sloppy(self.table.before(player), 0.06, 8), f"{side} aside")
        if self.rng.random() < 0.4:
            director.leave(side)
        director.pause(0.4, 2.5)

    def _new_stock(self, side: str) -> None:
        """Shuffle the discards into a new stock where the rules have just done so."""
        director = self.director
        if self.state.phase is not Phase.DRAW or director.piles.get("stock"):
            return
        held = gather(director, side, [director.piles["discard"][:-1]])
        put_away(director, side, held)
        director.leave(side)
        director.pause(1.5, 4.0)
        waiting = {card: [piece for piece in pieces if piece in held] for card, pieces in self.pieces.items()}
        order = [waiting[card].pop() for card in self.state.stock if card is not None]
        put_down(director, side, order, self.table.stock, "stock")
        director.leave(side)

    def _choose_pile(self) -> Pile:
        state = self.state
        if state.discards and state.can_draw(state.player, Pile.DISCARD):
            top = state.discards[-1]
            useful = top is not None and bool(state.open_slots(state.player, top))
            if self.rng.random() < (0.85 if useful else 0.03):
                return Pile.DISCARD
        return Pile.STOCK

    def _new(self, card: Card | None, place: str, pose: Pose) -> None:
        assert card is not None, "every card of a film is known"
        self.pieces.setdefault(card, []).append(self.director.lay(str(card), place, pose))

    def _place(self, player: int, slot: int) -> str:
        return f"{self.table.sides[player]} {slot}"

    def _seen(self) -> dict[str, Any]:
        """What an onlooker sees of the table: every layout, and the top discard."""
        layouts = {
            side: [self.director.shown(self._place(player, number)) or ".." for number in range(1, len(layout) + 1)]
            for player, (side, layout) in enumerate(zip(self.table.sides, self.state.layouts, strict=True))
        }
        return {"layouts": layouts, "discard": self.director.shown("discard") or ".."}
