"""What a hostile or damaged model file can ask for: depth, size, wrong types. One clear message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cutpoint
from cutpoint.errors import InputError
from cutpoint.tree import saved
from cutpoint.tree.model import Model

FILE = Path(__file__).resolve().parents[1] / "models_0_1_0" / "c45.json"
FIELDS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [2_000, 1_000_000])
def test_deep_nesting_is_refused(opening: str, depth: int) -> None:
    with pytest.raises(InputError, match=r"nested too deeply|ends too early"):
        Model.from_json('{"format": "cutpoint-model", "tree": ' + opening * depth)
    closing = {"[": "]", '{"a":': "1}"}[opening]
    inner = opening * depth + closing + closing[-1] * (depth - 1)
    with pytest.raises(InputError, match=r"nested too deeply|'version'"):  # as deep as Python goes
        Model.from_json('{"format": "cutpoint-model", "tree": ' + inner + "}")


def chain(depth: int) -> dict[str, Any]:
    """Return a model whose tree has so many tests below one another."""
    one = {"cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0, 0.0], "class": 0}
    nodes: list[dict[str, Any]] = []
    for level in range(depth):  # a leaf and the next test, side by side
        test = {"attribute": 0, "cuts": [float(level)], "branches": [2 * level + 1, 2 * level + 2]}
        nodes += [one | test] if level == 0 else [one, one | test]
    return FIELDS | {"tree": [*nodes, one, one]}


@pytest.mark.slow
def test_a_tree_of_a_hundred_thousand_levels_loads_and_predicts(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text(json.dumps(chain(100_000)), encoding="utf-8")
    model = cutpoint.load(path)
    assert model.tree_.n_leaves == 100_001
    row = dict.fromkeys(model.feature_names_in_)
    assert model.tree_.classify(row | {model.feature_names_in_[0]: 1e9}) == "monitor"


@pytest.mark.parametrize("key", [key for key in FIELDS if key != "format"])
@pytest.mark.parametrize(
    "value",
    [None, True, -1, 1e308, "text", [], {}, [[]], [None], [{}], list(range(10_000))],
    ids=lambda value: str(value)[:12],
)
def test_a_field_of_another_type_is_refused_or_harmless(key: str, value: Any) -> None:
    try:
        Model.from_json(json.dumps(FIELDS | {key: value}))
    except InputError as error:
        assert str(error)


@pytest.mark.parametrize("key", ["class", "cases", "errors", "distribution", "cuts", "branches"])
@pytest.mark.parametrize("value", [None, -1, 2**70, "1", [], [[1]], {"a": 1}, [1e400], [-5] * 9])
def test_a_node_with_a_wrong_entry_is_refused(key: str, value: Any) -> None:
    nodes = [dict(node) for node in FIELDS["tree"]]
    nodes[0][key] = value
    text = json.dumps(FIELDS | {"tree": nodes}).replace("Infinity", "1e400")
    try:
        model = Model.from_json(text)
    except InputError as error:
        assert str(error)
    else:  # what is allowed must be usable
        assert model.tree.predict_codes([[0.0] * len(model.tree.attributes)]).shape == (1,)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(saved.MAX_BYTES + 1)  # a hole: it takes no space
    monkeypatch.setattr(saved, "read_whole", lambda path: pytest.fail(f"{path} was read"))
    with pytest.raises(InputError, match=r"1\.0 GiB; a model file has at most 1 GiB"):
        cutpoint.load(path)
