"""Everyday tables through the command: right, or refused, and what was guessed is said."""

import json
import os
import shlex
import subprocess
import sys

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint import C45Classifier, InputError, InputWarning, load, read_table
from cutpoint.cli.app import COMMANDS
from support.running import COMMAND, refuses, run, succeeds, write

ROWS = [f"{row},{'red' if row % 3 else 'blue'},{'pq'[row > 14]}" for row in range(30)]


def table_of(path, rows, header="x,colour,y"):
    return write(path, "\n".join([header, *rows]) + "\n")


@pytest.fixture
def good(tmp_path):
    return table_of(tmp_path / "good.csv", ROWS)


@pytest.fixture
def model(tmp_path, good):
    path = tmp_path / "model.json"
    succeeds("fit", good, "--target", "y", "--out", path)
    return path


# ---- weights ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["evaluate", "MODEL", "TABLE"],
        ["view", "MODEL", "--data", "TABLE"],
        ["view", "MODEL", "--test", "TABLE"],
    ],
    ids=" ".join,
)
def test_a_weight_column_that_is_not_there_is_refused(command, model, good, tmp_path):
    files = {"MODEL": model, "TABLE": good}
    before = sorted(tmp_path.iterdir())
    said = refuses(*(files.get(word, word) for word in command), "--weight", "heft")
    assert "good.csv has no column 'heft'" in said
    assert sorted(tmp_path.iterdir()) == before


def test_a_weight_column_of_no_table_is_refused(model):
    assert "name the table with --data or --test" in refuses("view", model, "--weight", "w")


def test_test_cases_without_the_weight_column_count_the_same(good, tmp_path):
    rows = [f"{row},1" for row in ROWS]
    weighted = table_of(tmp_path / "w.csv", rows, "x,colour,y,w")
    ran = run("fit", weighted, "--target", "y", "--weight", "w", "--test", good)
    assert ran.code == 0
    note = f"cutpoint: note: {good} has no column 'w': its cases count the same"
    assert ran.complaints[0] == note


# ---- rows without a class -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["fit"], ["rules"], ["compare", "--folds", "3"], ["discretize"]], ids=" ".join
)
def test_rows_without_a_class_are_left_out_with_a_note(command, good, tmp_path):
    gaps = ["40,green,", "41,red,?", *ROWS[:20], ",blue,NA", *ROWS[20:]]
    table = table_of(tmp_path / "gaps.csv", gaps)
    ran = run(*command, table, "--target", "y")
    assert ran.code == 0
    note = f"cutpoint: note: {table}: 3 rows have no class and are not learned from"
    assert ran.complaints == [note]
    alone = succeeds(*command, good, "--target", "y").replace(str(good), str(table))
    if command[0] != "compare":  # which prints times
        assert ran.out == alone
    assert "30 cases from" in ran.out


def test_a_value_that_only_rows_without_a_class_have_is_no_value(tmp_path):
    table = table_of(tmp_path / "t.csv", [*ROWS, "3,green,"])
    out = tmp_path / "m.json"
    assert "1 row has no class and is not learned from" in (
        run("fit", table, "--target", "y", "--out", out).err
    )
    assert load(out).tree_.attributes[1].values == ("blue", "red")


def test_lines_are_named_rightly_behind_a_row_without_a_class(tmp_path):
    table = table_of(tmp_path / "t.csv", ["1,red,", *ROWS[:10], "inf,red,p", *ROWS[10:]])
    ran = run("fit", table, "--target", "y")
    assert ran.code == 2
    assert "t.csv, line 13, column 'x': the number is infinite" in ran.err


def test_discretized_tables_keep_the_rows_without_a_class(tmp_path):
    table = table_of(tmp_path / "t.csv", [*ROWS, "3,green,", "29.5,red,"])
    out = tmp_path / "out.csv"
    assert run("discretize", table, "--target", "y", "--out", out).code == 0
    lines = out.read_text().splitlines()
    assert lines[0] == "x,colour,y"
    assert len(lines) == 33
    assert lines[-2:] == ["<= 14.5,green,", "> 14.5,red,"]


@pytest.mark.parametrize("command", ["fit", "rules"])
def test_unseen_classes_in_test_cases_are_errors(command, good, tmp_path):
    test = table_of(tmp_path / "test.csv", ["1,red,p", "2,red,zebra", "3,red,", "20,red,q"])
    ran = run(command, good, "--target", "y", "--test", test)
    assert ran.code == 0
    assert ran.complaints == [
        "cutpoint: note: 1 row counts as an error: the model does not know the class 'zebra'"
    ]
    assert "1 of 3 (33.3%)" in ran.out
    assert "(c) zebra" in ran.out
    assert "1 row without a class left out" in ran.out


def test_fit_and_evaluate_say_the_same_of_unseen_classes(good, model, tmp_path):
    test = table_of(tmp_path / "test.csv", ["1,red,p", "2,red,zebra", "3,red,", "20,red,q"])
    facts = json.loads(run("evaluate", model, test, "--json").out)
    assert (facts["cases"], facts["errors"]) == (3, 1)
    fitted = run("fit", good, "--target", "y", "--test", test).out
    evaluated = run("evaluate", model, test).out
    assert fitted.split("Confusion matrix")[1] in evaluated


# ---- the columns that a model needs -------------------------------------------------------------


def test_only_the_columns_that_the_tree_tests_are_needed(model, tmp_path):
    table = write(tmp_path / "new.csv", "y,x\np,1\np,20\n")
    assert succeeds("predict", model, table) == "predicted\np\nq\n"
    facts = json.loads(succeeds("evaluate", model, table, "--json"))
    assert (facts["cases"], facts["errors"]) == (2, 1)


def test_what_is_not_tested_is_not_looked_at(model, tmp_path):
    table = write(tmp_path / "new.csv", "x,colour\n1,mauve\n20,\n")
    assert succeeds("predict", model, table) == "predicted\np\nq\n"


def test_columns_that_are_lacking_are_named_together(tmp_path):
    rows = [f"{row},{row % 5},{'ab'[row % 2]},{'pq'[row % 5 > 2]}{row > 14}" for row in range(60)]
    table = table_of(tmp_path / "t.csv", rows, "height,Weight,sex,y")
    out = tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--out", out)
    assert [attribute.name for attribute in load(out).tree_.tested] == ["height", "Weight"]
    new = write(tmp_path / "new.csv", "y,WEIGHT,sex\np,1,a\n")
    assert refuses("predict", out, new) == (
        f"{new} has no columns 'height', 'Weight'; did you mean 'WEIGHT'? Its columns are: 'y', "
        "'WEIGHT', 'sex'"
    )
    assert "has no columns 'height', 'Weight'" in refuses("evaluate", out, new)


# ---- one value, several spellings ---------------------------------------------------------------


def spelled(tmp_path, name="t.csv"):
    truths = ["yes", "Yes ", "no", "YES", "No"]
    rows = [
        f"{truths[row % 5]},{['1', '1.0', '2', '2.'][row % 4]},{['True', 'TRUE', 'false'][row % 3]}"
        for row in range(60)
    ]
    return table_of(tmp_path / name, rows, "smoker,grade,y")


def test_spellings_of_a_value_are_one_value(tmp_path):
    table, out = spelled(tmp_path), tmp_path / "m.json"
    ran = run("fit", table, "--target", "y", "--nominal", "grade", "--out", out)
    assert ran.code == 0
    tree = load(out).tree_
    assert tree.attributes[0].values == ("No", "YES")
    assert tree.attributes[1].values == ("1", "2")
    assert tree.classes == ("TRUE", "false")
    assert ran.complaints == [
        f"cutpoint: note: {table}: column 'smoker': read as one value: 'YES', 'Yes', 'yes'; 'No', "
        "'no'",
        f"cutpoint: note: {table}: column 'grade': read as one value: '1', '1.0'; '2', '2.'",
        f"cutpoint: note: {table}: column 'y': read as one value: 'TRUE', 'True'",
    ]


def test_a_model_knows_its_values_and_classes_in_any_spelling(tmp_path):
    rows = [f"{'yes' if row % 2 else 'no'},{'1.0' if row % 2 else '0.0'}" for row in range(20)]
    table, out = table_of(tmp_path / "t.csv", rows, "smoker,y"), tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--out", out)
    later = write(tmp_path / "later.csv", "smoker,y\nYES ,1\nNo,0\n")
    assert succeeds("predict", out, later) == "predicted\n1.0\n0.0\n"
    assert json.loads(succeeds("evaluate", out, later, "--json"))["errors"] == 0


def test_values_that_differ_only_by_case_are_kept_apart_and_said(tmp_path):
    rows = [f"{['Eye', 'eye', 'heart'][row % 3]},{'pq'[row % 2]}" for row in range(30)]
    table, out = table_of(tmp_path / "t.csv", rows, "ward,y"), tmp_path / "m.json"
    ran = run("fit", table, "--target", "y", "--out", out)
    assert load(out).tree_.attributes[0].values == ("Eye", "eye", "heart")
    assert ran.complaints == [
        f"cutpoint: note: {table}: column 'ward': values that differ only by case are kept apart: "
        "'Eye', 'eye'"
    ]


GUESSED = "id;dose;y;\n" + "".join(f"{row};{row / 2:.1f};{'pq'[row > 14]};\n" for row in range(30))


@pytest.mark.parametrize(
    ("terminal", "options", "where"),
    [
        (True, [], "out"),
        (False, [], "both"),
        (True, ["--json"], "err"),
        (True, ["--quiet"], "err"),
        (True, ["--learner", "bagging"], "err"),
    ],
)
def test_what_is_guessed_of_columns_is_said_once_on_a_terminal(tmp_path, terminal, options, where):
    table = write(tmp_path / "t.csv", GUESSED.replace(".", ","))
    ran = run("fit", table, "--target", "y", *options, terminal=terminal)
    assert ran.code == 0
    guesses = ("is read as numbers: '0,0' as 0", "see --keep-ids")
    assert [text in ran.err for text in guesses] == [where in ("err", "both")] * 2
    if not options:
        assert [text in ran.out for text in guesses] == [where in ("out", "both")] * 2
    assert "column 4 has no name and no values and is left out" in ran.err  # no report has it


def test_describe_says_which_columns_without_a_name_are_left_out(tmp_path):
    table = write(tmp_path / "t.csv", GUESSED)
    said = "column 4 has no name and no values and is left out"
    assert f"Note: {said}" in succeeds("describe", table)
    assert json.loads(succeeds("describe", table, "--json"))["notes"] == [said]


def test_codes_that_are_not_the_same_number_are_kept_apart(tmp_path):
    rows = [f"{['01', '1', '1.1', '1.10'][row % 4]},{'pq'[row % 2]}" for row in range(32)]
    table, out = table_of(tmp_path / "t.csv", rows, "version,y"), tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--nominal", "version", "--out", out)
    assert load(out).tree_.attributes[0].values == ("01", "1", "1.1", "1.10")


def test_texts_of_parquet_files_are_spelled_alike_too(tmp_path):
    values = ["yes", "yes   ", "Yes", "no"]
    table = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": values * 5, "y": ["p", "p", "p", "q"] * 5}), table)
    with pytest.warns(
        InputWarning, match=r"t.parquet: column 'a': read as one value: 'Yes', 'yes'"
    ):
        assert read_table(table, target="y").attributes[0].values == ("no", "yes")


def test_declared_values_are_what_they_are(tmp_path):
    write(tmp_path / "t.names", "p, q.\na: true, TRUE, True.\n")
    write(tmp_path / "t.data", "true, p\nTRUE, q\nTrue, p\n")
    assert read_table(tmp_path / "t").columns[0].tolist() == [0, 1, 2]
    frame = pd.DataFrame({"a": ["true", "TRUE", "1", "1.0"]})
    assert C45Classifier().fit(frame, list("pqpq")).tree_.attributes[0].values == (
        "1",
        "1.0",
        "TRUE",
        "true",
    )


# ---- closed streams, interruptions, protected files ---------------------------------------------


def in_shell(line, *arguments, **options):
    """Run the command as another process, as a line of the shell says."""
    words = " ".join(shlex.quote(str(word)) for word in (*COMMAND, *arguments))
    return subprocess.run(
        ["bash", "-c", line.replace("CUTPOINT", words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(closed, good, tmp_path):
    out = tmp_path / "m.json"
    ran = in_shell(f"CUTPOINT {closed}", "fit", good, "--target", "y", "--out", out)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert load(out).tree_.n_nodes == 3


@pytest.mark.parametrize("command", ["predict", "show", "evaluate"])
def test_nobody_reads_what_a_command_prints(command, good, model):
    tables = [] if command == "show" else [good]
    ran = in_shell("CUTPOINT >&-", command, model, *tables)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_consultation_without_anybody_to_answer_ends(model):
    ran = in_shell("CUTPOINT <&-", "consult", model)
    assert ran.returncode in (0, 2, 130)
    assert "internal error" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_mistakes_are_told_to_nobody_if_there_is_nobody(tmp_path):
    ran = in_shell("CUTPOINT 2>&-", "fit", tmp_path / "none.csv", "--target", "y")
    assert (ran.returncode, ran.stdout) == (2, "")


@pytest.mark.parametrize("home", [None, "/nonexistent"])
def test_no_home_is_needed(home, good):
    environment = {"PATH": os.environ["PATH"]} | ({} if home is None else {"HOME": home})
    ran = in_shell("CUTPOINT", "fit", good, "--target", "y", env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow  # without a home, matplotlib looks through all fonts anew
@pytest.mark.parametrize("home", [None, "/nonexistent"])
def test_no_home_is_needed_to_draw(home, good, tmp_path):
    environment = {"PATH": os.environ["PATH"]} | ({} if home is None else {"HOME": home})
    picture = tmp_path / "cuts.svg"
    arguments = ["discretize", good, "--target", "y", "--plot", picture]
    ran = in_shell("CUTPOINT", *arguments, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert picture.exists()


def test_an_interruption_during_the_imports_leaves_no_traceback():
    program = """
import sys
from cutpoint.cli import main

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.exit(main(["--version"]))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "cutpoint: stopped\n")


def test_a_protected_file_is_not_replaced(good, model, tmp_path):
    protected = write(tmp_path / "kept.json", "precious")
    protected.chmod(0o444)
    said = refuses("fit", good, "--target", "y", "--out", protected)
    assert said == f"cannot write {protected}: it is write-protected"
    table = write(tmp_path / "kept.csv", "precious")
    table.chmod(0o444)
    assert "write-protected" in refuses("predict", model, good, "--out", table)
    with pytest.raises(InputError, match="write-protected"):
        load(model).save(protected)
    assert protected.read_text() == table.read_text() == "precious"
    assert not list(tmp_path.glob("*.part"))


# ---- wording ------------------------------------------------------------------------------------


def test_pruning_is_said_to_remove_tests(tmp_path):
    x, y = "200200121201111100112020", "qqppqppppqpqqqpppppqqpqp"
    rows = [f"v{value},{label}" for value, label in zip(x, y, strict=True)]
    table = table_of(tmp_path / "t.csv", rows, "x,y")
    assert "Pruning removed every test: class p for all" in succeeds("fit", table, "-t", "y")


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_flags_are_shown_without_a_type(name):
    assert "<bool>" not in succeeds(*name.split(), "--help")


def test_a_consultation_names_each_attribute_once(tmp_path):
    rows = [f"{row},{'p' if 10 <= row < 20 else 'q'}" for row in range(30)]
    table, out = table_of(tmp_path / "t.csv", rows, "age,y"), tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", out)
    answers = write(tmp_path / "answers.txt", "age = 15\n")
    printed = succeeds("consult", out, "--script", answers)
    assert "  age in (9, 19]\n" in printed
    answers.write_text("age = 18-20\n")
    assert "  age in (9, 19] [0.50]\n" in succeeds("consult", out, "--script", answers)


# ---- small things -------------------------------------------------------------------------------


def test_help_may_be_asked_for_as_a_command():
    assert succeeds("help", "fit") == succeeds("fit", "--help")
    assert succeeds("help") == succeeds("--help")
    assert "no such command 'fitt'" in refuses("help", "fitt")


def test_likely_targets_are_suggested(good, tmp_path):
    assert "Say so with --target COLUMN; perhaps 'y', 'colour'; the columns are" in refuses(
        "fit", good
    )
    rows = [f"{'pq'[row % 2]},{row % 3},{row}" for row in range(30)]
    table = table_of(tmp_path / "t.csv", rows, "Outcome,ward,age")
    assert "perhaps 'Outcome', 'ward'; " in refuses("rules", table)
    unique = table_of(tmp_path / "u.csv", [f"{row},a{row}" for row in range(30)], "x,z")
    assert "with --target COLUMN; the columns are 'x', 'z'" in refuses("fit", unique)


def test_importances_are_shown(model):
    assert "x  100.0%" in succeeds("show", model)
    assert json.loads(succeeds("show", model, "--json"))["importances"] == {"x": 1.0}


def test_soft_probabilities_are_those_of_python(good, model, tmp_path):
    rows = [f"{row},{'pq'[(row > 14) != (row % 11 == 0)]}" for row in range(60)]
    table, out = table_of(tmp_path / "t.csv", rows, "x,y"), tmp_path / "soft.json"
    succeeds("fit", table, "-t", "y", "--soft", "--out", out)
    printed = succeeds("predict", out, table, "--proba", "--soft").splitlines()[1:]
    found = [float(line.split(",")[1]) for line in printed]
    frame = pd.read_csv(table)[["x"]]
    expected = load(out).predict_proba(frame, soft=True)[:, 0]
    assert found == expected.tolist()
    assert found != load(out).predict_proba(frame)[:, 0].tolist()
    assert "add --proba" in refuses("predict", out, table, "--soft")
    assert "has no soft thresholds" in refuses("predict", model, good, "--proba", "--soft")
