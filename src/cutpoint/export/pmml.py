"""A tree as PMML 4.4, the Data Mining Group's exchange format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from cutpoint.data.attribute import Label
from cutpoint.export.outputs import PREDICTED, outputs_of
from cutpoint.export.pmml_parts import (
    among,
    compound,
    distribution,
    document,
    element,
    equal,
    type_of,
    within,
    written,
)
from cutpoint.export.rules_pmml import rules_document
from cutpoint.export.steps import End, Step, ends_of, plain_text, remarks, steps_of
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.split import NominalTest

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def to_pmml(
    model: Exported,
    target: str = "class",
    *,
    predicted: str = PREDICTED,
    default_child: bool = False,
) -> str:
    r"""Return a PMML 4.4 document with one TreeModel, or one RuleSetModel.

    Every test keeps its branches. A missing value, or a nominal one that was not seen in training,
    is treated by ``weightedConfidence``: the confidences of all branches, weighted by their cases,
    as in :meth:`cutpoint.tree.Tree.predict_proba`. Readers that know no weighted confidences treat
    such cases in ways of their own. Rules need no such treatment: the first that holds gives the
    class, and a missing value satisfies no condition.

    Parameters
    ----------
    model : Tree, Ruleset, fitted classifier or loaded model
    target : str
        The name of the column that holds the class.
    predicted : str
        The name of the output field with the class. Where an output has the name of another field
        it gets a number, and an :class:`~cutpoint.errors.InputWarning` says so.
    default_child : bool
        Whether a missing value takes the branch with the most training cases instead. Readers that
        know no weighted confidences, such as JPMML, then answer every case.

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
    plain_text(target, "column", "XML")
    tree, estimate, _ = subject_of(model)
    outputs = outputs_of(tree, predicted, taken=[target])
    outputs.warn()
    if isinstance(tree, Ruleset):
        return rules_document(tree, target, outputs.predicted)
    steps = steps_of(tree, estimate)
    fields = _Fields(tree, steps, {target, outputs.predicted, *outputs.shares})
    opening = element(
        "TreeModel",
        open=True,
        modelName="Cutpoint",
        functionName="classification",
        missingValueStrategy="defaultChild" if default_child else "weightedConfidence",
        noTrueChildStrategy="returnLastPrediction",
        splitCharacteristic="multiSplit",
    )
    shares = _probabilities(tree, outputs.shares)
    nodes = _nodes(tree, steps, fields, ends_of(tree, estimate), default_child)
    body = [*shares, "</Output>", *fields.derived(), *nodes]
    said = "".join(f"<!-- {remark} -->\n" for remark in remarks(tree))
    return document(tree, (target, outputs.predicted), said + opening, body)


def _probabilities(tree: Tree, names: tuple[str, ...]) -> Iterator[str]:
    for name, label in zip(names, tree.classes, strict=True):
        yield element(
            "OutputField",
            name=name,
            optype="continuous",
            dataType="double",
            feature="probability",
            value=written(label),
        )


class _Fields:
    """The field that a test reads: a column, or one in which values that no branch holds are lost.

    A value without a branch counts as unknown, but to PMML it would be a known one for which every
    branch is false.
    """

    def __init__(self, tree: Tree, steps: list[Step], taken: set[str]) -> None:
        names = taken | {attribute.name for attribute in tree.attributes}
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
            kind = type_of(attribute.values or ())
            yield element("DerivedField", open=True, name=name, optype="categorical", dataType=kind)
            yield element("MapValues", open=True, outputColumn="to", dataType=kind)
            yield element("FieldColumnPair", field=attribute.name, column="from")
            yield "<InlineTable>"
            for value in attribute.values or ():
                if value in held:
                    text = escape(written(value), {"\r": "&#13;"})
                    yield f"<row><from>{text}</from><to>{text}</to></row>"
            yield "</InlineTable>"
            yield "</MapValues>"
            yield "</DerivedField>"
        yield "</LocalTransformations>"


def _nodes(
    tree: Tree, steps: list[Step], fields: _Fields, ends: list[End], default_child: bool
) -> Iterator[str]:
    """Give the nodes, each followed by those below it."""
    by_id = {step.id: step for step in steps}
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
        default = {}
        if default_child and step.heaviest is not None and not _has_unknown_branch(step):
            default["defaultChild"] = step.branches[step.heaviest]
        yield from _node(tree, number, str(number), predicate, ends[number], **default)
        order = list(reversed(step.branches))
        if step.test is not None and step.end is not None:  # an unknown value ends here
            missing = _is_missing(fields.of(step))
            yield from _node(tree, number, f"{number}-unknown", missing, ends[number])
            yield "</Node>"
        elif step.test is not None and _has_unknown_branch(step):
            order = [*order[1:], order[0]]  # that branch is asked first: the others do not know
        waiting += [None, *order]


def _node(
    tree: Tree, number: int, name: str, predicate: str, end: End, **more: int
) -> Iterator[str]:
    yield element(
        "Node",
        open=True,
        id=name,
        score=written(tree.classes[end.code]),
        recordCount=float(tree.cases[number]),
        **more,
    )
    yield predicate
    yield from distribution(tree.classes, tree.distribution[number].tolist(), end.shares)


def _has_unknown_branch(step: Step) -> bool:
    return bool(getattr(step.test, "unknown", False))


def _is_missing(field: str) -> str:
    return element("SimplePredicate", field=field, operator="isMissing")


def _predicate(step: Step, branch: int, field: str) -> str:
    """Return what a branch asks: unknown if the value is, never merely false."""
    test = step.test
    assert test is not None
    if _has_unknown_branch(step) and branch == len(step.branches) - 1:
        return _is_missing(field)
    if isinstance(test, NominalTest):
        return _nominal(test, test.groups[branch], field)
    cuts = step.cuts
    low = cuts[branch - 1] if branch > 0 else None
    return within(field, low, cuts[branch] if branch < len(cuts) else None)


def _nominal(test: NominalTest, group: tuple[Label, ...], field: str) -> str:
    if group:
        return among(field, group)
    some = written((test.attribute.values or ("",))[0])  # a branch that no known value takes
    return compound("and", [equal(field, some, "equal"), equal(field, some, "notEqual")])
