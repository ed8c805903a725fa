"""The command `kibitz` itself: its commands, how it reports, and what it does not import."""

import json
import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from rules.errors import RulesError
from service.cli.main import COMMANDS, LazyGroup, kibitz

HEAVY = ("cv2", "numpy", "onnxruntime", "fastapi", "torch", "sqlalchemy")


def run(*arguments):
    return CliRunner().invoke(kibitz, arguments)


def imported(*arguments):
    """The heavy modules a command imports, in a process of its own; and its exit status."""
    program = (
        "import sys\n"
        "from service.cli.main import kibitz\n"
        "try:\n    kibitz(sys.argv[1:])\n"
        "except SystemExit as end:\n    print('status', end.code or 0, file=sys.stderr)\n"
        f"print('heavy', [name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return ran.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["score", "--help"],
        ["score", "bus", "--hand", "AS KS 5H", "--hand", "7C 7D 8H"],
        ["score", "ace", "--card", "KH", "--card", "3S", "--json"],
        ["score", "gin", "--hand", "AS AD AC 4H 5H 6H 9C 10C JC 2D"],
        ["check", "trash", "--layout", "AS ?? 3H JD"],
    ],
)
def test_help_and_typed_cards_import_nothing_heavy(arguments):
    told = imported(*arguments)
    assert "heavy []" in told
    assert "status 0" in told


def test_help_names_every_command_without_importing_it():
    result = run("--help")
    assert result.exit_code == 0
    for name, (_, text) in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert text in " ".join(result.stdout.split())


def test_every_command_of_the_table_is_there():
    with click.Context(kibitz) as context:
        for name in ("score", "check", "read"):
            assert kibitz.get_command(context, name).name == name


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["frobnicate"], "kibitz: No such command 'frobnicate'."),
        (["score", "poker"], "kibitz score: No such command 'poker'."),
        (["score", "gin", "--knock-limt", "3"], "kibitz score gin: No such option"),
        (["score", "bus", "--lives", "many"], "kibitz score bus: Invalid value for '--lives'"),
        (["score", "bus"], "kibitz: give a photo, or --hand for every hand"),
        (["read", "--threads", "9" * 20, "x.jpg"], "kibitz read: Invalid value for '--threads'"),
        (["doctor", "--threads", "9" * 20], "kibitz doctor: Invalid value for '--threads'"),
        (["evaluate", "--threads", "9" * 20, "x"], "kibitz evaluate: Invalid value for '--threads'"),
        (["teach", "x", "--seconds", "nan"], "kibitz teach: Invalid value for '--seconds': 'nan' is not a number"),
        (["watch", "--fps", "nan"], "kibitz watch: Invalid value for '--fps': 'nan' is not a number"),
    ],
)
def test_whatever_is_wrong_is_one_line_on_stderr_and_status_2(arguments, line):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_a_command_that_needs_what_is_not_installed_says_so():
    group = LazyGroup("kibitz", lazy={"far": ("no_such_library.far:far", ""), "near": ("service.no_such:x", "")})
    result = CliRunner().invoke(group, ["far"])
    assert (result.exit_code, result.stderr) == (2, "kibitz: far needs no_such_library, which is not installed\n")
    result = CliRunner().invoke(group, ["near"])
    assert (result.exit_code, result.stderr) == (
        2,
        "kibitz: near works only from a checkout (no service.no_such here)\n",
    )


def failing(error):
    @click.command()
    def fails():
        raise error

    group = LazyGroup("kibitz")
    group.add_command(fails)
    return CliRunner().invoke(group, ["fails"])


def test_what_the_rules_refuse_is_unusable_input():
    result = failing(RulesError("bus.over"))
    assert (result.exit_code, result.stderr) == (2, "kibitz: The game is over.\n")


def test_an_interrupted_command_ends_with_130():
    assert failing(KeyboardInterrupt()).exit_code == 130


def test_mistakes_of_the_program_are_not_hidden_and_do_not_say_illegal():
    result = failing(ZeroDivisionError())
    assert result.exit_code == 70
    assert "ZeroDivisionError" in result.stderr


def test_what_the_system_refuses_is_one_line():
    result = failing(PermissionError(13, "Permission denied", "there.txt"))
    assert (result.exit_code, result.stderr) == (2, "kibitz: there.txt: Permission denied\n")


def shell(*arguments, **options):
    program = [sys.executable, "-m", "service", *arguments]
    return subprocess.run(program, check=False, **{"stderr": subprocess.PIPE} | options)


WRONG = ["check", "trash", "--layout", "AS ?? 4H JD"]


@pytest.mark.parametrize("arguments", [WRONG, [*WRONG, "--json"], ["--help"]])
def test_a_pipe_that_nobody_reads_ends_the_command_quietly(arguments):
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as pipe:
        result = shell(*arguments, stdout=pipe)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
def test_a_full_disk_is_unusable_not_illegal():
    with open("/dev/full", "wb") as full:
        result = shell(*WRONG, stdout=full)
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to write to")
def test_a_line_that_cannot_be_told_leaves_the_status():
    with open("/dev/full", "wb") as full:
        assert shell("frobnicate", stdout=subprocess.PIPE, stderr=full).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="file descriptors are closed as a shell does")
@pytest.mark.parametrize(("arguments", "status"), [(["--version"], 0), (WRONG, 1), (["frobnicate"], 2)])
def test_started_without_a_stdout_the_status_still_says_it(arguments, status):
    ran = shell(*arguments, stdout=None, preexec_fn=lambda: os.close(1))
    assert ran.returncode == status
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_signs_that_a_console_lacks_are_written_with_others(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    result = shell(*WRONG, stdout=subprocess.PIPE, env=environment)
    assert result.returncode == 1
    # Code page 437 has suits of its own, as control characters, which Python does not write.
    assert b"4H does not belong in slot 3" in result.stdout
    assert shell("check", "trash", "--help", stdout=subprocess.PIPE, env=environment).returncode == 0


def test_without_arguments_the_help_is_shown():
    result = run()
    assert result.exit_code == 2
    assert "Usage: kibitz" in result.stdout


def test_version():
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("kibitz ")


def test_more_packs_than_can_be_told_apart_are_refused():
    result = run("score", "bus", "no.jpg", "--packs", "9")
    assert result.exit_code == 2
    assert "up to 8 packs" in result.stderr


def test_python_m_service_is_the_same_command():
    ran = subprocess.run(
        [sys.executable, "-m", "service", "score", "ace", "--card", "KH", "--card", "3S", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["losers"] == [1]


@pytest.mark.parametrize("packs", ["0", "x", "-1", "1.5"])
def test_packs_that_are_none_are_refused(packs):
    result = run("score", "bus", "no.jpg", "--packs", packs)
    assert result.exit_code == 2
    assert "neither a number of packs nor auto" in result.stderr
