"""``cutpoint describe``: columns as they were understood."""

import json
import re

import numpy as np
import pytest

from cutpoint import load, read_table
from cutpoint.data import demo_path
from cutpoint.data.profile import profile_table
from support.running import refuses, run, succeeds, write

DEMO = demo_path()


@pytest.fixture
def odd(tmp_path):
    rng = np.random.default_rng(0)
    lines = ["PassengerId,name,colour,same,bad,twin,x,y"]
    for row in range(40):
        label = "pq"[rng.integers(2)]
        cells = (
            row + 100,
            f"n{row}",
            ["red", "Red", "blue"][rng.integers(3)],
            1,
            "oops" if row == 7 else f"{rng.random():.4f}",
            label.upper(),
            f"{rng.random() + (label == 'p'):.3f}",
            "" if row == 3 else label,
        )
        lines.append(",".join(map(str, cells)))
    return write(tmp_path / "odd.csv", "\n".join(lines) + "\n")


def test_what_is_printed_is_what_python_finds():
    printed = succeeds("describe", DEMO, "--target", "outcome")
    for profile in profile_table(read_table(DEMO, target="outcome")):
        row = re.search(rf"^{profile.name} +(.*)$", printed, re.MULTILINE)[1].split()
        assert row[:2] == [profile.kind, str(profile.distinct)]
        assert row[2] == (str(profile.missing) if profile.missing else "-")
    assert "Warnings" not in printed


def test_json_has_the_same(odd):
    parts = json.loads(succeeds("describe", odd, "--target", "y", "--json"))
    assert (parts["rows"], parts["target"], parts["notes"]) == (40, "y", [])
    columns = {column["name"]: column for column in parts["columns"]}
    assert list(columns) == odd.read_text().splitlines()[0].split(",")
    printed = succeeds("describe", odd, "--target", "y")
    for column in columns.values():
        assert all(warning in printed for warning in column["warnings"])
    assert columns["x"]["range"][0] < 1 < columns["x"]["range"][1]
    assert columns["y"]["missing"] == 1


def test_everything_odd_is_warned_of(odd):
    columns = json.loads(succeeds("describe", odd, "--target", "y", "--json"))["columns"]
    said = {column["name"]: " ".join(column["warnings"]) for column in columns}
    assert "looks like an id" in said["PassengerId"]
    assert "looks like an id" in said["name"]
    assert "differ only by case" in said["colour"]
    assert said["same"] == "constant"
    assert "line 9" in said["bad"] and "'oops' stands among numbers" in said["bad"]
    assert "copy of the target" in said["twin"]
    assert said["x"] == said["y"] == ""


def test_without_a_target_likely_ones_are_named(odd):
    parts = json.loads(succeeds("describe", odd, "--json"))
    assert parts["target"] is None
    assert parts["likely_targets"][0] == "y"
    assert "choose a column with --target" in succeeds("describe", odd)


def test_a_target_that_cannot_be_one_is_described(odd):
    columns = json.loads(succeeds("describe", odd, "--target", "x", "--json"))["columns"]
    said = {column["name"]: column for column in columns}
    assert said["x"]["type"] == "unclear"
    assert "is a measurement, not a class" in said["x"]["warnings"][0]
    assert said["colour"]["type"] == "nominal"


def test_numbers_in_disguise_are_warned_of(tmp_path):
    rows = "".join(f'"1.{row:03d},50 €",{"pq"[row % 2]}\n' for row in range(20))
    table = write(tmp_path / "t.csv", "price,y\n" + rows)
    (price, _) = json.loads(succeeds("describe", table, "-t", "y", "--json"))["columns"]
    assert price["type"] == "numeric"
    assert price["warnings"] == ["is read as numbers: '1.000,50 €' as 1000.5"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--target", "Y"], "did you mean 'y'?"),
        (["--target", "y", "--ignore", "y"], "cannot be left out"),
        (["--nominal", "x", "--numeric", "x"], "both nominal and numeric"),
        (["--ignore", "nope"], "has no column 'nope'"),
    ],
)
def test_what_the_user_says_is_checked(odd, options, message):
    assert message in refuses("describe", odd, *options)


# ---- fit ----------------------------------------------------------------------------------------


def test_fit_shows_the_columns_first_and_leaves_ids_out(odd, tmp_path):
    out = tmp_path / "m.json"
    ran = run("fit", odd, "-t", "y", "--missing", "oops", "--ignore", "twin", "--out", out)
    assert ran.code == 0
    assert "columns 'PassengerId', 'name' look like ids and are left out; see --keep-ids" in ran.err
    assert ran.out.index("PassengerId") < ran.out.index("Decision tree")
    assert "every value is different (left out; see --keep-ids)" in ran.out
    assert load(out).feature_names_in_.tolist() == ["colour", "same", "bad", "x"]
    options = ["--missing", "oops", "--ignore", "twin", "--keep-ids", "-o", out]
    ran = run("fit", odd, "-t", "y", *options)
    assert "left out" not in ran.err
    assert "PassengerId" in load(out).feature_names_in_


def test_an_id_that_the_user_declares_is_learned_from(odd, tmp_path):
    out = tmp_path / "m.json"
    run("fit", odd, "-t", "y", "--missing", "oops", "--numeric", "PassengerId", "--out", out)
    assert "PassengerId" in load(out).feature_names_in_
    assert "name" not in load(out).feature_names_in_
