"""The description of the API: complete, stable, and kept to by the server whatever it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from service.api.app import create_app
from service.settings import Settings
from tests.service.fakes import FakeReader, FakeWatch, Scenes

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is in the test extra")
positive_data_acceptance = pytest.importorskip("schemathesis.specs.openapi.checks").positive_data_acceptance


def test_operations_keep_their_names(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    found = {
        f"{method.upper()} {path}": each["operationId"]
        for path, methods in schema["paths"].items()
        for method, each in methods.items()
    }
    assert len(set(found.values())) == len(found)
    promised = {
        "POST /v1/readings": "read_picture",
        "POST /v1/gin/score": "score_gin",
        "POST /v1/trash/check": "check_trash",
        "POST /v1/trash/explain": "explain_trash",
        "POST /v1/bus/showdown": "score_bus",
        "POST /v1/ace/showdown": "score_ace",
        "GET /v1/games": "list_games",
        "POST /v1/matches": "create_match",
        "GET /v1/matches/{match}/moves": "list_legal_moves",
        "POST /v1/matches/{match}/moves": "make_moves",
        "POST /v1/matches/{match}/undo": "undo_moves",
        "GET /v1/matches/{match}/replay": "replay_match",
        "GET /v1/matches/{match}/export": "export_match",
        "POST /v1/tables": "open_table",
        "GET /v1/tables/{table}/events": "stream_events",
        "POST /v1/tables/{table}/corrections": "correct_card",
        "POST /v1/decks": "teach_deck",
    }
    assert {key: found.get(key) for key in promised} == promised


def test_every_operation_is_described_and_every_error_is_a_problem(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    assert "ValidationError" not in schema["components"]["schemas"]
    for path, methods in schema["paths"].items():
        for method, each in methods.items():
            place = f"{method} {path}"
            assert each.get("summary"), place
            assert each.get("description"), place
            for status, response in each["responses"].items():
                if status >= "400" and path != "/readyz":
                    assert list(response["content"]) == ["application/problem+json"], place


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Any:
    served = create_app(
        Settings(data=tmp_path_factory.mktemp("data"), tables=100_000, allowed_hosts=("testserver",)),
        lambda deck, threads: FakeReader(Scenes()),
        FakeWatch,
    )
    return schemathesis.openapi.from_asgi("/openapi.json", served)


def test_whatever_is_sent_the_answer_is_as_described(described: Any) -> None:
    tried = 0
    for result in described.get_all_operations():
        operation = result.ok()
        # Server-sent events end only when their table closes: they are tried with tables that are there, elsewhere.
        if operation.path.endswith("/events"):
            continue

        @settings(
            max_examples=6, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            # Which cards make a hand and which moves are legal is for the rules to say, not for a schema.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        holds()
        tried += 1
    assert tried > 30
