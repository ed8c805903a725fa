"""Lines of play counted to a depth, and whole hands compared, against a second, slow telling of the game."""

import random

import pytest
import slowgin
from gintables import KNOCKER, POOR, deal, late, pack, play

from rules import gin
from rules.cards import parse_cards
from rules.gin.position import Phase


def plain(cards):
    return [(int(card.rank), card.suit.value) for card in cards]


def table(state, petit=False, limit=10):
    """The same position in the slow telling."""
    phase = "must" if state.stock_only else {Phase.OVER: "over"}.get(state.phase, state.phase.value)
    return slowgin.Table(
        [plain(state.hand(0)), plain(state.hand(1))],
        plain(reversed(state.stock)),
        plain(state.pile),
        state.dealer,
        state.turn,
        phase,
        state.passes,
        plain([state.taken])[0] if state.taken else None,
        petit,
        limit,
    )


def count(state, depth):
    moves = list(state.legal_moves) if depth else []
    return sum(count(state.after(move), depth - 1) for move in moves) if moves else 1


RICH = "2C 2D 2H 6D 7D 8D JC JD JH QS"
NEAR = KNOCKER.replace("7S", "KD")
CASES = [
    ("a plain deal", lambda: gin.State.shuffled(1), 7, {}),
    ("another, dealt by the other", lambda: gin.State.shuffled(2, dealer=1), 6, {}),
    ("hands that may knock", lambda: deal(NEAR, RICH, "7S", "9S 3C"), 5, {}),
    ("big gin at hand", lambda: deal(KNOCKER.replace("7S", "9S"), POOR, "6H", "6S"), 4, {}),
    ("the stock running down", lambda: late(NEAR, POOR, "5C 3C 3D 6C", "9S"), 6, {}),
    ("petit gin", lambda: deal(NEAR, RICH, "7S", "9S 3C", gin.Rules(petit_gin=True)), 4, {"petit": True}),
    ("gin only", lambda: deal(KNOCKER, POOR, "9S", "6H", gin.Rules(knock_limit=0)), 5, {"limit": 0}),
]


@pytest.mark.parametrize(
    ("position", "depth", "options"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_lines_to_a_depth(position, depth: int, options) -> None:
    state = position()
    for less in range(1, depth):
        assert count(state, less) == slowgin.count_lines(table(state, **options), less)


@pytest.mark.parametrize("petit", [False, True])
def test_random_hands_move_by_move(petit: bool) -> None:
    rng = random.Random(3)
    for seed in range(5):
        state = gin.State.shuffled(seed, gin.Rules(petit_gin=petit), dealer=seed % 2)
        slow = table(state, petit)
        while not state.over:
            ours = sorted(map(str, state.legal_moves))
            assert ours == sorted(slow.moves())
            out = [move for move in ours if move.startswith(("knock", "big"))]
            move = rng.choice(out if out and rng.random() < 0.5 else ours)
            state, slow = play(state, move), slow.play(move)
        assert slow.moves() == []
        assert state.void == (slow.phase == "void")
        for player in (0, 1):
            assert frozenset(plain(state.hand(player))) == slow.hands[player]


def test_the_slow_telling_is_dealt_the_same_cards() -> None:
    cards = pack(KNOCKER, POOR, "7D")
    state = gin.State.deal(cards)
    assert table(state).hands[1] == frozenset(plain(parse_cards(KNOCKER)))
