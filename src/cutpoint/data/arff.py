"""How Weka's ARFF files are read: declarations, dense and sparse rows, weights of cases."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.data.date_text import DateStyle
from cutpoint.data.place import Place, check_names, first_repeated
from cutpoint.data.plain import split_lines
from cutpoint.data.raw import Raw
from cutpoint.data.reading import Reading
from cutpoint.data.source import read_bytes, utf8
from cutpoint.data.text import ANY_DATES, Text, is_number, without
from cutpoint.data.weights import weights_of
from cutpoint.errors import InputError

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_VALUE = re.compile(rf"\s*({_QUOTED}|[^,]*?)\s*(?:,|$)")
_DECLARATION = re.compile(rf"@attribute\s+({_QUOTED}|[^\s{{]+)\s*(.+)", re.IGNORECASE)
_LIST = re.compile(rf"\{{((?>{_QUOTED}|[^}}])*+)\}}\s*(?:%.*)?")
_SPARSE = re.compile(rf"\s*(\d+)\s+({_QUOTED}|[^,]*?)\s*(?:,|$)")
_WEIGHT = re.compile(r"\{\s*([^{},]+?)\s*\}")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ISO = "yyyy-MM-dd'T'HH:mm:ss"
"""How dates are written unless the file says otherwise, in the letters of Java."""
_JAVA = {
    "yyyy": "%Y",
    "yy": "%y",
    "MM": "%m",
    "M": "%m",
    "MMM": "%b",
    "MMMM": "%B",
    "dd": "%d",
    "d": "%d",
    "HH": "%H",
    "H": "%H",
    "hh": "%I",
    "h": "%I",
    "mm": "%M",
    "ss": "%S",
    "SSS": "%f",
    "a": "%p",
    "Z": "%z",
    "X": "%z",
    "XXX": "%z",
}
_CONTROL = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class _Header:
    """The declarations; `values` is empty for a numeric, None for a string or date attribute.

    ``dates`` has the format of each date attribute, and ``refused`` what to say of those whose
    format cannot be read.
    """

    names: list[str]
    values: list[tuple[str, ...] | None]
    dates: dict[str, str]
    refused: dict[str, str]

    def style(self, name: str) -> DateStyle:
        """Return how the dates of an attribute are written."""
        return DateStyle((self.dates[name],)) if name in self.dates else ANY_DATES


def read_arff(path: Path, reading: Reading) -> Raw:
    """Return the cells of an ARFF file, packed or not, and what it declares of them.

    Raises
    ------
    InputError
        If it is not a sound ARFF file; the message names the line.
    """
    notes: list[str] = []
    data = utf8(read_bytes(path), path, reading.encoding, notes)
    lines = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header, first = _read_header(path, lines)
    rows = [
        number
        for number in range(first, len(lines))
        if lines[number].strip() and not lines[number].lstrip().startswith("%")
    ]
    if not rows:
        raise InputError(f"{path} has no rows after @data")
    place = Place(str(path), lambda row: rows[row] + 1, notes)
    columns, weights = _read_rows(path, lines, rows, header)
    if reading.missing:
        columns = [without(column, reading.missing) for column in columns]
    declared = {
        name: Attribute(name, values or None)
        for name, values in zip(header.names, header.values, strict=True)
        if values is not None
    }
    target = next((name for name in header.names if name.lower() == "class"), header.names[-1])
    return Raw(
        tuple(header.names),
        tuple(
            Text(column, dates=header.style(name))
            for name, column in zip(header.names, columns, strict=True)
        ),
        len(rows),
        place,
        declared,
        target,
        None if weights is None else weights_of(weights, len(rows), place),
        text_only=frozenset(
            name
            for name, values in zip(header.names, header.values, strict=True)
            if values is None and name not in header.dates
        ),
        refused=header.refused,
    )


def _read_header(path: Path, lines: list[str]) -> tuple[_Header, int]:
    """Return the declarations, and the position of the first line after @data."""
    header = _Header([], [], {}, {})
    for position, text in enumerate(lines):
        line = text.strip()
        keyword = line.split(maxsplit=1)[0].lower() if line else ""
        if not line or line.startswith("%") or keyword == "@relation":
            continue
        where = f"{path}, line {position + 1}"
        if keyword == "@data":
            if not header.names:
                raise InputError(f"{where}: @data comes before any @attribute")
            check_names(header.names, Place(str(path)))
            return header, position + 1
        declaration = _DECLARATION.fullmatch(line)
        if declaration is None:
            raise InputError(f"{where}: {line[:60]!r} is not an ARFF declaration")
        name = _unquoted(declaration[1])
        header.names.append(name)
        header.values.append(_type(name, declaration[2].strip(), where, header))
    raise InputError(f"{path} has no @data line: it is cut short, or not an ARFF file")


def _type(name: str, text: str, where: str, header: _Header) -> tuple[str, ...] | None:
    """Return the values of a declared type: none for numbers, None for text."""
    if text.startswith("{"):
        body = _LIST.fullmatch(text)
        if body is None:
            raise InputError(f"{where}: the list of values of {name!r} has no closing brace")
        values = tuple(_unquoted(value) for value in _values(body[1], where))
        repeated = first_repeated(values)
        if repeated is not None:
            raise InputError(f"{where}: {name!r} declares the value {repeated!r} twice")
        return values
    word = text.split(maxsplit=1)[0].lower()
    if word in {"numeric", "real", "integer"}:
        return ()
    if word == "date":
        written = _unquoted(text[len(word) :].strip()) or _ISO
        try:
            header.dates[name] = DateStyle((f"{name}={_python_format(written)}",)).formats[0]
        except InputError:
            header.refused[name] = (
                f"{where}: attribute {name!r} holds dates in a form that cannot be read "
                f"({written!r}): leave it out with --ignore {name!r}"
            )
        return None
    if word == "string":
        return None
    raise InputError(
        f"{where}: attribute {name!r} has type {word!r}: numeric, real, integer, string and lists "
        f"of values are read"
    )


def _read_rows(
    path: Path, lines: list[str], rows: list[int], header: _Header
) -> tuple[list[Any], NDArray[np.float64] | None]:
    """Return the columns as Arrow texts, null where missing, and the weights if there are any."""
    import pyarrow as pa

    n_columns = len(header.names)
    plain = "\n".join(lines[number] for number in rows)
    if not any(mark in plain for mark in "'\"{"):
        columns = split_lines(plain.encode("utf-8"), n_columns)
        if columns is not None and len(columns[0]) == len(rows):
            return [without(column, {"?"}) for column in columns], None
    table: list[list[str | None]] = []
    weights = np.ones(len(rows))
    weighted = False
    for row, number in enumerate(rows):
        where = f"{path}, line {number + 1}"
        line = lines[number].strip()
        if line.startswith("{"):
            cells, weight = _sparse(line, where, header)
        else:
            cells, weight = _dense(line, where, n_columns)
        table.append(cells)
        if weight is not None:
            weights[row] = weight
            weighted = True
    columns = [pa.array(column, pa.string()) for column in zip(*table, strict=True)]
    return columns, weights if weighted else None


def _dense(line: str, where: str, n_columns: int) -> tuple[list[str | None], float | None]:
    """Return the cells and the weight of a row."""
    if n_columns > 1 and "," not in line:
        line = ",".join(re.findall(rf"{_QUOTED}|\S+", line))  # separated by blanks or tabs
    values = _values(line, where)
    weight: float | None = None
    if len(values) == n_columns + 1 and _WEIGHT.fullmatch(values[-1]):
        weight = _weight(values.pop(), where)
    if len(values) != n_columns:
        raise InputError(
            f"{where}: {len(values)} values where {n_columns} attributes are declared: correct the "
            f"line; a value that holds a comma must stand in quotes"
        )
    return [None if value == "?" else _unquoted(value) for value in values], weight


def _sparse(line: str, where: str, header: _Header) -> tuple[list[str | None], float | None]:
    """Return the cells and the weight of a sparse row; what it omits is 0 or the first value."""
    match = re.fullmatch(r"\{(.*?)\}\s*(?:,\s*(\{[^{}]*\}))?", line)
    if match is None:
        raise InputError(f"{where}: the sparse row has no closing brace")
    cells: list[str | None] = [
        None if values is None else (values[0] if values else "0") for values in header.values
    ]
    position = 0
    body = match[1].rstrip()
    while position < len(body):
        entry = _SPARSE.match(body, position)
        if entry is None or int(entry[1]) >= len(cells):
            raise InputError(
                f"{where}: {body[position:].strip()[:40]!r} is not an attribute's number (0 to "
                f"{len(cells) - 1}) and its value"
            )
        cells[int(entry[1])] = None if entry[2] == "?" else _unquoted(entry[2])
        position = entry.end()
    return cells, None if match[2] is None else _weight(match[2], where)


def _weight(text: str, where: str) -> float:
    """Return the weight in braces."""
    number = text.strip("{} \t")
    if not is_number(number):
        raise InputError(f"{where}: the weight {number!r} is not a number")
    return float(number)


def _values(text: str, where: str) -> list[str]:
    """Return the values between commas, quotes and all."""
    if "'" not in text and '"' not in text:
        return [value.strip() for value in text.split(",")]
    values: list[str] = []
    position = 0
    while True:
        match = _VALUE.match(text, position)
        if match is None or (match[1][:1] in {"'", '"'} and not re.fullmatch(_QUOTED, match[1])):
            raise InputError(f"{where}: a quote is opened and not closed: {text[position:][:40]!r}")
        values.append(match[1])
        position = match.end()
        if not match[0].endswith(","):
            return values


def _unquoted(value: str) -> str:
    r"""Return a value without its quotes, escapes resolved.

    Examples
    --------
    >>> _unquoted(r"'don\'t'"), _unquoted("plain")
    ("don't", 'plain')
    """
    if value[:1] not in {"'", '"'} or len(value) < 2:
        return value
    return _ESCAPE.sub(_resolved, value[1:-1])


def _resolved(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _CONTROL.get(code, code)


def _python_format(written: str) -> str:
    """Return a format of dates in Python's letters instead of Java's.

    Examples
    --------
    >>> _python_format("yyyy-MM-dd'T'HH:mm:ss"), _python_format("d.M.yy")
    ('%Y-%m-%dT%H:%M:%S', '%d.%m.%y')
    """
    found = (match[0] for match in re.finditer(r"'[^']*'|([A-Za-z])\1*|[^A-Za-z']+", written))
    return "".join(_python_part(part) for part in found)


def _python_part(part: str) -> str:
    if part.startswith("'"):
        return part[1:-1]
    return _JAVA.get(part, "%?") if part.isalpha() else part
