"""What every discretizer shares: the data it takes, and what it makes of the cut points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

import narwhals as nw
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin, _fit_context
from sklearn.utils import Tags, column_or_1d
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import check_is_fitted, validate_data

from cutpoint import _core
from cutpoint.catalog import ENCODINGS, INTERVALS
from cutpoint.cuts.methods import core_method
from cutpoint.data.frames import conform, table_from
from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table
from cutpoint.discretize import encode as forms
from cutpoint.discretize.encode import Binned, Labelled
from cutpoint.errors import InputError
from cutpoint.learn import IntervalMethod
from cutpoint.parameters import TABLE, Constraints, of_options, one_of
from cutpoint.threads import thread_count

COMMON: Constraints = {
    "encode": one_of(ENCODINGS),
    "missing": one_of(["keep", "bin"]),
    "categorical_features": TABLE["categorical_features"],
    "n_jobs": TABLE["n_jobs"],
}
"""The parameters of every discretizer, and what they may be."""


def constraints_of(method: str) -> Constraints:
    """Return what the parameters of a discretizer may be, from its interval method's options."""
    return {**of_options(INTERVALS[method].options), **COMMON}


CutsAndCentres = tuple[NDArray[np.float64], NDArray[np.float64]]
_LARGEST_COUNTS = 1 << 28  # distinct values x classes


class Discretizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer that cuts numeric columns and lets nominal ones through.

    Parameters
    ----------
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal: by type, none, or the named ones besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.
    """

    _parameter_constraints: ClassVar[Constraints] = COMMON
    _needs_classes: ClassVar[bool] = True

    encode: str
    missing: str
    categorical_features: Any
    n_jobs: int | None

    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    classes_: NDArray[Any]
    cut_points_: dict[str, NDArray[np.float64]]
    intervals_: dict[str, list[str]]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.target_tags.required = self._needs_classes
        tags.transformer_tags.preserves_dtype = []
        return tags

    @property
    def method_name(self) -> str:
        """The name of the interval method in :data:`cutpoint.catalog.INTERVALS`."""
        raise NotImplementedError

    def interval_method(self) -> IntervalMethod:
        """Return the interval method with its options: what a tree takes as ``cuts=``."""
        names = INTERVALS[self.method_name].defaults
        return IntervalMethod(self.method_name, {name: getattr(self, name) for name in names})

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Find the cut points of every numeric column.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing.
        y : array of shape (n_samples,)
            The classes; methods that do not look at them do without.
        sample_weight : array of shape (n_samples,), optional
            The weight of each case. A weight of 2 is two equal cases. Weights that sum to less
            than the number of cases with a positive weight, such as shares of 1, are scaled until
            these cases have a mean weight of 1.

        Returns
        -------
        self
        """
        if y is None and self._needs_classes:
            raise InputError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        X = self._checked(X, reset=True)
        if isinstance(y, np.ndarray | list | tuple) and self._needs_classes:
            y = column_or_1d(y, warn=True)
        table = table_from(
            X,
            y if self._needs_classes else None,
            categorical_features=self.categorical_features,
            feature_names=getattr(self, "feature_names_in_", None),
            sample_weight=sample_weight,
        )
        return self._fit_table(table)

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit_table(self, table: Table) -> Self:
        """Find the cut points of a typed table, such as :func:`cutpoint.read_table` gives."""
        if table.target is None and self._needs_classes:
            raise InputError("the table has no target column to learn")
        self.n_features_in_ = len(table.attributes)
        names = [attribute.name for attribute in table.attributes]
        self.feature_names_in_ = np.array(names, dtype=object)
        return self._fit_table(table)

    def _fit_table(self, table: Table) -> Self:
        if table.n_rows == 0:
            raise InputError("Found array with 0 sample(s): there is nothing to learn from")
        table = weighted_table(table, table.weights)
        if self._needs_classes:
            self.classes_ = np.array(table.classes)
        self._attributes = table.attributes
        numeric = [i for i, attribute in enumerate(table.attributes) if attribute.is_numeric]
        self._binned: dict[int, Binned] = {}
        for i, (cuts, centres) in zip(numeric, self._all_cuts(table, numeric), strict=True):
            attribute = table.attributes[i]
            self._binned[i] = Binned(attribute, cuts, self.missing == "bin", centres)
        self.cut_points_ = {binned.name: binned.cuts for binned in self._binned.values()}
        self.intervals_ = {binned.name: binned.labels for binned in self._binned.values()}
        return self

    def _view(self, table: Table, numeric: list[int]) -> _core.TableView:
        """Return the table as the core reads it; all of one class, if classes do not matter."""
        if not self._needs_classes or table.target is None:
            table = replace(table, target=np.zeros(table.n_rows, dtype=np.int32), classes=("",))
        n_classes = len(table.classes)
        for i in numeric if n_classes * table.n_rows > _LARGEST_COUNTS else ():
            if n_classes * len(np.unique(table.columns[i])) > _LARGEST_COUNTS:
                raise InputError(
                    f"column {table.attributes[i].name!r} has too many values to count them by "
                    f"{n_classes:,} classes: leave the column out"
                )
        return table.view()

    def _all_cuts(self, table: Table, numeric: list[int]) -> list[CutsAndCentres]:
        """Return the cut points of each numeric column, and the means of its intervals."""
        n_classes = len(table.classes) if self._needs_classes else 1
        method, options = core_method(self.interval_method(), n_classes)
        threads = thread_count(self.n_jobs)
        return _core.cut_columns(self._view(table, numeric), method, options, threads)

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """Return X after scikit-learn has looked at its shape and feature names."""
        native = nw.from_native(X, pass_through=True)
        if isinstance(native, nw.DataFrame | nw.LazyFrame) or type(X).__name__ == "RecordBatch":
            validate_data(self, X, skip_check_array=True, reset=reset)
            return X
        return validate_data(self, X, dtype=None, ensure_all_finite=False, reset=reset)

    def transform(self, X: Any) -> Any:
        """Return the table with intervals in place of numbers.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values below or above those seen in training fall into the first or last interval.

        Returns
        -------
        array, or the container that ``set_output`` asks for
            Of float64, unless there are labels or nominal columns. Nominal columns are as they
            were.
        """
        check_is_fitted(self)
        checked = self._checked(X, reset=False)
        by_name = hasattr(self, "feature_names_in_")
        table = conform(checked, self._attributes, by_name=by_name)
        columns = self._encoded(table, self._given(checked, by_name))
        container = _get_output_config("transform", self)["dense"]
        names = self.get_feature_names_out().tolist()
        if container == "pandas":
            return forms.as_pandas(names, columns, getattr(X, "index", None))
        if container == "polars":
            return forms.as_polars(names, columns)
        return forms.as_array(columns)

    def encode_table(self, table: Table) -> dict[str, dict[str, NDArray[Any]]]:
        """Return the new columns for each numeric column of a typed table, by its name.

        Parameters
        ----------
        table : Table
            With the columns that were fitted.
        """
        check_is_fitted(self)
        encoded: dict[str, dict[str, NDArray[Any]]] = {}
        for i, binned in self._binned.items():
            labels = binned.labels
            several = self.encode == "onehot"
            names = [f"{binned.name} {label}" for label in labels] if several else [binned.name]
            cells = self._cells(binned, np.asarray(table.columns[i], dtype=np.float64))
            arrays = [forms.as_objects(c) if isinstance(c, Labelled) else c for c in cells]
            encoded[binned.name] = dict(zip(names, arrays, strict=True))
        return encoded

    def _given(self, X: Any, by_name: bool) -> list[Any]:
        """Return the columns of X in the order of the attributes, as they are."""
        if all(attribute.is_plain_number for attribute in self._attributes):
            return []
        if type(X).__name__ == "RecordBatch":
            import pyarrow as pa  # noqa: PLC0415

            X = pa.Table.from_batches([X])
        columns = forms.columns_of(X)
        if not by_name or not isinstance(columns[0], nw.Series):
            return columns
        where = {str(column.name): column for column in columns}
        return [where[attribute.name] for attribute in self._attributes]

    def _encoded(self, table: Table, given: list[Any]) -> list[forms.Cells]:
        """Return the columns to write."""
        columns: list[forms.Cells] = []
        for i in range(len(self._attributes)):
            if i not in self._binned:
                columns.append(given[i])
                continue
            column = np.asarray(table.columns[i], dtype=np.float64)
            columns += self._cells(self._binned[i], column)
        return columns

    def _cells(self, binned: Binned, column: NDArray[np.float64]) -> list[forms.Cells]:
        """Return what one numeric column becomes: one column, or one per interval."""
        codes = binned.codes(column)
        if self.encode == "label":
            return [Labelled(codes, binned.labels)]
        if self.encode == "onehot":
            return [*forms.indicators(codes, len(binned.labels))]
        return [np.where(codes < 0, np.nan, codes.astype(np.float64))]

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns that :meth:`transform` gives.

        Parameters
        ----------
        input_features : sequence of str, optional
            Must be the names that were fitted, if there were any.

        Returns
        -------
        array of str
            Those of the columns; for indicators, ``"age in (18, 30]"`` and the like.
        """
        check_is_fitted(self)
        names = [attribute.name for attribute in self._attributes]
        if input_features is not None:
            given = [str(name) for name in input_features]
            if hasattr(self, "feature_names_in_") and given != names:
                raise ValueError("input_features is not equal to feature_names_in_")
            if len(given) != len(names):
                raise ValueError(
                    f"input_features should have length equal to number of features "
                    f"({len(names)}), got {len(given)}"
                )
            names = given
        out: list[str] = []
        for i, name in enumerate(names):
            if self.encode == "onehot" and i in self._binned:
                out += [f"{name} {label}" for label in self._binned[i].labels]
            else:
                out.append(name)
        return np.array(out, dtype=object)

    def inverse_transform(self, X: Any) -> NDArray[Any]:
        """Return a number for each interval: the mean of the training values in it.

        Parameters
        ----------
        X : table or array, as :meth:`transform` gives it

        Returns
        -------
        array of shape (n_samples, n_features)
            NaN where the value is missing; nominal columns are as they are.
        """
        check_is_fitted(self)
        columns = forms.columns_of(X)
        expected = len(self.get_feature_names_out())
        if len(columns) != expected:
            raise InputError(f"X has {len(columns)} columns, not the {expected} of transform")
        out: list[forms.Cells] = []
        at = 0
        for i in range(len(self._attributes)):
            binned = self._binned.get(i)
            width = len(binned.labels) if binned is not None and self.encode == "onehot" else 1
            cells = columns[at : at + width]
            at += width
            out.append(cells[0] if binned is None else binned.values(self._codes(binned, cells)))
        return forms.as_array(out)

    def _codes(self, binned: Binned, cells: list[Any]) -> NDArray[np.int64]:
        """Return the codes that columns stand for, -1 where missing."""
        if self.encode == "label":
            return binned.find(forms.as_objects(cells[0]))
        numbers = [forms.as_numbers(binned.name, column) for column in cells]
        if self.encode == "ordinal":
            return binned.check(numbers[0])
        matrix = np.column_stack(numbers)
        absent = np.isnan(matrix).any(axis=1)
        return np.where(absent, -1, np.argmax(matrix, axis=1)).astype(np.int64)
