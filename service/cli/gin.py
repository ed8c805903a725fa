"""`kibitz score gin`: one hand, or two after a knock, from photos or typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from rules import gin as games
from rules.cards import Card, Pack, parse_cards
from rules.errors import RulesError
from rules.gin.position import HAND
from rules.observation import Seen, parse_row
from service.cli.flags import refusals, rule_options, rules_of
from service.cli.options import Unusable, answer_options, console, print_json
from service.cli.photos import advice, label, listed, photo_options, read_photos, remarks, show_warnings
from service.cli.tables import show_cards, show_gin_hand, show_gin_score
from service.cli.tally import enter, entered, nothing_entered, open_tally, show_tally
from service.sentences import say

if TYPE_CHECKING:
    from service.cli.photo import Photo
    from service.spreads import Spread

_SIDES = ("near", "first", "left", "far", "right", "second")
"""Of two hands the one whose side comes first here is player 1's, where a match is kept."""
_UNUSABLE = ("gin.hand_size", "gin.same_card", "gin.upcard_needed", "gin.empty_place", "gin.no_assignment")


@dataclass(frozen=True)
class _Answer:
    """What the hands are worth.

    Attributes:
        body: what `--json` prints.
        verdict: "legal", "illegal" or "cannot tell".
        sentence: the score explained, or why there is none.
        possible: the outcomes that unread cards leave open.
        boxes: of a score, the winner's boxes.
        notes: what was taken for granted.
    """

    body: dict[str, Any]
    verdict: str = "legal"
    sentence: str = ""
    possible: tuple[str, ...] = ()
    boxes: int = 1
    notes: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether it is a score that may be written down: one that is all but certain may not."""
        return self.verdict == "legal" and not self.possible


@click.command()
@click.argument("images", metavar="[IMAGE]...", nargs=-1)
@click.option("--hand", metavar="CARDS", help="One hand of ten or eleven: “AS AD AC 4H 5H 6H 9C 10C JC 2D”.")
@click.option("--knocker", metavar="CARDS", help="The hand that knocked, ten cards, or eleven for big gin.")
@click.option("--defender", metavar="CARDS", help="The other hand, ten cards.")
@click.option(
    "--knocker-side",
    type=click.Choice(_SIDES),
    help="Which spread of the photo knocked; near, or the only one that can have.",
)
@click.option("--add", "added", multiple=True, metavar="SIDE=CARDS",
              help="Cards of a hand that the photo shows and the reading did not find: far=3S.")  # fmt: skip
@click.option("--knocker-melds", metavar="MELDS", help="Melds declared, between slashes: “AS AD AC / 4H 5H 6H”.")
@click.option("--defender-melds", metavar="MELDS", help="Likewise of the defender; the best if not given.")
@click.option("--layoffs", metavar="CARDS", help="Cards laid off; “” for none; the best if not given.")
@click.option("--upcard", metavar="CARD", help="First upcard of the hand; needed in Oklahoma.")
@click.option("--match", "match_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Enter the score in a running match kept in FILE.")  # fmt: skip
@click.option("--knocked-by", type=click.IntRange(1, 2), help="The player who knocked, for --match.")
@rule_options(games.Rules, {"match": "match-kind"})
@photo_options
@answer_options
def gin(
    images: tuple[str, ...],
    hand: str | None,
    knocker: str | None,
    defender: str | None,
    knocker_side: str | None,
    added: tuple[str, ...],
    knocker_melds: str | None,
    defender_melds: str | None,
    layoffs: str | None,
    upcard: str | None,
    match_file: Path | None,
    knocked_by: int | None,
    packs: int | str,
    language: str,
    deck: str | None,
    fixes: tuple[str, ...],
    lang: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Score gin: one hand, or two hands after a knock, in one IMAGE or two, or typed in.

    Typed cards may be in doubt: 5? is a five, 8H/6H one of two, -- any card.
    """
    rules = rules_of(games.Rules, given, lang)
    chosen = any(name.startswith("rule_") and value is not None for name, value in given.items())
    tally = None if match_file is None else open_tally(match_file, rules, chosen, lang)
    rules = rules if tally is None else tally.rules
    with refusals(lang, "--upcard"):
        turned = None if upcard is None else Card.parse(upcard)
    if knocked_by is not None and match_file is None:
        raise Unusable("--knocked-by goes with --match")
    given_photos = {"--fix": fixes, "--knocker-side": knocker_side, "--add": added}
    _check_given(images, hand, knocker, defender, (knocker_melds, defender_melds, layoffs), given_photos)
    missed = _added(added, lang)
    player: int | None
    if images:
        # Gin is played with one pack: no card can be there twice.
        readings = read_photos(images, 1 if packs == "auto" else packs, language, deck, fixes, lang)
        answer, player = _photographed(readings, knocker_side, missed, rules, turned, lang, quiet=as_json)
        answer.body.update(remarks(readings, lang))
        answer.body["warnings"] += answer.notes
    else:
        player = None
        texts = {"--hand": hand} if hand is not None else {"--knocker": knocker, "--defender": defender}
        seen = {option: _row(option, text or "", lang) for option, text in texts.items()}
        melds = [_melds("--knocker-melds", knocker_melds, lang), _melds("--defender-melds", defender_melds, lang)]
        with refusals(lang, "--layoffs"):
            laid = None if layoffs is None else parse_cards(layoffs)
        answer = _typed(seen, rules, turned, melds, laid, lang)
    if tally is not None and match_file is not None and answer.certain:
        if "ending" not in answer.body:
            raise Unusable(f"--match {match_file}: one hand alone has no score to enter")
        player = knocked_by - 1 if knocked_by else player
        if player is None:
            raise Unusable(f"--match {match_file}: say who knocked: --knocked-by 1 or 2")
        enter(match_file, tally, answer.body, answer.boxes, player, lang)
    if tally is not None:
        answer.body["match"] = {"entered": answer.certain, **tally.to_json()}
    if as_json:
        print_json(answer.body)
    else:
        _show(answer, lang)
        if tally is not None:
            show_tally(tally, lang)
            if match_file is not None:
                why = "illegal" if answer.verdict == "illegal" else "cannot tell"
                told = entered(match_file, tally, lang) if answer.certain else nothing_entered(match_file, why, lang)
                console().print(f"> {told}", markup=False, soft_wrap=True)
    if answer.verdict == "illegal":
        click.get_current_context().exit(1)


def _check_given(
    images: Sequence[str],
    hand: str | None,
    knocker: str | None,
    defender: str | None,
    declared: Sequence[str | None],
    with_photos: Mapping[str, object],
) -> None:
    """Refuse inputs that do not go together."""
    pair = knocker is not None or defender is not None
    if bool(images) + (hand is not None) + pair != 1:
        raise Unusable("give photos, or --hand, or --knocker and --defender")
    if len(images) > 2:
        raise Unusable(f"{len(images)} photos: one shows both hands, two show one each")
    if pair and (knocker is None or defender is None):
        raise Unusable(f"{'--defender' if defender is None else '--knocker'} is missing")
    if any(text is not None for text in declared) and not pair:
        raise Unusable("melds and layoffs are declared with --knocker and --defender")
    alone = next((option for option, value in with_photos.items() if value), None)
    if not images and alone is not None:
        raise Unusable(f"{alone} goes with a photo")


def _added(texts: Sequence[str], lang: str) -> dict[str, list[Card]]:
    """Cards that were not found, written ``far=3S``, by the side of their hand."""
    found: dict[str, list[Card]] = {}
    for text in texts:
        side, _, cards = text.partition("=")
        if side.strip() not in _SIDES or not cards.strip():
            raise Unusable(f"--add {text}: write SIDE=CARDS, such as far=3S; a side is {', '.join(_SIDES)}")
        with refusals(lang, f"--add {text}"):
            missed = parse_cards(cards)
            for card in missed:
                Pack().check((card,))
            found.setdefault(side.strip(), []).extend(missed)
    return found


def _row(option: str, text: str, lang: str) -> tuple[Seen, ...]:
    with refusals(lang, option):
        return parse_row(text)


def _melds(option: str, text: str | None, lang: str) -> list[tuple[Card, ...]] | None:
    if text is None:
        return None
    with refusals(lang, option):
        return [parse_cards(part) for part in text.split("/") if part.strip()]


def _typed(
    seen: dict[str, tuple[Seen, ...]],
    rules: games.Rules,
    upcard: Card | None,
    melds: Sequence[list[tuple[Card, ...]] | None],
    layoffs: tuple[Card, ...] | None,
    lang: str,
) -> _Answer:
    hands = list(seen.values())
    known = [[card for each in row if (card := each.certain) is not None] for row in hands]
    doubtful = [len(cards) != len(row) for cards, row in zip(known, hands, strict=True)]
    try:
        if not any(doubtful):
            if len(known) == 1:
                held = games.hand(known[0], rules, upcard=upcard)
                return _Answer(held.to_json(), sentence=held.sentence(lang))
            laid = {"knocker_melds": melds[0], "defender_melds": melds[1], "layoffs": layoffs}
            shown = games.score(known[0], known[1], rules, upcard=upcard, **laid)  # type: ignore[arg-type]
            return _Answer(shown.to_json(), sentence=shown.sentence(lang), boxes=shown.boxes)
        if any(each is not None for each in (*melds, layoffs)):
            raise Unusable("melds and layoffs are checked only where every card is known")
        if len(hands) == 1:
            return _of_possible(games.possible_hands(hands[0], rules, upcard=upcard), hands, lang)
        return _of_possible(games.possible_scores(hands[0], hands[1], rules, upcard=upcard), hands, lang)
    except RulesError as error:
        return _refused(error, lang)


def _of_possible(found: games.Possible[Any], hands: Sequence[tuple[Seen, ...]], lang: str) -> _Answer:
    certain = found.certain
    if certain is not None and certain.refusal is not None:
        return _refused(certain.refusal, lang)
    if certain is not None and certain.worth is not None:
        doubts = {
            card.code: str(place)
            for row, cards in zip(hands, certain.cards, strict=True)
            for place, card in zip(row, cards, strict=True)
            if place.certain is None
        }
        told = _as_seen(certain.worth.to_json(), doubts)
        return _Answer(told, sentence=certain.worth.sentence(lang), boxes=getattr(certain.worth, "boxes", 1))
    body = found.verdict.to_json(lang)
    outcomes = tuple(_outcome(each.worth, each.refusal, lang) for each in found.possibilities)
    return _Answer(body, "cannot tell", str(body["sentence"]), outcomes)


def _as_seen(body: Any, doubts: Mapping[str, str]) -> Any:
    """A score with every card that is not certain written as it was seen, ``5?``, not as one of those it may be."""
    if isinstance(body, dict):
        return {name: _as_seen(value, doubts) for name, value in body.items()}
    if isinstance(body, list):
        return [_as_seen(value, doubts) for value in body]
    return doubts.get(body, body) if isinstance(body, str) else body


def _outcome(worth: Any, refusal: RulesError | None, lang: str) -> str:
    if worth is None:
        return refusal.sentence(lang) if refusal is not None else ""
    return str(worth.sentence(lang))


def _refused(error: RulesError, lang: str) -> _Answer:
    """A refusal: illegal play is an answer, cards that make no hand are none."""
    if error.rule in _UNUSABLE or error.rule.partition(".")[0] != "gin":
        raise Unusable(error.sentence(lang)) from None
    sentence = error.sentence(lang)
    body = {"verdict": "illegal", "rule": error.rule, "sentence": sentence, "explanation": {}}
    return _Answer(body, "illegal", sentence)


def _photographed(
    readings: Sequence[Photo],
    knocker_side: str | None,
    added: Mapping[str, Sequence[Card]],
    rules: games.Rules,
    upcard: Card | None,
    lang: str,
    quiet: bool,
) -> tuple[_Answer, int | None]:
    """The answer to photos, and which player knocked: 0 or 1, None where there is one hand."""
    from service.knocked import judge_photos
    from service.spreads import SpreadError
    from vision.zones import ZoneError

    pictures = ", ".join(reading.image or "picture" for reading in readings)
    cards = [reading.cards for reading in readings]
    with listed(readings, lang, quiet):
        try:
            laid, body = judge_photos(cards, rules, knocker_side=knocker_side, added=added, upcard=upcard, lang=lang)
        except (SpreadError, ZoneError) as error:
            raise Unusable(f"{pictures}: {error.sentence(lang)}") from None
    notes = tuple(f"{note} {say('gin.side_option', lang)}" for note in body["notes"])
    if not quiet:
        _list(readings, laid, lang)
        show_warnings(readings, lang)
        for note in notes:
            console().print(f"> {note}", markup=False)
    player = None
    if "knocker" in laid.sides:
        order = sorted(laid.sides.values(), key=_SIDES.index)
        player = order.index(laid.sides["knocker"])
    if body["verdict"] == "legal":
        boxes = rules.factor(upcard) if "ending" in body["score"] else 1
        doubts = {
            card.best.code: str(Seen.cards(card.possible))
            for card in laid.cards
            if card.best is not None and card.possible is not None and not card.sure
        }
        scored = _as_seen(body["score"], doubts)
        return _Answer(scored, "legal", body["sentence"], _outcomes(body), boxes, notes), player
    if body["rule"] in _UNUSABLE or not str(body["rule"]).startswith("gin."):
        _unusable(pictures, body, laid, readings, lang)
    explanation: dict[str, Any] = {}
    outcomes: tuple[str, ...] = ()
    if body["verdict"] == "cannot tell":
        explanation = {"possible": body["possible"], "cards": body["cards"], "advice": advice(readings, lang)}
        outcomes = _outcomes(body)
    answer = {name: body[name] for name in ("verdict", "rule", "sentence")} | {"explanation": explanation}
    return _Answer(answer, body["verdict"], body["sentence"], outcomes), player


def _outcomes(body: Mapping[str, Any]) -> tuple[str, ...]:
    """The outcomes that cards in doubt leave open, and how likely each is; none of a score that is certain."""
    return tuple(f"{each['sentence']} ({_percent(each['chance'])})" for each in body.get("possible", ()))


def _percent(chance: float) -> str:
    return f"{chance:.0%}" if chance >= 0.01 else "< 1%"


def _unusable(pictures: str, body: Mapping[str, Any], laid: Spread, readings: Sequence[Photo], lang: str) -> NoReturn:
    found = " + ".join(str(sum(card.side == "up" for card in reading.cards)) for reading in readings)
    hints = advice(readings, lang)
    short = [laid.sides[role] for role in laid.roles if len(laid.of(role)) < HAND]
    if body["rule"] == "gin.hand_size" and short:
        hints = [say("photo.missed", lang, side=short[0]), *hints]
    raise Unusable(" ".join([f"{pictures} ({found}):", body["sentence"], *hints]))


def _list(readings: Sequence[Photo], laid: Spread, lang: str) -> None:
    rows: list[tuple[int, str | None, float, str]] = []
    owners = {card.id: card.role for card in laid.cards}
    for picture, reading in enumerate(readings):
        for place, (number, card) in enumerate(zip(reading.numbers, reading.cards, strict=True)):
            rows.append((number, label(card), card.confidence, owners.get(f"{picture}.{place}") or ""))
    show_cards(rows, lang)


def _show(answer: _Answer, lang: str) -> None:
    if answer.verdict == "legal":
        (show_gin_score if "ending" in answer.body else show_gin_hand)(answer.body, answer.sentence, lang)
        return
    out = console()
    out.print(answer.sentence, style="bold", markup=False)
    for line in answer.possible[:12]:
        out.print(f"  - {line}", markup=False)
    if len(answer.possible) > 12:
        out.print(f"  … {len(answer.possible) - 12}", markup=False)
