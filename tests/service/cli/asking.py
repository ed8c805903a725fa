"""`kibitz` asked as from a shell: what it prints, what its JSON says, how it refuses."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from service.cli.main import kibitz


def run(*arguments: object, status: int = 0) -> Result:
    result = CliRunner().invoke(kibitz, list(map(str, arguments)))
    assert result.exit_code == status, result.output
    return result


def told(*arguments: object, status: int = 0) -> Any:
    result = run(*arguments, "--json", status=status)
    assert result.stderr == "", result.stderr
    return json.loads(result.stdout)


def refused(*arguments: object) -> str:
    result = run(*arguments, status=2)
    assert result.stdout == "", result.stdout
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr
