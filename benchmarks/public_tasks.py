"""Solve planning tasks that others published, and check the plans and costs.

    python -m benchmarks.public_tasks FOLDER

FOLDER has PDDL files, with a domain beside its tasks: for example a checkout of
https://github.com/aibasel/downward-benchmarks. Without FOLDER, the tasks are those that unified-planning ships. The
command prints a line per task: the operators, the CPU seconds of reading and grounding, the cost of a cheapest plan by
blind search and by A* with LM-cut (- if a search didn't end), and the answer of unified-planning's validator.
The exit code is 1 if a plan isn't valid, two costs differ, or a task fails in another way than by a named refusal.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_KIND = re.compile(r"\(\s*define\s*\(\s*(domain|problem)", re.IGNORECASE)
_PARTS = re.compile(r"[-_.]")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.public_tasks", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="a folder with PDDL files")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="tasks of each folder (default: 1)")
    parser.add_argument("--seconds", type=float, default=10, help="limit of each search (default: 10)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only folders whose name contains this text")
    options = parser.parse_args(arguments)
    folder = options.folder or _shipped()
    if folder is None or not folder.is_dir():
        print(f"expected a folder with PDDL files, not {folder}", file=sys.stderr)
        return 2
    wrong = 0
    for domain, task in pairs(folder, options.first):
        name = str(task.relative_to(folder))
        if options.only in name:
            found = solved(domain, task, options.seconds)
            fault = fault_of(found)
            wrong += fault != ""
            print(f"{name:50}{line_of(found)}{fault and f'  FAULT: {fault}'}", flush=True)
    print(f"{wrong} wrong" if wrong else "nothing wrong")
    return 1 if wrong else 0


def pairs(folder: Path, first: int) -> Iterator[tuple[Path, Path]]:
    """Yield the files of a domain and a task, for the first tasks of each folder."""
    for place in sorted({file.parent for file in folder.rglob("*.pddl")}):
        files: dict[str, list[Path]] = {"domain": [], "problem": []}
        for file in sorted(place.glob("*.pddl")):
            kind = _KIND.search(file.read_text("utf-8", "replace"))
            if kind is not None:
                files[kind[1].lower()].append(file)
        domains = files["domain"] or list(place.parent.glob("*domain.pddl"))
        for task in files["problem"][:first]:
            if domains:
                yield max(domains, key=lambda each: len(_words(each) & _words(task))), task


def _words(file: Path) -> set[str]:
    return set(_PARTS.split(file.stem))


def solved(domain: Path, task: Path, seconds: float) -> dict[str, Any]:  # Any: JSON
    """Return what is found out about a task, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.programs.public_task", str(domain), str(task), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            out, errors = process.communicate(timeout=60 + 6 * seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            errors = ""
    found: dict[str, Any] = {}
    for line in out.splitlines():
        found.update(json.loads(line))
    if process.returncode < 0:
        found.setdefault("validated", "stopped")
    if process.returncode > 0:
        found["failed"] = errors.strip().rpartition("\n")[2]
    return found


def fault_of(found: Mapping[str, Any]) -> str:
    """Return what is wrong with the findings about a task, or an empty text."""
    costs = [found[each] for each in ("blind", "LM-cut") if found.get(each) is not None]
    if "failed" in found:
        return str(found["failed"])
    if len(costs) == 2 and costs[0] != costs[1]:
        return "the costs differ"
    return str(found["validated"]) if found.get("validated", "").startswith("WRONG") else ""


def line_of(found: Mapping[str, Any]) -> str:
    """Return the findings about a task as a line."""
    if "refused" in found:
        return f"refused: {found['refused']}"
    if "read" not in found:
        return "not read in time"
    if "grounded" not in found:
        return f"read in {found['read']:.2f} s, not grounded in time"
    costs = ", ".join(f"{name} {_shown(found.get(name))}" for name in ("blind", "LM-cut"))
    more = f", greedy {_shown(found['greedy'])}" if "greedy" in found else ""
    seconds = f"{found['read']:.2f} + {found['grounded']:.2f} s"
    return f"{found['operators']:7} operators, {seconds:13}, {costs}{more}, {found.get('validated', 'no plan')}"


def _shown(cost: object) -> str:
    return "-" if cost is None else str(cost)


def _shipped() -> Path | None:
    """Return the folder of the tasks that unified-planning ships, or None if it isn't installed."""
    found = find_spec("unified_planning")
    return Path(str(found.origin)).parent / "test" / "pddl" if found is not None else None


if __name__ == "__main__":
    sys.exit(main())
