"""What holds for every command: help, imports, pipes and interruptions."""

import json
import os
import re
import signal
import subprocess
import warnings
from importlib import import_module

import pytest
import typer

from cutpoint.cli.app import COMMANDS, command_line
from cutpoint.cli.guard import guarded
from cutpoint.data import demo_path
from cutpoint.errors import InputWarning
from support.running import COMMAND, succeeds

DEMO = demo_path()
ANSI = re.compile(r"\x1b")


def every_command():
    group = typer.main.get_command(command_line())
    return {"": group, **group.commands}


def test_every_command_has_a_file_of_its_own_and_a_help_text():
    names = "describe fit tune predict evaluate compare show view rules consult export discretize"
    assert set(every_command()) == {
        "",
        "diff",
        "stability",
        "explain",
        "study",
        "demo",
        *names.split(),
    }
    for name in COMMANDS:
        command = getattr(import_module(f"cutpoint.cli.{name}"), name)
        assert command.__module__ == f"cutpoint.cli.{name}"
        assert "Usage: cutpoint" in succeeds(name, "--help")
        assert succeeds(name, "-h") == succeeds(name, "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_paragraphs_of_help_are_not_broken_where_the_source_is(name):
    assert "\n" not in every_command()[name].help.replace("\n\n", "")


@pytest.mark.parametrize("name", every_command())
def test_every_option_has_a_help_text(name):
    for parameter in every_command()[name].params:
        hidden = getattr(parameter, "hidden", False)  # refused, with what to do instead
        assert hidden or getattr(parameter, "help", None), parameter.name


def test_no_arguments_give_the_help_text():
    assert succeeds() == succeeds("--help")


def test_the_version_is_told():
    from importlib.metadata import version

    assert succeeds("--version") == f"cutpoint {version('cutpoint')}\n"


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["demo"], ["fit", str(DEMO), "--target", "outcome"], ["fit", "none.csv"]],
)
def test_what_is_piped_has_no_colours_and_no_ends_cut_off(arguments):
    env = {**os.environ, "COLUMNS": "40", "TERM": "xterm-256color"}
    ran = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=env, check=False
    )
    assert not ANSI.search(ran.stdout + ran.stderr)
    if arguments[0] == "fit" and len(arguments) > 2:
        assert ran.stdout == succeeds(*arguments)


SLOW_TO_IMPORT = {"sklearn", "scipy", "pandas", "narwhals", "duckdb", "numba", "matplotlib"}


IMPORTS = """
import json, sys
from cutpoint.cli import main
for arguments in json.loads(sys.argv[1]):
    assert main(arguments) == 0
    print(json.dumps([name.split(".")[0] for name in sys.modules]), file=sys.stderr)
"""


def imported_by(*commands):
    """Return the packages that a process has imported after each of several commands."""
    given = json.dumps([[str(word) for word in command] for command in commands])
    ran = subprocess.run(
        [COMMAND[0], "-c", IMPORTS, given], capture_output=True, text=True, check=True
    )
    return [set(json.loads(line)) for line in ran.stderr.splitlines()]


def test_the_help_text_comes_without_heavy_imports():
    (found,) = imported_by(("fit", "--help"))
    assert not found & (SLOW_TO_IMPORT | {"numpy", "pyarrow"})


def test_a_table_is_learned_from_without_packages_that_are_slow_to_import(model, tmp_path):
    out = tmp_path / "out"
    commands = (
        ("fit", DEMO, "--target", "outcome", "--out", out),
        ("fit", DEMO, "--target", "outcome", "--learner", "multiway", "--holdout", "0.3"),
        ("rules", DEMO, "--target", "outcome", "--out", tmp_path / "rules.json"),
        ("describe", DEMO),
        ("show", model),
        ("predict", model, DEMO, "--proba"),
        ("evaluate", model, DEMO),
    )
    for command, found in zip(commands, imported_by(*commands), strict=True):
        assert not found & SLOW_TO_IMPORT, command[0]


def test_a_command_comes_without_the_others():
    code = (
        "import sys; from cutpoint.cli import main; main(['show', '--help']); "
        "print([m for m in sys.modules if m in ('cutpoint.cli.fit', 'cutpoint.cli.study')])"
    )
    ran = subprocess.run([COMMAND[0], "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_leaves_early_is_no_error(model):
    for arguments in (["show", model], ["predict", model, DEMO], ["demo"]):
        read, written = os.pipe()
        os.close(read)
        process = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            stdout=written,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(written)
        assert (process.returncode, process.stderr) == (141, "")


LEARNING_FOR_EVER = """
import sys, time
from cutpoint.learners import C45Learner
from cutpoint.cli import main

def fit_table(self, table, progress):
    print("learning", flush=True)
    while not progress.stop_requested:
        time.sleep(0.01)
    return self

C45Learner.fit_table = fit_table
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_stops_the_learning_and_leaves_nothing(tmp_path):
    out = tmp_path / "model.json"
    arguments = ["fit", str(DEMO), "--target", "outcome", "--out", str(out)]
    process = subprocess.Popen(
        [COMMAND[0], "-c", LEARNING_FOR_EVER, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "learning\n"
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=30)
    assert (process.returncode, printed, said) == (130, "", "cutpoint: stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_a_warning_about_the_input_is_a_note_of_one_line(capsys):
    def command():
        warnings.warn("read\nas dates", InputWarning, stacklevel=1)

    guarded(command)()
    assert capsys.readouterr().err == "cutpoint: note: read as dates\n"
