"""The way of a case down a tree as one CASE expression: nested, or an arm for each end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cutpoint.export.dialect import Dialect
from cutpoint.export.sql_parts import among
from cutpoint.export.steps import Step
from cutpoint.tree.names import printable

ENDS, DIVIDES = -1, -2
"""What becomes of an unknown value that takes no branch: it ends at the test, or is divided."""


@dataclass(frozen=True)
class Way:
    """How a case goes down a tree.

    Attributes
    ----------
    steps : list of Step
    sql : Dialect
    value : callable
        Returns what a test compares, NULL if it is unknown.
    unknown : callable
        Returns the branch that an unknown value takes at a test, ENDS or DIVIDES.
    answer : callable
        Returns what is said of a case that ends at a step.
    """

    steps: list[Step]
    sql: Dialect
    value: Callable[[Step], str]
    unknown: Callable[[Step], int]
    answer: Callable[[Step], str]

    def lines(self, comments: bool = False) -> list[str]:
        """Return the expression; NULL for a case that is divided."""
        return self._nested(comments) if self.sql.nested else self._flat()

    def _nested(self, comments: bool) -> list[str]:
        steps = {step.id: step for step in self.steps}
        lines: list[str] = []
        waiting: list[Step | str] = [steps[0]]
        while waiting:
            step = waiting.pop()
            if isinstance(step, str):
                lines.append(step)
                continue
            pad = "  " * step.depth
            if step.test is None:
                lines.append(pad + self.answer(step))
                continue
            # In quotes: a backslash at the end of a line would make Spark read on in the comment.
            said = f'  -- "{printable(step.test.attribute.name)}"' if comments else ""
            todo: list[Step | str] = [f"{pad}CASE{said}"]
            for condition, answer in self._arms(step):
                below = answer if isinstance(answer, str) else steps[step.branches[answer]]
                todo += [pad + condition, f"{pad}  {below}" if isinstance(below, str) else below]
            todo.append(f"{pad}END")
            waiting += reversed(todo)
        return lines

    def _arms(self, step: Step) -> Iterator[tuple[str, int | str]]:
        """Give the arms of a test, each with the branch that it takes or what is said."""
        value, goes = self.value(step), self.unknown(step)
        lost = self.answer(step) if goes == ENDS else "NULL"
        if step.is_numeric:
            assert step.test is not None
            last = len(step.cuts)
            if goes < 0 or goes > last:  # it has a branch of its own, or none
                yield f"WHEN {value} IS NULL THEN", goes if goes > last else lost
            elif last == 0:
                yield "WHEN 1 = 1 THEN", 0
                return
            for branch, cut in enumerate(step.cuts):
                unknown = f"{value} IS NULL OR " if branch == goes else ""
                limit = self.sql.cut(step.test.attribute, cut)
                yield f"WHEN {unknown}{value} <= {limit} THEN", branch
            yield ("ELSE  -- NULL and NaN, too" if last == goes else "ELSE"), last
            return
        arms = [
            (f"WHEN {among(value, step.texts(branch), self.sql)} THEN", branch)
            for branch in range(len(step.branches))
            if branch != goes and step.texts(branch)
        ]
        yield from arms
        rest: int | str = goes if goes >= 0 else lost
        yield (
            ("ELSE  -- NULL and values not seen in training, too", rest)
            if arms
            else (
                "WHEN 1 = 1 THEN",
                rest,
            )
        )

    def _flat(self) -> list[str]:
        """Return an arm for each end, with all that leads there."""
        arms = []
        led: dict[int, list[str]] = {0: []}
        for step in self.steps:  # each comes before those below it
            asked = led.pop(step.id)
            if step.test is None:
                arms.append((asked, self.answer(step)))
                continue
            goes = self.unknown(step)
            if goes == ENDS:
                arms.append(([*asked, self._lost(step)], self.answer(step)))
            for branch, child in enumerate(step.branches):
                led[child] = [*asked, self._takes(step, branch, branch == goes)]
        lines = [
            f"WHEN {' AND '.join(part for part in asked if part) or '1 = 1'} THEN {answer}"
            for asked, answer in arms
        ]
        return ["CASE", *lines, "END"]

    def _takes(self, step: Step, branch: int, unknown: bool) -> str:
        """Return the condition that a case takes a branch; empty if every case does."""
        value = self.value(step)
        if step.is_numeric:
            assert step.test is not None
            if branch > len(step.cuts):
                return f"{value} IS NULL"
            cuts = [self.sql.cut(step.test.attribute, cut) for cut in step.cuts]
            asked = [f"{value} > {cuts[branch - 1]}"] if branch > 0 else []
            asked += [f"{value} <= {cuts[branch]}"] if branch < len(cuts) else []
            known = " AND ".join(asked)
            if not known:
                return "" if unknown else f"{value} IS NOT NULL"
            return f"({value} IS NULL OR {known})" if unknown else known
        if unknown:
            others = [text for text, taken in step.branch_of.items() if taken != branch]
            if not others:
                return ""
            return f"({value} IS NULL OR NOT ({among(value, others, self.sql)}))"
        texts = step.texts(branch)
        return among(value, texts, self.sql) if texts else "1 = 0"

    def _lost(self, step: Step) -> str:
        """Return the condition that no branch holds a value."""
        value = self.value(step)
        if step.is_numeric:
            return f"{value} IS NULL"
        held = list(step.branch_of)
        return f"({value} IS NULL OR NOT ({among(value, held, self.sql)}))" if held else ""
