"""The options that several commands share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cutpoint.catalog import LEARNER_OPTIONS
from cutpoint.errors import InputError

COLUMNS = "Table and columns"
"""The heading of the options on how a table is read."""
TREE = "Tree"
WINDOWS = "Windows"
OUTPUT = "Output"

TABLE_HELP = (
    "The table: .csv, .tsv or .txt (also packed: .gz, .bz2, .xz, .zst, .zip), .xlsx, .parquet, "
    ".arff, or the stem of C4.5's .names and .data files; - is CSV from standard input."
)

_table_option: Any = partial(typer.Option, show_default=False, rich_help_panel=COLUMNS)
_tree_option: Any = partial(typer.Option, rich_help_panel=TREE)
_window_option: Any = partial(typer.Option, show_default=False, rich_help_panel=WINDOWS)
output_option: Any = partial(typer.Option, show_default=False, rich_help_panel=OUTPUT)
"""Make an option of a panel of the help text."""


def target_option(help_text: str) -> Any:
    """Return the option that names the column of the class."""
    return _table_option("--target", "-t", metavar="COL", help=help_text)


def columns_option(name: str, help_text: str) -> Any:
    """Return an option that names columns, one or several."""
    more = "May be repeated, or list several names separated by commas."
    return _table_option(name, metavar="COL", help=f"{help_text} {more}")


def out_option(help_text: str) -> Any:
    """Return the option that names the file for the result."""
    return output_option("--out", "-o", metavar="FILE", help=help_text)


ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="The model: a file that 'cutpoint fit --out' or 'cutpoint rules --out' saved.",
        show_default=False,
    ),
]
TableFile = Annotated[Path, typer.Argument(metavar="TABLE", help=TABLE_HELP, show_default=False)]
Quiet = Annotated[bool, output_option("--quiet", "-q", help="Print nothing but notes and errors.")]
AsJson = Annotated[
    bool, output_option("--json", help="Print everything as JSON, for programs to read.")
]
Weight = Annotated[
    str | None,
    _table_option(
        "--weight",
        metavar="COL",
        help="The column that holds case weights; a weight of 2 is two equal cases. Weights "
        "that sum to less than the number of cases are scaled to a mean of 1.",
    ),
]

MinCases = Annotated[
    float,
    _tree_option(
        "--min-cases",
        "-m",
        metavar="N",
        min=LEARNER_OPTIONS["min_cases"].least,
        help=LEARNER_OPTIONS["min_cases"].sentence,
    ),
]
Confidence = Annotated[
    float,
    _tree_option(
        "--confidence",
        "-c",
        metavar="CF",
        help=f"{LEARNER_OPTIONS['confidence'].sentence} A fraction up to 1; a number above 1 is "
        "read as C4.5's percent, so 25 is 0.25 (and 1 percent is 0.01).",
    ),
]
GroupValues = Annotated[
    bool,
    _tree_option(
        "--group-values",
        "-s",
        help="Group the values of nominal attributes, instead of one branch for each.",
    ),
]
Faithful = Annotated[
    bool | None,
    _tree_option(
        "--faithful/--no-faithful",
        help="Reproduce C4.5 Release 8 down to its arithmetic and its oddities, or drop those. By "
        "default C4.5's own files are learned from faithfully, and no others.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class ReadingOptions:
    """How the file of a table is read."""

    missing: Annotated[
        list[str] | None,
        _table_option(
            "--missing",
            metavar="WORD",
            help="A word that means a missing value, besides the usual ones (nothing, ?, NA, "
            "N/A, NaN, null, None, -, ., #N/A and the like). May be repeated.",
        ),
    ] = None
    delimiter: Annotated[
        str | None,
        _table_option(
            "--delimiter",
            metavar="C",
            help="What separates the columns of a CSV file, such as ';', 'tab' or 'blank'. By "
            "default it is detected.",
        ),
    ] = None
    skip_rows: Annotated[
        int,
        _table_option(
            "--skip-rows",
            metavar="N",
            min=0,
            help="How many lines of a CSV or Excel file come before the header.",
        ),
    ] = 0
    encoding: Annotated[
        str | None,
        _table_option(
            "--encoding",
            metavar="NAME",
            help="The encoding of a text file, such as utf-8, utf-16 or windows-1252. By default "
            "it is detected.",
        ),
    ] = None
    sheet: Annotated[
        str | None,
        _table_option(
            "--sheet", metavar="NAME", help="The sheet of an Excel file. By default the first."
        ),
    ] = None
    decimal: Annotated[
        str | None,
        _table_option(
            "--decimal",
            metavar="C",
            help="The decimal separator of a CSV file, such as ','. By default it is detected "
            "column by column.",
        ),
    ] = None
    thousands: Annotated[
        str | None,
        _table_option(
            "--thousands",
            metavar="C",
            help="The thousands separator of a CSV file, such as '.'. By default it is detected "
            "column by column.",
        ),
    ] = None
    date_format: Annotated[
        list[str] | None,
        _table_option(
            "--date-format",
            metavar="FORMAT",
            help="How dates are written in a CSV or Excel file: dmy (day first), mdy (month "
            "first), ymd (year first), or as in %d.%m.%Y; for one column as COL=FORMAT. By default "
            "it is detected column by column. May be repeated.",
        ),
    ] = None


@dataclass(frozen=True)
class _Roles:
    """What the columns of a table are."""

    target: Annotated[
        str | None,
        target_option(
            "The column that holds the class. ARFF and C4.5 files have one of their own. Rows "
            "without a class are not learned from."
        ),
    ] = None
    nominal: Annotated[
        list[str] | None,
        columns_option("--nominal", "A column to treat as nominal, even if it holds numbers."),
    ] = None
    numeric: Annotated[
        list[str] | None, columns_option("--numeric", "A column to treat as numeric.")
    ] = None
    ignore: Annotated[list[str] | None, columns_option("--ignore", "A column to leave out.")] = None


@dataclass(frozen=True)
class ColumnOptions(ReadingOptions, _Roles):
    """How the file of a table is read, and what its columns are (listed first)."""


@dataclass(frozen=True)
class WeightedColumnOptions(ColumnOptions):
    """The same, for commands that weigh cases."""

    weight: Weight = None


@dataclass(frozen=True)
class KeepIds:
    """Whether columns that only name the rows are learned from."""

    keep_ids: Annotated[
        bool,
        _table_option(
            "--keep-ids",
            help="Also learn from columns that are clearly ids: every value is different, and "
            "none is a measurement. By default they are left out, with a note.",
        ),
    ] = False


@dataclass(frozen=True)
class _TrueClass:
    """Where the class of cases is that a model has not seen."""

    target: Annotated[
        str | None,
        target_option("The column that holds the true class. By default the model's own."),
    ] = None


@dataclass(frozen=True)
class TrueClassOptions(ReadingOptions, _TrueClass):
    """How a table of cases with known classes is read."""

    weight: Weight = None


@dataclass(frozen=True)
class WindowOptions:
    """Trees grown from windows of the cases."""

    trials: Annotated[
        int | None,
        _window_option(
            "--trials",
            metavar="N",
            min=1,
            help="Grow this many trees, each from a window of the cases to which those that it "
            "gets wrong are added, and choose the best. With C4.5's files '-t 3' means "
            "'--trials 3', as it does there.",
        ),
    ] = None
    window: Annotated[
        int | None,
        _window_option(
            "--window",
            "-w",
            metavar="N",
            min=1,
            help="The initial size of the window: by default a fifth of the cases, or twice their "
            "square root.",
        ),
    ] = None
    increment: Annotated[
        int | None,
        _window_option(
            "--increment",
            "-i",
            metavar="N",
            min=1,
            help="How many cases are added at a time, or half of those wrong if that is more: by "
            "default a fifth of the window.",
        ),
    ] = None


@dataclass(frozen=True)
class ResultOptions:
    """Where the result of learning goes, and what it is evaluated on."""

    out: Annotated[Path | None, out_option("Save the model to this file, as JSON.")] = None
    test: Annotated[
        Path | None,
        output_option(
            "--test", metavar="TABLE", help="Also evaluate on this table of other cases."
        ),
    ] = None
    unseen: Annotated[
        bool, output_option("-u", help="Also evaluate on STEM.test (C4.5's files only).")
    ] = False
    quiet: Quiet = False
    as_json: AsJson = False


def check_printing(quiet: bool, as_json: bool) -> None:
    """Refuse to print nothing and everything at once."""
    if quiet and as_json:
        raise InputError("--quiet prints nothing, and --json prints everything: leave one out")


def fraction(confidence: float, hint: str = "'--confidence' / '-c'") -> float:
    """Return a confidence level as a fraction; C4.5's percents are above 1.

    Examples
    --------
    >>> fraction(0.25), fraction(25), fraction(1)
    (0.25, 0.25, 1)
    """
    if not 0 < confidence <= 100:
        raise typer.BadParameter(
            f"{confidence:g} is not in the range 0<x<=1, or in percent 1<x<=100.", param_hint=hint
        )
    return confidence / 100 if confidence > 1 else confidence


def number_of_cases(cases: float) -> float:
    """Return a number of cases, as a whole number if it is one.

    Examples
    --------
    >>> number_of_cases(2.0), number_of_cases(2.5)
    (2, 2.5)
    """
    if not math.isfinite(cases):
        least = LEARNER_OPTIONS["min_cases"].least
        raise InputError(f"--min-cases must be a number of at least {least:g}, not {cases:g}")
    return int(cases) if float(cases).is_integer() else cases


def target_and_trials(
    stem: Path | None, target: str | None, trials: int | None
) -> tuple[str | None, int | None]:
    """Return the target and the number of trials that the user means.

    C4.5's files have a class of their own, and its ``-t`` is the number of trials.

    Examples
    --------
    >>> target_and_trials(Path("golf"), "3", None), target_and_trials(None, "3", None)
    ((None, 3), ('3', None))
    """
    if stem is None or target is None or trials is not None or not target.isdecimal():
        return target, trials
    if int(target) < 1:
        raise typer.BadParameter(f"{target} is not in the range x>=1.", param_hint="'-t'")
    return None, int(target)


def test_file(stem: Path | None, test: Path | None, unseen: bool) -> Path | None:
    """Return the table of test cases that the user means."""
    if not unseen:
        return test
    if test is not None:
        raise InputError("-u and --test both name the test cases: give one of them")
    if stem is None:
        raise InputError(
            "-u reads STEM.test, which only C4.5's files have: name a table with --test"
        )
    return stem.with_name(f"{stem.name}.test")


def one_character(delimiter: str | None) -> str | None:
    r"""Return the delimiter that the user means; a tab and a blank are hard to type.

    Examples
    --------
    >>> one_character("tab"), one_character(r"\t"), one_character(";"), one_character("blank")
    ('\t', '\t', ';', ' ')
    """
    if delimiter in {"tab", "\\t"}:
        return "\t"
    return " " if delimiter in {"blank", "space"} else delimiter
