"""The shapes of pictures' JSON, for the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Point = Annotated[list[float], Field(min_length=2, max_length=2)]
Quad = Annotated[list[Point], Field(min_length=4, max_length=4)]
Lang = Literal["en", "fr", "de"]


class Shape(BaseModel):
    """Extended, never broken: more members may come."""

    model_config = ConfigDict(extra="allow")


class Asked(BaseModel):
    """What a client asks: a member that means nothing is refused, since it is most likely misspelt."""

    model_config = ConfigDict(extra="forbid")


class IndexBody(Shape):
    """A printed corner index."""

    quad: Quad
    glyph: str | None = Field(examples=["Q"])
    suit: str | None = Field(examples=["H"])
    confidence: float = Field(ge=0, le=1)


class CardBody(Shape):
    """A card at one place of the picture."""

    card: str | None = Field(
        description="code such as 10H or JOKER; null: face down, or too uncertain to name", examples=["10H"]
    )
    side: Literal["up", "down"]
    confidence: float = Field(ge=0, le=1)
    corners: Quad
    corners_from: Literal["face", "index"] = "face"
    indices: list[IndexBody] = []
    candidates: dict[str, float] | None = Field(default=None, description="codes it may be, with their probability")


class ReadingBody(Shape):
    """Every card of one picture."""

    image: str | None = Field(default=None, examples=["hand.jpg"])
    width: int
    height: int
    cards: list[CardBody]
    stray: list[IndexBody] = []
    milliseconds: dict[str, float]
    warnings: list[str] = []
    advice: list[str] = Field(default=[], description="what would make a better photo, naming the card")
    advice_cards: list[int | None] = Field(
        default=[], description="by piece of advice the place in cards of the card it is about; null: the whole picture"
    )
