"""The OpenAPI description: every error a problem, every request and every answer with an example."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from service.api.inputs import language
from service.api.kinds import title
from service.api.tongue import LANGUAGES

_LANG = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(LANGUAGES)},
    "description": "language of sentences; else the header Accept-Language",
}
_PROBLEM = {"$ref": "#/components/schemas/ProblemBody"}


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Of each operation by its id: ``request``, and ``answers`` by media type; of pictures only a few cards."""
    found: dict[str, dict[str, Any]] = json.loads(files("service.api").joinpath("examples.json").read_text("utf-8"))
    return found


def install(app: FastAPI) -> None:
    """Make the description of ``app`` complete, the first time it is asked for."""
    original = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = original()
            parts = schema.get("components", {}).get("schemas", {})
            for name in ("HTTPValidationError", "ValidationError"):
                parts.pop(name, None)
            spoken = {route.operation_id for route in app.routes if isinstance(route, APIRoute) and _speaks(route)}
            for path in schema["paths"].values():
                for operation in path.values():
                    _problems_only(operation)
                    if operation["operationId"] in spoken:
                        operation.setdefault("parameters", []).append(_LANG)
                    _with_examples(operation, examples().get(operation["operationId"], {}))
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]


def _speaks(route: APIRoute) -> bool:
    return any(each.call is language for each in route.dependant.dependencies)


def _with_examples(operation: dict[str, Any], known: dict[str, Any]) -> None:
    for body in operation.get("requestBody", {}).get("content", {}).values():
        body["example"] = known["request"]
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            for kind, body in response.get("content", {}).items():
                if kind in known.get("answers", {}):
                    body["example"] = known["answers"][kind]


def _problems_only(operation: dict[str, Any]) -> None:
    """Say problem details wherever the framework would say its own errors."""
    for status, response in operation["responses"].items():
        content = response.get("content", {})
        named = "".join(each.get("schema", {}).get("$ref", "") for each in content.values())
        if named.endswith(("HTTPValidationError", "ProblemBody")):
            example = content.get("application/problem+json", {}).get("example")
            body: dict[str, Any] = {"schema": _PROBLEM}
            response["content"] = {"application/problem+json": body | ({"example": example} if example else {})}
            if status == "422" and "Validation" in response["description"]:
                response["description"] = title("bad-input")
    operation["responses"]["default"] = {
        "description": "Any other problem: a key that is needed, a body too large or too slow, too many requests.",
        "content": {"application/problem+json": {"schema": _PROBLEM}},
    }
