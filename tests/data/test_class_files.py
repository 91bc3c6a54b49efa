"""Files of costs and of class weights, C5.0's way: read rightly, or refused by line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cutpoint.data.class_files import read_class_weights, read_costs
from cutpoint.errors import InputError

CLASSES = ("negative", "primary", "secondary")


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "x.costs"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_the_predicted_class_comes_first_as_in_c50(tmp_path: Path) -> None:
    text = "negative, primary: 5\n\n| a comment\n  negative ,secondary : 2.5 | another\r\n"
    assert read_costs(written(tmp_path, text), CLASSES) == {
        ("primary", "negative"): 5.0,
        ("secondary", "negative"): 2.5,
    }
    assert read_costs(written(tmp_path, "\ufeffprimary, negative: 1e1."), CLASSES) == {
        ("negative", "primary"): 10.0
    }


@pytest.mark.parametrize(
    ("line", "classes", "pair"),
    [
        (r"a\, b, c: 3", ("a, b", "c"), ("c", "a, b")),
        ("a, b, c: 3", ("a, b", "c"), ("c", "a, b")),
        ("x:y, z: 3", ("x:y", "z"), ("z", "x:y")),
        (r"p\|q, z: 3", ("p|q", "z"), ("z", "p|q")),
        ("1, 2: 3", (1, 2), (2, 1)),
        ("1.0, 2: 3", (1, 2), (2, 1)),
        ("true, false: 3", (False, True), (False, True)),
        ("naïve, 猫: 3", ("naïve", "猫"), ("猫", "naïve")),
        ("two  words, z: 3", ("two words", "z"), ("z", "two words")),
    ],
)
def test_names_of_any_kind_are_found(
    line: str, classes: tuple[Any, ...], pair: tuple[Any, Any], tmp_path: Path
) -> None:
    assert read_costs(written(tmp_path, line), classes) == {pair: 3.0}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "holds no line of the form 'predicted, true: cost'"),
        ("\n| only a comment\n", "holds no line"),
        (b"\xff\xfe\x00", "is not a text file"),
        ("negative, primary 5", "line 1: 'negative, primary 5' is not of the form"),
        ("\n: 5", "line 2: ': 5' is not of the form"),
        ("negative, primary: five", "'five' is not a number"),
        ("negative, primary:", "'' is not a number"),
        ("negative, primary: -1", "-1 must be a finite number, 0 or more"),
        ("negative, primary: 1e999", "must be a finite number"),
        ("negative, primary: nan", "'nan' is not a number"),
        ("negative, tertiary: 5", "'tertiary' is not among the classes: negative, primary"),
        ("ngative, primary: 5", "'ngative' is not among the classes"),
        ("negative: 5", "is not 'predicted, true', two classes of negative"),
        ("negative, primary, secondary: 5", "is not 'predicted, true'"),
        ("primary, primary: 5", "a right prediction must cost 0, not 5"),
        ("negative, primary: 5\nnegative, primary: 5", "line 2: the cost of .* is given twice"),
        ("[" * 10_000 + ": 5", "line 1"),
        ("," * 300 + ": 5", "line 1"),
    ],
)
def test_a_line_that_is_no_cost_is_one_clear_message(
    content: str | bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read_costs(written(tmp_path, content), CLASSES)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_name_that_can_be_read_in_two_ways_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can be read in two ways"):
        read_costs(written(tmp_path, "a, b, a: 2"), ("a", "b, a", "a, b"))


def test_a_right_prediction_may_be_listed_with_a_cost_of_0(tmp_path: Path) -> None:
    assert read_costs(written(tmp_path, "primary, primary: 0"), CLASSES) == {
        ("primary", "primary"): 0.0
    }


def test_weights_of_classes(tmp_path: Path) -> None:
    path = written(tmp_path, "primary: 3 | rare\nsecondary: 0.5\n")
    assert read_class_weights(path, CLASSES) == {
        "negative": 1.0,
        "primary": 3.0,
        "secondary": 0.5,
    }
    for text, said in [
        ("tertiary: 2", "'tertiary' is not among the classes"),
        ("primary: 2\nprimary: 3", "line 2: the weight of 'primary' is given twice"),
        ("primary: -2", "0 or more"),
        ("negative: 0\nprimary: 0\nsecondary: 0", "every class weighs 0"),
    ]:
        with pytest.raises(InputError, match=said):
            read_class_weights(written(tmp_path, text), CLASSES)
