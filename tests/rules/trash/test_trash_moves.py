"""The deal, the turn and the refusals of Trash."""

import pytest
from trashpositions import unchecked

from rules.cards import Card, parse_cards
from rules.errors import IllegalMove, RulesError
from rules.trash import Deal, Discard, Draw, Look, Move, Phase, Pile, Place, Rules, State, TimeUp, parse_move

HIDDEN = " ".join(["??"] * 10)


def at(text: str, **replaced: str) -> State:
    """A position of two players written shortly: the fields given, and what they leave out."""
    fields = {"turn": "1 draw", "a": HIDDEN, "b": HIDDEN, "stock": "30x??", "sizes": ""} | replaced
    fields["sizes"] = fields["sizes"] or f"{len(fields['a'].split())} {len(fields['b'].split())}"
    rest = f" | {text}" if text else ""
    return unchecked(
        f"deal 1 | first 1 | turn {fields['turn']} | layout {fields['a']} | layout {fields['b']} | "
        f"stock {fields['stock']} | sizes {fields['sizes']}{rest}"
    )


def playing(card: str, layout: str = HIDDEN, rest: str = "") -> State:
    return at(f"hand {card}{rest}", turn="1 play", a=layout)


def slots(layout: str) -> str:
    """A layout of ten of which only the first slots are written."""
    known = layout.split()
    return " ".join([*known, *["??"] * (10 - len(known))])


def test_ten_cards_each_face_down_and_the_rest_is_the_stock() -> None:
    state = State.start(Rules(players=3), 7, first=2).deal().after
    assert [len(layout) for layout in state.layouts] == [10, 10, 10]
    assert not any(slot.up for layout in state.layouts for slot in layout)
    assert (len(state.stock), state.discards, state.player, state.phase) == (104 - 30, (), 2, Phase.DRAW)


def test_the_first_player_may_be_drawn_by_lot() -> None:
    assert {State.start(Rules(players=3), seed).first for seed in range(60)} == {0, 1, 2}
    assert State.start(Rules(), 5).first == State.start(Rules(), 5).first


def test_shuffles_follow_the_seed() -> None:
    first, again, other = (State.start(Rules(), seed, first=0).deal().after for seed in (1, 1, 2))
    assert first == again
    assert first.stock != other.stock


def test_a_deal_in_a_given_order_lays_layouts_and_stock_from_the_top() -> None:
    order = Rules().pack.cards()
    state = State.start(Rules(), first=0).deal(order).after
    assert tuple(slot.card for slot in state.layouts[0]) == order[:10]
    assert tuple(slot.card for slot in state.layouts[1]) == order[10:20]
    assert state.draw(0, Pile.STOCK).card is order[20]


def test_there_is_no_discard_pile_until_the_first_discard() -> None:
    state = State.start(Rules(), 3, first=0).deal().after
    assert list(state.legal_moves) == [Draw(0, Pile.STOCK)]


def test_later_players_may_draw_from_either_pile() -> None:
    state = at("discards QC")
    assert set(state.legal_moves) == {Draw(0, Pile.STOCK), Draw(0, Pile.DISCARD)}
    assert state.draw(0, Pile.DISCARD).card is Card(12, "C")
    assert state.draw(0, Pile.DISCARD).after.discards == ()


def test_a_number_goes_to_its_slot_and_turns_the_card_there() -> None:
    state = playing("5S", slots("?? ?? ?? ?? (9H)"))
    step = state.place(0, Card(5, "S"), 5)
    assert (step.taken, step.completed) == (Card(9, "H"), False)
    assert str(step.after.layouts[0][4].card) == "5S"
    assert step.after.layouts[0][4].up
    assert step.after.hand is Card(9, "H")


def test_a_number_takes_up_a_wild_that_lies_in_its_slot() -> None:
    step = playing("5S", slots("?? ?? ?? ?? JH")).place(0, Card(5, "S"), 5)
    assert step.taken is Card(11, "H")
    assert step.after.can_place(0, Card(11, "H"), 1)


def test_a_wild_goes_to_any_slot_that_holds_a_face_down_card() -> None:
    state = playing("JH", slots("AS ?? 3H ?? JC ?? ?? ?? ?? ??"))
    assert set(state.legal_moves) == {Place(0, Card(11, "H"), slot) for slot in (2, 4, 6, 7, 8, 9, 10)}


@pytest.mark.parametrize(
    ("card", "layout"),
    [("QS", HIDDEN), ("KS", HIDDEN), ("5S", slots("?? ?? ?? ?? 5H")), ("9S", "?? ?? ?? ?? ?? ?? ?? ??")],
)
def test_what_cannot_be_placed_is_discarded_and_the_turn_passes(card: str, layout: str) -> None:
    state = playing(card, layout)
    assert list(state.legal_moves) == [Discard(0, Card.parse(card))]
    after = state.discard(0, Card.parse(card)).after
    assert (str(after.top), after.player, after.phase) == (card, 1, Phase.DRAW)


def test_the_turn_passes_clockwise() -> None:
    state = State.start(Rules(players=3), 4, first=1).deal().after
    order = []
    while len(order) < 4:
        before = state.player
        state = state.play(next(iter(state.legal_moves))).after
        if state.phase is Phase.DRAW and state.player != before:
            order.append(state.player)
    assert order == [2, 0, 1, 2]


def test_taking_an_unplayable_top_discard_and_returning_it_changes_nothing_on_the_table() -> None:
    state = at("discards QC 5S")
    after = state.draw(0, Pile.DISCARD).after.discard(0, Card(12, "C")).after
    assert (after.layouts, after.discards, after.stock) == (state.layouts, state.discards, state.stock)


def test_when_the_stock_is_used_up_the_discards_but_the_top_become_the_new_stock() -> None:
    state = at("discards QC 5S 6S 7S | seed 3", stock="KS")
    step = state.draw(0, Pile.STOCK).after.discard(0, Card(13, "S"))
    assert step.reshuffled
    assert sorted(map(str, step.after.stock)) == ["5S", "6S", "7S", "QC"]
    assert list(map(str, step.after.discards)) == ["KS"]


def test_the_new_stock_comes_at_the_end_of_the_turn_that_took_the_last_card() -> None:
    state = at("discards QC 5S 6S | seed 3", a=slots("?? ?? ?? ?? (KH)"), stock="5C").draw(0, Pile.STOCK).after
    state = state.place(0, Card(5, "C"), 5).after
    assert (state.stock, len(state.discards)) == ((), 3)
    assert len(state.discard(0, Card(13, "H")).after.stock) == 3


def test_a_turn_that_wins_leaves_the_stock_used_up() -> None:
    state = at("discards QC 5S 6S | seed 3", a="(KH)", stock="AC", sizes="1 10").draw(0, Pile.STOCK).after
    assert state.place(0, Card(1, "C"), 1).after.stock == ()


def test_every_new_stock_is_shuffled_in_its_own_way() -> None:
    discards = "QC QD QH QS KC KD KH 5S"
    orders = set()
    for shuffles in range(1, 6):
        state = at(f"discards {discards} | seed 3 | shuffles {shuffles}", stock="KS")
        orders.add(state.draw(0, Pile.STOCK).after.discard(0, Card(13, "S")).after.stock)
    assert len(orders) == 5


REFUSED: list[tuple[State, Move, str, str]] = [
    (playing("5S"), Place(0, Card(5, "S"), 3), "trash.wrong_slot", "5♠ does not belong in slot 3 but in slot 5."),
    (
        playing("5S", slots("?? ?? ?? ?? 5H")),
        Place(0, Card(5, "S"), 5),
        "trash.slot_shows",
        "5♠ cannot go to slot 5, which already shows 5♥.",
    ),
    (
        playing("9S", "?? ?? ?? ??"),
        Place(0, Card(9, "S"), 9),
        "trash.beyond_layout",
        "9♠ has no slot: this layout has 4 slots.",
    ),
    (
        playing("9S", "?? ?? ?? ??"),
        Place(0, Card(9, "S"), 2),
        "trash.beyond_layout",
        "9♠ has no slot: this layout has 4 slots.",
    ),
    (
        playing("JS", slots("AS")),
        Place(0, Card(11, "S"), 1),
        "trash.wild_on_face_up",
        "A wild goes on a face-down card: J♠ cannot go to slot 1, which shows A♠.",
    ),
    (
        playing("JS", slots("JH")),
        Place(0, Card(11, "S"), 1),
        "trash.wild_on_face_up",
        "A wild goes on a face-down card: J♠ cannot go to slot 1, which shows J♥.",
    ),
    (
        playing("JS", "?? ?? ?? ??"),
        Place(0, Card(11, "S"), 5),
        "trash.wild_outside",
        "J♠ is wild, but there is no slot 5: this layout has 4 slots.",
    ),
    (playing("JS"), Place(0, Card(11, "S"), 0), "trash.wild_outside", "no slot 0"),
    (playing("QS"), Place(0, Card(12, "S"), 1), "trash.face_placed", "Q♠ cannot be placed: it ends the turn."),
    (playing("KS"), Place(0, Card(13, "S"), 10), "trash.face_placed", "K♠ cannot be placed: it ends the turn."),
    (
        playing("5S"),
        Discard(0, Card(5, "S")),
        "trash.playable_discarded",
        "5♠ may not be discarded: it can be placed in slot 5.",
    ),
    (
        playing("5S", slots("?? ?? ?? ?? JH")),
        Discard(0, Card(5, "S")),
        "trash.playable_discarded",
        "5♠ may not be discarded: it can be placed in slot 5.",
    ),
    (playing("JS"), Discard(0, Card(11, "S")), "trash.wild_discarded", "J♠ is wild and may not be discarded."),
    (playing("5S"), Draw(0, Pile.STOCK), "trash.second_draw", "Player 1 has drawn already: one card a turn."),
    (playing("5S", rest=" | discards QC"), Draw(0, Pile.DISCARD), "trash.second_draw", "one card a turn"),
    (at(""), Draw(0, Pile.DISCARD), "trash.empty_discards", "The discard pile is empty: draw from the stock."),
    (at("", stock=""), Draw(0, Pile.STOCK), "trash.empty_stock", "The stock is empty."),
    (at("discards QC"), Draw(1, Pile.STOCK), "trash.out_of_turn", "It is the turn of player 1, not of player 2."),
    (playing("5S"), Place(1, Card(5, "S"), 5), "trash.out_of_turn", "It is the turn of player 1, not of player 2."),
    (playing("QS"), Discard(1, Card(12, "S")), "trash.out_of_turn", "not of player 2"),
    (
        at(""),
        Place(0, Card(5, "S"), 5),
        "trash.draw_first",
        "5♠ was not drawn or turned this turn: player 1 draws first.",
    ),
    (at(""), Discard(0, Card(12, "S")), "trash.draw_first", "Q♠ was not drawn or turned this turn"),
    (
        playing("5S"),
        Place(0, Card(6, "S"), 6),
        "trash.not_in_hand",
        "6♠ was not drawn or turned this turn: the card in hand is 5♠.",
    ),
    (playing("QS"), Discard(0, Card(13, "S")), "trash.not_in_hand", "the card in hand is Q♠"),
    (
        playing("??", slots("AS")),
        Place(0, Card(1, "S"), 1),
        "trash.card_elsewhere",
        "A♠ cannot be there: every A♠ in play lies elsewhere.",
    ),
    (at(""), Deal(), "trash.hand_in_play", "only when the one in play is over"),
    (at(""), TimeUp(), "trash.no_time", "This game has no time limit."),
    (at("time | rules end_time=true"), TimeUp(), "trash.time_called", "Time has been called already."),
    (at(""), Look(0, ()), "trash.no_look", "only after a hand"),
    (State.start(Rules(), 1, first=0), Draw(0, Pile.STOCK), "trash.not_dealt", "has not been dealt yet"),
    (
        State.start(Rules(), 1, first=0),
        Deal(parse_cards("AS KS")),
        "trash.deal_cards",
        "A deal takes exactly the 52 cards in play; these are 2, or not the same.",
    ),
    (at("won 1", turn="1 over"), Draw(0, Pile.STOCK), "trash.game_over", "The match is over."),
    (at("won 1", turn="1 over"), Deal(), "trash.game_over", "The match is over."),
]


@pytest.mark.parametrize(
    ("state", "move", "rule", "message"), REFUSED, ids=[f"{rule}-{move}" for _, move, rule, _ in REFUSED]
)
def test_refused_with_its_reason(state: State, move: Move, rule: str, message: str) -> None:
    assert not state.can(move)
    assert move not in state.legal_moves
    assert move not in list(state.legal_moves)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert caught.value.rule == rule
    assert message in str(caught.value)
    assert caught.value.move == str(move)
    assert caught.value.position == str(state)
    assert all(caught.value.sentence(lang) for lang in ("fr", "de"))


def test_every_operation_has_its_verify_and_can() -> None:
    state = playing("5S", rest=" | discards QC")
    with pytest.raises(IllegalMove):
        state.verify_draw(0, Pile.STOCK)
    with pytest.raises(IllegalMove):
        state.verify_place(0, Card(5, "S"), 4)
    with pytest.raises(IllegalMove):
        state.verify_discard(0, Card(5, "S"))
    with pytest.raises(IllegalMove):
        state.verify_look(0)
    with pytest.raises(IllegalMove):
        state.verify_deal()
    for call in (
        lambda: state.draw(0, Pile.STOCK),
        lambda: state.place(0, Card(5, "S"), 4),
        lambda: state.discard(0, Card(5, "S")),
        lambda: state.look(0),
        lambda: state.deal(),
    ):
        with pytest.raises(IllegalMove):
            call()
    can = [state.can_draw(0, Pile.STOCK), state.can_discard(0, Card(5, "S")), state.can_look(0), state.can_deal()]
    assert [*can, state.can_place(0, Card(5, "S"), 4)] == [False] * 5
    state.verify_place(0, Card(5, "S"), 5)
    assert state.can_place(0, Card(5, "S"), 5)


@pytest.mark.parametrize(
    "move",
    [
        Draw(0, Pile.STOCK),
        Draw(3, Pile.DISCARD),
        Place(1, Card(10, "H"), 10),
        Discard(0, Card.parse("JOKER")),
        Look(1, parse_cards("3H KD")),
        Look(1, ()),
        Deal(),
        Deal(parse_cards("AS 2S")),
        TimeUp(),
    ],
)
def test_moves_round_trip_as_text(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "stock",
        "player 1",
        "player 0: stock",
        "player 1: jump",
        "player 1: 5X@5",
        "player 1: 5S@x",
        "deal xx",
        "player 1: discard",
        "player 1: look zz",
    ],
)
def test_text_that_is_no_move_is_named(text: str) -> None:
    with pytest.raises(RulesError, match="is not a move") as caught:
        parse_move(text)
    assert caught.value.rule == "trash.move"


def test_a_first_player_must_be_in_the_game() -> None:
    with pytest.raises(RulesError, match="There is no player 3: the players are 1 to 2"):
        State.start(Rules(), 1, first=2)


@pytest.mark.parametrize(
    ("sizes", "rules"), [((10,), Rules()), ((0, 5), Rules()), ((11, 5), Rules()), ((6, 9), Rules(end_slots=6))]
)
def test_sizes_must_fit_the_game(sizes: tuple[int, ...], rules: Rules) -> None:
    with pytest.raises(RulesError) as caught:
        State.start(rules, 1, first=0, sizes=sizes)
    assert caught.value.rule == "trash.sizes"


@pytest.mark.parametrize(
    "part",
    [
        "first",
        "turn 1 dance",
        "hand zz",
        "layout (AS",
        "stock 3y??",
        "sizes a b",
        "nonsense 4",
        "stock 99999999999x??",
        "shuffles -1",
        "free -1",
        "turn 0 draw",
        "hand 5S seen",
    ],
)
def test_a_position_that_cannot_be_read_is_named(part: str) -> None:
    good = str(State.start(Rules(), 1, first=0).deal().after)
    with pytest.raises(RulesError) as caught:
        State.parse(f"{good} | {part}")
    assert caught.value.rule == "trash.position"
    assert part in str(caught.value)


def test_a_position_without_a_turn_is_refused() -> None:
    with pytest.raises(RulesError, match="“turn” cannot be read"):
        State.parse("deal 1 | first 1 | sizes 10 10")
