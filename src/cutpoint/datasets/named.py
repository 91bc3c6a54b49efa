"""Public data sets by name: from a folder, from what scikit-learn ships, or from OpenML."""

# ruff: noqa: PLC0415 - scikit-learn's data sets are imported where they are used

from __future__ import annotations

import json
import os
import warnings
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cutpoint.data.frames import table_from
from cutpoint.data.read import read_table
from cutpoint.data.table import Table
from cutpoint.datasets.frames import frames_of
from cutpoint.errors import InputError, InputWarning
from cutpoint.files import FilePath, read_whole
from cutpoint.wording import suggestion

CATALOG = "catalog.json"
_USUAL = ("data", "../shared/data")
_SHIPPED = {"iris": "load_iris", "wine": "load_wine", "digits": "load_digits"}


class Shape(NamedTuple):
    """What is known of a set before it is read."""

    rows: int
    attributes: int
    classes: int


def load(name: str, folder: FilePath | None = None) -> tuple[Any, Any]:
    """Return a public data set.

    It comes from a folder that has a ``catalog.json``; else, for iris, wine and digits, from
    scikit-learn itself; else from OpenML, if there is a network. Its number of cases, attributes
    and classes is compared with what it should be.

    Parameters
    ----------
    name : str
        Such as ``"iris"``, ``"breast-w"`` or ``"hypo"``; :func:`names` lists them.
    folder : path, optional
        Where the catalog and ``<name>.csv.gz`` or ``<name>.csv`` are, with the class last. By
        default the folder that the environment variable ``CUTPOINT_DATA`` names, or ``data`` or
        ``../shared/data``, if there is a catalog.

    Returns
    -------
    X : pandas DataFrame
        Numbers are float64, nominal attributes are categories.
    y : pandas Series

    Raises
    ------
    InputError
        If there is no such set, it could not be had, or it is not what it should be.

    Examples
    --------
    >>> X, y = load("wine")
    >>> X.shape, y.nunique()
    ((178, 13), 3)
    """
    return frames_of(load_table(name, folder))


def names(folder: FilePath | None = None) -> list[str]:
    """Return the names that :func:`load` knows, sorted.

    Examples
    --------
    >>> {"hepatitis", "iris"} <= set(names())
    True
    """
    place = _place(folder)
    return sorted({*_known(), *_SHIPPED, *({} if place is None else _catalog(place))})


def load_table(name: str, folder: FilePath | None = None) -> Table:
    """Return the data set of :func:`load` as a typed table."""
    check_name(name, folder)
    place = _place(folder)
    catalog = {} if place is None else _catalog(place)
    if place is not None and name in catalog:
        return _from_folder(name, place, catalog[name])
    if name in _SHIPPED:
        return _shipped(name)
    return _from_openml(name, place)


def check_name(name: str, folder: FilePath | None = None) -> None:
    """Raise an InputError if there is no data set of this name, wherever it could be had."""
    known = names(folder)
    if name not in known:
        raise InputError(f"there is no data set {name!r}{suggestion(name, known)}")


def _place(folder: FilePath | None) -> Path | None:
    """Return the folder with a catalog, if there is one."""
    given = folder if folder is not None else os.environ.get("CUTPOINT_DATA") or None
    if given is not None:
        if not (Path(given) / CATALOG).is_file():
            raise InputError(f"there is no {CATALOG} in the folder {os.fspath(given)}")
        return Path(given)
    return next((Path(place) for place in _USUAL if (Path(place) / CATALOG).is_file()), None)


def _catalog(place: Path) -> dict[str, Any]:
    try:
        catalog = json.loads(read_whole(place / CATALOG))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot read {place / CATALOG}: {error}") from None
    if not isinstance(catalog, dict):
        raise InputError(f"cannot read {place / CATALOG}: it must map names to descriptions")
    return catalog


def _from_folder(name: str, place: Path, entry: dict[str, Any]) -> Table:
    path = next(
        (
            place / f"{name}{ending}"
            for ending in (".csv.gz", ".csv")
            if _is_file(place, name + ending)
        ),
        None,
    )
    if path is None:
        raise InputError(f"{place / CATALOG} describes {name}, but {name}.csv.gz is not beside it")
    with warnings.catch_warnings():  # the catalog says what would be guessed
        warnings.simplefilter("ignore", InputWarning)
        table = read_table(path, target=-1, nominal=entry.get("discrete", ()))
    known = ("rows", "classes", "continuous", "discrete")
    if all(key in entry for key in known):
        expected = Shape(
            entry["rows"], len(entry["continuous"]) + len(entry["discrete"]), entry["classes"]
        )
        _check(name, table, expected, os.fspath(path))
    return table


def _is_file(place: Path, name: str) -> bool:
    return (place / name).is_file()


def _shipped(name: str) -> Table:
    from sklearn import datasets

    bunch = getattr(datasets, _SHIPPED[name])()
    labels = [str(bunch.target_names[code]) for code in bunch.target]
    return table_from(bunch.data, labels, feature_names=list(bunch.feature_names))


def _from_openml(name: str, place: Path | None) -> Table:
    from sklearn.datasets import fetch_openml

    entry = _known()[name]
    missing = "" if place is None else f"is not in {place}, and "
    if "openml" not in entry:
        raise InputError(f"the data set {name!r} {missing}cannot be had elsewhere")
    try:
        bunch = fetch_openml(data_id=entry["openml"], as_frame=True, parser="auto")
    except Exception as error:  # whatever a network can do wrong
        raise InputError(
            f"the data set {name!r} {missing}could not be had from OpenML: {error}"
        ) from None
    table = table_from(bunch.data, bunch.target.astype(str))
    _check(name, table, Shape(entry["rows"], entry["attributes"], entry["classes"]), "OpenML")
    return table


def _check(name: str, table: Table, expected: Shape, place: str) -> None:
    found = Shape(table.n_rows, len(table.attributes), len(table.classes))
    for what, have, want in zip(Shape._fields, found, expected, strict=True):
        if have != want:
            raise InputError(f"{name} from {place} has {have} {what}, not {want}: another version")


@cache
def _known() -> dict[str, Any]:
    text = (Path(__file__).with_name("sets.json")).read_text(encoding="utf-8")
    known: dict[str, Any] = json.loads(text)
    return known
