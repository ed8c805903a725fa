"""`kibitz score bus`: what hands are worth in Stop the Bus, and who loses a life."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from rules import bus as games
from rules.errors import RulesError
from rules.lives import verify_shown
from rules.observation import Seen, parse_row
from service.bustables import table_among
from service.cli.flags import refusals, rule_options, rules_of
from service.cli.options import Unusable, answer_options
from service.cli.photos import face_up, list_hands, listed, photo_options, read_photos, remarks, show_warnings
from service.cli.placing import in_hands, on_table, parse_places, place_option, unplaced
from service.cli.showing import answer, lives_option, still_in

if TYPE_CHECKING:
    from service.cli.photo import Photo
    from vision.types import Reading

_SIZE = 3


@click.command()
@click.argument("images", metavar="[IMAGE]...", nargs=-1)
@click.option("--hand", "hands", multiple=True, metavar="CARDS", help="A hand of three, “AS KS 5H”; once for each.")
@click.option("--table/--no-table", default=None, help="Whether the three table cards are in the photo too.")
@place_option(
    "N=HAND",
    "Whose reading N is, if it was taken for another's: 4=2 for hand 2 as numbered in the list printed, 4=table for no "
    "hand's.",
)
@lives_option
@rule_options(games.Rules)
@photo_options
@answer_options
def bus(
    images: tuple[str, ...],
    hands: tuple[str, ...],
    table: bool | None,
    placed: tuple[str, ...],
    lives_left: str | None,
    packs: int | str,
    language: str,
    deck: str | None,
    fixes: tuple[str, ...],
    lang: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Score Stop the Bus: the hands shown in an IMAGE, or typed in.

    Typed cards may be in doubt: 5? is a five, 8H/6H one of two, -- any card.
    """
    if bool(images) == bool(hands):
        raise Unusable("give a photo, or --hand for every hand")
    if len(images) > 1:
        raise Unusable(f"{len(images)} photos: all hands are shown in one")
    if hands and (fixes or placed or table is not None):
        raise Unusable(f"{'--fix' if fixes else '--place' if placed else '--table'} goes with a photo")
    rules = rules_of(games.Rules, given, lang)
    players = given.get("rule_players")
    sides: list[str] = []
    remarked: dict[str, list[Any]] = {}
    if images:
        # One pack is in play: no card can be there twice.
        (reading,) = read_photos(images, 1 if packs == "auto" else packs, language, deck, fixes, lang)
        with listed([reading], lang, as_json):
            found = _spread(reading, players, still_in(lives_left, lang), table, placed, lang)
        sides = [side for side, _ in found]
        seen = [_seen(reading, cards) for _, cards in found]
        remarked = remarks([reading], lang)
        if not as_json:
            list_hands(reading, found, lang)
            show_warnings([reading], lang)
    else:
        seen = []
        for number, text in enumerate(hands, start=1):
            with refusals(lang, f"--hand {number}"):
                seen.append(parse_row(text))
    with refusals(lang, images[0] if images else None):
        for number, hand in enumerate(seen, start=1):
            if len(hand) != _SIZE:
                params = {"hand": number, "cards": [str(card) for card in hand], "found": len(hand)}
                raise RulesError("bus.nth_hand_size", params)
        if players is not None:
            verify_shown(len(seen), players)
        verdict = games.showdown(seen, rules)
    answer(verdict, sides, lives_left, rules, players, lang, as_json, remarked)


def _spread(
    reading: Photo, players: int | None, playing: int | None, table: bool | None, placed: Sequence[str], lang: str
) -> list[tuple[str, tuple[int, ...]]]:
    """The hands of a photo as (side, cards); the table's three cards are no hand.

    Whether three cards in the middle are a hand or the table's is said, or follows from how many are still in the game
    or how many started; see `service.bustables`.
    """
    from service.places import regrouped
    from service.sentences import say
    from vision import zones

    places = parse_places(placed, [reading])
    laid_aside = on_table(places)
    up = [card for card in face_up(reading) if reading.numbers[card] not in laid_aside]
    groups, rest = divmod(len(up), _SIZE)
    name = reading.image or "picture"
    if rest or not up:
        raise Unusable(f"{name}: {zones.ZoneError('zones.bus', cards=len(up)).sentence(lang)}")
    if table is None and laid_aside:
        # Whoever says which cards are the table's leaves none to be guessed.
        table = False
    if table is None:
        table = table_among(groups, players, playing)
    if table is None:
        asked = say("bus.table_flags", lang, cards=len(up), hands=groups, fewer=groups - 1)
        raise Unusable(f"{name}: {asked}")
    cards = [reading.cards[number] for number in up]
    try:
        found = zones.bus(cards).hands if table else tuple(zones.hands(cards, groups))
    except zones.ZoneError as error:
        raise Unusable(f"{name}: {error.sentence(lang)}") from None
    moves, names = in_hands(places, reading)
    held = [[up[place] for place in hand.cards] for hand in found]
    if not moves:
        return [(hand.side, tuple(cards)) for hand, cards in zip(found, held, strict=True)]
    with unplaced(places, lang):
        held = regrouped(held, moves, names)
    return list(zip(zones.seats(reading, held), map(tuple, held), strict=True))


def _seen(reading: Reading, cards: Sequence[int]) -> tuple[Seen, ...]:
    from vision.zones import seen

    return tuple(seen(reading.cards[number]) for number in cards)
