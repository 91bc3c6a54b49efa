"""How good probabilities are: the same values as scikit-learn's functions."""

import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

from cutpoint import load
from cutpoint.cli.proba_score import score_of
from cutpoint.data import demo_path
from support.running import run, succeeds, write

DEMO = demo_path()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n_classes", [2, 3, 6])
def test_random_probabilities(seed, n_classes):
    rng = np.random.default_rng(seed)
    true = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, 80)])
    shares = rng.dirichlet(np.full(n_classes, 0.5), len(true)).round(rng.integers(1, 4))
    shares[shares.sum(axis=1) == 0] = 1
    shares /= shares.sum(axis=1, keepdims=True)
    weights = rng.choice([0.5, 1, 2, 3], len(true)) if seed % 2 else np.ones(len(true))
    found = score_of(true, shares, weights)
    given = {"sample_weight": weights, "labels": range(n_classes)}
    assert found.log_loss == pytest.approx(log_loss(true, shares, **given), rel=1e-9)
    if n_classes == 2:
        brier = brier_score_loss(true, shares[:, 1], sample_weight=weights)
        auc = roc_auc_score(true, shares[:, 1], sample_weight=weights)
    else:
        brier = brier_score_loss(true, shares, **given)
        auc = roc_auc_score(true, shares, multi_class="ovr", **given)
    assert found.brier == pytest.approx(brier, rel=1e-9)
    assert found.auc == pytest.approx(auc, rel=1e-9)


def test_evaluate_says_what_scikit_learn_says(tmp_path):
    frame = pd.read_csv(DEMO)
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    frame[::2].to_csv(train, index=False)
    frame[1::2].to_csv(test, index=False)
    out = tmp_path / "m.json"
    succeeds("fit", train, "-t", "outcome", "--out", out)
    model = load(out)
    rows = pd.read_csv(test)
    shares = model.predict_proba(rows.drop(columns="outcome"))
    found = json.loads(succeeds("evaluate", out, test, "--json"))
    assert found["log_loss"] == pytest.approx(log_loss(rows.outcome, shares))
    assert found["auc"] == pytest.approx(roc_auc_score(rows.outcome, shares, multi_class="ovr"))
    assert found["brier"] == pytest.approx(brier_score_loss(rows.outcome, shares))
    printed = succeeds("evaluate", out, test)
    line = re.search(r"log loss ([\d.]+), Brier score ([\d.]+), AUC ([\d.]+)", printed)
    assert line.groups() == tuple(f"{found[name]:.4f}" for name in ("log_loss", "brier", "auc"))
    assert line[0] in succeeds("fit", train, "-t", "outcome", "--test", test)


def test_a_class_that_the_model_does_not_know_has_no_probability(tmp_path):
    rows = "".join(f"{i},{'pq'[i > 9]}\n" for i in range(20))
    table, out = write(tmp_path / "t.csv", "x,y\n" + rows), tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", out)
    new = write(tmp_path / "new.csv", "x,y\n1,p\n15,q\n3,r\n")
    found = json.loads(run("evaluate", out, new, "--json").out)
    shares = np.column_stack(
        [load(out).predict_proba(pd.DataFrame({"x": [1, 15, 3]})), np.zeros(3)]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = log_loss(["p", "q", "r"], shares)
    assert found["log_loss"] == pytest.approx(expected)
    assert found["auc"] == pytest.approx(
        np.mean([roc_auc_score(np.array([0, 1, 2]) == k, shares[:, k]) for k in range(3)])
    )


def test_one_class_alone_has_no_area(tmp_path):
    rows = "".join(f"{i},{'pq'[i > 9]}\n" for i in range(20))
    table, out = write(tmp_path / "t.csv", "x,y\n" + rows), tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", out)
    one = write(tmp_path / "one.csv", "x,y\n1,p\n2,p\n")
    assert json.loads(succeeds("evaluate", out, one, "--json"))["auc"] is None
    assert "AUC -" in succeeds("evaluate", out, one)
