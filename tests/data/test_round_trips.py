"""What is written to a file comes back: any numbers, any labels, any gaps."""

import csv
import io
import re
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from cutpoint.data import Attribute, Table, missing, read_c45, read_table
from cutpoint.data.spelling import key
from cutpoint.data.text import DOUBTFUL_WORDS, MISSING_WORDS, is_number

# No control characters and no surrogates; blanks around a label are not part of it.
_text = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), max_size=8)


def _is_label(word):
    return (
        word == word.strip()
        and not is_number(word)
        and word not in MISSING_WORDS.union(DOUBTFUL_WORDS)
    )


labels = _text.filter(_is_label)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9, 9).map(float)


@st.composite
def tables(draw, names=labels):
    n_rows = draw(st.integers(1, 8))
    n_columns = draw(st.integers(1, 4))
    unique = draw(st.lists(names, min_size=n_columns, max_size=n_columns, unique=True))
    attributes, columns = [], []
    for name in unique:
        if draw(st.booleans()):
            cells = draw(
                st.lists(numbers | st.just(np.nan), min_size=n_rows, max_size=n_rows),
            )
            attributes.append(Attribute(name))
            columns.append(np.array(cells, dtype=np.float64))
        else:
            values = draw(st.lists(labels, min_size=1, max_size=4, unique_by=key))
            codes = st.integers(-1, len(values) - 1)
            column = draw(st.lists(codes, min_size=n_rows, max_size=n_rows))
            attributes.append(Attribute(name, tuple(values)))
            columns.append(np.array(column, dtype=np.int32))
    classes = draw(st.lists(labels, min_size=1, max_size=3, unique_by=key))
    target = draw(
        st.lists(st.integers(0, len(classes) - 1), min_size=n_rows, max_size=n_rows),
    )
    return Table(
        tuple(attributes), tuple(columns), n_rows, tuple(classes), np.array(target, np.int32)
    )


def rows(table, missing, quote=str):
    """Return the cells of each row as they are written, the class last."""
    texts = []
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        if attribute.values is None:
            texts.append([missing if np.isnan(value) else repr(float(value)) for value in column])
        else:
            values = [quote(value) for value in attribute.values]
            texts.append([missing if code < 0 else values[code] for code in column])
    texts.append([quote(table.classes[code]) for code in table.target])
    return list(zip(*texts, strict=True))


def assert_same_cells(table, expected):
    """The same labels and numbers, whatever their codes."""
    for attribute, column, old, old_column in zip(
        table.attributes, table.columns, expected.attributes, expected.columns, strict=True
    ):
        assert attribute.name == old.name
        if attribute.is_empty:
            assert missing(old_column).all()
        elif old.values is None:
            np.testing.assert_array_equal(column, old_column)
        else:
            found = [None if code < 0 else attribute.values[code] for code in column]
            assert found == [None if code < 0 else old.values[code] for code in old_column]
    found = [table.classes[code] for code in table.target]
    assert found == [expected.classes[code] for code in expected.target]


def in_folder(write):
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder))


@settings(deadline=None)
@given(
    tables(),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(sorted(MISSING_WORDS)),
)
def test_csv(table, delimiter, end, missing):
    names = [attribute.name for attribute in table.attributes]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerow([*names, "\x02target"])
    writer.writerows(rows(table, missing))

    def read(folder):
        path = folder / "table.csv"
        path.write_bytes(out.getvalue().encode())
        return read_table(path, target=-1, delimiter=delimiter)

    found = in_folder(read)
    assert_same_cells(found, table)
    for attribute in found.attributes:
        assert attribute.values is None or list(attribute.values) == sorted(attribute.values)


def arff_quoted(word):
    return "'" + re.sub(r"(['\\])", r"\\\1", word) + "'"


@settings(deadline=None)
@given(tables(), st.booleans())
def test_arff(table, comments):
    lines = ["@relation test"]
    for attribute in table.attributes:
        values = attribute.values
        kind = "real" if values is None else "{" + ",".join(map(arff_quoted, values)) + "}"
        lines.append(f"@attribute {arff_quoted(attribute.name)} {kind}")
    lines.append("@attribute '\x02target' {" + ",".join(map(arff_quoted, table.classes)) + "}")
    lines.append("@data")
    for row in rows(table, "?", arff_quoted):
        lines += ["% comment", ""] if comments else []
        lines.append(",".join(row))

    def read(folder):
        path = folder / "table.arff"
        path.write_bytes("\n".join(lines).encode())
        return read_table(path, target=-1)

    found = in_folder(read)
    assert found.attributes == table.attributes
    assert found.classes == table.classes
    np.testing.assert_array_equal(found.matrix(), table.matrix())
    np.testing.assert_array_equal(found.target, table.target)


def c45_escaped(word):
    return re.sub(r"([\\|:,.])", r"\\\1", word)


@settings(deadline=None)
@given(tables(labels.map(lambda word: " ".join(word.split())).filter(bool)))
def test_c45(table):
    def squeezed(words):  # runs of blanks are one blank there
        return ["w" + " ".join(word.split()) + f"-{i}" for i, word in enumerate(words)]

    attributes = tuple(
        a if a.values is None else Attribute(a.name, tuple(squeezed(a.values)))
        for a in table.attributes
    )
    table = Table(
        attributes, table.columns, table.n_rows, tuple(squeezed(table.classes)), table.target
    )
    names = [", ".join(map(c45_escaped, table.classes)) + "."]
    for attribute in attributes:
        values = ["continuous"] if attribute.values is None else attribute.values
        names.append(f"{c45_escaped(attribute.name)}: {', '.join(map(c45_escaped, values))}.")

    def read(folder):
        (folder / "a.names").write_bytes("\n".join(names).encode())
        lines = [", ".join(row) for row in rows(table, "?", c45_escaped)]
        (folder / "a.data").write_bytes("\n".join(lines).encode())
        return read_c45(folder / "a")

    found = in_folder(read)
    assert found.attributes == table.attributes
    assert found.classes == table.classes
    np.testing.assert_array_equal(found.matrix(), table.matrix())
    np.testing.assert_array_equal(found.target, table.target)


@settings(deadline=None)
@given(tables())
def test_parquet(table):
    arrays = {
        attribute.name: pa.array(column, from_pandas=True)
        if attribute.values is None
        else pa.array([None if c < 0 else attribute.values[c] for c in column], pa.string())
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    }
    arrays["\x02target"] = pa.array([table.classes[code] for code in table.target])

    def read(folder):
        pq.write_table(pa.table(arrays), folder / "a.parquet")
        return read_table(folder / "a.parquet", target=-1)

    assert_same_cells(in_folder(read), table)
