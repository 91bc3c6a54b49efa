"""``cutpoint view``: the page it writes, and what it refuses."""

import json
import re
import webbrowser

import pytest

from cutpoint import load
from cutpoint.data import demo_path
from cutpoint.tree import Model
from support.running import refuses, run, succeeds, write

DEMO = demo_path()


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "pumps.json"
    succeeds("fit", DEMO, "--target", "outcome", "--cv", 10, "--out", path)
    return path


def embedded(page, name):
    text = page.read_text(encoding="utf-8")
    return re.search(f'id="{name}">(.*?)</script>', text, re.DOTALL)[1]


def test_the_page_is_written_next_to_the_model(model):
    assert succeeds("view", model) == f"Page written to {model.with_suffix('.html')}\n"
    page = model.with_suffix(".html")
    assert Model.from_json(embedded(page, "model")) == load(model).to_model()
    assert json.loads(embedded(page, "cases")) == {}


def test_the_cases_of_both_tables_are_in_the_page(model, tmp_path):
    page = tmp_path / "tree.html"
    succeeds("view", model, "--data", DEMO, "--test", DEMO, "--out", page)
    cases = json.loads(embedded(page, "cases"))
    assert {name: table["count"] for name, table in cases.items()} == {"training": 400, "test": 400}


def test_the_browser_is_opened_only_when_asked_for_or_at_a_screen(model, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    succeeds("view", model)
    succeeds("view", model, "--no-open")
    assert opened == []
    succeeds("view", model, "--open")
    assert opened == [model.with_suffix(".html").as_uri()]


def test_the_model_is_never_overwritten(model):
    assert "it is the file that is read" in refuses("view", model, "--out", model)
    assert load(model)


def test_what_cannot_be_used_is_refused_and_leaves_no_page(model, tmp_path):
    page = tmp_path / "tree.html"
    table = write(tmp_path / "other.csv", "colour,outcome\nred,pass\n")
    no_class = write(tmp_path / "bare.csv", DEMO.read_text().replace("outcome", "result", 1))
    assert "it does not exist" in refuses("view", tmp_path / "no.json", "-o", page)
    assert "is not JSON" in refuses("view", table, "-o", page)
    assert "no column" in refuses("view", model, "--data", table, "-o", page)
    assert "the class is not in the table" in refuses("view", model, "--test", no_class, "-o", page)
    assert "the folder does not exist" in refuses("view", model, "-o", tmp_path / "no" / "x.html")
    assert not page.exists()


@pytest.mark.parametrize("path", [".", "/", ".."])
def test_a_folder_is_no_model(path):
    ran = run("view", path)
    assert ran.code == 2
    assert len(ran.complaints) == 1


def test_the_page_takes_along_the_cross_validation_of_fit_or_a_new_one(model, tmp_path):
    page = tmp_path / "tree.html"
    succeeds("view", model, "--out", page)
    known = Model.from_json(embedded(page, "model")).report["validation"]
    assert known["folds"] == 10
    assert 0 < known["error_rate"] < 0.5
    succeeds("view", model, "--data", DEMO, "--cv", "4", "--out", page)
    assert Model.from_json(embedded(page, "model")).report["validation"]["folds"] == 4
    assert "name them with --data" in refuses("view", model, "--cv", "4")


def test_columns_that_the_model_does_not_know_are_in_the_page_as_text(model, tmp_path):
    lines = DEMO.read_text().splitlines()
    rows = [f"{line},</script><b>{i}" for i, line in enumerate(lines)]
    table = write(tmp_path / "more.csv", "\n".join([f"{lines[0]},serial", *rows[1:]]))
    page = tmp_path / "tree.html"
    succeeds("view", model, "--data", table, "--out", page)
    others = json.loads(embedded(page, "cases"))["training"]["others"]
    assert others[0]["name"] == "serial"
    assert others[0]["values"][:2] == ["</script><b>1", "</script><b>2"]
    assert others[0]["codes"] == list(range(400))
