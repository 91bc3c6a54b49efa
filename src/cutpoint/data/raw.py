"""How the cells of any file become a `Table`: target, declared types and weights."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import cells as forms
from cutpoint.data import column as typing
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.cells import Cells
from cutpoint.data.place import Place, no_such_column, no_such_columns
from cutpoint.data.table import Column, Table
from cutpoint.data.target import classes_of, codes_beyond, codes_in
from cutpoint.data.text import Text, is_number
from cutpoint.data.weights import weights_of
from cutpoint.errors import InputError
from cutpoint.wording import count_of

Like = tuple[Sequence[Attribute], Sequence[Label], str]
"""The attributes, classes and name of the target of a fitted model."""


@dataclass(frozen=True, slots=True)
class Raw:
    """The cells of a file.

    Attributes
    ----------
    names : tuple of str
    cells : tuple of cells
    n_rows : int
    place : Place
    declared : dict from name to Attribute
        The types that the file itself declares.
    target : str, or None
        The column that the file's format makes the class.
    weights : float64 array, or None
    text_only : set of str
        The columns that the file declares as text, whatever they say.
    refused : dict from name to message
        The columns that can only be used if the user declares what they are.
    """

    names: tuple[str, ...]
    cells: tuple[Cells, ...]
    n_rows: int
    place: Place
    declared: dict[str, Attribute] = field(default_factory=dict)
    target: str | None = None
    weights: NDArray[np.float64] | None = None
    text_only: frozenset[str] = frozenset()
    refused: dict[str, str] = field(default_factory=dict)

    def column(self, name: str) -> Cells:
        """Return the cells of a column."""
        return self.cells[self.position(name)]

    def position(self, name: str) -> int:
        """Return the position of a column."""
        if name not in self.names:
            raise no_such_column(name, self.names, self.place)
        return self.names.index(name)

    def take(self, rows: NDArray[np.integer[Any]]) -> Raw:
        """Return some of the rows; messages name their lines as before."""
        return replace(
            self,
            cells=tuple(forms.take(cells, rows) for cells in self.cells),
            n_rows=len(rows),
            place=self.place.of_rows(rows),
            weights=None if self.weights is None else self.weights[rows],
        )

    def name_of(self, column: str | int) -> str:
        """Return the name of a column given by name or position."""
        if isinstance(column, str):
            return self.names[self.position(column)]
        if not -len(self.names) <= column < len(self.names):
            there = count_of(len(self.names), "column")
            raise InputError(f"{self.place.file} has {there}, so there is no column {column}")
        return self.names[column]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user says of the columns: see `cutpoint.data.read_table`."""

    target: str | int | None = None
    nominal: Sequence[str] = ()
    numeric: Sequence[str] = ()
    ignore: Sequence[str] = ()
    weight: str | None = None


def learning_table(raw: Raw, wanted: Wanted) -> Table:
    """Return a table typed by the file itself and by what the user says."""
    target = checked_target(raw, wanted)
    left_out = {target, wanted.weight, *wanted.ignore}
    attributes: list[Attribute] = []
    columns: list[Column] = []
    for name, cells in zip(raw.names, raw.cells, strict=True):
        if name not in left_out:
            attribute, column = _typed(name, cells, raw, wanted)
            attributes.append(attribute)
            columns.append(column)
    classes: tuple[Label, ...] = ()
    codes: NDArray[np.int32] | None = None
    if target is not None:
        declared = raw.declared.get(target)
        order = None if declared is None else declared.values
        cells = raw.column(target)
        if declared is not None and declared.is_numeric:
            cells = typing.numbers(target, cells, raw.place)
        classes, codes = classes_of(target, cells, order, raw.place)
        if declared is None and target not in wanted.nominal:
            _check_classes(target, classes, codes, raw)
    return Table(
        tuple(attributes),
        tuple(columns),
        raw.n_rows,
        classes,
        codes,
        target or "class",
        _weights(raw, wanted.weight),
    )


_TARGET_NAMES = ("class", "target", "label", "outcome", "y", "result", "diagnosis", "survived")
_MOST_CLASSES = 20


def likely_targets(raw: Raw) -> list[str]:
    """Return the columns that may hold the class, the likeliest first, at most three.

    Those with a usual name come first, then those of a few different values, from the last on.
    """
    few = [
        name
        for name, cells in zip(reversed(raw.names), reversed(raw.cells), strict=True)
        if 2 <= count_distinct(cells) <= _MOST_CLASSES
    ]
    usual = [name for name in few if name.strip().casefold() in _TARGET_NAMES]
    return [*usual, *(name for name in few if name not in usual)][:3]


def count_distinct(cells: Cells) -> int:
    """Return the number of different values of a column."""
    if isinstance(cells, forms.Coded):
        return len(cells.labels)
    if isinstance(cells, np.ndarray):
        return len(np.unique(cells[~np.isnan(cells)]))
    arrow = cells.cells if isinstance(cells, Text) else cells
    return len(arrow.drop_null().unique())


def checked_target(raw: Raw, wanted: Wanted) -> str | None:
    """Return the column of the class, if there is one.

    Raises
    ------
    InputError
        If the user names a column that is not there, or says that it is two things at once.
    """
    for names in (wanted.nominal, wanted.numeric, wanted.ignore):
        for name in names:
            raw.position(name)
    target = raw.target if wanted.target is None else raw.name_of(wanted.target)
    _check_contradictions(wanted, target)
    return target


def _check_contradictions(wanted: Wanted, target: str | None) -> None:
    """Refuse a column that is said to be two things at once."""
    both = [name for name in wanted.nominal if name in wanted.numeric]
    if both:
        raise InputError(f"column {both[0]!r} is declared both nominal and numeric: choose one")
    if target is not None and target in {wanted.weight, *wanted.ignore}:
        raise InputError(f"column {target!r} is the target, so it cannot be left out or a weight")
    if target is not None and target in wanted.numeric:
        raise InputError(f"column {target!r} is the target: it holds classes, not numbers")
    declared = {*wanted.nominal, *wanted.numeric}
    if wanted.weight is not None and wanted.weight in {*declared, *wanted.ignore}:
        raise InputError(
            f"column {wanted.weight!r} holds the weights, so it cannot be left out or an attribute"
        )
    lost = [name for name in wanted.ignore if name in declared]
    if lost:
        raise InputError(
            f"column {lost[0]!r} is left out, so it cannot be declared nominal or numeric: choose "
            "one"
        )


def with_class(raw: Raw, target: str) -> tuple[Raw, int]:
    """Return the rows whose class is known, and the number of those that are left out.

    Raises
    ------
    InputError
        If there is no such column, or no row has a class.
    """
    unclassed = forms.absent(raw.column(target))
    count = int(unclassed.sum())
    if count == 0:
        return raw, 0
    if count == raw.n_rows:
        raise InputError(f"{raw.place.column(target)}: the class is missing in every row")
    return raw.take(np.flatnonzero(~unclassed)), count


def _check_classes(
    target: str, classes: tuple[Label, ...], codes: NDArray[np.int32], raw: Raw
) -> None:
    """Refuse a target of text that is a measurement: all numbers, and not all of them whole."""
    if not all(isinstance(label, str) and is_number(label) for label in classes):
        return
    for position, label in enumerate(classes):
        if not float(label).is_integer():
            row = int(np.argmax(codes == position))
            raise InputError(
                f"{raw.place.cell(target, row)}: {label!r} is a measurement, not a class: choose "
                f"another target or, if these {len(classes)} numbers are classes, declare it with "
                f"--nominal {target}"
            )


def like_table(
    raw: Raw,
    wanted: Wanted,
    like: Like,
    *,
    new_classes: bool = False,
    tested: Collection[str] | None = None,
) -> Table:
    """Return a table with the columns, values and classes of a fitted model.

    With ``new_classes``, classes that the model does not know are put behind its own; else they are
    refused. With ``tested``, only these columns are looked at: the others need not be there.
    """
    attributes, classes, target = like
    codes: NDArray[np.int32] | None = None
    if wanted.target is not None:
        target = raw.name_of(wanted.target)
    if target in raw.names:
        if new_classes:
            classes, codes = codes_beyond(target, raw.column(target), classes, raw.place)
        else:
            codes = codes_in(target, raw.column(target), classes, raw.place)
    return Table(
        tuple(attributes),
        _columns_like(raw, attributes, tested),
        raw.n_rows,
        tuple(classes),
        codes,
        target,
        _weights(raw, wanted.weight),
    )


def cases_like(
    raw: Raw, attributes: Sequence[Attribute], tested: Collection[str] | None = None
) -> Table:
    """Return a table with the columns and values of a model; the class is not looked at.

    With ``tested``, only these columns are looked at: the others need not be there.
    """
    return Table(tuple(attributes), _columns_like(raw, attributes, tested), raw.n_rows)


def _columns_like(
    raw: Raw, attributes: Sequence[Attribute], tested: Collection[str] | None
) -> tuple[Column, ...]:
    """Return the columns of a model; those that are not tested hold nothing."""
    needed = {
        attribute.name for attribute in attributes if tested is None or attribute.name in tested
    }
    lacking = [
        attribute.name for attribute in attributes if attribute.name in needed - {*raw.names}
    ]
    if lacking:
        raise no_such_columns(lacking, raw.names, raw.place)
    no_number, no_code = np.full(raw.n_rows, np.nan), np.full(raw.n_rows, -1, dtype=np.int32)
    return tuple(
        _column_like(raw, attribute)
        if attribute.name in needed
        else (no_number if attribute.is_numeric else no_code)
        for attribute in attributes
    )


def _column_like(raw: Raw, attribute: Attribute) -> Column:
    """Return a column as an attribute of a model has it."""
    cells = raw.column(attribute.name)
    place = replace(raw.place, typed=True)
    if attribute.is_numeric:
        return typing.numbers_like(attribute, cells, place)
    return typing.coded(attribute, cells, place)


def _typed(name: str, cells: Cells, raw: Raw, wanted: Wanted) -> tuple[Attribute, Column]:
    """Return a column as the user, else the file, else its cells declare it."""
    declared = raw.declared.get(name)
    if name in wanted.nominal and (declared is None or declared.is_numeric):
        return typing.nominal(name, cells, raw.place)
    if name in wanted.numeric:
        return typing.numeric(name, cells, raw.place)
    if name in raw.refused:
        raise InputError(raw.refused[name])
    if name in raw.text_only:
        return typing.nominal(name, cells, raw.place)
    if declared is None:
        return typing.by_type(name, cells, raw.place)
    if declared.is_numeric:
        return typing.numeric(name, cells, raw.place)
    return declared, typing.strictly_coded(declared, cells, raw.place)


def _weights(raw: Raw, name: str | None) -> NDArray[np.float64] | None:
    """Return the weights: of the named column, else the file's own."""
    if name is None:
        return raw.weights
    return weights_of(typing.numbers(name, raw.column(name), raw.place), raw.n_rows, raw.place)
