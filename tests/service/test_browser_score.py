"""Hands scored in a real browser: what is refused is said, and what was read well stays."""

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
FILES = "main input[type=file][multiple]"
TEXT = "document.querySelector('main').innerText"
PHOTOS = "[...document.querySelectorAll('.stay .photo img')].filter((each) => each.naturalWidth === 640).length"

EDGE = "Math.max(...[...document.querySelectorAll('.pcard')].map((each) => each.getBoundingClientRect().right))"
"""How far to the right the cards reach, in pixels."""

ELSEWHERE = """
  window.asked = window.fetch;
  window.fetch = (path, how) => {
    if (typeof how?.body !== 'string') return asked(path, how);
    return asked(path, { ...how, body: how.body.replace('"knocker_side":"far"', '"knocker_side":"left"') });
  };
  1
"""
"""As if no hand lay far any more when the server looks for the one chosen there."""


def up_and_down() -> list[SeenCard]:
    """The knocker's hand near, the defender's far."""
    return [*row(DEFENDER, 60, turned=True), *row(KNOCKER, 340)]


def side_by_side() -> list[SeenCard]:
    """The same hands, left and right."""
    left = [seen(code, 20, 10 + 45 * place) for place, code in enumerate(KNOCKER.split())]
    return [*left, *(seen(code, 560, 10 + 45 * place) for place, code in enumerate(DEFENDER.split()))]


def choose(browser: Browser, side: str) -> None:
    browser.run(f"document.querySelector('.seg input[value={side}]').click()")


def speak(browser: Browser, lang: str) -> None:
    browser.run(
        f"(() => {{ const list = document.querySelector('#language'); list.value = '{lang}';"
        " list.dispatchEvent(new Event('change')); })()"
    )


def far_hand_refused(page: Browser, shot: Shot) -> None:
    """Two hands on the page, of which the far one is said to have knocked, and cannot have."""
    page.give(FILES, shot("two.png", up_and_down()))
    page.until("document.querySelector('.seg input[value=far]')")
    choose(page, "far")
    says(page, "Illegal")


def says(browser: Browser, *words: str) -> None:
    """Wait until all these words stand on the page."""
    browser.until(" && ".join(f"{TEXT}.includes({json.dumps(each)})" for each in words))


Shot = Callable[[str, list[SeenCard]], Path]


def test_hands_that_cannot_be_scored_are_told_why(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("seven.png", row("AS AD AC 4H 5H 6H 9C", 200)))
    says(page, "No score yet", "not 7")
    page.click("Another photo")
    page.give(FILES, shot("two.png", up_and_down()))
    page.until("document.querySelector('.verdict .who')")
    choose(page, "far")
    says(page, "Illegal", "too much to knock")
    assert page.run("document.querySelectorAll('.verdict').length") == 1
    for scheme in ("light", "dark"):
        page.size(1280, 860, scheme)
        assert page.run(PALE) == []


def test_a_photo_that_cannot_be_read_takes_nothing_from_one_that_can(page: Browser, shot: Shot, tmp_path: Path) -> None:
    text = tmp_path / "no-picture.jpg"
    text.write_text("no picture")
    page.give(FILES, shot("hand.png", row(KNOCKER, 200)))
    says(page, "May knock")
    page.give(FILES, text)
    says(page, "no-picture.jpg", "May knock")
    assert page.run(PHOTOS) == 1
    # The other hand is put beside it, in sight, and the complaint is gone.
    page.give(FILES, shot("other.png", row(DEFENDER, 200)))
    page.until("document.querySelectorAll('.hand-head').length === 2")
    page.until(f"{PHOTOS} === 2")
    assert "no-picture.jpg" not in page.run(TEXT)
    # A third photo is another table's; one that cannot be read leaves those on show.
    page.click("Another photo")
    page.give(FILES, text)
    says(page, "no-picture.jpg", "Drop a photo")
    page.give(FILES, shot("hand.png", row(KNOCKER, 200)), text)
    says(page, "no-picture.jpg", "May knock")
    assert page.run(PHOTOS) == 1
    assert page.run(UNNAMED) == []


def test_files_that_are_passed_over_are_named(page: Browser, shot: Shot, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("no picture")
    pictures = [
        shot("one.png", row(KNOCKER, 200)),
        shot("two.png", row(DEFENDER, 200)),
        shot("three.png", row(KNOCKER, 90)),
    ]
    page.give(FILES, pictures[0], notes, *pictures[1:])
    page.until("document.querySelectorAll('.hand-head').length === 2")
    says(page, "three.png: Two photos at most", "notes.txt: That is not a picture.")
    assert page.run(PHOTOS) == 2
    assert "one.png" not in page.run(TEXT)


def test_hands_of_21_cards_stay_in_the_window(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("hand.png", row(KNOCKER, 200)))
    says(page, "May knock")
    page.give(FILES, shot("two.png", [*up_and_down(), seen("8C", 300, 200)]))
    says(page, "No score yet", "21 cards")
    page.until(f"{PHOTOS} === 2")
    for width, phone in ((1280, False), (390, True)):
        page.size(width, 860, "light", phone)
        assert page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert page.run(EDGE) <= width


def test_who_knocked_is_asked_anew_for_another_photo(page: Browser, shot: Shot) -> None:
    far_hand_refused(page, shot)
    page.click("Another photo")
    page.give(FILES, shot("turned.png", side_by_side()))
    page.until("document.querySelector('.seg input[value=left]')")
    assert "There is no hand" not in page.run(TEXT)
    choose(page, "right")
    page.until("document.querySelector('.seg input[value=right]').checked && document.querySelector('.verdict.bad')")
    choose(page, "left")
    page.until("document.querySelector('.verdict .who')")


def test_the_sides_there_are_are_offered_where_no_hand_lies_on_the_one_chosen(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("two.png", up_and_down()))
    page.until("document.querySelector('.seg input[value=far]')")
    page.run(ELSEWHERE)
    choose(page, "far")
    says(page, "say anew who knocked")
    assert page.run("[...document.querySelectorAll('.stay ~ .stack .seg input')].map((each) => each.value)") == [
        "near",
        "far",
    ]
    assert page.run("document.querySelectorAll('.hand-head').length") == 2
    page.run("window.fetch = asked; 1")
    choose(page, "far")
    says(page, "Illegal")
    assert "say anew" not in page.run(TEXT)


def test_cards_can_be_corrected_where_the_server_refuses_to_score(page: Browser, shot: Shot) -> None:
    page.give(FILES, shot("down.png", [seen(None, 100, 100), seen(None, 200, 100)]))
    says(page, "No face-up card")
    page.run("document.querySelector('.outline.tap').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    page.until("document.querySelector('dialog[open] .pick')")
    page.run("document.querySelector('.pick[aria-label=\"king of spades\"]').click()")
    says(page, "not 1.")
    # What the user takes away again is refused once more, and can be brought back.
    page.run("document.querySelector('.melds .pcard').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.click("It is no part of the hands")
    says(page, "No face-up card")
    page.run("document.querySelector('.melds .pcard').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.click("Undo my correction")
    page.until("!document.querySelector('dialog')")
    says(page, "No face-up card")


def test_a_card_that_was_not_found_is_added_and_taken_away_again(page: Browser, shot: Shot) -> None:
    cards = [card for card in up_and_down() if str(card.card) != "AC"]
    page.give(FILES, shot("missed.png", cards))
    says(page, "not 9.")
    page.run("document.querySelector('[data-add=near]').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.run("document.querySelector('.pick[aria-label=\"ace of clubs\"]').click()")
    page.until("document.querySelector('.melds [data-card=\"added.near.0\"]')")
    says(page, "The knocker scores")
    assert page.run("document.querySelector('[data-card=\"added.near.0\"] .flag').textContent") == "✎"
    assert page.run(UNNAMED) == []
    page.run("document.querySelector('.melds [data-card=\"added.near.0\"]').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.click("Take it away again")
    says(page, "not 9.")
    assert not page.run("Boolean(document.querySelector('[data-card^=added]'))")


def test_another_language_leaves_photos_and_corrections(page: Browser, shot: Shot) -> None:
    far_hand_refused(page, shot)
    page.run("document.querySelector('.melds [data-card=\"0.0\"]').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.run("document.querySelector('.pick[aria-label=\"king of hearts\"]').click()")
    page.until("document.querySelector('.flag')?.textContent === '✎'")
    speak(page, "fr")
    says(page, "Compter une main de Gin", "Une autre photo")
    page.until("document.querySelector('.verdict')?.innerText.includes('Interdit')")
    assert page.run(PHOTOS) == 1
    assert page.run("document.querySelector('.seg input[value=far]').checked")
    assert page.run("document.querySelector('.melds [data-card=\"0.0\"] .flag').textContent") == "✎"
    assert page.run("document.querySelector('.melds [data-card=\"0.0\"]').ariaLabel").startswith("roi de cœur")
    assert page.run("document.title") == "Juger une photo · Kibitz"
    assert "Another photo" not in page.run("document.body.innerText")
    assert page.run(UNNAMED) == []
