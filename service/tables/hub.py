"""All live tables of a server: opened, found again after a restart, closed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.errors import RulesError
from service.api.pool import Pool, Reader
from service.api.problems import Problem
from service.api.sentences import said
from service.drawn import DrawnError, check_drawn
from service.following import follower
from service.games.describe import rules_class
from service.games.options import build
from service.matches import MatchService
from service.metrics import Metrics
from service.sentences import say
from service.settings import Settings
from service.storage import Missing, Store
from service.storage.events import KeptTable, Tables
from service.tables.addresses import Address, allowed
from service.tables.cameras import CameraThread
from service.tables.records import Records
from service.tables.table import Live
from service.tables.watch import Opening, Watch, WatchFactory
from vision.profile import profiles


def default_watch(opening: Opening, reader: Reader) -> Watch:
    """The engine of ``service.live``."""
    from service.live import TableWatch

    watch: Watch = TableWatch(
        opening.game,
        opening.rules,
        reader,
        zones=opening.zones,
        slots=opening.slots,
        packs=opening.packs,
        language=opening.language,
        lang=opening.lang,
        state=opening.state or None,
    )
    return watch


def _slots(game: str, rules: Any, slots: Sequence[int] | None) -> list[int] | None:
    """The slots of every layout, one number being that of all.

    Raises:
        Problem: for another game than Trash, or other than one for each player.
    """
    if slots is None:
        return None
    if game != "trash":
        raise Problem("bad-input", said("table.slots_game"), field="slots", rule="table.slots_game")
    sizes = list(slots) * (rules.players if len(slots) == 1 else 1)
    if len(sizes) != rules.players:
        words = said("table.slots", found=len(sizes), players=rules.players)
        raise Problem("bad-input", words, field="slots", rule="table.slots")
    return sizes


def _rules(game: str, options: Mapping[str, Any]) -> Any:
    """The rules in play: in Trash the packs that cards are read with are those shuffled together."""
    given = dict(options.get("rules", {}))
    if game == "trash" and isinstance(options.get("packs"), int):
        given.setdefault("packs", options["packs"])
    return build(rules_class(game), given)


class Hub:
    """The live tables.

    Args:
        settings: how many may be open, and which cameras.
        store: where they are kept.
        pool: where frames are looked at.
        metrics: counts them.
        matches: where games that were followed are kept.
        factory: makes the engine of a table.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        pool: Pool,
        metrics: Metrics,
        matches: MatchService,
        factory: WatchFactory = default_watch,
    ) -> None:
        self.settings = settings
        self.store = store
        self.tables = Tables(store)
        self._pool, self._metrics, self._factory = pool, metrics, factory
        self._records = Records(matches)
        self._live: dict[str, Live] = {}
        self._cameras: dict[str, CameraThread] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def open(self) -> int:
        """Tables in memory."""
        return sum(not each.closed for each in self._live.values())

    def _make(self, kept: KeptTable) -> Live:
        live = Live(
            kept, self._opening_of(kept), self._pool, self.tables, self._factory, self._metrics, self.store.run,
            self._records,
        )  # fmt: skip
        self._live[kept.id] = live
        return live

    async def create(self, game: str, name: str, options: dict[str, Any]) -> Live:
        """Open a table.

        Raises:
            Problem: ``too-many`` tables are open; a camera that is not allowed.
            RulesError: an option of the game is refused.
        """
        self._check(game, options)
        address = None
        if options.get("camera"):
            address = await self.store.run(allowed, options["camera"], self.settings.cameras)
        async with self._opening:
            if await self.store.run(self.tables.count_open) >= self.settings.tables:
                limit = self.settings.tables
                raise Problem("too-many", said("table.many", limit=limit), {"Retry-After": "30"})
            live = self._make(await self.store.run(self.tables.create, game, name, options))
        if address is not None:
            self._watch_camera(live, address)
        return live

    def _check(self, game: str, options: dict[str, Any], drawn: bool = True) -> None:
        """Refuse options no engine could be made with: when the first frame comes it would be too late.

        Zones that are not `drawn` anew, and whose rules stay, are those that the table is watched with already.
        """
        rules = _rules(game, options)
        if drawn:
            try:
                check_drawn(game, rules, options.get("zones"))
            except DrawnError as error:
                raise Problem("bad-input", error.said, field="zones", rule=error.rule) from None
        try:
            slots = _slots(game, rules, options.get("slots"))
            follower(game, rules, options.get("zones"), slots, options.get("lang", "en"))
        except RulesError:
            raise
        except ValueError as error:
            raise Problem("bad-input", f"{error}.", field="zones", rule="table.zones") from None
        deck = options.get("deck")
        if deck is not None and deck not in profiles(self.settings.decks):
            raise Problem("not-found", said("deck.unknown", deck=deck), field="deck", value=deck)

    async def get(self, table: str) -> Live:
        """A table, taken up again where it was if this server has not watched it yet.

        Raises:
            Problem: ``not-found``.
        """
        found = self._live.get(table)
        if found is not None:
            return found
        try:
            kept = await self.store.run(self.tables.get, table)
        except Missing:
            raise Problem("not-found", said("table.unknown")) from None
        # Another request may have made it while we waited.
        return self._live.get(table) or self._make(kept)

    async def restore(self) -> None:
        """Open the cameras of tables that were open when the server ended."""
        for kept in await self.store.run(self.tables.listed, True):
            if not kept.options.get("camera"):
                continue
            try:
                address = await self.store.run(allowed, kept.options["camera"], self.settings.cameras)
            except Problem:
                continue  # the owner allows it no longer; frames may still be sent
            self._watch_camera(self._live.get(kept.id) or self._make(kept), address)

    def _watch_camera(self, live: Live, address: Address) -> None:
        def said(state: str) -> None:
            text = say(f"camera.{state}", live.opening.lang)
            event = {
                "time": live.now(),
                "type": "update",
                "kind": "camera",
                "before": None,
                "after": {"state": state, "sentence": text},
            }
            task = asyncio.create_task(live.note(event))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._cameras[live.id] = CameraThread(address, self.settings, live.offer, said)

    def films(self, table: str) -> bool:
        """Whether the server watches this table through a camera that it opened itself."""
        return table in self._cameras

    async def change(self, live: Live, options: dict[str, Any]) -> Live:
        """Change what a table is watched with: zones, rules, language; the engine is made anew where it was."""
        before = live.kept.options
        self._check(live.kept.game, options, any(options.get(each) != before.get(each) for each in ("zones", "rules")))
        await self.store.run(self.tables.set_options, live.id, options)
        kept = await self.store.run(self.tables.get, live.id)
        await live.reopen(self._opening_of(kept), kept)
        return live

    def _opening_of(self, kept: KeptTable) -> Opening:
        rules = _rules(kept.game, kept.options)
        values = {name: kept.options[name] for name in ("zones", "packs", "language", "lang") if name in kept.options}
        slots = _slots(kept.game, rules, kept.options.get("slots"))
        return replace(Opening(kept.game, rules), **values, slots=slots, state=kept.state)

    async def close_table(self, table: str) -> None:
        """Close a table for good; its events stay."""
        live = await self.get(table)
        camera = self._cameras.pop(table, None)
        if camera is not None:
            await asyncio.to_thread(camera.close)
        await live.close(for_good=True)

    async def delete(self, table: str) -> None:
        """Close a table and forget its events."""
        await self.close_table(table)
        self._live.pop(table, None)
        await self.store.run(self.tables.delete, table)

    async def stop(self) -> None:
        """Let go of everything; tables stay open in the store and are taken up at the next start."""
        await asyncio.gather(*(asyncio.to_thread(camera.close) for camera in self._cameras.values()))
        for live in self._live.values():
            await live.close(for_good=False)
