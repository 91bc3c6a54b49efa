"""``cutpoint study``: what it prints, what it writes, how it goes on, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cutpoint.studies import boundary, quinlan
from support.running import COMMAND, refuses, succeeds
from support.shared import SHARED, require_shared


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "QUICK_TABLES", 100)
    monkeypatch.setattr(quinlan, "QUICK_CASES", 150)
    monkeypatch.setattr(quinlan, "FOLDS", 2)


def test_a_study_prints_its_tables_and_writes_page_csv_and_json(tmp_path: Path) -> None:
    printed = succeeds("study", "boundary", "--quick", "--out", tmp_path)
    assert "holds: the cut of greatest gain is at a boundary" in printed
    assert printed.endswith(f"Pages, tables and finished parts are in {tmp_path}\n")
    assert {"boundary.csv", "boundary.html", "boundary.json"} <= {
        p.name for p in tmp_path.iterdir()
    }
    content = json.loads((tmp_path / "boundary.json").read_text(encoding="utf-8"))
    assert [exhibit["key"] for exhibit in content["exhibits"]] == ["table 1", "property"]
    record = content["exhibits"][1]["results"]["record"]
    assert record["random_state"] == 0
    assert {"cutpoint", "numpy"} <= set(record["versions"])
    assert record["machine"]


def test_some_tables_have_files_of_their_own_and_take_other_systems(tmp_path: Path) -> None:
    require_shared()
    printed = succeeds(
        "study",
        "quinlan",
        "--table",
        "1",
        "--figure",
        "2",
        "--quick",
        "--also",
        "sklearn",
        "--also",
        "mdlp",
        "--out",
        tmp_path,
        "--data",
        SHARED / "data",
    )
    assert "Quinlan, table 1" in printed
    assert "sklearn error %" in printed
    page = (tmp_path / "quinlan-table-1-figure-2.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "4.80 ±0.17" in page  # iris in the paper
    kept = sorted(path.name for path in (tmp_path / "parts").iterdir())
    assert "iris--r8.json" in kept
    assert "iris--sklearn.json" in kept


def test_the_same_seed_gives_the_same_figures_and_what_was_kept_is_used(tmp_path: Path) -> None:
    require_shared()
    options = ("--table", "1", "--quick", "--data", SHARED / "data")
    texts = []
    for folder in ("one", "one", "two"):
        succeeds("study", "quinlan", *options, "--out", tmp_path / folder)
        texts.append((tmp_path / folder / "quinlan-table-1.csv").read_text(encoding="utf-8"))
    assert texts[0] == texts[1] == texts[2]
    part = tmp_path / "one" / "parts" / "iris--r8.json"
    content = json.loads(part.read_text())
    for fold in content["1"]["folds"]:
        fold["errors"] = 1.0
    part.write_text(json.dumps(content))
    succeeds("study", "quinlan", *options, "--out", tmp_path / "one")
    changed = (tmp_path / "one" / "quinlan-table-1.csv").read_text(encoding="utf-8")
    assert changed != texts[0]  # it was read, not learned again


@pytest.mark.slow
def test_a_killed_study_goes_on_where_it_was(tmp_path: Path) -> None:
    require_shared()
    options = ["study", "quinlan", "--table", "1", "--quick", "--out", str(tmp_path)]
    options += ["--data", str(SHARED / "data")]
    process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = tmp_path / "parts"
    while process.poll() is None and not any(parts.glob("*.json")):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    kept = {path: json.loads(path.read_text()) for path in parts.glob("*.json")}  # all whole
    assert kept
    assert not (tmp_path / "quinlan-table-1.html").exists()
    done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "quinlan-table-1.html").exists()
    for path, earlier in kept.items():  # the seconds of each fold tell: it was not learned again
        assert json.loads(path.read_text()).items() >= earlier.items()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("quinlin",), "did you mean 'quinlan'"),
        (("quinlan", "--table", "9"), "quinlan has no table 9"),
        (("mantaras", "--figure", "1"), "mantaras has no figure 1"),
        (("all", "--table", "1"), "--table and --figure are of one paper"),
        (("quinlan", "--also", "r9"), "there is no system 'r9'"),
        (("boundary", "--also", "sklearn"), "sklearn cannot be added to the tables of boundary"),
        (("geurts", "--quick", "--table", "2", "--also", "sklearn"), "sklearn cannot be added"),
        (("quinlan", "--quick", "--data", "nowhere"), "no catalog.json in the folder nowhere"),
        (("boundary", "--n-jobs", "many"), "n-jobs"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint in refuses("study", *arguments, "--out", "out")
    assert not list(tmp_path.glob("out/*.html"))


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "it is not a folder" in refuses("study", "boundary", "--out", tmp_path / "file")
