"""How C4.5's own files are read: ``.names`` declares, ``.data`` and ``.test`` hold cases.

The tokens are those of Release 8. Two things that it misreads are read rightly: lines that end in
CRLF, and a last line without an end. A line with too many or too few values, which silently shifts
all that follows there, is an error here.
"""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.arrow import encode
from cutpoint.data.attribute import Attribute
from cutpoint.data.place import Place, check_names, first_repeated
from cutpoint.data.plain import split_lines
from cutpoint.data.raw import Raw, Wanted, learning_table
from cutpoint.data.reading import Reading
from cutpoint.data.source import read_bytes, utf8
from cutpoint.data.table import Table
from cutpoint.data.text import Text, without
from cutpoint.errors import InputError

_SKIPPED = r"(?:[ \t\n]|\|[^\n]*+)*+"
_PART = r"\\.|\.(?:\\.|[^ \t\n|\\])|[^:,\n|\\.]"
"""A period and the character after it belong to the token, unless that is white space or a bar."""
_END = r"\.?\|[^\n]*+\n|\.[ \t\n]|[:,\n]"
_TOKEN = re.compile(rf"{_SKIPPED}((?:{_PART})*+)({_END})", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SPECIAL = re.compile(r"[\\|:]|\.[ \t\n,]|  ")
"""What makes the lines of a data file more than values between commas."""


class _Token(NamedTuple):
    text: str
    delimiter: str
    line: int


@dataclass(frozen=True, slots=True)
class _Declared:
    """An attribute of a names file; `limit` is the N of ``discrete N``."""

    name: str
    values: tuple[str, ...] | None = None
    ignored: bool = False
    limit: int | None = None


def read_c45(stem: str | os.PathLike[str], part: str = "data") -> Table:
    r"""Read a table from C4.5's own files.

    Parameters
    ----------
    stem : path
        The path of the files without their ending.
    part : "data" or "test"
        Whether to read the training or the test cases.

    Returns
    -------
    Table
        Classes and values are in the order of ``stem.names``; ignored attributes are left out.

    Raises
    ------
    InputError
        If the files do not fit together; the message names the line, the column and the value.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "golf.names").write_text("Play, Don't Play.\noutlook: sunny, rain.\n")
    >>> _ = (folder / "golf.data").write_text("rain, Play\nsunny, Don't Play\n")
    >>> table = read_c45(folder / "golf")
    >>> table.classes, table.columns[0].tolist()
    (('Play', "Don't Play"), [1, 0])
    """
    if part not in {"data", "test"}:
        raise InputError(f"part must be 'data' or 'test', not {part!r}")
    return learning_table(read_c45_cells(Path(stem), part, Reading(), "class"), Wanted())


def read_c45_cells(stem: Path, part: str, reading: Reading, target: str) -> Raw:
    """Return the cells of C4.5's own files; `target` is the name to give to the class."""
    notes: list[str] = []
    classes, declared = read_names(with_ending(stem, "names"), reading.encoding, notes)
    path = with_ending(stem, part)
    columns, place = _read_cases(path, declared, reading.encoding, notes)
    words = {"?", *reading.missing}
    cells = [without(column, words) for column in columns]
    names: list[str] = []
    kept: list[Any] = []
    attributes: dict[str, Attribute] = {}
    for position, attribute in enumerate(declared):
        if attribute.ignored:
            continue
        values = attribute.values
        if attribute.limit is not None:
            first = cells[position]
            if part != "data":  # the values are those of the training cases
                data = with_ending(stem, "data")
                training, _ = _read_cases(data, declared, reading.encoding, notes)
                first = without(training[position], words)
            values = _collected(attribute, first, path)
        names.append(attribute.name)
        kept.append(Text(cells[position]))
        attributes[attribute.name] = Attribute(attribute.name, values)
    while target in names:
        target = f"({target})"
    attributes[target] = Attribute(target, classes)
    return Raw(
        (*names, target), (*kept, Text(cells[-1])), len(cells[-1]), place, attributes, target
    )


def with_ending(stem: Path, ending: str) -> Path:
    """Return the path of one of the files of a stem."""
    return stem.parent / f"{stem.name}.{ending}"  # a folder such as "." has no name to replace


def read_names(
    path: Path, encoding: str | None = None, notes: list[str] | None = None
) -> tuple[tuple[str, ...], list[_Declared]]:
    """Return the classes and the attributes that a names file declares."""
    tokens = _tokens(_text(path, encoding, notes))

    def line(token: _Token) -> str:
        return f"{path}, line {token.line}"

    def values_from(position: int) -> tuple[list[str], int]:
        values = [tokens[position].text]
        while tokens[position].delimiter == "," and position + 1 < len(tokens):
            position += 1
            values.append(tokens[position].text)
        repeated = first_repeated(values)
        if repeated is not None:
            raise InputError(f"{line(tokens[position])}: {repeated!r} is listed twice")
        return values, position + 1

    if not tokens:
        raise InputError(f"{path} is empty: the classes are expected, then the attributes")
    classes, position = values_from(0)
    if tokens[position - 1].delimiter == ":":
        raise InputError(f"{line(tokens[0])}: the names of the classes are expected first")
    attributes: list[_Declared] = []
    while position < len(tokens):
        name = tokens[position]
        if name.delimiter != ":" or position + 1 == len(tokens):
            raise InputError(f"{line(name)}: a colon is expected after {name.text!r}")
        values, following = values_from(position + 1)
        attributes.append(_declared(name.text, values, line(tokens[position + 1])))
        position = following
    if not attributes:
        raise InputError(f"{path} declares classes but no attributes")
    check_names([attribute.name for attribute in attributes], Place(str(path)))
    return tuple(classes), attributes


def _declared(name: str, values: list[str], where: str) -> _Declared:
    """Return an attribute from the words after its colon."""
    word = values[0]
    if len(values) > 1:
        return _Declared(name, tuple(values))
    if word == "continuous":
        return _Declared(name)
    if word == "ignore":
        return _Declared(name, ignored=True)
    if word.split()[:1] == ["discrete"]:
        number = word.removeprefix("discrete").strip()
        if not number.isdecimal() or int(number) < 2:
            raise InputError(
                f"{where}: {word!r} must be 'discrete N', with N at least 2 the most values that "
                f"{name!r} may have"
            )
        return _Declared(name, limit=int(number))
    if not word:
        raise InputError(f"{where}: {name!r} has no type and no values")
    return _Declared(name, (word,))


def _collected(attribute: _Declared, cells: Any, path: Path) -> tuple[str, ...]:
    """Return the values of a ``discrete N`` attribute in order of first appearance."""
    values, _ = encode(cells)
    if attribute.limit is not None and len(values) > attribute.limit:
        raise InputError(
            f"{path}, column {attribute.name!r}: {len(values)} values occur, but 'discrete "
            f"{attribute.limit}' is declared: {values[attribute.limit]!r} is one too many"
        )
    return tuple(values)


def _read_cases(
    path: Path, declared: list[_Declared], encoding: str | None, notes: list[str]
) -> tuple[list[Any], Place]:
    """Return the columns as Arrow texts, the class last, and how to name their rows."""
    text = _text(path, encoding, notes)
    n_tokens = len(declared) + 1
    if not text.strip():
        raise InputError(f"{path} has no cases")
    if not _SPECIAL.search(text):
        columns = split_lines(text.encode("utf-8"), n_tokens)
        if columns is not None:
            return columns, Place(str(path), lambda row: _line_of(text, row), notes)
    import pyarrow as pa

    tokens = _tokens(text)
    if not tokens:
        raise InputError(f"{path} has no cases")
    lines = np.array([token.line for token in tokens], dtype=np.int64)
    _check_cases(path, lines, declared)
    columns = [
        pa.array([token.text for token in tokens[position::n_tokens]], pa.string())
        for position in range(n_tokens)
    ]
    return columns, Place(str(path), lambda row: int(lines[row * n_tokens]), notes)


def _check_cases(path: Path, lines: NDArray[np.int64], declared: list[_Declared]) -> None:
    """Refuse a line with too many or too few values.

    A case may span lines, but each case must start on a new line.
    """
    n_tokens = len(declared) + 1
    n_whole = len(lines) // n_tokens
    first = lines[::n_tokens]
    before = lines[n_tokens - 1 :: n_tokens][:n_whole]
    shared = np.flatnonzero(first[1:] == before[: len(first) - 1])
    if len(shared):
        case = int(shared[0])
    elif n_whole * n_tokens != len(lines):
        case = n_whole
    else:
        return
    line = int(first[case])
    count = int(np.count_nonzero(lines == line))
    raise InputError(
        f"{path}, line {line}: {count} values where {n_tokens} are expected ({len(declared)} "
        f"attributes and the class): correct the line (a value that ends in a period before a "
        f"comma runs into the next)"
    )


def _line_of(text: str, row: int) -> int:
    """Return the line of a row, blank lines not counted as rows."""
    rows = [number for number, line in enumerate(text.split("\n"), 1) if line]
    return rows[row]


def _text(path: Path, encoding: str | None, notes: list[str] | None) -> str:
    """Return a file with plain line ends, and two at its end: one may be escaped."""
    text = utf8(read_bytes(path), path, encoding, notes).decode("utf-8")
    return text.replace("\r\n", "\n") + "\n\n"


def _tokens(text: str) -> list[_Token]:
    r"""Return the tokens of a text that ends in two newlines.

    Examples
    --------
    >>> [token.text for token in _tokens("a  b, 1.5 | note\n\\,c: end.\n| note\n\n")]
    ['a b', '1.5', ',c', 'end']
    """
    tokens: list[_Token] = []
    line, counted, position = 1, 0, 0
    while (match := _TOKEN.match(text, position)) is not None:
        token, end = match.groups()
        if "\\" in token:
            token = _ESCAPE.sub(r"\1", token)
        if "  " in token:
            token = re.sub(" +", " ", token)
        start = match.start(1)
        line += text.count("\n", counted, start)
        counted, position = start, match.end()
        tokens.append(_Token(token.rstrip(" \t\n"), end[-1], line))
    return tokens
