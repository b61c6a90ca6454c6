"""The generic loop against loops written by hand for the 15-puzzle alone; all in one process, turn by turn.

    python benchmarks/core.py [--rounds N]

CPU time, medians of the ratios of each round, garbage collector as it is by default. Every run must give the
same cost, and the same counters where the order of expansions is the same.
"""

from __future__ import annotations

import argparse
import gc
import platform
import statistics
import time
from collections.abc import Callable
from random import Random

from inline import Answer, Puzzle, bare, bookkeeping, heap_of_records

from astarlib import AStar
from astarlib.problems.npuzzle import NPuzzle

KORF_79 = (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15)
GOAL = tuple(range(16))


def generic(problem: NPuzzle) -> Answer:
    """What a user calls."""
    result = AStar().search(problem)
    counters = result.statistics
    return result.cost, counters.expanded, counters.generated, counters.stored


def seconds(call: Callable[[], Answer]) -> tuple[float, Answer]:
    """CPU seconds of one call, and its answer."""
    gc.collect()
    started = time.process_time()
    answer = call()
    return time.process_time() - started, answer


def interleaved(runs: dict[str, Callable[[], Answer]], rounds: int, expected: Answer | None) -> None:
    """Run all in turn, `rounds` times, and print the time of each and the ratio of the first to it."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            taken, answer = seconds(run)
            expected = expected or answer
            assert answer == expected, f"{name} gave {answer}, not {expected}"
            times[name].append(taken)
    first = next(iter(times.values()))
    for name, taken in times.items():
        ratio = statistics.median(ours / other for ours, other in zip(first, taken, strict=True))
        print(f"  {name:<42}{statistics.median(taken) * 1e3:8.0f} ms   generic / this {ratio:.3f}")


def integer_costs(rounds: int) -> None:
    """Few different f: the case for buckets."""
    problem, puzzle = NPuzzle(KORF_79, GOAL), Puzzle(KORF_79, GOAL)
    print("15-puzzle (Korf 79), A* with Manhattan: 42 moves, 68,627 expansions")
    runs = {
        "generic": lambda: generic(problem),
        "inline, same bookkeeping": lambda: bookkeeping(puzzle),
        "inline, bare": lambda: bare(puzzle),
    }
    interleaved(runs, rounds, (42, 68_627, 208_525, 134_104))


def different_floats(rounds: int) -> None:
    """Almost every f is another float: the case against buckets."""
    puzzle = Puzzle(KORF_79, GOAL, Random(1))
    problem = NPuzzle(KORF_79, GOAL, heuristic=puzzle.h)
    found = AStar().start(problem)
    found.run()
    entries = [state.g + state.h for state in found.frontier()]
    print(
        f"the same with a heuristic of random weights: {found.statistics.expanded:,} expansions, "
        f"{len(set(entries)) / len(entries):.1%} of the frontier's f differ"
    )
    del found, entries
    runs = {
        "generic": lambda: generic(problem),
        "inline, same bookkeeping": lambda: bookkeeping(puzzle),
        "inline, same bookkeeping, heap of records": lambda: heap_of_records(puzzle),
    }
    interleaved(runs, rounds, None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The generic loop against loops written by hand for the 15-puzzle.")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, medians of {options.rounds} rounds")
    integer_costs(options.rounds)
    different_floats(options.rounds)
