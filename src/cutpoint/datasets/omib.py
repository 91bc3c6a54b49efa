"""OMIB: whether one machine that feeds an infinite bus stays in step after a fault.

A synchronous machine, an EMF E behind a reactance X, delivers ``Pu`` and ``Qu`` to a bus at voltage
``Vl`` that has a local load ``Pl``; a line of reactance ``Xinf`` joins that bus to an infinite one
at voltage ``Vinf``. A three-phase fault at the machine's bus holds its voltage at zero, so that
nothing brakes the machine, until the fault is cleared and the network is again what it was. The
rotor follows the swing equation

    2 H / w0 * d2(delta)/dt2 = Pm - Pe(delta)

with delta the angle of E against the infinite bus. The state is stable if the machine stays in step
when the fault is cleared after 155 ms. Loads are constant impedances, nothing damps the rotor, and
there is no noise.

Geurts & Wehenkel (2000) and Wehenkel (1998) give the attributes, the range of ``Pu`` and what
classic trees make of the data, not the constants below. These were chosen so that the best cut on
``Pu`` is near theirs (1057 MW).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NAMES = ("Pu", "Qu", "Vl", "Pl", "Vinf", "Xinf")
CLEARING = 0.155
"""Seconds from fault to clearing, beyond which a stable machine must be able to go."""

BASE = 1000.0
"""MVA: one per unit of power."""
FREQUENCY = 50.0
REACTANCE = 0.5
"""Of machine and transformer, per unit."""
INERTIA = 2.0
"""H: seconds that the machine could deliver 1 per unit from its rotation."""

ACTIVE = (700.0, 1300.0)
REACTIVE = (-250.0, 1250.0)
LOAD = (0.0, 1000.0)
INFINITE_BUS = (0.9, 1.2)
LINE = (0.02, 0.25)

_STEP = 0.005
_HORIZON = 10.0
"""Seconds after which a machine that has not come back never will."""


class States(NamedTuple):
    """Steady states before the fault, an entry of each array per state: MW, MVAr and per unit."""

    active: Floats
    reactive: Floats
    voltage: Floats
    load: Floats
    infinite_bus: Floats
    line: Floats


class PowerAngle(NamedTuple):
    """How a machine is driven and held: Pe = offset + amplitude sin(angle), per unit.

    ``angle`` is where the rotor stands before the fault, ``mechanical`` what drives it.
    """

    mechanical: Floats
    angle: Floats
    offset: Floats
    amplitude: Floats


def draw_states(n: int, rng: np.random.Generator) -> States:
    """Return random states: all but the machine's voltage are uniform, that one follows from them.

    Examples
    --------
    >>> states = draw_states(1000, np.random.default_rng(0))
    >>> bool(states.active.min() >= 700), bool(0.6 < states.voltage.min() < 1)
    (True, True)
    """
    active, reactive = rng.uniform(*ACTIVE, n), rng.uniform(*REACTIVE, n)
    load, infinite_bus, line = (rng.uniform(*bounds, n) for bounds in (LOAD, INFINITE_BUS, LINE))
    p, q = (active - load) / BASE, reactive / BASE
    # |Vinf|^2 = |Vl - j Xinf (p - j q) / Vl|^2 is quadratic in Vl^2; the higher voltage is stable.
    half = infinite_bus**2 / 2 + line * q
    squared = half + np.sqrt(half**2 - line**2 * (p**2 + q**2))
    return States(active, reactive, np.sqrt(squared), load, infinite_bus, line)


def power_angle(states: States) -> PowerAngle:
    """Return the power-angle curve of each state, which is that before and after the fault."""
    delivered = (states.active + 1j * states.reactive) / BASE
    emf = states.voltage + 1j * REACTANCE * np.conj(delivered / states.voltage)
    sent = delivered - states.load / BASE
    far = states.voltage - 1j * states.line * np.conj(sent / states.voltage)
    machine, line = 1 / (1j * REACTANCE), 1 / (1j * states.line)
    shunt = states.load / BASE / states.voltage**2
    # The bus between them is eliminated: I = own E + transfer Vinf.
    own = machine - machine**2 / (machine + line + shunt)
    transfer = -machine * line / (machine + line + shunt)
    # Re(E conj(I)): cos(delta - arg transfer) is the sine of the angle used here.
    angle = np.angle(emf / far) - np.angle(transfer) + np.pi / 2
    return PowerAngle(
        states.active / BASE,
        np.angle(np.exp(1j * angle)),
        np.abs(emf) ** 2 * own.real,
        np.abs(emf) * np.abs(far) * np.abs(transfer),
    )


def stays_in_step(states: States, clearing: float | Floats = CLEARING) -> NDArray[np.bool_]:
    """Return whether each machine stays in step if the fault lasts so many seconds.

    The swing equation is integrated, by Runge and Kutta's fourth-order rule, until the rotor swings
    back, or has gone past 180 degrees.
    """
    curve = power_angle(states)
    push = np.pi * FREQUENCY / INERTIA  # w0 / 2H
    # While the fault lasts nothing brakes: the acceleration is constant.
    speed = push * curve.mechanical * clearing
    angle = curve.angle + speed * clearing / 2
    stable = np.zeros(len(angle), dtype=bool)
    swinging = np.arange(len(angle))
    for _ in range(int(_HORIZON / _STEP)):
        moving = PowerAngle(*(part[swinging] for part in curve))
        angle, speed = _advance(moving, angle, speed, push)
        stable[swinging[speed <= 0]] = True
        still = (speed > 0) & (angle < np.pi)
        swinging, angle, speed = swinging[still], angle[still], speed[still]
        if not len(swinging):
            break
    return stable


def _advance(curve: PowerAngle, angle: Floats, speed: Floats, push: float) -> tuple[Floats, Floats]:
    def acceleration(at: Floats) -> Floats:
        return push * (curve.mechanical - curve.offset - curve.amplitude * np.sin(at))

    h = _STEP
    first = acceleration(angle)
    second = acceleration(angle + h / 2 * speed)
    third = acceleration(angle + h / 2 * (speed + h / 2 * first))
    fourth = acceleration(angle + h * (speed + h / 2 * second))
    return (
        angle + h * speed + h**2 / 6 * (first + second + third),
        speed + h / 6 * (first + 2 * second + 2 * third + fourth),
    )


def critical_clearing_time(states: States, longest: float = 1.0) -> Floats:
    """Return how many seconds a fault may last before each machine falls out of step.

    Found by halving an interval of simulated faults, up to ``longest``.

    Examples
    --------
    >>> states = draw_states(3, np.random.default_rng(0))
    >>> (critical_clearing_time(states) > CLEARING).tolist() == stays_in_step(states).tolist()
    True
    """
    low: Floats = np.zeros(len(states.active))
    high: Floats = np.full(len(states.active), longest)
    for _ in range(20):
        middle = (low + high) / 2
        stable = stays_in_step(states, middle)
        low, high = np.where(stable, middle, low), np.where(stable, high, middle)
    return np.asarray((low + high) / 2)
