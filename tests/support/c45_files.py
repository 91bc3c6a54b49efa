"""The reference data as C4.5's own files."""

from __future__ import annotations

import csv
import gzip
import json
import re
from pathlib import Path

from support.shared import require_shared

SETS = ("golf", "monk1", "monk2", "hypo", "crx", "labor-neg")
WITHOUT_TEST = {"golf"}
OPTIONS = {
    "default": (),
    "s": ("-s",),
    "g": ("-g",),
    "m5c10": ("-m", "5", "-c", "10"),
    "p": ("-p",),
    "sp": ("-s", "-p"),
    "t3": ("-t", "3"),
}
RULES = {"default": (), "s": ("-s",), "t3": ("-t", "3")}


def write_c45(name: str, folder: Path) -> Path:
    """Write .names, .data and .test of a bundled data set and return their stem."""
    source = require_shared() / "reference" / "c45-data"
    about = json.loads((source / "catalog.json").read_text(encoding="utf-8"))[f"c45-{name}"]
    stem = folder / name
    header, rows = _read(source / f"c45-{name}.csv.gz")
    lines = [", ".join(map(_token, about["classes_in_order"])) + "."]
    for column in header[:-1]:
        values = about["values_in_order"].get(column)
        kind = "continuous" if values is None else ", ".join(map(_token, values))
        if column in about.get("ignore", ()):
            kind = "ignore"
        lines.append(f"{_token(column)}: {kind}.")
    _write(stem.with_name(f"{name}.names"), lines)
    _write(stem.with_name(f"{name}.data"), [_line(row) for row in rows])
    if name not in WITHOUT_TEST:
        _, rows = _read(source / f"c45-{name}.test.csv.gz")
        _write(stem.with_name(f"{name}.test"), [_line(row) for row in rows])
    return stem


def printed_by_c45(name: str, variant: str, program: str = "tree") -> list[str]:
    """Return what C4.5 printed of its cases on: the lines that are not blank."""
    path = require_shared() / "reference" / "c45-runs" / name / f"{variant}.{program}.txt"
    return from_the_cases_on(path.read_text(encoding="utf-8"))


def from_the_cases_on(text: str) -> list[str]:
    """Return the lines after ``Read ... cases``, but for blank ones and where a tree is saved."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Read "))
    return [line for line in lines[start + 1 :] if line.strip() and line != "Tree saved"]


def _read(path: Path) -> tuple[list[str], list[list[str]]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def _token(text: str) -> str:
    return re.sub(r"[\\,:|.]", r"\\\g<0>", text)


def _line(row: list[str]) -> str:
    return ",".join(_token(cell) if cell else "?" for cell in row)


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
