"""Photos of Trash, Stop the Bus and Chase the Ace in a real browser: judged, corrected, added to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.fakes import Scenes, row, seen
from tests.service.test_phototables import BUS, TRASH, hands, layout

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

FILES = "main input[type=file]"
TEXT = "document.querySelector('main').innerText"
VERDICT = "(document.querySelector('.verdict')?.innerText ?? '')"
PILES = [seen(None, 480, 200), seen("9H", 550, 200)]
Shot = Callable[..., Path]


@pytest.fixture
def at(table: tuple[str, Scenes], browser: Browser, shot: Shot) -> Iterator[Callable[..., Browser]]:
    """Open a game's page with photos of these cards; what the browser keeps is forgotten afterwards."""

    def go(game: str, *pictures: object) -> Browser:
        browser.forgiven = ("415", "422")
        browser.open(f"{table[0]}/?{time.monotonic()}#/score/{game}")
        browser.until("document.querySelector('.drop button')")
        files = [shot(f"{number}.png", cards) for number, cards in enumerate(pictures)]
        if files:
            browser.give(FILES, *files)
            browser.until("document.querySelector('.split .stay .photo')")
        return browser

    yield go
    browser.run("localStorage.clear()")


def says(page: Browser, *words: str, where: str = TEXT) -> None:
    page.until(" && ".join(f"{where}.includes({json.dumps(each)})" for each in words))


def pick(page: Browser, name: str) -> None:
    page.until("document.querySelector('dialog[open] .pick')")
    page.run(f"document.querySelector('.pick[aria-label^=\"{name}\"]').click()")
    page.until("!document.querySelector('dialog')")


def tap(page: Browser, card: str) -> None:
    """Tap the outline of a card in the photo."""
    outline = f"document.querySelector('.photo [data-id=\"{card}\"]')"
    page.until(outline)
    page.run(f"{outline}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    page.until("document.querySelector('dialog[open] .pick')")


def put(page: Browser, field: str, value: str) -> None:
    """Fill a field in, or choose in a list."""
    page.run(
        f"(() => {{ const field = {field}; field.value = {json.dumps(value)};"
        " field.dispatchEvent(new Event('change')); })()"
    )


def lives(page: Browser, hand: int, left: str) -> None:
    put(page, f"document.querySelectorAll('.shown select')[{hand}]", left)


def sound(page: Browser) -> None:
    """Nothing without a name, nothing pale, nothing wider than a phone."""
    assert page.run(UNNAMED) == []
    for width, scheme in ((1280, "light"), (390, "dark")):
        page.size(width, 860, scheme, width < 500)
        assert page.run(PALE) == []
        assert page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    page.size(1280, 860)


def test_a_layout_is_checked_and_corrected(at: Callable[..., Browser]) -> None:
    page = at("trash", [*layout(TRASH.replace("3H", "4H")), *PILES, seen("2C", 20, 20)])
    says(page, "Illegal", "does not belong in slot 3 but in slot 4", where=VERDICT)
    # What is wrong is marked in the photo, and what lies in no place is told apart.
    assert page.run("document.querySelectorAll('.photo .lines path.outline.k-bad').length") == 1
    assert page.run("document.querySelectorAll('.photo .lines path.outline.k-good').length") == 0
    assert page.run("document.querySelectorAll('.felt .layout .pcard').length") == 10
    sound(page)
    tap(page, "0.2")
    pick(page, "three of hearts")
    says(page, "Legal", where=VERDICT)
    assert page.run("document.querySelectorAll('.photo .lines path.outline.k-good').length") == 4
    assert page.run("document.activeElement.dataset.card") == "0.2"
    assert page.run("document.querySelector('[data-card=\"0.2\"] .flag').textContent") == "✎"
    tap(page, "0.2")
    page.click("It lies face down")
    page.until("document.querySelector('.felt [data-card=\"0.2\"]').ariaLabel.startsWith('face-down')")
    tap(page, "0.12")
    page.click("It is no card of the game")
    page.until("document.querySelector('.photo [data-id=\"0.12\"]').getAttribute('aria-label').startsWith('no part')")
    tap(page, "0.12")
    page.click("Undo my correction")
    page.until("document.querySelector('.photo [data-id=\"0.12\"]').getAttribute('aria-label').startsWith('two')")


def test_a_slot_where_nothing_was_found_is_filled(at: Callable[..., Browser]) -> None:
    cards = layout(TRASH)
    page = at("trash", [*cards[:2], *cards[3:], *PILES])
    gap = "document.querySelector('.felt .slot:nth-child(3) .pcard')"
    page.until(f"{gap}?.ariaLabel.startsWith('slot 3')")
    says(page, "Cannot tell", where=VERDICT)
    page.run(f"{gap}.click()")
    pick(page, "three of hearts")
    says(page, "Legal", where=VERDICT)
    page.run("document.querySelector('.felt .slot:nth-child(3) .pcard').click()")
    page.until("document.querySelector('dialog[open] .pick')")
    page.click("Take it away again")
    page.until(f"{gap}?.ariaLabel.startsWith('slot 3')")


def test_two_photos_tell_a_turn(at: Callable[..., Browser], shot: Shot) -> None:
    after = [*layout(TRASH.replace("AS ??", "AS 2D")), PILES[0], seen("QC", 550, 200)]
    page = at("trash", [*layout(TRASH), *PILES])
    says(page, "Legal", "Every card lies in its place", where=VERDICT)
    page.give(".stay input[type=file]", shot("after.png", after))
    says(page, "placed 2♦ in slot 2 and discarded Q♣", where=VERDICT)
    says(page, "Before the turn", "After the turn")
    put(page, "document.querySelector('#turn')", "0")
    says(page, "placed 2♦", where=VERDICT)
    sound(page)
    tap(page, "1.1")
    pick(page, "four of diamonds")
    says(page, "Illegal", "slot 2 but in slot 4", where=VERDICT)
    page.until("document.querySelector('.photo .lines path.outline.k-bad')")


def test_jokers_in_play_are_looked_for_once_the_rules_have_them(at: Callable[..., Browser]) -> None:
    """What was said of other cards stays said of them, and a card that somebody put there stays."""
    cards = layout(TRASH.replace("AS", "JOKER").replace("9C", "8C"))
    page = at("trash", [*cards[:2], *cards[3:], *PILES])
    page.until("document.querySelector('.felt .slot:nth-child(3) .pcard')?.ariaLabel.startsWith('slot 3')")
    page.run("document.querySelector('.felt .slot:nth-child(3) .pcard').click()")
    pick(page, "three of hearts")
    says(page, "Illegal", "slot 9 but in slot 8", where=VERDICT)
    page.run("document.querySelector('.felt .slot:nth-child(9) .pcard').click()")
    pick(page, "nine of clubs")
    says(page, "Cannot tell", where=VERDICT)
    page.run("document.querySelector('details.fold').open = true")
    page.until("document.querySelector('input[id^=option-jokers]')")
    put(page, "document.querySelector('input[id^=option-jokers]')", "2")
    says(page, "Legal", where=VERDICT)
    labels = "[...document.querySelectorAll('.felt .slot .pcard')].map((each) => each.ariaLabel.split(',')[0])"
    assert [page.run(labels)[slot] for slot in (0, 2, 8)] == ["joker", "three of hearts", "nine of clubs"]
    put(page, "document.querySelector('input[id^=option-jokers]')", "0")
    says(page, "Cannot tell", where=VERDICT)
    assert [page.run(labels)[slot] for slot in (2, 8)] == ["three of hearts", "nine of clubs"]


def test_slots_and_options_are_said(at: Callable[..., Browser]) -> None:
    page = at("trash", [*layout(TRASH.replace("5D", "KD")), *PILES])
    says(page, "Illegal", where=VERDICT)
    page.run("document.querySelector('details.fold').open = true")
    page.until("document.querySelector('fieldset.seg-box input[type=checkbox]')")
    kings = "[...document.querySelectorAll('fieldset.seg-box .check')].find((each) => /king/i.test(each.innerText))"
    page.run(f"{kings}.querySelector('input').click()")
    says(page, "Legal", where=VERDICT)
    for text, count in (("0", 10), ("3", 3)):
        put(page, "document.querySelector('#slots')", text)
        page.until(f"document.querySelectorAll('.felt .slot').length === {count}")


def test_what_shows_no_layout_can_be_added_to_by_keyboard(at: Callable[..., Browser]) -> None:
    page = at("trash", [])
    says(page, "No cards lie on the table")
    page.run("[...document.querySelectorAll('button')].find((each) => /not found/.test(each.innerText)).focus()")
    page.key("Enter")
    page.until("document.activeElement.matches('.aim')")
    page.key("ArrowRight")
    page.key("Escape")
    page.until("!document.querySelector('.aim') && document.activeElement.innerText.includes('not found')")
    page.key("Enter")
    page.until("document.activeElement.matches('.aim')")
    page.key("ArrowRight")
    page.key("Enter")
    pick(page, "ace of spades")
    page.until("document.querySelector('.photo [data-id=\"0.0\"]')")
    assert page.run("document.querySelector('.photo [data-id=\"0.0\"]').getAttribute('aria-label')").startswith("ace")


def test_hands_of_stop_the_bus(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(*BUS))
    says(page, "loses a life", where=VERDICT)
    put(page, "document.querySelector('.shown input')", "Zoë")
    says(page, "Zoë")
    # The near hand is told first: of 9 points.
    says(page, "Zoë loses a life.", where=VERDICT)
    assert page.run("document.querySelectorAll('.photo .lines path.outline.k-bad').length") == 1
    sound(page)
    for card, name in (("0.4", "nine of clubs"), ("0.5", "ten of clubs")):
        tap(page, card)
        pick(page, name)
        page.until(f"document.querySelector('[data-card=\"{card}\"] .flag')")
    says(page, "Player 2 loses a life.", where=VERDICT)
    assert "26" in page.run("document.querySelector('.points').innerText")


def test_a_card_that_was_not_found_is_put_into_the_photo(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(BUS[0], "7C 7D"))
    says(page, "5 cards lie face up")
    page.click("Add a card that was not found")
    page.until("document.querySelector('.aim')")
    page.run(
        "(() => { const aim = document.querySelector('.aim'); const box = aim.getBoundingClientRect();"
        " const at = { clientX: box.left + 535 / 640 * box.width, clientY: box.top + 395 / 480 * box.height };"
        " aim.dispatchEvent(new MouseEvent('click', { ...at, bubbles: true })); })()"
    )
    pick(page, "nine of hearts")
    says(page, "Player 1 loses a life.", where=VERDICT)
    tap(page, "0.5")
    page.click("Take it away again")
    says(page, "5 cards lie face up")


def test_whether_the_tables_cards_are_there_is_asked(at: Callable[..., Browser]) -> None:
    page = at("bus", hands("2S 3S 9S", "4C 5D 2H", "AH KH QH"))
    says(page, "Do the table’s three cards lie there too?")
    assert "true or false" not in page.run(TEXT)
    page.run("document.querySelector('.seg input[value=no]').click()")
    page.until("document.querySelectorAll('.shown').length === 3")
    page.run("document.querySelector('.seg input[value=yes]').click()")
    page.until("document.querySelectorAll('.shown').length === 2")


def test_lives_go_on_to_the_next_deal(at: Callable[..., Browser], shot: Shot) -> None:
    page = at("bus", hands(*BUS))
    says(page, "loses a life", where=VERDICT)
    page.run("document.querySelector('main input[type=checkbox]').click()")
    page.until("document.querySelectorAll('.shown select').length === 2")
    lives(page, 0, "1")
    says(page, "after this deal: dog", "after this deal: 3")
    # Two dogs cannot be; what was said of lives stays in sight to be put right.
    lives(page, 0, "dog")
    page.until("document.querySelector('.shown select').value === 'dog'")
    lives(page, 1, "dog")
    page.until("document.querySelector('.note.bad')")
    lives(page, 1, "2")
    says(page, "after this deal: out", "after this deal: 2")
    lives(page, 0, "2")
    says(page, "after this deal: 1")
    page.click("Next deal, with these lives")
    page.until("document.querySelector('.drop button')")
    page.give(FILES, shot("next.png", hands(BUS[1], BUS[0])))
    page.until("document.querySelectorAll('.shown select').length === 2")
    assert page.run("[...document.querySelectorAll('.shown select')].map((each) => each.value)") == ["1", "2"]


def test_names_and_lives_last_until_they_are_cleared(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(*BUS))
    says(page, "loses a life", where=VERDICT)
    assert "kept in this browser" not in page.run(TEXT)
    put(page, "document.querySelector('.shown input')", "Zoë")
    says(page, "Names and lives are kept in this browser until you clear them.")
    page.run("document.querySelector('main input[type=checkbox]').click()")
    page.until("document.querySelectorAll('.shown select').length === 2")
    lives(page, 1, "dog")
    says(page, "after this deal: dog")
    page = at("bus", hands(*BUS))
    says(page, "Zoë loses a life.", where=VERDICT)
    page.until("document.querySelectorAll('.shown select').length === 2")
    assert page.run("[...document.querySelectorAll('.shown select')].map((each) => each.value)") == ["3", "dog"]
    sound(page)
    # Those of another game are others.
    page = at("ace", row("KH 8S 9D", 200, step=120))
    says(page, "Player 2 loses a life.", where=VERDICT)
    assert not page.run("Boolean(document.querySelector('.shown select'))")
    page = at("bus", hands(*BUS))
    says(page, "Zoë loses a life.", where=VERDICT)
    page.click("Clear names and lives")
    says(page, "Player 1 loses a life.", where=VERDICT)
    page.until("!document.querySelector('.shown select')")
    assert page.run("Object.keys(localStorage).filter((key) => key.startsWith('kibitz.players'))") == []
    page = at("bus", hands(*BUS))
    says(page, "Player 1 loses a life.", where=VERDICT)


@pytest.mark.parametrize(
    "kept",
    ["no JSON", "7", "null", "[]", '{"names": 5, "left": ["many", 3], "out": -1, "counted": "yes"}'],
)
def test_what_the_browser_kept_may_be_anything(at: Callable[..., Browser], kept: str) -> None:
    page = at("bus")
    page.run(f"localStorage.setItem('kibitz.players.bus', {json.dumps(kept)})")
    page = at("bus", hands(*BUS))
    says(page, "Player 1 loses a life.", where=VERDICT)
    assert not page.run("Boolean(document.querySelector('.shown select'))")


def test_kept_lives_are_no_more_than_the_rules_give(at: Callable[..., Browser]) -> None:
    page = at("bus")
    page.run("localStorage.setItem('kibitz.players.bus', JSON.stringify({ left: ['9', '2'], counted: true }))")
    page = at("bus", hands(*BUS))
    page.until("document.querySelectorAll('.shown select').length === 2")
    says(page, "after this deal: 2")
    assert page.run("[...document.querySelectorAll('.shown select')].map((each) => each.value)") == ["3", "2"]


def test_who_is_left_alone_has_won(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(*BUS))
    page.until("document.querySelector('.verdict')")
    page.run("document.querySelector('main input[type=checkbox]').click()")
    page.until("document.querySelectorAll('.shown select').length === 2")
    lives(page, 0, "dog")
    says(page, "after this deal: out", "Won by Player 2.")
    assert "Next deal" not in page.run(TEXT)


def test_advice_on_a_card_goes_once_the_card_is_corrected(at: Callable[..., Browser]) -> None:
    cards = hands(*BUS)
    unread = (seen("5H", 150, 40, 0.4, _5H=0.4, _6H=0.3), seen("7C", 400, 360, 0.4, _7C=0.4, _7S=0.3))
    page = at("bus", [*cards[:2], unread[0], unread[1], *cards[4:]])
    says(page, "The 3rd card (perhaps 5♥/6♥)", "The 4th card (perhaps 7♣/7♠)")
    tap(page, "0.2")
    pick(page, "five of hearts")
    page.until(f"!{TEXT}.includes('The 3rd card')")
    says(page, "The 4th card")
    # Told anew in another language, it stays gone; a correction that is undone brings it back.
    put(page, "document.querySelector('#language')", "de")
    says(page, "Die 4. Karte")
    assert "Die 3. Karte" not in page.run(TEXT)
    tap(page, "0.2")
    page.click("Meine Berichtigung zurücknehmen")
    says(page, "Die 3. Karte", "Die 4. Karte")


def test_advice_on_a_picture_without_cards_goes_once_one_is_put_there(at: Callable[..., Browser]) -> None:
    page = at("trash", [])
    empty = "document.querySelector('.stay .note')"
    page.until(empty)
    page.click("Add a card that was not found")
    page.until("document.activeElement.matches('.aim')")
    page.key("Enter")
    pick(page, "ace of spades")
    page.until(f"document.querySelector('.photo [data-id=\"0.0\"]') && !{empty}")


def test_cards_of_chase_the_ace(at: Callable[..., Browser]) -> None:
    page = at("ace", row("KH 8S 9D", 200, step=120))
    says(page, "Player 2 loses a life.", where=VERDICT)
    sound(page)
    tap(page, "0.1")
    pick(page, "ten of spades")
    says(page, "Player 3 loses a life.", where=VERDICT)
    page.run("document.querySelector('details.fold').open = true")
    page.until("document.querySelector('details.fold .check')")
    king = "[...document.querySelectorAll('details.fold .check')].find((each) => /drawn king/i.test(each.innerText))"
    page.run(f"{king}.querySelector('input').click()")
    # Whether the king was drawn matters now.
    says(page, "Cannot tell", where=VERDICT)
    says(page, "Whose card is the dealer’s?")
    page.run("document.querySelector('.seg input[value=\"0\"]').click()")
    says(page, "Was it drawn from the pack?")
    page.run("document.querySelector('.seg input[value=yes]').click()")
    says(page, "Player 1 loses a life.", where=VERDICT)


@pytest.mark.parametrize(("game", "title"), [("trash", "Auslage"), ("bus", "Leben"), ("ace", "Leben")])
def test_another_language_leaves_photo_and_corrections(at: Callable[..., Browser], game: str, title: str) -> None:
    cards = {"trash": [*layout(TRASH), *PILES], "bus": hands(*BUS), "ace": row("KH 8S 9D", 200, step=120)}[game]
    page = at(game, cards)
    page.until("document.querySelector('.verdict')")
    tap(page, "0.0")
    pick(page, "ace of hearts")
    page.until("document.querySelector('[data-card=\"0.0\"] .flag')")
    put(page, "document.querySelector('#language')", "de")
    page.until(f"document.querySelector('h1').textContent.includes('{title}')")
    page.until("document.querySelector('[data-card=\"0.0\"]').ariaLabel.includes('Ass')")
    assert page.run("document.querySelector('[data-card=\"0.0\"] .flag').textContent") == "✎"
    assert page.run(UNNAMED) == []


def test_a_photo_that_cannot_be_read_takes_nothing_away(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(*BUS))
    says(page, "loses a life", where=VERDICT)
    page.run(
        "(() => { const put = new DataTransfer();"
        " put.items.add(new File(['no picture'], 'no-picture.jpg', { type: 'image/jpeg' }));"
        " document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: put })); })()"
    )
    says(page, "no-picture.jpg", "loses a life")
