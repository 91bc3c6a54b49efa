"""Dates on the command line: read, learned, printed, asked about, exported."""

from __future__ import annotations

import datetime as dt
import json

import pandas as pd
import pytest

from support import needs
from support.running import refuses, run, succeeds, write

LAST_EARLY = dt.date(2024, 3, 17)
DAYS = [dt.date(2024, 1, 1) + dt.timedelta(days=2 * i) for i in range(77)]
CLASSES = ["early" if day <= LAST_EARLY else "late" for day in DAYS]


def table(folder, form="%Y-%m-%d", name="t.csv"):
    rows = [
        f"{day.strftime(form)},{i % 5},{y}"
        for i, (day, y) in enumerate(zip(DAYS, CLASSES, strict=True))
    ]
    return write(folder / name, "\n".join(["admitted,x,y", *rows]) + "\n")


def ambiguous(folder):
    rows = [f"{1 + i % 12:02d}/{1 + i * 5 % 12:02d}/2024,{'pq'[i % 2]}" for i in range(40)]
    return write(folder / "a.csv", "\n".join(["admitted,y", *rows]) + "\n")


@pytest.fixture
def model(tmp_path):
    out = tmp_path / "m.json"
    said = succeeds("fit", table(tmp_path), "--target", "y", "--out", out)
    assert "admitted <= 2024-03-17 : early" in said
    return out


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%y", "%d %b %Y"])
def test_a_model_predicts_from_dates_written_otherwise(form, model, tmp_path):
    ran = run("predict", model, table(tmp_path, form, "later.csv"))
    assert ran.code == 0
    assert ran.out.split() == ["predicted", *CLASSES]


def test_excel_and_parquet_hold_the_same_dates(model, tmp_path):
    needs.package("openpyxl")
    frame = pd.DataFrame({"admitted": pd.to_datetime(DAYS), "x": range(len(DAYS)), "y": CLASSES})
    frame.to_excel(tmp_path / "t.xlsx", index=False)
    frame.to_parquet(tmp_path / "t.parquet")
    for name in ("t.xlsx", "t.parquet"):
        assert succeeds("predict", model, tmp_path / name).split()[1:] == CLASSES
        assert "admitted <= 2024-03-17 : early" in succeeds("fit", tmp_path / name, "--target", "y")


@pytest.mark.parametrize("command", ["fit", "rules", "compare", "discretize"])
def test_an_ambiguous_column_is_asked_for_by_every_command_that_learns(command, tmp_path):
    path = ambiguous(tmp_path)
    said = refuses(command, path, "--target", "y")
    assert "column 'admitted'" in said
    assert "--date-format dmy or --date-format mdy" in said
    for form in ("dmy", "mdy", "%d/%m/%Y", "admitted=dmy"):
        ran = run(command, path, "--target", "y", "--date-format", form)
        assert ran.code == 0, ran.err
    assert run(command, path, "--target", "y", "--ignore", "admitted").code in {0, 2}
    assert "date" not in run(command, path, "--target", "y", "--ignore", "admitted").err


def test_an_ambiguous_column_is_asked_for_by_every_command_that_uses_a_model(model, tmp_path):
    path = write(tmp_path / "a.csv", "admitted,x,y\n03/04/2024,1,early\n04/03/2024,1,late\n")
    out = tmp_path / "p.html"
    for command in (("predict",), ("evaluate",), ("view", "--out", out)):
        order = (
            (command[0], model, path) if command[0] != "view" else ("view", model, "--data", path)
        )
        said = refuses(*order, *command[1:])
        assert "--date-format dmy" in said
        assert run(*order, *command[1:], "--date-format", "mdy").code == 0
    dmy, mdy = (
        run("predict", model, path, "--date-format", f).out.split()[1:] for f in ("dmy", "mdy")
    )
    assert (dmy, mdy) == (["late", "early"], ["early", "late"])


def test_consult_asks_for_a_date_and_understands_ranges(model, tmp_path):
    script = write(
        tmp_path / "s.txt",
        "2024-03-17\n---\nadmitted = 2024-03-18\n---\n2024-03-01 .. 2024-04-01\n",
    )
    said = succeeds("consult", model, "--script", script)
    assert said.count("admitted (a date, as 2024-03-17)?") == 3
    assert "admitted <= 2024-03-17" in said
    assert "[0.48]" in said or "[0.50]" in said
    bad = write(tmp_path / "b.txt", "17/03/2024\n")
    assert "it is not a date, such as 2024-03-17" in refuses("consult", model, "--script", bad)


@pytest.mark.parametrize(
    "target", ["sql", "python", "c", "dot", "mermaid", "rules", "pmml", "json"]
)
def test_exports_name_dates_or_say_what_the_number_is(target, model, tmp_path):
    out = tmp_path / f"o.{target}"
    assert run("export", model, "--to", target, "--out", out).code == 0
    text = out.read_text(encoding="utf-8")
    words = {"sql": "DATE '2024-03-17'", "python": "dates are days since 1970-01-01"}
    words |= {
        "c": "days since 1970-01-01",
        "pmml": "days since 1970-01-01",
        "json": '"calendar": "date"',
    }
    assert words.get(target, "2024-03-17") in text


def test_show_and_the_page_know_the_calendar(model, tmp_path):
    assert "admitted <= 2024-03-17" in succeeds("show", model)
    page = tmp_path / "p.html"
    assert run("view", model, "--data", tmp_path / "t.csv", "--out", page).code == 0
    assert '"calendar": "date"' in page.read_text(encoding="utf-8")


def test_intervals_are_of_dates(tmp_path):
    out = tmp_path / "cut.csv"
    path = table(tmp_path)
    said = succeeds("discretize", path, "--target", "y", "--method", "mdlp", "--out", out)
    assert "admitted: cut at 2024-03-18" in said
    assert "<= 2024-03-18" in out.read_text()


def test_rules_are_of_dates(tmp_path):
    assert "admitted <= 2024-03-17" in run("rules", table(tmp_path), "--target", "y").out


def test_a_model_file_of_an_unknown_calendar_is_refused(model):
    fields = json.loads(model.read_text())
    fields["attributes"][0]["calendar"] = "lunar"
    model.write_text(json.dumps(fields))
    assert "'calendar' must be one of" in refuses("show", model)


def test_an_arff_file_s_dates_are_read(tmp_path):
    lines = "\n".join(f'"{day:%d.%m.%Y} 00:00",{y}' for day, y in zip(DAYS, CLASSES, strict=True))
    head = "@relation r\n@attribute admitted date 'dd.MM.yyyy HH:mm'\n"
    head += "@attribute class {early,late}\n@data\n"
    path = write(tmp_path / "t.arff", head + lines + "\n")
    assert "admitted <= 2024-03-17" in run("fit", path).out
