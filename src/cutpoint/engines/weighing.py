"""The weights of the cases of a source, as learners count them: see ``data/weights.py``."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.place import Place
from cutpoint.data.target import codes_in
from cutpoint.engines.base import Source
from cutpoint.engines.decoder import Decoder
from cutpoint.engines.described import Described
from cutpoint.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

_LARGEST = 1 << 31  # cases that can be counted in fixed point
_COARSE, _FINE = 40, 43  # bits of the two whole numbers that a share of 1 is made of


@dataclass(frozen=True)
class Weigh:
    """Sums up weights; shares of the greatest exactly, so that their order does not matter."""

    decoder: Decoder

    @property
    def schema(self) -> pa.Schema:
        """What is known of the weights of a partition."""
        import pyarrow as pa

        whole = ("count", "coarse", "fine")
        real = ("total", "least", "most")
        return pa.schema(
            [(name, pa.int64()) for name in whole] + [(name, pa.float64()) for name in real]
        )

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the sums of each batch."""
        import pyarrow as pa

        decoder = self.decoder
        name, place = decoder.roles.target, Place(decoder.file)
        for batch in batches:
            target = codes_in(name, batch.column(name), decoder.classes, place)
            weights = decoder.weights(batch, target)
            assert weights is not None
            weights = weights[(target >= 0) & (weights > 0)]
            if not len(weights):
                continue
            coarse, fine = _exact(weights) if decoder.greatest is not None else (0, 0)
            found = [len(weights), coarse, fine, weights.sum(), weights.min(), weights.max()]
            yield pa.record_batch(
                [
                    pa.array([value], kind.type)
                    for value, kind in zip(found, self.schema, strict=True)
                ],
                schema=self.schema,
            )

    def collect(self, source: Source) -> dict[str, list[float]]:
        """Return all sums, by name."""
        import pyarrow as pa

        weight = self.decoder.roles.weight
        columns = [self.decoder.roles.target, *([] if weight is None else [weight])]
        batches = list(source.map(self, columns))
        found: dict[str, list[float]] = pa.Table.from_batches(
            batches, schema=self.schema
        ).to_pydict()
        return found


def _exact(shares: NDArray[np.float64]) -> tuple[int, int]:
    """Return a sum of numbers from 2^-30 to 1 as two whole numbers, without rounding."""
    scaled = shares * float(1 << _COARSE)
    coarse = np.floor(scaled)
    fine = (scaled - coarse) * float(1 << _FINE)
    return int(coarse.astype(np.int64).sum()), int(fine.astype(np.int64).sum())


def weighed(source: Source, described: Described, factors: Sequence[float] | None) -> Described:
    """Return what a source holds with the weights of its cases, and of its classes.

    Raises
    ------
    InputError
        If a weight is no weight, or they cannot be counted.
    """
    decoder = described.decoder
    if factors is not None:
        decoder = replace(decoder, factors=tuple(float(factor) for factor in factors))
    if not decoder.is_weighted:
        return described
    found = Weigh(decoder).collect(source)
    count, total = sum(found["count"]), sum(found["total"])
    if not count:
        raise InputError("all weights are zero: at least one case must have a positive weight")
    if total < count * (1 - 1e-9):
        decoder = _scaled(source, decoder, max(found["most"]))
    elif total > _LARGEST:
        raise InputError(
            f"the weights sum to {total:,.0f} cases, more than {_LARGEST:,}: divide them"
        )
    elif min(found["least"]) < 2.0**-30:
        raise InputError(
            f"a case weighs {min(found['least']):g}, less than 2^-30 of a case: multiply the "
            "weights, or make it 0"
        )
    sample = replace(described.sample, weights=None)
    return replace(described, decoder=decoder, sample=sample)


def _scaled(source: Source, decoder: Decoder, greatest: float) -> Decoder:
    """Return a decoder of weights with a mean of 1."""
    shares = replace(decoder, greatest=greatest, scale=1.0)
    found = Weigh(shares).collect(source)
    if min(found["least"]) == max(found["most"]):
        return replace(shares, scale=None)
    units = int(sum(found["coarse"])) * (1 << _FINE) + int(sum(found["fine"]))
    total = float(Fraction(units, 1 << (_COARSE + _FINE)))
    return replace(shares, scale=sum(found["count"]) / total)
