"""Whose a photo's cards are, and where on the table they lie, put right in a real browser by tapping outlines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.browser import CHROMIUM, UNNAMED, Browser
from tests.service.fakes import row, seen
from tests.service.test_browser_games import FILES, PILES, VERDICT, Shot, at, pick, put, says, sound, tap
from tests.service.test_phototables import BUS, TRASH, hands, layout

__all__ = ["at"]
pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

SHOWN = (
    "[...document.querySelectorAll('.shown')].map((hand) =>"
    " [...hand.querySelectorAll('[data-card]')].map((each) => each.dataset.card).sort().join(' '))"
)
"""The cards of each hand on show."""


def move(page: Browser, card: str, place: str) -> None:
    """Tap a card's outline in the photo and choose where it lies, or whose it is."""
    tap(page, card)
    page.run(f"document.querySelector('dialog[open] [data-place=\"{place}\"]').click()")
    page.until("!document.querySelector('dialog')")


def shown(page: Browser, *held: str) -> None:
    page.until(f"JSON.stringify({SHOWN}) === {json.dumps(json.dumps(list(held), separators=(',', ':')))}")


def test_hands_of_stop_the_bus_are_put_together_anew(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(*BUS))
    says(page, "Player 1 loses a life.", where=VERDICT)
    shown(page, "0.3 0.4 0.5", "0.0 0.1 0.2")
    put(page, "document.querySelector('.shown input')", "Zoë")
    tap(page, "0.5")
    assert page.run("[...document.querySelectorAll('dialog [data-place]')].map((each) => each.textContent)") == [
        "Zoë",
        "Player 2 (Far player)",
        "Another player’s",
        "Nobody’s: it lies on the table",
    ]
    assert page.run("document.querySelector('dialog [data-place=\"hand 0\"]').ariaPressed") == "true"
    assert page.run(UNNAMED) == []
    page.run("document.querySelector('dialog [data-place=\"hand 1\"]').click()")
    # Hands that do not add up yet stay in sight, to be gone on with.
    says(page, "Hand 1 has 2 cards; a hand has three.")
    shown(page, "0.3 0.4", "0.0 0.1 0.2 0.5")
    sound(page)
    # No line goes from the one hand to the card that lies with the other.
    rings = "[...document.querySelectorAll('.photo .lines path.outline')].map((each) => each.getBBox().height)"
    assert max(page.run(rings)) < 100
    tags = page.run("[...document.querySelectorAll('.photo .tag')].map((each) => each.textContent)")
    assert sorted(tags) == ["9♥ Player 2", "Player 2", "Zoë"]
    move(page, "0.0", "hand 0")
    # The ace of spades alone, and nine and five of hearts.
    page.until("[...document.querySelectorAll('.points')].map((each) => parseInt(each.innerText)).join() === '11,14'")
    shown(page, "0.0 0.3 0.4", "0.1 0.2 0.5")
    assert page.run("document.querySelector('[data-card=\"0.0\"] .flag').textContent") == "✎"
    assert page.run("document.querySelector('.shown input').value") == "Zoë"
    # Another name for a card leaves the hands as they were put together.
    tap(page, "0.3")
    pick(page, "two of diamonds")
    page.until("document.querySelector('[data-card=\"0.3\"] .flag')")
    shown(page, "0.0 0.3 0.4", "0.1 0.2 0.5")
    for card in ("0.0", "0.5"):
        tap(page, card)
        page.click("Undo my correction")
        page.until("!document.querySelector('dialog')")
    shown(page, "0.3 0.4 0.5", "0.0 0.1 0.2")
    says(page, "Zoë loses a life.", where=VERDICT)


def test_cards_of_the_table_are_in_no_hand(at: Callable[..., Browser]) -> None:
    page = at("bus", [*hands(*BUS), *row("2S 3S 4S", 200, x=200)])
    says(page, "Do the table’s three cards lie there too?")
    page.run("document.querySelector('.seg input[value=no]').click()")
    page.until("document.querySelectorAll('.shown').length === 3")
    put(page, "[...document.querySelectorAll('.shown input')].at(-1)", "Last")
    table = page.run(f"{SHOWN}.findIndex((each) => each === '0.6 0.7 0.8')")
    assert table >= 0
    for card in ("0.6", "0.7", "0.8"):
        move(page, card, "table")
    page.until("document.querySelectorAll('.shown').length === 2 && !document.querySelector('.note.bad')")
    says(page, "loses a life", where=VERDICT)
    # The players that are left keep their names.
    names = page.run("[...document.querySelectorAll('.shown input')].map((each) => each.value)")
    assert names == (["", ""] if table == 2 else ["", "Last"])
    assert "Do the table’s" not in page.run("document.querySelector('main').innerText")


def test_the_tables_cards_stay_there_while_hands_are_put_together_anew(at: Callable[..., Browser]) -> None:
    page = at("bus", [*hands(*BUS), *row("2S 3S 4S", 200, x=200)])
    says(page, "Do the table’s three cards lie there too?")
    page.run("document.querySelector('.seg input[value=yes]').click()")
    shown(page, "0.3 0.4 0.5", "0.0 0.1 0.2")
    move(page, "0.5", "hand 1")
    shown(page, "0.3 0.4", "0.0 0.1 0.2 0.5")
    move(page, "0.6", "hand 0")
    shown(page, "0.3 0.4 0.6", "0.0 0.1 0.2 0.5")
    tap(page, "0.6")
    page.click("Undo my correction")
    page.until("!document.querySelector('dialog')")
    shown(page, "0.3 0.4", "0.0 0.1 0.2 0.5")
    move(page, "0.5", "hand 0")
    says(page, "loses a life", where=VERDICT)


def test_hands_that_are_not_told_apart_are_begun_with_a_card_each(at: Callable[..., Browser]) -> None:
    page = at("bus", [*hands(*BUS), *row("2S 3S", 200, x=200)])
    says(page, "8 cards lie face up", "tap one card of each player")
    tap(page, "0.0")
    offered = page.run("[...document.querySelectorAll('dialog [data-place]')].map((each) => each.textContent)")
    assert offered == ["A player’s"]
    page.run("document.querySelector('dialog [data-place=new]').click()")
    says(page, "Hand 1 has 8 cards")
    move(page, "0.4", "new")
    # Every other card goes to the hand it lies nearest to, until more is said of it.
    page.until(f"{SHOWN}.length === 2")
    held = page.run(SHOWN)
    assert [{"0.0", "0.1", "0.2"} <= set(each.split()) for each in held] == [True, False]
    assert [{"0.3", "0.4", "0.5"} <= set(each.split()) for each in held] == [False, True]
    for card in ("0.6", "0.7"):
        move(page, card, "table")
    shown(page, "0.0 0.1 0.2", "0.3 0.4 0.5")
    says(page, "loses a life", where=VERDICT)
    sound(page)
    # What was said is taken back: nothing is known of the hands again.
    for card in ("0.0", "0.4"):
        tap(page, card)
        page.click("Undo my correction")
        page.until("!document.querySelector('dialog')")
    says(page, "8 cards lie face up")


def test_a_card_added_belongs_to_the_hand_it_lies_at(at: Callable[..., Browser]) -> None:
    page = at("bus", hands(BUS[0], BUS[1]))
    shown(page, "0.3 0.4 0.5", "0.0 0.1 0.2")
    move(page, "0.5", "table")
    says(page, "Hand 1 has 2 cards")
    page.click("Add a card that was not found")
    page.until("document.querySelector('.aim')")
    page.run(
        "(() => { const aim = document.querySelector('.aim'); const box = aim.getBoundingClientRect();"
        " const at = { clientX: box.left + 480 / 640 * box.width, clientY: box.top + 330 / 480 * box.height };"
        " aim.dispatchEvent(new MouseEvent('click', { ...at, bubbles: true })); })()"
    )
    pick(page, "nine of spades")
    shown(page, "0.3 0.4 0.6", "0.0 0.1 0.2")
    tap(page, "0.6")
    page.click("Take it away again")
    says(page, "Hand 1 has 2 cards")
    shown(page, "0.3 0.4", "0.0 0.1 0.2")


def test_cards_of_chase_the_ace_change_places(at: Callable[..., Browser]) -> None:
    page = at("ace", row("KH 8S 9D", 200, step=120))
    says(page, "Player 2 loses a life.", where=VERDICT)
    move(page, "0.1", "hand 0")
    says(page, "Player 1 loses a life.", where=VERDICT)
    shown(page, "0.1", "0.0", "0.2")
    move(page, "0.1", "table")
    says(page, "Player 2 loses a life.", where=VERDICT)
    shown(page, "0.0", "0.2")
    move(page, "0.1", "new")
    shown(page, "0.0", "0.2", "0.1")


def test_a_card_of_trash_lies_in_the_slot_that_is_said(at: Callable[..., Browser]) -> None:
    page = at("trash", [*layout(TRASH.replace("3H ??", "3H 10C")), *PILES, seen("4C", 20, 300)])
    says(page, "Illegal", where=VERDICT)
    tap(page, "0.12")
    assert page.run("document.querySelectorAll('dialog .places button').length") == 10
    label = "document.querySelector('dialog [data-place=\"near 4\"]').ariaLabel"
    assert page.run(label) == "Near player, slot 4"
    page.run("document.querySelector('dialog [data-place=\"near 4\"]').click()")
    says(page, "Legal", where=VERDICT)
    assert page.run("document.querySelector('.felt .slot:nth-child(4) [data-card]').dataset.card") == "0.12"
    assert page.run("document.querySelector('[data-card=\"0.12\"] .flag').textContent") == "✎"
    # What lay there gives way, and can be said to lie on the pile.
    move(page, "0.3", "discard")
    page.until("document.querySelector('.piles [data-card]').dataset.card === '0.3'")
    # It lies in the photo where slot 4 is: nothing is missing there.
    move(page, "0.12", "stock")
    page.until("document.querySelector('.felt .slot:nth-child(4) [data-card]') === null")
    assert page.run("document.querySelectorAll('.photo [data-id^=gap]').length") == 0
    move(page, "0.12", "near 4")
    page.until("document.querySelector('.felt .slot:nth-child(4) [data-card]')?.dataset.card === '0.12'")
    sound(page)
    put(page, "document.querySelector('#language')", "fr")
    says(page, "Défausse")
    assert page.run("document.querySelector('.piles [data-card]').dataset.card") == "0.3"
    tap(page, "0.12")
    page.click("Annuler ma correction")
    page.until("document.querySelector('.felt .slot:nth-child(4) [data-card]') === null")


def test_cards_put_there_by_hand_keep_their_places(at: Callable[..., Browser]) -> None:
    cards: list[Any] = layout(TRASH)
    page = at("trash", [*cards[:2], *cards[3:7], *cards[8:], *PILES])
    page.until("document.querySelector('#slots')")
    put(page, "document.querySelector('#slots')", "10")
    page.until("document.querySelectorAll('.felt .slot').length === 10")
    for slot, name in ((3, "two of clubs"), (8, "eight of clubs")):
        page.until(f"document.querySelector('.felt .slot:nth-child({slot}) .pcard')")
        page.run(f"document.querySelector('.felt .slot:nth-child({slot}) .pcard').click()")
        pick(page, name)
        page.until(f"document.querySelector('.felt .slot:nth-child({slot}) [data-card]')")
    second = page.run("document.querySelector('.felt .slot:nth-child(8) [data-card]').dataset.card")
    move(page, second, "near 3")
    page.until(f"document.querySelector('.felt .slot:nth-child(3) [data-card]').dataset.card === '{second}'")
    first = second.split(".")[0] + "." + str(int(second.split(".")[1]) - 1)
    tap(page, first)
    page.click("Take it away again")
    # The card that is left has the other's number now, and lies where it was said to lie.
    page.until(f"document.querySelector('.felt .slot:nth-child(3) [data-card]').dataset.card === '{first}'")
    says(page, "8♣", where=VERDICT)


def test_only_what_a_card_is_makes_a_photo_to_learn_from(at: Callable[..., Browser], shot: Shot) -> None:
    """Where the owner keeps corrections, whose a card is gives none: it was read rightly."""
    page = at("bus")
    page.run(
        "(() => { const real = window.fetch; window.sent = [];"
        " window.fetch = async (path, options) => {"
        " if (path === '/v1/about') return Response.json({ keeps_corrections: true });"
        " if (path !== '/v1/corrections') return real(path, options);"
        " window.sent.push(JSON.parse(options.body.get('cards')).cards.map((card) => card.card));"
        " return Response.json({}); }; })()"
    )
    page.give(FILES, shot("hands.png", hands(*BUS)))
    says(page, "Player 1 loses a life.", where=VERDICT)
    move(page, "0.5", "hand 1")
    says(page, "Hand 1 has 2 cards")
    move(page, "0.0", "hand 0")
    page.until("document.querySelector('.verdict')")
    assert page.run("window.sent") == []
    tap(page, "0.1")
    pick(page, "king of clubs")
    page.until("window.sent.length === 1")
    assert page.run("window.sent[0]") == ["AS", "KC", "5H", "7C", "7D", "9H"]
