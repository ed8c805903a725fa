"""A running match of gin in a real browser: hands entered once, taken back, followed over reloads and tabs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.fakes import row, seen
from vision.types import SeenCard

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

KNOCKER = "AS AD AC 4H 5H 6H 9C 10C JC 2D"
DEFENDER = "KS KD 7H 8H QC 3S 3D 3C 9D 2C"
GIN = "AS AD AC 4H 5H 6H 9C 10C JC QC"
POOR = "KS KD QH JS 10D 8C 7S 5D 3D 2S"
FILES = "main input[type=file][multiple]"
TALLY = "(document.querySelector('.tally')?.innerText ?? '')"
NAMES = "document.querySelector('#tally-1').value = 'Anna'; document.querySelector('#tally-2').value = 'Ben'; 1"
Shot = Callable[[str, list[SeenCard]], Path]

AWAY = """
  window.asked = window.fetch;
  window.fetch = async (path, how) => {
    const answer = await asked(path, how);
    if (String(path).endsWith('/hands')) throw new TypeError('away');
    return answer;
  };
  1
"""
"""As if the connection broke after a hand was heard, before the answer came."""


def says(page: Browser, *words: str) -> None:
    """Wait until all these words stand in the match's panel."""
    page.until(" && ".join(f"{TALLY}.includes({json.dumps(each)})" for each in words))


def begin(page: Browser) -> None:
    page.until("document.querySelector('.tally summary')")
    page.run(NAMES)
    page.click("Begin the match")
    says(page, "Anna – Ben")


def lay(page: Browser, shot: Shot, near: str = KNOCKER, far: str = DEFENDER) -> None:
    page.give(FILES, shot("two.png", [*row(far, 60, turned=True), *row(near, 340)]))
    page.until("document.querySelector('.verdict')")


def entered(page: Browser) -> int:
    """How many hands the server has of the match that is followed."""
    script = "fetch('/v1/gin/tallies/' + localStorage.getItem('kibitz.tally').split(' ')[0])"
    return int(page.run(f"{script}.then((answer) => answer.json()).then((match) => match.hands.length)"))


def test_a_hand_is_entered_once_however_often_it_is_clicked(page: Browser, shot: Shot) -> None:
    begin(page)
    says(page, "Photograph both hands")
    lay(page, shot)
    says(page, "Anna knocked: enter")
    page.run("[...document.querySelectorAll('.enter button')].forEach((each) => { each.click(); each.click(); })")
    says(page, "Entered as hand 1.", "Anna")
    assert entered(page) == 1
    assert not page.run("document.querySelectorAll('.enter button').length")
    # A card corrected afterwards enters nothing more by itself.
    page.run("document.querySelector('.melds [data-card]').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.run("document.querySelector('.pick:not(.used)').click()")
    page.until("document.querySelector('.flag')")
    says(page, "Entered as hand 1.")
    assert page.run(UNNAMED) == []
    for scheme in ("light", "dark"):
        page.size(390, 860, scheme, True)
        assert page.run(PALE) == []
        assert page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_the_same_hand_photographed_again_is_known(page: Browser, shot: Shot) -> None:
    begin(page)
    lay(page, shot)
    page.run(AWAY)
    page.click("Anna knocked: enter")
    # Nobody could say whether it was heard; it was, and is not counted twice.
    page.until("document.querySelector('#toasts').innerText.includes('cannot be reached')")
    page.run("window.fetch = asked; 1")
    page.until("document.querySelector('.enter button')")
    page.click("Another photo")
    lay(page, shot)
    page.click("Anna knocked: enter")
    says(page, "Entered as hand 1.")
    assert "already" in page.run("document.querySelector('#toasts').innerText")
    assert entered(page) == 1


def test_games_are_added_up_and_hands_taken_back(page: Browser, shot: Shot) -> None:
    begin(page)
    lay(page, shot)
    page.click("Anna knocked: enter")
    says(page, "Entered as hand 1.")
    page.click("Another photo")
    lay(page, shot, GIN, POOR)
    page.click("Ben knocked: enter")
    # Gin for 100 ends the game: 100 and a bonus of 100, and 25 for the hand; Anna has her points and a box.
    says(page, "Entered as hand 2.", "225", "100 + 100 bonus + 25 boxes", "29 + 25 boxes", "Game 2")
    page.click("Take back hand 2")
    says(page, "Anna knocked: enter", "1 hand")
    assert "bonus" not in page.run(TALLY)
    assert entered(page) == 1
    page.run("document.querySelector('.tally details').open = true")
    assert "(knock)" in page.run(TALLY)


def test_what_has_no_certain_score_cannot_be_entered(page: Browser, shot: Shot) -> None:
    begin(page)
    page.give(FILES, shot("one.png", row(KNOCKER, 200)))
    says(page, "A score needs both hands")
    page.click("Another photo")
    last = seen("2D", 525, 340, 0.5, _2D=0.5, _9D=0.45)
    page.give(
        FILES, shot("open.png", [*row(DEFENDER.replace("9D", "9H"), 60, turned=True), *row(KNOCKER[:-3], 340), last])
    )
    page.until("document.querySelector('.verdict')?.innerText.includes('Cannot tell')")
    says(page, "Only a score that is certain")
    assert not page.run("document.querySelectorAll('.enter button').length")
    # Once the card is named there is one.
    page.run("document.querySelector('.melds [data-card=\"0.19\"]').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.run("document.querySelector('.pick[aria-label^=\"two of diamonds\"]').click()")
    says(page, "Anna knocked: enter")


def test_the_match_survives_a_reload_and_keeps_its_rules(page: Browser, shot: Shot) -> None:
    page.until("document.querySelector('.tally summary')")
    page.until("document.querySelector('fieldset.bare input[type=number]')")
    page.run(
        "(() => { const bonus = document.querySelector('fieldset.bare input[type=number]'); bonus.value = 20;"
        " bonus.dispatchEvent(new Event('change')); })()"
    )
    begin(page)
    page.until("document.querySelector('fieldset.bare').disabled")
    page.reload()
    page.until("document.querySelector('.tally h2')")
    says(page, "Anna – Ben")
    page.until("document.querySelector('fieldset.bare input[type=number]')?.value === '20'")
    lay(page, shot, GIN, POOR)
    # Scored by the match's bonus, on the page and in the match.
    page.until("document.querySelector('.verdict .big').innerText.startsWith('95')")
    page.click("Anna knocked: enter")
    says(page, "Entered as hand 1.", "95")
    page.click("Another match")
    page.until("!document.querySelector('fieldset.bare').disabled")
    page.until("document.querySelector('.kept button')")
    assert page.run("localStorage.getItem('kibitz.tally')") is None
    page.run("document.querySelector('.kept button').click()")
    says(page, "Anna – Ben", "1 hand")


def test_another_tab_hears_of_it(page: Browser, shot: Shot) -> None:
    begin(page)
    lay(page, shot)
    page.run("window.other = open('/?other#/score'); 1")
    panel = "other.document.querySelector('.tally')"
    page.until(f"{panel}?.innerText.includes('Anna – Ben')")
    page.click("Anna knocked: enter")
    says(page, "Entered as hand 1.")
    page.until(f"{panel}.innerText.includes('1 hand')")
    undo = "[...other.document.querySelectorAll('.tally button')].find((each) => each.innerText === 'Take back hand 1')"
    page.run(f"{undo}.click()")
    says(page, "Anna knocked: enter")
    assert entered(page) == 0
    page.run("other.close()")


def test_the_keyboard_stays_in_the_panel(page: Browser, shot: Shot) -> None:
    begin(page)
    lay(page, shot)
    page.run("document.querySelector('.enter button').focus()")
    page.key("Enter")
    says(page, "Entered as hand 1.")
    page.until("document.activeElement.closest('.tally')")
    assert page.run("document.activeElement.textContent") == "Take back hand 1"
    page.key("Enter")
    says(page, "Anna knocked: enter")
    page.until("document.activeElement.closest('.enter')")


@pytest.mark.parametrize(("lang", "word"), [("de", "hat geklopft: eintragen"), ("fr", "a frappé : inscrire")])
def test_the_match_speaks_the_pages_language(page: Browser, shot: Shot, lang: str, word: str) -> None:
    begin(page)
    lay(page, shot)
    page.run(
        f"(() => {{ const list = document.querySelector('#language'); list.value = '{lang}';"
        " list.dispatchEvent(new Event('change')); })()"
    )
    says(page, f"Anna {word}")
