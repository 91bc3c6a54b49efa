"""Calls everything in the order of names, and says what went wrong."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from support.fuzz_core.arguments import ALLOWED, Arguments, CustomError
from support.fuzz_core.targets import ALL, Target

OF_GIVEN_OBJECTS = {
    "case": (LookupError, AttributeError),
    "names": (LookupError,),
    "codes": (LookupError,),
}
"""What an argument that is asked by name or position may raise itself."""


def call(target: Target, seed: int) -> bool:
    """Make one call, and read what it returns; whether it returned, or raised what is allowed."""
    arguments = Arguments(seed)
    owner = [] if target.owner is None else [arguments.instance(target.owner)]
    own = [error for name, _ in target.parameters for error in OF_GIVEN_OBJECTS.get(name, ())]
    try:
        read(target.call_with(arguments, *owner))
    except (*ALLOWED, CustomError, *own):
        return False
    return True


def read(result: Any) -> None:
    """Touch every byte of the arrays in a result."""
    if isinstance(result, np.ndarray):
        result.tobytes()
    elif isinstance(result, dict):
        read(list(result.values()))
    elif isinstance(result, list | tuple):
        for one in result:
            read(one)


def limit_memory() -> None:
    """Let an allocation of gigabytes fail instead of being tried."""
    if sys.platform.startswith("linux") and "asan" not in os.environ.get("LD_PRELOAD", ""):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))


def main(n_calls: int, first_seed: int, *names: str) -> None:
    """Call what has these names, in their order; the first from a seed on."""
    limit_memory()
    for name in names:
        n_returned = 0
        for seed in range(first_seed if name == names[0] else 0, n_calls):
            os.write(1, f"{name} {seed}\n".encode())
            try:
                n_returned += call(ALL[name], seed)
            except Exception as error:
                print(f"! {name} {seed}: {type(error).__name__}: {error}", flush=True)
                break
        else:
            # A fuzzer almost all of whose calls are refused tests nothing.
            if n_returned * 50 < n_calls and not (first_seed and name == names[0]):
                print(f"! {name}: returned {n_returned} times of {n_calls}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
