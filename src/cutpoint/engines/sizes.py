"""Amounts of memory as people write them."""

from __future__ import annotations

import os
import re

from cutpoint.errors import InputError

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_FORM = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?)\s*([KMGT]?)(i?)B?\s*", re.IGNORECASE)
_LEAST = 200 * 10**6


def bytes_of(memory: str | int | None) -> int:
    """Return an amount of memory in bytes; None is half of what the machine has.

    Raises
    ------
    InputError
        If it is no amount, or too little to work with.

    Examples
    --------
    >>> bytes_of("1.5GB"), bytes_of("512 MiB"), bytes_of(10**9)
    (1500000000, 536870912, 1000000000)
    """
    if memory is None:
        return max(machine_memory() // 2, _LEAST)
    found = _FORM.fullmatch(str(memory))
    if found is None:
        raise InputError(f"{memory!r} is no amount of memory: give one such as 2GB or 512MB")
    number, unit, binary = found.groups()
    size = 1024 ** "KMGT".find(unit.upper()) * 1024 if binary and unit else _UNITS[unit.upper()]
    amount = int(float(number) * size)
    if amount < _LEAST:
        raise InputError(f"{memory!r} is too little memory to work with: give at least 200MB")
    return amount


def machine_memory() -> int:
    """Return the bytes of memory of the machine; 8 GB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 * 10**9
