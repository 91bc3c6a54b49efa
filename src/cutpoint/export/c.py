"""A tree as a function in C99 that needs nothing but the standard library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cutpoint.errors import InputError
from cutpoint.export.c_parts import c_items, c_string, field_names, struct_field
from cutpoint.export.rules_c import rules_file
from cutpoint.export.steps import (
    Step,
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
    from cutpoint.tree.tree import Tree


def to_c(model: Exported, name: str = "cutpoint") -> str:
    """Return a C99 file with ``int NAME_predict(const struct NAME_case *, double *)``.

    The struct has a ``double`` for each numeric column that the tree tests and a ``const char *``
    (UTF-8) for each nominal one, named after the column as far as C allows; a comment beside each
    has the column's name, and for dates and times what the number counts. The function returns the
    position of the class in ``NAME_classes`` and writes the probabilities, unless the second
    argument is NULL. A NaN, a NULL pointer or a text that was not seen in training is unknown: the
    case is shared among branches as in :meth:`cutpoint.tree.Tree.predict_proba`. Of rules it
    satisfies no condition, and a function ``NAME_rule`` gives the number of the rule that holds.

    Parameters
    ----------
    model : Tree, Ruleset, fitted classifier or loaded model
    name : str
        What the names in the file start with.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> source = to_c(example_tree())
    >>> print(source[source.index("struct cutpoint_case {") : source.index("};") + 2])
    struct cutpoint_case {
        const char *outlook; /* outlook */
        double humidity; /* humidity */
        const char *windy; /* windy */
    };
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,30}", name):
        raise InputError(f"{name!r} cannot start the names of a C file: use letters and digits")
    tree, estimate, _ = subject_of(model)
    if isinstance(tree, Ruleset):
        return rules_file(tree, name)
    steps = steps_of(tree, estimate)
    check_texts(tree.classes, tree.tested, "C")
    said = "".join(f"/* {remark} */\n" for remark in remarks(tree))
    return said + _File(tree, steps, name, default_shares(tree, estimate)).text()


class _File:
    """The parts of the file, tables first."""

    def __init__(
        self, tree: Tree, steps: list[Step], name: str, default: tuple[float, ...]
    ) -> None:
        self.tree, self.name, self.default = tree, name, default
        self.steps = sorted(steps, key=lambda step: step.id)
        self.columns = used_columns(steps)
        self.fields = field_names([tree.attributes[column].name for column in self.columns])
        self.texts = {column: self._texts(column) for column in self.columns}
        self.numeric = any(step.is_numeric for step in steps)
        self.nominal = any(step.test is not None and not step.is_numeric for step in steps)
        self.real, self.suffix = ("float", "f") if tree.single else ("double", "")

    def _texts(self, column: int) -> list[str]:
        """Return every text that stands for a value of a column, in the order of their bytes."""
        found = {text for step in self.steps if step.column == column for text in step.branch_of}
        return sorted(found, key=str.encode)

    def text(self) -> str:
        """Return the file."""
        fields = {
            "NAME": self.name,
            "REAL": self.real,
            "N_CLASSES": str(len(self.tree.classes)),
            "FIELDS": self._struct(),
            "CLASSES": c_items(c_string(str(label)) for label in self.tree.classes),
            "N_WEIGHTS": str(len(self.default)),
            "FIRST": str(len(self.default) - len(self.tree.classes)),
            "DEFAULT_SHARES": c_items(map(repr, self.default)),
            "TABLES": self._tables(),
            "LOOKUPS": (_NUMBER if self.numeric else "") + (_TEXT if self.nominal else ""),
            "ARMS": self._arms(),
            "ROOM": str(self._room()),
            "UNKNOWN": self._unknown(),
        }
        costs = self.tree.costs
        decide = _HEAVIEST if costs is None else _CHEAPEST
        text = _FILE.replace("@DECIDE@", decide)
        if costs is not None:
            rows = c_items(f"{{{', '.join(map(repr, row))}}}" for row in costs.tolist())
            size = len(self.tree.classes)
            fields["TABLES"] += (
                "\n/* By true class and predicted class. */"
                f"\nstatic const double costs[{size}][{size}] = {{\n    {rows}\n}};"
            )
            fields["TOLERANCE"] = repr(tolerance(costs))
        # The texts of the data are filled in together with ours, in one pass: none is read again.
        return re.sub(r"@([A-Z_]+)@", lambda match: _filled(fields, match[1]), text)

    def _struct(self) -> str:
        lines = []
        for column, field in zip(self.columns, self.fields, strict=True):
            lines.append(struct_field(self.tree.attributes[column], field))
        return "\n".join(lines or ["    char nothing; /* the tree asks nothing */"])

    def _tables(self) -> str:
        """Return the nodes, the cuts, the branches of texts and the class counts."""
        nodes: list[str] = []
        ends: list[str] = []
        cuts: list[float] = []
        maps: list[int] = []
        share = {0: 0.0}
        for step in self.steps:
            start = len(cuts)
            if step.test is not None and not step.is_numeric:
                start = len(maps)
                maps += [step.branch_of.get(text, -1) for text in self.texts[step.column]]
            cuts += step.cuts
            share |= dict.fromkeys(step.branches, 0.0)
            share |= {step.branches[branch]: cases for branch, cases in step.shared}
            end = -1
            if step.end is not None:
                end = len(ends)
                counts = c_items(self._real(count) for count in step.end.parts)
                ends.append(f"{{{self._real(step.end.total)}, {{{counts}}}}}")
            column = self.columns.index(step.column) if step.test is not None else -1
            first = step.branches[0] if step.branches else 0
            nodes.append(
                f"{{{column}, {first}, {len(step.branches)}, {start}, {len(step.cuts)}, {end}, "
                f"{self._real(share[step.id])}, {self._real(step.total)}}}"
            )
        tables = [
            f"static const struct node nodes[] = {{\n    {c_items(nodes)}\n}};",
            f"static const struct end ends[] = {{\n    {c_items(ends)}\n}};",
        ]
        if cuts:
            tables.append(f"static const double cuts[] = {{\n    {c_items(map(repr, cuts))}\n}};")
        elif self.numeric:
            tables.append("static const double cuts[] = {0.0};")
        if self.nominal:
            branches = c_items(map(str, maps or [0]))
            tables.append(f"static const int maps[] = {{\n    {branches}\n}};")
        for place, column in enumerate(self.columns):
            if self.texts[column]:
                texts = c_items(map(c_string, self.texts[column]))
                tables.append(f"static const char *const texts_{place}[] = {{\n    {texts}\n}};")
        return "\n".join(tables)

    def _arms(self) -> str:
        arms = []
        for place, (column, field) in enumerate(zip(self.columns, self.fields, strict=True)):
            if self.tree.attributes[column].is_numeric:
                found = f"of_number(c->{field}, cuts + node->start, node->n_cuts)"
            elif self.texts[column]:
                size = len(self.texts[column])
                found = f"of_text(c->{field}, texts_{place}, {size}, maps + node->start)"
            else:
                found = "-1"
            arms.append(f"    case {place}: return {found};")
        return "\n".join(arms) or "    case 0: return c->nothing ? -1 : -1;"

    def _room(self) -> int:
        """Return how many nodes can be waiting at once: all but one branch of each test above."""
        above = {0: 1}
        for step in self.steps:
            for child in step.branches:
                above[child] = above[step.id] + len(step.branches) - 1
        return max(above.values())

    def _unknown(self) -> str:
        limits = unknown_numbers(self.tree)
        return "" if limits is None else f" || (x >= {limits[0]!r} && x <= {limits[1]!r})"

    def _real(self, value: float) -> str:
        return f"{value!r}{self.suffix}"


_FILE = """\
/* The class of a case, by a decision tree. C99; needs nothing but <string.h>.
 *
 * int @NAME@_predict(const struct @NAME@_case *c, double *probabilities)
 *
 * returns the position of the class in @NAME@_classes, and writes @N_CLASSES@ probabilities unless
 * the pointer is NULL. Texts are UTF-8. A NaN, a NULL pointer or a text that was not seen in
 * training is unknown: the case goes down every branch with a part of its weight, in proportion to
 * the training cases.
 */
#include <string.h>

#define @NAME@_N_CLASSES @N_CLASSES@

struct @NAME@_case {
@FIELDS@
};

const char *const @NAME@_classes[] = {
    @CLASSES@
};

int @NAME@_predict(const struct @NAME@_case *c, double *probabilities);

typedef @REAL@ real;

struct node {
    int column;     /* -1 at a leaf */
    int first;      /* the node of the first branch; the others follow it */
    int n_branches;
    int start;      /* of its cuts, or of its branches by text */
    int n_cuts;
    int end;        /* what is said of a case that ends here, or -1 */
    real share;     /* what the weight of a case is multiplied with if its value is unknown */
    real total;     /* and divided by */
};

struct end {
    real total;
    real counts[@N_WEIGHTS@]; /* by class; if there are twice as many, then as estimated */
};

@TABLES@
static const double default_shares[] = {@DEFAULT_SHARES@};
@LOOKUPS@
/* Returns the branch that a case takes at a test, or -1 if its value is unknown. */
static int branch_of(const struct @NAME@_case *c, const struct node *node)
{
    switch (node->column) {
@ARMS@
    }
    return -1;
}

int @NAME@_predict(const struct @NAME@_case *c, double *probabilities)
{
    int waiting[@ROOM@];
    real weights[@ROOM@];
    real sums[@N_WEIGHTS@] = {0};
    real most = 0;
    double total = 0, whole = 0;
    int n_waiting = 1, best = -1, k;

    waiting[0] = 0;
    weights[0] = 1;
    while (n_waiting > 0) {
        const struct node *node = &nodes[waiting[--n_waiting]];
        const real weight = weights[n_waiting];
        const int branch = branch_of(c, node);
        if (branch >= 0) {
            waiting[n_waiting] = node->first + branch;
            weights[n_waiting++] = weight;
        } else if (node->end >= 0) {
            const struct end *end = &ends[node->end];
            for (k = 0; k < @N_WEIGHTS@; k++) {
                const real part = weight * end->counts[k];
                sums[k] += part / end->total;
            }
        } else {
            for (k = node->n_branches - 1; k >= 0; k--) {
                const real part = weight * nodes[node->first + k].share;
                if (part > 0) {
                    waiting[n_waiting] = node->first + k;
                    weights[n_waiting++] = part / node->total;
                }
            }
        }
    }
    for (k = 0; k < @N_CLASSES@; k++) {
        total += sums[k];
        whole += sums[@FIRST@ + k];
        if (sums[k] > most) {
            most = sums[k];
            best = k;
        }
    }
    if (probabilities)
        for (k = 0; k < @N_CLASSES@; k++)
            probabilities[k] = whole > 0 ? sums[@FIRST@ + k] / whole : default_shares[@FIRST@ + k];
@DECIDE@
    return best;
}
"""

_HEAVIEST = """\
    if (best < 0)
        for (best = 0, k = 1; k < @N_CLASSES@; k++)
            if (default_shares[k] > default_shares[best])
                best = k;"""

_CHEAPEST = """\
    {
        /* The first of the classes of least expected cost. */
        double expected[@N_CLASSES@], least = 0;
        int true_class;
        for (k = 0; k < @N_CLASSES@; k++) {
            expected[k] = 0;
            for (true_class = 0; true_class < @N_CLASSES@; true_class++)
                expected[k] += costs[true_class][k] * (total > 0
                    ? sums[true_class] / total : default_shares[true_class]);
            if (k == 0 || expected[k] < least)
                least = expected[k];
        }
        for (best = 0; expected[best] > least + @TOLERANCE@; best++)
            ;
    }"""

_NUMBER = """
/* Returns the number of cuts below a number, or -1 if it is unknown. */
static int of_number(double x, const double *cut, int n_cuts)
{
    int branch = 0;
    if (x != x@UNKNOWN@)
        return -1;
    while (branch < n_cuts && x > cut[branch])
        branch++;
    return branch;
}
"""

_TEXT = """
/* Returns the branch of a text among sorted ones, or -1 if it is unknown. */
static int of_text(const char *text, const char *const *texts, int size, const int *map)
{
    int low = 0, high = size - 1;
    if (!text)
        return -1;
    while (low <= high) {
        const int middle = (low + high) / 2;
        const int order = strcmp(text, texts[middle]);
        if (order == 0)
            return map[middle];
        if (order > 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
"""


def _filled(fields: dict[str, str], name: str) -> str:
    if name == "LOOKUPS":
        return fields[name].replace("@UNKNOWN@", fields["UNKNOWN"])
    return fields[name]
