"""How long a fault may last: the equal-area criterion, one machine at a time, by quadrature.

The rotor takes up energy while the fault lasts and gives it back afterwards; the fault is just
short enough when both areas under the power-angle curve are equal at the angle of no return.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar


def electrical_power(
    emf: float, far: float, x: float, line: float, load: float
) -> Callable[[float], float]:
    """Return the power that leaves the machine as a function of its angle, by nodal analysis."""

    def power(angle: float) -> float:
        e = cmath.rect(emf, angle)
        bus = (e / (1j * x) + far / (1j * line)) / (1 / (1j * x) + 1 / (1j * line) + load)
        return (e * ((e - bus) / (1j * x)).conjugate()).real

    return power


def critical_clearing_time(
    pu: float,
    qu: float,
    vl: float,
    pl: float,
    vinf: float,
    xinf: float,
    *,
    base: float,
    reactance: float,
    inertia: float,
    frequency: float,
) -> float:
    """Return the seconds of the longest fault that the machine survives."""
    p, q = pu / base, qu / base
    emf = vl + 1j * reactance * (complex(p, q) / vl).conjugate()
    far = vl - 1j * xinf * (complex(p - pl / base, q) / vl).conjugate()
    assert math.isclose(abs(far), vinf, rel_tol=1e-9)
    start = cmath.phase(emf / far)
    power = electrical_power(abs(emf), abs(far), reactance, xinf, pl / base / vl**2)
    assert math.isclose(power(start), p, rel_tol=1e-9)
    top = minimize_scalar(lambda a: -power(a), bounds=(0.0, math.pi), method="bounded").x
    if start >= top:
        return 0.0  # beyond the top of the curve no fault is short enough
    end = brentq(lambda a: power(a) - p, top, math.pi + top)

    def surplus(angle: float) -> float:
        return p * (angle - start) - quad(lambda a: power(a) - p, angle, end)[0]

    angle = brentq(surplus, start, end)
    return math.sqrt(2 * (angle - start) * inertia / (math.pi * frequency * p))
