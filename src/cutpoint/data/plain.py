"""Lines of comma-separated values without any quoting, split by Arrow."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from typing import Any


def split_lines(data: bytes, n_columns: int) -> list[Any] | None:
    r"""Return the columns as texts without surrounding blanks; None if a line has too few or many.

    Blank lines are skipped.

    Examples
    --------
    >>> [column.to_pylist() for column in split_lines(b"1, a\n2,b\n", 2)]
    [['1', '2'], ['a', 'b']]
    >>> split_lines(b"1,a\n2\n", 2)
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv as pa_csv

    names = [str(position) for position in range(n_columns)]
    try:
        table = pa_csv.read_csv(
            pa.BufferReader(data),
            read_options=pa_csv.ReadOptions(column_names=names),
            parse_options=pa_csv.ParseOptions(quote_char=False, double_quote=False),
            convert_options=pa_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return None
    return [pc.ascii_trim_whitespace(column) for column in table.columns]
