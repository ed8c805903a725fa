"""Where a watched match may be written."""

from pathlib import Path

import pytest

from service.cli.options import Unusable
from service.cli.recording import check_writable, write


def test_a_file_that_is_no_record_is_not_written_over(tmp_path: Path) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(Unusable, match=r"hand\.jpg: holds something that is no record"):
        check_writable(photo)
    assert photo.read_bytes() == b"\xff\xd8\xff\xe0"


@pytest.mark.parametrize(
    "text", ["table of contents", "pile of books\n", "shown\n", "turn 5H left\n", "pile", "# 5H\n"]
)
def test_neither_is_one_that_only_begins_like_a_record(tmp_path: Path, text: str) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text(text)
    with pytest.raises(Unusable, match="holds something that is no record"):
        check_writable(notes)
    assert notes.read_text() == text


SEEN = ("pile 5H  # The discard pile starts.\npile ??  # A knock.\n", "pile --  # Unknown.\n", "table 5H 8?/9C --\n")
SHOWN = ("turn 5H 6H 7H  # One was changed.\n", "shown 5H 6H 7H / 8C up ??  # Points.\n", "shown AS .. KD  # Lost.\n")


@pytest.mark.parametrize("text", ["", "Game: trash\n\n", *SEEN, *SHOWN])
def test_a_record_and_an_empty_file_may_be(tmp_path: Path, text: str) -> None:
    record = tmp_path / "record.txt"
    record.write_text(text)
    check_writable(record)


STRETCHES = ["Game: trash\n1\n", "Game: trash\n2\n", "Game: trash\n3\n"]


def test_the_further_stretches_of_a_record_step_over_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, folder, before = (tmp_path / f"match-{number}.txt" for number in (2, 3, 4))
    notes.write_text("my notes")
    folder.mkdir()
    before.write_text("Game: gin\n")
    assert write(tmp_path / "match.txt", STRETCHES, "en")
    assert (notes.read_text(), before.read_text()) == ("my notes", "Game: gin\n")
    assert [(tmp_path / f"match{end}.txt").read_text()[12] for end in ("", "-5", "-6")] == ["1", "2", "3"]
    assert "match-5.txt" in capsys.readouterr().err


def test_what_an_older_record_went_on_with_goes_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    # Asked for by name, or of another record: none of these goes on with this one.
    others = {
        "match-2.txt": "Game: gin\n",
        "match-3.txt": "Game: trash\n# stretch 3 of notch.txt\n",
        "match-04.txt": "Game: trash\n# stretch 4 of match.txt\n",
        "match-5.md": "Game: trash\n# stretch 5 of match.txt\n",
        "match-6.txt": "my notes\n# stretch 6 of match.txt\n",
        "match-7.txt": "Game: trash\n# stretch 7 of match.txt\n1. my own\n",
    }
    for name, text in others.items():
        (tmp_path / name).write_text(text)
    assert write(path, STRETCHES, "en")
    assert {each.name for each in tmp_path.iterdir()} == {"match.txt", "match-4.txt", "match-5.txt", *others}
    # One stretch fewer, then none further.
    assert write(path, STRETCHES[:2], "en")
    assert {each.name for each in tmp_path.iterdir()} == {"match.txt", "match-4.txt", *others}
    capsys.readouterr()
    assert write(path, STRETCHES[:1], "de")
    assert {each.name for each in tmp_path.iterdir()} == {"match.txt", *others}
    assert f"Gelöscht, weil die Aufzeichnung, die sie fortsetzten, ersetzt ist: {tmp_path / 'match-4.txt'}." in (
        capsys.readouterr().err
    )
    assert {name: (tmp_path / name).read_text() for name in others} == others


def test_of_an_older_record_nothing_goes_where_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.txt"
    assert write(path, STRETCHES, "en")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert not write(path, STRETCHES[:1], "en")
    assert (tmp_path / "match-3.txt").exists()


def test_a_name_too_long_for_a_second_stretch_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / ("m" * 251 + ".txt")
    assert not write(path, STRETCHES[:2], "en")
    assert path.read_text() == STRETCHES[0]
    assert STRETCHES[1] in capsys.readouterr().err
