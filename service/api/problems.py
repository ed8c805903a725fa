"""Problem details (RFC 9457): every error as one JSON object that names the field, the value and the rule."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rules.errors import CardError, RulesError

log = logging.getLogger("kibitz.api")

# name -> (status, title, what to do about it)
KINDS: dict[str, tuple[int, str, str]] = {
    "bad-request": (400, "The request cannot be understood", "The body or a header is malformed; detail says where."),
    "key-needed": (401, "A key is needed", "Send one of the server's keys as 'Authorization: Bearer KEY'."),
    "not-allowed": (
        403,
        "Not allowed",
        "The request comes from a page, a host or a camera that the owner has not allowed.",
    ),
    "not-found": (404, "Not found", "Nothing is kept under this address."),
    "method-not-allowed": (405, "Method not allowed", "The header Allow lists the methods of this address."),
    "too-slow": (408, "The body came too slowly", "Send the whole body within the time in detail."),
    "conflict": (409, "In conflict with what is kept", "Fetch the present state and try again on it."),
    "illegal-move": (
        409,
        "The move is illegal",
        "rule names the rule, detail says it in a sentence, legal moves can be listed.",
    ),
    "over": (409, "It is over", "A finished match or a closed table takes nothing more."),
    "too-large": (413, "Too large", "detail names the limit in bytes or pixels."),
    "unsupported-type": (415, "Unsupported content type", "detail names the content types accepted here."),
    "bad-input": (422, "The input is not usable", "errors names every field at fault, its value and the rule."),
    "bad-picture": (422, "The picture is not usable", "detail says what is wrong with the picture."),
    "too-many": (429, "Too many at once", "Wait as long as the header Retry-After says and try again."),
    "internal": (500, "The server failed", "The failure is in the server's log under the request id."),
    "unavailable": (503, "Not available now", "detail says what is missing."),
    "timeout": (504, "It took too long", "The work was given up after the time in detail."),
}
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
        kind: a key of ``KINDS``.
        detail: one sentence naming the input and the rule; never a path or a trace of the server.
        headers: more headers of the answer.
        members: more members of the JSON object, such as ``field``, ``value`` and ``rule``.
    """

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any) -> None:
        super().__init__(KINDS[kind][0], detail, dict(headers or {}))
        self.kind = kind
        self.members = members

    def body(self, instance: str | None = None) -> dict[str, Any]:
        """The JSON object."""
        found: dict[str, Any] = {
            "type": f"/v1/problems/{self.kind}",
            "title": KINDS[self.kind][1],
            "status": self.status_code,
            "detail": self.detail,
        }
        if instance is not None:
            found["instance"] = instance
        found.update({key: value for key, value in self.members.items() if value is not None})
        return found

    def response(self, instance: str | None = None) -> Response:
        """The whole answer."""
        # A lone surrogate (it can come in by a JSON escape) has no UTF-8 form: escape everything beyond ASCII.
        text = json.dumps(self.body(instance), ensure_ascii=True, default=str)
        return Response(text, self.status_code, dict(self.headers or {}), "application/problem+json")


def bad_input(field: str, value: Any, rule: str, detail: str) -> Problem:
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


def from_rules(error: RulesError, field: str, value: Any = None) -> Problem:
    """The problem for an input that breaks a rule of a game."""
    return bad_input(field, value, rule_of(error), str(error))


def rule_of(error: Exception) -> str:
    """The rule id an error of ``rules`` rests on."""
    rule = getattr(error, "rule", None)
    return rule if isinstance(rule, str) and rule else "card.unknown" if isinstance(error, CardError) else "input"


def _validation(error: RequestValidationError) -> Problem:
    faults = []
    for each in error.errors():
        place = [str(part) for part in each["loc"]]
        field = ".".join(place[1:]) or place[0]
        cause = each.get("ctx", {}).get("error")
        faults.append(
            {
                "field": field,
                "value": shown(each.get("input")),
                "rule": rule_of(cause) if isinstance(cause, Exception) else f"schema.{each['type']}",
                "detail": str(cause) if isinstance(cause, Exception) else each["msg"],
            }
        )
        if each["type"] == "json_invalid":
            return Problem("bad-request", f"The body is not JSON: {each.get('ctx', {}).get('error', each['msg'])}.")
    first = faults[0]
    sentence = f"{first['field']}: {first['detail']}"
    return Problem(
        "bad-input", sentence, errors=faults[:20], field=first["field"], value=first["value"], rule=first["rule"]
    )


def problem_for(error: HTTPException) -> Problem:
    """``error`` as a problem, whatever raised it."""
    if isinstance(error, Problem):
        return error
    kind = _BY_STATUS.get(error.status_code, "bad-request" if error.status_code < 500 else "internal")
    problem = Problem(kind, str(error.detail), error.headers)
    problem.status_code = error.status_code
    return problem


def install(app: FastAPI) -> None:
    """Make every error of ``app`` a problem."""

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        return problem_for(error).response(request.url.path)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        return _validation(error).response(request.url.path)

    @app.get(
        "/v1/problems/{kind}",
        tags=["server"],
        operation_id="describe_problem",
        summary="What a problem type means",
        responses={200: {"model": KindBody}, **documented("not-found")},
    )
    async def describe_problem(kind: str) -> JSONResponse:
        """Say what a problem type means and what to do about it."""
        if kind not in KINDS:
            raise Problem("not-found", "No problem has this name.")
        status, title, advice = KINDS[kind]
        return JSONResponse({"type": f"/v1/problems/{kind}", "title": title, "status": status, "advice": advice})


def documented(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """OpenAPI ``responses`` for these kinds of problem."""
    found: dict[int | str, dict[str, Any]] = {}
    for kind in kinds:
        status, title, _ = KINDS[kind]
        before = found.get(status, {}).get("description")
        example = Problem(kind, KINDS[kind][2]).body("/v1/…")
        found[status] = {
            "model": ProblemBody,
            "description": f"{before}; or: {title}" if before else title,
            "content": {"application/problem+json": {"example": example}},
        }
    return found
