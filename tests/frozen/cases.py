"""The frozen cases: a table, an estimator and its settings, each with a name to be told by.

Only the public face is used, so that the same cases run on any core.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from frozen.settings import (
    DISCRETIZERS,
    OTHERS,
    SCORED,
    SIMILARITIES,
    THRESHOLDS,
    Draw,
    Made,
    Settings,
    accuracy,
    discretizer_settings,
    purity,
    tree_settings,
)
from frozen.tables import NARROW, NUMERIC_ONLY, SMALL, UNWEIGHTED, Cases, make_cases
from frozen.text import texts_of_model


class Case(NamedTuple):
    """A frozen case."""

    group: str
    number: int
    kind: str
    estimator: Made

    @property
    def name(self) -> str:
        return f"{self.group}/{self.number:03d}"

    @property
    def id(self) -> str:
        return f"{self.name} {self.kind} {self.estimator}"


Drawn = tuple[str, Made]
GROUPS: dict[str, tuple[int, Callable[[int, Draw], Drawn]]] = {}
"""The groups by name: how many cases, and what the kind of table and the estimator are."""


def _plain(kind: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        settings = {"criterion": SCORED[number % len(SCORED)]}
        settings |= tree_settings(draw, grouped=kind not in ("wide", "classes"))
        return kind, Made("TreeClassifier", settings)

    return drawn


def _measure(criterion: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kinds = NUMERIC_ONLY if criterion == "contrast" else SMALL
        kind = kinds[number % len(kinds)]
        settings = tree_settings(draw, grouped=kind in NARROW)
        if criterion == "mpi":
            settings["nominal"] = "binary"
        return kind, Made("TreeClassifier", {"criterion": criterion} | settings)

    return drawn


def _threshold(threshold: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kind = SMALL[number % len(SMALL)]
        criterion = draw.of(*SCORED, *SCORED, *OTHERS)
        if criterion == "contrast":
            kind = NUMERIC_ONLY[number % len(NUMERIC_ONLY)]
        settings = {"criterion": criterion, "threshold": threshold}
        if criterion not in ("mpi", "contrast"):
            settings |= draw.some(cuts=("binary", "binary", "binary", "hybrid"))
        settings |= tree_settings(draw, grouped=kind in NARROW)
        if criterion == "mpi":
            settings["nominal"] = "binary"
        settings |= draw.some(
            window=(21, 1, 3, 8), width=(2.5, 0.0, 0.5), resamples=(10, 1, 3), switch_at=(200, 20)
        )
        if threshold == "bootstrap":
            settings["random_state"] = int(draw.rng.randint(1000))
        return kind, Made("TreeClassifier", settings)

    return drawn


def _odd_contrast(number: int, draw: Draw) -> Drawn:
    """Values that differ, and are one after they are scaled to their range."""
    settings: Settings = {"criterion": "contrast"}
    settings |= draw.some(threshold=("classic", *THRESHOLDS))
    if settings.get("threshold") == "bootstrap":
        settings["random_state"] = number
    return "odd_numeric", Made("TreeClassifier", settings | tree_settings(draw))


def _intervals(method: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kind = SMALL[number % len(SMALL)]
        settings: Settings = {"criterion": draw.of(*SCORED, *SCORED, "kolmogorov", "chi2")}
        settings["cuts"] = method
        if method != "hybrid" and draw.of(False, True):
            settings["cuts"] = Made(DISCRETIZERS[method], discretizer_settings(method, draw))
        settings |= tree_settings(draw, grouped=kind in NARROW)
        settings |= draw.some(max_branches=(None, None, 2, 3, 6), switch_at=(200, 200, 20, 8.5))
        return kind, Made(draw.of("TreeClassifier", "MultiwayTreeClassifier"), settings)

    return drawn


def _c45(release: int | str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kind = SMALL[number % len(SMALL)]
        settings: Settings = {"release": release}
        settings |= draw.some(
            criterion=("gain_ratio", "gain_ratio", "gain"),
            group_values=(False, kind in NARROW),
            min_cases=(2, 2, 1, 5),
            confidence=(0.25, 0.25, 0.05, 0.9),
            pruning=("error", "error", None),
            max_depth=(None, None, None, 2),
            soft_thresholds=(False, True),
        )
        if number % 3 == 0 and kind in UNWEIGHTED:
            settings |= draw.some(trials=(10, 2, 3), window=(None, 15), increment=(None, 4))
            settings |= {"trials": settings.get("trials", 2), "random_state": number}
        return kind, Made("C45Classifier", settings)

    return drawn


def _faithful(what: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kinds = UNWEIGHTED if what == "windows" else NARROW if what == "groups" else SMALL
        kind = kinds[number % len(kinds)]
        settings: Settings = {"faithful": True}
        settings |= draw.some(
            criterion=("gain_ratio", "gain_ratio", "gain"),
            group_values=(what == "groups", what == "groups"),
            min_cases=(2, 2, 1, 5),
            confidence=(0.25, 0.25, 0.05, 0.9),
            soft_thresholds=(what == "soft", what == "soft"),
        )
        if what == "groups":
            settings["group_values"] = True
        if what == "soft":
            settings["soft_thresholds"] = True
        if what == "windows":
            settings["trials"] = draw.of(1, 2, 3)
            settings |= draw.some(
                window=(None, None, 15),
                increment=(None, None, 4),
                group_values=(False, False, kind in NARROW),
            )
        else:
            settings |= draw.some(pruning=("error", "error", None), max_depth=(None, None, None, 2))
        return kind, Made("C45Classifier", settings)

    return drawn


def _rules(faithful: bool) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kinds = tuple(kind for kind in UNWEIGHTED if kind in NARROW)
        kind = kinds[number % len(kinds)]
        settings: Settings = {"faithful": True} if faithful else {}
        settings |= draw.some(
            release=(8, 8, 8) if faithful else (8, 8, 7, "7G"),
            criterion=("gain_ratio", "gain_ratio", "gain"),
            group_values=(False, False, True),
            min_cases=(2, 2, 1, 5),
            confidence=(0.25, 0.25, 0.05, 0.9),
            redundancy=(1.0, 1.0, 0.2, 3.0),
            significance=(None, None, 0.05),
            trials=(None, None, None, 2),
            random_state=(0, 7),
        )
        return kind, Made("C45RulesClassifier", settings)

    return drawn


def _t2(weighted: bool) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kinds = ("weights", "whole_weights", "tiny") if weighted else (*UNWEIGHTED, "odd")
        settings = draw.some(max_intervals=(None, None, 1, 2, 3, 5))
        return kinds[number % len(kinds)], Made("T2Classifier", settings)

    return drawn


def _discretizer(method: str) -> Callable[[int, Draw], Drawn]:
    def drawn(number: int, draw: Draw) -> Drawn:
        kind = SMALL[number % len(SMALL)]
        settings = discretizer_settings(method, draw)
        if method == "chimerge" and number % 3 == 0:
            settings["inconsistency"] = draw.of(0.0, 0.02, 0.1)
        settings |= draw.some(
            encode=("ordinal", "ordinal", "label", "onehot"), missing=("keep", "keep", "bin")
        )
        return kind, Made(DISCRETIZERS[method], settings)

    return drawn


def _similarity(number: int, draw: Draw) -> Drawn:
    """Each similarity of the contextual method, by itself."""
    settings: Settings = {"similarity": SIMILARITIES[number % len(SIMILARITIES)]}
    if number >= 3 * len(SIMILARITIES):
        settings["direction"] = "divisive"
    settings |= draw.some(bins=(25, 6, None), theta=(1.0, 0.5), alpha=(1.0, 0.25), power=(2.0, 3.5))
    kind = ("numeric2", "numeric", "binned", "weights")[number % 4]
    return kind, Made("ContextualDiscretizer", settings)


def _custom(number: int, draw: Draw) -> Drawn:
    kind = ("numeric2", "numeric", "mixed", "missing", "tied")[number % 5]
    settings: Settings = {"criterion": (purity, accuracy)[number % 2]}
    settings |= draw.some(cuts=("binary", "binary", "mdlp"))
    return kind, Made("TreeClassifier", settings | tree_settings(draw, penalty=False))


_MID: tuple[Drawn, ...] = (
    *(
        (kind, Made("TreeClassifier", {"criterion": criterion}))
        for kind, criterion in (
            ("mid_numeric2", "gain_ratio"),
            ("mid_numeric2", "gini"),
            ("mid_numeric2", "mantaras"),
            ("mid_numeric2", "chi2"),
            ("mid_numeric", "gain"),
            ("mid_numeric", "gini"),
            ("mid_numeric", "kolmogorov"),
            ("mid_numeric", "symmetric"),
            ("mid_binned2", "gain_ratio"),
            ("mid_binned2", "gini"),
            ("mid_binned2", "mpi"),
            ("mid_binned", "gain_ratio"),
            ("mid_binned", "gini"),
            ("mid_binned", "distance"),
            ("mid_classes", "gain"),
            ("mid_classes", "gini"),
            ("mid_mixed", "gain_ratio"),
            ("mid_mixed", "gini"),
            ("mid_weights", "gain"),
            ("mid_weights", "symmetric"),
        )
    ),
    ("mid_numeric", Made("TreeClassifier", {"penalty": "rank", "placement": "observed"})),
    ("mid_mixed", Made("TreeClassifier", {"penalty": "filter", "nominal": "groups"})),
    ("mid_mixed", Made("TreeClassifier", {"nominal": "binary", "min_fraction": 0.01})),
    ("mid_numeric2", Made("TreeClassifier", {"threshold": "median"})),
    ("mid_numeric", Made("TreeClassifier", {"threshold": "smoothing", "criterion": "gini"})),
    ("mid_numeric2", Made("TreeClassifier", {"threshold": "averaging", "max_depth": 6})),
    (
        "mid_numeric2",
        Made("TreeClassifier", {"threshold": "bootstrap", "random_state": 1, "max_depth": 6}),
    ),
    ("mid_numeric", Made("MultiwayTreeClassifier", {})),
    ("mid_numeric2", Made("MultiwayTreeClassifier", {"cuts": "mdlp"})),
    ("mid_mixed", Made("MultiwayTreeClassifier", {"cuts": "hybrid"})),
    ("mid_binned", Made("MultiwayTreeClassifier", {"cuts": "chimerge"})),
    ("mid_numeric", Made("MultiwayTreeClassifier", {"cuts": "equal_depth"})),
    ("mid_mixed", Made("MultiwayTreeClassifier", {"cuts": "optimal"})),
    ("mid_numeric2", Made("C45Classifier", {})),
    ("mid_mixed", Made("C45Classifier", {"release": 7})),
    ("mid_mixed", Made("C45Classifier", {"faithful": True})),
    ("mid_weights", Made("C45Classifier", {"faithful": True, "soft_thresholds": True})),
    ("mid_classes", Made("C45Classifier", {"faithful": True})),
    ("mid_numeric", Made("C45Classifier", {"faithful": True, "trials": 2})),
    ("mid_mixed", Made("T2Classifier", {})),
    ("mid_binned", Made("T2Classifier", {"max_intervals": 3})),
    ("mid_numeric2", Made("C45RulesClassifier", {"min_cases": 20, "faithful": True})),
    ("mid_numeric", Made("MDLPDiscretizer", {})),
    ("mid_numeric", Made("ContextualDiscretizer", {})),
    ("mid_numeric", Made("CAIMDiscretizer", {})),
    ("mid_binned", Made("ChiMergeDiscretizer", {"inconsistency": 0.02})),
)


for _kind in SMALL:
    GROUPS[f"plain-{_kind}"] = (42, _plain(_kind))
for _criterion in OTHERS:
    GROUPS[f"measure-{_criterion}"] = (52, _measure(_criterion))
GROUPS["measure-contrast-odd"] = (60, _odd_contrast)
for _name in THRESHOLDS:
    GROUPS[f"threshold-{_name}"] = (39, _threshold(_name))
for _name in (*DISCRETIZERS, "hybrid"):
    GROUPS[f"intervals-{_name}"] = (39, _intervals(_name))
for _release in (8, 7, "7G", "7GS"):
    GROUPS[f"c45-{_release}"] = (39, _c45(_release))
for _name in ("plain", "groups", "soft", "windows"):
    GROUPS[f"faithful-{_name}"] = (45, _faithful(_name))
GROUPS["rules"] = (48, _rules(False))
GROUPS["rules-faithful"] = (48, _rules(True))
GROUPS["t2"] = (60, _t2(False))
GROUPS["t2-weighted"] = (30, _t2(True))
for _name in DISCRETIZERS:
    GROUPS[f"discretize-{_name}"] = (26, _discretizer(_name))
GROUPS["discretize-similarity"] = (60, _similarity)
GROUPS["custom"] = (20, _custom)
GROUPS["mid"] = (len(_MID), lambda number, draw: _MID[number])


def cases_of(group: str) -> Iterator[Case]:
    """Yield the cases of a group."""
    count, drawn = GROUPS[group]
    for number in range(count):
        kind, estimator = drawn(number, Draw(f"{group} {number}"))
        yield Case(group, number, kind, estimator)


@cache
def _mid_cases(kind: str) -> Cases:
    return make_cases(kind, "")


def texts_of(case: Case, n_jobs: int | None = None) -> dict[str, str]:
    """Return what the estimator learns, as texts by name; one of them is a summary.

    An error is an answer too, by its type: the words may change.
    """
    mid = case.kind.startswith("mid_")
    data = _mid_cases(case.kind) if mid else make_cases(case.kind, case.name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            model = case.estimator.build()
            if n_jobs is not None and "n_jobs" in model.get_params(deep=False):
                model.set_params(n_jobs=n_jobs)
            if data.weights is None:
                model.fit(data.X, data.y)
            else:
                model.fit(data.X, data.y, sample_weight=data.weights)
            return texts_of_model(model, data)
        except Exception as error:  # whatever it is, it is compared like any other answer
            return {"is": f"{type(error).__name__}", "error": str(error)}
