"""Stability, the slow and obvious way: loops over nested trees, cases and pairs.

A tree is what ``to_dict`` gives; a case is a dict from names to values, None where unknown.
"""

import math


def variance(probabilities):
    """Equation (1): trees x cases x classes in, a number per class out."""
    n_trees, n_cases, n_classes = (
        len(probabilities),
        len(probabilities[0]),
        len(probabilities[0][0]),
    )
    result = []
    for c in range(n_classes):
        total = 0.0
        for i in range(n_cases):
            column = [probabilities[t][i][c] for t in range(n_trees)]
            mean = math.fsum(column) / n_trees
            total += math.fsum((p - mean) ** 2 for p in column) / n_trees
        result.append(total / n_cases)
    return result


def alike(one, two):
    """The share of pairs of cases that two partitions treat alike."""
    same = (one[:, None] == one[None, :]) == (two[:, None] == two[None, :])
    n = len(one)
    return (same.sum() - n) / (n * n - n)


def places(tree, path=()):
    """All nodes by path: for each step the attribute, and the branch as it is recognised."""
    found = {path: tree}
    test = tree["test"]
    if test is not None:
        for branch, child in enumerate(tree["branches"]):
            if "cuts" in test:
                n_known = len(test["cuts"]) + 1
                which = (branch, n_known) if branch < n_known else "unknown"
            elif branch < len(test["groups"]):
                which = frozenset(test["groups"][branch])
            else:
                which = "unknown"
            found |= places(child, (*path, (test["attribute"], which)))
    return found


def at_places(reference, trees):
    """By path of the reference: how many trees reach it, what they test there, and their cuts."""
    others = [places(tree) for tree in trees]
    result = {}
    for path, node in places(reference).items():
        there = [other[path] for other in others if path in other]
        tests = [entry["test"] for entry in there]
        shares = {}
        for test in tests:
            name = None if test is None else test["attribute"]
            shares[name] = shares.get(name, 0) + 1 / len(tests)
        own = node["test"] or {}
        cuts = [
            test["cuts"]
            for test in tests
            if test is not None
            and "cuts" in own
            and test["attribute"] == own["attribute"]
            and len(test.get("cuts", ())) == len(own["cuts"])
        ]
        result[path] = (len(there), shares, cuts)
    return result


def ends(tree, case, share=1.0):
    """Where a case ends: leaves as dicts, with the share of the case at each."""
    test = tree["test"]
    if test is None:
        return [(tree, share)]
    value = case[test["attribute"]]
    if value is not None and "cuts" in test:
        return ends(tree["branches"][sum(value > cut for cut in test["cuts"])], case, share)
    for group, branch in zip(test.get("groups", ()), tree["branches"], strict=False):
        if value is not None and value in group:
            return ends(branch, case, share)
    if test.get("unknown"):
        return ends(tree["branches"][-1], case, share)
    return [
        end
        for branch in tree["branches"]
        if branch["cases"] > 0
        for end in ends(branch, case, share * branch["cases"] / tree["cases"])
    ]


def re_estimated(tree, cases, labels, weights, classes):
    """The class shares at each node, by its identity, from the cases that reach it.

    A node that none of them reaches has the shares of the one above.
    """
    sums = {id(leaf): [0.0] * len(classes) for leaf in leaves(tree)}
    for case, label, weight in zip(cases, labels, weights, strict=True):
        for leaf, share in ends(tree, case):
            sums[id(leaf)][classes.index(label)] += weight * share
    shares = {}

    def total(node):
        if node["test"] is None:
            return sums[id(node)]
        return [sum(column) for column in zip(*map(total, node["branches"]), strict=True)]

    def give(node, above):
        counts = total(node)
        here = [count / sum(counts) for count in counts] if sum(counts) > 0 else above
        shares[id(node)] = here
        for branch in node["branches"]:
            give(branch, here)

    give(tree, None)
    return shares


def leaves(tree):
    """All leaves."""
    if tree["test"] is None:
        return [tree]
    return [leaf for branch in tree["branches"] for leaf in leaves(branch)]
