"""Pages that are left, and tables that others watch, film or close, in a real browser."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.service.browser import CHROMIUM, PALE, UNNAMED, Browser
from tests.service.fakes import Scenes, seen
from tests.service.servers import ask

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]

TEXT = "document.querySelector('main').innerText"

PROMPT = """
  window.streams = [];
  window.prompts = [];
  window.given = MediaDevices.prototype.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (how) => new Promise((resolve, reject) => {
    prompts.push(() => given(how).then((stream) => { streams.push(stream); resolve(stream); }, reject));
  });
  1
"""
"""The camera is given only when the test says so, as where a user is still being asked."""

LIVE = "streams.flatMap((each) => each.getTracks()).filter((each) => each.readyState === 'live').length"


def tongue(browser: Browser, lang: str) -> None:
    browser.run(f"document.querySelector('#language').value = '{lang}'")
    browser.run("document.querySelector('#language').dispatchEvent(new Event('change'))")


def allow(browser: Browser) -> None:
    """Give the camera to all that asked for it, and wait a moment for what is done with it."""
    browser.run(
        "Promise.all(prompts.splice(0).map((each) => each())).then(() => new Promise((d) => setTimeout(d, 200)))"
    )


def opened(served: str, **more: Any) -> dict[str, Any]:
    port = int(served.rsplit(":", 1)[1])
    return json.loads(ask(port, "/v1/tables", {"game": "gin", **more}))  # type: ignore[no-any-return]


def at(served: str, path: str, body: Any = None) -> Any:
    return json.loads(ask(int(served.rsplit(":", 1)[1]), path, body))


def frames(served: str, table: str) -> Any:
    return connect(f"{served.replace('http', 'ws')}/v1/tables/{table}/frames")


def picture() -> bytes:
    return Scenes().picture([seen("5H", 100, 100)], ".jpg")


def test_a_camera_that_is_given_after_the_page_was_left_goes_off(served: str, browser: Browser) -> None:
    table = opened(served)["id"]
    browser.open(f"{served}/?left#/matches")
    browser.until("document.querySelector('#players')")
    browser.run(PROMPT)
    browser.run(f"location.hash = '#/watch/{table}'")
    browser.until("prompts.length === 1")
    browser.run("location.hash = '#/matches'")
    browser.until("document.querySelector('#players')")
    allow(browser)
    assert browser.run(f"[streams.length, {LIVE}]") == [1, 0]
    assert not at(served, f"/v1/tables/{table}")["fed"]
    # Another language meanwhile asks for no second camera.
    browser.run(f"location.hash = '#/watch/{table}'")
    browser.until("prompts.length === 1")
    tongue(browser, "fr")
    browser.until(f"{TEXT}.includes('Commentaire')")
    tongue(browser, "en")
    browser.until(f"{TEXT}.includes('Commentary')")
    assert browser.run("prompts.length") == 1
    allow(browser)
    assert browser.run(LIVE) == 1
    browser.run("location.hash = '#/score'")
    browser.until("document.querySelector('.drop')")
    assert browser.run(LIVE) == 0
    # A photo that is not wanted any more when the camera is given.
    browser.click("Take a photo")
    browser.until("prompts.length === 1")
    browser.click("Close")
    allow(browser)
    assert browser.run(LIVE) == 0
    # A dialog with a camera goes with its page, however the page is left.
    browser.click("Take a photo")
    browser.until("prompts.length === 1")
    allow(browser)
    assert browser.run(LIVE) == 1
    browser.run("location.hash = '#/teach'")
    browser.until(f"{LIVE} === 0 && !document.querySelector('dialog')")


def test_an_answer_for_a_page_that_was_left_is_not_shown(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?late#/score")
    browser.until("document.querySelector('.drop')")
    browser.run("""
      window.asked = window.fetch;
      window.fetch = async (path, how) => {
        const answer = await asked(path, how);
        if (String(path).startsWith('/v1/matches')) await new Promise((done) => { window.late = done; });
        return answer;
      };
      1
    """)
    browser.run("location.hash = '#/matches'")
    browser.until("window.late")
    browser.run("location.hash = '#/teach'")
    browser.until("document.querySelector('#deck')")
    browser.run("late(); new Promise((done) => setTimeout(done, 150))")
    assert browser.run("Boolean(document.querySelector('#deck')) && !document.querySelector('#players')")


def test_a_page_that_does_not_load_is_tried_again(served: str, browser: Browser) -> None:
    browser.open(f"{served}/?away#/score")
    browser.until("document.querySelector('.drop')")
    browser.call("Network.enable")
    browser.call(
        "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1
    )
    browser.run("location.hash = '#/teach'")
    browser.until(f"{TEXT}.includes('The server cannot be reached')")
    browser.call(
        "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
    )
    browser.click("Try again")
    browser.until("document.querySelector('#deck')")
    browser.complaints.clear()


def test_who_comes_to_look_cuts_nobody_off(served: str, browser: Browser) -> None:
    table = opened(served, name="Kitchen")["id"]
    with frames(served, table) as camera:
        camera.send(picture())
        camera.recv()
        browser.open(f"{served}/?look#/watch/{table}")
        browser.until(f"{TEXT}.includes('Another camera films this table.')")
        browser.until("document.querySelector('.stage img').naturalWidth === 640")
        browser.until("document.querySelectorAll('.photo .outline.tap').length === 1")
        assert browser.run("document.querySelector('.stage video').srcObject") is None
        camera.send(picture())
        assert json.loads(camera.recv())["type"] == "seen", "still connected"
        assert browser.run(UNNAMED) == []
        browser.click("Use this camera instead")
        browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
        with pytest.raises(ConnectionClosed) as closed:
            camera.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000
    # And the other way round: who is taken over from looks on, with its camera off.
    with frames(served, table) as camera:
        browser.until(f"{TEXT}.includes('Another camera has taken over')")
        assert browser.run("document.querySelector('.stage video').srcObject") is None
        camera.send(picture())
        camera.recv()
        browser.until("!document.querySelector('.stage img').hidden")
        browser.until(f"{TEXT}.includes('Use this camera instead')")
    browser.until(f"{TEXT}.includes('No camera films this table now.')")
    browser.click("Turn the camera on")
    browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    # Closed by somebody else: the camera goes off.
    at(served, f"/v1/tables/{table}/close", {})
    browser.until(f"{TEXT}.includes('The table is closed.')")
    assert browser.run("document.querySelector('.stage video').srcObject") is None


def test_zones_are_kept_while_frames_come_and_words_change(served: str, browser: Browser) -> None:
    table = opened(served)["id"]
    browser.open(f"{served}/?zones#/watch/{table}")
    browser.until("/\\d+ pictures? a second/.test(document.body.innerText)")
    browser.click("Set zones by hand")
    pressed = "[...document.querySelectorAll('[aria-pressed=true]')].map((each) => each.textContent)"
    assert "Set zones by hand" in browser.run(pressed)
    browser.run("document.querySelector('[data-zone=stock]').click(); document.querySelector('.knob').focus()")
    browser.key("ArrowRight")
    moved = browser.run("document.querySelector('.knob').getAttribute('cx')")
    shown = browser.run("document.querySelector('.status').textContent.length && performance.now()")
    browser.until(f"performance.now() > {shown} + 700")
    assert browser.run("document.activeElement.matches('.knob')")
    tongue(browser, "de")
    browser.until(f"{TEXT}.includes('Kommentar')")
    assert browser.run("document.querySelector('.knob').getAttribute('cx')") == moved
    assert browser.run("document.querySelector('[data-zone=stock]').checked")
    browser.run("document.activeElement.blur()")
    tongue(browser, "en")
    browser.until(f"{TEXT}.includes('Leave as it was')")
    browser.run("window.asked = window.fetch; window.fetch = () => Promise.reject(new TypeError('away')); 1")
    browser.click("Use these zones")
    browser.until(f"{TEXT}.includes('cannot be reached')")
    assert browser.run("document.querySelectorAll('.photo .knob').length") == 4
    browser.run("window.fetch = asked; 1")
    browser.click("Use these zones")
    browser.until("document.querySelector('[role=alert] .note')?.innerText.startsWith('The zone discards is missing')")
    browser.run("document.querySelector('[data-zone=discard]').click()")
    # A shape that is none is marked while it is drawn; the refusal stays beside it, in the page's language.
    browser.run("window.sides = () => document.querySelectorAll('.photo .outline.k-bad').length; 1")
    assert browser.run("sides()") == 0
    browser.run(
        "[...document.querySelectorAll('.knob')].find((each) => each.ariaLabel === 'discards, corner 1').focus()"
    )
    for _ in range(40):
        browser.key("ArrowDown")
    assert browser.run("sides()") == 1
    tongue(browser, "fr")
    browser.until(f"{TEXT}.includes('Utiliser ces zones')")
    browser.click("Utiliser ces zones")
    browser.until("document.querySelector('[role=alert] .note')?.innerText.startsWith('La zone défausse : ses quatre')")
    assert browser.run("document.querySelectorAll('.photo .knob').length") == 8
    tongue(browser, "en")
    browser.until(f"{TEXT}.includes('Leave as it was')")
    browser.run("for (const each of [1, 2]) document.querySelector('[data-zone=discard]').click()")
    browser.click("Use these zones")
    browser.until("!document.querySelector('.knob')")
    assert "Set zones by hand" not in browser.run(pressed)
    browser.forgiven = ("422",)


LATER = """
  const asked = window.fetch;
  const later = () => new Promise((done) => setTimeout(done, 400));
  window.fetch = async (...all) => { const answer = await asked(...all); await later(); return answer; };
"""


def test_an_overlay_says_that_its_table_is_closed(served: str, browser: Browser) -> None:
    table = opened(served, lang="fr")
    with frames(served, table["id"]) as camera:
        camera.send(Scenes().picture([seen("5H", 100, 100)], ".jpg"))
        camera.recv()
    browser.open(f"{served}/overlay?table={table['id']}&token={table['watch_token']}")
    browser.until("document.documentElement.lang === 'fr'")
    # What the last event makes the overlay ask for comes after the word that the table is closed.
    browser.run(LATER)
    at(served, f"/v1/tables/{table['id']}/close", {})
    # What is hidden has its text all the same.
    said = "document.querySelector('.lost:not([hidden])')?.innerText === 'La table est fermée.'"
    browser.until(said)
    time.sleep(1.5)
    assert browser.run(said), "the server is not asked for more"


def test_the_overlay_of_the_newest_table_goes_from_one_to_the_next(served: str, browser: Browser) -> None:
    for each in at(served, "/v1/tables")["tables"]:
        at(served, f"/v1/tables/{each['id']}/close", {})
    browser.open(f"{served}/?newest#/stream")
    browser.until("document.querySelector('#address')?.value.includes('table=newest')")
    assert browser.run(UNNAMED) == []
    assert browser.run(PALE) == []
    overlay = browser.run("document.querySelector('#address').value")
    browser.open(overlay)
    browser.until("document.querySelector('.lost').innerText === 'No table is open.'")
    for card in ("5H", "6S"):
        table = opened(served)["id"]
        with frames(served, table) as camera:
            camera.send(Scenes().picture([seen(card, 100, 100)], ".jpg"))
            camera.recv()
            browser.until("document.querySelector('.lost').hidden")
        at(served, f"/v1/tables/{table}/close", {})
        browser.until("document.querySelector('.lost').innerText === 'No table is open.'")
    browser.open("about:blank")
    browser.complaints[:] = [each for each in browser.complaints if "404" not in each]
    # A closed table has no address any more: that is said, and another's is given.
    browser.open(f"{served}/?gone#/stream/{table}")
    browser.until(f"{TEXT}.includes('That table is closed.')")
