"""``cutpoint tune``: the settings that suit a table, by cross-validation on the same folds."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.candidates import CandidateOptions, Settings, candidates_of
from cutpoint.cli.costs import CostOptions
from cutpoint.cli.learners import OPTIONS, TreeOptions, new_classifier
from cutpoint.cli.options import (
    AsJson,
    KeepIds,
    Quiet,
    TableFile,
    WeightedColumnOptions,
    check_printing,
    out_option,
)
from cutpoint.cli.run_options import Seed, jobs_option
from cutpoint.cli.tables import c45_stem, check_output, read_learning, source_of
from cutpoint.cli.work import watched

if TYPE_CHECKING:
    from cutpoint._core import Progress
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.data.table import Table
    from cutpoint.tuning import TreeSearch

_HOW = "How it is compared"
_TUNED = ("learner", "criterion", "cuts", "min_cases", "confidence")
_MOST_ROWS = 20


@dataclass(frozen=True)
class TuneColumnOptions(KeepIds, WeightedColumnOptions):
    """How the file of a table is read, and what its columns are."""


@dataclass(frozen=True)
class TuneOptions:
    """How settings are compared."""

    cv: Annotated[
        int,
        typer.Option("--cv", metavar="N", min=2, help="Number of folds.", rich_help_panel=_HOW),
    ] = 10
    seed: Seed = 0
    n_jobs: Annotated[int, jobs_option(_HOW)] = -1


@dataclass(frozen=True)
class TuneResultOptions:
    """Where the result goes."""

    out: Annotated[Path | None, out_option("Save the chosen model to this file, as JSON.")] = None
    quiet: Quiet = False
    as_json: AsJson = False


def tune(
    table: TableFile,
    columns: TuneColumnOptions,
    candidates: CandidateOptions,
    costs: CostOptions,
    how: TuneOptions,
    result: TuneResultOptions,
) -> None:
    """Try settings on the same folds, choose by the one-standard-error rule, and learn with them.

    [bold]cutpoint tune visits.csv --target outcome --out model.json[/bold]

    The rule takes the smallest tree among those whose error is within one standard error of the
    least. The model is learned from all cases, and saved with --out. With --costs it is the mean
    cost of a case that is to be low.
    """
    from cutpoint.cli import report

    check_printing(result.quiet, result.as_json)
    check_output(result.out, table)
    stem = c45_stem(table)
    tried = candidates_of(candidates, faithful=stem is not None and costs.costs is None)
    source = source_of(table, columns)
    learning = read_learning(source, columns)
    parameters = costs.parameters(learning.cases.classes)
    tried = [settings | {"parameters": parameters} for settings in tried]
    tuning = run(tried, learning.cases, how)
    if result.out is not None:
        tuning.classifier.save(result.out)
    if result.quiet:
        return
    if result.as_json:
        facts = {"table": str(table), "target": learning.cases.target_name}
        tree = tuning.classifier.tree_
        saved = None if result.out is None else str(result.out)
        more = {"tree": tree.to_dict(), "model": saved}
        report.print_json({**facts, **tuning.to_dict(), **more})
        return
    print(report.described(learning.cases, source.shown))
    tuning.print()
    report.print_tree(tuning.classifier.tree_, "Decision tree")
    if result.out is not None:
        print(f"\nModel written to {result.out}")
    else:
        target = "" if stem is not None else f" --target {shlex.quote(learning.cases.target_name)}"
        report.note("\nSave it with --out FILE, or learn it again with:")
        weighed = "".join(
            f" {option} {shlex.quote(str(value))}"
            for option, value in (("--costs", costs.costs), ("--class-weight", costs.class_weight))
            if value is not None
        )
        flags = _flags(tuning.chosen) + weighed
        print(f"    cutpoint fit {shlex.quote(str(table))}{target}{flags}")


def run(tried: Sequence[Settings], cases: Table, how: TuneOptions) -> Tuning:
    """Try settings on the same folds, with a bar on the terminal."""
    from cutpoint._core import Progress

    progress = Progress()
    total = len(tried) * how.cv
    found = watched(
        lambda: search(tried, cases, how, progress), f"Learning {total:,} trees", progress, total
    )
    return Tuning(tried, found, how)


def search(
    tried: Sequence[Settings], cases: Table, how: TuneOptions, progress: Progress | None = None
) -> TreeSearch:
    """Try settings on the same folds."""
    from cutpoint.tuning import tune_table

    learners = [
        new_classifier(settings["learner"], _given(settings, how.seed)).set_params(
            **settings.get("parameters", {})
        )
        for settings in tried
    ]
    return tune_table(
        learners,
        cases,
        folds=how.cv,
        random_state=how.seed,
        n_jobs=how.n_jobs,
        progress=progress,
    )


@dataclass(frozen=True)
class Tuning:
    """What became of each setting, and which was chosen."""

    tried: Sequence[Settings]
    search: TreeSearch
    how: TuneOptions

    @property
    def classifier(self) -> TreeBasedClassifier:
        """What the chosen settings have learned from all cases."""
        found: TreeBasedClassifier = self.search.best_estimator_.learner_
        return found

    @property
    def chosen(self) -> Settings:
        """The settings that were chosen, as options of ``cutpoint fit``."""
        return _shown(self.tried[self.search.best_index_])

    def rows(self) -> list[dict[str, Any]]:
        """Return settings, error and size of each candidate."""
        import numpy as np

        from cutpoint.tuning import split_scores

        errors = 1 - split_scores(self.search.cv_results_)
        spread = errors.std(axis=0, ddof=1) / np.sqrt(len(errors))
        sizes = self.search.cv_results_["mean_test_size"]
        return [
            {
                **_shown(settings),
                self.loss: float(errors[:, number].mean()),
                "standard_error": float(spread[number]),
                "size": float(sizes[number]),
                "chosen": number == self.search.best_index_,
            }
            for number, settings in enumerate(self.tried)
        ]

    @property
    def loss(self) -> str:
        """What is to be low: the error rate, or the mean cost of a tree that decides by costs."""
        return "error" if self.classifier.tree_.costs is None else "cost"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "chosen": self.chosen,
            "chosen_by": self.loss,
            "folds": self.how.cv,
            "seed": self.how.seed,
            "candidates": self.rows(),
        }

    def print(self) -> None:
        """Print a line for each setting, the least error first; the chosen one is marked."""
        from cutpoint.cli import report

        rows = self.rows()
        varied = [name for name in _TUNED if len({str(row.get(name)) for row in rows}) > 1]
        report.heading(
            f"{len(rows):,} settings, {self.how.cv}-fold cross-validation (seed {self.how.seed})"
        )
        by_cost = self.loss == "cost"
        grid = report.grid_of("rank", *varied, "mean cost" if by_cost else "error", "±", "size")
        grid.add_column("", no_wrap=True)
        order = sorted(range(len(rows)), key=lambda number: (rows[number][self.loss], number))
        for rank, number in enumerate(order, 1):
            row = rows[number]
            if rank <= _MOST_ROWS or row["chosen"]:
                grid.add_row(
                    str(rank),
                    *(_text(row.get(name)) for name in varied),
                    f"{row['cost']:.3f}" if by_cost else report.percent(row["error"]),
                    f"{row['standard_error']:.3f}"
                    if by_cost
                    else f"{100 * row['standard_error']:.1f}",
                    f"{row['size']:.1f}",
                    "chosen" if row["chosen"] else "",
                )
        report.show_grid(grid)
        print()
        report.note(
            "Chosen: the smallest tree within one standard error (±) of the least mean cost."
            if by_cost
            else "Chosen: the smallest tree within one standard error (±, in percentage points) of "
            "the least error."
        )


def _given(settings: Mapping[str, Any], seed: int) -> Settings:
    """Return settings as the values of the options of a learner."""
    return asdict(replace(TreeOptions(), faithful=False)) | dict(settings) | {"seed": seed}


def _shown(settings: Mapping[str, Any]) -> Settings:
    """Return what a person may want to know of settings, and can say to ``cutpoint fit``."""
    has = {"learner", *OPTIONS[settings["learner"]]}
    return {
        name: settings[name] for name in _TUNED if name in has and settings.get(name) is not None
    }


def _flags(settings: Mapping[str, Any]) -> str:
    """Return settings as options of the command line."""
    return "".join(
        f" --{name.replace('_', '-')} {_text(value)}"
        for name, value in settings.items()
        if (name, value) != ("learner", "c45")
    )


def _text(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float | int) else str(value)
