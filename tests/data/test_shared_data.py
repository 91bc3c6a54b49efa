"""The public data sets beside the repository are read as their catalog describes them."""

import gzip
import json

import numpy as np
import pytest

from cutpoint.data import missing, read_table
from cutpoint.data.text import MISSING_WORDS
from support.shared import SHARED, require_shared

CATALOG = SHARED / "data" / "catalog.json"
SETS = json.loads(CATALOG.read_text()) if CATALOG.exists() else {"(absent)": None}


@pytest.mark.parametrize("name", SETS)
def test_types_rows_classes_and_gaps_are_those_of_the_catalog(name):
    require_shared()
    entry = SETS[name]
    path = SHARED / "data" / f"{name}.csv.gz"
    table = read_table(path, target=-1, nominal=entry["discrete"])
    assert table.n_rows == entry["rows"]
    empty = {a.name for a in table.attributes if a.is_empty}  # of unknown type
    numeric = {a.name for a in table.attributes if a.is_numeric}
    assert numeric == set(entry["continuous"]) - empty
    assert {a.name for a in table.attributes} - numeric == set(entry["discrete"]) | empty
    counts = np.bincount(table.target, minlength=len(table.classes)).tolist()
    assert dict(zip(table.classes, counts, strict=True)) == entry["class_counts"]
    assert list(table.classes) == sorted(table.classes)
    assert sum(int(missing(column).sum()) for column in table.columns) == entry["missing_cells"]


def test_no_value_of_the_reference_results_is_a_missing_word():
    folder = require_shared() / "reference" / "golden"
    for path in sorted(folder.glob("*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            golden = json.load(file)
        labels = set(golden["classes"])
        for attribute in golden["attributes"]:
            labels.update(attribute.get("values") or ())
        assert not labels & MISSING_WORDS, path.name


def test_nominal_values_come_in_the_order_of_the_reference_results():
    shared = require_shared()
    for path in sorted((shared / "reference" / "golden").glob("*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            golden = json.load(file)
        if golden["source"] != "shared" or golden["rows_train"] > 10_000:
            continue
        declared = {
            entry["name"]: tuple(entry["values"])
            for entry in golden["attributes"]
            if entry["kind"] == "discrete"
        }
        data = shared / "data" / f"{golden['dataset']}.csv.gz"
        table = read_table(data, target=-1, nominal=list(declared))
        assert list(table.classes) == golden["classes"]
        values = {a.name: a.values for a in table.attributes if a.name in declared}
        assert values == declared
