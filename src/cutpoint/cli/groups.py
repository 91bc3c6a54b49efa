"""Options that belong together: one parameter of a command, several options on the command line.

A group is a frozen dataclass whose fields are annotated as Typer wants them. A command takes it as
one parameter, and :func:`grouped` puts its fields in the command's signature.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import wraps
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args, get_origin, get_type_hints

Command = Callable[..., None]


@dataclass(frozen=True)
class OneOf:
    """Beside ``typer.Option`` in an annotation: the option is one of several names."""

    names: tuple[str, ...]

    def __init__(self, names: Iterable[str]) -> None:
        object.__setattr__(self, "names", tuple(names))


@dataclass(frozen=True)
class Options:
    """In the annotation of a dict: the options that it holds, made elsewhere."""

    parameters: tuple[Parameter, ...]


def grouped(command: Command) -> Command:
    """Return a command with an option for each field of its groups.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Size:
    ...     width: int = 1
    ...     height: int = 2
    >>> @grouped
    ... def area(size: Size, times: int = 1) -> None:
    ...     print(times * size.width * size.height)
    >>> inspect.signature(area)
    <Signature (*, width: int = 1, height: int = 2, times: int = 1)>
    >>> area(width=3, height=4, times=2)
    24
    """
    hints = get_type_hints(command, include_extras=True)
    parts = {
        parameter.name: _parameters(parameter.replace(annotation=hints[parameter.name]))
        for parameter in inspect.signature(command).parameters.values()
    }

    @wraps(command)
    def run(**given: Any) -> None:
        arguments: dict[str, Any] = {}
        for name, parameters in parts.items():
            values = {p.name: _plain(given.get(p.name, p.default)) for p in parameters}
            if is_dataclass(hints[name]):
                arguments[name] = hints[name](**values)
            else:
                arguments[name] = values if _options(hints[name]) else values[name]
        command(**arguments)

    flat = [_one_of(parameter) for parameters in parts.values() for parameter in parameters]
    for parameter in flat:
        _hide_type_of_flag(parameter.annotation)
    run.__signature__ = Signature(flat)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in flat}
    return run


def _parameters(parameter: Parameter) -> list[Parameter]:
    """Return the parameters on the command line that a parameter of a command stands for."""
    made = _options(parameter.annotation)
    if made is not None:
        return list(made.parameters)
    if not is_dataclass(parameter.annotation):
        return [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
    hints = get_type_hints(parameter.annotation, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(parameter.annotation)
    ]


def _options(annotation: Any) -> Options | None:
    found = [part for part in get_args(annotation)[1:] if isinstance(part, Options)]
    return found[0] if found else None


def _one_of(parameter: Parameter) -> Parameter:
    """Return the parameter with an enumeration for its type, if it is one of several names."""
    parts = get_args(parameter.annotation) if get_origin(parameter.annotation) is Annotated else ()
    for part in parts[1:]:
        if isinstance(part, OneOf):
            enumerate_: Any = StrEnum  # mypy knows only those whose names are written out
            names = enumerate_(parameter.name, {name: name for name in part.names})
            kind = names if parts[0] is str else names | None
            rest = tuple(other for other in parts[1:] if other is not part)
            default = parameter.default
            return parameter.replace(
                annotation=Annotated[(kind, *rest)],
                default=names(default) if isinstance(default, str) else default,
            )
    return parameter


def _hide_type_of_flag(annotation: Any) -> None:
    """Let the help text show a flag without a type: it takes no value."""
    kind, *infos = get_args(annotation) if get_origin(annotation) is Annotated else (None,)
    if kind is bool or bool in get_args(kind):
        for info in infos:
            if hasattr(info, "metavar"):
                info.metavar = ""


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
