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


@pytest.mark.parametrize("text", ["", "Game: trash\n\n"])
def test_a_record_and_an_empty_file_may_be(tmp_path: Path, text: str) -> None:
    record = tmp_path / "record.txt"
    record.write_text(text)
    check_writable(record)


def test_the_further_stretches_of_a_record_step_over_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, folder, before = (tmp_path / f"match-{number}.txt" for number in (2, 3, 4))
    notes.write_text("my notes")
    folder.mkdir()
    before.write_text("Game: gin\n")
    assert write(tmp_path / "match.txt", ["Game: trash\n1", "Game: trash\n2", "Game: trash\n3"], "en")
    assert notes.read_text() == "my notes"
    assert [(tmp_path / f"match{end}.txt").read_text()[-1] for end in ("", "-4", "-5")] == ["1", "2", "3"]
    assert "match-4.txt" in capsys.readouterr().err
