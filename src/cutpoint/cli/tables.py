"""How the commands read tables, and which columns the user means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutpoint.cli.notes import (
    note,
    note_guesses,
    note_ids,
    note_many_classes,
    note_new_classes,
    note_scaled_weights,
    note_strangers,
    note_unclassed,
)
from cutpoint.cli.options import ColumnOptions, ReadingOptions, TrueClassOptions, one_character
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import is_protected

if TYPE_CHECKING:
    from cutpoint.data.profile import Profile
    from cutpoint.data.raw import Like, Raw
    from cutpoint.data.table import Table
    from cutpoint.tree.saved import SavedModel

Reading = ReadingOptions | ColumnOptions | TrueClassOptions

FLATTERED = "the figures on them flatter what is learned: give other cases"
"""What it means to test with the cases that are learned from."""

_C45_ENDINGS = {".names", ".data", ".test"}


@dataclass(frozen=True)
class Source:
    """A table's file and how to read it: see :func:`cutpoint.read_table`."""

    path: Path
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The path as messages name it."""
        from cutpoint.data.source import shown  # noqa: PLC0415  # NumPy

        return shown(self.path)

    def cells(self, like: Like | None = None) -> Raw:
        """Return the cells of the file."""
        if not self.path.name:  # "." and "/"
            raise InputError(f"{self.path} is a folder, not a file")

        def read() -> Raw:
            from cutpoint.data.read import read_raw  # noqa: PLC0415  # NumPy and Arrow
            from cutpoint.data.reading import Reading  # noqa: PLC0415

            return read_raw(self.path, Reading(**self.options), like)

        return watched(read, f"Reading {self.path.name}")


def source_of(path: Path, reading: Reading) -> Source:
    """Return a table's file, to be read as the user says."""
    options = {
        "missing": tuple(reading.missing or ()),
        "delimiter": one_character(reading.delimiter),
        "skip_rows": reading.skip_rows,
        "encoding": reading.encoding,
        "sheet": reading.sheet,
        "decimal": reading.decimal,
        "thousands": reading.thousands,
        "date_format": tuple(reading.date_format or ()),
    }
    return Source(path, options)


@dataclass(frozen=True)
class Learning:
    """A table to learn from, and how its columns were understood.

    Attributes
    ----------
    cases : Table
        Without the columns that are ids.
    profiles : list of Profile
        Of every column that was read.
    ids : tuple of str
        The columns that are left out because they are ids.
    """

    cases: Table
    profiles: list[Profile]
    ids: tuple[str, ...] = ()


def learning_table(source: Source, columns: ColumnOptions) -> Table:
    """Return the table to learn from, typed as the file and the user say, without ids.

    Raises
    ------
    InputError
        If the file cannot be used, or the class is not known.
    """
    return read_learning(source, columns).cases


def read_learning(source: Source, columns: ColumnOptions, *, reported: bool = False) -> Learning:
    """Return the table to learn from, and how its columns were understood.

    A column that is beyond doubt an id is left out, with a note, unless the user says what it is or
    asks for it; of C4.5's own files nothing is left out. Where the profiles are ``reported`` to the
    user, what they say of the columns is not noted as well.

    Raises
    ------
    InputError
        If the file cannot be used, or the class is not known.
    """
    from cutpoint.data.profile import profile_table  # noqa: PLC0415

    raw = source.cells()
    check_target(source, raw, columns.target)
    table = typed_table(source, raw, columns)
    profiles = watched(
        lambda: profile_table(table, raw.place.notes or ()), f"Reading {source.path.name}"
    )
    note_guesses(source.shown, raw, [profile.name for profile in profiles] if reported else ())
    note_many_classes(source.shown, table)
    if getattr(columns, "keep_ids", True) or c45_stem(source.path) is not None:
        return Learning(table, profiles)
    said = {
        *split_names(columns.nominal or (), raw.names),
        *split_names(columns.numeric or (), raw.names),
    }
    ids = tuple(profile.name for profile in profiles if profile.is_id and profile.name not in said)
    if not reported:
        note_ids(source.shown, ids)
    return Learning(table.without(ids), profiles, ids)


def check_target(source: Source, raw: Raw, target: str | None) -> None:
    """Refuse a table of which neither the file nor the user says where the class is.

    Raises
    ------
    InputError
        With the names of the columns.
    """
    if target is None and raw.target is None:
        from cutpoint.data.place import listing  # noqa: PLC0415  # NumPy
        from cutpoint.data.raw import likely_targets  # noqa: PLC0415

        likely = likely_targets(raw)
        guess = f"perhaps {listing(likely, limit=3)}; " if likely else ""
        raise InputError(
            f"{source.shown}: which column holds the class? Say so with --target COLUMN; {guess}"
            f"the columns are {listing(raw.names)}"
        )


def typed_table(source: Source, raw: Raw, columns: ColumnOptions) -> Table:
    """Return the cells of a file as a table, typed as the file and the user say.

    Rows whose class is missing are left out, and stderr says how many.
    """
    from cutpoint.data import raw as typing  # noqa: PLC0415  # NumPy

    target = columns.target or raw.target
    if target is not None:
        raw, unclassed = typing.with_class(raw, target)
        note_unclassed(source.shown, unclassed)
    wanted = typing.Wanted(
        columns.target,
        split_names(columns.nominal or (), raw.names),
        split_names(columns.numeric or (), raw.names),
        split_names(columns.ignore or (), raw.names),
        getattr(columns, "weight", None),
    )
    table = watched(lambda: typing.learning_table(raw, wanted), f"Reading {source.path.name}")
    return _with_counting_weights(table)


@dataclass(frozen=True)
class Known:
    """What a model knows, and so what a table of cases for it must bring.

    Attributes
    ----------
    like : (attributes, classes, target name)
    tested : set of str, or None
        The columns that the model looks at; the others need not be there. None is all of them.
    new_classes : bool
        Whether the table may have classes besides those of the model.
    """

    like: Like
    tested: frozenset[str] | None = None
    new_classes: bool = False

    @classmethod
    def by_model(cls, model: SavedModel) -> Known:
        """Return what a model needs to give its classes."""
        known = model.predicting
        tested = frozenset(attribute.name for attribute in known.tested)
        return cls((known.attributes, known.classes, model.target), tested, new_classes=True)


def test_table(
    source: Source,
    known: Known,
    target: str | None = None,
    weight: str | None = None,
    *,
    weight_needed: bool = True,
) -> Table:
    """Return a table of cases with known classes, in the columns, values and classes of a model.

    Classes that the model does not know come behind those that it knows. Unless ``weight_needed``,
    the file may lack the weight column: its cases then count the same.

    Raises
    ------
    InputError
        If the file cannot be used, or does not hold the class or the weight.
    """
    return read_test(source, known, target, weight, weight_needed=weight_needed)[1]


def other_cases(
    path: Path, columns: ColumnOptions, cases: Table, flattered: str, *, new_classes: bool = True
) -> Table:
    """Return a table of cases to set beside those that are learned from, in their columns.

    If they are the same cases, stderr says so; ``flattered`` is what that means.

    Raises
    ------
    InputError
        If the file cannot be used, or does not hold the class.
    """
    from cutpoint.cli.seen import among  # noqa: PLC0415  # NumPy

    known = Known((cases.attributes, cases.classes, cases.target_name), new_classes=new_classes)
    source, weight = source_of(path, columns), getattr(columns, "weight", None)
    table = test_table(source, known, weight=weight, weight_needed=False)
    if among(table, cases):
        note(f"{source.shown}: these cases are also learned from, so {flattered}")
    return table


def read_test(
    source: Source,
    known: Known,
    target: str | None = None,
    weight: str | None = None,
    *,
    weight_needed: bool = True,
) -> tuple[Raw, Table]:
    """Return the cells of a file and the same as :func:`test_table` returns it."""
    from cutpoint.data.place import no_such_column  # noqa: PLC0415  # NumPy
    from cutpoint.data.raw import Wanted, like_table  # noqa: PLC0415

    raw = source.cells(known.like)
    if weight not in raw.names and weight is not None and not weight_needed:
        note(f"{source.shown} has no column {weight!r}: its cases count the same")
        weight = None
    wanted = Wanted(target, weight=weight)
    table = watched(
        lambda: like_table(
            raw, wanted, known.like, new_classes=known.new_classes, tested=known.tested
        ),
        f"Reading {source.path.name}",
    )
    if table.target is None:
        error = no_such_column(table.target_name, raw.names, raw.place)
        raise InputError(f"the class is not in the table: {error}")
    if not (table.target >= 0).any():
        raise InputError(f"{source.shown}: the class is missing in every row")
    note_guesses(source.shown, raw)
    note_strangers(raw, table, known.tested)
    note_new_classes(table, len(known.like[1]))
    return raw, _with_counting_weights(table)


def case_table(source: Source, known: Known) -> tuple[Raw, Table]:
    """Return the cells of a file and the same as a table of cases for a model.

    The class, if the file holds one, is not looked at.
    """
    from cutpoint.data.raw import cases_like  # noqa: PLC0415  # NumPy

    raw = source.cells(known.like)
    table = watched(
        lambda: cases_like(raw, known.like[0], known.tested), f"Reading {source.path.name}"
    )
    note_guesses(source.shown, raw)
    note_strangers(raw, table, known.tested)
    return raw, table


def split_names(given: Sequence[str], columns: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that the user names, one by one or several with commas between.

    A name that holds a comma and is a column is left whole.

    Examples
    --------
    >>> split_names(["age,sex", "height, cm"], ["age", "sex", "height, cm"])
    ('age', 'sex', 'height, cm')
    """
    names: list[str] = []
    for entry in given:
        if entry in columns or "," not in entry:
            names.append(entry)
        else:
            names.extend(part.strip() for part in entry.split(",") if part.strip())
    return tuple(names)


def c45_stem(path: Path) -> Path | None:
    """Return the stem of C4.5's own files if the path is one, or is one of the files."""
    if path.with_name(f"{path.name}.names").exists() if path.name else False:
        return path
    if path.suffix.lower() in _C45_ENDINGS and path.with_suffix(".names").exists():
        return path.with_suffix("")
    return None


def check_output(out: Path | None, *inputs: Path | None) -> None:
    """Refuse, before any work is done, an output file that cannot be written.

    Raises
    ------
    InputError
        If its folder does not exist, if it is a folder or write-protected, or if it is one of the
        inputs.
    """
    if out is None:
        return
    if out.is_dir():
        raise InputError(f"cannot write {out}: it is a folder")
    if not out.parent.is_dir():
        raise InputError(f"cannot write {out}: the folder does not exist")
    if is_protected(out):
        raise InputError(f"cannot write {out}: it is write-protected")
    for path in inputs:
        if path is not None and path.exists() and out.exists() and out.samefile(path):
            raise InputError(f"cannot write {out}: it is the file that is read")


def _with_counting_weights(table: Table) -> Table:
    """Return the table with the weights that learners count, and say on stderr if they differ."""
    from cutpoint.data.weights import learning_weights  # noqa: PLC0415  # NumPy

    if table.weights is None:
        return table
    weights = learning_weights(table.weights)
    if weights is not table.weights:
        note_scaled_weights(float(table.weights.sum()), int((table.weights > 0).sum()))
    return replace(table, weights=weights)
