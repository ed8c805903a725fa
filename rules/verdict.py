"""The referee's answer: legal, illegal or cannot tell, with the rule it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from rules.catalogue import sentence

Answer = Literal["legal", "illegal", "cannot tell"]
ANSWERS: Final[tuple[Answer, ...]] = ("legal", "illegal", "cannot tell")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of something seen on a table.

    Attributes:
        verdict: ``legal``, ``illegal`` or ``cannot tell``.
        rule: the id of the rule it rests on, such as ``trash.wrong_slot``; its sentence is in the catalogues.
        params: what fills the sentence: text, numbers and lists of text.
        explanation: what explains the answer in the game's own terms (the turn found, what is missing); JSON values.
    """

    verdict: Answer
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)
    explanation: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.verdict not in ANSWERS:
            raise ValueError(f"{self.verdict!r} is no verdict: legal, illegal or cannot tell")

    @property
    def legal(self) -> bool:
        """Whether the answer is ``legal``."""
        return self.verdict == "legal"

    @property
    def illegal(self) -> bool:
        """Whether the answer is ``illegal``."""
        return self.verdict == "illegal"

    def sentence(self, lang: str = "en") -> str:
        """The answer as a sentence in a language: ``en``, ``fr`` or ``de``."""
        return sentence(self.rule, self.params, lang)

    def to_json(self, lang: str = "en") -> dict[str, object]:
        """``{"verdict", "rule", "sentence", "explanation"}``, the sentence in the language given."""
        return {
            "verdict": self.verdict,
            "rule": self.rule,
            "sentence": self.sentence(lang),
            "explanation": dict(self.explanation),
        }
