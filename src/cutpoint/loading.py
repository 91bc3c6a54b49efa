"""From a file to a model: which kinds of model there are, and which classifier made each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cutpoint.ensemble.model import BaggedModel
from cutpoint.errors import InputError
from cutpoint.files import FilePath
from cutpoint.rules.model import RulesModel
from cutpoint.tree.model import Model
from cutpoint.tree.saved import SavedModel, read_file

if TYPE_CHECKING:
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.ensemble.bagging import BaggedTreesClassifier
    from cutpoint.rules.classifier import C45RulesClassifier

_KINDS = (Model, RulesModel, BaggedModel)
_HOME: dict[str, tuple[type[SavedModel], str]] = {
    "C45Classifier": (Model, "cutpoint.classifiers"),
    "MultiwayTreeClassifier": (Model, "cutpoint.classifiers"),
    "TreeClassifier": (Model, "cutpoint.classifiers"),
    "T2Classifier": (Model, "cutpoint.classifiers"),
    "C45RulesClassifier": (RulesModel, "cutpoint.rules.classifier"),
    "BaggedTreesClassifier": (BaggedModel, "cutpoint.ensemble.bagging"),
}
"""The kind of model that each classifier saves, and where the classifier is."""


def load_model(path: FilePath) -> Model | RulesModel | BaggedModel:
    """Return the model that a file holds, without the classifier that made it.

    Raises
    ------
    InputError
        If the file is not a whole model, or of a newer version.
    """
    model = read_file(path, _KINDS)
    assert isinstance(model, _KINDS)
    return model


def load(
    path: FilePath,
) -> TreeBasedClassifier | C45RulesClassifier | BaggedTreesClassifier:
    """Return the fitted classifier that a JSON model file holds.

    Loading runs no code from the file and checks everything in it.

    Parameters
    ----------
    path : path
        A file written by ``save``, by ``cutpoint fit --out`` or by ``cutpoint rules --out``.

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
    model = load_model(path)
    kind, home = _HOME.get(model.learner, (None, ""))
    if kind is None:
        raise InputError(
            f"{path}: the model was made by {model.learner!r}, which this version does not know"
        )
    if not isinstance(model, kind):
        raise InputError(f"{path}: holds {model.NOUN}, which {model.learner} does not make")
    learner: Any = getattr(import_module(home), model.learner)
    known = learner().get_params()
    loaded = learner(**{name: value for name, value in model.parameters.items() if name in known})
    try:
        loaded._validate_params()
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    try:
        loaded._restore(model)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    fitted: TreeBasedClassifier | C45RulesClassifier | BaggedTreesClassifier = loaded
    return fitted
