"""What every classifier shares: the tables it takes, and names for what it predicts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import Tags, column_or_1d
from sklearn.utils._param_validation import validate_parameter_constraints
from sklearn.utils.validation import check_is_fitted, validate_data

from cutpoint.classifiers.plain import frame_names, is_plain_matrix, is_plain_vector
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.frames import conform, table_from
from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table
from cutpoint.errors import InputError
from cutpoint.learners.base import Learner
from cutpoint.learners.weights import case_weights

Classes = NDArray[Any]


class TableClassifier(ClassifierMixin, BaseEstimator, Learner):  # type: ignore[misc]
    """What every classifier shares: the tables it takes, and names for what it predicts."""

    classes_: Classes
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]

    # The parameters that this class reads; those who inherit declare them in their __init__.
    categorical_features: Any
    class_order: Sequence[Label] | None
    class_weight: Any
    n_jobs: int | None

    def new(self, changes: Mapping[str, Any] | None = None) -> Self:
        """Return a classifier that is not fitted; some of its parameters may differ."""
        other: Self = clone(self)
        other.set_params(**(changes or {}))
        return other

    def _made_by(self) -> str:
        return type(self).__name__  # one that inherits is another

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """Return X after scikit-learn has looked at its shape and feature names."""
        known = None if reset else vars(self).get("feature_names_in_")
        if is_plain_matrix(X) and known is None:  # there is nothing to find
            if reset:
                self.__dict__.pop("feature_names_in_", None)
                self.n_features_in_ = X.shape[1]
            if X.shape[1] == self.n_features_in_:
                return X
        names = frame_names(X)
        if names is not None and reset:
            self.feature_names_in_ = np.array(names, dtype=object)
            self.n_features_in_ = len(names)
        if names is not None and (reset or (known is not None and names == known.tolist())):
            return X
        if _is_frame(X):
            validate_data(self, X, skip_check_array=True, reset=reset)
            return X
        # Infinite numbers are looked for once, where the table is made.
        return validate_data(self, X, dtype=None, ensure_all_finite=False, reset=reset)

    def _training_table(self, X: Any, y: Any, sample_weight: Any) -> Table:
        """Return the typed table to learn from, without cases of weight 0."""
        table = self._typed_table(X, y, sample_weight, self)
        return weighted_table(table, case_weights(table, self.class_weight))

    def _typed_table(self, X: Any, y: Any, sample_weight: Any, reading: TableClassifier) -> Table:
        """Return the table that X and y make by the parameters of a classifier."""
        if y is None:
            raise InputError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        X = self._checked(X, reset=True)
        if isinstance(y, np.ndarray | list | tuple) and not is_plain_vector(y):
            y = column_or_1d(y, warn=True)
        table = table_from(
            X,
            y,
            categorical_features=reading.categorical_features,
            class_order=reading.class_order,
            feature_names=getattr(self, "feature_names_in_", None),
            sample_weight=sample_weight,
        )
        if table.n_rows == 0:
            raise InputError("Found array with 0 sample(s): there is nothing to learn from")
        self.classes_ = _class_array(table.classes, y)
        return table

    def _know(self, attributes: tuple[Attribute, ...], classes: tuple[Label, ...]) -> None:
        """Take over the features and classes of a table or a tree."""
        self.n_features_in_ = len(attributes)
        names = [attribute.name for attribute in attributes]
        self.feature_names_in_ = np.array(names, dtype=object)
        self.classes_ = _class_array(classes, None)

    @abstractmethod
    def _attributes(self) -> tuple[Attribute, ...]:
        """Return the attributes that were learned from."""

    def _table(self, X: Any) -> Table:
        """Return the rows of X with the columns of what was learned."""
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        return conform(X, self._attributes(), by_name=hasattr(self, "feature_names_in_"))

    def _matrix(self, X: Any) -> NDArray[np.float64]:
        """Return the rows of X as one matrix."""
        return self._table(X).matrix()

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return list(_defaults(cls))

    def _validate_params(self) -> None:
        """Check the parameters, as scikit-learn does; those that have their default are right."""
        defaults = _defaults(type(self))
        given = {
            name: value
            for name, value in self.get_params(deep=False).items()
            if value is not defaults[name]
        }
        validate_parameter_constraints(
            self._parameter_constraints, given, caller_name=type(self).__name__
        )

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithm of the probability of each class."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    @abstractmethod
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class, in the order of ``classes_``."""


@cache
def _defaults(estimator: type[TableClassifier]) -> dict[str, Any]:
    """Return the parameters of an estimator with their defaults.

    scikit-learn finds the names anew whenever it needs them: a third of a small fit.
    """
    parameters = signature(estimator.__init__).parameters
    names = BaseEstimator._get_param_names.__func__(estimator)
    return {name: parameters[name].default for name in names}


def _is_frame(X: Any) -> bool:
    """Return whether X is a table with named columns."""
    native = nw.from_native(X, pass_through=True)
    return isinstance(native, nw.DataFrame | nw.LazyFrame) or type(X).__name__ == "RecordBatch"


def _class_array(classes: tuple[Label, ...], y: Any) -> Classes:
    """Return the classes as an array of y's own type where y has one."""
    if isinstance(y, np.ndarray) and y.dtype.kind in "biufO":
        return np.array(classes, dtype=y.dtype)
    return np.array(classes, dtype=None if len({type(label) for label in classes}) == 1 else object)
