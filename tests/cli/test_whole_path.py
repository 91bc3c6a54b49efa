"""The whole path on every shared set as raw CSV, with no option but the target."""

from __future__ import annotations

import json

import pytest

from support.running import run
from support.shared import SHARED, require_shared

pytestmark = pytest.mark.slow


CATALOG = SHARED / "data" / "catalog.json"
SETS = json.loads(CATALOG.read_text(encoding="utf-8")) if CATALOG.exists() else {}


def _ran(*arguments: object) -> str:
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    assert "Traceback" not in ran.err
    return ran.out


@pytest.mark.parametrize("name", sorted(SETS) or ["none"])
def test_a_shared_set_goes_the_whole_path(name, tmp_path):
    table = require_shared() / "data" / f"{name}.csv.gz"
    model, page, query = tmp_path / "m.json", tmp_path / "p.html", tmp_path / "q.sql"
    target = ("--target", "class")
    assert "class" in _ran("describe", table, *target)
    _ran("fit", table, *target, "--out", model)
    evaluated = _ran("evaluate", model, table)
    assert "Errors" in evaluated
    _ran("view", model, "--data", table, "--out", page)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    _ran("export", model, "--to", "sql", "--out", query)
    assert "SELECT" in query.read_text(encoding="utf-8")
    predicted = _ran("predict", model, table).splitlines()
    assert len(predicted) == SETS[name]["rows"] + 1
