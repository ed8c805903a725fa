"""Errors of the server itself, in the language of who asks; the page shows them as they come."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from string import Formatter
from typing import Any

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from service.api.kinds import STATUS, WORDS
from service.api.sentences import SENTENCES, size
from tests.service.fakes import Scenes
from tests.service.tabling import frames, opened, show

LANGUAGES = ("en", "fr", "de")
JPEG = bytes(cv2.imencode(".jpg", np.full((200, 200, 3), 7, np.uint8))[1])
QUAD = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]
BUS = {"version": 1, "game": "bus", "zones": {"near": QUAD}}


def test_every_language_has_the_same_sentences_with_the_same_places() -> None:
    places = {
        lang: {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in sentences.items()}
        for lang, sentences in SENTENCES.items()
    }
    assert places["fr"] == places["en"]
    assert places["de"] == places["en"]


def test_every_kind_of_problem_has_its_words_in_every_language(client: TestClient) -> None:
    assert all(set(words) == set(STATUS) for words in WORDS.values())
    for kind, status in STATUS.items():
        told = {lang: client.get(f"/v1/problems/{kind}?lang={lang}").json() for lang in LANGUAGES}
        assert {each["status"] for each in told.values()} == {status}
        assert {each["type"] for each in told.values()} == {f"/v1/problems/{kind}"}
        for part in ("title", "advice"):
            assert len({each[part] for each in told.values()}) == 3, told


def read(client: TestClient, data: bytes) -> Any:
    return client.post("/v1/readings", files={"image": ("trunc.jpg", data)})


def named(client: TestClient, path: str, body: Any = None, method: str = "POST") -> Any:
    return client.request(method, path, json=body)


def sent(client: TestClient, text: bytes, path: str = "/v1/gin/hand") -> Any:
    return client.post(path, content=text, headers={"Content-Type": "application/json"})


def photographed(client: TestClient, **fields: str) -> Any:
    return client.post("/v1/gin/score/photos", files={"image": ("a.jpg", JPEG)}, data=fields)


def begun(client: TestClient) -> str:
    return str(named(client, "/v1/matches", {"game": "gin"}).json()["id"])


def flat(count: int) -> dict[str, Any]:
    card = {"card": "AS", "side": "up", "confidence": 1, "corners": [[0, 0]] * 4}
    return {"width": 9, "height": 9, "milliseconds": {}, "cards": [card] * count}


ASKED: dict[str, Callable[[TestClient], Any]] = {
    "empty": lambda client: read(client, b""),
    "no picture": lambda client: read(client, b"text" * 20),
    "cut short": lambda client: read(client, JPEG[:300]),
    "table": lambda client: named(client, "/v1/tables/" + "a" * 16, method="GET"),
    "match": lambda client: named(client, "/v1/matches/" + "a" * 16, method="GET"),
    "no id": lambda client: named(client, "/v1/matches/none", method="GET"),
    "few": lambda client: named(client, "/v1/matches?limit=0", method="GET"),
    "many": lambda client: named(client, "/v1/matches?limit=999", method="GET"),
    "deck": lambda client: named(client, "/v1/decks/none", method="DELETE"),
    "camera": lambda client: named(client, "/v1/tables", {"game": "gin", "camera": "http://127.0.0.1:9/video"}),
    "long": lambda client: named(client, "/v1/matches", {"game": "gin", "players": ["A" * 101, "B"]}),
    "three": lambda client: named(client, "/v1/matches", {"game": "gin", "players": ["A", "B", "C", "D"]}),
    "no list": lambda client: named(client, "/v1/gin/score", {"knocker": "AS", "defender": 7}),
    "no object": lambda client: named(client, "/v1/gin/score", []),
    "no number": lambda client: named(client, "/v1/matches?limit=few", method="GET"),
    "no text": lambda client: named(client, "/v1/matches", {"game": "gin", "players": ["A", 7]}),
    "no body": lambda client: named(client, "/v1/gin/score", {}),
    "text": lambda client: client.post("/v1/gin/hand", content="{}", headers={"Content-Type": "text/plain"}),
    "nowhere": lambda client: client.get("/v1/nowhere"),
    "no page": lambda client: client.get("/nowhere"),
    "method": lambda client: client.delete("/v1/gin/hand"),
    "no JSON": lambda client: sent(client, b"{'hand': 1}"),
    "no UTF-8": lambda client: sent(client, b'{"hand": "\xff"}'),
    "too deep": lambda client: sent(client, b"[" * 100_000),
    "no form": lambda client: client.post(
        "/v1/readings", content=b"x", headers={"Content-Type": "multipart/form-data"}
    ),
    "no file": lambda client: client.post("/v1/readings", data={"image": "text"}),
    "no language": lambda client: client.get("/v1/games?lang=it"),
    "no game": lambda client: named(client, "/v1/matches", {"game": "poker"}),
    "no end": lambda client: sent(client, b'{"game": "gin", "seed": Infinity}', "/v1/matches"),
    "half a character": lambda client: sent(client, b'{"game": "gin", "name": "\\ud800"}', "/v1/matches"),
    "short": lambda client: named(client, "/v1/session", {"key": ""}),
    "seat": lambda client: client.get(f"/v1/matches/{begun(client)}?viewer=9"),
    "corrections": lambda client: client.post(
        "/v1/corrections", files={"image": ("a.jpg", JPEG)}, data={"cards": "{}"}
    ),
    "fixes": lambda client: photographed(client, fixes="{3}"),
    "fixes of numbers": lambda client: photographed(client, fixes='{"0.1": 3}'),
    "fixes in a list": lambda client: photographed(client, fixes="[]"),
    "added": lambda client: photographed(client, added='{"above": ["AS"]}'),
    "slots": lambda client: client.post(
        "/v1/trash/check/photos", files={"image": ("a.jpg", JPEG)}, data={"slots": "99"}
    ),
    "zones": lambda client: named(client, "/v1/tables", {"game": "gin", "zones": BUS}),
    "host": lambda client: client.get("/v1/games", headers={"Host": "elsewhere.example"}),
    "bad host": lambda client: client.get("/v1/games", headers={"Host": "[::1"}),
    "another site": lambda client: client.post("/v1/matches", json={}, headers={"Origin": "http://elsewhere.example"}),
    "corners": lambda client: named(client, "/v1/gin/table", {"readings": [flat(1)]}),
    "too many cards": lambda client: named(client, "/v1/gin/table", {"readings": [flat(121)]}),
    "few cards": lambda client: client.post("/v1/decks", files={"image": ("a.jpg", JPEG)}, data={"name": "mine"}),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_an_error_is_told_in_the_language_of_who_asks(client: TestClient, asked: Callable[[TestClient], Any]) -> None:
    told, titles = {}, {}
    for lang in LANGUAGES:
        client.headers["Accept-Language"] = f"{lang},en;q=0.3"
        answer = asked(client)
        assert answer.status_code >= 400
        told[lang] = answer.json()["detail"]
        titles[lang] = answer.json()["title"]
        faults = answer.json().get("errors")
        assert faults is None or all(isinstance(fault["detail"], str) for fault in faults)
    assert len(set(told.values())) == 3, told
    assert len(set(titles.values())) == 3, titles
    assert " should " not in told["en"]


BROKEN = {
    "{": "at character 2 a name in double quotes is missing",
    "{'a': 1}": "at character 2 a name in double quotes is missing",
    '{"a" 1}': "at character 6 a colon is missing",
    '{"a": }': "at character 7 a value is missing, or is none",
    '{"a": tru}': "at character 7 a value is missing, or is none",
    '{"a": 1': "at character 8 a comma or the end of the list or object is missing",
    '{"a": "b': "the text that begins at character 7 does not end",
    '{"a": "\n"}': "the control character at 8 may not stand in a text",
    '{"a": "\\x"}': "the backslash at character 8 begins nothing that JSON knows",
    '{"a": 1} 2': "at character 10 it should have ended",
}


@pytest.mark.parametrize("text", BROKEN, ids=BROKEN.values())
def test_what_is_wrong_with_a_text_that_is_no_json_is_told(client: TestClient, text: str) -> None:
    answer = sent(client, text.encode())
    assert (answer.status_code, answer.json()["detail"]) == (400, f"body: is no JSON: {BROKEN[text]}.")
    form = photographed(client, fixes=text)
    assert (form.status_code, form.json()["detail"]) == (422, f"fixes: is no JSON: {BROKEN[text]}.")


def test_a_websocket_is_ended_in_words_short_enough_for_it(client: TestClient) -> None:
    """A reason has 123 bytes at most (RFC 6455, 5.5)."""
    for lang, sentences in SENTENCES.items():
        for rule in ("stream.taken", "stream.binary", "table.closed", "table.unknown", "pool.stopping", "key.needed"):
            assert len(sentences[rule].encode()) <= 123, (lang, rule)
    table = opened(client, "gin")
    client.headers["Accept-Language"] = "de"
    with frames(client, table) as socket:
        socket.send_text("no picture")
        ended = socket.receive()
    assert (ended["code"], ended["reason"]) == (1003, SENTENCES["de"]["stream.binary"])


def test_of_what_is_missing_no_value_is_told(client: TestClient) -> None:
    fault = named(client, "/v1/gin/score", {"knocker": "AS"}).json()
    assert (fault["field"], fault["rule"], fault.get("value")) == ("defender", "schema.missing", None)


def test_the_language_of_the_query_goes_before_the_header(client: TestClient) -> None:
    answer = client.get(f"/v1/tables/{'a' * 16}?lang=de", headers={"Accept-Language": "fr"})
    assert answer.json()["detail"] == "Kein Tisch hat diese Kennung."


def test_a_match_that_has_changed_is_told(client: TestClient) -> None:
    match = named(client, "/v1/matches", {"game": "gin"}).json()
    body = {"moves": ["deal"], "version": match["version"] + 7}
    answer = client.post(f"/v1/matches/{match['id']}/moves", json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == 409
    assert re.fullmatch(
        r"Die Partie hat sich inzwischen geändert \(Fassung \d+, nicht \d+\)\.", answer.json()["detail"]
    )


def test_zones_that_do_not_fit_are_told_so_that_they_can_be_put_right(client: TestClient) -> None:
    table = opened(client, "trash")
    one = {"version": 1, "game": "trash", "zones": {"near": QUAD}, "slots": {"near": 10}}

    def refused(zones: Any) -> Any:
        answer = client.patch(f"/v1/tables/{table}?lang=de", json={"zones": zones})
        assert answer.status_code == 422
        return answer.json()["rule"], answer.json()["detail"]

    assert refused(one)[0] == "table.layouts"
    assert "in den Regeln" in refused(one)[1]
    assert refused(one | {"slots": {"near": None}}) == (
        "zones.slots",
        "Die Zone vorn: – ist keine Zahl von Plätzen, 1 bis 10.",
    )
    crossed = one | {"zones": {"near": [QUAD[0], QUAD[2], QUAD[1], QUAD[3]]}}
    assert refused(crossed)[0] == "zones.convex"
    kitchen = one | {"zones": {"kitchen": QUAD}}
    assert refused(kitchen)[0] == "table.zones"
    assert refused(kitchen)[1].startswith("Eine Zone „kitchen“ gibt es nicht: Die Zonen sind ")


def test_limits_are_told_as_people_say_them(serve: Callable[..., TestClient]) -> None:
    client = serve(upload_bytes=2 << 20, json_bytes=4096)
    answer = read(client, b"\xff\xd8\xff" + b"0" * (3 << 20))
    assert (answer.status_code, answer.json()["detail"]) == (413, "The body may have at most 2 MB here.")
    assert size(1536) == "1.5 kB"
    assert size(100) == "100 bytes"


def test_a_frame_is_refused_in_the_words_of_its_table(client: TestClient, scenes: Scenes) -> None:
    table = opened(client, lang="fr")
    with frames(client, table) as socket:
        assert show(socket, b"no picture")["problem"]["rule"] == "picture.kind"
        told = show(socket, JPEG[:300])["problem"]
        assert (told["rule"], told["detail"]) == ("picture.damaged", "frame : le fichier JPEG est incomplet.")
        assert show(socket, scenes.picture([]))["type"] == "seen"


@pytest.mark.parametrize("hand", [["A" * 13], [7], "A" * 401, 5], ids=json.dumps)
def test_a_field_is_named_as_the_client_wrote_it(client: TestClient, hand: Any) -> None:
    answer = named(client, "/v1/gin/hand", {"hand": hand}).json()
    assert answer["status"] == 422
    assert re.fullmatch(r"hand(\.0)?", answer["field"]), answer
    assert all(re.fullmatch(r"hand(\.0)?", fault["field"]) for fault in answer["errors"])


def test_a_body_that_is_no_json_is_of_an_unsupported_type(client: TestClient) -> None:
    answer = ASKED["text"](client)
    assert (answer.status_code, answer.json()["rule"]) == (415, "body.kind")
