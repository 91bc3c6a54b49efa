"""``cutpoint discretize``: the numeric columns of a table cut into intervals."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import COLUMNS, Delimiter, Missing, TableFile, Weight, one_character
from cutpoint.cli.predictions import check_format, input_columns, write
from cutpoint.cli.tables import Source, check_output, check_target, typed_table
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from cutpoint.data.raw import Raw
    from cutpoint.data.table import Table
    from cutpoint.discretize.base import Discretizer


class Method(StrEnum):
    """How the cuts are found."""

    mdlp = "mdlp"
    contextual = "contextual"
    one_rule = "one_rule"
    zeta = "zeta"
    chimerge = "chimerge"
    chi2 = "chi2"
    caim = "caim"
    optimal = "optimal"
    kmeans = "kmeans"
    equal_width = "equal_width"
    equal_depth = "equal_depth"


class Encode(StrEnum):
    """What an interval becomes."""

    label = "label"
    ordinal = "ordinal"
    onehot = "onehot"


_METHODS: dict[Method, tuple[str, dict[str, str]]] = {
    Method.mdlp: ("MDLPDiscretizer", {}),
    Method.contextual: (
        "ContextualDiscretizer",
        {"--intervals": "max_branches", "--min-cases": "min_cases", "--similarity": "similarity"},
    ),
    Method.one_rule: ("OneRuleDiscretizer", {"--min-cases": "min_majority"}),
    Method.zeta: ("ZetaDiscretizer", {}),
    Method.chimerge: ("ChiMergeDiscretizer", {"--alpha": "alpha"}),
    Method.chi2: ("ChiMergeDiscretizer", {"--inconsistency": "inconsistency"}),
    Method.caim: ("CAIMDiscretizer", {}),
    Method.optimal: (
        "OptimalDiscretizer",
        {"--intervals": "max_intervals", "--min-cases": "min_cases"},
    ),
    Method.kmeans: ("KMeansDiscretizer", {"--intervals": "n_bins"}),
    Method.equal_width: ("EqualWidthDiscretizer", {"--intervals": "n_bins"}),
    Method.equal_depth: ("EqualDepthDiscretizer", {"--intervals": "n_bins"}),
}
_BLIND = {Method.kmeans, Method.equal_width, Method.equal_depth}
"""The methods that do not look at the classes."""
_METHOD, _OUTPUT = "Method", "Output"
_PICTURES = {".png": "png", ".svg": "svg", ".pdf": "pdf"}


def discretize(
    table: TableFile,
    target: Annotated[
        str | None,
        typer.Option(
            "--target",
            "-t",
            metavar="COL",
            help="The column that holds the class. ARFF and C4.5 files have one of their own; "
            "kmeans, equal_width and equal_depth do without.",
            show_default=False,
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    method: Annotated[
        Method, typer.Option("--method", help="How the cuts are found.", rich_help_panel=_METHOD)
    ] = Method.mdlp,
    intervals: Annotated[
        int | None,
        typer.Option(
            "--intervals",
            metavar="N",
            min=2,
            help="The number of intervals (kmeans, equal_width, equal_depth: 10), or the most "
            "(optimal: 5, contextual: any).",
            show_default=False,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    min_cases: Annotated[
        float | None,
        typer.Option(
            "--min-cases",
            metavar="N",
            min=1,
            help="The least cases of an interval (contextual: 2, optimal: 1), or of its majority "
            "class (one_rule: 6).",
            show_default=False,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    similarity: Annotated[
        str | None,
        typer.Option(
            "--similarity",
            metavar="NAME",
            help="How class distributions are compared (contextual: euclidean).",
            show_default=False,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(
            "--alpha",
            metavar="P",
            help="The significance level (chimerge: 0.05).",
            show_default=False,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    inconsistency: Annotated[
        float | None,
        typer.Option(
            "--inconsistency",
            metavar="SHARE",
            help="The share of cases that may contradict others like them (chi2: 0.02).",
            show_default=False,
            rich_help_panel=_METHOD,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the table with intervals for numbers: .csv, .csv.gz, .tsv or .parquet.",
            show_default=False,
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    encode: Annotated[
        Encode,
        typer.Option(
            "--encode", help="What --out writes for an interval.", rich_help_panel=_OUTPUT
        ),
    ] = Encode.label,
    bin_missing: Annotated[
        bool,
        typer.Option(
            "--bin-missing",
            help="Make missing values an interval of their own.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the classes of each column along its axis, with the cuts: .png, .svg or "
            ".pdf.",
            show_default=False,
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    nominal: Annotated[
        list[str] | None,
        typer.Option(
            "--nominal",
            metavar="COL",
            help="A column to take as nominal, and leave as it is. May be repeated, or hold "
            "several names with commas between.",
            show_default=False,
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    numeric: Annotated[
        list[str] | None,
        typer.Option(
            "--numeric",
            metavar="COL",
            help="A column to take as numeric. May be repeated, or hold several names.",
            show_default=False,
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore",
            metavar="COL",
            help="A column not to look at; --out keeps it. May be repeated, or hold several names.",
            show_default=False,
            rich_help_panel=COLUMNS,
        ),
    ] = None,
    missing: Missing = None,
    delimiter: Delimiter = None,
    weight: Weight = None,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", help="Print nothing but errors.", rich_help_panel=_OUTPUT),
    ] = False,
) -> None:
    """Cut numeric columns into intervals: print the cut points, write the table with --out.

    [bold]cutpoint discretize visits.csv --target outcome --method mdlp --out intervals.csv[/bold]

    Each interval is shown with its cases by class. The cuts come from the whole table: to test a
    learner on discretized data, use the discretizers of cutpoint.discretize in a pipeline.
    """
    given = {
        "--intervals": intervals,
        "--min-cases": min_cases,
        "--similarity": similarity,
        "--alpha": alpha,
        "--inconsistency": inconsistency,
    }
    parameters = _parameters(method, given)
    check_format(out)
    check_output(out, table)
    form = _check_plot(plot, table, out)
    source = Source(table, missing or (), one_character(delimiter))
    raw = source.cells()
    if method not in _BLIND:
        check_target(source, raw, target)
    cases = typed_table(source, raw, target, nominal or (), numeric or (), ignore or (), weight)
    if not any(attribute.is_numeric for attribute in cases.attributes):
        raise InputError(f"{table} has no numeric column to cut; see --numeric")
    parameters |= {"encode": encode.value, "missing": "bin" if bin_missing else "keep"}

    def find() -> Discretizer:
        from cutpoint import discretize as discretizers

        model: Discretizer = getattr(discretizers, _METHODS[method][0])(**parameters, n_jobs=-1)
        model.fit_table(cases)
        return model

    model = watched(find, f"Cutting {cases.n_rows:,} cases")
    picture = None
    if plot is not None:
        from cutpoint.discretize.plot import plot_cuts

        picture = watched(lambda: plot_cuts(cases, model.cut_points_, form), "Drawing")
    if out is not None:
        write(watched(lambda: _columns(model, raw, cases), "Encoding"), out)
    if plot is not None and picture is not None:
        write_whole(plot, picture)
    if not quiet:
        _print(model, cases, str(table))
        for file, what in ((out, "Table"), (plot, "Picture")):
            if file is not None:
                print(f"\n{what} written to {file}")


def _parameters(method: Method, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of the discretizer; refuse an option that its method does not have."""
    known = _METHODS[method][1]
    parameters: dict[str, Any] = {"inconsistency": 0.02} if method is Method.chi2 else {}
    for option, value in given.items():
        if value is None:
            continue
        if option not in known:
            having = [other.value for other, (_, options) in _METHODS.items() if option in options]
            raise InputError(
                f"{option} means nothing to --method {method.value}; it is for {', '.join(having)}"
            )
        parameters[known[option]] = value
    return parameters


def _check_plot(plot: Path | None, table: Path, out: Path | None) -> str:
    """Return the format of the picture; refuse, before any work, one that cannot be made."""
    if plot is None:
        return ""
    if plot.suffix.lower() not in _PICTURES:
        raise InputError(f"cannot draw {plot}: give a name that ends in .png, .svg or .pdf")
    if out is not None and plot.resolve() == out.resolve():
        raise InputError(f"--out and --plot both name {plot}")
    check_output(plot, table)
    from cutpoint.discretize.plot import check_plots

    check_plots()
    return _PICTURES[plot.suffix.lower()]


def _columns(model: Discretizer, raw: Raw, cases: Table) -> dict[str, Any]:
    """Return the columns of the file, intervals for numbers, as Arrow arrays by name."""
    import pyarrow as pa

    columns: dict[str, Any] = {}
    binned = model.encode_table(cases)
    for name, cells in input_columns(raw).items():
        for new, column in binned.get(name, {name: cells}).items():
            free, number = new, 1
            while free in columns:
                number += 1
                free = f"{new}_{number}"
            columns[free] = column if name not in binned else pa.array(column, from_pandas=True)
    return columns


def _print(model: Discretizer, cases: Table, source: str) -> None:
    """Print the intervals of every numeric column with their cases by class."""
    import numpy as np

    from cutpoint.cli import report
    from cutpoint.tree.names import printable

    print(report.described(cases, source))
    weights = np.ones(cases.n_rows) if cases.weights is None else cases.weights
    target, n_classes = cases.target, len(cases.classes)
    if target is None:
        target, n_classes = np.zeros(cases.n_rows, dtype=np.int32), 1
    for attribute, column in zip(cases.attributes, cases.columns, strict=True):
        if not attribute.is_numeric:
            continue
        cuts = model.cut_points_[attribute.name]
        codes = np.searchsorted(cuts, column)  # a missing value lies beyond all of them
        codes = np.where(np.isnan(column), len(cuts) + 1, codes)
        counts = np.zeros((len(cuts) + 2, n_classes))
        np.add.at(counts, (codes, target), weights)
        absent = bool(np.isnan(column).any())
        labels = [*model.intervals_[attribute.name][: len(cuts) + 1], "missing"]
        size = len(cuts) + 1 + absent
        shown = ", ".join(f"{cut:.10g}" for cut in cuts)
        title = f"{printable(attribute.name)}: " + (f"cut at {shown}" if shown else "no cut")
        report.print_intervals(title, labels[:size], counts[:size], cases.classes)
