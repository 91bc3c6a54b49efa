"""What is in the page, seen without a browser."""

import html
import json
import re

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier, InputError, load
from cutpoint.data.table import Table
from cutpoint.tree import Model, example_tree
from cutpoint.views.page import cases as embedding
from cutpoint.views.page import page_of
from support.pages import HOSTILE_NAMES, hostile_tree, model_of, multiway_tree, random_table


def embedded(page, name):
    found = re.search(
        f'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL
    )
    return found[1]


def test_the_page_holds_the_whole_model():
    model = model_of(multiway_tree())
    assert Model.from_json(embedded(page_of(model), "model")) == model


def test_the_page_is_small_and_asks_for_nothing():
    page = page_of(model_of(example_tree()))
    assert len(page) < 200_000
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|https?://(?!www\.w3\.org)""", page)
    assert "default-src 'none'" in page


def test_names_of_any_kind_cannot_leave_their_place():
    tree = hostile_tree()
    page = page_of(model_of(tree), random_table(tree, 20))
    plain = page_of(model_of(example_tree()))
    assert page.count("<script") == plain.count("<script") == 3
    assert page.count("</script") == plain.count("</script") == 3
    assert "window.broken = 1</" not in page
    assert "\u2028" not in embedded(page, "model")
    assert Model.from_json(embedded(page, "model")).tree == tree


def test_a_target_of_markup_is_written_as_text():
    target = HOSTILE_NAMES[0]
    page = page_of(Model(example_tree(), None, target, "C45Classifier", {}))
    assert f"<title>{html.escape(target)}" in page


def test_only_the_columns_that_are_tested_are_embedded():
    tree = example_tree()
    cases = json.loads(embedded(page_of(model_of(tree), random_table(tree, 30)), "cases"))
    assert list(cases) == ["training"]
    assert set(cases["training"]["columns"]) == {"0", "2", "3"}
    assert len(cases["training"]["target"]) == 30


def test_values_are_embedded_as_they_are():
    tree = example_tree()
    humidity = np.array([0.1 + 0.2, 70.0, np.nan, 1e300, -0.0])
    codes = np.array([0, 1, -1, 0, 1], dtype=np.int32)
    table = Table(tree.attributes, (codes, humidity, humidity, codes), 5, tree.classes, codes)
    columns = json.loads(embedded(page_of(model_of(tree), table), "cases"))["training"]["columns"]
    assert columns["2"] == [0.1 + 0.2, 70, None, 1e300, 0]
    assert columns["0"] == [0, 1, -1, 0, 1]


def test_a_large_table_is_sampled_and_says_so(monkeypatch):
    monkeypatch.setattr(embedding, "MOST_CELLS", 60)
    tree = example_tree()
    kept = embedding.embedded(random_table(tree, 100), tree)
    assert kept["of"] == 100
    assert kept["count"] == len(kept["rows"]) == len(kept["target"]) == 20
    assert kept["rows"] == sorted(set(kept["rows"]))
    table = random_table(tree, 100)
    assert kept["target"] == table.target[kept["rows"]].tolist()


def test_a_tree_makes_its_own_page_from_data_frames():
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0, None], "hue": ["red", "blue", "red", "blue"]})
    y = pd.Series(["a", "a", "b", "b"])
    tree = C45Classifier(min_cases=1).fit(X, y).tree_
    cases = json.loads(embedded(tree.to_html(data=(X, y), test=(X[:2], y[:2])), "cases"))
    assert cases["training"]["target"] == [0, 0, 1, 1]
    assert cases["test"]["count"] == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (5, "data must be a pair"),
        (([[0, 1, 2, 0]], ["Play", "Play"]), "data: X has 1 rows, but y has 2"),
        (([[0, 1, 2, 0]], ["Swim"]), "'Swim' is not among the classes"),
    ],
)
def test_cases_that_do_not_fit_are_refused(data, said):
    with pytest.raises(InputError, match=re.escape(said)):
        example_tree().to_html(data=data)


@pytest.mark.parametrize("single", [False, True])
def test_the_model_in_the_page_of_a_bare_tree_loads_and_predicts_the_same(tmp_path, single):
    tree = example_tree()
    tree = type(tree).from_nodes(tree.to_nodes(), tree.attributes, tree.classes, single)
    file = tmp_path / "model.json"
    file.write_text(embedded(tree.to_html(), "model"))
    assert load(file).tree_ == tree
    names = [attribute.name for attribute in tree.attributes]
    case = pd.DataFrame([["sunny", 70, 70, "true"]], columns=names)
    assert load(file).predict(case).tolist() == ["Play"]


def test_a_notebook_gets_a_frame_of_its_own():
    frame = example_tree()._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    assert "allow-same-origin" not in frame
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1])
    assert page == example_tree().to_html()
