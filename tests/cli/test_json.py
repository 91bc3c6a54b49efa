"""``--json``: valid, and the same numbers as are printed and as Python gives."""

import json
import re

import numpy as np
import pytest

from cutpoint import C45Classifier, C45RulesClassifier, load, read_table
from cutpoint.data import demo_path
from cutpoint.discretize import MDLPDiscretizer
from support.running import refuses, run, succeeds, write

DEMO = demo_path()


SEEN = "these cases are also learned from"


def parsed(*arguments, noted=None):
    """Return the JSON that a command prints; no NaN or infinity is in it."""

    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    return json.loads(succeeds(*arguments, "--json", noted=noted), parse_constant=refuse)


@pytest.fixture(scope="module")
def table():
    return read_table(DEMO, target="outcome")


def test_fit_gives_the_tree_and_the_numbers_that_it_prints(table, tmp_path):
    out = tmp_path / "m.json"
    given = ("fit", DEMO, "-t", "outcome", "--test", DEMO, "--out", out)
    parts = parsed(*given, noted=SEEN)
    model = C45Classifier().fit_table(table)
    assert parts["tree"] == json.loads(json.dumps(model.tree_.to_dict()))
    shares = dict(zip(model.feature_names_in_, model.feature_importances_, strict=True))
    assert parts["importances"] == pytest.approx({n: shares[n] for n in parts["importances"]})
    assert sum(parts["importances"].values()) == pytest.approx(1)
    wrong = model.tree_.predict_codes(table.matrix()) != table.target
    after = parts["training"]["after_pruning"]
    assert after["errors"] == wrong.sum() == parts["test"]["errors"]
    assert after["n_nodes"] == model.tree_.n_nodes
    assert after["estimated_error_rate"] == model.tree_.estimated_error_rate
    assert (parts["learner"], parts["target"], parts["cases"]) == ("C45Classifier", "outcome", 400)
    assert parts["parameters"]["min_cases"] == 2
    assert parts["model"] == str(out)
    assert load(out).tree_ == model.tree_
    printed = succeeds("fit", DEMO, "-t", "outcome")
    rate = f"{100 * parts['validation']['error_rate']:.1f}%"
    assert f"Error on new cases: {rate} ±" in printed
    for name, share in parts["importances"].items():
        assert re.search(rf"^{name} +{100 * share:.1f}%$", printed, re.MULTILINE)


@pytest.mark.parametrize("options", [["--no-pruning"], ["--learner", "t2"], ["-m", 300]])
def test_fit_without_pruning_and_without_tests(options):
    parts = parsed("fit", DEMO, "-t", "outcome", *options)
    assert (parts["training"]["after_pruning"] is None) == (options != ["-m", 300])


def test_fit_of_c45s_files(tmp_path):
    write(tmp_path / "golf.names", "yes, no.\nx: continuous.\n")
    write(tmp_path / "golf.data", "".join(f"{i},{'yes' if i < 9 else 'no'}\n" for i in range(20)))
    parts = parsed("fit", tmp_path / "golf")
    assert parts["parameters"]["faithful"] is True
    assert parts["validation"] is None


def test_rules_are_those_of_python(table):
    parts = parsed("rules", DEMO, "-t", "outcome", "--test", DEMO, noted=SEEN)
    model = C45RulesClassifier().fit_table(table)
    expected = json.loads(json.dumps(model.rules_.to_dict()))
    assert {name: parts[name] for name in expected} == expected
    wrong = model.rules_.predict_codes(table.matrix()) != table.target
    assert parts["training"]["errors"] == parts["test"]["errors"] == wrong.sum()
    assert f"Errors  {wrong.sum()} of 400" in succeeds("rules", DEMO, "-t", "outcome")


def test_cuts_are_those_of_python(table):
    parts = parsed("discretize", DEMO, "-t", "outcome")
    expected = MDLPDiscretizer().fit_table(table).cut_points_
    assert {c["name"]: c["cut_points"] for c in parts["columns"]} == {
        name: cuts.tolist() for name, cuts in expected.items()
    }
    for column in parts["columns"]:
        assert sum(entry["cases"] for entry in column["intervals"]) == 400
        totals = np.sum([entry["by_class"] for entry in column["intervals"]], axis=0)
        assert totals.tolist() == np.bincount(table.target).tolist()
    unsupervised = parsed("discretize", DEMO, "--method", "equal_width", "--ignore", "outcome")
    assert unsupervised["classes"] == [] and unsupervised["target"] is None


def test_a_comparison_is_what_its_file_holds(tmp_path):
    out = tmp_path / "c.json"
    options = ["-t", "outcome", "c45", "gini", "--folds", 3, "--out", out]
    printed = parsed("compare", DEMO, *options)
    written = json.loads(out.read_text())
    assert [s["folds"]["errors"] for s in printed["systems"]] == [
        s["folds"]["errors"] for s in written["systems"]
    ]
    assert printed["systems"][0]["error"] == pytest.approx(
        parsed("fit", DEMO, "-t", "outcome", "--cv", 3)["validation"]["error_rate"]
    )


@pytest.mark.parametrize("command", ["fit", "rules", "tune", "discretize"])
def test_quiet_and_json_contradict_each_other(command):
    assert "leave one out" in refuses(command, DEMO, "-t", "outcome", "--quiet", "--json")


# ---- systems by name, seeds, completion ---------------------------------------------------------


def test_systems_are_compared_by_name():
    names = ["c45", "tree", "multiway", "t2", "rules", "mdlp", "sklearn"]
    parts = parsed("compare", DEMO, "-t", "outcome", *names, "--folds", 3)
    assert [system["system"] for system in parts["systems"]] == names
    assert all(0 < system["error"] < 0.5 for system in parts["systems"])
    mixed = parsed("compare", DEMO, "c45", "-t", "outcome", "--systems", "t2,gini", "--folds", 2)
    assert [system["system"] for system in mixed["systems"]] == ["c45", "t2", "gini"]


def test_an_unknown_system_lists_the_known():
    said = refuses("compare", DEMO, "c54", "-t", "outcome")
    assert "did you mean 'c45'?" in said
    for name in ("c45", "tree", "multiway", "t2", "rules", "mdlp", "sklearn"):
        assert name in said.split("There are ")[1].split(", ")
        assert name in succeeds("compare", "--help")


def test_the_system_of_scikit_learn_is_its_tree(table):
    from sklearn.tree import DecisionTreeClassifier

    from cutpoint.compare import folds_of
    from cutpoint.studies.systems import indicators_of

    parts = parsed("compare", DEMO, "-t", "outcome", "sklearn", "--folds", 2, "--seed", 4)
    fold = folds_of(table.target, 2, np.random.default_rng(4))
    X = indicators_of(table)
    for f, error in enumerate(parts["systems"][0]["folds"]["errors"]):
        tree = DecisionTreeClassifier(random_state=0).fit(X[fold != f], table.target[fold != f])
        assert error == pytest.approx(
            np.mean(tree.predict(X[fold == f]) != table.target[fold == f])
        )


def test_a_seed_gives_the_same_result_and_another_seed_another():
    window = ["--trials", 2, "--window", 30]
    commands = {
        "fit": [*window, "--cv", 3],
        "rules": window,
        "compare": ["c45", "--folds", 3],
        "tune": ["-m", "2,20", "-c", "0.25", "--cv", 3],
    }
    for command, options in commands.items():
        one, again, other = (
            re.sub(
                r'"seconds": .*?[,\]]',
                "",
                succeeds(command, DEMO, "-t", "outcome", *options, "--json", "--seed", seed).split(
                    '"folds": {'
                )[0],
            )
            for seed in (1, 1, 2)
        )
        assert one == again, command
        assert one != other, command


def test_windows_and_resamples_come_from_the_seed(tmp_path):
    out = tmp_path / "m.json"
    options = ["--learner", "tree", "--threshold", "bootstrap", "--cv", 0, "-q", "-o", out]
    succeeds("fit", DEMO, "-t", "outcome", *options, "--seed", 5)
    assert load(out).random_state == 5
    first = load(out).tree_
    succeeds("fit", DEMO, "-t", "outcome", *options, "--seed", 5)
    assert load(out).tree_ == first


def test_completion_knows_the_commands(monkeypatch):
    # Which shell this is run from is not asked.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "_cutpoint_completion" in succeeds("--show-completion", "bash")
    monkeypatch.setenv("_CUTPOINT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "cutpoint de")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert run().out.split() == ["describe", "demo"]
