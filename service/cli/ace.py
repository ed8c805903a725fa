"""`kibitz score ace`: who loses a life in Chase the Ace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from rules import ace as games
from rules.lives import verify_shown
from rules.observation import Seen
from service.cli.flags import refusals, rule_options, rules_of
from service.cli.options import Unusable, answer_options
from service.cli.photos import face_up, list_hands, listed, photo_options, read_photos, remarks, show_warnings
from service.cli.placing import in_hands, on_table, parse_places, place_option, unplaced
from service.cli.showing import answer, lives_option, started


@click.command()
@click.argument("images", metavar="[IMAGE]...", nargs=-1)
@click.option("--card", "cards", multiple=True, metavar="CARD", help="A player's card, KH; once for each player.")
@click.option("--dealer", type=click.IntRange(1), help="Which of the cards is the dealer's, counted from 1.")
@click.option("--drew/--kept", default=None, help="Whether the dealer drew that card from the pack.")
@place_option(
    "N=PLAYER", "Whose reading N is, if it was taken for another's: 4=2 for player 2's, 4=table for nobody's."
)
@lives_option
@rule_options(games.Rules)
@photo_options
@answer_options
def ace(
    images: tuple[str, ...],
    cards: tuple[str, ...],
    dealer: int | None,
    drew: bool | None,
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
    """Score Chase the Ace: the cards shown in an IMAGE, or typed in, one for each player.

    Typed cards may be in doubt: 5? is a five, 8H/6H one of two, -- any card.
    """
    if bool(images) == bool(cards):
        raise Unusable("give a photo, or --card for every player")
    if len(images) > 1:
        raise Unusable(f"{len(images)} photos: all cards are shown in one")
    if cards and (fixes or placed):
        raise Unusable(f"{'--fix' if fixes else '--place'} goes with a photo")
    if drew is not None and dealer is None:
        raise Unusable(f"{'--drew' if drew else '--kept'} goes with --dealer: it is said of the dealer's card")
    rules = rules_of(games.Rules, given, lang)
    players = given.get("rule_players")
    began = started(lives_left, players, lang)
    if began is not None:
        # Where it is said how many started, it is known which pack is in play.
        with refusals(lang, None if lives_left is None else f"--lives-left {lives_left}"):
            rules = replace(rules, players=began).settled
    sides: list[str] = []
    remarked: dict[str, list[Any]] = {}
    if images:
        from service.places import reordered
        from service.sentences import say
        from vision import zones

        # One pack is in play: no card can be there twice.
        (reading,) = read_photos(images, 1 if packs == "auto" else packs, language, deck, fixes, lang)
        # The rest of the pack lies face down in the players' midst: it is no part of the row or the ring.
        with listed([reading], lang, as_json):
            places = parse_places(placed, [reading])
            laid_aside = on_table(places)
            up = [card for card in face_up(reading) if reading.numbers[card] not in laid_aside]
            if not up:
                raise Unusable(f"{images[0]}: {say('photo.none_up', lang)}")
            order = [up[place] for place in zones.row([reading.cards[number] for number in up])]
            moves, names = in_hands(places, reading)
            with unplaced(places, lang):
                order = reordered(order, moves, names)
        seen = [zones.seen(reading.cards[number]) for number in order]
        remarked = remarks([reading], lang)
        if not as_json:
            list_hands(reading, [("", (number,)) for number in order], lang)
            show_warnings([reading], lang)
    else:
        seen = []
        for number, text in enumerate(cards, start=1):
            with refusals(lang, f"--card {number}"):
                seen.append(Seen.parse(text))
    if dealer is not None and dealer > len(seen):
        raise Unusable(f"--dealer {dealer}: there are {len(seen)} cards")
    with refusals(lang, images[0] if images else None):
        if players is not None:
            verify_shown(len(seen), players)
        verdict = games.showdown(seen, rules, dealer=None if dealer is None else dealer - 1, drew=drew)
    answer(verdict, sides, lives_left, rules, players, lang, as_json, remarked)
