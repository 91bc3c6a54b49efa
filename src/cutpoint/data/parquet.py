"""How a Parquet file is read."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import re
from pathlib import Path

from cutpoint.data.cells import is_text
from cutpoint.data.place import Place, check_names
from cutpoint.data.raw import Raw
from cutpoint.data.reading import Reading
from cutpoint.data.source import check_file
from cutpoint.data.text import without
from cutpoint.errors import InputError

_PANDAS_INDEX = re.compile(r"__index_level_\d+__")


def read_parquet(path: Path, reading: Reading) -> Raw:
    """Return the cells of a Parquet file; their types are those of the file.

    Raises
    ------
    InputError
        If the file is damaged or holds no rows.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_file(path)
    try:
        with path.open("rb") as file:
            table = pq.ParquetFile(file).read()
    except (pa.ArrowException, OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise InputError(f"{path} is not a Parquet file that can be read: {why}") from None
    place = Place(str(path), notes=[])
    check_names(table.column_names, place)
    if table.num_rows == 0:
        raise InputError(f"{path} has no rows")
    names = [name for name in table.column_names if not _PANDAS_INDEX.fullmatch(name)]
    columns = [table.column(name) for name in names]
    if reading.missing:
        columns = [
            without(cells, reading.missing) if is_text(cells) else cells for cells in columns
        ]
    return Raw(tuple(names), tuple(columns), table.num_rows, place)
