"""``cutpoint compare``: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cutpoint.data.generate import demo_path
from support.running import refuses, succeeds, write

DEMO = (demo_path(), "--target", "outcome", "--folds", "3")


def test_the_named_systems_are_compared_on_the_same_folds() -> None:
    printed = succeeds("compare", *DEMO, "--systems", "r8,r7", "--systems", "mantaras")
    lines = printed.splitlines()
    assert lines[0].startswith("400 cases from")
    rows = [line.split() for line in lines if line.startswith(("r8 ", "r7 ", "mantaras "))]
    assert [row[0] for row in rows] == ["r8", "r7", "mantaras"]
    assert [sum(map(int, row[-1].split("/"))) for row in rows[1:]] == [3, 3]
    assert "Wins, draws and losses are folds against r8" in printed
    again = succeeds("compare", *DEMO, "--systems", "r7", "--n-jobs", "2")
    [alone] = [line.split() for line in again.splitlines() if line.startswith("r7 ")]
    assert alone[:6] == rows[1][:6]  # all but the time


def test_a_grid_is_every_combination() -> None:
    printed = succeeds("compare", *DEMO, "--criterion", "gain,gini", "--pruning", "all")
    for name in ("gain error", "gain none", "gini error", "gini none"):
        assert f"\n{name}  " in printed


def test_the_seed_alone_divides_the_cases(tmp_path: Path) -> None:
    errors = []
    for seed in (1, 1, 2):
        out = tmp_path / "result.json"
        options = ("--systems", "r8", "--random-state", seed, "--out", out)
        succeeds("compare", *DEMO, *options)
        errors.append(json.loads(out.read_text())["systems"][0]["folds"]["errors"])
    assert errors[0] == errors[1] != errors[2]


def test_the_table_can_be_kept_as_csv_and_json(tmp_path: Path) -> None:
    for ending in ("csv", "json"):
        out = tmp_path / f"result.{ending}"
        printed = succeeds("compare", *DEMO, "--systems", "r8,r7", "--out", out)
        assert printed.endswith(f"Comparison written to {out}\n")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "result.csv").read_text())))
    kept = json.loads((tmp_path / "result.json").read_text())
    assert [row["system"] for row in rows] == ["r8", "r7"]
    for row, entry in zip(rows, kept["systems"], strict=True):
        assert (
            float(row["error"])
            == entry["error"]
            == pytest.approx(sum(entry["folds"]["errors"]) / 3)
        )
        assert int(row["wins"]) + int(row["draws"]) + int(row["losses"]) == 3


def test_hostile_names_are_escaped_in_the_page(tmp_path: Path) -> None:
    table = tmp_path / "<script>alert(1)<&script>.csv"
    write(table, "x,<b>class\n" + "".join(f"{i},{'ab'[i > 6]}\n" for i in range(12)))
    out = tmp_path / "page.html"
    succeeds(
        "compare", table, "--target", "<b>class", "--folds", "2", "--systems", "r8", "--out", out
    )
    page = out.read_text(encoding="utf-8")
    tags: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            tags.add(tag)

    Reader().feed(page)
    assert not tags & {"script", "b"}
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--systems", "r9"), "There are r8, r7"),
        (("--criterion", "entropy"), "criterion must be one of gain_ratio"),
        (("--pruning", "sometimes"), "pruning must be one of error, cost_complexity, none"),
        (("--folds", "1"), "folds"),
        (("--folds", "401"), "400 cases cannot be divided into 401 folds"),
        (("--out", "result.xlsx"), "must end in .csv, .json or .html"),
        (("--out", "nowhere/result.csv"), "the folder does not exist"),
        (("--n-jobs", "0"), "n_jobs must not be 0"),
        (("--ignore", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(
    options: tuple[str, str], complaint: str
) -> None:
    table, *others = DEMO
    if options[0] == "--folds":
        others = others[:2]
    assert complaint in refuses("compare", table, *others, *options)


def test_nothing_is_written_when_it_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "result.csv"
    refuses("compare", *DEMO, "--folds", "401", "--out", out)
    assert list(tmp_path.iterdir()) == []
