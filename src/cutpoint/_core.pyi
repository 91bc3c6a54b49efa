from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

LEVEL: int

class Progress:
    """How far long work has come, and whether it is to stop."""

    def __init__(self) -> None: ...
    @property
    def done(self) -> int: ...
    @property
    def stop_requested(self) -> bool: ...
    def advance(self, amount: int) -> None: ...
    def request_stop(self) -> None: ...

class CRandom:
    """The random numbers of C's ``random()`` in a program that has just been started."""

    def __init__(self) -> None: ...
    def random(self, size: int) -> NDArray[np.float64]:
        """Return the next numbers, in [0, 1)."""

class NodeArrays(TypedDict):
    """The arrays of a tree, by the names of ``cutpoint.tree.tree.Tree``."""

    attribute: NDArray[np.int32]
    first_child: NDArray[np.int32]
    n_branches: NDArray[np.int32]
    test_start: NDArray[np.int64]
    cuts: NDArray[np.float64]
    branch_of: NDArray[np.int32]
    label: NDArray[np.int32]
    cases: NDArray[np.float64]
    errors: NDArray[np.float64]
    distribution: NDArray[np.float64]
    unknown: NotRequired[NDArray[np.bool_]]

class NodeTable:
    """A tree inside the core; ``n_values`` has -1 for a numeric attribute."""

    def __init__(self, arrays: NodeArrays, n_values: NDArray[np.int32]) -> None: ...
    def __len__(self) -> int: ...
    def arrays(self) -> NodeArrays: ...

class TableView:
    """The columns of a table, checked: float64, or int32 codes where ``n_values`` is not -1."""

    def __init__(
        self,
        columns: Sequence[NDArray[np.float64] | NDArray[np.int32]],
        n_values: NDArray[np.int32],
        target: NDArray[np.int32],
        n_classes: int,
        weights: NDArray[np.float64] | None = None,
    ) -> None: ...

def prune_by_errors(
    tree: NodeTable,
    table: TableView,
    confidence: float,
    grouped: bool,
    progress: Progress,
    copies: NDArray[np.uint32] | None = None,
) -> tuple[NodeTable, bool]: ...
def simpler(as_leaf: float, as_tree: float, as_branch: float) -> str:
    """Return what a test becomes by its estimated errors: "leaf", "largest branch", "" for none."""

def pruning_strengths(tree: NodeTable, risk: NDArray[np.float64]) -> NDArray[np.float64]: ...
def member_errors(
    tree: NodeTable,
    gone: NDArray[np.int32],
    n_members: int,
    table: TableView,
    progress: Progress,
) -> NDArray[np.float64]: ...
def extra_errors(cases: float, errors: float, confidence: float) -> float: ...
def extra_errors_in_single_precision(cases: float, errors: float, confidence: float) -> float: ...

MEASURES: tuple[str, ...]
INTERVAL_METHODS: tuple[str, ...]
THRESHOLD_METHODS: tuple[str, ...]
PLACEMENTS: tuple[str, ...]
SIMILARITIES: tuple[str, ...]

class MeasureError(ValueError):
    """A value of a custom measure was not a number."""

class CustomMeasure:
    """A measure of the user's own, as the core calls it."""

    @property
    def quasi_convex(self) -> bool: ...
    @staticmethod
    def of_pointer(address: int, quasi_convex: bool) -> CustomMeasure: ...
    @staticmethod
    def of_function(
        function: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]],
        quasi_convex: bool,
    ) -> CustomMeasure:
        """Of a function of ``before``, by class, and ``after``, candidates x branches x classes."""

def table_value(
    measure: str, counts: NDArray[np.float64], custom: CustomMeasure | None = None
) -> float: ...
def minus_log_p(statistic: float, degrees_of_freedom: int) -> float:
    """Return -ln of the chance that chi-squared is above the statistic."""

def contrast_value(counts: NDArray[np.float64], means: NDArray[np.float64]) -> float: ...

class IntervalOptions:
    """The parameters of all interval methods; each reads its own."""

    measure: str
    similarity: str
    power: float
    theta: float
    alpha: float
    beta: float
    bins: int
    max_branches: int
    min_cases: float
    n_bins: int
    min_majority: float
    critical: float
    criticals: list[float]
    smoothing: float
    inconsistency: float
    cost: str
    max_blocks: int
    def __init__(self) -> None: ...

class ThresholdOptions:
    """How a single cut is chosen."""

    least: float
    window: int
    width: float
    resamples: int
    key: int
    def __init__(
        self, method: str, criterion: str, custom: CustomMeasure | None = None
    ) -> None: ...

class ThresholdChoice(TypedDict):
    """The chosen candidate, and the curve; candidates are numbered, -1 is none."""

    candidate: int
    lowest: int
    highest: int
    positions: NDArray[np.uint32]
    below: NDArray[np.float64]
    scores: NDArray[np.float64]
    cuts: NDArray[np.float64]

def find_cuts(
    method: str,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    unknown: float,
    options: IntervalOptions,
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Return the values after which a column is cut, by position, and the cut points."""

def cut_columns(
    table: TableView, method: str, options: IntervalOptions, n_threads: int
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return the cut points of each numeric column, and the means of the values between them."""

def column_evidence(
    table: TableView, attribute: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return the distinct values, their class weights, and the weight without a value."""

def interval_means(
    values: NDArray[np.float64], weights: NDArray[np.float64], cuts: NDArray[np.float64]
) -> NDArray[np.float64]: ...
def choose_threshold(
    values: NDArray[np.float64], weights: NDArray[np.float64], options: ThresholdOptions
) -> ThresholdChoice: ...
def place_cut(
    placement: str,
    column: NDArray[np.float64],
    below: float,
    above: float,
    weights: tuple[float, float],
) -> float: ...
def observed_limits(below: NDArray[np.float64], above: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the greatest number that a cut at an observed value may be, between each two values.

    If there is none above (NaN), it is the value below.
    """

def dissimilarity(
    a: NDArray[np.float64], b: NDArray[np.float64], options: IntervalOptions
) -> float: ...
def chi_squared(a: NDArray[np.float64], b: NDArray[np.float64], smoothing: float) -> float: ...
def score_deviation(
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    position: int,
    options: ThresholdOptions,
) -> float:
    """Return the standard deviation of the score of the cut after a value."""

def resample(weights: NDArray[np.float64], key: int, number: int) -> NDArray[np.float64]: ...
def split_mix(key: int, start: int, size: int) -> NDArray[np.uint64]: ...
def grow(table: TableView, spec: dict[str, Any], n_threads: int, progress: Progress) -> NodeTable:
    """Return the unpruned tree of a table; ``spec`` has the fields of a LearnSpec by name.

    ``custom``, ``interval_method``, ``interval_options`` and ``intervals_below`` come as the core
    takes them. Raises MeasureError where a custom criterion is not a number.
    """

def can_share_columns(table: TableView, spec: dict[str, Any]) -> bool:
    """Whether ResampleGrower takes a table and a spec."""

class ResampleGrower:
    """Grows trees from resamples of one table, whose columns are sorted once."""

    def __init__(
        self, table: TableView, spec: dict[str, Any], n_threads: int, progress: Progress
    ) -> None: ...
    def grow(self, copies: NDArray[np.uint32], progress: Progress) -> NodeTable:
        """Return the unpruned tree of so many copies of each row; any thread may call it."""

class Scan:
    """Sends the rows of batches down a tree that is being grown, and counts what arrives.

    ``fraction`` and ``slot`` are by node: its share of the known cases of its parent, and its
    number if rows arrive there (else -1).
    """

    def __init__(
        self,
        tree: NodeTable,
        fraction: NDArray[np.float64],
        slot: NDArray[np.int32],
        least_units: int,
        n_values: NDArray[np.int32],
    ) -> None: ...
    def set_bins(self, edges: NDArray[np.float64], starts: NDArray[np.int64]) -> None:
        """Count in these bins; ``starts`` has where the edges of each node and attribute begin."""

    def set_open(self, places: NDArray[np.uint8]) -> None:
        """Collect the values of these places."""

    def count(self, table: TableView) -> None: ...
    def open(self, table: TableView) -> None: ...
    def parts(
        self, table: TableView
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """Return the rows that arrive, at which slot, and how many units of them."""

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return class units by slot, parts of rows by slot, and units by place."""

    def values(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int32], NDArray[np.int64]]:
        """Return the collected values: slot and attribute, value, class, units."""

def combine_values(
    pairs: NDArray[np.int64],
    values: NDArray[np.float64],
    classes: NDArray[np.int32],
    units: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int32], NDArray[np.int64]]:
    """Add up what several scans have collected, and put it in order."""

class NodeChooser:
    """Chooses the test of a node from its class weights, as the learner in memory does."""

    def __init__(
        self,
        spec: dict[str, Any],
        n_values: NDArray[np.int32],
        n_classes: int,
        total_cases: float,
    ) -> None: ...
    def knows_bounds(self) -> bool:
        """Whether bins that cannot hold the best cut can be told."""

    def may_be_split(self, classes: NDArray[np.int64], depth: int) -> bool: ...
    def least_on_a_side(self, known_units: int) -> int:
        """Return the units that each side of a cut needs, of so many of known cases."""

    def label(self, classes: NDArray[np.int64]) -> int: ...
    def open_bins(
        self,
        classes: NDArray[np.int64],
        counts: list[NDArray[np.int64]],
        is_closed: list[NDArray[np.uint8]],
        hidden: NDArray[np.int64],
        all_attributes: bool,
    ) -> list[NDArray[np.uint8]]:
        """Return which bins of each attribute may hold its best cut, if it may be chosen at all.

        Counts are classes x (places, and unknown); a place is closed if it may hold several values.
        """

    def choose(
        self,
        classes: NDArray[np.int64],
        counts: list[NDArray[np.int64]],
        is_closed: list[NDArray[np.uint8]],
        hidden: NDArray[np.int64],
        counted: bool,
        key: int,
    ) -> tuple[int, bool, int, int, int, int, int, NDArray[np.int32]]:
        """Return the test, and whether it is the same whatever closed places hold.

        It is the attribute (-1 for a leaf), whether it is certain, the places beside the
        cut, the number of branches, the units known and below, and the branch of each value.
        """

def grow_below(
    table: TableView, spec: dict[str, Any], total_cases: float, n_threads: int, progress: Progress
) -> tuple[NodeTable, NDArray[np.float64], NDArray[np.float64]]:
    """Return what grows below a node of a larger table, and the values beside each cut."""

LEAST_SAVED: float
"""Errors that a test must save to stay."""

def label_or_heavier(classes: NDArray[np.int64], label: int) -> int:
    """Return the label of a node with so many units of each class: another if it is heavier."""

def key_below(key: int, part: int) -> int:
    """Return where the random numbers of a branch come from."""

def without_impossible_values(tree: NodeTable, n_values: NDArray[np.int32]) -> NodeTable: ...

class T2Sweep(Enum):
    """When T2 sweeps all cuts of a root instead of trying some of them one by one."""

    BY_COST = ...
    ALWAYS = ...
    NEVER = ...

class T2Bounds(Enum):
    """Whether T2 skips stretches of cuts that cannot hold a better tree."""

    USED = ...
    IGNORED = ...

class T2Options:
    """How T2 searches: only the first changes the tree."""

    def __init__(
        self,
        max_intervals: int,
        n_threads: int = 1,
        sweep: T2Sweep = T2Sweep.BY_COST,
        bounds: T2Bounds = T2Bounds.USED,
    ) -> None: ...

def learn_t2(table: TableView, options: T2Options, progress: Progress) -> NodeArrays: ...

class RuleArithmetic(Enum):
    """Release 8's own single precision, with its oddities, or double precision without them."""

    RELEASE8 = ...
    EXACT = ...

class RuleOptions:
    """How rules are made of trees; they do not depend on the number of threads."""

    def __init__(
        self,
        *,
        confidence: float = 0.25,
        redundancy: float = 1.0,
        significance: float | None = None,
        group_values: bool = False,
        arithmetic: RuleArithmetic = RuleArithmetic.EXACT,
        n_threads: int = 1,
    ) -> None: ...

class RuleTallyArrays(TypedDict):
    """What each rule did, as ``cutpoint.rules.tally.Tally`` has it."""

    used: NDArray[np.int64]
    wrong: NDArray[np.int64]
    better: NDArray[np.int64]
    worse: NDArray[np.int64]

class RulesetArrays(TypedDict):
    """Rules in the order in which they are asked.

    Rule r has the conditions ``start[r] ... start[r + 1]``, each a branch of a node of a tree.
    ``dropped`` are places of rules, ``left_over`` and ``distribution`` training cases by class.
    """

    number: NDArray[np.int32]
    label: NDArray[np.int32]
    error: NDArray[np.float64]
    distribution: NDArray[np.int64]
    start: NDArray[np.int64]
    tree: NDArray[np.int32]
    node: NDArray[np.int32]
    branch: NDArray[np.int32]
    default_class: int
    dropped: NDArray[np.int32]
    left_over: NDArray[np.int64]
    tallies: list[RuleTallyArrays]

def learn_rules(
    trees: Sequence[NodeTable],
    table: TableView,
    options: RuleOptions,
    draws: Callable[[int], NDArray[np.float64]],
    progress: Progress,
) -> list[RulesetArrays]: ...

class RuleMatcher:
    """Rules, added in the order in which they are asked, each followed by its conditions."""

    def __init__(self, n_attributes: int, arithmetic: RuleArithmetic) -> None: ...
    def add_rule(self, may_fire: bool) -> None: ...
    def add_bounds(self, attribute: int, low: float | None, high: float | None) -> None: ...
    def add_values(self, attribute: int, allowed: NDArray[np.bool_]) -> None: ...
    def first_two(
        self, matrix: NDArray[np.float64], n_threads: int = 1
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the first and the second rule that fire on each row; -1 is none."""
    def first(self, matrix: NDArray[np.float64], n_threads: int = 1) -> NDArray[np.int32]: ...

def best_rule_subset(
    cover: NDArray[np.bool_],
    bits: NDArray[np.float64],
    of_class: NDArray[np.bool_],
    draws: NDArray[np.float64],
    n_threads: int = 1,
) -> NDArray[np.int64]: ...
def fisher_level(a: int, b: int, c: int, d: int, arithmetic: RuleArithmetic) -> float: ...
def any_infinite(values: NDArray[np.float64]) -> bool:
    """Whether any number is infinite in an array of one or two dimensions."""

class Cases:
    """Rows to ask a tree about, as they lie in memory: one matrix, or column by column.

    Nominal values are codes, as int32 or as whole numbers among float64; what is not a code of the
    attribute is unknown. ``refuse_infinite``: InputError at an infinite number in any column.
    """

    def __init__(self, matrix: NDArray[np.float64], refuse_infinite: bool = False) -> None: ...
    @staticmethod
    def of_columns(
        columns: list[NDArray[np.float64] | NDArray[np.int32]],
        n_rows: int,
        refuse_infinite: bool = False,
    ) -> Cases: ...
    def __len__(self) -> int: ...

class Predictor:
    """A tree made ready for prediction; all answers are the same for any number of threads."""

    def __init__(
        self,
        tree: NodeTable,
        n_values: NDArray[np.int32],
        single: bool,
        lower: NDArray[np.float64] | None = None,
        upper: NDArray[np.float64] | None = None,
    ) -> None: ...
    def codes(self, cases: Cases, n_threads: int = 1) -> NDArray[np.int32]: ...
    def weights(self, cases: Cases, n_threads: int = 1) -> NDArray[np.float64]: ...
    def shares(self, cases: Cases, n_threads: int = 1) -> NDArray[np.float64]: ...
    def soft_shares(self, cases: Cases, n_threads: int = 1) -> NDArray[np.float64]: ...
    def ends(self, cases: Cases, n_threads: int = 1) -> NDArray[np.int64]: ...
    def paths(self, cases: Cases) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return where the nodes of each case start, and the nodes."""

def soften(
    tree: NodeTable, table: TableView, single: bool, progress: Progress
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and the upper bound of each cut."""

class CaseReader:
    """Single cases, given as mappings from names to values.

    ``codes`` has for each attribute the code of each text, or None if it is numeric. A value that
    is neither a float, an int nor a text of these goes to ``convert(attribute, value)``.
    """

    def __init__(
        self,
        predictor: Predictor,
        names: Sequence[str],
        codes: Sequence[dict[str, int] | None],
        convert: Callable[[int, object], float],
    ) -> None: ...
    def code(self, case: Any) -> int: ...
    def shares(self, case: Any) -> NDArray[np.float64]: ...

class Release8:
    """Grows and prunes trees as C4.5 Release 8 does, in its single precision."""

    def __init__(
        self,
        table: TableView,
        progress: Progress,
        *,
        min_cases: float,
        confidence: float,
        gain_ratio: bool,
        group_values: bool,
        in_order: bool,
        max_depth: int | None,
    ) -> None: ...
    def grow(self, items: NDArray[np.int32], progress: Progress) -> NodeTable: ...
    def prune(
        self, tree: NodeTable, items: NDArray[np.int32], progress: Progress
    ) -> tuple[NodeTable, bool]: ...

def shuffle(items: NDArray[np.int32], draws: NDArray[np.float64]) -> None: ...
def bring_classes_to_front(
    items: NDArray[np.int32], target: NDArray[np.int32], wanted: NDArray[np.int64]
) -> None: ...
def bring_wrong_to_front(items: NDArray[np.int32], wrong: NDArray[np.bool_]) -> int: ...
