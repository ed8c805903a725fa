"""Corrections of where a photo's cards lie and whose they are, as the commands that score and check take them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from service.cli.options import Unusable

if TYPE_CHECKING:
    from service.cli.photo import Photo
    from vision.zones import TrashTable

P = ParamSpec("P")
T = TypeVar("T")

_PLACE = re.compile(r"(\d{1,6})=(.+)")
_TABLE = "table"


def place_option(metavar: str, told: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Adds `placed`: corrections of where cards lie, each ``N=`` and a place."""
    return click.option("--place", "placed", multiple=True, metavar=metavar, help=told)


def parse_places(texts: Sequence[str], photos: Sequence[Photo]) -> dict[int, str]:
    """What is said of where cards lie, by their numbers in the list printed.

    Raises:
        Unusable: for what is no such correction, or is of a card that is not there or was said already.
    """
    known = {number for photo in photos for number in photo.numbers}
    found: dict[int, str] = {}
    for text in texts:
        parts = _PLACE.fullmatch(text.strip())
        if parts is None:
            raise Unusable(f"--place {text}: write N=PLACE, with the number of a card in the list printed")
        number = int(parts[1])
        if number not in known:
            raise Unusable(f"--place {text}: there is no card {number}")
        if number in found:
            raise Unusable(f"--place {text}: card {number} is placed twice")
        found[number] = parts[2].strip().lower()
    return found


def on_table(places: Mapping[int, str]) -> set[int]:
    """The numbers of the cards said to lie on the table, in no hand."""
    return {number for number, place in places.items() if place == _TABLE}


def in_hands(places: Mapping[int, str], photo: Photo) -> tuple[dict[int, int], dict[int, str]]:
    """Of cards said to be in a hand or a player's, by their places in the photo: which, and the cards' numbers.

    Raises:
        Unusable: for anything but a number or, which is passed over, the table.
    """
    moves: dict[int, int] = {}
    for number, place in places.items():
        if place == _TABLE:
            continue
        card = photo.numbers.index(number)
        if not (place.isascii() and place.isdecimal()) or len(place) > 4:
            raise Unusable(f"--place {number}={place}: write a number counted from 1, such as {number}=2")
        if photo.cards[card].side == "down":
            raise Unusable(f"--place {number}={place}: card {number} lies face down; --fix {number}=5H says what it is")
        moves[card] = int(place)
    return moves, {card: str(photo.numbers[card]) for card in moves}


def lie_as_said(table: TrashTable, places: Mapping[int, str], photo: Photo, lang: str) -> TrashTable:
    """A table of Trash with the cards of its photo where they are said to lie; `Unusable` where they cannot."""
    from service.places import laid

    own = {card: places[number] for card, number in enumerate(photo.numbers) if number in places}
    with unplaced(places, lang):
        return laid(table, own, {card: str(photo.numbers[card]) for card in own})


@contextmanager
def unplaced(places: Mapping[int, str], lang: str) -> Iterator[None]:
    """Turns a place that cannot be into `Unusable`, in the language asked for, led by the option at fault."""
    from service.places import PlaceError

    try:
        yield
    except PlaceError as error:
        number = "" if error.card is None else f" {error.card}={places[int(error.card)]}"
        raise Unusable(f"--place{number}: {error.sentence(lang)}") from None
