"""From a model file to a classifier."""

from __future__ import annotations

from cutpoint.classifiers.c45 import C45Classifier
from cutpoint.classifiers.multiway import MultiwayTreeClassifier
from cutpoint.classifiers.t2 import T2Classifier
from cutpoint.classifiers.tree import TreeClassifier
from cutpoint.errors import InputError
from cutpoint.files import FilePath
from cutpoint.tree.model import Model

_CLASSIFIERS: dict[str, type[C45Classifier] | type[TreeClassifier] | type[T2Classifier]] = {
    kind.__name__: kind
    for kind in (C45Classifier, MultiwayTreeClassifier, TreeClassifier, T2Classifier)
}


def load(path: FilePath) -> C45Classifier | TreeClassifier | T2Classifier:
    """Return the fitted classifier that a JSON model file holds.

    Loading runs no code from the file and checks everything in it.

    Parameters
    ----------
    path : path
        A file written by ``save`` or by ``cutpoint fit --out``.

    Raises
    ------
    InputError
        If the file is not a whole model, or of a newer version.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from cutpoint import C45Classifier, load
    >>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "model.json")
    ...     model.save(path)
    ...     load(path).tree_ == model.tree_
    True
    """
    model = Model.load(path)
    learner = _CLASSIFIERS.get(model.learner)
    if learner is None:
        raise InputError(
            f"{path}: the model was made by {model.learner!r}, which this version does not know"
        )
    known = learner().get_params()
    parameters = {name: value for name, value in model.parameters.items() if name in known}
    loaded = learner(**parameters)  # type: ignore[arg-type]
    try:
        loaded._validate_params()
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    tree = model.tree
    loaded.tree_ = tree
    loaded.unpruned_tree_ = tree if model.unpruned is None else model.unpruned
    loaded.trials_ = ()
    loaded.pruning_path_ = None
    loaded.simplified_ = model.report.get("simplified") is True
    loaded.target_name_ = model.target
    loaded._know(tree.attributes, tree.classes)
    return loaded
