"""Cards, rules and languages of a request, checked by `rules` and refused with the field that is at fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from pydantic import Field

from rules.cards import Card, parse_cards
from rules.errors import IllegalMove, RecordError, RulesError
from rules.observation import Seen, parse_row
from service.api.problems import Problem, bad_input, choice, shown
from service.api.tongue import LANGUAGES, Lang, accepted
from service.games.options import build

T = TypeVar("T")
Cards = Annotated[
    list[Annotated[str, Field(max_length=12)]] | Annotated[str, Field(max_length=400)],
    Field(description="codes as a list or as one text", examples=[["10H", "AS"]]),
]
Options = Annotated[
    dict[str, Any], Field(description="options of the game that differ from the defaults; see GET /v1/games")
]


async def language(request: Request) -> Lang:
    """The language a request wants its sentences in: the query's ``lang``, else of the header ``Accept-Language``.

    Not declared as parameters (`service.api.description` describes it): every question comes through here.

    Raises:
        Problem: ``lang`` is none of the three.
    """
    given = request.query_params.get("lang") if request.scope["query_string"] else None
    if given is not None:
        if given not in LANGUAGES:
            raise bad_input("lang", given, "schema.literal_error", choice("lang", LANGUAGES))
        return given  # type: ignore[return-value]
    return accepted(request.scope)


Language = Annotated[Lang, Depends(language)]


@contextmanager
def blame(field: str, value: Any = None, lang: str = "en") -> Iterator[None]:
    """Turn a refusal of the rules raised inside into a problem about this field."""
    try:
        yield
    except RulesError as error:
        raise refused(error, field, value, lang) from None


def refused(error: RulesError, field: str, value: Any = None, lang: str = "en") -> Problem:
    """The problem for a refusal: an illegal move with move and position, or an unusable input."""
    if isinstance(error, IllegalMove):
        return Problem(
            "illegal-move", error.sentence(lang), field=field, value=shown(error.move), rule=error.rule,
            move=shown(error.move), position=error.position,
        )  # fmt: skip
    option = error.params.get("option")
    if isinstance(option, str):
        field, value = f"{field}.{option}", error.params.get("value")
    problem = bad_input(field, value, error.rule, error.sentence(lang))
    if isinstance(error, RecordError):
        problem.members |= {"line": error.line}
    return problem


def cards_of(value: list[str] | str, field: str, lang: str = "en") -> tuple[Card, ...]:
    """The cards of a list of codes or a text.

    Raises:
        Problem: naming the card that is none, by its place.
    """
    return _each(value, field, lang, parse_cards, Card.parse)


def seen_of(value: list[str] | str, field: str, lang: str = "en") -> tuple[Seen, ...]:
    """The cards of a list or a text, as far as they are known: ``5?`` a rank, ``8H/6H`` one of two, ``--`` any.

    Raises:
        Problem: naming what cannot be read, by its place.
    """
    return _each(value, field, lang, parse_row, Seen.parse)


def _each(
    value: list[str] | str, field: str, lang: str, text: Callable[[str], tuple[T, ...]], one: Callable[[str], T]
) -> tuple[T, ...]:
    """What a text holds, or each of a list; what is wrong is blamed on the field, or on its place in it."""
    if isinstance(value, str):
        with blame(field, value, lang):
            return text(value)
    found = []
    for place, code in enumerate(value):
        with blame(f"{field}.{place}", code, lang):
            found.append(one(code))
    return tuple(found)


def card_of(value: str | None, field: str, lang: str = "en") -> Card | None:
    """One card, or none given."""
    if value is None:
        return None
    with blame(field, value, lang):
        return Card.parse(value)


def rules_of(kind: Callable[..., T], values: Mapping[str, Any], lang: str = "en", field: str = "rules") -> T:
    """The rules object of a game from the options given.

    Raises:
        Problem: naming the option that is unknown or refused.
    """
    with blame(field, values, lang):
        return build(kind, values)
