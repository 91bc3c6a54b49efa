"""What a fit on a large cluster would take: a simulation of its passes, from measured numbers.

Every pass is a job of Spark. The driver launches its tasks one after the other; each runs on a free
core; a result crosses the driver's network link, after those before it, and is added up there.
Large results are shuffled and added up by the executors first. The levels of the tree are counted
until nodes are small enough to be finished on the executors, to which all rows are then shuffled
once. Cores differ in speed, and a machine may be lost, whose tasks run again elsewhere.

    python benchmarks/cluster_model.py --rows 10e9 --machines 100
"""

from __future__ import annotations

import argparse
import heapq
import math
from dataclasses import dataclass, fields, replace
from random import Random
from typing import NamedTuple

MANY_SUMS = 1 << 16
"""From here on sums are added up by the executors: see ``engines/spark.py``."""
REDUCERS = 200
"""Tasks that add up: Spark's default for what comes out of a shuffle."""


@dataclass(frozen=True)
class Measured:
    """What was measured on one machine."""

    rows_per_second: float = 0.8e6
    """Of one core in a counting pass over twelve columns, from Spark's blocks to sums: ten million
    rows took 5 to 7 seconds on two cores."""
    packed_per_second: float = 0.25e6
    """Rows of one core that cross from Spark to Python one by one: ten million took 20 seconds on
    two cores."""
    finished_per_second: float = 0.3e6
    """Rows of one core in the finish: out of the shuffle, grown and pruned in memory."""
    launch: float = 0.002
    """Seconds of the driver for each task: to serialise, to send, to hear that it is done."""
    job: float = 0.3
    """Seconds of the driver for each job, before the first task and after the last."""
    added_per_second: float = 0.5e9
    """Bytes of sums that the driver decodes and adds up."""
    spread: float = 0.15
    """By how much the time of equal tasks differs: the standard deviation of its logarithm."""


@dataclass(frozen=True)
class Cluster:
    """Machines of one kind."""

    machines: int = 100
    cores: int = 16
    network: float = 1.25e9
    """Bytes a second of each machine, the driver too."""
    memory: float = 64e9
    """Bytes of each machine for rows in blocks."""
    disk: float = 1.0e9
    """Bytes a second of each machine's disk, for rows that do not fit."""
    lost: int = 1
    """Machines that are lost in the middle of a pass, during the whole fit."""


@dataclass(frozen=True)
class Fit:
    """What is learned, and within what limits."""

    rows: float = 10e9
    attributes: int = 12
    classes: int = 2
    bytes_per_cell: float = 8.0
    bins: int = 1024
    learner_memory: float = 1e9
    """The ``memory_limit`` of the source."""
    tasks_per_core: int = 1
    """Parts of the table for each core: ``partitions`` of the source sets it."""
    branches: float = 2.0
    opened: float = 0.02
    """The share of the sums of a level that its second pass brings in as single values."""
    rows_per_node: float = 50.0
    """Rows of the table for each node of the whole tree."""
    node_bytes: float = 200.0


class Step(NamedTuple):
    """A pass, and where its time goes."""

    name: str
    seconds: float
    work: float
    """Until the last task is done."""
    driver: float
    """What the driver's link and its adding up take, beyond that."""
    collected: float
    """Bytes of results."""


def simulate(fit: Fit, cluster: Cluster, measured: Measured, seed: int = 0) -> list[Step]:
    """Return the passes of a fit."""
    random = Random(seed)
    n_tasks = max(1, cluster.machines * cluster.cores * fit.tasks_per_core)
    share = fit.rows / n_tasks
    reread = _reread(fit, cluster) / n_tasks
    small = small_rows(fit)
    steps = [
        _pass("blocks", share / measured.packed_per_second, 64e3, fit, cluster, measured, random)
    ]
    nodes, depth = 1.0, 0
    while fit.rows / nodes > small:
        sums = sums_of_level(fit, nodes)
        seconds = share / measured.rows_per_second + reread
        lost = cluster.lost if depth == 2 else 0
        here = replace(cluster, lost=lost)
        steps.append(_pass(f"level {depth}", seconds, sums * 8, fit, here, measured, random))
        values = fit.learner_memory / 4 / 96 / n_tasks  # of all partitions no more than that
        second = min(sums * fit.opened, values) * 24
        steps.append(_pass(f"level {depth}, bins", seconds, second, fit, here, measured, random))
        nodes *= fit.branches
        depth += 1
    steps.append(_finish(nodes, fit, cluster, measured, random))
    return steps


def small_rows(fit: Fit) -> float:
    """Return the rows of a node that an executor finishes."""
    return fit.learner_memory / 2 / (40 + 40 * fit.attributes)


def sums_of_level(fit: Fit, nodes: float) -> float:
    """Return the sums that a partition holds for a level: bins give way to the memory."""
    wanted = nodes * fit.attributes * fit.bins * fit.classes
    return min(wanted, fit.learner_memory / 64)


def _reread(fit: Fit, cluster: Cluster) -> float:
    """Return the seconds of disks, in all tasks together, for rows that are not in memory."""
    size = fit.rows * fit.attributes * fit.bytes_per_cell
    spilled = max(0.0, size - cluster.machines * cluster.memory)
    return spilled / cluster.disk * cluster.cores


def _pass(
    name: str,
    seconds: float,
    result: float,
    fit: Fit,
    cluster: Cluster,
    measured: Measured,
    random: Random,
) -> Step:
    n_tasks = max(1, cluster.machines * cluster.cores * fit.tasks_per_core)
    ends = schedule([seconds] * n_tasks, cluster, measured, random)
    work, arrived = max(ends), 0.0
    cost = result / cluster.network + result / measured.added_per_second
    if result >= MANY_SUMS * 8:
        work += _added_up(result * n_tasks, cluster, measured)
        return Step(name, measured.job + work + cost, work, cost, result)
    for end in sorted(ends):
        arrived = max(arrived, end) + cost
    return Step(name, measured.job + arrived, work, arrived - work, result * n_tasks)


def _added_up(size: float, cluster: Cluster, measured: Measured) -> float:
    """Return the seconds in which executors shuffle sums of so many bytes, and add them up."""
    crossing = size * (1 - 1 / cluster.machines) / (cluster.machines * cluster.network)
    written = 2 * size / (cluster.machines * cluster.disk)
    adding = size / min(REDUCERS, cluster.machines * cluster.cores) / measured.added_per_second
    return crossing + written + adding + REDUCERS * measured.launch


def _finish(nodes: float, fit: Fit, cluster: Cluster, measured: Measured, random: Random) -> Step:
    """Return the shuffle of all rows to their nodes, and the growing of each in memory."""
    size = fit.rows * (fit.attributes * fit.bytes_per_cell + 12)
    crossing = size * (1 - 1 / cluster.machines) / (cluster.machines * cluster.network)
    written = 2 * size / (cluster.machines * cluster.disk)
    rows = fit.rows / nodes
    deep = 1 + math.log2(max(rows, 2)) / 20  # sorting
    n_groups = max(1, math.ceil(nodes))
    n_tasks = min(n_groups, 4 * cluster.machines * cluster.cores)  # a task finishes several nodes
    seconds = fit.rows / n_tasks * deep / measured.finished_per_second
    ends = schedule([seconds] * n_tasks, cluster, measured, random)
    tree = fit.node_bytes * rows / fit.rows_per_node
    back = n_groups * tree / measured.added_per_second
    work = crossing + written + max(ends)
    return Step("finish", 2 * measured.job + work + back, work, back, n_groups * tree)


def schedule(
    tasks: list[float], cluster: Cluster, measured: Measured, random: Random
) -> list[float]:
    """Return when each task is done: launched one by one, each on the core that is free first."""
    cores = [(0.0, place) for place in range(cluster.machines * cluster.cores)]
    heapq.heapify(cores)
    gone = set(range(cluster.lost * cluster.cores))
    if len(gone) >= len(cores):
        raise ValueError("all machines are lost")
    ends, again, clock = [], [], 0.0
    for seconds in tasks:
        clock += measured.launch
        free, place = heapq.heappop(cores)
        end = max(free, clock) + seconds * random.lognormvariate(0.0, measured.spread)
        if place in gone:  # lost half way; what it did before is computed again as well
            again.append(seconds)
            continue
        ends.append(end)
        heapq.heappush(cores, (end, place))
    for seconds in again:
        clock += measured.launch
        free, place = heapq.heappop(cores)
        begin = max(free, clock, seconds / 2)
        end = begin + seconds * random.lognormvariate(0.0, measured.spread)
        ends.append(end)
        heapq.heappush(cores, (end, place))
    return ends


def limits(fit: Fit, cluster: Cluster, steps: list[Step]) -> list[str]:
    """Return what does not hold, the worst first."""
    found = []
    worst = max(steps, key=lambda step: step.collected)
    if worst.collected > 1 << 30:
        found.append(
            f"{worst.name} brings {worst.collected / 1e9:.0f} GB to the driver: "
            "spark.driver.maxResultSize (1 GB by default) refuses it"
        )
    size = fit.rows * fit.attributes * fit.bytes_per_cell
    if size > cluster.machines * cluster.memory:
        found.append(f"{size / 1e12:.1f} TB of rows do not fit into the cluster's memory")
    waits = sum(step.driver for step in steps)
    if waits > sum(step.work for step in steps):
        found.append("the driver adds up for longer than the cluster counts")
    return found


def report(fit: Fit, cluster: Cluster, measured: Measured) -> str:
    """Return the passes as a table, the total, and what breaks."""
    steps = simulate(fit, cluster, measured)
    lines = ["| pass | seconds | tasks | driver | to the driver |", "|---|---|---|---|---|"]
    lines += [
        f"| {step.name} | {step.seconds:.1f} | {step.work:.1f} | {step.driver:.1f} "
        f"| {step.collected / 1e6:,.0f} MB |"
        for step in steps
    ]
    total = sum(step.seconds for step in steps)
    lines += ["", f"In all {total / 60:.0f} minutes in {len(steps)} passes."]
    return "\n".join([*lines, *(f"- {line}" for line in limits(fit, cluster, steps))])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parts = (Fit, Cluster, Measured)
    for part in parts:
        for field in fields(part):
            name = "--" + field.name.replace("_", "-")
            parser.add_argument(name, type=float, default=float(field.default))  # type: ignore[arg-type]
    given = vars(parser.parse_args())
    made = []
    for part in parts:
        values = {f.name: type(f.default)(given[f.name]) for f in fields(part)}
        made.append(part(**values))
    print(report(*made))


if __name__ == "__main__":
    main()
