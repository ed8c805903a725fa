"""`kibitz check`: whether a table, or what changed on it, is legal; from photos or typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rules.cards import JOKER
from rules.catalogue import card_name
from rules.observation import Seen, parse_row
from rules.trash.options import Rules
from rules.trash.picture import check_table
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict
from service.cli.flags import refusals, rule_options, rules_of
from service.cli.options import (
    MOST_PACKS,
    TOO_MANY_PACKS,
    SlotsType,
    Unusable,
    answer_options,
    console,
    of_all,
    print_json,
)
from service.cli.photos import label, listed, photo_options, read_photos, remarks, show_warnings
from service.cli.placing import lie_as_said, parse_places, place_option
from service.cli.tables import WORDS, show_cards

if TYPE_CHECKING:
    from service.cli.photo import Photo

Places = Mapping[int, tuple[str, int | None]]
"""Of each card of a photo the layout's side and the slot it lies in, or the pile."""


@click.group()
def check() -> None:
    """Say whether a table, or what changed on it, is legal."""


@check.command()
@click.argument("images", metavar="[IMAGE]", nargs=-1)
@click.option("--before-image", metavar="IMAGE", help="The table before; IMAGE then shows it after one turn or two.")
@click.option("--layout", "layouts", multiple=True, metavar="SLOTS",
              help="A layout, “AS ?? 3H --”: ?? face down, -- unknown, 5? a rank; one for each player.")  # fmt: skip
@click.option("--before", multiple=True, metavar="SLOTS", help="A layout before; once for each player.")
@click.option("--after", multiple=True, metavar="SLOTS", help="The same layouts after.")
@click.option("--discard", metavar="CARD", help="Top of the discard pile with --layout; .. for no pile.")
@click.option("--discard-before", metavar="CARD", help="Top of the discard pile before; .. for no pile.")
@click.option("--discard-after", metavar="CARD", help="Top of the discard pile after.")
@click.option(
    "--slots", type=SlotsType(), metavar="N,N", help="Slots that each layout should have; one number for all."
)
@click.option("--sides", metavar="SIDE,SIDE", help="Where the layouts of a photo lie: near, far, left, right.")
@click.option("--player", type=click.IntRange(1), help="Whose turn it was, counted from 1; found out if not given.")
@click.option("--turns", type=click.IntRange(1, 2), default=2, show_default=True, help="Most turns in between.")
@click.option("--over", is_flag=True, help="The hand is over.")
@click.option("--stock", type=click.IntRange(0), help="Cards in the stock before.")
@place_option(
    "N=PLACE", "Where reading N lies, if it was taken to lie elsewhere: 4=near 3 for a slot, 4=discard, 4=stock."
)
@rule_options(Rules, {"wilds": "wild"}, {"jokers": 2})
@photo_options
@answer_options
def trash(
    images: tuple[str, ...],
    before_image: str | None,
    layouts: tuple[str, ...],
    before: tuple[str, ...],
    after: tuple[str, ...],
    discard: str | None,
    discard_before: str | None,
    discard_after: str | None,
    slots: tuple[int, ...] | None,
    sides: str | None,
    player: int | None,
    turns: int,
    over: bool,
    stock: int | None,
    placed: tuple[str, ...],
    packs: int | str,
    language: str,
    deck: str | None,
    fixes: tuple[str, ...],
    lang: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Check Trash: a table, or a change, in photos or typed in.

    With one layout given, one turn of that player is meant. --packs is how many are shuffled together.
    """
    # The packs a photo is read with are those in play.
    given = {**given, "rule_packs": None if packs == "auto" else packs}
    rules = rules_of(Rules, _seated(given, len(layouts or before)), lang)
    change = bool(before or after or before_image)
    if bool(images) + bool(layouts) + bool(before or after) != 1:
        raise Unusable("give a photo, or --layout, or --before and --after")
    if (before or after) and (not before or not after):
        raise Unusable(f"{'--before' if not before else '--after'} is missing")
    if len(images) > 1:
        raise Unusable(f"{len(images)} photos: one shows the table; --before-image shows it as it was")
    for name, value in {"--player": player, "--stock": stock}.items():
        if value is not None and not change:
            raise Unusable(f"{name} goes with a change: --before and --after, or --before-image")
    for name, said in {"--before-image": before_image, "--fix": fixes, "--place": placed, "--sides": sides}.items():
        if said and not images:
            raise Unusable(f"{name} goes with a photo")
    if discard is not None and not layouts:
        raise Unusable("--discard goes with --layout; with a change write --discard-before and --discard-after")
    if (discard_before is not None or discard_after is not None) and not (before and after):
        raise Unusable("--discard-before and --discard-after go with --before and --after")
    tops = {
        name: _top(name, text, lang)
        for name, text in (
            ("--discard", discard), ("--discard-before", discard_before), ("--discard-after", discard_after)
        )
    }  # fmt: skip
    if images:
        _verify_packs(packs, rules)
        names = [before_image, images[0]] if before_image is not None else list(images)
        jokers = JOKER in rules.pack.cards()
        readings = read_photos(names, rules.pack.packs, language, deck, fixes, lang, jokers)
        with listed(readings, lang, as_json):
            tables, places = _photographed(readings, given.get("rule_players"), slots, sides, placed, lang)
        seated = rules_of(Rules, _seated(given, len(tables[0].layouts)), lang)
        if seated.pack.packs != rules.pack.packs:
            # More lie there than was known: a card may be there oftener than it was looked for.
            readings = read_photos(names, seated.pack.packs, language, deck, fixes, lang, jokers)
            with listed(readings, lang, as_json):
                tables, places = _photographed(readings, len(tables[0].layouts), slots, sides, placed, lang)
        rules = seated
        if not as_json:
            _list(readings, places, lang)
            show_warnings(readings, lang)
    elif change:
        tables = [
            Table(_rows("--before", before, lang), tops["--discard-before"]),
            Table(_rows("--after", after, lang), tops["--discard-after"]),
        ]
    else:
        tables = [Table(_rows("--layout", layouts, lang), tops["--discard"])]
    wanted = of_all(slots, len(tables[0].layouts))
    with refusals(lang):
        if len(tables) == 1:
            verdict = check_table(tables[0], wanted, rules, over=over)
        else:
            one = player if player is None else player - 1
            early = check_table(tables[0], wanted, rules, over=over) if wanted is not None else None
            if early is not None and early.rule == "trash.wrong_size":
                verdict = early
            else:
                verdict = explain(tables[0], tables[1], rules, player=one, turns=turns, over=over, stock=stock)
    if as_json:
        print_json(verdict.to_json(lang) | (remarks(readings, lang) if images else {}))
    else:
        _show(tables, verdict, lang)
    if verdict.illegal:
        click.get_current_context().exit(1)


def _verify_packs(packs: int | str, rules: Rules) -> None:
    """Refuse so many players that the packs they share are too many to tell cards apart in, where they say how many."""
    if packs == "auto" and rules.pack.packs > MOST_PACKS:
        raise Unusable(
            f"--players {rules.players}: so many share {rules.pack.packs} packs where --packs does not say otherwise, "
            f"and {TOO_MANY_PACKS}"
        )


def _seated(given: Mapping[str, Any], layouts: int) -> Mapping[str, Any]:
    """The options with as many players as there are layouts, where they do not say; one layout is one of two."""
    if given.get("rule_players") is not None:
        return given
    return {**given, "rule_players": max(2, layouts)}


def _top(option: str, text: str | None, lang: str) -> Seen:
    if text is None:
        return Seen.unknown()
    with refusals(lang, option):
        return Seen.parse(text)


def _rows(option: str, texts: Sequence[str], lang: str) -> tuple[tuple[Seen, ...], ...]:
    rows = []
    for number, text in enumerate(texts, start=1):
        with refusals(lang, option if len(texts) == 1 else f"{option} {number}"):
            rows.append(parse_row(text))
    return tuple(rows)


def _photographed(
    readings: Sequence[Photo],
    players: int | None,
    slots: tuple[int, ...] | None,
    sides: str | None,
    placed: Sequence[str],
    lang: str,
) -> tuple[list[Table], list[Places]]:
    """The tables that photos show, and where in them each card lies.

    Their layouts come in one order: those on the sides found in the first photo are looked for in the second. How many
    there are, and of how many slots, is found out where it is not said.
    """
    from service.layouts import layouts_of, observed
    from vision.lattice import SIDES
    from vision.zones import TrashTable, ZoneError

    wanted = None if sides is None else tuple(sides.replace(",", " ").split())
    for side in wanted or ():
        if side not in SIDES:
            raise Unusable(f"--sides {sides}: “{side}” is none of {', '.join(SIDES)}")
    said = parse_places(placed, readings)
    found: TrashTable | None = None
    tables: list[Table] = []
    places: list[Places] = []
    for reading in readings:
        try:
            found = layouts_of(reading, players, slots, wanted, found)
        except ZoneError as error:
            raise Unusable(f"{reading.image or 'picture'}: {error.sentence(lang)}") from None
        found = lie_as_said(found, said, reading, lang)
        tables.append(observed(found))
        where = {
            card: (layout.side, slot)
            for layout in found.layouts
            for slot, card in enumerate(layout.slots, start=1)
            if card is not None
        }
        piles = {"stock": found.stock, "pile": found.discard}
        places.append(where | {card: (name, None) for name, card in piles.items() if card is not None})
    return tables, places


def _list(readings: Sequence[Photo], places: Sequence[Places], lang: str) -> None:
    """Print the numbered cards of photos and where each lies."""
    words = WORDS[lang]
    rows: list[tuple[int, str | None, float, str]] = []
    for reading, where in zip(readings, places, strict=True):
        for card, (number, seen) in enumerate(zip(reading.numbers, reading.cards, strict=True)):
            name, slot = where.get(card, ("", None))
            place = f"{words.get(name, name)} {slot or ''}".strip()
            rows.append((number, label(seen), seen.confidence, place))
    show_cards(rows, lang)


def _show(tables: Sequence[Table], verdict: Verdict, lang: str) -> None:
    """Print the layouts, what the referee says and the turn it found."""
    out = console()
    for table in tables:
        for layout in table.layouts:
            for row in (layout[:5], layout[5:]):
                if row:
                    out.print("  " + "".join(f"{_shown(seen, lang):<7}" for seen in row).rstrip(), markup=False)
            out.print()
    style = {"legal": "bold green", "illegal": "bold red"}.get(verdict.verdict, "bold yellow")
    out.print(verdict.sentence(lang), style=style, markup=False)
    turns = verdict.explanation.get("turns")
    for turn in turns if isinstance(turns, list) else []:
        out.print(f"  {_told(turn, lang)}", markup=False)


def _shown(seen: Seen, lang: str) -> str:
    return card_name(str(seen), lang)


def _told(turn: Mapping[str, Any], lang: str) -> str:
    """A turn in signs: the player, the cards placed and their slots, the discard."""
    parts = [f"{card_name(placed['card'], lang)} → {placed['slot']}" for placed in turn["placements"]]
    if turn["discard"] is not None:
        parts.append(f"{card_name(turn['discard'], lang)} ✕")
    if not parts:
        # It placed nothing, and what it discarded was covered by the next turn.
        parts.append("? ✕")
    return f"{turn['player'] + 1}: {', '.join(parts)}"
