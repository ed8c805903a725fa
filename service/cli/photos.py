"""Pictures for the commands that score and check: read, numbered, corrected by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from rules.cards import Card, Pack
from rules.errors import RulesError
from service.cli.options import MOST_DIGITS, MOST_PACKS, TOO_MANY_PACKS, Unusable, console, picture_options
from service.cli.tables import show_cards

if TYPE_CHECKING:
    from service.cli.photo import Photo
    from vision.types import Reading, SeenCard

P = ParamSpec("P")
T = TypeVar("T")

_FIX = re.compile(rf"(\d{{1,{MOST_DIGITS}}})=(.+)")
_GONE = "none"
CERTAIN = 0.9


def photo_options(command: Callable[P, T]) -> Callable[P, T]:
    """Adds `packs`, `language`, `deck` and `fixes`: what a command that reads pictures takes."""
    command = click.option(
        "--fix",
        "fixes",
        multiple=True,
        metavar="N=CARD",
        help="Correct reading N, as numbered in the list printed: 4=8C. 4=none is no card.",
    )(command)
    return picture_options(command, most=None)


def read_photos(
    names: Sequence[str],
    packs: int | str,
    language: str,
    deck: str | None,
    fixes: Sequence[str],
    lang: str,
    jokers: bool = False,
) -> list[Photo]:
    """The readings of pictures, corrected; card N of all counts on from picture to picture, from 1.

    Where no `jokers` are in play, what looks like one is another card.

    Raises:
        click.ClickException: for a picture that cannot be used, a correction of a card that is not there, or more
            packs than cards are told apart in.
    """
    if isinstance(packs, int) and packs > MOST_PACKS:
        raise Unusable(f"--packs {packs}: {TOO_MANY_PACKS}")
    from service.cli.photo import Photo
    from service.cli.read import open_reader, read_picture

    corrected = parse_fixes(fixes, lang, jokers)
    reader = open_reader(deck)
    readings = [read_picture(reader, name, packs, language, lang, jokers)[1] for name in names]
    total = sum(len(reading.cards) for reading in readings)
    for number in corrected:
        if not 1 <= number <= total:
            raise Unusable(f"--fix {number}: there are {total} cards, numbered from 1")
    first = 1
    photos = []
    for reading in readings:
        fixed = {number: _fixed(card, corrected, number) for number, card in enumerate(reading.cards, start=first)}
        first += len(reading.cards)
        kept = {number: card for number, card in fixed.items() if card is not None}
        photos.append(Photo(**vars(reading) | {"cards": tuple(kept.values()), "numbers": tuple(kept)}))
    return photos


def parse_fixes(texts: Sequence[str], lang: str, jokers: bool = False) -> dict[int, Card | None]:
    """Corrections written ``4=8C``, or ``4=none``, by number; a joker only where `jokers` are in play."""
    found: dict[int, Card | None] = {}
    for text in texts:
        parts = _FIX.fullmatch(text.strip())
        if parts is None:
            raise Unusable(f"--fix {text}: write N=CARD, such as 4=8C")
        number = int(parts[1])
        if number in found:
            raise Unusable(f"--fix {text}: card {number} is corrected twice")
        try:
            found[number] = said = None if parts[2].lower() == _GONE else Card.parse(parts[2])
            if said is not None and not jokers:
                Pack().check((said,))
        except RulesError as error:
            raise Unusable(f"--fix {text}: {error.sentence(lang)}") from None
    return found


def _fixed(card: SeenCard, fixes: Mapping[int, Card | None], number: int) -> SeenCard | None:
    if number not in fixes:
        return card
    said = fixes[number]
    return None if said is None else replace(card, card=said, side="up", confidence=1.0, candidates={})


@contextmanager
def listed(readings: Sequence[Photo], lang: str, hidden: bool) -> Iterator[None]:
    """Print the numbered cards of photos where what lies there is refused inside: by these it is put right.

    Args:
        readings: of the photos.
        lang: of the list.
        hidden: whether nothing is printed but JSON.
    """
    try:
        yield
    except Unusable:
        if not hidden:
            for reading in readings:
                list_hands(reading, (), lang)
        raise


def list_hands(reading: Photo, hands: Sequence[tuple[str, Sequence[int]]], lang: str) -> None:
    """Print the numbered cards of a picture, with the hand each is in, counted from 1."""
    owner = {card: str(number) for number, (_, cards) in enumerate(hands, start=1) for card in cards}
    rows: list[tuple[int, str | None, float, str]] = []
    for place, (number, card) in enumerate(zip(reading.numbers, reading.cards, strict=True)):
        rows.append((number, label(card), card.confidence, owner.get(place, "")))
    show_cards(rows, lang)


def label(card: SeenCard) -> str | None:
    """A card as lists name it: its code, "down", what it may be, or None."""
    if card.side == "down":
        return "down"
    if card.card is not None:
        return card.card.code
    return "/".join(str(each) for each in list(card.candidates)[:3]) or None


def face_up(reading: Reading) -> list[int]:
    """The numbers, from 0, of the cards that lie face up."""
    return [number for number, card in enumerate(reading.cards) if card.side == "up"]


def advice(photos: Sequence[Photo], lang: str) -> list[str]:
    """What to do about every card that could not be read surely, by its number in the list printed.

    Of several pictures each sentence names its own.
    """
    from vision.advice import advise, sentences

    told = []
    for photo in photos:
        lead = f"{photo.image}: " if len(photos) > 1 and photo.image else ""
        said = [each.sentence(lang, photo.numbers[each.card]) for each in advise(photo)]
        told += [lead + sentence for sentence in (said if photo.cards else sentences(photo, lang))]
    return told


def remarks(readings: Sequence[Photo], lang: str) -> dict[str, list[Any]]:
    """What `--json` adds to an answer from photos: the cards read, numbered as `--fix` has them, and what to know.

    That is what the readings warn of, and what would make a better photo.
    """
    cards = [
        {"number": number} | ({} if photo.image is None else {"image": photo.image}) | card.to_json()
        for photo in readings
        for number, card in zip(photo.numbers, photo.cards, strict=True)
    ]
    warnings = [remark.sentence(lang) for photo in readings for remark in photo.remarks]
    return {"readings": cards, "warnings": warnings, "advice": advice(readings, lang)}


def show_warnings(readings: Sequence[Photo], lang: str) -> None:
    """Print what the readings warn of and what would make a better photo."""
    out = console()
    told = remarks(readings, lang)
    for line in (*told["warnings"], *told["advice"]):
        out.print(f"> {line}", markup=False)
