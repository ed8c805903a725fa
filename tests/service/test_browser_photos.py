"""Many files at once, some of them broken, in a real browser: what is read, what is named, what stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.browser import CHROMIUM, Browser
from tests.service.fakes import DEFENDER, KNOCKER, row
from vision.types import SeenCard

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"), pytest.mark.usefixtures("quiet")]
Shot = Callable[[str, list[SeenCard]], Path]
NOTE = "document.querySelector('main .note.bad')"
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 500

STEPS = """
  window.steps = new Set();
  setInterval(() => steps.add(document.querySelector('main .busy')?.innerText), 2);
"""
"""What is said while photos are read."""

DROP = """(() => {
  const dropped = new DataTransfer();
  for (const [name, type] of FILES) dropped.items.add(new File(['x'], name, { type }));
  const event = new DragEvent(KIND, { dataTransfer: dropped, bubbles: true, cancelable: true });
  document.querySelector(WHERE).dispatchEvent(event);
  return event.defaultPrevented;
})()"""


def drop(page: Browser, where: str, kind: str = "drop", *names: str) -> bool:
    """Let files of these names go over an element; whether the browser is kept from opening them."""
    files = json.dumps([[name, "image/jpeg" if name.endswith(".jpg") else "text/plain"] for name in names])
    script = DROP.replace("FILES", files).replace("KIND", json.dumps(kind)).replace("WHERE", json.dumps(where))
    return bool(page.run(script))


def test_broken_files_take_no_photos_place_and_each_is_named(page: Browser, shot: Shot, tmp_path: Path) -> None:
    broken = []
    for number in range(4):
        broken.append(tmp_path / f"broken{number}.jpg")
        broken[-1].write_text("no picture")
    notes, phone = tmp_path / "notes.txt", tmp_path / "phone.heic"
    notes.write_text("no picture either")
    phone.write_bytes(HEIC)
    hands = [shot("first.png", row(KNOCKER, 300)), shot("second.png", row(DEFENDER, 300))]
    more = [shot(f"more{number}.png", row(KNOCKER, 300)) for number in range(3)]
    steps = "new Set()"
    page.run(
        f"window.steps = {steps}; setInterval(() => steps.add(document.querySelector('main .busy')?.innerText), 2); 1"
    )
    page.give(".drop input[type=file]", *broken[:2], notes, phone, *broken[2:], *hands, *more)
    page.until("document.querySelectorAll('main .photo').length === 2")
    lines = page.run(f"[...{NOTE}.querySelectorAll('p')].map((each) => each.textContent)")
    assert lines[0] == "notes.txt: That is not a picture."
    assert [line.split(":")[0] for line in lines[1:6]] == [
        "broken0.jpg",
        "broken1.jpg",
        "phone.heic",
        "broken2.jpg",
        "broken3.jpg",
    ]
    assert lines[6] == ("more0.png, more1.png, more2.png: Two photos at most are scored together; these were left out.")
    # Of a heap of them not all stand above the hands.
    assert page.run(f"{NOTE}.querySelector('summary').textContent") == "3 more"
    assert any("of 10" in step for step in page.run("[...steps].filter(Boolean)"))
    # Both hands are read; what was said of the files is said until other photos come.
    page.until("document.querySelectorAll('main .hand-head').length === 2")
    page.click("Another photo")
    page.until(f"!{NOTE}")


def test_files_that_are_no_pictures_are_named(page: Browser, tmp_path: Path) -> None:
    files = [tmp_path / "notes.txt", tmp_path / "list.csv"]
    for each in files:
        each.write_text("no picture")
    page.give(".drop input[type=file]", *files)
    page.until(f"{NOTE}?.innerText === 'notes.txt, list.csv: These are not pictures.'")


def test_without_the_server_the_others_are_not_tried_and_named(page: Browser, shot: Shot) -> None:
    page.run("window.asked = fetch; window.fetch = () => Promise.reject(new TypeError('away')); 1")
    page.give(".drop input[type=file]", *(shot(f"{number}.png", row(KNOCKER, 300)) for number in range(3)))
    page.until(f"{NOTE}")
    lines = page.run(f"[...{NOTE}.querySelectorAll('p')].map((each) => each.textContent)")
    assert lines[0].startswith("0.png: The server cannot be reached")
    assert lines[1] == "1.png, 2.png: These were not tried."
    page.run("window.fetch = asked; 1")


def test_a_photo_let_go_anywhere_is_taken_and_never_opened_in_place_of_the_page(page: Browser, shot: Shot) -> None:
    page.give(".drop input[type=file]", shot("knock.png", row(KNOCKER, 300)))
    page.until("document.querySelector('main .verdict')")
    assert drop(page, "h1", "dragover", "dropped.jpg")
    assert drop(page, "h1", "drop", "dropped.jpg")
    page.until(f"{NOTE}?.innerText.startsWith('dropped.jpg: ')")
    assert page.run("document.querySelectorAll('main .photo').length") == 1
    # Over a dialog, and where no photos are taken, nothing is.
    page.run("document.querySelector('main [data-card]').click()")
    page.until("document.querySelector('dialog[open]')")
    assert drop(page, "dialog", "drop", "other.jpg")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    assert "other.jpg" not in page.run(f"{NOTE}.innerText")
    page.run("location.hash = '#/matches'")
    page.until("document.querySelector('#players')")
    assert drop(page, "h1", "dragover", "dropped.jpg")
    assert drop(page, "#players", "drop", "dropped.jpg")
    # Words go where they are let go.
    assert not drop(page, "#players", "drop")


def test_photos_that_come_while_others_are_read_lose_nothing(page: Browser, shot: Shot) -> None:
    page.run(
        "window.asked = fetch; window.held = new Promise((go) => { window.go = go; });"
        "window.fetch = async (...what) => { await held; return asked(...what); }; 1"
    )
    assert drop(page, "h1", "drop", "first.jpg")
    assert drop(page, "h1", "drop", "second.jpg", "third.txt")
    page.run("window.fetch = asked; go(); 1")
    page.until(f"{NOTE}?.querySelectorAll('p').length === 3")
    assert all(name in page.run(f"{NOTE}.innerText") for name in ("first.jpg", "second.jpg", "third.txt"))


def test_photos_of_a_deck_that_are_none_or_too_many_are_named(page: Browser, shot: Shot, tmp_path: Path) -> None:
    notes, phone = tmp_path / "notes.txt", tmp_path / "phone.heic"
    notes.write_text("no picture")
    phone.write_bytes(HEIC)
    page.run("location.hash = '#/teach'")
    page.until("document.querySelector('#deck')")
    page.run("document.querySelector('#deck').value = 'mine'")
    page.run(
        "[...document.querySelectorAll('main button')].find((each) => each.textContent === 'Choose photos').focus()"
    )
    page.give("main input[type=file]", notes, phone, *(shot(f"{number}.png", []) for number in range(13)))
    page.until(f"{NOTE}")
    # Whether HEIC can be read is the server's to say.
    assert page.run("[...document.querySelectorAll('.thumb img')].map((each) => each.alt)") == [
        "phone.heic",
        *(f"{number}.png" for number in range(11)),
    ]
    assert page.run(f"[...{NOTE}.querySelectorAll('p')].map((each) => each.textContent)") == [
        "notes.txt: That is not a picture.",
        "11.png, 12.png: Twelve pictures at most teach a deck; these were left out.",
    ]
    assert page.run("document.querySelector('#deck').value") == "mine"
    assert page.run("document.activeElement.textContent") == "Choose photos"
    page.run("document.querySelector('.thumb button').click()")
    page.until("document.querySelectorAll('.thumb').length === 11")
    assert drop(page, "h1", "drop", "dropped.jpg")
    page.until("document.querySelectorAll('.thumb').length === 12")
