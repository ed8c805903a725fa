"""Two quick taps in a real browser: what is begun is begun once."""

from __future__ import annotations

import json
import time

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.fakes import Scenes
from tests.service.servers import ask

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

TWICE = """(() => {
  const found = [...document.querySelectorAll('main button')].find((each) => each.textContent === TEXT);
  found.click();
  found.click();
})()"""


def twice(page: Browser, text: str) -> None:
    page.run(TWICE.replace("TEXT", json.dumps(text)))


def test_one_table_and_one_match_are_opened_and_one_move_is_made(page: Browser, table: tuple[str, Scenes]) -> None:
    port = int(table[0].rsplit(":", 1)[1])

    def there(what: str) -> int:
        return len(json.loads(ask(port, f"/v1/{what}"))[what])

    tables, matches = there("tables"), there("matches")
    page.run("location.hash = '#/watch'")
    page.until("document.querySelector('#table-name')")
    twice(page, "Open the table")
    page.until("document.querySelector('.stage')")
    page.run("location.hash = '#/matches'")
    page.until("document.querySelector('#players')")
    twice(page, "Begin")
    page.until("document.querySelector('.row.moves button')")
    twice(page, "deal")
    page.until("document.querySelector('main input[type=range]')?.max === '1'")
    time.sleep(0.5)
    assert page.run("document.querySelector('#toasts').textContent") == ""
    assert (there("tables"), there("matches")) == (tables + 1, matches + 1)
    # What has ended can be begun again.
    twice(page, "Take back")
    page.until("[...document.querySelectorAll('.row.moves button')].some((each) => each.textContent === 'deal')")


def test_the_sample_is_one_photo(page: Browser) -> None:
    twice(page, "Try the sample picture")
    page.until("document.querySelector('main .photo svg')")
    time.sleep(0.5)
    assert page.run("document.querySelectorAll('main .photo').length") == 1
