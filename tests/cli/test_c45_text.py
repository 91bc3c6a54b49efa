import pytest

from cutpoint import load
from support.c45_files import (
    OPTIONS,
    RULES,
    SETS,
    WITHOUT_TEST,
    from_the_cases_on,
    printed_by_c45,
    write_c45,
)
from support.running import refuses, succeeds


@pytest.mark.parametrize("variant", OPTIONS)
@pytest.mark.parametrize("name", SETS)
def test_the_text_is_what_c45_prints(name, variant, tmp_path):
    stem = write_c45(name, tmp_path)
    unseen = () if name in WITHOUT_TEST else ("-u",)
    printed = succeeds("fit", stem, *OPTIONS[variant], *unseen)
    assert from_the_cases_on(printed) == printed_by_c45(name, variant)


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("name", SETS)
def test_the_rules_are_printed_as_c45_prints_them(name, variant, tmp_path):
    stem = write_c45(name, tmp_path)
    unseen = () if name in WITHOUT_TEST else ("-u",)
    printed = succeeds("rules", stem, *RULES[variant], *unseen)
    assert from_the_cases_on(printed) == printed_by_c45(name, variant, "rules")


def test_the_test_cases_can_be_named_and_any_of_the_files_can_stand_for_all(tmp_path):
    stem = write_c45("monk1", tmp_path)
    by_stem = succeeds("fit", stem, "-u")
    assert succeeds("fit", f"{stem}.data", "--test", f"{stem}.test") == by_stem
    assert succeeds("fit", f"{stem}.names", "--test", f"{stem}.test") == by_stem


def test_blank_lines_are_where_c45_has_them(tmp_path):
    printed = succeeds("fit", write_c45("golf", tmp_path), "-m", 5, "-c", 10)
    assert printed.endswith(
        "\n\nSimplified Decision Tree:\n Play (14.0/7.9)\n\n\n"
        "Evaluation on training data (14 items):\n\n"
        "\t Before Pruning           After Pruning\n"
        "\t----------------   ---------------------------\n"
        "\tSize      Errors   Size      Errors   Estimate\n\n"
        "\t   4    4(28.6%)      1    5(35.7%)    (56.3%)   <<\n\n"
    )


def test_a_percent_is_a_fraction_times_100(tmp_path):
    stem = write_c45("labor-neg", tmp_path)
    assert succeeds("fit", stem, "-c", 10) == succeeds("fit", stem, "--confidence", 0.1)


def test_the_line_on_the_model_comes_only_with_a_model(tmp_path):
    stem = write_c45("golf", tmp_path)
    assert "Model written" not in succeeds("fit", stem)
    out = tmp_path / "golf.json"
    assert succeeds("fit", stem, "--out", out).endswith(f"\nModel written to {out}\n")
    assert load(out).faithful


def test_c45_files_can_be_learned_from_without_the_oddities(tmp_path):
    stem, out = write_c45("golf", tmp_path), tmp_path / "golf.json"
    succeeds("fit", stem, "--no-faithful", "--out", out)
    assert not load(out).faithful


def test_without_pruning_there_is_one_size(tmp_path):
    printed = succeeds("fit", write_c45("labor-neg", tmp_path), "--no-pruning", "-u")
    assert "Simplified" not in printed
    assert "Before Pruning" not in printed
    assert "\tSize      Errors\n" in printed


def test_test_cases_named_twice_or_for_no_c45_files_are_refused(tmp_path):
    stem = write_c45("monk1", tmp_path)
    assert "-u and --test" in refuses("fit", stem, "-u", "--test", f"{stem}.test")
    table = tmp_path / "t.csv"
    table.write_text("a,b\n1,2\n")
    assert "--test" in refuses("fit", table, "--target", "b", "-u")
    stem.with_suffix(".test").unlink()
    assert "monk1.test" in refuses("fit", stem, "-u")
