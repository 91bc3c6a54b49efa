"""Trees that test dates, in every target: each answers as predict does."""

from __future__ import annotations

import datetime as dt
import re
from xml.etree import ElementTree

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from cutpoint import C45Classifier, C45RulesClassifier, TreeClassifier, load
from cutpoint.export import to_onnx, to_pmml, to_python, to_sql, to_sql_case
from support import needs
from support.run_exports import run_c, run_onnx
from support.servers import postgresql

ZONES = {"date": None, "datetime": None, "datetime_utc": "America/New_York"}


def cases(kind: str, n_rows: int = 400, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a column of dates or times, some missing, a number, and a class that depends on it."""
    draw = np.random.default_rng(seed)
    unit = "D" if kind == "date" else "us"
    width = 900 if kind == "date" else 900 * 86_400_000_000
    start = np.datetime64("2023-01-01", unit)
    times = start + draw.integers(0, width, n_rows).astype(f"m8[{unit}]")
    frame = pd.DataFrame({"seen at": times.astype("M8[us]"), "x": draw.normal(size=n_rows)})
    if ZONES[kind] is not None:
        frame["seen at"] = frame["seen at"].dt.tz_localize("UTC").dt.tz_convert(ZONES[kind])
    day = (times - start).astype("m8[D]").astype(int) % 365
    y = np.where((day < 120) ^ (frame["x"] > 0.5), "early", "late")
    frame.loc[draw.random(n_rows) < 0.05, "seen at"] = pd.NaT
    return frame, y


@pytest.fixture(scope="module", params=list(ZONES))
def learned(request):
    X, y = cases(request.param)
    return request.param, TreeClassifier(pruning=None).fit(X, y), cases(request.param, seed=1)[0]


def test_the_tree_prints_dates_and_its_file_keeps_them(learned, tmp_path):
    kind, model, X = learned
    pattern = {
        "date": r"seen at <= \d{4}-\d\d-\d\d ",
        "datetime": r"seen at <= \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)? ",
        "datetime_utc": r"seen at <= \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?Z ",
    }[kind]
    assert re.search(pattern, str(model.tree_))
    model.save(tmp_path / "m.json")
    again = load(tmp_path / "m.json")
    assert str(again.tree_) == str(model.tree_)
    assert (again.predict(X) == model.predict(X)).all()
    test = model.tree_.to_dict()["test"]
    if test["attribute"] == "seen at":
        assert test["dates"] == [model.tree_.attributes[0].shown(cut) for cut in test["cuts"]]


def test_duckdb_agrees_on_real_columns(learned):
    _, model, X = learned
    frame = pa.Table.from_pandas(X.assign(row=range(len(X))))
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'Asia/Tokyo'")
        connection.register("cases", frame)
        query = connection.sql(
            f"SELECT * FROM ({to_sql(model.tree_)}) ORDER BY row"
        ).to_arrow_table()
        whole = (
            f'SELECT row, {to_sql_case(model.tree_)} AS c FROM cases WHERE "seen at" IS NOT NULL'
        )
        case = connection.sql(f"{whole} ORDER BY row").to_arrow_table()
    assert query["predicted"].to_pylist() == model.predict(X).tolist()
    shares = np.column_stack([query["p(early)"], query["p(late)"]])
    np.testing.assert_allclose(shares, model.predict_proba(X), atol=1e-12)
    known = X["seen at"].notna().to_numpy()
    assert case["c"].to_pylist() == model.predict(X[known]).tolist()


def test_postgresql_agrees_on_real_columns(learned):
    psycopg = needs.package("psycopg")
    kind, model, X = learned
    column = {"date": "date", "datetime": "timestamp", "datetime_utc": "timestamptz"}[kind]
    with postgresql() as address, psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET TimeZone = 'Asia/Tokyo'")
        connection.execute(f'CREATE TABLE cases ("seen at" {column}, x float8, row int)'.encode())
        rows = [
            (None if pd.isna(t) else t.to_pydatetime(), x, row)
            for row, (t, x) in enumerate(zip(X["seen at"], X["x"].tolist(), strict=True))
        ]
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO cases VALUES (%s, %s, %s)", rows)
        found = connection.execute(
            f"SELECT predicted FROM ({to_sql(model.tree_, 'postgresql')}) q ORDER BY row".encode()
        ).fetchall()
    assert [row[0] for row in found] == model.predict(X).tolist()


def test_the_python_module_takes_dates_texts_and_missing_values(learned):
    kind, model, X = learned
    module: dict = {}
    exec(to_python(model.tree_), module)
    wanted = model.predict(X).tolist()
    rows = X.to_dict("records")
    assert [module["predict"](row) for row in rows] == wanted
    texts = [
        row | {"seen at": None if pd.isna(t) else t.isoformat()}
        for row in rows
        for t in [row["seen at"]]
    ]
    assert [module["predict"](row) for row in texts] == wanted
    assert [model.tree_.classify(row) for row in rows] == wanted
    assert [model.tree_.classify(row) for row in texts] == wanted
    if kind != "date":
        wrong = dt.datetime(2024, 1, 1, tzinfo=None if kind == "datetime_utc" else dt.UTC)
        with pytest.raises(ValueError, match="time zone"):
            module["predict"]({"seen at": wrong, "x": 0.0})


def test_c_and_onnx_take_the_documented_numbers(learned, tmp_path):
    kind, model, X = learned
    plain = X["seen at"].dt.tz_convert("UTC").dt.tz_localize(None) if ZONES[kind] else X["seen at"]
    unit = pd.Timedelta(days=1) if kind == "date" else pd.Timedelta(seconds=1)
    numbers = (plain - pd.Timestamp("1970-01-01")) / unit
    rows = pa.table({"seen at": pa.array(numbers, from_pandas=True), "x": X["x"].to_numpy()})
    classes, shares = run_c(model.tree_, rows, tmp_path)
    assert classes == model.predict(X).tolist()
    np.testing.assert_allclose(shares, model.predict_proba(X), atol=1e-12)
    assert ("days" if kind == "date" else "seconds") in (tmp_path / "tree.c").read_text()
    known = X["seen at"].notna().to_numpy()
    labels, _ = run_onnx(model.tree_, rows.filter(pa.array(known)))
    assert labels == model.predict(X[known]).tolist()
    onnx = needs.package("onnx")
    inputs = onnx.load_from_string(to_onnx(model.tree_)).graph.input
    assert "since 1970-01-01" in next(i.doc_string for i in inputs if i.name == "seen at")


def test_pmml_says_what_its_numbers_count(learned):
    _, model, _ = learned
    root = ElementTree.fromstring(to_pmml(model.tree_, "y"))
    fields = [e for e in root.iter() if e.tag.endswith("DataField") and e.get("name") == "seen at"]
    assert "since 1970-01-01" in fields[0].get("displayName")
    assert fields[0].get("dataType") == "double"


def test_single_precision_agrees_with_duckdb_too():
    X, y = cases("datetime")
    model = C45Classifier(faithful=True).fit(X, y)
    frame = pa.Table.from_pandas(X.assign(row=range(len(X))))
    with duckdb.connect() as connection:
        connection.register("cases", frame)
        query = connection.sql(
            f"SELECT * FROM ({to_sql(model.tree_)}) ORDER BY row"
        ).to_arrow_table()
    assert query["predicted"].to_pylist() == model.predict(X).tolist()


def test_rules_of_dates_answer_as_predict_does(learned, tmp_path):
    kind, _, X = learned
    rules = C45RulesClassifier().fit(*cases(kind, seed=2))
    assert re.search(r"seen at (<=|>) \d{4}-\d\d-\d\d", str(rules.rules_))
    rules.save(tmp_path / "rules.json")
    assert (load(tmp_path / "rules.json").predict(X) == rules.predict(X)).all()
    frame = pa.Table.from_pandas(X.assign(row=range(len(X))))
    with duckdb.connect() as connection:
        connection.register("cases", frame)
        query = connection.sql(f"SELECT * FROM ({to_sql(rules.rules_)}) ORDER BY row")
        assert query.to_arrow_table()["predicted"].to_pylist() == rules.predict(X).tolist()
    module: dict = {}
    exec(to_python(rules.rules_), module)
    rows = [
        {name: None if cell is pd.NaT else cell for name, cell in row.items()}
        for row in X.to_dict("records")
    ]
    assert [module["predict"](row) for row in rows] == rules.predict(X).tolist()
