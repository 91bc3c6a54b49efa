"""The names of what an export adds to a table: the class, and the probability of each class."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutpoint.errors import InputError, InputWarning
from cutpoint.export.steps import plain_text
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting

PREDICTED = "predicted"
"""What the column of the class is called unless another name is given."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The columns that an export adds, no two alike and none like a column of the table.

    Attributes
    ----------
    predicted : str
        The class.
    shares : tuple of str
        The probability of each class.
    renamed : tuple of (str, str)
        What a column would be called, and what it is called since that name is taken.
    """

    predicted: str
    shares: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell people of columns that were renamed, a sentence for each."""
        return tuple(
            f'the name "{printable(wanted)}" is taken: the column is called "{printable(name)}"'
            for wanted, name in self.renamed
        )

    def warn(self) -> None:
        """Warn of columns that were renamed."""
        for note in self.notes:
            warnings.warn(note, InputWarning, stacklevel=3)


def outputs_of(
    model: Predicting,
    predicted: str = PREDICTED,
    taken: Iterable[str] = (),
    fit: Callable[[str, int], str] | None = None,
) -> Outputs:
    """Return the names of the columns that an export adds to a table.

    A name that a column of the table has gets a number; upper and lower case count as the same, as
    in most databases.

    Parameters
    ----------
    model : Tree or Ruleset
    predicted : str
        The name of the column with the class.
    taken : iterable of str
        Names that the table has beside those that the model was learned from, such as its target.
    fit : callable, optional
        Returns a name that the target system takes, with room for so many more characters.

    Raises
    ------
    InputError
        If the name cannot be one.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> outputs_of(example_tree()).shares
    ('p(Play)', "p(Don't Play)")
    >>> found = outputs_of(example_tree(), "Outlook")
    >>> found.predicted, found.notes
    ('Outlook_2', ('the name "Outlook" is taken: the column is called "Outlook_2"',))
    """
    if not predicted.strip():
        raise InputError("the column of the class needs a name: give one that is not empty")
    plain_text(predicted, "the column of the class:", "a table")
    used = {attribute.name.casefold() for attribute in model.attributes}
    used |= {name.casefold() for name in taken}
    renamed: list[tuple[str, str]] = []

    def free(wanted: str) -> str:
        name, number = fit(wanted, 0) if fit else wanted, 1
        stem = name
        while name.casefold() in used:
            number += 1
            ending = f"_{number}"
            name = (fit(stem, len(ending)) if fit else stem) + ending
        if name != stem:
            renamed.append((stem, name))
        used.add(name.casefold())
        return name

    first = free(predicted)
    return Outputs(first, tuple(free(f"p({label})") for label in model.classes), tuple(renamed))
