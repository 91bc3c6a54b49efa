"""``cutpoint consult``: ask a model about one case, in a conversation or from a script."""

# ruff: noqa: PLC0415 - NumPy is imported where it is used: the help text must come at once

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.options import ModelFile
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cutpoint.data.attribute import Attribute
    from cutpoint.tree.answers import Answer
    from cutpoint.tree.consult import Verdict

_MOST_LISTED = 12
_MOST_ENDS = 20
_NEXT_CASE = "---"


def consult(
    model: ModelFile,
    script: Annotated[
        Path | None,
        typer.Option(
            "--script",
            metavar="FILE",
            help="Read the answers from this file: one per line in the order of the questions, or "
            "as 'name = answer' in any order. A line of '---' starts the next case; '#' starts a "
            "comment. By default they are read from the terminal, or from standard input.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the verdicts as JSON, one per line.")
    ] = False,
) -> None:
    """Consult a model about one case: it asks what it needs to know, concludes, and says why.

    An answer may be a value, [bold]?[/bold] for unknown, a range such as [bold]3-5[/bold] or
    [bold]2024-03-01 .. 2024-03-17[/bold], or several values with their probabilities, such as
    [bold]red: 0.7, blue: 0.3[/bold].

    [bold]cutpoint consult model.json[/bold]
    """
    from cutpoint.loading import load_model

    loaded = load_model(model)
    if script is None and sys.stdin.isatty():
        while True:
            _print(loaded.consult(_ask_person), as_json)
            if not _once_more():
                return
    for case in _cases(script):
        verdict = loaded.consult(case.answer)
        case.check_all_used()
        if not as_json:
            print("\n".join(case.said))
        _print(verdict, as_json)


class _Case:
    """The answers of a script about one case."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.lines: list[tuple[int, str]] = []
        self.said: list[str] = []

    def answer(self, attribute: Attribute) -> Answer:
        """Return the answer for an attribute, and note what was asked and answered."""
        from cutpoint.tree.answers import parse_answer
        from cutpoint.tree.names import printable

        number, text = self._find(attribute.name)
        self.said.append(f"{_question(attribute)} {printable(text)}")
        try:
            return parse_answer(attribute, text)
        except InputError as error:
            raise InputError(f"{self.place}, line {number}: {error}") from None

    def _find(self, name: str) -> tuple[int, str]:
        for i, (number, line) in enumerate(self.lines):
            key, sign, text = line.partition("=")
            if sign and key.strip() == name:
                del self.lines[i]
                return number, text.strip()
        for i, (number, line) in enumerate(self.lines):
            if "=" not in line:
                del self.lines[i]
                return number, line
        raise InputError(f"{self.place}: has no answer for {name!r}; write ? if it is not known")

    def check_all_used(self) -> None:
        """Refuse an answer to a question that was not asked, unless it names an attribute."""
        for number, line in self.lines:
            if "=" not in line:
                raise InputError(
                    f"{self.place}, line {number}: {line!r:.40} answers nothing: no more was asked"
                )


def _cases(script: Path | None) -> Iterator[_Case]:
    """Yield the cases of a script, or of what is piped in."""
    if script is None:
        place, text = "the input", sys.stdin.read()
    else:
        from cutpoint.files import read_whole

        place = str(script)
        try:
            text = read_whole(script).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(f"{place}: is not a text file") from None
    case = _Case(place)
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line == _NEXT_CASE:
            yield case
            case = _Case(place)
        elif line and not line.startswith("#"):
            case.lines.append((number, line))
    yield case


def _ask_person(attribute: Attribute) -> Answer:
    """Ask until the answer can be understood."""
    from cutpoint.tree.answers import parse_answer

    while True:
        try:
            text = input(f"{_question(attribute)} ")
        except EOFError:
            print()
            raise KeyboardInterrupt from None
        try:
            return parse_answer(attribute, text)
        except InputError as error:
            print(f"  {error}")


def _once_more() -> bool:
    try:
        return input("\nAnother case? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        print()
        return False


def _question(attribute: Attribute) -> str:
    from cutpoint.tree.names import printable

    name = printable(attribute.name)
    if attribute.calendar is not None:
        return f"{name} ({attribute.calendar.noun}, as {attribute.calendar.example})?"
    if attribute.values is None:
        return f"{name} (a number)?"
    values = [printable(value) for value in attribute.values[:_MOST_LISTED]]
    if len(attribute.values) > _MOST_LISTED:
        values.append("...")
    return f"{name} ({', '.join(values)})?"


def _print(verdict: Verdict, as_json: bool) -> None:
    if as_json:
        print(json.dumps(verdict.to_dict()))
        return
    from cutpoint.cli.score import amount
    from cutpoint.tree.names import printable

    print()
    width = max(len(printable(entry.label)) for entry in verdict.classes)
    for entry in verdict.classes:
        print(
            f"  {printable(entry.label):{width}}  certainty {entry.certainty:.2f}  "
            f"[{entry.low:.2f} - {entry.high:.2f}]"
        )
    if verdict.cheapest is not None:
        print(f"\n  {printable(verdict.cheapest)} has the least expected cost")
    print("\nBecause")
    for end in verdict.ends[:_MOST_ENDS]:
        node = end.node
        path = [
            step.condition + (f" [{step.share:.2f}]" if step.share < 1 else "")
            for step in end.because
        ]
        name = f"rule {end.rule}: " if end.rule else ""
        nothing = "nothing is asked" if end.rule is None else "no rule holds"
        print(f"  {name}{' and '.join(path) or nothing}")
        errors = f", {node.errors:.1f} of them expected wrong" if node.errors > 0 else ""
        seen = (
            f"{amount(node.cases)} {'case' if node.cases == 1 else 'cases'}{errors}"
            if node.cases > 0
            else "no case was seen there"
        )
        print(f"      -> {printable(node.label)}, with weight {end.weight:.2f} ({seen})")
    if len(verdict.ends) > _MOST_ENDS:
        print(f"  ... and {len(verdict.ends) - _MOST_ENDS} more ways")
