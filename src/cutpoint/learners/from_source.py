"""How a learner learns from a table that is not in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from cutpoint.data.frames import declared_nominal
from cutpoint.data.place import no_such_column
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.engines.base import Learned, Source
    from cutpoint.engines.described import Described
    from cutpoint.engines.passes import Level
    from cutpoint.engines.roles import Roles
    from cutpoint.learners.base import TreeLearner


def roles_of(
    classifier: Any,
    source: Source,
    target: str,
    weight: str | None,
    ignore: Sequence[str],
) -> Roles:
    """Return what the columns of a source are for, by the parameters of a classifier."""
    from cutpoint.data.place import Place  # noqa: PLC0415
    from cutpoint.engines.roles import Roles  # noqa: PLC0415

    if isinstance(ignore, str):
        ignore = (ignore,)
    names = source.schema.names
    if target not in names:
        raise no_such_column(target, names, Place(source.name))
    left_out = {target, weight, *ignore}
    attributes = [name for name in names if name not in left_out]
    declared = classifier.categorical_features
    nominal = [attributes[a] for a in sorted(declared_nominal(declared, attributes))]
    order = classifier.class_order
    return Roles(
        target,
        weight,
        tuple(nominal),
        tuple(attributes) if declared is None else (),
        tuple(ignore),
        None if order is None else tuple(order),
    )


def learn_from(
    classifier: TreeLearner,
    source: Source,
    roles: Roles,
    exact: bool,
    report: Callable[[Level], None] | None,
    left_out: Callable[[Described], Collection[str]] = lambda _: (),
) -> tuple[Learned, Described]:
    """Return what a classifier learns from a source, and what the source holds.

    ``left_out`` says which columns are left out, once it is known what they hold.
    """
    from cutpoint.engines.base import Source  # noqa: PLC0415
    from cutpoint.engines.described import describe  # noqa: PLC0415
    from cutpoint.engines.out_of_core import learn_source  # noqa: PLC0415
    from cutpoint.engines.weighing import weighed  # noqa: PLC0415

    if not isinstance(source, Source):
        raise InputError(
            f"a source is needed, such as a DuckDBSource, not {type(source).__name__}: for a table "
            "in memory use fit"
        )
    if classifier.cost_matrix is not None:
        raise InputError("costs are for tables in memory: leave cost_matrix out, or use fit")
    described = describe(source, roles)
    described = described.without(left_out(described))
    described = weighed(source, described, _factors(classifier.class_weight, described))
    learned = learn_source(source, described, classifier.learn_spec(), exact=exact, report=report)
    return learned, described


def _factors(class_weight: Any, described: Described) -> list[float] | None:
    """Return the weight of each class, as scikit-learn computes it."""
    if class_weight is None:
        return None
    classes, counts = described.decoder.classes, described.class_counts
    if isinstance(class_weight, str):  # "balanced"
        n = sum(counts)
        present = sum(count > 0 for count in counts)
        return [n / (present * count) if count else 0.0 for count in counts]
    return [float(class_weight.get(label, 1.0)) for label in classes]
