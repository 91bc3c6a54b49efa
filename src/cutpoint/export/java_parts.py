"""The text of the Java class: what its fields hold, and how it evaluates a tree or rules."""

from __future__ import annotations

FILE = """\
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

HEADER = """
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

TREE = (
    """
    private static final double[] DEFAULT_SHARES; // by class; if twice as many, then as estimated
    private static final int[] COLUMN, FIRST;
    private static final double[][] CUTS;
    private static final int[][] BRANCHES; // by text
    private static final @REAL@[] SHARE, TOTAL, END_TOTAL;
    private static final @REAL@[][] COUNTS; // null: no case ends there
    private static final int[] SIZE;
    private static final double[][] COSTS;
    private static final double TOLERANCE;

    static {"""
    + HEADER
    + """
        DEFAULT_SHARES = words.doubles(words.whole());
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
            COUNTS[i] = words.reals(DEFAULT_SHARES.length);
        }
        boolean costs = words.whole() == 1;
        TOLERANCE = costs ? words.real() : 0;
        COSTS = costs ? new double[CLASSES.length][] : null;
        for (int i = 0; costs && i < CLASSES.length; i++) COSTS[i] = words.doubles(CLASSES.length);
    }

    /** Returns the probability of each class, in the order of CLASSES. */
    public static double[] predictProba(Map<String, ?> row) {
        return shares(weights(row), DEFAULT_SHARES.length - CLASSES.length);
    }

    private static int code(Map<String, ?> row) {
        @REAL@[] sums = weights(row);
        if (COSTS != null) return cheapest(shares(sums, 0));
        int best = -1;
        @REAL@ most = 0;
        for (int k = 0; k < CLASSES.length; k++) {
            if (sums[k] > most) {
                most = sums[k];
                best = k;
            }
        }
        if (best >= 0) return best;
        best = 0;
        for (int k = 1; k < CLASSES.length; k++) {
            if (DEFAULT_SHARES[k] > DEFAULT_SHARES[best]) best = k;
        }
        return best;
    }

    private static double[] shares(@REAL@[] sums, int first) {
        double[] found = Arrays.copyOfRange(DEFAULT_SHARES, first, first + CLASSES.length);
        double total = 0;
        for (int k = 0; k < found.length; k++) total += sums[first + k];
        for (int k = 0; total > 0 && k < found.length; k++) found[k] = sums[first + k] / total;
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
        @REAL@[] sums = new @REAL@[DEFAULT_SHARES.length];
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

RULES = (
    """
    private static final int[] NUMBER, CODE;
    private static final double[][] SHARES;
    private static final int[][] ASKED; // the column of each condition
    private static final double[][] LOW, HIGH;
    private static final String[][][] ONE_OF;

    static {"""
    + HEADER
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
