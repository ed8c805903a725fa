"""Frames in and events out of live tables: WebSocket, and server-sent events that miss nothing after a reconnection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from service.api.problems import Problem, documented
from service.api.sentences import Said, said, size
from service.api.tables import TableId, hub_of
from service.api.tongue import tongue
from service.storage.events import KeptEvent
from service.tables.table import Live

router = APIRouter(prefix="/v1/tables", tags=["tables"])
HEARTBEAT_SECONDS = 15.0
_UNSUPPORTED, _POLICY, _REPLACED = 1003, 1008, 4000
After = Annotated[
    int, Query(ge=0, le=2**53, description="number of the last event the client has; 0: all from the first")
]


@router.websocket("/{table}/frames")
async def frames(socket: WebSocket, table: str) -> None:
    """Take binary JPEG frames, the newest first, and answer each that was looked at with what is seen.

    Answers are JSON texts: ``{"type": "seen", "frame": n, "dropped": n, "events": n, "milliseconds": n, "view": {}}``,
    or ``{"type": "problem", "frame": n, "problem": {...}}``. A client that sends its next frame when an answer has come
    never has one dropped. A text is refused with close code 1003; another client that starts to send takes over (4000).
    Where there is no such table, or a key is missing, the handshake is answered with the problem a request would get.
    """
    live = await _live(socket, table)
    if live is None:
        return
    await socket.accept()
    senders: dict[str, WebSocket] = socket.app.state.senders
    before = senders.get(table)
    senders[table] = socket
    if before is not None:
        await _close(before, _REPLACED, said("stream.taken"))
    # One answer may wait: a client too slow to read them gets the newest.
    answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue(maxsize=1)

    def listen(message: dict[str, Any]) -> None:
        if answers.full():
            answers.get_nowait()
        answers.put_nowait(message)

    live.listeners.add(listen)
    answering = asyncio.create_task(_answer(socket, answers))
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            data = message.get("bytes")
            if data is None:
                await _close(socket, _UNSUPPORTED, said("stream.binary"))
                break
            if len(data) > socket.app.state.settings.frame_bytes:
                limit = size(socket.app.state.settings.frame_bytes)
                await _close(socket, 1009, said("picture.bytes", name="frame", limit=limit))
                break
            if live.closed:
                await _close(socket, _POLICY, said("table.closed"))
                break
            live.offer(data)
    finally:
        live.listeners.discard(listen)
        answering.cancel()
        if senders.get(table) is socket:
            del senders[table]


async def _answer(socket: WebSocket, answers: asyncio.Queue[dict[str, Any]]) -> None:
    try:
        while True:
            message = await answers.get()
            if message["type"] in ("closed", "stopped"):
                await _close(socket, *_ending(message["type"] == "closed"))
                return
            await socket.send_text(json.dumps(message, separators=(",", ":")))
    except (WebSocketDisconnect, RuntimeError):
        return


def _ending(closed: bool) -> tuple[int, Said]:
    """Code and reason of a connection that the server ends."""
    return (1000, said("table.closed")) if closed else (1012, said("pool.stopping"))


async def _close(socket: WebSocket, code: int, reason: Said) -> None:
    try:
        await socket.close(code, reason.sentence(tongue(socket.scope)))
    except RuntimeError:
        return  # it has gone already


async def _live(socket: WebSocket, table: str) -> Live | None:
    """The table of a WebSocket; where there is none the connection is refused, as a request for it would be."""
    try:
        if not (len(table) == 16 and table.isalnum() and table.isascii()):
            raise Problem("not-found", said("table.unknown"))
        return await hub_of(socket).get(table)
    except Problem as problem:
        await problem.refuse(socket.scope, socket.receive, socket.send)
        return None


@router.websocket("/{table}/events")
async def event_socket(socket: WebSocket, table: str, after: After = 0) -> None:
    """Send every event after a number as a JSON text with its ``id``, in order and without a gap, until closing."""
    live = await _live(socket, table)
    if live is None:
        return
    await socket.accept()
    sending = asyncio.create_task(_send_events(socket, live, after))
    try:
        # Whatever a client sends here means nothing; but only by listening is its going noticed.
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sending.cancel()


async def _send_events(socket: WebSocket, live: Live, after: int) -> None:
    try:
        async for batch in live.events(after):
            for each in batch:
                await socket.send_text(json.dumps(each.to_json(), separators=(",", ":")))
        await _close(socket, *_ending(live.closed))
    except (WebSocketDisconnect, RuntimeError):
        return


@router.get(
    "/{table}/events",
    operation_id="stream_events",
    summary="Events of a table as server-sent events",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        **documented("bad-input", "not-found"),
    },
)
async def stream_events(
    request: Request,
    table: TableId,
    after: After = 0,
    last_event_id: Annotated[
        str | None, Header(description="sent by browsers when they reconnect", pattern=r"^\d{0,15}$")
    ] = None,
    once: Annotated[bool, Query(description="end after the events there are, instead of waiting for more")] = False,
) -> StreamingResponse:
    """Send every event after a number, in order and without a gap.

    ``id`` is the event's number, which a browser sends back when it reconnects, so that it misses nothing.
    """
    live = await hub_of(request).get(table)
    start = int(last_event_id) if last_event_id else after
    return StreamingResponse(
        _lines(live, start, once), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _lines(live: Live, after: int, once: bool) -> AsyncIterator[str]:
    # Browsers wait three seconds before they reconnect unless told otherwise.
    yield "retry: 1000\n\n"
    last = live.last
    if once and after >= last:
        return
    events = live.events(after)
    waiting: asyncio.Task[Any] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(events))
            done, _ = await asyncio.wait((waiting,), timeout=HEARTBEAT_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                batch = waiting.result()
            except StopAsyncIteration:
                # A server that stops says nothing: its clients come back and ask for what they missed.
                if live.closed:
                    yield "event: closed\ndata: {}\n\n"
                return
            waiting = None
            # One piece for a batch: ten thousand events of backlog are twenty pieces.
            yield "".join(_line(each) for each in batch)
            if once and batch[-1].id >= last:
                return
    finally:
        if waiting is not None:
            waiting.cancel()


def _line(event: KeptEvent) -> str:
    told = json.dumps(event.to_json(), separators=(",", ":"))
    return f"id: {event.id}\nevent: {event.kind}\ndata: {told}\n\n"
