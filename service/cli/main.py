"""The command ``kibitz`` itself: which commands there are, where each lives, and how all of them report what is wrong.

Commands are imported only when used, so that ``kibitz --help`` and everything typed in cards starts without the
libraries that reading a picture takes.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from service.cli.encoding import print_all

COMMANDS = {
    "read": ("service.cli.read:read", "Name every card in pictures."),
    "score": ("service.cli.score:score", "Score hands, from photos or typed in."),
    "check": ("service.cli.check:check", "Say whether a table or a move is legal."),
    "watch": ("service.cli.watch:watch", "Follow a game through a camera or a video."),
    "serve": ("service.cli.serve:serve", "Serve the web page, the HTTP API and live tables."),
    "evaluate": ("service.cli.evaluate:evaluate", "Measure reading on a folder of labelled pictures."),
    "teach": ("service.cli.teach:teach", "Show Kibitz a deck of your own."),
    "doctor": ("service.cli.doctor:doctor", "Look at cameras, weights and speed on this machine."),
    "train": ("service.cli.train:train", "Train the networks (from a checkout)."),
    "paint": ("service.cli.paint:paint", "Paint pictures to learn from (from a checkout)."),
}
"""Each command's place, as module and name, and its line in the help."""

MISTAKE = 70
"""Exit status of a mistake of the program itself, as in the BSD's sysexits."""

OURS = ("rules", "vision", "datasets", "models", "service")


def _fail(line: str, status: int) -> NoReturn:
    try:
        click.echo(" ".join(line.split()), err=True)
    except OSError:
        # Nobody can be told, but the status still says it: the interpreter's own would be 1, "illegal".
        sys.stderr = _let_go(sys.stderr)
    sys.exit(status)


def _unread() -> NoReturn:
    """End quietly: the reader of our output has gone, as with `| head`, and there is nobody to tell."""
    sys.stdout = None
    sys.exit(0)


def _let_go(stream: Any) -> Any:
    """The stream, or None for one on a full disk: it is closed, or the interpreter complains of it at its end."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        with suppress(OSError):
            stream.close()
        return None
    return stream


def _is_rules_error(error: Exception) -> bool:
    """Whether the rules refused the input; if `rules.errors` was never imported, nothing can have raised its error."""
    errors = sys.modules.get("rules.errors")
    return errors is not None and isinstance(error, errors.RulesError)


class LazyGroup(click.Group):
    """A group whose commands are imported when used; `lazy` maps a name to ("module:attribute", short help).

    Whatever is wrong with the input is one line on stderr, with exit status 2, where click would print three. Errors of
    the rules are such input too.
    """

    def __init__(
        self,
        *args: Any,
        lazy: Mapping[str, tuple[str, str]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of the table."""
        return [*self.lazy, *(name for name in super().list_commands(ctx) if name not in self.lazy)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, attribute = self.lazy[cmd_name][0].split(":")
        try:
            command: click.Command = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            missing = error.name or module
            if missing.split(".")[0] in OURS:
                raise click.ClickException(f"{cmd_name} works only from a checkout (no {missing} here)") from None
            raise click.ClickException(f"{cmd_name} needs {missing}, which is not installed") from None
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone, importing none of them."""
        rows = []
        for name in self.list_commands(ctx):
            if name in self.lazy:
                rows.append((name, self.lazy[name][1]))
            elif (command := super().get_command(ctx, name)) is not None and not command.hidden:
                rows.append((name, command.get_short_help_str(80)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; see `click.Command.main`."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        print_all(sys.stdout, sys.stderr)
        try:
            result = super().main(args, prog_name, complete_var, False, **extra)
            # A disk that is full is told here, not while the interpreter ends. Started without a stdout there is none.
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(2)
        except click.ClickException as error:
            path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "kibitz"
            _fail(f"{path}: {error.format_message()}", 2)
        except (click.Abort, KeyboardInterrupt):
            _fail("kibitz: stopped", 130)
        except SystemExit as end:
            # So click and rich end where they print into a pipe that nobody reads any more; a command that says
            # "illegal" hands its status back.
            if end.code == 1:
                _unread()
            raise
        except BrokenPipeError:
            _unread()
        except OSError as error:
            sys.stdout = _let_go(sys.stdout)
            place = f"{error.filename}: " if error.filename is not None else ""
            _fail(f"kibitz: {place}{error.strerror or error}", 2)
        except Exception as error:
            if _is_rules_error(error):
                _fail(f"kibitz: {error}", 2)
            # Status 1 would say that a move was illegal.
            traceback.print_exc()
            sys.exit(MISTAKE)
        # Without standalone mode click hands back the status given to `ctx.exit`.
        sys.exit(result if type(result) is int else 0)


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"kibitz {version('kibitz')}")
        except PackageNotFoundError:
            click.echo("kibitz (not installed: run from a checkout)")
        ctx.exit(0)


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def kibitz() -> None:
    """Read real playing cards from a photo or a camera; say what they are worth and whether the move was legal.

    Exit status: 0 answered, 1 illegal, 2 unusable input, 70 a mistake of Kibitz itself.
    """
