"""The referee of Trash on a single picture: whether every face-up card lies in its slot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash.domains import DOWN, NOTHING, Deck, deck_of, holds, spread, to_set, to_text
from rules.trash.faults import misplaced, too_often
from rules.trash.options import Rules
from rules.trash.table import Table
from rules.verdict import Verdict


def check(
    layout: Sequence[Seen], slots: int | None = None, rules: Rules | None = None, *, over: bool = False
) -> Verdict:
    """Whether one layout can be part of a legal game: see `check_table`.

    Args:
        layout: what is seen in the slots, from 1 on.
        slots: how many there should be; None takes them as they are.
        rules: the options in play.
        over: whether the hand is over, so that cards may have been turned up where they lay.
    """
    return check_table(Table((tuple(layout),)), None if slots is None else (slots,), rules, over=over)


def check_table(
    table: Table, slots: Sequence[int] | None = None, rules: Rules | None = None, *, over: bool = False
) -> Verdict:
    """Whether a settled table can be part of a legal game.

    Every face-up card of a layout lies in the slot of its number or is a wild; a wild lies on the discard pile only
    after a win; no card is seen more often than the packs in play hold it; the layouts have the sizes expected.

    Args:
        table: what is seen; players whose layouts are left out may have won the hand. A discard pile that is unknown
            is not judged.
        slots: how many slots each layout should have; None takes them as they are.
        rules: the options in play.
        over: whether the hand is over, so that cards may have been turned up where they lay, where the picture shows
            no complete layout itself. Without the second look that never happens, nor after a hand that won the game.

    Returns:
        The verdict; its explanation names ``player``, ``slot``, ``card`` and ``belongs`` of a fault, or what is
        ``missing``.

    Raises:
        RulesError: ``pack.foreign`` for a card that is not in the packs in play; ``trash.layouts_players`` for more
            layouts than players, or than `slots` has sizes for.
    """
    rules = rules or Rules()
    deck = deck_of(rules)
    if len(table.layouts) > rules.players:
        raise RulesError("trash.layouts_players", {"found": len(table.layouts), "players": rules.players})
    if slots is not None and len(slots) != len(table.layouts):
        raise RulesError("trash.layouts_players", {"found": len(table.layouts), "players": len(slots)})
    # Who comes down to `end_slots` has won the game: nobody is dealt so few.
    least = 1 + (rules.end_slots or 0)
    for player, (found, size) in enumerate(zip(table.sizes, slots or table.sizes, strict=True)):
        if found != size or not least <= found <= 10:
            wanted: object = size if least <= size <= 10 else f"{least} - 10"
            params = {"found": found, "slots": wanted}
            return Verdict("illegal", "trash.wrong_size", params, {"player": player} | params)
    places = [(player, slot) for player, layout in enumerate(table.layouts) for slot in range(1, len(layout) + 1)]
    seen = [to_set(one, deck, DOWN) for layout in table.layouts for one in layout]
    top = 0 if table.discard.side is Side.UNKNOWN else to_set(table.discard, deck, NOTHING)
    pile = [top] if top and not top & NOTHING else []
    for (player, slot), cards in zip(places, seen, strict=True):
        if cards == NOTHING:
            return Verdict("illegal", "trash.empty_slot", {"slot": slot}, {"player": player, "slot": slot})
    fault = too_often([*seen, *pile], deck)
    if fault:
        return Verdict("illegal", *fault, dict(fault[1]))
    # A card that lies elsewhere for certain, as often as the packs hold it, is not among those a place may show.
    left = [*seen, *pile]
    if spread(left, deck):
        seen, pile = left[: len(seen)], left[len(seen) :]
        top = pile[0] if pile else top
    complete = _complete(table, seen, places, deck)
    ended = {player: surely for player, surely in complete.items() if _looks(table.sizes[player], rules)}
    # What is left face down is turned up after a hand that another player won, in this picture or out of it.
    won = {player for player, surely in complete.items() if surely}
    elsewhere = over and not won and rules.second_look
    turned = [
        elsewhere or any(surely for winner, surely in ended.items() if winner != player)
        for player in range(len(table.layouts))
    ]
    right = [
        cards if turned[player] else cards & (deck.fits(slot) | DOWN)
        for (player, slot), cards in zip(places, seen, strict=True)
    ]

    def possible(world: Sequence[int]) -> bool:
        return all(world) and holds([cards for cards in world if not cards & (DOWN | NOTHING)], deck.copies)

    mine = [[at for at, (one, _) in enumerate(places) if one == player] for player in range(len(table.layouts))]

    def filled(last: int) -> list[int]:
        """What the slots may show where this player's layout is complete, and others may have been turned up."""
        return [cards & deck.fits(places[at][1]) if at in mine[last] else cards for at, cards in enumerate(seen)]

    def looking() -> list[int]:
        """The players whose layouts, if they are complete, had the others turn up what was left."""
        return [last for last in ended if possible([*filled(last), *pile])]

    for (player, slot), cards, fitting in zip(places, seen, right, strict=True):
        wrong = None if fitting else misplaced(cards, slot, table.sizes[player], deck)
        if wrong and looking():
            return _open_layout(looking()[0], seen, places, deck)
        if wrong:
            return Verdict("illegal", *wrong, {"player": player} | wrong[1])
    calm = over or not pile
    unseen = rules.players - len(table.layouts)
    won_unseen = False
    if not calm:
        # A wild may lie on the pile once a layout is complete.
        full = [[right[at] & deck.fits(places[at][1]) for at in layout] for layout in mine]
        rest = [[cards for at, cards in enumerate(right) if at not in layout] for layout in mine]
        calm = any(possible([*one, *others, *pile]) for one, others in zip(full, rest, strict=True)) or bool(looking())
        # So it may once one that is not shown is: then at least its first slot holds a card that fits.
        won_unseen = not calm and unseen > 0 and possible([*right, *pile, deck.fits(1)])
        if not calm and not won_unseen and not top & ~deck.wild:
            return Verdict("illegal", "trash.wild_discarded", {"card": to_text(top)}, {"discard": to_text(top)})
    if not possible([*right, *(pile if calm or won_unseen else [top & ~deck.wild])]):
        # What lies wrongly may have been turned up after a hand that one of the layouts may have won.
        if looking():
            return _open_layout(looking()[0], seen, places, deck)
        return Verdict("illegal", "trash.layout_impossible", {}, {})
    # A layout that may be complete may have won the game: nothing is turned up then, so a card lies wrongly elsewhere.
    for last in (one for one in complete if elsewhere and one not in ended):
        whole = filled(last)
        for at, (player, slot) in enumerate(places):
            strange = seen[at] & ~(deck.fits(slot) | DOWN)
            if player != last and possible([*whole[:at], strange, *whole[at + 1 :], *pile]):
                return _open_layout(last, seen, places, deck)

    def unexplained(at: int) -> bool:
        """Whether a card may lie wrongly in a place where no other player has won for it to be turned up."""
        others = [last for last in ended if last != places[at][0]]
        wrongs = [[one for one in mine[last] if seen[one] & ~deck.fits(places[one][1])] for last in others]
        for ways, open_places in enumerate(product(*wrongs)):
            world = [
                cards & ~deck.fits(places[one][1]) if one in open_places else cards for one, cards in enumerate(seen)
            ]
            world[at] = seen[at] & ~right[at]
            # Beyond so many ways it is left in doubt.
            if ways == _MOST_WAYS or possible([*world, *pile]):
                return True
        return False

    strange_slots = [
        at
        for at, (cards, fitting) in enumerate(zip(seen, right, strict=True))
        if cards & ~fitting and possible([*seen[:at], cards & ~fitting, *seen[at + 1 :], *pile])
    ]
    open_slots = [places[at] for at in strange_slots if unexplained(at)]
    goes_on = not over and all(any(seen[at] & DOWN for at in layout) for layout in mine)
    open_top = bool(pile) and goes_on and bool(top & deck.wild) and possible([*right, top & deck.wild])
    missing: list[dict[str, object]] = [{"player": player, "slot": slot} for player, slot in open_slots]
    only_wild = not top & ~deck.wild
    if open_top:
        missing.append({"layouts": unseen} if only_wild else {"discard": "now"})
    if open_slots:
        player = open_slots[0][0]
        slots_open = [slot for one, slot in open_slots if one == player]
        named: dict[str, object] = {"player": player + 1, "slots": slots_open, "count": len(slots_open)}
        return Verdict("cannot tell", "trash.unseen_slots", named, {"missing": missing})
    if open_top and only_wild:
        return Verdict("cannot tell", "trash.unseen_layouts", {"count": unseen}, {"missing": missing})
    if open_top:
        return Verdict("cannot tell", "trash.unseen_top", {}, {"missing": missing})
    if strange_slots or any(
        not cards & (deck.fits(slot) | DOWN) for (_, slot), cards in zip(places, seen, strict=True)
    ):
        return Verdict("legal", "trash.turned_up", {}, {})
    return Verdict("legal", "trash.layout_fits", {}, {})


_MOST_WAYS: Final = 1000
"""Ways for other layouts not to be complete that are tried for a place."""

Places = Sequence[tuple[int, int]]


def _looks(size: int, rules: Rules) -> bool:
    """Whether cards are turned up after a hand that was won with a layout of that size: not if that wins the game."""
    return rules.second_look and size > 1 and (rules.end_slots is None or size - 1 > rules.end_slots)


def _complete(table: Table, seen: Sequence[int], places: Places, deck: Deck) -> dict[int, bool]:
    """The players whose layouts may be complete, and whether they surely are."""
    out: dict[int, bool] = {}
    for player in range(len(table.layouts)):
        own = [(cards, deck.fits(slot)) for (one, slot), cards in zip(places, seen, strict=True) if one == player]
        if all(cards & fitting for cards, fitting in own):
            out[player] = not any(cards & ~fitting for cards, fitting in own)
    return out


def _open_layout(winner: int, seen: Sequence[int], places: Places, deck: Deck) -> Verdict:
    """That it depends on this player's layout, which may be complete, whether cards may have been turned up."""
    slots = [
        slot for (one, slot), cards in zip(places, seen, strict=True) if one == winner and cards & ~deck.fits(slot)
    ]
    missing = [{"player": winner, "slot": slot} for slot in slots]
    named: dict[str, object] = {"player": winner + 1, "slots": slots, "count": len(slots)}
    return Verdict("cannot tell", "trash.unseen_slots", named, {"missing": missing})
