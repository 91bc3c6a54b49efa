"""What becomes of an exception: one line on stderr and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, TextIO

import typer

from cutpoint.cli import exit_code
from cutpoint.cli.wording import parameters
from cutpoint.errors import InputError, InputWarning

INTERNAL, BAD_INPUT = 1, 2
PIPE_CLOSED = 141  # what the shell shows for any program whose reader has gone

Command = Callable[..., None]


def guarded(command: Command) -> Command:
    """Return a command that ends with a message and an exit code, whatever happens in it."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            with _warnings_as_notes():
                command(*arguments, **options)
            sys.stdout.flush()
        except (typer.Exit, SystemExit):
            raise
        except BaseException as error:
            if hasattr(error, "format_message"):  # about the command line: see app.py
                raise
            raise typer.Exit(report(error)) from None

    return run


@contextmanager
def _warnings_as_notes() -> Iterator[None]:
    """Say in one line on stderr what Python users get as a warning with a place in the source."""
    with warnings.catch_warnings():
        # Some cases are in every resample of a few trees: the report says what is out of bag.
        warnings.filterwarnings("ignore", message=".* cases? (is|are) in every resample")
        otherwise = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, InputWarning):
                complain(one_line(f"note: {message}"))
            else:
                otherwise(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield


def report(error: BaseException) -> int:
    """Say what went wrong in one line, and return the exit code.

    With ``CUTPOINT_DEBUG=1`` in the environment the traceback comes before it.
    """
    if isinstance(error, BrokenPipeError):
        _drop_output()  # whoever read the output has seen enough, as head does
        return PIPE_CLOSED
    if os.environ.get("CUTPOINT_DEBUG", "") not in {"", "0"}:
        traceback.print_exception(error)
    if isinstance(error, KeyboardInterrupt):
        complain("stopped")
        return exit_code(error)
    message = _message(error)
    if message is None:
        what = one_line(f"{type(error).__name__}: {error}")
        complain(f"internal error: {what}; please report it; set CUTPOINT_DEBUG=1 for the details")
        return INTERNAL
    complain(f"error: {message}")
    return BAD_INPUT


def complain(message: str) -> None:
    """Print one line on stderr."""
    with suppress(OSError, ValueError):  # nobody is there to read it
        print(f"cutpoint: {message}", file=sys.stderr, flush=True)


def one_line(text: str) -> str:
    r"""Return a message on one line, with what would move the cursor shown as an escape.

    Examples
    --------
    >>> one_line("first\n  second\x1b[2J")
    'first second\\x1b[2J'
    """
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in " ".join(text.split())
    )


def _message(error: BaseException) -> str | None:
    """Return what to tell the user; None if the mistake is not the user's."""
    if isinstance(error, InputError) or type(error).__name__ == "InvalidParameterError":
        return parameters(one_line(str(error)))
    if isinstance(error, MemoryError):
        return "there is not enough memory for this table: leave columns or rows out"
    if isinstance(error, OSError) and error.strerror:
        where = "" if error.filename is None else f"{error.filename}: "
        return one_line(f"{where}{error.strerror.lower()}")
    return None


def _drop_output() -> None:
    """Send the rest of the output nowhere, so that closing it at exit does not fail again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
