"""Where a watched match may be written."""

from pathlib import Path

import pytest

from service.cli.options import Unusable
from service.cli.recording import check_writable


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
