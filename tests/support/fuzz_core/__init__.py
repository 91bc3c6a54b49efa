"""Calls of the compiled core with arguments of every kind.

``python -m support.fuzz_core 50 7 name ...`` calls each 50 times, the first from seed 7 on.

What a function takes is read from the signature that its binding has (``targets.py``). An argument
is mostly plausible, so that calls get past the checks, sometimes hostile (``arguments.py``). Every
call must return, or raise what is allowed; what it returns is read to the end. Before each call its
name and seed are written to standard output, so that whoever started the process knows what crashed
it (``__main__.py``).
"""
