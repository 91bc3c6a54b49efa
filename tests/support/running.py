"""Running the command line: in this process, as the installed command runs it."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from cutpoint.cli import main

COMMAND = (sys.executable, "-m", "cutpoint.cli")
"""The command as another process."""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """The lines on stderr."""
        return self.err.splitlines()


class _Terminal(io.TextIOWrapper):
    """Output that says it goes to a terminal."""

    def isatty(self) -> bool:
        return True


def run(*arguments: object, terminal: bool = False) -> Ran:
    """Run ``cutpoint`` with the arguments; bytes that it writes are read as UTF-8."""
    kind = _Terminal if terminal else io.TextIOWrapper
    out = kind(io.BytesIO(), encoding="utf-8", newline="")
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    out.flush()
    return Ran(code, out.buffer.getvalue().decode("utf-8"), err.getvalue())


def succeeds(*arguments: object, noted: str | None = None) -> str:
    """Run ``cutpoint``, see that it succeeds, and return what it printed.

    It must not complain, but for one line that holds what is to be ``noted``.
    """
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    if noted is None:
        assert not ran.complaints, ran.err
    else:
        assert [noted in line for line in ran.complaints] == [True], ran.err
    return ran.out


def refuses(*arguments: object) -> str:
    """Run ``cutpoint``, see that it refuses the input in one line, and return the line."""
    ran = run(*arguments)
    assert ran.code == 2, (ran.code, ran.out, ran.err)
    assert len(ran.complaints) == 1, ran.err
    line = ran.complaints[0]
    assert line.startswith("cutpoint: error: "), line
    assert "Traceback" not in ran.err
    assert ran.out == ""
    return line.removeprefix("cutpoint: error: ")


def write(path: Path, text: str) -> Path:
    """Write a file as it is and return its path."""
    path.write_bytes(text.encode("utf-8"))
    return path
