"""Stop the Bus and Chase the Ace: who loses a life at the showing, from typed cards and from photos."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from rules import ace, bus
from rules.bus.value import HAND
from rules.errors import RulesError
from rules.lives import Lives, verify_shown
from rules.observation import Seen
from rules.verdict import Verdict
from service.api.inputs import Cards, Language, Options, blame, refused, rules_of, seen_of
from service.api.pictures import DeckField, LanguageField, PacksField, json_field, options, pictures_of
from service.api.problems import bad_input, documented
from service.api.readings import PICTURE_PROBLEMS
from service.api.schemas import Asked, Shape
from service.api.trash import VerdictBody
from service.bustables import table_among
from service.sentences import say
from vision import zones
from vision.types import SeenCard

router = APIRouter(prefix="/v1")
ImageFile = Annotated[UploadFile, File(description="photo of the cards shown")]
RulesField = Annotated[str | None, Form(description="options as a JSON object", examples=["{}"], max_length=2000)]
_LIVES = (
    "lives before the deal, a word for each who started: a number, dog or out; those not out show hands, in this order"
)
LivesField = Annotated[str | None, Form(description=_LIVES, examples=["3 2 dog"], max_length=1000)]
LivesText = Annotated[str | None, Field(max_length=1000, description=_LIVES, examples=["3 1"])]


class BusBody(Asked):
    """Hands shown; a card may be in doubt: 5? is a five, 8H/6H one of two, -- any card."""

    hands: list[Cards] = Field(min_length=1, max_length=17, examples=[["AS KS 5H", "7C 7D 9H"]])
    rules: Options = Field(default={})
    lives: LivesText = None


class AceBody(Asked):
    """Cards shown, one of each player; one may be in doubt: 5? is a five, 8H/6H one of two, -- any card."""

    cards: Cards = Field(examples=[["KH", "3S", "9D"]])
    rules: Options = Field(default={})
    lives: str | None = Field(default=None, max_length=1000, description=_LIVES, examples=["3 dog 2"])
    dealer: int | None = Field(
        default=None, ge=0, le=50, description="index of the dealer's card; matters where dealer_king is played"
    )
    drew: bool | None = Field(default=None, description="whether the dealer drew that card from the pack")


class ShownBody(Shape):
    """A hand shown."""

    cards: list[str]
    points: float | None = Field(description="null where they are open and do not matter")


class LifeBody(Shape):
    """What a player has left."""

    lives: int
    dog: bool
    out: bool


class ShowdownBody(Shape):
    """Who loses a life."""

    hands: list[ShownBody]
    losers: list[int] = Field(description="indices of those who lose a life")
    lives: list[LifeBody] | None = Field(default=None, description="after the deal, of all who started, where given")


@router.post(
    "/bus/showdown",
    tags=["bus"],
    operation_id="score_bus",
    summary="Stop the Bus: who loses a life",
    responses={200: {"model": ShowdownBody | VerdictBody}, **documented("bad-request", "bad-input", "too-many")},
)
async def score_bus(request: Request, body: BusBody, lang: Language) -> JSONResponse:
    """Value every hand and name who loses a life; the JSON of ``kibitz score bus``.

    Where that depends on cards in doubt the answer is "cannot tell".
    """
    lives, given = _begun(body.lives, body.rules, lang)
    rules = _bus_rules(given, len(body.hands), lang)
    hands = [seen_of(hand, f"hands.{place}", lang) for place, hand in enumerate(body.hands)]
    with blame("hands", body.hands, lang):
        _verify_threes(hands)
        _verify_shown(given, len(hands))
        verdict = await _judged(request, hands, lambda: bus.showdown(hands, rules))
    return _typed(verdict, _carried(verdict, lives, len(hands), rules, lang), "hands", body.hands, lang)


@router.post(
    "/ace/showdown",
    tags=["ace"],
    operation_id="score_ace",
    summary="Chase the Ace: who loses a life",
    responses={200: {"model": ShowdownBody | VerdictBody}, **documented("bad-request", "bad-input", "too-many")},
)
async def score_ace(request: Request, body: AceBody, lang: Language) -> JSONResponse:
    """Name who loses a life; the JSON of ``kibitz score ace``.

    Where that depends on cards in doubt, or a dealer who draws a king loses at once and it is not said who drew, the
    answer can be "cannot tell".
    """
    lives, given = _begun(body.lives, body.rules, lang)
    cards = seen_of(body.cards, "cards", lang)
    rules = _ace_rules(given, len(cards), lang)
    _verify_dealer(body.dealer, len(cards), lang)
    with blame("cards", body.cards, lang):
        _verify_shown(given, len(cards))
        verdict = await _judged(
            request, [cards], lambda: ace.showdown(cards, rules, dealer=body.dealer, drew=body.drew)
        )
    return _typed(verdict, _carried(verdict, lives, len(cards), rules, lang), "cards", body.cards, lang)


@router.post(
    "/bus/showdown/photos",
    tags=["bus"],
    operation_id="score_bus_photo",
    summary="Stop the Bus: who loses a life, from a photo",
    responses={200: {"model": VerdictBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def score_bus_photo(
    request: Request,
    lang: Language,
    image: ImageFile,
    rules: RulesField = None,
    lives: LivesField = None,
    table: Annotated[
        bool | None,
        Form(description="whether the table's three cards are in the photo too; asked for where it is open"),
    ] = None,
    packs: PacksField = "1",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read hands of three from a photo, with or without the table's three cards in their midst, and value them."""
    pictures = pictures_of(request)
    given = json_field(rules, "rules")
    rules_of(bus.Rules, _begun(lives, given, lang)[1], lang)  # refused before the work of reading, not after
    reading, told = await pictures.read_upload(image, options(pictures.settings, packs, language, deck, jokers=False))
    up = [card for card in reading.cards if card.side == "up"]
    verdict, found = await bus_shown(request, up, table, lives, given, lang)
    return JSONResponse(verdict | {"seats": [hand.side for hand in found], "reading": told})


async def bus_shown(
    request: Request,
    up: Sequence[SeenCard],
    table: bool | None,
    lives: str | None,
    rules: dict[str, Any],
    lang: str,
    said: Sequence[Sequence[int]] | None = None,
) -> tuple[dict[str, Any], Sequence[zones.Hand]]:
    """The verdict on the hands among face-up cards, and these hands: those `said`, or those that are found.

    Raises:
        Problem: naming what does not fit.
    """
    before, given = _begun(lives, rules, lang)
    rules_of(bus.Rules, given, lang)
    playing = None if before is None else len(before.playing)
    found = _said_hands(up, said, lang) if said else _bus_hands(up, table, given.get("players"), playing, lang)
    hands = [[zones.seen(up[place]) for place in hand.cards] for hand in found]
    options_ = _bus_rules(given, len(hands), lang)
    with blame("hands" if said else "image", None, lang):
        _verify_shown(given, len(hands))
        verdict = await _judged(request, hands, lambda: bus.showdown(hands, options_))
    explained = {"explanation": _carried(verdict, before, len(hands), options_, lang)}
    return verdict.to_json(lang) | explained, found


@router.post(
    "/ace/showdown/photos",
    tags=["ace"],
    operation_id="score_ace_photo",
    summary="Chase the Ace: who loses a life, from a photo",
    responses={200: {"model": VerdictBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def score_ace_photo(
    request: Request,
    lang: Language,
    image: ImageFile,
    rules: RulesField = None,
    lives: LivesField = None,
    dealer: Annotated[int | None, Form(ge=0, le=50, description="index of the dealer's card")] = None,
    drew: Annotated[bool | None, Form(description="whether the dealer drew that card from the pack")] = None,
    packs: PacksField = "1",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read a row or a ring of single cards, the near one first and then clockwise, and name who loses a life."""
    pictures = pictures_of(request)
    given = json_field(rules, "rules")
    rules_of(ace.Rules, _begun(lives, given, lang)[1], lang)  # as above
    reading, told = await pictures.read_upload(image, options(pictures.settings, packs, language, deck, jokers=False))
    up = [card for card in reading.cards if card.side == "up"]
    verdict, _ = await ace_shown(request, up, dealer, drew, lives, given, lang)
    return JSONResponse(verdict | {"reading": told})


async def ace_shown(
    request: Request,
    up: Sequence[SeenCard],
    dealer: int | None,
    drew: bool | None,
    lives: str | None,
    rules: dict[str, Any],
    lang: str,
    said: Sequence[int] | None = None,
) -> tuple[dict[str, Any], Sequence[int]]:
    """The verdict on face-up cards, one of each player, and their order: that `said`, or the one that is found.

    Raises:
        Problem: naming what does not fit.
    """
    before, given = _begun(lives, rules, lang)
    rules_of(ace.Rules, given, lang)
    order = said or zones.row(up)
    cards: list[Seen] = [zones.seen(up[place]) for place in order]
    options_ = _ace_rules(given, len(cards), lang)
    _verify_dealer(dealer, len(cards), lang)
    with blame("hands" if said else "image", None, lang):
        _verify_shown(given, len(cards))
        verdict = await _judged(request, [cards], lambda: ace.showdown(cards, options_, dealer=dealer, drew=drew))
    explained = {"explanation": _carried(verdict, before, len(cards), options_, lang)}
    return verdict.to_json(lang) | explained, order


async def _judged(request: Request, shown: Sequence[Sequence[Seen]], judge: Callable[[], Verdict]) -> Verdict:
    """The verdict; where cards are in doubt it can take a second, and others are answered meanwhile."""
    if all(card.certain is not None for hand in shown for card in hand):
        return judge()
    verdict: Verdict = await request.app.state.thinking.run(judge)
    return verdict


def _typed(verdict: Verdict, explanation: dict[str, Any], field: str, value: Any, lang: str) -> JSONResponse:
    """The answer to cards that were typed: what cannot be is refused."""
    if verdict.illegal:
        raise bad_input(field, value, verdict.rule, verdict.sentence(lang))
    return JSONResponse(explanation if verdict.legal else verdict.to_json(lang) | {"explanation": explanation})


def _begun(lives: str | None, given: dict[str, Any], lang: str) -> tuple[Lives | None, dict[str, Any]]:
    """The lives before the deal, and the options: lives are of all who started, and so tell how many these were."""
    if lives is None:
        return None, given
    with blame("lives", lives, lang):
        before = Lives.parse(lives)
        if "players" in given:
            return before, given
        if len(before.left) < 2:
            raise RulesError("options.lives_players", {"found": len(before.left), "players": 2})
    return before, given | {"players": len(before.left)}


def _carried(
    verdict: Verdict, before: Lives | None, shown: int, rules: bus.Rules | ace.Rules, lang: str
) -> dict[str, Any]:
    """What explains a verdict, with the lives after the deal where those before it are given and the losers certain."""
    explanation: Mapping[str, Any] = verdict.explanation
    if before is None or verdict.illegal:
        return dict(explanation)
    with blame("lives", str(before), lang):
        before.verify_showing(shown, rules.players)
        before.verify(rules.lives, dog=rules.dog, together=rules.ties_together)
    if explanation["losers"] is None:
        return dict(explanation)
    return dict(explanation) | {"lives": before.after_showing(explanation["losers"], dog=rules.dog).to_json()}


def _bus_hands(
    up: Sequence[SeenCard], table: bool | None, players: int | None, playing: int | None, lang: str
) -> Sequence[zones.Hand]:
    """The hands among face-up cards, the table's three left out, where it is clear whether they are there."""
    groups, rest = divmod(len(up), HAND)
    if table is None and groups and not rest:
        table = table_among(groups, players, playing)
        if table is None:
            told = say("bus.table_open", lang, cards=len(up), hands=groups, fewer=groups - 1)
            raise bad_input("table", None, "bus.table_open", told)
    try:
        if table or rest or not groups:
            return zones.bus(up).hands
        return zones.hands(up, groups)
    except zones.ZoneError as error:
        raise bad_input("image", None, "bus.not_found", error.sentence(lang)) from None


def _said_hands(up: Sequence[SeenCard], said: Sequence[Sequence[int]], lang: str) -> Sequence[zones.Hand]:
    """Hands that a user has put together, and where they lie."""
    with blame("hands", None, lang):
        _verify_threes([[str(up[card].card or "--") for card in hand] for hand in said])
    sides = zones.seats(up, said)
    return [zones.Hand(tuple(hand), side) for hand, side in zip(said, sides, strict=True)]


def _verify_threes(hands: Sequence[Sequence[object]]) -> None:
    for place, hand in enumerate(hands, start=1):
        if len(hand) != HAND:
            params = {"hand": place, "cards": [str(card) for card in hand], "found": len(hand)}
            raise RulesError("bus.nth_hand_size", params)


def _bus_rules(given: dict[str, Any], hands: int, lang: str) -> bus.Rules:
    """The options with as many players as there are hands, where the options do not say."""
    return rules_of(bus.Rules, {"players": max(2, min(16, hands))} | given, lang)


def _ace_rules(given: dict[str, Any], cards: int, lang: str) -> ace.Rules:
    """The options with as many players as there are cards, where the options do not say.

    Only where they do, it is known which pack is in play: of more who started some may be out.
    """
    rules = rules_of(ace.Rules, {"players": max(2, min(51, cards))} | given, lang)
    return rules.settled if "players" in given else rules


def _verify_shown(given: dict[str, Any], shown: int) -> None:
    if "players" in given:
        verify_shown(shown, given["players"])


def _verify_dealer(dealer: int | None, cards: int, lang: str) -> None:
    if dealer is not None and dealer >= cards:
        raise refused(RulesError("ace.no_player", {"player": dealer + 1, "players": cards}), "dealer", dealer, lang)
