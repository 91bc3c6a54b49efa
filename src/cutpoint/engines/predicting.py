"""Predictions for a source: rows stream in, and stream out with what a model says of them."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.data import column as typing
from cutpoint.data.place import Place, no_such_column
from cutpoint.data.table import Table
from cutpoint.engines.base import Source
from cutpoint.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from cutpoint.tree.saved import SavedModel

PREDICTED = "predicted"


@dataclass(frozen=True)
class Predict:
    """Adds the class of each row, and the probabilities of all classes if they are wanted."""

    model: SavedModel
    given: Any  # the schema of the source
    file: str
    proba: bool = False

    @property
    def schema(self) -> pa.Schema:
        """The columns of the source, and those that are added."""
        import pyarrow as pa

        added = [pa.field(PREDICTED, self._labels().type)]
        if self.proba:
            added += [
                pa.field(f"p({label})", pa.float64()) for label in self.model.predicting.classes
            ]
        for field in added:
            if field.name in self.given.names:
                raise InputError(
                    f"{self.file} has a column {field.name!r} already, which predictions would "
                    "take: rename it"
                )
        return pa.schema([*self.given, *added])

    def _labels(self) -> pa.Array:
        import pyarrow as pa

        labels = self.model.predicting.classes
        kinds = {type(label) for label in labels}
        return pa.array(labels if len(kinds) == 1 else [str(label) for label in labels])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows with their predictions."""
        import pyarrow as pa

        schema, labels = self.schema, self._labels()
        predicting = self.model.predicting
        for batch in batches:
            matrix = self.table(batch).matrix()
            codes = predicting.predict_codes(matrix, n_jobs=-1)
            added = [labels.take(pa.array(codes.astype(np.int64)))]
            if self.proba:
                shares = self.model.predict_proba(matrix, n_jobs=-1)
                added += [pa.array(np.ascontiguousarray(column)) for column in shares.T]
            yield pa.record_batch([*batch.columns, *added], schema=schema)

    def table(self, batch: pa.RecordBatch) -> Table:
        """Return a batch in the columns of the model; those that it does not test may be absent."""
        place = Place(self.file, typed=True)
        known = self.model.predicting
        tested = {attribute.name for attribute in known.tested}
        columns = []
        for attribute in known.attributes:
            if attribute.name not in batch.schema.names:
                if attribute.name in tested:
                    raise no_such_column(attribute.name, batch.schema.names, place)
                n = batch.num_rows
                columns.append(
                    np.full(n, np.nan) if attribute.is_numeric else np.full(n, -1, dtype=np.int32)
                )
                continue
            cells = batch.column(attribute.name)
            read = typing.numbers_like if attribute.is_numeric else typing.coded
            columns.append(read(attribute, cells, place))
        return Table(tuple(known.attributes), tuple(columns), batch.num_rows)


def predict_source(model: SavedModel, source: Source, destination: Any, proba: bool) -> Any:
    """Write the rows of a source with what a model says of them.

    Raises
    ------
    InputError
        If a column of the model is absent, or one has the name of a prediction.
    """
    task = Predict(model, source.schema, source.name, proba)
    _ = task.schema  # names that clash are told before anything is read
    names = source.schema.names
    for attribute in model.predicting.tested:
        if attribute.name not in names:
            raise no_such_column(attribute.name, names, Place(source.name))
    return source.write(task, destination)
