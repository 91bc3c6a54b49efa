"""What PMML documents of trees and of rules share: the frame, the fields, and what they ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.export.steps import check_texts, is_whole, unknown_numbers
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML 1.0 cannot hold, escaped or not."""
_PLAIN = re.compile(r"[\w.,:;/+-]+")
"""Texts that need no quotes in an array, about which readers differ."""


def document(model: Predicting, names: tuple[str, str], opening: str, body: Iterable[str]) -> str:
    """Return a document with one model.

    Parameters
    ----------
    model : Tree or Ruleset
    names : pair of str
        The column that holds the class, and the output field that gives it.
    opening : str
        The element of the model, left open.
    body : iterable of str
        What follows the first output field, which is the class.

    Raises
    ------
    InputError
        If it holds what XML cannot.
    """
    check_texts(model.classes, model.tested, "XML")
    target, predicted = names
    if target in {attribute.name for attribute in model.tested}:
        raise InputError(f"the target {printable(target)!r} is also the name of an attribute")
    text = (
        "\n".join(
            [
                *_head(model, target, opening),
                _class_output(model, predicted),
                *body,
                *_foot(opening),
            ]
        )
        + "\n"
    )
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise InputError(
            f"a name, value or class holds the control character {found[0]!r}, which XML cannot "
            "hold: rename it"
        )
    return text


def _head(model: Predicting, target: str, opening: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4">'
    yield '<Header><Application name="Cutpoint"/></Header>'
    yield element("DataDictionary", open=True, numberOfFields=len(model.tested) + 1)
    for attribute in model.tested:
        yield from _data_field(attribute, model)
    yield from _data_field(Attribute(target, model.classes), model)
    yield "</DataDictionary>"
    yield opening
    yield "<MiningSchema>"
    for attribute in model.tested:
        treatment: dict[str, Any] = {}
        if not attribute.is_numeric:
            treatment["invalidValueTreatment"] = "asMissing"
        yield element("MiningField", name=attribute.name, usageType="active", **treatment)
    yield element("MiningField", name=target, usageType="target")
    yield "</MiningSchema>"
    yield "<Output>"


def _class_output(model: Predicting, name: str) -> str:
    return element(
        "OutputField",
        name=name,
        optype="categorical",
        dataType=type_of(model.classes),
        feature="predictedValue",
    )


def _foot(opening: str) -> tuple[str, str]:
    tag = opening[opening.rindex("\n") + 2 if "\n" in opening else 1 :]
    return f"</{tag[: tag.index(' ')]}>", "</PMML>"


def _data_field(attribute: Attribute, model: Predicting) -> Iterator[str]:
    name, values = attribute.name, attribute.values
    if values is None:
        mark = unknown_numbers(model)
        numeric: dict[str, Any] = {"name": name, "optype": "continuous", "dataType": "double"}
        if attribute.calendar is not None:
            numeric["displayName"] = f"{name} ({attribute.calendar.unit})"
        if mark is None:
            yield element("DataField", **numeric)
            return
        yield element("DataField", open=True, **numeric)
        yield element("Value", value="-999", property="missing")
    else:
        yield element(
            "DataField", open=True, name=name, optype="categorical", dataType=type_of(values)
        )
        for value in values:
            yield element("Value", value=written(value))
    yield "</DataField>"


def distribution(
    classes: tuple[Label, ...], counts: Iterable[float], shares: Iterable[float]
) -> Iterator[str]:
    """Give the cases and the probability of each class."""
    for label, count, share in zip(classes, counts, shares, strict=True):
        yield element(
            "ScoreDistribution",
            value=written(label),
            recordCount=count,
            confidence=share,
            probability=share,
        )


def within(field: str, low: float | None, high: float | None) -> str:
    """Return the predicate that a number is above one bound and not above another."""
    asked = []
    if low is not None:
        asked.append(
            element("SimplePredicate", field=field, operator="greaterThan", value=repr(low))
        )
    if high is not None:
        asked.append(
            element("SimplePredicate", field=field, operator="lessOrEqual", value=repr(high))
        )
    return compound("and", asked) if asked else "<True/>"


def among(field: str, values: tuple[Label, ...]) -> str:
    """Return the predicate that a nominal value is one of some."""
    texts = [written(value) for value in values]
    if len(texts) > 1 and all(_PLAIN.fullmatch(text) for text in texts):
        kind = "int" if is_whole(values) else "string"
        array = f'<Array type="{kind}" n="{len(texts)}">{" ".join(texts)}</Array>'
        opening = element("SimpleSetPredicate", open=True, field=field, booleanOperator="isIn")
        return f"{opening}{array}</SimpleSetPredicate>"
    return compound("or", [equal(field, text, "equal") for text in texts]) if texts else "<False/>"


def equal(field: str, text: str, operator: str) -> str:
    """Return the predicate that a nominal value is, or is not, a text."""
    return element("SimplePredicate", field=field, operator=operator, value=text)


def compound(operator: str, parts: list[str]) -> str:
    """Return several predicates as one."""
    if len(parts) == 1:
        return parts[0]
    opening = element("CompoundPredicate", open=True, booleanOperator=operator)
    return f"{opening}{''.join(parts)}</CompoundPredicate>"


def type_of(labels: tuple[Label, ...]) -> str:
    """Return the type of a nominal field."""
    if labels and all(isinstance(label, bool) for label in labels):
        return "boolean"
    return "integer" if labels and is_whole(labels) else "string"


def written(label: Label) -> str:
    """Return a label as PMML writes it."""
    return str(label).lower() if isinstance(label, bool) else str(label)


def element(tag: str, *, open: bool = False, **attributes: object) -> str:  # noqa: A002
    """Return an element with its attributes, closed unless ``open``."""
    written = "".join(f" {key}={_quoted(str(value))}" for key, value in attributes.items())
    return f"<{tag}{written}{'' if open else '/'}>"


def _quoted(text: str) -> str:
    quoted = quoteattr(text)
    return quoted.replace("\x85", "&#133;").replace("\u2028", "&#8232;")
