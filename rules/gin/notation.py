"""A position of gin as one line of text, written and read.

The parts are separated by semicolons: ``draw 1; dealer 0; 0 AS 2S ...; 1 ...; pile 5H KD; stock 9C ...; upcard 5H``.
The pile is written from the bottom, the stock from the next card to be drawn. Then come, where they are not empty,
``passes``, ``taken``, ``drawn``, ``known0``, ``known1``, ``out`` and ``reply`` (moves), and ``rules`` (the options that
differ from the defaults).
"""

from __future__ import annotations

import re

from rules.cards import Card, format_cards, parse_cards
from rules.errors import RulesError
from rules.gin.legal import showdown
from rules.gin.melds import cards_of, mask_of
from rules.gin.moves import BigGin, Knock, Show, parse_move
from rules.gin.position import Phase, Position
from rules.gin.rules import Rules
from rules.gin.status import Status, status

_PARTS = (
    "dealer 0 1 pile stock upcard passes taken drawn known0 known1 out reply rules".split()  # noqa: SIM905
)
_NUMBER = re.compile(r"[0-9]")


def format_state(state: Position) -> str:
    """The line of a position."""
    parts = [
        f"{state.phase} {state.turn}",
        f"dealer {state.dealer}",
        f"0 {format_cards(cards_of(state.hands[0]))}",
        f"1 {format_cards(cards_of(state.hands[1]))}",
        f"pile {format_cards(state.pile)}".rstrip(),
        f"stock {format_cards(reversed(state.stock))}",
        f"upcard {state.upcard}",
    ]
    notes = {
        "passes": str(state.passes or ""),
        "taken": str(state.taken or ""),
        "drawn": str(state.drawn or ""),
        "known0": format_cards(cards_of(state.known[0])),
        "known1": format_cards(cards_of(state.known[1])),
        "out": str(state.out or ""),
        "reply": str(state.reply or ""),
        "rules": str(state.rules),
    }
    return "; ".join([*parts, *(f"{name} {note}" for name, note in notes.items() if note)])


def _wrong(part: str) -> RulesError:
    return RulesError("gin.position", {"part": part})


def _number(name: str, text: str, most: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise _wrong(f"{name} {text}".strip())
    return int(text)


def _card(text: str) -> Card | None:
    return Card.parse(text) if text else None


def parse_fields(text: str) -> dict[str, object]:
    """The fields of the position a line describes, by name, the position checked.

    Raises:
        RulesError: ``gin.position``, naming the part at fault; ``gin.impossible``, naming what is wrong; a card, an
            option or a move that is none.
    """
    first, *rest = (part.strip() for part in text.strip().split(";"))
    parts: dict[str, str] = {}
    for part in rest:
        name, _, value = part.partition(" ")
        if name not in _PARTS or name in parts:
            raise _wrong(part)
        parts[name] = value.strip()
    for name in ("dealer", "0", "1", "pile", "stock", "upcard"):
        if name not in parts:
            raise _wrong(name)
    phase, _, turn = first.partition(" ")
    if phase not in [known.value for known in Phase]:
        raise _wrong(first)
    upcard = _card(parts["upcard"])
    if upcard is None or upcard.joker:
        raise _wrong("upcard")
    fields = {
        "rules": Rules.parse(parts.get("rules", "")),
        "dealer": _number("dealer", parts["dealer"], 1),
        "turn": _number(phase, turn.strip(), 1),
        "phase": Phase(phase),
        "hands": (_hand(parts["0"]), _hand(parts["1"])),
        "stock": tuple(reversed(parse_cards(parts["stock"]))),
        "pile": parse_cards(parts["pile"]),
        "upcard": upcard,
        "passes": _number("passes", parts.get("passes", "0"), 2),
        "taken": _card(parts.get("taken", "")),
        "drawn": _card(parts.get("drawn", "")),
        "known": (_hand(parts.get("known0", "")), _hand(parts.get("known1", ""))),
    }
    if "out" in parts:
        out = parse_move(parts["out"])
        if not isinstance(out, (Knock, BigGin)) or out.melds is None:
            raise _wrong(f"out {parts['out']}")
        fields["out"] = out
    if "reply" in parts:
        reply = parse_move(parts["reply"])
        if not isinstance(reply, Show) or "out" not in parts:
            raise _wrong(f"reply {parts['reply']}")
        fields["reply"] = reply
        fields["showdown"] = showdown(Position(**fields), reply)  # type: ignore[arg-type]
    wrong = status(Position(**fields))  # type: ignore[arg-type]
    if wrong is not Status.VALID:
        raise RulesError("gin.impossible", {"flags": [flag.name for flag in wrong]})
    return dict(fields)


def _hand(text: str) -> int:
    cards = parse_cards(text)
    for card in cards:
        if card.joker:
            raise RulesError("pack.foreign", {"card": card.code})
        if cards.count(card) > 1:
            raise RulesError("gin.same_card", {"card": card.code})
    return mask_of(cards)
