"""``cutpoint rules`` on tables of one's own."""

import json

import pytest

from cutpoint.data import demo_path
from support.running import refuses, succeeds, write


def test_rules_are_printed_with_accuracy_coverage_and_evaluation():
    printed = succeeds("rules", demo_path(), "--target", "outcome")
    assert "Rules: the first that holds gives the class" in printed
    assert "covers " in printed
    assert "Default class: " in printed
    assert "training cases" in printed
    assert "Confusion matrix" in printed


def test_rules_can_be_evaluated_on_other_cases_and_written(tmp_path):
    out = tmp_path / "rules.json"
    given = ("rules", demo_path(), "-t", "outcome", "--test", demo_path(), "--out", out)
    printed = succeeds(*given, "--trials", 2, noted="also learned from")
    assert "test cases from" in printed
    assert "Chosen from the rules of 2 trees." in printed
    assert printed.endswith(f"\nRules written to {out}\n")
    data = json.loads(out.read_text())
    assert {"number", "conditions", "class", "error", "covered", "wrong"} == set(data["rules"][0])
    assert isinstance(data["default"], str)


def test_quiet_prints_nothing(tmp_path):
    out = tmp_path / "rules.json"
    assert succeeds("rules", demo_path(), "-t", "outcome", "-q", "-o", out) == ""
    assert out.exists()


def test_fewer_rules_are_kept_when_conditions_cost_more():
    def size(*options):
        return succeeds("rules", demo_path(), "-t", "outcome", *options).count("\nRule ")

    assert size("--redundancy", 0.2) < size("--redundancy", 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--redundancy", "0"), "--redundancy"),
        (("--significance", "0"), "--significance"),
        (("-F", "101"), "--significance"),
        (("--trials", "0"), "--trials"),
        (("-c", "0"), "--confidence"),
        (("--target", "nothing"), "nothing"),
        (("-u",), "--test"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    given = () if "--target" in options else ("--target", "outcome")
    assert message in refuses("rules", demo_path(), *given, *options)


def test_the_file_that_is_read_is_not_written_over(tmp_path):
    table = write(tmp_path / "t.csv", "a,b\n1,x\n2,y\n")
    assert "it is the file that is read" in refuses("rules", table, "-t", "b", "-o", table)


def test_a_table_with_one_class_has_only_a_default(tmp_path):
    table = write(tmp_path / "t.csv", "a,b\n1,x\n2,x\n")
    assert "Default class: x" in succeeds("rules", table, "-t", "b")


def test_trials_of_fit_are_shown_and_minus_t_is_c45s_only_for_its_files(tmp_path):
    printed = succeeds("fit", demo_path(), "-t", "outcome", "--trials", 3, "--window", 40)
    assert "3 trials with windows" in printed
    assert "best" in printed
    assert "'3'" in refuses("fit", demo_path(), "-t", "3")
    stem = tmp_path / "t"
    write(tmp_path / "t.names", "x, y.\na: continuous.\n")
    write(tmp_path / "t.data", "1,x\n2,y\n3,x\n4,y\n")
    assert "Trial 1" in succeeds("fit", stem, "-t", "2")
    assert "-t" in refuses("fit", stem, "-t", "0")
