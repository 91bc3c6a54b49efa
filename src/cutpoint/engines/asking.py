"""Questions about what arrives at nodes: those that do not wait for each other share a pass.

Whoever has questions is a generator. It yields some of them, is sent their answers, and goes on to
those that follow from these. So each of many decisions reads from top to bottom, although a pass
over the source answers what all of them ask at the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cutpoint.engines.base import Weights
from cutpoint.engines.linked import Linked, Upper, uppers
from cutpoint.engines.passes import Passes

Result = TypeVar("Result")


class Question(NamedTuple):
    """What arrives at some nodes if another tree takes the place of a node.

    Attributes
    ----------
    place : Upper
        A node of the tree that is being pruned.
    tree : Upper
    wanted : sequence of Upper
        Nodes of ``tree`` without branches.
    """

    place: Upper
    tree: Upper
    wanted: Sequence[Upper]


class Arrived(NamedTuple):
    """The class weights, and the parts of rows, that arrive at each wanted node."""

    totals: Weights
    parts: Weights


Asking = Generator[list[Question], list[Arrived], Result]
"""Something that asks, and in the end has a result."""


def answer_all(passes: Passes, root: Upper, asking: Iterable[Asking[Result]]) -> list[Result]:
    """Return the results of all that ask, in as many passes as the longest of them needs.

    Parameters
    ----------
    passes : Passes
    root : Upper
        The tree as it is: rows go down it to the places that are asked about.
    asking : iterable of generators
    """
    askers = list(asking)
    results: list[Any] = [None] * len(askers)
    waiting: dict[int, list[Question]] = {}

    def go_on(number: int, answers: list[Arrived] | None) -> None:
        try:
            waiting[number] = askers[number].send(answers)  # type: ignore[arg-type]  # to begin
        except StopIteration as end:
            results[number] = end.value

    for number in range(len(askers)):
        go_on(number, None)
    while waiting:
        asked, waiting = waiting, {}
        together = [question for questions in asked.values() for question in questions]
        answers = iter(_answers(passes, root, together))
        for number, questions in asked.items():
            go_on(number, [next(answers) for _ in questions])
    return results


def _answers(passes: Passes, root: Upper, questions: list[Question]) -> list[Arrived]:
    """Answer questions in one pass.

    Nodes of one depth are apart from each other, so that other trees can be in all of their places
    at once; rows go down once for each depth, and once more for each question about the same place.
    """
    before: Counter[Upper] = Counter()
    layers: dict[tuple[int, int], list[int]] = {}
    for number, question in enumerate(questions):
        layer = question.place.depth, before[question.place]
        layers.setdefault(layer, []).append(number)
        before[question.place] += 1
    routings = []
    for numbers in layers.values():
        asked = [questions[number] for number in numbers]
        tree = composite(root, {question.place: question.tree for question in asked})
        routings.append(passes.routing(tree, [node for one in asked for node in one.wanted]))
    n_wanted = sum(len(question.wanted) for question in questions)
    passes.announce("prune", root.depth, n_wanted, passes.n_rows)
    answers: dict[int, Arrived] = {}
    for numbers, found in zip(layers.values(), passes.count(routings), strict=True):
        ends = np.cumsum([len(questions[number].wanted) for number in numbers])[:-1]
        parts = zip(np.split(found.totals, ends), np.split(found.parts, ends), strict=True)
        answers |= {number: Arrived(*part) for number, part in zip(numbers, parts, strict=True)}
    return [answers[number] for number in range(len(questions))]


def composite(root: Linked, others: dict[Upper, Upper]) -> Upper:
    """Return a tree with others in some places; what leads to none of them is cut off."""
    made: dict[Upper, Upper] = {}
    for node in reversed(list(uppers(root))):
        if node in others:
            made[node] = others[node]
        elif any(child in made for child in node.children if isinstance(child, Upper)):
            below = [
                made[child]
                if isinstance(child, Upper) and child in made
                else Upper(depth=node.depth + 1, key=0)
                for child in node.children
            ]
            made[node] = node.copy(children=below)
    assert isinstance(root, Upper)
    return made[root]
