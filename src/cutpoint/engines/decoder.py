"""From record batches to typed tables, once types and classes are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import column as typing
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.place import Place
from cutpoint.data.table import Column, Table
from cutpoint.data.target import codes_in
from cutpoint.engines.roles import Roles
from cutpoint.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Decoder:
    """From a record batch to a typed table, the same wherever it is called.

    Attributes
    ----------
    attributes : tuple of Attribute
    classes : tuple of labels
    roles : Roles
    file : str
        The name of the source in messages.
    factors : tuple of float or None
        By what the weights of each class are multiplied.
    greatest, scale : float
        Weights are divided by the one and then multiplied by the other.
    read : frozenset of int or None
        The attributes that are read, if not all; the values of others count as unknown.
    """

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    roles: Roles
    file: str
    factors: tuple[float, ...] | None = None
    greatest: float | None = None
    scale: float | None = None
    read: frozenset[int] | None = None

    def reading(self, attributes: Iterable[int]) -> Decoder:
        """Return a decoder that reads no more attributes than these."""
        return replace(self, read=frozenset(attributes))

    def _reads(self, a: int) -> bool:
        return self.read is None or a in self.read

    @property
    def columns(self) -> list[str]:
        """The columns that it reads."""
        attributes = [
            attribute.name for a, attribute in enumerate(self.attributes) if self._reads(a)
        ]
        weight = [] if self.roles.weight is None else [self.roles.weight]
        return [*attributes, self.roles.target, *weight]

    @property
    def is_weighted(self) -> bool:
        """Whether cases may count for more or less than one."""
        return self.roles.weight is not None or self.factors is not None

    def table(self, batch: pa.RecordBatch | pa.Table) -> Table:
        """Return the rows of a batch that count, without those of weight 0."""
        return self.numbered(batch)[0]

    def numbered(self, batch: pa.RecordBatch | pa.Table) -> tuple[Table, NDArray[np.intp] | None]:
        """Return the rows of a batch that count, and their numbers there unless all do."""
        place = Place(self.file)
        columns: list[Column] = []
        unknown = np.full(batch.num_rows, np.nan)
        no_code = np.full(batch.num_rows, -1, dtype=np.int32)
        for a, attribute in enumerate(self.attributes):
            if not self._reads(a):
                columns.append(unknown if attribute.is_numeric else no_code)
                continue
            cells = batch.column(attribute.name)
            if attribute.is_numeric:
                columns.append(_one_zero(typing.numbers_like(attribute, cells, place)))
            else:
                columns.append(typing.coded(attribute, cells, place))
        name = self.roles.target
        target = codes_in(name, batch.column(name), self.classes, place)
        weights = self.weights(batch, target)
        table = Table(
            self.attributes, tuple(columns), len(target), self.classes, target, name, weights
        )
        counts = target >= 0
        if weights is not None:
            counts &= weights > 0
        return (table, None) if counts.all() else (table.take(counts), np.flatnonzero(counts))

    def weights(
        self, batch: pa.RecordBatch | pa.Table, target: NDArray[np.int32]
    ) -> NDArray[np.float64] | None:
        """Return the weights of the rows of a batch, as learners count them."""
        weights: NDArray[np.float64] | None = None
        name = self.roles.weight
        if name is not None:
            place = Place(self.file)
            weights = typing.numbers(name, batch.column(name), place)
            wrong = ~(weights >= 0)
            if wrong.any():
                shown = float(weights[np.argmax(wrong)])
                raise InputError(
                    f"{place.column(name)}: a weight is {shown!r}: a weight is a finite number, 0 "
                    "or more"
                )
        if self.factors is not None:
            by_class = np.array([*self.factors, 0.0])[target]
            weights = by_class if weights is None else weights * by_class
        if weights is not None and self.greatest is not None:
            shares = weights / self.greatest
            shares[shares < 2.0**-30] = 0.0
            weights = np.where(shares > 0, 1.0, 0.0) if self.scale is None else shares * self.scale
        return weights


def _one_zero(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers without a negative zero; most columns have no zero at all: no copy is made.

    Examples
    --------
    >>> _one_zero(np.array([1.0, -0.0])), _one_zero(np.array([np.nan]))
    (array([1., 0.]), array([nan]))
    """
    return values if values.all() else values + 0.0
