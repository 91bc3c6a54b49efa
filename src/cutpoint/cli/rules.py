"""``cutpoint rules``: learn C4.5's rules from a table, show and evaluate them."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.fit import learn
from cutpoint.cli.options import (
    TREE,
    ColumnOptions,
    Confidence,
    Faithful,
    GroupValues,
    KeepIds,
    MinCases,
    ResultOptions,
    TableFile,
    WindowOptions,
    check_printing,
    fraction,
    number_of_cases,
    out_option,
    target_and_trials,
    test_file,
)
from cutpoint.cli.run_options import Seed
from cutpoint.cli.tables import (
    FLATTERED,
    c45_stem,
    check_output,
    learning_table,
    other_cases,
    source_of,
)
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.rules.learner import C45RulesLearner

_RULES = "Rules"


@dataclass(frozen=True)
class RuleOptions:
    """How the trees are grown, and the rules made of them."""

    min_cases: MinCases = 2
    confidence: Confidence = 0.25
    gain: Annotated[
        bool,
        typer.Option("-g", help="Compare tests by gain, not gain ratio.", rich_help_panel=TREE),
    ] = False
    group_values: GroupValues = False
    redundancy: Annotated[
        float,
        typer.Option(
            "--redundancy",
            "-r",
            metavar="R",
            help="How redundant the columns are: a higher value makes conditions cheaper, so that "
            "more rules are kept.",
            rich_help_panel=_RULES,
        ),
    ] = 1.0
    significance: Annotated[
        float | None,
        typer.Option(
            "--significance",
            "-F",
            metavar="LEVEL",
            help="Drop conditions that are not significant at this level by Fisher's exact test. A "
            "fraction up to 1; a number above 1 is read as C4.5's percent. By default there is no "
            "such test.",
            show_default=False,
            rich_help_panel=_RULES,
        ),
    ] = None
    faithful: Faithful = None


@dataclass(frozen=True)
class RefusedOptions:
    """Options of ``cutpoint fit`` that rules cannot have, to say why."""

    costs: Annotated[Path | None, typer.Option("--costs", hidden=True)] = None
    class_weight: Annotated[str | None, typer.Option("--class-weight", hidden=True)] = None
    weight: Annotated[str | None, typer.Option("--weight", hidden=True)] = None

    def check(self) -> None:
        """Refuse all of them."""
        if self.costs is not None:
            raise InputError(
                "rules count cases, and --costs would weigh them: learn a tree with 'cutpoint fit "
                "--costs', or see what these rules cost with 'cutpoint evaluate --costs'"
            )
        for option, value in (("--class-weight", self.class_weight), ("--weight", self.weight)):
            if value is not None:
                raise InputError(
                    f"rules count cases and cannot weigh them: leave {option} out, or learn a tree "
                    f"with 'cutpoint fit {option}'"
                )


@dataclass(frozen=True)
class RuleResultOptions(ResultOptions):
    """Where the rules go, and what they are evaluated on."""

    out: Annotated[
        Path | None,
        out_option("Save the rules to this file, as JSON: a model like that of a tree."),
    ] = None
    seed: Seed = 0


@dataclass(frozen=True)
class RuleColumnOptions(KeepIds, ColumnOptions):
    """How the file of a table is read, and what its columns are."""


def rules(
    table: TableFile,
    columns: RuleColumnOptions,
    options: RuleOptions,
    windows: WindowOptions,
    result: RuleResultOptions,
    refused: RefusedOptions,
) -> None:
    """Learn rules from a table, via trees: print them and their evaluation.

    [bold]cutpoint rules visits.csv --target outcome[/bold]

    C4.5's own files work as in C4.5: [bold]cutpoint rules golf -s -u[/bold] prints what C4.5
    and its rule program print for golf.names and golf.data.
    """
    refused.check()
    check_printing(result.quiet, result.as_json)
    stem = c45_stem(table)
    target, trials = target_and_trials(stem, columns.target, windows.trials)
    columns, windows = replace(columns, target=target), replace(windows, trials=trials)
    test = test_file(stem, result.test, result.unseen)
    check_output(result.out, table, test)
    faithful = stem is not None if options.faithful is None else options.faithful
    options = _checked(replace(options, faithful=faithful))
    source = source_of(table, columns)
    cases = learning_table(source, columns)
    held_out = None
    if test is not None:
        held_out = other_cases(test, columns, cases, FLATTERED, new_classes=stem is None)
    classifier = _classifier(options, windows, result.seed)
    learn(classifier, cases)
    if result.out is not None:
        classifier.save(result.out)
    if result.quiet:
        return
    if result.as_json:
        from cutpoint.cli.report import print_json

        saved = None if result.out is None else str(result.out)
        print_json({"table": str(table), **_to_dict(classifier, cases, held_out), "model": saved})
        return
    if stem is None:
        _print(classifier, cases, held_out, source.shown, str(test))
    else:
        from cutpoint.cli.c45_rules_report import rules_report

        print(rules_report(classifier.rulesets_, cases, held_out, str(stem)))
    if result.out is not None:
        print(f"\nRules written to {result.out}")


def _checked(options: RuleOptions) -> RuleOptions:
    """Return the options with levels as fractions; refuse what is out of range."""
    number_of_cases(options.min_cases)
    if not math.isfinite(options.redundancy):
        raise InputError(f"--redundancy must be a number above 0, not {options.redundancy:g}")
    if options.redundancy <= 0:
        raise typer.BadParameter(
            f"{options.redundancy:g} is not in the range x>0.", param_hint="'--redundancy' / '-r'"
        )
    level = options.significance
    if level is not None:
        level = fraction(level, "'--significance' / '-F'")
    return replace(options, confidence=fraction(options.confidence), significance=level)


def _classifier(options: RuleOptions, windows: WindowOptions, seed: int) -> C45RulesLearner:
    from cutpoint.rules.learner import C45RulesLearner

    parameters = asdict(options) | asdict(windows)
    parameters["criterion"] = "gain" if parameters.pop("gain") else "gain_ratio"
    return C45RulesLearner(**parameters, random_state=seed)


def _print(
    classifier: C45RulesLearner,
    cases: Table,
    held_out: Table | None,
    source: str,
    test_source: str,
) -> None:
    """Print the rules and their evaluation for people."""
    from cutpoint.cli import report
    from cutpoint.cli.score import score

    print(report.described(cases, source))
    report.heading("Rules: the first that holds gives the class")
    print(f"\n{classifier.rules_}", flush=True)
    made = classifier.rulesets_[-1]
    if len(classifier.trees_) > 1:
        report.note(f"\nChosen from the rules of {len(classifier.trees_)} trees.")
    if made.dropped:
        numbers = ", ".join(map(str, made.dropped))
        report.note(f"\nDropped, for doing more harm than good: {numbers}.")
    report.heading(f"Evaluation on the {cases.n_rows:,} training cases")
    report.print_score(score(classifier.rules_, cases))
    if held_out is not None:
        report.heading(f"Evaluation on {held_out.n_rows:,} test cases from {test_source}")
        report.print_score(score(classifier.rules_, held_out))


def _to_dict(classifier: C45RulesLearner, cases: Table, held_out: Table | None) -> dict[str, Any]:
    """Return the rules and their evaluation as plain values."""
    from cutpoint.cli.proba_score import proba_score
    from cutpoint.cli.score import score

    made = classifier.rules_

    def evaluated(table: Table) -> dict[str, Any]:
        return replace(score(made, table), proba=proba_score(made, table)).to_dict()

    return {
        "target": cases.target_name,
        "cases": cases.n_rows,
        "n_rules": len(made),
        **made.to_dict(),
        "training": evaluated(cases),
        "test": None if held_out is None else evaluated(held_out),
    }
