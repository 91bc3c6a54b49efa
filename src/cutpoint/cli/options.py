"""The options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

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

ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="The model: a file that 'cutpoint fit --out' or 'cutpoint rules --out' saved.",
        show_default=False,
    ),
]
TableFile = Annotated[Path, typer.Argument(metavar="TABLE", help=TABLE_HELP, show_default=False)]
Target = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        metavar="COL",
        help="The column that holds the class. ARFF and C4.5 files have one of their own. Rows "
        "without a class are not learned from.",
        show_default=False,
        rich_help_panel=COLUMNS,
    ),
]
Nominal = Annotated[
    list[str] | None,
    typer.Option(
        "--nominal",
        metavar="COL",
        help="A column to take as nominal, even if it holds numbers. May be repeated, or hold "
        "several names with commas between.",
        show_default=False,
        rich_help_panel=COLUMNS,
    ),
]
Numeric = Annotated[
    list[str] | None,
    typer.Option(
        "--numeric",
        metavar="COL",
        help="A column to take as numeric. May be repeated, or hold several names.",
        show_default=False,
        rich_help_panel=COLUMNS,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="COL",
        help="A column to leave out. May be repeated, or hold several names.",
        show_default=False,
        rich_help_panel=COLUMNS,
    ),
]
Missing = Annotated[
    list[str] | None,
    typer.Option(
        "--missing",
        metavar="WORD",
        help="A word that stands for a missing value, besides the usual ones (nothing, ?, NA, N/A, "
        "NaN, null, None, -, ., #N/A and the like). May be repeated.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        metavar="C",
        help="What separates the columns of a CSV file, such as ';', 'tab' or 'blank'. By default "
        "the header shows it.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
SkipRows = Annotated[
    int,
    typer.Option(
        "--skip-rows",
        metavar="N",
        min=0,
        help="How many lines of a CSV or Excel file come before the header.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="The encoding of a text file, such as utf-8, utf-16 or windows-1252. By default the "
        "file shows it.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Decimal = Annotated[
    str | None,
    typer.Option(
        "--decimal",
        metavar="C",
        help="What separates decimals in a CSV file, such as ','. By default each column shows it.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Thousands = Annotated[
    str | None,
    typer.Option(
        "--thousands",
        metavar="C",
        help="What separates thousands in a CSV file, such as '.'. By default each column shows "
        "it.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Sheet = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        metavar="NAME",
        help="The sheet of an Excel file. By default the first.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Weight = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="COL",
        help="The column with the weights of the cases; a weight of 2 is two equal cases. Weights "
        "that sum to less than the number of cases are scaled to a mean of 1.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]

MinCases = Annotated[
    float,
    typer.Option(
        "--min-cases",
        "-m",
        metavar="N",
        min=LEARNER_OPTIONS["min_cases"].least,
        help=LEARNER_OPTIONS["min_cases"].sentence,
        rich_help_panel=TREE,
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        "--confidence",
        "-c",
        metavar="CF",
        help=f"{LEARNER_OPTIONS['confidence'].sentence} A fraction up to 1; a number above 1 is "
        "taken as C4.5's percent, so 25 is 0.25 (and 1 percent is 0.01).",
        rich_help_panel=TREE,
    ),
]
GroupValues = Annotated[
    bool,
    typer.Option(
        "--group-values",
        "-s",
        help="Group the values of nominal attributes, instead of one branch for each.",
        rich_help_panel=TREE,
    ),
]
Faithful = Annotated[
    bool | None,
    typer.Option(
        "--faithful/--no-faithful",
        help="Reproduce C4.5 Release 8 down to its arithmetic and its oddities, or drop those. By "
        "default C4.5's own files are learned from faithfully, and no others.",
        show_default=False,
        rich_help_panel=TREE,
    ),
]


@dataclass(frozen=True)
class ReadingOptions:
    """How the file of a table is read."""

    missing: Missing = None
    delimiter: Delimiter = None
    skip_rows: SkipRows = 0
    encoding: Encoding = None
    sheet: Sheet = None
    decimal: Decimal = None
    thousands: Thousands = None


@dataclass(frozen=True)
class ColumnOptions:
    """How the file of a table is read, and what its columns are."""

    target: Target = None
    nominal: Nominal = None
    numeric: Numeric = None
    ignore: Ignore = None
    missing: Missing = None
    delimiter: Delimiter = None
    skip_rows: SkipRows = 0
    encoding: Encoding = None
    sheet: Sheet = None
    decimal: Decimal = None
    thousands: Thousands = None


@dataclass(frozen=True)
class WeightedColumnOptions(ColumnOptions):
    """The same, for commands that weigh cases."""

    weight: Weight = None


@dataclass(frozen=True)
class TrueClassOptions:
    """How a table of cases with known classes is read."""

    target: Annotated[
        str | None,
        typer.Option(
            "--target",
            "-t",
            metavar="COL",
            help="The column that holds the true class. By default the one of the model.",
            show_default=False,
            rich_help_panel=COLUMNS,
        ),
    ] = None
    missing: Missing = None
    delimiter: Delimiter = None
    skip_rows: SkipRows = 0
    encoding: Encoding = None
    sheet: Sheet = None
    decimal: Decimal = None
    thousands: Thousands = None
    weight: Weight = None


@dataclass(frozen=True)
class WindowOptions:
    """Trees grown from windows of the cases."""

    trials: Annotated[
        int | None,
        typer.Option(
            "--trials",
            metavar="N",
            min=1,
            help="Grow so many trees, each from a window of the cases to which those that it gets "
            "wrong are added. With C4.5's files '-t 3' means '--trials 3', as it does there.",
            show_default=False,
            rich_help_panel=WINDOWS,
        ),
    ] = None
    window: Annotated[
        int | None,
        typer.Option(
            "--window",
            "-w",
            metavar="N",
            min=1,
            help="The size of the window at first: by default a fifth of the cases, or twice their "
            "square root.",
            show_default=False,
            rich_help_panel=WINDOWS,
        ),
    ] = None
    increment: Annotated[
        int | None,
        typer.Option(
            "--increment",
            "-i",
            metavar="N",
            min=1,
            help="How many cases are added at a time, or half of those wrong if that is more: by "
            "default a fifth of the window.",
            show_default=False,
            rich_help_panel=WINDOWS,
        ),
    ] = None


@dataclass(frozen=True)
class ResultOptions:
    """Where the result of learning goes, and what it is evaluated on."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Save the model to this file, as JSON.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None
    test: Annotated[
        Path | None,
        typer.Option(
            "--test",
            metavar="TABLE",
            help="Evaluate on this table of other cases as well.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None
    unseen: Annotated[
        bool,
        typer.Option(
            "-u",
            help="Evaluate on STEM.test as well (C4.5's files only).",
            rich_help_panel=OUTPUT,
        ),
    ] = False
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", help="Print nothing but notes and errors.", rich_help_panel=OUTPUT
        ),
    ] = False


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
        raise InputError("-u reads STEM.test, which C4.5's files have: name a table with --test")
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
