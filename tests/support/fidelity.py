"""How close `C45Classifier(release=8, faithful=True)` comes to Quinlan's own program.

``make fidelity`` prints one row per data set and option set, and writes the table of all of them to
``benchmarks/FIDELITY.md``, which the documentation shows. The tests use the same comparison.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cutpoint import C45Classifier, C45RulesClassifier
from cutpoint.tree.tree import Tree
from support.golden import (
    VARIANTS,
    Golden,
    golden_names,
    load_golden,
    read_frame,
    read_matrix,
    read_target,
    tree_from_golden,
    used_attributes,
)

OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "s": {"group_values": True},
    "g": {"criterion": "gain"},
    "m5c10": {"min_cases": 5, "confidence": 0.10},
}


class Data(NamedTuple):
    """Training rows, then test rows, as a user would hand them over."""

    frame: pd.DataFrame
    target: NDArray[np.object_]
    n_train: int


def data_of(golden: Golden) -> Data:
    """Return the rows with the program's attribute, value and class orders."""
    text, matrix = read_frame(golden), read_matrix(golden)
    columns: dict[str, Any] = {}
    for position, attribute in enumerate(used_attributes(golden)):
        if attribute.values is None:
            columns[attribute.name] = matrix[:, position]
        else:
            columns[attribute.name] = pd.Categorical(
                text[attribute.name], categories=list(attribute.values)
            )
    classes = np.array(golden["classes"], dtype=object)
    return Data(pd.DataFrame(columns), classes[read_target(golden)], golden["rows_train"])


def classifier(golden: Golden, variant: str, **options: Any) -> C45Classifier:
    """Return a classifier with the options of a run of the program."""
    return C45Classifier(
        release=8, faithful=True, class_order=golden["classes"], **OPTIONS[variant], **options
    )


def first_difference(ours: Tree, theirs: Tree) -> str | None:
    """Return where two trees differ first, from the root down; None if they are the same.

    Everything counts: tests, thresholds, classes, and every weight to the last bit.
    """
    waiting = [(0, 0, "root")]
    while waiting:
        i, j, place = waiting.pop()
        one, two = ours.node(i), theirs.node(j)
        for what in ("label", "cases", "errors", "distribution", "test"):
            mine, his = getattr(one, what), getattr(two, what)
            if mine != his:
                return f"{place}: {what} is {mine}, not {his}"
        if one.test is not None:
            for branch, (below, other) in enumerate(zip(one.branches, two.branches, strict=True)):
                waiting.append((below.id, other.id, f"{place}, {one.test.describe(branch)}"))
    return None


def errors(predicted: NDArray[Any], target: NDArray[Any]) -> int:
    """Return how many predictions are wrong."""
    return int(np.count_nonzero(predicted != target))


def predict(tree: Tree, golden: Golden, matrix: NDArray[np.float64]) -> NDArray[np.object_]:
    """Return the labels that a tree gives to the rows of :func:`golden.read_matrix`."""
    return np.array(golden["classes"], dtype=object)[tree.predict_codes(matrix)]


def compare(golden: Golden, variant: str) -> str | None:
    """Return the first difference from one run of the program, or None."""
    data, expected = data_of(golden), golden["variants"][variant]
    train = slice(0, data.n_train)
    model = classifier(golden, variant).fit(data.frame[train], data.target[train])
    for stage, tree in (("unpruned", model.unpruned_tree_), ("pruned", model.tree_)):
        difference = first_difference(tree, tree_from_golden(golden, variant, stage))
        if difference is not None:
            return f"{stage}: {difference}"

    matrix = read_matrix(golden)
    before = predict(model.unpruned_tree_, golden, matrix)
    after = model.predict(data.frame)
    if "predicted_pruned" in expected:
        theirs = np.array(golden["classes"], dtype=object)[expected["predicted_pruned"]]
        if (after != theirs).any():
            row = int(np.argmax(after != theirs))
            return f"row {row} is predicted {after[row]!r}, not {theirs[row]!r}"
    root = model.tree_.root
    if root.errors != expected["estimated_errors"]:
        return f"estimated errors are {root.errors}, not {expected['estimated_errors']}"
    rows = {"train": train, "test": slice(data.n_train, None)}
    for part in ("train", "test"):
        if part in expected:
            ours = {
                "size_unpruned": model.unpruned_tree_.n_nodes,
                "errors_unpruned": errors(before[rows[part]], data.target[rows[part]]),
                "size_pruned": model.tree_.n_nodes,
                "errors_pruned": errors(after[rows[part]], data.target[rows[part]]),
                "estimate_percent": _percent(100 * root.errors / root.cases),
            }
            for what, mine in ours.items():
                if mine != expected[part][what]:
                    return f"{part} {what} is {mine}, not {expected[part][what]}"
    return None


def compare_folds(golden: Golden, variant: str) -> str | None:
    """Return the first difference from the program's ten-fold cross-validation, or None.

    There is nothing to differ from where the program was not cross-validated with these options.
    """
    if variant not in golden["cv10"]["variants"]:
        return None
    data, matrix = data_of(golden), read_matrix(golden)
    fold_of = np.array(golden["cv10"]["fold"])
    for expected in golden["cv10"]["variants"][variant]["folds"]:
        test = fold_of == expected["fold"]
        model = classifier(golden, variant).fit(data.frame[~test], data.target[~test])
        wrong = {
            stage: predict(tree, golden, matrix) != data.target
            for stage, tree in (("unpruned", model.unpruned_tree_), ("pruned", model.tree_))
        }
        root = model.tree_.root
        ours = {
            "n_test": int(test.sum()),
            "test_errors_unpruned": int(wrong["unpruned"][test].sum()),
            "test_errors_pruned": int(wrong["pruned"][test].sum()),
            "size_unpruned": model.unpruned_tree_.n_nodes,
            "size_pruned": model.tree_.n_nodes,
            "train_errors_unpruned": int(wrong["unpruned"][~test].sum()),
            "train_errors_pruned": int(wrong["pruned"][~test].sum()),
            "estimate_percent": _percent(100 * root.errors / root.cases),
        }
        for what, mine in ours.items():
            if mine != expected[what]:
                return f"fold {expected['fold']}: {what} is {mine}, not {expected[what]}"
    return None


def compare_rules(golden: Golden, variant: str) -> str | None:
    """Return the first difference from the program's rules, or None.

    There is nothing to differ from where the rule program was not run.
    """
    expected = golden["variants"][variant].get("rules")
    if expected is None:
        return None
    data = data_of(golden)
    train, test = slice(0, data.n_train), slice(data.n_train, None)
    model = C45RulesClassifier(
        faithful=True, class_order=golden["classes"], **OPTIONS[variant]
    ).fit(data.frame[train], data.target[train])
    made, predicted = model.rulesets_[-1], model.predict(data.frame)
    ours = {
        "rule_numbers_before_drop": [rule.number for rule in made.chosen],
        "dropped": list(made.dropped),
        "default_class": golden["classes"][made.final.default],
        "train_errors": errors(predicted[train], data.target[train]),
    }
    if "test_errors" in expected:
        ours["test_errors"] = errors(predicted[test], data.target[test])
    for what, mine in ours.items():
        if mine != expected[what]:
            return f"{what} is {mine}, not {expected[what]}"
    for place, (mine, his) in enumerate(
        zip(model.rules_.to_dict()["rules"], expected["rules"], strict=True)
    ):
        for one, two in zip(mine["conditions"], his["conditions"], strict=True):
            if _condition(one) != _condition(two):
                return f"rule {place}: {_condition(one)}, not {_condition(two)}"
        if (mine["class"], mine["error"]) != (his["class"], his["error"]):
            return f"rule {place}: {mine['class']}, {mine['error']}, not {his['class']}, " + (
                str(his["error"])
            )
    return None


def _condition(entry: dict[str, Any]) -> tuple[str, str, Any]:
    """Return a condition in one form; the program's groups may hold one value."""
    value = entry["value"]
    if entry["op"] in {"=", "in"}:
        return entry["attribute"], "in", frozenset(value if isinstance(value, list) else [value])
    return entry["attribute"], entry["op"], value


def _percent(value: float) -> float:
    return float(f"{value:.1f}")


REPORT = Path(__file__).resolve().parents[2] / "benchmarks" / "FIDELITY.md"
HEAD = """# C4.5 Release 8, set by set

Written by `make fidelity`. Trees before and after pruning, ten-fold cross-validation and rules of
`faithful=True` beside the results of Quinlan's own program: *same* means every test, threshold,
class, count and estimate, to the last bit. Of large sets some runs of the program are not at hand.

"""


def write_report(rows: list[list[str]], summary: str) -> None:
    """Write the table of all comparisons as Markdown."""
    lines = ["| data set | " + " | ".join(f"`{v}`" for v in VARIANTS) + " |"]
    lines += ["|---" * (1 + len(VARIANTS)) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    text = HEAD + f"Each cell: trees / ten folds / rules. {summary}.\n\n" + "\n".join(lines) + "\n"
    REPORT.write_text(text, encoding="utf-8")


def main(names: list[str]) -> int:
    """Print the table of all comparisons; return 1 if anything differs."""
    everything, rows = not names, []
    n_different = n_folds = n_rulesets = 0
    started = time.perf_counter()
    names = names or golden_names()
    print(
        f"{'data set':20}"
        + "".join(f"{v:>20}" for v in VARIANTS)
        + "   (trees / ten folds / rules)"
    )
    for name in names:
        golden = load_golden(name)
        cells, differences = [], []
        for variant in VARIANTS:
            found = [compare(golden, variant)]
            if variant in golden["cv10"]["variants"]:
                found.append(compare_folds(golden, variant))
                n_folds += 10
            if "rules" in golden["variants"][variant]:
                found.append(compare_rules(golden, variant))
                n_rulesets += 1
            cells.append(" / ".join("same" if one is None else "DIFFERENT" for one in found))
            differences += [f"  {variant}: {one}" for one in found if one is not None]
        print(f"{name:20}" + "".join(f"{cell:>20}" for cell in cells), flush=True)
        rows.append([name, *cells])
        print(*differences, sep="\n", end="\n" if differences else "")
        n_different += len(differences)
    runs = len(names) * len(VARIANTS)
    took = time.perf_counter() - started
    compared = f"{runs} runs, {n_folds} folds and {n_rulesets} rulesets"
    print(f"{compared} in {took:.0f} s: {n_different} different")
    if everything:
        write_report(rows, f"{compared}: {n_different} different")
    return int(n_different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
