"""Hands that are put right in a real browser: who knocked, what is asked for, what is taken away and brought back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.fakes import row
from vision.types import SeenCard

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

KNOCKER = "AS AD AC 4H 5H 6H 9C 10C JC 2D"
DEFENDER = "KS KD 7H 8H QC 3S 3D 3C 9D 2C"
HIGH = "KC QS 2H 4S 6S 8D JD 7C 10H 5D"
FILES = "main input[type=file][multiple]"
TEXT = "document.querySelector('main').innerText"
Shot = Callable[[str, list[SeenCard]], Path]

GATE = """
  window.asked = window.fetch;
  window.gates = [];
  window.fetch = async (path, how) => {
    const answer = asked(path, how);
    if (path === '/v1/gin/table' && gates.length) await gates.shift();
    return answer;
  };
  1
"""
"""Lets answers about hands wait for promises of the test."""

AWAY = "window.asked = window.fetch; window.fetch = () => Promise.reject(new TypeError('away')); 1"
"""As if the server were away."""


def says(browser: Browser, *words: str) -> None:
    """Wait until all these words stand on the page."""
    browser.until(" && ".join(f"{TEXT}.includes({json.dumps(each)})" for each in words))


def pick(page: Browser, name: str) -> None:
    page.until("document.querySelector('dialog[open] .pick')")
    page.run(f"document.querySelector('.pick[aria-label^=\"{name}\"]').click()")


def tap(page: Browser, card: str) -> None:
    page.run(f"document.querySelector('.melds [data-card=\"{card}\"]').click()")
    page.until("document.querySelector('dialog[open] .pick')")


def knocker(page: Browser, side: str) -> None:
    page.run(f"document.querySelector('.seg input[value={side}]').click()")


def shown(page: Browser, near: str, far: str, shot: Shot) -> None:
    page.give(FILES, shot("two.png", [*row(far, 60, turned=True), *row(near, 340)]))
    page.until("document.querySelectorAll('.hand-head').length === 2")


def test_nobody_is_accused_before_it_is_said_who_knocked(page: Browser, shot: Shot) -> None:
    shown(page, DEFENDER, KNOCKER, shot)
    says(page, "The knocker scores", "Only the hand of the far player can have knocked")
    assert page.run("document.querySelector('.seg input[value=far]').checked")
    page.click("Another photo")
    shown(page, DEFENDER, HIGH, shot)
    says(page, "neither hand can have knocked")
    assert "Illegal" not in page.run(TEXT)
    assert page.run("!document.querySelector('.verdict.bad, .seg input:checked')")
    assert page.run(PALE) == []
    # Said by keyboard: the focus stays on what was chosen.
    page.run("document.querySelector('.seg input[value=near]').focus()")
    knocker(page, "near")
    says(page, "Illegal", "too much to knock")
    assert page.run("document.activeElement.value") == "near"


def test_oklahoma_asks_for_the_first_upcard(page: Browser, shot: Shot) -> None:
    shown(page, KNOCKER, DEFENDER, shot)
    says(page, "The knocker scores")
    page.run("document.querySelector('main details.fold').open = true")
    page.run("[...document.querySelectorAll('details .check')].find((each) => /^Oklahoma/.test(each.textContent))"
             ".querySelector('input').click()")  # fmt: skip
    page.until("document.querySelector('[data-upcard]')")
    # What was opened stays open, and nothing is said of cards to be corrected.
    assert page.run("document.querySelector('main details.fold').open")
    assert "Tap the cards to correct" not in page.run(TEXT)
    page.click("First upcard")
    pick(page, "king of hearts")
    says(page, "First upcard: king of hearts", "The knocker scores")
    page.click("First upcard: king of hearts")
    pick(page, "ace of hearts")
    says(page, "neither hand can have knocked")
    assert page.run(UNNAMED) == []


def test_a_card_of_no_hand_stays_in_the_photo_and_can_be_brought_back(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("hand.png", row(KNOCKER, 200)))
    says(page, "May knock")
    tap(page, "0.9")
    page.click("It is no part of the hands")
    says(page, "not 9.")
    page.until("document.querySelector('.photo .outline.k-out:not(.tap)')")
    # The keyboard is where the card is now.
    page.until("document.activeElement.dataset.id === '0.9'")
    page.key("Enter")
    page.until("document.querySelector('dialog[open] .pick')")
    page.click("Undo my correction")
    says(page, "May knock")
    assert not page.run("Boolean(document.querySelector('.photo .k-out'))")


def test_one_hand_is_parted_in_two(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("hand.png", row(f"{KNOCKER} KS", 200)))
    page.until("document.querySelectorAll('.hand-head').length === 1")
    tap(page, "0.10")
    page.click("It belongs to a second hand")
    page.until("document.querySelectorAll('.hand-head').length === 2")
    assert page.run("document.querySelectorAll('.panel:has(.hand-head) ~ .panel [data-card=\"0.10\"]').length") == 1
    tap(page, "0.10")
    page.click("It belongs to the other hand")
    page.until("document.querySelectorAll('.hand-head').length === 1")


def test_a_correction_that_the_server_was_not_there_for_is_tried_again(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("hand.png", row(KNOCKER, 200)))
    says(page, "May knock")
    page.run(AWAY)
    tap(page, "0.9")
    pick(page, "king of diamonds")
    says(page, "The server cannot be reached")
    assert "Scored anew" not in page.run("document.body.innerText")
    page.run("window.fetch = asked; 1")
    page.click("Try again")
    says(page, "10 points of deadwood")
    assert "cannot be reached" not in page.run(TEXT)
    # Without a server the language stays what it is, and the list says so.
    page.run(AWAY)
    page.run("document.querySelector('#language').value = 'de'")
    page.run("document.querySelector('#language').dispatchEvent(new Event('change'))")
    page.until("document.querySelector('#language').value === 'en'")
    page.click("Another photo")
    page.click("Try the sample picture")
    page.until("document.querySelector('#toasts').textContent.includes('cannot be reached')")
    page.run("window.fetch = asked; 1")


def test_the_answer_to_the_last_question_counts_whichever_comes_last(page: Browser, shot: Shot) -> None:
    shown(page, KNOCKER, DEFENDER, shot)
    says(page, "The knocker scores")
    page.run(GATE)
    page.run("gates.push(new Promise((done) => { window.late = done; })); 1")
    knocker(page, "far")
    knocker(page, "near")
    page.until("!gates.length")
    says(page, "The knocker scores")
    page.run("late(); new Promise((done) => setTimeout(done, 150))")
    assert "Illegal" not in page.run(TEXT)
    assert page.run("document.querySelector('.seg input[value=near]').checked")
    page.run("window.fetch = asked; 1")


def test_hands_are_named_without_a_photo(page: Browser) -> None:
    page.click("Name the cards instead")
    page.until("document.querySelectorAll('.hand-head').length === 2")
    page.run("document.querySelector('[data-add=near]').click()")
    for name in ("ace of spades", "ace of diamonds"):
        pick(page, name)
        page.until(f"document.querySelector('.pick.used[aria-label^=\"{name}\"]')")
    page.click("Close")
    says(page, "not 2.")

    def write(side: int, codes: str) -> None:
        field = f"document.querySelectorAll('.hand-head ~ form input')[{side}]"
        page.run(f"{field}.value = {json.dumps(codes)}; {field}.form.requestSubmit()")

    write(0, "AC 4H XX")
    page.until("document.querySelector('#toasts').textContent.includes('XX is no card')")
    write(0, KNOCKER.removeprefix("AS AD "))
    says(page, "May knock")
    write(1, DEFENDER.lower().replace("10", "t"))
    says(page, "The knocker scores")
    assert page.run(UNNAMED) == []
    assert page.run(PALE) == []
    tap(page, "added.near.0")
    page.click("Take it away again")
    says(page, "not 9.")
    page.click("Another photo")
    page.until("document.querySelector('.drop')")


def test_a_photo_without_a_card_can_be_filled_in(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("none.png", []))
    says(page, "No face-up card", "can be put in by hand")
    page.run("document.querySelector('[data-add=near]').click()")
    pick(page, "ace of clubs")
    says(page, "not 1.")
    page.forgiven = ("422",)
