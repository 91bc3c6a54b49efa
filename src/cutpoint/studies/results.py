"""What became of systems on data sets: means, standard errors, comparisons, files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cutpoint.compare import FIGURES, Outcome
from cutpoint.errors import InputError
from cutpoint.files import FilePath, write_whole
from cutpoint.studies.ranks import Floats, Ranks, SignedRank, rank_systems, signed_rank

_EQUAL = 1e-12


@dataclass(frozen=True, eq=False)
class Results:
    """Systems cross-validated on the same folds of several data sets.

    Attributes
    ----------
    outcomes : dict
        For each data set, the outcome of each system by name, in the order they were given.
    folds, repeats : int
        How many folds, and how often the cases were divided anew.
    missing : dict
        The data sets that could not be had, and why.
    record : dict
        The seed, the versions and the machine.

    Examples
    --------
    >>> from cutpoint.studies import run
    >>> results = run(["r8", "r7"], ["iris", "wine"], repeats=2)
    >>> results.datasets, results.systems
    (['iris', 'wine'], ['r8', 'r7'])
    >>> 0 < results.mean("iris", "r8") < 0.1
    True
    """

    outcomes: Mapping[str, Mapping[str, Outcome]]
    folds: int
    repeats: int
    missing: Mapping[str, str] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def datasets(self) -> list[str]:
        """The data sets, in the order they were given."""
        return list(self.outcomes)

    @property
    def systems(self) -> list[str]:
        """The systems, in the order they were given."""
        return list(next(iter(self.outcomes.values()))) if self.outcomes else []

    def values(self, dataset: str, system: str, figure: str = "errors") -> Floats:
        """Return a figure of each cross-validation; of each fold, if there was only one.

        Error rates are over all cases of a cross-validation, the rest are means over its folds.
        """
        try:
            outcome = self.outcomes[dataset][system]
        except KeyError as error:
            raise InputError(f"there is no result of {error.args[0]!r}") from None
        found = _figure(outcome, figure)
        if self.repeats == 1:
            return found
        by_repeat = found.reshape(self.repeats, -1)
        if figure != "errors":
            return np.asarray(by_repeat.mean(axis=1))
        weight = np.broadcast_to(outcome.weight, found.shape).reshape(by_repeat.shape)
        return np.asarray(np.average(by_repeat, axis=1, weights=weight))

    def mean(self, dataset: str, system: str, figure: str = "errors") -> float:
        """Return the mean of a figure: errors, size, leaves, depth, seconds, or another."""
        if figure == "errors":
            outcome = self.outcomes[dataset][system]
            weight = np.broadcast_to(outcome.weight, outcome.errors.shape)
            return float(np.average(outcome.errors, weights=weight))
        return float(self.values(dataset, system, figure).mean())

    def standard_error(self, dataset: str, system: str, figure: str = "errors") -> float:
        """Return the standard error of that mean, over cross-validations (or folds, of one)."""
        values = self.values(dataset, system, figure)
        return float(values.std(ddof=1) / np.sqrt(len(values)))

    def wins(self, dataset: str, system: str, other: str) -> tuple[int, int, int]:
        """Return in how many cross-validations (or folds, of one) a system wins, draws and loses.

        The lower error rate wins.
        """
        difference = self.values(dataset, system) - self.values(dataset, other)
        wins, losses = int((difference < -_EQUAL).sum()), int((difference > _EQUAL).sum())
        return wins, len(difference) - wins - losses, losses

    def ratio(self, dataset: str, system: str, other: str, figure: str = "errors") -> float:
        """Return a figure of a system divided by that of another; 1 where both are 0."""
        one, two = self.mean(dataset, system, figure), self.mean(dataset, other, figure)
        return 1.0 if one == two else (one / two if two > 0 else float("inf"))

    def mean_ratio(self, system: str, other: str, figure: str = "errors") -> float:
        """Return the mean of the ratios over all data sets."""
        return float(np.mean([self.ratio(name, system, other, figure) for name in self.outcomes]))

    def geometric_mean_ratio(self, system: str, other: str, figure: str = "errors") -> float:
        """Return the geometric mean of the ratios over the data sets where both are above 0."""
        ratios = np.array([self.ratio(name, system, other, figure) for name in self.outcomes])
        usable = ratios[(ratios > 0) & np.isfinite(ratios)]
        return float(np.exp(np.log(usable).mean())) if len(usable) else float("nan")

    def ranks(self, figure: str = "errors", alpha: float = 0.05) -> Ranks:
        """Return mean ranks, Friedman's test and Nemenyi's critical difference."""
        table = [[self.mean(d, s, figure) for s in self.systems] for d in self.outcomes]
        return rank_systems(self.systems, np.array(table), alpha)

    def signed_rank(self, system: str, other: str, rope: float = 0.01) -> SignedRank:
        """Return the Bayesian signed-rank comparison of the error rates of two systems."""
        pairs = [self.mean(name, system) - self.mean(name, other) for name in self.outcomes]
        return signed_rank(pairs, rope)

    def plot_ranks(self, figure: str = "errors", alpha: float = 0.05, ax: Any = None) -> Any:
        """Draw the critical-difference diagram and return its axes; needs matplotlib."""
        from cutpoint.studies.figures import draw_ranks  # noqa: PLC0415

        return draw_ranks(self.ranks(figure, alpha), ax)

    def rows(self) -> list[dict[str, Any]]:
        """Return the figures of each system on each data set, compared with the first system."""
        first = self.systems[0]
        rows = []
        for dataset, by_system in self.outcomes.items():
            for system in by_system:
                wins, draws, losses = self.wins(dataset, system, first)
                row: dict[str, Any] = {"dataset": dataset, "system": system}
                row["error"] = self.mean(dataset, system)
                row["standard_error"] = self.standard_error(dataset, system)
                for figure in (*FIGURES[1:5], *by_system[system].more):
                    row[figure] = self.mean(dataset, system, figure)
                row["size_standard_error"] = self.standard_error(dataset, system, "size")
                row |= {"wins": wins, "draws": draws, "losses": losses}
                row["error_ratio"] = self.ratio(dataset, system, first)
                row["size_ratio"] = self.ratio(dataset, system, first, "size")
                rows.append(row)
        return rows

    def averages(self) -> list[dict[str, Any]]:
        """Return each system's figures over all data sets, compared with the first system."""
        first, rows = self.systems[0], []
        ranks = self.ranks() if len(self.systems) > 1 else None
        for system in self.systems:
            row: dict[str, Any] = {"system": system}
            row["error"] = float(np.mean([self.mean(name, system) for name in self.outcomes]))
            row["size"] = float(
                np.mean([self.mean(name, system, "size") for name in self.outcomes])
            )
            for figure, label in (("errors", "error"), ("size", "size")):
                row[f"{label}_ratio"] = self.mean_ratio(system, first, figure)
                row[f"{label}_geometric_mean"] = self.geometric_mean_ratio(system, first, figure)
            if ranks is not None:
                row["rank"] = float(ranks.ranks[ranks.names.index(system)])
                better = {} if system == first else self.signed_rank(system, first)._asdict()
                row |= {f"probability_{name}": p for name, p in better.items()}
            rows.append(row)
        return rows

    def to_frame(self) -> Any:
        """Return :meth:`rows` as a pandas DataFrame."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(self.rows())

    def to_csv(self) -> str:
        """Return :meth:`rows` as CSV."""
        return csv_text(self.rows())

    def to_json(self) -> str:
        """Return everything, the figures of each fold included, as JSON."""
        content = {
            "folds": self.folds,
            "repeats": self.repeats,
            "record": dict(self.record),
            "missing": dict(self.missing),
            "averages": self.averages(),
            "ranks": self._ranks_as_dict(),
            "rows": self.rows(),
            "outcomes": {
                dataset: {name: figures_of(outcome) for name, outcome in by_system.items()}
                for dataset, by_system in self.outcomes.items()
            },
        }
        return json.dumps(content, indent=1) + "\n"

    def _ranks_as_dict(self) -> dict[str, Any] | None:
        if len(self.systems) < 2:
            return None
        found = self.ranks()
        return {
            "systems": dict(zip(found.names, found.ranks.tolist(), strict=True)),
            "critical_difference": found.critical_difference,
            "friedman_p": None if np.isnan(found.p_value) else found.p_value,
        }

    def save(self, path: FilePath) -> None:
        """Write the results to a .csv or .json file."""
        writers = {".csv": self.to_csv, ".json": self.to_json}
        write = writers.get(Path(path).suffix.lower())
        if write is None:
            raise InputError(f"cannot write {path}: its name must end in .csv or .json")
        write_whole(path, write())

    def __str__(self) -> str:
        lines = [f"{'':16}" + "".join(f"{name:>16}" for name in self.systems)]
        for dataset in self.outcomes:
            cells = (
                f"{100 * self.mean(dataset, s):.2f} ±{100 * self.standard_error(dataset, s):.2f}"
                for s in self.systems
            )
            lines.append(f"{dataset:16}" + "".join(f"{cell:>16}" for cell in cells))
        return "\n".join(lines)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV, with the names that any of them has as the header."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def figures_of(outcome: Outcome) -> dict[str, list[float]]:
    """Return the figures of each fold as plain lists."""
    own = {name: getattr(outcome, name).tolist() for name in FIGURES}
    return own | {name: values.tolist() for name, values in outcome.more.items()}


def _figure(outcome: Outcome, figure: str) -> Floats:
    found = outcome.more.get(figure) if figure not in FIGURES else getattr(outcome, figure)
    if found is None:
        known = ", ".join((*FIGURES, *outcome.more))
        raise InputError(f"{outcome.name} has no figure {figure!r}: there are {known}")
    return np.asarray(found, dtype=np.float64)
