"""``cutpoint evaluate``: how a model does on a table whose classes are known."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

import json
from typing import Annotated

import typer

from cutpoint.cli.options import ModelFile, TableFile, TrueClassOptions
from cutpoint.cli.tables import Known, source_of, test_table


def evaluate(
    model: ModelFile,
    table: TableFile,
    columns: TrueClassOptions,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, for programs to read.")
    ] = False,
) -> None:
    """Compare what a model says with the classes of a table: errors, confusions, rates by class.

    A row whose class the model has never seen counts as an error. The table needs the class and
    the columns that the model asks for.

    [bold]cutpoint evaluate model.json later-visits.csv[/bold]
    """
    from cutpoint.cli.score import score
    from cutpoint.loading import load_model

    loaded = load_model(model)
    source = source_of(table, columns)
    cases = test_table(source, Known.by_model(loaded), columns.target, columns.weight)
    result = score(loaded.predicting, cases)
    estimate = loaded.expected_error_rate
    if as_json:
        facts = {"model": str(model), "table": str(table), "target": cases.target_name}
        print(json.dumps({**facts, **result.to_dict(), "estimated_error_rate": estimate}))
        return

    from cutpoint.cli import report

    print(f"{model} on {report.described(cases, source.shown)}")
    report.print_score(result)
    if estimate is not None:
        print()
        report.note(
            f"When it was learned, the model was expected to err in {estimate:.1%} of cases."
        )
