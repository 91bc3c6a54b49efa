"""What is to be learned: one description of a fit, by names, for every engine and the core.

An estimator turns its parameters into a :class:`LearnSpec`; an engine is asked to learn it; the
core reads its fields by name. Nothing in it depends on where the cases are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from cutpoint import catalog
from cutpoint.catalog import Value
from cutpoint.errors import InputError

CustomCriterion = Callable[[Any, Any], Any]
"""The class weights before a test, and by branch after it, to a number: higher is better."""

TREE, T2 = "tree", "t2"
"""What is learned: a tree grown from the root down, or T2's best tree of two levels."""


@dataclass(frozen=True)
class IntervalMethod:
    """A method that divides a numeric attribute into intervals, with all of its options.

    Attributes
    ----------
    name : str
        One of :data:`cutpoint.catalog.INTERVALS`.
    options : mapping from str to number, text or None
        What is not named has its default.

    Examples
    --------
    >>> IntervalMethod("equal_width", {"n_bins": 4})
    IntervalMethod(name='equal_width', options={'n_bins': 4})
    >>> IntervalMethod("one_rule").options
    {'min_majority': 6}
    """

    name: str
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        entry = catalog.INTERVALS.get(self.name)
        if entry is None:
            known = ", ".join(catalog.INTERVALS)
            raise InputError(f"there is no interval method {self.name!r}; there are {known}")
        unknown = set(self.options) - set(entry.defaults)
        if unknown:
            raise InputError(f"{self.name} has no option {', '.join(sorted(unknown))}")
        object.__setattr__(self, "options", {**entry.defaults, **self.options})


@dataclass(frozen=True)
class Windowing:
    """Trees grown from windows of the cases, of which the best is taken (C4.5's ``-t -w -i``).

    Attributes
    ----------
    trials : int
        How many.
    size : int or None
        Of the first window; None is a fifth of the cases, or twice their root.
    increment : int or None
        How many cases are added at most, unless half of those wrong are more; None is a fifth of
        the window.
    """

    trials: int = 10
    size: int | None = None
    increment: int | None = None

    @classmethod
    def asked(
        cls, trials: int | None, size: int | None = None, increment: int | None = None
    ) -> Windowing | None:
        """Return the windowing that any of the three options asks for; None if none of them does.

        Examples
        --------
        >>> Windowing.asked(None, size=30)
        Windowing(trials=10, size=30, increment=None)
        >>> Windowing.asked(None) is None
        True
        """
        if trials is size is increment is None:
            return None
        return cls(cls.trials if trials is None else trials, size, increment)


@dataclass(frozen=True, kw_only=True)
class LearnSpec:
    """Everything that describes one fit, besides the cases.

    Attributes
    ----------
    learner : {"tree", "t2"}
        A tree grown from the root down, or T2's; of T2 only ``max_intervals`` and ``n_jobs`` count.
    criterion : str
        What makes a test good: one of :data:`cutpoint.catalog.CRITERIA`, or "custom".
    custom_criterion : function or None
        The measure of the user's, if the criterion is "custom".
    cuts : str
        How a numeric attribute is divided: one of :data:`cutpoint.catalog.CUTS`, or the name of any
        other interval method.
    intervals : IntervalMethod or None
        The interval method with its options; None for binary cuts. If it is not given, it follows
        from ``cuts``, with what the tree asks of it: its own criterion, ``min_cases`` and
        ``max_branches``.
    switch_at : float
        With hybrid cuts, nodes of fewer cases are divided into intervals.
    threshold : str
        How a single cut is chosen: one of :data:`cutpoint.catalog.THRESHOLDS`.
    window, width, resamples
        What smoothing, averaging and the bootstrap need.
    placement : str
        Where a cut lies between two values: one of :data:`cutpoint.catalog.PLACEMENTS`.
    penalty : str
        What the choice among many cuts costs: one of :data:`cutpoint.catalog.PENALTIES`.
    cut_by : {"criterion", "gain", "release7"}
        Which cut of a numeric attribute competes: the one that the criterion finds best; that of
        greatest gain (C4.5 since Release 8); or that of greatest gain ratio among those of at least
        average gain, the last of equals.
    charge_groups : bool
        Whether the choice among groupings of nominal values is charged for as the choice among cuts
        is (the conclusion of Quinlan 1996).
    nominal : str
        What the branches of a nominal attribute are: one of :data:`cutpoint.catalog.NOMINAL`.
    min_cases : float
        A test needs two branches with at least so many cases, a numeric one on both sides.
    minimum_split : bool
        Whether numeric tests need more cases at large nodes, as in C4.5: a tenth of the cases per
        class, but no more than 25.
    max_depth : int or None
        The most tests on a path.
    max_branches : int or None
        The most intervals of a numeric test; an attribute that would get more is left out there.
    min_fraction : float
        A case with an unknown value takes no branch that would hold less of it than this.
    leave_out_many_values : bool
        Whether nominal attributes with nearly as many values as the table has cases are left out of
        the average gain, as in C4.5.
    collapse : bool
        Whether a test that saves no training error becomes a leaf, as in C4.5.
    pruning : str or None
        One of :data:`cutpoint.catalog.PRUNINGS`, or None.
    confidence : float
        The confidence level of the error estimates.
    ccp_alpha : float or None
        The strength of cost-complexity pruning, in error rate per leaf; None finds it by
        cross-validation.
    ccp_risk : {"criterion", "errors"}
        What a leaf costs in cost-complexity pruning: its impurity by the criterion, if that is the
        Gini index or the gain, and else its errors; or its errors in any case.
    one_standard_error : bool
        Whether cross-validation takes the smallest tree whose errors are within one standard error
        of the fewest, or the one with the fewest.
    release : str or None
        The release of C4.5 that this follows, if any.
    faithful : bool
        Whether the arithmetic and the oddities of Release 8 are kept.
    soft_thresholds : bool
        Whether numeric tests of the pruned tree get a lower and an upper bound.
    windowing : Windowing or None
        Whether trees are grown from windows, and how.
    max_intervals : int or None
        T2: the most intervals of the second level; None is one more than there are classes.
    seed : int
        Where random numbers come from: windows, folds, and the resamples of the bootstrap.
    n_jobs : int or None
        Number of threads; -1 is one per core. The tree does not depend on it.

    Examples
    --------
    >>> spec = LearnSpec(criterion="gini", cuts="equal_width", max_branches=4)
    >>> spec.intervals
    IntervalMethod(name='equal_width', options={'n_bins': 10})
    >>> LearnSpec.for_release("7GS", min_cases=5.0).penalty
    'filter'
    """

    learner: str = TREE
    criterion: str = "gain_ratio"
    custom_criterion: CustomCriterion | None = None
    cuts: str = "binary"
    intervals: IntervalMethod | None = None
    switch_at: float = 200.0
    threshold: str = "classic"
    window: int = 21
    width: float = 2.5
    resamples: int = 10
    placement: str = "midpoint"
    penalty: str = "none"
    cut_by: str = "criterion"
    charge_groups: bool = True
    nominal: str = "values"
    min_cases: float = 2.0
    minimum_split: bool = False
    max_depth: int | None = None
    max_branches: int | None = None
    min_fraction: float = 0.0
    leave_out_many_values: bool = False
    collapse: bool = False
    pruning: str | None = "error"
    confidence: float = 0.25
    ccp_alpha: float | None = None
    ccp_risk: str = "criterion"
    one_standard_error: bool = True
    release: str | None = None
    faithful: bool = False
    soft_thresholds: bool = False
    windowing: Windowing | None = None
    max_intervals: int | None = None
    seed: int = 1
    n_jobs: int | None = None

    def __post_init__(self) -> None:
        for name, known in _NAMES.items():
            if getattr(self, name) not in known:
                names = ", ".join(str(other) for other in known)
                raise InputError(f"{name} must be one of {names}, not {getattr(self, name)!r}")
        if (self.criterion == catalog.CUSTOM) != (self.custom_criterion is not None):
            raise InputError("a custom criterion is a function, and no other criterion is")
        if self.intervals is None and self.cuts != "binary":
            object.__setattr__(self, "intervals", self._default_intervals())
        self._check()

    def _default_intervals(self) -> IntervalMethod:
        """Return the interval method of ``cuts``, with what this tree asks of it."""
        name = catalog.HYBRID_METHOD if self.cuts == "hybrid" else self.cuts
        known = catalog.INTERVALS[name].defaults
        asked: dict[str, Value] = {}
        if "min_cases" in known:
            asked["min_cases"] = float(self.min_cases)
        if self.max_branches is not None:
            limits = {"max_branches", "max_intervals"} & known.keys()
            asked |= dict.fromkeys(limits, int(self.max_branches))
        scored = catalog.CRITERIA.get(self.criterion)
        if name == "contextual" and scored is not None and scored.scores_partitions:
            asked["criterion"] = self.criterion
        return IntervalMethod(name, asked)

    def _check(self) -> None:
        """Refuse settings that contradict each other."""
        named = "binary" if self.intervals is None else self.intervals.name
        if self.cuts not in ("hybrid", named):
            raise InputError(f"cuts={self.cuts!r} does not go with the method of {named} cuts")
        criterion = catalog.CRITERIA.get(self.criterion)
        if criterion is not None and criterion.branches == 2 and self.cuts != "binary":
            raise InputError(
                f"criterion={self.criterion!r} compares the two sides of one cut: use "
                "cuts='binary', or another criterion"
            )
        if self.threshold != "classic" and self.cuts not in ("binary", "hybrid"):
            raise InputError(
                f"threshold={self.threshold!r} chooses a single cut, and intervals have several: "
                "leave it out, or use cuts='binary' or 'hybrid'"
            )
        if self.faithful and self.release != "8":
            raise InputError(
                f"faithful=True reproduces Release 8: for release {self.release} leave it out"
            )
        if self.pruning == catalog.COST_COMPLEXITY:
            self.check_sequence("pruning='cost_complexity'")
        elif self.ccp_alpha is not None:
            raise InputError(
                "ccp_alpha is the strength of pruning='cost_complexity': add that, or leave "
                "ccp_alpha out"
            )

    def check_sequence(self, what: str) -> None:
        """Refuse to take a tree of the cost-complexity sequence where there is none.

        Raises
        ------
        InputError
            Which begins with ``what``, such as "a pruning set".
        """
        if self.faithful:
            raise InputError(
                f"{what} is no part of C4.5 Release 8, which faithful=True reproduces: use "
                "faithful=False, or leave it out"
            )
        if self.windowing is not None:
            raise InputError(
                f"{what} does not go with windows, whose trees are compared by their estimated "
                "errors: leave one of the two out"
            )

    @property
    def risk(self) -> str:
        """What a leaf costs in cost-complexity pruning: "errors", "gini" or "entropy".

        Examples
        --------
        >>> LearnSpec(criterion="gain").risk, LearnSpec(criterion="mantaras").risk
        ('entropy', 'errors')
        """
        impurities = {"gini": "gini", "gain": "entropy"} if self.ccp_risk == "criterion" else {}
        return impurities.get(self.criterion, "errors")

    @classmethod
    def for_release(cls, release: int | str = 8, **changes: Any) -> Self:
        """Return the spec of a release of C4.5, or of a step between two (Quinlan 1996, Table 3).

        Parameters
        ----------
        release : {8, 7, "7G", "7GS"}
            One of :data:`cutpoint.catalog.RELEASES`.
        **changes
            Fields that are to differ, such as ``min_cases``. With groups of values no attribute is
            left out of the average gain, as in C4.5, unless ``leave_out_many_values`` says so.

        Raises
        ------
        InputError
            If there is no such release.

        Examples
        --------
        >>> spec = LearnSpec.for_release(7, nominal="groups")
        >>> spec.cut_by, spec.leave_out_many_values
        ('release7', False)
        """
        entry = catalog.RELEASES.get(str(release))
        if entry is None:
            raise InputError(f"release must be 8, 7, '7G' or '7GS', not {release!r}")
        settings: dict[str, Any] = {
            "release": entry.name,
            "cut_by": entry.cut_by,
            "penalty": entry.penalty,
            "charge_groups": False,
            "minimum_split": True,
            "placement": "observed",
            "leave_out_many_values": changes.get("nominal", "values") == "values",
            "collapse": True,
        }
        return cls(**(settings | changes))

    @classmethod
    def for_t2(cls, max_intervals: int | None = None, n_jobs: int | None = None) -> Self:
        """Return the spec of T2's tree, which is not pruned."""
        return cls(learner=T2, max_intervals=max_intervals, n_jobs=n_jobs, pruning=None)

    def replace(self, **changes: Any) -> Self:
        """Return a spec that differs in some fields.

        Intervals that followed from other fields follow from the new ones.

        Examples
        --------
        >>> LearnSpec(cuts="contextual").replace(min_cases=5.0).intervals.options["min_cases"]
        5.0
        """
        if self.cuts != "binary" and self.intervals == self._default_intervals():
            changes = {"intervals": None} | changes
        return replace(self, **changes)

    def flat(self) -> dict[str, Any]:
        """Return all fields by name; those of nested parts with a dot, as in ``windowing.size``.

        Examples
        --------
        >>> spec = LearnSpec(windowing=Windowing(trials=3), cuts="one_rule")
        >>> flat = spec.flat()
        >>> flat["criterion"], flat["windowing.trials"], flat["intervals.min_majority"]
        ('gain_ratio', 3, 6)
        """
        found: dict[str, Any] = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, Windowing):
                found |= {
                    f"windowing.{part.name}": getattr(value, part.name) for part in fields(value)
                }
            elif isinstance(value, IntervalMethod):
                found["intervals"] = value.name
                found |= {f"intervals.{name}": option for name, option in value.options.items()}
            else:
                found[entry.name] = value
        return found


_NAMES: dict[str, tuple[str | None, ...]] = {
    "learner": (TREE, T2),
    "criterion": (*catalog.CRITERIA, catalog.CUSTOM),
    "cuts": (*catalog.CUTS, *(name for name in catalog.INTERVALS if name not in catalog.CUTS)),
    "threshold": tuple(catalog.THRESHOLDS),
    "placement": tuple(catalog.PLACEMENTS),
    "penalty": tuple(catalog.PENALTIES),
    "cut_by": catalog.CUT_BY,
    "nominal": tuple(catalog.NOMINAL),
    "pruning": (*catalog.PRUNINGS, None),
    "ccp_risk": ("criterion", "errors"),
    "release": (*catalog.RELEASES, None),
}
"""The fields that are one of several names."""
