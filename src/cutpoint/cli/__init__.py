"""What a person runs: one file per command.

Nothing heavy is imported before a command needs it, so that ``cutpoint --help`` answers at once.
"""

from __future__ import annotations

import sys

STOPPED = 130
"""The exit code after Ctrl-C."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; see :func:`cutpoint.cli.app.main`.

    The rest is imported here, so that Ctrl-C stops the imports without a traceback.

    Parameters
    ----------
    arguments : list of str, optional
        What follows the word ``cutpoint``; by default what this process was started with.
    """
    try:
        from cutpoint.cli.app import main as run  # noqa: PLC0415

        return run(arguments)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("cutpoint: stopped", file=sys.stderr)
        return STOPPED


__all__ = ["main"]
