"""A tree or rules as one Java class that needs nothing but the standard library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from cutpoint.errors import InputError
from cutpoint.export.clauses import lines_of
from cutpoint.export.steps import (
    check_texts,
    default_shares,
    remarks,
    steps_of,
    unknown_numbers,
    used_columns,
)
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.costs import tolerance

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting
    from cutpoint.tree.tree import Tree

_CHUNK = 60_000
"""Characters of a constant: a class file holds texts of at most 65,535 bytes."""


def to_java(tree: Tree | Ruleset, name: str = "CutpointModel") -> str:
    """Return a Java class with ``String predict(Map)`` and ``double[] predictProba(Map)``.

    Both are static. A case maps columns to values: a ``Number`` for a numeric column, anything
    whose text is meant for a nominal one; dates count days and times seconds since 1970-01-01. What
    is absent, null, NaN or not seen in training is unknown, and shared among branches as in
    :meth:`cutpoint.tree.Tree.predict_proba`; of rules it satisfies no condition. Probabilities are
    in the order of ``CLASSES``. Java 8 and newer.

    Parameters
    ----------
    tree : Tree or Ruleset
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
    check_texts(tree.classes, tree.tested, "Java")
    rules = isinstance(tree, Ruleset)
    tokens = _rules_tokens(tree) if isinstance(tree, Ruleset) else _tree_tokens(tree)
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
        "BODY": _RULES if rules else _TREE,
    }
    source = _FILE.replace("@BODY@", fields.pop("BODY"))
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


def _tree_tokens(tree: Tree) -> Iterator[str]:
    steps = sorted(steps_of(tree), key=lambda step: step.id)
    columns = used_columns(steps)
    texts = {
        column: sorted({t for step in steps if step.column == column for t in step.branch_of})
        for column in columns
    }
    yield from _common(tree, columns, texts)
    yield from map(repr, default_shares(tree))
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
            yield from map(repr, step.end.counts)
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


_FILE = """\
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * The class of a case, by @WHAT@. Needs nothing but Java 8.
 *
 * <p>A case maps columns to values: a Number for a numeric column, anything whose text is meant for
 * a nominal one. What is absent, null, NaN or not seen in training is unknown.
 */
public final class @NAME@ {
    /** The classes, in the order of the probabilities. */
    public static final String[] CLASSES;

    private static final String[] COLUMNS;
    private static final Map<String, Integer>[] TEXTS; // null: a numeric column
    private static final String[] DATA = {
        @DATA@
    };
@BODY@
    /** Returns the class of a case. */
    public static String predict(Map<String, ?> row) {
        return CLASSES[code(row)];
    }

    private @NAME@() {}

    private static double number(Map<String, ?> row, int column) {
        Object value = row.get(COLUMNS[column]);
        double x = value instanceof Number ? ((Number) value).doubleValue()
            : value == null ? Double.NaN : Double.parseDouble(value.toString());
        return Double.isNaN(x)@UNKNOWN@ ? Double.NaN : x;
    }

    private static String text(Map<String, ?> row, int column) {
        Object value = row.get(COLUMNS[column]);
        return value == null ? null : value.toString();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<String, Integer>[] maps(int size) {
        return (Map<String, Integer>[]) new Map[size];
    }

    /** Reads the words of the data. */
    private static final class Words {
        private final StringTokenizer words = new StringTokenizer(String.join("", DATA), " ");

        int whole() { return Integer.parseInt(words.nextToken()); }

        double real() { return Double.parseDouble(words.nextToken()); }

        String text() {
            try {
                return URLDecoder.decode(words.nextToken().substring(1), "UTF-8");
            } catch (UnsupportedEncodingException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @REAL@[] reals(int size) {
            @REAL@[] found = new @REAL@[size];
            for (int i = 0; i < size; i++) found[i] = @CAST@real();
            return found;
        }

        double[] doubles(int size) {
            double[] found = new double[size];
            for (int i = 0; i < size; i++) found[i] = real();
            return found;
        }
    }
}
"""

_HEADER = """
        Words words = new Words();
        CLASSES = new String[words.whole()];
        for (int i = 0; i < CLASSES.length; i++) CLASSES[i] = words.text();
        COLUMNS = new String[words.whole()];
        TEXTS = maps(COLUMNS.length);
        for (int i = 0; i < COLUMNS.length; i++) {
            COLUMNS[i] = words.text();
            int size = words.whole();
            if (size < 0) continue;
            TEXTS[i] = new HashMap<>();
            for (int k = 0; k < size; k++) TEXTS[i].put(words.text(), k);
        }
"""

_TREE = (
    """
    private static final double[] DEFAULT_SHARES;
    private static final int[] COLUMN, FIRST;
    private static final double[][] CUTS;
    private static final int[][] BRANCHES; // by text
    private static final @REAL@[] SHARE, TOTAL, END_TOTAL;
    private static final @REAL@[][] COUNTS; // null: no case ends there
    private static final int[] SIZE;
    private static final double[][] COSTS;
    private static final double TOLERANCE;

    static {"""
    + _HEADER
    + """
        DEFAULT_SHARES = words.doubles(CLASSES.length);
        int n = words.whole();
        COLUMN = new int[n];
        FIRST = new int[n];
        SIZE = new int[n];
        CUTS = new double[n][];
        BRANCHES = new int[n][];
        SHARE = new @REAL@[n];
        TOTAL = new @REAL@[n];
        END_TOTAL = new @REAL@[n];
        COUNTS = new @REAL@[n][];
        for (int i = 0; i < n; i++) {
            COLUMN[i] = words.whole();
            if (COLUMN[i] >= 0) {
                FIRST[i] = words.whole();
                SIZE[i] = words.whole();
                if (TEXTS[COLUMN[i]] == null) {
                    CUTS[i] = words.doubles(words.whole());
                } else {
                    BRANCHES[i] = new int[TEXTS[COLUMN[i]].size()];
                    for (int k = 0; k < BRANCHES[i].length; k++) BRANCHES[i][k] = words.whole();
                }
            }
            SHARE[i] = @CAST@words.real();
            TOTAL[i] = @CAST@words.real();
            if (words.whole() == 0) continue;
            END_TOTAL[i] = @CAST@words.real();
            COUNTS[i] = words.reals(CLASSES.length);
        }
        boolean costs = words.whole() == 1;
        TOLERANCE = costs ? words.real() : 0;
        COSTS = costs ? new double[CLASSES.length][] : null;
        for (int i = 0; costs && i < CLASSES.length; i++) COSTS[i] = words.doubles(CLASSES.length);
    }

    /** Returns the probability of each class, in the order of CLASSES. */
    public static double[] predictProba(Map<String, ?> row) {
        return shares(weights(row));
    }

    private static int code(Map<String, ?> row) {
        @REAL@[] sums = weights(row);
        if (COSTS != null) return cheapest(shares(sums));
        int best = -1;
        @REAL@ most = 0;
        for (int k = 0; k < sums.length; k++) {
            if (sums[k] > most) {
                most = sums[k];
                best = k;
            }
        }
        if (best >= 0) return best;
        best = 0;
        for (int k = 1; k < sums.length; k++) {
            if (DEFAULT_SHARES[k] > DEFAULT_SHARES[best]) best = k;
        }
        return best;
    }

    private static double[] shares(@REAL@[] sums) {
        double total = 0;
        for (@REAL@ sum : sums) total += sum;
        double[] found = DEFAULT_SHARES.clone();
        for (int k = 0; total > 0 && k < sums.length; k++) found[k] = sums[k] / total;
        return found;
    }

    private static int cheapest(double[] shares) {
        double[] expected = new double[shares.length];
        for (int k = 0; k < shares.length; k++) {
            for (int t = 0; t < shares.length; t++) expected[k] += shares[t] * COSTS[t][k];
        }
        double least = Arrays.stream(expected).min().getAsDouble() + TOLERANCE;
        int k = 0;
        while (expected[k] > least) k++;
        return k;
    }

    private static @REAL@[] weights(Map<String, ?> row) {
        @REAL@[] sums = new @REAL@[CLASSES.length];
        int[] pending = new int[COLUMN.length];
        @REAL@[] weights = new @REAL@[COLUMN.length];
        int count = 1;
        weights[0] = 1;
        while (count > 0) {
            int node = pending[--count];
            @REAL@ weight = weights[count];
            int branch = branch(row, node);
            if (branch >= 0) {
                pending[count] = FIRST[node] + branch;
                weights[count++] = weight;
            } else if (COUNTS[node] != null) {
                for (int k = 0; k < sums.length; k++) {
                    sums[k] += weight * COUNTS[node][k] / END_TOTAL[node];
                }
            } else {
                for (int child = FIRST[node] + SIZE[node] - 1; child >= FIRST[node]; child--) {
                    if (!(SHARE[child] > 0)) continue;
                    pending[count] = child;
                    weights[count++] = weight * SHARE[child] / TOTAL[node];
                }
            }
        }
        return sums;
    }

    private static int branch(Map<String, ?> row, int node) {
        int column = COLUMN[node];
        if (column < 0) return -1;
        if (TEXTS[column] != null) {
            Integer place = TEXTS[column].get(text(row, column));
            return place == null ? -1 : BRANCHES[node][place];
        }
        double x = number(row, column);
        if (Double.isNaN(x)) return -1;
        int taken = 0;
        while (taken < CUTS[node].length && x > CUTS[node][taken]) taken++;
        return taken;
    }
"""
)

_RULES = (
    """
    private static final int[] NUMBER, CODE;
    private static final double[][] SHARES;
    private static final int[][] ASKED; // the column of each condition
    private static final double[][] LOW, HIGH;
    private static final String[][][] ONE_OF;

    static {"""
    + _HEADER
    + """
        int n = words.whole();
        NUMBER = new int[n];
        CODE = new int[n];
        SHARES = new double[n][];
        ASKED = new int[n][];
        LOW = new double[n][];
        HIGH = new double[n][];
        ONE_OF = new String[n][][];
        for (int i = 0; i < n; i++) {
            NUMBER[i] = words.whole();
            CODE[i] = words.whole();
            SHARES[i] = words.doubles(CLASSES.length);
            int size = words.whole();
            ASKED[i] = new int[size];
            LOW[i] = new double[size];
            HIGH[i] = new double[size];
            ONE_OF[i] = new String[size][];
            for (int k = 0; k < size; k++) {
                ASKED[i][k] = words.whole();
                if (TEXTS[ASKED[i][k]] == null) {
                    LOW[i][k] = words.real();
                    HIGH[i][k] = words.real();
                    continue;
                }
                ONE_OF[i][k] = new String[words.whole()];
                for (int t = 0; t < ONE_OF[i][k].length; t++) ONE_OF[i][k][t] = words.text();
            }
        }
    }

    /** Returns the probability of each class, in the order of CLASSES. */
    public static double[] predictProba(Map<String, ?> row) {
        return SHARES[first(row)].clone();
    }

    /** Returns the number of the rule that gives the class; 0 is the default. */
    public static int rule(Map<String, ?> row) {
        return NUMBER[first(row)];
    }

    private static int code(Map<String, ?> row) {
        return CODE[first(row)];
    }

    private static int first(Map<String, ?> row) {
        int place = 0;
        while (!holds(row, place)) place++;
        return place;
    }

    private static boolean holds(Map<String, ?> row, int place) {
        for (int k = 0; k < ASKED[place].length; k++) {
            int column = ASKED[place][k];
            if (TEXTS[column] != null) {
                String text = text(row, column);
                if (text == null || !Arrays.asList(ONE_OF[place][k]).contains(text)) return false;
                continue;
            }
            double x = number(row, column);
            boolean above = LOW[place][k] == Double.NEGATIVE_INFINITY || x > LOW[place][k];
            boolean upto = HIGH[place][k] == Double.POSITIVE_INFINITY || x <= HIGH[place][k];
            if (Double.isNaN(x) || !above || !upto) return false;
        }
        return true;
    }
"""
)
