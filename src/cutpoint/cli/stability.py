"""``cutpoint stability``: how much a tree would change with another sample of its cases."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.fit import learn
from cutpoint.cli.groups import OneOf
from cutpoint.cli.learners import TreeOptions, check_contradictions, check_options, new_classifier
from cutpoint.cli.options import (
    KeepIds,
    Quiet,
    TableFile,
    WeightedColumnOptions,
    WindowOptions,
    out_option,
    output_option,
    target_and_trials,
    test_file,
)
from cutpoint.cli.run_options import jobs_option, seed_option
from cutpoint.cli.tables import (
    FLATTERED,
    c45_stem,
    check_output,
    learning_table,
    other_cases,
    source_of,
)
from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.data.table import Table
    from cutpoint.stability import Stability
    from cutpoint.stability.assess import Plan
    from cutpoint.tree.model import Model

RESAMPLES = "Resamples"
_ENDINGS = (".html", ".json", ".csv")


@dataclass(frozen=True)
class ResampleOptions:
    """How resamples are drawn."""

    resamples: Annotated[
        int,
        typer.Option(
            "--resamples",
            metavar="N",
            min=2,
            help="How many resamples of the cases a tree is learned from.",
            rich_help_panel=RESAMPLES,
        ),
    ] = 50
    sampler: Annotated[
        str,
        OneOf(("bootstrap", "subsample")),
        typer.Option(
            "--sampler",
            help="Draw cases with replacement (bootstrap), or without (subsample).",
            rich_help_panel=RESAMPLES,
        ),
    ] = "bootstrap"
    share: Annotated[
        float | None,
        typer.Option(
            "--fraction",
            metavar="F",
            help="The size of a resample as a fraction of the cases. By default 1 for the "
            "bootstrap, 0.632 for subsamples.",
            show_default=False,
            rich_help_panel=RESAMPLES,
        ),
    ] = None
    random_state: Annotated[int, seed_option(RESAMPLES)] = 0
    n_jobs: Annotated[int, jobs_option(RESAMPLES)] = -1


@dataclass(frozen=True)
class ReportOptions:
    """Where the report goes, and over which cases probabilities are compared."""

    out: Annotated[
        Path | None,
        out_option(
            "Write the report to this file: .html is the tree's page with everything on it, .json "
            "for programs and 'cutpoint explain', .csv a row per node."
        ),
    ] = None
    test: Annotated[
        Path | None,
        output_option(
            "--test",
            metavar="TABLE",
            help="Compare probabilities, and count errors, on this table of other cases.",
        ),
    ] = None
    unseen: Annotated[bool, output_option("-u", help="Do so on STEM.test (C4.5's files only).")] = (
        False
    )
    quiet: Quiet = False


@dataclass(frozen=True)
class StabilityColumnOptions(KeepIds, WeightedColumnOptions):
    """How the file of a table is read, and what its columns are: as in ``cutpoint fit``."""


def stability(
    context: typer.Context,
    table: TableFile,
    columns: StabilityColumnOptions,
    tree: TreeOptions,
    windows: WindowOptions,
    drawing: ResampleOptions,
    result: ReportOptions,
) -> None:
    """Learn a tree, and again from resamples of the cases, to see how sure its tests and cuts are.

    [bold]cutpoint stability visits.csv --target outcome --out report.html[/bold]

    Each cut is shown with the interval that holds 90 % of the cuts that resamples choose, and the
    share of them that test the same column there. Trees are compared place by place: the same
    columns and the same branches from the root down.
    """
    check_options(context, tree.learner)
    check_contradictions(context, tree)
    stem = c45_stem(table)
    target, trials = target_and_trials(stem, columns.target, windows.trials)
    columns, windows = replace(columns, target=target), replace(windows, trials=trials)
    test = test_file(stem, result.test, result.unseen)
    if result.out is not None and result.out.suffix.lower() not in _ENDINGS:
        raise InputError(
            f"cannot write {result.out}: give a name that ends in {', '.join(_ENDINGS)}"
        )
    check_output(result.out, table, test)

    from cutpoint.stability.assess import Plan

    try:
        plan = Plan(
            drawing.resamples,
            drawing.sampler,
            drawing.share,
            drawing.n_jobs,
            drawing.random_state,
        )
    except InputError as error:
        raise InputError(str(error).replace("fraction", "--fraction", 1)) from None
    source = source_of(table, columns)
    cases = learning_table(source, columns)
    held_out = None
    if test is not None:
        held_out = other_cases(test, columns, cases, FLATTERED, new_classes=False)
    faithful = stem is not None if tree.faithful is None else tree.faithful
    given = asdict(replace(tree, faithful=faithful)) | asdict(windows)
    classifier = new_classifier(tree.learner, given)
    learn(classifier, cases)
    found = assessed(classifier, cases, plan, held_out)
    if result.out is not None:
        write(result.out, classifier, found, cases, held_out)
    if not result.quiet:
        from cutpoint.cli import report

        print(report.described(cases, source.shown))
        print_stability(found)
        if result.out is not None:
            print(f"\nReport written to {result.out}")


def assessed(
    classifier: TreeBasedClassifier, cases: Table, plan: Plan, held_out: Table | None = None
) -> Stability:
    """Return the assessment of a fitted classifier, with a bar on the terminal."""
    from cutpoint._core import Progress
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.stability.assess import assess_table

    if not isinstance(classifier, TreeBasedClassifier):
        raise InputError("stability is that of a single tree: choose a --learner that learns one")
    progress = Progress()
    return watched(
        lambda: assess_table(classifier, cases, plan, held_out, progress),
        f"Learning from {plan.n_resamples:,} resamples",
        progress,
        plan.expected_progress(classifier, cases),
    )


def with_report(model: Model, found: Stability) -> Model:
    """Return the model with the assessment in its report, where the page finds it."""
    return replace(model, report=model.report | {"stability": found.to_report()})


def write(
    out: Path,
    classifier: TreeBasedClassifier,
    found: Stability,
    cases: Table,
    held_out: Table | None,
) -> None:
    """Write the report in the form that the name of the file asks for, whole or not at all."""
    from cutpoint.cli.predictions import write as write_columns
    from cutpoint.files import write_whole
    from cutpoint.views.page import page_of

    ending = out.suffix.lower()
    if ending == ".json":
        found.save(out)
    elif ending == ".csv":
        frame = found.to_frame("nodes", "pyarrow")
        write_columns(dict(zip(frame.column_names, frame.columns, strict=True)), out)
    else:
        model = with_report(classifier.to_model(), found)
        write_whole(out, watched(lambda: page_of(model, cases, held_out), "Drawing"))


def print_stability(found: Stability) -> None:
    """Print the tree with its cuts, the whole in numbers, and what resamples do instead."""
    from cutpoint.cli import report
    from cutpoint.stability import text

    report.heading("Decision tree, with what resamples say of its tests")
    print(f"\n{text.tree_text(found)}", flush=True)
    report.heading("All in all")
    print()
    report.print_facts(text.summary(found))
    others = text.alternatives(found)
    if others:
        report.heading("What resamples do instead")
        print()
        report.print_facts([(f"node {node}, {what}", how) for node, what, how in others[:_MOST]])
        if len(others) > _MOST:
            report.note(f"... and at {len(others) - _MOST} more nodes: --out report.csv has all.")


_MOST = 30
"""Nodes whose alternatives are listed on the screen."""
