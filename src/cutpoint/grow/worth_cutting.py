"""Whether the description length could accept any cut of a column at a node.

Below the root most columns tell nothing of the class, and MDLP leaves them whole. What a cut must
gain at least is known beforehand (:func:`cutpoint.cuts.mdlp.least_price`), and the plain learner's
scan, started from there, passes over nearly all blocks of entries without looking into them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, kernel
from cutpoint.cuts.mdlp import least_price
from cutpoint.data.sorted import Layout
from cutpoint.grow.blocks import block_size, sum_blocks
from cutpoint.grow.fixed import PER_UNIT, UNIT_BITS
from cutpoint.grow.found import Numbers, Room, base_of
from cutpoint.grow.scan import scan_blocks, scan_two_classes


@kernel
def is_worth_cutting(
    entries: NDArray[Any], rank: Ints, tied: Flag, weight: Ints, all_weighted: bool, whole: bool,
    known: Int, layout: Layout, numbers: Numbers, room: Room,
) -> Flag:  # fmt: skip
    """Return False if MDLP accepts no cut; else it may accept one.

    ``room.totals`` are the class weights of the entries, ``known`` their sum; ``whole`` says that
    none is a fraction.
    """
    totals = room.totals
    base = base_of(totals, known, numbers)
    k = ZERO
    for total in totals:
        k += np.int64(total > 0)
    price = least_price(np.float64(known) * PER_UNIT, k, -np.float64(base) / numbers.scale)
    # A margin below the price: the cuts themselves are found in floating point.
    bar = base + np.int64(price * numbers.scale) - numbers.margin
    if totals.size == 2 and whole:
        n1 = totals[1] >> UNIT_BITS
        _, position = scan_two_classes(
            entries, entries.size - n1, n1, ONE, bar, ZERO, rank, tied, layout.class_shift,
            layout.row_mask, numbers.table,
        )  # fmt: skip
        return position >= 0
    block = block_size(entries.size)
    n_blocks = sum_blocks(
        entries, weight, all_weighted, block, layout.class_shift, layout.class_mask,
        layout.row_mask, layout.fraction, room.sums, room.flagged,
    )  # fmt: skip
    _, position, _ = scan_blocks(
        entries, weight, all_weighted, whole, known, totals, room.sums, n_blocks, block, ONE, bar,
        np.int64(numbers.margin), rank, tied, layout.class_shift, layout.class_mask,
        layout.row_mask, layout.fraction, numbers.table, numbers.slopes, numbers.scale, room.upper,
        room.lower, room.exact, room.exact_for, room.part, room.flagged,
    )  # fmt: skip
    return position >= 0
