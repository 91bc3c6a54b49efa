"""Compare what the learners make of the frozen cases with what they made when it was written down.

::

    python tests/frozen/compare.py                      # every case; which ones differ
    python tests/frozen/compare.py --group faithful     # the groups whose name begins so
    python tests/frozen/compare.py --show rules/007     # what is learned, as text
    python tests/frozen/compare.py --group t2 --write   # write the digests anew: say why, then
    python tests/frozen/compare.py --list

Run it on another version with the interpreter of that version's environment. A case is told by its
group and number. ``--texts FOLDER`` writes the text of every case there, so that two versions can
be compared by ``diff -r``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from frozen.cases import GROUPS, Case, cases_of, texts_of
from frozen.text import digest_of

DIGESTS = Path(__file__).parent / "digests"

Digests = dict[str, str]


def digests_of(texts: dict[str, str]) -> Digests:
    """Return the digests of the texts of a case; the summary stays as it is, errors have none."""
    kept = {name: digest_of(text) for name, text in texts.items() if name not in ("is", "error")}
    return kept | {"is": texts["is"]}


def frozen_digests(group: str) -> dict[str, Digests]:
    """Return the digests of a group as they were written down, by the case's id."""
    return json.loads((DIGESTS / f"{group}.json").read_text(encoding="utf-8"))


def differences(group: str, n_jobs: int | None = None) -> list[str]:
    """Return a line for each case of a group that is not as it was written down."""
    frozen = frozen_digests(group)
    cases = {case.id: case for case in cases_of(group)}
    lines = [f"{name}: is not among the cases any more" for name in frozen.keys() - cases.keys()]
    for name, case in cases.items():
        if name not in frozen:
            lines.append(f"{name}: was never written down")
            continue
        lines += _difference(case, frozen[name], n_jobs)
    return lines


def _difference(case: Case, frozen: Digests, n_jobs: int | None) -> list[str]:
    texts = texts_of(case, n_jobs)
    made = digests_of(texts)
    if made == frozen:
        return []
    parts = [name for name in frozen if name != "is" and made.get(name) != frozen[name]]
    error = f" ({texts['error']})" if "error" in texts else ""
    return [
        f"{case.id}: {', '.join(parts) or 'outcome'} differ: "
        f"{frozen['is']} was frozen, {made['is']} found{error}"
    ]


def write(group: str) -> None:
    """Write the digests of a group down, a line for each case."""
    lines = [
        f"{json.dumps(case.id)}: {json.dumps(digests_of(texts_of(case)))}"
        for case in cases_of(group)
    ]
    DIGESTS.mkdir(exist_ok=True)
    path = DIGESTS / f"{group}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def show(name: str) -> None:
    """Print what is learned in a case."""
    group, _, number = name.partition("/")
    case = next(case for case in cases_of(group) if case.number == int(number.split()[0]))
    print(case.id)
    for part, text in texts_of(case).items():
        print(f"\n-- {part}\n{text}")


def write_texts(group: str, folder: Path) -> None:
    """Write the texts of each case of a group to a file."""
    for case in cases_of(group):
        path = folder / f"{case.name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        parts = [f"-- {name}\n{text}\n" for name, text in texts_of(case).items()]
        path.write_text("\n".join([f"{case.id}\n", *parts]), encoding="utf-8")


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "--group", default="", help="only groups whose name begins so; or several, with commas"
    )
    parser.add_argument("--show", metavar="ID", help="print what is learned in a case")
    parser.add_argument("--texts", metavar="FOLDER", type=Path, help="write all texts there")
    parser.add_argument("--write", action="store_true", help="write the digests anew")
    parser.add_argument("--list", action="store_true", help="list the groups, or a group's cases")
    parser.add_argument("--n-jobs", type=int, help="number of threads")
    options = parser.parse_args()
    if options.show:
        show(options.show)
        return 0
    starts = tuple(options.group.split(","))
    found = 0
    for group in [name for name in GROUPS if name.startswith(starts)]:
        if options.list:
            print(group, GROUPS[group][0])
            if options.group:
                print(*(f"  {case.id}" for case in cases_of(group)), sep="\n")
            continue
        start = time.perf_counter()
        lines: list[str] = []
        if options.write:
            write(group)
        elif options.texts:
            write_texts(group, options.texts)
        else:
            lines = differences(group, options.n_jobs)
        found += len(lines)
        took = time.perf_counter() - start
        print(f"{group}: {GROUPS[group][0]} cases, {len(lines)} differ, {took:.1f} s", flush=True)
        print(*(f"  {line}" for line in lines), sep="\n", end="\n" if lines else "", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
