"""Tables as people have them: the whole path on each, and what was wrong or confusing there."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from support.running import refuses, run, succeeds, write

N = 120


def passengers(path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame(
        {
            "PassengerId": range(1, N + 1),
            "Name": [f"Doe, Mr. John {i}" for i in range(N)],
            "Sex": rng.choice(["male", "female"], N),
            "Age": np.where(rng.random(N) < 0.2, np.nan, rng.integers(1, 80, N)),
            "Fare": rng.gamma(2, 15, N).round(4),
        }
    )
    frame["Survived"] = ((frame["Sex"] == "female") | (frame["Fare"] > 40)).astype(int)
    frame.to_csv(path, index=False)


def wine(path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame({"Säure": rng.normal(7, 1, N), "alcohol": rng.normal(10, 1, N)})
    frame["class"] = np.where(frame["alcohol"] > 10, "gut", "schlecht")
    frame.round(2).to_csv(path, sep=";", decimal=",", index=False, encoding="cp1252")


def stays(path: Path, rng: np.random.Generator) -> None:
    days = rng.integers(0, 700, N)
    pd.DataFrame(
        {
            "admitted": [f"{date(2023, 1, 1) + timedelta(int(day)):%d/%m/%Y}" for day in days],
            "cost": [f"€{cost:,.2f}" for cost in rng.gamma(2, 900, N)],
            "share": [f"{share:.1f}%" for share in 100 * rng.random(N)],
            "again": np.where(days > 350, "yes", "no"),
        }
    ).to_csv(path, index=False)


def bills(path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame(
        {
            "total": rng.gamma(3, 7, N).round(2),
            "day": rng.choice(["Thur", "Fri", "Sat", "Sun"], N),
            "size": rng.integers(1, 7, N),
        }
    )
    frame["time"] = np.where(frame["total"] > 20, "Dinner", "Lunch")
    if path.suffix == ".xlsx":
        frame.to_excel(path)  # with an index, which has no name
    elif path.suffix == ".parquet":
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False, encoding="utf-16")


def customers(path: Path, rng: np.random.Generator) -> None:
    months = rng.integers(0, 73, N)
    letters = ["".join(rng.choice(list("ABCDEFGH"), 9)) for _ in range(N)]
    pd.DataFrame(
        {
            "customerID": letters,
            "months": months,
            "charges": [" " if i % 20 == 0 else f"{m * 20.5:.2f}" for i, m in enumerate(months)],
            "left": np.where(months < 12, "Yes", "No"),
        }
    ).to_csv(path, index=False)


def sensor(path: Path, rng: np.random.Generator) -> None:
    hours = pd.date_range("2024-01-01", periods=N, freq="7h")
    frame = pd.DataFrame({"at": hours.strftime("%Y-%m-%dT%H:%M:%SZ"), "v": rng.normal(size=N)})
    frame.assign(alarm=hours > "2024-01-20").to_csv(path, index=False)


def mushrooms(path: Path, rng: np.random.Generator) -> None:
    frame = pd.DataFrame({name: rng.choice(list("abc?"), N) for name in ("cap", "odor")})
    frame.insert(0, "kind", np.where(frame["odor"] == "a", "e", "p"))
    frame.to_csv(path, index=False)


def notes(path: Path, rng: np.random.Generator) -> None:
    says = rng.choice(['say "hi"', "a,b"], N)
    frame = pd.DataFrame({"text": [f"one\nline {i % 3}" for i in range(N)], "said": says})
    frame.assign(y=np.where(frame["said"] == "a,b", "p", "q")).to_csv(path, index=False)


def blanks(path: Path, rng: np.random.Generator) -> None:
    values = rng.normal(size=(N, 5))
    numbers = np.c_[values, values[:, 0] > 0]
    np.savetxt(path, numbers, fmt="%.3f", header="a b c d e label", comments="")


TABLES = {
    "passengers.csv": (passengers, "Survived"),
    "wine.csv": (wine, "class"),
    "stays.csv": (stays, "again"),
    "bills.csv": (bills, "time"),
    "bills.xlsx": (bills, "time"),
    "bills.parquet": (bills, "time"),
    "customers.csv": (customers, "left"),
    "sensor.csv": (sensor, "alarm"),
    "mushrooms.csv": (mushrooms, "kind"),
    "notes.csv": (notes, "y"),
    "blanks.txt": (blanks, "label"),
}


def table_of(name: str, folder: Path) -> tuple[Path, str]:
    make, target = TABLES[name]
    make(folder / name, np.random.default_rng(7))
    return folder / name, target


def ran(*arguments: object) -> str:
    """Run a command that may say notes, and return what it printed."""
    found = run(*arguments)
    assert found.code == 0, found.err
    assert all(line.startswith("cutpoint: note: ") for line in found.err.splitlines()), found.err
    return found.out


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_ones_own_goes_the_whole_path(name: str, tmp_path: Path) -> None:
    table, target = table_of(name, tmp_path)
    model, rules = tmp_path / "m.json", tmp_path / "r.json"
    assert f"{N} rows" in ran("describe", table, "--target", target)
    told = json.loads(ran("fit", table, "--target", target, "--out", model, "--json"))
    assert told["validation"]["error_rate"] < 0.2
    assert len(told["tree"]["branches"]) > 1
    predicted = list(csv.DictReader(io.StringIO(ran("predict", model, table))))
    assert len(predicted) == N
    evaluated = json.loads(ran("evaluate", model, table, "--json"))
    assert evaluated["errors"] == told["training"]["after_pruning"]["errors"]
    ran("rules", table, "--target", target, "--out", rules)
    assert len(ran("predict", rules, table).splitlines()) == N + 1
    ran("view", model, "--data", table, "--out", tmp_path / "v.html")
    for kind in ("sql", "python", "c", "pmml", "json"):
        ran("export", model, "--to", kind, "--out", tmp_path / f"x.{kind}")
    assert "resamples" in ran("stability", table, "--target", target, "--resamples", 3)
    assert ran("explain", model, table, "--row", 2).startswith("Row 2\nClass ")


def test_a_date_is_explained_as_a_date(tmp_path: Path) -> None:
    lines = [f"2024-01-{day:02d},{'a' if day <= 15 else 'b'}" for day in range(1, 31)]
    table = write(tmp_path / "t.csv", "seen,y\n" + "\n".join(lines) + "\n")
    model = tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", model, "-q")
    printed = succeeds("explain", model, table, "--row", 20)
    assert "1. seen is 2024-01-20: seen > 2024-01-15, by 5 days." in printed
    assert "- seen <= 2024-01-15 (5 days earlier): class a" in printed
    told = json.loads(succeeds("explain", model, table, "--row", 20, "--json"))
    assert told["steps"][0]["value"] == "2024-01-20"
    assert told["flip"][0]["value"] == "2024-01-15"


def test_the_stability_is_that_of_the_tree_that_fit_learns(tmp_path: Path) -> None:
    table, target = table_of("passengers.csv", tmp_path)
    found = run("stability", table, "--target", target, "--resamples", 3)
    assert "'PassengerId', 'Name' look like ids and are left out" in found.err
    assert "3 attributes" in found.out
    kept = succeeds("stability", table, "--target", target, "--resamples", 3, "--keep-ids")
    assert "5 attributes" in kept


def test_lines_before_the_header_are_named_with_the_option_that_leaves_them_out(tmp_path):
    text = "# exported\n" + "x,y\n" + "".join(f"{i},{'pq'[i > 4]}\n" for i in range(10))
    table = write(tmp_path / "t.csv", text)
    said = refuses("fit", table, "--target", "y")
    assert "the header has 1 column:" in said
    assert "--skip-rows" in said
    assert "x <= 4" in succeeds("fit", table, "--target", "y", "--skip-rows", 1)


def test_a_measurement_as_target_is_described_with_its_counts(tmp_path: Path) -> None:
    rows = "".join(f"{i},{i * 1.37:.3f}\n" for i in range(60))
    table = write(tmp_path / "t.csv", f"x,price\n{rows}")
    told = json.loads(succeeds("describe", table, "--target", "price", "--json"))
    (price,) = [column for column in told["columns"] if column["name"] == "price"]
    assert (price["type"], price["distinct"], price["missing"]) == ("unclear", 60, 0)


def test_a_tree_of_one_node_is_counted_in_the_singular(tmp_path: Path) -> None:
    table, model = write(tmp_path / "t.csv", "x,y\n1,a\n2,a\n"), tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", model, "-q")
    assert "a decision tree of 1 node, for" in succeeds("export", model, "--to", "sql")
