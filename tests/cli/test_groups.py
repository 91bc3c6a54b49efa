"""Options that belong together are one parameter of a command."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any

import typer

from cutpoint.cli.groups import OneOf, Options, grouped


@dataclass(frozen=True)
class Paint:
    colour: Annotated[str, OneOf(["red", "blue"]), typer.Option("--colour", help="Which.")] = "red"
    coats: Annotated[int | None, typer.Option("--coats", help="How many.")] = None


MORE = Options((Parameter("gloss", Parameter.KEYWORD_ONLY, default=False, annotation=bool),))


def runs(*arguments: str) -> dict[str, Any]:
    """Return what a command is given."""
    seen: dict[str, Any] = {}

    def command(wall: str, paint: Paint, more: Annotated[dict[str, Any], MORE]) -> None:
        seen.update(wall=wall, paint=paint, more=more)

    command.__annotations__ = {
        "wall": str,
        "paint": Paint,
        "more": Annotated[dict[str, Any], MORE],
        "return": None,
    }
    app = typer.Typer()
    app.command()(grouped(command))
    typer.main.get_command(app).main([*arguments], standalone_mode=False)
    return seen


def test_a_group_takes_the_values_of_its_options() -> None:
    seen = runs("north", "--colour", "blue", "--coats", "3", "--gloss")
    assert seen == {"wall": "north", "paint": Paint("blue", 3), "more": {"gloss": True}}
    assert type(seen["paint"].colour) is str


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert runs("north") == {"wall": "north", "paint": Paint(), "more": {"gloss": False}}


def test_a_name_that_is_not_offered_is_refused() -> None:
    try:
        runs("north", "--colour", "green")
    except Exception as error:
        assert "green" in error.format_message()  # type: ignore[attr-defined]
    else:
        raise AssertionError


def test_the_signature_has_an_option_for_every_field() -> None:
    def command(paint: Paint) -> None:
        """Do nothing."""

    command.__annotations__ = {"paint": Paint, "return": None}
    assert [*inspect.signature(grouped(command)).parameters] == ["colour", "coats"]
