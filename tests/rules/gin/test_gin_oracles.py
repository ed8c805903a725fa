"""Deadwood, layoffs and whole hands against OpenSpiel and RLCard, where they are installed.

They differ from the rules here in known ways, which are stepped around: OpenSpiel's least deadwood of eleven cards is
not optimal; its layoffs cannot chain three cards on one end; equal deadwood brings its defender no bonus; it plays no
big gin; and when two cards are left in the stock the next player may still knock with the last discard.
"""

import random
from itertools import pairwise

import pytest
from slowgin import PACK, code, rich_hand
from test_gin_properties import wander

from rules import gin
from rules.cards import Card, parse_cards

SUITS = {"S": "s", "C": "c", "D": "d", "H": "h"}


def spiel():
    return pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")


@pytest.fixture(scope="module")
def utils():
    return spiel().gin_rummy.GinRummyUtils(13, 4, 10)


def spiel_card(utils, card: Card) -> int:
    rank = "T" if card.code.startswith("10") else card.code[:-1]
    return int(utils.card_int(rank + SUITS[card.code[-1]]))


def hands(count: int, size: int):
    rng = random.Random(size)
    for number in range(count):
        plain = rich_hand(rng, size) if number % 2 else rng.sample(PACK, size)
        yield parse_cards(" ".join(map(code, plain)))


def test_deadwood_of_ten_cards_against_openspiel(utils) -> None:
    for cards in hands(2000, 10):
        assert gin.best_melds(cards).points == utils.min_deadwood([spiel_card(utils, card) for card in cards])


def test_deadwood_of_eleven_less_a_discard_against_openspiel(utils) -> None:
    # The least over the eleven hands of ten, since its own count of eleven is not optimal.
    for cards in hands(300, 11):
        numbers = [spiel_card(utils, card) for card in cards]
        least = min(utils.min_deadwood(numbers[:place] + numbers[place + 1 :]) for place in range(11))
        found = gin.hand(cards, gin.Rules(big_gin_bonus=None))
        assert found.points == least


def test_deadwood_of_ten_cards_against_rlcard() -> None:
    melding = pytest.importorskip("rlcard.games.gin_rummy.utils.melding", reason="RLCard (rlcard) is not installed")
    scoring = pytest.importorskip("rlcard.games.gin_rummy.utils.utils")
    card_type = pytest.importorskip("rlcard.games.base").Card
    for cards in hands(500, 10):
        theirs = [card_type(card.code[-1], "T" if card.code.startswith("10") else card.code[:-1]) for card in cards]
        clusters = melding.get_meld_clusters(theirs)
        everything = sum(map(scoring.get_deadwood_value, theirs))
        best = max((sum(scoring.get_deadwood_value(c) for meld in one for c in meld) for one in clusters), default=0)
        assert gin.best_melds(cards).points == everything - best


def pieces(meld):
    """A meld as melds that OpenSpiel has a number for: runs of three to five."""
    if meld[0].rank == meld[1].rank or len(meld) <= 5:
        return [meld]
    return [meld[:3], *pieces(meld[3:])]


def longest_chain(showdown: gin.Showdown) -> int:
    """The most cards laid off one after another on one end of a meld."""
    longest = 0
    for meld in showdown.knocker.melds:
        off = sorted(int(layoff.card.rank) for layoff in showdown.defender.layoffs if layoff.meld == meld)
        for end in (
            [rank for rank in off if rank < meld[0].rank],
            [rank for rank in off if rank > meld[-1].rank],
        ):
            longest = max(longest, len(end))
    return longest


class Mirror:
    """The same hand in OpenSpiel, where player 0 moves first."""

    def __init__(self, utils, state: gin.State) -> None:
        self.utils, self.game = utils, spiel().load_game("gin_rummy")
        self.state = self.game.new_initial_state()
        self.first = 1 - state.dealer
        deal = [*state.hand(self.first), *state.hand(state.dealer), state.upcard]
        for card in deal:
            self.chance(card)

    def chance(self, card: Card) -> None:
        assert self.state.is_chance_node()
        self.state.apply_action(spiel_card(self.utils, card))

    def player(self) -> int:
        found = self.state.current_player()
        return found if self.first == 0 else 1 - found

    def legal(self) -> set[int]:
        return set(self.state.legal_actions())

    def apply(self, action: int) -> None:
        assert action in self.legal(), self.state.action_to_string(self.state.current_player(), action)
        self.state.apply_action(action)

    def melds(self, melds) -> None:
        for meld in melds:
            for piece in pieces(meld):
                self.apply(56 + self.utils.meld_to_int([spiel_card(self.utils, card) for card in piece]))
        if not self.state.is_terminal():
            self.apply(54)


def test_whole_hands_against_openspiel(utils) -> None:
    endings = dict.fromkeys(("knock", "undercut", "gin", "void"), 0)
    for seed in range(120):
        states = list(wander(seed, gin.Rules(big_gin_bonus=None), keen=0.4))
        mirror = Mirror(utils, states[0])
        for state, after in pairwise(states):
            if not compare(mirror, state, after):
                break
        end = states[-1]
        if end.void:
            endings["void"] += 1
            assert mirror.state.legal_actions()
            continue
        if longest_chain(end.showdown) > 2:
            continue
        finish(mirror, end)
        assert mirror.state.is_terminal()
        returns = mirror.state.returns()
        theirs = returns[(1 - end.turn) ^ mirror.first]
        sign = 1 if end.showdown.winner == "knocker" else -1
        tie = end.showdown.ending == "undercut" and end.showdown.points == 25
        assert theirs == (0 if tie else sign * end.showdown.points), (seed, str(end))
        endings[end.showdown.ending] += 1
    assert endings["knock"] > 20
    assert endings["gin"] > 0
    assert endings["void"] > 0


def compare(mirror: Mirror, state: gin.State, after: gin.State) -> bool:
    """Compare the legal moves of a position and make the move that was made; ``False`` when the hand is shown."""
    utils, phase = mirror.utils, state.phase
    if phase is gin.Phase.SHOW:
        return False
    assert mirror.player() == state.turn
    legal = mirror.legal()
    if phase in (gin.Phase.OFFER, gin.Phase.DRAW):
        ours = {{"take": 52, "draw": 53, "pass": 54}[str(move)] for move in state.legal_moves}
        assert legal == ours or (state.stock_only and legal == {53})
        if after.phase is gin.Phase.DISCARD:
            mirror.apply(52 if after.taken else 53)
            if after.drawn:
                mirror.chance(after.drawn)
        else:
            mirror.apply(54)
            if after.stock_only and mirror.state.is_chance_node():
                raise AssertionError("the first draw after two passes is a move")
        return True
    cards = {move.card for move in state.legal_moves if isinstance(move, gin.Discard)}
    theirs = {action for action in legal if action < 52}
    assert {spiel_card(utils, card) for card in cards} <= theirs
    # It lets the card just taken be put back.
    assert theirs - {spiel_card(utils, card) for card in cards} <= (
        {spiel_card(utils, state.taken)} if state.taken else set()
    )
    knocks = {move.card for move in state.legal_moves if isinstance(move, gin.Knock)}
    taken_back = state.taken is not None and not knocks
    assert (55 in legal) == bool(knocks) or taken_back
    if isinstance(after.out, gin.Knock):
        mirror.apply(55)
        offered = mirror.legal() - ({spiel_card(utils, state.taken)} if state.taken else set())
        assert offered == {spiel_card(utils, card) for card in knocks}
        mirror.apply(spiel_card(utils, after.out.card))
    else:
        mirror.apply(spiel_card(utils, after.pile[-1]))
    return True


def finish(mirror: Mirror, end: gin.State) -> None:
    """Lay the same melds and layoffs."""
    mirror.melds(end.showdown.knocker.melds)
    if end.showdown.ending != "gin":
        for layoff in end.showdown.defender.layoffs:
            mirror.apply(spiel_card(mirror.utils, layoff.card))
        mirror.apply(54)
    if not mirror.state.is_terminal():
        mirror.melds(end.showdown.defender.melds)
