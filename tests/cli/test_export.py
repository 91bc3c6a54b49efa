"""``cutpoint export``: what it writes is the export of the model's tree."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import pytest

from cutpoint import export
from cutpoint.tree import Model, example_tree
from support import needs
from support.running import refuses, run, succeeds

TEXTS = {
    "sql": export.to_sql,
    "python": export.to_python,
    "c": export.to_c,
    "rules": export.to_rules,
    "dot": export.to_dot,
    "mermaid": export.to_mermaid,
}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "golf.json"
    Model(example_tree(), None, "play", "C45Classifier", {}).save(path)
    return path


@pytest.mark.parametrize("target", TEXTS)
def test_an_export_goes_to_the_screen_or_to_a_file(
    target: str, model: Path, tmp_path: Path
) -> None:
    wanted = TEXTS[target](example_tree())
    assert succeeds("export", model, "--to", target) == wanted
    out = tmp_path / "out"
    assert succeeds("export", model, "--to", target, "--out", out) == f"Export written to {out}\n"
    assert out.read_text(encoding="utf-8") == wanted


def test_json_is_the_model_file_and_pmml_names_the_target(model: Path) -> None:
    assert succeeds("export", model, "--to", "json") == model.read_text()
    assert succeeds("export", model, "--to", "pmml") == export.to_pmml(example_tree(), "play")


def test_onnx_is_written_and_says_that_it_follows_one_path(model: Path, tmp_path: Path) -> None:
    needs.package("onnx")
    out = tmp_path / "tree.onnx"
    ran = run("export", model, "--to", "onnx", "-o", out)
    assert ran.code == 0
    assert "takes the branch with the most training cases" in ran.err
    assert out.read_bytes() == export.to_onnx(example_tree())


def test_the_options_of_sql_choose_dialect_table_and_form(model: Path) -> None:
    text = succeeds("export", model, "--to", "sql", "--dialect", "spark", "--table", "my visits")
    assert text == export.to_sql(example_tree(), "spark", "my visits")
    ran = run("export", model, "--to", "sql", "--case")
    assert ran.out == export.to_sql_case(example_tree())
    assert "takes the branch with the most training cases" in ran.err
    found = duckdb.sql(
        f"SELECT {ran.out} FROM (SELECT 'sunny' AS outlook, 70 AS humidity, NULL AS windy)"
    )
    assert found.fetchall() == [("Play",)]


def test_options_that_do_not_fit_are_refused(model: Path, tmp_path: Path) -> None:
    assert "options of --to sql" in refuses("export", model, "--to", "c", "--dialect", "spark")
    assert "names no table" in refuses("export", model, "--to", "sql", "--case", "--table", "t")
    assert "is the model itself" in refuses("export", model, "--to", "json", "--out", model)
    assert "'sas' is not one of" in refuses("export", model, "--to", "sas")
    assert "missing option '--to'" in refuses("export", model)
    assert "does not exist" in refuses("export", tmp_path / "none.json", "--to", "c")


def test_onnx_needs_its_package(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert "pip install 'cutpoint[onnx]'" in refuses("export", model, "--to", "onnx", "-o", "x")


def test_a_name_that_a_target_cannot_hold_leaves_no_file(model: Path, tmp_path: Path) -> None:
    text = model.read_text().replace("Don't Play", "a\\u0000b")
    (tmp_path / "nul.json").write_text(text)
    for target in ("sql", "c", "pmml"):
        out = tmp_path / f"out.{target}"
        said = refuses("export", tmp_path / "nul.json", "--to", target, "--out", out)
        assert "class 'a\\\\x00b' holds a NUL character" in said
        assert not out.exists()
