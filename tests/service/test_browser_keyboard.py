"""The page without a mouse: where the keyboard is after what it did."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.fakes import DEFENDER, KNOCKER, Scenes, row
from vision.types import SeenCard

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]
Shot = Callable[[str, list[SeenCard]], Path]
AT = "document.activeElement"
WAITS = """
  window.asked = fetch;
  window.fetch = (...all) => new Promise((go) => { window.go = go; }).then(() => asked(...all));
  1
"""
KNOCK = row(KNOCKER, 350) + row(DEFENDER, 60, turned=True)


def press(page: Browser, text: str) -> None:
    """Go to a button with this text and press Enter."""
    found = f"[...document.querySelectorAll('main button')].find((each) => each.textContent === {text!r})"
    page.run(f"{found}.focus()")
    page.key("Enter")


def test_the_way_past_the_menu_leaves_the_page_as_it_is(page: Browser, shot: Shot) -> None:
    page.give(".drop input[type=file]", shot("knock.png", KNOCK))
    page.until("document.querySelector('main .verdict')")
    page.run(f"{AT}.blur()")
    page.key("Tab")
    assert page.run(f"{AT}.className") == "skip"
    page.key("Enter")
    page.until(f"{AT}.id === 'main'")
    page.key("Tab")
    assert page.run(f"{AT}.closest('main') !== null")
    assert page.run("location.hash") == "#/score"
    assert page.run("document.querySelectorAll('main .verdict').length") == 1


@pytest.mark.parametrize("game", ["", "/trash", "/bus", "/ace"])
def test_the_keyboard_goes_to_the_verdict_and_back_to_where_photos_come_in(
    page: Browser, shot: Shot, table: tuple[str, Scenes], game: str
) -> None:
    page.open(f"{table[0]}/?keys{game}#/score{game}")
    page.until("document.querySelector('.drop button')")
    page.run("document.querySelector('.drop button').focus()")
    cards = row("KH 8S 9D", 200, step=120) if game == "/ace" else KNOCK
    page.give(".drop input[type=file]", shot("photo.png", cards))
    result = ".verdict" if game in ("", "/ace") else ".note[role=alert]"
    page.until(f"{AT}.matches({result!r})")
    page.run("window.there = document.querySelectorAll('main button').length; 1")
    press(page, "Another photo")
    page.until(f"{AT}.closest('.drop') !== null")
    assert page.run(f"{AT}.textContent") == "Choose a photo"
    # Where nothing could be read, one may be chosen again.
    broken = shot("broken.jpg", [])
    broken.write_text("no picture")
    page.give(".drop input[type=file]", broken)
    page.until("document.querySelector('.note.bad')?.innerText.startsWith('broken.jpg: ')")
    page.until(f"{AT}.textContent === 'Choose a photo'")


def test_who_names_cards_begins_with_the_first(page: Browser) -> None:
    press(page, "Name the cards instead")
    page.until(f"{AT}.dataset.add !== undefined")
    page.key("Enter")
    page.until("document.querySelector('dialog[open]')")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    page.until(f"{AT}.dataset.add !== undefined")


def test_who_has_gone_on_is_not_called_back(page: Browser, shot: Shot) -> None:
    page.run("document.querySelector('.drop button').focus()")
    page.run(WAITS)
    page.give(".drop input[type=file]", shot("knock.png", KNOCK))
    page.until("window.go")
    page.run("document.querySelector('#language').focus(); window.fetch = asked; go(); 1")
    page.until("document.querySelector('main .verdict')")
    assert page.run(f"{AT}.id") == "language"


def test_who_has_gone_into_a_page_that_still_loads_stays_there(page: Browser) -> None:
    """The page of decks asks the server which are kept: until then its heading is not gone to."""
    page.run(WAITS)
    page.run("location.hash = '#/teach'")
    page.until("window.go && document.querySelector('#deck')")
    page.run("document.querySelector('#deck').focus(); window.fetch = asked; go(); 1")
    page.until("document.querySelector('main .empty, main table')")
    page.run("new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); })")
    assert page.run(f"{AT}.id") == "deck"
    # Who has not is at the heading.
    page.run("document.querySelector('#language').focus(); location.hash = '#/score'")
    page.until(f"{AT}.tagName === 'H1'")


HIDDEN = """(() => {
  const at = document.activeElement;
  if (!at.closest('main')) return false;
  const box = at.getBoundingClientRect();
  return box.top < document.querySelector('.top').getBoundingClientRect().bottom || box.top > innerHeight;
})()"""
"""Whether what the keyboard is at lies under the head of the page, or out of sight."""


def test_what_the_keyboard_is_at_is_in_sight_on_a_phone(page: Browser, shot: Shot) -> None:
    page.size(390, 844, "light", True)
    page.give(".drop input[type=file]", shot("knock.png", KNOCK))
    page.until("document.querySelector('main .verdict')")
    page.run("document.querySelector('.foot a').focus()")
    gone = 0
    while page.run("!document.activeElement.closest('.top')"):
        page.key("Tab", shift=True)
        assert not page.run(HIDDEN), page.run(f"{AT}.outerHTML.slice(0, 120)")
        gone += 1
    assert gone > 40, "every card is gone through"


def test_the_card_chosen_does_not_look_like_the_one_the_keyboard_is_at(page: Browser, shot: Shot) -> None:
    page.give(".drop input[type=file]", shot("knock.png", KNOCK))
    page.until("document.querySelector('main .verdict')")
    page.run("document.querySelector('main [data-card]').focus()")
    page.key("Enter")
    page.until("document.querySelector('dialog[open] .pick')")
    page.key("ArrowRight")
    style = "getComputedStyle(document.querySelector('dialog .pick[aria-pressed=true]'))"
    assert page.run(f"{style}.outlineStyle") == "none"
    assert page.run(f"{style}.boxShadow") != "none"
    assert page.run(f"getComputedStyle({AT}).outlineStyle") == "solid"
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    assert page.run(f"{AT}.dataset.card !== undefined")


def test_moves_of_a_match_are_made_and_replayed_one_after_the_other(page: Browser) -> None:
    page.run("location.hash = '#/matches'")
    page.until("document.querySelector('#players')")
    press(page, "Begin")
    page.until("document.querySelector('.row.moves button')")
    for done in (1, 2):
        page.run("document.querySelector('.row.moves button').focus()")
        page.key("Enter")
        page.until(f"document.querySelector('main input[type=range]')?.max === '{done}'")
        page.until(f"{AT}.closest('.row.moves') !== null")
    for before, after in (("Play", "Pause"), ("Pause", "Play")):
        press(page, before)
        page.until(f"{AT}.textContent === '{after}'")
