"""Gin photos scored, by the knocker who is named or, where none is, by the only one who can have knocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.cards import Card
from rules.gin.rules import Rules
from service.scoring import judge
from service.sentences import say
from service.spreads import Spread, spread
from vision.types import SeenCard


def judge_photos(
    pictures: Sequence[Sequence[SeenCard]],
    rules: Rules,
    *,
    knocker_side: str | None = None,
    fixes: Mapping[str, Card | None] | None = None,
    hands: Mapping[str, str] | None = None,
    added: Mapping[str, Sequence[Card]] | None = None,
    upcard: Card | None = None,
    lang: str = "en",
) -> tuple[Spread, dict[str, Any]]:
    """Whose every card is, and what the hands are worth.

    Where nobody says who knocked, and the hand taken for the knocker's cannot have, nobody has played illegally yet:
    the hands are turned round where that makes a score. Where whether it can depends on cards in doubt, and the other
    hand cannot, it has.

    Args:
        pictures: as `spread` takes them, and so are `knocker_side`, `fixes`, `hands` and `added`.
        rules: the options in play.
        upcard: the first upcard, where Oklahoma asks for it.
        lang: of the sentences.

    Returns:
        The hands as they are scored, and the body of `judge` with ``notes``: what was taken for granted.

    Raises:
        SpreadError: there is no card, or no hand lies on a side that was named.
    """
    laid = spread(pictures, knocker_side, fixes, hands, added)
    # Whose cards are the knocker's may have been said card by card.
    said = knocker_side is not None or any(each in ("knocker", "defender") for each in (hands or {}).values())
    body = judge(laid, rules, upcard, lang, knocked=said) | {"notes": []}
    if said or body["verdict"] == "legal" or "defender" not in laid.sides:
        return laid, body
    turned = spread(pictures, laid.sides["defender"], fixes, hands, added)
    told = judge(turned, rules, upcard, lang)
    if body["verdict"] == "cannot tell" and told["rule"] == "gin.knock_limit":
        laid = spread(pictures, knocker_side, fixes, hands, added)
        return laid, judge(laid, rules, upcard, lang, knocked=True) | {"notes": []}
    if body["verdict"] != "illegal" or told["verdict"] != "legal":
        return laid, body
    note = say("gin.side", lang, side=say(f"side.{turned.sides['knocker']}", lang))
    return turned, told | {"notes": [note]}
