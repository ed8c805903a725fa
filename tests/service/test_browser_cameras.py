"""Cameras and videos in a real browser: tables watched and corrected, photos taken, decks shown."""

from __future__ import annotations

import json
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.service.browser import APART, CHROMIUM, PALE, UNNAMED, Browser
from tests.service.servers import ask, faked, free_port, served

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


def test_another_language_leaves_the_camera_on(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?tongue#/watch")
    browser.until("document.querySelector('#table-name')")
    browser.click("Open the table")
    browser.until("document.querySelectorAll('.photo .outline.tap').length === 1")
    browser.run("window.shown = document.querySelector('.photo video').srcObject; 1")
    browser.run("document.querySelector('#language').value = 'de'")
    browser.run("document.querySelector('#language').dispatchEvent(new Event('change'))")
    browser.until("document.querySelector('.panel h2')?.textContent === 'Kommentar'")
    browser.until("document.body.innerText.includes('Zonen von Hand')")
    browser.until("/\\d+ Bild(er)? je Sekunde/.test(document.body.innerText)")
    assert browser.run("document.querySelector('.photo video').srcObject === shown && shown.active")
    assert browser.run(UNNAMED) == []
    browser.run("localStorage.clear()")


def clip(file: Path, frames: int = 36) -> Path:
    """A film that grows brighter."""
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter_fourcc(*"VP80"), 10, (320, 240))
    for number in range(frames):
        writer.write(np.full((240, 320, 3), 7 * number, np.uint8))
    writer.release()
    return file


def test_a_video_that_cannot_be_played_leaves_the_camera_on(served: str, browser: Browser, tmp_path: Path) -> None:
    text = tmp_path / "no-film.mp4"
    text.write_text("no film")
    browser.open(f"{served}/?file#/watch")
    browser.until("document.querySelector('#table-name')")
    browser.click("Open the table")
    browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    live = "document.querySelector('.stage video').srcObject?.active"
    browser.give("main input[type=file]", text)
    browser.until("document.querySelector('.note.bad')?.innerText.includes('no-film.mp4')")
    assert browser.run(live) is True
    assert browser.run(PALE) == []
    # A film that can be played takes the camera's place, and gives it back.
    browser.give("main input[type=file]", clip(tmp_path / "film.webm"))
    browser.until("document.querySelector('.stage video').videoWidth === 320")
    assert browser.run(f"{live} === undefined && !document.querySelector('.note.bad')")
    browser.until("document.body.innerText.includes('Turn the camera on')")
    browser.click("Turn the camera on")
    browser.until(f"{live} && document.querySelector('.stage video').videoWidth === 640")
    browser.until("!document.body.innerText.includes('Turn the camera on')")


def test_a_table_that_is_not_there_is_said_and_not_waited_for(served: str, browser: Browser) -> None:
    for query, said in (("?table=" + "a" * 16, "There is no such table."), ("?lang=de", "Diesen Tisch gibt es nicht.")):
        browser.open(f"{served}/overlay{query}")
        browser.until(f"document.body.innerText.trim() === {json.dumps(said)}")
    browser.complaints[:] = [each for each in browser.complaints if "404" not in each]
    # Nothing is asked for again: what is answered 404 would be complained of.
    time.sleep(3.5)
    browser.run("1")
    assert browser.complaints == []


def test_an_overlay_with_a_wrong_token_is_refused(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, port, KIBITZ_API_KEYS="kz-browser-0123456789", KIBITZ_WEIGHTS=str(tmp_path)):
        browser.open(f"http://localhost:{port}/overlay?table={'a' * 16}&token=wrong")
        browser.until("document.body.innerText.includes('does not show the table')")
        browser.complaints[:] = [each for each in browser.complaints if "401" not in each]


def test_a_table_that_goes_while_it_is_watched_is_said(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with faked(tmp_path / "before", port):
        browser.open(f"http://127.0.0.1:{port}/?gone#/watch")
        browser.until("document.querySelector('#table-name')")
        browser.click("Open the table")
        browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    browser.until("document.body.innerText.includes('Connection lost')")
    with faked(tmp_path / "after", port):
        browser.until("document.body.innerText.includes('There is no such table.')")
        browser.open("about:blank")
        # What was asked of the server while it was away is no complaint.
        browser.complaints.clear()


def give_a_deck(browser: Browser, page: str, folder: Path) -> None:
    """Open the page that teaches decks, and give it a name and a photo."""
    picture = folder / "spread.png"
    cv2.imwrite(str(picture), np.full((240, 320, 3), 90, np.uint8))
    browser.open(page)
    browser.until("document.querySelector('#deck')")
    browser.run("document.querySelector('#deck').value = 'my deck'")
    browser.give("main input[type=file][multiple]", picture)
    browser.until("document.querySelector('.thumb img')?.naturalWidth === 320")


def test_another_language_leaves_the_photos_of_a_deck(served: str, browser: Browser, tmp_path: Path) -> None:
    give_a_deck(browser, f"{served}/?spoken#/teach", tmp_path)
    browser.run("document.querySelector('#language').value = 'de'")
    browser.run("document.querySelector('#language').dispatchEvent(new Event('change'))")
    browser.until("document.querySelector('h1').textContent === 'Ein Deck beibringen'")
    browser.until("document.querySelector('.thumb img')?.naturalWidth === 320")
    assert browser.run("document.querySelector('#deck').value") == "my deck"
    browser.run("localStorage.clear()")


def test_a_photo_of_a_deck_that_shows_little_is_told_and_what_to_do_about_it(
    served: str, browser: Browser, tmp_path: Path
) -> None:
    give_a_deck(browser, f"{served}/?little#/teach", tmp_path)
    shown = [
        {"named": 50, "open": 52, "advice": None},
        {"named": 9, "open": 52, "advice": "9 of 52 open cards could be named."},
    ]
    taught = {"deck": "my deck", "cards": 50, "missing": ["AC"], "errors": {"before": 5, "after": 1}, "pictures": shown}
    answer = "{ status: 201, headers: { 'content-type': 'application/json' } }"
    browser.run(
        f"window.asked = window.fetch; window.fetch = (url, how) => how?.method === 'POST'"
        f" ? Promise.resolve(new Response({json.dumps(json.dumps(taught))}, {answer})) : window.asked(url, how)"
    )
    browser.click("Teach")
    browser.until("document.querySelector('.note.good')")
    note = browser.run("document.querySelector('.note.good').innerText")
    assert "Photo 2: 9 of 52 open cards could be named." in note
    assert "Photo 1" not in note


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
    film, text = clip(tmp_path / "spread.webm"), tmp_path / "no-film.webm"
    text.write_bytes(b"no film")
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
