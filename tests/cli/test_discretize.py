"""The command ``cutpoint discretize``."""

import builtins
import csv
import sys

import pyarrow.parquet as pq
import pytest

from cutpoint import discretize, read_table
from cutpoint.catalog import INTERVALS
from cutpoint.data import demo_path
from support.running import refuses, succeeds, write

TABLE = "size,colour,y\n" + "".join(
    f"{row},{'red' if row % 2 else 'blue'},{'low' if row < 10 else 'high'}\n" for row in range(20)
)


@pytest.fixture
def table(tmp_path):
    return write(tmp_path / "t.csv", TABLE)


def test_cuts_are_printed_with_the_classes_of_each_interval(table):
    out = succeeds("discretize", table, "--target", "y")
    assert "size: cut at 9.5" in out
    lines = [line.split() for line in out.splitlines()]
    assert ["interval", "cases", "high", "low"] in lines
    assert ["<=", "9.5", "10", "0", "10"] in lines
    assert [">", "9.5", "10", "10", "0"] in lines
    assert "colour" not in out


@pytest.mark.parametrize("method", INTERVALS)
def test_every_method_cuts_as_its_discretizer_does(method):
    kind = getattr(discretize, INTERVALS[method].discretizer)
    model = kind(inconsistency=0.02) if method == "chi2" else kind()
    model.fit_table(read_table(demo_path(), target="outcome"))
    out = succeeds("discretize", demo_path(), "--target", "outcome", "--method", method)
    for name, cuts in model.cut_points_.items():
        shown = ", ".join(f"{cut:.10g}" for cut in cuts)
        assert f"\n{name}: {f'cut at {shown}' if shown else 'no cut'}\n" in out


def test_the_table_is_written_with_intervals_for_numbers(table, tmp_path):
    out = tmp_path / "o.csv"
    succeeds("discretize", table, "--target", "y", "--out", out, "--quiet")
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["size", "colour", "y"]
    assert [row["size"] for row in rows] == ["<= 9.5"] * 10 + ["> 9.5"] * 10
    assert rows[3]["colour"] == "red"


def test_parquet_holds_numbers_of_intervals_or_indicators(table, tmp_path):
    out = tmp_path / "o.parquet"
    succeeds("discretize", table, "-t", "y", "--out", out, "--encode", "ordinal")
    assert pq.read_table(out)["size"].to_pylist() == [0.0] * 10 + [1.0] * 10
    succeeds("discretize", table, "-t", "y", "--out", out, "--encode", "onehot")
    written = pq.read_table(out)
    assert written.column_names == ["size <= 9.5", "size > 9.5", "colour", "y"]
    assert written["size > 9.5"].to_pylist() == [0.0] * 10 + [1.0] * 10


def test_gaps_are_shown_and_may_be_an_interval(tmp_path):
    table = write(tmp_path / "t.csv", TABLE + "?,red,low\n")
    printed = succeeds("discretize", table, "-t", "y")
    assert ["missing", "1", "0", "1"] in [line.split() for line in printed.splitlines()]
    out = tmp_path / "o.csv"
    succeeds("discretize", table, "-t", "y", "--out", out)
    assert out.read_text().splitlines()[-1] == ",red,low"
    succeeds("discretize", table, "-t", "y", "--out", out, "--bin-missing")
    assert out.read_text().splitlines()[-1] == "missing,red,low"


def test_methods_that_do_not_look_at_classes_need_no_target(table):
    out = succeeds("discretize", table, "--method", "equal_width", "--intervals", "2")
    assert "size: cut at 9.5" in out
    assert ["<=", "9.5", "10"] in [line.split() for line in out.splitlines()]


def test_weights_and_left_out_columns_are_minded(tmp_path):
    text = "w,a,b,y\n" + "".join(f"2,{row},{row},{'pq'[row > 4]}\n" for row in range(10))
    table, out = write(tmp_path / "t.csv", text), tmp_path / "o.csv"
    printed = succeeds(
        "discretize", table, "-t", "y", "--weight", "w", "--ignore", "b", "--out", out
    )
    assert ["<=", "4.5", "10", "10", "0"] in [line.split() for line in printed.splitlines()]
    assert "\nb:" not in printed
    assert out.read_text().splitlines()[:2] == ["w,a,b,y", "2,<= 4.5,0,p"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_picture_is_of_the_kind_that_its_name_says(ending, tmp_path):
    table, picture = write(tmp_path / "t.csv", TABLE), tmp_path / f"cuts.{ending}"
    out = succeeds("discretize", table, "-t", "y", "--plot", picture)
    assert f"Picture written to {picture}" in out
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[ending]
    assert picture.read_bytes().startswith(start)


def test_hostile_names_are_drawn_as_they_are(tmp_path):
    text = TABLE.replace("size", "$\\frac{a}$ 体重").replace("low", "_$x").replace("high", "<b>&")
    table = write(tmp_path / "t.csv", text)
    succeeds("discretize", table, "-t", "y", "--plot", tmp_path / "p.svg")
    assert "<b>&" not in (tmp_path / "p.svg").read_text(encoding="utf-8")


def test_extreme_and_constant_columns_are_drawn(tmp_path):
    rows = "".join(
        f"{a},{b},7,,{'pq'[i % 2]}\n"
        for i, (a, b) in enumerate([(-1.7e308, 5e-324), (1.7e308, 0), (0, 1e-323), (3, 5e-324)])
    )
    table = write(tmp_path / "t.csv", "huge,tiny,same,none,y\n" + rows)
    succeeds("discretize", table, "-t", "y", "--numeric", "none", "--plot", tmp_path / "p.png")
    assert (tmp_path / "p.png").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "which column holds the class?"),
        (["-t", "z"], "no column 'z'"),
        (["-t", "y", "--alpha", "0.1"], "--alpha means nothing to --method mdlp"),
        (["-t", "y", "--method", "chimerge", "--alpha", "2"], "alpha"),
        (["-t", "y", "--method", "magic"], "'magic'"),
        (["-t", "y", "--method", "equal_width", "--intervals", "1"], "'--intervals'"),
        (["-t", "y", "--method", "contextual", "--similarity", "x"], "similarity"),
        (["-t", "y", "--out", "o.docx"], "ends in .csv, .tsv or .parquet"),
        (["-t", "y", "--plot", "p.bmp"], "ends in .png, .svg or .pdf"),
        (["-t", "y", "--plot", "nowhere/p.png"], "the folder does not exist"),
        (["-t", "y", "--nominal", "size"], "no numeric column"),
        (["-t", "y", "--numeric", "colour"], "'blue' is not a number"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(options, said, table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in refuses("discretize", table, *options)
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_without_matplotlib_the_way_to_get_it_is_named(table, tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *arguments, **options):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *arguments, **options)

    for name in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    line = refuses("discretize", table, "-t", "y", "--plot", tmp_path / "p.png")
    assert "pip install 'cutpoint[plots]'" in line
