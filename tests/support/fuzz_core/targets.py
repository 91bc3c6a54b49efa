"""What the compiled core has that can be called, and what it takes."""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutpoint import _core

if TYPE_CHECKING:
    from support.fuzz_core.arguments import Arguments

UNSAFE = {"CustomMeasure.of_pointer"}
"""Takes the address of a function, which nobody can check."""

ARRAY = re.compile(r"ndarray\[dtype=(\w+)(?:, shape=\(([*, ]*)\))?[^\]]*\]")


@dataclass(frozen=True)
class Target:
    """Something of the core that can be called."""

    name: str
    call: Callable[..., Any]
    parameters: tuple[tuple[str, ast.expr], ...]
    owner: type | None = None
    """The class whose instance comes first."""

    def call_with(self, arguments: Arguments, *first: Any) -> Any:
        """Call it with random arguments, by name where they have to be."""
        chosen = {name: arguments.of(name, kind) for name, kind in self.parameters}
        chosen = arguments.agreeing(chosen)
        named = {name: chosen.pop(name) for name in self.keyword_only}
        return self.call(*first, *chosen.values(), **named)

    @property
    def keyword_only(self) -> tuple[str, ...]:
        """The names behind the star of the signature."""
        function = (
            getattr(self.call, "__init__", None) if isinstance(self.call, type) else self.call
        )
        signature = function.__nb_signature__[0][0].partition(" -> ")[0]
        _, star, behind = signature.partition("*, ")
        return tuple(name for name, _ in self.parameters if star and f"{name}: " in behind)


def parameters_of(function: Any) -> tuple[tuple[str, ast.expr], ...]:
    """Return the names and annotations of what a function takes, without ``self``."""
    text = function.__nb_signature__[0][0]
    text = ARRAY.sub(lambda m: f"array_of({m[1]}, {(m[2] or '*').count('*')})", text)
    text = re.sub(r"\\\d+", "None", text).partition(" -> ")[0].replace("def (", "def _(")
    definition = ast.parse(f"{text}: ...").body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args.posonlyargs + definition.args.args + definition.args.kwonlyargs
    any_type = ast.Name("object")
    return tuple((a.arg, a.annotation or any_type) for a in arguments if a.arg != "self")


def targets() -> Iterator[Target]:
    """Yield all that the core has: functions, constructors, methods, and attributes."""
    for name, value in sorted(vars(_core).items()):
        if hasattr(value, "__nb_signature__"):
            yield Target(name, value, parameters_of(value))
        elif isinstance(value, type) and not issubclass(value, Exception | enum.Enum):
            yield from targets_of(name, value)


def targets_of(name: str, kind: type) -> Iterator[Target]:
    """Yield what there is to call in a class."""
    for member, value in sorted(vars(kind).items()):
        full = f"{name}.{member}"
        if full in UNSAFE:
            continue
        if member == "__new__":
            continue
        if isinstance(value, property):
            if value.fset is None:
                yield Target(full, value.fget, (), kind)
            else:
                annotation = parameters_of(value.fset)[-1][1]
                yield Target(full, value.fset, ((member, annotation),), kind)
        elif hasattr(value, "__nb_signature__"):
            static = "self" not in value.__nb_signature__[0][0].partition(",")[0]
            function = kind if member == "__init__" else getattr(kind, member)
            owner = None if static or member == "__init__" else kind
            yield Target(full, function, parameters_of(value), owner)


def member_of(kind: type, name: str) -> Any:
    """Return the member of a class that a target is named after."""
    return vars(kind).get(name.partition(".")[2])


ALL = {target.name: target for target in targets()}
