"""What the columns of a source are for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutpoint.data.attribute import Label
from cutpoint.data.place import Place, check_names, no_such_column
from cutpoint.errors import InputError


@dataclass(frozen=True)
class Roles:
    """What the columns of a source are for.

    Attributes
    ----------
    target : str
    weight : str or None
        The column with the weights of the cases.
    nominal, numeric, ignore : tuples of str
        Columns that are nominal, numeric or left out, whatever they hold.
    class_order : tuple of labels or None
    drop_unclassed : bool
        Whether rows without a class are left out; else they are refused.
    """

    target: str
    weight: str | None = None
    nominal: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    class_order: tuple[Label, ...] | None = None
    drop_unclassed: bool = False

    def attributes(self, names: Sequence[str], place: Place) -> list[str]:
        """Return the columns to learn from.

        Raises
        ------
        InputError
            If a column is not there, or is said to be two things at once.
        """
        check_names(list(names), place)
        named = [self.target, *self.nominal, *self.numeric, *self.ignore]
        for name in [*named, *([] if self.weight is None else [self.weight])]:
            if name not in names:
                raise no_such_column(name, list(names), place)
        if self.target == self.weight or self.target in self.ignore:
            raise InputError(
                f"column {self.target!r} is the target, so it cannot be left out or a weight"
            )
        both = [name for name in self.nominal if name in self.numeric]
        if both:
            raise InputError(f"column {both[0]!r} is declared both nominal and numeric: choose one")
        left_out = {self.target, self.weight, *self.ignore}
        return [name for name in names if name not in left_out]
