"""How the target becomes classes and codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import cells as forms
from cutpoint.data import native
from cutpoint.data.attribute import Label
from cutpoint.data.cells import Cells
from cutpoint.data.column import in_order, match
from cutpoint.data.place import IN_MEMORY, Place, listing
from cutpoint.data.spelling import one_spelling
from cutpoint.data.text import Text, is_number
from cutpoint.errors import InputError


def encode_target(y: Any, classes: Sequence[Label]) -> NDArray[np.int32]:
    """Return the position of each label of `y` in `classes`, -1 where it is missing.

    Parameters
    ----------
    y : array, series or sequence of labels
    classes : sequence of labels

    Raises
    ------
    InputError
        If a label is not among the classes.

    Examples
    --------
    >>> encode_target(["no", None, "yes"], ("no", "yes")).tolist()
    [0, -1, 1]
    """
    name, cells = series_of(y, "y")
    return codes_in(name, cells, classes, IN_MEMORY)


def codes_in(name: str, cells: Cells, classes: Sequence[Label], place: Place) -> NDArray[np.int32]:
    """Return the class of each row as a position in `classes`, -1 where it is missing."""
    found = forms.distinct(name, cells, place)
    new_codes = match(found.labels, classes)
    codes = new_codes[found.codes]
    strangers = (codes < 0) & (found.codes >= 0)
    if strangers.any():
        row = int(np.argmax(strangers))
        raise InputError(
            f"{place.cell(name, row)}: {found.labels[found.codes[row]]!r} is not among the classes "
            f"{listing(tuple(classes), limit=10)}"
        )
    return codes


def codes_beyond(
    name: str, cells: Cells, classes: Sequence[Label], place: Place
) -> tuple[tuple[Label, ...], NDArray[np.int32]]:
    """Return the classes, those that only this column has behind them, and the class of each row.

    Raises
    ------
    InputError
        If what is not among the classes is no class (0.37).
    """
    found = forms.distinct(name, cells, place)
    new_codes = match(found.labels, classes)
    occurs = np.bincount(found.codes[found.codes >= 0], minlength=len(found.labels)) > 0
    new = [old for old in in_order(found.labels) if new_codes[old] < 0 and occurs[old]]
    _refuse_measurements(name, found, new, place)
    if not any(_is_measured(label) for label in classes):
        for old in new:
            if _is_measured(found.labels[old]):
                row = int(np.argmax(found.codes == old))
                raise InputError(
                    f"{place.cell(name, row)}: {found.labels[old]!r} is a measurement, not a class "
                    f"such as {listing(tuple(classes), limit=3)}: name the right column"
                )
    new_codes[new] = np.arange(len(classes), len(classes) + len(new))
    return (*classes, *(found.labels[old] for old in new)), new_codes[found.codes]


def _is_measured(label: Label) -> bool:
    """Whether a label is a text of a number that is not whole."""
    return isinstance(label, str) and is_number(label) and not float(label).is_integer()


def classes_of(
    name: str, cells: Cells, class_order: Sequence[Label] | None, place: Place
) -> tuple[tuple[Label, ...], NDArray[np.int32]]:
    """Return the classes, sorted or in the given order, and the class of each row.

    Raises
    ------
    InputError
        If a class is missing, is not a class (0.37), or is not in the given order.
    """
    found = forms.distinct(name, cells, place)
    absent = found.codes < 0
    if absent.any():
        row = int(np.argmax(absent))
        raise InputError(
            f"{place.cell(name, row)}: the class is missing, in {int(absent.sum())} of "
            f"{len(absent)} rows: drop these rows, or fill in the class"
        )
    if isinstance(cells, Text):
        cells.note_doubts(name, place)
    if class_order is None:
        found = one_spelling(name, found, place)
    _refuse_measurements(name, found, range(len(found.labels)), place)
    if class_order is not None:
        classes = tuple(forms.plain(label) for label in class_order)
        if len(set(classes)) != len(classes):
            raise InputError(f"class_order names a class twice: {listing(classes)}")
        return classes, codes_in(name, cells, classes, place)
    occurs = np.ones(len(found.labels), dtype=np.bool_)
    if found.declared:
        occurs = np.bincount(found.codes, minlength=len(found.labels)) > 0
    order = [old for old in in_order(found.labels) if occurs[old]]
    if order == list(range(len(found.labels))):
        return found.labels, found.codes
    new_codes = np.full(len(found.labels) + 1, -1, dtype=np.int32)
    new_codes[order] = np.arange(len(order), dtype=np.int32)
    return tuple(found.labels[old] for old in order), new_codes[found.codes]


def _refuse_measurements(name: str, found: forms.Coded, which: Iterable[int], place: Place) -> None:
    """Refuse a label, of those at the given positions, that is a number but not a whole one."""
    for position in which:
        label = found.labels[position]
        if isinstance(label, float):
            row = int(np.argmax(found.codes == position))
            raise InputError(
                f"Unknown label type: {place.cell(name, row)} holds {label!r}, which is no class: "
                f"classes are texts or whole numbers"
            )


def series_of(y: Any, default_name: str) -> tuple[str, Cells]:
    """Return the name and cells of a one-dimensional series, array or sequence."""
    if isinstance(y, np.ndarray | list | tuple):
        return default_name, _cells_of_array(y, default_name)
    if native.is_pandas(y, "Series"):
        name = default_name if y.name is None or y.name == "" else str(y.name)
        return name, native.of_pandas(name, y, IN_MEMORY)
    import narwhals as nw  # noqa: PLC0415  # slow to import

    series = nw.from_native(y, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        name = default_name if series.name in {None, ""} else str(series.name)
        return name, native.of_series(name, series, IN_MEMORY)
    frame = nw.from_native(y, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        if frame.shape[1] != 1:
            raise InputError(f"y should be a 1d array, got {frame.shape[1]} columns: give one")
        column = next(iter(frame.iter_columns()))
        return str(column.name), native.of_series(str(column.name), column, IN_MEMORY)
    if type(y).__module__.startswith("pyarrow"):  # an array without chunks
        return default_name, y
    return default_name, _cells_of_array(y, default_name)


def _cells_of_array(y: Any, name: str) -> Cells:
    try:
        values = np.asarray(y)
        if values.dtype.kind in "US" and not isinstance(y, np.ndarray):
            values = np.array(y, dtype=object)  # a list of texts and numbers
    except ValueError:
        raise InputError("y should be a 1d array: it holds sequences of several lengths") from None
    if values.ndim == 2 and values.shape[1] == 1:
        values = values.ravel()
    if values.ndim != 1:
        raise InputError(f"y should be a 1d array, got an array of shape {values.shape} instead.")
    coded = forms.small_whole(values) if values.dtype.kind in "iu" else None
    return native.of_array(name, values, IN_MEMORY) if coded is None else coded
