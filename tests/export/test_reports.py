"""What people read of a model, and what programs may rely on: reports, drawings, the schema."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from cutpoint import BaggedTreesClassifier, C45Classifier
from cutpoint.export import model_schema, to_latex, to_markdown, to_pmml
from cutpoint.rules.model import RulesModel
from cutpoint.tree import Model, example_tree
from export.test_pmml import jpmml, made  # type: ignore[import-not-found]
from support import needs
from support.random_rules import make_rules
from support.running import refuses, run, succeeds
from support.same_rows import HOSTILE, expected, make_tree


def saved(tree: Any) -> Model:
    return Model(tree, None, "play", "C45Classifier", {"min_cases": 2})


@pytest.fixture
def golf(tmp_path: Path) -> Path:
    path = tmp_path / "golf.json"
    saved(example_tree()).save(path)
    return path


def hostile(seed: int = 1) -> Any:
    return make_tree(
        Random(seed), names=HOSTILE, values=HOSTILE, classes=HOSTILE[:9], depth=4, holes=True
    )


def test_real_models_keep_to_the_schema_and_broken_ones_do_not(tmp_path: Path) -> None:
    jsonschema = needs.package("jsonschema")
    schema = model_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    fitted = C45Classifier(soft_thresholds=True).fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
    bag = BaggedTreesClassifier(n_estimators=2, random_state=1).fit(
        [[i] for i in range(12)], ["a", "b"] * 6
    )
    texts = [saved(hostile(seed)).to_json() for seed in range(3)]
    texts.append(RulesModel(make_rules(Random(1)), "class", "C45RulesClassifier", {}).to_json())
    for model in (fitted, bag):
        model.save(tmp_path / "model.json")
        texts.append((tmp_path / "model.json").read_text())
    for text in texts:
        check.validate(json.loads(text))
    for broken in (
        {"format": "cutpoint-other"},
        {"version": 3},
        {"classes": []},
        {"arithmetic": "half"},
        {"tree": []},
        {"tree": [{"class": 0, "cases": -1.0, "errors": 0.0, "distribution": [1.0]}]},
        {"tree": [{"class": 0, "cases": 1.0, "errors": 0.0}]},
        {"tree": [{"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0], "more": 1}]},
        {
            "tree": [
                {
                    "class": 0,
                    "cases": 1.0,
                    "errors": 0.0,
                    "distribution": [1.0],
                    "attribute": 0,
                    "branches": [1, 2],
                }
            ]
        },
    ):
        assert not check.is_valid(json.loads(texts[0]) | broken), broken
    for field in ("tree", "classes", "attributes", "target", "format"):
        fields = json.loads(texts[0])
        del fields[field]
        assert not check.is_valid(fields), field


def test_the_command_prints_the_schema_without_a_model(golf: Path) -> None:
    assert json.loads(succeeds("export", "--format", "schema")) == model_schema()
    assert json.loads(succeeds("export", golf, "--to", "schema")) == model_schema()
    assert "missing argument 'MODEL'" in refuses("export", "--to", "c")


def test_latex_opens_and_closes_what_it_draws_and_escapes_every_name() -> None:
    for tree in (example_tree(), hostile()):
        text = to_latex(tree)
        body = text[text.index("draw, rounded") : text.index("\\end{forest}")]
        body = body[body.index("\n") :]
        plain = body.replace("\\{", "").replace("\\}", "").replace("\\textbackslash{}", "")
        level = 0
        for character in plain:
            level += {"{": 1, "}": -1}.get(character, 0)
            assert level >= 0
        assert level == 0
        assert text.count("edge label=") == tree.n_nodes - 1
        nodes = [line for line in body.splitlines() if line.lstrip().startswith("[{")]
        assert len(nodes) == tree.n_nodes
        for name in ("$(x)", "%s", "&amp", "#quot", "a^", "_"):
            at = plain.find(name)
            assert at < 0 or plain[at - 1] == "\\", name


@pytest.mark.slow
def test_latex_is_compiled_to_one_page(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        needs.absent("needs pdflatex: run tests/setup_latex.sh")
    latin = tuple(text for text in HOSTILE if max(text) <= "\xff")  # what pdflatex has glyphs for
    deep = make_tree(Random(3), names=latin, values=latin, classes=latin[:9], depth=3, holes=True)
    for number, tree in enumerate((example_tree(), deep)):
        path = tmp_path / f"tree{number}.tex"
        path.write_text(to_latex(tree), encoding="utf-8")
        ran = subprocess.run(
            ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", path.name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        assert ran.returncode == 0, ran.stdout[-2000:]
        assert f"Output written on tree{number}.pdf (1 page" in ran.stdout
        assert "Missing character" not in path.with_suffix(".log").read_text(errors="replace")


def test_markdown_has_the_text_the_flowchart_and_a_row_for_each_rule() -> None:
    text = to_markdown(saved(example_tree()))
    assert "outlook = overcast: Play (4.0)" in text
    assert "```mermaid\nflowchart TD" in text
    assert text.count("\n| outlook ") == 5
    tree = hostile()
    text = to_markdown(saved(tree))
    rules = text[text.index("## Rules") :].splitlines()[4:]
    assert len(rules) == tree.n_leaves
    assert "<script>" not in "\n".join(rules)
    for line in rules:
        assert line.replace("\\\\", "").replace("\\|", "").count("|") == 5
    rules_model = RulesModel(make_rules(Random(1)), "class", "C45RulesClassifier", {})
    assert str(rules_model.rules) in to_markdown(rules_model)


def test_drawings_and_pages_are_files_of_their_kind(golf: Path, tmp_path: Path) -> None:
    needs.package("matplotlib")
    starts = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml", "html": b"<!doctype html>"}
    for kind, start in starts.items():
        out = tmp_path / f"tree.{kind}"
        assert str(out) in succeeds("export", golf, "--to", kind, "--out", out)
        first = out.read_bytes()
        assert first.startswith(start)
        succeeds("export", golf, "--to", kind, "--out", out)
        assert out.read_bytes() == first
    ElementTree.fromstring((tmp_path / "tree.svg").read_bytes())
    for kind, writer in (("md", to_markdown), ("latex", lambda model: to_latex(model.tree))):
        assert succeeds("export", golf, "--to", kind) == writer(saved(example_tree()))


def test_rules_have_no_drawing(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    RulesModel(make_rules(Random(1)), "class", "C45RulesClassifier", {}).save(path)
    for kind in ("svg", "latex"):
        assert "describe trees" in refuses("export", path, "--to", kind)
    assert succeeds("export", path, "--to", "html").startswith("<!doctype html>")


def test_the_default_child_is_an_option_of_pmml_and_says_what_it_does(golf: Path) -> None:
    ran = run("export", golf, "--to", "pmml", "--default-child")
    assert ran.out == to_pmml(example_tree(), "play", default_child=True)
    assert "takes the branch with the most training cases" in ran.err
    assert 'missingValueStrategy="defaultChild"' in ran.out
    assert "option of --to pmml" in refuses("export", golf, "--to", "c", "--default-child")


@pytest.mark.slow
def test_with_default_children_jpmml_answers_every_row(tmp_path: Path) -> None:
    jpmml()
    from jpmml_evaluator import make_evaluator

    for seed in (0, 1, 3, 4, 9):
        tree, rows = made(seed)
        path = tmp_path / f"{seed}.pmml"
        path.write_text(to_pmml(tree, "the target", default_child=True), encoding="utf-8")
        evaluator = make_evaluator(str(path), backend="jpype")
        wanted = expected(tree, rows).heaviest_classes
        for row, label in zip(rows.to_pylist(), wanted, strict=True):
            case = {
                k: None if isinstance(v, float) and math.isnan(v) else v for k, v in row.items()
            }
            assert evaluator.evaluate(case)["predicted"] == label
