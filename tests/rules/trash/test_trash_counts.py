"""How many lines of play there are from fixed deals, against a plain reference."""

import pytest
from slowtrash import Table

from rules.trash import Phase, Rules, State

DEALS = [
    ({}, 2, (10, 10), 7),
    ({}, 2, (2, 3), 9),
    ({}, 2, (1, 1), 11),
    ({"wilds": "J,Q,K", "jokers": 2}, 2, (4, 4), 8),
    ({"wilds": "K"}, 3, (3, 3, 3), 8),
    ({"second_look": True}, 3, (2, 2, 1), 9),
    ({"second_look": True, "free_draws": True}, 2, (2, 2), 13),
    ({"second_look": True, "free_draws": True, "jokers": 4}, 2, (3, 2), 8),
    ({"second_look": True, "end_slots": 2}, 2, (3, 3), 8),
]


def lines(state: State, depth: int) -> int:
    if depth == 0 or state.phase in (Phase.DEAL, Phase.OVER):
        return 1
    return sum(lines(state.play(move).after, depth - 1) for move in state.legal_moves)


@pytest.mark.parametrize(("options", "players", "sizes", "depth"), DEALS)
def test_lines_of_play_are_as_many_as_a_plain_reference_finds(
    options: dict[str, object], players: int, sizes: tuple[int, ...], depth: int
) -> None:
    rules = Rules(players=players, **options)  # type: ignore[arg-type]
    total = 0
    for seed in range(12):
        state = State.start(rules, seed, first=seed % players, sizes=sizes).deal().after
        slow = Table(
            [[str(slot.card) for slot in layout] for layout in state.layouts],
            [str(card) for card in reversed(state.stock)],
            state.first,
            options,
        )
        found = lines(state, depth)
        assert found == slow.lines(depth), f"seed {seed}: {state}"
        total += found
    assert total > 100
