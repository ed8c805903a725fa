"""A course of play in JSON values, and the sentence that tells it."""

from __future__ import annotations

from typing import Any

from rules.trash.arrange import NUMBER, OVER, TURNED, WILD, Arrangement
from rules.trash.domains import ANY_CARD, NOTHING, NUMBERS, Box, to_text
from rules.trash.story import Game, Source, Story, Top

NO_CARD = "–"
"""Stands in a sentence for no card at all."""


def explanation(story: Story, box: Box, game: Game) -> dict[str, Any]:
    """What happened, in JSON values.

    ``player``, ``placements`` and ``discard`` tell the last turn; ``turns`` tells every turn in order, and
    ``turned_up`` the cards turned up after the hand. Players are indices of the layouts; a card that is not known for
    certain is written as an observation is, ``5?``. A discard that was covered or not seen is None.
    """
    box = story.played(box)
    turns = [_turn(story, index, box, game) for index in range(len(story.turns))]
    turned = [
        {"player": player, "slot": at + 1, "card": to_text(layout.cards[at])}
        for player, layout in enumerate(story.layouts)
        for at, fate in enumerate(layout.fates)
        if fate is TURNED
    ]
    last = turns[-1] if turns else {"player": None, "placements": [], "discard": None}
    return {
        "player": last["player"],
        "placements": last["placements"],
        "discard": last["discard"],
        "turns": turns,
        "turned_up": turned,
    }


def _turn(story: Story, index: int, box: Box, game: Game) -> dict[str, Any]:
    turn = story.turns[index]
    placements = _placements(story, index, box, game)
    discard = _discard(story, index, box)
    first = placements[0]["card"] if placements else discard
    if turn.returned:
        first = discard = to_text(box.before[-1] & story.returned)
    return {
        "player": turn.player,
        "from": "discard" if turn.source is Source.TOP else "stock",
        "drawn": first,
        "placements": placements,
        "discard": discard,
        "won": turn.won,
        "free_draw": turn.free,
        "reshuffled": turn.source is Source.RESHUFFLED,
    }


def _discard(story: Story, index: int, box: Box) -> str | None:
    turn = story.turns[index]
    old, new = box.before[-1], box.after[-1]
    last = index == len(story.turns) - 1
    if last and not turn.won:
        return to_text((old & new if story.top is Top.SAME else new) & story.allowed)
    if turn.won:
        return to_text(new) if story.top is Top.LAID and last and not new & NOTHING else None
    if story.top is Top.FIRST:
        return to_text(new & story.allowed)
    return None


def _placements(story: Story, index: int, box: Box, game: Game) -> list[dict[str, Any]]:
    """The cards that a turn placed, in an order that can have been theirs."""
    turn = story.turns[index]
    layout = story.layouts[turn.player]
    chains = _chains(layout)
    if sum(other.player == turn.player for other in story.turns) > 1:
        # A layout that changed in a turn and by free draws after the hand: as much as can be is told with the turn.
        later = _later(chains, layout, _first_discard(story, box, game))
        chains = [chain for chain in chains if (chain in later) is turn.free]
    return [{"card": to_text(layout.cards[at]), "slot": at + 1} for chain in chains for at in chain]


def _chains(layout: Arrangement) -> list[tuple[int, ...]]:
    """The slots in which cards were placed, counted from 0: each alone, or with that of the wild it had taken up."""
    moved = dict(layout.moved)
    landed = set(moved.values())
    order = [at for at, fate in enumerate(layout.fates) if fate in (NUMBER, WILD, OVER) and at not in landed]
    if layout.drawn is not None:
        order.remove(layout.drawn)
        order.insert(0, layout.drawn)
    return [(at, moved[at]) if at in moved else (at,) for at in order]


def _later(chains: list[tuple[int, ...]], layout: Arrangement, discard: int) -> list[tuple[int, ...]]:
    """What was placed by free draws alone, where the turn before ended with a discard out of a set."""
    if layout.task.idle:
        return chains
    if layout.task.late:
        return chains[:1]
    if layout.task.complete is not True:
        return []
    # Where the discard is a number, its slot had been closed before.
    left = [chain for chain in chains if chain[0] != layout.drawn and discard & ~NUMBERS[chain[0] + 1]]
    return left[-1:]


def _first_discard(story: Story, box: Box, game: Game) -> int:
    """What the card may be that the first of two turns ended with."""
    first, second = story.turns[:2]
    drawn = story.layouts[second.player].drawn
    if story.link and drawn is not None:
        return story.link & box.after[game.start(second.player) + drawn]
    return story.layouts[first.player].earlier & (box.after[-1] if story.top is Top.FIRST else ANY_CARD)


def sentence_of(story: Story, told: dict[str, Any]) -> tuple[str, dict[str, object]]:
    """The rule id and the parameters of the sentence that tells a legal course of play."""
    turns = told["turns"]
    played = [turn for turn in turns if not turn["free_draw"]]
    if story.dealt is not None and not played:
        return "trash.new_deal", {}
    if not played:
        changed = told["turned_up"] or turns or story.top is Top.LAID
        return ("trash.after_hand" if changed else "trash.no_change"), {}
    cards = [[place["card"] for place in turn["placements"]] for turn in played]
    params: dict[str, object] = {"player": played[0]["player"] + 1, "cards": cards[0] or [NO_CARD]}
    won = played[-1]["won"]
    if len(played) == 2:
        params |= {"second": played[1]["player"] + 1, "more": cards[1] or [NO_CARD]}
        return ("trash.two_turns_won" if won else "trash.two_turns"), params
    slots = [place["slot"] for place in played[0]["placements"]]
    params |= {"slots": slots, "count": len(slots)}
    if won:
        return "trash.turn_won", params
    params["discard"] = played[0]["discard"] or NO_CARD
    return ("trash.turn" if slots else "trash.turn_discard"), params


def seen_changes(box: Box, game: Game) -> dict[str, Any]:
    """What is plainly seen to have changed, whoever did it: cards shown now in other slots than before, a new top."""
    placements = []
    movers = []
    for player, size in enumerate(game.sizes):
        start = game.start(player)
        changed = [at for at in range(start, start + size) if not box.before[at] & box.after[at]]
        if changed:
            movers.append(player)
        placements += [
            {"player": player, "card": to_text(box.after[at]), "slot": at - start + 1}
            for at in changed
            if box.after[at] & ANY_CARD and not box.after[at] & ~ANY_CARD
        ]
    old, new = box.before[-1], box.after[-1]
    top = to_text(new) if not old & new and new & ANY_CARD else None
    mover = movers[0] if len(movers) == 1 else game.player
    return {"player": mover, "placements": placements, "discard": top}
