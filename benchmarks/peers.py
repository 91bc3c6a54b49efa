"""Who learns: Cutpoint and its peers behind one face.

``prepare`` brings rows into the form in which a user of that library holds them, and is not timed;
``fit`` and ``predict`` are what the user then calls. A peer whose package is absent says so.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import resource
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from work import Work

DEEP = 1000
"""A depth that no tree reaches, for those who need a number."""


class Learner(ABC):
    """A way to learn a tree."""

    name: ClassVar[str]
    package: ClassVar[str]
    threaded: ClassVar[bool] = True
    """Whether one tree can be grown by several threads."""
    predicts_in_threads: ClassVar[bool] = True
    bounded: ClassVar[bool] = True
    """Whether the depth can be bounded, and the tree kept to predict other rows."""
    remark: ClassVar[str] = ""
    for_works: ClassVar[str] = ""
    """The names of the works that it takes part in; all if empty."""

    def absent(self) -> str:
        """Return why it cannot be run; nothing if it can."""
        return "" if importlib.util.find_spec(self.package) else "not installed"

    def version(self) -> str:
        return version(self.package)

    def takes(self, work: Work) -> bool:
        return not self.for_works or work.name in self.for_works

    def prepare(self, work: Work, X: Any, y: Any) -> Any:
        """Return rows as the library takes them; y is None for rows to predict."""
        return X, y

    @abstractmethod
    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        """Return a model of prepared rows."""

    def predict(self, work: Work, model: Any, data: Any, threads: int) -> Any:
        """Return the class of each row, as a number."""
        return model.predict(data[0])

    @abstractmethod
    def leaves(self, model: Any) -> int:
        """Return the number of leaves of its tree."""


class Cutpoint(Learner):
    name = "Cutpoint"
    package = "cutpoint"

    def absent(self) -> str:
        return "" if self._class() else "not in this version"

    def _class(self) -> Any:
        try:
            from cutpoint import TreeClassifier  # noqa: PLC0415
        except ImportError:
            return None
        return TreeClassifier

    def prepare(self, work: Work, X: Any, y: Any) -> Any:
        return work.frame(X) if work.nominal else X, y

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        criterion = "gain_ratio" if work.name == "e" else "gain"
        model = self._class()(
            criterion=criterion, pruning=None, min_cases=2, max_depth=depth, n_jobs=threads
        )
        return model.fit(*data)

    def predict(self, work: Work, model: Any, data: Any, threads: int) -> Any:
        return model.set_params(n_jobs=threads).predict(data[0])

    def leaves(self, model: Any) -> int:
        return model.tree_.n_leaves


class CutpointC45(Cutpoint):
    name = "Cutpoint, C4.5"
    for_works = "e"
    remark = "`C45Classifier(pruning=None)`: Release 8's charge and minimum split size besides"

    def _class(self) -> Any:
        from cutpoint import C45Classifier  # noqa: PLC0415

        return C45Classifier

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        return self._class()(pruning=None, max_depth=depth, n_jobs=threads).fit(*data)


class ScikitLearn(Learner):
    name = "scikit-learn"
    package = "sklearn"
    threaded = False
    predicts_in_threads = False
    remark = "entropy, min_samples_leaf=2; takes no nominal values: their numbers stand for them"

    def version(self) -> str:
        return version("scikit-learn")

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

        model = DecisionTreeClassifier(
            criterion="entropy", min_samples_leaf=2, max_depth=depth, random_state=0
        )
        return model.fit(*data)

    def leaves(self, model: Any) -> int:
        return int(model.get_n_leaves())


class YDF(Learner):
    name = "YDF"
    package = "ydf"
    remark = "CART (it chooses by entropy), min_examples=2, no pruning"

    def prepare(self, work: Work, X: Any, y: Any) -> Any:
        columns = {}
        for column, values in enumerate(work.values):
            if values is None:
                columns[f"x{column}"] = X[:, column].astype(np.float32)
            else:
                codes = np.where(np.isnan(X[:, column]), -1, X[:, column]).astype(np.int64)
                columns[f"x{column}"] = np.array([*values, ""])[codes]  # "" is missing
        if y is not None:
            columns["y"] = y
        return columns, y

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        import ydf  # noqa: PLC0415

        ydf.verbose(0)
        logging.getLogger("absl").setLevel(logging.ERROR)  # it wonders at categories like "4703"
        learner = ydf.CartLearner(
            label="y",
            max_depth=DEEP if depth is None else depth + 1,  # a root alone has depth 1
            min_examples=2,
            validation_ratio=0.0,
            num_threads=threads,
        )
        return learner.train(data[0])

    def predict(self, work: Work, model: Any, data: Any, threads: int) -> Any:
        shares = model.predict(data[0], num_threads=threads)
        codes = shares > 0.5 if shares.ndim == 1 else np.argmax(shares, axis=1)
        return np.array(model.label_classes()).astype(np.int64)[codes.astype(np.int64)]

    def leaves(self, model: Any) -> int:
        return (model.num_nodes() + 1) // 2  # all its tests are binary


class LightGBM(Learner):
    name = "LightGBM"
    package = "lightgbm"
    remark = "one round, 255 bins: not exact; one tree per class if there are more than two"

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        import lightgbm  # noqa: PLC0415

        several = work.n_classes > 2
        parameters = {
            "objective": "multiclass" if several else "binary",
            "num_class": work.n_classes if several else 1,
            "num_leaves": min(16384, work.n_train, 2 ** (depth or 14)),
            "max_depth": -1 if depth is None else depth,
            "min_data_in_leaf": 2,
            "min_sum_hessian_in_leaf": 0,
            "learning_rate": 1.0,
            "histogram_pool_size": 512,
            "num_threads": threads,
            "verbose": -1,
        }
        table = lightgbm.Dataset(
            data[0], label=data[1], categorical_feature=work.nominal, params={"verbose": -1}
        )
        return lightgbm.train(parameters, table, num_boost_round=1)

    def predict(self, work: Work, model: Any, data: Any, threads: int) -> Any:
        shares = model.predict(data[0], num_threads=threads)
        return shares > 0.5 if shares.ndim == 1 else np.argmax(shares, axis=1)

    def leaves(self, model: Any) -> int:
        return sum(tree["num_leaves"] for tree in model.dump_model()["tree_info"])


class FromFiles(Learner):
    """A program that reads files and prints what it learned: for the mixed table only.

    ``prepare`` returns the lines of the rows; what is read and what is timed is up to the program.
    """

    threaded = False
    bounded = False
    for_works = "e"

    def version(self) -> str:
        return ""  # not all say it

    def prepare(self, work: Work, X: Any, y: Any) -> Any:
        labels = np.zeros(len(X), dtype=np.int64) if y is None else y
        lines = []
        for row, label in zip(X, labels, strict=True):
            cells = [
                "?" if np.isnan(value) else names[int(value)] if names else repr(float(value))
                for value, names in zip(row, work.values, strict=True)
            ]
            lines.append(",".join([*cells, f"c{label}"]))
        return "\n".join(lines) + "\n", y

    def held_out(self, work: Work) -> str:
        return str(self.prepare(work, *work.held_out())[0])

    def predict(self, work: Work, model: Any, data: Any, threads: int) -> Any:
        return model

    def leaves(self, model: Any) -> int:
        return int(model.leaves)


class Printed(NamedTuple):
    """What a program said of the tree it learned."""

    own_seconds: float
    accuracy: float
    leaves: int


def find(pattern: str, text: str) -> float:
    """Return the number that the pattern finds first; NaN if there is none."""
    found = re.search(pattern, text)
    return float(found[1]) if found else float("nan")


class J48(FromFiles):
    """Weka's C4.5, where Java and Weka are: the package ``weka``, or ``WEKA_JAR``."""

    name = "Weka J48"
    package = "weka"
    remark = "C4.5 in Java, unpruned; its own clock, without reading the table"

    def absent(self) -> str:
        return "" if shutil.which("java") and self._jar() else "not installed"

    def _jar(self) -> str:
        if jar := os.environ.get("WEKA_JAR"):
            return jar
        found = importlib.util.find_spec("weka")
        places = (found.submodule_search_locations or []) if found else []
        jars = [str(path) for place in places for path in Path(place, "lib").glob("*.jar")]
        return os.pathsep.join(jars)

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        head = ["@relation work"]
        for column, values in enumerate(work.values):
            kind = "numeric" if values is None else "{" + ",".join(values) + "}"
            head.append(f"@attribute x{column} {kind}")
        classes = ",".join(f"c{label}" for label in range(work.n_classes))
        head += [f"@attribute y {{{classes}}}", "@data", ""]
        with tempfile.TemporaryDirectory() as folder:
            train, test = Path(folder, "train.arff"), Path(folder, "test.arff")
            train.write_text("\n".join(head) + data[0])
            test.write_text("\n".join(head) + self.held_out(work))
            command = ["java", "-Xmx4g", "-cp", self._jar(), "weka.classifiers.trees.J48"]
            command += ["-U", "-M", "2", "-t", str(train), "-T", str(test)]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        right = r"(?s)Error on test data.*?Correctly Classified Instances\s+\d+\s+([\d.]+)"
        return Printed(
            find(r"Time taken to build model: ([\d.]+)", said),
            find(right, said) / 100,
            round(find(r"Number of Leaves\s*:\s*(\d+)", said)),
        )


class C50(FromFiles):
    """Quinlan's C5.0, where the program is: ``c5.0`` on the path, or ``C50_PROGRAM``."""

    name = "C5.0"
    remark = (
        "`-c 100 -g` (hardly pruned); the processor's time beyond that of a run that reads the "
        "same files and divides nothing"
    )

    def absent(self) -> str:
        return "" if self._program() else "not installed"

    def version(self) -> str:
        command = [str(self._program()), "-h"]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found = re.search(r"Release ([\d.]+)", said)
        return found[1] if found else ""

    def _program(self) -> str | None:
        return os.environ.get("C50_PROGRAM") or shutil.which("c5.0")

    def fit(self, work: Work, data: Any, depth: int | None, threads: int) -> Any:
        names = ["y."]
        for column, values in enumerate(work.values):
            names.append(f"x{column}: {'continuous' if values is None else ','.join(values)}.")
        names.append("y: " + ",".join(f"c{label}" for label in range(work.n_classes)) + ".")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "work.names").write_text("\n".join(names) + "\n")
            Path(folder, "work.data").write_text(data[0])
            Path(folder, "work.test").write_text(self.held_out(work))
            stem = str(Path(folder, "work"))
            whole, said = self._run(stem, "-c", "100", "-g")
            reading, _ = self._run(stem, "-m", str(work.n_train))
        errors = r"(?s)Evaluation on test data \((?:\d+) cases\).*?\n\s+\d+\s+\d+\(\s*([\d.]+)%\)"
        leaves = r"(?s)Evaluation on training data.*?\n\s+(\d+)\s+\d+\("
        return Printed(whole - reading, 1 - find(errors, said) / 100, round(find(leaves, said)))

    def _run(self, stem: str, *options: str) -> tuple[float, str]:
        """Return the processor's seconds of a run, and what it printed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [str(self._program()), "-f", stem, *options]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, said


LEARNERS: tuple[Learner, ...] = (
    Cutpoint(),
    CutpointC45(),
    ScikitLearn(),
    YDF(),
    LightGBM(),
    J48(),
    C50(),
)
