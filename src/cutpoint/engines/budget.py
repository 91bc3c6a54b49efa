"""How much of a table, and of what is counted of it, may be in memory at a time."""

from __future__ import annotations

from dataclasses import dataclass

_BYTES_OF_VALUE = 96  # of a value that is collected, wherever it is on its way


@dataclass(frozen=True)
class Budget:
    """What fits into memory.

    Attributes
    ----------
    rows : int
        The rows of a node that is collected.
    sums : int
        The sums of one counting pass.
    values : int
        The values of opened bins.
    """

    rows: int
    sums: int
    values: int

    @classmethod
    def of(cls, memory: int, n_attributes: int) -> Budget:
        """Return what fits into so many bytes."""
        row = 40 + 20 * max(n_attributes, 1)  # a column, and its sorted entries twice and ranks
        return cls(
            max(memory // 4 * 3 // row, 1),
            max(memory // 8 // 8, 1 << 12),
            max(memory // 4 // _BYTES_OF_VALUE, 1 << 12),
        )
