"""Files that say something of classes: what errors cost, as C5.0 has it, and what classes weigh.

A file of costs has lines ``predicted, true: cost``, the predicted class first; a file of weights
has lines ``class: weight``. What follows a ``|`` is a comment, and a backslash takes the next
character as it is, as in C4.5's and C5.0's own files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from cutpoint.data.attribute import Label
from cutpoint.data.column import match
from cutpoint.errors import InputError
from cutpoint.files import FilePath, read_whole

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_MOST_LISTED = 10


def read_costs(path: FilePath, classes: Sequence[Label]) -> dict[tuple[Label, Label], float]:
    """Return the costs of a file in C5.0's format, by (true class, predicted class).

    Raises
    ------
    InputError
        If a line is not a cost; the message names the file and the line.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ward.costs")
    ...     _ = path.write_text("well, ill: 5  | an ill one sent home")
    ...     read_costs(path, ("ill", "well"))
    {('ill', 'well'): 5.0}
    """
    costs: dict[tuple[Label, Label], float] = {}
    names = _Names(classes)
    for place, name, cost in _lines(path, "predicted, true: cost"):
        pairs = [
            (true, predicted)
            for start, end in _commas(name)
            if (predicted := names.find(name[:start])) is not None
            and (true := names.find(name[end:])) is not None
        ]
        if not pairs:
            raise InputError(f"{place}: {_no_pair(name, names)}")
        if len(pairs) > 1:
            raise InputError(f"{place}: {name!r:.60} can be read in two ways: write \\, in names")
        true, predicted = pairs[0]
        if pairs[0] in costs:
            raise InputError(f"{place}: the cost of {name!r:.60} is given twice")
        if true == predicted and cost != 0:
            raise InputError(f"{place}: a right prediction must cost 0, not {cost:g}")
        costs[pairs[0]] = cost
    return costs


def read_class_weights(path: FilePath, classes: Sequence[Label]) -> dict[Label, float]:
    """Return the weights of a file with lines ``class: weight``; a class left out weighs 1.

    Raises
    ------
    InputError
        If a line is not a weight; the message names the file and the line.
    """
    weights: dict[Label, float] = {}
    names = _Names(classes)
    for place, name, weight in _lines(path, "class: weight"):
        label = names.find(name)
        if label is None:
            raise InputError(f"{place}: {_unknown(name, names)}")
        if label in weights:
            raise InputError(f"{place}: the weight of {name!r:.60} is given twice")
        weights[label] = weight
    if not any(weights.get(label, 1.0) for label in classes):
        raise InputError(f"{path}: every class weighs 0: nothing is left to learn from")
    return {label: weights.get(label, 1.0) for label in classes}


class _Names:
    """The classes by the texts that stand for them."""

    def __init__(self, classes: Sequence[Label]) -> None:
        self.classes = tuple(classes)

    def find(self, text: str) -> Label | None:
        """Return the class that a text stands for; C4.5 takes several blanks for one."""
        name = re.sub(r"\\(.)", r"\1", text.strip())
        found = match([name, " ".join(name.split())], self.classes).tolist()
        return next((self.classes[position] for position in found if position >= 0), None)

    def listed(self) -> str:
        shown = ", ".join(map(str, self.classes[:_MOST_LISTED]))
        return shown + (", ..." if len(self.classes) > _MOST_LISTED else "")


def _lines(path: FilePath, form: str) -> Iterator[tuple[str, str, float]]:
    """Give the lines of a file: where each is, what is before its last colon, and its number."""
    try:
        text = read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file") from None
    empty = True
    for number, line in enumerate(text.split("\n"), 1):
        said = re.sub(r"(?<!\\)((?:\\\\)*)\|.*", r"\1", line, flags=re.DOTALL).strip()
        if not said:
            continue
        empty = False
        place = f"{path}, line {number}"
        name, colon, figure = said.rpartition(":")
        figure = figure.strip().removesuffix(".") if colon else ""
        if not colon or not name.strip():
            raise InputError(f"{place}: {said!r:.60} is not of the form '{form}'")
        if _NUMBER.fullmatch(figure) is None:
            raise InputError(f"{place}: {figure!r:.40} is not a number")
        value = float(figure)
        if value < 0 or not math.isfinite(value):
            raise InputError(f"{place}: {figure} must be a finite number, 0 or more")
        yield place, name.strip(), value
    if empty:
        raise InputError(f"{path}: holds no line of the form '{form}'")


def _commas(name: str) -> Iterator[tuple[int, int]]:
    """Give where the commas are that no backslash makes part of a name."""
    for found in re.finditer(r"\\.|,", name):
        if found[0] == ",":
            yield found.span()


def _no_pair(name: str, names: _Names) -> str:
    parts = [part for start, end in _commas(name) for part in (name[:start], name[end:])]
    if len(parts) != 2:
        return f"{name!r:.60} is not 'predicted, true', two classes of {names.listed()}"
    return _unknown(next(part.strip() for part in parts if names.find(part) is None), names)


def _unknown(name: str, names: _Names) -> str:
    return f"{name!r:.60} is not among the classes: {names.listed()}"
