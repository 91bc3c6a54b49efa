"""Tables on their way into the core: what is no table does not get there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutpoint import _core
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.errors import InputError


def arguments() -> dict[str, Any]:
    return {
        "columns": [np.array([1.0, np.nan, 3.0]), np.array([0, 1, -1], dtype=np.int32)],
        "n_values": np.array([-1, 2], dtype=np.int32),
        "target": np.array([0, 1, 1], dtype=np.int32),
        "n_classes": 2,
        "weights": np.array([1.0, 0.5, 0.0]),
    }


def test_a_table_of_columns_in_any_steps_is_taken() -> None:
    matrix = np.arange(12.0).reshape(4, 3)
    codes = np.zeros((4, 2), dtype=np.int32)
    target = np.zeros(8, dtype=np.int32)[::2]
    attributes = (Attribute("x"), Attribute("y"), Attribute("z", ("a",)))
    columns = (matrix[:, 1], matrix[::-1, 2], codes[:, 0])
    assert isinstance(Table(attributes, columns, 4, ("no",), target).view(), _core.TableView)
    _core.TableView(**arguments())


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("n_values", [-1], "n_values has 1 elements, not 2"),
        ("n_values", [-1, 1], "holds 1, not -1 to 0"),
        ("n_values", [-1, -2], "negative number of values"),
        ("n_values", [-1, -1], "not an array of float64"),
        ("n_values", [2, 2], "not an array of int32"),
        ("target", [0, 1], "3 elements, not 2"),
        ("target", [0, 2, 0], "holds 2, not 0 to 1"),
        ("target", [0, -1, 0], "holds -1, not 0 to 1"),
        ("n_classes", 0, "needs classes"),
        ("weights", [1.0, 1.0], "2 elements, not 3"),
        ("weights", [1.0, -1.0, 1.0], "negative"),
        ("weights", [1.0, np.nan, 1.0], "not a number"),
        ("weights", [1.0, np.inf, 1.0], "more than 2\\^31"),
    ],
)
def test_what_is_no_table_is_refused(name: str, value: Any, message: str) -> None:
    if isinstance(value, list):
        value = np.array(value, dtype=np.float64 if name == "weights" else np.int32)
    with pytest.raises(InputError, match=message):
        _core.TableView(**{**arguments(), name: value})


@pytest.mark.parametrize(
    "column",
    [
        np.zeros(3, dtype=np.float32),
        np.zeros((3, 1)),
        np.zeros(3, dtype=">f8"),
        [1.0, 2.0, 3.0],
        None,
    ],
)
def test_a_column_of_another_kind_is_refused(column: Any) -> None:
    given = arguments()
    given["columns"][0] = column
    with pytest.raises(InputError, match="not an array of float64"):
        _core.TableView(**given)
