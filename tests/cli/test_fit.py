"""What ``cutpoint fit`` does with good input."""

import csv
import gzip
import io
import json
import re

import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from cutpoint import C45Classifier, load, read_table
from cutpoint.data import demo_path
from support.running import run, succeeds, write

DEMO = demo_path()


def learned(**parameters):
    return C45Classifier(**parameters).fit_table(read_table(DEMO, target="outcome"))


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
    given = ("fit", table, "--target", "結果", "--out", out, "--test", table)
    printed = succeeds(*given, noted="表.csv: these cases are also learned from")
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
