"""Cameras and videos in a real browser: tables watched and corrected, photos taken, decks shown."""

from __future__ import annotations

import json
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.service.browser import APART, CHROMIUM, UNNAMED, Browser
from tests.service.servers import ask

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]


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
