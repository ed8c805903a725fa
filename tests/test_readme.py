"""What the README shows is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.load import NETWORKS, weights_folder

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.skipif(
    not all((weights_folder() / name).is_file() for name in NETWORKS),
    reason="no trained weights here",
)
def test_the_library_is_used_as_the_readme_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(README.parent)
    exec(compile(program, "README.md", "exec"), {})  # the README's own lines
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 11
    assert told[-1] == program.splitlines()[-1].removeprefix("# ")


def test_the_pictures_it_names_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    for name in re.findall(r"service/samples/[\w.]+", text):
        assert (README.parent / name).is_file(), name
