"""Random arguments for the functions of the core, which fit together more often than not."""

from __future__ import annotations

import ast
import ctypes
import enum
from contextlib import suppress
from typing import Any, cast

import numpy as np

from cutpoint import _core
from support.fuzz_core.targets import ALL, member_of

ALLOWED = (TypeError, ValueError, MemoryError, OverflowError)
"""InputError is a ValueError."""

COSTLY = ("size", "n_threads", "n_jobs", "resamples")
"""Parameters that say how much memory, or how many threads or repetitions are wanted."""

HUGE = (-(2**63), -(2**31) - 1, -1, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**64, 10**30)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, -1e300, 5e-324, np.nan, np.inf, -np.inf)
WORDS = {
    name.lower(): value
    for name, value in sorted(vars(_core).items())
    if isinstance(value, tuple) and all(isinstance(word, str) for word in value)
}
"""The lists of names that the core knows: of measures, methods, placements."""
WORDS |= {
    "costs": ("entropy", "gini", "error"),
    "cut_bys": ("criterion", "gain", "release7"),
    "penalties": ("none", "filter", "rank"),
    "nominals": ("values", "groups", "binary"),
}
SPEC = {
    name: ast.parse(kind, mode="eval").body
    for kind, names in {
        "str": "criterion cut_by penalty nominal placement threshold interval_method",
        "CustomMeasure": "custom",
        "IntervalOptions": "interval_options",
        "float": "min_cases min_fraction width intervals_below",
        "int": "max_depth max_branches seed window resamples",
        "bool": "leave_out_many_values collapse charge_groups minimum_split",
    }.items()
    for name in names.split()
}
"""The fields of what a tree is grown by."""

CUSTOM = ctypes.CFUNCTYPE(
    ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)(lambda before, after, n_branches, n_classes: float(n_branches))


class CustomError(Exception):
    """What a function of the user's raises."""


class Arguments:
    """Random arguments for one call, which fit together more often than not."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.n_rows = self.pick((0, 1, 2, 3, 10, 40, 200))
        self.n_columns = self.pick((0, 1, 2, 3, 5))
        self.n_classes = self.pick((0, 1, 2, 2, 3, 4, 30))
        self.hostility = self.pick((0.0, 0.05, 0.3))
        self.depth = 0

    def pick(self, choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def of(self, name: str, annotation: ast.expr) -> Any:
        """Return an argument for a parameter."""
        if self.chance(self.hostility) and name not in COSTLY:
            return self.hostile()
        match annotation:
            case ast.BinOp(left=left, right=right):
                return self.of(name, right if self.chance(0.4) else left)
            case ast.Constant(value=None):
                return None
            case ast.Call(args=[ast.Name(id=dtype), ast.Constant(value=n_axes)]):
                return self.array(name, dtype, cast(int, n_axes))
            case ast.Subscript(value=kind, slice=inner):
                return self.container(name, ast.unparse(kind), inner)
        return self.plain(name, ast.unparse(annotation))

    def plain(self, name: str, kind: str) -> Any:
        """Return an argument of a type that has no parameters."""
        word = kind.rpartition(".")[2]
        if word == "int":
            return self.integer(name)
        if word == "float":
            if name == "total_cases" and self.chance(0.8):
                return float(self.pick((1, 40, 1000, 1000, 10**7)))
            plausible = self.rng.random() if self.chance(0.8) else 4 * self.rng.random() - 1
            return float(self.pick(NUMBERS) if self.chance(0.1) else plausible)
        if word == "bool":
            return self.chance(0.5)
        if word == "str":
            return self.word(name)
        if word == "dict":
            return self.tree() if name == "arrays" else self.spec()
        if word in ("Sequence", "list"):
            return self.sequence(name)
        if word == "Callable":
            return self.function(name)
        if name == "case":
            return {f"x{i}": self.pick((1, 0.5, "a", "b", None)) for i in range(self.n_columns)}
        if name == "convert":
            return self.pick((lambda attribute, value: 0, self.raising))
        if isinstance(getattr(_core, word, None), type):
            return self.instance(getattr(_core, word))
        return self.pick((self.array(name, "float64", 1), self.hostile()))

    def function(self, name: str) -> Any:
        """Return a function: of a size for random draws, else of count tables."""
        useful = self.rng.random if name == "draws" else self.custom
        return self.pick((useful, useful, useful, self.raising, len, lambda *_: "text"))

    def sequence(self, name: str) -> list[Any]:
        """Return something for each attribute, or a few trees."""
        if name == "trees":
            return [self.instance(_core.NodeTable) for _ in range(self.pick((0, 1, 3)))]
        if name == "names":
            return [f"x{i}" for i in range(self.n_columns)]
        if name == "codes":
            return [{"a": 0, "b": 1} if i % 2 else None for i in range(self.n_columns)]
        if name in ("counts", "is_closed"):
            dtype, n_axes = ("int64", 2) if name == "counts" else ("uint8", 1)
            return [self.array(name, dtype, n_axes) for _ in range(self.n_columns)]
        return [self.column(i) for i in range(self.n_columns)]

    def spec(self) -> dict[str, Any]:
        """Return some fields of a spec."""
        names = [name for name in SPEC if self.chance(0.3)]
        return self.agreeing({name: self.of(name, SPEC[name]) for name in names})

    def agreeing(self, chosen: dict[str, Any]) -> dict[str, Any]:
        """Return arguments of which a custom measure and its name mostly go together."""
        named = next((name for name in ("criterion", "measure") if name in chosen), None)
        if named is not None and self.chance(0.8):
            if chosen[named] == "custom":
                return chosen | {"custom": self.instance(_core.CustomMeasure)}
            return chosen | ({"custom": None} if "custom" in chosen else {})
        return chosen

    def container(self, name: str, kind: str, inner: ast.expr) -> Any:
        """Return a sequence, a tuple or a function."""
        if kind.endswith("Callable"):
            return self.function(name)
        if kind == "tuple" and isinstance(inner, ast.Tuple):
            return tuple(self.of(name, one) for one in inner.elts)
        return [self.of(name, inner) for _ in range(self.n_columns)]

    def word(self, name: str) -> str:
        """Return a name that a parameter may take, by what the parameter is called."""
        stem = "measure" if name == "criterion" else name[:-1]  # penalty, penalties
        fitting = [words for list_, words in WORDS.items() if stem in list_]
        if self.chance(0.1):
            return self.pick(("nonsense", "", "x" * 1000))
        return str(self.pick(self.pick(fitting or list(WORDS.values()))))

    def integer(self, name: str) -> int:
        fitting = {"n_classes": self.n_classes, "n_attributes": self.n_columns}
        if name in fitting and self.chance(0.9):
            return fitting[name]
        if name in COSTLY:
            return self.pick((-1, 0, 1, 2, 3, 1000))
        if self.chance(0.1):
            return self.pick(HUGE)
        return self.pick((0, 1, 2, 3, self.n_classes, self.n_rows, self.n_columns))

    def length(self) -> int:
        if self.chance(0.1):
            return self.pick((0, 1, self.n_columns, self.n_classes, self.n_rows + 1))
        return self.n_rows

    def array(self, name: str, dtype: str, n_axes: int) -> Any:
        """Return an array of the type, order and number of axes asked for."""
        if (name, dtype) in self.of_scans() and self.chance(0.8):
            return np.ascontiguousarray(self.of_scans()[name, dtype], dtype)
        columnwise = name == "n_values"
        if columnwise and self.chance(0.8):
            return np.array([-1, 3] * self.n_columns, np.int32)[: self.n_columns]
        if name == "gone" and self.chance(0.8):  # of the five nodes of a tree
            return np.array(self.pick(([2, 0, 1, 0, 0], [1, 0, 1, 0, 0], [0] * 5)), np.int32)
        if name == "risk" and self.chance(0.5):
            return self.rng.normal(size=5)
        if name in ("lower", "upper") and self.chance(0.8):  # of the only cut of a tree
            return self.rng.normal(size=1)
        shape = [self.n_columns if columnwise else self.length()]
        width = self.n_columns if name == "matrix" else self.n_classes
        shape += [width if self.chance(0.9) else self.length() for _ in range(n_axes - 1)]
        if name in ("of_class", "draws") and self.chance(0.8):  # rules x cases is what they cover
            n_draws = 11 * self.n_rows if self.n_rows > 10 else 0
            shape = [self.n_classes if name == "of_class" else n_draws]
        if np.dtype(dtype).kind in "iub":
            return self.integers(shape, dtype, -1 if columnwise else 0)
        # Resampling takes as long as there are cases.
        largest = 100.0 if name in ("weights", "counts") else 1e12
        values = self.rng.normal(size=shape) * self.pick((1.0, 1.0, largest))
        if self.chance(0.5):
            values = np.rint(values)
        if self.chance(0.5):
            values = np.abs(values)
        if self.chance(0.5):
            values = np.sort(values, axis=0)
        if self.chance(0.15) and values.size:
            values.flat[self.rng.integers(values.size)] = self.pick(NUMBERS)
        return np.ascontiguousarray(values, dtype=dtype)

    def of_scans(self) -> dict[tuple[str, str], Any]:
        """Return what fits together for a tree of five nodes, in three of which cases arrive."""
        n_pairs, n_classes = 3 * self.n_columns, max(self.n_classes, 1)
        starts = np.minimum(np.arange(n_pairs + 1), 4)
        kinds = [pair % self.n_columns % 2 for pair in range(n_pairs)]
        sizes = [3 if kind else int(starts[p + 1] - starts[p]) + 1 for p, kind in enumerate(kinds)]
        return {
            ("fraction", "float64"): np.linspace(0.0, 1.0, 5),
            ("slot", "int32"): [-1, 0, -1, 1, 2],
            ("edges", "float64"): [-1.0, 0.0, 0.5, 2.0],
            ("starts", "int64"): starts,
            ("places", "uint8"): np.arange(sum(size + 1 for size in sizes) * n_classes) % 2,
            ("classes", "int64"): np.full(n_classes, 4 << 30),
            ("counts", "int64"): np.full((n_classes, 4), 1 << 30),
            ("hidden", "int64"): np.zeros(self.n_columns),
            ("is_closed", "uint8"): [0, 1, 0],
        }

    def integers(self, shape: list[int], dtype: str, least: int) -> Any:
        info = np.iinfo(dtype) if np.dtype(dtype).kind in "iu" else None
        least = max(least, int(info.min)) if info is not None else 0
        values = self.rng.integers(least, max(self.n_classes, least + 1), size=shape)
        array = values.astype(dtype)
        if info is not None and self.chance(0.15) and array.size:
            place = self.rng.integers(array.size)
            array.flat[place] = self.pick((info.min, info.max, 1, least, self.n_classes))
        return array

    def column(self, position: int) -> Any:
        """Return the values of an attribute: numbers, or codes of which -1 is unknown."""
        if position % 2 == 0:
            return self.array("column", "float64", 1)
        return self.rng.integers(-1, 3, self.length()).astype(np.int32)

    def custom(self, before: Any, after: Any) -> Any:
        return np.asarray(after).reshape(len(after), -1).sum(axis=1)

    def raising(self, *_: Any) -> Any:
        raise CustomError

    def instance(self, kind: type) -> Any:
        """Return an object of the core, made from other arguments."""
        if kind.__name__ == "CustomMeasure":
            address = ctypes.cast(CUSTOM, ctypes.c_void_p).value
            assert address is not None
            if self.chance(0.5):
                return _core.CustomMeasure.of_pointer(address, self.chance(0.5))
            return _core.CustomMeasure.of_function(self.custom, self.chance(0.5))
        if issubclass(kind, enum.Enum):
            return self.pick(list(kind))
        constructor = ALL[f"{kind.__name__}.__init__"]
        self.depth += 1
        hostility, self.hostility = self.hostility, 0.0
        made: Any = None
        for _ in range((20, 5, 2)[self.depth - 1] if self.depth < 4 else 0):
            with suppress(*ALLOWED):
                made = constructor.call_with(self)
                break
        for name, target in ALL.items():
            is_setter = target.owner is kind and isinstance(member_of(kind, name), property)
            is_setter = is_setter and bool(target.parameters)
            if made is not None and is_setter and self.chance(0.3):
                with suppress(*ALLOWED):
                    target.call(made, self.of(*target.parameters[0]))
        for name, target in sorted(ALL.items(), reverse=True):
            if made is not None and target.owner is kind and ".add_" in name:
                with suppress(*ALLOWED):
                    target.call_with(self, made)
        for name, target in sorted(ALL.items()):
            if made is not None and target.owner is kind and ".set_" in name:
                with suppress(*ALLOWED):
                    target.call_with(self, made)
        self.depth -= 1
        self.hostility = hostility
        return made

    def tree(self) -> dict[str, Any]:
        """Return the arrays of a tree: a cut, then a nominal test; some with an error in it."""
        n_classes = max(self.n_classes, 1)
        arrays: dict[str, Any] = {
            "attribute": np.array([0, -1, 1, -1, -1], np.int32),
            "first_child": np.array([1, -1, 3, -1, -1], np.int32),
            "n_branches": np.array([2, 0, 2, 0, 0], np.int32),
            "test_start": np.array([0, 0, 0, 0, 0], np.int64),
            "cuts": np.array([0.5]),
            "branch_of": np.array([0, 1, 0], np.int32),
            "label": np.zeros(5, np.int32),
            "cases": np.full(5, 2.0),
            "errors": np.zeros(5),
            "distribution": np.ones((5, n_classes)),
        }
        if self.chance(0.2):
            arrays["unknown"] = np.zeros(5, bool)
        for _ in range(self.pick((0, 0, 0, 1, 1, 2))):
            name = self.pick(list(arrays))
            array = arrays[name]
            change = self.pick(("drop", "shorten", "alter", "alter", "alter", "hostile"))
            if change == "drop":
                del arrays[name]
                break
            if change == "shorten" and isinstance(array, np.ndarray) and array.ndim:
                arrays[name] = array[:-1].copy()
            elif change == "alter" and isinstance(array, np.ndarray) and array.size:
                array = array.copy()
                integers = (-1, 0, 1, 2, 4, 5, 100, 2**31 - 1)
                value = self.pick(integers if array.dtype.kind == "i" else NUMBERS)
                with np.errstate(over="ignore"):
                    array.flat[self.rng.integers(array.size)] = value
                arrays[name] = array
            elif change == "hostile":
                arrays[name] = self.hostile()
        return arrays

    def hostile(self) -> Any:
        """Return what hardly any parameter takes."""
        dtype = self.pick(("float32", "float64", "int8", "int32", "int64", "uint64", "bool", "U3"))
        square = np.zeros((4, 4), dtype=dtype)
        views = [square, square[0], square[:, 0], square[::2, ::2], square.T, square[0][::-1]]
        empty = [square[:0], square[:0, 0], np.zeros((0, 0), dtype)]
        of_other_axes = [np.zeros((), dtype), np.zeros((2, 2, 2), dtype)]
        arrays = [*views, *empty, *of_other_axes, np.array([None, "a"], object), np.float64(1)]
        others = [None, True, -1, 0.5, np.nan, "text", b"bytes", [], {}, (1, 2), object(), *HUGE]
        return self.pick([*arrays, *others])
