"""Scores as tables a person likes to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rules.catalogue import card_name
from service.cli.options import console

if TYPE_CHECKING:
    from rich.table import Table

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "hand": "Hand", "cards": "Cards", "card": "Card", "points": "Points", "melds": "Melds", "deadwood": "Deadwood",
        "knocker": "Knocker", "defender": "Defender", "layoffs": "Laid off", "loses": "loses a life", "sure": "Sure",
        "number": "No.", "where": "Where", "discard": "Discard", "player": "Player", "game": "Game", "total": "Total",
        "down": "face down", "near": "near", "far": "far", "left": "left", "right": "right",
        "first": "first", "second": "second", "lives": "Lives",
        "yes": "yes", "no": "no", "may_knock": "May knock", "gin": "Gin", "big_gin": "Big gin", "stock": "stock",
        "pile": "discards", "up": "face up", "unknown": "unknown", "at": "at", "saved": "saved",
    },
    "fr": {
        "hand": "Main", "cards": "Cartes", "card": "Carte", "points": "Points", "melds": "Combinaisons",
        "deadwood": "Cartes mortes", "knocker": "Frappeur", "defender": "Défenseur", "layoffs": "Ajoutées",
        "loses": "perd une vie", "sure": "Certitude", "number": "N°", "where": "Où", "discard": "Défausse",
        "player": "Joueur", "game": "Partie", "total": "Total", "down": "face cachée",
        "near": "près", "far": "loin", "left": "gauche", "right": "droite", "first": "première", "second": "seconde",
        "lives": "Vies", "yes": "oui", "no": "non",
        "may_knock": "Peut frapper", "gin": "Gin", "big_gin": "Big gin", "stock": "talon", "pile": "défausse",
        "up": "face visible", "unknown": "inconnues", "at": "à", "saved": "enregistré :",
    },
    "de": {
        "hand": "Blatt", "cards": "Karten", "card": "Karte", "points": "Punkte", "melds": "Meldungen",
        "deadwood": "Restkarten", "knocker": "Klopfer", "defender": "Gegner", "layoffs": "Angelegt",
        "loses": "verliert ein Leben", "sure": "Sicher", "number": "Nr.", "where": "Wo", "discard": "Ablegen",
        "player": "Spieler", "game": "Spiel", "total": "Summe", "down": "verdeckt",
        "near": "nah", "far": "fern", "left": "links", "right": "rechts", "first": "erstes", "second": "zweites",
        "lives": "Leben", "yes": "ja", "no": "nein",
        "may_knock": "Darf klopfen", "gin": "Gin", "big_gin": "Big Gin", "stock": "Stapel", "pile": "Ablagestapel",
        "up": "offen", "unknown": "unbekannt", "at": "bei", "saved": "gespeichert:",
    },
}  # fmt: skip
"""Headings by language."""

_ABOVE: Final = 32
"""Points of three of a kind where it beats any total."""

KINDS: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "fr": {
        "three of a kind": "brelan", "prial": "brelan", "running flush": "quinte couleur", "run": "suite",
        "flush": "couleur", "pair": "paire", "high card": "carte haute",
    },
    "de": {
        "three of a kind": "Drilling", "prial": "Drilling", "running flush": "Straßenflush", "run": "Straße",
        "flush": "Flush", "pair": "Paar", "high card": "höchste Karte",
    },
}  # fmt: skip
"""Names of hands in Stop the Bus, where they are not those of its JSON."""


def names(codes: Sequence[str], lang: str) -> str:
    """Cards as the language prints their indices."""
    return " ".join(card_name(code, lang) for code in codes)


def meld_names(codes: Sequence[str], lang: str) -> str:
    """The cards of a meld, which no line break parts."""
    return names(codes, lang).replace(" ", "\u00a0")


def grid(*headings: str, right: Sequence[str] = ()) -> Table:
    """An empty table with these headings; those named in `right` hold numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    return table


def show_gin_score(score: Mapping[str, Any], sentence: str, lang: str) -> None:
    """Print the score of a pair of hands, from its JSON, and the sentence that explains it."""
    words = WORDS[lang]
    table = grid("", words["melds"], words["layoffs"], words["deadwood"], words["points"], right=(words["points"],))
    for side in ("knocker", "defender"):
        laid = score[side]
        melds = "  |  ".join(meld_names(meld, lang) for meld in laid["melds"])
        table.add_row(
            words[side], melds, names(laid.get("layoffs", ()), lang), names(laid["deadwood"], lang), str(laid["points"])
        )
    out = console()
    out.print(table)
    out.print(sentence, style="bold", markup=False)


def show_gin_hand(hand: Mapping[str, Any], sentence: str, lang: str) -> None:
    """Print what one hand of gin is worth, from its JSON, and the sentence that says it."""
    words = WORDS[lang]
    table = grid("", "")
    table.show_header = False
    table.add_row(words["melds"], "  |  ".join(meld_names(meld, lang) for meld in hand["melds"]) or "–")
    if hand.get("discard"):
        table.add_row(words["discard"], names([hand["discard"]], lang))
    deadwood = f"{names(hand['deadwood'], lang)}  ({hand['points']})" if hand["deadwood"] else "0"
    table.add_row(words["deadwood"], deadwood)
    for name in ("may_knock", "gin", "big_gin"):
        table.add_row(words[name], words["yes" if hand[name] else "no"])
    out = console()
    out.print(table)
    out.print(sentence, style="bold", markup=False)


def show_hands(
    showdown: Mapping[str, Any], sentence: str, lang: str, sides: Sequence[str] = (), lives: Sequence[str] = ()
) -> None:
    """Print the hands of a showing and who loses a life, from its JSON."""
    words = WORDS[lang]
    headings = [words["hand"], words["cards"], words["points"], *([words["lives"]] if lives else []), ""]
    table = grid(*headings, right=(words["points"],))
    for index, hand in enumerate(showdown["hands"]):
        side = f" ({words[sides[index]]})" if index < len(sides) and sides[index] in words else ""
        points = _worth(hand, lang)
        lost = showdown["losers"] is not None and index in showdown["losers"]
        row = [f"{index + 1}{side}", names(hand["cards"], lang), str(points)]
        table.add_row(*row, *([lives[index]] if lives else []), words["loses"] if lost else "")
    out = console()
    out.print(table)
    out.print(sentence, style="bold", markup=False)


def _worth(hand: Mapping[str, Any], lang: str) -> str:
    """What a hand is worth: its points, or its name where that is what counts."""
    kind = hand.get("kind", "points")
    if kind not in (None, "points"):
        named = KINDS[lang].get(kind, kind)
        return f"{named} ({hand['points']})" if kind == "three of a kind" and hand["points"] < _ABOVE else named
    if hand["points"] is not None:
        return str(hand["points"])
    kinds = hand.get("possible_kinds", ())
    if kinds and "points" not in kinds:
        return "/".join(KINDS[lang].get(kind, kind) for kind in kinds)
    above = KINDS[lang].get("three of a kind", "three of a kind")
    return "/".join(above if each == _ABOVE else str(each) for each in hand.get("possible_points", "?"))


def show_cards(rows: Sequence[tuple[int, str | None, float, str]], lang: str) -> None:
    """Print a numbered list of cards read: number, code (None: not named), confidence, and whose they are."""
    words = WORDS[lang]
    table = grid(words["number"], words["card"], words["sure"], words["where"], right=(words["number"], words["sure"]))
    for number, code, confidence, where in rows:
        named = "?" if code is None else words["down"] if code == "down" else card_name(code, lang)
        # Rounded down: nobody can know a card for certain.
        table.add_row(str(number), named, f"{int(1000 * confidence) / 10:.1f} %", words.get(where, where))
    console().print(table)
