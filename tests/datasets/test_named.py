"""Public sets by name: from a folder, from scikit-learn, from OpenML, or a clear refusal."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from cutpoint import InputError
from cutpoint.datasets import load, named, names
from support.shared import SHARED, require_shared

GOLF = "outlook,humidity,play\nsunny,85,no\nrain,,yes\nsunny,70,yes\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("CUTPOINT_DATA", raising=False)
    entry = {"rows": 3, "classes": 2, "continuous": ["humidity"], "discrete": ["outlook"]}
    (tmp_path / "catalog.json").write_text(json.dumps({"golf": entry, "gone": entry}))
    (tmp_path / "golf.csv").write_text(GOLF)
    return tmp_path


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """Work in a folder from which no catalog is found."""
    monkeypatch.delenv("CUTPOINT_DATA", raising=False)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)


def test_a_set_of_a_folder_has_the_types_of_its_catalog(folder) -> None:
    X, y = load("golf", folder)
    assert X["outlook"].cat.categories.tolist() == ["rain", "sunny"]
    assert X["humidity"].tolist()[::2] == [85, 70]
    assert np.isnan(X["humidity"][1])
    assert y.tolist() == ["no", "yes", "yes"]
    assert y.name == "play"


def test_the_folder_may_come_from_the_environment(folder, monkeypatch) -> None:
    monkeypatch.setenv("CUTPOINT_DATA", str(folder))
    assert len(load("golf")[0]) == 3
    assert "golf" in names()


def test_a_set_of_another_shape_is_refused(folder) -> None:
    (folder / "golf.csv").write_text(GOLF + "rain,60,yes\n")
    with pytest.raises(InputError, match=r"golf from .* has 4 rows, not 3: another version"):
        load("golf", folder)


def test_what_is_lacking_is_named(folder) -> None:
    with pytest.raises(InputError, match=r"describes gone, but gone.csv.gz is not beside it"):
        load("gone", folder)
    with pytest.raises(InputError, match=r"no data set 'gulf'; did you mean 'golf'\?"):
        load("gulf", folder)
    with pytest.raises(InputError, match=r"no catalog\.json in the folder"):
        load("golf", folder / "deeper")
    (folder / "catalog.json").write_text("{")
    with pytest.raises(InputError, match=r"cannot read .*catalog\.json"):
        load("golf", folder)
    (folder / "catalog.json").write_text("[]")
    with pytest.raises(InputError, match="must map names to descriptions"):
        load("golf", folder)


@pytest.mark.usefixtures("nowhere")
def test_sets_that_scikit_learn_ships_need_neither_folder_nor_network(monkeypatch) -> None:
    monkeypatch.setattr("sklearn.datasets.fetch_openml", None)
    shapes = {name: load(name)[0].shape for name in ("iris", "wine", "digits")}
    assert shapes == {"iris": (150, 4), "wine": (178, 13), "digits": (1797, 64)}


def labor(rows: int) -> SimpleNamespace:
    data = pd.DataFrame({f"a{i}": np.arange(rows, dtype=float) for i in range(16)})
    target = pd.Series(["bad", "good"] * (rows // 2) + ["bad"] * (rows % 2), name="class")
    return SimpleNamespace(data=data, target=target.astype("category"))


@pytest.mark.usefixtures("nowhere")
def test_other_sets_are_fetched_from_openml_and_checked(monkeypatch) -> None:
    asked = []

    def fetch(*, data_id, **_):
        asked.append(data_id)
        return labor(57 if len(asked) == 1 else 56)

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    X, y = load("labor")
    assert X.shape == (57, 16)
    assert sorted(y.unique()) == ["bad", "good"]
    assert asked == [4]
    with pytest.raises(InputError, match="labor from OpenML has 56 rows, not 57"):
        load("labor")


@pytest.mark.usefixtures("nowhere")
def test_without_a_network_it_is_said_what_could_not_be_had(monkeypatch) -> None:
    def fetch(**_):
        raise OSError("no route to host")

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    with pytest.raises(InputError, match="'labor' could not be had from OpenML: no route to host"):
        load("labor")
    with pytest.raises(InputError, match="'hayes-roth' cannot be had elsewhere"):
        load("hayes-roth")


def test_the_list_of_known_sets_agrees_with_the_shared_catalog() -> None:
    catalog = json.loads((require_shared() / "data" / "catalog.json").read_text())
    for name, entry in named._known().items():
        described = catalog[name]
        assert entry["rows"] == described["rows"], name
        assert entry["classes"] == described["classes"], name
        assert entry["attributes"] == len(described["continuous"] + described["discrete"]), name


@pytest.mark.parametrize("name", ["heart-c", "hypo", "soybean"])
def test_shared_sets_are_read_as_described(name) -> None:
    require_shared()
    X, y = load(name, SHARED / "data")
    entry = json.loads((SHARED / "data" / "catalog.json").read_text())[name]
    assert X.shape == (entry["rows"], len(entry["continuous"]) + len(entry["discrete"]))
    assert y.value_counts().to_dict() == entry["class_counts"]
    assert int(X.isna().sum().sum()) == entry["missing_cells"]
