"""The text record of a game: headers, a blank line, numbered lines.

```
Game: gin
Seed: 7

# Remarks start with a number sign and are passed over.
1. deal ...
2. south pass
```

Every game writes and reads its record with these helpers, so errors name the line in the same way everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rules.errors import RecordError, RulesError

_NUMBERED = re.compile(r"(\d{1,9})\.\s+(\S.*)")
_HEADER = re.compile(r"([A-Za-z][\w -]*):\s*(.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered line of a record.

    Attributes:
        number: its number in the record, counted from 1.
        text: what stands after the number.
        line: its line in the text, counted from 1: what an error names.
    """

    number: int
    text: str
    line: int

    @contextmanager
    def blame(self) -> Iterator[None]:
        """Turn a refusal raised inside into a `RecordError` that names this line."""
        try:
            yield
        except RecordError:
            raise
        except RulesError as cause:
            params = {"line": self.line, "text": self.text, "reason": str(cause)}
            raise RecordError("record.refused", params, line=self.line, cause=cause) from cause

    def unreadable(self) -> RecordError:
        """The error for a line that is no move of the game."""
        return RecordError("record.move", {"line": self.line, "text": self.text}, line=self.line)

    def check(self, expected: str) -> None:
        """Raise unless this line says what the moves before it lead to.

        Raises:
            RecordError: ``record.result``.
        """
        if " ".join(self.text.split()) != " ".join(expected.split()):
            params = {"line": self.line, "found": self.text, "expected": expected}
            raise RecordError("record.result", params, line=self.line)


@dataclass(frozen=True, slots=True)
class Record:
    """A record read from a text.

    Attributes:
        headers: by name, in the order they stand.
        places: the line each header stands on, by name.
        lines: the numbered lines in order.
    """

    headers: Mapping[str, str]
    places: Mapping[str, int]
    lines: tuple[Line, ...]

    def header(self, name: str) -> str:
        """A header that must be there.

        Raises:
            RecordError: ``record.missing_header``.
        """
        if name not in self.headers:
            raise RecordError("record.missing_header", {"name": name})
        return self.headers[name]

    def require_game(self, game: str) -> None:
        """Raise unless the header ``Game`` names this game.

        Raises:
            RecordError: ``record.game`` or ``record.missing_header``.
        """
        if self.header("Game") != game:
            params = {"found": self.header("Game"), "expected": game}
            raise RecordError("record.game", params, line=self.places["Game"])

    @contextmanager
    def blame(self, name: str) -> Iterator[None]:
        """Turn a refusal or a `ValueError` raised inside into a `RecordError` that names a header's line."""
        try:
            yield
        except RecordError:
            raise
        except ValueError as error:
            cause = error if isinstance(error, RulesError) else None
            line = self.places.get(name)
            params = {"line": line, "name": name, "value": self.headers.get(name, ""), "reason": str(error)}
            raise RecordError("record.bad_header", params, line=line, cause=cause) from error


def dump(headers: Mapping[str, str], lines: Iterable[str]) -> str:
    """The text of a record. Lines are numbered from 1; one that starts with ``#`` is a remark; an empty one is kept."""
    head = [f"{name}: {value}" for name, value in headers.items()]
    body, number = [], 0
    for text in lines:
        if text and not text.startswith("#"):
            number += 1
            body.append(f"{number}. {text}")
        else:
            body.append(text)
    return "\n".join([*head, "", *body]) + "\n"


def load(text: str) -> Record:
    """Read the text of a record.

    Raises:
        RecordError: naming the line that is no header or no numbered line, or whose number is out of order.
    """
    headers: dict[str, str] = {}
    places: dict[str, int] = {}
    lines: list[Line] = []
    for place, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            continue
        numbered = _NUMBERED.fullmatch(stripped)
        if numbered:
            number = int(numbered[1])
            if number != len(lines) + 1:
                params = {"line": place, "expected": len(lines) + 1, "found": number}
                raise RecordError("record.number", params, line=place)
            lines.append(Line(number, numbered[2], place))
            continue
        if lines:
            raise RecordError("record.line", {"line": place, "text": stripped}, line=place)
        header = _HEADER.fullmatch(stripped)
        if header is None:
            raise RecordError("record.header", {"line": place, "text": stripped}, line=place)
        if header[1] in headers:
            raise RecordError("record.repeated_header", {"line": place, "name": header[1]}, line=place)
        headers[header[1]], places[header[1]] = header[2], place
    if not headers and not lines:
        raise RecordError("record.empty")
    return Record(headers, places, tuple(lines))
