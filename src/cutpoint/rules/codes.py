"""How many bits a rule takes to write down: the costs of its conditions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cutpoint.compiled import Ints, Reals
from cutpoint.data.attribute import Attribute
from cutpoint.measures.information import lg


class Codes(NamedTuple):
    """The bits of an attribute's name, of its outcomes by attribute, and tables of logarithms."""

    attribute: Any
    outcome: Reals
    log_numbers: Reals
    log_factorials: Reals


def logarithms(largest: int, real: Any) -> tuple[Reals, Reals]:
    """Return lg n for n up to the largest, rounded to ``real``, and lg n! as sums of those."""
    numbers = np.zeros(largest + 1)
    numbers[2:] = (np.log(np.arange(2.0, largest + 1)) / np.log(2.0)).astype(real)
    return numbers, np.cumsum(numbers)


def codes_of(
    attributes: tuple[Attribute, ...], columns: Reals, most_rules: int, real: Any
) -> Codes:
    """Return the costs for cases given by attribute, NaN where a value is unknown.

    ``most_rules`` is the greatest number of rules, or of conditions in one. C4.5, whose
    ``real`` is single precision, takes unknown for one more number.
    """
    n_cases = columns.shape[1]
    numbers, factorials = logarithms(max(n_cases, most_rules) + 2, real)
    outcome = np.zeros(len(attributes))
    for a, (attribute, column) in enumerate(zip(attributes, columns, strict=True)):
        known = column[~np.isnan(column)]
        if attribute.values is None:
            n_distinct = len(np.unique(known))
            if real is np.float32 and len(known) < n_cases:
                n_distinct += 1
            outcome[a] = real(1 + numbers[n_distinct] / 2) if n_distinct > 1 else 0.0
        else:
            outcome[a] = _entropy(np.bincount(known.astype(np.int64)), numbers, n_cases, real)
    return Codes(_attribute_bits(outcome, real), outcome, numbers, factorials)


def _entropy(frequencies: Ints, numbers: Reals, n_cases: int, real: Any) -> Any:
    total = real(0.0)
    for frequency in frequencies[frequencies > 0].tolist():
        difference = real(numbers[n_cases] - numbers[frequency])
        total = real(np.float64(total) + frequency / n_cases * np.float64(difference))
    return total


def _attribute_bits(outcome: Reals, real: Any) -> Any:
    """Return the entropy of the outcome bits, taken as shares."""
    total = real(0.0)
    for bits in outcome:
        total = real(total + real(bits))
    result = real(0.0)
    for bits in outcome[outcome > 0]:
        share = real(real(bits) / total)
        result = real(np.float64(result) - np.float64(share) * lg(share))
    return result


def rule_bits(codes: Codes, outcome_bits: list[float], redundancy: float, real: Any) -> Any:
    """Return the bits of a rule whose conditions have these outcome bits, in any order."""
    size = len(outcome_bits)
    name = real(np.float64(codes.attribute) / redundancy)
    total = real(0.0)
    for bits in outcome_bits:
        total = real(total + real(name + real(bits)))
    return real(np.float64(total) + codes.log_numbers[size] - codes.log_factorials[size])
