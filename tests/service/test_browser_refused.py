"""A table that takes no pictures, in a real browser: why is said, and what can be done about it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.servers import ask, free_port, served

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

BLOCKS = """
  window.Real = WebSocket;
  window.WebSocket = class extends EventTarget {
    constructor() { super(); setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 }))); }
    close() {}
  };
  WebSocket.OPEN = Real.OPEN;
"""
"""Every WebSocket is refused, as by a proxy that lets none through."""

OPENED = "import('/js/api.js').then(({ post }) => post('/v1/tables', { game: 'gin' })).then(({ id }) => id)"
STATE = "document.querySelector('.status [role=status]').textContent"


def watched_with(served: str, browser: Browser, query: str, script: str) -> tuple[int, str]:
    """A table opened, and looked at by a page in which a script has run; the server's port, and the table."""
    port = int(served.rsplit(":", 1)[1])
    table = str(json.loads(ask(port, "/v1/tables", {"game": "gin"}))["id"])
    browser.open(f"{served}/?{query}#/matches")
    browser.until("document.querySelector('#players')")
    browser.run(f"{script}; location.hash = '#/watch/{table}'")
    return port, table


def test_why_no_pictures_are_taken_is_said(served: str, browser: Browser) -> None:
    watched_with(served, browser, "blocked", BLOCKS)
    browser.until(f"document.querySelector('.status') && {STATE}.startsWith('The server answers, but no pictures')")
    # What lies between lets them through again.
    browser.run("window.WebSocket = Real; 1")
    browser.until(f"{STATE}.startsWith('The table is still')")


def test_a_key_that_holds_no_more_is_asked_for_anew(browser: Browser, tmp_path: Path) -> None:
    key, port = "kz-camera-0123456789", free_port()
    with served(tmp_path, port, KIBITZ_API_KEYS=key, KIBITZ_WEIGHTS=str(tmp_path)):
        browser.open(f"http://localhost:{port}/#key={key}")
        browser.until("location.hash === '#/score' && document.querySelector('.drop')")
        table = browser.run(OPENED)
        browser.run(f"{BLOCKS}; location.hash = '#/watch/{table}'")
        browser.until(f"document.querySelector('.status') && {STATE}.startsWith('Connection lost')")
        browser.call("Network.clearBrowserCookies")
        browser.until("document.querySelector('dialog[open] #key')")
        # Without one the page says what is wanted, and the camera can be turned on again.
        browser.key("Escape")
        browser.until(f"{STATE} === 'This server asks for a key.'")
        assert browser.run("document.querySelector('.stage video').srcObject") is None
        browser.click("Turn the camera on")
        browser.until("document.querySelector('dialog[open] #key')")
        browser.run(f"window.WebSocket = Real; document.querySelector('#key').value = '{key}'")
        browser.click("Open")
        browser.until("!document.querySelector('dialog')")
    browser.forgiven = ("401", "Failed to load", "ERR_", "WebSocket")


GIVES_UP = """
  window.asked = 0;
  window.Stream = EventSource;
  window.EventSource = class extends EventTarget {
    constructor() {
      super();
      asked += 1;
      this.readyState = 2;
      setTimeout(() => this.dispatchEvent(new Event('error')));
    }
    close() {}
  };
  EventSource.CLOSED = 2;
"""
"""Events are refused, as by a proxy while the server is away: a browser then asks for them no more."""


def test_events_that_were_refused_are_asked_for_again(served: str, browser: Browser) -> None:
    port, table = watched_with(served, browser, "events", GIVES_UP)
    browser.until("asked === 2")
    browser.run("window.EventSource = Stream; 1")
    browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    card = json.loads(ask(port, f"/v1/tables/{table}"))["view"]["cards"][0]["id"]
    ask(port, f"/v1/tables/{table}/corrections", {"card": card, "code": "6H"})
    browser.until("document.querySelector('.commentary')?.innerText.includes('Corrected: six of hearts.')")
    # The page that is left asks no more.
    browser.run(f"{GIVES_UP}; location.hash = '#/matches'")
    browser.until("document.querySelector('#players')")
    time.sleep(3.5)
    assert browser.run("asked") == 0
