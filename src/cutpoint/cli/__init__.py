"""What a person runs: one file per command.

Nothing heavy is imported before a command needs it, so that ``cutpoint --help`` answers at once.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

STOPPED, TERMINATED = 130, 143
"""The exit codes after Ctrl-C and after SIGTERM."""


class Terminated(KeyboardInterrupt):
    """SIGTERM: a supervisor or the system asks this process to end; as Ctrl-C, it may clean up."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; see :func:`cutpoint.cli.app.main`.

    The rest is imported here, so that Ctrl-C stops the imports without a traceback.

    Parameters
    ----------
    arguments : list of str, optional
        What follows the word ``cutpoint``; by default what this process was started with.
    """
    try:
        with _terminable():
            from cutpoint.cli.app import main as run  # noqa: PLC0415

            return run(arguments)
    except KeyboardInterrupt as interruption:
        if sys.stderr is not None:
            print("cutpoint: stopped", file=sys.stderr)
        return exit_code(interruption)


def exit_code(interruption: KeyboardInterrupt) -> int:
    """Return what the process ends with after Ctrl-C or SIGTERM."""
    return TERMINATED if isinstance(interruption, Terminated) else STOPPED


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM raise :class:`Terminated`: files being written are removed on the way out.

    By default it ends a process at once. Who has a handler of their own, as a program that calls
    :func:`main` may, keeps it.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(_number: int, _frame: Any) -> None:
    raise Terminated


__all__ = ["main"]
