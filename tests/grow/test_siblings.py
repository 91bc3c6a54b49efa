"""Tables taken from the parent's, against tables counted from the cases."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.data.sorted import sort_columns
from cutpoint.data.table import Table
from cutpoint.grow.branches import LENGTHS, N_WHOLE, NODE, TABLE, WHOLE
from cutpoint.grow.grown import new_grown
from cutpoint.grow.siblings import free_all, keep_tables, new_kept
from cutpoint.grow.tables import count_rows, list_present, new_coded


def random_table(rng: np.random.Generator, n_rows: int, n_columns: int, n_classes: int) -> Table:
    columns = tuple(
        rng.integers(0, rng.integers(2, 9), n_rows).astype(float) for _ in range(n_columns)
    )
    target = rng.integers(0, n_classes, n_rows).astype(np.int32)
    attributes = tuple(Attribute(f"x{j}") for j in range(n_columns))
    return Table(attributes, columns, n_rows, tuple(map(str, range(n_classes))), target)


@given(
    st.integers(0, 2**32), st.integers(1, 5), st.integers(2, 5), st.sampled_from([0, 0, 40]),
    st.booleans(),
)  # fmt: skip
def test_kept_tables_are_those_of_the_childrens_cases(
    seed: int, n_columns: int, n_classes: int, small: int, in_place: bool
) -> None:
    rng = np.random.default_rng(seed)
    data = random_table(rng, int(rng.integers(30, 200)), n_columns, n_classes)
    columns, _ = sort_columns(data)
    target = data.target.astype(np.uint8)
    coded, grown = new_coded(columns, n_classes), new_grown(3, n_classes)
    kept, present = new_kept(coded), np.zeros(n_classes, dtype=np.int64)

    def counted(rows: np.ndarray) -> tuple[np.ndarray, int]:
        """Return the table of some cases, a row for each class that they have."""
        own = new_coded(columns, n_classes)
        n_present = list_present(np.bincount(target[rows], minlength=n_classes), present,
                                 own.class_place)  # fmt: skip
        count_rows(columns.few, target, own.few_start, rows, own.class_place, own.few)
        return own.few, n_present

    # A child may lack a class that its sibling has.
    side = np.where(target == 0, 0, rng.integers(0, 2, data.n_rows))
    whole = np.argsort(side, kind="stable").astype(np.int32)
    n_first = int((side == 0).sum())
    rows = (whole[:n_first], whole[n_first:])
    frames = np.zeros((2, LENGTHS), dtype=np.int64)
    for i, start in ((0, 0), (1, n_first)):
        frames[i, NODE], frames[i, WHOLE], frames[i, N_WHOLE] = 1 + i, start, len(rows[i])
        grown.counts[1 + i] = np.bincount(target[rows[i]], minlength=n_classes)
    n_present = list_present(np.bincount(target, minlength=n_classes), present, coded.class_place)
    free_all(kept)
    table = 0
    few = coded.few
    if in_place:  # the node's own table was kept, too
        table, few = 3, kept.tables[2]
        kept.free[:] = np.roll(kept.free, -3)
        kept.n_free[0] -= 1
    few[:n_present] = 0
    count_rows(columns.few, target, coded.few_start, whole, coded.class_place, few)
    n_free = int(kept.n_free[0])
    keep_tables(
        kept, table, few, coded, columns, target, frames[0], frames[1], whole, n_present, small,
        grown,
    )  # fmt: skip
    held = [int(frames[i, TABLE]) for i in (0, 1) if frames[i, TABLE] > 0]
    free = kept.free[: kept.n_free[0]].tolist()
    assert len(held) + len(free) == n_free + in_place
    assert sorted([*free, *(t - 1 for t in held)]) == list(range(len(kept.free)))
    for i in (1, 0):
        if frames[i, TABLE] > 0:
            assert frames[i, N_WHOLE] > small
            expected, n_here = counted(rows[i])
            kept_for_it = kept.tables[frames[i, TABLE] - 1]
            np.testing.assert_array_equal(kept_for_it[:n_here], expected[:n_here])


def test_there_is_no_room_for_huge_tables_and_none_is_kept() -> None:
    table = random_table(np.random.default_rng(0), 50, 2, 3)
    columns, _ = sort_columns(table)
    coded = new_coded(columns, 3)
    huge = coded._replace(few=np.zeros((1 << 12, 1 << 12), dtype=np.int64))
    assert new_kept(coded).tables.shape[0] == 33
    assert new_kept(huge).tables.shape[0] == 0
