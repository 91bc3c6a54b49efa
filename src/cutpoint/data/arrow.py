"""What is asked of Arrow's columns again and again.

Where Arrow takes or gives values of Python or NumPy it first imports pandas, if there is any, which
takes longer than to learn a tree. What the command line needs of every file is therefore made of
buffers here.
"""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FLOATS = {"double": "float64", "float": "float32", "halffloat": "float16"}
"""NumPy's names of Arrow's types, where they differ."""


def encode(cells: Any) -> tuple[list[Any], NDArray[np.int32]]:
    """Return the distinct values of an Arrow column and each row's position in them (null: -1)."""
    import pyarrow as pa

    encoded = cells if pa.types.is_dictionary(cells.type) else cells.dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
        if isinstance(encoded, pa.ChunkedArray):  # without any chunk, older versions keep it so
            encoded = pa.concat_arrays(encoded.chunks or [pa.array([], encoded.type)])
    indices = encoded.indices
    if indices.null_count:
        codes = fixed_width(indices).astype(np.int32)
        codes[~valid(indices)] = -1
        return encoded.dictionary.to_pylist(), codes
    return encoded.dictionary.to_pylist(), fixed_width(indices).astype(np.int32)


def arrow_floats(cells: Any) -> NDArray[np.float64]:
    """Return an Arrow column of doubles as an array, NaN where null; no copy if it has none."""
    import pyarrow as pa

    chunks = cells.chunks if isinstance(cells, pa.ChunkedArray) else [cells]
    if len(chunks) != 1:
        parts = [arrow_floats(chunk) for chunk in chunks]
        return np.concatenate(parts) if parts else np.empty(0)
    numbers = fixed_width(chunks[0])
    return np.where(valid(chunks[0]), numbers, np.nan) if cells.null_count else numbers


def fixed_width(cells: Any) -> NDArray[Any]:
    """Return the numbers of an Arrow array as they lie in memory; where null, any.

    Examples
    --------
    >>> import pyarrow as pa
    >>> fixed_width(pa.array([5, 6, 7], pa.int16()).slice(1)).tolist()
    [6, 7]
    """
    kind = np.dtype(_FLOATS.get(str(cells.type), str(cells.type)))
    held = cells.buffers()[1]
    if held is None:
        return np.zeros(len(cells), kind)
    return np.frombuffer(held, kind, len(cells), cells.offset * kind.itemsize)


def valid(cells: Any) -> NDArray[np.bool_]:
    """Return which cells of an Arrow array are not null.

    Examples
    --------
    >>> import pyarrow as pa
    >>> valid(pa.array([None, 5, None, 7]).slice(1)).tolist()
    [True, False, True]
    """
    bits = cells.buffers()[0]
    return np.ones(len(cells), dtype=np.bool_) if bits is None else _unpacked(bits, cells)


def is_null(cells: Any) -> NDArray[np.bool_]:
    """Return which cells of an Arrow column of any type are null.

    Examples
    --------
    >>> import pyarrow as pa
    >>> is_null(pa.chunked_array([["a", None], [None]])).tolist()
    [False, True, True]
    """
    import pyarrow as pa

    found = cells.is_null()
    chunks = found.chunks if isinstance(found, pa.ChunkedArray) else [found]
    parts = [_unpacked(chunk.buffers()[1], chunk) for chunk in chunks]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.bool_)


def _unpacked(bits: Any, cells: Any) -> NDArray[np.bool_]:
    """Return the bits of an Arrow array as truth values."""
    last = cells.offset + len(cells)
    held = np.frombuffer(bits, np.uint8)
    return np.unpackbits(held, count=last, bitorder="little")[cells.offset :].astype(np.bool_)


def strings(values: Iterable[str], kind: Any = None) -> Any:
    """Return texts as an Arrow array, of 32-bit offsets unless its type is given.

    Examples
    --------
    >>> strings(["a", "", "béta"]).to_pylist()
    ['a', '', 'béta']
    """
    import pyarrow as pa

    kind = pa.string() if kind is None else kind
    texts = [value.encode() for value in values]
    width = np.int64 if pa.types.is_large_string(kind) else np.int32
    offsets = np.zeros(len(texts) + 1, width)
    np.cumsum([len(text) for text in texts], out=offsets[1:])
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(texts))]
    return pa.Array.from_buffers(kind, len(texts), buffers)


def numbers(values: NDArray[Any], missing: NDArray[np.bool_] | None = None) -> Any:
    """Return numbers as an Arrow array, null where they are missing.

    Examples
    --------
    >>> numbers(np.array([1.5, 0.0, 2.5]), np.array([False, True, False])).to_pylist()
    [1.5, None, 2.5]
    """
    import pyarrow as pa

    bits = None if missing is None else pa.py_buffer(np.packbits(~missing, bitorder="little"))
    held = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [bits, held])


def null(kind: Any) -> Any:
    """Return Arrow's null of a type."""
    import pyarrow as pa

    return pa.nulls(1, kind)[0]
