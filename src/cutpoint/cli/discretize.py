"""``cutpoint discretize``: the numeric columns of a table cut into intervals."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Union

import typer

from cutpoint.catalog import ENCODINGS, FLAGS, INTERVALS, Flag, Option
from cutpoint.cli.groups import OneOf, Options
from cutpoint.cli.notes import note_guesses
from cutpoint.cli.options import (
    OUTPUT,
    AsJson,
    Quiet,
    TableFile,
    WeightedColumnOptions,
    check_printing,
    columns_option,
    out_option,
    output_option,
    target_option,
)
from cutpoint.cli.predictions import check_format, input_columns, write
from cutpoint.cli.tables import check_output, check_target, source_of, typed_table
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from cutpoint.data.attribute import Attribute
    from cutpoint.data.raw import Raw
    from cutpoint.data.table import Table
    from cutpoint.discretize.base import Discretizer


_METHOD = "Method"
_PICTURES = {".png": "png", ".svg": "svg", ".pdf": "pdf"}
_UNSUPERVISED = [entry.name for entry in INTERVALS.values() if not entry.supervised]


def _options() -> Options:
    """Return the choice of an interval method, and an option for each flag of the catalog."""
    info = typer.Option("--method", help="How the cuts are found.", rich_help_panel=_METHOD)
    method = Parameter(
        "method",
        Parameter.KEYWORD_ONLY,
        default="mdlp",
        annotation=Annotated[str, OneOf(INTERVALS), info],
    )
    return Options((method, *(_option(flag) for flag in FLAGS.values())))


def _option(flag: Flag) -> Parameter:
    """Return an option that sets a parameter of one or more interval methods."""
    uses = [(m.name, option) for m in INTERVALS.values() for option in m.options]
    uses = [(method, option) for method, option in uses if option.flag == flag.name]
    (kind,) = {option.kind for _, option in uses}  # what one flag sets is of one kind
    info = typer.Option(
        flag.name,
        metavar=flag.metavar,
        min=flag.least,
        help=_help(uses),
        show_default=False,
        rich_help_panel=_METHOD,
    )
    name = flag.name.removeprefix("--").replace("-", "_")
    annotation: Any = Annotated[(Union[kind, None], info)]  # noqa: UP007  # mypy knows no other
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _help(uses: list[tuple[str, Option]]) -> str:
    """Return what an option sets, with the methods that have it and their defaults.

    Examples
    --------
    >>> chimerge = INTERVALS["chimerge"]
    >>> _help([(chimerge.name, chimerge.options[0])])
    'The significance level (chimerge: 0.05).'
    """
    methods: dict[str, dict[str, list[str]]] = {}
    for method, option in uses:
        default = "any" if option.default is None else str(option.default)
        methods.setdefault(option.help, {}).setdefault(default, []).append(method)
    phrases = []
    for what, by_default in methods.items():
        shown = [f"{', '.join(names)}: {default}" for default, names in by_default.items()]
        phrases.append(f"{what} ({', '.join(shown)})")
    text = "; ".join(phrases)
    return f"{text[0].upper()}{text[1:]}."


@dataclass(frozen=True)
class DiscretizeColumnOptions(WeightedColumnOptions):
    """How the file of a table is read, and what its columns are."""

    target: Annotated[
        str | None,
        target_option(
            "The column that holds the class. ARFF and C4.5 files have one of their own; "
            f"{', '.join(_UNSUPERVISED)} do without."
        ),
    ] = None
    nominal: Annotated[
        list[str] | None,
        columns_option("--nominal", "A column to treat as nominal, which is not cut."),
    ] = None
    ignore: Annotated[
        list[str] | None,
        columns_option("--ignore", "A column not to look at; --out copies it unchanged."),
    ] = None


@dataclass(frozen=True)
class DiscretizeResultOptions:
    """Where the discretized table goes, and in which form."""

    out: Annotated[
        Path | None,
        out_option("Write the table with intervals for numbers: .csv, .csv.gz, .tsv or .parquet."),
    ] = None
    encode: Annotated[
        str,
        OneOf(ENCODINGS),
        typer.Option("--encode", help="What --out writes for an interval.", rich_help_panel=OUTPUT),
    ] = "label"
    bin_missing: Annotated[
        bool, output_option("--bin-missing", help="Make missing values an interval of their own.")
    ] = False
    plot: Annotated[
        Path | None,
        output_option(
            "--plot",
            metavar="FILE",
            help="Draw the classes of each column along its axis, with the cuts: .png, .svg or "
            ".pdf.",
        ),
    ] = None
    quiet: Quiet = False
    as_json: AsJson = False


def discretize(
    table: TableFile,
    columns: DiscretizeColumnOptions,
    options: Annotated[dict[str, Any], _options()],
    result: DiscretizeResultOptions,
) -> None:
    """Cut numeric columns into intervals: print the cut points, write the table with --out.

    [bold]cutpoint discretize visits.csv --target outcome --method mdlp --out intervals.csv[/bold]

    Each interval is shown with its cases by class. The cuts come from the whole table: to test a
    learner on discretized data, use the discretizers of cutpoint.discretize in a pipeline.
    """
    check_printing(result.quiet, result.as_json)
    method: str = options.pop("method")
    parameters = _parameters(method, options)
    out, plot = result.out, result.plot
    check_format(out)
    check_output(out, table)
    form = _check_plot(plot, table, out)
    source = source_of(table, columns)
    raw = source.cells()
    if INTERVALS[method].supervised:
        check_target(source, raw, columns.target)
    cases = typed_table(source, raw, columns)
    note_guesses(source.shown, raw)
    if not any(attribute.is_numeric for attribute in cases.attributes):
        raise InputError(f"{table} has no numeric column to cut; see --numeric")
    parameters |= {"encode": result.encode, "missing": "bin" if result.bin_missing else "keep"}

    def find() -> Discretizer:
        from cutpoint import discretize as discretizers

        kind = getattr(discretizers, INTERVALS[method].discretizer)
        model: Discretizer = kind(**parameters, n_jobs=-1)
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
    if result.as_json:
        from cutpoint.cli.report import print_json

        files = {"out": out, "plot": plot}
        written = {name: None if file is None else str(file) for name, file in files.items()}
        print_json({"table": str(table), **_to_dict(model, cases, method), **written})
    elif not result.quiet:
        _print(model, cases, source.shown)
        for file, what in ((out, "Table"), (plot, "Picture")):
            if file is not None:
                print(f"\n{what} written to {file}")


def _parameters(method: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of the discretizer; refuse an option that its method does not have."""
    entry = INTERVALS[method]
    known = {option.flag: option.name for option in entry.options}
    parameters: dict[str, Any] = dict(entry.defaults)
    for name, value in given.items():
        flag = f"--{name.replace('_', '-')}"
        if value is None:
            continue
        if flag not in known:
            having = ", ".join(
                other.name
                for other in INTERVALS.values()
                if flag in {option.flag for option in other.options}
            )
            raise InputError(f"{flag} means nothing to --method {method}; it is for {having}")
        parameters[known[flag]] = value
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
    """Return the columns of the file, intervals for numbers, as Arrow arrays by name.

    All rows are written, those without a class as well.
    """
    import pyarrow as pa

    from cutpoint.data.raw import cases_like

    columns: dict[str, Any] = {}
    every = cases if cases.n_rows == raw.n_rows else cases_like(raw, cases.attributes)
    binned = model.encode_table(every)
    for name, cells in input_columns(raw).items():
        for new, column in binned.get(name, {name: cells}).items():
            free, number = new, 1
            while free in columns:
                number += 1
                free = f"{new}_{number}"
            columns[free] = column if name not in binned else pa.array(column, from_pandas=True)
    return columns


class _Column(NamedTuple):
    """A numeric column with its cuts, and its cases by interval and class."""

    attribute: Attribute
    cuts: NDArray[np.float64]
    intervals: list[str]
    counts: NDArray[np.float64]


def _numeric_columns(model: Discretizer, cases: Table) -> Iterator[_Column]:
    """Yield the numeric columns; the last interval holds missing values, if there are any."""
    import numpy as np

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
        size = len(cuts) + 1 + bool(np.isnan(column).any())
        labels = [*model.intervals_[attribute.name][: len(cuts) + 1], "missing"]
        yield _Column(attribute, cuts, labels[:size], counts[:size])


def _print(model: Discretizer, cases: Table, source: str) -> None:
    """Print the intervals of every numeric column with their cases by class."""
    from cutpoint.cli import report
    from cutpoint.tree.names import printable

    print(report.described(cases, source))
    for attribute, cuts, intervals, counts in _numeric_columns(model, cases):
        shown = ", ".join(attribute.shown(cut) for cut in cuts.tolist())
        title = f"{printable(attribute.name)}: " + (f"cut at {shown}" if shown else "no cut")
        report.print_intervals(title, intervals, counts, cases.classes)


def _to_dict(model: Discretizer, cases: Table, method: str) -> dict[str, Any]:
    """Return the cuts and intervals of every numeric column as plain values."""
    return {
        "method": method,
        "target": None if cases.target is None else cases.target_name,
        "classes": list(cases.classes),
        "cases": cases.n_rows,
        "columns": [
            {
                "name": attribute.name,
                "cut_points": cuts.tolist(),
                "intervals": [
                    {"interval": label, "cases": sum(row), "by_class": row if cases.classes else []}
                    for label, row in zip(intervals, counts.tolist(), strict=True)
                ],
            }
            for attribute, cuts, intervals, counts in _numeric_columns(model, cases)
        ],
    }
