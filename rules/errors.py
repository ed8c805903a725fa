"""What the rules refuse with: errors that name the rule and read as a sentence a player understands."""

from __future__ import annotations

from collections.abc import Mapping

from rules.catalogue import sentence


class RulesError(ValueError):
    """Something the rules do not allow.

    Its message is the English sentence of the catalogue.

    Attributes:
        rule: the id of the rule it rests on, such as ``gin.knock_limit``.
        params: what fills the sentence: text, numbers and lists of text.
    """

    def __init__(self, rule: str, params: Mapping[str, object] | None = None) -> None:
        self.rule = rule
        self.params: dict[str, object] = dict(params or {})
        super().__init__(sentence(rule, self.params, "en"))

    def sentence(self, lang: str = "en") -> str:
        """The refusal in a language: ``en``, ``fr`` or ``de``."""
        return sentence(self.rule, self.params, lang)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rule, self.params)


class CardError(RulesError):
    """A text that is no card, or a part of one that is no rank or suit."""


class IllegalMove(RulesError):
    """A move that the rules do not allow in the position.

    Attributes:
        move: the move in its game's notation.
        position: the position in its game's notation.
    """

    def __init__(self, rule: str, params: Mapping[str, object] | None = None, *, move: str, position: str) -> None:
        super().__init__(rule, params)
        self.move = move
        self.position = position

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal, (self.rule, self.params, self.move, self.position)


def _illegal(rule: str, params: Mapping[str, object], move: str, position: str) -> IllegalMove:
    return IllegalMove(rule, params, move=move, position=position)


class RecordError(RulesError):
    """A game record that cannot be read or replayed.

    Attributes:
        line: the line of the text, counted from 1, or ``None`` when the whole text is at fault.
        cause: the refusal of the move on that line, when that is what is wrong.
    """

    def __init__(
        self,
        rule: str,
        params: Mapping[str, object] | None = None,
        *,
        line: int | None = None,
        cause: RulesError | None = None,
    ) -> None:
        super().__init__(rule, params)
        self.line = line
        self.cause = cause

    def sentence(self, lang: str = "en") -> str:
        """The refusal in a language, that of the refused move included."""
        params = self.params if self.cause is None else self.params | {"reason": self.cause.sentence(lang)}
        return sentence(self.rule, params, lang)

    def __reduce__(self) -> tuple[object, ...]:
        return _record, (self.rule, self.params, self.line, self.cause)


def _record(rule: str, params: Mapping[str, object], line: int | None, cause: RulesError | None) -> RecordError:
    return RecordError(rule, params, line=line, cause=cause)
