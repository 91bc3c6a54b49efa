"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

COLUMNS = "Table and columns"
"""The heading of the options on how a table is read."""

TABLE_HELP = (
    "The table: .csv, .tsv or .txt (also packed: .csv.gz), .parquet, .arff, or the stem of C4.5's "
    ".names and .data files."
)

ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="The model: a file that 'cutpoint fit --out' wrote.",
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
        help="The column that holds the class. ARFF and C4.5 files have one of their own.",
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
        "NaN, null). May be repeated.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        metavar="C",
        help="What separates the columns of a CSV file, such as ';' or 'tab'. By default the "
        "header shows it.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]
Weight = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="COL",
        help="The column with the weights of the cases; a weight of 2 is two equal cases.",
        rich_help_panel=COLUMNS,
        show_default=False,
    ),
]


def one_character(delimiter: str | None) -> str | None:
    r"""Return the delimiter that the user means; a tab is hard to type.

    Examples
    --------
    >>> one_character("tab"), one_character(r"\t"), one_character(";")
    ('\t', '\t', ';')
    """
    return "\t" if delimiter in {"tab", "\\t"} else delimiter
