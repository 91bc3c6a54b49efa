"""What the commands do with good input."""

import csv
import gzip
import io
import json
import os
import re
import signal
import subprocess
from importlib import import_module

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
import typer

from cutpoint import C45Classifier, load, read_table
from cutpoint.cli.app import COMMANDS, command_line
from cutpoint.data import demo_path
from support.running import COMMAND, run, succeeds, write

DEMO = demo_path()
ANSI = re.compile(r"\x1b")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model.json"
    succeeds("fit", DEMO, "--target", "outcome", "--out", path)
    return path


def learned(**parameters):
    return C45Classifier(**parameters).fit_table(read_table(DEMO, target="outcome"))


# ---- fit ----------------------------------------------------------------------------------------


def test_the_tree_printed_is_the_tree_that_python_learns():
    printed = succeeds("fit", DEMO, "--target", "outcome")
    assert f"\nDecision tree\n\n{learned().tree_}\n\n" in printed
    assert "400 cases from" in printed
    assert "10 attributes (6 numeric, 4 nominal), 3 classes of 'outcome'" in printed


def test_the_model_written_is_the_model_that_python_learns(model):
    loaded, expected = load(model), learned()
    assert loaded.tree_ == expected.tree_
    assert loaded.unpruned_tree_ == expected.unpruned_tree_
    assert loaded.get_params() == expected.get_params()
    assert loaded.target_name_ == "outcome"


def test_every_option_of_the_tree_arrives(tmp_path):
    out = tmp_path / "model.json"
    options = ["-m", 3.5, "-c", 10, "-g", "-s", "--faithful", "--max-depth", 4, "--out", out]
    succeeds("fit", DEMO, "--target", "outcome", *options)
    expected = learned(
        min_cases=3.5,
        confidence=0.1,
        criterion="gain",
        group_values=True,
        faithful=True,
        max_depth=4,
    )
    assert load(out).get_params() == expected.get_params()
    assert load(out).tree_ == expected.tree_
    succeeds("fit", DEMO, "-t", "outcome", "--criterion", "gain", "--no-pruning", "-o", out)
    assert load(out).tree_ == learned(criterion="gain", pruning=None).tree_


def test_sizes_errors_and_the_estimate_are_in_the_table():
    printed = succeeds("fit", DEMO, "--target", "outcome")
    expected = learned()
    tree, unpruned = expected.tree_, expected.unpruned_tree_
    table = read_table(DEMO, target="outcome")
    errors = [
        int((t.predict_codes(table.matrix()) != table.target).sum()) for t in (unpruned, tree)
    ]
    row = re.search(r"^after pruning (.*)$", printed, re.MULTILINE)[1].split()
    assert row[:4] == [str(tree.n_nodes), str(tree.n_leaves), str(tree.depth), str(errors[1])]
    assert row[-1] == f"({100 * tree.errors[0] / tree.cases[0]:.1f}%)"
    row = re.search(r"^before pruning (.*)$", printed, re.MULTILINE)[1].split()
    assert row[:4] == [
        str(unpruned.n_nodes),
        str(unpruned.n_leaves),
        str(unpruned.depth),
        str(errors[0]),
    ]


def test_the_unpruned_tree_is_printed_on_request():
    printed = succeeds("fit", DEMO, "--target", "outcome", "--unpruned")
    assert f"before pruning\n\n{learned().unpruned_tree_}\n\n" in printed
    assert f"after pruning\n\n{learned().tree_}\n\n" in printed


def test_quiet_prints_nothing(tmp_path):
    out = tmp_path / "model.json"
    assert succeeds("fit", DEMO, "--target", "outcome", "--quiet", "--out", out) == ""
    assert out.exists()


def test_an_existing_model_is_replaced_only_by_a_whole_one(tmp_path, model):
    out = write(tmp_path / "model.json", "old")
    assert run("fit", DEMO, "--target", "none", "--out", out).code == 2
    assert out.read_text() == "old"
    succeeds("fit", DEMO, "--target", "outcome", "--out", out)
    assert out.read_bytes() == model.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


def test_test_cases_are_evaluated(tmp_path):
    header, *rows = DEMO.read_text().splitlines(keepends=True)
    train = write(tmp_path / "train.csv", header + "".join(rows[:250]))
    test = write(tmp_path / "test.csv", header + "".join(rows[250:]))
    printed = succeeds("fit", train, "--target", "outcome", "--test", test)
    table = read_table(train, target="outcome")
    tree = C45Classifier().fit_table(table).tree_
    like = (table.attributes, table.classes, "outcome")
    others = read_table(test, like=like)
    wrong = int((tree.predict_codes(others.matrix()) != others.target).sum())
    assert f"Evaluation on 150 test cases from {test}" in printed
    assert f"Errors  {wrong} of 150" in printed
    assert "Confusion matrix" in printed
    assert "By class" in printed


def test_columns_are_named_one_by_one_or_with_commas(tmp_path):
    rows = "".join(f"{row},{row % 3},{'ab'[row % 2]},{'pq'[row % 3 == 1]}\n" for row in range(30))
    table = write(tmp_path / "t.csv", '"id, raw",code,c,y\n' + rows)
    out = tmp_path / "m.json"

    def attributes(*options):
        succeeds("fit", table, "--target", "y", "--out", out, *options)
        return {a.name: a.values for a in load(out).tree_.attributes}

    assert attributes() == {"id, raw": None, "code": None, "c": ("a", "b")}
    assert attributes("--ignore", "id, raw") == {"code": None, "c": ("a", "b")}
    assert attributes("--ignore", "c,code") == {"id, raw": None}
    assert attributes("--ignore", "c, code", "--ignore", "id, raw") == {}
    assert attributes("--nominal", "code", "--ignore", "id, raw") == {
        "code": ("0", "1", "2"),
        "c": ("a", "b"),
    }


def test_words_for_missing_delimiters_and_weights_are_heard(tmp_path):
    rows = "".join(
        f"{row if row % 5 else 'n.d.'};{row % 2};{'pq'[row > 15]}\n" for row in range(30)
    )
    table = write(tmp_path / "t.csv", "x;w;y\n" + rows)
    out = tmp_path / "m.json"
    options = ["--missing", "n.d.", "--missing", "none", "--delimiter", ";", "--weight", "w"]
    succeeds("fit", table, "--target", "y", "--out", out, *options)
    tree = load(out).tree_
    assert [attribute.name for attribute in tree.attributes] == ["x"]
    assert tree.cases[0] == 15
    tabs = write(tmp_path / "t.txt", table.read_text().replace(";", "\t"))
    options[5] = "tab"
    before = out.read_bytes()
    succeeds("fit", tabs, "--target", "y", "--out", out, *options)
    assert out.read_bytes() == before


def test_weights_are_two_equal_cases(tmp_path):
    once = "".join(f"{row},{1 + row % 2},{'pq'[row > 9]}\n" for row in range(20))
    twice = "".join(line * int(line.split(",")[1]) for line in once.splitlines(keepends=True))
    weighted, repeated = tmp_path / "weighted.csv", tmp_path / "repeated.csv"
    write(weighted, "x,w,y\n" + once)
    write(repeated, "x,w,y\n" + twice)
    model = tmp_path / "m.json"
    options = ["--target", "y", "--out", model]
    succeeds("fit", weighted, *options, "--weight", "w")
    with_weights = load(model)
    by_weight = json.loads(succeeds("evaluate", model, weighted, "--weight", "w", "--json"))
    succeeds("fit", repeated, *options, "--ignore", "w")
    assert load(model).tree_ == with_weights.tree_
    by_repeat = json.loads(succeeds("evaluate", model, repeated, "--json"))
    for facts in (by_weight, by_repeat):
        del facts["table"]
    assert by_weight == by_repeat


@pytest.mark.parametrize("kind", ["csv.gz", "tsv", "parquet", "arff"])
def test_every_kind_of_file_gives_the_same_tree(kind, tmp_path, model):
    table = tmp_path / f"demo.{kind}"
    if kind == "csv.gz":
        table.write_bytes(gzip.compress(DEMO.read_bytes()))
    elif kind == "tsv":
        write(table, DEMO.read_text().replace(",", "\t"))
    elif kind == "parquet":
        options = pa_csv.ConvertOptions(strings_can_be_null=True)
        pq.write_table(pa_csv.read_csv(DEMO, convert_options=options), table)
    else:
        attributes = load(model).tree_.attributes
        kinds = [
            f"@attribute {a.name} "
            + ("numeric" if a.values is None else f"{{{','.join(a.values)}}}")
            for a in attributes
        ]
        kinds.append(f"@attribute outcome {{{','.join(load(model).classes_)}}}")
        rows = DEMO.read_text().splitlines()[1:]
        cells = [",".join(cell or "?" for cell in row.split(",")) for row in rows]
        write(table, "\n".join(["@relation demo", *kinds, "@data", *cells]) + "\n")
    out = tmp_path / "m.json"
    succeeds("fit", table, "--target", "outcome", "--out", out)
    assert load(out).tree_ == load(model).tree_


def test_names_and_labels_of_any_script_and_any_punctuation_survive(tmp_path):
    colours = ["赤い", 'a "quoted", b', "[bold]x[/bold]", ":smile:", "naïve\tcafé"]
    classes = ["да", "нет, спасибо", "[red]no"]
    rows = [(row % 17, colours[row % 5], classes[row % 5 % 3]) for row in range(100)]
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([("größe", "色", "結果"), *rows])
    table, out = write(tmp_path / "表.csv", text.getvalue()), tmp_path / "модель.json"
    printed = succeeds("fit", table, "--target", "結果", "--out", out, "--test", table)
    assert "色 = [bold]x[/bold]: [red]no (20.0" in printed
    assert "色 = naïve\\tcafé: нет, спасибо (20.0" in printed
    assert "(b) да" in printed or "(b) нет, спасибо" in printed
    assert "Errors  0 of 100" in printed
    predictions = succeeds("predict", out, table, "--with-data", "--proba")
    read = list(csv.reader(io.StringIO(predictions, newline="")))
    assert read[0][:4] == ["größe", "色", "結果", "predicted"]
    assert read[0][4:] == [f"p({label})" for label in sorted(classes)]
    assert [tuple(row[1:3]) for row in read[1:]] == [row[1:] for row in rows]
    assert [row[3] for row in read[1:]] == [row[2] for row in rows]
    shown = succeeds("show", out)
    assert "色 = :smile:: да (20.0" in shown


# ---- predict and evaluate -----------------------------------------------------------------------


def test_predictions_are_those_of_python(model):
    frame = pa_csv.read_csv(DEMO).to_pandas().drop(columns="outcome")
    loaded = load(model)
    assert succeeds("predict", model, DEMO) == "\n".join(["predicted", *loaded.predict(frame), ""])
    header, *rows = csv.reader(io.StringIO(succeeds("predict", model, DEMO, "--proba")))
    assert header == ["predicted", "p(monitor)", "p(pass)", "p(repair)"]
    shares = np.array([[float(cell) for cell in row[1:]] for row in rows])
    assert np.array_equal(shares, loaded.predict_proba(frame))


@pytest.mark.parametrize("name", ["p.csv", "p.csv.gz", "p.tsv", "p.parquet"])
def test_predictions_are_written_to_files(name, model, tmp_path):
    out = tmp_path / name
    assert succeeds("predict", model, DEMO, "--proba", "--with-data", "--out", out) == ""
    printed = succeeds("predict", model, DEMO, "--proba", "--with-data")
    expected = pa_csv.read_csv(io.BytesIO(printed.encode()))
    if name.endswith("parquet"):
        found = pq.read_table(out)
        assert found["predicted"].to_pylist() == expected["predicted"].to_pylist()
        assert found["p(pass)"].to_pylist() == expected["p(pass)"].to_pylist()
        assert found.column_names == expected.column_names
        return
    data = gzip.decompress(out.read_bytes()) if name.endswith("gz") else out.read_bytes()
    assert data.decode().replace("\t", ",") == printed
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_columns_may_come_in_any_order_and_bring_others(model, tmp_path):
    table = pa_csv.read_csv(DEMO)
    shuffled = table.select(table.column_names[::-1][1:]).append_column("extra", [[0] * 400])
    pa_csv.write_csv(shuffled, tmp_path / "t.csv")
    assert succeeds("predict", model, tmp_path / "t.csv") == succeeds("predict", model, DEMO)


def test_a_column_named_predicted_is_not_overwritten(tmp_path):
    rows = "".join(f"{row},{'pq'[row > 9]}\n" for row in range(20))
    table, out = write(tmp_path / "t.csv", "predicted,y\n" + rows), tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--out", out)
    printed = succeeds("predict", out, table, "--with-data")
    assert printed.splitlines()[:2] == ["predicted,y,predicted_2", "0,p,p"]


def test_hostile_labels_are_quoted(tmp_path):
    labels = ['say "no"', "two\nlines", "a,b", " edge ", "=1+1"]
    classifier = C45Classifier(min_cases=1).fit(
        [[row % 5] for row in range(50)], [labels[row % 5] for row in range(50)]
    )
    path, table = tmp_path / "m.json", write(tmp_path / "t.csv", "x0\n0\n1\n2\n3\n4\n")
    model = classifier.to_model()
    name = model.tree.attributes[0].name
    write(table, f"{name}\n0\n1\n2\n3\n4\n")
    model.save(path)
    rows = list(csv.reader(io.StringIO(succeeds("predict", path, table), newline="")))
    assert rows == [["predicted"], *([label] for label in labels)]


def test_numbers_and_truths_as_classes_survive(tmp_path):
    for kind, values in (("numbers", [1, 2]), ("truths", [False, True])):
        table = tmp_path / f"{kind}.parquet"
        rows = {"x": list(range(20)), "y": [values[row > 9] for row in range(20)]}
        pq.write_table(pa.table(rows), table)
        model, out = tmp_path / "m.json", tmp_path / "p.parquet"
        succeeds("fit", table, "--target", "y", "--out", model)
        succeeds("predict", model, table, "--out", out)
        assert pq.read_table(out)["predicted"].to_pylist() == rows["y"]
        assert json.loads(succeeds("evaluate", model, table, "--json"))["errors"] == 0


def test_evaluation_agrees_with_python(model):
    facts = json.loads(succeeds("evaluate", model, DEMO, "--json"))
    table = pa_csv.read_csv(DEMO).to_pandas()
    loaded = load(model)
    truth, given = table["outcome"].to_numpy(), loaded.predict(table.drop(columns="outcome"))
    from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

    assert facts["errors"] == int((truth != given).sum())
    assert facts["cases"] == 400
    assert facts["error_rate"] == pytest.approx(1 - loaded.score(table.iloc[:, :-1], truth))
    assert facts["confusion"] == confusion_matrix(truth, given).tolist()
    rates = np.array(precision_recall_fscore_support(truth, given)).T
    for row, entry in zip(rates, facts["by_class"], strict=True):
        found = [entry[key] for key in ("precision", "recall", "f1", "support")]
        assert found == pytest.approx(row)
    low, high = facts["interval_95"]
    assert low < facts["error_rate"] < high
    tree = loaded.tree_
    assert facts["estimated_error_rate"] == pytest.approx(tree.errors[0] / tree.cases[0])
    printed = succeeds("evaluate", model, DEMO)
    assert f"Errors  {facts['errors']} of 400" in printed
    assert "expected to err in" in printed


def test_a_class_that_is_never_given_has_no_precision(tmp_path):
    rows = "".join(f"{row},{'pq'[row > 9]}\n" for row in range(20))
    table, out = write(tmp_path / "t.csv", "x,y\n" + rows), tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--out", out)
    only = write(tmp_path / "only.csv", "x,y\n1,p\n2,p\n,\n")
    facts = json.loads(succeeds("evaluate", out, only, "--json"))
    assert facts["cases_without_class"] == 1
    assert facts["by_class"][1] == {
        "class": "q",
        "precision": None,
        "recall": None,
        "f1": None,
        "support": 0,
    }
    assert facts["interval_95"][0] == 0
    assert "1 row without a class left out" in succeeds("evaluate", out, only)


def test_the_class_may_have_another_name(model, tmp_path):
    table = write(tmp_path / "t.csv", DEMO.read_text().replace("outcome", "verdict", 1))
    facts = json.loads(succeeds("evaluate", model, table, "--target", "verdict", "--json"))
    assert facts["target"] == "verdict"
    assert facts["cases"] == 400


def test_many_classes_are_summed_up(tmp_path):
    rows = "".join(f"{row % 60},c{(row * row) % 59}\n" for row in range(600))
    table, out = write(tmp_path / "t.csv", "x,y\n" + rows), tmp_path / "m.json"
    succeeds("fit", table, "--target", "y", "--max-depth", 2, "--out", out)
    printed = succeeds("evaluate", out, table)
    assert "The most frequent confusions among" in printed
    assert "Confusion matrix" not in printed


# ---- show and demo ------------------------------------------------------------------------------


def test_show_prints_the_tree_and_where_it_came_from(model):
    printed, loaded = succeeds("show", model), load(model)
    assert f"\nDecision tree\n\n{loaded.tree_}\n\nImportance: share of" in printed
    assert "C45Classifier(" in printed
    assert "outcome: monitor, pass, repair" in printed
    assert f"{loaded.tree_.n_nodes} nodes, {loaded.tree_.n_leaves} leaves" in printed
    assert str(loaded.unpruned_tree_) in succeeds("show", model, "--unpruned")


def test_show_gives_json(model):
    facts, loaded = json.loads(succeeds("show", model, "--json")), load(model)
    assert facts["tree"] == loaded.tree_.to_dict()
    assert facts["n_leaves"] == loaded.tree_.n_leaves
    assert facts["parameters"]["confidence"] == 0.25
    unpruned = json.loads(succeeds("show", model, "--json", "--unpruned"))
    assert unpruned["n_nodes"] == loaded.unpruned_tree_.n_nodes


def test_the_demo_shows_the_whole_way(tmp_path):
    out = tmp_path / "demo.json"
    printed = succeeds("demo", "--out", out)
    assert str(DEMO) in printed
    assert DEMO.read_text().splitlines()[1] in printed
    assert str(load(out).tree_) in printed
    assert "test cases from the other third" in printed
    assert re.search(r"Errors {2}\d+ of 133 ", printed)
    assert printed == succeeds("demo", "--out", out)
    command = re.search(r"cutpoint (fit \S+ --target \S+) --out", printed)[1]
    assert succeeds(*command.split())
    command = re.search(r"cutpoint (view \S+ --data \S+)", printed)[1]
    assert succeeds(*command.split(), "--no-open")
    assert (tmp_path / "demo.html").read_text(encoding="utf-8").startswith("<!doctype html>")


# ---- the whole ----------------------------------------------------------------------------------


def every_command():
    group = typer.main.get_command(command_line())
    return {"": group, **group.commands}


def test_every_command_has_a_file_of_its_own_and_a_help_text():
    names = "describe fit tune predict evaluate compare show view rules consult export discretize"
    assert set(every_command()) == {
        "",
        "diff",
        "stability",
        "explain",
        "study",
        "demo",
        *names.split(),
    }
    for name in COMMANDS:
        command = getattr(import_module(f"cutpoint.cli.{name}"), name)
        assert command.__module__ == f"cutpoint.cli.{name}"
        assert "Usage: cutpoint" in succeeds(name, "--help")
        assert succeeds(name, "-h") == succeeds(name, "--help")


@pytest.mark.parametrize("name", every_command())
def test_every_option_has_a_help_text(name):
    for parameter in every_command()[name].params:
        hidden = getattr(parameter, "hidden", False)  # refused, with what to do instead
        assert hidden or getattr(parameter, "help", None), parameter.name


def test_no_arguments_give_the_help_text():
    assert succeeds() == succeeds("--help")


def test_the_version_is_told():
    from importlib.metadata import version

    assert succeeds("--version") == f"cutpoint {version('cutpoint')}\n"


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["demo"], ["fit", str(DEMO), "--target", "outcome"], ["fit", "none.csv"]],
)
def test_what_is_piped_has_no_colours_and_no_ends_cut_off(arguments):
    env = {**os.environ, "COLUMNS": "40", "TERM": "xterm-256color"}
    ran = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=env, check=False
    )
    assert not ANSI.search(ran.stdout + ran.stderr)
    if arguments[0] == "fit" and len(arguments) > 2:
        assert ran.stdout == succeeds(*arguments)


SLOW_TO_IMPORT = {"sklearn", "scipy", "pandas", "narwhals", "duckdb", "numba", "matplotlib"}


IMPORTS = """
import json, sys
from cutpoint.cli import main
for arguments in json.loads(sys.argv[1]):
    assert main(arguments) == 0
    print(json.dumps([name.split(".")[0] for name in sys.modules]), file=sys.stderr)
"""


def imported_by(*commands):
    """Return the packages that a process has imported after each of several commands."""
    given = json.dumps([[str(word) for word in command] for command in commands])
    ran = subprocess.run(
        [COMMAND[0], "-c", IMPORTS, given], capture_output=True, text=True, check=True
    )
    return [set(json.loads(line)) for line in ran.stderr.splitlines()]


def test_the_help_text_comes_without_heavy_imports():
    (found,) = imported_by(("fit", "--help"))
    assert not found & (SLOW_TO_IMPORT | {"numpy", "pyarrow"})


def test_a_table_is_learned_from_without_packages_that_are_slow_to_import(model, tmp_path):
    out = tmp_path / "out"
    commands = (
        ("fit", DEMO, "--target", "outcome", "--out", out),
        ("fit", DEMO, "--target", "outcome", "--learner", "multiway", "--holdout", "0.3"),
        ("rules", DEMO, "--target", "outcome", "--out", tmp_path / "rules.json"),
        ("describe", DEMO),
        ("show", model),
        ("predict", model, DEMO, "--proba"),
        ("evaluate", model, DEMO),
    )
    for command, found in zip(commands, imported_by(*commands), strict=True):
        assert not found & SLOW_TO_IMPORT, command[0]


def test_a_command_comes_without_the_others():
    code = (
        "import sys; from cutpoint.cli import main; main(['show', '--help']); "
        "print([m for m in sys.modules if m in ('cutpoint.cli.fit', 'cutpoint.cli.study')])"
    )
    ran = subprocess.run([COMMAND[0], "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_leaves_early_is_no_error(model):
    for arguments in (["show", model], ["predict", model, DEMO], ["demo"]):
        read, written = os.pipe()
        os.close(read)
        process = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            stdout=written,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(written)
        assert (process.returncode, process.stderr) == (141, "")


LEARNING_FOR_EVER = """
import sys, time
from cutpoint.learners import C45Learner
from cutpoint.cli import main

def fit_table(self, table, progress):
    print("learning", flush=True)
    while not progress.stop_requested:
        time.sleep(0.01)
    return self

C45Learner.fit_table = fit_table
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_stops_the_learning_and_leaves_nothing(tmp_path):
    out = tmp_path / "model.json"
    arguments = ["fit", str(DEMO), "--target", "outcome", "--out", str(out)]
    process = subprocess.Popen(
        [COMMAND[0], "-c", LEARNING_FOR_EVER, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "learning\n"
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=30)
    assert (process.returncode, printed, said) == (130, "", "cutpoint: stopped\n")
    assert list(tmp_path.iterdir()) == []
