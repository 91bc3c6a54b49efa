"""What ``cutpoint rules --out`` saves is a model to every other command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cutpoint import load
from cutpoint.data import demo_path
from support.running import refuses, run, succeeds, write

DEMO = demo_path()


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "pumps.json"
    succeeds("rules", DEMO, "--target", "outcome", "--out", path)
    return path


def test_predict_gives_the_classes_and_probabilities_of_the_loaded_rules(rules: Path) -> None:
    import pandas as pd

    X = pd.read_csv(DEMO).drop(columns="outcome")
    rows = list(csv.DictReader(io.StringIO(succeeds("predict", rules, DEMO, "--proba"))))
    model = load(rules)
    assert [row["predicted"] for row in rows] == model.predict(X).tolist()
    shares = [[float(row[f"p({label})"]) for label in model.classes_] for row in rows]
    assert shares == model.predict_proba(X).tolist()


def test_predict_needs_only_the_columns_that_the_rules_ask_for(rules: Path, tmp_path: Path) -> None:
    names = [attribute.name for attribute in load(rules).rules_.tested]
    table = write(tmp_path / "t.csv", ",".join(names) + "\n" + ",".join("?" * len(names)) + "\n")
    assert succeeds("predict", rules, table).splitlines()[0] == "predicted"
    table = write(tmp_path / "t.csv", ",".join(names[1:]) + "\n" + "?" + "," * (len(names) - 2))
    assert names[0] in refuses("predict", rules, table)
    assert "no soft thresholds" in refuses("predict", rules, DEMO, "--proba", "--soft")


def test_evaluate_reports_the_errors_that_learning_reported(rules: Path) -> None:
    told = json.loads(succeeds("evaluate", rules, DEMO, "--json"))
    assert told["cases"] == 400
    learned = succeeds("rules", DEMO, "--target", "outcome")
    assert f"{told['errors']} of 400" in learned
    assert f"{told['errors']} of 400" in succeeds("evaluate", rules, DEMO)
    assert told["estimated_error_rate"] is None


def test_show_prints_the_rules_and_where_they_came_from(rules: Path) -> None:
    printed = succeeds("show", rules)
    assert "C45RulesClassifier(" in printed
    assert str(load(rules).rules_) in printed
    told = json.loads(succeeds("show", rules, "--json"))
    assert told["n_rules"] == len(load(rules).rules_)
    assert told["rules"] == load(rules).rules_.to_dict()["rules"]
    assert "does not hold the tree before pruning" in refuses("show", rules, "--unpruned")


def test_consult_names_the_rule_that_gives_the_class(rules: Path, tmp_path: Path) -> None:
    first = load(rules).rules_.rules[0]
    (condition,) = first.conditions
    value = condition.low + 1 if condition.low is not None else condition.high
    script = write(tmp_path / "s.txt", f"{condition.attribute.name} = {value}\n")
    printed = succeeds("consult", rules, "--script", script)
    assert f"rule {first.number}: {condition.describe()}" in printed
    told = json.loads(succeeds("consult", rules, "--script", script, "--json"))
    assert told["because"][0]["rule"] == first.number
    unknown = [f"{attribute.name} = ?\n" for attribute in load(rules).rules_.tested]
    script = write(tmp_path / "s.txt", "".join(unknown))
    assert "no rule holds" in succeeds("consult", rules, "--script", script)


@pytest.mark.parametrize("target", ["sql", "python", "c", "pmml", "text", "rules", "json"])
def test_rules_are_exported(target: str, rules: Path, tmp_path: Path) -> None:
    text = succeeds("export", rules, "--to", target)
    out = tmp_path / "out"
    succeeds("export", rules, "--to", target, "--out", out)
    assert out.read_text(encoding="utf-8") == text
    if target == "json":
        assert text == rules.read_text()
    if target == "pmml":
        assert "<RuleSetModel " in text
    assert run("export", rules, "--to", "sql", "--case").err == ""


@pytest.mark.parametrize("target", ["onnx", "dot", "mermaid"])
def test_what_describes_trees_alone_is_refused_in_one_sentence(target: str, rules: Path) -> None:
    said = refuses("export", rules, "--to", target, "--out", rules.with_name("none"))
    assert "these are rules: export them to sql, python, c, javascript, java, pmml, md" in said
    assert not rules.with_name("none").exists()


def test_view_writes_a_page_of_rules(rules: Path, tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    assert "Page written" in succeeds("view", rules, "--data", DEMO, "--out", page)
    assert "<title>outcome: rules</title>" in page.read_text(encoding="utf-8")


def test_a_damaged_file_is_one_clear_message(rules: Path, tmp_path: Path) -> None:
    text = rules.read_text()
    bad = write(tmp_path / "bad.json", text[: len(text) // 2])
    for command in (("show", bad), ("predict", bad, DEMO), ("export", bad, "--to", "c")):
        assert "bad.json: ends too early" in refuses(*command)
    old = write(tmp_path / "old.json", json.dumps(load(rules).rules_.to_dict()))
    assert "is not a Cutpoint model" in refuses("show", old)
