"""The options on how long work is run: the seed of its random choices, and its threads."""

from __future__ import annotations

from typing import Annotated, Any

import typer

_MOST_SEED = 2**32 - 1


def seed_option(panel: str | None = None) -> Any:
    """Return the option for the seed of random choices."""
    return typer.Option(
        "--seed",
        "--random-state",
        metavar="N",
        min=0,
        max=_MOST_SEED,
        help="The seed of random choices; the same seed gives the same result.",
        rich_help_panel=panel,
    )


def jobs_option(panel: str, more: str = "The result does not depend on it.") -> Any:
    """Return the option for the number of threads."""
    return typer.Option(
        "--n-jobs",
        metavar="N",
        help=f"Number of trees learned at once; -1 is one per core. {more}",
        rich_help_panel=panel,
    )


Seed = Annotated[int, seed_option()]
