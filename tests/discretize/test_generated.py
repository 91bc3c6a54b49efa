"""A new interval method has its discretizer and its options as soon as it is in the catalog."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris

from cutpoint import discretize
from cutpoint.catalog import INTERVALS
from cutpoint.discretize.generated import discretizer_of
from support.running import succeeds

IRIS = load_iris(as_frame=True)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the discretizer of a method whose class is not written out."""
    entry = replace(INTERVALS["equal_depth"], discretizer="FreshDiscretizer")
    monkeypatch.setitem(INTERVALS, "equal_depth", entry)
    yield discretize.FreshDiscretizer
    vars(discretize).pop("FreshDiscretizer", None)


@pytest.mark.parametrize("method", INTERVALS)
def test_a_generated_discretizer_cuts_as_the_one_that_is_written_out(method: str) -> None:
    entry = INTERVALS[method]
    if method == "chi2":
        pytest.skip("ChiMerge's class has it as well")
    written, generated = getattr(discretize, entry.discretizer)(), discretizer_of(entry)()
    assert generated.get_params().items() <= written.get_params().items()
    cuts = written.fit(IRIS.data, IRIS.target).cut_points_
    for name, found in generated.fit(IRIS.data, IRIS.target).cut_points_.items():
        assert found.tolist() == cuts[name].tolist()


def test_a_generated_discretizer_is_an_estimator_like_any_other(fresh: Any) -> None:
    model = fresh(4, encode="label")
    assert model.get_params()["n_bins"] == 4
    assert clone(model).set_params(n_bins=3).n_bins == 3
    again = pickle.loads(pickle.dumps(model.fit(IRIS.data)))
    assert (again.transform(IRIS.data) == model.transform(IRIS.data)).all()
    with pytest.raises(ValueError, match="'n_bins' parameter"):
        fresh(1).fit(IRIS.data)
    with pytest.raises(TypeError):
        fresh(bins=3)


def test_the_command_line_has_it_too(fresh: Any, tmp_path: Any) -> None:
    table = tmp_path / "t.csv"
    table.write_text("x\n" + "".join(f"{value}\n" for value in np.arange(8)))
    printed = succeeds("discretize", table, "--method", "equal_depth", "--intervals", "2")
    assert "x: cut at 3.5" in printed
