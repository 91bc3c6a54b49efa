"""Rules as a function in C99 that needs nothing but the standard library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cutpoint.export.c_parts import c_items, c_string, field_names, struct_field
from cutpoint.export.clauses import Clause, Line, lines_of
from cutpoint.export.steps import check_texts, unknown_numbers

if TYPE_CHECKING:
    from cutpoint.rules.ruleset import Ruleset


def rules_file(rules: Ruleset, name: str) -> str:
    """Return a C99 file with ``int NAME_predict(const struct NAME_case *, double *)``."""
    check_texts(rules.classes, rules.tested, "C")
    return _File(rules, name).text()


class _File:
    """The parts of the file."""

    def __init__(self, rules: Ruleset, name: str) -> None:
        self.rules, self.name, self.lines = rules, name, lines_of(rules)
        columns = sorted({clause.column for line in self.lines for clause in line.clauses})
        names = [rules.attributes[column].name for column in columns]
        self.fields = dict(zip(columns, field_names(names), strict=True))

    def text(self) -> str:
        """Return the file."""
        clauses = [clause for line in self.lines for clause in line.clauses]
        helpers = ""
        if any(clause.low is not None for clause in clauses):
            helpers += _ABOVE
        if any(clause.high is not None for clause in clauses):
            helpers += _UPTO
        if any(clause.texts for clause in clauses):
            helpers += _IS
        limits = unknown_numbers(self.rules)
        known = (
            "x == x" if limits is None else f"x == x && !(x >= {limits[0]!r} && x <= {limits[1]!r})"
        )
        fields = {
            "NAME": self.name,
            "N_CLASSES": str(len(self.rules.classes)),
            "FIELDS": self._struct(),
            "CLASSES": c_items(c_string(str(label)) for label in self.rules.classes),
            "NUMBERS": c_items(str(line.number) for line in self.lines),
            "CODES": c_items(str(line.code) for line in self.lines),
            "SHARES": c_items(f"{{{', '.join(map(repr, line.shares))}}}" for line in self.lines),
            "HELPERS": helpers.replace("@KNOWN@", known),
            "RULES": "\n".join(self._rule(place, line) for place, line in enumerate(self.lines)),
        }
        # The texts of the data are filled in together with ours, in one pass: none is read again.
        return re.sub(r"@([A-Z_]+)@", lambda match: fields[match[1]], _FILE)

    def _struct(self) -> str:
        lines = []
        for column, field in self.fields.items():
            lines.append(struct_field(self.rules.attributes[column], field))
        return "\n".join(lines or ["    char nothing; /* the rules ask nothing */"])

    def _rule(self, place: int, line: Line) -> str:
        if not line.clauses:
            return f"    return {place};"
        asked = "\n        && ".join(self._clause(clause) for clause in line.clauses)
        return f"    if ({asked})\n        return {place};"

    def _clause(self, clause: Clause) -> str:
        value = f"c->{self.fields[clause.column]}"
        if clause.texts is not None:
            found = [f"is({value}, {c_string(text)})" for text in clause.texts]
            return f"({' || '.join(found)})" if found else "0"
        asked = [] if clause.low is None else [f"above({value}, {clause.low!r})"]
        if clause.high is not None:
            asked.append(f"upto({value}, {clause.high!r})")
        return " && ".join(asked)


_FILE = """\
/* The class of a case, by rules: the first that holds gives it. C99; needs nothing but <string.h>.
 *
 * int @NAME@_predict(const struct @NAME@_case *c, double *probabilities)
 *
 * returns the position of the class in @NAME@_classes, and writes @N_CLASSES@ probabilities unless
 * the pointer is NULL. @NAME@_rule returns the number of the rule that holds, 0 if none does. Texts
 * are UTF-8. A NaN, a NULL pointer or a text that was not seen in training satisfies no condition.
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
int @NAME@_rule(const struct @NAME@_case *c);

/* In the order in which the rules are asked; the last is the default. */
static const int numbers[] = {
    @NUMBERS@
};
static const int codes[] = {
    @CODES@
};
static const double shares[][@N_CLASSES@] = {
    @SHARES@
};
@HELPERS@
/* Returns the place of the first rule that holds. */
static int first(const struct @NAME@_case *c)
{
    (void)c;
@RULES@
}

int @NAME@_rule(const struct @NAME@_case *c)
{
    return numbers[first(c)];
}

int @NAME@_predict(const struct @NAME@_case *c, double *probabilities)
{
    const int place = first(c);
    if (probabilities)
        memcpy(probabilities, shares[place], sizeof shares[place]);
    return codes[place];
}
"""

_ABOVE = """
static int above(double x, double low)
{
    return @KNOWN@ && x > low;
}
"""

_UPTO = """
static int upto(double x, double high)
{
    return @KNOWN@ && x <= high;
}
"""

_IS = """
static int is(const char *text, const char *value)
{
    return text && strcmp(text, value) == 0;
}
"""
