"""Names of any length on a narrow phone: the page is never wider than its screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.test_browser_leaving import at, opened

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
