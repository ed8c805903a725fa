"""The page as files: complete in three languages, safe under its policy, small, and nothing fetched from elsewhere."""

from __future__ import annotations

import io
import json
import re
import tarfile
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rules.cards import CARDS

PAGE = Path(str(files("service.page")))
SCRIPTS = sorted((PAGE / "js").glob("*.js"))
LOCALES = {
    lang: json.loads((PAGE / "locales" / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "fr", "de")
}
FIRST_PAINT = ("/", "/css/base.css", "/css/parts.css", "/js/app.js", "/js/dom.js", "/js/i18n.js", "/js/api.js",
               "/js/cards.js", "/js/score.js", "/js/corrections.js", "/js/drop.js", "/js/gamechoice.js",
               "/js/intake.js", "/js/notes.js", "/js/photo.js", "/js/tally.js",
               "/js/picker.js", "/js/options.js", "/js/showdown.js",
               "/js/shutter.js", "/locales/en.json", "/img/icon.svg")  # fmt: skip


def test_every_language_has_the_same_words_with_the_same_places() -> None:
    places = {
        lang: {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in words.items()}
        for lang, words in LOCALES.items()
    }
    assert places["fr"] == places["en"]
    assert places["de"] == places["en"]
    assert all(text.strip() for words in LOCALES.values() for text in words.values())


def test_every_word_the_scripts_use_is_there() -> None:
    words = set(LOCALES["en"])
    plural = {key.rsplit(".", 1)[0] for key in words if key.endswith((".one", ".other"))}
    used = set()
    for script in [*SCRIPTS, *PAGE.glob("*.html")]:
        text = script.read_text(encoding="utf-8")
        used |= set(re.findall(r"\bt\('([\w .]+)'", text)) | set(re.findall(r'data-t(?:-label)?="([\w.]+)"', text))
    assert used
    assert {key for key in used if key not in words | plural} == set()


@pytest.mark.parametrize("name", ["suit", "rank"])
def test_every_card_has_a_name_to_be_said(name: str) -> None:
    values = {str(getattr(card, name).symbol if name == "rank" else getattr(card, name).value) for card in CARDS}
    assert all(f"{name}.{value}" in LOCALES["de"] for value in values)


def test_the_first_page_asks_for_all_its_scripts_at_once() -> None:
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    named = set(re.findall(r'(?:modulepreload" href|type="module" src)="/js/(\w+\.js)"', text))
    needed, waiting = set(), ["app.js", "score.js"]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += re.findall(r"^import .* from '\./(\w+\.js)'", (PAGE / "js" / name).read_text("utf-8"), re.M)
    assert named == needed


@pytest.mark.parametrize("file", [*PAGE.glob("*.html")], ids=lambda file: file.name)
def test_pages_hold_no_script_no_style_and_nothing_from_elsewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)
    assert re.search(r'<html lang="\w+">', text)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_scripts_make_no_markup_from_text(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


def test_the_first_page_weighs_little(client: TestClient) -> None:
    sent = 0
    for path in FIRST_PAINT:
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, path
        sent += int(answer.headers["content-length"])
    assert sent < 200_000
    assert sent < 60_000, "it weighed 40 kB when it was made"


def test_a_page_that_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    tag = client.get("/js/app.js").headers["etag"]
    again = client.get("/js/app.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/", "/overlay", "/docs", "/source", "/manifest.webmanifest"])
def test_pages_have_their_addresses(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_every_game_has_a_sample_picture_of_its_own(client: TestClient) -> None:
    named = {name for script in SCRIPTS for name in re.findall(r"sample: '(/img/\w+\.jpg)'", script.read_text("utf-8"))}
    assert len(named) == 4
    pictures = [client.get(name) for name in sorted(named)]
    assert [answer.headers["content-type"] for answer in pictures] == ["image/jpeg"] * 4
    assert len({answer.content for answer in pictures}) == 4
    # They are asked for on a phone too.
    assert all(len(answer.content) < 500_000 for answer in pictures)


def test_the_source_is_offered(client: TestClient) -> None:
    assert "/source.tar.gz" in client.get("/source").text
    with tarfile.open(fileobj=io.BytesIO(client.get("/source.tar.gz").content)) as archive:
        names = archive.getnames()
    assert {"kibitz/rules/cards.py", "kibitz/service/api/app.py", "kibitz/service/page/js/app.js"} <= set(names)
    assert not [name for name in names if ".." in name or name.startswith("/") or name.endswith((".pyc", ".onnx"))]
