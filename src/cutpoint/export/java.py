"""A tree or rules as one Java class that needs nothing but the standard library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from cutpoint.errors import InputError
from cutpoint.export.clauses import lines_of
from cutpoint.export.java_parts import FILE, RULES, TREE
from cutpoint.export.steps import (
    check_texts,
    default_shares,
    remarks,
    steps_of,
    unknown_numbers,
    used_columns,
)
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.costs import tolerance

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting
    from cutpoint.tree.tree import Tree

_CHUNK = 60_000
"""Characters of a constant: a class file holds texts of at most 65,535 bytes."""


def to_java(model: Exported, name: str = "CutpointModel") -> str:
    """Return a Java class with ``String predict(Map)`` and ``double[] predictProba(Map)``.

    Both are static. A case maps columns to values: a ``Number`` for a numeric column, anything
    whose text is meant for a nominal one; dates count days and times seconds since 1970-01-01. What
    is absent, null, NaN or not seen in training is unknown, and shared among branches as in
    :meth:`cutpoint.tree.Tree.predict_proba`; of rules it satisfies no condition. Probabilities are
    in the order of ``CLASSES``. Java 8 and newer.

    Parameters
    ----------
    model : Tree, Ruleset, fitted classifier or loaded model
    name : str
        The name of the class.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> source = to_java(example_tree(), "Golf")
    >>> "public final class Golf {" in source, source.isascii()
    (True, True)
    """
    if not re.fullmatch(r"[A-Z][A-Za-z0-9_]{0,60}", name):
        raise InputError(
            f"{name!r:.80} cannot be the name of a Java class: begin with a capital letter, then "
            "use letters and digits"
        )
    tree, estimate, _ = subject_of(model)
    check_texts(tree.classes, tree.tested, "Java")
    rules = isinstance(tree, Ruleset)
    tokens = _rules_tokens(tree) if isinstance(tree, Ruleset) else _tree_tokens(tree, estimate)
    text = " ".join(tokens)
    chunks = [text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK)]
    limits = unknown_numbers(tree)
    fields = {
        "NAME": name,
        "WHAT": "rules" if rules else "a decision tree",
        "DATA": ",\n        ".join(f'"{chunk}"' for chunk in chunks),
        "UNKNOWN": "" if limits is None else f" || (x >= {limits[0]!r} && x <= {limits[1]!r})",
        "REAL": "float" if tree.single else "double",
        "CAST": "(float) " if tree.single else "",
        "BODY": RULES if rules else TREE,
    }
    source = FILE.replace("@BODY@", fields.pop("BODY"))
    said = "".join(f"// {remark}\n" for remark in remarks(tree))
    return said + re.sub(r"@([A-Z_]+)@", lambda match: fields[match[1]], source)


def _text(text: str) -> str:
    """Return a text without blanks, quotes and backslashes, as URLs write it; never empty."""
    return "=" + quote(text, safe="")


def _common(known: Predicting, columns: list[int], texts: dict[int, list[str]]) -> Iterator[str]:
    yield str(len(known.classes))
    yield from (_text(str(label)) for label in known.classes)
    yield str(len(columns))
    for column in columns:
        yield _text(known.attributes[column].name)
        if known.attributes[column].is_numeric:
            yield "-1"
            continue
        yield str(len(texts[column]))
        yield from map(_text, texts[column])


def _tree_tokens(tree: Tree, estimate: Tree | None) -> Iterator[str]:
    steps = sorted(steps_of(tree, estimate), key=lambda step: step.id)
    columns = used_columns(steps)
    texts = {
        column: sorted({t for step in steps if step.column == column for t in step.branch_of})
        for column in columns
    }
    yield from _common(tree, columns, texts)
    default = default_shares(tree, estimate)
    yield str(len(default))
    yield from map(repr, default)
    yield str(len(steps))
    share = {0: 0.0}
    for step in steps:
        share |= dict.fromkeys(step.branches, 0.0)
        share |= {step.branches[branch]: cases for branch, cases in step.shared}
        yield str(-1 if step.test is None else columns.index(step.column))
        if step.test is not None:
            yield from (str(step.branches[0]), str(len(step.branches)))
            if step.is_numeric:
                yield str(len(step.cuts))
                yield from map(repr, step.cuts)
            else:
                yield from (str(step.branch_of.get(t, -1)) for t in texts[step.column])
        yield from (repr(share[step.id]), repr(step.total))
        yield "0" if step.end is None else "1"
        if step.end is not None:
            yield repr(step.end.total)
            yield from map(repr, step.end.parts)
    yield "0" if tree.costs is None else "1"
    if tree.costs is not None:
        yield repr(tolerance(tree.costs))
        yield from (repr(cost) for row in tree.costs.tolist() for cost in row)


def _rules_tokens(rules: Ruleset) -> Iterator[str]:
    lines = lines_of(rules)
    columns = sorted({clause.column for line in lines for clause in line.clauses})
    yield from _common(rules, columns, {column: [] for column in columns})
    yield str(len(lines))
    for line in lines:
        yield from (str(line.number), str(line.code), *map(repr, line.shares))
        yield str(len(line.clauses))
        for clause in line.clauses:
            yield str(columns.index(clause.column))
            if clause.texts is not None:
                yield str(len(clause.texts))
                yield from map(_text, clause.texts)
                continue
            yield "-Infinity" if clause.low is None else repr(clause.low)
            yield "Infinity" if clause.high is None else repr(clause.high)
