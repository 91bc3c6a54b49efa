"""``cutpoint stability`` and ``cutpoint explain``: what they print, write and refuse."""

import csv
import json
import os
import re
import signal
import subprocess

import numpy as np
import pytest

from cutpoint import load
from cutpoint.data import demo_path, read_table
from cutpoint.stability import assess
from cutpoint.stability import load as load_stability
from cutpoint.stability.assess import Plan, assess_table
from cutpoint.tree import Model
from support.running import COMMAND, refuses, run, succeeds, write

DEMO = demo_path()


def embedded(page, name):
    text = page.read_text(encoding="utf-8")
    return re.search(f'id="{name}">(.*?)</script>', text, re.DOTALL)[1]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "pumps.json"
    succeeds("fit", DEMO, "--target", "outcome", "--out", path)
    return path


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The report as JSON, and what was printed."""
    path = tmp_path_factory.mktemp("report") / "stability.json"
    printed = succeeds("stability", DEMO, "--target", "outcome", "--resamples", 12, "--out", path)
    return path, printed


def test_each_cut_is_printed_with_its_interval_and_share(report):
    path, printed = report
    found = load_stability(path)
    for node in found.nodes:
        if node.attribute is None or not node.reference_cuts:
            continue
        text = f"{node.attribute} <= {node.reference_cuts[0]:.10g} ("
        line = next(line for line in printed.splitlines() if text in line)
        if node.reached == 0:
            assert "no resample reaches it" in printed
            continue
        share = node.attribute_share.get(node.attribute, 0.0)
        assert f"chosen by {share * 100:.0f} %" in printed
        if node.node == 0:
            low, high = np.quantile(node.cuts, [0.05, 0.95])
            assert f"(90 %: {low:.4g} .. {high:.4g}; chosen by " in line
    assert f"{found.variance:.4f} over the training cases" in printed
    assert f"Report written to {path}" in printed


def test_the_command_says_what_python_says(report, model):
    path, _ = report
    table = read_table(DEMO, target="outcome")
    found = assess_table(load(model), table, Plan(12))
    assert load_stability(path).to_json() == found.to_json()


def test_the_page_holds_the_report_and_the_cases(tmp_path):
    page = tmp_path / "report.html"
    given = ("stability", DEMO, "-t", "outcome", "--resamples", 5, "--out", page, "--quiet")
    assert succeeds(*given) == ""
    kept = Model.from_json(embedded(page, "model")).report["stability"]
    assert kept["resamples"] == 5
    assert set(kept["bands"]) <= set(kept["nodes"])
    assert json.loads(embedded(page, "cases"))["training"]["count"] == 400


def test_the_csv_has_a_row_for_each_node(tmp_path):
    out = tmp_path / "report.csv"
    succeeds("stability", DEMO, "-t", "outcome", "--resamples", 5, "-o", out, "-q")
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["node"]) for row in rows] == list(range(len(rows)))
    assert rows[0]["attribute"] == "vibration_mm_s"
    assert float(rows[0]["low"]) <= float(rows[0]["high"])


@pytest.mark.parametrize(
    "options",
    [
        ("--learner", "tree", "--threshold", "averaging", "--criterion", "symmetric"),
        ("--learner", "multiway", "--no-pruning", "--max-depth", "2"),
        ("--learner", "t2"),
        ("--min-cases", "10", "-s", "--sampler", "subsample", "--fraction", "0.5"),
        ("--faithful", "--trials", "2"),
        ("--test", DEMO, "--random-state", "3", "--n-jobs", "1"),
    ],
)
def test_the_options_of_fit_are_those_of_stability(options):
    noted = "also learned from" if "--test" in options else None
    printed = succeeds("stability", DEMO, "-t", "outcome", "--resamples", 3, *options, noted=noted)
    assert "variance of probabilities" in printed
    assert ("over the test cases" in printed) == ("--test" in options)


def test_view_assesses_and_draws_in_one_command(model, tmp_path):
    page = tmp_path / "page.html"
    succeeds("view", model, "--data", DEMO, "--stability", 6, "--out", page)
    kept = Model.from_json(embedded(page, "model")).report["stability"]
    found = assess_table(load(model), read_table(DEMO, target="outcome"), Plan(6))
    assert kept == json.loads(json.dumps(found.to_report()))
    assert "name them with --data" in refuses("view", model, "--stability", 6, "-o", page)


def test_what_cannot_be_used_is_refused(tmp_path):
    out = tmp_path / "report.html"
    given = ("stability", DEMO, "--target", "outcome", "--out", out)
    assert "at least 2" in refuses(*given, "--resamples", 1)
    assert "--fraction must be above 0" in refuses(*given, "--fraction", 2)
    assert "n_jobs must not be 0" in refuses(*given, "--n-jobs", 0)
    assert "does not have it" in refuses(*given, "--learner", "t2", "--max-depth", 3)
    wrong = ("stability", DEMO, "--target", "outcome", "--out", tmp_path / "report.txt")
    assert "ends in .html, .json, .csv" in refuses(*wrong)
    assert "which column holds the class" in refuses("stability", DEMO)
    assert "the folder does not exist" in refuses(
        "stability", DEMO, "-t", "outcome", "-o", tmp_path / "no" / "r.html"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("rows", ["1,a\n", "1,a\n1,b\n1,a\n1,b\n"], ids=["one row", "constant"])
def test_a_table_without_any_test_is_assessed_all_the_same(tmp_path, rows):
    table = write(tmp_path / "table.csv", f"x,y\n{rows}")
    assert "a leaf in 100 %" in succeeds("stability", table, "-t", "y", "--resamples", 3)


RESAMPLING = """
import sys
from importlib import import_module
from cutpoint.cli import main

assess = import_module("cutpoint.stability.assess")
assess_all = assess.assess_table

def assess_table(*arguments, **options):
    print("resampling", flush=True)
    return assess_all(*arguments, **options)

assess.assess_table = assess_table
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_leaves_nothing_behind(tmp_path):
    rng = np.random.default_rng(0)
    lines = [f"{a:.4f},{b:.4f},{int(c)}" for a, b, c in rng.random((20_000, 3)) * [1, 1, 2]]
    table = write(tmp_path / "table.csv", "a,b,y\n" + "\n".join(lines) + "\n")
    out = tmp_path / "report.html"
    given = ("stability", table, "-t", "y", "--nominal", "y", "--resamples", 100_000, "-o", out)
    running = subprocess.Popen(
        [COMMAND[0], "-c", RESAMPLING, *map(str, given)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout.readline() == "resampling\n"
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=60)
    assert running.returncode == 130, complaint
    assert "stopped" in complaint
    assert sorted(tmp_path.iterdir()) == [table]


# ---- explain ----


def test_a_row_is_explained_as_python_does(model, report):
    printed = succeeds("explain", model, DEMO, "--row", 3, "--stability", report[0])
    table = read_table(DEMO, target="outcome")
    classifier, case = load(model), {}
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        value = column[2]
        case[attribute.name] = value if attribute.is_numeric else attribute.values[value]
    expected = classifier.explain(case, load_stability(report[0]))
    assert printed == f"Row 3\n{expected}\n"
    told = json.loads(succeeds("explain", model, DEMO, "--row", 3, "--json"))
    assert told == {"row": 3} | json.loads(json.dumps(classifier.explain(case).to_dict()))


def test_rows_are_chosen_by_the_value_of_any_column(model, tmp_path):
    lines = DEMO.read_text().splitlines()
    numbered = [f"id,{lines[0]}", *(f"{4700 + i},{line}" for i, line in enumerate(lines[1:]))]
    table = write(tmp_path / "numbered.csv", "\n".join(numbered) + "\n")
    one = succeeds("explain", model, table, "--where", "id=4711")
    assert one.startswith("Row 12\nClass ")
    assert one == succeeds("explain", model, table, "--where", "id = 4711.0")
    assert one.count("Row ") == 1
    many = succeeds("explain", model, table, "--where", "site=mine")
    assert many.count("\nClass ") == sum(",mine," in line for line in lines)
    every = json.loads(succeeds("explain", model, table, "--json"))
    assert [entry["row"] for entry in every] == list(range(1, 401))


def test_what_cannot_be_explained_is_refused(model, report, tmp_path):
    assert "the table has 400 rows" in refuses("explain", model, DEMO, "--row", 401)
    assert "at least 1" in refuses("explain", model, DEMO, "--row", 0)
    assert "no row has site = moon" in refuses("explain", model, DEMO, "--where", "site=moon")
    assert "no column 'colour'" in refuses("explain", model, DEMO, "--where", "colour=red")
    assert "has no '='" in refuses("explain", model, DEMO, "--where", "site")
    assert "give one of them" in refuses("explain", model, DEMO, "--row", 1, "--where", "site=x")
    assert "--level must be" in refuses("explain", model, DEMO, "--row", 1, "--level", 1.5)
    assert "is not an assessment" in refuses("explain", model, DEMO, "--stability", model)
    other = tmp_path / "other.json"
    succeeds("fit", DEMO, "-t", "outcome", "-m", 20, "--out", other, "-q")
    told = refuses("explain", other, DEMO, "--stability", report[0])
    assert "is about another tree" in told
    bare = write(tmp_path / "bare.csv", "site\nmine\n")
    assert run("explain", model, bare).code == 2


def test_assess_takes_frames_as_fit_does():
    import pandas as pd

    frame = pd.read_csv(DEMO)
    from cutpoint import C45Classifier

    X, y = frame.drop(columns="outcome"), frame["outcome"]
    found = assess(C45Classifier().fit(X, y), X, y, n_resamples=3)
    assert found.n_resamples == 3
