"""``kibitz watch``: follow a game through a camera or a video and say what happens."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rules.errors import RulesError
from service.cli.flags import refusals
from service.cli.options import (
    Amount,
    SlotsType,
    Unusable,
    answer_options,
    of_all,
    picture_options,
    print_json,
    threads_option,
)
from service.cli.recording import check_writable, write
from service.cli.window import has_screen, shown

if TYPE_CHECKING:
    from service.live import TableWatch
    from vision.camera import CameraEvent, Frame

_TOLD = ("hand", "turn", "verdict", "score")
"""Kinds of events that show that something of the game was made out."""
_FEW = 3
"""Pictures fewer than which say nothing of what lies on a table."""
_APART, _FAILING = 2.0, 10.0
"""Seconds from one failure to another of the same kind of trouble, and for which that may go on."""
_LAYING = 6.0
"""Seconds in which whatever lies on a table is told, or what is wrong with it."""


@click.command(short_help="Follow a game through a camera or a video.")
@click.option(
    "--source", required=True, metavar="SOURCE", help="A webcam's number, a video, a folder, an rtsp or http URL."
)
@click.option("--game", type=click.Choice(("trash", "gin", "bus", "ace")), required=True, help="The game played.")
@click.option("--players", type=click.IntRange(2, 51), help="How many play; short for --rule players=N.")
@click.option(
    "--slots", type=SlotsType(), metavar="N,N", help="Trash: slots of each layout at first, clockwise from near."
)
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@click.option("--zones", type=click.Path(dir_okay=False, path_type=Path), help="Zones set by hand, a JSON file.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the match here, in place of one that is there and of what it went on with; further "
    "stretches, each replayed by itself, go into NAME-2, NAME-3 and so on, past files that are there.",
)
@click.option("--show", is_flag=True, help="Open a window with the table and what is made of it.")
@click.option("--pace/--fast", default=False, help="Play a video at its own pace, or as fast as it can be read.")
@click.option("--fps", type=Amount(0.1, 240), default=2.0, show_default=True, help="Pictures a second of a folder.")
@threads_option
@picture_options
@answer_options
def watch(
    source: str,
    game: str,
    players: int | None,
    slots: tuple[int, ...] | None,
    rules: tuple[str, ...],
    zones: Path | None,
    record: Path | None,
    show: bool,
    pace: bool,
    fps: float,
    threads: int | None,
    packs: int | str,
    language: str,
    deck: str | None,
    as_json: bool,
    lang: str,
) -> None:
    """Follow a game on a table and comment on it: cards laid, turns judged, scores.

    Ends with the video, or with Ctrl+C. Exit status 1 where a turn was illegal.
    """
    from service.cli.quiet import quiet
    from service.cli.read import open_reader
    from service.commentary import line
    from service.drawn import DrawnError, check_drawn
    from service.live import TableWatch
    from service.overlay import Overlay
    from service.sentences import say
    from vision.camera import Camera, CameraEvent
    from vision.capture import CameraError
    from vision.marked import Marked, ZoneFileError

    if slots is not None and game != "trash":
        raise Unusable("--slots goes with --game trash")
    options = _rules(game, rules, players, packs, lang)
    if record is not None:
        check_writable(record)
    quiet()
    try:
        marked = None if zones is None else Marked.load(zones).to_json()
        check_drawn(game, options, marked, named=str)
        camera = Camera(source, pace=pace, fps=fps)
    except ZoneFileError as error:
        raise Unusable(error.sentence(lang)) from None
    except DrawnError as error:
        raise Unusable(f"{zones}: {error.said.sentence(lang)}") from None
    except CameraError as error:
        raise Unusable(str(error)) from None
    if show and not has_screen():
        click.echo(f"--show: {say('watch.no_screen', lang)}", err=True)
        show = False
    overlay = Overlay(lang)
    seen = _Seen()
    with camera, _stopping(camera.close):
        reader = open_reader(deck, threads)
        try:
            table = TableWatch(
                game, options, reader, marked, _of_players(slots, getattr(options, "players", 2)),
                packs=cast(Any, packs), language=language, lang=lang,
            )  # fmt: skip
        except ValueError as error:
            raise Unusable(str(error)) from None
        pictures = _Pictures(table, lang)
        try:
            for item in camera:
                if isinstance(item, CameraEvent) and item.state == "skipped":
                    click.echo(f"kibitz watch: {item.text}", err=True)
                    continue
                if isinstance(item, CameraEvent):
                    seen.stopped = camera.stopped
                    events = [table.camera(item.time, item.state, _of_camera(item, source, seen, lang))]
                else:
                    events = pictures.take(item)
                    seen.pictures += 1 + item.skipped
                seen.take(events, item.time)
                _tell(events, as_json, lang, line)
                if show and not isinstance(item, CameraEvent):
                    open_ = shown(overlay, item.image, table.view(), events)
                    if open_ is None:
                        click.echo(f"--show: {say('watch.no_screen', lang)}", err=True)
                        show = False
                    elif not open_:
                        break
            _tell(seen.missed(table, lang), as_json, lang, line)
        except CameraError as error:
            raise Unusable(str(error)) from None
        finally:
            written = record is None or write(record, table.record(), lang)
    if not written:
        click.get_current_context().exit(2)
    if seen.illegal:
        click.get_current_context().exit(1)


class _Pictures:
    """Gives a table its pictures; one that it fails on is left out, so that a match of an hour does not end by it."""

    def __init__(self, table: TableWatch, lang: str) -> None:
        self._table, self._lang = table, lang
        self._began = self._last = -math.inf

    def take(self, picture: Frame) -> list[dict[str, Any]]:
        """The events of a picture; one event where it is the first to fail, the error itself where too many do."""
        from service.following.base import event
        from service.sentences import say

        try:
            return self._table.frame(picture.image, picture.time)
        except Exception as error:
            before, self._last = self._last, picture.time
            if picture.time - before <= _APART:
                if picture.time - self._began > _FAILING:
                    raise
                return []
            self._began = picture.time
            sentence = say("watch.failed", self._lang, error=f"{type(error).__name__}: {error}")
            return [event(picture.time, "problem", {"rule": "watch.failed", "sentence": sentence})]


class _Seen:
    """What came of the pictures so far, to be told at their end.

    Attributes:
        pictures: how many the source gave.
        illegal: whether a turn was.
        stopped: whether the user ended it before the source did.
    """

    def __init__(self) -> None:
        self.pictures = 0
        self.illegal = False
        self.stopped = False
        self._began: float | None = None
        self._lying = self._most = 0
        self._first: float | None = None
        self._last = 0.0
        self._made_out = False
        self._problem: str | None = None

    def take(self, events: Iterable[dict[str, Any]], time: float) -> None:
        """Take the events of one picture."""
        self._last = time
        self._began = time if self._began is None else self._began
        for one in events:
            if one["kind"] == "card":
                self._lying += {"new": 1, "end": -1}.get(one["type"], 0)
                self._most = max(self._most, self._lying)
                self._first = time if self._first is None else self._first
            elif one["kind"] == "problem":
                self._problem = one["after"]["sentence"]
            self._made_out |= one["kind"] in _TOLD
            self.illegal |= one["kind"] == "verdict" and one["after"]["verdict"] == "illegal"

    def missed(self, table: TableWatch, lang: str) -> list[dict[str, Any]]:
        """The event that says that nothing of the game was made out, and why; none where something was."""
        from service.following.base import event
        from service.sentences import say

        if self._made_out or not self.pictures:
            return []
        if self._problem is not None:
            why = self._problem
        elif self._first is None and self.pictures < _FEW:
            # Cards may well lie there: so few pictures settle none.
            why = say("watch.too_short", lang, seconds=_decimal(self._last - (self._began or 0.0), lang))
        elif self._first is None:
            why = say("watch.no_card", lang)
        elif self._last - self._first < _LAYING:
            why = say("watch.too_short", lang, seconds=_decimal(self._last - self._first, lang))
        elif table.game == "trash":
            why = say("watch.no_layouts", lang, cards=self._most, players=len(table.follower.state()["sizes"]))
        else:
            why = say("watch.no_hands", lang, cards=self._most)
        told = {"rule": "watch.nothing", "sentence": say("watch.nothing", lang, why=why)}
        return [event(self._last, "problem", told)]


def _decimal(seconds: float, lang: str) -> str:
    text = f"{seconds:.1f}"
    return text if lang == "en" else text.replace(".", ",")


def _of_camera(item: CameraEvent, source: str, seen: _Seen, lang: str) -> str:
    """What happened to the source, in the language asked for."""
    from service.sentences import say

    if item.state == "end":
        return say("watch.stopped" if seen.stopped else "watch.end", lang, source=source, count=seen.pictures)
    if item.state == "size":
        return say("camera.sized", lang, width=item.width, height=item.height)
    return say(f"camera.{item.state}", lang)


def _tell(events: Iterable[dict[str, Any]], as_json: bool, lang: str, line: Any) -> None:
    for event in events:
        if as_json:
            print_json(event)
            continue
        text = line(event, lang)
        if text is not None:
            minutes, seconds = divmod(event["time"], 60)
            click.echo(f"{int(minutes):3d}:{seconds:04.1f}  {text}")


def _rules(game: str, given: tuple[str, ...], players: int | None, packs: int | str, lang: str) -> Any:
    """The game's rules with the options given as NAME=VALUE, or by flags of their own."""
    from rules.options import read_option
    from service.games.describe import rules_class
    from service.games.options import build

    kind: Any = rules_class(game)
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise Unusable(f"--rule {text}: an option is given as NAME=VALUE")
        name = name.replace("-", "_")
        with refusals(lang, f"--rule {text}"):
            if name in values:
                raise RulesError("options.repeated", {"option": name})
            values[name] = read_option(kind, name, value)
    if game == "gin" and players not in (None, 2):
        raise Unusable(f"gin rummy is for 2 players, not {players}")
    flags: dict[str, Any] = {}
    if players is not None and game != "gin":
        flags["players"] = players
    if packs != "auto" and game == "trash":
        flags["packs"] = packs
    for flag, number in flags.items():
        if values.setdefault(flag, number) != number:
            raise Unusable(f"--{flag} {number} and --rule {flag}={values[flag]} contradict each other")
    with refusals(lang, "--rule"):
        return build(kind, values)


def _of_players(slots: tuple[int, ...] | None, players: int) -> tuple[int, ...] | None:
    sizes = of_all(slots, players)
    if sizes is not None and len(sizes) != players:
        raise Unusable(f"--slots {','.join(map(str, sizes))}: {len(sizes)} layouts, but {players} players")
    return sizes


@contextmanager
def _stopping(stop: Any) -> Any:
    """Ctrl+C ends the watching after the frame in hand, so that the record is still written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: stop())
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)
