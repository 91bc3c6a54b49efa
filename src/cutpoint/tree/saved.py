"""What every model file has: who learned what from which columns, as JSON that is safe to read.

Trees and rules are saved alike; each kind of model adds its own fields. Reading a file runs nothing
and checks everything; whatever is wrong gives one message that names the place.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.files import FilePath, read_whole, write_whole
from cutpoint.tree.header import Header, Scalar
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.consult import Ask, Verdict

MAX_BYTES = 1 << 30
"""The largest model file that is read: millions of nodes."""


class Predicting(Protocol):
    """What gives classes to rows: a tree or a ruleset.

    A matrix has a column for each of ``attributes``: numbers, nominal values as positions, NaN if
    unknown.
    """

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns that it was learned from, in order."""

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order that breaks ties."""

    @property
    def single(self) -> bool:
        """Whether it reads numbers in C4.5's own single precision."""

    @property
    def tested(self) -> tuple[Attribute, ...]:
        """The attributes that it looks at, in the order of the columns."""

    def predict_codes(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.int32]:
        """Return the class of each row as a position in ``classes``."""

    def predict_proba(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the probability of each class for each row."""


class SavedModel(ABC):
    """A model that is saved in a file: what predicts, and where it came from.

    Attributes
    ----------
    target : str
        The name of the column that holds the class.
    learner : str
        What learned it, as in ``"C45Classifier"``.
    parameters : dict
        The learner's parameters: text, numbers, true, false or None.
    report : dict
        What else is known of it, such as an evaluation; anything that JSON holds.
    """

    FORMAT: ClassVar[str]
    VERSION: ClassVar[int]
    NOUN: ClassVar[str]
    """What people call it: a decision tree, rules."""

    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any]

    @property
    @abstractmethod
    def predicting(self) -> Predicting:
        """The tree or the rules that predict."""

    def predict_proba(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the probability of each class for each row, as the learner estimates it."""
        return self.predicting.predict_proba(X, n_jobs)

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order that breaks ties."""
        return self.predicting.classes

    @property
    def expected_error_rate(self) -> float | None:
        """The error rate that the learner expects on new cases; None if it does not say."""
        return None

    @abstractmethod
    def consult(self, ask: Ask) -> Verdict:
        """Follow a case, asking for each attribute when it is first needed."""

    @abstractmethod
    def _own_fields(self) -> dict[str, Any]:
        """Return the fields that other kinds of model do not have, ready for JSON."""

    @classmethod
    @abstractmethod
    def _read(cls, header: Header, fields: dict[str, Any]) -> Self:
        """Return the model of a file whose header has been read."""

    def _check(self) -> None:
        """Refuse a model that could not be read back."""
        if not self.predicting.classes:
            raise InputError("a model needs at least one class")
        names = [attribute.name for attribute in self.predicting.attributes]
        if len(set(names)) < len(names):
            raise InputError("a model cannot have two attributes of one name")
        for name, value in self.parameters.items():
            if not isinstance(value, str | int | float | bool | None):
                raise InputError(f"parameter {name!r:.60} must be one value, not many")

    def to_json(self) -> str:
        """Return the model as JSON in ASCII; the same model gives the same text.

        Raises
        ------
        InputError
            If a parameter, a label or the report holds what JSON cannot.
        """
        own = self._own_fields()
        parts: dict[str, Any] = {
            "format": self.FORMAT,
            "version": own.pop("version", 1),
            "cutpoint": package_version(),
            "learner": self.learner,
            "parameters": self.parameters,
            "target": self.target,
            "attributes": [attribute_fields(entry) for entry in self.predicting.attributes],
            "classes": plain_labels(self.predicting.classes),
            "arithmetic": "single" if self.predicting.single else "double",
            **own,
            "report": self.report,
        }
        try:
            lines = [f"{_json(key)}: {_lines(value)}" for key, value in parts.items()]
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the model cannot be written as JSON: {error}") from None
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the model that a text from :meth:`to_json` holds.

        Raises
        ------
        InputError
            If it is not a model in every detail; the message names the place.
        """
        model = read_model(text, (cls,))
        assert isinstance(model, cls)
        return model

    def save(self, path: FilePath) -> None:
        """Write the model to a file, whole or not at all."""
        write_whole(path, self.to_json())

    @classmethod
    def load(cls, path: FilePath) -> Self:
        """Return the model that a file holds.

        Raises
        ------
        InputError
            If the file cannot be read or is not a model; the message names the file and the place.
        """
        model = read_file(path, (cls,))
        assert isinstance(model, cls)
        return model


def read_file(path: FilePath, kinds: tuple[type[SavedModel], ...]) -> SavedModel:
    """Return the model that a file holds, of one of these kinds.

    Raises
    ------
    InputError
        If the file cannot be read or is not a model; the message names the file and the place.
    """
    _check_size(path)
    data = read_whole(path)
    try:
        return read_model(data.decode("utf-8-sig"), kinds)
    except UnicodeDecodeError:
        raise InputError(f"{printable(str(path))}: is not a text file") from None
    except InputError as error:
        raise InputError(f"{printable(str(path))}: {error}") from None


def _check_size(path: FilePath) -> None:
    """Refuse a file that is too large to be a model, before it is read."""
    try:
        size = Path(path).stat().st_size
    except (OSError, ValueError):
        return  # read_whole says what is wrong
    if size > MAX_BYTES:
        raise InputError(
            f"{printable(str(path))}: has {size / 2**30:.1f} GiB; a model file has at most "
            f"{MAX_BYTES >> 30} GiB"
        )


def read_model(text: str, kinds: tuple[type[SavedModel], ...]) -> SavedModel:
    """Return the model that a text holds, of one of these kinds.

    Raises
    ------
    InputError
        If it is none of them in every detail; the message names the place.
    """
    fields = _parse(text)
    by_format = {kind.FORMAT: kind for kind in kinds}
    kind = by_format.get(fields["format"]) if isinstance(fields.get("format"), str) else None
    if kind is None and str(fields.get("format")).startswith("cutpoint-"):
        wanted = " or ".join(sorted(known.NOUN for known in kinds))
        raise InputError(f"holds another kind of model than {wanted}: {fields['format']:.40}")
    if kind is None:
        raise InputError("is not a Cutpoint model")
    _check_version(fields, kind.VERSION)
    return kind._read(Header.of(fields), fields)


# ---- writing ------------------------------------------------------------------------------------


def package_version() -> str:
    """Return the version of Cutpoint that is installed."""
    from importlib import metadata  # noqa: PLC0415  # slow to import, needed only here

    try:
        return metadata.version("cutpoint")
    except metadata.PackageNotFoundError:
        return "unknown"


def attribute_fields(attribute: Attribute) -> dict[str, Any]:
    """Return an attribute as JSON holds it; only dates have a calendar."""
    fields: dict[str, Any] = {"name": attribute.name, "values": plain_labels(attribute.values)}
    return fields if attribute.calendar is None else fields | {"calendar": attribute.calendar.value}


def plain_label(label: Any) -> Any:
    """Return a label as a plain Python value; NumPy's scalars have an ``item`` to give."""
    return label.item() if hasattr(label, "item") else label


def plain_labels(labels: tuple[Label, ...] | None) -> list[Any] | None:
    """Return labels as plain Python values."""
    return None if labels is None else [plain_label(label) for label in labels]


def _lines(value: Any) -> str:
    """Return a list of objects, such as nodes, with one entry to a line, the rest on one line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(_json(entry) for entry in value) + "\n]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


# ---- reading ------------------------------------------------------------------------------------


def _parse(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        cut_off = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        what = "ends too early" if cut_off else "is not JSON"
        raise InputError(f"{what} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise InputError("is nested too deeply") from None
    except InputError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise InputError("holds a number that is too long") from None
    if not isinstance(fields, dict):
        raise InputError("is not a Cutpoint model")
    return fields


def _no_constant(name: str) -> Any:
    raise InputError(f"holds {name}, which is not a number of JSON")


def _check_version(fields: dict[str, Any], newest: int) -> None:
    version = fields.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError("'version' must be a whole number from 1 on")
    if version > newest:
        by = fields.get("cutpoint")
        by = f" ({printable(by):.40})" if isinstance(by, str) else ""
        raise InputError(f"was written by a newer Cutpoint{by}; upgrade Cutpoint to read it")
