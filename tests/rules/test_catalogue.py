"""The sentences: the same rules with the same parameters in every language, and none missing."""

import pickle
import re
from pathlib import Path
from string import Formatter

import pytest

import rules
from rules.catalogue import GAMES, LANGUAGES, card_name, fields, sentence, sentences
from rules.errors import CardError, IllegalMove, RecordError, RulesError
from rules.observation import Seen
from rules.trash.telling import NO_CARD
from rules.verdict import Verdict

HOMES = sorted({"card" if game in ("card", "pack", "options", "record") else game for game in GAMES})
SOURCE = Path(rules.__file__).parent


@pytest.mark.parametrize("game", HOMES)
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_language_has_the_same_sentences(game: str, lang: str) -> None:
    english, other = sentences(game, "en"), sentences(game, lang)
    assert list(english) == list(other)
    for rule, template in english.items():
        assert fields(template) == fields(other[rule]), rule


def _specs(template: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name]


@pytest.mark.parametrize("game", HOMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_of_words_is_complete(game: str, lang: str) -> None:
    english = sentences(game, "en")
    for rule, template in sentences(game, lang).items():
        for name, spec in _specs(template):
            if "=" in spec:
                keys = {word.split("=", 1)[0] for word in spec.split("|")}
                known = [
                    {word.split("=", 1)[0] for word in other.split("|")}
                    for field, other in _specs(english[rule])
                    if field == name and "=" in other
                ]
                assert "*" in keys or keys in known, (rule, name)
            elif "|" in spec:
                assert spec.count("|") == 1, (rule, name)
            else:
                assert spec in ("", "card"), (rule, name)


@pytest.mark.parametrize("game", HOMES)
def test_every_sentence_is_one(game: str) -> None:
    for lang in LANGUAGES:
        for rule, template in sentences(game, lang).items():
            assert template.strip() == template
            assert template[-1] in ".}", (lang, rule)
            assert "  " not in template, (lang, rule)
            assert "{" in template[0] or template[0].isupper() or template[0] in "“„«", (lang, rule)


def test_gin_has_a_sentence_for_every_rule_it_names_and_none_besides() -> None:
    named = set()
    for path in [*(SOURCE / "gin").glob("*.py")]:
        named |= set(re.findall(r'"(gin\.[a-z_]+)"', path.read_text(encoding="utf-8")))
    assert named == set(sentences("gin", "en"))


def test_the_shared_rules_have_their_sentences() -> None:
    named = set()
    for path in SOURCE.rglob("*.py"):
        if "catalogue" not in path.parts:
            named |= set(re.findall(r'"((?:card|pack|options|record)\.[a-z_]+)"', path.read_text(encoding="utf-8")))
    assert named <= set(sentences("card", "en"))


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("KH", "K♥ R♥ K♥"),
        ("QS", "Q♠ D♠ D♠"),
        ("JC", "J♣ V♣ B♣"),
        ("10D", "10♦ 10♦ 10♦"),
        ("K", "K R K"),
        ("AS", "A♠ A♠ A♠"),
        ("JOKER", "joker joker Joker"),
        ("??", "?? ?? ??"),
        ("5?", "5? 5? 5?"),
    ],
)
def test_cards_are_printed_as_the_language_prints_them(code: str, names: str) -> None:
    assert [card_name(code, lang) for lang in ("en", "fr", "de")] == names.split()


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Player 1 placed nothing and discarded an unknown card."),
        ("fr", "Le joueur 1 n’a rien posé et a défaussé une carte inconnue."),
        ("de", "Spieler 1 konnte nichts legen und hat eine unbekannte Karte abgelegt."),
    ],
)
def test_a_card_that_is_not_known_is_told_in_words(lang: str, told: str) -> None:
    assert sentence("trash.turn_discard", {"player": 1, "discard": str(Seen.up())}, lang) == told


def test_no_cards_are_told_in_words() -> None:
    params = {"player": 1, "cards": [NO_CARD], "second": 2, "more": ["5H"]}
    assert sentence("trash.two_turns", params) == (
        "Two turns were played: player 1, placed: nothing; then player 2, placed: 5♥."
    )


def test_words_follow_the_number() -> None:
    params = {"card": "KH", "held": 1}
    assert sentence("pack.repeated", params).endswith("(1 time).")
    assert sentence("pack.repeated", params | {"held": 2}).endswith("(2 times).")
    assert "(0 point)" in sentence("gin.eleven", {"cards": ["KH"], "points": 0}, "fr")
    assert "(0 Punkte)" in sentence("gin.eleven", {"cards": ["KH"], "points": 0}, "de")


def test_a_sentence_that_begins_with_a_joker_begins_with_a_capital() -> None:
    told = [sentence("pack.foreign", {"card": "JOKER"}, lang) for lang in LANGUAGES]
    assert [one.split()[0] for one in told] == ["Joker"] * 3
    assert "joker" in sentence("gin.no_meld", {"cards": ["KH", "JOKER"]})


def test_lists_of_cards_are_separated_by_commas() -> None:
    assert sentence("gin.no_meld", {"cards": ["KH", "QD"]}, "fr").startswith("R♥, D♦ :")


def test_an_unknown_language_or_rule_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="'es'"):
        sentence("pack.size", {"size": 1}, "es")
    with pytest.raises(ValueError, match="'chess'"):
        sentence("chess.check", {})
    with pytest.raises(KeyError):
        sentence("gin.nothing", {})
    with pytest.raises(KeyError):
        sentence("pack.size", {})


def test_an_error_reads_as_its_sentence_in_each_language() -> None:
    error = RulesError("pack.size", {"size": 40})
    assert isinstance(error, ValueError)
    assert str(error) == "A pack has 52 or 32 cards, not 40."
    assert error.sentence("fr") == "Un jeu compte 52 ou 32 cartes, et non 40."
    assert error.sentence("de") == "Ein Spiel hat 52 oder 32 Karten, nicht 40."


@pytest.mark.parametrize(
    "error",
    [
        RulesError("pack.size", {"size": 40}),
        CardError("card.unknown", {"token": "1X", "place": 2}),
        IllegalMove("gin.over", {}, move="draw", position="over"),
        RecordError("record.empty", line=3, cause=RulesError("gin.over")),
    ],
)
def test_errors_survive_pickling(error: RulesError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), back.rule, back.params) == (str(error), error.rule, error.params)
    assert {name: str(value) for name, value in vars(back).items()} == {
        name: str(value) for name, value in vars(error).items()
    }


def test_a_verdict_says_itself_in_each_language() -> None:
    verdict = Verdict("illegal", "gin.put_back", {"card": "QH"}, {"before": "3S", "after": "QH"})
    assert verdict.illegal
    assert not verdict.legal
    assert verdict.to_json("de") == {
        "verdict": "illegal",
        "rule": "gin.put_back",
        "sentence": "D♥ wurde gerade vom Ablagestapel genommen und gleich wieder abgelegt; das ist nicht erlaubt.",
        "explanation": {"before": "3S", "after": "QH"},
    }
    with pytest.raises(ValueError, match="no verdict"):
        Verdict("perhaps", "gin.over")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "params", "lang", "told"),
    [
        ("bus.hands_missing", {"found": 1, "players": 3}, "en", "1 of 3 hands lies open"),
        ("bus.hands_missing", {"found": 2, "players": 3}, "en", "2 of 3 hands lie open"),
        ("bus.hands_missing", {"found": 1, "players": 3}, "fr", "1 main sur 3 est montrée"),
        ("bus.hands_missing", {"found": 2, "players": 3}, "fr", "2 mains sur 3 sont montrées"),
        ("bus.hands_missing", {"found": 1, "players": 3}, "de", "1 von 3 Blättern liegt offen"),
        ("ace.cards_missing", {"found": 1, "players": 3}, "fr", "1 carte sur 3 est montrée"),
        ("ace.cards_missing", {"found": 1, "players": 3}, "de", "1 von 3 Karten liegt offen"),
        ("ace.cards_missing", {"found": 2, "players": 3}, "de", "2 von 3 Karten liegen offen"),
        ("ace.deal_size", {"found": 1, "expected": 3}, "de", "zusammen nicht 1."),
        ("bus.worth", {"points": 30.5, "kind": "three of a kind"}, "en", "30.5"),
        ("bus.worth", {"points": 30.5, "kind": "three of a kind"}, "fr", "La main vaut 30,5 (brelan)."),
        ("bus.worth", {"points": 31, "kind": "points"}, "de", "zählt 31 (Punkte)"),
        ("bus.worth_unknown", {"worths": [8, 15, 30.5]}, "en", "8, 15, 30.5"),
        ("bus.worth_unknown", {"worths": [8, 15, 30.5]}, "de", "kann 8; 15; 30,5 zählen"),
        ("trash.sizes_differ", {"before": (1,), "after": (2,)}, "de", "Plätze vorher: 1; nachher: 2."),
    ],
)
def test_numbers_agree_with_their_words_and_are_written_as_the_language_does(
    rule: str, params: dict[str, object], lang: str, told: str
) -> None:
    assert told in sentence(rule, params, lang)
