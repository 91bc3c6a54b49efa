"""The model file: a tree with what is needed to use it and to know where it came from, as JSON.

The file holds a flat list of nodes, so that depth has no limit, one node to a line. Reading it runs
nothing and checks everything; whatever is wrong gives one message that names the place.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.files import FilePath, read_whole, write_whole
from cutpoint.tree.flat import items
from cutpoint.tree.names import printable
from cutpoint.tree.tree import Tree

FORMAT = "cutpoint-model"
VERSION = 1

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Model:
    """A learned tree, ready to be kept in a file.

    Attributes
    ----------
    tree : Tree
        The tree that predicts.
    unpruned : Tree or None
        The tree before pruning, if there was any.
    target : str
        The name of the column that holds the class.
    learner : str
        What grew the tree, as in ``"C45Classifier"``.
    parameters : dict
        The learner's parameters: text, numbers, true, false or None.
    report : dict
        What else is worth keeping, such as an evaluation; anything that JSON holds.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> model = Model(example_tree(), None, "play", "C45Classifier", {"min_cases": 2})
    >>> Model.from_json(model.to_json()) == model
    True
    """

    tree: Tree
    unpruned: Tree | None
    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        other = self.unpruned
        if other is not None and (
            other.attributes != self.tree.attributes
            or other.classes != self.tree.classes
            or other.single != self.tree.single
        ):
            raise InputError("the unpruned tree has other attributes, classes or arithmetic")
        if not self.tree.classes:
            raise InputError("a model needs at least one class")
        names = [attribute.name for attribute in self.tree.attributes]
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
        parts: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "cutpoint": _package_version(),
            "learner": self.learner,
            "parameters": self.parameters,
            "target": self.target,
            "attributes": [_attribute_fields(entry) for entry in self.tree.attributes],
            "classes": _labels(self.tree.classes),
            "arithmetic": "single" if self.tree.single else "double",
            "tree": self.tree.to_nodes(),
            "unpruned": None if self.unpruned is None else self.unpruned.to_nodes(),
            "report": self.report,
        }
        try:
            lines = [f"{_json(key)}: {_lines(key, value)}" for key, value in parts.items()]
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the model cannot be written as JSON: {error}") from None
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Model:
        """Return the model that a text from :meth:`to_json` holds.

        Raises
        ------
        InputError
            If it is not a model in every detail; the message names the place.
        """
        fields = _parse(text)
        _check_format(fields)
        attributes = tuple(_attributes(_get(fields, "attributes")))
        classes = _read_labels(_get(fields, "classes"), "the classes")
        if not classes:
            raise InputError("a model needs at least one class")
        arithmetic = _get(fields, "arithmetic")
        if arithmetic not in ("single", "double"):
            raise InputError('\'arithmetic\' must be "single" or "double"')
        single = arithmetic == "single"
        tree = Tree.from_nodes(items(_get(fields, "tree"), "'tree'"), attributes, classes, single)
        unpruned = None
        if _get(fields, "unpruned") is not None:
            try:
                nodes = items(fields["unpruned"], "'unpruned'")
                unpruned = Tree.from_nodes(nodes, attributes, classes, single)
            except InputError as error:
                raise InputError(f"unpruned tree: {error}") from None
        return cls(
            tree,
            unpruned,
            _text(_get(fields, "target"), "'target'"),
            _text(_get(fields, "learner"), "'learner'"),
            _parameters(_get(fields, "parameters")),
            _report(_get(fields, "report")),
        )

    def save(self, path: FilePath) -> None:
        """Write the model to a file, whole or not at all."""
        write_whole(path, self.to_json())

    @classmethod
    def load(cls, path: FilePath) -> Model:
        """Return the model that a file holds.

        Raises
        ------
        InputError
            If the file cannot be read or is not a model; the message names the file and the place.
        """
        data = read_whole(path)
        try:
            return cls.from_json(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise InputError(f"{printable(str(path))}: is not a text file") from None
        except InputError as error:
            raise InputError(f"{printable(str(path))}: {error}") from None


# ---- writing ------------------------------------------------------------------------------------


def _package_version() -> str:
    from importlib import metadata  # noqa: PLC0415  # slow to import, needed only here

    try:
        return metadata.version("cutpoint")
    except metadata.PackageNotFoundError:
        return "unknown"


def _attribute_fields(attribute: Attribute) -> dict[str, Any]:
    """Return an attribute as JSON holds it; only dates have a calendar."""
    fields: dict[str, Any] = {"name": attribute.name, "values": _labels(attribute.values)}
    return fields if attribute.calendar is None else fields | {"calendar": attribute.calendar.value}


def _labels(labels: tuple[Label, ...] | None) -> list[Any] | None:
    """Return labels as plain Python values; NumPy's scalars have an ``item`` to give."""
    if labels is None:
        return None
    return [label.item() if hasattr(label, "item") else label for label in labels]


def _lines(key: str, value: Any) -> str:
    """Return lists of nodes and attributes with one entry to a line, the rest on one line."""
    if key in {"attributes", "tree", "unpruned"} and value:
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
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise InputError("is not a Cutpoint model")
    return fields


def _no_constant(name: str) -> Any:
    raise InputError(f"holds {name}, which is not a number of JSON")


def _check_format(fields: dict[str, Any]) -> None:
    version = fields.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError("'version' must be a whole number from 1 on")
    if version > VERSION:
        by = fields.get("cutpoint")
        by = f" ({printable(by):.40})" if isinstance(by, str) else ""
        raise InputError(f"was written by a newer Cutpoint{by}; upgrade Cutpoint to read it")


def _get(fields: dict[str, Any], key: str) -> Any:
    if key not in fields:
        raise InputError(f"has no {key!r}")
    return fields[key]


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{what} must be text")
    return value


def _attributes(value: Any) -> Iterator[Attribute]:
    names = set()
    for position, entry in enumerate(items(value, "'attributes'")):
        place = f"attribute {position}"
        if not isinstance(entry, dict) or not entry.keys() >= {"name", "values"}:
            raise InputError(f"{place}: must be an object with 'name' and 'values'")
        name = _text(entry["name"], f"{place}: the name")
        if name in names:
            raise InputError(f"{place}: the name {name!r:.60} is taken by another attribute")
        names.add(name)
        values = entry["values"]
        yield Attribute(
            name,
            None if values is None else _read_labels(values, f"{place}: the values"),
            _calendar(entry, place),
        )


def _calendar(entry: dict[str, Any], place: str) -> Calendar | None:
    """Return what the numbers of an attribute count; files of older versions do not say."""
    said = entry.get("calendar")
    if said is None:
        return None
    if said not in list(Calendar) or entry["values"] is not None:
        names = ", ".join(f'"{name}"' for name in Calendar)
        raise InputError(f"{place}: 'calendar' must be one of {names}, of an attribute of numbers")
    return Calendar(said)


def _read_labels(value: Any, what: str) -> tuple[Label, ...]:
    labels = items(value, what)
    for label in labels:
        if not isinstance(label, str | int | float | bool):
            raise InputError(f"{what} must be text, numbers, true or false")
        if isinstance(label, float) and not math.isfinite(label):
            raise InputError(f"{what} must be finite")
    if len(set(labels)) < len(labels):
        raise InputError(f"{what} must differ from each other")
    return tuple(labels)


def _parameters(value: Any) -> dict[str, Scalar]:
    if not isinstance(value, dict):
        raise InputError("'parameters' must be an object")
    return _finite(value, "'parameters'")


def _report(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError("'report' must be an object")
    return _finite(value, "'report'")


def _finite(value: dict[str, Any], what: str) -> dict[str, Any]:
    """Return the value if every number in it is finite: JSON's 1e999 is not."""
    waiting: list[Any] = [value]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, dict):
            waiting.extend(entry.values())
        elif isinstance(entry, list):
            waiting.extend(entry)
        elif isinstance(entry, float) and not math.isfinite(entry):
            raise InputError(f"{what} holds a number that is too large")
    return value
