"""``cutpoint fit --learner t2``."""

import os
import signal
import subprocess

import numpy as np
import pandas as pd
import pytest

from cutpoint import T2Classifier, load, read_table
from cutpoint.data import demo_path
from support.running import COMMAND, refuses, succeeds

DEMO = demo_path()


def test_the_tree_of_the_command_line_is_pythons(tmp_path):
    out = tmp_path / "model.json"
    printed = succeeds(
        "fit", DEMO, "-t", "outcome", "--learner", "t2", "--max-intervals", 3, "-o", out
    )
    expected = T2Classifier(max_intervals=3).fit_table(read_table(DEMO, target="outcome"))
    assert f"\nDecision tree\n\n{expected.tree_}\n\n" in printed
    assert f"{expected.tree_.errors[0]:.0f}" in printed
    assert load(out).tree_ == expected.tree_
    assert "T2Classifier" in succeeds("show", out)
    assert f"{expected.tree_.errors[0]:.0f}" in succeeds("evaluate", out, DEMO)
    assert succeeds("predict", out, DEMO).splitlines()[0] == "predicted"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--learner", "t2", "-m", 5], "--min-cases is an option of --learner c45"),
        (["--learner", "t2", "--faithful"], "--faithful is an option of --learner c45"),
        (["--max-intervals", 3], "--max-intervals is an option of --learner t2"),
    ],
)
def test_an_option_of_the_other_learner_is_refused(options, message):
    assert message in refuses("fit", DEMO, "-t", "outcome", *options)


def test_a_table_of_one_class_says_why_there_is_no_test(tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("x,y\n1,a\n2,a\n", encoding="utf-8")
    assert "nothing to test" in succeeds("fit", path, "-t", "y", "--learner", "t2")


SEARCHING = """
import sys
from cutpoint.cli import main
from cutpoint.engines import memory

search = memory.learn_t2

def learn_t2(*arguments, **options):
    print("searching", flush=True)
    return search(*arguments, **options)

memory.learn_t2 = learn_t2
sys.exit(main(sys.argv[1:]))
"""


def _heed_interruptions():
    """A process that is started in the background may have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_stops_a_long_search_and_leaves_no_model(tmp_path):
    rng = np.random.default_rng(0)
    path, out = tmp_path / "noise.csv", tmp_path / "model.json"
    noise = pd.DataFrame(rng.normal(size=(20_000, 20)), columns=list("abcdefghijklmnopqrst"))
    noise = noise.assign(y=rng.choice(["p", "q", "r", "s"], 20_000))  # takes far longer than a test
    noise.to_csv(path, index=False)
    command = [COMMAND[0], "-c", SEARCHING, "fit", path, "-t", "y", "--learner", "t2", "-o", out]
    child = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_interruptions,  # noqa: PLW1509  # no threads here
    )
    assert child.stdout.readline() == "searching\n"
    child.send_signal(signal.SIGINT)
    printed, said = child.communicate(timeout=60)
    assert (child.returncode, printed, said) == (130, "", "cutpoint: stopped\n")
    assert not out.exists()
