"""Every rule that Stop the Bus and Chase the Ace rest an answer on has a sentence, and every sentence a rule."""

import importlib
import re
from pathlib import Path

import pytest

from rules import ace, bus, deals
from rules.catalogue import LANGUAGES, sentences


@pytest.mark.parametrize("game", [bus, ace], ids=["bus", "ace"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_and_rules_are_the_same(game, lang):
    name = game.__name__.rpartition(".")[2]
    source = "".join(path.read_text(encoding="utf-8") for path in Path(game.__file__).parent.glob("*.py"))
    shared = Path(deals.__file__).read_text(encoding="utf-8")
    of_both = {f"{name}.{rule}" for rule in re.findall(r'GAME}\.([a-z_]+)"', shared)}
    assert of_both
    used = set(re.findall(rf'"({name}\.[a-z_0-9]+)"', source)) | of_both | {f"{name}.impossible"}
    assert used == set(sentences(name, lang))


@pytest.mark.parametrize("game", [bus, ace], ids=["bus", "ace"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_why_a_position_is_impossible_is_said(game, lang):
    name = game.__name__.rpartition(".")[2]
    sentence = importlib.import_module("rules.catalogue").sentence
    said = {sentence(f"{name}.impossible", {"reason": flag.name}, lang) for flag in game.Status}
    assert len(said) == len(game.Status)
