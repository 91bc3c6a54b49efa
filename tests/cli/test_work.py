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


class Terminal(io.StringIO):
    def isatty(self):
        return True


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
    assert shown(monkeypatch, Terminal(), lambda: time.sleep(0.1), "Working") == ""


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    progress = Progress()

    def work():
        progress.advance(30)
        time.sleep(1.2)

    text = shown(monkeypatch, Terminal(), work, "Learning [bold]", progress, 40)
    assert "Learning [bold]" in text
    assert "75%" in text


def test_a_count_beyond_the_total_is_all(monkeypatch):
    progress = Progress()

    def work():
        progress.advance(1000)
        time.sleep(1.0)

    assert "100%" in shown(monkeypatch, Terminal(), work, "Learning", progress, 40)


def test_long_work_shows_nothing_where_there_is_no_terminal(monkeypatch):
    assert shown(monkeypatch, io.StringIO(), lambda: time.sleep(0.9), "Working") == ""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_tells_the_work_to_stop_and_waits_for_its_end():
    progress, stopped = Progress(), threading.Event()

    def work():
        while not progress.stop_requested:
            time.sleep(0.01)
        time.sleep(0.2)
        stopped.set()

    # Jobs in the background are started without a handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            watched(work, "Learning", progress, 10)
        assert stopped.is_set()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_an_interruption_while_options_are_read_is_told(capsys, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("typer.core.TyperCommand.parse_args", interrupted)
    assert main(["show", "model.json"]) == 130
    assert capsys.readouterr().err == "cutpoint: stopped\n"
