"""Scores and checks of the four games over HTTP, from cards and from photos."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.service.fakes import DEFENDER, KNOCKER, Scenes, row, seen

TRASH = "AS ?? 3H ?? 5D ?? ?? ?? 9C ??"


def test_a_pair_of_hands(client: TestClient) -> None:
    answer = client.post("/v1/gin/score", json={"knocker": KNOCKER, "defender": DEFENDER.split()})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["ending"], body["winner"], body["points"]) == ("knock", "knocker", 21 - 7)
    assert body["knocker"]["points"] == 7
    assert body["defender"]["layoffs"] == ["7S"]
    assert sorted(body["defender"]["deadwood"]) == ["10C", "5D", "6D"]


def test_rules_of_the_table(client: TestClient) -> None:
    pair = {"knocker": KNOCKER, "defender": DEFENDER}
    doubled = client.post(
        "/v1/gin/score", json=pair | {"rules": {"oklahoma": True, "oklahoma_spades": True}, "upcard": "7S"}
    )
    assert doubled.json()["points"] == 28
    strict = client.post("/v1/gin/score", json=pair | {"rules": {"knock_limit": 6}}).json()
    assert (strict["status"], strict["rule"]) == (422, "gin.knock_limit")


def test_declared_melds_are_used(client: TestClient) -> None:
    body = {"knocker": KNOCKER, "defender": DEFENDER, "layoffs": []}
    assert client.post("/v1/gin/score", json=body).json()["defender"]["points"] == 28
    wrong = client.post("/v1/gin/score", json=body | {"knocker_melds": ["3S 4S 6S"]}).json()
    assert wrong["rule"] == "gin.no_meld"


@pytest.mark.parametrize(
    ("body", "field", "rule"),
    [
        ({"knocker": "3S", "defender": ["5H", "4X"]}, "defender.1", "card.unknown"),
        ({"knocker": "3S 4S", "defender": DEFENDER}, "knocker", "gin.hand_size"),
        ({"knocker": KNOCKER, "defender": "3S JH QH KH 8S 8D 8C 7S 5D 10C"}, "knocker", "gin.same_card"),
        (
            {"knocker": KNOCKER, "defender": DEFENDER, "rules": {"knock_limit": "x"}},
            "rules.knock_limit",
            "options.type",
        ),
        ({"knocker": KNOCKER, "defender": DEFENDER, "rules": {"nock": 1}}, "rules.nock", "options.unknown"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "rules": {"equal": "both"}}, "rules.equal", "options.choice"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "rules": {"hollywood": 1}}, "rules.hollywood", "options.type"),
        (
            {"knocker": KNOCKER, "defender": DEFENDER, "rules": {"game_bonus": 10**30}},
            "rules.game_bonus",
            "options.range",
        ),
        (
            {"knocker": KNOCKER, "defender": DEFENDER, "rules": {"shutout": None}},
            "rules.shutout",
            "options.choice_number",
        ),
        ({"knocker": KNOCKER}, "defender", "schema.missing"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "layoffs": ["KH"]}, "layoffs", "gin.layoff_fit"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "layoffs": ["2C"]}, "layoffs", "gin.layoff_hand"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "layoffs": ["7S", "7S"]}, "layoffs", "gin.same_card"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "rules": {"oklahoma": True}}, "upcard", "gin.upcard_needed"),
        (
            {"knocker": KNOCKER, "defender": DEFENDER, "rules": {"oklahoma": True}, "upcard": "JOKER"},
            "upcard",
            "pack.foreign",
        ),
        ({"knocker": KNOCKER, "defender": DEFENDER, "defender_melds": ["7S 5D 6D"]}, "defender_melds", "gin.no_meld"),
        ({"knocker": KNOCKER, "defender": DEFENDER, "knocker_melds": ["3S 4D 5S"]}, "knocker_melds", "gin.no_meld"),
        ({"knocker": KNOCKER, "defender": "3H 4H"}, "defender", "gin.hand_size"),
        ({"knocker": KNOCKER, "defender": DEFENDER.replace("6D", "JOKER")}, "defender", "pack.foreign"),
    ],
)
def test_what_is_wrong_is_named_with_its_rule(client: TestClient, body: Any, field: str, rule: str) -> None:
    problem = client.post("/v1/gin/score", json=body).json()
    assert (problem["status"], problem["field"], problem["rule"]) == (422, field, rule)
    assert problem["errors"][0]["detail"]


@pytest.mark.parametrize(("lang", "word"), [("en", "is not a card"), ("fr", "carte"), ("de", "Karte")])
def test_refusals_speak_the_clients_language(client: TestClient, lang: str, word: str) -> None:
    body = {"knocker": "XX", "defender": "5H"}
    assert word in client.post(f"/v1/gin/score?lang={lang}", json=body).json()["detail"]
    header = {"Accept-Language": f"{lang}-XX, en;q=0.5"}
    assert word in client.post("/v1/gin/score", json=body, headers=header).json()["detail"]


def test_a_language_that_is_not_spoken(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    parameters = schema["paths"]["/v1/gin/score"]["post"]["parameters"]
    assert [(each["name"], each["schema"]["enum"]) for each in parameters] == [("lang", ["en", "fr", "de"])]
    refused = client.post("/v1/gin/score?lang=es", json={"knocker": KNOCKER, "defender": DEFENDER}).json()
    assert (refused["status"], refused["field"], refused["value"]) == (422, "lang", "es")
    spoken = {"Accept-Language": "es, *;q=0.1"}
    problem = client.post("/v1/gin/score", json={"knocker": "XX", "defender": "5H"}, headers=spoken).json()
    assert "is not a card" in problem["detail"]


def test_one_hand(client: TestClient) -> None:
    body = client.post("/v1/gin/hand", json={"hand": KNOCKER}).json()
    assert (body["points"], body["may_knock"], body["gin"]) == (7, True, False)
    eleven = client.post("/v1/gin/hand", json={"hand": KNOCKER + " KD"}).json()
    assert (eleven["discard"], eleven["points"]) == ("KD", 7)


def test_a_hand_needs_the_upcard_in_oklahoma(client: TestClient) -> None:
    problem = client.post("/v1/gin/hand", json={"hand": KNOCKER, "rules": {"oklahoma": True}}).json()
    assert (problem["field"], problem["rule"]) == ("upcard", "gin.upcard_needed")


def test_a_trash_table(client: TestClient) -> None:
    assert client.post("/v1/trash/check", json={"layouts": [TRASH]}).json()["verdict"] == "legal"
    wrong = client.post("/v1/trash/check?lang=de", json={"layouts": [TRASH.replace("3H", "4H")]}).json()
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "trash.wrong_slot")
    assert wrong["explanation"]["belongs"] == 4
    assert "4♥" in wrong["sentence"]


def test_layouts_and_players_that_do_not_go_together(client: TestClient) -> None:
    body: dict[str, Any] = {"layouts": ["AS ??", "AS ??", "??"]}
    assert client.post("/v1/trash/check", json=body).json()["verdict"] == "legal"
    few = client.post("/v1/trash/check", json=body | {"rules": {"players": 2}}).json()
    assert (few["status"], few["field"], few["rule"]) == (422, "layouts", "trash.layouts_players")


def test_a_change_of_a_trash_table(client: TestClient) -> None:
    body = {
        "before": [TRASH],
        "after": [TRASH.replace("AS ??", "AS 2D")],
        "discard_before": "9H",
        "discard_after": "QC",
    }
    legal = client.post("/v1/trash/explain", json=body).json()
    assert (legal["verdict"], legal["explanation"]["placements"]) == ("legal", [{"card": "2D", "slot": 2}])
    wrong = client.post("/v1/trash/explain", json=body | {"after": [TRASH.replace("9C ??", "9C 4H")]}).json()
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "trash.wrong_slot")
    assert client.post("/v1/trash/explain", json={"before": [TRASH], "after": ["XX"]}).json()["status"] == 422


def layout(codes: str, y: float = 120) -> list[Any]:
    names = [None if code == "??" else code for code in codes.split()]
    return [seen(name, 100 + 60 * (k % 5), y + 80 * (k // 5)) for k, name in enumerate(names)]


def test_a_trash_table_in_a_photo(client: TestClient, scenes: Scenes) -> None:
    files = {"image": ("a.png", scenes.picture(layout(TRASH)))}
    body = client.post("/v1/trash/check/photos", files=files).json()
    assert (body["verdict"], body["tables"][0]["layouts"]) == ("legal", [TRASH.split()])
    after = {"before": files["image"], "image": ("b.png", scenes.picture(layout(TRASH.replace("9C ??", "9C 4H"))))}
    change = client.post("/v1/trash/check/photos", files=after).json()
    assert (change["verdict"], change["rule"]) == ("illegal", "trash.wrong_slot")
    nothing = client.post("/v1/trash/check/photos", files={"image": ("c.png", scenes.picture([]))}).json()
    assert (nothing["status"], nothing["field"]) == (422, "image")


def test_jokers_are_looked_for_in_a_photo_of_trash_where_the_rules_have_them(
    client: TestClient, scenes: Scenes
) -> None:
    files = {"image": ("a.png", scenes.picture(layout(TRASH.replace("AS", "JOKER"))))}
    wild = client.post("/v1/trash/check/photos", files=files, data={"rules": '{"jokers": 2}'}).json()
    assert (wild["verdict"], wild["tables"][0]["layouts"][0][0]) == ("legal", "JOKER")
    none = client.post("/v1/trash/check/photos", files=files).json()
    assert (none["verdict"], none["tables"][0]["layouts"][0][0]) == ("cannot tell", "up")


def test_stop_the_bus(client: TestClient, scenes: Scenes) -> None:
    body = client.post("/v1/bus/showdown", json={"hands": ["AS KS 5H", "7C 7D 9H"]}).json()
    assert ([hand["points"] for hand in body["hands"]], body["losers"]) == ([21, 9], [1])
    wrong = client.post("/v1/bus/showdown", json={"hands": ["AS KS 5H", "7C 7D"]}).json()
    assert (wrong["field"], wrong["rule"]) == ("hands", "bus.nth_hand_size")
    cards = [*row("AS KS 5H", 40, x=40), *row("7C 7D 9H", 360, x=400)]
    read = client.post("/v1/bus/showdown/photos", files={"image": ("a.png", scenes.picture(cards))}).json()
    assert read["verdict"] == "legal"
    points = {tuple(hand["cards"]): hand["points"] for hand in read["explanation"]["hands"]}
    assert {frozenset(cards): value for cards, value in points.items()} == {
        frozenset(("AS", "KS", "5H")): 21,
        frozenset(("7C", "7D", "9H")): 9,
    }


def test_the_tables_cards_are_no_hand_in_a_photo(client: TestClient, scenes: Scenes) -> None:
    cards = [*row("2S 3S 9S", 40, x=40), *row("4C 5D 2H", 200, x=40), *row("AH KH QH", 360, x=40)]
    files = {"image": ("a.png", scenes.picture(cards))}

    def asked(**data: str) -> dict[str, Any]:
        return dict(client.post("/v1/bus/showdown/photos", files=files, data=data).json())

    # Three hands, or two and the table's cards: only who is there can tell.
    for rules in ('{"players": 3}', "{}"):
        told = asked(rules=rules)
        assert (told["status"], told["field"], told["rule"]) == (422, "table", "bus.table_open")
    for data in ({"table": "true"}, {"rules": '{"players": 2}'}):
        hands = asked(**data)["explanation"]["hands"]
        assert sorted(hand["points"] for hand in hands) == [14, 31]
    assert len(asked(table="false")["explanation"]["hands"]) == 3


def test_chase_the_ace(client: TestClient, scenes: Scenes) -> None:
    assert client.post("/v1/ace/showdown", json={"cards": ["KH", "3S", "9D"]}).json()["losers"] == [1]
    twice = client.post("/v1/ace/showdown", json={"cards": ["9D", "9D"]}).json()
    assert (twice["status"], twice["field"], twice["rule"]) == (422, "cards", "ace.shown_twice")
    read = client.post(
        "/v1/ace/showdown/photos", files={"image": ("a.png", scenes.picture(row("KH 3S 9D", 200, step=120)))}
    ).json()
    assert (read["verdict"], read["explanation"]["losers"]) == ("legal", [1])


def test_a_dealer_who_may_have_drawn_a_king(client: TestClient) -> None:
    body: dict[str, Any] = {"cards": ["KH", "3S", "9D"], "rules": {"dealer_king": True}}
    open_ = client.post("/v1/ace/showdown", json=body).json()
    assert (open_["verdict"], open_["rule"]) == ("cannot tell", "ace.drew_unknown")
    assert client.post("/v1/ace/showdown", json=body | {"dealer": 0, "drew": True}).json()["losers"] == [0]
    assert client.post("/v1/ace/showdown", json=body | {"dealer": 0, "drew": False}).json()["losers"] == [1]
    assert client.post("/v1/ace/showdown", json=body | {"dealer": 2}).json()["losers"] == [1]
    wrong = client.post("/v1/ace/showdown", json=body | {"dealer": 3}).json()
    assert (wrong["status"], wrong["field"], wrong["rule"]) == (422, "dealer", "ace.no_player")


def test_a_dealer_who_may_have_drawn_a_king_in_a_photo(client: TestClient, scenes: Scenes) -> None:
    files = {"image": ("a.png", scenes.picture(row("KH 3S 9D", 200, step=120)))}
    rules = json.dumps({"dealer_king": True})
    losers = []
    for drew in ("true", "false"):
        data = {"rules": rules, "dealer": "0", "drew": drew}
        read = client.post("/v1/ace/showdown/photos", files=files, data=data).json()
        losers.append(read["explanation"]["losers"])
    assert losers == [[0], [1]]


def test_players_who_are_named_tell_the_pack_and_the_most_hands(client: TestClient) -> None:
    body: dict[str, Any] = {"cards": ["KH", "3S", "9D"]}
    small = client.post("/v1/ace/showdown", json=body | {"rules": {"players": 3}}).json()
    assert (small["status"], small["field"], small["rule"]) == (422, "cards", "pack.foreign")
    assert client.post("/v1/ace/showdown", json=body | {"rules": {"players": 7}}).json()["losers"] == [1]
    few = client.post("/v1/ace/showdown", json=body | {"rules": {"players": 2, "pack": 52}}).json()
    assert (few["status"], few["field"], few["rule"]) == (422, "cards", "options.shown")
    hands = {"hands": ["AS KS 5H", "7C 7D 9H", "2C 3D 4H"], "rules": {"players": 2}}
    many = client.post("/v1/bus/showdown", json=hands).json()
    assert (many["status"], many["field"], many["rule"]) == (422, "hands", "options.shown")


def test_cards_in_doubt_are_scored_as_far_as_they_let_it(client: TestClient) -> None:
    # Whatever the third card is, spades make 21 at least.
    sure = client.post("/v1/bus/showdown", json={"hands": ["AS KS --", "7C 7D 9H"]}).json()
    assert (sure["losers"], sure["hands"][0]["points"]) == ([1], None)
    # With the four the hands tie at nine, with the king the second is the lower.
    open_ = client.post("/v1/bus/showdown", json={"hands": [["2S", "3S", "KS/4S"], ["9H", "2C", "3C"]]}).json()
    assert (open_["verdict"], open_["explanation"]["possible_losers"]) == ("cannot tell", [1])
    assert client.post("/v1/ace/showdown", json={"cards": "8H/6H 3S 9?"}).json()["losers"] == [1]
    between = client.post("/v1/ace/showdown", json={"cards": ["8H/6H", "7S"]}).json()
    assert (between["verdict"], between["explanation"]["possible_losers"]) == ("cannot tell", [0, 1])
    for url, body, field, rule in (
        ("bus", {"hands": ["AS KS ..", "7C 7D 9H"]}, "hands", "bus.nth_hand_size"),
        ("bus", {"hands": ["AS KS", "7C 7D 9H"]}, "hands", "bus.nth_hand_size"),
        ("bus", {"hands": [["AS", "KS", "1X"]]}, "hands.0.2", "card.unknown_seen"),
        ("ace", {"cards": ["8H/6H", ".."]}, "cards", "ace.no_card"),
    ):
        wrong = client.post(f"/v1/{url}/showdown", json=body).json()
        assert (wrong["status"], wrong["field"], wrong["rule"]) == (422, field, rule)


def test_lives_are_carried_on(client: TestClient) -> None:
    body: dict[str, Any] = {"hands": ["AS KS 5H", "7C 7D 9H"], "lives": "3 out 1"}
    # The second hand is the third player's, whose last life it was.
    left = client.post("/v1/bus/showdown", json=body | {"rules": {"dog": False}}).json()["lives"]
    assert [each["out"] for each in left] == [False, True, True]
    # A dog is out already, so nobody can become one any more; before, the player would.
    first = client.post("/v1/bus/showdown", json=body | {"lives": "3 1"}).json()["lives"]
    assert first[1] == {"lives": 0, "dog": True, "out": False}
    # Lives are of all who started: of three, so 32 cards are in play and a three is none of them.
    ace_ = {"cards": ["KH", "3S"], "lives": "3 out 1"}
    assert client.post("/v1/ace/showdown", json=ace_).json()["rule"] == "pack.foreign"
    for lives, rules, rule in (
        ("3 1 1", {}, "options.lives_shown"),
        ("3", {}, "options.lives_players"),
        ("3 1", {"players": 3}, "options.lives_players"),
        ("3 9", {}, "options.lives_most"),
        ("3 x", {}, "options.lives"),
    ):
        wrong = client.post("/v1/bus/showdown", json=body | {"lives": lives, "rules": rules}).json()
        assert (wrong["status"], wrong["field"], wrong["rule"]) == (422, "lives", rule), lives


def test_lives_tell_whether_the_tables_cards_are_in_a_photo(client: TestClient, scenes: Scenes) -> None:
    cards = [*row("AS KS 5H", 40, x=40), *row("2C 3D 4H", 200, x=220), *row("7C 7D 9H", 360, x=400)]

    def sent(lives: str) -> Any:
        files = {"image": ("a.png", scenes.picture(cards))}
        return client.post("/v1/bus/showdown/photos", files=files, data={"lives": lives}).json()

    two = sent("2 out 1")
    assert sorted(hand["points"] for hand in two["explanation"]["hands"]) == [9, 21]
    assert sum(each["lives"] for each in two["explanation"]["lives"]) == 2
    assert len(sent("2 2 1")["explanation"]["hands"]) == 3


def test_the_games_with_every_option_and_variant(client: TestClient) -> None:
    for lang in ("en", "fr", "de"):
        games = client.get(f"/v1/games?lang={lang}").json()["games"]
        assert [game["game"] for game in games] == ["trash", "gin", "bus", "ace"]
        for game in games:
            assert game["name"]
            assert all(option["label"] for option in game["options"])
            assert game == client.get(f"/v1/games/{game['game']}?lang={lang}").json()
            for variant in game["variants"]:
                made = client.post("/v1/matches", json={"game": game["game"], "rules": variant["rules"]})
                assert made.status_code == 201, variant
    assert client.get("/v1/games/poker").status_code == 422


@pytest.mark.parametrize(
    ("rules", "field", "rule", "sentence"),
    [
        (
            {"wilds": []},
            "rules.wilds",
            "trash.wild_ranks",
            "The wild cards are one or more of J, Q and K: none is given.",
        ),
        ({"wilds": ["J", "5"]}, "rules.wilds", "trash.wild_ranks", "one or more of J, Q and K, not 5"),
        ({"wilds": 5}, "rules.wilds", "options.type", "Option wilds must be a list of words, not 5."),
        ({"start": ["winner"]}, "rules.start", "options.choice", "one of winner, clockwise, not ['winner']"),
        ({"jokers": 10**8}, "rules.jokers", "options.range", "Option jokers must be from 0 to 8"),
        ({"players": 10**8}, "rules.players", "options.range", "Option players must be from 2 to 100"),
    ],
)
def test_an_option_of_the_wrong_kind_is_refused_by_its_rule(
    client: TestClient, rules: dict[str, Any], field: str, rule: str, sentence: str
) -> None:
    problem = client.post("/v1/matches", json={"game": "trash", "rules": rules}).json()
    assert (problem["status"], problem["field"], problem["rule"]) == (422, field, rule)
    assert sentence in problem["detail"]


def test_defaults_given_as_options_change_nothing(client: TestClient) -> None:
    for game in client.get("/v1/games").json()["games"]:
        rules = {option["name"]: option["default"] for option in game["options"]}
        made = client.post("/v1/matches", json={"game": game["game"], "rules": rules})
        assert (made.status_code, made.json()["rules"]) == (201, {})
