"""The commands together, and what becomes of a mistake on the command line itself."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cutpoint.cli.groups import grouped
from cutpoint.cli.guard import BAD_INPUT, complain, guarded, one_line, report
from cutpoint.cli.wording import usage
from cutpoint.errors import InputError

COMMANDS = (
    "describe",
    "fit",
    "tune",
    "predict",
    "evaluate",
    "compare",
    "stability",
    "show",
    "view",
    "diff",
    "explain",
    "rules",
    "consult",
    "export",
    "discretize",
    "study",
    "demo",
)
"""In the order of the help text."""


class _Interruptible:
    """What says that it was stopped, also while the words after its name are read."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().make_context(*arguments, **options)  # type: ignore[misc]
        except KeyboardInterrupt as interruption:
            raise typer.Exit(report(interruption)) from None


class _Command(_Interruptible, TyperCommand):
    """A command whose ``--help`` shows no type: it takes no value."""

    def get_help_option(self, ctx: Any) -> Any:
        return _without_type(super().get_help_option(ctx))


class _Group(_Interruptible, TyperGroup):
    """The same for the commands together, and for the options of completion."""

    def get_params(self, ctx: Any) -> list[Any]:
        for option in super().get_params(ctx):
            if getattr(option, "is_flag", False):
                _without_type(option)
        return super().get_params(ctx)

    def get_help_option(self, ctx: Any) -> Any:
        return _without_type(super().get_help_option(ctx))


def _without_type(option: Any) -> Any:
    if option is not None:
        option.metavar = ""
    return option


def command_line(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the commands of these names together; each is imported from the file of its name."""
    app = typer.Typer(
        name="cutpoint",
        cls=_Group,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in names:
        command = getattr(import_module(f"cutpoint.cli.{name}"), name)
        app.command(cls=_Command, help=_flowing(command))(guarded(grouped(command)))
    app.callback()(_cutpoint)
    return app


def _flowing(command: Callable[..., None]) -> str:
    """Return a command's docstring with its paragraphs in one line each, to fit any terminal."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib import metadata  # noqa: PLC0415  # slow to import, needed only here

        print(f"cutpoint {metadata.version('cutpoint')}")
        raise typer.Exit


def _cutpoint(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            metavar="",
            help="Print the version and stop.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Learn decision trees that people can read, trust and defend.

    New here? [bold]cutpoint demo[/bold] learns a first tree and says what to type next.

    With a table of yours: [bold]cutpoint fit TABLE.csv --target COLUMN[/bold].
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0 is success, 2 a mistake in what was given, 130 an interruption, and 1 a fault of Cutpoint's.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the word ``cutpoint``; by default what this process was started with.

    Examples
    --------
    >>> from cutpoint.cli import main
    >>> main(["--version"])  # doctest: +ELLIPSIS
    cutpoint ...
    0
    """
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):  # replaced by something else, or closed
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    given = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    if given[0] == "help":  # as in cutpoint help fit
        given = [*given[1:2], "--help"]
    # The one that is asked for is enough, and the others take a while to import.
    asked = [name for name in given[:1] if name in COMMANDS]
    try:
        command = typer.main.get_command(command_line(asked or COMMANDS))
        _check_repeated(command, given)
        code = command.main(given, prog_name="cutpoint", standalone_mode=False)
    except typer.Abort:
        return report(KeyboardInterrupt())
    except SystemExit as end:  # completion ends so
        return end.code if isinstance(end.code, int) else 0
    except Exception as error:
        if hasattr(error, "format_message"):
            return _usage(error, given)
        return report(error)
    except KeyboardInterrupt as interruption:
        return report(interruption)
    return code if isinstance(code, int) else 0


def _check_repeated(command: Any, given: Sequence[str]) -> None:
    """Refuse an option that is given twice but has one value: the first would be forgotten."""
    chosen = command.commands.get(given[0])
    for option in () if chosen is None else chosen.params:
        names = [name for name in option.opts if name.startswith("-")]
        if option.multiple or getattr(option, "is_flag", False) or not names:
            continue
        words = [word.partition("=")[0] for word in given[1:]]
        if sum(word in names for word in words) > 1:
            raise InputError(f"{names[0]} is given twice: give it once")


def _open_streams() -> None:
    """Put an empty one in the place of each standard stream that this process was not given."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _usage(error: Exception, given: Sequence[str]) -> int:
    """Say in one line what is wrong with the command line, and where its help is."""
    path = f"cutpoint {given[0]}" if given[0] in COMMANDS else "cutpoint"
    message = one_line(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    complain(f"error: {usage(message, given)} (see {path} --help)")
    return BAD_INPUT
