"""A table that is printed while it grows and written as Markdown when it is done."""

from __future__ import annotations

from collections.abc import Sequence


class Table:
    """Rows of cells under a title; a short row is filled up."""

    def __init__(self, title: str, text: str, header: Sequence[str]) -> None:
        self.title, self.text, self.header = title, text, list(header)
        self.rows: list[list[str]] = []
        print(f"\n{title}\n{text}\n{self._line(self.header)}", flush=True)

    def add(self, *cells: str) -> None:
        """Add a row and print it."""
        self.rows.append([*cells, *[""] * (len(self.header) - len(cells))])
        print(self._line(self.rows[-1]), flush=True)

    def _line(self, cells: Sequence[str]) -> str:
        second = 32 if self.header[1] == "learner" else 12
        line = f"{cells[0][:30]:30} {cells[1]:{second}}"
        for cell, title in zip(cells[2:], self.header[2:], strict=True):
            line += f" {cell:>{max(len(title), 8)}}"
        return line.rstrip()

    def markdown(self) -> str:
        """Return the section: title, text, table."""
        lines = [
            self.header,
            ["---", *("---" if title == "learner" else "---:" for title in self.header[1:])],
            *self.rows,
        ]
        table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        return f"## {self.title}\n\n{self.text}\n\n{table}\n"
