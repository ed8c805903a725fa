"""The page in a real browser: scored, corrected, watched, by mouse and by keyboard, without one complaint."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.load import weights_folder
from rules.trash.match import Match
from rules.trash.options import Rules
from rules.trash.state import State
from tests.service.browser import CHROMIUM, Browser
from tests.service.test_killed import ask, free_port, start

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the fake reader, whose scenes are known."""
    port = free_port()
    server = start(tmp_path_factory.mktemp("data"), port)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(30)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the browser's camera sees: the king of spades for a while, then another card, over and over."""
    from tests.service.fakes import Scenes
    from tests.service.killed import pictures

    file = tmp_path_factory.mktemp("film") / "camera.mjpeg"
    frames = pictures(Scenes())[-1:-3:-1]
    file.write_bytes(b"".join(frame * 40 for frame in frames))
    return file


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, film: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"), film)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def quiet(browser: Browser) -> Iterator[None]:
    """No page may complain: no error, nothing its policy forbids."""
    browser.complaints.clear()
    browser.size(1280, 860)
    yield
    browser.run("1")
    assert browser.complaints == []


PAGES = ("score", "watch", "matches", "teach", "stream")
TITLES = {
    "en": ("Score a hand of Gin", "Watch a table", "Matches", "Teach a deck", "Overlay for a stream"),
    "fr": (
        "Compter une main de Gin",
        "Suivre une table",
        "Parties",
        "Apprendre un jeu de cartes",
        "Incrustation pour un direct",
    ),
    "de": (
        "Ein Gin-Blatt werten",
        "Einen Tisch beobachten",
        "Partien",
        "Ein Deck beibringen",
        "Overlay für einen Stream",
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


# What a screen reader would meet without a name.
UNNAMED = """(() => {
  const kinds = 'button, a, input, select, textarea, [role=button], img, dialog';
  const text = (ids) => (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('');
  return [...document.querySelectorAll(kinds)].filter((each) => {
    if (each.closest('[hidden], [aria-hidden=true]') || each.type === 'hidden') return false;
    const labels = [...(each.labels ?? [])].map((label) => label.textContent).join('');
    const names = [each.getAttribute('aria-label'), each.textContent, each.alt, labels, each.title];
    return ![...names, text(each.getAttribute('aria-labelledby'))].join('').trim();
  }).map((each) => each.outerHTML.slice(0, 120));
})()"""


# How far the box of the outlines is from the box of the camera's picture, in pixels.
APART = """(() => {
  const [a, b] = ['.photo video', '.photo svg'].map((each) => document.querySelector(each).getBoundingClientRect());
  return Math.max(...['left', 'top', 'right', 'bottom'].map((side) => Math.abs(a[side] - b[side])));
})()"""


# Text too pale for its ground (WCAG 2.2, 1.4.3): as it is really drawn, with all that lies under it.
PALE = """(() => {
  const parts = (text) => {
    const found = text.match(/-?[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [...found.slice(0, 3).map((each) => each * scale), found[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3])).concat(1);
  const part = (x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
  const line = (element) => (element ? [...line(element.parentElement), element] : []);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wrong = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const style = getComputedStyle(element);
    if (!texts.currentNode.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip, :disabled, svg, noscript, option')) continue;
    let ground = parts(getComputedStyle(document.body).backgroundColor);
    let strength = 1;
    for (const each of line(element)) {
      const own = getComputedStyle(each);
      strength *= Number(own.opacity);
      ground = over(parts(own.backgroundColor), ground);
    }
    const ink = parts(style.color);
    const drawn = over([...ink.slice(0, 3), ink[3] * strength], ground);
    const [low, high] = [light(drawn), light(ground)].sort((a, b) => a - b);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const said = texts.currentNode.textContent.trim().slice(0, 30);
    if (high / low < (large ? 3 : 4.5)) wrong.push(`${said}: ${(high / low).toFixed(2)}`);
  }
  return wrong;
})()"""


def score_sample(browser: Browser, served: str) -> None:
    browser.open(f"{served}/?{time.monotonic()}#/score")
    browser.until("document.querySelector('.drop button')")
    browser.click("Try the sample picture")


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
    browser.click("pass")
    browser.until("document.body.innerText.includes('Move 2 of 2')")
    browser.click("One move back")
    browser.until("document.body.innerText.includes('Move 1 of 2')")
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


def test_a_table_is_watched_through_the_camera_and_corrected(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?watch#/watch")
    browser.until("document.querySelector('#table-name')")
    browser.run("document.querySelector('#table-name').value = 'Kitchen'")
    browser.click("Open the table")
    browser.until("document.querySelectorAll('.photo .outline.tap').length === 1")
    browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    table = browser.run("location.hash.split('/').at(-1)")
    port = int(served.rsplit(":", 1)[1])
    deadline = time.monotonic() + 40
    while json.loads(ask(port, f"/v1/tables/{table}"))["last"] < 3:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    # A card out of place is marked by more than its colour, and outlines lie on the picture they belong to.
    browser.until("document.querySelector('.photo .tag.k-bad')?.textContent.startsWith('✗')")
    for width, phone in ((300, True), (1280, False)):
        browser.size(width, 860, "light", phone)
        assert browser.run(APART) < 1, "the outlines are not on the picture"
    browser.run("document.querySelector('.photo .outline.tap').focus()")
    browser.key("Enter")
    browser.until("document.querySelector('dialog[open] .pick')")
    assert browser.run(UNNAMED) == []
    # From the chosen card the arrows go through the pack.
    before = browser.run("document.activeElement.getAttribute('aria-label')")
    browser.key("ArrowRight")
    assert browser.run("document.activeElement.getAttribute('aria-label')") != before
    browser.click("It lies face down")
    browser.until("document.querySelector('#toasts').textContent.length > 0")
    browser.until(
        "[...document.querySelectorAll('.commentary li')].some((each) => each.textContent.includes('Corrected'))"
    )
    browser.click("Set zones by hand")
    browser.until("document.querySelector('[data-zone=near]')")
    # Chosen by keyboard, one after the other: the focus stays where it is.
    for name in ("near", "stock"):
        browser.run(f"document.querySelector('[data-zone={name}]').focus()")
        browser.run("document.activeElement.click()")
        assert browser.run("document.activeElement.dataset.zone + document.activeElement.checked") == f"{name}true"
    assert browser.run("document.querySelectorAll('.photo .knob').length") == 8
    browser.open(f"{served}/?stream#/stream/{table}")
    browser.until("document.querySelector('#address')?.value.includes('/overlay?table=')")
    assert browser.run(UNNAMED) == []
    overlay = browser.run("document.querySelector('#address').value")
    browser.size(1920, 1080, "dark")
    browser.open(overlay)
    browser.until("document.querySelector('#overlay .side')")
    pixels = cv2.imdecode(np.frombuffer(browser.picture(transparent=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert pixels.shape == (1080, 1920, 4)
    assert (pixels[:300, :, 3] == 0).all(), "nothing hides the video behind"


def test_a_camera_in_the_network_that_is_not_allowed_is_told(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?network#/watch")
    browser.until("document.querySelector('#table-camera')")
    browser.click("A camera in the network")
    browser.run("document.querySelector('#table-camera').value = ' http://127.0.0.1:9/video '")
    browser.click("Open the table")
    browser.until("document.querySelector('#toasts').textContent.includes('127.0.0.1')")
    assert browser.run("location.hash") == "#/watch"
    browser.complaints[:] = [each for each in browser.complaints if "403" not in each]


def test_a_photo_is_taken_with_the_webcam(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?shutter#/score")
    browser.until("document.querySelector('.drop button')")
    browser.click("Take a photo")
    browser.until("document.querySelector('dialog[open] video')?.videoWidth === 640")
    assert browser.run(UNNAMED) == []
    browser.click("Take the picture")
    browser.until("!document.querySelector('dialog') && document.querySelectorAll('.photo .outline.tap').length === 1")
    name = browser.run("document.querySelector('.photo .outline.tap').getAttribute('aria-label')")
    assert name.startswith(("king of spades", "king of hearts"))


def test_a_deck_is_shown_in_a_video(served: str, browser: Browser, tmp_path: Path) -> None:
    film, text = tmp_path / "spread.webm", tmp_path / "no-film.webm"
    text.write_bytes(b"no film")
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter_fourcc(*"VP80"), 10, (320, 240))
    for number in range(36):
        writer.write(np.full((240, 320, 3), 7 * number, np.uint8))
    writer.release()
    browser.open(f"{served}/?teach#/teach")
    browser.until("document.querySelector('#deck')")
    browser.run("document.querySelector('#deck').value = 'my deck'")
    browser.give("input[accept='video/*']", text)
    browser.until("document.querySelector('#toasts').textContent.includes('no-film.webm')")
    browser.give("input[accept='video/*']", film)
    browser.until("document.querySelectorAll('.thumb img').length === 12")
    browser.until("[...document.querySelectorAll('.thumb img')].every((each) => each.naturalWidth === 320)")
    # The pictures are spread over the film: every one is brighter than the one before.
    assert all(step > 0 for step in np.diff(browser.run(BRIGHTNESS)))
    assert browser.run("document.querySelector('#deck').value") == "my deck"
    assert browser.run(UNNAMED) == []
    browser.click("Teach")
    # There are no cards in it, and the server says so.
    browser.until("document.querySelector('.note.bad')")
    browser.complaints[:] = [each for each in browser.complaints if "422" not in each]


BRIGHTNESS = """[...document.querySelectorAll('.thumb img')].map((image) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data[0];
})"""


def test_the_page_asks_for_a_key_and_takes_the_one_in_the_address(browser: Browser, tmp_path: Path) -> None:
    key = "kz-browser-0123456789"
    environment = os.environ | {"KIBITZ_API_KEYS": key, "KIBITZ_WEIGHTS": str(tmp_path)}
    port = free_port()
    command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--data", str(tmp_path), "--log", "json"]
    server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait(port)
        browser.open(f"http://localhost:{port}/#key={key}")
        browser.until("location.hash === '#/score'")
        assert key not in browser.run("location.href")
        assert browser.run("fetch('/v1/games').then((answer) => answer.status)") == 200
        browser.call("Network.clearBrowserCookies")
        browser.open(f"http://localhost:{port}/?again#/matches")
        browser.until("document.querySelector('dialog[open] #key')")
        browser.run(f"document.querySelector('#key').value = '{key}'")
        browser.click("Open")
        browser.until("document.querySelector('#players')")
        # That the first question was answered 401 is no complaint.
        browser.complaints[:] = [each for each in browser.complaints if "401" not in each]
    finally:
        server.terminate()
        server.wait(30)


def wait(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


needs_weights = pytest.mark.skipif(
    not (weights_folder() / "detector.onnx").is_file(), reason="the weights of the networks are not there"
)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server as it is, with the trained networks."""
    port = free_port()
    data = tmp_path_factory.mktemp("real")
    command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--data", str(data)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait(port)
    yield f"http://localhost:{port}"
    server.terminate()
    server.wait(30)


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
    spent = browser.run(
        "({ bytes: performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0),"
        " paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime })"
    )
    assert 0 < spent["bytes"] < 200_000
    assert spent["paint"] is not None
