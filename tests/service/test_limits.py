"""Safe by default: hosts, other sites' pages, keys, sizes, rates, headers, errors without a trace."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from service.api.problems import Problem
from service.api.sentences import said
from service.settings import Settings
from tests.service.fakes import Scenes, row

KEY = "kz-0123456789abcdef"
SHOW = {"cards": "KH 3S"}


def refused(client: TestClient, path: str, headers: dict[str, str] | None = None) -> Any:
    """The problem with which a WebSocket is refused."""
    with (
        pytest.raises(WebSocketDenialResponse) as denial,
        client.websocket_connect(f"ws://localhost{path}", headers=headers or {}),
    ):
        pass
    told = denial.value.json()
    assert told["status"] == denial.value.status_code
    assert denial.value.headers["content-type"] == "application/problem+json"
    return told


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "192.0.2.1", "kibitz"])
def test_on_loopback_other_names_are_refused(serve: Callable[..., TestClient], host: str) -> None:
    answer = serve(f"http://{host}").get("/v1/games")
    assert (answer.status_code, answer.json()["type"]) == (403, "/v1/problems/not-allowed")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:8765", "my.host"])
def test_own_names_are_taken(serve: Callable[..., TestClient], host: str) -> None:
    assert serve(f"http://{host}", allowed_hosts=("my.host",)).get("/v1/games").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost:1"},
    ],
)
def test_other_sites_pages_may_change_nothing(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/v1/ace/showdown", json=SHOW, headers=headers).status_code == 403


def test_the_own_page_may(client: TestClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/v1/ace/showdown", json=SHOW, headers=headers).status_code == 200


def test_another_sites_page_gets_no_websocket(client: TestClient) -> None:
    table = client.post("/v1/tables", json={"game": "gin"}).json()["id"]
    told = refused(client, f"/v1/tables/{table}/events?lang=de", {"Origin": "https://evil.example"})
    assert (told["status"], told["type"]) == (403, "/v1/problems/not-allowed")
    assert told["detail"].startswith("Die Seite einer anderen Website")


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/v1/tables/aaaaaaaaaaaaaaaa/frames", 404, "No table has this id."),
        ("/v1/tables/x/events?lang=fr", 404, "Aucune table n’a cet identifiant."),
        ("/v1/tables/aaaaaaaaaaaaaaaa/events?after=-1", 422, "after: must be at least 0."),
        ("/v1/tables/aaaaaaaaaaaaaaaa/events?after=x&lang=de", 422, "after: muss eine ganze Zahl sein."),
        ("/v1/nowhere", 404, "There is nothing at this address."),
    ],
)
def test_a_websocket_is_refused_with_the_reason(client: TestClient, path: str, status: int, detail: str) -> None:
    told = refused(client, path)
    assert (told["status"], told["detail"]) == (status, detail)


def test_a_websocket_without_a_key_is_told_to_bring_one(serve: Callable[..., TestClient]) -> None:
    client = serve(api_keys=(KEY,))
    assert refused(client, "/v1/tables/aaaaaaaaaaaaaaaa/frames")["detail"] == "This server asks for a key."
    wrong = {"Authorization": "Bearer kz-another-0123456789"}
    told = refused(client, "/v1/tables/aaaaaaaaaaaaaaaa/frames", wrong)
    assert (told["status"], told["detail"]) == (401, "The key is not one of this server's.")


def test_a_server_that_cannot_say_why_refuses_all_the_same() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is asked")

    scope = {"type": "websocket", "path": "/v1/nowhere", "headers": [], "extensions": {}}
    asyncio.run(Problem("not-found", said("address.none")).refuse(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": ""}]


def test_with_keys_nothing_but_the_page_is_open(serve: Callable[..., TestClient]) -> None:
    client = serve(api_keys=(KEY,))
    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    for path in ("/v1/games", "/v1/matches", "/metrics"):
        refused = client.get(path)
        assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert client.get("/v1/games", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/v1/games", headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
    assert client.get("/v1/games", headers={"X-API-Key": KEY}).status_code == 200


def test_a_browser_turns_its_key_into_a_session(serve: Callable[..., TestClient]) -> None:
    client = serve(api_keys=(KEY,))
    assert client.post("/v1/session", json={"key": "kz-wrong-wrong-wrong"}).status_code == 401
    opened = client.post("/v1/session", json={"key": KEY})
    assert opened.status_code == 204
    cookie = opened.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/v1/games").status_code == 200
    client.cookies.set("kibitz_session", "9999999999.0123456789abcdef0123456789abcdef")
    assert client.get("/v1/games", headers={"cookie": "kibitz_session=9999999999.00"}).status_code == 401


def test_a_watching_link_opens_its_table_and_nothing_else(serve: Callable[..., TestClient]) -> None:
    client = serve(api_keys=(KEY,))
    key = {"X-API-Key": KEY}
    one, two = (client.post("/v1/tables", json={"game": "gin"}, headers=key).json() for _ in range(2))
    token = one["watch_token"]
    assert client.get(f"/v1/tables/{one['id']}?token={token}").status_code == 200
    assert client.get(f"/v1/tables/{one['id']}/events?once=1&token={token}").status_code == 200
    assert client.get(f"/v1/tables/{two['id']}?token={token}").status_code == 401
    assert client.get(f"/v1/tables?token={token}").status_code == 401
    assert client.delete(f"/v1/tables/{one['id']}?token={token}").status_code == 401
    with client.websocket_connect(f"ws://localhost/v1/tables/{one['id']}/events?token={token}"):
        pass
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws://localhost/v1/tables/{one['id']}/frames?token={token}"),
    ):
        pass


def test_off_loopback_a_key_is_made_and_kept(serve: Callable[..., TestClient], tmp_path: object) -> None:
    client = serve("http://192.0.2.5", host="192.0.2.5")
    assert client.get("/v1/games").status_code == 401
    key = client.app.state.keys.plain  # type: ignore[attr-defined]
    assert len(key) >= 16
    assert client.get("/v1/games", headers={"X-API-Key": key}).status_code == 200
    assert serve("http://192.0.2.5", host="192.0.2.5").app.state.keys.plain == key  # type: ignore[attr-defined]


def test_a_body_over_the_limit_is_refused_whether_it_says_so_or_not(serve: Callable[..., TestClient]) -> None:
    client = serve(json_bytes=1000, upload_bytes=1000)
    big = b'{"cards": "' + b"A" * 2000 + b'"}'
    declared = client.post("/v1/ace/showdown", content=big, headers={"Content-Type": "application/json"})
    assert (declared.status_code, declared.json()["type"]) == (413, "/v1/problems/too-large")

    def pieces() -> Iterator[bytes]:
        for at in range(0, len(big), 100):
            yield big[at : at + 100]

    streamed = client.post("/v1/ace/showdown", content=pieces(), headers={"Content-Type": "application/json"})
    assert streamed.status_code == 413
    upload = client.post("/v1/readings", files={"image": ("a.png", b"x" * 70_000)})
    assert upload.status_code == 413


def test_requests_a_minute_are_bounded_where_wanted(serve: Callable[..., TestClient]) -> None:
    client = serve(rate=5)
    answers = [client.get("/v1/games") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert client.get("/healthz").status_code == 200


def test_trying_out_keys_is_bounded_too(serve: Callable[..., TestClient]) -> None:
    client = serve(rate=5, api_keys=(KEY,))
    answers = [client.get("/v1/games", headers={"X-API-Key": f"wrong-{number}"}) for number in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2


@pytest.mark.parametrize(
    ("values", "bound"),
    [
        ({}, None),
        ({"rate": 30}, 30),
        ({"host": "192.0.2.5"}, 1200),
        ({"host": "192.0.2.5", "rate": 30}, 30),
        ({"host": "192.0.2.5", "rate": -1}, None),
    ],
)
def test_off_loopback_requests_are_bounded_unless_told_otherwise(values: dict[str, Any], bound: int | None) -> None:
    assert Settings(**values).requests_a_minute == bound


@pytest.mark.parametrize("path", ["/", "/v1/games", "/nowhere", "/js/app.js"])
def test_headers_that_protect(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("DELETE", "/v1/games", 405),
        ("GET", "/v1/matches/aaaaaaaaaaaaaaaa", 404),
        ("GET", "/../../etc/passwd", 404),
    ],
)
def test_every_error_is_a_problem(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    body = answer.json()
    assert (answer.status_code, body["status"]) == (status, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert client.get(body["type"]).json()["title"] == body["title"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"text"', b'{"cards": 3}', b"\xff\xfe", b'{"cards": "\\ud800"}']
)
def test_bodies_that_are_not_what_was_asked(client: TestClient, body: bytes) -> None:
    answer = client.post("/v1/ace/showdown", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"]


def test_figures_for_prometheus(client: TestClient, scenes: Scenes) -> None:
    client.post("/v1/readings", files={"image": ("a.png", scenes.picture(row("2C", 100)))})
    text = client.get("/metrics").text
    assert 'kibitz_requests_total{method="POST",route="/v1/readings",status="200"} 1.0' in text
    for stage in ("wait", "decode", "detect", "read", "assemble", "total"):
        assert f'kibitz_stage_seconds_count{{stage="{stage}"}} 1.0' in text
    assert 'kibitz_cards_total{outcome="named"} 1.0' in text


def test_no_figures_where_they_are_not_wanted(serve: Callable[..., TestClient]) -> None:
    assert serve(metrics=False).get("/metrics").status_code == 404


def test_ready_once_reader_and_database_are(client: TestClient, scenes: Scenes) -> None:
    client.post("/v1/readings", files={"image": ("a.png", scenes.picture([]))})
    assert client.get("/readyz").json() == {"ready": True, "reader": "ready", "database": "ready"}
