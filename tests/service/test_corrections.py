"""Corrections of live tables: obeyed, remembered, told, and kept as pictures only where the owner said yes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from service.api.corners import MOST
from tests.service.fakes import Scenes, row, seen
from tests.service.tabling import correct, events, frames, opened, show


def test_a_correction_is_obeyed_remembered_and_told(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve()
    table = opened(client)
    picture = scenes.picture(row("6C 5H", 100), ".jpg")
    with frames(client, table) as socket:
        card = show(socket, picture)["view"]["cards"][0]["id"]
        answer = correct(client, table, card, "8c", seen="6C")
        assert (answer.status_code, answer.json()["picture_kept"]) == (200, False)
        pushed = json.loads(socket.receive_text())
        assert pushed["view"]["cards"][0]["card"] == "8C"
        assert show(socket, picture)["view"]["cards"][0]["card"] == "8C"
    last = events(client, table)[-1]
    assert (last["kind"], last["before"]["code"], last["after"]["code"]) == ("correction", "6C", "8C")
    with frames(serve(), table) as socket:
        assert show(socket, picture)["view"]["cards"][0]["card"] == "8C"


def test_two_clients_correct_the_same_card(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        card = show(socket, scenes.picture(row("6C", 100), ".jpg"))["view"]["cards"][0]["id"]
    assert correct(client, table, card, "8C", seen="6C").status_code == 200
    second = correct(client, table, card, "9C", seen="6C")
    assert (second.status_code, second.json()["type"]) == (409, "/v1/problems/conflict")
    assert second.json()["detail"] == "This card is held to be 8♣ by now, not 6♣."
    assert correct(client, table, card, "9C", seen="8C").status_code == 200
    assert len([each for each in events(client, table) if each["kind"] == "correction"]) == 2


def test_what_a_card_is_held_to_be_is_told_as_the_reader_knows_cards(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        cards = [seen(None, 100, 100), seen("QS", 200, 100, confidence=0.3), seen("JH", 300, 100)]
        ids = [each["id"] for each in show(socket, scenes.picture(cards, ".jpg"))["view"]["cards"]]

    def told(place: int, before: str, lang: str) -> str:
        body = {"card": ids[place], "code": "2C", "seen": before}
        answer = client.post(f"/v1/tables/{table}/corrections?lang={lang}", json=body)
        assert answer.status_code == 409
        return str(answer.json()["detail"])

    assert told(0, "?", "en") == "This card is held to be a face-down card by now, not what could not be made out."
    assert told(1, "KS", "fr") == "Cette carte est tenue maintenant pour ce qui n’a pas été reconnu, non pour R♠."
    assert told(2, "down", "de") == "Diese Karte gilt inzwischen als B♥, nicht mehr als eine verdeckte Karte."


def test_corrections_that_cannot_be(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        card = show(socket, scenes.picture(row("6C", 100), ".jpg"))["view"]["cards"][0]["id"]
    assert correct(client, table, 99, "8C").json()["field"] == "card"
    assert correct(client, table, card, "8X").json()["rule"] == "card.unknown"
    client.post(f"/v1/tables/{table}/close")
    assert correct(client, table, card, "8C").status_code == 409


def test_corrected_pictures_are_kept_only_where_the_owner_said_yes(
    serve: Callable[..., TestClient], scenes: Scenes
) -> None:
    client = serve(keep_corrections=True)
    table = opened(client)
    picture = scenes.picture([*row("6C 5H", 100), seen(None, 400, 100)], ".jpg")
    with frames(client, table) as socket:
        card = show(socket, picture)["view"]["cards"][0]["id"]
    assert correct(client, table, card, "8C").json()["picture_kept"] is True
    photo = scenes.picture(row("2D", 50))
    labels = {"cards": [{"card": "3D", "read": "2D", "corners": [[30, 50], [80, 50], [80, 120], [30, 120]]}]}
    kept = client.post("/v1/corrections", files={"image": ("a.png", photo)}, data={"cards": json.dumps(labels)})
    assert (kept.status_code, kept.json()["picture_kept"]) == (201, True)
    listed = client.get("/v1/corrections").json()
    assert [each["picture_kept"] for each in listed["corrections"]] == [True, True]

    archive = zipfile.ZipFile(io.BytesIO(client.get("/v1/corrections/export").content))
    assert archive.testzip() is None
    names = archive.read("data.yaml").decode().splitlines()
    numbers = {line.split(": ")[1]: line.split(":")[0].strip() for line in names if line.startswith("  ")}
    assert len(numbers) == 54
    texts = [archive.read(name).decode() for name in archive.namelist() if name.startswith("labels/")]
    lines = next(text for text in texts if text.count("\n") == 3).splitlines()
    assert [line.split()[0] for line in lines] == [numbers["8C"], numbers["5H"], numbers["back"]]
    assert [float(value) for value in lines[0].split()[1:3]] == pytest.approx([30 / 640, 100 / 480], abs=1e-5)
    images = [archive.read(name) for name in archive.namelist() if name.startswith("images/")]
    assert sorted(images) == sorted([picture, photo])

    studio = zipfile.ZipFile(io.BytesIO(client.get("/v1/corrections/export?form=label-studio").content))
    tasks = json.loads(studio.read("tasks.json"))
    assert {value["value"]["polygonlabels"][0] for task in tasks for value in task["annotations"][0]["result"]} == {
        "8C", "5H", "back", "3D",
    }  # fmt: skip
    assert all(task["data"]["image"] in studio.namelist() for task in tasks)


def test_without_the_owners_yes_no_picture_is_kept(client: TestClient, scenes: Scenes) -> None:
    labels = {"cards": [{"card": "3D", "corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}
    refused = client.post(
        "/v1/corrections", files={"image": ("a.png", scenes.picture([]))}, data={"cards": json.dumps(labels)}
    )
    assert (refused.status_code, refused.json()["rule"]) == (403, "corrections.off")
    assert client.get("/v1/corrections").json() == {"keeps_pictures": False, "corrections": []}


@pytest.mark.parametrize(
    "cards",
    ["[]", "{}", '{"cards": []}', '{"cards": [3]}', '{"cards": [{"card": "XX", "corners": [[0,0],[1,0],[1,1],[0,1]]}]}',
     '{"cards": [{"card": "2C", "corners": [[0,0]]}]}', '{"cards": [{"corners": [[0,0],[1,0],[1,1],[0,1]]}]}'],
)  # fmt: skip
def test_labels_that_are_none(serve: Callable[..., TestClient], scenes: Scenes, cards: str) -> None:
    client = serve(keep_corrections=True)
    refused = client.post("/v1/corrections", files={"image": ("a.png", scenes.picture([]))}, data={"cards": cards})
    assert refused.status_code == 422
    assert refused.json()["field"].startswith("cards")


@pytest.mark.parametrize(
    "corners",
    ["[[7,7],[7,7],[7,7],[7,7]]", "[[0,0],[9,9],[18,18],[27,27]]", "[[0,0],[1e9,0],[1e9,1e9],[0,1e9]]", "null",
     '"corners"', "[[0,0],[1,0],[1,1],[0,null]]", f"[[0,0],[1{'0' * 400},0],[1,1],[0,1]]",
     "[[0,0],[1e400,0],[9,9],[0,9]]"],
)  # fmt: skip
def test_corners_between_which_no_card_lies(serve: Callable[..., TestClient], scenes: Scenes, corners: str) -> None:
    client = serve(keep_corrections=True)
    cards = (
        f'{{"cards": [{{"card": "2C", "corners": [[0,0],[9,0],[9,9],[0,9]]}}, {{"card": "3C", "corners": {corners}}}]}}'
    )
    refused = client.post("/v1/corrections", files={"image": ("a.png", scenes.picture([]))}, data={"cards": cards})
    told = refused.json()
    assert (refused.status_code, told["field"], told["rule"]) == (422, "cards.1.corners", "schema.quad")
    assert told["detail"].endswith("with something between them.")
    assert client.get("/v1/corrections").json()["corrections"] == []


def test_as_many_cards_as_a_reading_may_have(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve(keep_corrections=True)

    def kept(count: int) -> int:
        label = {"card": "2C", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}
        files = {"image": ("a.png", scenes.picture([]))}
        return client.post(
            "/v1/corrections", files=files, data={"cards": json.dumps({"cards": [label] * count})}
        ).status_code

    assert [kept(MOST), kept(MOST + 1)] == [201, 422]
