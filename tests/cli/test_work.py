import io
import os
import signal
import threading
import time
from contextlib import redirect_stderr

import pytest

from cutpoint._core import Progress
from cutpoint.cli import main
from cutpoint.cli.work import watched

FOREVER = 60.0
"""Seconds after which a test gives up waiting for an event: none takes that long."""


class Terminal(io.StringIO):
    """A terminal that says when a text has appeared on it."""

    def __init__(self, awaited=""):
        super().__init__()
        self.awaited, self.appeared = awaited, threading.Event()

    def isatty(self):
        return True

    def write(self, text):
        written = super().write(text)
        if self.awaited and self.awaited in self.getvalue():
            self.appeared.set()
        return written


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Let anything that lasts count as long work."""
    monkeypatch.setattr("cutpoint.cli.work._PATIENCE", 0.0)


def shown(monkeypatch, stream, work, *more):
    """Return what appears on stderr; pytest puts its own there between a fixture and its test."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with redirect_stderr(stream):
        watched(work, *more)
    return stream.getvalue()


def test_the_result_of_the_work_is_returned():
    assert watched(lambda: "done", "Working") == "done"


def test_what_the_work_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        watched(lambda: 1 / 0, "Working")


def test_short_work_shows_nothing(monkeypatch):
    monkeypatch.setattr("cutpoint.cli.work._PATIENCE", FOREVER)
    assert shown(monkeypatch, Terminal(), lambda: None, "Working") == ""


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    progress, screen = Progress(), Terminal(awaited="75%")

    def work():
        progress.advance(30)
        assert screen.appeared.wait(FOREVER)

    assert "Learning [bold]" in shown(monkeypatch, screen, work, "Learning [bold]", progress, 40)


def test_a_count_beyond_the_total_is_all(monkeypatch):
    progress, screen = Progress(), Terminal(awaited="100%")

    def work():
        progress.advance(1000)
        assert screen.appeared.wait(FOREVER)

    shown(monkeypatch, screen, work, "Learning", progress, 40)


def test_long_work_shows_nothing_where_there_is_no_terminal(monkeypatch):
    asked = threading.Event()

    class File(io.StringIO):
        def isatty(self):
            asked.set()
            return False

    assert shown(monkeypatch, File(), lambda: asked.wait(FOREVER), "Working") == ""
    assert asked.is_set()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_tells_the_work_to_stop_and_waits_for_its_end(monkeypatch):
    progress, stopped = Progress(), threading.Event()
    monkeypatch.setattr("cutpoint.cli.work._LAST_WORDS", FOREVER)

    def work():
        os.kill(os.getpid(), signal.SIGINT)  # the main thread is the one that hears it
        while not progress.stop_requested:
            time.sleep(0.001)
        stopped.set()

    # Jobs in the background are started without a handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            watched(work, "Learning", progress, 10)
        assert stopped.is_set()
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interruption_while_options_are_read_is_told(capsys, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("typer.core.TyperCommand.parse_args", interrupted)
    assert main(["show", "model.json"]) == 130
    assert capsys.readouterr().err == "cutpoint: stopped\n"
