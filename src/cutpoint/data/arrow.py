"""What is asked of Arrow's columns again and again."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
        indices = indices.cast(pa.int64()).fill_null(-1)
    codes = indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return encoded.dictionary.to_pylist(), codes


def arrow_floats(cells: Any) -> NDArray[np.float64]:
    """Return an Arrow column of doubles as an array, NaN where null; no copy if it has none."""
    import pyarrow as pa

    if cells.null_count:
        cells = cells.fill_null(np.nan)
    if isinstance(cells, pa.ChunkedArray):
        if cells.num_chunks != 1:
            return np.asarray(cells.to_numpy(), dtype=np.float64)
        cells = cells.chunk(0)
    return np.asarray(cells.to_numpy(zero_copy_only=False), dtype=np.float64)
