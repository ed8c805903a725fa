"""The description of the API: complete, stable, and kept to by the server whatever it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from service.api.app import create_app
from service.settings import Settings
from tests.service.fakes import FakeReader, FakeWatch, Scenes

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="comes with schemathesis")
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


def validator(schema: dict[str, Any], whole: dict[str, Any]) -> Any:
    return jsonschema_rs.Draft202012Validator(schema | {"components": whole["components"]})


def test_every_request_and_every_answer_has_an_example_that_fits(client: TestClient) -> None:
    whole = client.get("/openapi.json").json()
    seen = 0
    for path, methods in whole["paths"].items():
        for method, each in methods.items():
            bodies = [("request", kind, body) for kind, body in each.get("requestBody", {}).get("content", {}).items()]
            for status, answer in each["responses"].items():
                if status.startswith("2"):
                    assert status == "204" or answer["content"], f"{method} {path} {status}"
                    bodies += [(status, *item) for item in answer.get("content", {}).items()]
            for which, kind, body in bodies:
                place = f"{method} {path} {which} {kind}"
                assert body["schema"], place
                if body["schema"].get("format") != "binary":
                    faults = validator(body["schema"], whole).iter_errors(body["example"])
                    assert [fault.message for fault in faults] == [], place
                    seen += 1
    assert seen > 50


STATELESS = (
    "score_gin",
    "judge_gin_hand",
    "score_gin_readings",
    "check_trash",
    "explain_trash",
    "score_bus",
    "score_ace",
    "check_trash_readings",
    "score_bus_reading",
    "score_ace_reading",
    "describe_problem",
    "healthz",
)


def test_examples_are_what_the_server_answers(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    tried = []
    for path, methods in schema["paths"].items():
        for method, each in methods.items():
            if each["operationId"] in STATELESS:
                body = each.get("requestBody", {}).get("content", {}).get("application/json", {})
                answer = client.request(method, path.replace("{kind}", "bad-input"), json=body.get("example"))
                example = each["responses"]["200"]["content"]["application/json"]["example"]
                assert (answer.status_code, answer.json()) == (200, example), path
                tried.append(each["operationId"])
    assert sorted(tried) == sorted(STATELESS)


def test_a_match_goes_as_the_examples_tell(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    known = {each["operationId"]: each for methods in schema["paths"].values() for each in methods.values()}

    def sent(operation: str, path: str) -> Any:
        body = known[operation]["requestBody"]["content"]["application/json"]["example"]
        answer = client.post(path, json=body)
        content = known[operation]["responses"][str(answer.status_code)]["content"]["application/json"]
        own = {name: answer.json()[name] for name in ("id", "created", "updated")}
        assert answer.json() == content["example"] | own
        return answer.json()

    match = sent("create_match", "/v1/matches")["id"]
    sent("make_moves", f"/v1/matches/{match}/moves")
    sent("undo_moves", f"/v1/matches/{match}/undo")
    sent("import_match", "/v1/matches/import")


def test_no_two_shapes_have_one_name(client: TestClient) -> None:
    names = client.get("/openapi.json").json()["components"]["schemas"]
    assert [name for name in names if "__" in name] == []


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
