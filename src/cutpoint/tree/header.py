"""What the files of all kinds of model say first: columns, classes, and where they came from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.tree.flat import items

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Header:
    """The part of a model file that does not depend on the kind of model."""

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    single: bool
    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any]

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Header:
        """Return the header of a file."""
        attributes = tuple(_attributes(get(fields, "attributes")))
        classes = _read_labels(get(fields, "classes"), "the classes")
        if not classes:
            raise InputError("a model needs at least one class")
        arithmetic = get(fields, "arithmetic")
        if arithmetic not in ("single", "double"):
            raise InputError('\'arithmetic\' must be "single" or "double"')
        return cls(
            attributes,
            classes,
            arithmetic == "single",
            _text(get(fields, "target"), "'target'"),
            _text(get(fields, "learner"), "'learner'"),
            _object(get(fields, "parameters"), "'parameters'"),
            _object(get(fields, "report"), "'report'"),
        )


def get(fields: dict[str, Any], key: str) -> Any:
    """Return a field that must be there."""
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


def _object(value: Any, what: str) -> dict[str, Any]:
    """Return an object in which every number is finite: JSON's 1e999 is not."""
    if not isinstance(value, dict):
        raise InputError(f"{what} must be an object")
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
