"""The page in a real browser: every view in every language, its key, and a hand scored and corrected."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.load import weights_folder
from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.servers import free_port, served

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

LATE = """
  const asked = window.fetch;
  const late = new Promise((resolve) => { window.release = resolve; });
  window.fetch = async (path, how) => {
    const answer = await asked(path, how);
    if (path.startsWith('/v1/games') && answer.status === 401) await late;
    return answer;
  };
"""
"""The refusal of the games comes when the test lets it."""

PAGES = ("score", "watch", "matches", "teach", "stream", "score/trash", "score/bus", "score/ace")
TITLES = {
    "en": (
        "Score a hand of Gin",
        "Watch a table",
        "Matches",
        "Teach a deck",
        "Overlay for a stream",
        "Check a Trash layout",
        "Stop the Bus: who loses a life?",
        "Chase the Ace: who loses a life?",
    ),
    "fr": (
        "Compter une main de Gin",
        "Suivre une table",
        "Parties",
        "Apprendre un jeu de cartes",
        "Incrustation pour un direct",
        "Vérifier un tableau de Trash",
        "Stop the Bus : qui perd une vie ?",
        "Chase the Ace : qui perd une vie ?",
    ),
    "de": (
        "Ein Gin-Blatt werten",
        "Einen Tisch beobachten",
        "Partien",
        "Ein Deck beibringen",
        "Overlay für einen Stream",
        "Eine Trash-Auslage prüfen",
        "Stop the Bus: Wer verliert ein Leben?",
        "Chase the Ace: Wer verliert ein Leben?",
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_page_in_every_language_on_a_phone_and_a_desktop(served: str, browser: Browser, lang: str) -> None:
    browser.open(served)
    browser.run(f"localStorage.setItem('kibitz.language', '{lang}')")
    for phone, scheme in ((False, "light"), (True, "dark")):
        browser.size(*((390, 844) if phone else (1280, 860)), scheme, phone)
        for page, title in zip(PAGES, TITLES[lang], strict=True):
            browser.open(f"{served}/?{page}{phone}#/{page}")
            browser.until(f"document.querySelector('h1')?.textContent === {json.dumps(title)}")
            browser.until("!document.querySelector('main .busy')")
            assert browser.run("document.documentElement.lang") == lang
            wide = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{page} is wider than its window"
            assert browser.run(UNNAMED) == [], page
            assert browser.run(PALE) == [], f"{page}, {scheme}"
            assert "undefined" not in browser.run("document.body.innerText")
    browser.run("localStorage.clear()")


@pytest.mark.parametrize("address", ["score/%", "toString", "constructor/x"])
def test_an_address_that_means_nothing_shows_the_first_page(served: str, browser: Browser, address: str) -> None:
    browser.open(f"{served}/?{time.monotonic()}#/{address}")
    browser.until("document.querySelector('h1')?.textContent === 'Score a hand of Gin'")
    assert browser.run("document.title") == "Judge a photo · Kibitz"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("watch/mistyped", "There is nothing at this address."),
        ("matches/%2e%2e", "There is nothing at this address."),
        ("watch/aaaaaaaaaaaaaaaa", "No table has this id."),
    ],
)
def test_a_table_or_a_match_that_is_none_leads_to_those_there_are(
    served: str, browser: Browser, address: str, said: str
) -> None:
    browser.open(f"{served}/?{time.monotonic()}#/{address}")
    browser.until(f"document.querySelector('main [role=alert] p')?.textContent === {json.dumps(said)}")
    browser.run("document.querySelector('main [role=alert] a').click()")
    browser.until("document.querySelector('#table-name, #players')")
    browser.forgiven = ("404", "422")


def test_the_page_asks_for_a_key_and_takes_the_one_in_the_address(browser: Browser, tmp_path: Path) -> None:
    key = "kz-browser-0123456789"
    port = free_port()
    with served(tmp_path, port, "--log", "json", KIBITZ_API_KEYS=key, KIBITZ_WEIGHTS=str(tmp_path)):
        browser.open(f"http://localhost:{port}/#key={key}")
        # The page is shown when the key has been tried.
        browser.until("location.hash === '#/score' && document.querySelector('.drop')")
        assert key not in browser.run("location.href")
        assert browser.run("fetch('/v1/games').then((answer) => answer.status)") == 200
        browser.call("Network.clearBrowserCookies")
        script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=LATE)
        browser.open(f"http://localhost:{port}/?again#/matches")
        browser.until("document.querySelector('dialog[open] #key')")
        browser.run(f"document.querySelector('#key').value = '{key}'")
        browser.click("Open")
        browser.until("!document.querySelector('dialog')")
        # What was refused before the key was given, and told after, asks for it no second time.
        browser.run("release()")
        browser.until("document.querySelector('#players')")
        browser.call("Page.removeScriptToEvaluateOnNewDocument", **script)
        # That the first question was answered 401 is no complaint.
        browser.complaints[:] = [each for each in browser.complaints if "401" not in each]


needs_weights = pytest.mark.skipif(
    not (weights_folder() / "detector.onnx").is_file(), reason="the weights of the networks are not there"
)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server as it is, with the trained networks."""
    port = free_port()
    with served(tmp_path_factory.mktemp("real"), port):
        yield f"http://localhost:{port}"


def score_sample(browser: Browser, served: str) -> None:
    browser.open(f"{served}/?{time.monotonic()}#/score")
    browser.until("document.querySelector('.drop button')")
    browser.click("Try the sample picture")


PLACES = {"cards": ".melds .pcard", "outlines": ".outline.tap", "hands": ".hand-head"}


@needs_weights
def test_the_sample_picture_is_scored_with_the_real_networks_and_corrected(real: str, browser: Browser) -> None:
    score_sample(browser, real)
    browser.until("document.querySelector('.verdict')", 90)
    count = "document.querySelectorAll('{}').length"
    shown = {name: browser.run(count.format(place)) for name, place in PLACES.items()}
    assert shown["hands"] == 2
    assert shown["cards"] >= 19
    assert shown["outlines"] >= shown["cards"]
    kings = "document.querySelectorAll('.melds [data-card][aria-label^=\"king \"]').length"
    before = browser.run(kings)
    browser.run("document.querySelector('.melds [data-card]:not([aria-label^=\"king \"])').click()")
    browser.until("document.querySelector('dialog[open] .pick')")
    browser.run(
        "[...document.querySelectorAll('.pick:not(.used)')].find((each) => /^king /.test(each.ariaLabel)).click()"
    )
    browser.until("document.querySelector('.flag')?.textContent === '✎'")
    browser.until(f"{kings} === {before + 1}")
    assert browser.run(UNNAMED) == []
    for scheme in ("light", "dark"):
        browser.size(1280, 860, scheme)
        assert browser.run(PALE) == []


@needs_weights
def test_first_useful_paint(real: str, browser: Browser) -> None:
    browser.open("about:blank")
    browser.open(f"{real}/?paint")
    browser.until("document.querySelector('.drop h2')")
    # A browser with other work notes its first paint a moment after the page is there.
    browser.until("performance.getEntriesByName('first-contentful-paint').length")
    spent = browser.run(
        "({ bytes: performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0),"
        " paint: performance.getEntriesByName('first-contentful-paint')[0].startTime })"
    )
    assert 0 < spent["bytes"] < 200_000
    assert spent["paint"] > 0
