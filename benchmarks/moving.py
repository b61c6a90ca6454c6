"""The 8-puzzle script of the tests, run with simpleai and, its import changed, with astarlib; turn by turn.

    pip install simpleai; python benchmarks/moving.py [--rounds N]

CPU time, medians; the costs must agree.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[1] / "tests" / "moving" / "scripts" / "eight_puzzle.py"
LIBRARIES = ("simpleai.search", "astarlib.simpleai")
BOARDS = ("1-4-2\n3-5-8\n6-e-7", "1-3-4\n2-7-5\n6-8-e", "8-1-7\n4-5-6\n2-e-3", "8-7-6\n4-1-e\n5-3-2")


def names_of(library: str) -> dict[str, Any]:
    """What the script defines when it imports from that library."""
    names: dict[str, Any] = {"__name__": "script"}
    source = SCRIPT.read_text(encoding="utf-8").replace("from simpleai.search", f"from {library}")
    exec(compile(source, SCRIPT, "exec"), names)
    return names


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{platform.python_implementation()} {platform.python_version()}, A*, medians of {rounds} rounds")
    scripts = {library: names_of(library) for library in LIBRARIES}
    for board in BOARDS:
        times: dict[str, list[float]] = {library: [] for library in LIBRARIES}
        costs = set()
        for _ in range(rounds):
            for library, names in scripts.items():
                problem, started = names["EightPuzzle"](board), time.process_time()
                costs.add(names["astar"](problem, graph_search=True).cost)
                times[library].append(time.process_time() - started)
        assert len(costs) == 1, f"the costs differ: {costs}"
        theirs, ours = (statistics.median(times[library]) * 1e3 for library in LIBRARIES)
        moves, times_faster = costs.pop(), theirs / ours
        print(f"  {moves:2} moves: {theirs:9.1f} ms with simpleai, {ours:7.1f} ms with astarlib: {times_faster:.1f}x")


if __name__ == "__main__":
    main()
