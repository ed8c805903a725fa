"""What reading pictures and tables is refused with, and warned of: ids that `vision.catalogue` puts into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.catalogue import sentence


class SightError(ValueError):
    """Something about a picture, or the table in it, that cannot be used.

    Its message is the English sentence of the catalogue.

    Attributes:
        rule: the id of its sentence, such as ``zones.layouts``.
        params: what fills the sentence.
    """

    def __init__(self, rule: str, **params: object) -> None:
        self.rule, self.params = rule, params
        super().__init__(sentence(rule, params, "en"))

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in ``en``, ``fr`` or ``de``."""
        return sentence(self.rule, self.params, lang)


@dataclass(frozen=True)
class Remark:
    """What is to be known of a reading.

    Attributes:
        rule: the id of its sentence, such as ``reading.mirrored``.
        params: what fills the sentence.
    """

    rule: str
    params: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        """The remark in ``en``, ``fr`` or ``de``."""
        return sentence(self.rule, self.params, lang)
