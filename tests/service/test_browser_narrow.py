"""The page on a narrow phone and for a screen reader: long names, fingers, no camera, what is read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.fakes import Scenes, seen
from tests.service.killed import pictures
from tests.service.test_browser_leaving import at, frames, opened

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

LONG = "W" * 100
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_long_name_makes_no_page_wider_than_the_phone(served: str, browser: Browser, tmp_path: Path) -> None:
    table = opened(served, name=LONG)["id"]
    match = at(served, "/v1/matches", {"game": "gin", "name": LONG, "players": [LONG, LONG[1:]]})["id"]
    at(served, f"/v1/matches/{match}/moves", {"moves": ["deal"]})
    browser.size(360, 740, "light", True)
    for page in ("watch", f"watch/{table}", "matches", f"matches/{match}", "stream", f"stream/{table}"):
        browser.open(f"{served}/?narrow-{page.replace('/', '-')}#/{page}")
        browser.until(f"document.querySelector('main').textContent.includes('{LONG}')")
        assert browser.run(TOO_WIDE) <= 0, page
    text = tmp_path / f"{LONG}.txt"
    text.write_text("no picture")
    browser.open(f"{served}/?narrow#/score")
    browser.until("document.querySelector('main input[type=file]')")
    browser.give("main input[type=file]", text)
    browser.until("document.querySelector('.toast, .note.bad')")
    assert browser.run(TOO_WIDE) <= 0
    browser.run("import('/js/dom.js').then(({ toast }) => toast('W'.repeat(200)))")
    assert browser.run("[...document.querySelectorAll('.toast')].at(-1).getBoundingClientRect().right") <= 360
    browser.size(1280, 860)


SILENT = """
  window.speechSynthesis.speak = () => {};
  [...document.querySelectorAll('.check input')].at(-1).click();
"""
CORNER = """(() => {
  const box = document.querySelector('.knob').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


@contextmanager
def touched(browser: Browser) -> Iterator[None]:
    """A screen that is touched."""
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        yield
    finally:
        browser.call("Emulation.setTouchEmulationEnabled", enabled=False)


def test_a_corner_of_a_zone_follows_the_finger(served: str, browser: Browser) -> None:
    table = opened(served, game="trash")["id"]
    browser.size(400, 800, "light", True)
    with touched(browser), frames(served, table) as camera:
        camera.send(Scenes().picture([seen("5H", 100, 100)], ".jpg"))
        camera.recv()
        # Another films: the page looks on.
        browser.open(f"{served}/?finger#/watch/{table}")
        browser.until("document.querySelector('.photo .outline.tap')")
        browser.click("Set zones by hand")
        browser.until("document.querySelector('[data-zone=near]')")
        browser.run("document.querySelector('[data-zone=near]').click()")
        browser.run("document.querySelector('.knob').scrollIntoView({ block: 'center', behavior: 'instant' })")
        x, y = browser.run(CORNER)
        touch = "Input.dispatchTouchEvent"
        browser.call(touch, type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in range(1, 11):
            browser.call(touch, type="touchMove", touchPoints=[{"x": x + 4 * step, "y": y - 2 * step}])
        browser.call(touch, type="touchEnd", touchPoints=[])
        there = browser.run(CORNER)
        assert there == pytest.approx([x + 40, y - 20], abs=1)
        # Past the edge of the picture it stays at the edge, and comes back with the finger.
        browser.call(touch, type="touchStart", touchPoints=[{"x": there[0], "y": there[1]}])
        for away in (100, 300, 390, 300, 20):
            browser.call(touch, type="touchMove", touchPoints=[{"x": there[0] - away, "y": there[1]}])
        browser.call(touch, type="touchEnd", touchPoints=[])
        assert browser.run(CORNER) == pytest.approx([there[0] - 20, there[1]], abs=1)


SHOWN = """import('/js/live.js').then(({ LiveTable }) => {
  const view = { width: 640, height: 480, cards: [] };
  const live = new LiveTable({ game: 'trash', options: {}, view });
  document.querySelector('main').replaceChildren(live.stage);
  const size = () => live.photo.svg.getBoundingClientRect();
  const before = size();
  live.showStill(new Blob([atob('R0lGODlhAQABAAAAACw=')], { type: 'image/gif' }), view);
  return [before, size()].map(({ width, height }) => [width, height]);
})"""


def test_outlines_have_their_place_before_the_picture_is_there(served: str, browser: Browser) -> None:
    browser.size(400, 800, "light", True)
    browser.open(f"{served}/?still#/matches")
    browser.until("document.querySelector('main h1')")
    for width, height in browser.run(SHOWN):
        assert height == pytest.approx(width * 480 / 640, abs=1)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("NotAllowedError", "The browser was told not to give its camera."),
        ("NotFoundError", "No camera is found on this device."),
        ("NotReadableError", "The camera cannot be opened. Is another program using it?"),
    ],
)
def test_why_there_is_no_camera_is_said(served: str, browser: Browser, error: str, said: str) -> None:
    table = opened(served)["id"]
    browser.open(f"{served}/?without-{error}#/matches")
    browser.until("document.querySelector('main h1')")
    browser.run(f"navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '{error}')); 1")
    browser.run(f"location.hash = '#/watch/{table}'")
    browser.until(f"document.querySelector('.status')?.textContent === {said!r}")
    browser.run("location.hash = '#/score'")
    browser.until("document.querySelector('.drop')")
    browser.click("Take a photo")
    browser.until(f"document.querySelector('dialog[open]')?.textContent.includes({said!r})")


def test_a_screen_reader_is_not_told_of_every_picture(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?heard#/watch/{opened(served)['id']}")
    browser.until("/still.* pictures? a second/.test(document.querySelector('.status')?.textContent)")
    heard = "new MutationObserver(() => { told += 1; }).observe(document.querySelector('main [role=status]'), all)"
    browser.run(f"window.told = 0; window.all = {{ childList: true, characterData: true, subtree: true }}; {heard}; 1")
    browser.run("new Promise((done) => setTimeout(done, 1500))")
    assert browser.run("told") == 0


def test_a_screen_reader_is_told_what_is_new_in_the_commentary(served: str, browser: Browser) -> None:
    table = opened(served, game="trash")["id"]
    heard = "document.querySelector('main [role=log]').innerText"

    def corrected(code: str) -> None:
        card = at(served, f"/v1/tables/{table}")["view"]["cards"][0]
        at(served, f"/v1/tables/{table}/corrections", {"card": card["id"], "code": code})

    with frames(served, table) as camera:
        camera.send(pictures(Scenes())[0])
        camera.recv()
        corrected("5H")
        browser.open(f"{served}/?log#/watch/{table}")
        browser.until("document.querySelectorAll('.commentary li').length === 1")
        # What had been said before is there to be read, and is not read aloud.
        browser.run("new Promise((done) => setTimeout(done, 800))")
        assert browser.run(heard) == ""
        corrected("6H")
        browser.until(f"{heard} === 'Corrected: six of hearts.'")
        # The browser's own voice reads it: nobody else does.
        browser.run(SILENT)
        corrected("7H")
        browser.until("document.querySelectorAll('.commentary li').length === 3")
        browser.run("new Promise((done) => setTimeout(done, 800))")
        assert browser.run(heard) == "Corrected: six of hearts."


def test_of_a_deal_not_every_card_is_read_aloud(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?deal#/matches")
    browser.until("document.querySelector('#players')")
    lines = "for (let n = 0; n < CARDS; n += 1) heard.hear('card', `card ${n}`)"
    script = "import('/js/heard.js').then(async ({ Heard }) => { const heard = new Heard();"
    script += f"{lines}; heard.hear('turn', 'a turn'); heard.hear('verdict', 'told elsewhere');"
    script += "await new Promise((done) => setTimeout(done, 700)); return heard.element.textContent; })"
    assert browser.run(script.replace("CARDS", "3")) == "card 0card 1card 2a turn"
    assert browser.run(script.replace("CARDS", "4")) == "a turn"
