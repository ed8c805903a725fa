"""Matches in a real browser: begun, played and replayed, by mouse and by keyboard, without one complaint."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rules.trash.match import Match
from rules.trash.options import Rules
from rules.trash.state import State
from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.servers import ask

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]


def test_a_match_is_begun_played_and_replayed(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?match#/matches")
    browser.until("document.querySelector('#players')")
    browser.run("document.querySelector('#players').value = 'Anna, Ben'")
    browser.click("Begin")
    browser.until("location.hash.length > 20 && document.querySelector('.row.moves button')")
    browser.click("deal")
    browser.until("document.querySelectorAll('.felt .pcard').length > 20")
    browser.until("document.querySelector('.felt .seat.turn')")
    browser.until("[...document.querySelectorAll('button')].some((each) => each.textContent === 'pass')")
    # A move made by keyboard leaves the keyboard among the moves.
    browser.run("[...document.querySelectorAll('.row.moves button')].find((e) => e.textContent === 'pass').focus()")
    browser.key("Enter")
    browser.until("document.body.innerText.includes('Move 2 of 2')")
    browser.until("document.activeElement.closest('.row.moves')")
    browser.run("document.querySelector('[aria-label=\"One move back\"]').focus()")
    browser.key("Enter")
    browser.until("document.body.innerText.includes('Move 1 of 2')")
    assert browser.run("document.activeElement.ariaLabel") == "One move back"
    browser.click("To the start")
    browser.until("document.body.innerText.includes('Move 0 of 2')")
    browser.click("To the last move")
    browser.until("document.body.innerText.includes('Move 2 of 2')")
    # The slider can be drawn along: it stays the same element while the table changes under it.
    browser.run("window.slider = document.querySelector('input[type=range]'); slider.value = 1")
    browser.run("slider.dispatchEvent(new Event('input', { bubbles: true }))")
    browser.until("document.body.innerText.includes('Move 1 of 2')")
    assert browser.run("slider.isConnected && document.querySelectorAll('.felt .pcard').length > 20")
    browser.click("To the last move")
    browser.until("document.body.innerText.includes('Move 2 of 2')")
    browser.click("Take back")
    browser.until("document.body.innerText.includes('Move 1 of 1')")
    assert browser.run(UNNAMED) == []
    assert browser.run(PALE) == []


def test_a_long_match_is_replayed_page_by_page(served: str, browser: Browser) -> None:
    port = int(served.rsplit(":", 1)[1])
    played, rng = Match(State.start(Rules(), 3, first=0)), np.random.default_rng(1)
    while len(played.moves) < 230 and not played.state.over:
        legal = list(played.state.legal_moves)
        played.push(legal[rng.integers(len(legal))])
    moves = len(played.moves)
    assert moves > 210
    match = json.loads(ask(port, "/v1/matches/import", {"record": played.to_text()}))
    browser.open(f"{served}/?long#/matches/{match['id']}")
    browser.until(f"document.body.innerText.includes('Move {moves} of {moves}')")
    for number in (0, 199, 200, 201):
        browser.run(f"document.querySelector('input[type=range]').value = {number}")
        browser.run("document.querySelector('input[type=range]').dispatchEvent(new Event('input'))")
        browser.until(f"document.body.innerText.includes('Move {number} of {moves}')")
        step = json.loads(ask(port, f"/v1/matches/{match['id']}/replay?start={number}&limit=1"))["steps"][0]
        up = sum(slot["up"] for layout in step["table"]["layouts"] for slot in layout)
        shown = browser.run(
            "document.querySelectorAll('.felt .layout .pcard:not([aria-label=\"face-down card\"])').length"
        )
        assert shown == up
