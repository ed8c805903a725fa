"""Problem details (RFC 9457): every error as one JSON object that names the field, the value and the rule."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from service.api.kinds import STATUS, advice, title
from service.api.sentences import Said, said
from service.api.tongue import header, tongue

log = logging.getLogger("kibitz.api")

_BY_STATUS = {400: "bad-request", 401: "key-needed", 403: "not-allowed", 404: "not-found", 405: "method-not-allowed"}


class Fault(BaseModel):
    """One field at fault."""

    field: str = Field(description="path of the field in the request, such as body.knocker.3", examples=["knocker"])
    value: Any = Field(default=None, description="the value given, as text and shortened where long")
    rule: str = Field(description="id of the rule it breaks", examples=["card.unknown"])
    detail: str = Field(description="the rule in a sentence")


class ProblemBody(BaseModel):
    """An error, as RFC 9457 has it, with the field, the value and the rule."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(examples=["/v1/problems/bad-input"])
    title: str
    status: int
    detail: str
    instance: str | None = None
    field: str | None = None
    value: Any = None
    rule: str | None = None
    errors: list[Fault] | None = None


class KindBody(BaseModel):
    """What a problem type means."""

    type: str
    title: str
    status: int
    advice: str = Field(description="what to do about it")


class Problem(HTTPException):
    """An error on its way to the client.

    Args:
        kind: one of `service.api.kinds`.
        detail: one sentence naming the input and the rule, of the catalogue where it has one; never a path or a trace
            of the server.
        headers: more headers of the answer.
        members: more members of the JSON object, such as ``field``, ``value`` and ``rule``.
    """

    def __init__(self, kind: str, detail: str | Said, headers: Mapping[str, str] | None = None, **members: Any) -> None:
        words = detail.sentence() if isinstance(detail, Said) else detail
        super().__init__(STATUS[kind], words, dict(headers or {}))
        self.kind = kind
        self.said = detail if isinstance(detail, Said) else None
        self.members = members

    def body(self, instance: str | None = None, lang: str = "en") -> dict[str, Any]:
        """The JSON object."""
        found: dict[str, Any] = {
            "type": f"/v1/problems/{self.kind}",
            "title": title(self.kind, lang),
            "status": self.status_code,
            "detail": self.detail if self.said is None else self.said.sentence(lang),
        }
        if instance is not None:
            found["instance"] = instance
        found.update({key: value for key, value in self.members.items() if value is not None})
        if "errors" in found:
            found["errors"] = [_fault(each, lang) for each in found["errors"]]
        return found

    def response(self, instance: str | None = None, lang: str = "en") -> Response:
        """The whole answer."""
        # A lone surrogate (it can come in by a JSON escape) has no UTF-8 form: escape everything beyond ASCII.
        text = json.dumps(self.body(instance, lang), ensure_ascii=True, default=str)
        return Response(text, self.status_code, dict(self.headers or {}), "application/problem+json")

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or a WebSocket that has not been accepted: it gets the same answer in place of one."""
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            # From such a server it is a bare 403.
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        await self.response(scope["path"], tongue(scope))(scope, receive, send)


def _fault(fault: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """One field at fault, its sentence in words."""
    detail = fault["detail"]
    return dict(fault) | ({"detail": detail.sentence(lang)} if isinstance(detail, Said) else {})


def bad_input(field: str, value: Any, rule: str, detail: str | Said) -> Problem:
    """A problem about one field."""
    fault = {"field": field, "value": shown(value), "rule": rule, "detail": detail}
    return Problem("bad-input", detail, errors=[fault], field=field, value=fault["value"], rule=rule)


def shown(value: Any, limit: int = 120) -> Any:
    """``value`` fit to be given back: plain, and shortened where long."""
    if value is None or isinstance(value, (bool, int, float)):
        # NaN and infinities have no JSON form, and neither has a number of a thousand digits much use.
        return (
            value
            if len(repr(value)) <= 25 and value == value and value not in (float("inf"), -float("inf"))
            else repr(value)[:limit]
        )
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


_WORDS = {
    "string_too_long": ("schema.long", {"most": "max_length"}),
    "string_too_short": ("schema.short", {"least": "min_length"}),
    "too_long": ("schema.many", {"most": "max_length"}),
    "too_short": ("schema.few", {"least": "min_length"}),
    "missing": ("schema.missing", {}),
    "extra_forbidden": ("schema.extra", {}),
    "string_pattern_mismatch": ("schema.form", {}),
    "greater_than_equal": ("schema.least", {"least": "ge"}),
    "less_than_equal": ("schema.most", {"most": "le"}),
    "list_type": ("schema.list", {}),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), ("schema.object", {})),
    **dict.fromkeys(("string_type", "string_unicode"), ("schema.text", {})),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), ("schema.whole", {})),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), ("schema.number", {})),
    **dict.fromkeys(("bool_type", "bool_parsing"), ("schema.switch", {})),
}
"""Of the checks of a request those that the catalogue puts into words, with the parameters they take from the check."""


def _field(loc: tuple[str | int, ...]) -> str:
    """Where in the request a value stands; of a value that may be several things, not which of them was tried."""
    place = [str(part) for part in loc if not (isinstance(part, str) and ("[" in part or part in _TRIED))]
    return ".".join(place[1:]) or place[0]


_TRIED = ("constrained-str", "str", "int", "float", "bool", "dict")


def _validation(error: RequestValidationError | WebSocketRequestValidationError, kind: str | None) -> Problem:
    faults: list[dict[str, Any]] = []
    for each in error.errors():
        if each["type"] == "json_invalid":
            return Problem("bad-request", no_json("body", each["ctx"]["error"], each["loc"][-1]))
        field = _field(each["loc"])
        if field == "body" and kind is not None and "json" not in kind and not kind.startswith("multipart/"):
            return Problem("unsupported-type", said("body.kind", kind=shown(kind, 60)), rule="body.kind")
        # Of what is missing the check hands out all that is there.
        given = None if each["type"] == "missing" else shown(each.get("input"))
        faults.append({"field": field, "value": given} | _told(each, field))
    # A value that may be several things is at fault where it is none of them: what it is like says more than its type.
    faults.sort(key=lambda fault: str(fault["rule"]).endswith("_type"))
    first = faults[0]
    return Problem(
        "bad-input", first["detail"], errors=faults[:20], field=first["field"], value=first["value"], rule=first["rule"]
    )


def _told(each: Mapping[str, Any], field: str) -> dict[str, Any]:
    """The rule a value breaks, and its sentence."""
    context = each.get("ctx", {})
    rule = f"schema.{each['type']}"
    if each["type"] == "literal_error":
        return {"rule": rule, "detail": choice(field, re.findall(r"'([^']*)'", context["expected"]))}
    if each["type"] == "value_error" and "UploadFile" in each["msg"]:
        return {"rule": rule, "detail": said("schema.file", field=field)}
    sentence, taken = _WORDS.get(each["type"], ("schema.unfit", {}))
    return {"rule": rule, "detail": said(sentence, field=field, **{name: context[key] for name, key in taken.items()})}


def choice(field: str, choices: Iterable[str]) -> Said:
    """That one of these is wanted."""
    return said("schema.choice", field=field, choices=", ".join(choices))


_BROKEN = (
    ("Expecting value", "json.value"),
    ("Expecting property name", "json.name"),
    ("Expecting ':'", "json.colon"),
    ("Expecting ','", "json.comma"),
    ("Unterminated string", "json.text"),
    ("Invalid control character", "json.control"),
    ("Invalid \\", "json.escape"),
    ("Extra data", "json.extra"),
)
"""The sentences for what Python's JSON decoder says of a text, by how that begins."""


def no_json(field: str, message: str, at: int) -> Said:
    """Why a text is no JSON, from what `json.JSONDecodeError` says, and at which character, counted from 0."""
    rule = next((rule for begins, rule in _BROKEN if message.startswith(begins)), "json.broken")
    return said(rule, field=field, at=at + 1)


def problem_for(error: HTTPException, scope: Scope) -> Problem:
    """``error`` as a problem, whatever raised it: the framework's own are told anew, for their words are English."""
    if isinstance(error, Problem):
        return error
    if error.status_code == 404:
        words = said("address.none")
    elif error.status_code == 405:
        words = said("address.method", method=shown(scope["method"], 20))
    elif (header(scope, b"content-type") or "").startswith("multipart/"):
        words = said("body.form")
    else:
        words = said("body.unreadable")
    problem = Problem(_BY_STATUS.get(error.status_code, "bad-request"), words, error.headers)
    problem.status_code = error.status_code
    return problem


def install(app: FastAPI) -> None:
    """Make every error of ``app`` a problem."""

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        return problem_for(error, request.scope).response(request.url.path, tongue(request.scope))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        problem = _validation(error, header(request.scope, b"content-type"))
        return problem.response(request.url.path, tongue(request.scope))

    @app.exception_handler(WebSocketRequestValidationError)
    async def _invalid_socket(socket: WebSocket, error: WebSocketRequestValidationError) -> None:
        await _validation(error, None).refuse(socket.scope, socket.receive, socket.send)

    nowhere = app.router.default

    async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await Problem("not-found", said("address.none")).refuse(scope, receive, send)
        else:
            await nowhere(scope, receive, send)

    app.router.default = _nowhere

    @app.get(
        "/v1/problems/{kind}",
        tags=["server"],
        operation_id="describe_problem",
        summary="What a problem type means",
        responses={200: {"model": KindBody}, **documented("not-found")},
    )
    async def describe_problem(request: Request, kind: str) -> JSONResponse:
        """Say what a problem type means and what to do about it."""
        if kind not in STATUS:
            raise Problem("not-found", said("problem.unknown"))
        lang = tongue(request.scope)
        told = {"title": title(kind, lang), "status": STATUS[kind], "advice": advice(kind, lang)}
        return JSONResponse({"type": f"/v1/problems/{kind}"} | told)


def documented(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """OpenAPI ``responses`` for these kinds of problem."""
    found: dict[int | str, dict[str, Any]] = {}
    for kind in kinds:
        status, words = STATUS[kind], title(kind)
        before = found.get(status, {}).get("description")
        example = Problem(kind, advice(kind)).body("/v1/…")
        found[status] = {
            "model": ProblemBody,
            "description": f"{before}; or: {words}" if before else words,
            "content": {"application/problem+json": {"example": example}},
        }
    return found
