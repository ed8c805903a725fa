"""Pictures that come in: held to the limits, decoded, read in the pool, each stage timed."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import File, Form, Request, UploadFile

from service.api.pool import Pool, Reader
from service.api.problems import Problem, bad_input, no_json
from service.api.refusals import bad_picture
from service.api.sentences import said, size
from service.metrics import Metrics
from service.settings import Settings
from vision.advice import told as advice
from vision.headers import sniff
from vision.picture import PictureError, load

Language = Literal["auto", "en", "fr", "de", "nl"]
ImageField = Annotated[
    UploadFile, File(description="a JPEG, PNG or WebP picture (HEIC where the server has the extra)")
]
PacksField = Annotated[
    str,
    Form(
        description="packs in play, or auto: no card occurs more often than this",
        pattern=r"^(auto|[1-8])$",
        examples=["auto", "1"],
    ),
]
LanguageField = Annotated[
    Language | None, Form(description="language of the indices; the server's setting if not given")
]
DeckField = Annotated[str | None, Form(description="profile of a taught deck", max_length=100, examples=["my-bicycle"])]
JokersField = Annotated[
    bool, Form(description="whether the packs hold jokers; where they do not, what looks like one is another card")
]


@dataclass(frozen=True)
class ReadingOptions:
    """How a picture is to be read."""

    packs: int | Literal["auto"] = "auto"
    language: str = "auto"
    deck: str | None = None
    jokers: bool = True


def options(
    settings: Settings,
    packs: str = "auto",
    language: str | None = None,
    deck: str | None = None,
    jokers: bool = True,
) -> ReadingOptions:
    """The options of a form, with the server's settings where the form is silent."""
    return ReadingOptions(
        "auto" if packs == "auto" else int(packs), language or settings.language, deck or settings.deck or None, jokers
    )


async def contents(upload: UploadFile, settings: Settings, field: str = "image") -> bytes:
    """The bytes of an uploaded picture.

    Raises:
        Problem: ``too-large``, or ``bad-picture`` for one that is empty or no picture.
    """
    data = await upload.read(settings.upload_bytes + 1)
    name = display_name(upload.filename)
    check_bytes(data, name, settings, field)
    return data


def check_bytes(data: bytes, name: str, settings: Settings, field: str = "image") -> None:
    """Refuse bytes that are too many, no picture, or a picture of too many pixels, before anything is decoded."""
    if len(data) > settings.upload_bytes:
        words = said("picture.bytes", name=name, limit=size(settings.upload_bytes))
        raise Problem("too-large", words, field=field, rule="picture.bytes")
    if not data:
        raise Problem("bad-picture", said("picture.empty", name=name), field=field, rule="picture.empty")
    header = sniff(data)
    if header is None:
        raise Problem("unsupported-type", said("picture.kind", name=name), field=field, rule="picture.kind")
    if header.width and header.height and header.width * header.height > settings.picture_pixels:
        raise Problem(
            "too-large",
            said("picture.pixels", name=name, width=header.width, height=header.height, most=settings.picture_pixels),
            field=field,
            value=f"{header.width}×{header.height}",
            rule="picture.pixels",
        )


def display_name(filename: str | None) -> str:
    """The last part of the name a client gave its file, to speak of it; never used as a path."""
    last = (filename or "image").replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable())[:80] or "image"


@dataclass
class Pictures:
    """Reads pictures in the pool."""

    settings: Settings
    pool: Pool
    metrics: Metrics

    async def read(self, data: bytes, name: str, how: ReadingOptions, field: str = "image") -> Any:
        """The ``vision`` reading of an encoded picture.

        Raises:
            Problem: the picture is unusable, or the pool is full, too slow or has no reader.
        """
        asked = time.perf_counter()

        def work(reader: Reader) -> tuple[Any, dict[str, float]]:
            start = time.perf_counter()
            pixels = load(data, name)
            decoded = time.perf_counter()
            reading = reader.read(pixels, packs=how.packs, language=how.language, jokers=how.jokers)
            return reading, {"wait": (start - asked) * 1000, "decode": (decoded - start) * 1000}

        try:
            reading, times = await self.pool.run(work, how.deck, self.settings.reading_seconds)
        except PictureError as error:
            raise bad_picture(error, field) from None
        self.metrics.stage_times(times | dict(reading.milliseconds))
        for card in reading.cards:
            self.metrics.cards.labels("down" if card.side == "down" else "named" if card.card else "unnamed").inc()
        return reading

    async def read_upload(
        self, upload: UploadFile, how: ReadingOptions, field: str = "image", lang: str = "en"
    ) -> tuple[Any, dict[str, Any]]:
        """A reading and its JSON, which bears the picture's name and says what would make a better photo."""
        data = await contents(upload, self.settings, field)
        name = display_name(upload.filename)
        reading = await self.read(data, name, how, field)
        told = {key: value for key, value in reading.to_json(lang).items() if key != "image"}
        return reading, {"image": name} | told | advice(reading, lang)


def pictures_of(request: Request) -> Pictures:
    """The server's reader of pictures."""
    found: Pictures = request.app.state.pictures
    return found


def json_field(text: str | None, field: str) -> dict[str, Any]:
    """A form field that holds a JSON object; none for an empty one.

    Raises:
        Problem: it is not a JSON object.
    """
    if text is None or not text.strip():
        return {}
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise bad_input(field, text, "schema.json", no_json(field, error.msg, error.pos)) from None
    except (ValueError, RecursionError):
        raise bad_input(field, text, "schema.json", said("json.unreadable", field=field)) from None
    if not isinstance(value, dict):
        raise bad_input(field, text, "schema.json", said("schema.object", field=field))
    return value
