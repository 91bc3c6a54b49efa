"""What is done with a model: predict, evaluate, show; and the demo."""

import csv
import gzip
import io
import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from cutpoint import C45Classifier, load, read_table
from cutpoint.data import demo_path
from support.running import succeeds, write

DEMO = demo_path()


def learned(**parameters):
    return C45Classifier(**parameters).fit_table(read_table(DEMO, target="outcome"))


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
    expected = re.search("Error on new cases, as expected when the model was learned: .*", printed)
    assert expected[0].endswith(f"; {tree.errors[0] / tree.cases[0]:.1%} by pruning")
    said = next(line for line in succeeds("show", model).splitlines() if "expected error" in line)
    assert said.split("  ")[-1] == expected[0].split(": ")[1]


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
