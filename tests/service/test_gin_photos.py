"""Gin hands scored off photos over HTTP: two hands and one, unread cards, corrections."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.service.fakes import DEFENDER, KNOCKER, Scenes, row, seen


def photo(client: TestClient, data: bytes, **form: str) -> Any:
    return client.post("/v1/gin/score/photos", files={"image": ("table.png", data)}, data=form).json()


def spreads(knocker: str = KNOCKER, defender: str = DEFENDER) -> list[Any]:
    return [*row(defender, 60, turned=True), *row(knocker, 340)]


def test_two_hands_in_a_photo(client: TestClient, scenes: Scenes) -> None:
    body = photo(client, scenes.picture(spreads()))
    assert (body["verdict"], body["rule"], body["score"]["points"]) == ("legal", "gin.knock", 14)
    assert [(hand["role"], hand["side"], hand["points"]) for hand in body["hands"]] == [
        ("knocker", "near", 7),
        ("defender", "far", 21),
    ]
    cards = {card["card"]: card for card in body["cards"]}
    assert cards["3S"]["hand"] == "knocker"
    assert cards["3S"]["meld"] == cards["6S"]["meld"] is not None
    assert (cards["7S"]["laid_off"], cards["7S"]["letter"]) == (True, cards["3S"]["letter"])
    assert cards["10C"]["meld"] is None
    assert len(body["readings"][0]["cards"]) == 20


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Knock: the knocker has 7 points of deadwood, the defender 21 after laying off. The knocker scores 14."),
        ("fr", "Le frappeur marque 14."),
        ("de", "Der Klopfer bekommt 14."),
    ],
)
def test_the_score_is_explained_in_a_sentence(client: TestClient, scenes: Scenes, lang: str, sentence: str) -> None:
    picture = scenes.picture(spreads())
    answer = client.post(f"/v1/gin/score/photos?lang={lang}", files={"image": ("table.png", picture)}).json()
    assert answer["sentence"].endswith(sentence)
    again = client.post(f"/v1/gin/table?lang={lang}", json={"readings": answer["readings"]}).json()
    assert (again["rule"], again["sentence"]) == ("gin.knock", answer["sentence"])
    one = client.post(
        f"/v1/gin/score/photos?lang={lang}", files={"image": ("a.png", scenes.picture(row(KNOCKER, 200)))}
    )
    assert one.json()["rule"] == "gin.hand_may_knock"
    assert "7" in one.json()["sentence"]


def test_the_far_hand_knocked(client: TestClient, scenes: Scenes) -> None:
    body = photo(client, scenes.picture(spreads(DEFENDER, KNOCKER)), knocker_side="far")
    assert body["score"]["points"] == 14
    refused = photo(client, scenes.picture(spreads(DEFENDER, KNOCKER)), knocker_side="near")
    assert (refused["verdict"], refused["rule"]) == ("illegal", "gin.knock_limit")
    nowhere = photo(client, scenes.picture(spreads()), knocker_side="left")
    assert (nowhere["status"], nowhere["field"]) == (422, "knocker_side")


def test_nobody_is_accused_where_only_the_other_hand_can_have_knocked(client: TestClient, scenes: Scenes) -> None:
    picture = scenes.picture(spreads(DEFENDER, KNOCKER))
    body = photo(client, picture)
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)
    assert [(hand["role"], hand["side"]) for hand in body["hands"]] == [("knocker", "far"), ("defender", "near")]
    assert body["notes"] == ["Only the hand of the far player can have knocked, and is scored so."]
    answer = client.post("/v1/gin/table?lang=de", json={"readings": body["readings"]}).json()
    assert answer["notes"] == ["Nur das Blatt des Spielers gegenüber kann geklopft haben, und so ist gewertet."]
    # What is taken for granted of a hand that can have knocked is nothing.
    assert photo(client, scenes.picture(spreads()))["notes"] == []
    # Where neither can have, it is told of the one that is taken for the knocker's.
    neither = photo(client, scenes.picture(spreads(DEFENDER, "KS 2C 4S 6S 8H 9C AC JD QD 3D")))
    assert (neither["verdict"], neither["rule"], neither["notes"]) == ("illegal", "gin.knock_limit", [])


def test_two_photos_in_the_wrong_order(client: TestClient, scenes: Scenes) -> None:
    files = [("image", (f"{name}.png", scenes.picture(row(name, 200)))) for name in (DEFENDER, KNOCKER)]
    body = client.post("/v1/gin/score/photos", files=files).json()
    assert (body["verdict"], body["score"]["points"], body["hands"][0]["side"]) == ("legal", 14, "second")
    assert body["notes"] == ["Only the hand of the second photo can have knocked, and is scored so."]


def test_two_hands_read_as_one_are_parted(client: TestClient, scenes: Scenes) -> None:
    readings = photo(client, scenes.picture(row(KNOCKER, 200)))["readings"]
    one = client.post("/v1/gin/table", json={"readings": readings}).json()
    assert [hand["role"] for hand in one["hands"]] == ["hand"]
    halved = {f"0.{k}": "far" for k in range(5)}
    parted = client.post("/v1/gin/table", json={"readings": readings, "hands": halved}).json()
    assert [(hand["role"], hand["side"]) for hand in parted["hands"]] == [("knocker", "near"), ("defender", "far")]
    assert {card["id"] for card in parted["cards"] if card["hand"] == "defender"} == set(halved)
    by_role = {f"0.{k}": "defender" for k in range(5)}
    assert client.post("/v1/gin/table", json={"readings": readings, "hands": by_role}).json() == parted
    nowhere = client.post("/v1/gin/table", json={"readings": readings, "hands": {"0.0": "left"}}).json()
    assert (nowhere["status"], nowhere["field"]) == (422, "hands")


def test_two_rows_are_two_hands_though_a_card_of_each_was_not_found(client: TestClient, scenes: Scenes) -> None:
    rows = [*row(DEFENDER[:-3], 200, turned=True), *row(KNOCKER[:-3], 275)]
    body = photo(client, scenes.picture(rows))
    assert [hand["role"] for hand in body["hands"]] == ["knocker", "defender"]
    assert body["sentence"].endswith("not 9.")


def test_one_photo_of_each_hand(client: TestClient, scenes: Scenes) -> None:
    files = [
        ("image", ("a.png", scenes.picture(row(KNOCKER, 200)))),
        ("image", ("b.png", scenes.picture(row(DEFENDER, 200)))),
    ]
    body = client.post("/v1/gin/score/photos", files=files).json()
    assert body["score"]["points"] == 14
    assert {card["id"].split(".")[0] for card in body["cards"] if card["hand"] == "defender"} == {"1"}


def test_an_unread_card_that_matters_gives_the_possible_scores(client: TestClient, scenes: Scenes) -> None:
    cards = spreads()
    cards[5] = seen("8C", cards[5].corners[2][0], 60, 0.6, turned=True, _8C=0.6, _6C=0.38)
    body = photo(client, scenes.picture(cards))
    assert (body["verdict"], body["score"]) == ("cannot tell", None)
    assert len(body["possible"]) == 2
    assert 14 in [each["score"]["points"] for each in body["possible"]]
    # The eight is likelier than the six by as much as it was read so, and told first.
    assert [each["chance"] for each in body["possible"]] == [0.6122, 0.3878]
    assert body["possible"][0]["score"]["points"] == 14
    assert all(each["sentence"].startswith("Knock: ") for each in body["possible"])
    unsure = [card for card in body["cards"] if card["unsure"]]
    assert [card["card"] for card in unsure] == ["8C"]


def test_an_unread_card_that_does_not_matter(client: TestClient, scenes: Scenes) -> None:
    cards = spreads()
    # Ten points of deadwood whichever of the two it is.
    cards[8] = seen("10C", cards[8].corners[2][0], 60, 0.6, turned=True, _10C=0.6, _QS=0.38)
    body = photo(client, scenes.picture(cards))
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)


@pytest.mark.parametrize("y", [60, 340], ids=["the defender's", "the knocker's"])
def test_what_cannot_be_read_is_no_card_of_a_hand_that_has_ten_without_it(
    client: TestClient, scenes: Scenes, y: float
) -> None:
    extra = seen("8H", 590, y, 0.2, turned=y == 60, _8H=0.2, _9S=0.1)
    body = photo(client, scenes.picture([*spreads(), extra]))
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)
    assert body["sentence"].endswith("What could not be read is taken for no card: without it the hand has ten.")
    assert [card["id"] for card in body["cards"] if card["hand"] is None] == ["0.20"]
    # What is read is a card, however many there are.
    named = photo(client, scenes.picture([*spreads(), seen("8H", 590, y, 0.99, turned=y == 60)]))
    assert named["verdict"] == "illegal"


def test_one_of_two_that_cannot_be_read_is_no_card(client: TestClient, scenes: Scenes) -> None:
    cards = spreads()
    place = next(k for k, card in enumerate(cards) if str(card.card) == "4H")
    cards[place] = seen("4H", cards[place].corners[0][0], 340, 0.4, _4H=0.4, _8H=0.4, _5H=0.18)
    cards.append(seen("4D", 590, 340, 0.3, _4D=0.3, _5D=0.64))
    body = photo(client, scenes.picture(cards))
    assert (body["verdict"], body["score"], body["rule"]) == ("cannot tell", None, "gin.unread")
    assert body["sentence"].endswith("A hand has too many cards: something in it that is in doubt is none.")
    # Every card is still there, so that a user can say which of them is none.
    assert sum(card["hand"] == "knocker" for card in body["cards"]) == 11
    points = [each["score"] and each["score"]["points"] for each in body["possible"]]
    # With the fourth heart 14; with a five, 13; an eight with an ace and a two is one more than may knock.
    assert set(points) == {14, 13, None}
    assert sum(each["chance"] for each in body["possible"]) == pytest.approx(1, abs=0.001)
    told = photo(client, scenes.picture(cards), fixes=json.dumps({"0.20": None}))
    assert {each["score"] and each["score"]["points"] for each in told["possible"]} == {14, 13, None}


def test_of_too_many_cards_the_one_in_doubt_is_none(client: TestClient, scenes: Scenes) -> None:
    extra = seen("8H", 590, 340, 0.7, _8H=0.7, _9S=0.25)
    body = photo(client, scenes.picture([*spreads(), extra]))
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)
    assert body["sentence"].endswith("What was read least surely is taken for no card: without it the hand has ten.")
    # Of two in doubt it may be either; which is told where the score depends on it.
    cards = spreads()
    place = next(k for k, card in enumerate(cards) if str(card.card) == "2D")
    cards[place] = seen("2D", cards[place].corners[0][0], 340, 0.8, _2D=0.8, _3D=0.19)
    both = photo(client, scenes.picture([*cards, extra]))
    assert (both["verdict"], both["score"]) == ("cannot tell", None)
    assert both["possible"][0]["score"]["points"] == 14
    # What a user has said is a card.
    fixed = photo(client, scenes.picture([*spreads(), extra]), fixes=json.dumps({"0.20": "8H"}))
    assert fixed["verdict"] == "illegal"


def test_a_card_in_doubt_that_would_forbid_the_knock_is_hardly_that(client: TestClient, scenes: Scenes) -> None:
    """Who lays a hand open has mostly knocked with what may knock."""
    cards = spreads()
    place = next(k for k, card in enumerate(cards) if str(card.card) == "AC")
    cards[place] = seen("AC", cards[place].corners[0][0], 340, 0.7, _AC=0.7, _KC=0.29)
    body = photo(client, scenes.picture(cards), knocker_side="near")
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)
    assert body["sentence"].endswith("That is 99 % certain: some cards were not read surely.")
    assert [each["rule"] for each in body["possible"]] == ["gin.knock", "gin.knock_limit"]
    assert sum(each["chance"] for each in body["possible"]) == pytest.approx(1, abs=0.001)
    # Nobody has to say who knocked where the other hand cannot have.
    assert photo(client, scenes.picture(cards))["score"]["points"] == 14
    other = [*row("8C 8D 8S JC JD JS QC QD QS 2S", 60, turned=True), *cards[10:]]
    either = photo(client, scenes.picture(other))
    assert (either["verdict"], either["score"]) == ("cannot tell", None)
    assert photo(client, scenes.picture(other), knocker_side="near")["verdict"] == "legal"
    # What is read surely is what lies there.
    cards[place] = seen("KC", cards[place].corners[0][0], 340, 0.95, _KC=0.95, _AC=0.04)
    assert photo(client, scenes.picture(cards), knocker_side="near")["rule"] == "gin.knock_limit"


def test_the_likelier_of_two_scores_is_not_told_while_there_is_doubt(client: TestClient, scenes: Scenes) -> None:
    cards = spreads()
    place = next(k for k, card in enumerate(cards) if str(card.card) == "AC")
    cards[place] = seen("AC", cards[place].corners[0][0], 340, 0.89, _AC=0.89, _2C=0.1)
    body = photo(client, scenes.picture(cards), knocker_side="near")
    assert (body["verdict"], body["score"]) == ("cannot tell", None)
    assert [each["score"]["points"] for each in body["possible"]] == [14, 13]


def test_a_joker_is_no_card_of_gin(client: TestClient, scenes: Scenes) -> None:
    joker = seen("JOKER", 590, 340, 0.96)
    body = photo(client, scenes.picture([*spreads(), joker]))
    assert (body["verdict"], body["score"]["points"]) == ("legal", 14)
    cards = spreads()
    place = next(k for k, card in enumerate(cards) if str(card.card) == "4H")
    cards[place] = seen("JOKER", cards[place].corners[0][0], 340, 0.96)
    unread = photo(client, scenes.picture(cards))
    assert (unread["verdict"], unread["rule"]) == ("cannot tell", "gin.unread")
    assert unread["cards"][place]["card"] is None
    # Nor is a card in doubt that may be one.
    cards[place] = seen("4H", cards[place].corners[0][0], 340, 0.6, _4H=0.6, _JOKER=0.39)
    doubtful = photo(client, scenes.picture(cards))
    assert (doubtful["score"]["points"], doubtful["cards"][place]["unsure"]) == (14, False)


def test_big_gin_that_an_unread_card_may_make_is_not_left_out(client: TestClient, scenes: Scenes) -> None:
    gin = "3S 4S 5S 6S 9H 9D 9C AC 2C 3C"
    extra = seen("4C", 590, 340, 0.4, _4C=0.4, _8H=0.3)
    body = photo(client, scenes.picture([*spreads(gin), extra]))
    assert (body["verdict"], body["score"]) == ("cannot tell", None)


def test_corrections(client: TestClient, scenes: Scenes) -> None:
    cards = spreads(KNOCKER.replace("AC", "KC"))
    assert photo(client, scenes.picture(cards))["rule"] == "gin.knock_limit"
    place = next(k for k, card in enumerate(cards) if str(card.card) == "KC")
    fixed = photo(client, scenes.picture(cards), fixes=json.dumps({f"0.{place}": "AC"}))
    assert fixed["score"]["points"] == 14
    assert next(card for card in fixed["cards"] if card["id"] == f"0.{place}")["fixed"]
    unknown = photo(client, scenes.picture(cards), fixes=json.dumps({"0.99": "AC"}))
    assert (unknown["field"], unknown["rule"]) == ("fixes", "photo.no_card")
    joker = photo(client, scenes.picture(cards), fixes=json.dumps({f"0.{place}": "JOKER"}))
    assert (joker["field"], joker["rule"], joker["value"]) == (f"fixes.0.{place}", "pack.foreign", "JOKER")
    joker = photo(client, scenes.picture(cards), added=json.dumps({"near": ["JOKER"]}))
    assert (joker["field"], joker["rule"]) == ("added.near", "pack.foreign")
    no_card = photo(client, scenes.picture(cards), fixes=json.dumps({f"0.{place}": "ZZ"}))
    assert no_card["field"] == f"fixes.0.{place}"


def test_a_card_that_was_not_found_is_added(client: TestClient, scenes: Scenes) -> None:
    cards = [card for card in spreads() if str(card.card) != "AC"]
    assert photo(client, scenes.picture(cards))["rule"] == "gin.hand_size"
    added = photo(client, scenes.picture(cards), added=json.dumps({"near": "AC"}))
    assert added["score"]["points"] == 14
    (its,) = [card for card in added["cards"] if card["card"] == "AC"]
    assert (its["id"], its["hand"], its["fixed"], its["unsure"]) == ("added.near.0", "knocker", True, False)
    # It stays in the hand that lies there, whoever knocked.
    other = photo(client, scenes.picture(cards), added=json.dumps({"near": ["AC"]}), knocker_side="far")
    assert next(card for card in other["cards"] if card["id"] == "added.near.0")["hand"] == "defender"
    twice = photo(client, scenes.picture(cards), added=json.dumps({"near": "4H"}))
    assert twice["rule"] == "gin.same_card"


@pytest.mark.parametrize(
    ("added", "field", "rule"),
    [
        ('{"left": "AC"}', "added", "photo.no_side"),
        ('{"above": "AC"}', "added", "schema.json"),
        ('{"near": 5}', "added", "schema.json"),
        ('{"near": "ZZ"}', "added.near", "card.unknown"),
        ('["AC"]', "added", "schema.json"),
    ],
)
def test_cards_added_to_no_hand_are_refused(
    client: TestClient, scenes: Scenes, added: str, field: str, rule: str
) -> None:
    told = photo(client, scenes.picture(spreads()), added=added)
    assert (told["field"], told["rule"]) == (field, rule)


def test_a_reading_is_scored_again_without_its_picture(client: TestClient, scenes: Scenes) -> None:
    cards = [*spreads(), seen("KS", 600, 200)]
    reading = client.post("/v1/readings", files={"image": ("a.png", scenes.picture(cards))}).json()
    body = {"readings": [reading], "fixes": {"0.20": None}, "knocker_side": "near"}
    assert client.post("/v1/gin/table", json=body).json()["score"]["points"] == 14
    # Exchange two cards of like place between the hands: 10C of the defender's, 2D of the knocker's.
    moved = body | {"hands": {"0.8": "knocker", "0.18": "defender"}}
    answer = client.post("/v1/gin/table", json=moved).json()
    assert answer["rule"] == "gin.knock_limit", "the knocker now holds ace, four and ten"


def test_the_same_card_twice(client: TestClient, scenes: Scenes) -> None:
    body = photo(client, scenes.picture(spreads(KNOCKER.replace("AC", "8C"))))
    assert (body["verdict"], body["rule"]) == ("illegal", "gin.same_card")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "There is no hand of the player on the left: those there are hands of the near player and of the far"),
        ("fr", "Il n’y a pas de main du joueur de gauche : il y a celles du joueur proche et du joueur"),
        ("de", "Es gibt kein Blatt des Spielers links: Es gibt die des nahen Spielers und des Spielers gegenüber."),
    ],
)
def test_a_side_without_a_hand_is_refused_in_the_language_asked_for(
    client: TestClient, scenes: Scenes, lang: str, sentence: str
) -> None:
    refused = client.post(
        f"/v1/gin/score/photos?lang={lang}",
        files={"image": ("a.png", scenes.picture(spreads()))},
        data={"knocker_side": "left"},
    ).json()
    assert (refused["status"], refused["field"], refused["rule"]) == (422, "knocker_side", "photo.no_side")
    assert refused["detail"].startswith(sentence)


def test_no_cards_in_the_photo(client: TestClient, scenes: Scenes) -> None:
    body = photo(client, scenes.picture([seen(None, 10, 10)]))
    assert (body["status"], body["field"], body["rule"]) == (422, "image", "photo.no_cards")
