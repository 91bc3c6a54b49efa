"""A tree as PMML 4.4, the Data Mining Group's exchange format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.export.steps import (
    End,
    Step,
    check_texts,
    ends_of,
    is_whole,
    plain_text,
    steps_of,
    unknown_numbers,
    used_columns,
)
from cutpoint.tree.names import printable
from cutpoint.tree.split import NominalTest

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML 1.0 cannot hold, escaped or not."""
_PLAIN = re.compile(r"[\w.,:;/+-]+")
"""Texts that need no quotes in an array, about which readers differ."""


def to_pmml(tree: Tree, target: str = "class") -> str:
    r"""Return a PMML 4.4 document with one TreeModel.

    Every test keeps its branches. A missing value, or a nominal one that was not seen in training,
    is treated by ``weightedConfidence``: the confidences of all branches, weighted by their cases,
    as in :meth:`cutpoint.tree.Tree.predict_proba`. Readers that know no weighted confidences treat
    such cases in ways of their own.

    Parameters
    ----------
    tree : Tree
    target : str
        The name of the column that holds the class.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> lines = to_pmml(example_tree(), "play").splitlines()
    >>> print(*[line for line in lines if "Predicate" in line], sep="\n")
    <SimplePredicate field="outlook" operator="equal" value="sunny"/>
    <SimplePredicate field="humidity" operator="lessOrEqual" value="75.0"/>
    <SimplePredicate field="humidity" operator="greaterThan" value="75.0"/>
    <SimplePredicate field="outlook" operator="equal" value="overcast"/>
    <SimplePredicate field="outlook" operator="equal" value="rain"/>
    <SimplePredicate field="windy" operator="equal" value="true"/>
    <SimplePredicate field="windy" operator="equal" value="false"/>
    """
    steps = steps_of(tree)
    check_texts(tree, steps, "XML")
    plain_text(target, "column", "XML")
    attributes = [tree.attributes[column] for column in used_columns(steps)]
    if target in {attribute.name for attribute in attributes}:
        raise InputError(f"the target {printable(target)!r} is also the name of an attribute")
    text = "\n".join(_document(tree, steps, attributes, target)) + "\n"
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise InputError(
            f"a name, value or class holds the control character {found[0]!r}, which XML cannot "
            "hold: rename it"
        )
    return text


def _document(
    tree: Tree, steps: list[Step], attributes: list[Attribute], target: str
) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4">'
    yield '<Header><Application name="Cutpoint"/></Header>'
    yield _element("DataDictionary", open=True, numberOfFields=len(attributes) + 1)
    for attribute in attributes:
        yield from _data_field(attribute, tree)
    yield from _data_field(Attribute(target, tree.classes), tree)
    yield "</DataDictionary>"
    yield _element(
        "TreeModel",
        open=True,
        modelName="Cutpoint",
        functionName="classification",
        missingValueStrategy="weightedConfidence",
        noTrueChildStrategy="returnLastPrediction",
        splitCharacteristic="multiSplit",
    )
    yield "<MiningSchema>"
    for attribute in attributes:
        treatment: dict[str, Any] = {}
        if not attribute.is_numeric:
            treatment["invalidValueTreatment"] = "asMissing"
        yield _element("MiningField", name=attribute.name, usageType="active", **treatment)
    yield _element("MiningField", name=target, usageType="target")
    yield "</MiningSchema>"
    yield "<Output>"
    yield _element(
        "OutputField",
        name="predicted",
        optype="categorical",
        dataType=_type_of(tree.classes),
        feature="predictedValue",
    )
    for label in tree.classes:
        yield _element(
            "OutputField",
            name=f"p({_written(label)})",
            optype="continuous",
            dataType="double",
            feature="probability",
            value=_written(label),
        )
    yield "</Output>"
    fields = _Fields(tree, steps)
    yield from fields.derived()
    yield from _nodes(tree, steps, fields)
    yield "</TreeModel>"
    yield "</PMML>"


def _data_field(attribute: Attribute, tree: Tree) -> Iterator[str]:
    name, values = attribute.name, attribute.values
    if values is None:
        mark = unknown_numbers(tree)
        numeric: dict[str, Any] = {"name": name, "optype": "continuous", "dataType": "double"}
        if attribute.calendar is not None:
            numeric["displayName"] = f"{name} ({attribute.calendar.unit})"
        if mark is None:
            yield _element("DataField", **numeric)
            return
        yield _element("DataField", open=True, **numeric)
        yield _element("Value", value="-999", property="missing")
    else:
        yield _element(
            "DataField", open=True, name=name, optype="categorical", dataType=_type_of(values)
        )
        for value in values:
            yield _element("Value", value=_written(value))
    yield "</DataField>"


class _Fields:
    """The field that a test reads: a column, or one in which values that no branch holds are lost.

    A value without a branch counts as unknown, but to PMML it would be a known one for which every
    branch is false.
    """

    def __init__(self, tree: Tree, steps: list[Step]) -> None:
        names = {attribute.name for attribute in tree.attributes}
        self.held: dict[tuple[int, frozenset[Label]], str] = {}
        self.tree = tree
        for step in steps:
            key = self._key(step)
            if key is not None and key not in self.held:
                name = f"held{len(self.held)}"
                while name in names:
                    name += "_"
                self.held[key] = name

    def _key(self, step: Step) -> tuple[int, frozenset[Label]] | None:
        if not isinstance(step.test, NominalTest):
            return None
        held = frozenset(value for group in step.test.groups for value in group)
        whole = len(held) == len(step.test.attribute.values or ())
        return None if whole else (step.column, held)

    def of(self, step: Step) -> str:
        key = self._key(step)
        return self.tree.attributes[step.column].name if key is None else self.held[key]

    def derived(self) -> Iterator[str]:
        if not self.held:
            return
        yield "<LocalTransformations>"
        for (column, held), name in self.held.items():
            attribute = self.tree.attributes[column]
            kind = _type_of(attribute.values or ())
            yield _element(
                "DerivedField", open=True, name=name, optype="categorical", dataType=kind
            )
            yield _element("MapValues", open=True, outputColumn="to", dataType=kind)
            yield _element("FieldColumnPair", field=attribute.name, column="from")
            yield "<InlineTable>"
            for value in attribute.values or ():
                if value in held:
                    text = escape(_written(value), {"\r": "&#13;"})
                    yield f"<row><from>{text}</from><to>{text}</to></row>"
            yield "</InlineTable>"
            yield "</MapValues>"
            yield "</DerivedField>"
        yield "</LocalTransformations>"


def _nodes(tree: Tree, steps: list[Step], fields: _Fields) -> Iterator[str]:
    """Give the nodes, each followed by those below it."""
    by_id = {step.id: step for step in steps}
    ends = ends_of(tree)
    waiting: list[int | None] = [0]
    while waiting:
        number = waiting.pop()
        if number is None:
            yield "</Node>"
            continue
        step, above = by_id[number], by_id[by_id[number].parent]
        predicate = "<True/>"
        if step.depth > 0:
            predicate = _predicate(above, step.branch, fields.of(above))
        yield from _node(tree, number, str(number), predicate, ends[number])
        order = list(reversed(step.branches))
        if step.test is not None and step.end is not None:  # an unknown value ends here
            missing = _is_missing(fields.of(step))
            yield from _node(tree, number, f"{number}-unknown", missing, ends[number])
            yield "</Node>"
        elif step.test is not None and _has_unknown_branch(step):
            order = [*order[1:], order[0]]  # that branch is asked first: the others do not know
        waiting += [None, *order]


def _node(tree: Tree, number: int, name: str, predicate: str, end: End) -> Iterator[str]:
    yield _element(
        "Node",
        open=True,
        id=name,
        score=_written(tree.classes[end.code]),
        recordCount=float(tree.cases[number]),
    )
    yield predicate
    counts = tree.distribution[number].tolist()
    for label, count, share in zip(tree.classes, counts, end.shares, strict=True):
        yield _element(
            "ScoreDistribution",
            value=_written(label),
            recordCount=count,
            confidence=share,
            probability=share,
        )


def _has_unknown_branch(step: Step) -> bool:
    return bool(getattr(step.test, "unknown", False))


def _is_missing(field: str) -> str:
    return _element("SimplePredicate", field=field, operator="isMissing")


def _predicate(step: Step, branch: int, field: str) -> str:
    """Return what a branch asks: unknown if the value is, never merely false."""
    test = step.test
    assert test is not None
    if _has_unknown_branch(step) and branch == len(step.branches) - 1:
        return _is_missing(field)
    if isinstance(test, NominalTest):
        return _nominal(test, test.groups[branch], field)
    cuts = step.cuts
    asked = []
    if branch > 0:
        asked.append(
            _element(
                "SimplePredicate", field=field, operator="greaterThan", value=repr(cuts[branch - 1])
            )
        )
    if branch < len(cuts):
        asked.append(
            _element(
                "SimplePredicate", field=field, operator="lessOrEqual", value=repr(cuts[branch])
            )
        )
    return _compound("and", asked) if asked else "<True/>"


def _nominal(test: NominalTest, group: tuple[Label, ...], field: str) -> str:
    texts = [_written(value) for value in group]
    if len(texts) > 1 and all(_PLAIN.fullmatch(text) for text in texts):
        kind = "int" if is_whole(group) else "string"
        array = f'<Array type="{kind}" n="{len(texts)}">{" ".join(texts)}</Array>'
        opening = _element("SimpleSetPredicate", open=True, field=field, booleanOperator="isIn")
        return f"{opening}{array}</SimpleSetPredicate>"
    if texts:
        return _compound("or", [_equal(field, text, "equal") for text in texts])
    some = _written((test.attribute.values or ("",))[0])  # a branch that no known value takes
    return _compound("and", [_equal(field, some, "equal"), _equal(field, some, "notEqual")])


def _equal(field: str, text: str, operator: str) -> str:
    return _element("SimplePredicate", field=field, operator=operator, value=text)


def _compound(operator: str, parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    opening = _element("CompoundPredicate", open=True, booleanOperator=operator)
    return f"{opening}{''.join(parts)}</CompoundPredicate>"


def _type_of(labels: tuple[Label, ...]) -> str:
    if labels and all(isinstance(label, bool) for label in labels):
        return "boolean"
    return "integer" if labels and is_whole(labels) else "string"


def _written(label: Label) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)


def _element(tag: str, *, open: bool = False, **attributes: object) -> str:  # noqa: A002
    """Return an element with its attributes, closed unless ``open``."""
    written = "".join(f" {key}={_quoted(str(value))}" for key, value in attributes.items())
    return f"<{tag}{written}{'' if open else '/'}>"


def _quoted(text: str) -> str:
    quoted = quoteattr(text)
    return quoted.replace("\x85", "&#133;").replace("\u2028", "&#8232;")
