"""The running commentary: one line for each event, in English, French or German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.catalogue import card_name, fields, sentences
from service.sentences import say

_NAMELESS = ("gin.pile", "gin.put_back", "bus.table")
"""Beginnings of the rules whose sentences name nobody: they see the cards, not the hands."""
_NAMING = ("player", "players", "turn")
"""What a refusal of Trash names somebody by."""


def line(event: Mapping[str, Any], lang: str = "en") -> str | None:
    """An event as a line to be read aloud; None for one that says nothing to a listener."""
    kind, after, before = event["kind"], event["after"], event["before"]
    if kind == "card":
        return _card(event["type"], before, after, lang)
    if kind in ("verdict", "turn"):
        head = say("verdict." + after["verdict"], lang) + " " if kind == "verdict" else ""
        if event["type"] == "update":
            head = say("verdict.anew", lang) + head
        return head + _whose(after, lang) + str(after["sentence"])
    if kind == "hand":
        if event["type"] == "end":
            return say("hand.end", lang, hand=before["hand"])
        numbers = [
            say("playing", lang, number=k, side=say(f"side.{side}", lang)) for k, side in enumerate(after["players"], 1)
        ]
        return " ".join([say("hand.new", lang, hand=after["hand"], slots=_slots(after["slots"])), *numbers])
    if kind == "score" and "winner" not in after and "slots" in after:
        return say("score.slots", lang, slots=_slots(after["slots"]))
    if kind == "score" and "winner" in after:
        side = say(f"side.{after['winner']}", lang)
        side = side[0].upper() + side[1:] if lang == "en" else side
        if after["over"]:
            return say("score.game", lang, side=side)
        return say("score.won", lang, side=side, hand=after["hand"], slots=_slots(after["slots"]))
    if isinstance(after, Mapping) and "sentence" in after:
        return str(after["sentence"])
    return None


def _whose(told: Mapping[str, Any], lang: str) -> str:
    """Whose turn is judged, before a sentence that does not say it itself; empty where nobody knows."""
    rule = str(told.get("rule"))
    accused = told.get("verdict") == "illegal" and rule.startswith("trash.")
    silent = accused and fields(sentences("trash", "en").get(rule, "{player}")).isdisjoint(_NAMING)
    if told.get("player") is None or not (silent or rule.startswith(_NAMELESS)):
        return ""
    return say(f"by.{told['player']}", lang) + " "


def _slots(slots: list[int]) -> str:
    return ", ".join(map(str, slots))


def _card(type_: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, lang: str) -> str | None:
    spot = after or before
    if spot is None or spot["place"] is None:
        return None
    place = _place(str(spot["place"]), lang, "place" if after is not None else "from")
    old = None if before is None else (card_name(before["card"], lang) if before["card"] else None)
    if after is None:
        if before is not None and before["side"] == "down":
            return say("card.back_gone", lang, place=place)
        return say("card.gone", lang, before=old or "?", place=place)
    if after["side"] == "down":
        return None if spot["place"] == "stock" else say("card.down", lang, place=place)
    if after["card"] is None:
        return say("card.unread", lang, place=place)
    if after.get("uncovered"):
        # It lay there all the time; what happened is that the card on it was taken.
        return None if old is None else say("card.gone", lang, before=old, place=_place(spot["place"], lang, "from"))
    card = card_name(after["card"], lang)
    if old == card and "remark" in after:
        # Nothing happened to it: something is said of where it lies.
        return str(after["remark"]["sentence"])
    if before is not None and before["side"] == "down":
        text = say("card.turned", lang, card=card, place=place)
    elif before is not None and before["side"] == "up" and before["card"] is None:
        text = say("card.named", lang, card=card, place=place)
    elif old:
        covered = old != card
        text = say("card.covered" if covered else "card.put_back", lang, card=card, place=place, before=old)
    else:
        text = say("card.laid", lang, card=card, place=place)
    return f"{text} {after['remark']['sentence']}" if "remark" in after else text


def _place(place: str, lang: str, way: str) -> str:
    """Where a card lies ("place") or whence it was taken ("from")."""
    head, _, number = place.partition(" ")
    if head in ("stock", "discard", "table"):
        return say(f"{way}.{head}", lang)
    if head == "player":
        return say(f"{way}.player", lang, number=number)
    return say(f"{way}.slot", lang, slot=number, side=say(f"side.{head}", lang))
